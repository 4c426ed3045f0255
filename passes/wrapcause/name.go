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

// This file says how messages call errors, and where diagnostics are.

// maxName is the length, in bytes, of the longest expression that a message repeats.
const maxName = 40

// exprName is an expression as a message names it: as it is written, if that
// is short or a name, or else what it is.
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

// isName reports whether an expression is a name, qualified or not: a message repeats it however long it is.
func isName(expr ast.Expr) bool {
	if sel, ok := ast.Unparen(expr).(*ast.SelectorExpr); ok {
		expr = sel.X
	}
	_, ok := ast.Unparen(expr).(*ast.Ident)
	return ok
}

// errorName is an error value as a message names it: by its variable or, since a value has no name in SSA, by the
// call that takes its text or the comparison that found it not nil.
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

// typeName is an error type as the package's code names it, without a star.
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

// related is a place that belongs to a finding.
func related(pos token.Pos, message string) []analysis.RelatedInformation {
	if !pos.IsValid() {
		return nil
	}
	return []analysis.RelatedInformation{{Pos: pos, Message: message}}
}

// errorNames is how a message calls several errors: each name once, in the order of the code.
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

// verbName is how a message says by which verb an error is formatted.
func verbName(op *makeflow.Operand) string {
	if op.Verb.Rune == 0 {
		return "without a verb"
	}
	return "with %" + op.Verb.Flags + string(op.Verb.Rune)
}

// textNames is how a message calls errors whose texts are in an expression, which may be nil, and says that they cannot be found.
func (c *checker) textNames(errs []ssa.Value, expr ast.Expr) (names, it string) {
	if len(errs) > 1 {
		return c.errorNames(errs), "them"
	}
	return c.textName(errs[0], expr), "it"
}

// textName is how a message calls an error whose text is in an expression, which may be nil.
func (c *checker) textName(err ssa.Value, expr ast.Expr) string {
	if expr == nil {
		return c.errorName(err)
	}
	// err in err.Error(), wherever that stands in the expression, or else an error in it, as in fmt.Sprintf("%v", err).
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

// textCall is err if n is the call err.Error().
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

// wrappedName is how a message calls the error that a call wraps, the first of several.
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

// textIn is the first call err.Error() in an expression, nil if there is none.
func (c *checker) textIn(expr ast.Node) (found ast.Expr) {
	ast.Inspect(expr, func(n ast.Node) bool {
		if c.textCall(n) != nil && found == nil {
			found = n.(ast.Expr)
		}
		return found == nil
	})
	return found
}

// set gives a diagnostic the range of the first of its expressions that there is.
func set(diag *analysis.Diagnostic, expr, otherwise ast.Expr, pos token.Pos) {
	if expr == nil {
		expr = otherwise
	}
	diag.Pos = pos
	if expr != nil {
		diag.Pos, diag.End = expr.Pos(), expr.End()
	}
}
