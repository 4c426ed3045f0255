package errflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// A guard is what a condition says about an error value.
type guard struct {
	subject ssa.Value // stripped of conversions; for a variable in memory, the first load that yields the same value
	kind    guardKind
	atoms   []Atom        // isAtom: the error is, or wraps, one of them
	typ     types.Type    // isType: the error is, or wraps, one of this type
	pred    *predicate    // isPredicate
	by      binding       // isPredicate: what the call passes to it
	target  element       // isTarget, isNoTarget: the pattern, which refers to a parameter
	of      *ssa.Function // the function of that parameter
	chooses ssa.Value     // for an element of that parameter: the step of the iteration
	cell    flow.Cell     // isOneOf, isNoneOf, and isAtom for a lookup: the cell of the table that has the atoms
	itself  bool          // isAtom, isType: about the error itself, not what it wraps
	// whenTrue is the outcome of the condition that says so. The other outcome says the opposite.
	whenTrue bool
}

type guardKind uint8

const (
	isNil guardKind = iota
	isAtom
	isType
	isPredicate
	isOneOf    // it is the atom of some row; the opposite says nothing
	isNoneOf   // it is none of the atoms, since each row was compared; the opposite says nothing
	isTarget   // it is what a parameter of the function names; see target.go
	isNoTarget // it is none of the elements of a parameter; the opposite says nothing
)

// A predicate is a function of an error that returns a bool, possibly among other results. Its summary is what the
// error may be, in terms of the parameter, when the bool is true and when it is false.
type predicate struct {
	fn    *ssa.Function // one of the package's own, or
	fact  *predicateFact
	param int
}

// guardsOf returns what holds when control goes from block b, which ends in a condition, to its successor succ. It
// returns nothing where b does not branch, or both outcomes lead to succ.
func (e *engine) guardsOf(b, succ *ssa.BasicBlock) (gs []guard, outcome bool) {
	if len(b.Succs) != 2 || b.Succs[0] == b.Succs[1] {
		return nil, false
	}
	return e.guards.Get(b, e.findGuards), succ == b.Succs[0]
}

func (e *engine) findGuards(b *ssa.BasicBlock) []guard {
	cond := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	gs := append(e.condition(cond.Cond), e.exhausted(b)...)
	for i := range gs {
		gs[i].subject = e.m.FirstLoad(gs[i].subject)
	}
	return gs
}

// exhausted returns what holds when a loop over a table, whose head is b, has compared the error with each row.
func (e *engine) exhausted(b *ssa.BasicBlock) []guard {
	loop, ok := flow.LoopOver(b)
	if !ok {
		return nil
	}
	const maxBody = 16
	n := 0
	var gs []guard
	for in := range flow.Reachable([]*ssa.BasicBlock{loop.Body}, b) {
		if n++; n > maxBody || !loop.Body.Dominates(in) {
			break
		}
		cond, ok := in.Instrs[len(in.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		for _, g := range e.condition(cond.Cond) {
			yes := in.Succs[0]
			if !g.whenTrue {
				yes = in.Succs[1]
			}
			switch {
			case g.kind == isOneOf && g.cell.Chooses == loop.Chooses && loop.AsksAll(in, yes):
				g.kind, g.whenTrue = isNoneOf, false
				gs = append(gs, g)
			case g.kind == isTarget && g.chooses == loop.Chooses && loop.AsksAll(in, yes):
				g.kind, g.whenTrue = isNoTarget, false
				gs = append(gs, g)
			}
		}
	}
	return gs
}

// condition returns the guards of a condition.
func (e *engine) condition(v ssa.Value) []guard {
	whenTrue := true
	for {
		not, ok := v.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		v, whenTrue = not.X, !whenTrue
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		if v.Op == token.NEQ {
			whenTrue = !whenTrue
		} else if v.Op != token.EQL {
			return nil
		}
		return e.comparison(v.X, v.Y, whenTrue)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Lookup:
			if v.Index == 1 {
				return e.inTable(flow.Cell{Table: e.m.TableOf(t.X), Column: flow.RowKey, Chooses: t}, guard{subject: flow.Strip(t.Index), kind: isAtom, itself: true, whenTrue: whenTrue})
			}
		case *ssa.TypeAssert:
			if v.Index == 1 {
				return e.ofType(guard{subject: flow.Strip(t.X), itself: true, whenTrue: whenTrue}, t.AssertedType, t.Parent())
			}
		case *ssa.Call:
			if v.Index == boolResult(t.Call.Signature()) {
				return e.callCondition(t, whenTrue)
			}
		}
	case *ssa.Call:
		return e.callCondition(v, whenTrue)
	}
	return nil
}

// ofType completes the guard that an error has type t.
func (e *engine) ofType(g guard, t types.Type, in *ssa.Function) []guard {
	g.kind, g.typ = isType, t
	if a, ok := typeParamTarget(t, flow.Outermost(in)); ok {
		g.kind, g.of, g.target = isTarget, flow.Outermost(in), element{Atom: a, form: formAsked(g.itself)}
	}
	return []guard{g}
}

// formAsked returns the form of a pattern.
func formAsked(itself bool) form {
	if itself {
		return isBare
	}
	return anyForm
}

func (e *engine) comparison(x, y ssa.Value, whenTrue bool) []guard {
	if flow.IsNil(x) {
		x, y = y, x
	}
	for range 2 {
		if t, ok := x.(*ssa.Lookup); ok && e.tellsRows(t, y) {
			return e.inTable(flow.Cell{Table: e.m.TableOf(t.X), Column: flow.RowKey, Chooses: t}, guard{subject: flow.Strip(t.Index), kind: isAtom, itself: true, whenTrue: !whenTrue})
		}
		x, y = y, x
	}
	if flow.IsNil(y) {
		if !mayHoldError(x.Type()) {
			return nil
		}
		return []guard{{subject: flow.Strip(x), kind: isNil, whenTrue: whenTrue}}
	}
	var gs []guard
	for range 2 {
		if a, ok := e.sentinelLoad(y); ok && mayHoldError(x.Type()) {
			gs = append(gs, guard{subject: flow.Strip(x), kind: isAtom, atoms: []Atom{a}, itself: true, whenTrue: whenTrue})
		} else if mayHoldError(x.Type()) {
			gs = append(gs, e.isGiven(guard{subject: flow.Strip(x), itself: true, whenTrue: whenTrue}, y)...)
		}
		if c, ok := e.m.CellOf(y); ok && mayHoldError(x.Type()) && IsError(y.Type()) {
			gs = append(gs, e.inTable(c, guard{subject: flow.Strip(x), kind: isOneOf, itself: true, whenTrue: whenTrue})...)
		}
		x, y = y, x
	}
	return gs
}

// tellsRows reports whether the result of a lookup equals v, the zero value, only if the key is missing.
func (e *engine) tellsRows(l *ssa.Lookup, v ssa.Value) bool {
	zero, ok := v.(*ssa.Const)
	if !ok || zero.Value == nil || !isZero(zero.Value) || !mayHoldError(l.Index.Type()) {
		return false
	}
	t := e.m.TableOf(l.X)
	return t != nil && !slices.ContainsFunc(t.Rows, func(r flow.Row) bool {
		cell, _ := r.Cell(flow.WholeRow)
		k, ok := cell.(*ssa.Const)
		return !ok || k.Value == nil || k.Value.Kind() != zero.Value.Kind() || constant.Compare(k.Value, token.EQL, zero.Value)
	})
}

func isZero(v constant.Value) bool {
	return v.Kind() == constant.Int && constant.Sign(v) == 0 || v.Kind() == constant.String && constant.StringVal(v) == ""
}

// inTable completes a guard that is about a table. It returns none if the column has anything but sentinels.
func (e *engine) inTable(c flow.Cell, g guard) []guard {
	if c.Table == nil || !IsError(g.subject.Type()) {
		return nil
	}
	for _, row := range c.Table.Rows {
		v, ok := row.Cell(c.Column)
		if !ok || v == nil {
			return nil
		}
		a, ok := e.sentinelLoad(v)
		if !ok {
			return nil
		}
		g.atoms = append(g.atoms, a)
	}
	g.cell = c
	return []guard{g}
}

func mayHoldError(t types.Type) bool { return IsError(t) || types.IsInterface(t) }

// errorsPackages lists the packages outside the module whose functions Is, As and so on do what those of package errors
// do.
var errorsPackages = []string{
	"errors", "golang.org/x/xerrors", "github.com/pkg/errors", "github.com/cockroachdb/errors", "github.com/go-errors/errors",
	"github.com/juju/errors", "github.com/pingcap/errors", "emperror.dev/errors", "gitlab.com/tozd/go/errors",
}

// makesErrors reports whether a package has functions that make and wrap errors. An unnamed error may be of one of its
// types.
func makesErrors(path string) bool {
	return slices.Contains(errorsPackages, path) || path == "go.uber.org/multierr" || path == "github.com/hashicorp/go-multierror"
}

// IsErrorsFunc reports whether fn is one of the named functions, in package errors or in a package that does the same.
func IsErrorsFunc(fn *types.Func, names ...string) bool {
	return fn != nil && fn.Pkg() != nil && fn.Signature().Recv() == nil && slices.Contains(names, fn.Name()) && slices.Contains(errorsPackages, fn.Pkg().Path())
}

// callCondition returns the guards that hold where the bool result of a call is whenTrue.
func (e *engine) callCondition(call *ssa.Call, whenTrue bool) []guard {
	fn := e.callee(call.Common())
	if fn == nil || fn.Pkg() == nil || call.Call.IsInvoke() {
		return nil
	}
	args := call.Call.Args
	if IsErrorsFunc(fn, "Is", "IsAny", "As", "AsType") {
		g := guard{subject: flow.Strip(args[0]), whenTrue: whenTrue}
		switch fn.Name() {
		case "Is":
			if a, ok := e.sentinelLoad(args[1]); ok {
				g.kind, g.atoms = isAtom, []Atom{a}
				return []guard{g}
			}
			if c, ok := e.m.CellOf(args[1]); ok {
				g.kind = isOneOf
				return e.inTable(c, g)
			}
			// errors.Is(err, &E{}) and the like depend on the type's own Is method.
			return e.isGiven(g, args[1])
		case "IsAny":
			vals, ok := flow.Variadic(args[1])
			for _, v := range vals {
				a, is := e.sentinelLoad(v)
				ok = ok && is
				g.atoms = append(g.atoms, a)
			}
			if ok {
				g.kind = isAtom
				return []guard{g}
			}
			return e.isGiven(g, args[1])
		case "As":
			target := flow.Strip(args[1])
			if p, ok := types.Unalias(target.Type()).Underlying().(*types.Pointer); ok {
				return e.ofType(g, p.Elem(), call.Parent())
			}
			return e.isGiven(g, args[1])
		default:
			if inst := call.Call.StaticCallee(); inst != nil && len(inst.TypeArgs()) == 1 {
				return e.ofType(g, inst.TypeArgs()[0], call.Parent())
			}
		}
		return nil
	}
	if name, ok := osPredicates[fn.Name()]; ok && fn.Pkg().Path() == "os" && len(args) == 1 {
		return []guard{{subject: flow.Strip(args[0]), kind: isAtom, atoms: []Atom{{Kind: Sentinel, Pkg: "io/fs", Name: name}}, whenTrue: whenTrue}}
	}
	var gs []guard
	for _, p := range e.predicatesOf(fn) {
		if p.param < len(args) {
			gs = append(gs, guard{subject: flow.Strip(args[p.param]), kind: isPredicate, pred: p, by: bindingOf(call, args), whenTrue: whenTrue})
		}
	}
	return gs
}

// osPredicates maps the predicates of package os to the sentinels that errors.Is would be asked for. os.ErrNotExist and
// the like are the variables of io/fs.
var osPredicates = map[string]string{
	"IsNotExist":   "ErrNotExist",
	"IsExist":      "ErrExist",
	"IsPermission": "ErrPermission",
}

// apply narrows s, the errors that g's subject may be, by the outcome of the condition.
func (e *engine) apply(g guard, s Set, outcome bool) Set {
	holds := outcome == g.whenTrue
	switch g.kind {
	case isNil:
		if holds {
			return Set{}
		}
		return s
	case isAtom:
		if !holds {
			return e.less(s, e.patterns(g, g.atoms...))
		}
		return e.only(s, e.patterns(g, g.atoms...))
	case isOneOf:
		if holds {
			return e.only(s, e.patterns(g, g.atoms...))
		}
	case isNoneOf:
		if holds {
			return e.less(s, e.patterns(g, g.atoms...))
		}
	case isType:
		if types.IsInterface(g.typ) {
			return s // any error may implement it, or wrap one that does
		}
		want, ok := typeAtom(g.typ)
		if !ok {
			return s
		}
		if !holds {
			return e.less(s, e.patterns(g, want))
		}
		return e.only(s, e.patterns(g, want))
	case isPredicate:
		return e.substitute(e.says(g.pred, holds), g.pred, s, g.by)
	case isTarget:
		if holds {
			return e.onlyTarget(s, e.table.id(g.target), g.of)
		}
		if g.chooses == nil {
			return e.lessTarget(s, e.table.id(g.target), g.of)
		}
	case isNoTarget:
		if holds {
			return e.lessTarget(s, e.table.id(g.target), g.of)
		}
	}
	return s
}

// says returns the summary of a predicate for one of its results.
func (e *engine) says(p *predicate, yes bool) Set {
	switch {
	case p.fn == nil && yes:
		return p.fact.Yes.set(e)
	case p.fn == nil:
		return p.fact.No.set(e)
	case yes:
		return e.get(evalKey{node: whole(p.fn), kind: saysTrue, index: p.param})
	default:
		return e.get(evalKey{node: whole(p.fn), kind: saysFalse, index: p.param})
	}
}

// patterns returns the patterns that a guard asks for.
func (e *engine) patterns(g guard, atoms ...Atom) []elemID {
	f := formAsked(g.itself)
	ids := make([]elemID, len(atoms))
	for i, a := range atoms {
		ids[i] = e.table.id(element{Atom: a, form: f})
	}
	slices.Sort(ids)
	return ids
}

// matches reports whether error x matches one of the patterns.
func (e *engine) matches(x element, patterns []elemID) bool {
	for _, id := range patterns {
		p := e.table.elems[id]
		switch {
		case p.form == anyForm && e.is(x.Atom, p.Atom):
			return true
		case p.form == isBare && x.form == isBare && (x.Atom == p.Atom || p.Kind == Type && e.is(x.Atom, p.Atom) || p.Kind == Sentinel && e.same(x.Atom) == e.same(p.Atom)):
			return true
		}
	}
	return false
}

// within reports whether in, the type that an error is wrapped in, matches a pattern that includes wrapped errors.
func (e *engine) within(in elemID, patterns []elemID) bool {
	if in == 0 {
		return false
	}
	for _, id := range patterns {
		if p := e.table.elems[id]; p.form == anyForm && p.Atom == e.table.elems[in].Atom {
			return true
		}
	}
	return false
}

// only returns the errors of s that match one of the patterns, with what they wrap and what they are wrapped in. Errors
// that cannot be told apart may match: an unknown error has other names than the one that errors.Is finds in it, or has
// no name and matches by its own Is method.
func (e *engine) only(s Set, patterns []elemID) Set {
	out := Set{table: e.table, here: s.here, itself: s.itself, own: s.own, links: s.links}
	// An error that is equal to a named one is that one.
	out.others = s.others && slices.ContainsFunc(patterns, func(id elemID) bool { return e.table.elems[id].form == anyForm })
	keep := make(map[elemID]bool)
	var around []elemID // the types that what is asked for is in
	for _, id := range s.elems {
		if x := e.table.elems[id]; e.matches(x, patterns) || e.mayAnswer(x, patterns) {
			keep[id] = true
			around = append(around, x.in)
		}
	}
	for _, r := range s.refs {
		if slices.ContainsFunc(patterns, func(id elemID) bool { return r.form == isBare || e.table.elems[id].form == anyForm }) {
			around = append(around, r.in)
		}
	}
	e.keepAround(s, around, keep)
	within := e.keepWithin(s, patterns, keep)
	dropped := false // something that is wrapped
	for _, id := range s.elems {
		if keep[id] {
			out.elems = append(out.elems, id)
		} else if e.table.elems[id].form == isWrapped {
			dropped = true
		}
	}
	// What was dropped may be in the same error as what was kept: fmt.Errorf("%w: %w", a, b).
	if dropped && slices.ContainsFunc(out.elems, func(id elemID) bool { return e.table.elems[id].form == isWrapped }) {
		out.here, out.own = true, true
	}
	for _, r := range s.refs {
		if r.only != 0 || within[e.table.elems[r.in].Atom] {
			out.refs = append(out.refs, r)
			continue
		}
		for _, id := range patterns {
			if r.form == isBare || e.table.elems[id].form == anyForm {
				r := r
				r.only, r.minus = id, e.overlapping(r.minus, id)
				out.refs = append(out.refs, r)
			}
		}
	}
	out.refs = sortedRefs(out.refs)
	out = e.pruned(out)
	if !s.unknown && !s.input {
		return out
	}
	any := Set{table: e.table, own: s.own}
	for _, id := range patterns {
		p := e.table.elems[id]
		if s.itself {
			any.elems = append(any.elems, e.table.id(element{Atom: p.Atom}))
		} else if p.form == isBare {
			continue
		}
		tf := e.factOfType(p.Atom)
		any.unknown = any.unknown || p.form == anyForm || tf != nil && tf.Unwraps
		if p.form == anyForm {
			any.itself = s.itself
			any.elems = append(any.elems, e.table.id(element{Atom: p.Atom, form: isWrapped}))
		}
	}
	any.elems = sortedIDs(any.elems)
	any.opaque = any.unknown
	return out.union(e.because(any, s))
}

// overlapping returns those of the patterns that may match an error that pattern matches too. To exclude one of the
// others from what pattern matches says nothing, and a switch of n cases would do so n times n times.
func (e *engine) overlapping(patterns []elemID, pattern elemID) []elemID {
	p := e.table.elems[pattern].Atom
	if p.Kind != Sentinel {
		return patterns
	}
	return slices.DeleteFunc(slices.Clone(patterns), func(id elemID) bool {
		other := e.table.elems[id].Atom
		return other.Kind == Sentinel && !e.is(p, other) && !e.is(other, p)
	})
}

// keepAround marks the elements of s that are the types around, and those that they are wrapped in.
func (e *engine) keepAround(s Set, around []elemID, keep map[elemID]bool) {
	all := worklist.Of(around...)
	for t := range all.All() {
		if t == 0 {
			continue
		}
		for _, id := range s.elems {
			if x := e.table.elems[id]; x.Atom == e.table.elems[t].Atom {
				keep[id] = true
				all.Push(x.in)
			}
		}
	}
}

// keepWithin marks the elements of s that are wrapped in types that patterns ask for, and what is wrapped in those
// elements. It returns the types.
func (e *engine) keepWithin(s Set, patterns []elemID, keep map[elemID]bool) map[Atom]bool {
	types := make(map[Atom]bool)
	asked := worklist.Of(e.table.atoms(patterns)...)
	for in := range asked.All() {
		if in.Kind != Type {
			continue
		}
		types[in] = true
		for _, id := range s.elems {
			if x := e.table.elems[id]; x.in != 0 && e.table.elems[x.in].Atom == in {
				keep[id] = true
				asked.Push(x.Atom)
			}
		}
	}
	return types
}

// mayAnswer reports whether the methods of error x may make it match one of the patterns.
func (e *engine) mayAnswer(x element, patterns []elemID) bool {
	return slices.ContainsFunc(patterns, func(id elemID) bool { return e.table.elems[id].form == anyForm }) && e.answers(x.Atom)
}

// less returns s without the errors that match one of the patterns, and without what only these wrap.
func (e *engine) less(s Set, patterns []elemID) Set {
	if len(patterns) == 0 || s.Empty() {
		return s
	}
	out := s
	out.elems, out.refs = nil, nil
	for _, id := range s.elems {
		if x := e.table.elems[id]; !e.matches(x, patterns) && !e.within(x.in, patterns) {
			out.elems = append(out.elems, id)
		}
	}
	for _, r := range s.refs {
		if e.within(r.in, patterns) {
			continue
		}
		minus := r.minus
		if r.form == isBare {
			minus = mergeIDs(minus, patterns)
		} else {
			minus = mergeIDs(minus, e.anyForms(patterns))
		}
		if len(minus) <= maxAtoms {
			r.minus = minus
		}
		out.refs = append(out.refs, r)
	}
	return e.pruned(out)
}

// anyForms returns the patterns that match an error in any form.
func (e *engine) anyForms(patterns []elemID) []elemID {
	return slices.DeleteFunc(slices.Clone(patterns), func(id elemID) bool { return e.table.elems[id].form != anyForm })
}

// wrapped returns s within another error, of concrete type t if that has a name.
func (e *engine) wrapped(s Set, t Atom) Set {
	s.itself = false
	if t.Kind == Type {
		s = s.named()
	}
	if len(s.elems) == 0 && len(s.refs) == 0 {
		return s
	}
	var in elemID
	if t.Kind == Type {
		in = e.table.id(element{Atom: t, form: anyForm})
	}
	out := s
	out.elems = make([]elemID, len(s.elems))
	for i, id := range s.elems {
		x := e.table.elems[id]
		x.form = isWrapped
		if x.in == 0 {
			x.in = in
		}
		out.elems[i] = e.table.id(x)
	}
	out.elems = sortedIDs(out.elems)
	out.refs = slices.Clone(s.refs)
	for i := range out.refs {
		r := &out.refs[i]
		r.form = isWrapped
		if r.in == 0 {
			r.in = in
		}
	}
	out.refs = sortedRefs(out.refs)
	return out
}

// unwrapped returns what an error in s wraps, at any depth. What was wrapped may be bare now.
func (e *engine) unwrapped(s Set) Set {
	out := s
	out.itself = !s.tellsAll()
	out.elems, out.refs = nil, nil
	for _, id := range s.elems {
		x := e.table.elems[id]
		if x.form == isWrapped {
			out.elems = append(out.elems, id)
		}
		x.form, x.in = isBare, 0
		out.elems = append(out.elems, e.table.id(x))
		if f := e.sentinelFactOf(x.Atom); f != nil {
			out.elems = append(append(out.elems, e.table.decode(f.Wraps, isBare)...), e.table.decode(f.Wraps, isWrapped)...)
		}
	}
	out.elems = sortedIDs(out.elems)
	for _, r := range s.refs {
		out.refs = append(out.refs, r)
		r.form, r.in, r.minus, r.only = isBare, 0, nil, 0
		out.refs = append(out.refs, r)
	}
	out.refs = sortedRefs(out.refs)
	return out
}

// found returns the error of type t in s that errors.As finds or, if itself is set, that a type assertion yields. It
// includes what that error wraps, which is unknown if s is.
func (e *engine) found(s Set, t types.Type, itself bool, pos token.Pos) Set {
	a, ok := typeAtom(t)
	if !ok || types.IsInterface(t) {
		return s.union(e.opaque(pos, Asserts, nil))
	}
	known := s
	known.opaque, known.unknown, known.input, known.unnamed, known.itself, known.own, known.refs = false, false, false, false, known.here && known.itself, known.here && known.own, nil
	in := e.only(e.pruned(known), e.patterns(guard{itself: itself}, a))
	out := in
	out.elems = nil
	for _, id := range in.elems {
		if x := e.table.elems[id]; e.is(x.Atom, a) {
			x.form, x.in = isBare, 0
			id = e.table.id(x)
		}
		out.elems = append(out.elems, id)
	}
	out.elems = sortedIDs(out.elems)
	out = out.union(e.atom(a, pos, Asserts, nil))
	if s.unknown || s.input || len(s.refs) > 0 {
		out = out.union(e.concrete(t, pos))
	}
	if tf := e.typeOf(t); tf == nil || !tf.Unwraps {
		out.others = false
		out = e.pruned(out)
	}
	return out
}

// given returns what ref r stands for if its parameter is s.
func (e *engine) given(s Set, r Ref, by binding) Set {
	s = e.boundTo(s, r, by)
	if r.form == isBare {
		return s
	}
	if r.in == 0 {
		return e.wrapped(s, Atom{})
	}
	return e.wrapped(s, e.table.elems[r.in].Atom)
}

// is reports whether errors.Is and errors.As find want in error a: want is a, or a sentinel that wraps want or has type
// want, or a code of type want.
func (e *engine) is(a, want Atom) bool {
	if a == want || e.wraps(a, want) {
		return true
	}
	if want.Kind == Sentinel && a.Kind == Sentinel {
		return e.same(a) == e.same(want)
	}
	if want.Kind != Type {
		return false
	}
	switch a.Kind {
	case Code, ParamCode, UnknownCode:
		return a.Pkg == want.Pkg && a.Name == want.Name && a.Ptr == want.Ptr
	case Sentinel:
		obj, ok := e.m.Object(a).(*types.Var)
		if !ok {
			return false
		}
		t, ok := typeAtom(obj.Type())
		return ok && t == want
	}
	return false
}

// substitute replaces the parameter in a predicate's summary by s.
func (e *engine) substitute(sum Set, p *predicate, s Set, by binding) Set {
	if sum.opaque {
		return s // too much to tell
	}
	var out Set
	for _, r := range sum.refs {
		if r.Mode == ParamValue && r.Param == p.param {
			out = out.union(e.given(s, r, by))
		}
	}
	return out
}

// sentinelLoad returns the sentinel that v is a load of.
func (e *engine) sentinelLoad(v ssa.Value) (Atom, bool) {
	load, ok := flow.Strip(v).(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return Atom{}, false
	}
	g, ok := load.X.(*ssa.Global)
	if !ok {
		return Atom{}, false
	}
	return e.sentinel(g)
}

// sentinel returns the atom of a package-level variable that holds one error for the life of the program. It belongs to
// another package, or is assigned only where it is declared.
func (e *engine) sentinel(g *ssa.Global) (Atom, bool) {
	obj, ok := g.Object().(*types.Var)
	if !ok || obj.Pkg() == nil || !IsError(obj.Type()) {
		return Atom{}, false
	}
	if obj.Pkg() == e.m.pass.Pkg && e.m.Held(g) == nil {
		return Atom{}, false
	}
	return SentinelAtom(obj), true
}
