package makeflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells whether a failure is that of an attempt: which attempts there were, whether one was made since another failed, and whether
// the time was up.

// fallsBack reports whether cause is the error of an attempt that was made because an earlier one had failed with first: if either succeeds, control
// reaches the same code. An attempt that returns nothing but an error has an effect of its own, and the first error does not say why it failed.
//
//	v, err := parse(name)
//	if err != nil {
//		if _, err := os.Stat(name); err != nil {
//			return errors.New("neither a version nor a file")
//		}
//	}
func (m *Model) fallsBack(first, cause ssa.Value, b *ssa.BasicBlock) bool {
	if call, _ := flow.ResultOf(cause); call == nil || call.Call.Signature().Results().Len() < 2 {
		return false
	}
	begun, failed := m.checkedAt(first, b), m.checkedAt(cause, b)
	if begun == nil || failed == nil || len(begun.Preds) != 1 || len(failed.Preds) != 1 || !begun.Dominates(failed.Preds[0]) {
		return false
	}
	check := begun.Preds[0]
	one, isOne := flow.ConditionOf(check, begun)
	other, isOther := flow.ConditionOf(failed.Preds[0], failed)
	if !isOne || !isOther {
		return false
	}
	// onward returns the blocks that are reachable from a block without the back edge of a loop around the check.
	onward := func(from *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
		out := make(map[*ssa.BasicBlock]bool)
		blocks := worklist.Of(from)
		for b := range blocks.First(maxReached) {
			if !b.Dominates(check) {
				out[b] = true
				blocks.Push(b.Succs...)
			}
		}
		return out
	}
	fine := onward(one.Other())
	for b := range onward(other.Other()) {
		if fine[b] && !begun.Dominates(b) {
			return true
		}
	}
	return false
}

// movedOn reports whether something else went well between the failure with first and block b. What fails after that is no other attempt at the same.
func (m *Model) movedOn(first ssa.Value, b *ssa.BasicBlock) bool {
	failed := m.checkedAt(first, b)
	for cond := range flow.Conditions(b) {
		if failed == nil || !failed.Dominates(cond.From) {
			return false
		}
		if err, isNil := cond.ComparedWithNil(); isNil && errflow.IsErrorInterface(err.Type()) {
			return true
		}
	}
	return false
}

// timeIsUp reports whether a condition between start and block b says that waiting is over: a select has received,
// a context is done, a point in time has passed.
func (m *Model) timeIsUp(start, b *ssa.BasicBlock) bool {
	for cond := range flow.Conditions(b) {
		if start != nil && !start.Dominates(cond.From) {
			return false
		}
		if v, is := cond.ComparedWithNil(); v != nil && is || v == nil && !cond.Outcome {
			continue
		}
		for v := range flow.Slice(cond.Value) {
			switch v := v.(type) {
			case *ssa.Select:
				return true
			case *ssa.UnOp:
				if v.Op == token.ARROW {
					return true
				}
			case *ssa.Call:
				if fn := flow.Callee(v.Common()); isContextErr(fn) || flow.PkgPath(fn) == "time" {
					return true
				}
			}
		}
	}
	return false
}

// retried reports whether cause is the error of an operation in a loop that the clock ends, and no signal: it is the reason why the last attempt failed.
func (m *Model) retried(cause ssa.Value, b *ssa.BasicBlock) bool {
	call, _ := flow.ResultOf(cause)
	clock, signal := m.endOfLoop(b)
	return clock && !signal && call != nil && m.Looping(call.Block()) && !m.InLoop(call.Block(), b) && m.acts(cause)
}

// endOfLoop reports whether the last condition in a loop before block b depends on the clock, and whether any of them depends on what was
// received.
func (m *Model) endOfLoop(b *ssa.BasicBlock) (clock, signal bool) {
	last := true
	for cond := range flow.Conditions(b) {
		if !m.Looping(cond.From) {
			continue
		}
		for v := range flow.Slice(cond.Value) {
			call, isCall := v.(*ssa.Call)
			_, received := v.(*ssa.Select)
			clock = clock || last && isCall && IsFunc(flow.Callee(call.Common()), "time", "Now", "Since", "Until")
			signal = signal || received
		}
		last = false
	}
	return clock, signal
}

// waited reports whether a block that dominates b, or b, receives from a channel, which usually is that of a context.
func (m *Model) waited(b *ssa.BasicBlock) bool {
	for ; b != nil; b = b.Idom() {
		if slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			recv, ok := instr.(*ssa.UnOp)
			return ok && recv.Op == token.ARROW
		}) {
			return true
		}
	}
	return false
}

// lastAttempts returns the errors of which one was found when the operation before block b was tried for the last time. If the operation is in a
// loop, it may never have been tried. Nothing else looks at these errors, and after them the function fails unless it tries again. Only the first
// maxAttempts are considered.
func (m *Model) lastAttempts(b *ssa.BasicBlock) []ssa.Value {
	return m.attempts.Get(b.Parent(), m.findAttempts)[b]
}

func (m *Model) findAttempts(fn *ssa.Function) map[*ssa.BasicBlock][]ssa.Value {
	calls, tries := make(map[ssa.Value]*ssa.Call), make(map[*ssa.BasicBlock]bool)
	for _, b := range fn.Blocks {
		for _, succ := range b.Succs {
			err := Failed(b, succ)
			if call, _ := flow.ResultOf(err); call != nil && len(calls) < maxAttempts && m.untold(err, call) && !m.varies(call) && !m.mayEndWell(succ, call.Block()) {
				calls[err], tries[call.Block()] = call, true
			}
		}
	}
	// A way reaches a block with the error that was found last. It has none if nothing was tried since the loop or the function began, or if
	// what was tried has not failed, or may not have, or if something else has failed since.
	type way struct {
		b     *ssa.BasicBlock
		err   ssa.Value
		tried bool
	}
	ways := worklist.Of(way{b: fn.Blocks[0]})
	for w := range ways.All() {
		if len(calls) == 0 {
			break
		}
		for _, succ := range w.b.Succs {
			next := way{succ, w.err, w.tried}
			switch err := Failed(w.b, succ); {
			case m.Looping(succ) && !m.InLoop(w.b, succ):
				next = way{b: succ}
			case calls[err] != nil:
				next = way{succ, err, true}
			case err != nil, tries[w.b] && (w.err == nil || calls[w.err].Block() == w.b):
				next = way{succ, nil, true} // where something else is tried that succeeds, what failed before still has
			}
			ways.Push(next)
		}
	}
	last, other := make(map[*ssa.BasicBlock][]ssa.Value), make(map[*ssa.BasicBlock]bool)
	for w := range ways.All() {
		other[w.b] = other[w.b] || w.err == nil && w.tried
		last[w.b] = append(last[w.b], w.err)
	}
	for b, errs := range last {
		last[b] = slices.DeleteFunc(slices.Clone(errs), func(err ssa.Value) bool { return err == nil })
		_, signal := m.endOfLoop(b)
		if signal || other[b] || slices.Contains(errs, nil) && !slices.ContainsFunc(last[b], func(err ssa.Value) bool { return m.Looping(calls[err].Block()) }) {
			delete(last, b)
		}
	}
	return last
}

// Failed returns the error that is found not to be nil on the edge between two blocks; nil if there is none.
func Failed(from, to *ssa.BasicBlock) ssa.Value {
	cond, _ := flow.ConditionOf(from, to)
	if err, isNil := cond.ComparedWithNil(); err != nil && !isNil && errflow.IsError(err.Type()) {
		return err
	}
	return nil
}

// varies reports whether the arguments of a call in a loop may differ each time: the next of several names, or ports.
func (m *Model) varies(call *ssa.Call) bool {
	given := worklist.Of[ssa.Value](call)
	for v := range given.First(maxParts) {
		instr, ok := v.(ssa.Instruction)
		if !ok || !m.InLoop(instr.Block(), call.Block()) {
			continue
		}
		switch v := v.(type) {
		case *ssa.Phi, *ssa.Next:
			return true
		case *ssa.Alloc:
			for _, s := range m.StoresTo(v) {
				given.Push(s.Val)
			}
		}
		for _, op := range instr.Operands(nil) {
			if *op != nil {
				given.Push(*op)
			}
		}
	}
	return given.Len() > maxParts
}

// untold reports whether the error of a call, and its other results where the error is not nil, are used for nothing but comparisons of the error with nil.
func (m *Model) untold(err ssa.Value, call *ssa.Call) bool {
	refs := slices.Clone(*err.Referrers())
	for _, ref := range *call.Referrers() {
		if part, ok := ref.(*ssa.Extract); ok && part != err {
			refs = append(refs, *part.Referrers()...)
		}
	}
	return !slices.ContainsFunc(refs, func(ref ssa.Instruction) bool {
		cond, ok := ref.(*ssa.BinOp)
		return !(ok && (cond.X == err && flow.IsNil(cond.Y) || cond.Y == err && flow.IsNil(cond.X))) && !m.KnownNil(err, ref.Block())
	})
}

// triedSince reports whether the failure in block b is that of an attempt that was made after start, which dominates b: the other
// outcome of a condition on that attempt leads to a success; or the attempt succeeded, and the
// cause is only returned if it does not.
func (m *Model) triedSince(cause ssa.Value, start, b *ssa.BasicBlock) bool {
	for cond := range flow.Conditions(b) {
		if !start.Dominates(cond.From) {
			break
		}
		v, is := cond.ComparedWithNil()
		if (v != nil && is && errflow.IsError(v.Type()) || v == nil && positive(cond)) && m.doneSince(cond.Value, start, cause) && m.Tells(cond.Other(), b, cause) {
			return true
		}
	}
	asked := 0
	deciding := worklist.Of(b.Preds...)
	for d := b.Idom(); d != nil && start.Dominates(d); d = d.Idom() {
		deciding.Push(d)
	}
	for from := range deciding.All() {
		cond, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
		if !ok || from == b || !start.Dominates(from) || !m.decidedSince(cond.Cond, start, cause) {
			continue
		}
		if asked++; asked > maxAttempts {
			return true
		}
		fails, succeeds := false, false
		for _, succ := range from.Succs {
			toB, endsWell := false, false
			for to := range flow.Reachable([]*ssa.BasicBlock{succ}, from) {
				toB = toB || to == b
				endsWell = endsWell || to != b && m.succeeds(to)
			}
			fails = fails || toB
			succeeds = succeeds || endsWell && !toB
		}
		if fails && succeeds {
			return true
		}
	}
	return false
}

// decidedSince reports whether a condition depends on something that was done in the region that start dominates, or on a variable that was
// set there under such a condition.
func (m *Model) decidedSince(cond ssa.Value, start *ssa.BasicBlock, cause ssa.Value) bool {
	return m.decided.Get(condSince{cond, causeAt{cause, start}}, func(condSince) bool { return m.dependsOnDecided(cond, start, cause) })
}

func (m *Model) dependsOnDecided(cond ssa.Value, start *ssa.BasicBlock, cause ssa.Value) bool {
	conds := worklist.Of(cond)
	for cond := range conds.First(maxAttempts) {
		if m.doneSince(cond, start, cause) {
			return true
		}
		for v := range flow.Slice(cond) {
			phi, ok := v.(*ssa.Phi)
			if !ok || !start.Dominates(phi.Block()) {
				continue
			}
			for _, pred := range phi.Block().Preds {
				if edge, ok := flow.ConditionOf(pred, phi.Block()); ok {
					conds.Push(edge.Value)
				}
				limit := phi.Block().Idom()
				if phi.Block().Dominates(pred) {
					limit = phi.Block() // the way round a loop
				}
				for cond := range flow.Conditions(pred) {
					if !start.Dominates(cond.From) || !limit.Dominates(cond.From) {
						break
					}
					conds.Push(cond.Value)
				}
			}
		}
	}
	return false
}

// maxAttempts is the maximum number of attempts after an error that are told apart. If there are more, there is no finding.
const maxAttempts = 32

// doneSince reports whether a condition depends on something that was done in the region that start dominates. Questions, such as
// whether the cause is of some kind, do not count.
func (m *Model) doneSince(cond ssa.Value, start *ssa.BasicBlock, cause ssa.Value) bool {
	return m.since.Get(condSince{cond, causeAt{cause, start}}, func(condSince) bool { return m.dependsOnDone(cond, start, cause) })
}

func (m *Model) dependsOnDone(cond ssa.Value, start *ssa.BasicBlock, cause ssa.Value) bool {
	failed, _ := flow.ResultOf(cause)
	for v := range flow.Slice(cond) {
		instr, ok := v.(ssa.Instruction)
		if !ok || instr.Block() == nil || instr.Parent() != start.Parent() || !start.Dominates(instr.Block()) {
			continue
		}
		switch v := v.(type) {
		case *ssa.Call:
			if v != failed && (!m.OnlyLooks(v.Common()) || finds(v)) && !m.isQuestion(v, cause) {
				return true
			}
		case *ssa.Next, *ssa.Select, *ssa.Lookup:
			return true
		case *ssa.UnOp:
			if v.Op == token.ARROW || v.Op == token.MUL && m.filledSince(v, start, cause) {
				return true
			}
		}
	}
	return false
}

// finds reports whether a call looks something up that is used then, and says with its last result whether it is there, as an expression of a map does.
func finds(call *ssa.Call) bool {
	results := call.Call.Signature().Results()
	last := results.Len() - 1
	return last > 0 && flow.IsBasic(results.At(last).Type(), types.IsBoolean) && slices.ContainsFunc(*call.Referrers(), func(ref ssa.Instruction) bool {
		e, ok := ref.(*ssa.Extract)
		return ok && e.Index < last && len(*e.Referrers()) > 0
	})
}

// filledSince reports whether a load reads a variable that a call in the region that start dominates was given to fill, as
// fmt.Scan is: what a user answers is no part of the earlier failure.
func (m *Model) filledSince(load *ssa.UnOp, start *ssa.BasicBlock, cause ssa.Value) bool {
	for b := load.Block(); b != nil && start.Dominates(b); b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == load {
				break
			}
			call, ok := instr.(*ssa.Call)
			if ok && !m.isQuestion(call, cause) && !m.OnlyLooks(call.Common()) && handed(call)[load.X] {
				return true
			}
		}
	}
	return false
}

// isQuestion reports whether a call asks of which kind an error is: a call of package errors, or of a function without other arguments.
func (m *Model) isQuestion(call *ssa.Call, err ssa.Value) bool {
	fn := m.Callee(call.Common())
	return errflow.IsErrorsFunc(fn, "Is", "As", "AsType") || len(m.Asks(call)) > 0 ||
		fn != nil && len(call.Call.Args) == 1 && m.SameError(call.Call.Args[0], err)
}
