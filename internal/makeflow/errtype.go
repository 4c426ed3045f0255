package makeflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file says what becomes of types of errors, and of their fields.

// A Held is a part of an error type that is an error itself, or several.
type Held struct {
	Field *types.Var // nil for a type that is itself a slice
	Many  bool
	Type  types.Type
}

// Held returns the parts of an error type that are errors. Of a field that only
// this package can set, it sets one.
func (m *Model) Held(named *types.Named) []Held {
	if HoldsMany(named) {
		return []Held{{Many: true, Type: named.Underlying()}}
	}
	s, ok := named.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []Held
	for f := range s.Fields() {
		many := HoldsMany(f.Type())
		own := !f.Exported() || !named.Obj().Exported() || m.pass.Pkg.Name() == "main" // nobody else sets it
		switch {
		case !many && !errflow.IsErrorInterface(f.Type()),
			!f.Exported() && !f.Embedded() && !m.everSet(f),
			!many && own && m.setToTexts(f):
			continue
		}
		out = append(out, Held{Field: f, Many: many, Type: f.Type()})
	}
	return out
}

// HoldsMany reports whether t is a type of slices or maps of errors.
func HoldsMany(t types.Type) bool {
	switch t := types.Unalias(t).Underlying().(type) {
	case *types.Slice, *types.Map:
		return errflow.IsErrorInterface(flow.ElemType(t))
	}
	return false
}

// Method returns a method of T or *T, promoted ones too.
func Method(named *types.Named, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, named.Obj().Pkg(), name)
	m, _ := obj.(*types.Func)
	return m
}

// IsUnwrap reports whether a method has a signature that package errors looks for.
func IsUnwrap(m *types.Func) bool {
	sig := m.Signature()
	if sig.Params().Len() != 0 || sig.Results().Len() != 1 {
		return false
	}
	t := types.Unalias(sig.Results().At(0).Type())
	if s, ok := t.(*types.Slice); ok {
		t = types.Unalias(s.Elem())
	}
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// Answered returns "errors.Is" or "errors.As" where a method of an error type answers that question by what the type holds; the
// first, if both do.
func (m *Model) Answered(named *types.Named, holds []Held) string {
	for _, name := range []string{"Is", "As"} {
		method := Method(named, name)
		if method == nil || method.Signature().Params().Len() != 1 || method.Signature().Results().Len() != 1 {
			continue
		}
		if fn := m.Func(method); fn == nil || !DeclaredOn(method, named) || Consults(fn, holds, false) {
			return "errors." + name
		}
	}
	return ""
}

// Consults reports whether a method reads one of the fields that hold errors, or hands its receiver to someone who
// may; calls says that any call may.
func Consults(fn *ssa.Function, holds []Held, calls bool) bool {
	if len(fn.Params) == 0 {
		return false
	}
	recv := fn.Params[0]
	for instr := range flow.Instrs(fn) {
		switch instr := instr.(type) {
		case *ssa.FieldAddr:
			if holdsField(holds, flow.Struct(instr.X.Type()).Field(instr.Field)) {
				return true
			}
		case *ssa.Field:
			if holdsField(holds, flow.Struct(instr.X.Type()).Field(instr.Field)) {
				return true
			}
		case *ssa.Call:
			if calls && (len(instr.Call.Args) > 0 || instr.Call.IsInvoke()) || slices.Contains(instr.Call.Args, ssa.Value(recv)) {
				return true
			}
		case *ssa.IndexAddr, *ssa.Slice, *ssa.Range, *ssa.ChangeType, *ssa.MakeClosure:
			if calls || slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool { return *op == recv }) {
				return true
			}
		}
	}
	return false
}

func holdsField(holds []Held, f *types.Var) bool {
	return slices.ContainsFunc(holds, func(h Held) bool { return h.Field != nil && h.Field.Origin() == f.Origin() })
}

// DeclaredOn reports whether a method is declared on a type or a pointer to it, and not promoted.
func DeclaredOn(method *types.Func, named *types.Named) bool {
	recv := flow.Receiver(method)
	return recv != nil && recv.Origin() == named.Origin()
}

// everSet reports whether something other than nil is stored in a field.
func (m *Model) everSet(f *types.Var) bool {
	return slices.ContainsFunc(m.FieldStores(f), func(v ssa.Value) bool { return !flow.IsNil(flow.Strip(v)) })
}

// setToTexts reports whether all that is stored in a field that only the package sets is errors in which there is nothing to find, or nil. What a
// function stores of a parameter, or makes of a format and operands that are, is what the package gives it.
func (m *Model) setToTexts(f *types.Var) bool {
	texts := false
	stored := worklist.Of(m.FieldStores(f)...)
	for v := range stored.First(maxCauses) {
		if errflow.IsFresh(v) || m.exempt(v) {
			texts = true
			continue
		}
		if p, ok := flow.Strip(v).(*ssa.Parameter); ok {
			given := m.paramValues(p)
			if len(given) == 0 {
				return false
			}
			stored.Push(given...)
			continue
		}
		if wrapped, known := m.wrappedIn(v); known {
			stored.Push(wrapped...)
			texts = true
			continue
		}
		if flow.IsNil(flow.Strip(v)) {
			continue
		}
		if !m.Nameless(v, nil) {
			return false
		}
		texts = true
	}
	return texts && stored.Len() <= maxCauses
}

// paramValues is what the package gives for a parameter.
func (m *Model) paramValues(p *ssa.Parameter) (given []ssa.Value) {
	for _, arg := range m.GivenFor(p) {
		given = append(given, arg)
	}
	return given
}

// wrappedIn is the errors that an error wraps which is made of a format and operands, those that the package gives where they are parameters; known is
// false where these cannot be told, and for other errors.
func (m *Model) wrappedIn(made ssa.Value) (wrapped []ssa.Value, known bool) {
	call, ok := flow.Strip(made).(*ssa.Call)
	if !ok {
		return nil, false
	}
	b, ok := errflow.Builder(flow.Callee(call.Common()))
	if !ok || b.Kind != errflow.BuildsFormat {
		return nil, false
	}
	type given struct{ format, operands ssa.Value }
	pairs := worklist.Of(given{call.Call.Args[b.Format], call.Call.Args[b.Operands]})
	for g := range pairs.First(maxCauses) {
		if vals, known := errflow.WrappedOperands(g.format, g.operands); known {
			wrapped = append(wrapped, vals...)
			continue
		}
		format, isParam := g.format.(*ssa.Parameter)
		operands, isToo := g.operands.(*ssa.Parameter)
		if !isParam || !isToo {
			return nil, false
		}
		formats, all := m.paramValues(format), m.paramValues(operands)
		if len(formats) == 0 || len(formats) != len(all) {
			return nil, false
		}
		for i := range formats {
			pairs.Push(given{formats[i], all[i]})
		}
	}
	return wrapped, pairs.Len() <= maxCauses
}

// UsedAsError reports whether values of a type are used as errors, as far as is known: whether others can name it, or one is put in an interface that is an
// error's or anything's, by itself or embedded in another, or its method Error is called. Of a type whose values are made elsewhere, in tests, say, nothing is known.
func (m *Model) UsedAsError(named *types.Named) bool {
	if named.Obj().Exported() {
		return true
	}
	if m.typeUses.asError == nil {
		m.typeUses = m.findTypeUses()
	}
	return m.typeUses.asError[named.Obj()] || !m.typeUses.made[named.Obj()]
}

// typeUses is which types have values that the package uses as errors, and which have some that it makes outside of their own methods.
type typeUses struct{ asError, made map[*types.TypeName]bool }

func (m *Model) findTypeUses() typeUses {
	uses := typeUses{make(map[*types.TypeName]bool), make(map[*types.TypeName]bool)}
	var used worklist.List[types.Type]
	for fn := range m.Funcs() {
		for instr := range flow.Instrs(fn) {
			switch instr := instr.(type) {
			case *ssa.Alloc:
				if t := flow.Named(instr.Type()); t != nil && (fn.Signature.Recv() == nil || flow.Named(fn.Signature.Recv().Type()) != t) {
					uses.made[t.Origin().Obj()] = true
				}
			case *ssa.MakeInterface:
				// One without the method Error is no error, unless somebody asks for what is in it.
				if t := instr.Type(); errflow.IsError(t) || t.Underlying().(*types.Interface).Empty() {
					used.Push(instr.X.Type())
				}
			case ssa.CallInstruction:
				callee := flow.Callee(instr.Common())
				if callee != nil && callee.Name() == "Error" && callee.Signature().Recv() != nil && m.Func(callee) != flow.Outermost(fn) {
					used.Push(callee.Signature().Recv().Type())
				}
			}
		}
	}
	for t := range used.All() {
		if named := flow.Named(t); named != nil {
			uses.asError[named.Origin().Obj()] = true
		}
		if s := flow.Struct(t); s != nil {
			for f := range s.Fields() {
				if f.Embedded() {
					used.Push(f.Type())
				}
			}
		}
	}
	return uses
}
