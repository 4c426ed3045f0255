package errflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// This file is about variables that live in memory because a closure captures
// them or their address is taken: above all a named result that a deferred function looks
// at or changes. SSA has no values for them, so their content is looked for backwards, from
// the load to the stores that reach it, through the blocks in between.

// isCell reports whether addr is the address of a variable that holds an error.
func isCell(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		t := deref(addr.Type())
		return IsError(t) && !isStruct(t)
	}
	return false
}

func indexOf(instr ssa.Instruction) int {
	return slices.Index(instr.Block().Instrs, instr)
}

// content is the errors that variable addr may hold before instruction index of block b.
func (ev *eval) content(addr ssa.Value, b *ssa.BasicBlock, index int) Set {
	return ev.contentOn(way{}, addr, b, index)
}

// A way is how control came to leave the function that deferred the one that is looked at.
// The zero way is any.
type way struct {
	outcome outcome
	from    *ssa.BasicBlock // the block that it returned in; nil for any
}

type outcome uint8

const (
	anyOutcome outcome = iota
	returning          // it returned: recover returns nil
	panicking          // it panicked
)

// contentOn is content, on one way.
func (ev *eval) contentOn(w way, addr ssa.Value, b *ssa.BasicBlock, index int) Set {
	return ev.memo(evalKey{node: node{addr, ""}, block: b, kind: atPoint, index: index, way: w}, func() Set {
		var s Set
		for i := index - 1; i >= 0; i-- {
			switch instr := b.Instrs[i].(type) {
			case *ssa.Store:
				if instr.Addr == addr {
					return s.union(ev.at(node{instr.Val, ""}, b))
				}
			case *ssa.RunDefers:
				return s.union(ev.afterDefers(addr, b, i))
			case *ssa.MakeClosure:
				if !onlyDeferred(instr) {
					s = s.union(ev.storedIn(addr, instr.Fn.(*ssa.Function)))
				}
			case ssa.CallInstruction:
				if _, deferred := instr.(*ssa.Defer); deferred {
					continue // its effect is where the deferred calls are run
				}
				s = s.union(ev.changedBy(addr, instr))
			}
		}
		return s.union(ev.contentOnEntry(w, addr, b))
	})
}

// contentOnEntry is the errors that variable addr may hold when control enters b.
func (ev *eval) contentOnEntry(w way, addr ssa.Value, b *ssa.BasicBlock) Set {
	fn := b.Parent()
	if len(b.Preds) == 0 {
		if b == fn.Recover {
			return ev.afterPanic(addr, fn)
		}
		if fv, ok := addr.(*ssa.FreeVar); ok {
			return ev.captured(fv, w)
		}
		return Set{} // its zero value
	}
	var s Set
	for _, pred := range b.Preds {
		onEdge := w
		switch r := recovered(pred, b); {
		case r == anyOutcome:
		case w.outcome == anyOutcome:
			onEdge.outcome = r
		case w.outcome != r:
			continue // not on this way
		}
		in := ev.contentOn(onEdge, addr, pred, len(pred.Instrs))
		gs, outcome := ev.e.guardsOf(pred, b)
		for _, g := range gs {
			if loadsLast(g.subject, addr, pred) {
				in = ev.e.apply(g, in, outcome)
			}
		}
		s = s.union(in)
	}
	return s
}

// recovered is the outcome on which control goes from block b to succ, where b asks for it: by
// comparing the result of recover with nil.
func recovered(b, succ *ssa.BasicBlock) outcome {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || b.Succs[0] == b.Succs[1] {
		return anyOutcome
	}
	cmp, ok := cond.Cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ || !isNilConst(cmp.Y) {
		return anyOutcome
	}
	call, ok := cmp.X.(*ssa.Call)
	if !ok {
		return anyOutcome
	}
	if builtin, ok := call.Call.Value.(*ssa.Builtin); !ok || builtin.Name() != "recover" {
		return anyOutcome
	}
	if (cmp.Op == token.EQL) == (succ == b.Succs[0]) {
		return returning
	}
	return panicking
}

// loadsLast reports whether v is what addr holds at the end of b: a load of it
// there, with no store behind it.
func loadsLast(v, addr ssa.Value, b *ssa.BasicBlock) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.X != addr || load.Block() != b {
		return false
	}
	for _, instr := range b.Instrs[indexOf(load):] {
		if st, ok := instr.(*ssa.Store); ok && st.Addr == addr {
			return false
		}
	}
	return true
}

// changedBy is the errors that a call may put in variable addr: by a
// function literal that is called or handed over and assigns it, or through its address.
func (ev *eval) changedBy(addr ssa.Value, call ssa.CallInstruction) Set {
	var s Set
	for _, op := range call.Operands(nil) {
		if *op == nil {
			continue
		}
		if mc, ok := (*op).(*ssa.MakeClosure); ok {
			s = s.union(ev.storedIn(addr, mc.Fn.(*ssa.Function)))
		}
		if Strip(*op) == addr {
			if fn := Callee(call.Common()); fn != nil && fn.Name() == "As" && call.Common().StaticCallee() != nil {
				s = s.union(ev.e.concreteOrOpaque(deref(addr.Type()), call.Pos()))
				continue
			}
			s = s.union(opaqueSet(&Step{Pos: call.Pos(), What: "is assigned through its address"}))
		}
	}
	return s
}

// storedIn is what closure fn, or a literal within it, stores in variable addr.
func (ev *eval) storedIn(addr ssa.Value, fn *ssa.Function) Set {
	base, _ := ev.e.m.flow.decompose(addr)
	var s Set
	for _, st := range ev.e.m.flow.stores[base] {
		if st.at == "" && encloses(fn, st.instr.Parent()) {
			s = s.union(ev.at(node{st.val, ""}, st.instr.Block()))
		}
	}
	return s
}

// insensitive is all that is ever stored in variable addr.
func (ev *eval) insensitive(addr ssa.Value) Set {
	base, p := ev.e.m.flow.decompose(addr)
	var s Set
	for _, src := range ev.e.m.flow.stored(base, p) {
		s = s.union(ev.at(src.node, src.block))
	}
	return s
}

// captured is the errors that a captured variable may hold when the closure
// is entered. Of a function that is only ever deferred it is known when that is: after
// the body, and among the other deferred ones.
func (ev *eval) captured(fv *ssa.FreeVar, w way) Set {
	bindings := ev.e.m.flow.bound[fv]
	if len(bindings) != 1 {
		return ev.insensitive(fv).union(ev.unbound(fv))
	}
	addr := bindings[0]
	closure, parent := fv.Parent(), fv.Parent().Parent()
	mc := closureOf(closure, parent)
	if mc == nil || !onlyDeferred(mc) {
		return ev.insensitive(fv)
	}
	own := deferOf(mc)
	var later []*ssa.Defer // those deferred after it, which run before it
	for _, d := range ev.e.assigningDefers(parent, addr) {
		if d.Call.Value != mc && (own == nil || !precedes(d, own)) {
			later = append(later, d)
		}
	}
	var s Set
	if w.outcome != panicking {
		for _, b := range parent.Blocks {
			if w.from != nil && w.from != b {
				continue
			}
			for i, instr := range b.Instrs {
				if _, ok := instr.(*ssa.RunDefers); !ok {
					continue
				}
				if !slices.ContainsFunc(later, func(d *ssa.Defer) bool { return own != nil && precedes(own, d) && d.Block().Dominates(b) }) {
					s = s.union(ev.content(addr, b, i))
				}
			}
		}
	}
	if w.outcome != returning && Recovers(parent) {
		s = s.union(ev.insensitive(fv))
	}
	for _, d := range later {
		s = s.union(ev.exit(d.Call.Value.(*ssa.MakeClosure), addr, w))
	}
	return s
}

func (ev *eval) unbound(fv *ssa.FreeVar) Set {
	if len(ev.e.m.flow.bound[fv]) == 0 {
		return opaqueSet(&Step{Pos: fv.Pos(), What: "returns an error of unknown origin"})
	}
	return Set{}
}

func closureOf(fn, parent *ssa.Function) *ssa.MakeClosure {
	for _, b := range parent.Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fn {
				return mc
			}
		}
	}
	return nil
}

// deferOf is the one defer of a closure that is only ever deferred; nil if there are several.
func deferOf(mc *ssa.MakeClosure) *ssa.Defer {
	if refs := *mc.Referrers(); len(refs) == 1 {
		d, _ := refs[0].(*ssa.Defer)
		return d
	}
	return nil
}

// precedes reports whether d is deferred before e whenever e is, and hence runs after
// it. It says nothing of those in loops.
func precedes(d, e *ssa.Defer) bool {
	if inLoop(d.Block()) || inLoop(e.Block()) {
		return false
	}
	if d.Block() == e.Block() {
		return indexOf(d) < indexOf(e)
	}
	return d.Block().Dominates(e.Block())
}

// inLoop reports whether control can come back to b.
func inLoop(b *ssa.BasicBlock) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(*ssa.BasicBlock) bool
	visit = func(c *ssa.BasicBlock) bool {
		for _, succ := range c.Succs {
			if succ == b {
				return true
			}
			if !seen[succ] {
				seen[succ] = true
				if visit(succ) {
					return true
				}
			}
		}
		return false
	}
	return visit(b)
}

func onlyDeferred(mc *ssa.MakeClosure) bool {
	for _, ref := range *mc.Referrers() {
		if d, ok := ref.(*ssa.Defer); !ok || d.Call.Value != mc {
			return false
		}
	}
	return true
}

// exit is the errors that variable addr may hold when a closure that captures
// it, deferred by a function that is left on way w, returns; bottom if it does not capture it.
func (ev *eval) exit(mc *ssa.MakeClosure, addr ssa.Value, w way) Set {
	i := slices.Index(mc.Bindings, addr)
	if i < 0 {
		return Set{}
	}
	fn := mc.Fn.(*ssa.Function)
	if fn.Blocks == nil || i >= len(fn.FreeVars) {
		return Set{}
	}
	fv := fn.FreeVars[i]
	return ev.memo(evalKey{node: node{fv, ""}, block: fn.Blocks[0], kind: closureExit, way: w}, func() Set {
		var s Set
		for ret := range Returns(fn) {
			s = s.union(ev.contentOn(w, fv, ret.Block(), len(ret.Block().Instrs)))
		}
		return s
	})
}

// afterPanic is the errors that variable addr, of a function that has recovered from a panic, holds
// when the function returns: what the deferred functions leave in it or, where
// none of them certainly assigns it, whatever it held when the panic came.
func (ev *eval) afterPanic(addr ssa.Value, fn *ssa.Function) Set {
	assign := ev.e.assigningDefers(fn, addr)
	certain := false
	var s Set
	for _, d := range lastToRun(assign) {
		mc := d.Call.Value.(*ssa.MakeClosure)
		s = s.union(ev.exit(mc, addr, way{outcome: panicking}))
		// The one that recovers has run; one deferred at the start has, too.
		certain = certain || callsRecover(mc.Fn.(*ssa.Function)) || d.Block() == fn.Blocks[0]
	}
	if certain {
		return s
	}
	return s.union(ev.insensitive(addr))
}

// lastToRun is those of some defers that may run last: before which none of the others is deferred.
func lastToRun(defers []*ssa.Defer) []*ssa.Defer {
	return slices.DeleteFunc(slices.Clone(defers), func(d *ssa.Defer) bool {
		return slices.ContainsFunc(defers, func(e *ssa.Defer) bool { return e != d && precedes(e, d) })
	})
}

// afterDefers is the errors that variable addr may hold once the deferred
// calls, which instruction index of b runs, are done.
func (ev *eval) afterDefers(addr ssa.Value, b *ssa.BasicBlock, index int) Set {
	fn := b.Parent()
	var s Set
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			d, ok := instr.(*ssa.Defer)
			if !ok {
				continue
			}
			if mc, ok := d.Call.Value.(*ssa.MakeClosure); ok && slices.Contains(mc.Bindings, addr) {
				continue
			}
			for _, arg := range d.Call.Args {
				if Strip(arg) == addr {
					s = s.union(opaqueSet(&Step{Pos: d.Pos(), What: "is assigned by a deferred call"}))
				}
			}
		}
	}
	// The one that is deferred first runs last, and has the last word.
	certain := false
	for _, d := range lastToRun(ev.e.assigningDefers(fn, addr)) {
		s = s.union(ev.exit(d.Call.Value.(*ssa.MakeClosure), addr, way{returning, b}))
		certain = certain || d.Block().Dominates(b)
	}
	if certain {
		return s // it has run
	}
	return s.union(ev.content(addr, b, index))
}

// assigningDefers is the defers in fn of closures that store in variable addr, in the order of the code.
func (e *engine) assigningDefers(fn *ssa.Function, addr ssa.Value) []*ssa.Defer {
	var out []*ssa.Defer
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			d, ok := instr.(*ssa.Defer)
			if !ok {
				continue
			}
			mc, ok := d.Call.Value.(*ssa.MakeClosure)
			if ok && slices.Contains(mc.Bindings, addr) && e.m.flow.assigns(mc.Fn.(*ssa.Function), addr) {
				out = append(out, d)
			}
		}
	}
	return out
}

// assigns reports whether fn, or a literal within it, stores in variable addr.
func (x *flowIndex) assigns(fn *ssa.Function, addr ssa.Value) bool {
	base, _ := x.decompose(addr)
	for _, st := range x.stores[base] {
		if st.at == "" && encloses(fn, st.instr.Parent()) {
			return true
		}
	}
	return false
}
