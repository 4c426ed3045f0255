package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// This file finds the stores to a variable that a load may see. Only variables that are captured by literals need this:
// all others are registers in SSA form.

// reachingLimit is how many instructions are searched for one load. A load that needs more may see all stores.
const reachingLimit = 4096

// reaching returns the sources of the whole value that a load of a variable yields: the stores that reach the load. For
// a load in a literal, they are the stores that reach the place where the literal is made, or that may follow it. ok is
// false if the address of the variable may have gone to anything but literals that load it.
func (x *Program) reaching(load *ssa.UnOp) ([]Source, bool) {
	cell, at, ok := x.captured(load)
	if !ok {
		return nil, false
	}
	if here := len(at) == 1 && at[0] == ssa.Instruction(load); !x.onlyLoaded(cell) && (!here || x.mayPrecede(x.leaks.Get(cell, x.leaksOf), load)) {
		return nil, false
	}
	found := make(map[*ssa.Store]bool)
	limit := reachingLimit
	for _, instr := range at {
		x.storesBefore(cell, instr, found, &limit)
		if instr != ssa.Instruction(load) {
			x.storesAfter(cell, instr, found, &limit)
		}
	}
	if limit < 0 {
		return nil, false
	}
	var out []Source
	for _, ref := range *cell.Referrers() { // in the order of the code
		if st, ok := ref.(*ssa.Store); ok && found[st] {
			out = append(out, Source{Node: Node{st.Val, nil}, Block: st.Block(), Instr: st})
		}
	}
	return out, true
}

// captured returns the variable that a load reads, with the instructions of its function at which its content matters:
// the load itself or, for a load in a literal, the instructions that make the literal.
func (x *Program) captured(load *ssa.UnOp) (cell *ssa.Alloc, at []ssa.Instruction, ok bool) {
	if cell, ok := load.X.(*ssa.Alloc); ok {
		return cell, []ssa.Instruction{load}, true
	}
	fv, ok := load.X.(*ssa.FreeVar)
	for hops := 0; ok && hops < maxBindings; hops++ {
		made := x.closures[fv.Parent()]
		bound := x.bound[fv]
		if made == nil || len(bound) != 1 {
			return nil, nil, false // it is made in several places
		}
		if cell, ok := bound[0].(*ssa.Alloc); ok {
			return cell, []ssa.Instruction{made}, true
		}
		fv, ok = bound[0].(*ssa.FreeVar)
	}
	return nil, nil, false
}

// onlyLoaded reports whether the address of a variable goes nowhere except to literals that load it.
func (x *Program) onlyLoaded(cell *ssa.Alloc) bool {
	return len(x.leaks.Get(cell, x.leaksOf).first) == 0
}

// A leaks is where the address of a variable goes to code that may store something in the variable.
type leaks struct {
	first map[*ssa.BasicBlock]int  // by block of the variable's function, the index of the first instruction that gives the address away
	after map[*ssa.BasicBlock]bool // the blocks that control may reach afterwards
}

// mayPrecede reports whether one of the leaks may precede an instruction of the variable's function.
func (x *Program) mayPrecede(l leaks, instr ssa.Instruction) bool {
	first, ok := l.first[instr.Block()]
	return ok && first < x.IndexOf(instr) || l.after[instr.Block()]
}

func (x *Program) leaksOf(cell *ssa.Alloc) leaks {
	// An address is the variable itself, or the free variable of a literal that captures it. root makes that literal.
	type address struct {
		v    ssa.Value
		root ssa.Instruction
	}
	l := leaks{make(map[*ssa.BasicBlock]int), make(map[*ssa.BasicBlock]bool)}
	leak := func(at ssa.Instruction) {
		i := x.IndexOf(at)
		if first, ok := l.first[at.Block()]; !ok || i < first {
			l.first[at.Block()] = i
		}
	}
	addrs := worklist.Of(address{v: cell})
	for a := range addrs.All() {
		for _, ref := range *a.v.Referrers() {
			root := a.root
			if root == nil {
				root = ref
			}
			switch ref := ref.(type) {
			case *ssa.DebugRef:
			case *ssa.UnOp:
				if ref.Op != token.MUL {
					leak(root)
				}
			case *ssa.Store:
				if a.v != cell || ref.Val == a.v {
					leak(root)
				}
			case *ssa.MakeClosure:
				for fv := range Captured(ref, a.v) {
					addrs.Push(address{fv, root})
				}
			default:
				leak(root)
			}
		}
	}
	var from []*ssa.BasicBlock
	for b := range l.first {
		from = append(from, b.Succs...)
	}
	for b := range Reachable(from, nil) {
		l.after[b] = true
	}
	return l
}

// LastStores returns the values that may have been stored last in the variable that a load reads. The variable has to
// belong to the load's function. It returns none if there is too much code in between.
func (x *Program) LastStores(load *ssa.UnOp) (vals []ssa.Value) {
	cell, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	found := make(map[*ssa.Store]bool)
	limit := reachingLimit
	x.storesBefore(cell, load, found, &limit)
	for _, ref := range *cell.Referrers() { // in the order of the code
		if st, ok := ref.(*ssa.Store); ok && found[st] && limit >= 0 {
			vals = append(vals, st.Val)
		}
	}
	return vals
}

// storesBefore adds the stores to cell that may be the last one before an instruction.
func (x *Program) storesBefore(cell *ssa.Alloc, instr ssa.Instruction, found map[*ssa.Store]bool, limit *int) {
	last := func(instrs []ssa.Instruction) bool {
		for i := len(instrs) - 1; i >= 0 && *limit >= 0; i-- {
			*limit--
			if instrs[i] == ssa.Instruction(cell) {
				return true // the variable begins here
			}
			if st, ok := instrs[i].(*ssa.Store); ok && st.Addr == cell {
				found[st] = true
				return true
			}
		}
		return false
	}
	b := instr.Block()
	if last(b.Instrs[:x.IndexOf(instr)]) {
		return
	}
	before := worklist.Of(b.Preds...)
	for b := range before.All() {
		if *limit < 0 {
			return
		}
		if !last(b.Instrs) {
			before.Push(b.Preds...)
		}
	}
}

// storesAfter adds the stores to cell that may come after an instruction.
func (x *Program) storesAfter(cell *ssa.Alloc, instr ssa.Instruction, found map[*ssa.Store]bool, limit *int) {
	add := func(instrs []ssa.Instruction) {
		*limit -= len(instrs)
		for _, in := range instrs {
			if st, ok := in.(*ssa.Store); ok && st.Addr == cell {
				found[st] = true
			}
		}
	}
	b := instr.Block()
	add(b.Instrs[x.IndexOf(instr):])
	for b := range Reachable(b.Succs, nil) {
		if *limit < 0 {
			return
		}
		add(b.Instrs)
	}
}
