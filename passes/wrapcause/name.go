package wrapcause

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/makeflow"
	"github.com/errlint/errlint/internal/prose"
	"github.com/errlint/errlint/internal/textflow"
)

// This file has the names of errors in messages, and the positions of diagnostics.

// maxName is the length, in bytes, of the longest expression that a message quotes. Names are quoted whatever their length.
const maxName = 40

// exprName returns the source of an expression if it is short or a name, and otherwise the given words.
func exprName(expr ast.Expr, otherwise string) string {
	if expr == nil {
		return otherwise
	}
	s := types.ExprString(ast.Unparen(expr))
	if len(s) > maxName && !isName(expr) || strings.Contains(s, "\n") {
		return otherwise
	}
	return s
}

// isName reports whether an expression is an identifier, qualified or not.
func isName(expr ast.Expr) bool {
	if sel, ok := ast.Unparen(expr).(*ast.SelectorExpr); ok {
		expr = sel.X
	}
	_, ok := ast.Unparen(expr).(*ast.Ident)
	return ok
}

// errorName returns the name of an error in a message: that of its variable, if there is one, or else the operand of its call of Error
// or of its comparison with nil. SSA values have no names themselves.
func (c *checker) errorName(v ssa.Value) string {
	if name := flow.VariableOf(v); name != "" {
		return name
	}
	if refs := v.Referrers(); refs != nil {
		for _, ref := range *refs {
			if call, ok := ref.(*ssa.Call); ok && textflow.Stringified(call.Common()) == v {
				if side := c.textCall(c.model.Assignment(call)); side != nil {
					return exprName(side, unnamed)
				}
			}
		}
	}
	if side := c.model.Compared(v); side != nil {
		return exprName(side, unnamed)
	}
	return unnamed
}

const unnamed = "the error at hand"

// typeName returns the name of an error type, qualified if it is another package's, without a star.
func (c *checker) typeName(t types.Type) string {
	named, ok := types.Unalias(flow.Deref(t)).(*types.Named)
	if !ok {
		return "the error literal"
	}
	obj := named.Obj()
	if obj.Pkg() == nil || obj.Pkg() == c.pass.Pkg {
		return obj.Name()
	}
	return obj.Pkg().Name() + "." + obj.Name()
}

// related returns the related information for a position; none if that is not valid.
func related(pos token.Pos, message string) []analysis.RelatedInformation {
	if !pos.IsValid() {
		return nil
	}
	return []analysis.RelatedInformation{{Pos: pos, Message: message}}
}

// errorNames lists the names of several errors in source order, each once.
func (c *checker) errorNames(errs []ssa.Value) string {
	var names []string
	errs = slices.SortedStableFunc(slices.Values(errs), func(a, b ssa.Value) int { return int(a.Pos() - b.Pos()) })
	for _, err := range errs {
		if name := c.errorName(err); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return prose.List(names, "and")
}

// verbName says by which verb an operand is formatted.
func verbName(op *makeflow.Operand) string {
	if op.Verb.Rune == 0 {
		return "without a verb"
	}
	return "with %" + op.Verb.Flags + string(op.Verb.Rune)
}

// textNames returns the names of errors whose texts are in expr, which may be nil, and the pronoun for them.
func (c *checker) textNames(errs []ssa.Value, expr ast.Expr) (names, it string) {
	if len(errs) > 1 {
		return c.errorNames(errs), "them"
	}
	return c.textName(errs[0], expr), "it"
}

// textName returns the name of an error whose text is in expr, which may be nil.
func (c *checker) textName(err ssa.Value, expr ast.Expr) string {
	if expr == nil {
		return c.errorName(err)
	}
	// The receiver of a call of Error anywhere in the expression, or else an error in it, as in fmt.Sprintf("%v", err).
	if text := c.textIn(expr); text != nil {
		return exprName(c.textCall(text), unnamed)
	}
	name := ""
	ast.Inspect(expr, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if tv := c.pass.TypesInfo.Types[e]; ok && e != expr && name == "" && !tv.IsNil() && tv.IsValue() && errflow.IsError(tv.Type) {
			name = exprName(e, unnamed)
		}
		return name == ""
	})
	if name != "" {
		return name
	}
	return c.errorName(err)
}

// textCall returns err if n is the call err.Error(), and nil otherwise.
func (c *checker) textCall(n ast.Node) ast.Expr {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 0 {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Error" {
		return nil
	}
	tv := c.pass.TypesInfo.Types[sel.X]
	if tv.Type == nil || !tv.IsValue() {
		return nil
	}
	if _, isFunc := c.pass.TypesInfo.Uses[sel.Sel].(*types.Func); !isFunc || !errflow.IsError(tv.Type) && !errflow.IsError(types.NewPointer(tv.Type)) {
		return nil
	}
	return sel.X
}

// wrappedName returns the name of the first error that a call wraps.
func (c *checker) wrappedName(in making) string {
	for i, arg := range in.Call.Call.Args {
		if arg == in.wrapped[0] {
			return exprName(c.model.Arg(in.Call, i), "another error")
		}
	}
	ops, _ := c.model.Operands(in.Call, in.maker)
	for _, op := range ops {
		if flow.Strip(op.Value) == in.wrapped[0] {
			return exprName(op.Expr, "another error")
		}
	}
	return "another error"
}

// textIn returns the first call err.Error() in an expression; nil if there is none.
func (c *checker) textIn(expr ast.Node) (found ast.Expr) {
	ast.Inspect(expr, func(n ast.Node) bool {
		if c.textCall(n) != nil && found == nil {
			found = n.(ast.Expr)
		}
		return found == nil
	})
	return found
}

// set gives a diagnostic the range of expr or, if that is nil, of otherwise; and the position pos if both are nil.
func set(diag *analysis.Diagnostic, expr, otherwise ast.Expr, pos token.Pos) {
	if expr == nil {
		expr = otherwise
	}
	diag.Pos = pos
	if expr != nil {
		diag.Pos, diag.End = expr.Pos(), expr.End()
	}
}
