package makeflow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells where an error may be nil.

// NonNil reports whether v is known in block b to be an error: it is not nil or, if it is a number or a text of an error type, not zero.
func (m *Model) NonNil(v ssa.Value, b *ssa.BasicBlock) bool {
	return m.Model.NonNil(v, b) || m.nonZero(v, b)
}

// IsCode reports whether an error is a number or a text itself, of which the zero value stands for success, as of syscall.Errno.
func IsCode(v ssa.Value) bool {
	t := flow.Strip(v).Type()
	return isBasic(t) && errflow.IsError(t)
}

// nonZero reports whether a condition before block b says that an error is a code other than zero.
func (m *Model) nonZero(v ssa.Value, b *ssa.BasicBlock) bool {
	if !IsCode(v) {
		return false
	}
	for cond := range flow.Conditions(b) {
		if code, is := comparedWithZero(cond); code != nil && !is && m.SameError(code, flow.Strip(v)) {
			return true
		}
	}
	return false
}

// comparedWithNone returns the value that a condition compares with nil or, if it is an error code, with zero, and whether the outcome says that it is that; nil if
// it is no such comparison.
func comparedWithNone(cond flow.Condition) (v ssa.Value, is bool) {
	if v, is = cond.ComparedWithNil(); v != nil {
		return v, is
	}
	return comparedWithZero(cond)
}

func comparedWithZero(cond flow.Condition) (code ssa.Value, is bool) {
	cmp, ok := cond.Value.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return nil, false
	}
	x, y := flow.Strip(cmp.X), flow.Strip(cmp.Y)
	if isZero(x) {
		x, y = y, x
	}
	if !isZero(y) || !IsCode(x) || !IsCode(y) {
		return nil, false
	}
	return x, cond.Outcome == (cmp.Op == token.EQL)
}

// isZero reports whether v is the constant zero or an empty text.
func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && (c.Value.Kind() == constant.Int && constant.Sign(c.Value) == 0 || c.Value.Kind() == constant.String && constant.StringVal(c.Value) == "")
}

// HasNil reports whether nil is among the known values of an error in block b.
func (m *Model) HasNil(v ssa.Value, b *ssa.BasicBlock) bool {
	if m.NonNil(v, b) {
		return false
	}
	return slices.ContainsFunc(m.Origins(v, flow.OriginOptions{NoCalls: true}), func(o flow.Origin) bool {
		return o.Kind == flow.OriginZero || o.Kind == flow.OriginConst && flow.IsNil(o.Value)
	})
}

// mayBeUnset reports whether a variable has no error on one of the edges that a phi merges. The edge by which a loop is skipped does not count, since
// variables for the errors of attempts are declared before it. The edge of an iteration that leaves the variable as it was does count, since all
// iterations may do so; and so does one on which an error is kept that was compared with nil, whatever the outcome.
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
			begun, ok := edge.(*ssa.Phi) // the variable at the start of an iteration
			goesOn := ok && slices.ContainsFunc(begun.Edges, flow.IsNil) && m.InLoop(b, begun.Block()) && (!ofLoop || b.Dominates(b.Preds[i]))
			if flow.IsNil(edge) && !ofLoop || goesOn || !ok && m.keptUnasked(edge, b.Preds[i], b) {
				return true
			}
			joins.Push(edge)
		}
	}
	return false
}

// keptUnasked reports whether an error that was compared with nil somewhere may be nil on the edge between two blocks.
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

// MaybeNone reports whether an error may be nil where it is formatted: it was compared with nil, and may still be nil, as in
// err != nil || n < 1; or it is that of a context that may not be done, or a field of what errors.As may not have found. %w makes
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
		if m.setAside(v) {
			return true
		}
	}
	return m.Compared(err) != nil || isReturned(err) || m.mayBeUnset(err)
}

// setAside reports whether a load reads a local variable that only goroutines assign: they may not have done it yet.
func (m *Model) setAside(load *ssa.UnOp) bool {
	variable, ok := load.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	set := false
	for _, st := range m.StoresTo(variable) {
		switch {
		case flow.IsNil(st.Val):
		case !isGoroutine(st.Instr.Parent()):
			return false
		default:
			set = true
		}
	}
	return set
}

// isGoroutine reports whether a function literal is used only in a go statement.
func isGoroutine(fn *ssa.Function) bool {
	refs := fn.Referrers()
	if refs == nil || len(*refs) == 0 {
		return false
	}
	for _, ref := range *refs {
		closure, ok := ref.(*ssa.MakeClosure)
		if !ok || slices.ContainsFunc(*closure.Referrers(), func(use ssa.Instruction) bool { _, starts := use.(*ssa.Go); return !starts }) {
			return false
		}
	}
	return true
}

// comparedWithNil reports whether the function compares a field of a variable with nil, wherever it reads it.
func (m *Model) comparedWithNil(field *ssa.FieldAddr) bool {
	if field.X.Referrers() == nil {
		return false // a package-level variable: SSA form does not list its uses
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

// IsUnchecked reports whether no condition before block b depends on the call that returned err, and something else has failed: the call has other
// results, or the message other errors. as is the formatted expression.
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

// isReturned reports whether err itself is returned as well, whether or not it is nil.
func isReturned(err ssa.Value) bool {
	if err.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*err.Referrers(), func(ref ssa.Instruction) bool {
		_, ok := ref.(*ssa.Return)
		return ok
	})
}

// MeansToFail reports whether a call is meant to report a failure: one of its arguments is a constant text, and its function returns its result as an
// error and elsewhere returns nil.
func MeansToFail(call *ssa.Call) bool {
	says := slices.ContainsFunc(call.Call.Args, func(v ssa.Value) bool {
		_, constant := v.(*ssa.Const)
		return constant && flow.IsString(v.Type())
	})
	result := ErrorResult(call.Parent().Signature)
	if !says || result < 0 {
		return false
	}
	returned, succeeds := false, false
	for ret := range flow.Returns(call.Parent()) {
		v := flow.Returned(ret, result)
		returned = returned || v == ssa.Value(call)
		succeeds = succeeds || flow.IsNil(v)
	}
	return returned && succeeds
}
