package wrapcause

import (
	"go/ast"
	"go/token"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errdoc"
	"github.com/errlint/errlint/internal/flow"
)

// This file tells whether an error is lost on purpose without a directive: a comment says so, or the code is for tests. The comment gives no reason that could be
// checked, but to report what the author has thought of helps nobody.

// A purpose is what the comments of a file say that hide causes on purpose.
type purpose struct {
	lines    map[int]bool           // those that such a comment begins on, or that follow one
	branches map[ast.Node]token.Pos // the branches that have such a comment in them, and where the first of these is
}

// saysHidden reports whether a comment that belongs to the statement at pos says so: one on its line, one that ends on the line above, one
// further up in the branch that it is in, or one above the if or case that begins that branch.
func (c *checker) saysHidden(pos token.Pos) bool {
	file := flow.FileAt(c.pass.Files, pos)
	if file == nil {
		return false
	}
	p := c.hidden.Get(file, c.purposeOf)
	if len(p.lines) == 0 {
		return false
	}
	if p.lines[c.line(pos)] {
		return true
	}
	branch := c.branchAt(file, pos)
	if branch == nil {
		return false
	}
	first, inside := p.branches[branch]
	return p.lines[c.line(branch.Pos())] || inside && first <= pos
}

// purposeOf reads the comments of a file.
func (c *checker) purposeOf(file *ast.File) purpose {
	p := purpose{lines: make(map[int]bool), branches: make(map[ast.Node]token.Pos)}
	for _, g := range file.Comments {
		if !errdoc.HidesCause(g.Text()) {
			continue
		}
		p.lines[c.line(g.Pos())], p.lines[c.line(g.End())+1] = true, true
		if branch := c.branchAt(file, g.Pos()); branch != nil && p.branches[branch] == token.NoPos {
			p.branches[branch] = g.Pos()
		}
	}
	return p
}

// branchAt returns the if statement or clause in one of whose blocks pos is, nil where the nearest block is a loop's or a function's.
func (c *checker) branchAt(file *ast.File, pos token.Pos) ast.Node {
	for cur := range c.enclosing(file, pos, (*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		block, ok := cur.Node().(*ast.BlockStmt)
		if !ok {
			return cur.Node()
		}
		// A comment behind the last statement of a clause is in it.
		for _, s := range slices.Backward(block.List) {
			switch s.(type) {
			case *ast.CaseClause, *ast.CommClause:
				if s.Pos() <= pos && pos < block.Rbrace {
					return s
				}
			}
		}
		if stmt, ok := cur.Parent().Node().(*ast.IfStmt); ok {
			return stmt
		}
		return nil
	}
	return nil
}

// enclosing yields the nodes of some types that pos is in, the innermost first.
func (c *checker) enclosing(file *ast.File, pos token.Pos, types ...ast.Node) iter.Seq[inspector.Cursor] {
	in := c.nodes.Get(file, func(file *ast.File) *inspector.Inspector { return inspector.New([]*ast.File{file}) })
	cur, ok := in.Root().FindByPos(pos, pos+1)
	if !ok {
		return func(func(inspector.Cursor) bool) {}
	}
	return cur.Enclosing(types...)
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
	for cur := range c.enclosing(file, pos, (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		var typ *ast.FuncType
		switch n := cur.Node().(type) {
		case *ast.FuncDecl:
			typ = n.Type
		case *ast.FuncLit:
			typ = n.Type
		}
		if slices.ContainsFunc(typ.Params.List, func(field *ast.Field) bool {
			named := flow.Named(c.pass.TypesInfo.TypeOf(field.Type))
			return named != nil && named.Obj().Pkg().Path() == "testing"
		}) {
			return true
		}
	}
	return false
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
