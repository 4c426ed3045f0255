package flow

import (
	"go/constant"
	"go/token"
	"iter"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// A Condition is a condition that control has passed, with its outcome.
type Condition struct {
	Value   ssa.Value // stripped of negations
	Outcome bool
	From    *ssa.BasicBlock // the block that ends in it
	to      *ssa.BasicBlock
}

// Other returns the block that the other outcome leads to.
func (c Condition) Other() *ssa.BasicBlock {
	if c.From.Succs[0] == c.to {
		return c.From.Succs[1]
	}
	return c.From.Succs[0]
}

// ConditionOf returns the condition at the end of block from, with the outcome that leads to block to. ok is false
// where from does not branch, or where both outcomes lead to the same block.
func ConditionOf(from, to *ssa.BasicBlock) (c Condition, ok bool) {
	cond, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok || from.Succs[0] == from.Succs[1] {
		return Condition{}, false
	}
	c = Condition{cond.Cond, from.Succs[0] == to, from, to}
	for {
		not, ok := c.Value.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			return c, true
		}
		c.Value, c.Outcome = not.X, !c.Outcome
	}
}

// Conditions yields the conditions that have been decided whenever control is in block b, the last one first.
func Conditions(b *ssa.BasicBlock) iter.Seq[Condition] {
	return func(yield func(Condition) bool) {
		for ; b != nil; b = b.Idom() {
			if len(b.Preds) != 1 {
				continue
			}
			if cond, ok := ConditionOf(b.Preds[0], b); ok && !yield(cond) {
				return
			}
		}
	}
}

// ComparedWithNil returns the value that the condition compares with nil, and whether the outcome says that it is nil.
// v is nil if the condition is not such a comparison.
func (c Condition) ComparedWithNil() (v ssa.Value, is bool) {
	cmp, ok := c.Value.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return nil, false
	}
	is = c.Outcome == (cmp.Op == token.EQL)
	switch {
	case IsNil(cmp.Y):
		return cmp.X, is
	case IsNil(cmp.X):
		return cmp.Y, is
	}
	return nil, false
}

// KnownNil reports whether v is nil whenever control is in block b: a condition says so, or it is nil on all ways by which it may have got its value.
func (x *Program) KnownNil(v ssa.Value, b *ssa.BasicBlock) bool {
	v = Strip(v)
	if IsNil(v) {
		return true
	}
	x.nilMu.Lock()
	defer x.nilMu.Unlock()
	if x.decidedNil(v, b) {
		return true
	}
	phi, ok := v.(*ssa.Phi)
	if !ok {
		return false
	}
	known, ok := x.nilPhis[phi]
	if !ok {
		known = x.mergesNil(phi)
		x.nilPhis[phi] = known
	}
	return known
}

// maxMerged bounds how many values are looked at that a value may be.
const maxMerged = 100

// mergesNil reports whether all values that a phi merges, through others as well, are known to be nil where it gets them.
func (x *Program) mergesNil(phi *ssa.Phi) bool {
	phis := worklist.Of(phi)
	for phi := range phis.First(maxMerged) {
		b := phi.Block()
		for i, edge := range phi.Edges {
			if _, typed := edge.(*ssa.MakeInterface); typed {
				return false // a nil pointer in an interface is not nil
			}
			pred := b.Preds[i]
			if edge = Strip(edge); IsNil(edge) || x.decidedNil(edge, pred) {
				continue
			}
			if c, ok := ConditionOf(pred, b); ok {
				if v, is := c.ComparedWithNil(); is && v != nil && Strip(v) == edge {
					continue
				}
			}
			other, ok := edge.(*ssa.Phi)
			if !ok {
				return false
			}
			phis.Push(other)
		}
	}
	return phis.Len() <= maxMerged
}

// decidedNil reports whether a condition says that v is nil whenever control is in block b. Its caller holds nilMu.
func (x *Program) decidedNil(v ssa.Value, b *ssa.BasicBlock) bool {
	// What is known in a block is known in all blocks that it dominates. So each block is looked at once for each value, up
	// to the block that computes the value.
	var from *ssa.BasicBlock
	if instr, ok := v.(ssa.Instruction); ok {
		from = instr.Block()
	}
	var passed []*ssa.BasicBlock
	known := false
	for ; b != nil && b != from; b = b.Idom() {
		k, ok := x.nilIn[valueIn{v, b}]
		if !ok {
			passed = append(passed, b)
			if len(b.Preds) == 1 {
				c, _ := ConditionOf(b.Preds[0], b)
				w, is := c.ComparedWithNil()
				k = is && w != nil && Strip(w) == v
			}
		}
		if known = k; k || ok {
			break
		}
	}
	for _, b := range passed {
		x.nilIn[valueIn{v, b}] = known
	}
	return known
}

// Reachable yields the blocks that control may reach from some blocks without passing through avoid, including those
// blocks.
func Reachable(from []*ssa.BasicBlock, avoid *ssa.BasicBlock) iter.Seq[*ssa.BasicBlock] {
	return func(yield func(*ssa.BasicBlock) bool) {
		blocks := worklist.Of(from...)
		for b := range blocks.All() {
			if b == avoid {
				continue
			}
			if !yield(b) {
				return
			}
			blocks.Push(b.Succs...)
		}
	}
}

// maxSlice bounds the number of values that [Slice] yields.
const maxSlice = 200

// Slice yields v and the values of its function that it is computed from, the nearest first.
func Slice(v ssa.Value) iter.Seq[ssa.Value] {
	return func(yield func(ssa.Value) bool) {
		values := worklist.Of(v)
		for v := range values.First(maxSlice) {
			if !yield(v) {
				return
			}
			instr, ok := v.(ssa.Instruction)
			if !ok {
				continue
			}
			for _, op := range instr.Operands(nil) {
				if *op != nil {
					values.Push(*op)
				}
			}
		}
	}
}

// constantCondition returns whether a condition holds, if it is constant: it is a constant, or compares nil with nil,
// which is what SSA form makes of a variable that nothing is assigned to.
func constantCondition(cond ssa.Value) (holds, known bool) {
	switch cond := cond.(type) {
	case *ssa.Const:
		if cond.Value != nil {
			return constant.BoolVal(cond.Value), true
		}
	case *ssa.BinOp:
		if (cond.Op == token.EQL || cond.Op == token.NEQ) && IsNil(cond.X) && IsNil(cond.Y) {
			return cond.Op == token.EQL, true
		}
	}
	return false, false
}
