package wrapcause

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/makeflow"
)

// This file tells whether an error at hand is the reason of a failure: whether a new
// error that is made there has to wrap it.

// exempt reports whether what an error says is known without it: all that it may be
// was returned by functions of the list exempt-causes, or by functions of the module that return
// nothing else.
func (c *checker) exempt(cause ssa.Value) bool {
	return c.onlyExemptErrors(cause) || c.onlyFrom(cause, func(call *ssa.Call) bool { return c.exemptCall(call) })
}

// mayDrop reports whether an error may be left out altogether: it is exempt, or the error of a context,
// which is one of two and says so in its name.
func (c *checker) mayDrop(cause ssa.Value) bool {
	return c.exempt(cause) || c.onlyFrom(cause, func(call *ssa.Call) bool {
		return c.exemptCall(call) || makeflow.IsContextErr(flow.Callee(call.Common()))
	})
}

func (c *checker) exemptCall(call *ssa.Call) bool {
	fn := flow.Callee(call.Common())
	return c.opts.exempt(fn) || c.model.Exempts(fn)
}

// onlyFrom reports whether an error, where it is not nil, was returned by calls that ok holds for. Calls
// of the package's own functions are looked into.
func (c *checker) onlyFrom(v ssa.Value, ok func(*ssa.Call) bool) bool {
	found := false
	for _, o := range c.model.Origins(v, flow.OriginOptions{Enter: func(call *ssa.Call, _ *ssa.Function) bool { return !ok(call) }}) {
		switch o.Kind {
		case flow.OriginConst, flow.OriginZero:
			continue // nil
		case flow.OriginCall:
			if call := o.Call(); o.Whole && call != nil && ok(call) {
				found = true
				continue
			}
		}
		return false
	}
	return found
}

// onlyExemptErrors reports whether all errors that v may be are known, and of types that belong to
// exempt functions: *strconv.NumError, say.
func (c *checker) onlyExemptErrors(v ssa.Value) bool {
	s := c.model.ErrorsAt(v, nil)
	if s.Opaque() || s.Empty() {
		return false
	}
	for range s.Refs() {
		return false
	}
	for a := range s.Atoms() {
		if !c.opts.exemptName(a.Pkg, a.Pkg+"."+a.Name) {
			return false
		}
	}
	return true
}

// isReason reports whether an error whose text is in a new one is the reason of the failure: not an
// exempt one, not what is said of a failure that there is anyway, not the outcome that a check wanted to be
// another, not what went wrong last when the time was up.
func (c *checker) isReason(cause, made ssa.Value, b *ssa.BasicBlock) bool {
	return !c.exempt(cause) && !c.model.Observed(cause, b) && !(c.model.MayBeNil(cause, b) && c.model.TimeIsUp(nil, b)) &&
		!(c.model.FailsAnyway(cause, b) && c.model.TellsWhy(made, cause))
}

// inScope reports whether the variable that holds an error can be named where a new one
// is made. In
//
//	if err := asObject(data); err == nil {
//		return nil
//	}
//	return errors.New("neither object nor array")
//
// it cannot: the attempts are over, and none of them failed in particular.
func (c *checker) inScope(cause ssa.Value, made makeflow.Made) bool {
	pos := token.NoPos
	if made.At != nil {
		pos = made.At.Pos()
	}
	if !pos.IsValid() {
		pos = made.Value.Pos()
	}
	side := c.model.Compared(cause)
	id, ok := side.(*ast.Ident)
	if !ok || !pos.IsValid() {
		return true
	}
	obj := c.pass.TypesInfo.ObjectOf(id)
	return obj == nil || obj.Parent() == nil || obj.Parent().Contains(pos)
}
