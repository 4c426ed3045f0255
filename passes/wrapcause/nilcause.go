package wrapcause

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/makeflow"
)

// nilCause reports a call that makes an error from one that is known to be nil, where no other error is at hand: category nil-cause. If another is at
// hand, category dropped reports that. m is nil if the called function makes no errors.
func (c *checker) nilCause(call *ssa.Call, m *makeflow.Maker) {
	if len(c.model.Live(call.Block())) > 0 || c.model.Dead(call.Block()) {
		return
	}
	var expr ast.Expr
	var does string
	if m != nil {
		expr, does = c.nilIn(call, m)
	}
	if expr == nil {
		expr, does = c.nilGiven(call)
	}
	if expr == nil {
		return
	}
	d := analysis.Diagnostic{Category: NilCause, Message: does}
	set(&d, expr, nil, call.Pos())
	c.say(d, call.Pos())
}

// asksNil reports a condition on an error that is always nil there, where something else is meant: nothing is ever assigned to its variable, or the error
// that was just found is only looked at behind the condition.
func (c *checker) asksNil() {
	for fn := range c.model.Funcs() {
		for _, b := range fn.Blocks {
			for i, succ := range b.Succs {
				asked := makeflow.Failed(b, succ)
				switch {
				case asked == nil || b.Succs[1-i] == succ || c.model.Dead(b) || !c.model.KnownNil(asked, b):
				case flow.IsNil(asked):
					c.sayAsked(b, "nothing is assigned to ", ", which is always nil here")
				case len(succ.Preds) == 1:
					for _, instr := range b.Instrs {
						err, ok := instr.(ssa.Value)
						if !ok || !errflow.IsErrorInterface(err.Type()) || !isOnlyBehind(err, succ) {
							continue
						}
						call, _ := flow.ResultOf(err)
						if fn := flow.Callee(call.Common()); fn != nil {
							c.sayAsked(b, "", " is always nil here, so the error of "+errflow.FuncName(fn, c.pass.Pkg)+" is not examined")
						}
					}
				}
			}
		}
	}
}

// isOnlyBehind reports whether the error of a call is used, and only where control comes to by way of block b.
func isOnlyBehind(err ssa.Value, b *ssa.BasicBlock) bool {
	call, _ := flow.ResultOf(err)
	used := false
	for _, ref := range *err.Referrers() {
		if !b.Dominates(ref.Block()) {
			return false
		}
		used = true
	}
	return used && call != nil
}

// sayAsked says something of the error that the condition at the end of a block compares with nil.
func (c *checker) sayAsked(b *ssa.BasicBlock, before, after string) {
	cond, _ := b.Instrs[len(b.Instrs)-1].(*ssa.If).Cond.(*ssa.BinOp)
	expr := c.model.BinaryExpr(cond)
	if expr == nil || expr.Op != token.NEQ { // "if first == nil" is asked alike of the first error and of later ones
		return
	}
	side := expr.X
	if c.pass.TypesInfo.Types[side].IsNil() {
		side = expr.Y
	}
	c.say(analysis.Diagnostic{
		Pos: side.Pos(), End: side.End(),
		Category: NilCause,
		Message:  before + exprName(side, "the error") + after,
	}, side.Pos())
}

// nilGiven returns an argument of a call that is known to be nil, if the called function then returns nil and the call, by the text in it, is meant to
// report a failure: callers take the failure for a success. does says so in a message. expr is nil if there is no such argument.
func (c *checker) nilGiven(call *ssa.Call) (expr ast.Expr, does string) {
	fn := flow.Callee(call.Common())
	if fn == nil || call.Call.IsInvoke() || !c.model.OwnPackage(fn.Pkg()) || !makeflow.MeansToFail(call) {
		return nil, ""
	}
	for i := range c.model.NilFor(fn).All() {
		if i >= len(call.Call.Args) || !c.model.KnownNil(flow.Strip(call.Call.Args[i]), call.Block()) {
			continue
		}
		if expr := c.model.Arg(call, i); expr != nil && !c.pass.TypesInfo.Types[expr].IsNil() {
			return expr, errflow.FuncName(fn, c.pass.Pkg) + " returns nil, since " + exprName(expr, "its error") + " is nil here"
		}
	}
	return nil, ""
}

// gathers reports whether a call adds a list of errors to another error, as multierror.Append does.
func gathers(call *ssa.Call) bool {
	sig := call.Call.Signature()
	if !sig.Variadic() || sig.Params().Len() < 2 || !errflow.IsErrorInterface(sig.Params().At(0).Type()) {
		return false
	}
	return errflow.IsErrorInterface(flow.ElemType(sig.Params().At(sig.Params().Len() - 1).Type()))
}

// nilIn returns the first error that is known to be nil and that the call of a maker wraps or formats, and says so in does; nil if there is none.
func (c *checker) nilIn(call *ssa.Call, m *makeflow.Maker) (expr ast.Expr, does string) {
	isNil := func(v ssa.Value, expr ast.Expr) bool {
		v = flow.Strip(v)
		return expr != nil && !c.pass.TypesInfo.Types[expr].IsNil() && errflow.IsErrorInterface(v.Type()) && c.model.KnownNil(v, call.Block())
	}
	if gathers(call) {
		return nil, "" // whether or not there was one before
	}
	for i := range m.Causes.All() {
		if expr := c.model.Arg(call, i); i < len(call.Call.Args) && isNil(call.Call.Args[i], expr) {
			does := m.Name + " wraps " + exprName(expr, "an error") + ", which is nil here"
			if _, known := errflow.Builder(m.Obj); known {
				does += ", so it returns nil" // as github.com/pkg/errors.Wrap does
			}
			return expr, does
		}
	}
	ops, _ := c.model.Operands(call, m)
	for _, op := range ops {
		verb := " formats "
		if op.Verb.Rune == 'w' {
			verb = " wraps "
		}
		if (op.Verb.Rune == 'w' || makeflow.Readable(op.Verb.Rune)) && isNil(op.Value, op.Expr) {
			return op.Expr, m.Name + verb + exprName(op.Expr, "an error") + ", which is nil here"
		}
	}
	return nil, ""
}
