package errflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// GoesOn reports whether error err is used, other than in comparisons, on a path that includes instruction at: it is
// returned, wrapped, stored, sent or given to a function. A condition that asks whether it is a certain error, where
// the answer is no, is not a use.
func (m *Model) GoesOn(err ssa.Value, at ssa.Instruction) bool {
	if load, ok := err.(*ssa.UnOp); ok && load.Op == token.MUL {
		return variableGoesOn(load, at)
	}
	var avoid *ssa.BasicBlock
	if instr, ok := err.(ssa.Instruction); ok {
		avoid = instr.Block() // where a loop gets the next error
	}
	values := worklist.Of(err)
	for v := range values.All() {
		if v.Referrers() == nil {
			continue
		}
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.BinOp, *ssa.DebugRef:
			case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType:
				values.Push(ref.(ssa.Value))
			case *ssa.Phi:
				for i, e := range ref.Edges {
					if pred := ref.Block().Preds[i]; e == v && meets(at.Block(), pred, avoid) {
						values.Push(ref)
					}
				}
			default:
				if meets(at.Block(), ref.Block(), avoid) && !m.ruledOut(ref, at) {
					return true
				}
			}
		}
	}
	return false
}

// ruledOut reports whether an instruction asks which error a value is, and the answer is no whenever control reaches
// at.
func (m *Model) ruledOut(asks, at ssa.Instruction) bool {
	asked, ok := asks.(ssa.Value)
	if !ok {
		return false
	}
	for c := range flow.Conditions(at.Block()) {
		answer := c.Value
		if e, ok := answer.(*ssa.Extract); ok {
			answer = e.Tuple
		}
		if answer == asked && !c.Outcome {
			return len(m.Asks(c.Value)) > 0 || m.foreignPredicate(asked)
		}
	}
	return false
}

// foreignPredicate reports whether a value is the result of errors.Is or errors.As, or of a function of another module
// that takes just an error, such as k8s.io's IsNotFound.
func (m *Model) foreignPredicate(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.IsInvoke() {
		return false
	}
	fn := flow.Callee(&call.Call)
	return IsErrorsFunc(fn, "Is", "IsAny", "As", "AsType") ||
		fn != nil && fn.Pkg() != nil && !m.OwnPackage(fn.Pkg()) && fn.Signature().Recv() == nil && fn.Signature().Params().Len() == 1
}

// meets reports whether control may pass through both of two blocks before it passes through avoid again.
func meets(a, b, avoid *ssa.BasicBlock) bool {
	return a == b || b.Dominates(a) || flow.Reaches(a, b, avoid)
}

// variableGoesOn is GoesOn for an error in a variable that a closure captures, in a field, or in a global variable. A
// captured variable, and a field of a local struct, is used where it is read again. Errors in other places are kept.
func variableGoesOn(load *ssa.UnOp, at ssa.Instruction) bool {
	addr := load.X
	field, _ := addr.(*ssa.FieldAddr)
	if field != nil {
		addr = field.X
	}
	cell, ok := addr.(*ssa.Alloc)
	if !ok {
		return true
	}
	reads := slices.Clone(*cell.Referrers())
	for _, ref := range *cell.Referrers() {
		if other, ok := ref.(*ssa.FieldAddr); ok && field != nil {
			reads = slices.DeleteFunc(reads, func(r ssa.Instruction) bool { return r == ref })
			if other.Field == field.Field {
				reads = append(reads, *other.Referrers()...)
			}
		}
	}
	for _, ref := range reads {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if ref.Val == ssa.Value(cell) {
				return true
			}
		case *ssa.UnOp:
			if !meets(at.Block(), ref.Block(), nil) {
				continue
			}
			for _, use := range *ref.Referrers() {
				if _, compared := use.(*ssa.BinOp); !compared {
					return true
				}
			}
		default:
			return true
		}
	}
	return false
}
