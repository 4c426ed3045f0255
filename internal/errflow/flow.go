package errflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// A node is a part of a value: the unit of value flow.
type node struct {
	v ssa.Value
	p path
}

// A source is where a node's value comes from, in one step.
type source struct {
	node
	// block is where the value is taken over, and succ the block that it is
	// handed to if that is along an edge (for a phi): what is known on the way is
	// known of the value. block is nil for sources in no certain place: stores
	// that are not ordered with the load, or in another function.
	block, succ *ssa.BasicBlock
	instr       ssa.Instruction // the store, where it is one
}

// leafKind says why the flow does not go on behind a node.
type leafKind uint8

const (
	notLeaf    leafKind = iota
	leafConst           // a constant, or nil
	leafFunc            // a function, a literal, a method value
	leafParam           // a parameter of the function
	leafGlobal          // a variable of another package, or one that nothing is stored in
	leafCall            // a result of a call
	leafMake            // made here: a struct, map, slice, channel
	leafZero            // a variable or field that nothing was stored in
	leafOp              // computed: an operator, a conversion that makes a new value
	leafOther           // anything else
)

// A flowIndex holds what one step of value flow needs to know of the whole
// package: what is stored where.
type flowIndex struct {
	mu       sync.Mutex // guards paths and targets, which grow with the questions
	m        *Model
	stores   map[ssa.Value][]store  // by the variable or container that the address is in
	fields   map[*types.Var][]store // by field, whatever the struct
	storing  map[fieldIn]bool
	inFunc   map[storeIn][]store // of whole variables, by the variable and a function that the store is in or around
	paths    *pathTable
	closures map[*ssa.Function]*ssa.MakeClosure // the first that makes a literal a value
	recovers map[*ssa.Function]bool
	loops    map[*ssa.BasicBlock]bool
	places   map[*ssa.BasicBlock]map[ssa.Instruction]int // of long blocks
	targets  map[ssa.Value]targetSet
	bound    map[*ssa.FreeVar][]ssa.Value
	maps     map[ssa.Value][]*ssa.MapUpdate
	calls    map[*ssa.Function][]ssa.CallInstruction // of the package's functions, by name
	values   map[*ssa.Function]bool                  // the functions that are used as values
	invoke   map[string]bool                         // the names of methods that are called by way of interfaces
}

// A store is one assignment to (a part of) a variable or container.
type store struct {
	at    path
	val   ssa.Value
	instr ssa.Instruction
}

// A fieldIn is a field and a function.
type fieldIn struct {
	field *types.Var
	fn    *ssa.Function
}

// A storeIn is a variable and a function.
type storeIn struct {
	base ssa.Value
	fn   *ssa.Function
}

func newFlowIndex(m *Model) *flowIndex {
	x := &flowIndex{
		m:        m,
		paths:    newPathTable(),
		storing:  make(map[fieldIn]bool),
		inFunc:   make(map[storeIn][]store),
		closures: make(map[*ssa.Function]*ssa.MakeClosure),
		recovers: make(map[*ssa.Function]bool),
		loops:    make(map[*ssa.BasicBlock]bool),
		places:   make(map[*ssa.BasicBlock]map[ssa.Instruction]int),
		targets:  make(map[ssa.Value]targetSet),
		stores:   make(map[ssa.Value][]store),
		fields:   make(map[*types.Var][]store),
		bound:    make(map[*ssa.FreeVar][]ssa.Value),
		maps:     make(map[ssa.Value][]*ssa.MapUpdate),
		calls:    make(map[*ssa.Function][]ssa.CallInstruction),
		values:   make(map[*ssa.Function]bool),
		invoke:   make(map[string]bool),
	}
	// Captures first: to know what a free variable is, decompose needs them.
	x.each(func(instr ssa.Instruction) {
		if mc, ok := instr.(*ssa.MakeClosure); ok {
			fn := mc.Fn.(*ssa.Function)
			if x.closures[fn] == nil {
				x.closures[fn] = mc
			}
			for i, b := range mc.Bindings {
				x.bound[fn.FreeVars[i]] = append(x.bound[fn.FreeVars[i]], b)
			}
		}
	})
	x.each(func(instr ssa.Instruction) {
		x.uses(instr)
		switch instr := instr.(type) {
		case *ssa.Store:
			x.add(instr.Addr, nil, instr.Val, instr)
			if fa, ok := instr.Addr.(*ssa.FieldAddr); ok {
				if f := structField(fa.X.Type(), fa.Field); f != nil {
					x.fields[f] = append(x.fields[f], store{nil, instr.Val, instr})
					x.storing[fieldIn{f, instr.Parent()}] = true
				}
			}
		case *ssa.MapUpdate:
			x.add(instr.Map, x.paths.elem(instr.Map.Type(), nil), instr.Value, instr)
			base, at := x.decompose(instr.Map, nil)
			if at == nil {
				x.maps[base] = append(x.maps[base], instr)
			}
		case *ssa.Send:
			x.add(instr.Chan, x.paths.elem(instr.Chan.Type(), nil), instr.X, instr)
		case *ssa.Select:
			for _, st := range instr.States {
				if st.Dir == types.SendOnly {
					x.add(st.Chan, x.paths.elem(st.Chan.Type(), nil), st.Send, instr)
				}
			}
		}
	})
	return x
}

// uses notes the functions that an instruction calls, and those that it uses otherwise.
func (x *flowIndex) uses(instr ssa.Instruction) {
	var callee ssa.Value
	if call, ok := instr.(ssa.CallInstruction); ok && call.Common().IsInvoke() {
		x.invoke[call.Common().Method.Name()] = true
	} else if ok {
		callee = call.Common().Value
		if fn, bound := resolveFunc(callee); fn != nil && bound == nil && fn.Pkg == x.m.Pkg {
			x.calls[fn] = append(x.calls[fn], call)
		}
	}
	for _, op := range instr.Operands(nil) {
		if *op == nil || *op == callee {
			continue
		}
		if fn, _ := resolveFunc(*op); fn != nil {
			x.values[fn] = true
		}
	}
}

// callsOf is the calls of one of the package's functions; all tells that there are no
// others: that it is not exported, nor used as a value, nor a method that may be called by way
// of an interface.
func (x *flowIndex) callsOf(fn *ssa.Function) (calls []ssa.CallInstruction, all bool) {
	obj, _ := fn.Object().(*types.Func)
	if obj == nil || obj.Exported() || x.values[fn] {
		return x.calls[fn], false
	}
	return x.calls[fn], obj.Signature().Recv() == nil || !x.invoke[obj.Name()]
}

func (x *flowIndex) each(visit func(ssa.Instruction)) {
	for _, fn := range x.m.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				visit(instr)
			}
		}
	}
}

func (x *flowIndex) add(addr ssa.Value, at path, val ssa.Value, instr ssa.Instruction) {
	base, p := x.decompose(addr, at)
	st := store{p, val, instr}
	x.stores[base] = append(x.stores[base], st)
	if p == nil {
		for fn := instr.Parent(); fn != nil; fn = fn.Parent() {
			key := storeIn{base, fn}
			x.inFunc[key] = append(x.inFunc[key], st)
		}
	}
}

// decompose splits part p of what an address, or a reference to a container, leads to: into the
// variable (or value) that it is in, and the part of that.
func (x *flowIndex) decompose(addr ssa.Value, p path) (ssa.Value, path) {
	hops := 0 // a free variable of a recursive closure can be bound to itself
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			p, addr = x.paths.fieldOf(a.X.Type(), a.Field, p), a.X
		case *ssa.IndexAddr:
			p, addr = x.paths.elem(a.X.Type(), p), a.X
		case *ssa.UnOp:
			if a.Op != token.MUL {
				return addr, p
			}
			addr = a.X
		case *ssa.Slice:
			addr = a.X
		case *ssa.ChangeType:
			p, addr = x.paths.converted(p, a.Type(), a.X.Type()), a.X
		case *ssa.FreeVar:
			b := x.bound[a]
			if hops++; len(b) == 0 || hops > maxBindings {
				return addr, p
			}
			addr = b[0]
		default:
			return addr, p
		}
	}
}

// maxBindings is how many literals in each other a captured variable is followed through.
const maxBindings = 64

// step is one step of value flow backwards from n: the sources of its value
// within the package, and if there may be others, or n is where a value
// begins, the kind of leaf that it is.
func (x *flowIndex) step(n node) ([]source, leafKind) {
	switch v := n.v.(type) {
	case *ssa.Const:
		return nil, leafConst
	case *ssa.Function:
		return nil, leafFunc
	case *ssa.MakeClosure:
		return nil, leafFunc
	case *ssa.Phi:
		var out []source
		for i, e := range v.Edges {
			out = append(out, source{node: node{e, n.p}, block: v.Block().Preds[i], succ: v.Block()})
		}
		return out, notLeaf
	case *ssa.MakeInterface:
		return x.through(v, v.X, n.p)
	case *ssa.ChangeInterface:
		return x.through(v, v.X, n.p)
	case *ssa.ChangeType:
		return x.through(v, v.X, x.paths.converted(n.p, v.Type(), v.X.Type()))
	case *ssa.SliceToArrayPointer:
		return x.through(v, v.X, n.p)
	case *ssa.TypeAssert:
		return x.through(v, v.X, n.p)
	case *ssa.Slice:
		return x.through(v, v.X, n.p)
	case *ssa.Field:
		return x.through(v, v.X, x.paths.fieldOf(v.X.Type(), v.Field, n.p))
	case *ssa.FieldAddr:
		return x.through(v, v.X, x.paths.fieldOf(v.X.Type(), v.Field, n.p))
	case *ssa.Index:
		return x.through(v, v.X, x.paths.elem(v.X.Type(), n.p))
	case *ssa.IndexAddr:
		return x.through(v, v.X, x.paths.elem(v.X.Type(), n.p))
	case *ssa.Lookup:
		if v.CommaOk {
			return nil, leafOther // the tuple; Extract looks through
		}
		if isString(v.X.Type()) {
			return nil, leafOp
		}
		return x.through(v, v.X, x.paths.elem(v.X.Type(), n.p))
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			return x.through(v, v.X, n.p)
		case token.ARROW:
			return x.through(v, v.X, x.paths.elem(v.X.Type(), n.p))
		}
		return nil, leafOp
	case *ssa.Extract:
		return x.extract(v, n.p)
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok {
			if b.Name() == "append" && len(v.Call.Args) == 2 {
				srcs := []source{
					{node: node{v.Call.Args[0], n.p}, block: v.Block()},
					{node: node{v.Call.Args[1], n.p}, block: v.Block()},
				}
				if n.p == nil {
					return srcs[:1], leafMake
				}
				return srcs, notLeaf
			}
			return nil, leafOp
		}
		return nil, leafCall
	case *ssa.Parameter:
		return nil, leafParam
	case *ssa.FreeVar:
		var out []source
		for _, b := range x.bound[v] {
			out = append(out, source{node: node{b, n.p}})
		}
		if len(out) == 0 {
			return nil, leafOther
		}
		return out, notLeaf
	case *ssa.Global:
		out := x.stored(v, n.p)
		if v.Pkg != x.m.Pkg || len(out) == 0 {
			return out, leafGlobal
		}
		return out, notLeaf
	case *ssa.Alloc:
		out := x.stored(v, n.p)
		if n.p == nil {
			if _, isStruct := types.Unalias(deref(v.Type())).Underlying().(*types.Struct); isStruct {
				if len(out) == 0 || x.partlyStored(v) {
					return out, leafMake
				}
				return out, notLeaf
			}
			if _, isArray := types.Unalias(deref(v.Type())).Underlying().(*types.Array); isArray {
				return out, leafMake
			}
		}
		if len(out) == 0 {
			return nil, leafZero
		}
		return out, notLeaf
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		if n.p == nil {
			return nil, leafMake
		}
		out := x.stored(v, n.p)
		if len(out) == 0 {
			return nil, leafZero
		}
		return out, notLeaf
	case *ssa.BinOp, *ssa.Convert, *ssa.MultiConvert:
		return nil, leafOp
	}
	return nil, leafOther
}

func (x *flowIndex) through(at ssa.Instruction, v ssa.Value, p path) ([]source, leafKind) {
	return []source{{node: node{v, p}, block: at.Block()}}, notLeaf
}

func (x *flowIndex) extract(v *ssa.Extract, p path) ([]source, leafKind) {
	switch t := v.Tuple.(type) {
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return x.through(v, t.X, p)
		}
	case *ssa.Lookup:
		if v.Index == 0 {
			return x.through(v, t.X, x.paths.elem(t.X.Type(), p))
		}
	case *ssa.UnOp: // receive
		if v.Index == 0 {
			return x.through(v, t.X, x.paths.elem(t.X.Type(), p))
		}
	case *ssa.Next:
		if r, ok := t.Iter.(*ssa.Range); ok && v.Index == 2 {
			return x.through(v, r.X, x.paths.elem(r.X.Type(), p))
		}
	case *ssa.Select:
		// Results: index, recvOk, then one for each receiving state.
		i := 2
		for _, st := range t.States {
			if st.Dir != types.RecvOnly {
				continue
			}
			if i == v.Index {
				return x.through(v, st.Chan, x.paths.elem(st.Chan.Type(), p))
			}
			i++
		}
	case *ssa.Call:
		return nil, leafCall
	}
	return nil, leafOther
}

// stored is what has been stored in part p of a variable or container.
func (x *flowIndex) stored(base ssa.Value, p path) []source {
	var out []source
	for _, s := range x.stores[base] {
		if s.at == nil {
			if fits(s.val.Type(), p) {
				out = append(out, source{node: node{s.val, p}, block: s.instr.Block(), instr: s.instr})
			}
			continue
		}
		for _, rest := range x.paths.cut(p, s.at) {
			if fits(s.val.Type(), rest) {
				out = append(out, source{node: node{s.val, rest}, block: s.instr.Block(), instr: s.instr})
			}
		}
	}
	return out
}

// partlyStored reports whether fields of a struct variable are assigned one by one.
func (x *flowIndex) partlyStored(base ssa.Value) bool {
	return slices.ContainsFunc(x.stores[base], func(s store) bool { return s.at != nil })
}

// shared reports whether something else than the loads and stores of its function has the
// address of a variable: a callee, an interface, another variable.
func (x *flowIndex) shared(addr ssa.Value) bool {
	todo := []ssa.Value{addr}
	for len(todo) > 0 {
		addr := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, ref := range *addr.Referrers() {
			switch ref := ref.(type) {
			case *ssa.FieldAddr, *ssa.IndexAddr:
				todo = append(todo, ref.(ssa.Value))
			case ssa.CallInstruction:
				if _, builtin := ref.Common().Value.(*ssa.Builtin); !builtin {
					return true
				}
			case *ssa.MakeInterface, *ssa.Send, *ssa.MapUpdate:
				return true
			case *ssa.Store:
				if ref.Val == addr {
					return true
				}
			}
		}
	}
	return false
}

// fieldsOf is fieldPart for a value that comes from somewhere unknown, where the flow ends.
func (x *flowIndex) fieldsOf(n node) path {
	switch v := n.v.(type) {
	case *ssa.Call:
		if _, builtin := v.Call.Value.(*ssa.Builtin); builtin {
			return nil
		}
	case *ssa.Extract:
		if _, call := v.Tuple.(*ssa.Call); !call {
			return nil
		}
	case *ssa.FreeVar:
		if len(x.bound[v]) > 0 {
			return nil
		}
	case *ssa.Parameter:
	default:
		return nil
	}
	return x.fieldPart(n)
}

// fieldPart is n's path from the first field of one of the package's own structs that something is stored in, nil if there
// is none: what any code of the package stores in that field, of whatever struct, may be in n.
func (x *flowIndex) fieldPart(n node) path {
	if n.p != nil && n.p.kind == selectField && fieldIndex(n.v.Type(), n.p.field) < 0 {
		return nil // behind an interface, or a pointer to a pointer
	}
	for p := n.p; p != nil; p = p.rest {
		if p.kind == selectField && len(x.fields[p.field]) > 0 && p.field.Pkg() == x.m.pass.Pkg {
			return p
		}
	}
	return nil
}

// fieldStores is what any code of the package stores in the field that p begins with, of whatever struct.
func (x *flowIndex) fieldStores(p path) []source {
	var out []source
	for _, s := range x.fields[p.field] {
		out = append(out, source{node: node{s.val, p.rest}, instr: s.instr})
	}
	return out
}

// fieldOf is the field that n's path selects first, if it selects one.
func fieldOf(n node) *types.Var {
	p := n.p
	for p != nil && (p.kind == selectRecursive || p.kind == selectAny) {
		p = p.rest
	}
	if p == nil {
		return nil
	}
	return p.field
}

// storedAt is what has been stored in the part of a variable or container of type t that some fields lead to: by
// index, -1 for the elements of a container.
func (x *flowIndex) storedAt(base ssa.Value, t types.Type, fields []int) []source {
	var objs []*types.Var
	for _, f := range fields {
		if f < 0 {
			objs, t = append(objs, nil), ElemType(t)
		} else if v := structField(t, f); v != nil {
			objs, t = append(objs, v), v.Type()
		} else {
			return nil
		}
		if t == nil {
			return nil
		}
	}
	p, ok := x.pathTo(base.Type(), objs)
	if !ok {
		return nil
	}
	return x.stored(base, p)
}

// structField is field i of a struct type or of a pointer to one, as its
// generic origin declares it.
func structField(t types.Type, i int) *types.Var {
	if s, ok := types.Unalias(deref(t)).Underlying().(*types.Struct); ok && i >= 0 && i < s.NumFields() {
		return s.Field(i).Origin()
	}
	return nil
}

// deref is what a pointer type points to; other types are returned as they are.
func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// ElemType is the type of the elements of a slice, array, map or channel, or of a pointer to
// one; nil for other types.
func ElemType(t types.Type) types.Type {
	switch t := types.Unalias(deref(t)).Underlying().(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	case *types.Map:
		return t.Elem()
	case *types.Chan:
		return t.Elem()
	}
	return nil
}

func isString(t types.Type) bool {
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isNilConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// StringConst is the constant string that v is.
func StringConst(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// Variadic splits the last argument of a call into the values that were
// written for a variadic parameter, in order; ok is false where the caller
// passes a slice on (f(xs...)), or the slice was changed after it was made.
func Variadic(arg ssa.Value) (vals []ssa.Value, ok bool) {
	if isNilConst(arg) {
		return nil, true
	}
	s, isSlice := arg.(*ssa.Slice)
	if !isSlice || s.Low != nil || s.High != nil {
		return nil, false
	}
	array, isAlloc := s.X.(*ssa.Alloc)
	if !isAlloc || array.Comment != "varargs" {
		return nil, false
	}
	n := types.Unalias(deref(array.Type())).Underlying().(*types.Array).Len()
	vals = make([]ssa.Value, n)
	for _, ref := range *array.Referrers() {
		ia, isIndex := ref.(*ssa.IndexAddr)
		if !isIndex {
			continue
		}
		i, isConst := ia.Index.(*ssa.Const)
		if !isConst {
			return nil, false
		}
		for _, r := range *ia.Referrers() {
			if st, isStore := r.(*ssa.Store); isStore && st.Addr == ia {
				vals[i.Int64()] = st.Val
			}
		}
	}
	for _, v := range vals {
		if v == nil {
			return nil, false
		}
	}
	return vals, true
}

// Strip removes the conversions that leave a value what it is: to an
// interface, from one interface to another, between named types.
func Strip(v ssa.Value) ssa.Value {
	for {
		switch c := v.(type) {
		case *ssa.MakeInterface:
			v = c.X
		case *ssa.ChangeInterface:
			v = c.X
		case *ssa.ChangeType:
			v = c.X
		default:
			return v
		}
	}
}
