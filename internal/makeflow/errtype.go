package makeflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file is about types of errors: what they hold, and how the package uses their values and fields.

// A Held is a part of an error type that is an error itself, or several.
type Held struct {
	Field *types.Var // nil for a type that is itself a slice
	Many  bool
	Type  types.Type
}

// Held returns the parts of an error type that are errors. An unexported field counts only if the package sets it, and no field counts
// that the package sets only to errors in which nothing can be found.
func (m *Model) Held(named *types.Named) []Held {
	if holdsMany(named) {
		return []Held{{Many: true, Type: named.Underlying()}}
	}
	s, ok := named.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []Held
	for f := range s.Fields() {
		many := holdsMany(f.Type())
		switch {
		case !many && !errflow.IsErrorInterface(f.Type()),
			!f.Exported() && !f.Embedded() && !m.everSet(f),
			!many && m.setToTexts(f):
			continue
		}
		out = append(out, Held{Field: f, Many: many, Type: f.Type()})
	}
	return out
}

// HoldsErrors reports whether values of type t are errors, or slices of them.
func HoldsErrors(t types.Type) bool {
	_, slice := types.Unalias(t).Underlying().(*types.Slice)
	return errflow.IsError(t) || slice && isContainer(t)
}

// holdsMany reports whether t is a type of slices or maps of errors.
func holdsMany(t types.Type) bool {
	switch types.Unalias(t).Underlying().(type) {
	case *types.Slice, *types.Map:
		return isContainer(t)
	}
	return false
}

// isContainer reports whether values of type t are lists or maps of errors, channels of them, or pointers to such.
func isContainer(t types.Type) bool {
	elem := flow.ElemType(t)
	return elem != nil && errflow.IsErrorInterface(elem)
}

// IsClosedList reports whether t is a list of errors that package errors cannot look into before Go 1.20.
func IsClosedList(t types.Type) bool {
	if !holdsMany(t) {
		return false
	}
	named, ok := types.Unalias(t).(*types.Named)
	return !ok || flow.Method(named, named.Obj().Pkg(), "Is") == nil && flow.Method(named, named.Obj().Pkg(), "As") == nil
}

// TakesCause reports whether a field of a struct type may hold an error: it is an error, or a slice or map of errors, or of type any if
// the struct is the module's own.
func TakesCause(t types.Type, own bool) bool {
	structs := worklist.Of(t)
	for t := range structs.All() {
		s := flow.Struct(t)
		if s == nil {
			continue
		}
		for f := range s.Fields() {
			if it, ok := f.Type().Underlying().(*types.Interface); ok && it.Empty() && own || HoldsErrors(f.Type()) || holdsMany(f.Type()) {
				return true
			}
			if f.Embedded() {
				structs.Push(f.Type())
			}
		}
	}
	return false
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

// Answered returns "errors.Is" or "errors.As" if the type's method of that name answers by what the type holds; the
// first, if both do.
func (m *Model) Answered(named *types.Named, holds []Held) string {
	for _, name := range []string{"Is", "As"} {
		method := flow.Method(named, named.Obj().Pkg(), name)
		if method == nil || method.Signature().Params().Len() != 1 || method.Signature().Results().Len() != 1 {
			continue
		}
		if fn := m.Func(method); fn == nil || !DeclaredOn(method, named) || Consults(fn, holds, false) {
			return "errors." + name
		}
	}
	return ""
}

// Consults reports whether a method reads one of the fields that hold errors, or passes its receiver to a function that
// may; if calls is set, any call counts.
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

// setToTexts reports whether nothing can be found in any of the errors that are stored in a field that only the package sets. If a function
// stores a parameter, or makes an error of a format and operands that are parameters, the arguments that the package passes decide.
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
		if !m.hasOnly(m.exemptAtom, v, nil) {
			return false
		}
		texts = true
	}
	return texts && stored.Len() <= maxCauses
}

// paramValues returns the arguments that the package passes for a parameter.
func (m *Model) paramValues(p *ssa.Parameter) (given []ssa.Value) {
	for _, arg := range m.GivenFor(p) {
		given = append(given, arg)
	}
	return given
}

// wrappedIn returns the errors that an error wraps which is made of a format and operands. If these are parameters, it returns those that the package
// passes. known is false if they cannot be told, and for other errors.
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

// UsedAsError reports whether values of a type are used as errors, as far as is known: others can name the type; or a value is converted to an error or
// to any, by itself or embedded in another; or its method Error is called. If all values are made elsewhere, such as in tests, nothing is known.
func (m *Model) UsedAsError(named *types.Named) bool {
	if named.Obj().Exported() {
		return true
	}
	uses := m.typeUses()
	return uses.asError[named.Obj()] || !uses.made[named.Obj()]
}

// typeUses has the types with values that the package uses as errors, and those with values that it makes outside of their own methods.
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
				// In an interface without the method Error, a value is only an error if somebody asks for its type.
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

// ReadFromFound reports whether the package reads an error, and not only its text, from a field of what errors.As or a type assertion has found.
func (m *Model) ReadFromFound(f *types.Var) bool {
	found := func(v ssa.Value) bool { return m.takenFrom(flow.Strip(v)) != nil }
	taken := func(ref ssa.Instruction) bool {
		if call, ok := ref.(ssa.CallInstruction); ok {
			return textflow.Stringified(call.Common()) == nil
		}
		_, compared := ref.(*ssa.BinOp)
		return !compared
	}
	return slices.ContainsFunc(m.places().fields[f], func(field ssa.Value) bool {
		of := *field.(ssa.Instruction).Operands(nil)[0]
		if !found(of) && !slices.ContainsFunc(m.StoresTo(of), func(s flow.Store) bool { return s.At == nil && found(s.Val) }) {
			return false
		}
		return slices.ContainsFunc(*field.Referrers(), func(ref ssa.Instruction) bool {
			if load, ok := ref.(*ssa.UnOp); ok {
				return slices.ContainsFunc(*load.Referrers(), taken)
			}
			return taken(ref)
		})
	})
}

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
