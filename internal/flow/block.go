package flow

import (
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// This file is about control flow: blocks, and the nesting of functions.

// Before reports whether first has been executed whenever control reaches second.
func (x *Program) Before(first, second ssa.Instruction) bool {
	if first.Block() == second.Block() {
		return x.IndexOf(first) < x.IndexOf(second)
	}
	return first.Block().Dominates(second.Block())
}

// IndexOf returns the index of an instruction in its block.
func (x *Program) IndexOf(instr ssa.Instruction) int {
	b := instr.Block()
	if len(b.Instrs) <= 16 {
		return slices.Index(b.Instrs, instr)
	}
	return x.places.Get(b, func(b *ssa.BasicBlock) map[ssa.Instruction]int {
		places := make(map[ssa.Instruction]int, len(b.Instrs))
		for i, instr := range b.Instrs {
			places[instr] = i
		}
		return places
	})[instr]
}

// Looping reports whether b is in a loop.
func (x *Program) Looping(b *ssa.BasicBlock) bool { return x.InLoop(b, b) }

// InLoop reports whether a and b, two blocks of one function, are in a common loop.
func (x *Program) InLoop(a, b *ssa.BasicBlock) bool {
	loops := x.loops.Get(a.Parent(), loopsOf)
	return loops[a.Index] != 0 && loops[a.Index] == loops[b.Index]
}

// loopsOf numbers the loops of a function, its strongly connected components, from 1. The result has the number of the
// loop for each block index, and 0 for blocks outside of loops.
func loopsOf(fn *ssa.Function) []int {
	out := make([]int, len(fn.Blocks))
	for n, blocks := range worklist.Components(fn.Blocks, func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Succs }) {
		if len(blocks) == 1 && !slices.Contains(blocks[0].Succs, blocks[0]) {
			continue
		}
		for _, b := range blocks {
			out[b.Index] = n + 1
		}
	}
	return out
}

// Recovering returns what [Recovers] does, memoized.
func (x *Program) Recovering(fn *ssa.Function) bool { return x.recovers.Get(fn, Recovers) }

// Reaches reports whether control may go from one block to another without passing through avoid.
func Reaches(from, to, avoid *ssa.BasicBlock) bool {
	if avoid == to {
		avoid = nil // to arrive there is not to pass through it
	}
	for b := range Reachable(from.Succs, avoid) {
		if b == to {
			return true
		}
	}
	return false
}

// Literals yields fn and all function literals in it, each after the function that encloses it.
func Literals(fn *ssa.Function) iter.Seq[*ssa.Function] {
	return func(yield func(*ssa.Function) bool) {
		for todo := []*ssa.Function{fn}; len(todo) > 0; {
			fn := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !yield(fn) {
				return
			}
			for _, anon := range slices.Backward(fn.AnonFuncs) {
				todo = append(todo, anon)
			}
		}
	}
}

// Encloses reports whether inner is outer or a literal within it.
func Encloses(outer, inner *ssa.Function) bool {
	for ; inner != nil; inner = inner.Parent() {
		if inner == outer {
			return true
		}
	}
	return false
}

// Dead reports whether a constant condition keeps control from ever reaching b, as in if debug { … }, or if err != nil { … } where nothing is
// ever assigned to err.
func (x *Program) Dead(b *ssa.BasicBlock) bool { return x.dead[b] }

// deadBlocks returns the blocks of fn that constant conditions make unreachable, nil if there are none.
func deadBlocks(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	if !slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			return false
		}
		_, known := constantCondition(cond.Cond)
		return known
	}) {
		return nil
	}
	p := &Premise{fn: fn}
	p.reach()
	return p.dead
}

// Comes reports whether control may go from block b to its successor succ. It may not if b is dead, or if b ends in a
// constant condition with the other outcome.
func (x *Program) Comes(b, succ *ssa.BasicBlock) bool {
	return !x.dead[b] && new(Premise).takes(b, succ)
}
