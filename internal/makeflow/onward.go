package makeflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells where a value goes by one of its uses, whatever it is. The walks over the uses of an error ([Model.Leaves]), of errors and texts
// (passingUse) and of functions (hands) ask this of each use that they do not judge themselves.

// onward returns the values that are v by one of its uses, or contain it, or are a part of it: other names of it, the variables that it is stored in, what
// is read from it. ok is false if the use does something else; what calls do is for the walk to judge.
func (m *Model) onward(v ssa.Value, use ssa.Instruction) (to []ssa.Value, ok bool) {
	switch use := use.(type) {
	case *ssa.DebugRef:
		return nil, true
	case *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert, *ssa.Extract,
		*ssa.Slice, *ssa.Index, *ssa.IndexAddr, *ssa.Lookup, *ssa.Range, *ssa.Next:
		return []ssa.Value{use.(ssa.Value)}, true
	case *ssa.UnOp:
		if use.Op == token.MUL {
			return []ssa.Value{use}, true
		}
	case *ssa.MakeClosure:
		if use.Fn == v {
			return []ssa.Value{use}, true
		}
		for fv := range flow.Captured(use, v) {
			to = append(to, fv)
		}
		return to, true
	case *ssa.Store:
		if use.Val != v {
			return nil, true
		}
		return m.storedAt(use.Addr)
	}
	return nil, false
}

// storedAt returns the variables that what is stored at an address is in; ok is false unless that is a local variable, captured or not, or an array.
func (m *Model) storedAt(addr ssa.Value) (vars []ssa.Value, ok bool) {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		return []ssa.Value{addr}, true
	case *ssa.FreeVar:
		return m.cellsOf(addr), true
	case *ssa.IndexAddr: // of a variadic call or a literal
		if array, ok := addr.X.(*ssa.Alloc); ok {
			return []ssa.Value{array}, true
		}
	}
	return nil, false
}

// givenTo returns the parameters that an argument of a call is passed for or, if it is appended, the longer list. ok is false unless all functions that
// the call may run are declared in this package.
func (m *Model) givenTo(arg ssa.Value, call ssa.CallInstruction) (to []ssa.Value, ok bool) {
	common := call.Common()
	if b, builtin := common.Value.(*ssa.Builtin); builtin && b.Name() == "append" {
		return []ssa.Value{call.Value()}, true
	}
	targets, complete := m.Callees(common)
	if !complete || slices.ContainsFunc(targets, func(t flow.Target) bool { return !m.own(t.Fn) }) {
		return nil, false
	}
	for _, t := range targets {
		for i, given := range t.Args(common) {
			if given == arg {
				to = append(to, t.Fn.Params[i])
			}
		}
	}
	return to, true
}

// cellsOf returns a captured variable, and the variable that it is in each enclosing function.
func (m *Model) cellsOf(captured *ssa.FreeVar) []ssa.Value {
	cells := worklist.Of[ssa.Value](captured)
	for v := range cells.All() {
		if fv, ok := v.(*ssa.FreeVar); ok {
			cells.Push(m.Bindings(fv)...)
		}
	}
	return slices.Collect(cells.All())
}

// resultOf returns the values that are the i'th result of a call; none for go and defer, and for a call of another function in the same place.
func resultOf(call ssa.CallInstruction, i int) (out []ssa.Value) {
	v := call.Value()
	if v == nil || i >= call.Common().Signature().Results().Len() {
		return nil
	}
	if call.Common().Signature().Results().Len() == 1 {
		return []ssa.Value{v}
	}
	for _, ref := range *v.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == i {
			out = append(out, e)
		}
	}
	return out
}
