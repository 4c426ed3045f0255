package makeflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

// This file finds the source of a new error, and the uses of names.

// MadeExpr returns the expression that makes an error: the call or literal, the returned expression, or the name of a sentinel
// where it is assigned. It returns nil if there is none.
func (m *Model) MadeExpr(made Made, ret *ssa.Return, result int) ast.Expr {
	switch v := made.Value.(type) {
	case *ssa.Call:
		if expr := m.Assignment(v); expr != nil {
			return expr
		}
	case *ssa.Alloc:
		if lit := m.CompositeLit(v); lit != nil {
			return lit
		}
	}
	if ret != nil && made.At == ret {
		if stmt := m.ReturnStmt(ret); stmt != nil && result < len(stmt.Results) {
			return stmt.Results[result]
		}
	}
	load, ok := made.Value.(*ssa.UnOp)
	if !ok {
		return nil
	}
	pos := load.Pos()
	if !pos.IsValid() && made.At != nil {
		pos = made.At.Pos()
	}
	if found := m.nextUse(load.X.(*ssa.Global).Object(), pos); found != nil {
		return found
	}
	return nil
}

// nextUse returns the first identifier at or after pos, in the same file, that refers to a package-level variable; nil if there is none.
func (m *Model) nextUse(obj types.Object, pos token.Pos) *ast.Ident {
	var found *ast.Ident
	for _, id := range m.UsesOf(obj) {
		if id.End() > pos && (found == nil || id.Pos() < found.Pos()) {
			found = id
		}
	}
	if !pos.IsValid() || found == nil || flow.FileAt(m.pass.Files, pos) != flow.FileAt(m.pass.Files, found.Pos()) {
		return nil
	}
	return found
}

// UsesOf returns the identifiers that refer to a package-level object, in no particular order.
func (m *Model) UsesOf(obj types.Object) []*ast.Ident { return m.uses()[obj] }

func (m *Model) findUses() map[types.Object][]*ast.Ident {
	uses := make(map[types.Object][]*ast.Ident)
	for id, obj := range m.pass.TypesInfo.Uses {
		if obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() {
			uses[obj] = append(uses[obj], id)
		}
	}
	return uses
}
