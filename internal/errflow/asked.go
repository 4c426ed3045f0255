package errflow

import (
	"go/types"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

// An Asked is what a condition asks of an error.
type Asked struct {
	Subject ssa.Value  // the error, without conversions
	Atoms   []Atom     // whether it is one of these, or
	Type    types.Type // of this type, or nil: whether it is nil, or what a predicate says
	Nil     bool       // whether it is nil
	Itself  bool       // it is the error itself that is asked for, not what it wraps
	Yes     bool       // the outcome of the condition that says yes
	// Cell is set where the atoms are in a table, whose rows they are in the order of: the error is asked whether it is
	// the one of the row that is chosen or, for a lookup, of any row.
	Cell flow.Cell
}

// Asks returns what a condition asks of errors, or a call does by the one of its results that is a bool.
func (m *Model) Asks(cond ssa.Value) []Asked {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Asked
	for _, g := range m.eng.condition(cond, true) {
		if g.kind == isTarget || g.kind == isPredicate && !m.eng.tells(g) {
			continue
		}
		g = m.eng.exactly(g)
		out = append(out, Asked{g.subject, g.atoms, g.typ, g.kind == isNil, g.itself, g.whenTrue, g.cell})
	}
	return out
}

// exactly is the guard that says what a predicate says, where its answer is yes for some errors that have names and for no others; g itself
// where that is not so. It is not for transfer functions.
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

// excluded is the patterns of the errors that the parameter of a predicate cannot be, given what it may be; none where it may not be
// whatever else.
func (e *engine) excluded(s Set, param int) []elemID {
	if s.opaque || len(s.elems) > 0 || len(s.refs) != 1 {
		return nil
	}
	if r := s.refs[0]; r.Param == param && r.Mode == ParamValue && r.form == isBare && r.only == 0 {
		return r.minus
	}
	return nil
}

// isOnly reports whether what a predicate says is that its parameter is what one of some patterns asks for.
func (e *engine) isOnly(s Set, patterns []elemID) bool {
	return !s.opaque && !s.Empty() && len(s.elems) == 0 && !slices.ContainsFunc(s.refs, func(r Ref) bool { return !slices.Contains(patterns, r.only) })
}

// IsA reports whether every error in which a is found is also one in which want is found: whether a is want, wraps it or has its type.
func (m *Model) IsA(a, want Atom) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.eng
	return slices.ContainsFunc(append(e.unwrapsTo(a), a), func(a Atom) bool {
		return a == want || e.is(a, want) && (a.Kind != Sentinel || e.isPlain(a))
	})
}

// unwrapsTo is the sentinels that every error of type a wraps, as its method Unwrap returns them.
func (e *engine) unwrapsTo(a Atom) []Atom {
	if tf := e.factOfType(a); tf != nil {
		return decodeAtoms(tf.Wraps)
	}
	return nil
}

// Also returns the atoms of which [Model.IsA] holds for a, a first, and in place of those that are names of one sentinel what [Model.Same] returns for them.
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

// Given returns what part r of a set stands for where the parameter is, or returns, s.
func (m *Model) Given(s Set, r Ref) Set {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.given(s, r, binding{})
}

// Excluded returns what conditions have excluded of parameter i of fn in s: patterns for [Model.Without], sorted. It
// is false if s does not speak of the parameter itself.
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

// Taken returns the patterns of the errors that what is asked takes: for [Model.Without], sorted.
func (m *Model) Taken(asked Asked) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.table.encodeAll(m.eng.patterns(guard{itself: asked.Itself}, asked.Atoms...), anyForm)
}

// Without returns the named errors of s that none of the patterns takes, as far as is known: not by what they are, nor by what they wrap
// or are wrapped in, nor by a method of theirs. Codes are left out.
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

// Takes reports whether one of the patterns takes an error in which a is found, or may do so.
func (m *Model) Takes(patterns []string, a Atom) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	ids := m.eng.table.decode(patterns, anyForm)
	return m.eng.matches(element{Atom: a}, ids) || m.eng.mayTake(ids, a)
}

// mayTake reports whether one of the patterns may take every error that is a by what its methods Is, As and Unwrap say, and not by what it
// is made of.
func (e *engine) mayTake(patterns []elemID, a Atom) bool {
	if e.mayAnswer(element{Atom: a}, patterns) {
		return true
	}
	wraps, tf := e.unwrapsTo(a), e.factOfType(a)
	return slices.ContainsFunc(wraps, func(b Atom) bool { return e.matches(element{Atom: b, form: isWrapped}, patterns) }) ||
		len(wraps) == 0 && tf != nil && tf.Unwraps && len(tf.Causes) == 0
}
