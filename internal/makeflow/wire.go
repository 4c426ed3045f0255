package makeflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

// This file tells whether a new error is the form that an error has on a wire, where there is no place for a cause.

// MakesWire reports whether a new error is the form that an error has on a wire, by its literal or by all errors that its
// constructor makes: a struct that is registered with encoding/gob or whose fields all have names in JSON, and none of
// which can hold a cause. Such errors are made at a boundary, and have no place for an error.
func (m *Model) MakesWire(made ssa.Value) bool {
	switch v := made.(type) {
	case *ssa.Alloc:
		return m.isWire(v.Type())
	case *ssa.Call:
		results := v.Call.Signature().Results()
		if i := ErrorResult(v.Call.Signature()); i >= 0 && !types.IsInterface(results.At(i).Type()) {
			return m.isWire(results.At(i).Type())
		}
		maker := m.Maker(v.Common())
		return maker != nil && maker.Wire
	}
	return false
}

func (m *Model) isWire(t types.Type) bool {
	s := flow.Struct(t)
	if s == nil || s.NumFields() == 0 {
		return false
	}
	for i := range s.NumFields() {
		name := flow.JSONName(s, i)
		if gob := m.gobs()[types.Unalias(flow.Deref(t))] && s.Field(i).Exported(); !gob && (name == "" || name == "-") || HoldsErrors(s.Field(i).Type()) {
			return false
		}
	}
	return true
}

// gobTypes returns the types that the package registers with encoding/gob, without stars.
func (m *Model) gobTypes() map[types.Type]bool {
	registered := make(map[types.Type]bool)
	for _, call := range m.Calls() {
		if args := call.Common().Args; IsFunc(flow.Callee(call.Common()), "encoding/gob", "Register", "RegisterName") {
			registered[types.Unalias(flow.Deref(flow.Strip(args[len(args)-1]).Type()))] = true
		}
	}
	return registered
}
