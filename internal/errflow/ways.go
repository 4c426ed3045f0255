package errflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

// A Way is how an error gets into what a function returns, within this function: from where it is named or made or, if
// another function returns it, from the call of that function.
type Way struct {
	First *Step         // outermost first, beginning with the return; conditions on the way have steps too
	From  *types.Func   // the function that returns the error, of any package
	Lit   *ssa.Function // the same, if it is a function literal of the package
	Part  Part          // the part of what that function returns
}

// What is told of one error in one function is bounded.
const (
	maxWaysOut = 32   // ways
	maxLooked  = 4000 // values that are searched for them
)

// Ways returns the ways of a part of what fn returns (for [PartAtom], of one of the errors), the shortest first. There
// is one for each place where an error is named or made, and for each call that returns one, up to a bound. The ways of
// all functions together are the provenance of everything: each way continues in the ways of the function that it comes
// from.
func (m *Model) Ways(fn *ssa.Function, part Part, a Atom) []Way {
	return m.ways(resultKeys(fn, nil), fn, part, a)
}

// WaysTo is Ways for the errors that v may be when control is in block b, as for [Model.ErrorsAt].
func (m *Model) WaysTo(v ssa.Value, b *ssa.BasicBlock, part Part, a Atom) []Way {
	return m.ways([]evalKey{{node: m.eng.errorsIn(v), block: b, kind: answer}}, nil, part, a)
}

func (m *Model) ways(keys []evalKey, of *ssa.Function, part Part, a Atom) []Way {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.eng
	crosses := func(t *trail) bool { return t.key.kind == resultOfFn && t.key.P == nil && t.key.V != of }
	var out []Way
	for t := range e.trails(keys, a, part, maxLooked, crosses) {
		w := Way{First: e.steps(t), Part: t.want}
		if last(t.via).key != nil {
			callee := t.key.V.(*ssa.Function)
			if w.From, _ = callee.Object().(*types.Func); w.From == nil {
				w.Lit = callee
			}
		} else {
			w.From = handsOver(t.links())
		}
		if !slices.ContainsFunc(out, func(o Way) bool {
			return o.From == w.From && o.Lit == w.Lit && o.Part == w.Part && sameEnd(o.First, w.First)
		}) {
			if out = append(out, w); len(out) == maxWaysOut {
				break
			}
		}
	}
	e.trim()
	return out
}

// handsOver returns the function of another package that a way ends in, nil if there is none.
func handsOver(links []*link) *types.Func {
	for _, l := range slices.Backward(links) {
		switch l.act {
		case Leaves:
			continue
		case Calls, CallsUnknown, CallsUndocumented:
			switch of := l.of.(type) {
			case *types.Func:
				return of
			case *ssa.Function:
				fn, _ := of.Object().(*types.Func)
				return fn
			}
		}
		return nil
	}
	return nil
}

// sameEnd reports whether two ways end at the same place.
func sameEnd(a, b *Step) bool {
	end := func(s *Step) token.Pos {
		var pos token.Pos
		for ; s != nil; s = s.Next {
			if s.Pos.IsValid() {
				pos = s.Pos
			}
		}
		return pos
	}
	return end(a) == end(b)
}

// A Condition asks which error a value is: by errors.Is, errors.As, errors.AsType, a comparison, a type switch, a type
// assertion, or a function that asks in one of these ways.
type Condition struct {
	Pos     token.Pos
	Atom    Atom
	Subject ssa.Value // stripped of conversions
	Never   bool      // all errors that the subject may be are known, and none of them is the one that is asked for, or may have its value
}

// Conditions returns the conditions of fn that ask about errors, in the order of its blocks.
func (m *Model) Conditions(fn *ssa.Function) []Condition {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.eng
	var out []Condition
	for _, b := range fn.Blocks {
		if len(b.Succs) != 2 {
			continue
		}
		gs, _ := e.guardsOf(b, b.Succs[0])
		for _, g := range gs {
			var atoms []Atom
			switch g = e.exactly(g); g.kind {
			case isAtom:
				if g.cell.Table == nil {
					atoms = g.atoms
				}
			case isType:
				if a, ok := typeAtom(g.typ); ok && !types.IsInterface(g.typ) {
					atoms = []Atom{a}
				}
			case isPredicate:
				atoms = e.asksFor(g)
			}
			if len(atoms) == 0 {
				continue
			}
			in := e.get(evalKey{node: whole(g.subject), block: b, kind: answer})
			for _, a := range atoms {
				c := Condition{Pos: condPos(b), Atom: a, Subject: g.subject}
				one := g
				if g.kind == isAtom {
					one.atoms = []Atom{a}
				}
				c.Never = !in.Empty() && in.Known() && (a.Kind != Sentinel || e.isPlain(a)) && e.apply(one, in, g.whenTrue).Empty()
				out = append(out, c)
			}
		}
	}
	e.trim()
	return out
}

// asksFor returns errors such that a predicate says yes only if its argument is one of them. It may say no to them as
// well: errors.As(err, &e) && e.Temporary.
func (e *engine) asksFor(g guard) []Atom {
	yes := e.says(g.pred, true)
	var atoms []Atom
	for _, r := range yes.refs {
		ids, of, ok := e.bound(r.only, g.by)
		if r.only == 0 || !ok || of != nil {
			return nil
		}
		atoms = append(atoms, e.table.atoms(ids)...)
	}
	if yes.opaque {
		return nil
	}
	slices.SortFunc(atoms, CompareAtoms)
	return slices.Compact(atoms)
}

// condPos returns the position of the condition at the end of block b.
func condPos(b *ssa.BasicBlock) token.Pos {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return token.NoPos
	}
	v := cond.Cond
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			if x.Op == token.NOT {
				v = x.X
				continue
			}
		case *ssa.Extract:
			v = x.Tuple
			continue
		}
		return v.Pos()
	}
}

// HandedBy returns the functions whose results v may be, through calls in the function that v is in.
func (m *Model) HandedBy(v ssa.Value) []*types.Func {
	var out []*types.Func
	for _, o := range m.Origins(v, flow.OriginOptions{Local: true, NoCalls: true}) {
		call := o.Call()
		if call == nil {
			continue
		}
		fns := []*types.Func{flow.Callee(call.Common())}
		if targets, complete := m.Callees(call.Common()); complete {
			fns = nil
			for _, t := range targets {
				fn, _ := t.Fn.Object().(*types.Func)
				fns = append(fns, fn)
			}
		}
		for _, fn := range fns {
			if fn != nil && !slices.Contains(out, fn.Origin()) {
				out = append(out, fn.Origin())
			}
		}
	}
	return out
}
