package errflow

import (
	"cmp"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Kind tells what an [Atom] names.
type Kind uint8

const (
	Sentinel Kind = iota + 1 // a package-level variable: io.EOF
	Type                     // a concrete error type: *fs.PathError
	Code                     // a code that a concrete error type gives: "not-found" of *apperr.Error
)

// An Atom is an error that has a name: what a caller can ask for with
// errors.Is (a sentinel), errors.As (a type), or by its code.
// Atoms are comparable, and independent of any one type-checking run.
type Atom struct {
	Kind Kind
	Pkg  string // import path of the package that declares Name
	Name string // of the variable or of the type
	Ptr  bool   // the error type is *Name rather than Name
	Code string // for Kind == Code: the code; Pkg and Name are then of the type that gives it
}

// String is the atom as its user writes it, with the whole import path:
// "io.EOF", "*io/fs.PathError", `"not-found" (*example.com/apperr.Error)`.
func (a Atom) String() string { return a.format(a.Pkg) }

// RelativeTo is the atom as it is written in package pkg: unqualified
// where pkg declares it, qualified by the last element of its path elsewhere.
func (a Atom) RelativeTo(pkg *types.Package) string {
	if pkg != nil && a.Pkg == pkg.Path() {
		return a.format("")
	}
	qualifier := a.Pkg[strings.LastIndexByte(a.Pkg, '/')+1:]
	if pkg != nil {
		for _, imp := range pkg.Imports() {
			if imp.Path() == a.Pkg {
				qualifier = imp.Name()
			}
		}
	}
	return a.format(qualifier)
}

func (a Atom) format(qualifier string) string {
	name := a.Name
	if qualifier != "" {
		name = qualifier + "." + name
	}
	if a.Ptr {
		name = "*" + name
	}
	if a.Kind == Code {
		return `"` + a.Code + `" (` + name + ")"
	}
	return name
}

// Exported reports whether code outside the atom's package can name it.
func (a Atom) Exported() bool { return token.IsExported(a.Name) }

func compareAtoms(a, b Atom) int {
	return cmp.Or(
		cmp.Compare(a.Pkg, b.Pkg),
		cmp.Compare(a.Name, b.Name),
		cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(btoi(a.Ptr), btoi(b.Ptr)),
	)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A Step is one link of a provenance: a place that an error passes on its way
// from where it is made to where it leaves, outermost first. The chain ends
// where the error is named, or where another package hands it over (facts
// carry no positions).
type Step struct {
	Pos  token.Pos
	What string // a clause: "calls load", "returns ErrNotFound"
	Next *Step
}

// All yields s and the steps after it.
func (s *Step) All() iter.Seq[*Step] {
	return func(yield func(*Step) bool) {
		for ; s != nil; s = s.Next {
			if !yield(s) {
				return
			}
		}
	}
}

// RefMode says what of a parameter a [Ref] stands for.
type RefMode uint8

const (
	ParamValue  RefMode = iota + 1 // the parameter's own error value (or its elements)
	ParamResult                    // what the parameter, a function, returns
)

// A Ref is the parametric part of a set: "whatever parameter i is", or
// "whatever parameter i returns", less some atoms that a guard has excluded.
type Ref struct {
	Fn    *ssa.Function // whose parameter; nil in a set that came as a fact
	Param int           // index into Fn.Params: the receiver, if any, is 0
	Mode  RefMode
	Minus []Atom // sorted
}

func compareRefs(a, b Ref) int {
	return cmp.Or(
		cmp.Compare(frameDepth(a.Fn), frameDepth(b.Fn)),
		cmp.Compare(a.Param, b.Param),
		cmp.Compare(a.Mode, b.Mode),
	)
}

// frameDepth orders the frames that one set can mention: a closure's
// and those of the functions around it, which all differ in depth.
func frameDepth(fn *ssa.Function) int {
	depth := 0
	for ; fn != nil; fn = fn.Parent() {
		depth++
	}
	return depth
}

type atomEntry struct {
	Atom
	via *Step
}

type refEntry struct {
	Ref
	via *Step
}

// A Set is an element of the lattice: the errors that a value may be, or may
// wrap. The zero Set is bottom: no error at all (nil, or unreachable).
// Sets are values; no operation changes its operands.
type Set struct {
	atoms  []atomEntry // sorted by compareAtoms
	refs   []refEntry  // sorted by compareRefs
	opaque bool
	why    *Step // one reason for opaque
}

// Empty reports whether s is bottom.
func (s Set) Empty() bool { return len(s.atoms) == 0 && len(s.refs) == 0 && !s.opaque }

// Opaque reports whether s may hold errors that have no name: fresh ones, and
// those of callees that are not known.
func (s Set) Opaque() bool { return s.opaque }

// Why is a provenance of the opaque bit, nil where s is not opaque.
func (s Set) Why() *Step { return s.why }

// Atoms yields the named errors of s, sorted, each with its provenance.
func (s Set) Atoms() iter.Seq2[Atom, *Step] {
	return func(yield func(Atom, *Step) bool) {
		for _, e := range s.atoms {
			if !yield(e.Atom, e.via) {
				return
			}
		}
	}
}

// Refs yields the parametric parts of s, sorted.
func (s Set) Refs() iter.Seq[Ref] {
	return func(yield func(Ref) bool) {
		for _, e := range s.refs {
			if !yield(e.Ref) {
				return
			}
		}
	}
}

// Has reports whether a is one of the named errors of s.
func (s Set) Has(a Atom) bool {
	_, ok := slices.BinarySearchFunc(s.atoms, a, func(e atomEntry, a Atom) int { return compareAtoms(e.Atom, a) })
	return ok
}

// Via is the provenance of a in s, nil if s has no such atom.
func (s Set) Via(a Atom) *Step {
	i, ok := slices.BinarySearchFunc(s.atoms, a, func(e atomEntry, a Atom) int { return compareAtoms(e.Atom, a) })
	if !ok {
		return nil
	}
	return s.atoms[i].via
}

// String lists the set for tests and debugging: "{io.EOF *fs.PathError param 1 opaque}".
func (s Set) String() string {
	var parts []string
	for _, e := range s.atoms {
		parts = append(parts, e.String())
	}
	for _, e := range s.refs {
		parts = append(parts, e.String())
	}
	if s.opaque {
		parts = append(parts, "opaque")
	}
	return "{" + strings.Join(parts, " ") + "}"
}

func (r Ref) String() string {
	var b strings.Builder
	if r.Mode == ParamResult {
		b.WriteString("result of ")
	}
	b.WriteString("param ")
	b.WriteString(strconv.Itoa(r.Param))
	if r.Fn != nil && r.Param < len(r.Fn.Params) {
		b.WriteString(" " + r.Fn.Params[r.Param].Name())
	}
	for i, a := range r.Minus {
		if i == 0 {
			b.WriteString(" less")
		}
		b.WriteString(" " + a.String())
	}
	return b.String()
}

func atomSet(a Atom, via *Step) Set { return Set{atoms: []atomEntry{{a, via}}} }
func refSet(r Ref, via *Step) Set   { return Set{refs: []refEntry{{r, via}}} }
func opaqueSet(why *Step) Set       { return Set{opaque: true, why: why} }

// union is the least upper bound. Where both have an error, s's provenance
// stays: a chain, once found, does not change as the fixpoint grows.
func (s Set) union(t Set) Set {
	if t.Empty() {
		return s
	}
	if s.Empty() {
		return t
	}
	u := Set{opaque: s.opaque || t.opaque, why: s.why}
	if !s.opaque {
		u.why = t.why
	}
	u.atoms = mergeSorted(s.atoms, t.atoms,
		func(a, b atomEntry) int { return compareAtoms(a.Atom, b.Atom) },
		func(a, _ atomEntry) atomEntry { return a })
	u.refs = mergeSorted(s.refs, t.refs,
		func(a, b refEntry) int { return compareRefs(a.Ref, b.Ref) },
		func(a, b refEntry) refEntry {
			a.Minus = intersectAtoms(a.Minus, b.Minus)
			return a
		})
	return u
}

// mergeSorted merges two sorted slices; join decides what stands for two equal
// elements. It returns xs itself where ys adds nothing.
func mergeSorted[E any](xs, ys []E, compare func(a, b E) int, join func(a, b E) E) []E {
	if len(ys) == 0 {
		return xs
	}
	if len(xs) == 0 {
		return ys
	}
	out := make([]E, 0, len(xs)+len(ys))
	i, j := 0, 0
	for i < len(xs) && j < len(ys) {
		switch c := compare(xs[i], ys[j]); {
		case c < 0:
			out = append(out, xs[i])
			i++
		case c > 0:
			out = append(out, ys[j])
			j++
		default:
			out = append(out, join(xs[i], ys[j]))
			i++
			j++
		}
	}
	out = append(out, xs[i:]...)
	return append(out, ys[j:]...)
}

func intersectAtoms(a, b []Atom) []Atom {
	var out []Atom
	for _, x := range a {
		if slices.Contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

// leq reports whether s adds nothing to t.
func (s Set) leq(t Set) bool {
	if s.opaque && !t.opaque {
		return false
	}
	for _, e := range s.atoms {
		if !t.Has(e.Atom) {
			return false
		}
	}
	for _, e := range s.refs {
		i, ok := slices.BinarySearchFunc(t.refs, e, func(a, b refEntry) int { return compareRefs(a.Ref, b.Ref) })
		if !ok || len(intersectAtoms(t.refs[i].Minus, e.Minus)) != len(t.refs[i].Minus) {
			return false
		}
	}
	return true
}

// keep is the set of the errors for which pred holds, with neither refs nor
// the opaque bit.
func (s Set) keep(pred func(Atom) bool) Set {
	var out Set
	for _, e := range s.atoms {
		if pred(e.Atom) {
			out.atoms = append(out.atoms, e)
		}
	}
	return out
}

// without removes the atoms that match; excluded is what is noted in the refs
// as not being among them.
func (s Set) without(match func(Atom) bool, excluded []Atom) Set {
	out := Set{opaque: s.opaque, why: s.why}
	for _, e := range s.atoms {
		if !match(e.Atom) {
			out.atoms = append(out.atoms, e)
		}
	}
	for _, e := range s.refs {
		e.Minus = unionAtoms(e.Minus, excluded)
		out.refs = append(out.refs, e)
	}
	return out
}

func unionAtoms(a, b []Atom) []Atom {
	out := slices.Concat(a, b)
	slices.SortFunc(out, compareAtoms)
	return slices.Compact(out)
}

// mapSteps puts a step before every provenance in s.
func (s Set) mapSteps(pos token.Pos, what string) Set {
	out := Set{opaque: s.opaque}
	if s.opaque {
		out.why = &Step{pos, what, s.why}
	}
	out.atoms = make([]atomEntry, len(s.atoms))
	for i, e := range s.atoms {
		out.atoms[i] = atomEntry{e.Atom, &Step{pos, what, e.via}}
	}
	out.refs = make([]refEntry, len(s.refs))
	for i, e := range s.refs {
		out.refs[i] = refEntry{e.Ref, &Step{pos, what, e.via}}
	}
	return out
}
