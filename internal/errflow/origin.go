package errflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// OriginKind says what stands at the end of a trail of value flow.
type OriginKind uint8

const (
	OriginUnknown OriginKind = iota // it cannot be known: say nothing
	OriginConst                     // Value is an *ssa.Const (nil, too)
	OriginFunc                      // Value is a function, literal or method value; see [Origin.Func]
	OriginParam                     // Value is an *ssa.Parameter of a function that was not entered by a call
	OriginGlobal                    // Value is an *ssa.Global that nothing in the package is stored in
	OriginCall                      // Value is an *ssa.Call that was not looked into; Index is the result's
	OriginMake                      // Value made a struct, map, slice or channel: Alloc, MakeMap, append …
	OriginZero                      // Value is a variable or field that nothing was stored in: the zero value
	OriginOp                        // Value computes something new: BinOp, Convert, builtin …
	OriginStop                      // Value is one that OriginOptions.Stop named
)

// An Origin is one place that a value may come from.
type Origin struct {
	Kind  OriginKind
	Value ssa.Value
	Index int  // for OriginCall: which result
	Whole bool // the value is all of Value (or all of the result), not a part of it

	// Fields are the fields that lead from Value to the value asked for, where
	// Value is a parameter or a call's result: Handler of the ServerTool that
	// f returns. A nil field stands for an element.
	Fields []*types.Var

	// Trail is the places that the value passed on the way, from the query
	// to the origin: calls, stores, returns.
	Trail []token.Pos
}

// Func is the function that an origin of kind OriginFunc is, through method
// values and generic instances; bound is a method value's receiver.
func (o Origin) Func() (fn *ssa.Function, bound ssa.Value) { return resolveFunc(o.Value) }

// Call is the call of an origin of kind OriginCall.
func (o Origin) Call() *ssa.Call {
	switch v := o.Value.(type) {
	case *ssa.Call:
		return v
	case *ssa.Extract:
		call, _ := v.Tuple.(*ssa.Call)
		return call
	}
	return nil
}

// OriginOptions says how far [Model.Origins] looks.
type OriginOptions struct {
	// NoCalls leaves all calls unentered.
	NoCalls bool
	// Enter decides whether a call of one of the package's functions is looked
	// into. Nil means always.
	Enter func(call *ssa.Call, callee *ssa.Function) bool
	// Stop names values that are origins themselves, whatever is behind them.
	Stop func(v ssa.Value) bool
	// Fields selects a part of the value asked for: its field Handler, say,
	// if it is a struct or a pointer to one. Nil elements select the elements of
	// a container.
	Fields []*types.Var
}

// maxOrigins bounds the work for one query; a value that so many ways lead to
// is unknown.
const maxOrigins = 2000

// A frame is a call that a query has entered.
type frame struct {
	fn     *ssa.Function
	args   []ssa.Value // of fn's parameters
	caller *frame
	pos    token.Pos
}

func (f *frame) depth() int {
	n := 0
	for ; f != nil; f = f.caller {
		n++
	}
	return n
}

// enters reports whether fn is being looked into already.
func (f *frame) enters(fn *ssa.Function) bool {
	for ; f != nil; f = f.caller {
		if f.fn == fn {
			return true
		}
	}
	return false
}

// of is the innermost frame of fn, for the variables that a closure captured.
func (f *frame) of(fn *ssa.Function) *frame {
	for ; f != nil; f = f.caller {
		if f.fn == fn {
			return f
		}
	}
	return nil
}

// Origins is where v may come from: through locals, phis, fields, tables, range
// loops, channels, closures, method values, conversions, and the calls of the
// package's own functions (parameters are bound to the call's arguments). The order is
// that of the code. A part of a value that comes from outside the package ends as
// OriginParam, OriginCall or OriginGlobal with Fields; if the field belongs to the package, all
// that the package stores in it is among the origins too.
func (m *Model) Origins(v ssa.Value, opts OriginOptions) []Origin {
	q := &originQuery{m: m, opts: opts, seen: make(map[originKey]bool)}
	p, ok := m.flow.pathTo(v.Type(), opts.Fields)
	if !ok {
		return []Origin{{Kind: OriginUnknown, Value: v}}
	}
	q.todo = append(q.todo, visit{node: node{v, p}})
	for len(q.todo) > 0 {
		last := len(q.todo) - 1
		next := q.todo[last]
		q.todo = q.todo[:last]
		if next.leaf != notLeaf {
			q.leaf(originOf(next.leaf), next.node, next.trail)
		} else if !q.visit(next.node, next.frame, next.trail) {
			break
		}
	}
	return q.out
}

// pathTo is the part of a value of type t that fields lead to; nil stands for an element.
func (x *flowIndex) pathTo(t types.Type, fields []*types.Var) (path, bool) {
	of := make([]types.Type, len(fields))
	for i, f := range fields {
		of[i] = t
		if f == nil {
			t = ElemType(t)
		} else if fieldIndex(t, f) < 0 {
			return nil, false
		} else {
			t = f.Type()
		}
	}
	var p path
	for i, f := range slices.Backward(fields) {
		if f == nil {
			p = x.paths.elem(of[i], p)
		} else {
			p = x.paths.field(of[i], f, p)
		}
	}
	return p, true
}

func fieldIndex(t types.Type, f *types.Var) int {
	if t == nil {
		return -1
	}
	s, ok := types.Unalias(deref(t)).Underlying().(*types.Struct)
	if !ok {
		return -1
	}
	for i := range s.NumFields() {
		if s.Field(i).Origin() == f.Origin() {
			return i
		}
	}
	return -1
}

type originKey struct {
	node
	frame *frame
}

// A visit is something that a query has still to look at.
type visit struct {
	node
	frame *frame
	trail []token.Pos
	leaf  leafKind // what the flow ends with here, if the node itself has been looked at
}

type originQuery struct {
	m    *Model
	opts OriginOptions
	seen map[originKey]bool
	todo []visit // a stack: what comes first in the code is on top
	out  []Origin
}

func (q *originQuery) leaf(kind OriginKind, n node, trail []token.Pos) {
	o := Origin{Kind: kind, Value: n.v, Whole: n.p == nil, Fields: fieldPath(n.p), Trail: trail}
	if e, ok := n.v.(*ssa.Extract); ok {
		o.Index = e.Index
	}
	if folded(n.p) {
		switch kind {
		case OriginParam, OriginCall, OriginGlobal:
			o.Kind = OriginUnknown // some part of it, and Fields does not tell which
		}
	}
	q.out = append(q.out, o)
}

// fieldPath is a path in terms of objects, as far as it is exact.
func fieldPath(p path) []*types.Var {
	var out []*types.Var
	for ; p != nil && (p.kind == selectField || p.kind == selectElem); p = p.rest {
		out = append(out, p.field)
	}
	return out
}

// visit looks at one node; it returns false if the query has taken too many steps.
func (q *originQuery) visit(n node, f *frame, trail []token.Pos) bool {
	key := originKey{n, f}
	if q.seen[key] {
		return true
	}
	if len(q.seen) >= maxOrigins {
		q.leaf(OriginUnknown, n, trail)
		return false
	}
	q.seen[key] = true
	if q.opts.Stop != nil && q.opts.Stop(n.v) {
		q.leaf(OriginStop, n, trail)
		return true
	}

	if p, ok := n.v.(*ssa.Parameter); ok {
		if in := f.of(p.Parent()); in != nil {
			if i := slices.Index(p.Parent().Params, p); i >= 0 && i < len(in.args) && in.args[i] != nil {
				q.todo = append(q.todo, visit{node: node{in.args[i], n.p}, frame: in.caller, trail: push(trail, in.pos)})
				return true
			}
		}
	}
	if q.enter(n, f, trail) {
		return true
	}
	srcs, kind := q.m.flow.step(n)
	if fields := q.m.flow.fieldsOf(n); fields != nil {
		srcs = append(srcs, q.m.flow.fieldStores(fields)...)
	}
	if kind != notLeaf {
		q.todo = append(q.todo, visit{node: n, trail: trail, leaf: kind})
	}
	for _, s := range slices.Backward(srcs) {
		sub := f
		if fv, ok := n.v.(*ssa.FreeVar); ok {
			sub = f.of(fv.Parent().Parent())
		} else if s.block == nil || s.block.Parent() != funcOf(n.v) {
			sub = nil // a store in some other function: in no certain call of it
			if s.instr != nil && f != nil && f.of(s.instr.Parent()) != nil {
				sub = f.of(s.instr.Parent())
			}
		}
		t := trail
		if s.instr != nil {
			t = push(trail, s.instr.Pos())
		}
		q.todo = append(q.todo, visit{node: s.node, frame: sub, trail: t})
	}
	return true
}

// originOf is how a query calls a leaf of the flow.
func originOf(kind leafKind) OriginKind {
	switch kind {
	case leafConst:
		return OriginConst
	case leafFunc:
		return OriginFunc
	case leafParam:
		return OriginParam
	case leafGlobal:
		return OriginGlobal
	case leafCall:
		return OriginCall
	case leafMake:
		return OriginMake
	case leafZero:
		return OriginZero
	case leafOp:
		return OriginOp
	}
	return OriginUnknown
}

// enter goes on from a call's result to what the callee returns, if the callee is one of the
// package's functions.
func (q *originQuery) enter(n node, f *frame, trail []token.Pos) bool {
	call, index := resultOf(n.v)
	if call == nil || q.opts.NoCalls {
		return false
	}
	callees, complete := q.m.Callees(call.Common())
	if !complete || len(callees) == 0 || f.depth() >= 8 {
		return false
	}
	for _, c := range callees {
		if c.Fn.Blocks == nil || f.enters(c.Fn) || q.opts.Enter != nil && !q.opts.Enter(call, c.Fn) {
			return false
		}
	}
	var entered []visit
	for _, c := range callees {
		sub := &frame{fn: c.Fn, args: c.args(call.Common()), caller: f, pos: call.Pos()}
		for ret := range Returns(c.Fn) {
			if index < len(ret.Results) {
				entered = append(entered, visit{node: node{ret.Results[index], n.p}, frame: sub, trail: push(push(trail, call.Pos()), ret.Pos())})
			}
		}
	}
	slices.Reverse(entered)
	q.todo = append(q.todo, entered...)
	return true
}

// resultOf is the call that v is a result of, and which.
func resultOf(v ssa.Value) (*ssa.Call, int) {
	switch v := v.(type) {
	case *ssa.Call:
		if _, builtin := v.Call.Value.(*ssa.Builtin); !builtin {
			return v, 0
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return call, v.Index
		}
	}
	return nil, 0
}

func push(trail []token.Pos, pos token.Pos) []token.Pos {
	if !pos.IsValid() || len(trail) > 0 && trail[len(trail)-1] == pos {
		return trail
	}
	return append(trail[:len(trail):len(trail)], pos)
}

// funcOf is the function that a value is computed in, nil for globals and functions.
func funcOf(v ssa.Value) *ssa.Function {
	if v, ok := v.(interface{ Parent() *ssa.Function }); ok {
		return v.Parent()
	}
	return nil
}

// A Target is a function that a call may run.
type Target struct {
	Fn    *ssa.Function
	Bound ssa.Value // receiver, where Fn is called through a method value
}

// args are the values of fn's parameters in a call.
func (t Target) args(call *ssa.CallCommon) []ssa.Value {
	if t.Bound != nil {
		return append([]ssa.Value{t.Bound}, call.Args...)
	}
	return call.Args
}

// Callees is the functions that a call may run, declared here or elsewhere;
// complete tells that there are no others. A call through an interface has none.
func (m *Model) Callees(call *ssa.CallCommon) (targets []Target, complete bool) {
	if call.IsInvoke() {
		return nil, false
	}
	if fn, bound := resolveFunc(call.Value); fn != nil {
		return []Target{{fn, bound}}, true
	}
	return m.Targets(call.Value)
}

type targetSet struct {
	targets  []Target
	complete bool
}

// Targets is the functions that a function value may be.
func (m *Model) Targets(v ssa.Value) (targets []Target, complete bool) {
	m.flow.mu.Lock()
	known, ok := m.flow.targets[v]
	m.flow.mu.Unlock()
	if ok {
		return known.targets, known.complete
	}
	complete = true
	seen := make(map[*ssa.Function]bool)
	// Not looking into calls here keeps the query cheap, and finite: it is
	// what Origins itself asks in order to enter calls.
	for _, o := range m.Origins(v, OriginOptions{NoCalls: true}) {
		switch o.Kind {
		case OriginFunc:
			fn, bound := o.Func()
			if fn == nil {
				complete = false
			} else if !seen[fn] {
				seen[fn] = true
				targets = append(targets, Target{fn, bound})
			}
		case OriginConst, OriginZero: // nil: a call of it returns nothing
		default:
			complete = false
		}
	}
	m.flow.mu.Lock()
	m.flow.targets[v] = targetSet{targets, complete}
	m.flow.mu.Unlock()
	return targets, complete
}

// An Entry is one element that is put in a map.
type Entry struct {
	Key, Value ssa.Value
	Update     *ssa.MapUpdate
}

// Entries is the elements that the package puts in a map made by v, in a literal and by
// index assignment, wherever the map is held when that happens.
func (m *Model) Entries(v ssa.Value) []Entry {
	var out []Entry
	seen := make(map[*ssa.MapUpdate]bool)
	add := func(base ssa.Value) {
		for _, u := range m.flow.maps[base] {
			if !seen[u] {
				seen[u] = true
				out = append(out, Entry{u.Key, u.Value, u})
			}
		}
	}
	base, at := m.flow.decompose(v, nil)
	if at != nil {
		return nil
	}
	add(base)
	add(v)
	// The variables that hold the map: m := map…; func() { m["k"] = v }().
	if refs := v.Referrers(); refs != nil {
		for _, ref := range *refs {
			if st, ok := ref.(*ssa.Store); ok && st.Val == v {
				if holder, at := m.flow.decompose(st.Addr, nil); at == nil {
					add(holder)
				}
			}
			if ct, ok := ref.(*ssa.ChangeType); ok {
				add(ct)
			}
		}
	}
	return out
}

// Stored is the values that the package stores in field f of the struct that
// alloc holds: in its literal, or later through the variable.
func (m *Model) Stored(alloc ssa.Value, f *types.Var) []ssa.Value {
	p, ok := m.flow.pathTo(alloc.Type(), []*types.Var{f})
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, s := range m.flow.stored(alloc, p) {
		if s.p == nil {
			out = append(out, s.v)
		}
	}
	return out
}

// FieldStores is the values that any code of the package stores in field f,
// of whatever struct.
func (m *Model) FieldStores(f *types.Var) []ssa.Value {
	var out []ssa.Value
	for _, s := range m.flow.fields[f.Origin()] {
		out = append(out, s.val)
	}
	return out
}
