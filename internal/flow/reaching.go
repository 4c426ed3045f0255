package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// This file says which of the stores to a variable a load may see. The variables that need it are those that
// literals capture; all others are registers in SSA form.

// reachingLimit is how many instructions are looked at for one load; one that needs more may see all stores.
const reachingLimit = 4096

// reaching is the sources of the whole value that a load of a variable yields: the stores that reach it or, in a literal, that
// reach the place where the literal is made, or may follow it. It is not known of a variable
// whose address goes anywhere but to literals that load it.
func (x *Program) reaching(load *ssa.UnOp) ([]Source, bool) {
	cell, at, ok := x.captured(load)
	if !ok || !x.onlyLoaded(cell) {
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

// captured is the variable that a load is of, with the instructions of its function at which the content counts: the load
// itself or, where it is in a literal, those that make the literal.
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

// onlyLoaded reports whether the address of a variable goes nowhere but to literals that load it.
func (x *Program) onlyLoaded(cell *ssa.Alloc) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	only, ok := x.loaded[cell]
	if ok {
		return only
	}
	only = true
	addrs := worklist.Of[ssa.Value](cell)
	for v := range addrs.All() {
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef:
			case *ssa.UnOp:
				only = only && ref.Op == token.MUL
			case *ssa.Store:
				only = only && v == cell && ref.Val != v
			case *ssa.MakeClosure:
				fn := ref.Fn.(*ssa.Function)
				for i, b := range ref.Bindings {
					if b == v {
						addrs.Push(fn.FreeVars[i])
					}
				}
			default:
				only = false
			}
		}
	}
	x.loaded[cell] = only
	return only
}

// LastStores returns what may have been stored last in a variable where a load is, in the function of the variable and the load; nothing if too much code
// lies between.
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

// storesBefore adds the stores to cell that may be the last before an instruction.
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
