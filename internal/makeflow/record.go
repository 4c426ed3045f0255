package makeflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// isRecord reports whether a value is an element of a list or table of a type that has an Error method, but whose values, as far as is known, are not
// returned or turned into errors: a result of a validation, say.
func (m *Model) isRecord(v ssa.Value) bool {
	v = flow.Strip(v)
	named, ok := types.Unalias(flow.Deref(v.Type())).(*types.Named)
	return ok && !types.IsInterface(named) && named.Obj().Pkg() != nil && isElement(v) && m.records.Get(named.Obj(), m.onlyRecords)
}

// onlyRecords reports whether values of a type of errors are not returned or turned into errors, as far as is known.
func (m *Model) onlyRecords(obj *types.TypeName) bool {
	if obj.Pkg() != m.pass.Pkg && m.OwnPackage(obj.Pkg()) {
		return false // functions of another package of the module that this one does not name are nothing that a finding may depend on
	}
	is := func(t types.Type) bool {
		other, ok := types.Unalias(flow.Deref(t)).(*types.Named)
		return ok && other.Obj() == obj
	}
	returns := func(fn *types.Func) bool {
		return slices.ContainsFunc(slices.Collect(fn.Signature().Results().Variables()), func(v *types.Var) bool { return is(v.Type()) })
	}
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

// isElement reports whether a value is read from a list or table.
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
