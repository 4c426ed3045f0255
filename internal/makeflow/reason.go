package makeflow

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file has the questions by which a rule tells whether an error at hand is the reason of a failure: what has been decided on
// the way from where the error is known not to be nil, and what comes of it where control goes the other way.

// isContextErr reports whether fn returns the error of a context.
func isContextErr(fn *types.Func) bool {
	return fn != nil && (fn.FullName() == "(context.Context).Err" || fn.FullName() == "context.Cause")
}

// IsAfterwards reports whether one of the wrapped errors is why the function fails, and err that of what was done after that had failed, such as
// to clean up: the function fails without it, too. Where it does not, err is that of another attempt.
func (m *Model) IsAfterwards(err ssa.Value, wrapped []ssa.Value, made *ssa.Call) bool {
	call, _ := flow.ResultOf(err)
	if call == nil {
		return false
	}
	b := made.Block()
	may, certainly := m.succeedsOtherwise(err, b)
	return slices.ContainsFunc(wrapped, func(w ssa.Value) bool {
		if _, isSentinel := m.Sentinel(w); isSentinel || errflow.IsFresh(w) {
			return false
		}
		if !certainly && m.returnedOtherwise(w, err, b) {
			return true
		}
		if _, given := w.(*ssa.Parameter); given {
			return false
		}
		if addsTo(made, w) && m.NonNil(w, call.Block()) {
			return true
		}
		return !may && m.NonNil(w, call.Block())
	})
}

// addsTo reports whether a literal adds to an error in a variable of the function around it, which otherwise stays there:
//
//	defer func() {
//		if err != nil {
//			if rerr := os.Remove(name); rerr != nil {
//				err = fmt.Errorf("%w (remove: %v)", err, rerr)
//			}
//		}
//	}()
func addsTo(made *ssa.Call, wrapped ssa.Value) bool {
	load, ok := wrapped.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	variable, ok := load.X.(*ssa.FreeVar)
	if !ok {
		return false
	}
	adds := false
	for _, ref := range *variable.Referrers() {
		switch st, ok := ref.(*ssa.Store); {
		case !ok:
		case flow.Strip(st.Val) == ssa.Value(made):
			adds = true
		case flow.IsNil(st.Val):
			return false // there is a way to make up for it
		}
	}
	return adds
}

// tellsWhy reports whether a new error speaks of what the conditions before cause are about, as of the status code in
// "status %d, and no body: %v". It does for all that is known, if it is no call of a function with a format.
func (m *Model) tellsWhy(made, cause ssa.Value) bool {
	call, ok := made.(*ssa.Call)
	if !ok {
		return true
	}
	var before *ssa.BasicBlock
	if instr, ok := cause.(ssa.Instruction); ok {
		before = instr.Block()
	}
	ops, ok := m.Operands(call, m.Maker(call.Common()))
	for _, op := range ops {
		if m.SameError(op.Value, cause) || slices.Contains(m.TextOf(op.Value).Errors, cause) {
			continue
		}
		for v := range flow.Slice(op.Value) {
			if before != nil && m.decidedOn(v, before) {
				return true
			}
		}
	}
	return !ok
}

// decidedOn reports whether a condition that holds whenever control is in block b is about v.
func (m *Model) decidedOn(v ssa.Value, b *ssa.BasicBlock) bool {
	about := m.about.Get(b.Parent(), func(fn *ssa.Function) map[ssa.Value][]*ssa.BasicBlock {
		about := make(map[ssa.Value][]*ssa.BasicBlock)
		for _, b := range fn.Blocks {
			if len(b.Preds) != 1 {
				continue
			}
			cond, ok := flow.ConditionOf(b.Preds[0], b)
			if !ok {
				continue
			}
			if v, _ := cond.ComparedWithNil(); v != nil && !errflow.IsError(v.Type()) {
				continue // whether there is something to work with
			}
			for v := range flow.Slice(cond.Value) {
				if _, constant := v.(*ssa.Const); !constant {
					about[v] = append(about[v], b)
				}
			}
		}
		return about
	})
	return slices.ContainsFunc(about[v], func(decided *ssa.BasicBlock) bool { return decided.Dominates(b) })
}

// observed reports whether an error is looked at as the outcome of something that was to fail in some other way, and
// may well be nil:
//
//	if status.Code(err) != codes.NotFound {
//		return fmt.Errorf("want not found, got %v", err)
//	}
//	return nil
func (m *Model) observed(cause ssa.Value, b *ssa.BasicBlock) bool {
	family := m.Taken(cause)
	if _, param := cause.(*ssa.Parameter); param || slices.ContainsFunc(family, func(v ssa.Value) bool { return m.NonNil(v, b) }) {
		return false
	}
	for cond := range flow.Conditions(b) {
		if v, _ := cond.ComparedWithNil(); v != nil || positive(cond) || isAnyText(cond.Value) || !m.looksAt(cond.Value, family) {
			continue
		}
		if asserted, ok := cond.Value.(*ssa.Extract); ok && asserted.Index == 1 {
			continue // which type it has says nothing of what it should be
		}
		if other := cond.Other(); m.mayEndWell(other, b) {
			return true
		}
	}
	return false
}

// wanted reports whether an error is what a condition before block b asks for and does not find: it says what should have been.
//
//	if !errors.Is(err, ErrX) {
//		return fmt.Errorf("want %v, got %w", ErrX, err)
//	}
func (m *Model) wanted(err ssa.Value, b *ssa.BasicBlock) bool {
	sentinel, isSentinel := m.Sentinel(err)
	for ; b != nil; b = b.Idom() {
		for _, pred := range b.Preds {
			cond, ok := flow.ConditionOf(pred, b)
			if !ok {
				continue
			}
			call, isCall := cond.Value.(*ssa.Call)
			if isCall && !cond.Outcome && errflow.IsErrorsFunc(flow.Callee(call.Common()), "Is") && m.SameError(call.Call.Args[1], err) {
				return true
			}
			if isSentinel && slices.ContainsFunc(m.Asks(cond.Value), func(a errflow.Asked) bool {
				return a.Yes != cond.Outcome && slices.Contains(a.Atoms, sentinel)
			}) {
				return true
			}
		}
	}
	return false
}

// returned is the return that a block ends in, nil if it ends in another way, and the error that is returned, nil if that is none of the results.
func returned(b *ssa.BasicBlock) (ret *ssa.Return, err ssa.Value) {
	ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
	if !ok {
		return nil, nil
	}
	if result := ErrorResult(b.Parent().Signature); result >= 0 {
		err = flow.Returned(ret, result)
	}
	return ret, err
}

// mayEndWell reports whether control may get from a block to a return without an error, without passing avoid.
func (m *Model) mayEndWell(from, avoid *ssa.BasicBlock) bool {
	for b := range flow.Reachable([]*ssa.BasicBlock{from}, avoid) {
		if m.succeeds(b) {
			return true
		}
	}
	return false
}

// succeedsOtherwise reports whether all may be well where cause turned out to be nil, and whether it is then for certain.
func (m *Model) succeedsOtherwise(cause ssa.Value, b *ssa.BasicBlock) (may, certainly bool) {
	start, other := m.branches(cause, b)
	if start == nil {
		return false, false
	}
	if !m.InLoop(start.Preds[0], other) {
		e := m.endingsOf(b.Parent())
		return e.well[other], e.well[other] && !e.unsure[other]
	}
	certainly = true
	for b := range flow.Reachable([]*ssa.BasicBlock{other}, start) {
		_, err := returned(b)
		may = may || m.succeeds(b)
		certainly = certainly && (err == nil || m.KnownNil(err, b))
		if may && !certainly {
			break
		}
	}
	return may, may && certainly
}

// returnedOtherwise reports whether err may be returned, or be in the chain of what is, where cause turned out to be nil.
func (m *Model) returnedOtherwise(err, cause ssa.Value, b *ssa.BasicBlock) bool {
	failed, fine := m.branches(cause, b)
	return failed != nil && m.Tells(fine, failed, err)
}

// branches returns the first block, of those that dominate b, in which cause is known not to be nil, and the one that the same condition leads to
// where it is; nil if no condition of its own leads to the first.
func (m *Model) branches(cause ssa.Value, b *ssa.BasicBlock) (failed, fine *ssa.BasicBlock) {
	failed = m.checkedAt(cause, b)
	if failed == nil || len(failed.Preds) != 1 {
		return nil, nil
	}
	cond, ok := flow.ConditionOf(failed.Preds[0], failed)
	if !ok {
		return nil, nil
	}
	return failed, cond.Other()
}

// A causeAt is an error, and the block that is asked about it; a condSince is a condition behind such a block.
type (
	tellingKey struct {
		cause ssa.Value
		fn    *ssa.Function
		text  bool
	}
	causeAt struct {
		cause ssa.Value
		b     *ssa.BasicBlock
	}
	condSince struct {
		cond ssa.Value
		causeAt
	}
)

// endings are how a function may end after its blocks: by whatever return, without an error, and with what is not known to be none.
type endings struct{ anyhow, well, unsure map[*ssa.BasicBlock]bool }

func (m *Model) endingsOf(fn *ssa.Function) endings { return m.endings.Get(fn, m.findEndings) }

func (m *Model) findEndings(fn *ssa.Function) endings {
	var anyhow, well, unsure worklist.List[*ssa.BasicBlock]
	for _, b := range fn.Blocks {
		ret, err := returned(b)
		if ret == nil {
			continue
		}
		anyhow.Push(b)
		if m.succeeds(b) {
			well.Push(b)
		}
		if err != nil && !m.KnownNil(err, b) {
			unsure.Push(b)
		}
	}
	return endings{before(&anyhow), before(&well), before(&unsure)}
}

// before returns the blocks from which control may get to one of some.
func before(blocks *worklist.List[*ssa.BasicBlock]) map[*ssa.BasicBlock]bool {
	out := make(map[*ssa.BasicBlock]bool)
	for b := range blocks.All() {
		out[b] = true
		blocks.Push(b.Preds...)
	}
	return out
}

// fallsBack reports whether cause is that of an attempt made because an earlier one had failed, with the error first: where either succeeds, control
// goes on to the same code. An attempt that returns nothing but an error does something, and why it failed is not known from the first.
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
	// onward is the blocks that control gets to from a block, less those by the way round a loop.
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

// timeIsUp reports whether a condition on the way from start to block b says that waiting is over: a select has received,
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
				if fn := flow.Callee(v.Common()); isContextErr(fn) || fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time" {
					return true
				}
			}
		}
	}
	return false
}

// retried reports whether the clock decides, and no signal, that the operation is not tried again in its loop that has failed with cause.
func (m *Model) retried(cause ssa.Value, b *ssa.BasicBlock) bool {
	call, _ := flow.ResultOf(cause)
	clock, signal := m.endOfLoop(b)
	return clock && !signal && call != nil && m.Looping(call.Block()) && !m.InLoop(call.Block(), b) && m.acts(cause)
}

// endOfLoop tells whether the last condition in a loop that control has passed whenever it is in block b is on the clock, and whether one is on what
// was received.
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

// waited reports whether control has received from a channel, that of a context as a rule, whenever it is in block b.
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

// failsAnyway reports whether an error is returned as well where cause turned out
// to be nil. Then something else had failed before, such as a request whose
// body is read for the message only.
func (m *Model) failsAnyway(cause ssa.Value, b *ssa.BasicBlock) bool {
	start, other := m.branches(cause, b)
	if start == nil || ErrorResult(start.Parent().Signature) < 0 || m.InLoop(start.Preds[0], other) {
		return false // in a loop, only this error ends that
	}
	e := m.endingsOf(start.Parent())
	return e.anyhow[other] && !e.well[other]
}

// maxReached is how many blocks behind a check are looked at: a function of thousands of checks would look at all of them for each.
const maxReached = 1000

// succeeds reports whether a block ends in a return that may be one without an error.
func (m *Model) succeeds(b *ssa.BasicBlock) bool {
	return m.success.Get(b, func(b *ssa.BasicBlock) bool {
		ret, err := returned(b)
		if ret == nil || err == nil {
			return ret != nil
		}
		if call, _ := flow.ResultOf(err); call != nil && isContextErr(flow.Callee(call.Common())) {
			if _, done := m.endOfLoop(b); done {
				return false
			}
		}
		return !m.NonNil(err, b)
	})
}

// lastAttempts returns the errors of which one was there, whenever control is in block b, when the operation behind them was tried last, if it was: a
// loop may run not even once. They are untold, and all ways fail from there but another attempt. Others than the first maxAttempts are not looked at.
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
	// A way comes to a block with the error that was found last; with none where nothing was tried since the loop began, or the function, or
	// where that has not failed, it is not known yet whether it has, or something else has failed since.
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

// Failed is the error that is found not to be nil where control goes from one block to another; nil if there is none.
func Failed(from, to *ssa.BasicBlock) ssa.Value {
	cond, _ := flow.ConditionOf(from, to)
	if err, isNil := cond.ComparedWithNil(); err != nil && !isNil && errflow.IsError(err.Type()) {
		return err
	}
	return nil
}

// varies reports whether a call may be given something else each time in a loop: the next of several names, or ports.
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

// untold reports whether nothing looks at the error of a call, or at what came with it, where there is one, but conditions on whether there is.
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

// Known reports whether it is known which error err is when control is in block b: a condition on
// the way has asked.
func (m *Model) Known(err ssa.Value, b *ssa.BasicBlock) bool {
	if m.filtered(err, b) {
		return true
	}
	for _, l := range m.Live(b) {
		if l.Classified && slices.ContainsFunc(m.Taken(err), func(v ssa.Value) bool { return m.SameError(v, l.Value) }) {
			return true
		}
	}
	return m.asked(err, m.checkedAt(err, b), b)
}

// Settled reports whether, between the condition that found cause not to be nil and
// block b, another one decides that leaves nothing to wrap: one that looks
// at the cause, or at what came with it, and finds what it looks for; one that says that the time is up; or one on the
// outcome of something that was tried since, so that the failure is a new one.
func (m *Model) Settled(cause ssa.Value, b *ssa.BasicBlock) bool {
	start := m.checkedAt(cause, b)
	return start != nil && (m.timeIsUp(start, b) || m.triedSince(cause, start, b)) && !m.retried(cause, b) || m.asked(cause, start, b) || m.filtered(cause, b)
}

// SetApart reports whether a condition on the way to block b has asked for cause, or for what came with it, and an error that wraps it is
// returned where it is another: so it is on purpose that here it is not.
//
//	if isTimeout(err) {
//		return fmt.Errorf("not ready: %v", err) // for which nobody tries again
//	}
//	return fmt.Errorf("not ready: %w", err)
func (m *Model) SetApart(cause ssa.Value, b *ssa.BasicBlock) bool {
	start := m.checkedAt(cause, b)
	looked := 0
	for cond := range flow.Conditions(b) {
		other := cond.Other()
		if looked++; start == nil || looked > maxFlags || !start.Dominates(other) || other == start {
			return false
		}
		if positive(cond) && m.asks(cond.Value, cause) && m.tellingOf(cause, b.Parent(), false)[other] {
			return true
		}
	}
	return false
}

// filtered reports whether a function that takes errors of one kind away has left nothing of err when control is in block b:
//
//	if client.IgnoreNotFound(err) != nil {
//		return err
//	}
//	if err != nil { // it is that there is none
func (m *Model) filtered(err ssa.Value, b *ssa.BasicBlock) bool {
	var taken []ssa.Value
	for cond := range flow.Conditions(b) {
		left, none := cond.ComparedWithNil()
		call, ok := left.(*ssa.Call)
		if !ok || !none || len(call.Call.Args) != 1 || !errflow.IsErrorInterface(call.Type()) {
			continue
		}
		if taken == nil {
			taken = m.Taken(err)
		}
		if slices.Contains(taken, call.Call.Args[0]) {
			return true
		}
	}
	return false
}

// ByFlag reports whether a flag decides, where cause has been found not to be nil, whether an error that wraps it or has its text is returned, or
// what is in block b: a setting that has nothing to do with the cause, as of how much clients are told.
func (m *Model) ByFlag(cause ssa.Value, b *ssa.BasicBlock) bool {
	start := m.checkedAt(cause, b)
	if start == nil {
		return false
	}
	looked := 0
	for cond := range flow.Conditions(b) {
		other := cond.Other()
		if looked++; looked > maxFlags || !start.Dominates(other) || other == start {
			return false
		}
		if (isFlag(cond.Value) || knownBefore(cond.Value, cause)) && m.tellingOf(cause, b.Parent(), true)[other] {
			return true
		}
	}
	return false
}

// knownBefore reports whether v is what a call found, yes or no, before the call was made that cause is the error of.
func knownBefore(v, cause ssa.Value) bool {
	found, _ := flow.ResultOf(v)
	call, _ := flow.ResultOf(cause)
	if found == nil || call == nil || !found.Block().Dominates(call.Block()) {
		return false
	}
	at := slices.Index(found.Block().Instrs, ssa.Instruction(found))
	return found.Block() != call.Block() || at < slices.Index(call.Block().Instrs, ssa.Instruction(call))
}

// tellingOf returns the blocks of a function from which control may get to a return of an error that wraps cause or, if text is set, is made from it
// in another way.
func (m *Model) tellingOf(cause ssa.Value, fn *ssa.Function, text bool) map[*ssa.BasicBlock]bool {
	return m.telling.Get(tellingKey{cause, fn, text}, func(tellingKey) map[*ssa.BasicBlock]bool {
		var blocks worklist.List[*ssa.BasicBlock]
		for ret := range flow.Returns(fn) {
			if _, v := returned(ret.Block()); v != nil && (text && m.MadeFrom(v, cause) || m.InChain(v, cause)) {
				blocks.Push(ret.Block())
			}
		}
		return before(&blocks)
	})
}

// maxFlags is how many conditions before an error are looked at: each of many in one branch would look at all of them.
const maxFlags = 8

// isFlag reports whether v is a boolean field or package-level variable, or a parameter.
func isFlag(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Field, *ssa.Parameter:
		return true
	case *ssa.UnOp:
		switch v.X.(type) {
		case *ssa.FieldAddr, *ssa.Global:
			return v.Op == token.MUL
		}
	}
	return false
}

// asked reports whether a condition between start, if there is one, and block b looks at the cause, or at what came with it, and
// finds what it looks for.
func (m *Model) asked(cause ssa.Value, start, b *ssa.BasicBlock) bool {
	for ; b != nil && b != start; b = b.Idom() {
		// A block that several conditions lead to, as in a || b, is told by all of them.
		asked := len(b.Preds) > 0
		for _, pred := range b.Preds {
			cond, ok := flow.ConditionOf(pred, b)
			if !ok || start != nil && !start.Dominates(pred) || !m.asks(cond.Value, cause) || !positive(cond) {
				asked = false
			}
		}
		if asked {
			return true
		}
	}
	return false
}

// checkedAt is the first block, of those that dominate b, in which cause is known not to be nil; that in which it is computed, if it never is.
// What is loaded from a variable, such as a named result, is computed where that was set.
func (m *Model) checkedAt(cause ssa.Value, b *ssa.BasicBlock) *ssa.BasicBlock {
	var first, from *ssa.BasicBlock
	var set map[*ssa.BasicBlock]int
	if instr, ok := cause.(ssa.Instruction); ok {
		from, set = instr.Block(), m.setIn(cause)
		if at, here := set[from]; set != nil && (!here || at > m.IndexOf(instr)) {
			from = nil
		}
	}
	last := b
	for ; b != nil; b = b.Idom() {
		if known, ok := m.checked[causeAt{cause, b}]; ok {
			first = cmp.Or(known, first)
			break
		}
		if _, here := set[b]; !m.NonNil(cause, b) || here && b != from && b != last {
			break
		}
		if first = b; b == from {
			break
		}
	}
	// What holds in a block holds in all on the way there.
	for ; last != nil && last != b; last = last.Idom() {
		m.checked[causeAt{cause, last}] = first
	}
	return first
}

// Logged reports whether a call on the way from where err is known not to be nil to block b is given it, or
// its text. A question about the error is no such call, nor is one that has a number or a truth for an answer.
func (m *Model) Logged(err ssa.Value, b *ssa.BasicBlock) bool {
	start := m.checkedAt(err, b)
	if start == nil && m.EitherAt(b) != nil {
		start = b
	}
	for ; b != nil && start != nil && start.Dominates(b); b = b.Idom() {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || answers(call) || errflow.IsErrorsFunc(m.Callee(call.Common()), "Is", "As", "AsType", "IsAny") || len(m.Asks(call)) > 0 {
				continue
			}
			if slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool { return m.MadeFrom(arg, err) }) {
				return true
			}
		}
	}
	return false
}

// answers reports whether a call returns a number or a truth.
func answers(call *ssa.Call) bool {
	return flow.IsBasic(call.Type(), types.IsNumeric|types.IsBoolean)
}

// setIn returns the blocks in which the local variable is first set that a value is loaded from, and where there; nil for other values.
func (m *Model) setIn(v ssa.Value) map[*ssa.BasicBlock]int {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	local, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	return m.set.Get(local, func(local *ssa.Alloc) map[*ssa.BasicBlock]int {
		blocks := make(map[*ssa.BasicBlock]int)
		for _, s := range m.StoresTo(local) {
			if s.Instr.Parent() != local.Parent() {
				return nil // by a function literal, whenever that runs
			}
			at := m.IndexOf(s.Instr)
			if first, ok := blocks[s.Instr.Block()]; ok {
				at = min(at, first)
			}
			blocks[s.Instr.Block()] = at
		}
		return blocks
	})
}

// asks reports whether a condition depends on err, or on what came with it: another result of
// the call that returned it, a text or number that the call was given, what it was given to fill or, where err is a parameter, another one.
func (m *Model) asks(cond ssa.Value, err ssa.Value) bool {
	return m.asksOf.Get(condSince{cond, causeAt{err, nil}}, func(condSince) bool {
		// Where ways come together, as after a loop of attempts, what came with the error did so, too; and where the error is in a variable.
		merged := worklist.Of(flow.Strip(err))
		for v := range merged.First(maxTaken) {
			switch v := v.(type) {
			case *ssa.Phi:
				merged.Push(v.Edges...)
			case *ssa.UnOp:
				merged.Push(m.LastStores(v)...)
			}
			if !flow.IsNil(v) && m.isAbout(cond, v) {
				return true
			}
		}
		return false
	})
}

func (m *Model) isAbout(cond ssa.Value, err ssa.Value) bool {
	family := m.Taken(err)
	if m.looksAt(cond, family) {
		return true
	}
	for v := range flow.Slice(cond) {
		for _, f := range family {
			switch f := f.(type) {
			case *ssa.Extract:
				if v == f.Tuple || isInput(v, f.Tuple) {
					return true
				}
			case *ssa.Call:
				if isInput(v, f) {
					return true
				}
			case *ssa.UnOp:
				if field, ok := f.X.(*ssa.FieldAddr); ok && isSibling(v, field) {
					return true
				}
			case *ssa.Field:
				if isSibling(v, f) {
					return true
				}
			case *ssa.Parameter:
				if p, ok := v.(*ssa.Parameter); ok && p.Parent() == f.Parent() && !isReceiver(p) && !flow.IsContext(p.Type()) {
					return true
				}
			}
		}
	}
	return !isPresence(cond) && slices.ContainsFunc(family, func(f ssa.Value) bool {
		call, _ := flow.ResultOf(f)
		return call != nil && looksInto(cond, handed(call))
	})
}

// isSibling reports whether v is a number, text or truth in another field of the struct that the error is in, as the output of a command beside
// what it failed with.
func isSibling(v, field ssa.Value) bool {
	switch f := field.(type) {
	case *ssa.Field:
		v, ok := v.(*ssa.Field)
		return ok && v.X == f.X && v.Field != f.Field && isBasic(v.Type())
	case *ssa.FieldAddr:
		v, ok := v.(*ssa.FieldAddr)
		return ok && v.X == f.X && v.Field != f.Field && isBasic(flow.Deref(v.Type()))
	}
	return false
}

func isBasic(t types.Type) bool {
	_, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok
}

// isInput reports whether v is a text or number that a call was given.
func isInput(v, call ssa.Value) bool {
	in, ok := call.(*ssa.Call)
	if _, constant := v.(*ssa.Const); !ok || constant {
		return false
	}
	b, ok := types.Unalias(v.Type()).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean == 0 && slices.Contains(in.Call.Args, v)
}

// isPresence reports whether a condition asks no more than whether there is anything: whether a length is zero, or a text empty.
func isPresence(cond ssa.Value) bool {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	for _, side := range []ssa.Value{cmp.X, cmp.Y} {
		if c, ok := side.(*ssa.Const); ok && c.Value != nil {
			return c.Value.Kind() == constant.String && constant.StringVal(c.Value) == "" || c.Value.Kind() == constant.Int && constant.Sign(c.Value) == 0
		}
	}
	return false
}

// isAnyText reports whether a condition asks no more than whether there is any text.
func isAnyText(cond ssa.Value) bool {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok || !isPresence(cond) {
		return false
	}
	text := cmp.X
	if call, ok := text.(*ssa.Call); ok && len(call.Call.Args) == 1 {
		if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			text = call.Call.Args[0]
		}
	}
	return flow.IsString(text.Type())
}

// handed is the variables and objects that a call may change: what it is given, what that refers to, as by a field that was
// set before, and what a function literal among it captures. A variable of which it is given only the value is false in the map.
func handed(call *ssa.Call) map[ssa.Value]bool {
	out := make(map[ssa.Value]bool)
	var values worklist.List[ssa.Value]
	add := func(v ssa.Value, itself bool) {
		if v != nil {
			values.Push(v)
			out[v] = out[v] || itself
		}
	}
	for _, op := range call.Operands(nil) {
		add(*op, true)
	}
	for v := range values.First(maxParts) {
		switch v := v.(type) {
		case *ssa.MakeInterface:
			add(v.X, true)
		case *ssa.ChangeInterface:
			add(v.X, true)
		case *ssa.ChangeType:
			add(v.X, true)
		case *ssa.Slice:
			add(v.X, true)
		case *ssa.UnOp:
			add(v.X, false)
		case *ssa.MakeClosure:
			for _, b := range v.Bindings {
				add(b, true)
			}
		}
		if v.Referrers() == nil || v.Parent() != call.Parent() || flow.Deref(v.Type()) == v.Type() {
			continue
		}
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr == v {
					add(ref.Val, true)
				}
			case *ssa.FieldAddr, *ssa.IndexAddr:
				addr := ref.(ssa.Value)
				for _, use := range *addr.Referrers() {
					if s, ok := use.(*ssa.Store); ok && s.Addr == addr {
						add(s.Val, true)
					}
				}
			}
		}
	}
	return out
}

// looksInto reports whether a condition depends on what is in one of some variables, or on what a call says that is given one of some
// objects, or a part of it: a buffer's text, a command's exit code, whether a job was cancelled.
func looksInto(cond ssa.Value, objects map[ssa.Value]bool) bool {
	for v := range flow.Slice(cond) {
		switch v := v.(type) {
		case *ssa.Alloc:
			if objects[v] {
				return true
			}
		case *ssa.Call:
			for _, op := range v.Operands(nil) {
				base := whole(*op)
				p, param := base.(*ssa.Parameter)
				if base != nil && objects[base] && refers(base.Type()) && !(param && isReceiver(p)) {
					return true
				}
			}
		}
	}
	return false
}

// whole is the object that v is a field of, of a field, and so on.
func whole(v ssa.Value) ssa.Value {
	for {
		switch u := v.(type) {
		case *ssa.FieldAddr:
			v = u.X
		case *ssa.UnOp:
			fa, ok := u.X.(*ssa.FieldAddr)
			if !ok {
				return v
			}
			v = fa
		default:
			return v
		}
	}
}

// refers reports whether a value of type t leads to an object that others may change: it is a pointer or an interface, and no context.
func refers(t types.Type) bool {
	return (types.IsInterface(t) || flow.Deref(t) != t) && !flow.IsContext(t)
}

func isReceiver(p *ssa.Parameter) bool {
	return p.Parent().Signature.Recv() != nil && p.Parent().Params[0] == p
}

// takesContext reports whether a function is given a context.
func takesContext(sig *types.Signature) bool {
	return slices.ContainsFunc(slices.Collect(sig.Params().Variables()), func(p *types.Var) bool { return flow.IsContext(p.Type()) })
}

// looksAt reports whether a condition depends on one of some errors, or on what errors.As found in it.
func (m *Model) looksAt(cond ssa.Value, errs []ssa.Value) bool {
	same := func(v ssa.Value) bool {
		return slices.ContainsFunc(errs, func(f ssa.Value) bool { return m.SameError(f, v) })
	}
	for v := range flow.Slice(cond) {
		if same(v) {
			return true
		}
		if alloc, ok := v.(*ssa.Alloc); ok {
			if src := m.FoundIn(alloc); src != nil && same(src) {
				return true
			}
		}
	}
	return false
}

// positive reports whether an outcome of a condition says that something was
// found: the call is true, the values are equal. A comparison with nil asks whether there is anything to ask.
func positive(cond flow.Condition) bool {
	if v, _ := cond.ComparedWithNil(); v != nil {
		return false
	}
	switch v := cond.Value.(type) {
	case *ssa.BinOp:
		switch v.Op {
		case token.EQL:
			return cond.Outcome
		case token.NEQ:
			return !cond.Outcome
		}
	case *ssa.Call, *ssa.Extract, *ssa.Field:
		return cond.Outcome
	case *ssa.UnOp:
		_, field := v.X.(*ssa.FieldAddr)
		return !field || cond.Outcome
	}
	return true
}

// triedSince reports whether the failure in block b, in the region that start dominates, is that of an attempt made
// there: a condition on what was done there leads, the other way, to a success; or what was done has succeeded, and the
// cause is returned only if it has not.
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

// decidedSince reports whether a condition depends on something that was done in the region that start dominates, or is on a variable that was
// set, in that region, as such a condition said.
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

// Tells reports whether control may get from a block to a return of an error that wraps cause, without passing avoid.
func (m *Model) Tells(from, avoid *ssa.BasicBlock, cause ssa.Value) bool {
	for b := range flow.Reachable([]*ssa.BasicBlock{from}, avoid) {
		if _, err := returned(b); err != nil && m.InChain(err, cause) {
			return true
		}
	}
	return false
}

// maxAttempts is how many attempts after an error are told apart; where there are more, nothing is said.
const maxAttempts = 32

// doneSince reports whether a condition depends on something that was done in the region that start dominates. To
// ask a question is to do nothing, such as whether the cause is of some kind.
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
			if v != failed && !m.OnlyLooks(v.Common()) && !m.isQuestion(v, cause) {
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

// filledSince reports whether a load reads a variable that a call in the region that start dominates was given to fill, as
// fmt.Scan is: what a user answers is no part of the failure that there was before.
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

// isQuestion reports whether a call asks of which kind an error is: one of package errors, or of a function that is given nothing else.
func (m *Model) isQuestion(call *ssa.Call, err ssa.Value) bool {
	fn := m.Callee(call.Common())
	return errflow.IsErrorsFunc(fn, "Is", "As", "AsType") || len(m.Asks(call)) > 0 ||
		fn != nil && len(call.Call.Args) == 1 && m.SameError(call.Call.Args[0], err)
}
