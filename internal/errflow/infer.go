package errflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An engine computes the summaries of a package's functions: the least
// fixpoint of the transfer functions over its call graph.
type engine struct {
	m          *Model
	summaries  map[*ssa.Function]*summary
	guards     map[*ssa.BasicBlock][]guard
	subjects   map[*ssa.Function]map[ssa.Value]bool // the values that a function's conditions speak of
	predicates map[*types.Func]*predicate           // nil while in progress, and where there is none
	types      map[*types.TypeName]*typeFact
	sentinels  map[Atom]*sentinelFact
	methodDocs map[*types.Func]methodDoc // of the package's interfaces; read when one is needed
	handed     map[ssa.Value][]ssa.Value // functions given to methods of foreign values, by receiver
	standard   map[string]standardEntry

	readers map[*ssa.Function][]*ssa.Function // who has read a function's summary
	current *ssa.Function
}

// A summary is what callers need to know of a function.
type summary struct {
	results []Set // by result; bottom for results that are no errors
}

func newEngine(m *Model) *engine {
	return &engine{
		m:          m,
		summaries:  make(map[*ssa.Function]*summary),
		guards:     make(map[*ssa.BasicBlock][]guard),
		subjects:   make(map[*ssa.Function]map[ssa.Value]bool),
		predicates: make(map[*types.Func]*predicate),
		types:      make(map[*types.TypeName]*typeFact),
		sentinels:  make(map[Atom]*sentinelFact),
		readers:    make(map[*ssa.Function][]*ssa.Function),
	}
}

// solve computes all summaries. Functions are taken callees first, so that most are
// computed once; one whose callee's summary grows later is computed again, until none
// grows. Sets only grow and the atoms of a package are finite, so this ends.
func (e *engine) solve() {
	queue := e.bottomUp()
	queued := make(map[*ssa.Function]bool, len(queue))
	for _, fn := range queue {
		queued[fn] = true
	}
	for len(queue) > 0 {
		fn := queue[0]
		queue = queue[1:]
		queued[fn] = false
		if !e.compute(fn) {
			continue
		}
		for _, reader := range e.readers[fn] {
			if !queued[reader] {
				queued[reader] = true
				queue = append(queue, reader)
			}
		}
	}
}

// bottomUp is the functions that return errors, callees before callers as far
// as there are no cycles. Ties follow the source.
func (e *engine) bottomUp() []*ssa.Function {
	var out []*ssa.Function
	seen := make(map[*ssa.Function]bool)
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		if seen[fn] || fn.Blocks == nil {
			return
		}
		seen[fn] = true
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					if callee, _ := resolveFunc(*op); callee != nil && callee.Pkg == e.m.Pkg {
						visit(callee)
					}
				}
			}
		}
		if len(errorResults(fn.Signature)) > 0 {
			out = append(out, fn)
		}
	}
	for _, fn := range e.m.funcs {
		visit(fn)
	}
	return out
}

// errorResults is the results of a signature that are errors: of type error, of
// another interface that embeds it, or of a concrete error type.
func errorResults(sig *types.Signature) []int {
	var out []int
	for i := range sig.Results().Len() {
		if IsError(sig.Results().At(i).Type()) {
			out = append(out, i)
		}
	}
	return out
}

// compute brings fn's summary up to date, and reports whether it grew.
func (e *engine) compute(fn *ssa.Function) bool {
	old := e.summaries[fn]
	if old == nil {
		old = &summary{results: make([]Set, fn.Signature.Results().Len())}
	}
	prev := e.current
	e.current = fn
	ev := e.newEval()
	next := &summary{results: slices.Clone(old.results)}
	grew := false
	for _, i := range errorResults(fn.Signature) {
		s := ev.solve(func() Set {
			var s Set
			for ret := range Returns(fn) {
				if i >= len(ret.Results) {
					continue
				}
				s = s.union(ev.at(node{ret.Results[i], ""}, ret.Block()).mapSteps(ret.Pos(), ""))
			}
			return s
		})
		s = s.closed(fn)
		if !s.leq(old.results[i]) {
			grew = true
			next.results[i] = old.results[i].union(s)
		}
	}
	e.current = prev
	e.summaries[fn] = next
	return grew
}

// closed makes opaque what s says in terms of parameters that fn's callers know nothing of.
func (s Set) closed(fn *ssa.Function) Set {
	out := Set{atoms: s.atoms, opaque: s.opaque, why: s.why}
	for _, r := range s.refs {
		if encloses(r.Fn, fn) {
			out.refs = append(out.refs, r)
		} else if !out.opaque {
			out.opaque, out.why = true, r.via
		}
	}
	return out
}

// encloses reports whether inner is outer, or a literal within it.
func encloses(outer, inner *ssa.Function) bool {
	for ; inner != nil; inner = inner.Parent() {
		if inner == outer {
			return true
		}
	}
	return false
}

// summaryOf is the present summary of one of the package's functions. Who asks will be
// computed again when it grows.
func (e *engine) summaryOf(fn *ssa.Function) *summary {
	if e.current != nil && !slices.Contains(e.readers[fn], e.current) {
		e.readers[fn] = append(e.readers[fn], e.current)
	}
	if s := e.summaries[fn]; s != nil {
		return s
	}
	return &summary{results: make([]Set, fn.Signature.Results().Len())}
}

// An eval evaluates sets within one computation, during which the
// summaries of callees do not change.
type eval struct {
	e      *engine
	sets   map[evalKey]Set
	round  map[evalKey]int // the round that evaluated the key; negative while it does
	now    int             // the present round, from 1
	cyclic bool            // a key was asked for while it was being evaluated
	grew   bool
}

// An evalKey is a program point at which a value, or the content of a variable, is looked at.
type evalKey struct {
	node
	block *ssa.BasicBlock
	kind  evalKind
	index int // for atPoint: the instruction in block before which it is looked at
	way   way // for atPoint and closureExit, in deferred functions
}

type evalKind uint8

const (
	asDefined   evalKind = iota // where the value is computed
	inBlock                     // when control is in block
	atPoint                     // the content of the variable whose address the node is
	closureExit                 // the content of a captured variable when the closure that block belongs to returns
)

func (e *engine) newEval() *eval {
	return &eval{e: e, sets: make(map[evalKey]Set), round: make(map[evalKey]int)}
}

// solve evaluates f until nothing that it asks for grows.
func (ev *eval) solve(f func() Set) Set {
	for {
		ev.now++
		ev.cyclic, ev.grew = false, false
		s := f()
		if !ev.cyclic || !ev.grew {
			return s
		}
	}
}

// memo evaluates f for a key once in each round. A key that is asked for while it is being
// evaluated is what it was in the round before: at first, bottom.
func (ev *eval) memo(key evalKey, f func() Set) Set {
	switch ev.round[key] {
	case ev.now:
		return ev.sets[key]
	case -ev.now:
		ev.cyclic = true
		return ev.sets[key]
	}
	ev.round[key] = -ev.now
	old := ev.sets[key]
	s := f()
	if s.leq(old) {
		s = old
	} else {
		ev.grew = true
		s = old.union(s)
	}
	ev.sets[key] = s
	ev.round[key] = ev.now
	return s
}

// at is the errors that n may be when control is in block b, by what the
// conditions on the way from n's definition say of it.
func (ev *eval) at(n node, b *ssa.BasicBlock) Set {
	if b == nil || n.p != "" || !ev.e.isSubject(n.v, b.Parent()) {
		return ev.base(n)
	}
	def := definedIn(n.v, b.Parent())
	if def == nil || def == b || !def.Dominates(b) {
		return ev.base(n)
	}
	return ev.memo(evalKey{node: n, block: b, kind: inBlock}, func() Set {
		var s Set
		for _, pred := range b.Preds {
			s = s.union(ev.along(n, pred, b))
		}
		return s
	})
}

// along is the errors that n may be when control goes from block b to succ.
func (ev *eval) along(n node, b, succ *ssa.BasicBlock) Set {
	s := ev.at(n, b)
	if n.p != "" {
		return s
	}
	gs, outcome := ev.e.guardsOf(b, succ)
	for _, g := range gs {
		if g.subject == Strip(n.v) {
			s = ev.e.apply(g, s, outcome)
		}
	}
	return s
}

// isSubject reports whether a condition in fn speaks of v.
func (e *engine) isSubject(v ssa.Value, fn *ssa.Function) bool {
	subjects, ok := e.subjects[fn]
	if !ok {
		subjects = make(map[ssa.Value]bool)
		for _, b := range fn.Blocks {
			if len(b.Succs) == 2 {
				gs, _ := e.guardsOf(b, b.Succs[0])
				for _, g := range gs {
					subjects[g.subject] = true
				}
			}
		}
		e.subjects[fn] = subjects
	}
	return subjects[Strip(v)]
}

// definedIn is the block of fn that computes v: the entry for what is there from the start.
func definedIn(v ssa.Value, fn *ssa.Function) *ssa.BasicBlock {
	if instr, ok := v.(ssa.Instruction); ok {
		if instr.Parent() != fn {
			return nil
		}
		return instr.Block()
	}
	return fn.Blocks[0]
}

// base is the errors that n may be where it is computed.
func (ev *eval) base(n node) Set {
	switch v := n.v.(type) {
	case *ssa.Const:
		if v.IsNil() || !IsError(v.Type()) {
			return Set{} // nil, or the zero value of a type parameter
		}
		return ev.e.concrete(v.Type(), v.Pos())
	case *ssa.Function, *ssa.Builtin:
		return Set{}
	}
	return ev.memo(evalKey{node: n, kind: asDefined}, func() Set { return ev.compute(n) })
}

func (ev *eval) compute(n node) Set {
	e := ev.e
	switch v := n.v.(type) {
	case *ssa.UnOp:
		if v.Op != token.MUL {
			break
		}
		if n.p == "" {
			if a, ok := e.sentinelLoad(v); ok {
				return atomSet(a, &Step{Pos: v.Pos(), What: "returns " + a.RelativeTo(e.m.pass.Pkg)})
			}
			if isCell(v.X) {
				return ev.content(v.X, v.Block(), indexOf(v))
			}
		}
		if alloc, ok := v.X.(*ssa.Alloc); ok && n.p == "" && IsError(v.Type()) && isStruct(v.Type()) {
			return ev.made(alloc, v.Type())
		}
	case *ssa.Alloc:
		if n.p == "" && IsError(v.Type()) {
			return ev.made(v, v.Type())
		}
	case *ssa.Parameter:
		if s, ok := ev.parameter(v, n.p); ok {
			return s
		}
	case *ssa.TypeAssert:
		return ev.asserted(v, n)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.TypeAssert:
			if v.Index == 0 {
				return ev.asserted(t, n)
			}
		case *ssa.Call:
			if n.p == "" {
				return ev.call(t, v.Index)
			}
		}
	case *ssa.Call:
		if _, builtin := v.Call.Value.(*ssa.Builtin); !builtin && n.p == "" {
			return ev.call(v, 0)
		}
	}

	srcs, kind := e.m.flow.step(n)
	if alloc, ok := n.v.(*ssa.Alloc); ok && n.p != "" && e.m.flow.shared(alloc) {
		// What has its address may store in its fields.
		more, _ := e.m.flow.fieldSources(n, leafOther)
		for _, src := range more {
			if !slices.ContainsFunc(srcs, func(old source) bool { return old.instr == src.instr }) {
				srcs = append(srcs, src)
			}
		}
		kind = leafOther
	}
	var s Set
	for _, src := range srcs {
		switch {
		case src.succ != nil:
			s = s.union(ev.along(src.node, src.block, src.succ))
		case src.instr != nil && src.instr.Parent() != funcOf(n.v):
			stored := ev.fromCallers(ev.at(src.node, src.instr.Block()), Outermost(src.instr.Parent()))
			s = s.union(stored.mapSteps(src.instr.Pos(), "is stored"))
		default:
			s = s.union(ev.at(src.node, src.block))
		}
	}
	switch kind {
	case notLeaf, leafZero, leafFunc:
		return s
	case leafMake:
		if n.p != "" || !IsError(n.v.Type()) {
			return s
		}
	case leafConst:
		return s
	case leafParam, leafCall, leafOther, leafGlobal:
		// A part of something from elsewhere. If it is a field that only this
		// package can assign, what it assigns is all there is.
		if f := fieldOf(n); f != nil && !f.Exported() && f.Pkg() == e.m.pass.Pkg && len(srcs) > 0 {
			return s
		}
	}
	if n.p == "" && !types.IsInterface(n.v.Type()) && IsError(n.v.Type()) {
		return s.union(e.concrete(n.v.Type(), n.v.Pos()))
	}
	return s.union(opaqueSet(&Step{Pos: n.v.Pos(), What: "returns an error of unknown origin"}))
}

// fromCallers is s, of a value that fn stores somewhere, with what the calls of fn give
// for the parameters that it speaks of: setters are how errors get into fields. Where others may call fn,
// they may give anything; what the package itself gives says little then, as for a collector of errors.
func (ev *eval) fromCallers(s Set, fn *ssa.Function) Set {
	out := Set{atoms: s.atoms, opaque: s.opaque, why: s.why}
	for _, r := range s.refs {
		if r.Fn != fn || r.Mode != ParamValue {
			out.refs = append(out.refs, r)
			continue
		}
		calls, all := ev.e.m.flow.callsOf(fn)
		if !all {
			out = out.union(opaqueSet(r.via))
			continue
		}
		for _, call := range calls {
			args := call.Common().Args
			if r.Param >= len(args) {
				continue
			}
			n := node{args[r.Param], ""}
			if !IsError(n.v.Type()) && ElemType(n.v.Type()) != nil {
				n.p = elem
			}
			given := ev.e.less(ev.at(n, call.Block()), r.Minus)
			out = out.union(given.closed(nil).mapSteps(call.Pos(), "is given to "+fn.Name()))
		}
	}
	return out
}

// parameter is the ref for a parameter that is an error, or a container of errors.
func (ev *eval) parameter(v *ssa.Parameter, p path) (Set, bool) {
	for i, param := range v.Parent().Params {
		if param == v && (p == "" || p == elem) {
			s := refSet(Ref{Fn: v.Parent(), Param: i, Mode: ParamValue}, &Step{Pos: v.Pos(), What: "returns its parameter " + v.Name()})
			return s, true
		}
	}
	return Set{}, false
}

// asserted is the errors that the result of a successful type assertion may be.
func (ev *eval) asserted(t *ssa.TypeAssert, n node) Set {
	s := ev.at(node{t.X, n.p}, t.Block())
	if n.p != "" || types.IsInterface(t.AssertedType) {
		return s
	}
	return ev.e.apply(guard{kind: isType, typ: t.AssertedType, whenTrue: true}, s.union(opaqueSet(&Step{Pos: t.Pos(), What: "asserts its type"})), true)
}

// concrete is the set of an error of which no more than its type is known.
func (e *engine) concrete(t types.Type, pos token.Pos) Set {
	a, ok := typeAtom(t)
	if !ok {
		return opaqueSet(&Step{Pos: pos, What: "returns an error of a type without a name"})
	}
	s := atomSet(a, &Step{Pos: pos, What: "returns " + a.RelativeTo(e.m.pass.Pkg)})
	if tf := e.typeOf(t); tf != nil {
		if tf.Code != "" {
			s = s.union(atomSet(codeAtom(a, tf.Code), &Step{Pos: pos, What: "returns code " + tf.Code}))
		}
		if tf.Unwraps {
			s = s.union(opaqueSet(&Step{Pos: pos, What: "returns what " + a.RelativeTo(e.m.pass.Pkg) + " wraps"}))
		}
	}
	return s
}

func codeAtom(t Atom, code string) Atom {
	t.Kind, t.Code = Code, code
	return t
}

// made is the set of an error of concrete type t that is made in a variable, in parts:
// its type, its code where it gives one, and the errors of its cause.
func (ev *eval) made(alloc *ssa.Alloc, t types.Type) Set {
	e := ev.e
	var s Set
	whole := e.m.flow.stored(alloc, "")
	for _, src := range whole {
		s = s.union(ev.at(src.node, src.block))
	}
	if len(whole) > 0 && !e.m.flow.partlyStored(alloc) {
		return s
	}
	a, ok := typeAtom(t)
	if !ok {
		return s.union(opaqueSet(&Step{Pos: alloc.Pos(), What: "returns an error of a type without a name"}))
	}
	s = s.union(atomSet(a, &Step{Pos: alloc.Pos(), What: "returns " + a.RelativeTo(e.m.pass.Pkg)}))
	tf := e.typeOf(t)
	if tf == nil {
		return s
	}
	if tf.Code != "" {
		s = s.union(atomSet(codeAtom(a, tf.Code), &Step{Pos: alloc.Pos(), What: "returns code " + tf.Code}))
	}
	if len(tf.CodeField) > 0 {
		for _, src := range e.m.flow.stored(alloc, pathOf(tf.CodeField)) {
			if code, ok := StringConst(src.v); ok && src.p == "" {
				s = s.union(atomSet(codeAtom(a, code), &Step{Pos: alloc.Pos(), What: "returns code " + code}))
			}
		}
	}
	if tf.Unwraps && len(tf.Causes) == 0 {
		s = s.union(opaqueSet(&Step{Pos: alloc.Pos(), What: "returns what " + a.RelativeTo(e.m.pass.Pkg) + " wraps"}))
	}
	for _, cause := range tf.Causes {
		for _, src := range e.m.flow.stored(alloc, pathOf(cause)) {
			s = s.union(ev.at(src.node, src.block).mapSteps(alloc.Pos(), "wraps it in "+a.RelativeTo(e.m.pass.Pkg)))
		}
	}
	return s
}

func pathOf(fields []int) path {
	var p path
	for _, i := range fields {
		if i < 0 {
			p += elem
		} else {
			p += field(i)
		}
	}
	return p
}

func isStruct(t types.Type) bool {
	_, ok := types.Unalias(t).Underlying().(*types.Struct)
	return ok
}

// ErrorsOf is the errors that may leave fn, in whatever result.
func (m *Model) ErrorsOf(fn *ssa.Function) Set {
	var s Set
	if sum := m.eng.summaries[fn]; sum != nil {
		for _, r := range sum.results {
			s = s.union(r)
		}
	}
	return s
}

// ResultErrors is the errors that may leave fn in its i'th result.
func (m *Model) ResultErrors(fn *ssa.Function, i int) Set {
	if sum := m.eng.summaries[fn]; sum != nil && i < len(sum.results) {
		return sum.results[i]
	}
	return Set{}
}

// ErrorsAt is the errors that v may be when control is in block b (which may be nil).
// A v that is a slice, array, map or channel stands for its elements.
func (m *Model) ErrorsAt(v ssa.Value, b *ssa.BasicBlock) Set {
	m.mu.Lock()
	defer m.mu.Unlock()
	ev := m.eng.newEval()
	n := node{v, ""}
	if !IsError(v.Type()) && ElemType(v.Type()) != nil {
		n.p = elem
	}
	return ev.solve(func() Set { return ev.at(n, b) })
}
