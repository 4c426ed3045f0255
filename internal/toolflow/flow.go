package toolflow

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// A path leads from a value to the handler in it. A step is the name of a field, [elem] for the elements of a container, "()i" for result i
// of a call of the function, or ".M" for method M of the value. Following a pointer takes no step.
type path []string

const elem = "[]"

func result(i int) string { return "()" + strconv.Itoa(i) }

func methodStep(name string) string { return "." + name }

func isMethod(step string) bool { return strings.HasPrefix(step, ".") }

// resultOf returns the index of the result that a step selects, if the step is a call.
func resultOf(step string) (int, bool) {
	s, ok := strings.CutPrefix(step, "()")
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(s)
	return i, err == nil
}

func (p path) plus(q ...string) path { return slices.Concat(p, q) }

// key returns p in a form that can be part of a map key.
func (p path) key() string { return strings.Join(p, "\x00") }

func pathOfKey(key string) path {
	if key == "" {
		return nil
	}
	return strings.Split(key, "\x00")
}

// calls returns the number of calls in p.
func (p path) calls() int {
	n := 0
	for _, step := range p {
		if _, ok := resultOf(step); ok {
			n++
		}
	}
	return n
}

// cut splits p before the first step that is a call or a method.
func (p path) cut() (parts, rest path) {
	i := slices.IndexFunc(p, func(s string) bool { return strings.HasPrefix(s, "()") || isMethod(s) })
	if i < 0 {
		return p, nil
	}
	return p[:i], p[i:]
}

// fields returns the fields of t that p selects, with nil for elements. p must have no calls.
func (p path) fields(t types.Type) ([]*types.Var, bool) {
	var out []*types.Var
	for _, step := range p {
		if step == elem {
			if t = flow.ElemType(t); t == nil {
				return nil, false
			}
			out = append(out, nil)
			continue
		}
		s := flow.Struct(t)
		if s == nil {
			return nil, false
		}
		f := fieldNamed(s, step)
		if f == nil {
			return nil, false
		}
		out = append(out, f)
		t = f.Type()
	}
	return out, true
}

func pathOf(fields []*types.Var) path {
	var p path
	for _, f := range fields {
		if f == nil {
			p = append(p, elem)
		} else {
			p = append(p, f.Name())
		}
	}
	return p
}

// A leaf is one function that a handler may turn out to be, or a part of a parameter, of which only the callers know what it is. What other
// packages learn of it is its [leafFact].
type leaf struct {
	leafFact

	fn    *ssa.Function // the handler; nil if it is not known, or not of this package
	owner *ssa.Function // the function whose parameter Param is; nil for a handler

	// of is set if the leaf is what a call of a parameter, or of a part of one, returns when it is given handlers. Only those who know the
	// parameter know what the call does to them.
	of *ssa.Call

	// nothing means that the handler is nil or never set. State and apps then describe what is around it.
	nothing bool

	apps  []application
	trail []token.Pos // the places on the way to it, the first maxTrail of them
	steps int         // how many there are in all
	// places are the positions in the trail that can name the handler, each once. Those in a function that gets the handler from its caller
	// cannot.
	places []token.Pos
	value  ssa.Value // the value that the trail leads to
	loop   bool      // of an unknown leaf: it is around some or all of the leaves that are found beside it
	list   bool      // of an unknown leaf: it is in all elements of a container
	far    bool      // it was stored in a field, but of which struct is not known; see stored

	// by holds the decorators around the handler that store their result where they read their argument; before holds those that replace
	// the handler there but are not around it. See [engine.inPlace].
	by, before replacements
}

// Replacements are calls of decorators whose results replace their arguments. Only the first few are kept.
type replacements [2]*ssa.Call

// plus returns the union of r and s.
func (r replacements) plus(s ...*ssa.Call) replacements {
	for _, c := range s {
		if i := slices.Index(r[:], nil); i >= 0 && c != nil && !slices.Contains(r[:], c) {
			r[i] = c
		}
	}
	return r
}

func (r replacements) compare(s replacements) int {
	return slices.CompareFunc(r[:], s[:], func(a, b *ssa.Call) int { return cmp.Compare(posOf(a), posOf(b)) })
}

// An application is an [Application] whose operation may still be a parameter.
type application struct {
	Application
	owner *ssa.Function // the decorator, or a function that hands on its parameter, until the call is known
	op    int           // SSA parameter of owner that is the operation
	empty int
}

// maxTrail bounds the trails that are kept, and the number of places that can name a handler.
const maxTrail = 64

// follows puts a trail, of which there are steps positions in all, in front of the trail of l.
func (l *leaf) follows(trail []token.Pos, steps int) {
	if steps <= maxTrail && len(l.trail) > 0 {
		trail = slices.Concat(trail, l.trail[:min(len(l.trail), maxTrail-steps)])
	}
	l.trail, l.steps = trail[:min(len(trail), maxTrail)], l.steps+steps
}

// around returns inner with everything around l put around it.
func (l leaf) around(inner leaf) leaf {
	inner.apps = around(l.apps, inner.apps)
	inner.Typed = inner.Typed || l.Typed
	inner.Coded = inner.Coded || l.Coded
	inner.far = inner.far || l.far
	inner.by, inner.before = l.by.plus(inner.by[:]...), l.before.plus(inner.before[:]...)
	inner.follows(l.trail, l.steps)
	switch l.State {
	case Decorated:
		inner.State = Decorated
	case Unknown:
		if !inner.nothing {
			inner.State = Unknown
			inner.Why = cmp.Or(inner.Why, l.Why)
		}
	}
	if inner.Name == "" {
		inner.Name = l.Name
	}
	return inner
}

// maxApplications bounds how many nested decorators are kept; the outermost are.
const maxApplications = 3

// around returns the outer and inner applications without duplicates.
func around(outer, inner []application) []application {
	out := slices.Clone(outer)
	for _, a := range inner {
		if len(out) < maxApplications && !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}

// maxPath bounds the steps of a path. What lies deeper is unknown.
const maxPath = 12

// A question asks what a part of a value, or of a function's result, may be in the end.
type question struct {
	v     ssa.Value
	fn    *ssa.Function // the result's, if v is nil
	index int
	path  string // see [path.key]
}

type leafSet = set[leafKey, leaf]

// solve is the transfer function of the solver: it answers a question in terms of the answers to others.
func (e *engine) solve(q question) *leafSet {
	out := newSet[leafKey, leaf]()
	e.tooMany = false
	if p := pathOfKey(q.path); q.v != nil {
		e.findLeaves(q, p, func(l leaf) { out.add(l) })
	} else {
		for ret := range flow.Returns(q.fn) {
			if q.index < len(ret.Results) {
				for _, l := range e.leaves(ret.Results[q.index], p) {
					out.add(l)
				}
			}
		}
	}
	out.full = out.full || e.tooMany
	return out
}

// leaves returns what part p of v may be in the end. While the solver runs, that is what is known so far. The order is arbitrary; callers
// outside the solver use [engine.read].
func (e *engine) leaves(v ssa.Value, p path) []leaf {
	if len(p) > maxPath {
		return unknown("it is behind too many calls")
	}
	return e.answer(question{v: v, path: p.key()})
}

func (e *engine) answer(q question) []leaf {
	a := e.solver.Get(q)
	switch {
	case a == nil:
		return nil // as far as it is known
	case a.full:
		e.tooMany = true
		return unknown("it may be too many functions")
	}
	return a.members()
}

// read sorts an answer and drops the leaves that only stand for a missing answer.
func (e *engine) read(ls []leaf) []leaf {
	ls = e.expand(ls)
	slices.SortFunc(ls, leaf.compareAll)
	for i, l := range ls {
		if !l.nothing {
			continue
		}
		if l.State != Decorated && l.Why != "" && !slices.ContainsFunc(ls, func(m leaf) bool { return !m.nothing }) {
			ls[i].State = Unknown // a handler that calls nothing
		}
	}
	inDecorator := func(n leaf) bool {
		return slices.ContainsFunc(ls, func(l leaf) bool {
			return !l.nothing && len(l.apps) >= len(n.apps) && slices.Equal(l.apps[:len(n.apps)], n.apps)
		})
	}
	return slices.DeleteFunc(slices.Clone(ls), func(l leaf) bool {
		return l.nothing && (l.State == Undecorated || inDecorator(l))
	})
}

// findLeaves adds what part p of q's value may be.
func (e *engine) findLeaves(q question, p path, add func(leaf)) {
	parts, rest := p.cut()
	fields, ok := parts.fields(q.v.Type())
	if !ok {
		add(unknown("it is behind an interface")[0])
		return
	}
	origins := e.origins.Get(q, func(question) []flow.Origin {
		return e.m.Origins(q.v, flow.OriginOptions{Fields: fields, Enter: e.enter, Local: true, EachWay: true})
	})
	var inPlace replacing
	if len(rest) == 0 {
		inPlace = e.inPlace(origins)
	}
	var unset []*types.Var
	onlyNil := true
	for _, o := range origins {
		isNil := (o.Kind == flow.OriginConst || o.Kind == flow.OriginZero) && !e.hasMethod(o, rest)
		if o.Kind == flow.OriginZero {
			unset = o.Fields
		}
		onlyNil = onlyNil && isNil
		var ls []leaf
		switch {
		case !isNil:
			ls = e.fromOrigin(o, q.v, fields, rest)
		case len(rest) == 0:
			ls = []leaf{{nothing: true, leafFact: leafFact{State: Undecorated}}}
		}
		for _, l := range ls {
			l = inPlace.mark(l, o)
			l.list = l.list || l.open() && slices.Contains(o.Fields, nil)
			l.follows(o.Trail, len(o.Trail))
			l.places = before(o.Trail, l.places)
			if l.value == nil {
				l.value = o.Value
			}
			add(l)
		}
	}
	if onlyNil {
		for _, l := range e.stored(unset, rest) {
			add(l)
		}
	}
}

// hasMethod reports whether rest begins with a method and the type of the origin is concrete.
func (e *engine) hasMethod(o flow.Origin, rest path) bool {
	return len(rest) > 0 && isMethod(rest[0]) && !types.IsInterface(originType(o))
}

// fromOrigin returns what part rest of an origin may be. The origin is not nil, and is one of part fields of v.
func (e *engine) fromOrigin(o flow.Origin, v ssa.Value, fields []*types.Var, rest path) []leaf {
	if e.hasMethod(o, rest) {
		return e.inFrame(e.method(o, originType(o), rest), o.Frame)
	}
	var ls []leaf
	switch o.Kind {
	case flow.OriginParam:
		param := o.Value.(*ssa.Parameter)
		ls = []leaf{{owner: param.Parent(), leafFact: leafFact{
			Param: slices.Index(param.Parent().Params, param), Path: pathOf(o.Fields).plus(rest...), State: Undecorated,
		}}}
	case flow.OriginFunc:
		fn, bound := o.Func()
		switch {
		case fn == nil:
			ls = unknown(unknownOrigin)
		case bound != nil && types.IsInterface(bound.Type()):
			ls, bound = e.leaves(bound, path{methodStep(fn.Object().Name())}.plus(rest...)), nil
		case len(rest) > 0:
			ls = e.returned(fn, rest)
		default:
			ls = e.handler(fn)
		}
		if bound != nil {
			ls = e.replace(ls, fn, func(l leaf) []leaf {
				if l.Param != 0 {
					return unknown(unknownOrigin)
				}
				return e.leaves(bound, l.Path)
			})
		}
	case flow.OriginCall:
		ls = e.call(o.Call(), o.Index, pathOf(o.Fields).plus(rest...))
	case flow.OriginGlobal:
		ls = e.global(o.Value.(*ssa.Global), pathOf(o.Fields).plus(rest...))
	case flow.OriginMake:
		if len(rest) > 0 || signature(partType(v.Type(), fields)) == nil {
			return e.stored(o.Fields, rest)
		}
		ls = unknown(unknownOrigin)
	default:
		ls = unknown(unknownOrigin)
	}
	ls = e.inFrame(ls, o.Frame)
	if e.closed(o.Fields) < 0 || !slices.ContainsFunc(ls, leaf.open) {
		return ls
	}
	return append(slices.DeleteFunc(ls, leaf.open), e.stored(o.Fields, rest)...)
}

// masked is the reason for a handler whose errors become results that are not marked as errors: no error leaves, so it is not known whether
// the handler is decorated.
const masked = "what is around it answers its errors with results that are no errors"

// unknownOrigin is the reason for a value that no code of the package makes.
const unknownOrigin = "where it comes from is not known"

// originType returns the type of the part of an origin's value that was asked for.
func originType(o flow.Origin) types.Type {
	t := o.Value.Type()
	if call := o.Call(); call != nil && o.Kind == flow.OriginCall {
		t = call.Call.Signature().Results().At(o.Index).Type()
	}
	return partType(t, o.Fields)
}

// method returns what rest, which begins with a method, is for a value of concrete type recv that comes from o.
func (e *engine) method(o flow.Origin, recv types.Type, rest path) []leaf {
	name := strings.TrimPrefix(rest[0], ".")
	obj, index, _ := types.LookupFieldOrMethod(recv, true, e.pass.Pkg, name)
	m, ok := obj.(*types.Func)
	if !ok {
		return unknown("it is method " + name + " of a value whose type is not known")
	}
	fn := e.m.Func(m.Origin())
	if fn == nil {
		if len(rest) > 1 {
			return unknown(unknownOrigin)
		}
		return []leaf{{leafFact: leafFact{Label: errflow.FuncName(m, e.pass.Pkg), State: Undecorated, Safe: e.neverFailsElsewhere(m)}}}
	}
	var ls []leaf
	if len(rest) > 1 {
		ls = e.returned(fn, rest[1:])
	} else {
		ls = e.handler(fn)
	}
	// What the method's summary says of its receiver applies to this value.
	return e.replace(ls, fn, func(l leaf) []leaf {
		if l.Param != 0 || len(index) > 1 || len(o.Fields) > 0 || o.Kind == flow.OriginCall {
			return unknown(unknownOrigin)
		}
		return e.leaves(o.Value, l.Path)
	})
}

// open reports whether nothing is known of a leaf.
func (l leaf) open() bool {
	return l.State == Unknown && l.fn == nil && l.owner == nil && l.Label == ""
}

// isHandler reports whether l is a known function. It may be a literal of another package.
func (l leaf) isHandler() bool {
	return l.owner == nil && !l.Arg && !l.nothing && l.State != Unknown
}

// inFrame translates ls, which were found in the function that f calls, into terms of the call's arguments.
func (e *engine) inFrame(ls []leaf, f *flow.Frame) []leaf {
	for ; f != nil; f = f.Caller {
		ls = e.replace(ls, f.Fn, func(l leaf) []leaf {
			if l.Param >= len(f.Args) {
				return nil
			}
			return e.given(f.Args, f.Call, l)
		})
	}
	return ls
}

// replace substitutes what is given for the parameters of fn for the leaves that refer to them.
func (e *engine) replace(ls []leaf, fn *ssa.Function, given func(leaf) []leaf) []leaf {
	var out []leaf
	for _, l := range ls {
		if l.owner != fn || l.Arg {
			out = append(out, l)
		} else {
			out = append(out, e.put(l, given)...)
		}
	}
	return out
}

// stored is the fallback for a value of unknown origin. It returns part rest of whatever the package stores, in any struct, in the last of
// fields that only the package can assign. The leaves are marked as far.
func (e *engine) stored(fields []*types.Var, rest path) []leaf {
	at := e.closed(fields)
	if at < 0 {
		return nil
	}
	var out []leaf
	for _, st := range e.m.StoresToField(fields[at]) {
		for _, l := range e.leaves(st.Val, pathOf(fields[at+1:]).plus(rest...)) {
			l.far = true
			at := []token.Pos{st.Instr.Pos()}
			l.follows(at, 1)
			l.places = before(at, l.places)
			out = append(out, l)
		}
	}
	return out
}

func partType(t types.Type, fields []*types.Var) types.Type {
	for _, f := range fields {
		if f == nil {
			t = flow.ElemType(t)
		} else {
			t = f.Type()
		}
	}
	return t
}

// enter reports whether Origins enters a call. It does not if the results carry handlers: those functions have summaries, which know of
// wrappers.
func (e *engine) enter(_ *ssa.Call, callee *ssa.Function) bool { return !e.handsOut(callee) }

// handsOut reports whether a function returns handlers, or something that makes them.
func (e *engine) handsOut(fn *ssa.Function) bool {
	return flow.HasVar(fn.Signature.Results(), e.carries)
}

// carries reports whether values of type t contain a handler, or something that makes one.
func (e *engine) carries(t types.Type) bool {
	return len(e.partsIn(t)) > 0
}

// maxParts bounds the steps to a handler in a type.
const maxParts = 3

// partsIn returns the paths to the handlers in values of type t.
func (e *engine) partsIn(t types.Type) []path { return e.partsOf.Get(partsKey{t, maxParts}, e.parts) }

func (e *engine) parts(k partsKey) (out []path) {
	t := k.t
	add := func(step string, t types.Type) {
		if k.depth > 0 {
			for _, p := range e.partsOf.Get(partsKey{t, k.depth - 1}, e.parts) {
				out = append(out, path{step}.plus(p...))
			}
		}
	}
	switch u := types.Unalias(flow.Deref(t)).Underlying().(type) {
	case *types.Signature:
		if isHandlerLike(u) || len(e.opts.Registrars) > 0 && failing(u) {
			return []path{nil}
		}
		for i := range u.Results().Len() {
			add(result(i), u.Results().At(i).Type())
		}
	case *types.Struct:
		if n, ok := types.Unalias(flow.Deref(t)).(*types.Named); ok && isServer(types.NewPointer(n)) {
			return nil
		}
		for f := range u.Fields() {
			add(f.Name(), f.Type())
		}
	case *types.Slice, *types.Array, *types.Map, *types.Chan:
		add(elem, flow.ElemType(t))
	}
	return out
}

// A partsKey is a type, and the number of steps within which a handler is looked for.
type partsKey struct {
	t     types.Type
	depth int
}

// closed returns the index of the last of fields if only this package can assign it, and does. Otherwise it returns -1.
func (e *engine) closed(fields []*types.Var) int {
	for i, f := range slices.Backward(fields) {
		if f != nil {
			if f.Pkg() == e.pass.Pkg && !f.Exported() && slices.ContainsFunc(e.m.FieldStores(f), func(v ssa.Value) bool { return !isNil(v) }) {
				return i
			}
			break
		}
	}
	return -1
}

// arguments returns the values that a call gives for the callee's SSA parameters.
func arguments(call *ssa.CallCommon) []ssa.Value {
	if call.IsInvoke() {
		return slices.Concat([]ssa.Value{call.Value}, call.Args)
	}
	if mc, ok := call.Value.(*ssa.MakeClosure); ok {
		if fn := mc.Fn.(*ssa.Function); fn.Synthetic != "" && fn.Object() != nil && len(mc.Bindings) == 1 {
			return slices.Concat(mc.Bindings, call.Args)
		}
	}
	return call.Args
}

// call returns what part p of result index of a call may be.
func (e *engine) call(call *ssa.Call, index int, p path) []leaf {
	if call == nil {
		return unknown(unknownOrigin)
	}
	common := call.Common()
	args := arguments(common)
	if common.IsInvoke() {
		return e.value(common.Value, path{methodStep(common.Method.Name()), result(index)}.plus(p...), "the interface method "+common.Method.Name(), call)
	}
	if callee := flow.Called(common); callee != nil {
		if d := e.declaredDecorator(callee); d != nil {
			return e.apply(d, callee, call, args, p)
		}
		if ok, converts := isTypedWrapper(callee); ok && len(p) == 0 {
			out := e.leaves(args[0], nil)
			for i := range out {
				out[i].Typed = out[i].Typed || converts
			}
			return out
		}
	}
	targets, complete := e.m.Callees(common)
	if !complete || len(targets) == 0 {
		return e.value(common.Value, path{result(index)}.plus(p...), "a function value of unknown origin", call)
	}
	var out []leaf
	for _, t := range targets {
		sum, known := e.summary(t.Fn, index, p)
		if !known {
			out = append(out, e.unknownWrapper(call, e.nameOf(t.Fn)+", of which nothing is known,", args)...)
			continue
		}
		sum = slices.Clone(sum)
		e.nameHandlers(sum, t.Fn)
		for _, l := range sum {
			out = append(out, e.substitute(l, t.Fn, t.Args(common), call)...)
		}
	}
	return out
}

// value returns what a call of function value v, or of a method of interface value v, may return. p leads from v to it.
func (e *engine) value(v ssa.Value, p path, who string, call *ssa.Call) []leaf {
	args := arguments(call.Common())
	level := p.calls() - 1
	var out []leaf
	for _, l := range e.leaves(v, p) {
		switch {
		case l.Arg && l.Level == level && l.Param < len(args):
			for _, inner := range e.leaves(args[l.Param], l.Path) {
				out = append(out, l.around(inner))
			}
		case l.open(), l.of != nil:
			out = append(out, e.unknownWrapper(call, who, args)...)
		default:
			// The callers know what the parameter returns when it is called, and what it does to the handlers that it is given here.
			if l.owner != nil && len(l.Path) > 0 && level == 0 && slices.ContainsFunc(args, func(v ssa.Value) bool { return isHandlerLike(signature(v.Type())) }) {
				l.of = call
			}
			out = append(out, l)
		}
	}
	return out
}

// substitute returns l, a leaf of fn's summary, in terms of one call of fn.
func (e *engine) substitute(l leaf, fn *ssa.Function, args []ssa.Value, call *ssa.Call) []leaf {
	l.apps = slices.Clone(l.apps)
	for i := range l.apps {
		if a := &l.apps[i]; a.owner == fn {
			e.bind(a, call, args)
		}
	}
	if l.owner != fn || l.Arg || l.Param >= len(args) {
		return []leaf{l}
	}
	return e.put(l, func(l leaf) []leaf { return e.given(args, call, l) })
}

// put returns l, a leaf that refers to a parameter, in terms of what is given for the parameter.
func (e *engine) put(l leaf, given func(leaf) []leaf) []leaf {
	if l.of != nil {
		return e.putCalled(l, given)
	}
	return putWhole(l, given)
}

// putWhole is put for a leaf that is not the result of a call.
func putWhole(l leaf, given func(leaf) []leaf) []leaf {
	inners := given(l)
	for i := range inners {
		inners[i] = l.around(inners[i])
	}
	return inners
}

// putCalled is put for the result of a call of a parameter that is given handlers. In a loop over middleware, the call may be given what it
// returned before. That is an equation in the leaves of the result, of which there are finitely many.
func (e *engine) putCalled(l leaf, given func(leaf) []leaf) []leaf {
	call, args := l.of, arguments(l.of.Common())
	l.of = nil
	out := newSet[leafKey, leaf]()
	var wrappers []leaf
	loops, unapplied := false, false
	for _, inner := range given(l) {
		switch {
		case inner.Arg && inner.Level == 0 && inner.Param < len(args):
			wrappers = append(wrappers, inner)
		case inner.Arg, inner.owner != nil, inner.open():
			unapplied = true
		case !inner.nothing:
			out.add(l.around(inner))
		}
	}
	for _, w := range wrappers {
		for _, x := range e.leaves(args[w.Param], w.Path) {
			switch {
			case x.owner != l.owner || x.Arg:
				out.add(l.around(w.around(x)))
			case x.of == call:
				loops = true
			case x.of != nil:
				unapplied = true
			default:
				for _, y := range putWhole(x, given) {
					out.add(l.around(w.around(y)))
				}
			}
		}
	}
	var unseen []leaf
	if unapplied { // it is not known what the call does to the handlers that it is given
		unseen = e.unknownWrapper(call, "a function that is a parameter of "+e.nameOf(l.owner), args)
	}
	for _, y := range unseen {
		if y.owner != l.owner || y.Arg {
			out.add(y)
			continue
		}
		for _, y := range putWhole(y, given) {
			out.add(y)
		}
	}
	for grew := loops; grew; {
		grew = false
		for _, x := range out.members() {
			x.before = x.before.plus(call) // something else may be around it
			for _, w := range wrappers {
				grew = out.add(w.around(x)) || grew
			}
		}
	}
	if out.full {
		e.tooMany = true
		return unknown("it may be too many functions")
	}
	ls := out.members()
	for i := range ls {
		if loops && ls[i].State == Undecorated {
			ls[i].before = ls[i].before.plus(call)
		}
	}
	return ls
}

// expand adds an unknown leaf for each call of a parameter that is given handlers, besides what the callers may know of it.
func (e *engine) expand(ls []leaf) []leaf {
	var out []leaf
	for _, l := range ls {
		call := l.of
		l.of = nil
		out = append(out, l)
		if call != nil {
			out = append(out, e.unknownWrapper(call, "a function that is a parameter of "+e.nameOf(l.owner), arguments(call.Common()))...)
		}
	}
	return out
}

// given returns what the part of a parameter that l is may be in one call.
func (e *engine) given(args []ssa.Value, call ssa.CallInstruction, l leaf) []leaf {
	out := e.leaves(args[l.Param], l.Path)
	way := e.m.PushArgument(nil, call, l.Param)
	for i := range out {
		out[i].follows(way, len(way))
		if v := call.Value(); v == nil || signature(v.Type()) == nil {
			// A wrapper's argument does not name the handler: the wrapper's call does.
			out[i].places = before(way, out[i].places)
		}
	}
	return out
}

// bind replaces the parameters that an application refers to by the arguments of a call. If those are parameters of the calling function,
// that function's callers are next.
func (e *engine) bind(a *application, call *ssa.Call, args []ssa.Value) {
	a.Call = call
	a.OpExpr = e.m.ArgExpr(call, a.op)
	a.owner = nil
	a.Op, a.Empty = argument(args, a.op), argument(args, a.empty)
	a.op, a.empty = none, none
	if p, ok := a.Op.(*ssa.Parameter); ok {
		a.owner, a.op = p.Parent(), slices.Index(p.Parent().Params, p)
	}
}

func argument(args []ssa.Value, i int) ssa.Value {
	if i < 0 || i >= len(args) {
		return nil
	}
	return args[i]
}

// argumentOf returns what a call gives for SSA parameter i, or nil.
func argumentOf(call ssa.CallInstruction, i int) ssa.Value {
	return argument(arguments(call.Common()), i)
}

// unknownWrapper returns the leaves of a call of an unknown function. What it does to the handlers that it is given cannot be known.
func (e *engine) unknownWrapper(call *ssa.Call, who string, args []ssa.Value) []leaf {
	out := unknown("it is what " + who + " returns")
	self := out[0]
	self.loop = true
	for _, arg := range args {
		if !isHandlerLike(signature(arg.Type())) {
			continue
		}
		if e.comesFrom(arg, call) {
			out = append(out, self) // for _, m := range middleware { h = m(h) }
		}
		for _, l := range e.leaves(arg, nil) {
			switch {
			case l.of != nil, l.open() && l.loop:
				out = append(out, self)
			case !l.open() && !l.nothing:
				l.State, l.Why = Unknown, who+" is around it"
				out = append(out, l)
			}
		}
	}
	return out
}

// comesFrom reports whether v may be what a call returns.
func (e *engine) comesFrom(v ssa.Value, call *ssa.Call) bool {
	is := func(v ssa.Value) bool { c, _ := flow.ResultOf(v); return c == call }
	return slices.ContainsFunc(e.m.Origins(v, flow.OriginOptions{Stop: is, Local: true}), func(o flow.Origin) bool {
		return o.Kind == flow.OriginStop
	})
}

// Replacing holds the calls that store what they make of a handler where they have read it, t.Handler = decorate(t.Handler). The value
// tells whether they always do so.
type replacing map[*ssa.Call]bool

// inPlace returns the calls among a value's origins that replace the other origins. A call that only some paths execute replaces nothing:
// on the other paths the handler is unchanged.
func (e *engine) inPlace(origins []flow.Origin) replacing {
	var out replacing
	for _, o := range origins {
		call := o.Call()
		if o.Kind != flow.OriginCall || call == nil || len(origins) == 1 || !e.replaces(call) {
			continue
		}
		always := executed(call)
		for f := o.Frame; f != nil; f = f.Caller {
			always = min(always, executed(f.Call))
		}
		if always == onSomeWays {
			continue
		}
		if out == nil {
			out = make(replacing)
		}
		out[call] = always == certainly
	}
	return out
}

// replaces reports whether a call is given a handler that the same call may have returned before.
func (e *engine) replaces(call *ssa.Call) bool {
	return e.replacing.Get(call, func(call *ssa.Call) bool {
		return slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
			return isHandlerLike(signature(arg.Type())) && e.comesFrom(arg, call)
		})
	})
}

// mark returns l, a leaf of origin o, marked as one that replaces others or is replaced.
func (r replacing) mark(l leaf, o flow.Origin) leaf {
	if len(r) == 0 {
		return l
	}
	own := o.Call()
	if o.Kind != flow.OriginCall {
		own = nil
	}
	if always, ok := r[own]; ok && (l.State != Undecorated || l.of != nil) {
		l.by = l.by.plus(own)
		if l.State != Unknown && !always {
			l.State, l.Why = Unknown, "a decorator takes its place in some rounds of a loop only"
		}
		if l.State != Undecorated {
			return l
		}
	}
	for _, call := range slices.SortedFunc(maps.Keys(r), func(a, b *ssa.Call) int { return cmp.Compare(a.Pos(), b.Pos()) }) {
		if call != own {
			l.before = l.before.plus(call)
		}
	}
	return l
}

// A certainty says whether an instruction is always executed.
type certainty uint8

const (
	onSomeWays  certainty = iota
	inSomeTurns           // of a loop
	certainly
)

// executed reports whether control can bypass an instruction: on a round of the innermost loop around it or, outside of loops, on the way
// to anything that the instruction leads to.
func executed(instr ssa.Instruction) certainty {
	b := instr.Block()
	back := func(head *ssa.BasicBlock) (from []*ssa.BasicBlock) {
		for _, p := range head.Preds {
			if head.Dominates(p) {
				from = append(from, p)
			}
		}
		return from
	}
	for head := b; head != nil; head = head.Idom() {
		ends := back(head)
		if !slices.ContainsFunc(ends, func(end *ssa.BasicBlock) bool { return b == end || head == b || flow.Reaches(b, end, head) }) {
			continue
		}
		if head == b {
			return certainly
		}
		if slices.ContainsFunc(ends, func(end *ssa.BasicBlock) bool { return end != b && (end == head || flow.Reaches(head, end, b)) }) {
			return inSomeTurns
		}
		return certainly
	}
	entry := b.Parent().Blocks[0]
	if b == entry {
		return certainly
	}
	behind := make(map[*ssa.BasicBlock]bool)
	for after := range flow.Reachable(b.Succs, nil) {
		behind[after] = true
	}
	for past := range flow.Reachable([]*ssa.BasicBlock{entry}, b) {
		if behind[past] {
			return onSomeWays
		}
	}
	return certainly
}

// unknown returns a leaf of which nothing is known, with the reason.
func unknown(why string) []leaf { return []leaf{{leafFact: leafFact{State: Unknown, Why: why}}} }

// nameOf returns how a message refers to any function.
func (e *engine) nameOf(fn *ssa.Function) string {
	return cmp.Or(e.label(flow.Outermost(fn)), "a function literal")
}

// returned returns what part rest of function fn may be, where rest starts with a call of it.
func (e *engine) returned(fn *ssa.Function, rest path) []leaf {
	i, ok := resultOf(rest[0])
	if !ok {
		return unknown(unknownOrigin)
	}
	rest = rest[1:]
	if obj, ok := fn.Object().(*types.Func); ok {
		if d := e.declaredDecorator(obj); d != nil {
			return e.declaredLeaf(d, obj, fn, rest)
		}
	}
	sum, known := e.summary(fn, i, rest)
	if !known {
		return unknown(unknownOrigin)
	}
	out := e.expand(sum)
	e.nameHandlers(out, fn)
	for i := range out {
		if out[i].owner == fn && !out[i].Arg {
			out[i].Arg, out[i].Level = true, rest.calls()
		}
	}
	return out
}

// summary returns what part p of fn's result index may be, in terms of fn's parameters.
func (e *engine) summary(fn *ssa.Function, index int, p path) (ls []leaf, known bool) {
	switch {
	case fn.Blocks == nil:
		return e.importedSummary(fn, index, p)
	case len(p) > maxPath:
		return unknown("it is behind too many calls"), true
	}
	return e.answer(question{fn: fn, index: index, path: p.key()}), true
}

// handler returns what function fn is as a handler: itself, or what it wraps.
func (e *engine) handler(fn *ssa.Function) []leaf {
	self := leaf{fn: fn, leafFact: leafFact{Label: e.label(fn), State: Undecorated, Safe: e.neverFails(fn), Coded: e.answersInCode(fn)}}
	w := e.wrapping(fn)
	if len(w.calls) == 0 {
		return []leaf{self}
	}
	var out []leaf
	for _, c := range w.calls {
		for _, l := range e.leaves(c.value, c.path) {
			if w.converts {
				l.State = Decorated
				l.apps = around([]application{e.ownApplication(fn)}, l.apps)
			} else if w.masks {
				l.State, l.Why = Unknown, masked
			} else if l.nothing {
				l.Why = unknownOrigin
			}
			l.Coded = l.Coded || self.Coded
			out = append(out, l)
		}
	}
	if w.fails {
		// It fails in ways of its own, outside of whatever converts the inner errors.
		out = append(out, self)
	}
	return out
}

// neverFails reports whether the error that fn returns is always nil, as far as known, or comes from a context: when a call is cancelled,
// nobody waits for its result.
func (e *engine) neverFails(fn *ssa.Function) bool {
	if fn.Pkg != e.m.Pkg || fn.Blocks == nil {
		obj, ok := fn.Object().(*types.Func)
		return ok && e.neverFailsElsewhere(obj)
	}
	return failing(fn.Signature) && noneButCancelled(e.m.ResultErrors(fn, fn.Signature.Results().Len()-1))
}

// neverFailsElsewhere is neverFails for a function of another package.
func (e *engine) neverFailsElsewhere(fn *types.Func) bool {
	s, ok := e.m.Elsewhere(fn, fn.Signature().Results().Len()-1)
	return ok && noneButCancelled(s) && failing(fn.Signature())
}

func noneButCancelled(s errflow.Set) bool {
	for range s.Refs() {
		return false
	}
	for a := range s.Atoms() {
		if a.Pkg != "context" {
			return false
		}
	}
	return !s.Opaque()
}

// ownApplication returns the application of the decorator that fn is, or is a literal in.
func (e *engine) ownApplication(fn *ssa.Function) application {
	outer := flow.Outermost(fn)
	a := application{owner: outer, op: none, empty: none}
	if obj, ok := outer.Object().(*types.Func); ok && outer != fn {
		a.Decorator = obj
		a.op = operationParam(outer)
	}
	return a
}

// operationParam returns the index of the SSA parameter of fn that is an operation, by its name and type.
func operationParam(fn *ssa.Function) int {
	i := slices.IndexFunc(slices.Collect(fn.Signature.Params().Variables()), isOperation)
	if i < 0 {
		return none
	}
	return i + shift(fn.Signature)
}

func isOperation(v *types.Var) bool {
	return slices.Contains([]string{"op", "operation", "opName"}, v.Name()) && flow.IsBasic(v.Type(), types.IsString)
}

// shift returns the difference between the index of an SSA parameter and that of the declared one.
func shift(sig *types.Signature) int {
	if sig.Recv() != nil {
		return 1
	}
	return 0
}

// none is the index of a missing parameter.
const none = -1

// label returns how a message refers to fn; it is empty for a literal.
func (e *engine) label(fn *ssa.Function) string {
	if obj, ok := fn.Object().(*types.Func); ok {
		return errflow.FuncName(obj, e.pass.Pkg)
	}
	return ""
}
