package makeflow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells which calls may run a function, and so get its error: by its name, as a value, or through an interface.

// callsOf returns the calls of a function, and whether no other code can ask about the errors that it returns. Tests do not count: an error that a
// test asks about is not lost, or the test would fail; and so findings do not depend on whether tests are analyzed. A function without calls
// is called by code that is not seen, such as files for another system.
func (a *asking) callsOf(fn *ssa.Function) (calls []ssa.CallInstruction, all bool) {
	h := hands{asking: a}
	all = true
	if fn.Parent() != nil {
		h.push(fn)
	} else {
		calls, _ = a.m.CallsOf(fn)
		calls = slices.DeleteFunc(slices.Clone(calls), func(call ssa.CallInstruction) bool { return a.m.inTest(call.Parent().Pos()) })
		var operands []*ssa.Value
		for _, use := range a.m.ValueUses(fn) {
			if a.m.inTest(use.Parent().Pos()) {
				continue
			}
			operands = use.Operands(operands[:0])
			for _, op := range operands {
				if is, _ := flow.Resolve(*op); is == fn {
					h.use(*op, use)
				}
			}
		}
		var byMethod []ssa.CallInstruction
		byMethod, all = a.declared(fn)
		calls = append(calls, byMethod...)
	}
	h.walk()
	calls = append(calls, h.calls...)
	return calls, all && !h.out && (len(calls) > 0 || h.told || a.command() && fn.Object() != nil && fn.Object().Exported())
}

// declared returns the calls of a declared function that do not name it, and whether no other code can call it without having its value.
func (a *asking) declared(fn *ssa.Function) (calls []ssa.CallInstruction, all bool) {
	obj, ok := fn.Object().(*types.Func)
	switch {
	case !ok:
		return nil, false
	case obj.Signature().Recv() == nil:
		return nil, a.command() || !obj.Exported()
	}
	return a.methodCalls(obj)
}

func (a *asking) main() bool { return a.m.Pkg.Pkg.Name() == "main" }

// command reports whether the package is part of a command, in or below a directory cmd: the other packages of the
// command print its errors in the end.
func (a *asking) command() bool {
	return a.main() || slices.Contains(strings.Split(a.m.Pkg.Pkg.Path(), "/"), "cmd")
}

// methodCalls returns the calls of a method of a type of the package through interfaces, and whether no other code can call
// it through an interface.
func (a *asking) methodCalls(method *types.Func) (calls []ssa.CallInstruction, all bool) {
	named, ok := types.Unalias(flow.Deref(method.Signature().Recv().Type())).(*types.Named)
	if !ok {
		return nil, false
	}
	if !method.Exported() {
		// Only this package calls the interfaces that contain it.
		return a.places().invokes[method.Name()], true
	}
	h := a.methods[named.Obj()]
	if h == nil {
		h = &hands{asking: a, out: !a.command() && a.seenOutside()[named.Obj().Type()]}
		for _, v := range a.holding(named.Obj()) {
			h.out = h.out || v == nil
			if v != nil {
				h.push(v)
			}
		}
		h.walk()
		a.methods[named.Obj()] = h
	}
	for _, call := range h.calls {
		if common := call.Common(); common.IsInvoke() && common.Method.Name() == method.Name() {
			calls = append(calls, call)
		}
	}
	return calls, !h.out
}

// exposedTypes returns the types of which other packages can have values: those that something leads to which they can name.
func (m *Model) exposedTypes() map[types.Type]bool {
	exposed := make(map[types.Type]bool)
	var found worklist.List[types.Type]
	scope := m.Pkg.Pkg.Scope()
	for _, n := range scope.Names() {
		if obj := scope.Lookup(n); obj.Exported() {
			found.Push(types.Unalias(obj.Type()))
		}
	}
	for t := range found.All() {
		exposed[t] = true
		found.Push(m.parts(t, true)...)
	}
	return exposed
}

// wholesOf returns, by types, those that may contain them: of the values that are converted to interfaces, or passed for a type parameter.
func (a *asking) wholesOf() map[types.Type][]types.Type {
	wholes := make(map[types.Type][]types.Type)
	found := worklist.Of(a.places().types...)
	for t := range found.All() {
		for _, part := range a.m.parts(t, false) {
			wholes[part] = append(wholes[part], t)
			found.Push(part)
		}
	}
	return wholes
}

// holding returns the values of a type, and of types that may contain it, that are converted to interfaces, or passed for a
// type parameter.
func (a *asking) holding(name *types.TypeName) (out []ssa.Value) {
	wholes := worklist.Of(name.Type())
	for t := range wholes.All() {
		out = append(out, a.places().made[t]...)
		wholes.Push(a.wholes()[t]...)
	}
	return out
}

// parts returns the types that a type is composed of; if public is set, only those that another package can reach from it.
func (m *Model) parts(t types.Type, public bool) (parts []types.Type) {
	switch t := t.(type) {
	case *types.Named:
		switch {
		case t.Origin() != t:
			parts = append(parts, t.Origin())
			for arg := range t.TypeArgs().Types() {
				parts = append(parts, arg)
			}
		case t.Obj().Pkg() == m.Pkg.Pkg:
			parts = append(parts, t.Underlying())
			for method := range t.Methods() {
				if public && method.Exported() {
					parts = append(parts, method.Type())
				}
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if !public || f.Exported() || f.Embedded() {
				parts = append(parts, f.Type())
			}
		}
	case *types.Map:
		parts = append(parts, t.Key(), t.Elem())
	case *types.Pointer:
		parts = append(parts, t.Elem())
	case *types.Signature:
		for _, vars := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range vars.Variables() {
				parts = append(parts, v.Type())
			}
		}
	case *types.Interface:
		for method := range t.Methods() {
			parts = append(parts, method.Type())
		}
	default:
		if elem := flow.ElemType(t); elem != nil {
			parts = append(parts, elem)
		}
	}
	for i, t := range parts {
		parts[i] = types.Unalias(t)
	}
	return parts
}
