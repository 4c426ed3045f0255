package wrapcause

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/makeflow"
)

// swallowed reports the errors that are lost altogether.
func (c *checker) swallowed() {
	for fn := range c.model.Funcs() {
		c.nilReturned(fn)
		c.deferredOver(fn)
	}
	for _, instr := range c.model.Calls() {
		switch instr := instr.(type) {
		case *ssa.Go:
			c.droppedByGo(instr)
		case *ssa.Call:
			c.recoveredAsText(instr)
		}
	}
}

// nilReturned reports a return of nil where an error is at hand that was
// logged: the error matters, and the caller does not learn of it. An error that is not
// even logged is more often ignored on purpose. If another result is not
// zero, the function has something to return without the one that failed.
func (c *checker) nilReturned(fn *ssa.Function) {
	result := makeflow.ErrorResult(fn.Signature)
	if result < 0 {
		return
	}
	for ret := range flow.Returns(fn) {
		v := flow.Returned(ret, result)
		if v == nil || !flow.IsNil(flow.Strip(v)) || c.setByDefer(ret.Results[result]) {
			continue
		}
		live := c.model.LiveAt(ret)
		if len(live) == 0 || live[0].Classified {
			continue
		}
		cause := live[0].Value
		if c.model.MayDrop(cause, v) || c.model.Settled(cause, ret.Block()) {
			continue
		}
		something := false
		for i := range ret.Results {
			if k, ok := flow.Returned(ret, i).(*ssa.Const); i != result && (!ok || k.Value != nil && !flow.IsZeroConstant(k.Value)) {
				something = true
			}
		}
		if something || !c.model.Logged(cause, ret.Block()) {
			continue
		}
		name := c.errorName(cause)
		diag := analysis.Diagnostic{
			Pos:      ret.Pos(),
			Category: Swallowed,
			Message:  "nil is returned where " + name + " is not nil, so the caller takes the failure for a success",
		}
		if stmt := c.model.ReturnStmt(ret); stmt != nil {
			diag.End = stmt.End()
		}
		c.from(&diag, ret.Block(), name, cause)
		c.say(diag)
	}
}

// setByDefer reports whether a function literal assigns the variable that a result is loaded from.
func (c *checker) setByDefer(result ssa.Value) bool {
	load, ok := result.(*ssa.UnOp)
	return ok && slices.ContainsFunc(c.model.StoresTo(load.X), func(s flow.Store) bool { return s.Instr.Parent() != load.Parent() })
}

// deferredOver reports an assignment in a deferred function to a named result that is an error,
// if the function does not look at the error that is about to be returned.
func (c *checker) deferredOver(fn *ssa.Function) {
	mc := c.model.ClosureOf(fn)
	if mc == nil || flow.CallsRecover(fn) || len(*mc.Referrers()) == 0 || slices.ContainsFunc(*mc.Referrers(), func(ref ssa.Instruction) bool {
		d, ok := ref.(*ssa.Defer)
		return !ok || d.Call.Value != mc
	}) {
		return // not deferred, or also used in some other way
	}
	for _, fv := range fn.FreeVars {
		if !errflow.IsErrorInterface(flow.Deref(fv.Type())) || !isNamedResult(fv) {
			continue
		}
		for _, st := range c.model.StoresWithin(fv, fn) {
			looked := slices.ContainsFunc(*fv.Referrers(), func(ref ssa.Instruction) bool {
				load, ok := ref.(*ssa.UnOp)
				return ok && (c.model.SameError(st.Val, load) || c.model.Wraps(st.Val, load) != errflow.No || load.Block().Dominates(st.Instr.Block()))
			})
			if looked || flow.IsNil(st.Val) || st.Instr.Parent() != fn {
				continue
			}
			c.say(analysis.Diagnostic{
				Pos:      st.Instr.Pos(),
				Category: Swallowed,
				Message:  "the deferred function assigns " + fv.Name() + " without a look at it, so an error that is about to be returned is lost",
			})
		}
	}
}

// isNamedResult reports whether a captured variable is a named result of the enclosing function.
func isNamedResult(fv *ssa.FreeVar) bool {
	results := fv.Parent().Parent().Signature.Results()
	for v := range results.Variables() {
		if v.Name() == fv.Name() && v.Pos() == fv.Pos() {
			return true
		}
	}
	return false
}

// droppedByGo reports a go statement whose function returns an error.
func (c *checker) droppedByGo(g *ssa.Go) {
	sig := g.Call.Signature()
	if makeflow.ErrorResult(sig) < 0 {
		return
	}
	name := "the function"
	diag := analysis.Diagnostic{Pos: g.Pos(), Category: Swallowed}
	if expr := c.model.CallExpr(g); expr != nil {
		if _, literal := ast.Unparen(expr.Fun).(*ast.FuncLit); literal {
			diag.End = g.Pos() + token.Pos(len("go"))
		} else {
			name = exprName(expr.Fun, name)
			diag.Pos, diag.End = expr.Pos(), expr.Fun.End()
		}
	}
	diag.Message = "the go statement drops the error that " + name + " returns"
	c.say(diag)
}

// recoveredAsText reports a new error that formats a recovered value: the
// value may be an error.
func (c *checker) recoveredAsText(call *ssa.Call) {
	m := c.model.Maker(call.Common())
	if m == nil {
		return
	}
	ops, ok := c.model.Operands(call, m)
	if !ok {
		return
	}
	for _, op := range ops {
		if !makeflow.Readable(op.Verb.Rune) || !isRecovered(op.Value) {
			continue
		}
		d := c.model.Leaves(call)
		if !d.Left() {
			return
		}
		name := exprName(op.Expr, "the recovered value")
		diag := analysis.Diagnostic{
			Category: Swallowed,
			Message:  m.Name + " formats " + name + ", which was recovered, so an error that was panicked with cannot be found by errors.Is and errors.As",
		}
		set(&diag, op.Expr, c.model.CallExpr(call), call.Pos())
		c.say(diag, append(d.Places(), call.Pos())...)
	}
}

// isRecovered reports whether v is the result of recover, and its dynamic type is not known.
func isRecovered(v ssa.Value) bool {
	call, ok := flow.Strip(v).(*ssa.Call)
	return ok && flow.IsBuiltin(call, "recover")
}
