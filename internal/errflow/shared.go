package errflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// A container is a channel, map, slice or array: the one in a value, or the ones in a field of any struct.
type container struct {
	in    ssa.Value
	field *types.Var
}

// containerOf returns the outermost container that part p of a value leads through, the zero value if there is none.
func (e *engine) containerOf(v ssa.Value, p flow.Path) container {
	base, p := e.m.Split(v, p)
	c := container{in: base}
	for ; p != nil && p.Kind != flow.SelectElem; p = p.Rest {
		c = container{field: p.Field}
	}
	if p == nil {
		return container{}
	}
	return c
}

// isOneType reports whether part p of a value of type t is an error of a concrete type that wraps nothing and has no codes, so
// that whatever is put there has the name that the type gives it.
func (e *engine) isOneType(t types.Type, p flow.Path) bool {
	for ; p != nil && t != nil; p = p.Rest {
		switch p.Kind {
		case flow.SelectField:
			t = p.Field.Type()
		case flow.SelectElem:
			t = flow.ElemType(flow.Deref(t))
		default:
			return false
		}
	}
	if t == nil || types.IsInterface(t) || !IsError(t) {
		return false
	}
	tf := e.typeOf(t)
	return tf == nil || !tf.Unwraps && len(tf.Codes)+len(tf.CodeFields) == 0
}

// fillable reports whether code that the model does not follow may put something in a container: code of other packages,
// functions that are not known, and functions of the package that are given the container.
func (e *engine) fillable(c container) bool {
	if c == (container{}) {
		return false
	}
	if _, ok := c.in.(*ssa.Parameter); ok {
		return false // what is in it is up to the callers
	}
	return e.filled.Get(c, e.findFillable)
}

// An alias is a name of a container. What is put in by a far name is not seen: that of a parameter.
type alias struct {
	container
	far bool
}

// maxAliases bounds how many names of a container are looked at.
const maxAliases = 1000

func (e *engine) findFillable(c container) bool {
	names := worklist.Of(alias{container: c})
	n := 0
	for name := range names.All() {
		if n++; n > maxAliases {
			return true
		}
		push := func(vals ...ssa.Value) {
			for _, v := range vals {
				names.Push(alias{container{in: v}, name.far})
			}
		}
		if f := name.field; f != nil {
			if f.Exported() || f.Pkg() != e.m.pass.Pkg {
				return true
			}
			push(e.holders()[f]...)
			for _, st := range e.m.StoresToField(f) {
				push(st.Val)
			}
			continue
		}
		from, ok := e.madeFrom(name.in)
		if !ok {
			return true
		}
		for _, c := range from {
			names.Push(alias{c, name.far})
		}
		uses := name.in.Referrers()
		if g, ok := name.in.(*ssa.Global); ok {
			push(e.holders()[g]...)
			continue
		}
		if uses == nil {
			continue
		}
		for _, use := range *uses {
			if !e.usedAs(use, name, names) {
				return true
			}
		}
	}
	return false
}

// madeFrom returns where a container may come from. ok is false if that is not known.
func (e *engine) madeFrom(v ssa.Value) (from []container, ok bool) {
	switch v := v.(type) {
	case *ssa.MakeChan, *ssa.MakeMap, *ssa.MakeSlice, *ssa.Alloc, *ssa.Const, *ssa.Parameter, *ssa.IndexAddr:
		return nil, true
	case *ssa.Global:
		return nil, v.Pkg == e.m.Pkg && v.Object() != nil && !v.Object().Exported()
	case *ssa.FreeVar:
		for _, b := range e.m.Bindings(v) {
			from = append(from, container{in: b})
		}
		return from, true
	case *ssa.UnOp:
		if v.Op == token.MUL {
			switch x := v.X.(type) {
			case *ssa.FieldAddr:
				return []container{{field: flow.StructField(x.X.Type(), x.Field)}}, true
			case *ssa.Alloc, *ssa.FreeVar, *ssa.Global:
				return []container{{in: x}}, true
			}
		}
	case *ssa.Field:
		return []container{{field: flow.StructField(v.X.Type(), v.Field)}}, true
	case *ssa.Phi:
		for _, e := range v.Edges {
			from = append(from, container{in: e})
		}
		return from, true
	case *ssa.ChangeType:
		return []container{{in: v.X}}, true
	case *ssa.Slice:
		return []container{{in: v.X}}, true
	case *ssa.Call:
		if flow.IsBuiltin(v, "append") {
			return []container{{in: v.Call.Args[0]}}, true
		}
		return e.resultsFrom(v, 0)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return e.resultsFrom(call, v.Index)
		}
	}
	return nil, false
}

// resultsFrom returns the containers that a function of the package returns in result i.
func (e *engine) resultsFrom(call *ssa.Call, i int) (from []container, ok bool) {
	fn := call.Call.StaticCallee()
	if fn == nil || !e.isOwn(fn) {
		return nil, false
	}
	for ret := range flow.Returns(fn) {
		if i < len(ret.Results) {
			from = append(from, container{in: ret.Results[i]})
		}
	}
	return from, true
}

// usedAs adds the names that an instruction gives to a container. It returns false if, through the instruction, code that
// is not seen may put something in.
func (e *engine) usedAs(use ssa.Instruction, name alias, names *worklist.List[alias]) bool {
	v := name.in
	push := func(v ssa.Value) { names.Push(alias{container{in: v}, name.far}) }
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.Lookup, *ssa.Range, *ssa.BinOp, *ssa.Index, *ssa.Field, *ssa.FieldAddr, *ssa.If:
	case *ssa.Phi, *ssa.ChangeType, *ssa.Slice:
		push(use.(ssa.Value))
	case *ssa.UnOp:
		if use.Op == token.MUL && isReference(use.Type()) {
			push(use)
		}
	case *ssa.IndexAddr:
		for _, ref := range *use.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef, *ssa.UnOp, *ssa.FieldAddr:
			case *ssa.Store:
				if ref.Val == use || name.far {
					return false
				}
			default:
				return false
			}
		}
	case *ssa.Store:
		if use.Addr == v {
			if name.far {
				return false
			}
			if isReference(use.Val.Type()) {
				push(use.Val)
			}
			break
		}
		switch addr := use.Addr.(type) {
		case *ssa.FieldAddr:
			names.Push(alias{container{field: flow.StructField(addr.X.Type(), addr.Field)}, name.far})
		case *ssa.Alloc, *ssa.FreeVar, *ssa.Global:
			push(addr)
		default:
			return false
		}
	case *ssa.Send:
		return use.X != v && !name.far
	case *ssa.Select:
		for _, st := range use.States {
			if st.Send == v || st.Chan == v && st.Dir == types.SendOnly && name.far {
				return false
			}
		}
	case *ssa.MapUpdate:
		return use.Map == v && !name.far
	case *ssa.MakeInterface:
		return readOnly(v.Type())
	case *ssa.MakeClosure:
		for fv := range flow.Captured(use, v) {
			push(fv)
		}
	case *ssa.Return:
		if readOnly(v.Type()) {
			break
		}
		fn := use.Parent()
		calls, all := e.m.CallsOf(fn)
		if !all {
			return false
		}
		for _, call := range calls {
			if c, ok := call.(*ssa.Call); ok && fn.Signature.Results().Len() == 1 {
				push(c)
			} else if ok {
				for _, ref := range *c.Referrers() {
					if x, ok := ref.(*ssa.Extract); ok && use.Results[x.Index] == v {
						push(x)
					}
				}
			}
		}
	case ssa.CallInstruction:
		return e.givenAs(use, name, names)
	default:
		return false
	}
	return true
}

// givenAs is usedAs for a call that is given the container.
func (e *engine) givenAs(call ssa.CallInstruction, name alias, names *worklist.List[alias]) bool {
	common := call.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if v, ok := call.(*ssa.Call); ok && b.Name() == "append" && common.Args[0] == name.in {
			names.Push(alias{container{in: v}, name.far})
		}
		return b.Name() != "copy" || common.Args[0] != name.in
	}
	fn, bound := flow.Resolve(common.Value)
	if common.IsInvoke() || fn == nil || bound != nil || !e.isOwn(fn) {
		obj := flow.Callee(common)
		return readOnly(name.in.Type()) || obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "maps" && !slices.Contains([]string{"Copy", "Insert"}, obj.Name())
	}
	for i, arg := range common.Args {
		if arg == name.in && i < len(fn.Params) {
			names.Push(alias{container{in: fn.Params[i]}, true})
		}
	}
	return true
}

// readOnly reports whether those who are given a value of type t put nothing in it: it can only be received from or, as a
// slice, it is usually only read.
func readOnly(t types.Type) bool {
	switch t := types.Unalias(t).Underlying().(type) {
	case *types.Chan:
		return t.Dir() == types.RecvOnly
	case *types.Slice:
		return true
	}
	return false
}

// findHolders returns the values that are read from each field and each package-level variable, and their addresses if
// these are used otherwise than to read and to store.
func (e *engine) findHolders() map[any][]ssa.Value {
	holders := make(map[any][]ssa.Value)
	add := func(key any, v ssa.Value) {
		if t := flow.Deref(v.Type()); isReference(t) || isReference(v.Type()) && flow.ElemType(t) != nil {
			holders[key] = append(holders[key], v)
		}
	}
	for fn := range e.m.Funcs() {
		for instr := range flow.Instrs(fn) {
			switch instr := instr.(type) {
			case *ssa.Field:
				add(flow.StructField(instr.X.Type(), instr.Field), instr)
			case *ssa.UnOp:
				switch x := instr.X.(type) {
				case *ssa.FieldAddr:
					add(flow.StructField(x.X.Type(), x.Field), instr)
				case *ssa.Global:
					add(x, instr)
				}
			}
		}
	}
	return holders
}
