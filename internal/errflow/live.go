package errflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// A Live is an error that is certainly not nil at some place, because a condition on the way says so.
type Live struct {
	Value ssa.Value // stripped of conversions; a load, for a variable in memory
	// Classified reports whether a condition on the way also established which error it is: by errors.Is, errors.As, a
	// comparison or a type switch.
	Classified bool
}

// Live returns the errors that are known not to be nil when control enters block b, the most recently tested first.
func (m *Model) Live(b *ssa.BasicBlock) []Live { return m.LiveAt(b.Instrs[0]) }

// LiveAt returns the errors that are known not to be nil just before instruction at, the most recently tested first.
func (m *Model) LiveAt(at ssa.Instruction) []Live {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.live(at)
}

func (m *Model) live(at ssa.Instruction) []Live {
	var out []Live
	classified := make(map[ssa.Value]bool)
	for b := m.eng.telling(at.Block()); b != nil; b = m.eng.telling(b.Idom()) {
		gs, outcome := m.eng.guardsOf(b.Preds[0], b)
		for _, g := range gs {
			switch holds := outcome == g.whenTrue; {
			case g.kind == isNil && !holds:
				if IsError(g.subject.Type()) && !m.overwritten(g.subject, b, at) {
					out = append(out, Live{g.subject, classified[m.identity(g.subject)]})
				}
			case g.kind != isNil && g.kind != isNoneOf && g.kind != isNoTarget && holds && m.eng.tells(g):
				classified[m.identity(g.subject)] = true
				// A particular error is not nil.
				if IsError(g.subject.Type()) && g.kind != isPredicate && g.kind != isTarget {
					out = append(out, Live{g.subject, true})
				}
			}
		}
	}
	return out
}

// telling returns the nearest of b and its dominators that is entered through a condition which says that an error is
// not nil, or which one it is. It returns nil if there is none. A long function may have thousands of conditions which
// say that an error is nil.
func (e *engine) telling(b *ssa.BasicBlock) *ssa.BasicBlock {
	var passed []*ssa.BasicBlock
	found, ok := b, false
	for ; found != nil; found = found.Idom() {
		var known *ssa.BasicBlock
		if known, ok = e.tellers[found]; ok {
			found = known
			break
		}
		passed = append(passed, found)
		if len(found.Preds) != 1 {
			continue
		}
		gs, outcome := e.guardsOf(found.Preds[0], found)
		if slices.ContainsFunc(gs, func(g guard) bool { return (g.kind == isNil) != (outcome == g.whenTrue) }) {
			break
		}
	}
	for _, b := range passed {
		e.tellers[b] = found
	}
	return found
}

// overwritten reports whether the variable that v loads may be assigned again between block b, which the condition on v
// leads to, and instruction at. Then the condition says nothing at that instruction.
func (m *Model) overwritten(v ssa.Value, b *ssa.BasicBlock, at ssa.Instruction) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || !isCell(load.X) {
		return false
	}
	for _, s := range m.StoresTo(m.identity(v)) {
		if s.At != nil || s.Instr.Parent() != b.Parent() || !b.Dominates(s.Instr.Block()) {
			continue
		}
		if s.Instr.Block() == at.Block() {
			if m.IndexOf(s.Instr) < m.IndexOf(at) {
				return true
			}
			continue // a loop gets back to the store only through the condition
		}
		if flow.Reaches(s.Instr.Block(), at.Block(), b) {
			return true
		}
	}
	return false
}

// identity returns what identifies an error variable: its SSA value; for a load, the variable; for a load of a field,
// the first load that yields the same; for a call of a method without parameters, such as rows.Err(), the first such
// call in the function on the same receiver.
func (m *Model) identity(v ssa.Value) ssa.Value {
	v = flow.Strip(v)
	switch v := v.(type) {
	case *ssa.UnOp:
		if isCell(v.X) {
			base, _ := m.Split(v.X, nil)
			return base
		}
		return m.FirstLoad(v)
	case *ssa.Call:
		if first := m.accessor(v); first != nil {
			return first
		}
	}
	return v
}

// An accessorKey is a method without parameters on a value, or on the content of a variable.
type accessorKey struct {
	method *types.Func
	recv   ssa.Value
	path   flow.Path
}

// accessorOf describes a call that asks a value for an error. ok is false for other calls.
func (m *Model) accessorOf(call *ssa.Call) (k accessorKey, ok bool) {
	if !IsErrorInterface(call.Type()) {
		return k, false
	}
	switch common := call.Common(); {
	case common.IsInvoke() && len(common.Args) == 0:
		k.method, k.recv = common.Method, common.Value
	case common.StaticCallee() != nil && common.Signature().Recv() != nil && len(common.Args) == 1:
		k.method, k.recv = flow.Callee(common), common.Args[0]
	}
	if k.method == nil {
		return k, false
	}
	if load, ok := k.recv.(*ssa.UnOp); ok && load.Op == token.MUL {
		k.recv, k.path = m.Split(load.X, nil)
	}
	return k, true
}

// accessor returns the first call that asks the same receiver the same and dominates call. It returns nil if there is
// none, or if call does not ask for an error. Calls on separate branches are different: each may do something, such as
// roll back.
func (m *Model) accessor(call *ssa.Call) *ssa.Call { return m.accessors()[call] }

func (m *Model) findAccessors() map[*ssa.Call]*ssa.Call {
	accessors := make(map[*ssa.Call]*ssa.Call)
	for fn := range m.Funcs() {
		first := make(map[accessorKey]*ssa.Call) // the latest candidate, which counts where it dominates
		for _, b := range fn.DomPreorder() {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok {
					continue
				}
				k, ok := m.accessorOf(call)
				if !ok {
					continue
				}
				if f := first[k]; f != nil && f.Block().Dominates(b) {
					accessors[call] = f
				} else {
					first[k] = call
				}
			}
		}
	}
	return accessors
}

// SameError reports whether a and b are the same error: the same value, or loads of the same variable.
func (m *Model) SameError(a, b ssa.Value) bool { return m.identity(a) == m.identity(b) }

// NonNil reports whether error v is certainly not nil when control is in block b.
func (m *Model) NonNil(v ssa.Value, b *ssa.BasicBlock) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	type place struct {
		v ssa.Value
		b *ssa.BasicBlock
	}
	// All values that v may be have to be non-nil. A cycle back to one of them adds no value.
	values := worklist.Of(place{v, b})
	for p := range values.First(maxNonNil) {
		if m.certain(p.v, p.b, true) {
			continue
		}
		switch v := p.v.(type) {
		case *ssa.ChangeInterface:
			values.Push(place{v.X, p.b})
			continue
		case *ssa.Call:
			if own := m.Func(flow.Callee(v.Common())); own != nil && own.Signature.Results().Len() == 1 {
				for ret := range flow.Returns(own) {
					values.Push(place{ret.Results[0], ret.Block()})
				}
				continue
			}
		case *ssa.Phi:
			for i, e := range v.Edges {
				values.Push(place{e, v.Block().Preds[i]})
			}
			continue
		}
		return false
	}
	return values.Len() <= maxNonNil
}

// maxNonNil bounds how many values [Model.NonNil] looks at. If there are more, nothing is certain.
const maxNonNil = 250

// certain reports whether error v is seen not to be nil when control is in block b, without following where it comes
// from. joins says whether to look at the operands of a join.
func (m *Model) certain(v ssa.Value, b *ssa.BasicBlock, joins bool) bool {
	if slices.ContainsFunc(m.live(b.Instrs[0]), func(l Live) bool { return m.SameError(l.Value, v) }) {
		return true
	}
	switch v := v.(type) {
	case *ssa.MakeInterface, *ssa.Alloc:
		return true // not even an interface that holds a nil pointer is nil
	case *ssa.UnOp:
		_, sentinel := m.eng.sentinelLoad(v)
		return sentinel
	case *ssa.Call:
		bf, ok := Builder(flow.Callee(v.Common()))
		if !ok || !bf.Joins || !joins {
			return ok && (bf.Kind == BuildsFresh || bf.Kind == BuildsFormat)
		}
		for _, i := range bf.Causes {
			causes := v.Call.Args[i : i+1]
			if vals, ok := flow.Variadic(causes[0]); ok {
				causes = vals
			}
			if slices.ContainsFunc(causes, func(c ssa.Value) bool { return m.certain(c, b, false) }) {
				return true
			}
		}
	}
	return false
}

// Answer is the result of [Model.Wraps].
type Answer uint8

const (
	No      Answer = iota // the cause is not in the chain
	Unknown               // unknown code was given the cause
	Yes                   // the cause is in the chain, on some path at least
)

// Wraps reports whether error err is cause or wraps it, so that errors.Is and errors.As find in err what they find in
// cause.
func (m *Model) Wraps(err, cause ssa.Value) Answer { return m.WrapsBefore(err, cause, nil) }

// WrapsBefore is like Wraps, but does not look into made, a new error that is assigned to the variable that err is
// loaded from: in err = fmt.Errorf("%v, and %w", err, e), the err that is formatted does not wrap e.
func (m *Model) WrapsBefore(err, cause, made ssa.Value) Answer {
	m.mu.Lock()
	defer m.mu.Unlock()
	q := &wrapQuery{m: m, cause: m.identity(cause), before: made}
	q.visit(whole(err))
	best := No
	for s := range q.steps.First(maxWrapSteps) {
		q.unsure = s.unsure
		if q.look(s.node) {
			best = max(best, q.found())
		}
		if best == Yes {
			return Yes
		}
	}
	if q.steps.Len() > maxWrapSteps {
		return Unknown
	}
	return best
}

// maxWrapSteps bounds the work for one query. A query that needs more is answered by Unknown.
const maxWrapSteps = 4000

// A wrapStep is a value that the error wraps or is. If unsure is set, the value was given to code that may have wrapped
// it.
type wrapStep struct {
	node
	unsure bool
}

// A wrapQuery looks through all values that an error is or wraps.
type wrapQuery struct {
	m      *Model
	cause  ssa.Value
	before ssa.Value // a value that is not made yet; may be nil
	steps  worklist.List[wrapStep]
	unsure bool // of the current step
}

func (q *wrapQuery) found() Answer {
	if q.unsure {
		return Unknown
	}
	return Yes
}

// visit adds a value to the list, as sure as the current step.
func (q *wrapQuery) visit(n node) {
	q.steps.Push(wrapStep{n, q.unsure})
}

// look adds what n is or wraps to the list. It reports whether n is the cause, or may hold it.
func (q *wrapQuery) look(n node) bool {
	if n.V == q.before {
		return false
	}
	if n.P == nil && q.m.identity(n.V) == q.cause {
		return true
	}
	switch v := n.V.(type) {
	case *ssa.Call, *ssa.Extract:
		if call, index := flow.ResultOf(v); call != nil && n.P == nil {
			q.call(call, index)
			return false
		}
	case *ssa.Alloc:
		if n.P == nil && IsError(v.Type()) {
			return q.made(v, v.Type())
		}
	case *ssa.UnOp:
		if cells := q.m.cellsOf(v.X); len(cells) > 0 && n.P == nil && isStruct(v.Type()) && IsError(v.Type()) {
			holds := false
			for _, cell := range cells {
				holds = q.made(cell, v.Type()) || holds
			}
			return holds
		}
		if _, ok := q.m.eng.sentinelLoad(v); ok {
			return false
		}
	}
	srcs, _ := q.m.Step(n)
	q.all(srcs)
	if fields := q.m.FieldsOf(n); fields != nil {
		q.all(q.m.FieldSources(fields))
	}
	return false
}

func (q *wrapQuery) all(srcs []flow.Source) {
	for _, s := range srcs {
		q.visit(s.Node)
	}
}

func (q *wrapQuery) made(alloc *ssa.Alloc, t types.Type) bool {
	q.all(q.m.StoredIn(alloc, nil))
	tf := q.m.eng.typeOf(t)
	if tf == nil {
		return false
	}
	for _, cause := range tf.Causes {
		q.all(q.m.StoredAt(alloc, t, cause))
	}
	if tf.Unwraps && len(tf.Causes) == 0 {
		q.unsure = true
		return true // it may hold the cause
	}
	return false
}

func (q *wrapQuery) call(call *ssa.Call, index int) {
	common := call.Common()
	if common.IsInvoke() {
		if common.Method.Name() == "Unwrap" {
			q.visit(whole(common.Value))
		} else {
			q.unknown(append([]ssa.Value{common.Value}, common.Args...))
		}
		return
	}
	targets, complete := q.m.Callees(common)
	if !complete {
		q.unknown(common.Args)
		return
	}
	for _, t := range targets {
		args := t.Args(common)
		obj, _ := t.Fn.Object().(*types.Func)
		if IsOrNil(obj) && len(args) > 0 {
			q.visit(whole(args[0]))
			continue
		}
		if b, ok := Builder(obj); ok {
			q.built(b, args)
			continue
		}
		var sum Set
		fn := t.Fn
		if q.m.eng.isOwn(t.Fn) {
			if slices.Contains(ErrorResults(t.Fn.Signature), index) {
				sum = q.m.eng.result(t.Fn, index)
			}
		} else {
			fact := q.m.eng.factFor(obj)
			if fact == nil {
				if obj != nil && q.m.OwnPackage(obj.Pkg()) {
					continue // analysed: none of its arguments is in its result
				}
				q.unknown(args)
				continue
			}
			sum, fn = fact.set(q.m.eng, index), nil
		}
		for _, r := range sum.refs {
			switch {
			case r.Fn != fn:
				if r.Mode == ParamValue && r.Fn != nil && r.Param < len(r.Fn.Params) {
					q.visit(whole(r.Fn.Params[r.Param]))
				}
			case r.Param >= len(args) || r.Mode == paramEncoded:
			case r.Mode == ParamResult:
				q.unknown([]ssa.Value{args[r.Param]})
			default:
				q.visit(q.m.eng.errorsIn(args[r.Param]))
			}
		}
		// A literal may return variables that it captures.
		if t.Fn.Parent() != nil && t.Fn.Blocks != nil {
			for ret := range flow.Returns(t.Fn) {
				if index < len(ret.Results) {
					q.visit(whole(ret.Results[index]))
				}
			}
		}
	}
}

func (q *wrapQuery) built(b BuilderFunc, args []ssa.Value) {
	wrapped, known := b.wraps(args)
	for _, v := range wrapped {
		q.visit(q.m.eng.errorsIn(v))
	}
	if !known {
		q.unknown(args)
	}
}

// unknown handles a callee that may do anything with its arguments: if one of them is the cause or wraps it, the result
// may wrap it too.
func (q *wrapQuery) unknown(args []ssa.Value) {
	sure := q.unsure
	q.unsure = true
	defer func() { q.unsure = sure }()
	for _, arg := range args {
		if arg == nil {
			continue
		}
		if _, isFunc := types.Unalias(arg.Type()).Underlying().(*types.Signature); isFunc {
			if mc, ok := arg.(*ssa.MakeClosure); ok {
				for _, b := range mc.Bindings {
					if q.m.identity(b) == q.cause || b == q.cause {
						q.visit(whole(q.cause))
					}
				}
			}
			continue
		}
		q.visit(q.m.eng.errorsIn(arg))
		if vals, ok := flow.Variadic(arg); ok {
			for _, v := range vals {
				q.visit(whole(v))
			}
		}
	}
}
