package directive

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// This file tells which code is for tests.

// InTest reports whether a position is in a test file; NoPos is in none.
func InTest(fset *token.FileSet, pos token.Pos) bool {
	file := fset.File(pos)
	return file != nil && strings.HasSuffix(file.Name(), "_test.go")
}

// ForTests reports whether the files of a package that are no test files are there for the tests of others: whether one of them
// imports what only tests need.
func ForTests(fset *token.FileSet, files []*ast.File) bool {
	return slices.ContainsFunc(files, func(f *ast.File) bool {
		return !InTest(fset, f.FileStart) && slices.ContainsFunc(f.Imports, func(imp *ast.ImportSpec) bool {
			path := strings.Trim(imp.Path.Value, "\"`") + "/"
			return slices.ContainsFunc(testFrameworks, func(of string) bool { return strings.HasPrefix(path, of+"/") })
		})
	})
}

var testFrameworks = []string{
	"testing", "github.com/onsi/gomega", "github.com/onsi/ginkgo", "github.com/stretchr/testify", "github.com/cucumber/godog", "github.com/testcontainers/testcontainers-go",
	"github.com/frankban/quicktest", "gotest.tools", "gopkg.in/check.v1",
}

// SupportsTests reports whether pos is in a package or file that supports tests, as its path in the module or its name says, too,
// or in a function with a parameter of a type of package testing, such as *testing.T: its errors end in a test.
func SupportsTests(pass *analysis.Pass, pos token.Pos) bool {
	at := slices.IndexFunc(pass.Files, func(f *ast.File) bool { return f.FileStart <= pos && pos < f.FileEnd })
	if at < 0 {
		return false
	}
	file, dir := pass.Files[at], pass.Pkg.Path()
	if pass.Module != nil {
		dir = strings.TrimPrefix(dir, pass.Module.Path)
	}
	return slices.ContainsFunc(strings.Split(dir, "/"), saysTest) && ForTests(pass.Fset, pass.Files) ||
		saysTest(filepath.Base(pass.Fset.File(pos).Name())) && ForTests(pass.Fset, []*ast.File{file}) ||
		takesTest(pass.TypesInfo, file, pos)
}

// saysTest reports whether the name of a directory or file says that it is for tests.
func saysTest(name string) bool { return strings.Contains(name, "test") || name == "e2e" }

// takesTest reports whether a function around pos has a parameter of a type of package testing.
func takesTest(info *types.Info, file *ast.File, pos token.Pos) bool {
	takes := false
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || n.End() <= pos {
			return false
		}
		var typ *ast.FuncType
		switch n := n.(type) {
		case *ast.FuncDecl:
			typ = n.Type
		case *ast.FuncLit:
			typ = n.Type
		default:
			return true
		}
		takes = takes || slices.ContainsFunc(typ.Params.List, func(field *ast.Field) bool {
			t := types.Unalias(info.TypeOf(field.Type))
			if p, ok := t.(*types.Pointer); ok {
				t = types.Unalias(p.Elem())
			}
			named, ok := t.(*types.Named)
			return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "testing"
		})
		return !takes
	})
	return takes
}
