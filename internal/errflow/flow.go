package errflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A path selects a part of a value: fields, and the elements of a container
// (all of them at once). It holds one rune for each selection. Pointers are
// looked through without one: the part of a pointer is the part of what it
// points to.
type path string

// elem selects the elements of a slice, array, map or channel.
const elem path = "\x01"

func field(i int) path { return path(rune(i + 2)) }

// first splits a path; index is -1 for elem.
func (p path) first() (index int, rest path) {
	for i, r := range p {
		if i > 0 {
			return firstIndex(p), p[i:]
		}
		_ = r
	}
	return firstIndex(p), ""
}

func firstIndex(p path) int {
	for _, r := range p {
		return int(r) - 2
	}
	return -1
}

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
	m      *Model
	stores map[ssa.Value][]store  // by the variable or container that the address is in
	fields map[*types.Var][]store // by field, whatever the struct
	bound  map[*ssa.FreeVar][]ssa.Value
	maps   map[ssa.Value][]*ssa.MapUpdate
	calls  map[*ssa.Function][]ssa.CallInstruction // of the package's functions, by name
	values map[*ssa.Function]bool                  // the functions that are used as values
	invoke map[string]bool                         // the names of methods that are called by way of interfaces
}

// A store is one assignment to (a part of) a variable or container.
type store struct {
	at    path
	val   ssa.Value
	instr ssa.Instruction
}

func newFlowIndex(m *Model) *flowIndex {
	x := &flowIndex{
		m:      m,
		stores: make(map[ssa.Value][]store),
		fields: make(map[*types.Var][]store),
		bound:  make(map[*ssa.FreeVar][]ssa.Value),
		maps:   make(map[ssa.Value][]*ssa.MapUpdate),
		calls:  make(map[*ssa.Function][]ssa.CallInstruction),
		values: make(map[*ssa.Function]bool),
		invoke: make(map[string]bool),
	}
	// Captures first: to know what a free variable is, decompose needs them.
	x.each(func(instr ssa.Instruction) {
		if mc, ok := instr.(*ssa.MakeClosure); ok {
			fn := mc.Fn.(*ssa.Function)
			for i, b := range mc.Bindings {
				x.bound[fn.FreeVars[i]] = append(x.bound[fn.FreeVars[i]], b)
			}
		}
	})
	x.each(func(instr ssa.Instruction) {
		x.uses(instr)
		switch instr := instr.(type) {
		case *ssa.Store:
			x.add(instr.Addr, "", instr.Val, instr)
			if fa, ok := instr.Addr.(*ssa.FieldAddr); ok {
				if f := structField(fa.X.Type(), fa.Field); f != nil {
					x.fields[f] = append(x.fields[f], store{"", instr.Val, instr})
				}
			}
		case *ssa.MapUpdate:
			x.add(instr.Map, elem, instr.Value, instr)
			base, at := x.decompose(instr.Map)
			if at == "" {
				x.maps[base] = append(x.maps[base], instr)
			}
		case *ssa.Send:
			x.add(instr.Chan, elem, instr.X, instr)
		case *ssa.Select:
			for _, st := range instr.States {
				if st.Dir == types.SendOnly {
					x.add(st.Chan, elem, st.Send, instr)
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
	base, p := x.decompose(addr)
	x.stores[base] = append(x.stores[base], store{p + at, val, instr})
}

// decompose splits an address, or a reference to a container, into the
// variable (or value) it is in and the part of that.
func (x *flowIndex) decompose(addr ssa.Value) (ssa.Value, path) {
	var p path
	for range 64 { // a free variable of a recursive closure can be bound to itself
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			p, addr = field(a.Field)+p, a.X
		case *ssa.IndexAddr:
			p, addr = elem+p, a.X
		case *ssa.UnOp:
			if a.Op != token.MUL {
				return addr, p
			}
			addr = a.X
		case *ssa.Slice:
			addr = a.X
		case *ssa.ChangeType:
			addr = a.X
		case *ssa.FreeVar:
			if b := x.bound[a]; len(b) > 0 {
				addr = b[0]
			} else {
				return addr, p
			}
		default:
			return addr, p
		}
	}
	return addr, p
}

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
		return x.through(v, v.X, n.p)
	case *ssa.SliceToArrayPointer:
		return x.through(v, v.X, n.p)
	case *ssa.TypeAssert:
		return x.through(v, v.X, n.p)
	case *ssa.Slice:
		return x.through(v, v.X, n.p)
	case *ssa.Field:
		return x.through(v, v.X, field(v.Field)+n.p)
	case *ssa.FieldAddr:
		return x.through(v, v.X, field(v.Field)+n.p)
	case *ssa.Index:
		return x.through(v, v.X, elem+n.p)
	case *ssa.IndexAddr:
		return x.through(v, v.X, elem+n.p)
	case *ssa.Lookup:
		if v.CommaOk {
			return nil, leafOther // the tuple; Extract looks through
		}
		if isString(v.X.Type()) {
			return nil, leafOp
		}
		return x.through(v, v.X, elem+n.p)
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			return x.through(v, v.X, n.p)
		case token.ARROW:
			return x.through(v, v.X, elem+n.p)
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
				if n.p == "" {
					return srcs[:1], leafMake
				}
				return srcs, notLeaf
			}
			return nil, leafOp
		}
		return x.fieldSources(n, leafCall)
	case *ssa.Parameter:
		return x.fieldSources(n, leafParam)
	case *ssa.FreeVar:
		var out []source
		for _, b := range x.bound[v] {
			out = append(out, source{node: node{b, n.p}})
		}
		if len(out) == 0 {
			return x.fieldSources(n, leafOther)
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
		if n.p == "" {
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
		if n.p == "" {
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
			return x.through(v, t.X, elem+p)
		}
	case *ssa.UnOp: // receive
		if v.Index == 0 {
			return x.through(v, t.X, elem+p)
		}
	case *ssa.Next:
		if r, ok := t.Iter.(*ssa.Range); ok && v.Index == 2 {
			return x.through(v, r.X, elem+p)
		}
	case *ssa.Select:
		// Results: index, recvOk, then one for each receiving state.
		i := 2
		for _, st := range t.States {
			if st.Dir != types.RecvOnly {
				continue
			}
			if i == v.Index {
				return x.through(v, st.Chan, elem+p)
			}
			i++
		}
	case *ssa.Call:
		return x.fieldSources(node{v, p}, leafCall)
	}
	return nil, leafOther
}

// stored is what has been stored in part p of a variable or container.
func (x *flowIndex) stored(base ssa.Value, p path) []source {
	var out []source
	for _, s := range x.stores[base] {
		if rest, ok := strings.CutPrefix(string(p), string(s.at)); ok {
			out = append(out, source{node: node{s.val, path(rest)}, block: s.instr.Block(), instr: s.instr})
		}
	}
	return out
}

// partlyStored reports whether fields of a struct variable are assigned one by one.
func (x *flowIndex) partlyStored(base ssa.Value) bool {
	for _, s := range x.stores[base] {
		if s.at != "" {
			return true
		}
	}
	return false
}

// shared reports whether something else than the loads and stores of its function has the
// address of a variable: a callee, an interface, another variable.
func (x *flowIndex) shared(addr ssa.Value) bool {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr:
			if x.shared(ref.(ssa.Value)) {
				return true
			}
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
	return false
}

// fieldSources is for a part of a value that comes from somewhere unknown: if
// that part is a field of one of the package's own structs, then what any code of
// the package stores in that field, of whatever struct, may be in it.
func (x *flowIndex) fieldSources(n node, kind leafKind) ([]source, leafKind) {
	t := n.v.Type()
	p := n.p
	for p != "" {
		i, rest := p.first()
		if i < 0 {
			t = ElemType(t)
			if t == nil {
				return nil, kind
			}
			p = rest
			continue
		}
		f := structField(t, i)
		if f == nil {
			return nil, kind
		}
		if stores := x.fields[f]; len(stores) > 0 && f.Pkg() == x.m.pass.Pkg {
			var out []source
			for _, s := range stores {
				out = append(out, source{node: node{s.val, rest}, instr: s.instr})
			}
			return out, kind
		}
		t, p = f.Type(), rest
	}
	return nil, kind
}

// fieldOf is the field that the first selection of n's path names, if it is one.
func fieldOf(n node) *types.Var {
	if i, _ := n.p.first(); i >= 0 {
		return structField(n.v.Type(), i)
	}
	return nil
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
