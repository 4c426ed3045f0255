package makeflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// maxReplied is how many values of a new error, and of each of its texts, are followed.
const maxReplied = 200

// Replied reports whether a new error of this package is what a client is told, and no more: all that becomes of it, in functions that only the
// package itself calls, is to be compared with nil, and to be text that is written to a connection. What it could wrap is not for the client.
func (m *Model) Replied(made ssa.Value) bool {
	a := m.askings()
	replied := false
	errs := worklist.Of(errorsMade(made)...)
	for p := range errs.All() {
		if errs.Len() > maxReplied {
			return false
		}
		uses := passingUse{asking: a, passing: p}
		if _, isFunc := p.v.(*ssa.Function); isFunc || p.v.Referrers() == nil {
			uses.all()
		} else {
			for _, ref := range *p.v.Referrers() {
				call, isCall := ref.(ssa.CallInstruction)
				if isCall && writesToClient(call.Common(), p.v) {
					replied = true
					continue
				}
				before := len(uses.to)
				uses.use(ref)
				if isCall && len(uses.to) == before {
					return false // somebody else is told: a log, say
				}
			}
		}
		if uses.asks {
			return false
		}
		for _, to := range uses.to {
			if !to.text {
				errs.Push(to)
			} else if !a.reachesClient(to) {
				return false
			} else {
				replied = true
			}
		}
	}
	return replied
}

// reachesClient reports whether a text is written to a connection, whatever else is done with it.
func (a *asking) reachesClient(text passing) bool {
	texts := worklist.Of(text)
	for p := range texts.First(maxReplied) {
		if _, isFunc := p.v.(*ssa.Function); !isFunc && p.v.Referrers() != nil {
			for _, ref := range *p.v.Referrers() {
				if call, ok := ref.(ssa.CallInstruction); ok && writesToClient(call.Common(), p.v) {
					return true
				}
			}
		}
		uses := passingUse{asking: a, passing: p}
		uses.all()
		for _, to := range uses.to {
			if to.text {
				texts.Push(to)
			}
		}
	}
	return false
}

// writesToClient reports whether a call of a function outside the package is given a value besides a connection, or is a method of one.
func writesToClient(call *ssa.CallCommon, v ssa.Value) bool {
	if textflow.Stringified(call) != nil {
		return false
	}
	if call.IsInvoke() && isConnection(call.Value.Type()) {
		return true
	}
	for _, arg := range call.Args {
		if arg != v && isConnection(flow.Strip(arg).Type()) {
			fn := call.StaticCallee()
			return fn != nil && fn.Blocks == nil
		}
	}
	return false
}

// isConnection reports whether t is one of the types that implement net.Conn: what has a remote address and is written to.
func isConnection(t types.Type) bool {
	for _, name := range []string{"Write", "RemoteAddr", "SetDeadline"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if _, ok := obj.(*types.Func); !ok {
			return false
		}
	}
	return true
}
