package makeflow

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// This file tells which error at hand is the reason why a new one is made, so that it has to wrap that.

// AtHand returns the error that made should wrap: the last one found not to be
// nil on the way to it. There is none if that error is known, may be dropped, or
// if some error at hand is wrapped, or may be.
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
	if slices.ContainsFunc(live, func(l errflow.Live) bool {
		may, _ := m.succeedsOtherwise(l.Value, made.Block)
		return may && !l.Classified && !m.SameChain(l.Value, cause) && (certainly || m.fallsBack(l.Value, cause, made.Block))
	}) {
		return nil // the last of several attempts: that all of them failed is none's fault in particular
	}
	// Where the function fails anyway, it is with an error that this one has nothing of either.
	loses := slices.ContainsFunc(live[1:], func(l errflow.Live) bool { return m.returnedOtherwise(l.Value, cause, made.Block) })
	if m.MayDrop(cause, made.Value) || m.Settled(cause, made.Block) || m.failsAnyway(cause, made.Block) && !loses ||
		!m.inScope(cause, made) && (len(live) > 1 || m.lastAttempt(made) != cause) {
		return nil
	}
	return cause
}

// lastAttempt is the error of an operation, which is out of scope, that made should wrap. To look whether something is there is no attempt at it. Where
// nothing is tried again, what has been got may be of no use as well: then the new error speaks of both.
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

// either is the error of an operation that made should wrap if it is there. What has no name is only asked whether it is there.
func (m *Model) either(made Made) ssa.Value {
	cause := m.EitherAt(made.Block)
	if cause == nil {
		return nil
	}
	if _, variable := m.Compared(cause).(*ast.Ident); !variable || !m.acts(cause) || m.MayDrop(cause, made.Value) || m.LooksUp(cause) || !m.inScope(cause, made) || m.InChain(made.Value, cause) || m.MadeFrom(made.Value, cause) {
		return nil
	}
	return cause
}

// EitherAt returns the error that may be there in block b, the body of "if err != nil || …", which only that condition leads to; nil if there is none, or several are.
func (m *Model) EitherAt(b *ssa.BasicBlock) ssa.Value {
	var found ssa.Value
	for _, pred := range b.Preds {
		if len(b.Preds) < 2 || len(pred.Succs) < 2 {
			return nil // a way that no condition ends
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

// inScope reports whether the variable that holds an error can be named where a new one is made.
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

// given is the errors that a call is given which returns an error: a filter returns the one that it is given, or none.
func given(err ssa.Value) []ssa.Value {
	call, _ := flow.ResultOf(err)
	if call == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(call.Call.Args), func(v ssa.Value) bool { return !errflow.IsError(v.Type()) })
}

// maxAtHand is how many errors may be at hand where one of them is said to be dropped: each is compared with all others.
const maxAtHand = 50

// IsReason reports whether an error whose text is in a new one is the reason of the failure: not an
// exempt one, not what is said of a failure that there is anyway, not the outcome that a check wanted to be
// another, nor the wanted one, not what went wrong last when the time was up, not an entry in a list of results.
func (m *Model) IsReason(cause, made ssa.Value, b *ssa.BasicBlock) bool {
	return !m.isNone(cause) && !m.exempt(cause) && !m.isRecord(cause) && !m.wanted(cause, b) && !m.observed(cause, b) && !(m.MayBeNil(cause, b) && m.timeIsUp(nil, b)) &&
		!(m.failsAnyway(cause, b) && m.tellsWhy(made, cause))
}
