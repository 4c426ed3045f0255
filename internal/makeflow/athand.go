package makeflow

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// This file tells which error at hand is the reason why a new one is made, so that the new one has to wrap it.

// AtHand returns the error that made should wrap: the last one that was found not to be
// nil before it. It returns nil if that error is known or may be left out, or
// if made wraps some error at hand, or may do so.
func (m *Model) AtHand(made Made) ssa.Value {
	at := made.At
	if at == nil {
		at = made.Block.Instrs[0]
	}
	live := m.LiveAt(at)
	if len(live) == 0 {
		if cause := m.lastAttempt(made); cause != nil {
			return cause
		}
		return m.either(made)
	}
	if len(live) > maxAtHand || live[0].Classified || flow.Strip(made.Value) == live[0].Value {
		return nil
	}
	for _, l := range live {
		for _, err := range append(given(l.Value), l.Value) {
			if m.InChain(made.Value, err) || m.MadeFrom(made.Value, err) {
				return nil
			}
		}
	}
	cause := live[0].Value
	_, certainly := m.succeedsOtherwise(cause, made.Block)
	if (!m.acts(cause) || m.LooksUp(cause)) && slices.ContainsFunc(live, func(l errflow.Live) bool {
		may, _ := m.succeedsOtherwise(l.Value, made.Block)
		return may && !l.Classified && !m.SameChain(l.Value, cause) && (certainly && !m.movedOn(l.Value, made.Block) || m.fallsBack(l.Value, cause, made.Block))
	}) {
		return nil // none of several attempts is the reason, unless the last one is an operation that is to have an effect
	}
	// If the function fails anyway, it may be with an error that the new one leaves out as well.
	loses := slices.ContainsFunc(live[1:], func(l errflow.Live) bool { return m.returnedOtherwise(l.Value, cause, made.Block) })
	if m.MayDrop(cause, made.Value) || m.Settled(cause, made.Block) || m.failsAnyway(cause, made.Block) && !loses ||
		!m.inScope(cause, made) && (len(live) > 1 || m.lastAttempt(made) != cause) {
		return nil
	}
	return cause
}

// lastAttempt returns the error of an operation that made should wrap although it is out of scope. A lookup is no attempt. If
// nothing is tried again, the failure may also be that what was found is of no use; then the new error speaks of both, and there is none.
func (m *Model) lastAttempt(made Made) ssa.Value {
	errs := m.lastAttempts(made.Block)
	i := slices.IndexFunc(errs, func(err ssa.Value) bool {
		return m.acts(err) && !m.MayDrop(err, made.Value) && !m.LooksUp(err)
	})
	if i < 0 {
		return nil
	}
	if call, _ := flow.ResultOf(errs[i]); !m.Looping(call.Block()) && slices.ContainsFunc(errs, func(err ssa.Value) bool { return !m.acts(err) }) {
		return nil
	}
	return errs[i]
}

// either returns the error of an operation that made should wrap if it is not nil. An error that is not in a variable is only compared with nil. If the
// function fails whatever the conditions find, as after a loop that skips the rest of a line that is too long, something else is the reason.
func (m *Model) either(made Made) ssa.Value {
	cause := m.EitherAt(made.Block)
	if cause == nil {
		return nil
	}
	_, variable := m.Compared(cause).(*ast.Ident)
	if !variable || !m.acts(cause) || m.MayDrop(cause, made.Value) || m.LooksUp(cause) || !m.inScope(cause, made) ||
		m.InChain(made.Value, cause) || m.MadeFrom(made.Value, cause) {
		return nil
	}
	if !slices.ContainsFunc(made.Block.Preds, func(pred *ssa.BasicBlock) bool {
		return slices.ContainsFunc(pred.Succs, func(other *ssa.BasicBlock) bool { return other != made.Block && m.mayEndWell(other, made.Block) })
	}) {
		return nil
	}
	return cause
}

// EitherAt returns the error that may not be nil in block b, if b is the body of "if err != nil || …", which has no other predecessors; nil if there
// is none, or more than one.
func (m *Model) EitherAt(b *ssa.BasicBlock) ssa.Value {
	var found ssa.Value
	for _, pred := range b.Preds {
		if len(b.Preds) < 2 || len(pred.Succs) < 2 {
			return nil // an edge without a condition
		}
		if err := Failed(pred, b); err != nil {
			if found != nil && !m.SameError(found, err) {
				return nil
			}
			found = err
		}
	}
	return found
}

// inScope reports whether the variable of an error is in scope where a new one is made.
func (m *Model) inScope(cause ssa.Value, made Made) bool {
	pos := made.Value.Pos()
	if made.At != nil && made.At.Pos().IsValid() {
		pos = made.At.Pos()
	}
	id, ok := m.Compared(cause).(*ast.Ident)
	if !ok || !pos.IsValid() {
		return true
	}
	obj := m.pass.TypesInfo.ObjectOf(id)
	return obj == nil || obj.Parent() == nil || obj.Parent().Contains(pos)
}

// given returns the errors among the arguments of the call that returned err. A filter returns its argument, or nil.
func given(err ssa.Value) []ssa.Value {
	call, _ := flow.ResultOf(err)
	if call == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(call.Call.Args), func(v ssa.Value) bool { return !errflow.IsError(v.Type()) })
}

// maxAtHand is the maximum number of errors at hand for which AtHand returns one: each is compared with all others.
const maxAtHand = 50

// IsReason reports whether an error whose text is in a new one is the reason of the failure. It is not if it is
// exempt, an entry in a list of results, or the outcome of a check that expected another; if the check expected it; if the time was up; or
// if the function fails without it, too, and the new error says why.
func (m *Model) IsReason(cause, made ssa.Value, b *ssa.BasicBlock) bool {
	_, sentinel := m.Sentinel(cause) // not the outcome of anything
	return !m.isNone(cause) && !m.exempt(cause) && !m.isRecord(cause) && !m.wanted(cause, b) && !m.observed(cause, b) && !(m.HasNil(cause, b) && m.timeIsUp(nil, b)) &&
		(sentinel || !m.failsAnyway(cause, b) || !m.tellsWhy(made, cause))
}
