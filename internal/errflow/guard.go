package errflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

// A guard is what a condition says of an error value.
type guard struct {
	subject ssa.Value // stripped of conversions; a load, for a variable in memory
	kind    guardKind
	atoms   []Atom     // isAtom: the error is one of them, or wraps one
	typ     types.Type // isType: the error is, or wraps, one of this type
	pred    *predicate // isPredicate
	// whenTrue tells which outcome of the condition says so; the other
	// outcome says the opposite.
	whenTrue bool
}

type guardKind uint8

const (
	isNil guardKind = iota
	isAtom
	isType
	isPredicate
)

// A predicate is a function of an error that returns a bool. Its summary is what the error may be, in
// terms of itself, when the function returns true and when it returns false.
type predicate struct {
	fn    *ssa.Function // one of the package's own, or
	fact  *predicateFact
	param int
}

// guardsOf is what holds of which values when block b, which ends in a
// condition, goes to its successor succ. There is nothing to say where b
// does not branch, or both ways lead to succ.
func (e *engine) guardsOf(b, succ *ssa.BasicBlock) (gs []guard, outcome bool) {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || b.Succs[0] == b.Succs[1] {
		return nil, false
	}
	gs, ok = e.guards[b]
	if !ok {
		gs = e.condition(cond.Cond, true)
		e.guards[b] = gs
	}
	return gs, succ == b.Succs[0]
}

// condition reads a condition.
func (e *engine) condition(v ssa.Value, whenTrue bool) []guard {
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
		if v.Index != 1 {
			return nil
		}
		switch t := v.Tuple.(type) {
		case *ssa.TypeAssert:
			return []guard{{subject: flow.Strip(t.X), kind: isType, typ: t.AssertedType, whenTrue: whenTrue}}
		case *ssa.Call:
			if fn := flow.Callee(t.Common()); isFunc(fn, "errors", "AsType") {
				if inst := t.Call.StaticCallee(); inst != nil && len(inst.TypeArgs()) == 1 {
					return []guard{{subject: flow.Strip(t.Call.Args[0]), kind: isType, typ: inst.TypeArgs()[0], whenTrue: whenTrue}}
				}
			}
		}
	case *ssa.Call:
		return e.callCondition(v, whenTrue)
	}
	return nil
}

func (e *engine) comparison(x, y ssa.Value, whenTrue bool) []guard {
	if flow.IsNil(x) {
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
			gs = append(gs, guard{subject: flow.Strip(x), kind: isAtom, atoms: []Atom{a}, whenTrue: whenTrue})
		}
		x, y = y, x
	}
	return gs
}

func mayHoldError(t types.Type) bool { return IsError(t) || types.IsInterface(t) }

func (e *engine) callCondition(call *ssa.Call, whenTrue bool) []guard {
	fn := flow.Callee(call.Common())
	if fn == nil || fn.Pkg() == nil || call.Call.IsInvoke() {
		return nil
	}
	args := call.Call.Args
	switch fn.Pkg().Path() {
	case "errors", "golang.org/x/xerrors", "github.com/pkg/errors", "github.com/cockroachdb/errors":
		switch fn.Name() {
		case "Is":
			if a, ok := e.sentinelLoad(args[1]); ok {
				return []guard{{subject: flow.Strip(args[0]), kind: isAtom, atoms: []Atom{a}, whenTrue: whenTrue}}
			}
			// errors.Is(err, &E{}) and the like ask the type's own Is method.
			return nil
		case "IsAny":
			vals, ok := flow.Variadic(args[1])
			if !ok {
				return nil
			}
			var atoms []Atom
			for _, v := range vals {
				a, ok := e.sentinelLoad(v)
				if !ok {
					return nil
				}
				atoms = append(atoms, a)
			}
			return []guard{{subject: flow.Strip(args[0]), kind: isAtom, atoms: atoms, whenTrue: whenTrue}}
		case "As":
			target := flow.Strip(args[1])
			if p, ok := types.Unalias(target.Type()).Underlying().(*types.Pointer); ok {
				return []guard{{subject: flow.Strip(args[0]), kind: isType, typ: p.Elem(), whenTrue: whenTrue}}
			}
		}
		return nil
	case "os":
		if name, ok := osPredicates[fn.Name()]; ok && len(args) == 1 {
			return []guard{{subject: flow.Strip(args[0]), kind: isAtom, atoms: []Atom{{Kind: Sentinel, Pkg: "io/fs", Name: name}}, whenTrue: whenTrue}}
		}
		return nil
	}
	if p := e.predicateOf(fn); p != nil && p.param < len(args) {
		return []guard{{subject: flow.Strip(args[p.param]), kind: isPredicate, pred: p, whenTrue: whenTrue}}
	}
	return nil
}

// The predicates of package os, by what errors.Is would be asked; os.ErrNotExist
// and its kin are the variables of io/fs.
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
			return e.less(s, e.ids(g.atoms))
		}
		return e.only(s, e.ids(g.atoms))
	case isType:
		if types.IsInterface(g.typ) {
			return s // any error may implement it, or wrap one that does
		}
		want, ok := typeAtom(g.typ)
		if !ok {
			return s
		}
		if !holds {
			return e.less(s, e.ids([]Atom{want}))
		}
		return e.only(s, e.ids([]Atom{want}))
	case isPredicate:
		return e.substitute(e.says(g.pred, holds), g.pred, s)
	}
	return s
}

// says is the summary of a predicate for one of its answers.
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

func (e *engine) ids(atoms []Atom) []atomID {
	ids := make([]atomID, len(atoms))
	for i, a := range atoms {
		ids[i] = e.table.id(a)
	}
	slices.Sort(ids)
	return ids
}

// isAny reports whether an error that is a also is one of some others.
func (e *engine) isAny(a atomID, wanted []atomID) bool {
	for _, w := range wanted {
		if a == w || e.is(e.table.atoms[a], e.table.atoms[w]) {
			return true
		}
	}
	return false
}

// only is the errors of s that are one of the wanted ones. What cannot be told apart may be any of them.
func (e *engine) only(s Set, wanted []atomID) Set {
	var kept []atomID
	for _, a := range s.atoms {
		if e.isAny(a, wanted) {
			kept = append(kept, a)
		}
	}
	out := Set{table: e.table, atoms: kept, links: s.links}
	out = e.pruned(out)
	if !s.opaque && len(s.refs) == 0 {
		return out
	}
	return out.union(e.because(Set{table: e.table, atoms: wanted}, s))
}

// less is s without the errors that are among the excluded ones.
func (e *engine) less(s Set, excluded []atomID) Set {
	if len(excluded) == 0 || s.Empty() {
		return s
	}
	out := s
	out.atoms, out.refs = nil, nil
	for _, a := range s.atoms {
		if !e.isAny(a, excluded) {
			out.atoms = append(out.atoms, a)
		}
	}
	for _, r := range s.refs {
		if minus := mergeIDs(r.minus, excluded); len(minus) <= maxAtoms {
			r.minus = minus
		}
		out.refs = append(out.refs, r)
	}
	return e.pruned(out)
}

// is reports whether an error that is a also is want, as errors.Is and errors.As
// see it: want itself, a sentinel that wraps it or has its type, a code of its type.
func (e *engine) is(a, want Atom) bool {
	if a == want || e.wraps(a, want) {
		return true
	}
	if want.Kind != Type {
		return false
	}
	switch a.Kind {
	case Code:
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

// substitute puts s for the parameter in a predicate's summary.
func (e *engine) substitute(sum Set, p *predicate, s Set) Set {
	var out Set
	for _, r := range sum.refs {
		if r.Mode == ParamValue && r.Param == p.param {
			out = out.union(e.less(s, r.minus))
		}
	}
	// Atoms that the predicate names hold only of errors that may be them.
	any := s.opaque || len(s.refs) > 0
	for _, a := range sum.atoms {
		one := Set{table: e.table, atoms: []atomID{a}}
		switch {
		case s.has(a):
			one.links = s.links
			out = out.union(e.pruned(one))
		case any:
			out = out.union(e.because(one, s))
		}
	}
	if sum.opaque && s.opaque {
		out = out.union(e.because(Set{table: e.table, opaque: true}, s))
	}
	return out
}

// sentinelLoad reports the sentinel that v is a load of.
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

// sentinel is the atom of a package-level variable that holds one error for the
// life of the program: one of another package, or one that is only ever
// assigned where it is declared.
func (e *engine) sentinel(g *ssa.Global) (Atom, bool) {
	obj, ok := g.Object().(*types.Var)
	if !ok || obj.Pkg() == nil || !IsError(obj.Type()) {
		return Atom{}, false
	}
	if obj.Pkg() == e.m.pass.Pkg {
		stores := e.m.StoresTo(g)
		if len(stores) != 1 || stores[0].At != nil || stores[0].Instr.Parent() != e.m.Pkg.Func("init") {
			return Atom{}, false
		}
	}
	return sentinelAtom(obj), true
}

func isFunc(fn *types.Func, pkg, name string) bool {
	return fn != nil && fn.Pkg() != nil && fn.Name() == name && fn.Pkg().Path() == pkg && fn.Signature().Recv() == nil
}
