package errflow

import (
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// An engine computes the sets of a package: the least fixpoint of the equations that its transfer functions define over
// the values of evalKeys.
type engine struct {
	m          *Model
	table      *elemTable
	solver     *flow.Solver[evalKey, Set]
	accounts   map[*ssa.Function]*flow.Account
	sentinels  map[Atom]*sentinelFact
	tellers    map[*ssa.BasicBlock]*ssa.BasicBlock // see telling
	guards     worklist.SharedMemo[*ssa.BasicBlock, []guard]
	subjects   worklist.SharedMemo[*ssa.Function, map[ssa.Value]bool] // the values that a function's conditions are about
	predicates worklist.SharedMemo[*types.Func, []*predicate]
	finders    worklist.SharedMemo[*types.Func, *finder]     // nil for a function that is not a finder
	held       worklist.SharedMemo[*ssa.Global, *types.Func] // nil for a variable that is not another name of a function
	types      worklist.SharedMemo[*types.Named, *typeFact]
	wrapping   worklist.SharedMemo[Atom, map[Atom]bool]    // what sentinels wrap
	facts      worklist.SharedMemo[*types.Func, *funcFact] // nil if there is none
	outside    worklist.SharedMemo[*types.Func, Set]       // see notKnown
	cells      worklist.SharedMemo[ssa.Value, *cellUse]    // see memory.go
	locals     worklist.SharedMemo[ssa.Value, bool]        // see local.go
	filled     worklist.SharedMemo[container, bool]        // see shared.go
	holders    func() map[any][]ssa.Value                  // see shared.go
	handedOut  worklist.SharedMemo[ssa.Value, []handing]   // by variable; see memory.go
	handed     func() map[ssa.Value][]handedFunc           // functions that are given to methods of foreign values, by receiver
	methods    func() map[string][]*types.Func             // unexported methods, by name
	pointers   func() *pointers                            // see pointer.go
	addressed  func() map[*types.Var]bool                  // fields whose address is used; see transfer.go

	holds *flow.Premise // the premise of the running equation, if it decides conditions in literals

	tracing bool // a provenance is being looked for; see explain.go
	wanted  Atom // the atom to trace; zero for the opaque bit
}

// An evalKey is an unknown of the equations. Its kind determines which fields are set.
type evalKey struct {
	node
	block *ssa.BasicBlock
	kind  evalKind
	index int
	way   way           // for atPoint and closureExit, in deferred functions
	given *flow.Premise // the premise of the calls: for resultOfFn, and for what is within a function whose premise decides conditions in its literals
}

type evalKind uint8

const (
	asDefined   evalKind = iota // node, where it is computed
	inBlock                     // node, when control is in block
	atPoint                     // the content of the variable whose address is node, after event index-1 of block; see memory.go
	closureExit                 // the content of a captured variable when the closure that block belongs to returns
	everStored                  // everything that is stored in the variable or container that node is a part of
	inField                     // everything that the package stores in the field that begins node's path; node has no value
	everPointed                 // everything that the package stores through pointers; no other field is set
	keptFor                     // what the function of parameter node.V stores in part node.P of it, in terms of its parameters
	resultOfFn                  // result index of the function that node's value is, in terms of its parameters
	saysTrue                    // what error parameter index of the function that node's value is may be, where the function returns true
	saysFalse                   // the same, where it returns false
	handedFns                   // what the functions return that were given to methods of node's value, as block's function sees them
	returnedBy                  // what functions return, with unknown arguments; see transfer.go
	answer                      // node in block, for a rule that asks
)

func newEngine(m *Model) *engine {
	e := &engine{
		m:         m,
		table:     newElemTable(),
		accounts:  make(map[*ssa.Function]*flow.Account),
		sentinels: make(map[Atom]*sentinelFact),
		tellers:   make(map[*ssa.BasicBlock]*ssa.BasicBlock),
	}
	e.handed = sync.OnceValue(e.findHanded)
	e.methods = sync.OnceValue(e.findMethods)
	e.pointers = sync.OnceValue(e.findPointers)
	e.addressed = sync.OnceValue(e.findAddressed)
	e.holders = sync.OnceValue(e.findHolders)
	e.solver = flow.NewSolver(flow.Equations[evalKey, Set]{
		Transfer: e.transfer,
		Join:     Set.join,
		Top: func(evalKey) Set {
			s := anything
			s.top = true
			return s
		},
		Owner: e.account,
	})
	return e
}

// budget is the number of steps that a function may take, in addition to those that depend on its size. A test lowers
// it.
var budget = 20_000

// account returns the account that a key is charged to: that of the function that it is about.
func (e *engine) account(k evalKey) *flow.Account {
	var fn *ssa.Function
	switch v := k.V.(type) {
	case nil:
	case *ssa.Function:
		fn = v
	default:
		fn = flow.FuncOf(k.V)
	}
	if k.block != nil {
		fn = k.block.Parent()
	}
	a := e.accounts[fn]
	if a == nil {
		size := 0
		if fn != nil {
			for _, b := range fn.Blocks {
				size += len(b.Instrs)
			}
		} else {
			size = e.m.Size()
		}
		a = flow.NewAccount(budget + 40*size)
		e.accounts[fn] = a
	}
	return a
}

// maxKept is the number of final values that are kept in addition to the summaries. Others are computed again when they
// are needed.
const maxKept = 100_000

// solve computes the summaries of all functions.
func (e *engine) solve() {
	e.findSentinels()
	for fn := range e.m.Funcs() {
		for _, i := range ErrorResults(fn.Signature) {
			e.result(fn, i)
		}
		e.trim()
	}
}

func (e *engine) trim() {
	if e.solver.Len() > maxKept {
		e.solver.Forget(func(k evalKey) bool {
			return k.kind == resultOfFn && k.P == nil && k.given == nil || k.kind == saysTrue || k.kind == saysFalse
		})
	}
}

// get returns the value of a key, with a link to the key if a provenance is being looked for.
func (e *engine) get(k evalKey) Set {
	switch k.kind {
	case asDefined, inBlock, atPoint, closureExit, everStored:
		if e.holds != nil && k.V != nil && e.holds.Of(flow.FuncOf(k.V)) {
			k.given = e.holds
		}
	}
	if !e.tracing {
		return e.solver.Get(k)
	}
	e.tracing = false
	s := e.solver.Get(k)
	e.tracing = true
	return e.traced(s, &link{key: &k})
}

// transfer evaluates the equation of a key.
func (e *engine) transfer(k evalKey) Set {
	was := e.holds
	e.holds = k.given.Within()
	s := e.equation(k)
	e.holds = was
	return s
}

// comes reports whether control may go from block b to succ in the calls that the running equation is about.
func (e *engine) comes(b, succ *ssa.BasicBlock) bool {
	return e.m.Comes(b, succ) && (e.holds == nil || e.holds.Comes(b, succ))
}

// closedTo reports whether an instruction is unreachable in those calls.
func (e *engine) closedTo(instr ssa.Instruction) bool {
	return e.holds != nil && instr != nil && !e.holds.Live(instr.Block())
}

func (e *engine) equation(k evalKey) Set {
	switch k.kind {
	case asDefined:
		return e.compute(k.node)
	case inBlock:
		var s Set
		for _, pred := range k.block.Preds {
			if e.comes(pred, k.block) {
				s = s.union(e.along(k.node, pred, k.block))
			}
		}
		return s
	case atPoint:
		return e.afterEvent(k)
	case closureExit:
		fn := k.block.Parent()
		var s Set
		for ret := range flow.Returns(fn) {
			if e.closedTo(ret) {
				continue
			}
			s = s.union(e.contentOn(k.way, k.V, ret.Block(), len(ret.Block().Instrs)))
		}
		return s
	case everStored:
		var s Set
		for _, src := range e.m.StoredIn(k.V, k.P) {
			if e.closedTo(src.Instr) {
				continue
			}
			s = s.union(e.at(src.Node, src.Block))
		}
		if k.P == nil {
			for _, h := range e.handings(k.V) {
				s = s.union(e.throughAddress(h.addr, h.instr))
			}
		}
		return s
	case inField:
		var s Set
		for _, src := range e.m.FieldSources(k.P) {
			s = s.union(e.storedElsewhere(src))
		}
		return s
	case everPointed:
		return e.everPointed()
	case keptFor:
		var s Set
		for _, src := range e.m.StoredIn(k.V, k.P) {
			s = s.union(e.added(k.V, src))
		}
		return e.closed(s.union(e.keptBy(k.V, k.P)), flow.FuncOf(k.V))
	case resultOfFn:
		fn := k.V.(*ssa.Function)
		var s Set
		for ret := range flow.Returns(fn) {
			if k.index < len(ret.Results) && (k.given == nil || k.given.Live(ret.Block())) && !e.behindNone(ret) {
				s = s.union(e.step(e.returned(part(ret.Results[k.index], k.P), ret.Block(), k.given), ret.Pos(), Leaves, nil))
			}
		}
		if e.m.constrained(fn) {
			s = s.untold()
		}
		return e.closed(s, fn)
	case saysTrue, saysFalse:
		fn := k.V.(*ssa.Function)
		return e.closed(e.outcomes(fn, fn.Params[k.index], k.kind == saysTrue), fn)
	case handedFns:
		return e.handedTo(k.V, k.block.Parent())
	case returnedBy:
		return e.returnedBy(k)
	default: // answer
		return e.at(k.node, k.block)
	}
}

// behindNone reports whether a return is only reached if a call fails that never does.
func (e *engine) behindNone(ret *ssa.Return) bool {
	return slices.ContainsFunc(e.m.live(ret), func(l Live) bool {
		call, _ := flow.ResultOf(l.Value)
		return call != nil && e.base(whole(l.Value)).Empty()
	})
}

// result returns result i of one of the package's functions, in terms of its parameters.
func (e *engine) result(fn *ssa.Function, i int) Set {
	k := evalKey{node: whole(fn), kind: resultOfFn, index: i}
	if e.holds != nil {
		k.given = e.m.Premise(fn, nil, e.holds)
	}
	return e.get(k)
}

// returned returns the errors that n, which block b returns, may be in calls with premise p, which may be nil.
func (e *engine) returned(n node, b *ssa.BasicBlock, p *flow.Premise) Set {
	if p == nil {
		return e.at(n, b)
	}
	var s Set
	values := worklist.Of(n.V)
	for v := range values.All() {
		phi, ok := v.(*ssa.Phi)
		if !ok || v == n.V && e.isSubject(v, b.Parent()) {
			s = s.union(e.at(part(v, n.P), b))
			continue
		}
		for i, edge := range phi.Edges {
			pred := phi.Block().Preds[i]
			if !p.Comes(pred, phi.Block()) {
				continue
			}
			if _, ok := edge.(*ssa.Phi); !ok || e.isSubject(edge, b.Parent()) {
				s = s.union(e.along(part(edge, n.P), pred, phi.Block()))
			} else {
				values.Push(edge)
			}
		}
	}
	return s
}

// ErrorResults returns the indices of the results of a signature that are errors: of type error, of another interface
// that embeds it, or of a concrete error type.
func ErrorResults(sig *types.Signature) []int {
	var out []int
	for i := range sig.Results().Len() {
		if IsError(sig.Results().At(i).Type()) {
			out = append(out, i)
		}
	}
	return out
}

// closed makes opaque the parts of s that refer to parameters unknown to fn's callers.
func (e *engine) closed(s Set, fn *ssa.Function) Set {
	return e.withoutRefs(s, func(r Ref) bool { return flow.Encloses(r.Fn, fn) })
}

// withoutRefs makes opaque the refs of s that keep does not select.
func (e *engine) withoutRefs(s Set, keep func(Ref) bool) Set {
	s = e.withoutParamCodes(s, func(fn *ssa.Function, i int) bool { return keep(Ref{Fn: fn, Param: i}) })
	var kept []Ref
	for _, r := range s.refs {
		if keep(r) {
			kept = append(kept, r)
		}
	}
	if len(kept) == len(s.refs) {
		return s
	}
	out := s
	out.refs = kept
	out = e.pruned(out)
	for _, r := range s.refs {
		if !keep(r) {
			out = out.union(e.because(e.given(anything, r, binding{}), s))
		}
	}
	return out
}

// at returns the errors that n may be when control is in block b, narrowed by the conditions on the way from n's
// definition.
func (e *engine) at(n node, b *ssa.BasicBlock) Set {
	if b == nil || n.P != nil {
		return e.base(n)
	}
	n.V = e.m.FirstLoad(n.V)
	if !e.isSubject(n.V, b.Parent()) {
		return e.base(n)
	}
	def := definedIn(n.V, b.Parent())
	if def == nil || def == b || !def.Dominates(b) {
		return e.base(n)
	}
	return e.get(evalKey{node: n, block: b, kind: inBlock})
}

// atAll returns the union of the errors that some sources may be, each where its value is taken over.
func (e *engine) atAll(sources []flow.Source) Set {
	var s Set
	for _, src := range sources {
		s = s.union(e.at(src.Node, src.Block))
	}
	return s
}

// along returns the errors that n may be when control goes from block b to succ.
func (e *engine) along(n node, b, succ *ssa.BasicBlock) Set {
	s := e.at(n, b)
	if n.P != nil {
		return s
	}
	gs, outcome := e.guardsOf(b, succ)
	_, made := n.V.(*ssa.MakeInterface)
	for _, g := range gs {
		if made && g.kind == isNil {
			continue // an interface with a nil pointer in it is not nil
		}
		if g.subject == e.m.FirstLoad(flow.Strip(n.V)) {
			s = e.apply(g, s, outcome)
			if g.kind != isNil && g.kind != isNoneOf && g.kind != isNoTarget && e.tracing && !s.Empty() {
				s = e.step(s, condPos(b), LetsPass, nil)
			}
		}
	}
	return s
}

// isSubject reports whether a condition in fn is about v.
func (e *engine) isSubject(v ssa.Value, fn *ssa.Function) bool {
	return e.subjects.Get(fn, e.findSubjects)[e.m.FirstLoad(flow.Strip(v))]
}

func (e *engine) findSubjects(fn *ssa.Function) map[ssa.Value]bool {
	subjects := make(map[ssa.Value]bool)
	for _, b := range fn.Blocks {
		if len(b.Succs) == 2 {
			gs, _ := e.guardsOf(b, b.Succs[0])
			for _, g := range gs {
				subjects[g.subject] = true
			}
		}
	}
	return subjects
}

// definedIn returns the block of fn that computes v, which is the entry block for what is there from the start.
func definedIn(v ssa.Value, fn *ssa.Function) *ssa.BasicBlock {
	if instr, ok := v.(ssa.Instruction); ok {
		if instr.Parent() != fn {
			return nil
		}
		return instr.Block()
	}
	return fn.Blocks[0]
}

// base returns the errors that n may be where it is computed.
func (e *engine) base(n node) Set {
	switch v := n.V.(type) {
	case *ssa.Const:
		if v.IsNil() || !IsError(v.Type()) {
			return Set{} // nil, or the zero value of a type parameter
		}
		return e.concrete(v.Type(), v.Pos())
	case *ssa.Function, *ssa.Builtin:
		return Set{}
	}
	return e.get(evalKey{node: n, kind: asDefined})
}

func (e *engine) compute(n node) Set {
	load, ok := n.V.(*ssa.UnOp)
	if !ok || n.P != nil || load.Op != token.MUL || !isErrorPointer(load.X) || isVariable(load.X) {
		return e.computeNode(n)
	}
	s, ok := e.throughPointers()
	if !ok {
		s = anything // other packages store there, too
	}
	s = e.step(s, load.Pos(), OfUnknownOrigin, nil)
	if s.unknown {
		s = s.union(e.computeNode(n))
	}
	return s
}

func (e *engine) computeNode(n node) Set {
	switch v := n.V.(type) {
	case *ssa.UnOp:
		if v.Op != token.MUL {
			break
		}
		if n.P == nil {
			if a, ok := e.sentinelLoad(v); ok {
				return e.atom(a, v.Pos(), Returns, a)
			}
			if isCell(v.X) {
				return e.content(v.X, v.Block(), e.m.IndexOf(v))
			}
		}
		if cells := e.m.cellsOf(v.X); len(cells) > 0 && n.P == nil && IsError(v.Type()) && isStruct(v.Type()) {
			var s Set
			for _, cell := range cells {
				s = s.union(e.made(cell, v.Type()))
			}
			return s
		}
	case *ssa.Alloc:
		if n.P == nil && IsError(v.Type()) {
			return e.made(v, v.Type())
		}
		if n.P != nil {
			if errs := e.askedOf(v); len(errs) > 0 {
				return e.partsOf(v, n.P, errs)
			}
		}
	case *ssa.Parameter:
		if s, ok := e.parameter(v, n.P); ok {
			return s.union(e.attached(v, n))
		}
	case *ssa.MakeInterface:
		if n.P == nil && flow.IsNil(v.X) && IsError(v.X.Type()) && !types.IsInterface(v.X.Type()) {
			return e.nilIn(v)
		}
	case *ssa.Slice, *ssa.ChangeType, *ssa.Convert, *ssa.MultiConvert:
		from := v.(ssa.Instruction).Operands(nil)[0]
		if s, ok := e.becomesError(v, *from, n); ok {
			return s
		}
	case *ssa.TypeAssert:
		return e.asserted(v, n)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.TypeAssert:
			if v.Index == 0 {
				return e.asserted(t, n)
			}
		case *ssa.Call:
			if n.P == nil {
				return e.call(t, v.Index).union(e.attached(v, n))
			}
			if s, ok := e.resultPart(t, v, v.Index, n.P); ok {
				return s
			}
		}
	case *ssa.Call:
		if _, builtin := v.Call.Value.(*ssa.Builtin); !builtin {
			if n.P == nil {
				return e.call(v, 0).union(e.attached(v, n))
			}
			if s, ok := e.resultPart(v, v, 0, n.P); ok {
				return s
			}
		} else if s, ok := e.becomesError(v, v, n); ok {
			return s // append
		}
	}

	srcs, kind := e.m.Step(n)
	s := e.ofOthers(Set{}, n)
	for _, src := range srcs {
		switch {
		case src.Succ != nil && !e.comes(src.Block, src.Succ), e.closedTo(src.Instr):
		case src.Succ != nil:
			s = s.union(e.along(src.Node, src.Block, src.Succ))
		case src.Instr != nil && !flow.Encloses(src.Instr.Parent(), flow.FuncOf(n.V)):
			s = s.union(e.storedElsewhere(src))
		default:
			s = s.union(e.at(src.Node, src.Block))
		}
	}
	fields := e.m.FieldsOf(n)
	if alloc, ok := n.V.(*ssa.Alloc); ok && n.P != nil && e.m.Shared(alloc) {
		// Whoever has its address may store in its fields.
		fields = e.m.FieldPart(n)
		kind = flow.OriginUnknown
	}
	s = s.union(e.storedInField(fields, flow.FuncOf(n.V)))
	switch kind {
	case flow.NotOrigin, flow.OriginZero, flow.OriginFunc, flow.OriginConst:
		return s
	case flow.OriginMake:
		if n.P != nil || !IsError(n.V.Type()) {
			return s
		}
	case flow.OriginParam, flow.OriginCall, flow.OriginUnknown, flow.OriginGlobal:
		// A part of a value from elsewhere. If it is a field that only this package can assign, there is nothing in
		// it but what the package assigns.
		if f := flow.FieldOf(n); f != nil && !f.Exported() && f.Pkg() == e.m.pass.Pkg && (len(srcs) > 0 || fields != nil) {
			return s
		}
	}
	if n.P == nil && !types.IsInterface(n.V.Type()) && IsError(n.V.Type()) {
		return s.union(e.concrete(n.V.Type(), n.V.Pos()))
	}
	return s.union(e.opaque(n.V.Pos(), OfUnknownOrigin, nil))
}

// partsOf returns part p of the error that errors.As has put in variable v. That error is, or is wrapped by, one of
// errs.
func (e *engine) partsOf(v *ssa.Alloc, p flow.Path, errs []ssa.Value) Set {
	s := e.atAll(e.m.StoredIn(v, p))
	for _, err := range errs {
		s = s.union(e.get(evalKey{node: part(err, p), kind: asDefined}))
	}
	return s
}

// resultPart returns part p of v, which is result index of a call. ok is false unless the package's own functions
// return it, or a function that makes errors, in which case it is part p of what they wrap.
func (e *engine) resultPart(call *ssa.Call, v ssa.Value, index int, p flow.Path) (Set, bool) {
	common := call.Common()
	if b, ok := Builder(flow.Callee(common)); ok && !common.IsInvoke() {
		return e.wrappedPart(b, common.Args, p), true
	}
	targets, complete := e.m.Callees(common)
	if !complete || len(targets) == 0 {
		return Set{}, false
	}
	var s Set
	for _, t := range targets {
		if !e.isOwn(t.Fn) {
			return Set{}, false
		}
		args := t.Args(common)
		r := e.get(evalKey{node: part(t.Fn, p), kind: resultOfFn, index: index, given: e.m.Premise(t.Fn, args, e.holds)})
		s = s.union(e.step(e.instantiate(r, t.Fn, args, call), call.Pos(), Calls, t.Fn))
	}
	s = s.union(e.atAll(e.m.StoredIn(v, p))) // e := newE(); e.Cause = err
	if e.m.Shared(v) {                       // w := newWriter(); w.write(); w.err
		s = s.union(e.storedInField(e.m.FieldPart(part(v, p)), call.Parent()))
	}
	return s, true
}

// wrappedPart returns part p of an error that b makes. Since that error is not one of the program's own structs, it is
// part p of an error that it wraps.
func (e *engine) wrappedPart(b BuilderFunc, args []ssa.Value, p flow.Path) Set {
	var s Set
	in, _ := b.wraps(args)
	for _, v := range in {
		q := p
		if !IsError(v.Type()) {
			q = e.m.Paths.Elem(v.Type(), p)
		}
		s = s.union(e.get(evalKey{node: part(v, q), kind: asDefined}))
	}
	return s
}

// maxToldApart bounds how many stores to a field are distinguished by the function that stores.
const maxToldApart = 200

// storedInField returns what the package stores in the field that p begins with, as function fn sees it: stores of fn
// itself may refer to its parameters.
func (e *engine) storedInField(p flow.Path, fn *ssa.Function) Set {
	if p == nil {
		return Set{}
	}
	if !e.m.StoresField(fn, p.Field) {
		// Other code may have its address, or the channel in it.
		return e.get(evalKey{node: part(nil, p), kind: inField}).untold()
	}
	s := Set{}.untold()
	sources := e.m.FieldSources(p)
	if len(sources) > maxToldApart {
		// If each of so many functions looked at all stores, time would be quadratic.
		s = s.union(e.get(evalKey{node: part(nil, p), kind: inField}))
		sources = slices.DeleteFunc(sources, func(src flow.Source) bool { return src.Instr.Parent() != fn })
	}
	for _, src := range sources {
		if src.Instr.Parent() == fn {
			s = s.union(e.at(src.Node, nil))
			continue
		}
		s = s.union(e.storedElsewhere(src))
	}
	return s
}

// storedElsewhere returns what a source stores in another function than the one being analysed.
func (e *engine) storedElsewhere(src flow.Source) Set {
	stored := e.fromCallers(e.at(src.Node, src.Instr.Block()), flow.Outermost(src.Instr.Parent()), nil)
	return e.step(stored, src.Instr.Pos(), IsStored, nil)
}

// fromCallers returns s, the set of a value that fn stores somewhere, with refs to fn's parameters replaced by what the
// calls of fn pass. This is how errors get into fields through setters. If other packages may call fn, they may pass
// anything, and what the package itself passes says little, as for a collector of errors. Refs to parameters of around,
// or of functions enclosing it, stay.
func (e *engine) fromCallers(s Set, fn, around *ssa.Function) Set {
	s = e.codesFromCallers(s, fn, around)
	given := func(r Ref) bool { return r.Fn == fn && r.Mode != paramEncoded }
	if !slices.ContainsFunc(s.refs, given) {
		return s
	}
	out := s
	out.refs = slices.DeleteFunc(slices.Clone(s.refs), given)
	out = e.pruned(out)
	for _, r := range s.refs {
		if !given(r) {
			continue
		}
		calls, all := e.m.CallsOf(fn)
		if !all {
			out = out.union(e.because(e.given(anything, r, binding{}), s))
			continue
		}
		for _, call := range calls {
			args := call.Common().Args
			if r.Param >= len(args) || args[r.Param] == fn.Params[r.Param] { // a recursive call that passes its parameter on
				continue
			}
			passed := e.at(e.errorsIn(args[r.Param]), call.Block())
			if r.Mode == ParamResult {
				passed = e.get(evalKey{node: whole(args[r.Param]), block: call.Block(), kind: returnedBy, index: e.m.IndexOf(call)})
			}
			given := e.given(passed, r, bindingOf(call, args))
			out = out.union(e.step(e.closed(given, around), call.Pos(), IsGivenTo, fn.Name()))
		}
	}
	return out
}

// errorsIn returns an error as a node or, for a container of errors, its elements.
func (e *engine) errorsIn(v ssa.Value) node {
	if !IsError(v.Type()) && flow.ElemType(v.Type()) != nil {
		return part(v, e.m.Paths.Elem(v.Type(), nil))
	}
	return whole(v)
}

// parameter returns the ref for a parameter that is an error or a container of errors.
func (e *engine) parameter(v *ssa.Parameter, p flow.Path) (Set, bool) {
	if p != nil && (p.Kind != flow.SelectElem || p.Rest != nil) {
		return Set{}, false
	}
	i := slices.Index(v.Parent().Params, v)
	if i < 0 {
		return Set{}, false
	}
	return e.refTo(Ref{Fn: v.Parent(), Param: i, Mode: ParamValue}, v.Pos(), ReturnsParam, v.Name()), true
}

// becomesError returns the errors that a value may be after a conversion to a concrete error type: one of that type
// and, if it is made of errors, what it unwraps to.
func (e *engine) becomesError(v, from ssa.Value, n node) (Set, bool) {
	_, slice := v.(*ssa.Slice)
	if n.P != nil || types.IsInterface(v.Type()) || !IsError(v.Type()) || (slice || isStruct(v.Type())) && IsError(from.Type()) {
		return Set{}, false
	}
	a, named := typeAtom(v.Type())
	tf := e.typeOf(v.Type())
	if !named || tf == nil || len(tf.Causes) == 0 || len(tf.Codes)+len(tf.CodeFields) > 0 {
		return e.concrete(v.Type(), v.Pos()), true
	}
	s := e.atom(a, v.Pos(), Returns, a)
	for _, cause := range tf.Causes {
		p, ok := e.m.PathAt(v, v.Type(), cause)
		if !ok {
			return e.concrete(v.Type(), v.Pos()), true
		}
		s = s.union(e.step(e.wrapped(e.get(evalKey{node: part(v, p), kind: asDefined}), a), v.Pos(), WrapsItIn, a))
	}
	return s, true
}

// asserted returns the errors that the result of a successful type assertion may be.
func (e *engine) asserted(t *ssa.TypeAssert, n node) Set {
	s := e.at(part(t.X, n.P), t.Block())
	if n.P != nil || types.IsInterface(t.AssertedType) {
		return s
	}
	return e.found(s, t.AssertedType, true, t.Pos())
}

// nilIn returns the set of an error that is made of a nil pointer: it is not nil, and wraps nothing.
func (e *engine) nilIn(v *ssa.MakeInterface) Set {
	if a, ok := typeAtom(v.X.Type()); ok {
		return e.atom(a, v.Pos(), Returns, a)
	}
	return e.unnamed(v.Pos(), MakesUnnamed, nil)
}

// concrete returns the set of an error of which only the type is known.
func (e *engine) concrete(t types.Type, pos token.Pos) Set {
	a, ok := typeAtom(t)
	if !ok {
		return e.unnamed(pos, MakesUnnamed, nil)
	}
	s := e.atom(a, pos, Returns, a)
	if tf := e.typeOf(t); tf != nil {
		s = s.union(e.codesOfType(a, tf, pos))
		if len(tf.CodeFields) > 0 {
			s = s.union(e.unknownCode(a, pos))
		}
		if tf.Unwraps {
			s = s.union(e.wrapped(e.opaque(pos, ReturnsWrapped, a), a))
		}
	}
	return s
}

// made returns the set of an error of concrete type t that is built up in a variable: its type, its code if it has one,
// and the errors of its cause.
func (e *engine) made(alloc *ssa.Alloc, t types.Type) Set {
	var s Set
	a, ok := typeAtom(t)
	tf := e.typeOf(t)
	all := e.m.StoredIn(alloc, nil)
	if !isPointer(t) {
		s = e.atAll(all)
		if len(all) > 0 && !e.m.PartlyStored(alloc) {
			if ok && tf != nil {
				s = s.union(e.keptIn(alloc, t, a, tf))
			}
			return s
		}
	}
	if !ok {
		return s.union(e.unnamed(alloc.Pos(), MakesUnnamed, nil))
	}
	s = s.union(e.atom(a, alloc.Pos(), Returns, a))
	if tf == nil {
		return s
	}
	s = s.union(e.codesOfType(a, tf, alloc.Pos())).union(e.codesStored(alloc, t, a, tf, alloc.Pos()))
	if tf.Unwraps && len(tf.Causes) == 0 {
		s = s.union(e.wrapped(e.opaque(alloc.Pos(), ReturnsWrapped, a), a))
	}
	return s.union(e.storedCauses(alloc, t, a, tf))
}

// storedCauses returns the errors that are stored in error v of type t as its causes.
func (e *engine) storedCauses(v ssa.Value, t types.Type, a Atom, tf *typeFact) Set {
	var s Set
	for _, cause := range tf.Causes {
		for _, src := range e.m.StoredAt(v, t, cause) {
			s = s.union(e.step(e.wrapped(e.at(src.Node, src.Block), a), v.Pos(), WrapsItIn, a))
		}
	}
	return s.union(e.keptIn(v, t, a, tf))
}

// keptIn returns the errors that functions which are given error v of type t store in it as its causes: e := new(E);
// e.Wrap(err).
func (e *engine) keptIn(v ssa.Value, t types.Type, a Atom, tf *typeFact) Set {
	var s Set
	for _, cause := range tf.Causes {
		if p, ok := e.m.PathAt(v, t, cause); ok {
			s = s.union(e.step(e.wrapped(e.keptBy(v, p), a), v.Pos(), WrapsItIn, a))
		}
	}
	if tf.Unwraps {
		s = s.union(e.givenTo(v, a))
	}
	return s
}

// keptBy returns the errors that the package's functions which are given v, and the literals that capture it, store in
// part p of it.
func (e *engine) keptBy(v ssa.Value, p flow.Path) Set {
	var s Set
	own := flow.FuncOf(v)
	add := func(kept Set, instr ssa.Instruction) {
		if in := instr.Parent(); in != own {
			kept = e.fromCallers(kept, in, own)
		}
		s = s.union(e.step(kept, instr.Pos(), IsStored, nil))
	}
	names := worklist.Of(v) // v, wherever the function and its literals have it
	for name := range names.All() {
		if base, _ := e.m.Split(name, nil); base != v {
			for _, src := range e.m.StoredIn(base, p) {
				if !types.Identical(src.V.Type(), v.Type()) { // otherwise v itself is stored, or a value in place of it
					add(e.added(base, src), src.Instr)
				}
			}
		}
		for _, ref := range *name.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Val == name && isCell(ref.Addr) {
					names.Push(e.loadsOf(ref.Addr)...)
				}
			case *ssa.MakeClosure:
				if fn, bound := flow.Resolve(ref); fn != nil && bound != nil && e.isOwn(fn) {
					kept := e.get(evalKey{node: part(fn.Params[0], p), kind: keptFor}) // a method value
					add(e.withoutRefs(kept, func(Ref) bool { return false }), ref)
				} else if i := slices.Index(ref.Bindings, name); i >= 0 {
					names.Push(ref.Fn.(*ssa.Function).FreeVars[i])
				}
			case ssa.CallInstruction:
				fn, bound := flow.Resolve(ref.Common().Value)
				if ref.Common().IsInvoke() || fn == nil || bound != nil || !e.isOwn(fn) {
					continue
				}
				args := ref.Common().Args
				for i, arg := range args {
					if arg != name || i >= len(fn.Params) {
						continue
					}
					kept := e.get(evalKey{node: part(fn.Params[i], p), kind: keptFor})
					if call, ok := ref.(*ssa.Call); ok {
						kept = e.instantiate(kept, fn, args, call)
					} else {
						kept = e.withoutRefs(kept, func(Ref) bool { return false })
					}
					add(kept, ref)
				}
			}
		}
	}
	return s
}

// isOwn reports whether the package has the body of fn.
func (e *engine) isOwn(fn *ssa.Function) bool { return fn.Pkg == e.m.Pkg && fn.Blocks != nil }

// added returns what a store adds to a part of v. An append to the value that is there adds the appended elements.
func (e *engine) added(v ssa.Value, src flow.Source) Set {
	n := src.Node
	if call, ok := n.V.(*ssa.Call); ok && flow.IsBuiltin(call, "append") && len(call.Call.Args) == 2 && types.Identical(call.Call.Args[1].Type(), call.Type()) {
		if load, ok := call.Call.Args[0].(*ssa.UnOp); ok && load.Op == token.MUL {
			if base, _ := e.m.Split(load.X, nil); base == v {
				n.V = call.Call.Args[1]
			}
		}
	}
	return e.at(n, src.Block)
}

// loadsOf returns the loads of the variable at an address, in its function and in the literals that capture it.
func (e *engine) loadsOf(addr ssa.Value) []ssa.Value {
	var out []ssa.Value
	base, _ := e.m.Split(addr, nil)
	addrs := worklist.Of(base)
	for a := range addrs.All() {
		for _, ref := range *a.Referrers() {
			switch ref := ref.(type) {
			case *ssa.UnOp:
				out = append(out, ref)
			case *ssa.MakeClosure:
				if i := slices.Index(ref.Bindings, a); i >= 0 {
					addrs.Push(ref.Fn.(*ssa.Function).FreeVars[i])
				}
			}
		}
	}
	return out
}

// givenTo returns the errors that are passed to methods of error v that other packages declare, which may keep them: e
// := new(other.E); e.Wrap(err).
func (e *engine) givenTo(v ssa.Value, a Atom) Set {
	var s Set
	for _, ref := range *v.Referrers() {
		call, ok := ref.(*ssa.Call)
		if !ok || call.Call.IsInvoke() || len(call.Call.Args) < 2 || call.Call.Args[0] != v {
			continue
		}
		callee := call.Call.StaticCallee()
		if callee == nil || callee.Signature.Recv() == nil || callee.Blocks != nil {
			continue
		}
		for _, arg := range call.Call.Args[1:] {
			if IsError(arg.Type()) {
				s = s.union(e.step(e.wrapped(e.at(whole(arg), call.Block()), a), call.Pos(), WrapsItIn, a))
			}
		}
	}
	return s
}

// attached returns the causes that are given to an error that was made elsewhere: e := newE(); e.Cause = err.
func (e *engine) attached(v ssa.Value, n node) Set {
	var s Set
	if n.P != nil || types.IsInterface(v.Type()) || !IsError(v.Type()) {
		return s
	}
	tf := e.typeOf(v.Type())
	if tf == nil {
		return s
	}
	a, ok := typeAtom(v.Type())
	if ok {
		s = e.codesStored(v, v.Type(), a, tf, v.Pos())
	}
	return s.union(e.storedCauses(v, v.Type(), a, tf))
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).Underlying().(*types.Pointer)
	return ok
}

func isStruct(t types.Type) bool {
	_, ok := types.Unalias(t).Underlying().(*types.Struct)
	return ok
}

// spent returns the number of functions that have spent their budget, so that what leaves them is unknown.
func (e *engine) spent() int {
	n := 0
	for _, a := range e.accounts {
		if a.Spent() {
			n++
		}
	}
	return n
}

// ask answers a rule with the union of the values of some keys.
func (m *Model) ask(keys ...evalKey) Set {
	m.mu.Lock()
	defer m.mu.Unlock()
	var s Set
	for _, k := range keys {
		s = s.union(m.eng.get(k))
	}
	m.eng.trim()
	s.from = &query{m: m, keys: keys}
	return s
}

// ErrorsOf returns the errors that may leave fn, in any result.
func (m *Model) ErrorsOf(fn *ssa.Function) Set {
	if fn.Pkg != m.Pkg || fn.Blocks == nil {
		if len(ErrorResults(fn.Signature)) > 0 {
			return anything
		}
		return Set{}
	}
	return m.ask(resultKeys(fn, nil)...)
}

// resultKeys returns the keys of the errors that may leave fn, with premise p, which may be nil.
func resultKeys(fn *ssa.Function, p *flow.Premise) (keys []evalKey) {
	for _, i := range ErrorResults(fn.Signature) {
		keys = append(keys, evalKey{node: whole(fn), kind: resultOfFn, index: i, given: p})
	}
	return keys
}

// ErrorsGiven returns the errors that may leave fn, a function of the package, if its i'th parameter has a value; see
// [flow.Program.Tests].
func (m *Model) ErrorsGiven(fn *ssa.Function, i int, value string) Set {
	return m.ask(resultKeys(fn, m.PremiseOf(fn, i, value))...)
}

// ResultErrors returns the errors that may leave fn in its i'th result.
func (m *Model) ResultErrors(fn *ssa.Function, i int) Set {
	if !slices.Contains(ErrorResults(fn.Signature), i) {
		return Set{}
	}
	if fn.Pkg != m.Pkg || fn.Blocks == nil {
		return anything
	}
	return m.ask(evalKey{node: whole(fn), kind: resultOfFn, index: i})
}

// ErrorsAt returns the errors that v may be when control is in block b, which may be nil. A slice, array, map or
// channel stands for its elements.
func (m *Model) ErrorsAt(v ssa.Value, b *ssa.BasicBlock) Set {
	return m.ask(evalKey{node: m.eng.errorsIn(v), block: b, kind: answer})
}

// ErrorsComing returns what [Model.ErrorsAt] does, with refs to parameters replaced by what the calls of the function
// pass, if all calls are known. A function without calls may be called under other build tags, so its refs stay.
func (m *Model) ErrorsComing(v ssa.Value, b *ssa.BasicBlock) Set {
	s := m.ErrorsAt(v, b)
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range s.refs {
		if calls, _ := m.CallsOf(r.Fn); len(calls) > 0 {
			s = m.eng.fromCallers(s, r.Fn, flow.Outermost(r.Fn))
		}
	}
	return s
}
