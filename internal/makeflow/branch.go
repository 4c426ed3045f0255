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

// This file has the questions about control flow that tell whether an error at hand is the reason of a failure: which conditions hold between the
// block in which the error is known not to be nil and the one in question, and where their other outcomes lead.

// isContextErr reports whether fn returns the error of a context.
func isContextErr(fn *types.Func) bool {
	return fn != nil && (fn.FullName() == "(context.Context).Err" || fn.FullName() == "context.Cause")
}

// IsAfterwards reports whether one of the wrapped errors is the reason why the function fails, and err is that of what was done afterwards, such as
// cleaning up: without err, the function fails, too. If it does not, err is the error of another attempt.
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

// addsTo reports whether a function literal adds to an error in a variable of the enclosing function, which otherwise keeps its value:
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

// tellsWhy reports whether the message of a new error contains what the conditions before cause are about, such as the status code in
// "status %d, and no body: %v". If made is no call with a format, nothing is known, and the answer is yes.
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

// decidedOn reports whether a condition that holds in block b depends on v.
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

// observed reports whether an error is the outcome of something that was expected to fail in another way, and
// may well be nil:
//
//	if status.Code(err) != codes.NotFound {
//		return fmt.Errorf("want not found, got %v", err)
//	}
//	return nil
func (m *Model) observed(cause ssa.Value, b *ssa.BasicBlock) bool {
	family := m.family(cause)
	if _, param := cause.(*ssa.Parameter); param || slices.ContainsFunc(family, func(v ssa.Value) bool { return m.NonNil(v, b) }) {
		return false
	}
	for cond := range flow.Conditions(b) {
		if v, _ := comparedWithNone(cond); v != nil || positive(cond) || isAnyText(cond.Value) || !m.looksAt(cond.Value, family) {
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

// wanted reports whether a condition before block b asked for err and did not find it, so that err is what was expected.
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

// returned returns the return statement at the end of a block, and the error that it returns; nil if there is none.
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

// mayEndWell reports whether a return without an error is reachable from a block without passing avoid.
func (m *Model) mayEndWell(from, avoid *ssa.BasicBlock) bool {
	for b := range flow.Reachable([]*ssa.BasicBlock{from}, avoid) {
		if m.succeeds(b) {
			return true
		}
	}
	return false
}

// succeedsOtherwise reports whether the function may succeed where cause is nil, and whether it then certainly does.
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

// returnedOtherwise reports whether, where cause is nil, an error may be returned that is err or wraps it.
func (m *Model) returnedOtherwise(err, cause ssa.Value, b *ssa.BasicBlock) bool {
	failed, fine := m.branches(cause, b)
	return failed != nil && m.Tells(fine, failed, err)
}

// branches returns the two successors of the condition that finds cause not to be nil, of which the first dominates b: where it is not nil, and where
// it is. They are nil if there is no such condition.
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

// A causeAt is an error and the block of a question about it, and a condSince a condition that such a block dominates: keys of answers.
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

// endings has the blocks of a function from which a return is reachable: any return, one without an error, one whose error may not be nil, and one in a
// place where nothing that was called is known to have failed.
type endings struct{ anyhow, well, unsure, made map[*ssa.BasicBlock]bool }

func (m *Model) endingsOf(fn *ssa.Function) endings { return m.endings.Get(fn, m.findEndings) }

func (m *Model) findEndings(fn *ssa.Function) endings {
	var anyhow, well, unsure, made worklist.List[*ssa.BasicBlock]
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
		if err == nil || !m.acts(err) && len(m.Live(b)) == 0 {
			made.Push(b)
		}
	}
	return endings{before(&anyhow), before(&well), before(&unsure), before(&made)}
}

// before returns the blocks from which one of some blocks is reachable.
func before(blocks *worklist.List[*ssa.BasicBlock]) map[*ssa.BasicBlock]bool {
	out := make(map[*ssa.BasicBlock]bool)
	for b := range blocks.All() {
		out[b] = true
		blocks.Push(b.Preds...)
	}
	return out
}

// failsAnyway reports whether the function returns an error even where cause is
// nil. Then something else had failed before, as where the body of a failed request
// is read only for the message. A function that goes on until some operation fails, as a server does, has not failed before.
func (m *Model) failsAnyway(cause ssa.Value, b *ssa.BasicBlock) bool {
	start, other := m.branches(cause, b)
	if start == nil || ErrorResult(start.Parent().Signature) < 0 || m.InLoop(start.Preds[0], other) {
		return false // in a loop, only this error ends that
	}
	e := m.endingsOf(start.Parent())
	return e.anyhow[other] && !e.well[other] && (e.made[other] || len(m.Live(start.Preds[0])) > 0)
}

// maxReached is the maximum number of blocks and values after a check that are looked at. A function may have thousands of checks.
const maxReached = 1000

// succeeds reports whether a block ends in a return whose error may be nil, or that has none.
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

// Known reports whether a condition before block b has told which error err is.
func (m *Model) Known(err ssa.Value, b *ssa.BasicBlock) bool {
	if m.filtered(err, b) {
		return true
	}
	for _, l := range m.Live(b) {
		if l.Classified && slices.ContainsFunc(m.family(err), func(v ssa.Value) bool { return m.SameError(v, l.Value) }) {
			return true
		}
	}
	return m.asked(err, m.checkedAt(err, b), b) || m.toldByVariable(err, b)
}

// Settled reports whether a condition between the one that found cause not to be nil
// and block b leaves nothing to wrap: it looks at the cause, or at what was returned with it, and finds
// what it looks for; or it says that the time is up; or it is on the
// outcome of something that was tried since, so that this is another failure.
func (m *Model) Settled(cause ssa.Value, b *ssa.BasicBlock) bool {
	start := m.checkedAt(cause, b)
	return start != nil && (m.timeIsUp(start, b) || m.triedSince(cause, start, b)) && !m.retried(cause, b) || m.asked(cause, start, b) || m.filtered(cause, b) || m.toldByVariable(cause, b)
}

// SetApart reports whether a condition before block b has asked for cause, or for what was returned with it, and an error that wraps cause is returned
// where the answer is no: here, it is on purpose that cause is not wrapped.
//
//	if isTimeout(err) {
//		return fmt.Errorf("not ready: %v", err) // for which nobody tries again
//	}
//	return fmt.Errorf("not ready: %w", err)
func (m *Model) SetApart(cause ssa.Value, b *ssa.BasicBlock) bool {
	return m.toldOtherwise(cause, b, false, func(cond flow.Condition) bool { return positive(cond) && m.asksOutcome(cond.Value, cause) })
}

// filtered reports whether a function that removes errors of one kind has returned nil for err before block b:
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
			taken = m.family(err)
		}
		if slices.Contains(taken, call.Call.Args[0]) {
			return true
		}
	}
	return false
}

// ByFlag reports whether a flag decides, where cause is not nil, between what block b does and the return of an error that wraps cause or has its
// text: a setting that has nothing to do with the cause, such as how much clients are told.
func (m *Model) ByFlag(cause ssa.Value, b *ssa.BasicBlock) bool {
	return m.toldOtherwise(cause, b, true, func(cond flow.Condition) bool { return isFlag(cond.Value) || m.knownBefore(cond.Value, cause) })
}

// toldOtherwise reports whether one of the last conditions before block b, where cause is not nil, decides between what b does and the return of an error
// that wraps cause or, if text is set, is made from it in another way.
func (m *Model) toldOtherwise(cause ssa.Value, b *ssa.BasicBlock, text bool, decides func(flow.Condition) bool) bool {
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
		if decides(cond) && m.tellingOf(cause, b.Parent(), text)[other] {
			return true
		}
	}
	return false
}

// knownBefore reports whether v is the result of a call that was made before the one that returned cause.
func (m *Model) knownBefore(v, cause ssa.Value) bool {
	found, _ := flow.ResultOf(v)
	call, _ := flow.ResultOf(cause)
	return found != nil && call != nil && m.Before(found, call)
}

// tellingOf returns the blocks of a function from which the return of an error is reachable that wraps cause or, if text is set, is made from it
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

// maxFlags is the maximum number of conditions before an error that are looked at. A branch may have many errors.
const maxFlags = 8

// isFlag reports whether v is a field, a package-level variable or a parameter.
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

// asked reports whether a condition between start, which may be nil, and block b looks at the cause, or at what was returned with it, and
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

// toldByVariable reports whether a condition before block b is on a variable that tells which error the cause is: on all ways by which the variable may
// have got that value since there is a cause, a condition had looked at the cause and found what it looked for.
//
//	if err != nil && err != context.Canceled {
//		last = err
//	}
//	if last == nil {
//		return errors.New("cancelled") // here, the cause is nil or context.Canceled
//	}
func (m *Model) toldByVariable(cause ssa.Value, b *ssa.BasicBlock) bool {
	instr, ok := cause.(ssa.Instruction)
	if !ok {
		return false
	}
	for cond := range flow.Conditions(b) {
		variable, _ := cond.ComparedWithNil()
		if variable == nil {
			variable = cond.Value
		}
		phi, ok := variable.(*ssa.Phi)
		if !ok || !instr.Block().Dominates(phi.Block()) {
			continue
		}
		told := false
		for i, edge := range phi.Edges {
			from := phi.Block().Preds[i]
			on, _ := flow.ConditionOf(from, phi.Block())
			if m.contradicts(cond, edge, from) || m.saysNil(on, cause) && m.NonNil(cause, b) {
				continue // control has not come this way
			}
			if told = on.Value != nil && m.asks(on.Value, cause) && positive(on) || m.asked(cause, instr.Block(), from); !told {
				break
			}
		}
		if told {
			return true
		}
	}
	return false
}

// contradicts reports whether the outcome of a condition on a variable would be another one if the variable had value v, which it gets at the end of a block.
func (m *Model) contradicts(cond flow.Condition, v ssa.Value, at *ssa.BasicBlock) bool {
	if compared, isNil := cond.ComparedWithNil(); compared != nil {
		return isNil && m.NonNil(v, at) || !isNil && m.KnownNil(v, at)
	}
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value) != cond.Outcome
}

// saysNil reports whether a condition says that an error is nil.
func (m *Model) saysNil(cond flow.Condition, err ssa.Value) bool {
	v, isNil := cond.ComparedWithNil()
	return v != nil && isNil && m.SameError(v, err)
}

// checkedAt returns the first of the blocks that dominate b in which cause is known not to be nil; the block that computes cause, if it can never be nil.
// An error that is loaded from a variable, such as a named result, is computed where the variable is set.
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
	// The answer is the same for all blocks between.
	for ; last != nil && last != b; last = last.Idom() {
		m.checked[causeAt{cause, last}] = first
	}
	return first
}

// Logged reports whether a call between the block in which err is known not to be nil and block b has err, or its text, as an
// argument. Questions about the error do not count, nor do calls that return a number or a boolean.
func (m *Model) Logged(err ssa.Value, b *ssa.BasicBlock) bool {
	start := m.checkedAt(err, b)
	if start == nil && m.EitherAt(b) != nil {
		start = b
	}
	for ; b != nil && start != nil && start.Dominates(b); b = b.Idom() {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || flow.IsBasic(call.Type(), types.IsNumeric|types.IsBoolean) ||
				errflow.IsErrorsFunc(m.Callee(call.Common()), "Is", "As", "AsType", "IsAny") || len(m.Asks(call)) > 0 {
				continue
			}
			if slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool { return m.MadeFrom(arg, err) }) {
				return true
			}
		}
	}
	return false
}

// setIn returns the blocks that set the local variable from which v is loaded, with the index of the first store in each; nil for other values.
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

// Tells reports whether the return of an error that wraps cause is reachable from a block without passing avoid.
func (m *Model) Tells(from, avoid *ssa.BasicBlock, cause ssa.Value) bool {
	for b := range flow.Reachable([]*ssa.BasicBlock{from}, avoid) {
		if _, err := returned(b); err != nil && m.InChain(err, cause) {
			return true
		}
	}
	return false
}
