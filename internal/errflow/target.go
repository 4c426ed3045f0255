package errflow

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

// This file is about functions whose callers tell them what to ask for: Is(err, target error) bool, As[T error](err
// error) (T, bool), Ignore(err error, targets ...error) error. What they ask for is a pattern that refers to a
// parameter, which a call replaces by its argument. Such patterns occur only in a [Ref], and refer to parameters of the
// same function.

// What a pattern says of a parameter, in Atom.Code of an atom of kind target. Atom.Name is the parameter's index.
const (
	asValue   = "value of"        // the error that the parameter is
	asElement = "element of"      // an error that is an element of the parameter; if excluded, none of the elements
	asPointee = "type pointed to" // an error of the type that the parameter points to
	asType    = "type"            // an error of the type that a type parameter is
)

// targetAtom returns the atom of a pattern that refers to parameter i.
func targetAtom(mode string, i int) Atom {
	return Atom{Kind: target, Name: strconv.Itoa(i), Code: mode}
}

// A binding is what a call passes to a function.
type binding struct {
	in    *ssa.Function // the function that calls, or that has a literal that calls
	args  []ssa.Value
	types []types.Type // type arguments, if the call names the function
}

func bindingOf(call ssa.CallInstruction, args []ssa.Value) binding {
	b := binding{in: flow.Outermost(call.Parent()), args: args}
	if fn := call.Common().StaticCallee(); fn != nil {
		b.types = fn.TypeArgs()
	}
	return b
}

// paramTarget returns the pattern for v if v is a parameter of a declared function, or an element of one. of is that
// function, and chooses the index of the element.
func (e *engine) paramTarget(v ssa.Value) (a Atom, of *ssa.Function, chooses ssa.Value, ok bool) {
	v = flow.Strip(v)
	mode := asValue
	if load, isLoad := v.(*ssa.UnOp); isLoad && load.Op == token.MUL {
		if elem, isElem := load.X.(*ssa.IndexAddr); isElem {
			v, mode, chooses = elem.X, asElement, elem.Index
		}
	}
	if load, isLoad := v.(*ssa.UnOp); isLoad && load.Op == token.MUL {
		// A literal captures it.
		base, part := e.m.Split(load.X, nil)
		if cell, isCell := base.(*ssa.Alloc); isCell && part == nil && e.m.Held(cell) != nil {
			v = e.m.Held(cell)
		}
	}
	p, ok := v.(*ssa.Parameter)
	if !ok || p.Parent().Parent() != nil {
		return Atom{}, nil, nil, false
	}
	switch t := types.Unalias(p.Type()).Underlying().(type) {
	case *types.Slice:
		if mode == asValue {
			mode = asElement
		}
		ok = IsErrorInterface(t.Elem())
	case *types.Interface:
		if !IsError(p.Type()) {
			mode = asPointee
		}
	default:
		ok = false
	}
	return targetAtom(mode, slices.Index(p.Parent().Params, p)), p.Parent(), chooses, ok
}

// typeParamTarget returns the pattern for type t if t is a type parameter of declared function fn.
func typeParamTarget(t types.Type, fn *ssa.Function) (Atom, bool) {
	p, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return Atom{}, false
	}
	for i := range fn.TypeParams().Len() {
		if fn.TypeParams().At(i) == p {
			return targetAtom(asType, i), true
		}
	}
	return Atom{}, false
}

// isGiven completes the guard that an error is what v, a parameter, names. It returns none if v is not a parameter.
func (e *engine) isGiven(g guard, v ssa.Value) []guard {
	a, of, chooses, ok := e.paramTarget(v)
	if !ok || g.itself && a.Code == asPointee {
		return nil
	}
	g.kind, g.of, g.chooses, g.target = isTarget, of, chooses, element{Atom: a, form: formAsked(g.itself)}
	return []guard{g}
}

// boundTo returns s narrowed by what conditions have found about ref r, as far as the call determines it.
func (e *engine) boundTo(s Set, r Ref, by binding) Set {
	if r.only != 0 {
		if ids, of, ok := e.bound(r.only, by); ok && of == nil {
			s = e.only(s, ids)
		} else if ok {
			s = e.onlyTarget(s, ids[0], of)
		}
	}
	var minus []elemID
	for _, id := range r.minus {
		if ids, of, ok := e.bound(id, by); ok && of == nil {
			minus = append(minus, ids...)
		} else if ok {
			s = e.lessTarget(s, ids[0], of)
		}
	}
	return e.less(s, sortedIDs(minus))
}

// bound resolves a pattern in a call. The result is the patterns that it stands for, which do not refer to a parameter,
// or, if of is not nil, one pattern that refers to a parameter of function of, which calls. ok is false if the pattern
// cannot be resolved.
func (e *engine) bound(id elemID, by binding) (ids []elemID, of *ssa.Function, ok bool) {
	x := e.table.elems[id]
	if x.Kind != target {
		return []elemID{id}, nil, true
	}
	pattern := func(a Atom) elemID { return e.table.id(element{Atom: a, form: x.form}) }
	i, err := strconv.Atoi(x.Name)
	if err != nil {
		return nil, nil, false
	}
	ofType := func(t types.Type) ([]elemID, *ssa.Function, bool) {
		if a, ok := typeParamTarget(t, by.in); ok {
			return []elemID{pattern(a)}, by.in, true
		}
		a, ok := TypeAtom(t)
		return []elemID{pattern(a)}, nil, ok
	}
	if x.Code == asType {
		if i >= len(by.types) {
			return nil, nil, false
		}
		return ofType(by.types[i])
	}
	if i >= len(by.args) {
		return nil, nil, false
	}
	arg := by.args[i]
	if a, of, _, ok := e.paramTarget(arg); ok && a.Code == x.Code {
		return []elemID{pattern(a)}, of, true
	}
	switch x.Code {
	case asValue:
		a, ok := e.sentinelLoad(arg)
		return []elemID{pattern(a)}, nil, ok
	case asElement:
		vals, ok := flow.Variadic(arg)
		for _, v := range vals {
			a, is := e.sentinelLoad(v)
			ok = ok && is
			ids = append(ids, pattern(a))
		}
		return sortedIDs(ids), nil, ok
	case asPointee:
		if p, isPointer := types.Unalias(flow.Strip(arg).Type()).Underlying().(*types.Pointer); isPointer {
			return ofType(p.Elem())
		}
	}
	return nil, nil, false
}

// onlyTarget narrows s to the errors that match a pattern which refers to a parameter of fn. Refs to other parameters
// of fn are narrowed to the pattern. Everything else stays, since it may match.
func (e *engine) onlyTarget(s Set, pattern elemID, fn *ssa.Function) Set {
	return e.mapRefs(s, fn, pattern, func(r *Ref) {
		if r.only == 0 {
			r.only = pattern
		}
	})
}

// lessTarget returns s without the errors that match such a pattern.
func (e *engine) lessTarget(s Set, pattern elemID, fn *ssa.Function) Set {
	return e.mapRefs(s, fn, pattern, func(r *Ref) {
		if minus := mergeIDs(r.minus, []elemID{pattern}); len(minus) <= maxAtoms {
			r.minus = minus
		}
	})
}

// mapRefs changes the refs of s that a pattern can be about: those to parameters of fn.
func (e *engine) mapRefs(s Set, fn *ssa.Function, pattern elemID, change func(*Ref)) Set {
	out := s
	out.refs = slices.Clone(s.refs)
	for i := range out.refs {
		if r := &out.refs[i]; r.Fn == fn && (r.form == isBare || e.table.elems[pattern].form == anyForm) {
			change(r)
		}
	}
	out.refs = sortedRefs(out.refs)
	return out
}

// boolResult returns the index of the only result of a signature that is a bool, -1 if there is not exactly one.
func boolResult(sig *types.Signature) int {
	found := -1
	for i := range sig.Results().Len() {
		if flow.IsBasic(sig.Results().At(i).Type(), types.IsBoolean) {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// callee returns the declared function that a call names, also through a package-level variable that is another name of
// it.
func (e *engine) callee(call *ssa.CallCommon) *types.Func {
	if fn := flow.Callee(call); fn != nil || call.IsInvoke() {
		return fn
	}
	if load, ok := call.Value.(*ssa.UnOp); ok && load.Op == token.MUL {
		if g, ok := load.X.(*ssa.Global); ok {
			return e.heldBy(g)
		}
	}
	return nil
}

// Callee returns the declared function or method that a call names, nil for a call of a function value. Unlike
// flow.Callee, it resolves variables that are other names of functions: var Is = errors.Is.
func (m *Model) Callee(call *ssa.CallCommon) *types.Func {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.callee(call)
}

// heldBy returns the function that a package-level variable is another name of, because the variable is assigned once,
// where it is declared. It returns nil for other variables.
func (e *engine) heldBy(g *ssa.Global) *types.Func {
	return e.held.Get(g, e.findHeld)
}

func (e *engine) findHeld(g *ssa.Global) *types.Func {
	obj, ok := g.Object().(*types.Var)
	if !ok || obj.Pkg() == nil {
		return nil
	}
	if obj.Pkg() == e.m.pass.Pkg {
		fn, bound := flow.Resolve(e.m.Held(g))
		if fn == nil || bound != nil || fn.Signature.Recv() != nil {
			return nil
		}
		named, _ := fn.Object().(*types.Func)
		return named
	}
	var fact heldFact
	sig, ok := types.Unalias(obj.Type()).Underlying().(*types.Signature)
	if !ok || !e.m.pass.ImportObjectFact(obj, &fact) {
		return nil
	}
	if pkg := e.m.findPackage(fact.Pkg); pkg != nil {
		fn, _ := pkg.Scope().Lookup(fact.Name).(*types.Func)
		return fn
	}
	// The package is not among the imports, direct or indirect. The name suffices for a function of the standard library
	// or of another module.
	return types.NewFunc(token.NoPos, types.NewPackage(fact.Pkg, ""), fact.Name, sig)
}

// A finder is a function that does what errors.As does, with the parameters for the error and the pointer.
type finder struct{ err, target int }

// finderOf describes a function that looks for an error to put where a parameter points to. It returns nil for other
// functions.
func (e *engine) finderOf(fn *types.Func) *finder {
	if fn == nil {
		return nil
	}
	return e.finders.Get(fn.Origin(), e.findFinder)
}

// maxForwarders bounds how many functions pass on their parameters to errors.As.
const maxForwarders = 8

func (e *engine) findFinder(obj *types.Func) *finder {
	f := finder{0, 1}
	// Each of the package's own functions passes its parameters on to the next.
	var through [][]int
	for range maxForwarders {
		if IsErrorsFunc(obj, "As") {
			break
		}
		fn := e.m.Func(obj)
		if fn == nil {
			fact := e.factFor(obj)
			if fact == nil || fact.Finds == nil || obj.Pkg() == e.m.pass.Pkg {
				return nil
			}
			f = finder{fact.Finds.Err, fact.Finds.Target}
			break
		}
		next, params := e.forwarded(fn)
		if next == nil {
			return nil
		}
		obj, through = next, append(through, params)
	}
	if !IsErrorsFunc(obj, "As") && e.m.Func(obj) != nil {
		return nil
	}
	for _, params := range slices.Backward(through) {
		if f.err >= len(params) || f.target >= len(params) || params[f.err] < 0 || params[f.target] < 0 {
			return nil
		}
		f = finder{params[f.err], params[f.target]}
	}
	return &f
}

// forwarded returns the function to which fn passes on a pointer that it is given, if it does nothing else with the
// pointer. The slice has the parameters of fn that the arguments of this call are, and -1 for other arguments.
func (e *engine) forwarded(fn *ssa.Function) (*types.Func, []int) {
	for _, p := range fn.Params {
		if types.IsInterface(p.Type()) && IsError(p.Type()) || p.Referrers() == nil {
			continue
		}
		var call *ssa.Call
		others := false
		for _, ref := range *p.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef:
			case *ssa.Call:
				others = others || call != nil
				call = ref
			default:
				others = true
			}
		}
		if call == nil || others || call.Call.IsInvoke() {
			continue
		}
		to := e.callee(call.Common())
		if to == nil || boolResult(to.Signature()) < 0 {
			continue
		}
		var params []int
		for _, arg := range call.Call.Args {
			arg, _ := flow.Strip(arg).(*ssa.Parameter)
			params = append(params, slices.Index(fn.Params, arg))
		}
		return to, params
	}
	return nil, nil
}

// finds is [Model.Finds].
func (e *engine) finds(call ssa.CallInstruction) (err, target ssa.Value) {
	common := call.Common()
	f := e.finderOf(e.callee(common))
	if f == nil || common.IsInvoke() || f.err >= len(common.Args) || f.target >= len(common.Args) {
		return nil, nil
	}
	return common.Args[f.err], common.Args[f.target]
}

// Finds returns the error that a call looks through for an error to put where target points to, by errors.As or a
// function that does the same. It returns nil for other calls.
func (m *Model) Finds(call ssa.CallInstruction) (err, target ssa.Value) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.finds(call)
}

// FoundIn returns the error in which errors.As finds the content of a variable, nil if there is none.
func (m *Model) FoundIn(alloc *ssa.Alloc) ssa.Value {
	m.mu.Lock()
	defer m.mu.Unlock()
	if errs := m.eng.askedOf(alloc); len(errs) > 0 {
		return errs[0]
	}
	return nil
}
