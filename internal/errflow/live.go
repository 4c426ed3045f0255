package errflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Live is an error that is certainly there at some place: a condition that has
// been passed says that it is not nil.
type Live struct {
	Value ssa.Value // stripped of conversions; a load, for a variable in memory
	// Classified tells that a condition on the way has also established which error it
	// is, by errors.Is, errors.As, a comparison or a type switch.
	Classified bool
}

// Live is the errors that are known not to be nil when control enters block b, the one
// found out last first.
func (m *Model) Live(b *ssa.BasicBlock) []Live { return m.LiveAt(b.Instrs[0]) }

// LiveAt is the errors that are known not to be nil just before instruction at, the one
// found out last first.
func (m *Model) LiveAt(at ssa.Instruction) []Live {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.live(at)
}

func (m *Model) live(at ssa.Instruction) []Live {
	var out []Live
	classified := make(map[ssa.Value]bool)
	for b := at.Block(); b != nil; b = b.Idom() {
		if len(b.Preds) != 1 {
			continue
		}
		gs, outcome := m.eng.guardsOf(b.Preds[0], b)
		for _, g := range gs {
			switch holds := outcome == g.whenTrue; {
			case g.kind == isNil && !holds:
				if IsError(g.subject.Type()) && !m.overwritten(g.subject, b, at) {
					out = append(out, Live{g.subject, classified[m.identity(g.subject)]})
				}
			case g.kind != isNil && holds:
				classified[m.identity(g.subject)] = true
				// An error that is some error in particular is not nil.
				if IsError(g.subject.Type()) && g.kind != isPredicate {
					out = append(out, Live{g.subject, true})
				}
			}
		}
	}
	return out
}

// overwritten reports whether a variable in memory that v loads may be assigned again between
// block b, which the condition on it leads to, and instruction at: what was found out is of no use there.
func (m *Model) overwritten(v ssa.Value, b *ssa.BasicBlock, at ssa.Instruction) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || !isCell(load.X) {
		return false
	}
	for _, s := range m.flow.stores[m.identity(v)] {
		if s.at != "" || s.instr.Parent() != b.Parent() || !b.Dominates(s.instr.Block()) {
			continue
		}
		if s.instr.Block() == at.Block() {
			if indexOf(s.instr) < indexOf(at) {
				return true
			}
			continue // a loop comes back to it only by way of the condition
		}
		if reaches(s.instr.Block(), at.Block(), b) {
			return true
		}
	}
	return false
}

// reaches reports whether control may go from one block to another without
// passing through avoid.
func reaches(from, to, avoid *ssa.BasicBlock) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		for _, s := range b.Succs {
			if s == to {
				return true
			}
			if s == avoid || seen[s] {
				continue
			}
			seen[s] = true
			if visit(s) {
				return true
			}
		}
		return false
	}
	return visit(from)
}

// identity is what tells one error variable from another: the SSA value or, for a
// load, the variable.
func (m *Model) identity(v ssa.Value) ssa.Value {
	v = Strip(v)
	if load, ok := v.(*ssa.UnOp); ok && isCell(load.X) {
		base, _ := m.flow.decompose(load.X)
		return base
	}
	return v
}

// SameError reports whether a and b are the same error: the same value, or loads
// of the same variable.
func (m *Model) SameError(a, b ssa.Value) bool { return m.identity(a) == m.identity(b) }

// NonNil reports whether error v is certainly not nil when control is in block b.
func (m *Model) NonNil(v ssa.Value, b *ssa.BasicBlock) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.nonNil(v, b, make(map[ssa.Value]bool))
}

func (m *Model) nonNil(v ssa.Value, b *ssa.BasicBlock, seen map[ssa.Value]bool) bool {
	for _, l := range m.live(b.Instrs[0]) {
		if m.SameError(l.Value, v) {
			return true
		}
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return true // not even one that holds a nil pointer is nil
	case *ssa.ChangeInterface:
		return m.nonNil(v.X, b, seen)
	case *ssa.Alloc:
		return true
	case *ssa.UnOp:
		_, sentinel := m.eng.sentinelLoad(v)
		return sentinel
	case *ssa.Call:
		fn := Callee(v.Common())
		if bf, ok := Builder(fn); ok {
			return bf.Kind == BuildsFresh || bf.Kind == BuildsFormat
		}
		if own := m.Func(fn); own != nil && own.Signature.Results().Len() == 1 && !seen[own] {
			seen[own] = true
			for ret := range Returns(own) {
				if !m.nonNil(ret.Results[0], ret.Block(), seen) {
					return false
				}
			}
			return true
		}
	case *ssa.Phi:
		if seen[v] {
			return true
		}
		seen[v] = true
		for i, e := range v.Edges {
			if !m.nonNil(e, v.Block().Preds[i], seen) {
				return false
			}
		}
		return true
	}
	return false
}

// Answer is what [Model.Wraps] says.
type Answer uint8

const (
	No      Answer = iota // the cause is not in the chain
	Yes                   // it is, on some path at least
	Unknown               // code that is not known was given the cause
)

// Wraps reports whether error err is cause or wraps it: whether errors.Is and
// errors.As find in err what they find in cause.
func (m *Model) Wraps(err, cause ssa.Value) Answer {
	m.mu.Lock()
	defer m.mu.Unlock()
	q := &wrapQuery{m: m, cause: m.identity(cause), seen: make(map[node]bool)}
	return q.visit(node{err, ""})
}

type wrapQuery struct {
	m     *Model
	cause ssa.Value
	seen  map[node]bool
}

func (q *wrapQuery) visit(n node) Answer {
	if n.p == "" && q.m.identity(n.v) == q.cause {
		return Yes
	}
	if q.seen[n] {
		return No
	}
	q.seen[n] = true

	switch v := n.v.(type) {
	case *ssa.Call, *ssa.Extract:
		if call, index := resultOf(v); call != nil && n.p == "" {
			return q.call(call, index)
		}
	case *ssa.Alloc:
		if n.p == "" && IsError(v.Type()) {
			return q.made(v, v.Type())
		}
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok && n.p == "" && isStruct(v.Type()) && IsError(v.Type()) {
			return q.made(alloc, v.Type())
		}
		if _, ok := q.m.eng.sentinelLoad(v); ok {
			return No
		}
	}
	srcs, _ := q.m.flow.step(n)
	return q.any(srcs)
}

func (q *wrapQuery) any(srcs []source) Answer {
	best := No
	for _, s := range srcs {
		best = surer(best, q.visit(s.node))
	}
	return best
}

// surer prefers what is certain: Yes, then Unknown, then No.
func surer(a, b Answer) Answer {
	if a == Yes || b == Yes {
		return Yes
	}
	if a == Unknown || b == Unknown {
		return Unknown
	}
	return No
}

func (q *wrapQuery) made(alloc *ssa.Alloc, t types.Type) Answer {
	best := q.any(q.m.flow.stored(alloc, ""))
	tf := q.m.eng.typeOf(t)
	if tf == nil {
		return best
	}
	for _, cause := range tf.Causes {
		best = surer(best, q.any(q.m.flow.stored(alloc, pathOf(cause))))
	}
	if tf.Unwraps && len(tf.Causes) == 0 {
		best = surer(best, Unknown)
	}
	return best
}

func (q *wrapQuery) call(call *ssa.Call, index int) Answer {
	common := call.Common()
	if common.IsInvoke() {
		if common.Method.Name() == "Unwrap" {
			return q.visit(node{common.Value, ""})
		}
		return q.unknown(append([]ssa.Value{common.Value}, common.Args...))
	}
	targets, complete := q.m.Callees(common)
	if !complete {
		return q.unknown(common.Args)
	}
	best := No
	for _, t := range targets {
		args := t.args(common)
		obj, _ := t.Fn.Object().(*types.Func)
		if b, ok := Builder(obj); ok {
			best = surer(best, q.built(b, args))
			continue
		}
		var sum Set
		fn := t.Fn
		switch {
		case t.Fn.Pkg == q.m.Pkg && t.Fn.Blocks != nil:
			sum = q.m.ResultErrors(t.Fn, index)
		default:
			var fact funcFact
			if obj == nil || !q.m.pass.ImportObjectFact(obj.Origin(), &fact) {
				if obj != nil && q.m.OwnPackage(obj.Pkg()) {
					continue // analysed: nothing that it is given is in what it returns
				}
				best = surer(best, q.unknown(args))
				continue
			}
			sum, fn = fact.set(index), nil
		}
		for _, r := range sum.refs {
			if r.Fn != fn || r.Param >= len(args) {
				if r.Fn != fn && r.Mode == ParamValue && r.Fn != nil && r.Param < len(r.Fn.Params) {
					best = surer(best, q.visit(node{r.Fn.Params[r.Param], ""}))
				}
				continue
			}
			arg := args[r.Param]
			if r.Mode == ParamResult {
				best = surer(best, q.unknown([]ssa.Value{arg}))
				continue
			}
			n := node{arg, ""}
			if !IsError(arg.Type()) && ElemType(arg.Type()) != nil {
				n.p = elem
			}
			best = surer(best, q.visit(n))
		}
		// What a literal returns of the variables that it captures.
		if t.Fn.Parent() != nil && t.Fn.Blocks != nil {
			for ret := range Returns(t.Fn) {
				if index < len(ret.Results) {
					best = surer(best, q.visit(node{ret.Results[index], ""}))
				}
			}
		}
	}
	return best
}

func (q *wrapQuery) built(b BuilderFunc, args []ssa.Value) Answer {
	best := No
	for _, c := range b.Causes {
		if c >= len(args) || b.Kind == BuildsFlat {
			continue
		}
		n := node{args[c], ""}
		if !IsError(args[c].Type()) && ElemType(args[c].Type()) != nil {
			n.p = elem
		}
		best = surer(best, q.visit(n))
	}
	if b.Kind == BuildsFormat && b.Operands < len(args) {
		wrapped, known := WrappedOperands(args[b.Format], args[b.Operands])
		if !known {
			return surer(best, q.unknown(args))
		}
		for _, v := range wrapped {
			best = surer(best, q.visit(node{v, ""}))
		}
	}
	return best
}

// unknown is the answer for a callee that may do anything with its arguments: Unknown if
// one of them is the cause or wraps it.
func (q *wrapQuery) unknown(args []ssa.Value) Answer {
	for _, arg := range args {
		if arg == nil {
			continue
		}
		n := node{arg, ""}
		if _, isFunc := types.Unalias(arg.Type()).Underlying().(*types.Signature); isFunc {
			if mc, ok := arg.(*ssa.MakeClosure); ok {
				for _, b := range mc.Bindings {
					if q.m.identity(b) == q.cause || b == q.cause {
						return Unknown
					}
				}
			}
			continue
		}
		if !IsError(arg.Type()) && ElemType(arg.Type()) != nil {
			n.p = elem
		}
		if q.visit(n) != No {
			return Unknown
		}
		if vals, ok := Variadic(arg); ok {
			for _, v := range vals {
				if q.visit(node{v, ""}) != No {
					return Unknown
				}
			}
		}
	}
	return No
}
