package flow

import (
	"go/build"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// InScope reports whether errlint analyses the package of pass. It costs nothing, and so lets a host
// that is handed every dependency leave those packages before anything is run on them.
//
// It decides by what all hosts provide. errlint's own driver hands over no
// files for packages that it does not check. go vet and golangci-lint analyse
// dependencies from source as well: those of other modules have a version, and
// those of the standard library no module at all. Bazel's nogo analyses other
// repositories, too, for their facts, and knows of no modules.
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

// inGOROOT reports whether the package is one of the standard library. A tool that was built with -trimpath, as golangci-lint's own builds of it are, does not
// know where that is. Then it is where the package's directory is named by its path and has the directory of package unsafe beside it.
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

// inOtherRepository reports whether Bazel calls the file that of another
// repository. Its names are relative to the directory in which it runs a tool.
func inOtherRepository(pass *analysis.Pass) bool {
	file := filepath.ToSlash(pass.Fset.Position(pass.Files[0].FileStart).Filename)
	return strings.HasPrefix(file, "external/") || strings.HasPrefix(file, "bazel-out/") && strings.Contains(file, "/bin/external/")
}
