package makeflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// isRecord reports whether v is an element of a list or map whose type has an Error method, but whose values are not returned or converted to errors, as far as
// is known: a result of a validation, say.
func (m *Model) isRecord(v ssa.Value) bool {
	v = flow.Strip(v)
	named, ok := types.Unalias(flow.Deref(v.Type())).(*types.Named)
	return ok && !types.IsInterface(named) && named.Obj().Pkg() != nil && isElement(v) && m.records.Get(named.Obj(), m.onlyRecords)
}

// onlyRecords reports whether no value of an error type is returned or converted to an error, as far as is known.
func (m *Model) onlyRecords(obj *types.TypeName) bool {
	if obj.Pkg() != m.pass.Pkg && m.OwnPackage(obj.Pkg()) {
		return false // a finding may not depend on functions of another package of the module that this one does not use
	}
	is := func(t types.Type) bool {
		other, ok := types.Unalias(flow.Deref(t)).(*types.Named)
		return ok && other.Obj() == obj
	}
	returns := func(fn *types.Func) bool { return flow.HasVar(fn.Signature().Results(), is) }
	scope := obj.Pkg().Scope()
	for _, name := range scope.Names() {
		if fn, ok := scope.Lookup(name).(*types.Func); ok && returns(fn) {
			return false
		}
	}
	for tn := range flow.Types(obj.Pkg()) {
		if named, ok := tn.Type().(*types.Named); ok && slices.ContainsFunc(slices.Collect(named.Methods()), returns) {
			return false
		}
	}
	for fn := range m.Funcs() {
		for mi := range flow.InstrsOf[*ssa.MakeInterface](fn) {
			if errflow.IsErrorInterface(mi.Type()) && is(mi.X.Type()) {
				return false
			}
		}
	}
	return true
}

// isElement reports whether v is read from a list or map.
func isElement(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.IndexAddr, *ssa.Index, *ssa.Lookup:
		return true
	case *ssa.Extract:
		switch v.Tuple.(type) {
		case *ssa.Next, *ssa.Lookup:
			return true
		}
	case *ssa.UnOp:
		_, ok := v.X.(*ssa.IndexAddr)
		return ok && v.Op == token.MUL
	}
	return false
}
