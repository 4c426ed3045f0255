package wrapcause

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/makeflow"
)

// dropped reports the new errors that leave their function without the error at hand where they are made.
func (c *checker) dropped() {
	for fn := range c.model.Funcs() {
		if result := makeflow.ErrorResult(fn.Signature); result >= 0 && !c.model.ResultsUnused(fn) {
			for ret := range flow.Returns(fn) {
				for _, made := range c.model.Makings(ret.Results[result], ret.Block(), ret) {
					c.droppedAt(made, ret, result)
				}
			}
		}
	}
	for instr := range c.instructions() {
		if v, ok := c.model.IsMade(instr); ok {
			c.droppedElsewhere(makeflow.Made{Value: v, Block: instr.Block(), At: instr})
		}
	}
}

// droppedElsewhere reports a new error that leaves its function in some other way than as a result: it is appended, stored in a field,
// sent, or passed to a function that keeps it.
func (c *checker) droppedElsewhere(made makeflow.Made) {
	if c.judged[made.Value] {
		return
	}
	cause := c.model.AtHand(made)
	if cause == nil || !isVariable(cause) {
		return
	}
	l := c.model.Leaves(made.Value)
	if !l.Kept && !(l.Left() && l.Handed) || c.model.Tells(made.Block, nil, cause) || c.model.Leaves(cause).Kept {
		return
	}
	// A larger error that the new one becomes a part of is judged by itself, and may have the cause.
	for w := range l.Passed {
		if instr, ok := w.(ssa.Instruction); ok && w != made.Value {
			if _, isMade := c.model.IsMade(instr); isMade {
				return
			}
		}
		if c.model.MadeFrom(w, cause) {
			return
		}
	}
	c.droppedAt(made, nil, 0)
}

// isVariable reports whether err is a value or a local variable, so that its other uses are known. An error in a field is a new SSA value
// each time it is read.
func isVariable(err ssa.Value) bool {
	load, ok := err.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return true
	}
	switch load.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return true
	}
	return false
}

// droppedAt reports a new error that leaves out the error at hand. If a return statement returns it, ret is that, and result the index of
// the result.
func (c *checker) droppedAt(made makeflow.Made, ret *ssa.Return, result int) {
	if c.judged[made.Value] || c.model.MakesWire(made.Value) {
		return
	}
	cause := c.model.AtHand(made)
	if cause == nil || c.mayDrop(made, ret, cause) {
		return
	}

	// Have: cause is not nil, not known, and not in the new error.
	c.judged[made.Value] = true
	name := c.errorName(cause)
	find := cannotFind + "the cause"
	if instr, ok := cause.(ssa.Instruction); ok && !instr.Block().Dominates(made.Block) {
		name += " of the last attempt"
	} else if len(made.Block.Preds) > 1 && !c.model.NonNil(cause, made.Block) {
		find = " if that is not nil" + find // err != nil || …
	}
	place := " is returned in place of " + name
	diag := analysis.Diagnostic{Category: c.category(cause, made)}
	at := made.Value.Pos()
	if ret != nil {
		at = ret.Pos()
	}
	set(&diag, c.model.MadeExpr(made, ret, result), nil, at)
	switch v := made.Value.(type) {
	case *ssa.UnOp:
		sentinel, _ := c.model.Sentinel(v)
		diag.Message = sentinel.RelativeTo(c.pass.Pkg) + place + find
	case *ssa.Alloc:
		diag.Message = c.typeName(v.Type()) + place + find
		if f := c.model.UnsetCause(v); f != nil {
			diag.Message = c.typeName(v.Type()) + " is returned with its field " + f.Name() + " unset in place of " + name + find
		}
	case *ssa.Call:
		m := c.model.Maker(v.Common())
		diag.Message = m.Name + " makes an error in place of " + name + find
		if _, does := c.nilIn(v, m); does != "" {
			diag.Category, diag.Message = Dropped, does+", in place of "+name // nobody means that
		}
	}
	c.from(&diag, made.Block, name, cause)
	c.say(diag, append(c.madeAt(made.Value), at, made.Value.Pos())...)
}

// madeAt returns where the functions of the package that an error comes through make it: a comment there may say that its cause is hidden on purpose.
func (c *checker) madeAt(v ssa.Value) (places []token.Pos) {
	for _, o := range c.model.Origins(v, flow.OriginOptions{}) {
		if o.Kind == flow.OriginCall && o.Value != v {
			places = append(places, o.Value.Pos())
		}
	}
	return places
}

// category returns Dropped if an operation failed, so that callers need the cause, and Translated if callers may be meant to get only the new error: it
// has a name, the cause is logged or is that of a check or a lookup, or a flag decides who gets the cause.
func (c *checker) category(cause ssa.Value, made makeflow.Made) string {
	for range c.model.ErrorsAt(made.Value, nil).Atoms() {
		return Translated
	}
	if !c.model.ActsAt(made.Block, cause) || c.model.LooksUp(cause) || c.model.Logged(cause, made.Block) || c.model.ByFlag(cause, made.Block) {
		return Translated
	}
	return Dropped
}

// ignoredParams reports the constructors that ignore a parameter which is an error.
func (c *checker) ignoredParams() {
	for fn := range c.model.Funcs() {
		m, decl := c.model.Inferred(fn), c.model.Decl(fn)
		if m == nil || m.Ignores == 0 || decl == nil || decl.Recv != nil || c.model.UsedAsValue(fn) {
			continue // a function that is used as a value cannot choose its parameters
		}
		for i := range m.Ignores.All() {
			p := fn.Params[i]
			if p.Name() == "_" || p.Name() == "" || !p.Pos().IsValid() {
				continue
			}
			c.say(analysis.Diagnostic{
				Pos:      p.Pos(),
				End:      p.Pos() + token.Pos(len(p.Name())),
				Category: Dropped,
				Message:  m.Name + " ignores its parameter " + p.Name() + ", so errors.Is and errors.As cannot find it in the error that is returned",
			}, fn.Pos())
		}
	}
}
