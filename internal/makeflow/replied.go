package makeflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells whether a new error is only a reply to a client.

// Replied reports whether a new error of this package is only a reply to a client: in functions that only the package calls, it is
// compared with nil, and its text is written to a connection. A cause would not be for the client.
func (m *Model) Replied(made ssa.Value) bool {
	replied := false
	errs := worklist.Of(errorsMade(made)...)
	for p := range errs.All() {
		if errs.Len() > maxParts {
			return false
		}
		uses := passingUse{Model: m, passing: p}
		refs, listed := p.references()
		if !listed {
			uses.all()
		}
		for _, ref := range refs {
			call, isCall := ref.(ssa.CallInstruction)
			if isCall && writesToClient(call.Common(), p.v) {
				replied = true
				continue
			}
			before := len(uses.to)
			uses.use(ref)
			if isCall && len(uses.to) == before {
				return false // its text goes elsewhere: to a log, say
			}
		}
		if uses.asks {
			return false
		}
		for _, to := range uses.to {
			if !to.text {
				errs.Push(to)
			} else if !m.reachesClient(to) {
				return false
			} else {
				replied = true
			}
		}
	}
	return replied
}

// reachesClient reports whether a text is written to a connection, among other things.
func (m *Model) reachesClient(text passing) bool {
	texts := worklist.Of(text)
	for p := range texts.First(maxParts) {
		refs, _ := p.references()
		for _, ref := range refs {
			if call, ok := ref.(ssa.CallInstruction); ok && writesToClient(call.Common(), p.v) {
				return true
			}
		}
		for _, to := range m.spread(p).to {
			if to.text {
				texts.Push(to)
			}
		}
	}
	return false
}

// writesToClient reports whether a call is that of a method of a connection, or of a function outside the package with a connection as another argument than v.
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

// isConnection reports whether t has methods of net.Conn: it has a remote address and can be written to.
func isConnection(t types.Type) bool {
	for _, name := range []string{"Write", "RemoteAddr", "SetDeadline"} {
		if flow.Method(t, nil, name) == nil {
			return false
		}
	}
	return true
}
