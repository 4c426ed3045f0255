package directive

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

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
