package directive

import (
	"go/ast"
	"go/doc"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/lazyregexp"
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

// SupportsTests reports whether pos is in code whose errors end in a test: in code that is there for tests, or in a function with a parameter of a type of
// package testing.
func SupportsTests(pass *analysis.Pass, pos token.Pos) bool {
	file := fileAt(pass, pos)
	return file != nil && (ThereForTests(pass, pos) || takesTest(pass.TypesInfo, file, pos))
}

// ThereForTests reports whether pos is in a package of which an element of the path in the module is one of the usual names of packages for tests, such as
// testutil or mocks, or whose comment says that it is for them; or in a package or file whose name mentions a test, a mock or a fake, and that imports what only tests need or has a function
// which takes a test.
func ThereForTests(pass *analysis.Pass, pos token.Pos) bool {
	file, dir := fileAt(pass, pos), pass.Pkg.Path()
	if file == nil {
		return false
	}
	if pass.Module != nil {
		dir = strings.TrimPrefix(dir, pass.Module.Path)
	}
	isFor := func(files ...*ast.File) bool {
		return ForTests(pass.Fset, files) || slices.ContainsFunc(files, func(f *ast.File) bool { return declaresForTest(pass, f) })
	}
	elems := strings.Split(dir, "/")
	return slices.ContainsFunc(elems, func(elem string) bool { return slices.Contains(testPackages, elem) }) ||
		slices.ContainsFunc(pass.Files, commentSaysTests) ||
		slices.ContainsFunc(elems, saysTest) && isFor(pass.Files...) ||
		saysTest(filepath.Base(pass.Fset.File(pos).Name())) && isFor(file)
}

// fileAt returns the file that pos is in, or nil.
func fileAt(pass *analysis.Pass, pos token.Pos) *ast.File {
	at := slices.IndexFunc(pass.Files, func(f *ast.File) bool { return f.FileStart <= pos && pos < f.FileEnd })
	if at < 0 {
		return nil
	}
	return pass.Files[at]
}

// testPackages are names of packages that nothing but tests import. A package test or tester may run the tests of others.
var testPackages = []string{
	"testing", "testonly", "testutil", "testutils", "testhelper", "testhelpers", "testsupport", "mock", "mocks", "fake", "fakes",
}

// commentSaysTests reports whether a file has a package comment that says in its first sentence that the package is made up of tests, or is there for them.
func commentSaysTests(file *ast.File) bool {
	return file.Doc != nil && testPackage().MatchString(new(doc.Package).Synopsis(file.Doc.Text()))
}

// A package that runs, finds or reports tests is a program like any other.
var testPackage = lazyregexp.New(`^Package \w+ (contains|creates|defines|has|holds|implements|is|provides) ` +
	`((\S+ ){0,2}(acceptance|e2e|end-to-end|functional|integration|smoke|unit) tests?\b` +
	`|.*\b(test-only|test (doubles|fixtures|helpers|utilities)|(by|for|in) ((integration|unit) )?tests)\b)`)

// saysTest reports whether the name of a directory or file says that it may be for tests.
func saysTest(name string) bool {
	return name == "e2e" || slices.ContainsFunc([]string{"test", "mock", "fake"}, func(word string) bool { return strings.Contains(name, word) })
}

// declaresForTest reports whether a file that is no test file declares a function that takes a test.
func declaresForTest(pass *analysis.Pass, file *ast.File) bool {
	return !InTest(pass.Fset, file.FileStart) && slices.ContainsFunc(file.Decls, func(decl ast.Decl) bool {
		fn, ok := decl.(*ast.FuncDecl)
		return ok && takes(pass.TypesInfo, fn.Type, func(t types.Type) bool { return isTest(t) || standsForTest(t) })
	})
}

// takesTest reports whether a function around pos has a parameter of a type of package testing.
func takesTest(info *types.Info, file *ast.File, pos token.Pos) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || n.End() <= pos {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncDecl:
			found = found || takes(info, n.Type, isTest)
		case *ast.FuncLit:
			found = found || takes(info, n.Type, isTest)
		}
		return !found
	})
	return found
}

// takes reports whether a function has a parameter of a type that is holds for.
func takes(info *types.Info, fn *ast.FuncType, is func(types.Type) bool) bool {
	return slices.ContainsFunc(fn.Params.List, func(field *ast.Field) bool { return is(types.Unalias(info.TypeOf(field.Type))) })
}

// isTest reports whether t is a type of package testing, such as *testing.T.
func isTest(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "testing"
}

// standsForTest reports whether t may stand for a *testing.T in code that does not import package testing: it is an interface of methods that
// one has, and can fail and stop a test. Some loggers have no more methods than that.
func standsForTest(t types.Type) bool {
	it, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	fails, stops := false, false
	for method := range it.Methods() {
		switch method.Name() {
		case "Error", "Errorf", "Fail":
			fails = true
		case "Fatal", "Fatalf", "FailNow":
			stops = true
		case "Helper", "Name", "Log", "Logf", "Skip", "Skipf", "SkipNow", "Skipped", "Failed", "Cleanup", "Setenv", "Chdir", "TempDir", "Context", "Output", "Attr", "ArtifactDir":
		default:
			return false
		}
	}
	return fails && stops
}
