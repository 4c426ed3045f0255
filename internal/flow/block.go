package flow

import (
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// This file is about control: blocks, and the functions around them.

// Before reports whether control has passed one instruction whenever it comes to the other.
func (x *Program) Before(first, second ssa.Instruction) bool {
	if first.Block() == second.Block() {
		return x.IndexOf(first) < x.IndexOf(second)
	}
	return first.Block().Dominates(second.Block())
}

// IndexOf is the place of an instruction in its block.
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

// Looping reports whether control can come back to b.
func (x *Program) Looping(b *ssa.BasicBlock) bool { return x.InLoop(b, b) }

// InLoop reports whether control can get from a to b and back, both being blocks of one function.
func (x *Program) InLoop(a, b *ssa.BasicBlock) bool {
	loops := x.loops.Get(a.Parent(), loopsOf)
	return loops[a.Index] != 0 && loops[a.Index] == loops[b.Index]
}

// loopsOf numbers the strongly connected components of a function's blocks, from 1: for each block, by its index, that which it is in;
// 0 where control does not come back.
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

// Recovering is [Recovers], remembered.
func (x *Program) Recovering(fn *ssa.Function) bool { return x.recovers.Get(fn, Recovers) }

// Reaches reports whether control may go from one block to another without
// passing through avoid.
func Reaches(from, to, avoid *ssa.BasicBlock) bool {
	if avoid == to {
		avoid = nil // arriving there is not passing through
	}
	for b := range Reachable(from.Succs, avoid) {
		if b == to {
			return true
		}
	}
	return false
}

// Literals yields fn and the literals in it, each after the function that it is in.
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

// Encloses reports whether inner is outer, or a literal within it.
func Encloses(outer, inner *ssa.Function) bool {
	for ; inner != nil; inner = inner.Parent() {
		if inner == outer {
			return true
		}
	}
	return false
}

// Dead reports whether control never comes to b, because a condition is constant: if debug { … }.
func (x *Program) Dead(b *ssa.BasicBlock) bool { return x.dead[b] }

// deadBlocks is the blocks of fn that constant conditions cut off; nil if it has none.
func deadBlocks(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	if !slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			return false
		}
		_, constant := cond.Cond.(*ssa.Const)
		return constant
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
