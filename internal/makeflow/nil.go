package makeflow

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells where there may be no error at all.

// MayBeNil reports whether nil is among the values that an error may be in block b.
func (m *Model) MayBeNil(v ssa.Value, b *ssa.BasicBlock) bool {
	if m.NonNil(v, b) {
		return false
	}
	return slices.ContainsFunc(m.Origins(v, flow.OriginOptions{NoCalls: true}), func(o flow.Origin) bool {
		return o.Kind == flow.OriginZero || o.Kind == flow.OriginConst && flow.IsNil(o.Value)
	})
}

// mayBeUnset reports whether one of the ways to where branches come together leaves a variable without an error. That a loop may run not even
// once is no such way: errors of attempts are kept in a variable before it. A round that goes on and leaves the variable as it was is one: all may be such.
// So is one that keeps what was compared with nil, and goes on whether or not it is that.
func (m *Model) mayBeUnset(err ssa.Value) bool {
	joins := worklist.Of(err)
	for v := range joins.First(maxReached) {
		phi, ok := v.(*ssa.Phi)
		if !ok {
			continue
		}
		b := phi.Block()
		ofLoop := slices.ContainsFunc(b.Preds, func(pred *ssa.BasicBlock) bool { return b.Dominates(pred) || m.Looping(pred) && !m.InLoop(pred, b) })
		for i, edge := range phi.Edges {
			begun, ok := edge.(*ssa.Phi) // the variable as a round began
			goesOn := ok && slices.ContainsFunc(begun.Edges, flow.IsNil) && m.InLoop(b, begun.Block()) && (!ofLoop || b.Dominates(b.Preds[i]))
			if flow.IsNil(edge) && !ofLoop || goesOn || !ok && m.keptUnasked(edge, b.Preds[i], b) {
				return true
			}
			joins.Push(edge)
		}
	}
	return false
}

// keptUnasked reports whether an error that was compared with nil may be that still on the way from one block to the next.
func (m *Model) keptUnasked(err ssa.Value, from, to *ssa.BasicBlock) bool {
	if m.Compared(err) == nil || m.NonNil(err, from) {
		return false
	}
	cond, ok := flow.ConditionOf(from, to)
	if !ok {
		return true
	}
	v, isNil := cond.ComparedWithNil()
	return v == nil || isNil || !m.SameError(v, err)
}

// MaybeNone reports whether there may be no error where it is formatted: it was compared with nil, and still may be, as in
// err != nil || n < 1, or it is that of a context that need not be done, or a field of what errors.As need not have found. %w has
// no sense there.
func (m *Model) MaybeNone(err ssa.Value, b *ssa.BasicBlock) bool {
	if m.NonNil(err, b) {
		return false
	}
	switch v := err.(type) {
	case *ssa.Call:
		if isContextErr(flow.Callee(v.Common())) {
			return !m.timeIsUp(nil, b) && !m.waited(b)
		}
	case *ssa.UnOp:
		if field, ok := v.X.(*ssa.FieldAddr); ok {
			if m.comparedWithNil(field) {
				return true
			}
			if found, ok := field.X.(*ssa.Alloc); ok && m.FoundIn(found) != nil {
				return !m.Known(m.FoundIn(found), b)
			}
		}
	}
	return m.Compared(err) != nil || isReturned(err) || m.mayBeUnset(err)
}

// comparedWithNil reports whether the function compares a field of some variable with nil, wherever it reads it.
func (m *Model) comparedWithNil(field *ssa.FieldAddr) bool {
	if field.X.Referrers() == nil {
		return false // a variable of the package, of which SSA form lists no uses
	}
	for _, ref := range *field.X.Referrers() {
		same, ok := ref.(*ssa.FieldAddr)
		if !ok || same.Field != field.Field {
			continue
		}
		for _, ref := range *same.Referrers() {
			if load, ok := ref.(*ssa.UnOp); ok && m.Compared(load) != nil {
				return true
			}
		}
	}
	return false
}

// IsUnchecked reports whether an error that is formatted, as an expression, is that of a call of which no condition has said anything where control is in block b, and
// something else is what has failed: the call has other results, or the message other errors.
func (m *Model) IsUnchecked(err ssa.Value, as ast.Expr, b *ssa.BasicBlock, several bool) bool {
	call, _ := flow.ResultOf(err)
	_, among := err.(*ssa.Extract)
	if _, variable := ast.Unparen(as).(*ast.Ident); call == nil || !variable || !among && !several || m.NonNil(err, b) {
		return false
	}
	for cond := range flow.Conditions(b) {
		for v := range flow.Slice(cond.Value) {
			if v == ssa.Value(call) {
				return false
			}
		}
	}
	return true
}

// isReturned reports whether an error is returned as it is, too, whatever it is: nil if all went well.
func isReturned(err ssa.Value) bool {
	if err.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*err.Referrers(), func(ref ssa.Instruction) bool {
		_, ok := ref.(*ssa.Return)
		return ok
	})
}
