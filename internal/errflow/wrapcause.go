package errflow

import "golang.org/x/tools/go/ssa"

// LiveAt is [Model.Live] before instruction at: an error variable that at
// itself assigns, as a return does a named result that lives in memory, still counts.
func (m *Model) LiveAt(at ssa.Instruction) []Live {
	var out []Live
	classified := make(map[ssa.Value]bool)
	for b := at.Block(); b != nil; b = b.Idom() {
		if len(b.Preds) != 1 {
			continue
		}
		gs, outcome := m.eng.guardsOf(b.Preds[0], b)
		for _, g := range gs {
			switch holds := outcome == g.whenTrue; {
			case g.kind == isNil && !holds:
				if IsError(g.subject.Type()) && !m.overwrittenBefore(g.subject, b, at) {
					out = append(out, Live{g.subject, classified[m.identity(g.subject)]})
				}
			case g.kind != isNil && holds:
				classified[m.identity(g.subject)] = true
				if IsError(g.subject.Type()) && g.kind != isPredicate {
					out = append(out, Live{g.subject, true})
				}
			}
		}
	}
	return out
}

// overwrittenBefore is overwritten, of the assignments that may come before at.
func (m *Model) overwrittenBefore(v ssa.Value, b *ssa.BasicBlock, at ssa.Instruction) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || !isCell(load.X) {
		return false
	}
	for _, s := range m.flow.stores[m.identity(v)] {
		if s.at != "" || s.instr.Parent() != b.Parent() || !b.Dominates(s.instr.Block()) {
			continue
		}
		if s.instr.Block() == at.Block() {
			if indexOf(s.instr) < indexOf(at) {
				return true
			}
			continue // a loop comes back to it only by way of the condition
		}
		if reaches(s.instr.Block(), at.Block(), b) {
			return true
		}
	}
	return false
}

// reaches reports whether control may go from one block to another without
// passing through avoid.
func reaches(from, to, avoid *ssa.BasicBlock) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		for _, s := range b.Succs {
			if s == to {
				return true
			}
			if s == avoid || seen[s] {
				continue
			}
			seen[s] = true
			if visit(s) {
				return true
			}
		}
		return false
	}
	return visit(from)
}
