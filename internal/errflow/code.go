package errflow

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

// This file is about codes. The codes of an error type with a Code method are the constants that the method returns,
// and the values of the fields that it returns. If a constructor puts a parameter in such a field, its set has an
// element of kind ParamCode, which calls replace by the constants that they pass. Where that is not possible, the code
// is unknown. An empty code is no code.

func codeAtom(t Atom, code string) Atom {
	t.Kind, t.Code = Code, code
	return t
}

func (e *engine) unknownCode(t Atom, pos token.Pos) Set {
	t.Kind = UnknownCode
	return e.atom(t, pos, ReturnsOtherCode, nil)
}

// codesOfType returns the codes that any error of type a may have.
func (e *engine) codesOfType(a Atom, tf *typeFact, pos token.Pos) Set {
	var s Set
	for _, code := range tf.Codes {
		s = s.union(e.atom(codeAtom(a, code), pos, ReturnsCode, code))
	}
	if tf.OtherCodes {
		s = s.union(e.unknownCode(a, pos))
	}
	return s
}

// codesStored returns the codes that are stored in error v of type t, whose atom is a.
func (e *engine) codesStored(v ssa.Value, t types.Type, a Atom, tf *typeFact, pos token.Pos) Set {
	var s Set
	for _, field := range tf.CodeFields {
		for _, src := range e.m.StoredAt(v, t, field) {
			s = s.union(e.codes(src.Node, a, pos))
		}
	}
	return s
}

// codes returns the codes, of errors of type a, that a string may be.
func (e *engine) codes(n node, a Atom, pos token.Pos) Set {
	if n.P != nil {
		return e.unknownCode(a, pos)
	}
	var s Set
	for _, o := range e.m.Origins(n.V, flow.OriginOptions{}) {
		code, known := flow.StringConst(o.Value)
		p, isParam := o.Value.(*ssa.Parameter)
		switch {
		case known && code == "", o.Kind == flow.OriginZero:
		case known:
			s = s.union(e.atom(codeAtom(a, code), pos, ReturnsCode, code))
		case isParam && o.Whole:
			x := element{Atom: a, of: p.Parent()}
			x.Kind, x.Code = ParamCode, strconv.Itoa(slices.Index(p.Parent().Params, p))
			s = s.union(e.step(Set{table: e.table, elems: []elemID{e.table.id(x)}}, pos, ReturnsParam, p.Name()))
		default:
			s = s.union(e.unknownCode(a, pos))
		}
	}
	return s
}

// eachParamCode replaces the elements of s of kind ParamCode. For the code in parameter i of fn, by returns the
// replacement, which is then wrapped like the element. Elements for which by returns false stay.
func (e *engine) eachParamCode(s Set, by func(fn *ssa.Function, i int, t Atom) (Set, bool)) Set {
	if !slices.ContainsFunc(s.elems, func(id elemID) bool { return e.table.elems[id].Kind == ParamCode }) {
		return s
	}
	out := s
	out.elems = nil
	var codes Set
	for _, id := range s.elems {
		x := e.table.elems[id]
		i, err := strconv.Atoi(x.Code)
		if x.Kind != ParamCode || err != nil {
			out.elems = append(out.elems, id)
			continue
		}
		t := x.Atom
		t.Kind, t.Code = Type, ""
		c, ok := by(x.of, i, t)
		if !ok {
			out.elems = append(out.elems, id)
			continue
		}
		if x.form == isWrapped {
			c = e.wrapped(c, e.table.elems[x.in].Atom)
		}
		codes = codes.union(c)
	}
	return e.pruned(out).union(codes)
}

// codesGiven replaces the codes in parameters that a summary mentions by the arguments of a call.
func (e *engine) codesGiven(sum Set, fn *ssa.Function, args []ssa.Value, pos token.Pos) Set {
	return e.eachParamCode(sum, func(of *ssa.Function, i int, t Atom) (Set, bool) {
		if of != fn || i >= len(args) {
			return Set{}, false
		}
		return e.codes(whole(args[i]), t, pos), true
	})
}

// codesFromCallers returns s, the set of a value that fn stores somewhere, with the codes that the calls of fn pass;
// see fromCallers.
func (e *engine) codesFromCallers(s Set, fn, around *ssa.Function) Set {
	return e.eachParamCode(s, func(of *ssa.Function, i int, t Atom) (Set, bool) {
		if of != fn {
			return Set{}, false
		}
		calls, all := e.m.CallsOf(fn)
		if !all {
			return e.unknownCode(t, token.NoPos), true
		}
		var out Set
		for _, call := range calls {
			if args := call.Common().Args; i < len(args) {
				out = out.union(e.closed(e.codes(whole(args[i]), t, call.Pos()), around))
			}
		}
		return out, true
	})
}

// withoutParamCodes makes codes in parameters unknown, except for those that keep selects.
func (e *engine) withoutParamCodes(s Set, keep func(fn *ssa.Function, i int) bool) Set {
	return e.eachParamCode(s, func(fn *ssa.Function, i int, t Atom) (Set, bool) {
		return e.unknownCode(t, token.NoPos), !keep(fn, i)
	})
}
