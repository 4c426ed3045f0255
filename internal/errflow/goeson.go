package errflow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// GoesOn reports whether something is done with error err, besides a comparison, on the way to or from an instruction: it is
// returned, wrapped, stored, sent or given to a function.
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
				if meets(at.Block(), ref.Block(), avoid) {
					return true
				}
			}
		}
	}
	return false
}

// meets reports whether control may be in both of two blocks before it comes to avoid again.
func meets(a, b, avoid *ssa.BasicBlock) bool {
	return a == b || b.Dominates(a) || flow.Reaches(a, b, avoid)
}

// variableGoesOn is GoesOn for an error in a variable that a closure captures, in a field or in a global variable: the first
// goes on where it is read again, the others are kept.
func variableGoesOn(load *ssa.UnOp, at ssa.Instruction) bool {
	cell, ok := load.X.(*ssa.Alloc)
	if !ok {
		return true
	}
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store, *ssa.DebugRef:
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
