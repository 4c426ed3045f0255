package errflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file is about variables that live in memory because a closure captures them or their address is taken. Most of
// them are named results that a deferred function reads or changes. SSA has no values for their content, so it is
// looked for backwards, from the load through the blocks in between to the stores that reach it.
//
// Each block has few instructions that may change a given variable: its events. The content of the variable is one
// unknown after each event, and one at the beginning of each block.

// isCell reports whether addr is the address of a variable that holds an error.
func isCell(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		t := flow.Deref(addr.Type())
		return IsError(t) && !isStruct(t)
	}
	return false
}

// cellsOf returns the variables that an address may be of. For a captured variable, these are the variables of
// enclosing functions. It returns none if the address may be any other.
func (m *Model) cellsOf(addr ssa.Value) (cells []*ssa.Alloc) {
	addrs := worklist.Of(addr)
	for addr := range addrs.All() {
		switch addr := addr.(type) {
		case *ssa.Alloc:
			cells = append(cells, addr)
		case *ssa.FreeVar:
			addrs.Push(m.Bindings(addr)...)
		default:
			return nil
		}
	}
	return cells
}

// A cellUse is how a function uses the address of a variable.
type cellUse struct {
	events  map[*ssa.BasicBlock][]int // by block, the indices of the instructions that may change the variable, in order
	defers  []*ssa.Defer              // of closures that assign the variable, in source order
	handed  []*ssa.Defer              // deferred calls that take the address
	leaving []*ssa.RunDefers          // the instructions that run the deferred calls
}

// maxDefers bounds how many deferred closures that assign a variable are told apart. With more of them, the variable
// may hold whatever is stored in it anywhere.
const maxDefers = 32

func (u *cellUse) tooMany() bool { return len(u.defers) > maxDefers }

// use returns how variable addr is used in the function that declares or captures it.
func (e *engine) use(addr ssa.Value) *cellUse {
	return e.cells.Get(addr, e.findUse)
}

func (e *engine) findUse(addr ssa.Value) *cellUse {
	u := &cellUse{events: make(map[*ssa.BasicBlock][]int)}
	event := func(instr ssa.Instruction) {
		u.events[instr.Block()] = append(u.events[instr.Block()], e.m.IndexOf(instr))
	}
	values := worklist.Of(addr) // addr, and conversions of it
	for v := range values.All() {
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType:
				values.Push(ref.(ssa.Value))
			case *ssa.Store:
				if ref.Addr == addr || ref.Val == addr {
					event(ref)
				}
			case *ssa.MakeClosure:
				if v == addr {
					e.useIn(u, addr, ref, event)
				}
			case *ssa.Defer:
				u.handed = append(u.handed, ref)
			case ssa.CallInstruction:
				event(ref)
			}
		}
	}
	for instr := range flow.Instrs(addr.Parent()) {
		if run, ok := instr.(*ssa.RunDefers); ok {
			u.leaving = append(u.leaving, run)
			event(run)
		}
	}
	for b, events := range u.events {
		slices.Sort(events)
		u.events[b] = slices.Compact(events)
	}
	slices.SortFunc(u.defers, func(a, b *ssa.Defer) int {
		if a.Block() != b.Block() {
			return a.Block().Index - b.Block().Index
		}
		return e.m.IndexOf(a) - e.m.IndexOf(b)
	})
	return u
}

// useIn adds the uses of a closure that captures variable addr.
func (e *engine) useIn(u *cellUse, addr ssa.Value, mc *ssa.MakeClosure, event func(ssa.Instruction)) {
	if !onlyDeferred(mc) {
		event(mc)
	}
	fn := mc.Fn.(*ssa.Function)
	assigns := len(e.m.StoresWithin(addr, fn)) > 0 ||
		slices.ContainsFunc(e.handings(addr), func(h handing) bool { return flow.Encloses(fn, h.instr.Parent()) })
	for _, ref := range *mc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Defer:
			if assigns && ref.Call.Value == mc {
				u.defers = append(u.defers, ref)
			}
		case ssa.CallInstruction:
			event(ref)
		}
	}
}

// StoredBefore returns what a load of a variable in memory may read, if all of that is stored in the same function and nothing else can change the
// variable in between. ok is false if not, and for other values.
func (m *Model) StoredBefore(v ssa.Value) (vals []ssa.Value, ok bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok || !isCell(load.X) {
		return nil, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	type place struct {
		b     *ssa.BasicBlock
		index int // what is before it in b
	}
	places := worklist.Of(place{load.Block(), m.IndexOf(load)})
	for at := range places.All() {
		events := m.eng.use(load.X).events[at.b]
		i, _ := slices.BinarySearch(events, at.index)
		switch {
		case i > 0:
			store, ok := at.b.Instrs[events[i-1]].(*ssa.Store)
			if !ok || store.Addr != load.X {
				return nil, false
			}
			vals = append(vals, store.Val)
		case len(at.b.Preds) == 0:
			return nil, false
		default:
			for _, pred := range at.b.Preds {
				places.Push(place{pred, len(pred.Instrs)})
			}
		}
	}
	return vals, true
}

// content returns the errors that variable addr may hold before instruction index of block b.
func (e *engine) content(addr ssa.Value, b *ssa.BasicBlock, index int) Set {
	return e.contentOn(way{}, addr, b, index)
}

// A way is how control left the function that deferred the one being analysed. The zero way is any.
type way struct {
	outcome outcome
	from    *ssa.BasicBlock // the block that it returned from; nil for any
}

type outcome uint8

const (
	anyOutcome outcome = iota
	returning          // it returned, so recover returns nil
	panicking          // it panicked
)

// contentOn is content on one way.
func (e *engine) contentOn(w way, addr ssa.Value, b *ssa.BasicBlock, index int) Set {
	events := e.use(addr).events[b]
	i, _ := slices.BinarySearch(events, index)
	after := 0
	if i > 0 {
		after = events[i-1] + 1
	}
	return e.get(evalKey{node: whole(addr), block: b, kind: atPoint, index: after, way: w})
}

// afterEvent returns what a variable may hold after an event or, for index 0, at the beginning of a block.
func (e *engine) afterEvent(k evalKey) Set {
	addr, b := k.V, k.block
	if k.index == 0 {
		return e.contentOnEntry(k.way, addr, b)
	}
	i := k.index - 1
	switch instr := b.Instrs[i].(type) {
	case *ssa.Store:
		if instr.Addr == addr {
			return e.at(whole(instr.Val), b)
		}
		return e.throughAddress(addr, instr).union(e.contentOn(k.way, addr, b, i))
	case *ssa.RunDefers:
		return e.afterDefers(addr, b, i)
	case *ssa.MakeClosure:
		return e.storedIn(addr, instr.Fn.(*ssa.Function)).union(e.contentOn(k.way, addr, b, i))
	default:
		call := instr.(ssa.CallInstruction)
		return e.changedBy(addr, call).union(e.contentOn(k.way, addr, b, i))
	}
}

// contentOnEntry returns the errors that variable addr may hold when control enters b.
func (e *engine) contentOnEntry(w way, addr ssa.Value, b *ssa.BasicBlock) Set {
	fn := b.Parent()
	if len(b.Preds) == 0 {
		if b == fn.Recover {
			return e.afterPanic(addr, fn)
		}
		if fv, ok := addr.(*ssa.FreeVar); ok {
			return e.captured(fv, w)
		}
		return Set{} // its zero value
	}
	var s Set
	for _, pred := range b.Preds {
		if !e.comes(pred, b) {
			continue
		}
		s = s.union(e.contentAlong(w, addr, pred, b))
	}
	return s
}

// contentAlong returns the errors that variable addr may hold when control goes from block pred to b.
func (e *engine) contentAlong(w way, addr ssa.Value, pred, b *ssa.BasicBlock) Set {
	switch r := recovered(pred, b); {
	case r == anyOutcome:
	case w.outcome == anyOutcome:
		w.outcome = r
	case w.outcome != r:
		return Set{} // this edge is not on way w
	}
	in := e.contentOn(w, addr, pred, len(pred.Instrs))
	gs, outcome := e.guardsOf(pred, b)
	for _, g := range gs {
		if e.loadsLast(g.subject, addr, pred) {
			in = e.apply(g, in, outcome)
		}
	}
	return in
}

// recovered returns the outcome on which control goes from block b to succ, if b compares the result of recover with
// nil.
func recovered(b, succ *ssa.BasicBlock) outcome {
	cond, _ := flow.ConditionOf(b, succ)
	v, isNil := cond.ComparedWithNil()
	call, ok := v.(*ssa.Call)
	if !ok || !flow.IsBuiltin(call, "recover") {
		return anyOutcome
	}
	if isNil {
		return returning
	}
	return panicking
}

// loadsLast reports whether v is what addr holds at the end of b: a load in b that no store in b follows.
func (e *engine) loadsLast(v, addr ssa.Value, b *ssa.BasicBlock) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.X != addr || load.Block() != b {
		return false
	}
	at := e.m.IndexOf(load)
	return !slices.ContainsFunc(e.use(addr).events[b], func(i int) bool {
		store, ok := b.Instrs[i].(*ssa.Store)
		return i > at && ok && store.Addr == addr
	})
}

// changedBy returns the errors that a call may put in variable addr: through a function literal that assigns it and
// that is called or passed on, or through its address.
func (e *engine) changedBy(addr ssa.Value, call ssa.CallInstruction) Set {
	var s Set
	for _, op := range call.Operands(nil) {
		if *op == nil {
			continue
		}
		if mc, ok := (*op).(*ssa.MakeClosure); ok {
			s = s.union(e.storedIn(addr, mc.Fn.(*ssa.Function)))
		}
	}
	return s.union(e.throughAddress(addr, call))
}

// throughAddress returns the errors that other code may put in variable addr when a call is given its address, or a
// store keeps it.
func (e *engine) throughAddress(addr ssa.Value, instr ssa.Instruction) Set {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		kept, known := e.throughPointers()
		if !known {
			kept = anything
		}
		return e.step(kept, instr.Pos(), IsStored, nil)
	}
	var s Set
	for _, op := range call.Operands(nil) {
		if *op == nil || flow.Strip(*op) != addr {
			continue
		}
		if err, _ := e.finds(call); err != nil {
			s = s.union(e.found(e.at(whole(err), call.Block()), flow.Deref(addr.Type()), false, call.Pos()))
			continue
		}
		given := anything
		if e.entersOwn(call) && *op == addr {
			if through, ok := e.throughPointers(); ok {
				given = through
			}
		}
		s = s.union(e.step(given, call.Pos(), AssignedByAddress, nil))
	}
	return s
}

// A handing is an instruction that gives away the address of a variable. addr is the address as that function sees it.
type handing struct {
	addr  ssa.Value
	instr ssa.Instruction
}

// handings returns where the function that has variable addr, and the literals that capture it, give its address away.
func (e *engine) handings(addr ssa.Value) []handing {
	base, _ := e.m.Split(addr, nil)
	if !isCell(base) {
		return nil
	}
	return e.handedOut.Get(base, findHandings)
}

func findHandings(base ssa.Value) (out []handing) {
	addrs := worklist.Of(base) // and conversions
	for a := range addrs.All() {
		for _, ref := range *a.Referrers() {
			switch ref := ref.(type) {
			case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType:
				addrs.Push(ref.(ssa.Value))
			case *ssa.MakeClosure:
				if i := slices.Index(ref.Bindings, a); i >= 0 {
					addrs.Push(ref.Fn.(*ssa.Function).FreeVars[i])
				}
			case *ssa.Store:
				if ref.Val == a {
					out = append(out, handing{flow.Strip(a), ref})
				}
			case ssa.CallInstruction:
				out = append(out, handing{flow.Strip(a), ref})
			}
		}
	}
	return out
}

// askedOf returns the errors in which errors.As looks for one to put in variable addr.
func (e *engine) askedOf(addr *ssa.Alloc) []ssa.Value {
	var out []ssa.Value
	for _, ref := range *addr.Referrers() {
		mi, ok := ref.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		for _, ref := range *mi.Referrers() {
			if call, ok := ref.(*ssa.Call); ok {
				if err, target := e.finds(call); err != nil && target == mi {
					out = append(out, err)
				}
			}
		}
	}
	return out
}

// storedIn returns what closure fn, or a literal within it, stores in variable addr, or lets others store there.
func (e *engine) storedIn(addr ssa.Value, fn *ssa.Function) Set {
	var s Set
	for _, st := range e.m.StoresWithin(addr, fn) {
		s = s.union(e.fromCallers(e.at(whole(st.Val), st.Instr.Block()), st.Instr.Parent(), flow.FuncOf(addr)))
	}
	for _, h := range e.handings(addr) {
		if in := h.instr.Parent(); flow.Encloses(fn, in) {
			s = s.union(e.fromCallers(e.throughAddress(h.addr, h.instr), in, flow.FuncOf(addr)))
		}
	}
	return s
}

// insensitive returns everything that is stored in variable addr anywhere.
func (e *engine) insensitive(addr ssa.Value) Set {
	base, p := e.m.Split(addr, nil)
	return e.get(evalKey{node: part(base, p), kind: everStored})
}

// captured returns the errors that a captured variable may hold when the closure is entered. A closure that is only
// deferred runs at a known time: after the body, in order with the other deferred calls.
func (e *engine) captured(fv *ssa.FreeVar, w way) Set {
	bindings := e.m.Bindings(fv)
	if len(bindings) == 0 {
		return e.opaque(fv.Pos(), OfUnknownOrigin, nil)
	}
	if len(bindings) > 1 {
		return e.insensitive(fv)
	}
	addr := bindings[0]
	parent := fv.Parent().Parent()
	mc := e.m.ClosureOf(fv.Parent())
	if mc == nil || !onlyDeferred(mc) || !isCell(addr) {
		return e.insensitive(fv)
	}
	use := e.use(addr)
	if use.tooMany() {
		return e.insensitive(fv)
	}
	own := deferOf(mc)
	var later []*ssa.Defer // those deferred after it, which run before it
	for _, d := range use.defers {
		if d.Call.Value != mc && (own == nil || !e.precedes(d, own)) {
			later = append(later, d)
		}
	}
	var s Set
	if w.outcome != panicking {
		for _, run := range use.leaving {
			b := run.Block()
			if w.from != nil && w.from != b {
				continue
			}
			if !slices.ContainsFunc(later, func(d *ssa.Defer) bool { return own != nil && e.precedes(own, d) && d.Block().Dominates(b) }) {
				s = s.union(e.content(addr, b, e.m.IndexOf(run)))
			}
		}
	}
	if w.outcome != returning && e.m.Recovering(parent) {
		s = s.union(e.insensitive(fv))
	}
	for _, d := range later {
		s = s.union(e.exit(d.Call.Value.(*ssa.MakeClosure), addr, w))
	}
	return s
}

// deferOf returns the one defer of a closure that is only deferred, nil if there are several.
func deferOf(mc *ssa.MakeClosure) *ssa.Defer {
	if refs := *mc.Referrers(); len(refs) == 1 {
		d, _ := refs[0].(*ssa.Defer)
		return d
	}
	return nil
}

// precedes reports whether d is always deferred before f, and hence runs after it. It reports false for defers in
// loops.
func (e *engine) precedes(d, f *ssa.Defer) bool {
	if e.m.Looping(d.Block()) || e.m.Looping(f.Block()) {
		return false
	}
	return e.m.Before(d, f)
}

// onlyDeferred reports whether a closure is used by defer instructions only.
func onlyDeferred(mc *ssa.MakeClosure) bool {
	for _, ref := range *mc.Referrers() {
		if d, ok := ref.(*ssa.Defer); !ok || d.Call.Value != mc {
			return false
		}
	}
	return true
}

// exit returns the errors that variable addr may hold when a closure returns that was deferred by a function left on
// way w. It returns bottom if the closure does not capture addr.
func (e *engine) exit(mc *ssa.MakeClosure, addr ssa.Value, w way) Set {
	i := slices.Index(mc.Bindings, addr)
	if i < 0 {
		return Set{}
	}
	fn := mc.Fn.(*ssa.Function)
	if fn.Blocks == nil || i >= len(fn.FreeVars) {
		return Set{}
	}
	return e.get(evalKey{node: whole(fn.FreeVars[i]), block: fn.Blocks[0], kind: closureExit, way: w})
}

// afterPanic returns the errors that variable addr holds when its function, having recovered from a panic, returns:
// what the deferred functions leave in it or, if none of them certainly assigns it, whatever it held at the time of the
// panic.
func (e *engine) afterPanic(addr ssa.Value, fn *ssa.Function) Set {
	use := e.use(addr)
	if use.tooMany() {
		return e.insensitive(addr)
	}
	certain := false
	var s Set
	for _, d := range e.lastToRun(use.defers) {
		mc := d.Call.Value.(*ssa.MakeClosure)
		s = s.union(e.exit(mc, addr, way{outcome: panicking}))
		// The closure that recovers has run, and so has one that was deferred at the start.
		certain = certain || flow.CallsRecover(mc.Fn.(*ssa.Function)) || d.Block() == fn.Blocks[0]
	}
	if certain {
		return s
	}
	return s.union(e.insensitive(addr))
}

// lastToRun returns those of some defers that may run last: those before which no other one is deferred.
func (e *engine) lastToRun(defers []*ssa.Defer) []*ssa.Defer {
	return slices.DeleteFunc(slices.Clone(defers), func(d *ssa.Defer) bool {
		return slices.ContainsFunc(defers, func(f *ssa.Defer) bool { return f != d && e.precedes(f, d) })
	})
}

// afterDefers returns the errors that variable addr may hold after the deferred calls, which instruction index of b
// runs.
func (e *engine) afterDefers(addr ssa.Value, b *ssa.BasicBlock, index int) Set {
	use := e.use(addr)
	var s Set
	for _, d := range use.handed {
		if mc, ok := d.Call.Value.(*ssa.MakeClosure); !ok || !slices.Contains(mc.Bindings, addr) {
			s = s.union(e.opaque(d.Pos(), AssignedByDeferred, nil))
		}
	}
	if use.tooMany() {
		return s.union(e.insensitive(addr))
	}
	// The closure that is deferred first runs last, so it decides.
	certain := false
	for _, d := range e.lastToRun(use.defers) {
		s = s.union(e.exit(d.Call.Value.(*ssa.MakeClosure), addr, way{returning, b}))
		certain = certain || d.Block().Dominates(b)
	}
	if certain {
		return s // it has run
	}
	return s.union(e.content(addr, b, index))
}
