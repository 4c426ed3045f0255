package wrapcause

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/makeflow"
)

// nilCause reports a call that makes an error of one that is known to be nil, where no other is at hand: category nil-cause. In place of another
// it is that one which is dropped.
func (c *checker) nilCause(call *ssa.Call, m *makeflow.Maker) {
	if len(c.model.Live(call.Block())) > 0 || c.model.Dead(call.Block()) {
		return
	}
	expr, does := c.nilIn(call, m)
	if expr == nil {
		return
	}
	d := analysis.Diagnostic{Category: NilCause, Message: does}
	set(&d, expr, nil, call.Pos())
	c.say(d, call.Pos())
}

// nilIn returns the first error that a maker wraps or formats though it is known to be nil, and how a message says so; nil if there is none.
func (c *checker) nilIn(call *ssa.Call, m *makeflow.Maker) (expr ast.Expr, does string) {
	isNil := func(v ssa.Value, expr ast.Expr) bool {
		v = flow.Strip(v)
		return expr != nil && !c.pass.TypesInfo.Types[expr].IsNil() && errflow.IsErrorInterface(v.Type()) && c.model.KnownNil(v, call.Block())
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
