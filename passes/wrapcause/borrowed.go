package wrapcause

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
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

// functions returns the functions of a package that others may call by its scope: those declared there, and the methods of its types.
func functions(pkg *types.Package) (out []*types.Func) {
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			out = append(out, obj)
		case *types.TypeName:
			if named, ok := obj.Type().(*types.Named); ok && !obj.IsAlias() {
				out = slices.AppendSeq(out, named.Methods())
			}
		}
	}
	return out
}

// isRecord reports whether a value is an element of a list or table of a type that has an Error method, but whose values, as far as is known, are not
// returned or turned into errors: a result of a validation, say.
func (c *checker) isRecord(v ssa.Value) bool {
	v = flow.Strip(v)
	named, ok := types.Unalias(flow.Deref(v.Type())).(*types.Named)
	if !ok || types.IsInterface(named) || named.Obj().Pkg() == nil || !isElement(v) {
		return false
	}
	is, known := c.records[named.Obj()]
	if !known {
		is = c.onlyRecords(named.Obj())
		c.records[named.Obj()] = is
	}
	return is
}

// onlyRecords reports whether values of a type of errors are not returned or turned into errors, as far as is known.
func (c *checker) onlyRecords(obj *types.TypeName) bool {
	if obj.Pkg() != c.pass.Pkg && c.model.OwnPackage(obj.Pkg()) {
		return false // functions of another package of the module that this one does not name are nothing that a finding may depend on
	}
	is := func(t types.Type) bool {
		other, ok := types.Unalias(flow.Deref(t)).(*types.Named)
		return ok && other.Obj() == obj
	}
	for _, fn := range functions(obj.Pkg()) {
		for r := range fn.Signature().Results().Variables() {
			if is(r.Type()) {
				return false
			}
		}
	}
	for fn := range c.model.Funcs() {
		for mi := range flow.InstrsOf[*ssa.MakeInterface](fn) {
			if errflow.IsErrorInterface(mi.Type()) && is(mi.X.Type()) {
				return false
			}
		}
	}
	return true
}

// isElement reports whether a value is read from a list or table.
func isElement(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.IndexAddr, *ssa.Index, *ssa.Lookup:
		return true
	case *ssa.Extract:
		switch v.Tuple.(type) {
		case *ssa.Next, *ssa.Lookup:
			return true
		}
	case *ssa.UnOp:
		_, ok := v.X.(*ssa.IndexAddr)
		return ok && v.Op == token.MUL
	}
	return false
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
