package wrapcause

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/errlint/errlint/internal/errdoc"
	"github.com/errlint/errlint/internal/flow"
)

// This file tells, where there is no directive, whether a comment says that an error is lost on purpose. Such a comment need not give
// a reason, but a finding on what the author has considered helps nobody.

// A purpose has the comments of a file which say that a cause is hidden on purpose.
type purpose struct {
	lines    map[int]bool           // the lines on which such a comment begins, and those after such a comment
	branches map[ast.Node]token.Pos // the position of the first such comment in a branch
}

// saysHidden reports whether a comment says that the statement at pos hides a cause on purpose: a comment on its line, on the line above, further up in
// its branch, or above the if or case of the branch.
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

// branchAt returns the if statement or clause whose block is the innermost one around pos; nil if that block is a loop's or a function's.
func (c *checker) branchAt(file *ast.File, pos token.Pos) ast.Node {
	in := c.nodes.Get(file, func(file *ast.File) *inspector.Inspector { return inspector.New([]*ast.File{file}) })
	at, ok := in.Root().FindByPos(pos, pos+1)
	if !ok {
		return nil
	}
	for cur := range at.Enclosing((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		block, ok := cur.Node().(*ast.BlockStmt)
		if !ok {
			return cur.Node()
		}
		// A comment after the last statement of a clause belongs to the clause.
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
