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

// A Kind says what an [Atom] names.
type Kind uint8

const (
	Sentinel Kind = iota + 1 // a package-level variable: io.EOF
	Type                     // a concrete error type: *fs.PathError
	Code                     // a code that a concrete error type provides: "not-found" of *apperr.Error

	ParamCode   // the code in a parameter, whose index is in Code; see [Set.OtherCodes]
	UnknownCode // an unknown code of a type; see [Set.OtherCodes]

	target // in patterns: what a parameter names, which the callers of the function know; see target.go
)

// An Atom is an error with a name: what a caller can ask for with errors.Is (a sentinel), with errors.As (a type), or
// by its code. Atoms are comparable, and do not depend on a type-checking run.
type Atom struct {
	Kind Kind
	Pkg  string // import path of the package that declares Name
	Name string // of the variable or of the type
	Ptr  bool   // the error type is *Name rather than Name
	Code string // for Kind == Code: the code. Pkg and Name are then of the type that provides it, or empty if only a doc comment names the code
}

// String returns the atom as users write it, with the whole import path: "io.EOF", "*io/fs.PathError", `"not-found"
// (*example.com/apperr.Error)`.
func (a Atom) String() string { return a.format(a.Pkg) }

// IsSignal reports whether the error is not a failure but tells a function of the standard library what to do. It has
// to be returned unwrapped.
func (a Atom) IsSignal() bool {
	switch a.Pkg {
	case "io/fs", "path/filepath":
		return a.Name == "SkipDir" || a.Name == "SkipAll"
	case "database/sql/driver":
		return a.Name == "ErrBadConn" || a.Name == "ErrSkip" || a.Name == "ErrRemoveArgument"
	case "net/http":
		return a.Name == "ErrAbortHandler" || a.Name == "ErrUseLastResponse"
	}
	return false
}

// RelativeTo returns the atom as it is written in package pkg: unqualified if pkg declares it, otherwise qualified by
// the name of its package.
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
	switch {
	case a.Kind == target:
		return a.Code + " param " + a.Name
	case a.Kind == ParamCode:
		return "code param " + a.Code + " (" + name + ")"
	case a.Kind == UnknownCode:
		return "some code (" + name + ")"
	case a.Kind == Code && a.Name == "":
		return `"` + a.Code + `"`
	case a.Kind == Code:
		return `"` + a.Code + `" (` + name + ")"
	}
	return name
}

// Exported reports whether code outside the atom's package can name it.
func (a Atom) Exported() bool { return token.IsExported(a.Name) }

// CompareAtoms orders atoms by package and name.
func CompareAtoms(a, b Atom) int {
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

// An element is an atom in a set, with the form in which the error leaves. Elements also serve as patterns, for what a
// condition has excluded; the form then says what the condition is about.
type element struct {
	Atom
	form form
	in   elemID        // of a wrapped error: the concrete type that it is in, 0 if that has no name
	of   *ssa.Function // of a ParamCode: the function of the parameter; nil in a set from a fact
}

type form uint8

const (
	isBare    form = iota // the error itself, which == and type assertions find
	isWrapped             // within another error, where errors.Is and errors.As find it
	anyForm               // of patterns: either of them
)

// An elemTable numbers the elements that a package's sets mention, so that sets of thousands of elements are merged by
// comparing numbers. 0 stands for no element.
type elemTable struct {
	elems []element
	ids   map[element]elemID
}

type elemID int32

func newElemTable() *elemTable {
	return &elemTable{elems: make([]element, 1), ids: make(map[element]elemID)}
}

func (t *elemTable) id(e element) elemID {
	id, ok := t.ids[e]
	if !ok {
		id = elemID(len(t.elems))
		t.elems = append(t.elems, e)
		t.ids[e] = id
	}
	return id
}

// atoms returns the atoms of some elements, sorted by CompareAtoms. Codes that are not constants are left out. t may be
// nil if there are no elements.
func (t *elemTable) atoms(ids []elemID) []Atom {
	out := make([]Atom, 0, len(ids))
	for _, id := range ids {
		if a := t.elems[id].Atom; a.Kind != ParamCode && a.Kind != UnknownCode {
			out = append(out, a)
		}
	}
	slices.SortFunc(out, CompareAtoms)
	return slices.Compact(out)
}

// A RefMode says what about a parameter a [Ref] stands for.
type RefMode uint8

const (
	ParamValue  RefMode = iota + 1 // the parameter's own error value (or its elements)
	ParamResult                    // what the parameter, a function, returns

	paramEncoded // the errors of encoding the parameter as JSON; queries show it as an unknown error
)

// A Ref is a parametric part of a set: "whatever parameter i is" or "whatever parameter i returns", without some atoms
// that a guard has excluded.
type Ref struct {
	Fn    *ssa.Function // the function of the parameter; nil in a set from a fact
	Param int           // index in Fn.Params, where the receiver, if any, is 0
	Mode  RefMode

	form  form     // bare or wrapped
	in    elemID   // as in an element
	only  elemID   // the pattern that a condition found it to match, if any; it refers to another parameter of Fn
	minus []elemID // sorted patterns
}

func compareRefs(a, b Ref) int {
	return cmp.Or(
		cmp.Compare(frameDepth(a.Fn), frameDepth(b.Fn)),
		cmp.Compare(a.Param, b.Param),
		cmp.Compare(a.Mode, b.Mode),
		cmp.Compare(a.form, b.form),
		cmp.Compare(a.in, b.in),
		cmp.Compare(a.only, b.only),
	)
}

// frameDepth orders the functions that refs of one set can mention: a closure and the functions enclosing it, which all
// differ in depth.
func frameDepth(fn *ssa.Function) int {
	depth := 0
	for ; fn != nil; fn = fn.Parent() {
		depth++
	}
	return depth
}

// A Set is an element of the lattice: the errors that a value may be or wrap. The zero Set is bottom: no error at all,
// that is nil or unreachable. Sets are values, and no operation changes its operands.
type Set struct {
	table   *elemTable
	elems   []elemID // sorted
	refs    []Ref    // sorted by compareRefs
	opaque  bool     // an error may leave that has no name in the set
	unknown bool     // an error may leave of which nothing is known (implies opaque); other unnamed errors have no type to ask for, and match nothing
	input   bool     // an error may leave that is one of [InputErrors] and has no other name (implies opaque)
	unnamed bool     // an error may leave that certainly has no name (implies opaque); unknown errors do not count
	made    bool     // an error may leave that is made to wrap others; it leaves also if these are nil, and has no name then
	here    bool     // the set is incomplete: under other build tags, or from other implementations, other errors may leave
	others  bool     // the set is incomplete because code that is not seen may give other errors: it may fill a channel or container, replace a function, or implement an interface (implies here)
	itself  bool     // an unnamed error (unknown, input or here) may leave as itself, and not only within another
	own     bool     // an unnamed error may be one that a program declares, and not only one of the standard library
	top     bool     // too many to name: opaque, and greater than all other sets

	links *links // while a provenance is looked for; see explain.go
	from  *query // of an answer to a rule: the query, for its provenance
}

// anything is the set of an error of which nothing is known.
var anything = Set{opaque: true, unknown: true, itself: true, own: true}

// maxAtoms is the number of atoms that a set names. One with more of them is opaque, and nothing else: no
// caller tells a thousand errors apart, and this keeps the cost of a chain of
// functions that each add one linear.
const maxAtoms = 1024 // elements and parameters, to be exact

// Empty reports whether s is bottom.
func (s Set) Empty() bool { return len(s.elems) == 0 && len(s.refs) == 0 && !s.opaque && !s.made }

// Opaque reports whether s may contain errors without a name: newly made ones, and those of unknown callees.
func (s Set) Opaque() bool {
	return s.opaque || s.made && len(s.elems) == 0 && len(s.refs) == 0 || slices.ContainsFunc(s.refs, isEncoded)
}

func isEncoded(r Ref) bool { return r.Mode == paramEncoded }

// Unnamed reports whether an error may leave that certainly has no name. Unknown errors, such as those of functions in
// other modules, and errors that wrap a named one do not count.
func (s Set) Unnamed() bool { return s.unnamed }

// Nameless reports whether an error may leave, and errors.Is and errors.As cannot find anything in it except what is
// exempt. All unnamed errors of such a set are known to be made of text, or to be [InputErrors] if inputs is set.
func (s Set) Nameless(inputs bool, exempt func(Atom) bool) bool {
	if s.Empty() || s.unknown || s.input && !inputs || len(s.refs) > 0 {
		return false
	}
	return !slices.ContainsFunc(s.elems, func(id elemID) bool { return !exempt(s.table.elems[id].Atom) })
}

// named returns s within an error that has a name, so that the errors of s need none.
func (s Set) named() Set {
	s.unnamed = false
	if s.links != nil {
		l := *s.links
		l.ways[PartUnnamed] = nil
		s.links = &l
	}
	return s
}

// untold returns s as an incomplete set: other errors may leave too, under other build tags or from other
// implementations.
func (s Set) untold() Set {
	s.here, s.itself, s.own = true, true, true
	return s
}

// openedBy returns s as an incomplete set, to which code that is not seen may add errors, and says where: pos, act and
// of are as for [engine.step].
func (e *engine) openedBy(s Set, pos token.Pos, act Act, of any) Set {
	open := Set{others: true}.untold()
	return s.union(e.step(open, pos, act, of))
}

// withoutNames returns what s says about errors apart from their names: whether they can be more than text. A named
// error counts as unknown.
func (s Set) withoutNames() Set {
	named := s.unknown || len(s.elems) > 0
	return Set{opaque: s.opaque || named, unknown: named, input: s.input, others: s.others}.untold()
}

// tellsAll is TellsAll, except that s may depend on parameters.
func (s Set) tellsAll() bool { return !s.unknown && !s.input && !s.here }

// TellsAll reports whether s has everything that may leave, and everything that is in it. Unlike [Set.Known], it allows
// errors that are made of text, which nobody can ask for.
func (s Set) TellsAll() bool { return s.tellsAll() && len(s.refs) == 0 }

// Known reports whether s has everything that may leave: there is no error without a name and nothing that depends on a
// parameter, and s does not come from the doc comment of an interface's method, from a function that may differ under
// other build tags, or from a channel or part of a value that other code may have.
func (s Set) Known() bool { return !s.opaque && !s.here && len(s.refs) == 0 }

// Open reports whether code that is not seen may give other errors than s has: by putting them in a channel or
// container, by replacing a function, or by implementing an interface. Such a set is not [Set.Known].
func (s Set) Open() bool { return s.others }

// Foreign reports whether errors of s without a name, if there are any, can only be ones that the standard library
// declares.
func (s Set) Foreign() bool { return !s.own }

// AllNamed reports whether all errors of s have names. Unlike [Set.Known], it allows s to be incomplete, as it is for
// what a doc comment says about implementations, under build tags, and for a channel or part of a value that other code
// may have.
func (s Set) AllNamed() bool { return !s.opaque && len(s.refs) == 0 }

// AnyItself reports whether an error of which nothing is known may leave as itself, and not only within another.
func (s Set) AnyItself() bool {
	return !s.tellsAll() && s.itself || slices.ContainsFunc(s.refs, func(r Ref) bool { return r.form == isBare })
}

// Atoms yields the named errors of s, sorted.
func (s Set) Atoms() iter.Seq[Atom] { return slices.Values(s.table.atoms(s.elems)) }

// OtherCodes yields the codes of s that are not constants, sorted: computed ones, and those in a parameter, with the
// parameter. They are not named errors, but have forms and ways as named errors do.
func (s Set) OtherCodes() iter.Seq2[Atom, *ssa.Parameter] {
	return func(yield func(Atom, *ssa.Parameter) bool) {
		params := make(map[Atom]*ssa.Parameter)
		var atoms []Atom
		for _, id := range s.elems {
			x := s.table.elems[id]
			if x.Kind != ParamCode && x.Kind != UnknownCode {
				continue
			}
			atoms = append(atoms, x.Atom)
			if i, err := strconv.Atoi(x.Code); err == nil && x.of != nil && i < len(x.of.Params) {
				params[x.Atom] = x.of.Params[i]
			}
		}
		slices.SortFunc(atoms, CompareAtoms)
		for _, a := range slices.Compact(atoms) {
			if !yield(a, params[a]) {
				return
			}
		}
	}
}

// Refs yields the parametric parts of s, sorted.
func (s Set) Refs() iter.Seq[Ref] {
	return slices.Values(slices.DeleteFunc(slices.Clone(s.refs), isEncoded))
}

// Lets describes what conditions let pass of r, one of the parts of s: only what a parameter names, "" if there is no
// such condition, and nothing that the others name, in an arbitrary order. r.Fn has to be known.
func (s Set) Lets(r Ref) (only string, less []string) {
	words := func(id elemID) string {
		a := s.table.elems[id].Atom
		if a.Kind != target {
			return a.String()
		}
		i, err := strconv.Atoi(a.Name)
		switch {
		case err != nil:
		case a.Code == asType && i < r.Fn.TypeParams().Len():
			return "of type " + r.Fn.TypeParams().At(i).Obj().Name()
		case a.Code != asType && i < len(r.Fn.Params):
			name := "parameter " + r.Fn.Params[i].Name()
			return map[string]string{asValue: "", asElement: "one of ", asPointee: "of the type pointed to by "}[a.Code] + name
		}
		return a.String()
	}
	if r.only != 0 {
		only = words(r.only)
	}
	for _, id := range r.minus {
		less = append(less, words(id))
	}
	return only, less
}

// Has reports whether a is one of the named errors of s.
func (s Set) Has(a Atom) bool {
	bare, wrapped := s.Forms(a)
	return bare || wrapped
}

// Forms reports whether a may leave as itself, which == and type assertions find, and whether it may leave wrapped, so
// that only errors.Is and errors.As find it.
func (s Set) Forms(a Atom) (bare, wrapped bool) {
	for _, id := range s.elems {
		if e := s.table.elems[id]; e.Atom == a {
			if e.form == isWrapped {
				wrapped = true
			} else {
				bare = true
			}
		}
	}
	return bare, wrapped
}

// String returns the set for tests and debugging: "{io.EOF *fs.PathError param 1 opaque}". If an opaque set has no
// unknown error, the last word is "input" or "text" instead.
func (s Set) String() string {
	var parts []string
	for a := range s.Atoms() {
		parts = append(parts, a.String())
	}
	for a, _ := range s.OtherCodes() {
		parts = append(parts, a.String())
	}
	for _, r := range s.refs {
		parts = append(parts, r.format(s.table))
	}
	switch {
	case s.unknown:
		parts = append(parts, "opaque")
	case s.input:
		parts = append(parts, "input")
	case s.opaque, s.made && len(parts) == 0:
		parts = append(parts, "text")
	}
	return "{" + strings.Join(parts, " ") + "}"
}

func (r Ref) format(table *elemTable) string {
	var b strings.Builder
	switch r.Mode {
	case ParamResult:
		b.WriteString("result of ")
	case paramEncoded:
		b.WriteString("encoded ")
	}
	b.WriteString("param ")
	b.WriteString(strconv.Itoa(r.Param))
	if r.Fn != nil && r.Param < len(r.Fn.Params) {
		b.WriteString(" " + r.Fn.Params[r.Param].Name())
	}
	if r.only != 0 {
		b.WriteString(" that is " + table.elems[r.only].Atom.String())
	}
	if len(r.minus) == 0 {
		return b.String()
	}
	b.WriteString(" less")
	for _, a := range table.atoms(r.minus) {
		b.WriteString(" " + a.String())
	}
	return b.String()
}

// addsNoMark reports whether s is empty, and says nothing of other errors that t does not say.
func (s Set) addsNoMark(t Set) bool {
	return s.Empty() && s.links == nil && (t.here || !s.here) && (t.others || !s.others) && (t.itself || !s.itself) && (t.own || !s.own)
}

// union returns the least upper bound of s and t.
func (s Set) union(t Set) Set {
	if t.addsNoMark(s) {
		return s
	}
	if s.addsNoMark(t) {
		return t
	}
	u := Set{table: cmp.Or(s.table, t.table), opaque: s.opaque || t.opaque, unknown: s.unknown || t.unknown, input: s.input || t.input, unnamed: s.unnamed || t.unnamed, made: s.made || t.made, here: s.here || t.here, others: s.others || t.others, itself: s.itself || t.itself, own: s.own || t.own, links: s.links.and(t.links)}
	u.top = s.top || t.top
	if !u.top {
		u.elems = mergeIDs(s.elems, t.elems)
		u.refs = mergeRefs(s.refs, t.refs)
		u.top = len(u.elems)+len(u.refs) > maxAtoms
	}
	if u.top {
		u.opaque, u.unknown, u.itself, u.own, u.elems, u.refs = true, true, true, true, nil, nil
	}
	return u
}

// join is union for the solver. It reports whether t adds anything to s.
func (s Set) join(t Set) (Set, bool) {
	if t.leq(s) {
		return s, false
	}
	return s.union(t), true
}

// sortedIDs sorts ids and removes duplicates.
func sortedIDs(ids []elemID) []elemID {
	slices.Sort(ids)
	return slices.Compact(ids)
}

// mergeIDs returns the union of two sorted slices. It returns one of them if that contains the other.
func mergeIDs(xs, ys []elemID) []elemID {
	if includes(xs, ys) {
		return xs
	}
	if includes(ys, xs) {
		return ys
	}
	out := make([]elemID, 0, len(xs)+len(ys))
	for len(xs) > 0 && len(ys) > 0 {
		x, y := xs[0], ys[0]
		out = append(out, min(x, y))
		if x <= y {
			xs = xs[1:]
		}
		if y <= x {
			ys = ys[1:]
		}
	}
	out = append(out, xs...)
	return append(out, ys...)
}

// includes reports whether sorted slice xs has all elements of sorted slice ys.
func includes(xs, ys []elemID) bool {
	if len(ys) > len(xs) {
		return false
	}
	if len(ys) > 0 && len(ys) < len(xs)/8 {
		for _, y := range ys {
			if _, ok := slices.BinarySearch(xs, y); !ok {
				return false
			}
		}
		return true
	}
	i := 0
	for _, y := range ys {
		for i < len(xs) && xs[i] < y {
			i++
		}
		if i == len(xs) || xs[i] != y {
			return false
		}
	}
	return true
}

// mergeRefs returns the union of two sorted slices. For a parameter that is in both, it excludes what both exclude.
func mergeRefs(xs, ys []Ref) []Ref {
	if len(ys) == 0 {
		return xs
	}
	if len(xs) == 0 {
		return ys
	}
	out := make([]Ref, 0, len(xs)+len(ys))
	for len(xs) > 0 && len(ys) > 0 {
		switch c := compareRefs(xs[0], ys[0]); {
		case c < 0:
			out, xs = append(out, xs[0]), xs[1:]
		case c > 0:
			out, ys = append(out, ys[0]), ys[1:]
		default:
			r := xs[0]
			r.minus = intersectIDs(r.minus, ys[0].minus)
			out, xs, ys = append(out, r), xs[1:], ys[1:]
		}
	}
	out = append(out, xs...)
	return append(out, ys...)
}

// sortedRefs sorts refs and merges equal ones.
func sortedRefs(refs []Ref) []Ref {
	var out []Ref
	slices.SortFunc(refs, compareRefs)
	for _, r := range refs {
		if n := len(out); n > 0 && compareRefs(out[n-1], r) == 0 {
			out[n-1].minus = intersectIDs(out[n-1].minus, r.minus)
		} else {
			out = append(out, r)
		}
	}
	return out
}

func intersectIDs(xs, ys []elemID) []elemID {
	if includes(ys, xs) {
		return xs
	}
	var out []elemID
	for _, x := range xs {
		if _, ok := slices.BinarySearch(ys, x); ok {
			out = append(out, x)
		}
	}
	return out
}

// leq reports whether s adds nothing to t.
func (s Set) leq(t Set) bool {
	if t.top {
		return true
	}
	if s.opaque && !t.opaque || s.unknown && !t.unknown || s.input && !t.input || s.unnamed && !t.unnamed || s.made && !t.made || s.here && !t.here || s.others && !t.others || s.itself && !t.itself || s.own && !t.own || s.top {
		return false
	}
	if !includes(t.elems, s.elems) {
		return false
	}
	for _, r := range s.refs {
		i, ok := slices.BinarySearchFunc(t.refs, r, compareRefs)
		if !ok || !includes(r.minus, t.refs[i].minus) {
			return false
		}
	}
	return true
}

// In yields the named types that a may be wrapped in, sorted.
func (s Set) In(a Atom) iter.Seq[Atom] {
	var in []elemID
	for _, id := range s.elems {
		if e := s.table.elems[id]; e.Atom == a && e.in != 0 {
			in = append(in, e.in)
		}
	}
	return slices.Values(s.table.atoms(in))
}

// Around reports whether a named error may leave within one of type a.
func (s Set) Around(a Atom) bool {
	return slices.ContainsFunc(s.elems, func(id elemID) bool { e := s.table.elems[id]; return e.in != 0 && s.table.elems[e.in].Atom == a })
}

// OnlyIn reports whether a leaves only wrapped, and only in types for which has is true.
func (s Set) OnlyIn(a Atom, has func(Atom) bool) bool {
	found := false
	for _, id := range s.elems {
		e := s.table.elems[id]
		if e.Atom != a {
			continue
		}
		if e.in == 0 || !has(s.table.elems[e.in].Atom) {
			return false
		}
		found = true
	}
	return found
}

// Wrapped reports whether what r stands for is within another error.
func (r Ref) Wrapped() bool { return r.form == isWrapped }
