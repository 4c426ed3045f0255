package flow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// OriginKind says why the flow ends: what is at the end of a trail.
type OriginKind uint8

const (
	NotOrigin     OriginKind = iota // the flow goes on
	OriginUnknown                   // nothing is known: draw no conclusion
	OriginConst                     // Value is an *ssa.Const, possibly nil
	OriginFunc                      // Value is a function, a literal or a method value; see [Origin.Func]
	OriginParam                     // Value is an *ssa.Parameter of a function that was not entered through a call
	OriginGlobal                    // Value is an *ssa.Global that the package stores nothing in
	OriginCall                      // Value is an *ssa.Call that was not entered; Index is the result's
	OriginMake                      // Value makes a struct, map, slice or channel: Alloc, MakeMap, append …
	OriginZero                      // Value is a variable or field that nothing was stored in: the zero value
	OriginOp                        // Value computes something new: BinOp, Convert, a builtin …
	OriginStop                      // Value is one that OriginOptions.Stop selected
)

// An Origin is one place that a value may come from.
type Origin struct {
	Kind  OriginKind
	Value ssa.Value
	Index int  // for OriginCall: which result
	Whole bool // the value is all of Value (or of the result), not a part of it

	// Fields are the fields that lead from Value to the value that was asked for, where Value is a parameter or the
	// result of a call: Handler, if that is a field of the ServerTool that f returns. A nil field stands for an
	// element.
	Fields []*types.Var

	// Trail is the places that the value passed, from the query to the origin: calls, with the argument that was given,
	// stores and returns. A trail longer than maxTrail keeps its first and its last places.
	Trail []token.Pos

	// Frame is the call in which Value is computed, nil if there is no particular one. The parameters of that call's
	// function, and of the functions around the call, stand for its arguments.
	Frame *Frame
}

// Func returns the function of an origin of kind OriginFunc, through method values and generic instances. bound is the
// receiver of a method value.
func (o Origin) Func() (fn *ssa.Function, bound ssa.Value) { return Resolve(o.Value) }

// Call returns the call of an origin of kind OriginCall.
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

// OriginOptions says how far [Program.Origins] looks.
type OriginOptions struct {
	// NoCalls means that no call is entered.
	NoCalls bool
	// Enter decides whether a call of one of the package's functions is entered. Nil means always.
	Enter func(call *ssa.Call, callee *ssa.Function) bool
	// Stop selects values that are origins themselves, whatever they come from.
	Stop func(v ssa.Value) bool
	// Local leaves out the fallback on what unrelated code stores in the same field; see [Program.Origins]. Instead it
	// adds what functions of the package store in the value when they are given it.
	Local bool
	// EachWay repeats a function, or a variable of another package, as an origin for each place that names it. Several
	// rows of a table may have the same one.
	EachWay bool
	// Fields selects a part of the value that is asked for, such as the field Handler of a struct or of a pointer to
	// one. A nil element selects the elements of a container.
	Fields []*types.Var
}

// MaxOrigins bounds the work for one query. A value that more ways lead to is unknown.
const MaxOrigins = 2000

// maxTrail bounds the length of a trail.
const maxTrail = 128

// maxFrames bounds how many nested calls a query enters.
const maxFrames = 8

// A Frame is a call that a query has entered.
type Frame struct {
	Fn     *ssa.Function
	Args   []ssa.Value // of Fn's parameters, in terms of Caller
	Call   ssa.CallInstruction
	Caller *Frame // the entered call that this call is in
}

func (f *Frame) depth() int {
	n := 0
	for ; f != nil; f = f.Caller {
		n++
	}
	return n
}

// enters reports whether fn has been entered already.
func (f *Frame) enters(fn *ssa.Function) bool {
	for ; f != nil; f = f.Caller {
		if f.Fn == fn {
			return true
		}
	}
	return false
}

// of returns the innermost frame of fn, in which the variables live that a closure captured from fn.
func (f *Frame) of(fn *ssa.Function) *Frame {
	for ; f != nil; f = f.Caller {
		if f.Fn == fn {
			return f
		}
	}
	return nil
}

// Origins returns where v may come from. It looks through locals, phis, fields, tables, range loops, channels,
// closures, method values and conversions, and enters calls of the package's own functions, whose parameters it binds
// to the arguments of the call. The origins are in source order. A part of a value from outside the package ends as
// OriginParam, OriginCall or OriginGlobal with Fields. If that part is a field of the package's own, everything that
// the package stores in this field of any struct is among the origins too, unless opts.Local is set.
func (x *Program) Origins(v ssa.Value, opts OriginOptions) []Origin {
	q := &originQuery{x: x, opts: opts, seen: make(map[originKey]bool)}
	p, ok := x.PathTo(v.Type(), opts.Fields)
	if !ok {
		return []Origin{{Kind: OriginUnknown, Value: v}}
	}
	q.todo = append(q.todo, visit{Node: Node{v, p}})
	for len(q.todo) > 0 {
		last := len(q.todo) - 1
		next := q.todo[last]
		q.todo = q.todo[:last]
		if next.leaf != NotOrigin {
			q.leaf(next.leaf, next.Node, next.frame, next.trail)
		} else if next.fields != nil {
			q.nextField(next)
		} else if !q.visit(next.Node, next.frame, next.trail) {
			break
		}
	}
	return q.out
}

// PathTo returns the path that fields select from a value of type t. A nil field stands for an element.
func (x *Program) PathTo(t types.Type, fields []*types.Var) (Path, bool) {
	of := make([]types.Type, len(fields))
	for i, f := range fields {
		of[i] = t
		if f == nil {
			t = ElemType(t)
		} else if FieldIndex(t, f) < 0 {
			return nil, false
		} else {
			t = f.Type()
		}
	}
	var p Path
	for i, f := range slices.Backward(fields) {
		if f == nil {
			p = x.Paths.Elem(of[i], p)
		} else {
			p = x.Paths.Field(of[i], f, p)
		}
	}
	return p, true
}

func FieldIndex(t types.Type, f *types.Var) int {
	if t == nil {
		return -1
	}
	if s := Struct(t); s != nil {
		for i := range s.NumFields() {
			if s.Field(i).Origin() == f.Origin() {
				return i
			}
		}
	}
	return -1
}

type originKey struct {
	Node
	frame *Frame
}

// A visit is a node that a query has yet to look at.
type visit struct {
	Node
	frame *Frame
	trail []token.Pos
	leaf  OriginKind // how the flow ends here, if the node itself has been looked at

	fields *fieldSources // the sources of a field to look at instead of the node
}

// fieldSources are the package's stores to a field, and how many of them a query has gone on to. Many nodes of a query
// have the same field, so they share the list.
type fieldSources struct {
	sources []Source
	done    int
}

type originQuery struct {
	x    *Program
	opts OriginOptions
	seen map[originKey]bool
	todo []visit // a stack; what comes first in the code is on top
	out  []Origin

	fields map[fieldQuery]*fieldSources

	params map[*Frame][]paramVisit // the parameters that were reached, by the frame that binds them
	again  map[*Frame][]again      // the recursive calls of an entered function

	frames int // how many frames were entered by effects
}

func (q *originQuery) leaf(kind OriginKind, n Node, f *Frame, trail []token.Pos) {
	o := Origin{Kind: kind, Value: n.V, Whole: n.P == nil, Fields: fieldPath(n.P), Trail: trail, Frame: f}
	if e, ok := n.V.(*ssa.Extract); ok {
		o.Index = e.Index
	}
	if Folded(n.P) {
		switch kind {
		case OriginParam, OriginCall, OriginGlobal:
			o.Kind = OriginUnknown // a part of it, but Fields does not say which
		}
	}
	q.out = append(q.out, o)
}

// fieldPath returns a path as fields, as far as the path is exact.
func fieldPath(p Path) []*types.Var {
	var out []*types.Var
	for ; p != nil && (p.Kind == SelectField || p.Kind == SelectElem); p = p.Rest {
		out = append(out, p.Field)
	}
	return out
}

// visit looks at one node. It returns false if the query has taken too many steps.
func (q *originQuery) visit(n Node, f *Frame, trail []token.Pos) bool {
	key := originKey{n, f}
	if q.seen[key] && !(q.opts.EachWay && q.x.begins(n.V) && len(q.out) < MaxOrigins) {
		return true
	}
	if len(q.seen) >= MaxOrigins {
		q.leaf(OriginUnknown, n, f, trail)
		return false
	}
	q.seen[key] = true
	if q.opts.Stop != nil && q.opts.Stop(n.V) {
		q.leaf(OriginStop, n, f, trail)
		return true
	}
	if cut, ok := n.V.(*ssa.Slice); ok && IsString(cut.Type()) && (cut.Low != nil || cut.High != nil) {
		q.leaf(OriginOp, n, f, trail) // a substring is another text
		return true
	}

	if q.opts.Local && n.P != nil {
		q.effects(n, f, trail)
	}
	if p, ok := n.V.(*ssa.Parameter); ok {
		if in := f.of(p.Parent()); in != nil {
			if i := slices.Index(p.Parent().Params, p); i >= 0 && i < len(in.Args) && in.Args[i] != nil {
				if q.params == nil {
					q.params = make(map[*Frame][]paramVisit)
				}
				v := paramVisit{i, n.P, trail}
				q.params[in] = append(q.params[in], v)
				for _, a := range q.again[in] {
					q.todo = append(q.todo, a.argument(v)...)
				}
				q.todo = append(q.todo, visit{Node: Node{in.Args[i], n.P}, frame: in.Caller, trail: q.x.PushArgument(trail, in.Call, i)})
				return true
			}
		}
	}
	if q.enter(n, f, trail) {
		return true
	}
	srcs, kind := q.x.Step(n)
	if kind != NotOrigin {
		q.todo = append(q.todo, visit{Node: n, frame: f, trail: trail, leaf: kind})
	}
	if fields := q.x.FieldsOf(n); fields != nil && !q.opts.Local {
		_, free := n.V.(*ssa.FreeVar)
		key := fieldQuery{fields, f, FuncOf(n.V), free}
		of := q.fields[key]
		if of == nil {
			of = &fieldSources{sources: q.x.FieldSources(fields)}
			if q.fields == nil {
				q.fields = make(map[fieldQuery]*fieldSources)
			}
			q.fields[key] = of
		}
		q.todo = append(q.todo, visit{Node: n, frame: f, trail: trail, fields: of})
	}
	for _, s := range slices.Backward(srcs) {
		q.follow(s, n, f, trail)
	}
	return true
}

// begins reports whether v is a function or a variable of another package, so that there is nothing behind it.
func (x *Program) begins(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Function:
		return true
	case *ssa.Global:
		return v.Pkg != x.Pkg && len(x.stores[v]) == 0
	}
	return false
}

// A fieldQuery identifies the sources of a field together with the frames in which they are looked at.
type fieldQuery struct {
	path  Path
	frame *Frame
	fn    *ssa.Function
	free  bool
}

// nextField continues to the next source of a field, and schedules the rest.
func (q *originQuery) nextField(v visit) {
	if of := v.fields; of.done < len(of.sources) {
		q.todo = append(q.todo, v)
		q.follow(of.sources[of.done], v.Node, v.frame, v.trail)
		of.done++
	}
}

// follow continues to a source of a node.
func (q *originQuery) follow(s Source, n Node, f *Frame, trail []token.Pos) {
	sub := f
	if fv, ok := n.V.(*ssa.FreeVar); ok {
		sub = f.of(fv.Parent().Parent())
	} else if s.Block == nil || s.Block.Parent() != FuncOf(n.V) {
		sub = nil // a store in another function: in no particular call
		if s.Instr != nil && f != nil && f.of(s.Instr.Parent()) != nil {
			sub = f.of(s.Instr.Parent())
		}
	}
	if s.Instr != nil {
		trail = push(trail, s.Instr.Pos())
	}
	q.todo = append(q.todo, visit{Node: s.Node, frame: sub, trail: trail})
}

// enter continues from the result of a call to what the callee returns. It returns false if the call cannot be entered.
func (q *originQuery) enter(n Node, f *Frame, trail []token.Pos) bool {
	call, index := ResultOf(n.V)
	if call == nil || q.opts.NoCalls {
		return false
	}
	callees, complete := q.x.Callees(call.Common())
	if !complete || len(callees) == 0 || f.depth() >= maxFrames {
		return false
	}
	for _, c := range callees {
		if c.Fn.Blocks == nil || q.opts.Enter != nil && !q.opts.Enter(call, c.Fn) {
			return false
		}
	}
	var entered []visit
	for _, c := range callees {
		sub := f.of(c.Fn)
		if sub == nil {
			sub = &Frame{Fn: c.Fn, Args: c.Args(call.Common()), Call: call, Caller: f}
		} else {
			entered = append(entered, q.recurse(sub, c.Args(call.Common()), call, f)...)
		}
		for ret := range Returns(c.Fn) {
			if index < len(ret.Results) {
				entered = append(entered, visit{Node: Node{ret.Results[index], n.P}, frame: sub, trail: push(push(trail, call.Pos()), ret.Pos())})
			}
		}
	}
	slices.Reverse(entered)
	q.todo = append(q.todo, entered...)
	return true
}

// recurse records a recursive call, in frame f, of a function that has been entered: the arguments of this call are
// bound to the function's parameters too. It returns the visits that this adds.
func (q *originQuery) recurse(of *Frame, args []ssa.Value, call ssa.CallInstruction, f *Frame) []visit {
	if slices.ContainsFunc(q.again[of], func(a again) bool { return a.call == call && a.frame == f }) {
		return nil
	}
	if q.again == nil {
		q.again = make(map[*Frame][]again)
	}
	a := again{args, call, f}
	q.again[of] = append(q.again[of], a)
	var out []visit
	for _, p := range q.params[of] {
		out = append(out, a.argument(p)...)
	}
	return out
}

// An again is a recursive call of an entered function.
type again struct {
	args  []ssa.Value
	call  ssa.CallInstruction
	frame *Frame
}

// A paramVisit is a parameter that a query has reached.
type paramVisit struct {
	index int
	part  Path
	trail []token.Pos
}

// argument returns the visit of the argument that the recursive call gives for a parameter.
func (a again) argument(p paramVisit) []visit {
	if p.index >= len(a.args) || a.args[p.index] == nil {
		return nil
	}
	return []visit{{Node: Node{a.args[p.index], p.part}, frame: a.frame, trail: push(p.trail, a.call.Pos())}}
}

// ResultOf returns the call that v is a result of, and the index of the result.
func ResultOf(v ssa.Value) (*ssa.Call, int) {
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

// push returns the trail extended by a place.
func push(trail []token.Pos, pos token.Pos) []token.Pos {
	if !pos.IsValid() || len(trail) > 0 && trail[len(trail)-1] == pos {
		return trail
	}
	if len(trail) == maxTrail {
		return slices.Concat(trail[:maxTrail/2], trail[maxTrail/2+1:], []token.Pos{pos})
	}
	return append(trail[:len(trail):len(trail)], pos)
}

// FuncOf returns the function that a value is computed in, nil for globals and functions.
func FuncOf(v ssa.Value) *ssa.Function {
	if v, ok := v.(interface{ Parent() *ssa.Function }); ok {
		return v.Parent()
	}
	return nil
}

// A Target is a function that a call may run.
type Target struct {
	Fn    *ssa.Function
	Bound ssa.Value // the receiver, if Fn is called through a method value
}

// Args returns the arguments of a call by the parameters of t.Fn, which include the receiver.
func (t Target) Args(call *ssa.CallCommon) []ssa.Value {
	if t.Bound != nil {
		return append([]ssa.Value{t.Bound}, call.Args...)
	}
	return call.Args
}

// HaveBodies reports whether there are targets, all of them with bodies in the package.
func HaveBodies(targets []Target) bool {
	return len(targets) > 0 && !slices.ContainsFunc(targets, func(t Target) bool { return t.Fn.Blocks == nil })
}

// Callees returns the functions that a call may run, whether they are declared here or elsewhere. complete reports
// whether there are no others. A call through an interface has no known callees.
func (x *Program) Callees(call *ssa.CallCommon) (targets []Target, complete bool) {
	if call.IsInvoke() {
		return nil, false
	}
	if fn, bound := Resolve(call.Value); fn != nil {
		return []Target{{fn, bound}}, true
	}
	return x.Targets(call.Value)
}

type targetSet struct {
	targets  []Target
	complete bool
}

// Targets returns the functions that a function value may be. complete reports whether there are no others.
func (x *Program) Targets(v ssa.Value) (targets []Target, complete bool) {
	t := x.targets.Get(v, x.findTargets)
	return t.targets, t.complete
}

func (x *Program) findTargets(v ssa.Value) targetSet {
	t := targetSet{complete: true}
	seen := make(map[*ssa.Function]bool)
	// Calls are not entered, which keeps the query cheap and finite: Origins itself asks it in order to enter calls.
	for _, o := range x.Origins(v, OriginOptions{NoCalls: true}) {
		switch o.Kind {
		case OriginFunc:
			fn, bound := o.Func()
			if fn == nil {
				t.complete = false
			} else if !seen[fn] {
				seen[fn] = true
				t.targets = append(t.targets, Target{fn, bound})
			}
		case OriginConst, OriginZero: // a call of nil does not return
		default:
			t.complete = false
		}
	}
	return t
}

// An Entry is an element that is put in a map.
type Entry struct {
	Key, Value ssa.Value
	Update     *ssa.MapUpdate
}

// Entries returns the elements that the package puts in a map made by v, in its literal or by index assignment,
// wherever the map is held at that time.
func (x *Program) Entries(v ssa.Value) []Entry {
	base, at := x.Split(v, nil)
	if at != nil {
		return nil
	}
	names := append([]ssa.Value{base, v}, x.Holders(v)...)
	if refs := v.Referrers(); refs != nil {
		for _, ref := range *refs {
			if ct, ok := ref.(*ssa.ChangeType); ok {
				names = append(names, ct)
			}
		}
	}
	var updates worklist.List[*ssa.MapUpdate]
	for _, name := range names {
		updates.Push(x.maps[name]...)
	}
	var out []Entry
	for u := range updates.All() {
		out = append(out, Entry{u.Key, u.Value, u})
	}
	return out
}

// Holders returns the variables that v is stored in: m := map…; func() { m["k"] = v }().
func (x *Program) Holders(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	if refs := v.Referrers(); refs != nil {
		for _, ref := range *refs {
			if st, ok := ref.(*ssa.Store); ok && st.Val == v {
				if holder, at := x.Split(st.Addr, nil); at == nil {
					out = append(out, holder)
				}
			}
		}
	}
	return out
}

// Stored returns the values that the package stores in field f of the struct in alloc: in its literal, or later through
// the variable.
func (x *Program) Stored(alloc ssa.Value, f *types.Var) []ssa.Value {
	var out []ssa.Value
	for _, s := range x.wholesStored(f, alloc) {
		out = append(out, s.V)
	}
	return out
}

// wholesStored returns the whole values that are stored in field f of the structs in some variables of one type.
func (x *Program) wholesStored(f *types.Var, vars ...ssa.Value) (out []Source) {
	p, ok := x.PathTo(vars[0].Type(), []*types.Var{f})
	if !ok {
		return nil
	}
	for _, v := range vars {
		for _, s := range x.StoredIn(v, p) {
			if s.P == nil {
				out = append(out, s)
			}
		}
	}
	return out
}

// FieldStores returns the values that the package stores in field f of any struct.
func (x *Program) FieldStores(f *types.Var) []ssa.Value {
	var out []ssa.Value
	for _, s := range x.fields[f.Origin()] {
		out = append(out, s.Val)
	}
	return out
}
