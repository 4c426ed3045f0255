package flow

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Decides reports whether the function that computes a condition returns true wherever the condition is true.
func Decides(cond ssa.Value) bool {
	// returned reports whether block to, entered from block from, does nothing but return true or the condition.
	returned := func(from, to *ssa.BasicBlock) bool {
		var phi *ssa.Phi
		for _, instr := range to.Instrs {
			switch instr := instr.(type) {
			case *ssa.Phi:
				phi = instr
			case *ssa.DebugRef:
			case *ssa.Return:
				if len(instr.Results) != 1 {
					return false
				}
				v := instr.Results[0]
				if phi != nil && v == phi {
					v = phi.Edges[slices.Index(to.Preds, from)]
				}
				return v == cond || isConstTrue(v)
			default:
				return false
			}
		}
		return false
	}
	if cond.Referrers() == nil {
		return false // a constant
	}
	for _, use := range *cond.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Return:
		case *ssa.If:
			if !returned(use.Block(), use.Block().Succs[0]) {
				return false
			}
		case *ssa.Phi:
			if !returned(cond.(ssa.Instruction).Block(), use.Block()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isConstTrue reports whether v is the constant true.
func isConstTrue(v ssa.Value) bool {
	is, _ := BoolConst(v)
	return is
}
