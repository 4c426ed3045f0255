package textflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file handles values that are shown as a whole, and whose type has parts that the program marks as not for everybody: a field of a
// struct, the elements of a slice. A part has its mark unless the program has stored something else there, which is how such values are
// made fit to be shown.

// A markedPart is a marked part of all values of a type.
type markedPart struct {
	fields []*types.Var // that lead to it; nil stands for the elements of a container
	marks  Marks
}

// maxHeld bounds how many types are searched for marked parts of one.
const maxHeld = 200

// A showing is how a value is shown as a whole.
type showing uint8

const (
	inJSON  showing = iota // by encoding/json, or by a logger like it
	byFmt                  // by fmt: that also shows fields that JSON leaves out, but not what pointers in them point to
	byGoFmt                // by fmt's %#v, which asks no method but GoString and Format
	blindly                // by fmt, below a field that is not exported: it can call no method of it
)

// A shownType is a type whose values are shown in some way.
type shownType struct {
	types.Type
	how showing
}

// showsItself reports whether the type determines how its values are shown in this way.
func (s shownType) showsItself() bool {
	switch s.how {
	case byGoFmt:
		return hasMethod(flow.Named(s.Type), "GoString", "Format")
	case blindly:
		return false
	}
	return showsItself(s.Type)
}

// held returns the marked parts of the values of a type, including those of values inside them.
func (c *Contents) held(t types.Type, how showing) []markedPart {
	return c.holds.Get(shownType{types.Unalias(flow.Deref(t)), how}, c.findHeld)
}

func (c *Contents) findHeld(of shownType) (parts []markedPart) {
	paths := map[shownType][]*types.Var{of: nil}
	in := worklist.Of(of)
	for s := range in.First(maxHeld) {
		enter := func(f *types.Var, t types.Type, marks Marks) {
			inner := shownType{types.Unalias(flow.Deref(t)), s.how}
			if s.how != inJSON && f != nil && !f.Exported() {
				inner.how = blindly
			}
			if inner.showsItself() || s.how != inJSON && inner.Type != types.Unalias(t) {
				return
			}
			path := append(slices.Clip(paths[s]), f)
			if marks |= c.markedType(inner.Type); marks != 0 {
				parts = append(parts, markedPart{path, marks & (Secret | Private)})
			} else if _, seen := paths[inner]; !seen {
				paths[inner] = path
				in.Push(inner)
			}
		}
		if elem := flow.ElemType(s.Type); elem != nil {
			enter(nil, elem, 0)
		}
		if st, ok := s.Underlying().(*types.Struct); ok {
			for i := range st.NumFields() {
				if f := st.Field(i); s.how != inJSON || flow.JSONKey(st, i) != "" {
					enter(f, f.Type(), c.ofField(s.Type, f)&(Secret|Private))
				}
			}
		}
	}
	return parts
}

// Held returns what is in the marked parts of a value.
func (c *Contents) Held(v ssa.Value) Marks { return c.ofParts(v, inJSON).Marks }

// ofParts does the same for [Contents.compute].
func (c *Contents) ofParts(v ssa.Value, how showing) (out Content) {
	for _, part := range c.held(v.Type(), how) {
		if p, ok := c.prog.PathTo(v.Type(), part.fields); ok {
			out = out.or(c.get(contentKey{Node: flow.Node{V: v, P: p}, kind: kept, index: int(part.marks)}))
		}
	}
	return out
}

// cleared reports whether a value has marked parts, and something else is in all of them.
func (c *Contents) cleared(v ssa.Value) bool {
	if v == nil || len(c.held(v.Type(), byFmt)) == 0 {
		return false
	}
	return c.ofParts(v, byFmt).or(c.ofParts(v, inJSON)).Marks == 0
}

// keptIn returns the marks of a part of a value, unless something else is there. That is the last value that the function stored there
// before the variable is loaded. Where the stores and the use of the value have no order, it is any constant that the function stores
// there.
func (c *Contents) keptIn(k contentKey) (out Content) {
	marked := Content{Marks: Marks(k.index)}
	if k.P == nil {
		return c.stored(k.V, marked)
	}
	sub := func(n flow.Node) Content { return c.get(contentKey{Node: n, kind: kept, index: k.index}) }
	addr, at := k.V, ssa.Instruction(nil)
	if load, ok := addr.(*ssa.UnOp); ok && load.Op == token.MUL {
		if addr = load.X; flow.Struct(load.Type()) != nil && flow.Deref(load.Type()) == load.Type() && !hasElems(k.P) {
			at = load
		}
	}
	base, p := c.prog.Split(addr, k.P)
	in := flow.FuncOf(k.V)
	if c.clearedBy(in, base, p, at) {
		return Content{}
	}
	var last flow.Source
	for _, s := range c.prog.StoredIn(base, p) {
		switch _, constant := s.V.(*ssa.Const); {
		case in == nil || !flow.Encloses(in, s.Instr.Parent()):
		case at == nil && constant:
			return Content{}
		case at != nil && s.Instr.Parent() == in && c.prog.Before(s.Instr, at) && (last.V == nil || c.prog.Before(last.Instr, s.Instr)):
			last = s
		}
	}
	if last.V != nil {
		return sub(last.Node)
	}
	if call, index := flow.ResultOf(base); call != nil {
		if _, builtin := call.Call.Value.(*ssa.Builtin); !builtin {
			return c.keptInResult(call, index, p, marked, sub)
		}
	}
	srcs, leaf := c.prog.Step(flow.Node{V: base, P: p})
	for _, s := range srcs {
		out = out.or(sub(s.Node))
	}
	switch leaf {
	case flow.NotOrigin, flow.OriginConst:
	case flow.OriginMake, flow.OriginZero:
		if c.filled(base, at != nil) {
			return marked
		}
	default:
		return marked
	}
	return out
}

// hasElems reports whether a path selects elements of a container.
func hasElems(p flow.Path) bool {
	for ; p != nil; p = p.Rest {
		if p.Kind != flow.SelectField {
			return true
		}
	}
	return false
}

// stored returns what is in a marked part in which v is stored. Nothing marked is there if v is a constant, or was made of the earlier
// value and cleared.
func (c *Contents) stored(v ssa.Value, marked Content) Content {
	if c.isConstant(v) {
		return Content{}
	}
	for of := range flow.Slice(v) {
		if c.selected(of)&marked.Marks != 0 {
			return c.shown(v)
		}
	}
	return marked
}

// isConstant reports whether a value is a constant, or one of several.
func (c *Contents) isConstant(v ssa.Value) bool {
	return !slices.ContainsFunc(c.prog.Origins(v, flow.OriginOptions{NoCalls: true}), func(o flow.Origin) bool {
		return o.Kind != flow.OriginConst && o.Kind != flow.OriginZero
	})
}

// keptInResult is keptIn for a part of a result of a call.
func (c *Contents) keptInResult(call *ssa.Call, index int, p flow.Path, marked Content, sub func(flow.Node) Content) (out Content) {
	if callee := flow.Callee(call.Common()); callee != nil {
		if c.conf.Safe(callee) {
			return Content{}
		}
		if r, ok := c.fact(callee).ofResult(index); ok {
			return Content{Marks: r.Marks & marked.Marks}
		}
	}
	targets, complete := c.callees(call.Common())
	if !complete || !flow.HaveBodies(targets) {
		return marked
	}
	for _, target := range targets {
		for _, v := range c.results(target.Fn, index) {
			out = out.or(sub(flow.Node{V: v, P: p}))
		}
	}
	return out
}

// filled reports whether someone else, such as a decoder or a scanner, has filled a variable in which the program itself stores nothing. A
// function that is given the variable's value, rather than its address, gets what is in it by then.
func (c *Contents) filled(base ssa.Value, byValue bool) bool {
	if _, ok := base.(*ssa.Alloc); !ok {
		return false
	}
	uses := 0
	addrs := worklist.Of(base)
	for addr := range addrs.All() {
		for _, ref := range *addr.Referrers() {
			switch ref := ref.(type) {
			case *ssa.FieldAddr, *ssa.IndexAddr:
				for _, use := range *ref.(ssa.Value).Referrers() {
					switch use.(type) {
					case *ssa.MakeInterface, ssa.CallInstruction:
						return true // a part of it, of its own
					}
				}
			case *ssa.MakeInterface, *ssa.ChangeType:
				addrs.Push(ref.(ssa.Value))
			case ssa.CallInstruction, *ssa.MapUpdate, *ssa.Return:
				uses++
			case *ssa.Store:
				if ref.Val == addr {
					uses++
				}
			}
		}
	}
	return len(c.prog.StoresTo(base)) == 0 && (uses > 1 || uses == 1 && byValue)
}

// clearedBy reports whether a function calls a function of the module that clears a part of base. If at is not nil, the call must come
// before it.
func (c *Contents) clearedBy(fn *ssa.Function, base ssa.Value, p flow.Path, at ssa.Instruction) bool {
	if fn == nil {
		return false
	}
	for lit := range flow.Literals(fn) {
		for call := range flow.InstrsOf[ssa.CallInstruction](lit) {
			if !call.Common().IsInvoke() && (at == nil || lit == fn && c.prog.Before(call, at)) && c.callClears(call, base, p) {
				return true
			}
		}
	}
	return false
}

// callClears reports whether a call is one of a function of the module that clears a part of base.
func (c *Contents) callClears(call ssa.CallInstruction, base ssa.Value, p flow.Path) bool {
	given := slices.ContainsFunc(call.Common().Args, func(arg ssa.Value) bool {
		of, _ := c.prog.Split(arg, nil)
		return of == base && (flow.Deref(arg.Type()) != arg.Type() || flow.ElemType(arg.Type()) != nil) // not a copy
	})
	if !given {
		return false
	}
	cleared := c.clears(flow.Callee(call.Common()))
	for of := p; of != nil && len(cleared) > 0; of = of.Rest {
		if of.Kind == flow.SelectField && slices.Contains(cleared, fieldName(of.Field)) {
			return true
		}
	}
	return false
}

func fieldName(f *types.Var) string { return f.Pkg().Path() + "." + f.Name() }

// clears returns the names of the marked fields in which a function of the module, or one that it calls, stores
// constants.
func (c *Contents) clears(fn *types.Func) []string {
	if fn == nil || fn.Pkg() == nil || !c.m.OwnPackage(fn.Pkg()) {
		return nil
	}
	return c.clearing.Get(fn, c.findCleared)
}

func (c *Contents) findCleared(first *types.Func) []string {
	var out []string
	fns := worklist.Of(first)
	for fn := range fns.First(maxHeld) {
		body := c.prog.Func(fn)
		if body == nil {
			out = append(out, c.fact(fn).Clears...)
			continue
		}
		for lit := range flow.Literals(body) {
			for instr := range flow.Instrs(lit) {
				switch instr := instr.(type) {
				case ssa.CallInstruction:
					if callee := flow.Callee(instr.Common()); callee != nil && c.m.OwnPackage(callee.Pkg()) {
						fns.Push(callee)
					}
				case *ssa.Store:
					fa, field := instr.Addr.(*ssa.FieldAddr)
					_, constant := instr.Val.(*ssa.Const)
					if !field || !constant {
						continue
					}
					f := flow.StructField(fa.X.Type(), fa.Field)
					if f.Pkg() == nil || c.marked(f) == 0 && len(c.held(f.Type(), byFmt)) == 0 {
						continue
					}
					c.clearsAny[first] = true
					if !isCopy(c.prog.Split(fa, nil)) {
						out = append(out, fieldName(f))
					}
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// isCopy reports whether base is a variable of struct type, so that a part of it is a part of a copy.
func isCopy(base ssa.Value, _ flow.Path) bool {
	alloc, ok := base.(*ssa.Alloc)
	return ok && flow.Deref(flow.Deref(alloc.Type())) == flow.Deref(alloc.Type()) && flow.Struct(flow.Deref(alloc.Type())) != nil
}

// Clears reports whether a function of the package stores constants in marked fields, of its arguments or of copies.
func (c *Contents) Clears(fn *types.Func) bool {
	c.clears(fn)
	return c.clearsAny[fn]
}

// results returns the values that a function returns as one of its results, except those beside an error: nobody uses them.
func (c *Contents) results(fn *ssa.Function, index int) (out []ssa.Value) {
	last := fn.Signature.Results().Len() - 1
	for ret := range flow.Returns(fn) {
		if index < last && errflow.IsErrorInterface(fn.Signature.Results().At(last).Type()) && c.fails(flow.Returned(ret, last), ret.Block()) {
			continue
		}
		if index >= len(ret.Results) {
			continue
		}
		v := ret.Results[index]
		if flow.Struct(v.Type()) == nil { // parts of a struct may be stored one by one
			v = flow.Returned(ret, index)
		}
		out = append(out, v)
	}
	return out
}
