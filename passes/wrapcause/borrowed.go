package wrapcause

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/flow"
)

// This file tells values of error types that no call has failed with: sentinels and records of which somebody needs the words.

// borrowsWords reports whether a sentinel of the module whose text is taken is of use for its text only: nobody in the package returns it,
// wraps it or asks for it.
func (c *checker) borrowsWords(err ssa.Value) bool {
	sentinel, ok := c.model.Sentinel(flow.Strip(err))
	obj := c.model.Object(sentinel)
	if !ok || obj == nil || !c.model.OwnPackage(obj.Pkg()) {
		return false
	}
	if c.texts == nil {
		c.texts = make(map[*ast.Ident]bool)
		for _, file := range c.pass.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch x := ast.Unparen(c.textCall(n)).(type) {
				case *ast.Ident:
					c.texts[x] = true
				case *ast.SelectorExpr:
					c.texts[x.Sel] = true
				}
				return true
			})
		}
	}
	return !slices.ContainsFunc(c.usesOf(obj), func(id *ast.Ident) bool { return !c.texts[id] })
}

// inTest reports whether a place is in a package or file that tests are made with, or in a function that is given a *testing.T, or another value of a type of that
// package: what it returns ends in a test.
func (c *checker) inTest(pos token.Pos) bool {
	file := flow.FileAt(c.pass.Files, pos)
	if file == nil {
		return false
	}
	if c.forTests() || saysTest(filepath.Base(c.pass.Fset.File(pos).Name())) && directive.ForTests(c.pass.Fset, []*ast.File{file}) {
		return true
	}
	fns, known := c.tests[file]
	if !known {
		ast.Inspect(file, func(n ast.Node) bool {
			var typ *ast.FuncType
			switch n := n.(type) {
			case *ast.FuncDecl:
				typ = n.Type
			case *ast.FuncLit:
				typ = n.Type
			default:
				return true
			}
			if slices.ContainsFunc(typ.Params.List, func(field *ast.Field) bool {
				named := flow.Named(c.pass.TypesInfo.TypeOf(field.Type))
				return named != nil && named.Obj().Pkg().Path() == "testing"
			}) {
				fns = append(fns, n)
			}
			return true
		})
		c.tests[file] = fns
	}
	return slices.ContainsFunc(fns, func(n ast.Node) bool { return n.Pos() <= pos && pos < n.End() })
}

// forTests reports whether tests are made with the package: its path in the module says so, and a file of it that is no test itself imports what only
// tests need.
func (c *checker) forTests() bool {
	dir := c.pass.Pkg.Path()
	if c.pass.Module != nil {
		dir = strings.TrimPrefix(dir, c.pass.Module.Path)
	}
	return slices.ContainsFunc(strings.Split(dir, "/"), saysTest) && directive.ForTests(c.pass.Fset, c.pass.Files)
}

// saysTest reports whether the name of a directory or file says that it is for tests.
func saysTest(name string) bool { return strings.Contains(name, "test") || name == "e2e" }
