package flow

import (
	"go/build"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// InScope reports whether errlint analyses the package of pass. It is cheap, so a host that is handed every dependency
// can skip those packages before it runs anything on them.
//
// It uses only what all hosts provide. errlint's own driver hands over no files for packages that it does not check. go
// vet and golangci-lint analyse dependencies from source as well: those from other modules have a version, and those
// from the standard library have no module. Bazel's nogo also analyses other repositories, for their facts, and knows
// no modules.
func InScope(pass *analysis.Pass) bool {
	if len(pass.Files) == 0 || pass.TypesInfo == nil {
		return false
	}
	if pass.Module == nil {
		return !inGOROOT(pass) && !inOtherRepository(pass)
	}
	if pass.Module.Version != "" {
		return false
	}
	// errlint's driver gives standard library packages that were asked for
	// by name the module path that they have in GOROOT/src, "std".
	return pass.Module.Path != "" || !inGOROOT(pass)
}

// PackageClause returns the position of a package clause in a file that somebody wrote, for what is to be reported of a whole package: cgo makes files of its
// own, whose names in the build cache have no extension.
func PackageClause(pass *analysis.Pass) token.Pos {
	for _, f := range pass.Files {
		if strings.HasSuffix(pass.Fset.PositionFor(f.Package, true).Filename, ".go") {
			return f.Package
		}
	}
	return pass.Files[0].Package
}

// inGOROOT reports whether the package belongs to the standard library. A tool that was built with -trimpath, as
// golangci-lint's own releases are, does not know GOROOT. Then a package belongs to the standard library if its
// directory is named by its import path and package unsafe is in the same tree.
func inGOROOT(pass *analysis.Pass) bool {
	file := filepath.Clean(pass.Fset.Position(pass.Files[0].FileStart).Filename)
	if root := build.Default.GOROOT; root != "" {
		return strings.HasPrefix(file, filepath.Join(root, "src")+string(filepath.Separator))
	}
	src, ok := strings.CutSuffix(filepath.Dir(file), filepath.FromSlash("/"+strings.TrimSuffix(pass.Pkg.Path(), "_test")))
	if !ok || filepath.Base(src) != "src" {
		return false
	}
	_, err := os.Stat(filepath.Join(src, "unsafe", "unsafe.go"))
	return err == nil
}

// inOtherRepository reports whether Bazel names the file as one of another repository. Its file names are relative to
// the directory in which it runs a tool.
func inOtherRepository(pass *analysis.Pass) bool {
	file := filepath.ToSlash(pass.Fset.Position(pass.Files[0].FileStart).Filename)
	return strings.HasPrefix(file, "external/") || strings.HasPrefix(file, "bazel-out/") && strings.Contains(file, "/bin/external/")
}
