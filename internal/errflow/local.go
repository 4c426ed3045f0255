package errflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// ofOthers returns s, the set of node n, marked as incomplete if other code may have put errors there too: if n is in a
// container, struct or channel that other code may have. What is put in one that only the function and its literals
// have is all seen.
func (e *engine) ofOthers(s Set, n node) Set {
	var from ssa.Value
	switch v := n.V.(type) {
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			from = v.X
		}
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.UnOp:
			from = t.X
		case *ssa.Select:
			if from = flow.Received(t, v.Index); from == nil {
				return s.untold()
			}
		case *ssa.Next:
			if r, ok := t.Iter.(*ssa.Range); ok && !t.IsString {
				from = r.X
			}
		}
	}
	if n.P != nil {
		from = n.V
	}
	if from == nil {
		return s
	}
	base, _ := e.m.Split(from, nil)
	if e.isLocal(base) {
		return s
	}
	p := n.P
	if p == nil {
		p = e.m.Paths.Elem(from.Type(), nil)
	}
	if !e.isOneType(from.Type(), p) && e.fillable(e.containerOf(from, p)) {
		pos := base.Pos()
		if _, made := base.(*ssa.MakeChan); !made && n.V.Pos().IsValid() {
			pos = n.V.Pos()
		}
		return e.openedBy(s, pos, TakenFromShared, nil)
	}
	return s.untold()
}

// isLocal reports whether a variable, or what is made in it, is used only by the function that declares it and its
// literals, and only to put values in and take them out.
func (e *engine) isLocal(base ssa.Value) bool {
	return e.locals.Get(base, e.findLocal)
}

func (e *engine) findLocal(base ssa.Value) bool {
	if _, ok := base.(*ssa.FreeVar); ok {
		return false // of an unknown variable
	}
	values := worklist.Of(base)
	for v := range values.All() {
		switch v.(type) {
		case *ssa.Alloc, *ssa.MakeChan, *ssa.MakeMap, *ssa.MakeSlice, *ssa.FreeVar, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice, *ssa.UnOp:
		default:
			return false // made elsewhere
		}
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef:
			case *ssa.Lookup, *ssa.Range:
				if leadsOn(v) {
					return false
				}
			case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice:
				values.Push(ref.(ssa.Value))
			case *ssa.UnOp:
				if isReference(ref.Type()) || copiesReference(ref.Type()) {
					values.Push(ref)
				}
			case *ssa.Store:
				if ref.Val == v {
					into, _ := e.m.Split(ref.Addr, nil)
					values.Push(into)
				} else if isReference(ref.Val.Type()) && !flow.IsNil(ref.Val) {
					from, _ := e.m.Split(ref.Val, nil)
					values.Push(from)
				}
			case *ssa.Send:
				if ref.Chan != v || leadsOn(v) {
					return false
				}
			case *ssa.Select:
				if leadsOn(v) || slices.ContainsFunc(ref.States, func(s *ssa.SelectState) bool { return s.Send == v }) {
					return false
				}
			case *ssa.MapUpdate:
				if ref.Map != v || leadsOn(v) {
					return false
				}
			case *ssa.MakeClosure:
				for fv := range flow.Captured(ref, v) {
					values.Push(fv)
				}
			case ssa.CallInstruction:
				b, ok := ref.Common().Value.(*ssa.Builtin)
				if !ok {
					return false
				}
				switch b.Name() {
				case "len", "cap", "close", "delete", "clear":
				default:
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// leadsOn reports whether the elements of a container lead to something that other code may change.
func leadsOn(v ssa.Value) bool {
	elem := flow.ElemType(v.Type())
	return elem == nil || isReference(elem)
}

// isReference reports whether a value of type t leads to something that other code may change.
func isReference(t types.Type) bool {
	switch types.Unalias(t).Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan:
		return true
	}
	return false
}

// copiesReference reports whether a copy of a struct or array of type t leads to places where other code may put an error: it has a
// channel of errors in it, say.
func copiesReference(t types.Type) bool {
	parts := worklist.Of(t)
	for t := range parts.All() {
		switch t := types.Unalias(t).Underlying().(type) {
		case *types.Struct:
			for f := range t.Fields() {
				parts.Push(f.Type())
			}
		case *types.Array:
			parts.Push(t.Elem())
		default:
			if isReference(t) && leadsToError(t) {
				return true
			}
		}
	}
	return false
}

// maxTypes is the maximum number of types that are looked at for one that may hold an error. If there are more, one may.
const maxTypes = 1000

// leadsToError reports whether an error, or a value of an interface type that may be one, can be reached from a value of type t.
func leadsToError(t types.Type) bool {
	reached := worklist.Of(t)
	for t := range reached.First(maxTypes) {
		switch t := types.Unalias(t).Underlying().(type) {
		case *types.Interface:
			return true
		case *types.Struct:
			for f := range t.Fields() {
				reached.Push(f.Type())
			}
		case *types.Map:
			reached.Push(t.Key(), t.Elem())
		case interface{ Elem() types.Type }:
			reached.Push(t.Elem())
		}
	}
	return reached.Len() > maxTypes
}
