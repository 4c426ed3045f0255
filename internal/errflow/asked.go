package errflow

import (
	"go/types"
	"slices"

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

// Asks returns what a condition asks of errors.
func (m *Model) Asks(cond ssa.Value) []Asked {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Asked
	for _, g := range m.eng.condition(cond, true) {
		if g.kind == isPredicate && !m.eng.tells(g) {
			continue
		}
		out = append(out, Asked{g.subject, g.atoms, g.typ, g.kind == isNil, g.itself, g.whenTrue, g.cell})
	}
	return out
}

// IsA reports whether every error in which a is found is also one in which want is found: whether a is want, wraps it or has its type.
func (m *Model) IsA(a, want Atom) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return a == want || m.eng.is(a, want) && (a.Kind != Sentinel || m.eng.isPlain(a))
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
	return m.eng.given(s, r)
}

// Excluded returns what conditions have excluded of parameter i of fn in s: patterns for [Model.Without], sorted. It
// is false if s does not speak of the parameter itself.
func (s Set) Excluded(fn *ssa.Function, i int) (patterns []string, ok bool) {
	for _, r := range s.refs {
		if r.Fn == fn && r.Param == i && r.Mode == ParamValue && r.form == isBare {
			return s.table.encodeAll(r.minus, anyForm), true
		}
	}
	return nil, false
}

// Without returns the named errors of s that none of the patterns takes: not by what they are, nor by what they wrap or are
// wrapped in. Codes are left out.
func (m *Model) Without(s Set, patterns []string) []Atom {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.eng
	ids := e.table.decode(patterns, anyForm)
	taken := make(map[Atom]bool)
	for _, id := range s.elems {
		x := e.table.elems[id]
		if e.matches(x, ids) || e.within(x.in, ids) {
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

// Takes reports whether one of the patterns takes an error in which a is found.
func (m *Model) Takes(patterns []string, a Atom) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.matches(element{Atom: a}, m.eng.table.decode(patterns, anyForm))
}
