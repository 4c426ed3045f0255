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
func (m *Model) callsOf(fn *ssa.Function) (calls []ssa.CallInstruction, all bool) {
	h := hands{Model: m}
	all = true
	if fn.Parent() != nil {
		h.push(fn)
	} else {
		calls, _ = m.CallsOf(fn)
		calls = slices.DeleteFunc(slices.Clone(calls), func(call ssa.CallInstruction) bool { return m.inTest(call.Parent().Pos()) })
		var operands []*ssa.Value
		for _, use := range m.ValueUses(fn) {
			if m.inTest(use.Parent().Pos()) {
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
		byMethod, all = m.declared(fn)
		calls = append(calls, byMethod...)
	}
	h.walk()
	calls = append(calls, h.calls...)
	return calls, all && !h.out && (len(calls) > 0 || h.told || m.isCommand() && fn.Object() != nil && fn.Object().Exported())
}

// declared returns the calls of a declared function that do not name it, and whether no other code can call it without having its value.
func (m *Model) declared(fn *ssa.Function) (calls []ssa.CallInstruction, all bool) {
	obj, ok := fn.Object().(*types.Func)
	switch {
	case !ok:
		return nil, false
	case obj.Signature().Recv() == nil:
		return nil, m.isCommand() || !obj.Exported()
	}
	return m.methodCalls(obj)
}

func (m *Model) isMain() bool { return m.Pkg.Pkg.Name() == "main" }

// isCommand reports whether the package is part of a command, in or below a directory cmd: the other packages of the
// command print its errors in the end.
func (m *Model) isCommand() bool {
	return m.isMain() || slices.Contains(strings.Split(m.Pkg.Pkg.Path(), "/"), "cmd")
}

// methodCalls returns the calls of a method of a type of the package through interfaces, and whether no other code can call
// it through an interface.
func (m *Model) methodCalls(method *types.Func) (calls []ssa.CallInstruction, all bool) {
	named, ok := types.Unalias(flow.Deref(method.Signature().Recv().Type())).(*types.Named)
	if !ok {
		return nil, false
	}
	if !method.Exported() {
		// Only this package calls the interfaces that contain it.
		return m.places().invokes[method.Name()], true
	}
	h := m.methods[named.Obj()]
	if h == nil {
		h = &hands{Model: m, out: !m.isCommand() && m.exposed()[named.Obj().Type()]}
		for _, v := range m.holding(named.Obj()) {
			h.out = h.out || v == nil
			if v != nil {
				h.push(v)
			}
		}
		h.walk()
		m.methods[named.Obj()] = h
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
func (m *Model) wholesOf() map[types.Type][]types.Type {
	wholes := make(map[types.Type][]types.Type)
	found := worklist.Of(m.places().types...)
	for t := range found.All() {
		for _, part := range m.parts(t, false) {
			wholes[part] = append(wholes[part], t)
			found.Push(part)
		}
	}
	return wholes
}

// holding returns the values of a type, and of types that may contain it, that are converted to interfaces, or passed for a
// type parameter.
func (m *Model) holding(name *types.TypeName) (out []ssa.Value) {
	wholes := worklist.Of(name.Type())
	for t := range wholes.All() {
		out = append(out, m.places().made[t]...)
		wholes.Push(m.wholes()[t]...)
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
