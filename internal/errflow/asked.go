package errflow

import (
	"go/types"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

// An Asked is what a condition asks about an error.
type Asked struct {
	Subject ssa.Value  // the error, stripped of conversions
	Atoms   []Atom     // whether the error is one of these, or
	Type    types.Type // of this type; nil if it is asked about nil, or by a predicate
	Nil     bool       // whether the error is nil
	Itself  bool       // about the error itself, not what it wraps
	Yes     bool       // the outcome of the condition that means yes
	// Cell is set where the atoms are in a table, in the order of its rows. The condition asks whether the error is the
	// atom in the chosen row or, for a lookup, in any row.
	Cell flow.Cell
}

// Asks returns what a condition asks about errors. The condition may be a call whose result asks, by the one of its
// results that is a bool.
func (m *Model) Asks(cond ssa.Value) []Asked {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Asked
	for _, g := range m.eng.condition(cond) {
		if g.kind == isTarget || g.kind == isPredicate && !m.eng.tells(g) {
			continue
		}
		g = m.eng.exactly(g)
		out = append(out, Asked{g.subject, g.atoms, g.typ, g.kind == isNil, g.itself, g.whenTrue, g.cell})
	}
	return out
}

// exactly returns the guard that a predicate amounts to, if the predicate says yes for certain named errors and for no
// others. Otherwise it returns g. It is not for use in transfer functions.
func (e *engine) exactly(g guard) guard {
	if g.kind != isPredicate {
		return g
	}
	for _, yes := range []bool{true, false} {
		out := g
		out.whenTrue = g.whenTrue == yes
		patterns := e.excluded(e.says(g.pred, !yes), g.pred.param)
		if len(patterns) == 0 || !e.isOnly(e.says(g.pred, yes), patterns) {
			continue
		}
		out.itself = e.table.elems[patterns[0]].form == isBare
		for _, id := range patterns {
			if p := e.table.elems[id]; p.Code == asValue && p.Kind == target && len(patterns) == 1 {
				if i, err := strconv.Atoi(p.Name); err == nil && i < len(g.by.args) {
					if c, ok := e.m.CellOf(g.by.args[i]); ok {
						out.kind = isOneOf
						if gs := e.inTable(c, out); gs != nil {
							return gs[0]
						}
					}
				}
			}
			ids, of, ok := e.bound(id, g.by)
			if !ok || of != nil || (e.table.elems[id].form == isBare) != out.itself {
				return g
			}
			for _, id := range ids {
				out.atoms = append(out.atoms, e.table.elems[id].Atom)
			}
		}
		slices.SortFunc(out.atoms, CompareAtoms)
		out.atoms = slices.Compact(out.atoms)
		if !slices.ContainsFunc(out.atoms, func(a Atom) bool { return a.Kind != Sentinel }) {
			out.kind = isAtom
			return out
		}
		if tn, ok := e.m.Object(out.atoms[0]).(*types.TypeName); ok && len(out.atoms) == 1 && out.atoms[0].Kind == Type {
			out.kind, out.typ = isType, tn.Type()
			if out.atoms[0].Ptr {
				out.typ = types.NewPointer(out.typ)
			}
			out.atoms = nil
			return out
		}
	}
	return g
}

// excluded returns the patterns of the errors that the parameter of a predicate cannot be, given the set of what it may
// be. It returns none if the set contains anything besides the parameter.
func (e *engine) excluded(s Set, param int) []elemID {
	if s.opaque || len(s.elems) > 0 || len(s.refs) != 1 {
		return nil
	}
	if r := s.refs[0]; r.Param == param && r.Mode == ParamValue && r.form == isBare && r.only == 0 {
		return r.minus
	}
	return nil
}

// isOnly reports whether set s of a predicate says that its parameter matches one of some patterns.
func (e *engine) isOnly(s Set, patterns []elemID) bool {
	return !s.opaque && !s.Empty() && len(s.elems) == 0 && !slices.ContainsFunc(s.refs, func(r Ref) bool { return !slices.Contains(patterns, r.only) })
}

// IsA reports whether every error that contains a also contains want: whether a is want, wraps it or has its type.
func (m *Model) IsA(a, want Atom) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.eng
	return slices.ContainsFunc(append(e.unwrapsTo(a), a), func(a Atom) bool {
		return a == want || e.is(a, want) && (a.Kind != Sentinel || e.isPlain(a))
	})
}

// unwrapsTo returns the sentinels that every error of type a wraps, because its Unwrap method returns them.
func (e *engine) unwrapsTo(a Atom) []Atom {
	if tf := e.factOfType(a); tf != nil {
		return decodeAtoms(tf.Wraps)
	}
	return nil
}

// Also returns the atoms for which [Model.IsA] holds for a, beginning with a. For sentinels, what [Model.Same] returns
// is among them.
func (m *Model) Also(a Atom) []Atom {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.eng
	out := append([]Atom{a}, e.unwrapsTo(a)...)
	for _, a := range out {
		switch a.Kind {
		case Code, ParamCode, UnknownCode:
			out = append(out, Atom{Kind: Type, Pkg: a.Pkg, Name: a.Name, Ptr: a.Ptr})
		case Sentinel:
			if !e.isPlain(a) {
				continue
			}
			out = append(append(out, e.same(a)), slices.SortedFunc(maps.Keys(e.wrappedBy(a)), CompareAtoms)...)
			if obj, ok := m.Object(a).(*types.Var); ok {
				if t, ok := typeAtom(obj.Type()); ok {
					out = append(out, t)
				}
			}
		}
	}
	return out
}

// ErrorsAlong returns the errors that v may be when control goes from block b to succ.
func (m *Model) ErrorsAlong(v ssa.Value, b, succ *ssa.BasicBlock) Set {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.along(whole(v), b, succ)
}

// Given returns what part r of a set stands for if the parameter is, or returns, s.
func (m *Model) Given(s Set, r Ref) Set {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.given(s, r, binding{})
}

// Excluded returns what conditions have excluded of parameter i of fn in s, as sorted patterns for [Model.Without]. ok
// is false if s does not contain the parameter itself.
func (s Set) Excluded(fn *ssa.Function, i int) (patterns []string, ok bool) {
	var minus []elemID
	for _, r := range s.refs {
		if r.Fn == fn && r.Param == i && r.Mode == ParamValue && r.form == isBare {
			if !ok {
				minus = r.minus
			}
			minus, ok = intersectIDs(minus, r.minus), true
		}
	}
	if !ok {
		return nil, false
	}
	return s.table.encodeAll(minus, anyForm), true
}

// Taken returns the patterns of the errors for which the answer to asked is yes, sorted, for [Model.Without].
func (m *Model) Taken(asked Asked) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.table.encodeAll(m.eng.patterns(guard{itself: asked.Itself}, asked.Atoms...), anyForm)
}

// Without returns the named errors of s that match none of the patterns, as far as is known: neither by what they are,
// nor by what they wrap or are wrapped in, nor by their methods. Codes are left out.
func (m *Model) Without(s Set, patterns []string) []Atom {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.eng
	ids := e.table.decode(patterns, anyForm)
	taken := make(map[Atom]bool)
	for _, id := range s.elems {
		x := e.table.elems[id]
		if e.matches(x, ids) || e.within(x.in, ids) || e.mayTake(ids, x.Atom) {
			taken[x.Atom] = true
			if x.in != 0 {
				taken[e.table.elems[x.in].Atom] = true
			}
		}
	}
	var out []Atom
	for _, a := range e.table.atoms(s.elems) {
		if a.Kind != Code && !taken[a] && !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}

// Takes reports whether an error that contains a matches one of the patterns, or may match it.
func (m *Model) Takes(patterns []string, a Atom) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	ids := m.eng.table.decode(patterns, anyForm)
	return m.eng.matches(element{Atom: a}, ids) || m.eng.mayTake(ids, a)
}

// mayTake reports whether errors that are a may match one of the patterns through their methods Is, As and Unwrap,
// rather than by what they are made of.
func (e *engine) mayTake(patterns []elemID, a Atom) bool {
	if e.mayAnswer(element{Atom: a}, patterns) {
		return true
	}
	wraps, tf := e.unwrapsTo(a), e.factOfType(a)
	return slices.ContainsFunc(wraps, func(b Atom) bool { return e.matches(element{Atom: b, form: isWrapped}, patterns) }) ||
		len(wraps) == 0 && tf != nil && tf.Unwraps && len(tf.Causes) == 0
}
