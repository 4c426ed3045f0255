package errflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
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

// A predicate is the summary of a function of an error that returns a bool:
// what the error may be, in terms of itself, when the function returns true and
// when it returns false.
type predicate struct {
	param int
	yes   Set
	no    Set
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
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return e.condition(v.X, !whenTrue)
		}
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
			return []guard{{subject: Strip(t.X), kind: isType, typ: t.AssertedType, whenTrue: whenTrue}}
		case *ssa.Call:
			if fn := Callee(t.Common()); isFunc(fn, "errors", "AsType") {
				if inst := t.Call.StaticCallee(); inst != nil && len(inst.TypeArgs()) == 1 {
					return []guard{{subject: Strip(t.Call.Args[0]), kind: isType, typ: inst.TypeArgs()[0], whenTrue: whenTrue}}
				}
			}
		}
	case *ssa.Call:
		return e.callCondition(v, whenTrue)
	}
	return nil
}

func (e *engine) comparison(x, y ssa.Value, whenTrue bool) []guard {
	if isNilConst(x) {
		x, y = y, x
	}
	if isNilConst(y) {
		if !mayHoldError(x.Type()) {
			return nil
		}
		return []guard{{subject: Strip(x), kind: isNil, whenTrue: whenTrue}}
	}
	var gs []guard
	for range 2 {
		if a, ok := e.sentinelLoad(y); ok && mayHoldError(x.Type()) {
			gs = append(gs, guard{subject: Strip(x), kind: isAtom, atoms: []Atom{a}, whenTrue: whenTrue})
		}
		x, y = y, x
	}
	return gs
}

func mayHoldError(t types.Type) bool { return IsError(t) || types.IsInterface(t) }

func (e *engine) callCondition(call *ssa.Call, whenTrue bool) []guard {
	fn := Callee(call.Common())
	if fn == nil || fn.Pkg() == nil || call.Call.IsInvoke() {
		return nil
	}
	args := call.Call.Args
	switch fn.Pkg().Path() {
	case "errors", "golang.org/x/xerrors", "github.com/pkg/errors", "github.com/cockroachdb/errors":
		switch fn.Name() {
		case "Is":
			if a, ok := e.sentinelLoad(args[1]); ok {
				return []guard{{subject: Strip(args[0]), kind: isAtom, atoms: []Atom{a}, whenTrue: whenTrue}}
			}
			// errors.Is(err, &E{}) and the like ask the type's own Is method.
			return nil
		case "IsAny":
			vals, ok := Variadic(args[1])
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
			return []guard{{subject: Strip(args[0]), kind: isAtom, atoms: atoms, whenTrue: whenTrue}}
		case "As":
			target := Strip(args[1])
			if p, ok := types.Unalias(target.Type()).Underlying().(*types.Pointer); ok {
				return []guard{{subject: Strip(args[0]), kind: isType, typ: p.Elem(), whenTrue: whenTrue}}
			}
		}
		return nil
	case "os":
		if name, ok := osPredicates[fn.Name()]; ok && len(args) == 1 {
			return []guard{{subject: Strip(args[0]), kind: isAtom, atoms: []Atom{{Kind: Sentinel, Pkg: "io/fs", Name: name}}, whenTrue: whenTrue}}
		}
		return nil
	}
	if p := e.predicateOf(fn); p != nil && p.param < len(args) {
		return []guard{{subject: Strip(args[p.param]), kind: isPredicate, pred: p, whenTrue: whenTrue}}
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
			return e.less(s, g.atoms)
		}
		match := func(a Atom) bool {
			return slices.ContainsFunc(g.atoms, func(want Atom) bool { return e.is(a, want) })
		}
		out := s.keep(match)
		if s.opaque || len(s.refs) > 0 {
			for _, a := range g.atoms {
				if !out.Has(a) {
					out = out.union(atomSet(a, s.reason()))
				}
			}
		}
		return out
	case isType:
		if types.IsInterface(g.typ) {
			return s // any error may implement it, or wrap one that does
		}
		want, ok := typeAtom(g.typ)
		if !ok {
			return s
		}
		if !holds {
			return e.less(s, []Atom{want})
		}
		match := func(a Atom) bool { return e.is(a, want) }
		out := s.keep(match)
		if (s.opaque || len(s.refs) > 0) && !out.Has(want) {
			out = out.union(atomSet(want, s.reason()))
		}
		return out
	case isPredicate:
		sum := g.pred.yes
		if !holds {
			sum = g.pred.no
		}
		return e.substitute(sum, g.pred.param, s)
	}
	return s
}

// less is s without the errors that are among the excluded ones.
func (e *engine) less(s Set, excluded []Atom) Set {
	if len(excluded) == 0 {
		return s
	}
	return s.without(func(a Atom) bool {
		return slices.ContainsFunc(excluded, func(want Atom) bool { return e.is(a, want) })
	}, excluded)
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

// substitute puts s for parameter i of a predicate's summary.
func (e *engine) substitute(sum Set, i int, s Set) Set {
	var out Set
	for _, r := range sum.refs {
		if r.Mode == ParamValue && r.Param == i {
			out = out.union(e.less(s, r.Minus))
		}
	}
	// Atoms that the predicate names hold only of errors that may be them.
	for _, a := range sum.atoms {
		if s.opaque || len(s.refs) > 0 || s.Has(a.Atom) {
			via := s.Via(a.Atom)
			if via == nil {
				via = s.reason()
			}
			out = out.union(atomSet(a.Atom, via))
		}
	}
	if sum.opaque && s.opaque {
		out = out.union(opaqueSet(s.why))
	}
	return out
}

// reason is a provenance for what cannot be told apart in s.
func (s Set) reason() *Step {
	if s.why != nil {
		return s.why
	}
	for _, r := range s.refs {
		return r.via
	}
	return nil
}

// sentinelLoad reports the sentinel that v is a load of.
func (e *engine) sentinelLoad(v ssa.Value) (Atom, bool) {
	load, ok := Strip(v).(*ssa.UnOp)
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
		stores := e.m.flow.stores[g]
		if len(stores) != 1 || stores[0].at != "" || stores[0].instr.Parent() != e.m.Pkg.Func("init") {
			return Atom{}, false
		}
	}
	return sentinelAtom(obj), true
}

func isFunc(fn *types.Func, pkg, name string) bool {
	return fn != nil && fn.Pkg() != nil && fn.Name() == name && fn.Pkg().Path() == pkg && fn.Signature().Recv() == nil
}
