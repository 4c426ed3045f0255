package errflow

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// maxEncoded bounds how many values are looked at for one call that encodes, and how many types for one value.
const maxEncoded = 500

// encoding is the errors of call, which encodes v as JSON: none if v can hold nothing but plain data. Data that are wrong by themselves (a
// float that is no number, a year beyond 9999, a map that holds itself) are not counted. What an interface holds is what
// is stored there; where that is a parameter, the callers know.
func (e *engine) encoding(v ssa.Value, call *ssa.Call) Set {
	var callee any // of which opaque's provenance speaks
	if fn := flow.Callee(call.Common()); fn != nil {
		callee = fn
	}
	type value struct {
		ssa.Value
		in *flow.Frame // the call by this function in which it is computed, if that is known
	}
	isStored := func(v ssa.Value) bool { _, ok := v.(*ssa.MakeInterface); return ok }
	isField := func(f *types.Var) bool { return f != nil }
	var s Set
	values := worklist.Of(value{Value: v})
	for v := range values.All() {
		if mi, ok := v.Value.(*ssa.MakeInterface); ok {
			v.Value = mi.X
		}
		parts, ok := e.dynamicParts(v.Type())
		if !ok || values.Len() > maxEncoded {
			return e.opaque(call.Pos(), CallsUnknown, callee)
		}
		for _, fields := range parts {
			for _, o := range e.m.Origins(v.Value, flow.OriginOptions{Fields: fields, Local: true, Stop: isStored}) {
				alloc, isVar := o.Value.(*ssa.Alloc)
				param, isParam := o.Value.(*ssa.Parameter)
				in := v.in
				if o.Frame != nil {
					if in = nil; v.in == nil && o.Frame.Caller == nil {
						in = o.Frame
					}
				}
				// The elements of a parameter are encoded with it.
				isParam = isParam && !slices.ContainsFunc(o.Fields, isField)
				switch {
				case o.Kind == flow.OriginStop && o.Whole:
					values.Push(value{o.Value, in})
				case flow.IsNil(o.Value), o.Kind == flow.OriginZero && !(isVar && e.m.Shared(alloc) && !e.decoded(alloc)):
				case isParam && in != nil && in.Fn == param.Parent():
					values.Push(value{Value: in.Args[slices.Index(in.Fn.Params, param)]})
				case isParam && flow.Encloses(param.Parent(), call.Parent()):
					i := slices.Index(param.Parent().Params, param)
					s = s.union(e.refTo(Ref{Fn: param.Parent(), Param: i, Mode: paramEncoded}, call.Pos(), CallsUnknown, callee))
				default:
					return e.opaque(call.Pos(), CallsUnknown, callee)
				}
			}
		}
	}
	return s
}

// decoded reports whether nothing but package json fills a variable, besides the stores that are seen: an interface in it holds a tree of
// plain data then. A method of the program by which package json decodes may store anything.
func (e *engine) decoded(v *ssa.Alloc) bool {
	parts := worklist.Of(flow.Deref(v.Type()))
	for t := range parts.All() {
		if parts.Len() > maxEncoded {
			return false
		}
		if failingMethod(t, "UnmarshalJSON") != nil || failingMethod(t, "UnmarshalText") != nil {
			if open, ok := e.dynamicParts(t); types.TypeString(t, nil) != "encoding/json.RawMessage" && (!ok || len(open) > 0) {
				return false
			}
			continue
		}
		if elem := flow.ElemType(t); elem != nil {
			parts.Push(elem)
		}
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			parts.Push(u.Elem())
		case *types.Struct:
			for f := range u.Fields() {
				parts.Push(f.Type())
			}
		}
	}
	addrs := worklist.Of[ssa.Value](v)
	for addr := range addrs.All() {
		for _, ref := range *addr.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef, *ssa.UnOp:
			case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.MakeInterface:
				addrs.Push(ref.(ssa.Value))
			case *ssa.Store:
				if ref.Val == addr {
					return false
				}
			case *ssa.Call:
				fn := flow.Callee(ref.Common())
				if fn == nil {
					return false
				}
				if i, ok := decoders[fn.FullName()]; !ok || ref.Call.Args[i] != addr {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// InMemory reports whether what a coder, a value that a function NewEncoder or NewDecoder of its package makes, reads or writes is in memory.
func (m *Model) InMemory(coder ssa.Value) bool {
	origins := m.Origins(coder, flow.OriginOptions{NoCalls: true})
	return len(origins) > 0 && !slices.ContainsFunc(origins, func(o flow.Origin) bool {
		call := o.Call()
		if call == nil || len(call.Call.Args) == 0 || !o.Whole {
			return true
		}
		fn, coder := flow.Callee(call.Common()), flow.Named(o.Value.Type())
		return fn == nil || coder == nil || fn.Pkg() != coder.Obj().Pkg() || fn.Name() != "NewEncoder" && fn.Name() != "NewDecoder" || !isMemory(call.Call.Args[0])
	})
}

// isMemory reports whether a reader or writer is a text in memory.
func isMemory(v ssa.Value) bool {
	switch flow.Strip(v).Type().String() {
	case "*bytes.Buffer", "*bytes.Reader", "*strings.Reader", "*strings.Builder":
		return true
	}
	return false
}

// ParsesText reports whether a call parses the text that it reads from memory, writes what it encodes there, or reads what cannot fail, the
// Reader of crypto/rand (https://pkg.go.dev/crypto/rand#Read): its errors are [InputErrors] then, and else those of what it reads from or writes to
// besides.
func ParsesText(call *ssa.CallCommon) bool {
	switch fn := flow.Callee(call); {
	case fn == nil || fn.Pkg() == nil:
	case slices.ContainsFunc(call.Args, isRandom):
		return fn.FullName() == "io.ReadFull" || strings.HasPrefix(fn.Pkg().Path(), "crypto/")
	case fn.FullName() == "net/mail.ReadMessage", fn.FullName() == "encoding/pem.Encode":
		return isMemory(call.Args[0])
	}
	return false
}

// isRandom reports whether a value is the Reader of crypto/rand.
func isRandom(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Pkg.Pkg.Path() == "crypto/rand" && g.Name() == "Reader"
}

// dynamicParts is the parts of a value of type t that JSON is made of and whose types only the values tell: interfaces and type parameters, each by
// the fields that lead to it (nil for an element). It is false where a value of type t may not be encoded, whatever it holds: for
// functions, channels, complex numbers, odd keys, types that hold themselves, and methods that may fail.
func (e *engine) dynamicParts(t types.Type) (parts [][]*types.Var, ok bool) {
	type part struct {
		t      types.Type
		fields []*types.Var
		in     *part
	}
	looked := 0
	for todo := []*part{{t: t}}; len(todo) > 0; looked++ {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if looked > maxEncoded {
			return nil, false
		}
		add := func(t types.Type, f ...*types.Var) {
			todo = append(todo, &part{t, append(slices.Clip(p.fields), f...), p})
		}
		t := types.Unalias(p.t)
		if named, ok := t.(*types.Named); ok {
			for up := p.in; up != nil; up = up.in {
				if types.Identical(up.t, t) {
					return nil, false
				}
			}
			switch types.TypeString(named, nil) {
			case "time.Time":
				continue
			case "encoding/json.Number":
				return nil, false
			}
		}
		if types.IsInterface(t) { // a type parameter, too
			parts = append(parts, p.fields)
			continue
		}
		if m := marshalMethod(t); m != nil {
			if !e.neverFails(m, 1) {
				return nil, false
			}
			continue
		}
		switch u := t.Underlying().(type) {
		case *types.Basic:
			if u.Info()&types.IsComplex != 0 || u.Kind() == types.UnsafePointer {
				return nil, false
			}
		case *types.Pointer:
			add(u.Elem())
		case *types.Slice:
			add(u.Elem(), nil)
		case *types.Array:
			add(u.Elem(), nil)
		case *types.Map:
			key, ok := types.Unalias(u.Key()).Underlying().(*types.Basic)
			if !ok || key.Info()&(types.IsString|types.IsInteger) == 0 || marshalMethod(u.Key()) != nil {
				return nil, false
			}
			add(u.Elem(), nil)
		case *types.Struct:
			for i := range u.NumFields() {
				if f := u.Field(i); (f.Exported() || f.Embedded()) && reflect.StructTag(u.Tag(i)).Get("json") != "-" {
					add(f.Type(), f)
				}
			}
		default:
			return nil, false
		}
	}
	return parts, true
}

// marshalMethod is the method of t, or of a pointer to it, by which package json encodes it; nil if there is none.
func marshalMethod(t types.Type) *types.Func {
	for _, name := range []string{"MarshalJSON", "MarshalText"} {
		if m := failingMethod(t, name); m != nil && m.Signature().Params().Len() == 0 {
			return m
		}
	}
	return nil
}

// failingMethod is the method of t, or of a pointer to it, of a name that returns an error; nil if there is none.
func failingMethod(t types.Type, name string) *types.Func {
	if !flow.MayHaveMethod(t, name) {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	if m, ok := obj.(*types.Func); ok && len(errorResults(m.Signature())) == 1 {
		return m
	}
	return nil
}

// neverFails reports whether result i of fn is an error that is always nil, as far as that is known.
func (e *engine) neverFails(fn *types.Func, i int) bool {
	if own := e.m.Func(fn); own != nil {
		return e.result(own, i).Empty()
	}
	fact := e.factFor(fn)
	return fact != nil && fact.set(e, i).Empty()
}
