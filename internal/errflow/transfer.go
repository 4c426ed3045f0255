package errflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/format"
)

// call is the errors that result index of a call may be.
func (ev *eval) call(call *ssa.Call, index int) Set {
	t := call.Call.Signature().Results()
	if index >= t.Len() || !IsError(t.At(index).Type()) {
		if index < t.Len() && types.IsInterface(t.At(index).Type()) {
			return opaqueSet(&Step{Pos: call.Pos(), What: "returns an error of unknown origin"})
		}
		return Set{}
	}
	if call.Call.IsInvoke() {
		return ev.invoke(call)
	}
	return ev.dynamic(call.Call.Value, call, index)
}

// dynamic is what a call of function value v returns.
func (ev *eval) dynamic(v ssa.Value, call *ssa.Call, index int) Set {
	if fn, bound := resolveFunc(v); fn != nil {
		return ev.target(Target{fn, bound}, call, index)
	}
	var s Set
	for _, o := range ev.e.m.Origins(v, OriginOptions{NoCalls: true}) {
		switch o.Kind {
		case OriginFunc:
			if fn, bound := o.Func(); fn != nil {
				s = s.union(ev.target(Target{fn, bound}, call, index))
				continue
			}
		case OriginConst, OriginZero:
			continue // a nil function does not return
		case OriginParam:
			if o.Whole {
				s = s.union(paramResult(o.Value.(*ssa.Parameter), call.Pos()))
				continue
			}
		case OriginCall:
			// A function that returns the function: f()().
			if t := ev.returnedFuncs(o); t != nil {
				for _, target := range t {
					s = s.union(ev.target(target, call, index))
				}
				continue
			}
		}
		s = s.union(opaqueSet(&Step{Pos: call.Pos(), What: "calls a function value"}))
	}
	return s
}

// returnedFuncs is the functions that one of the package's own functions returns.
func (ev *eval) returnedFuncs(o Origin) []Target {
	call := o.Call()
	if call == nil || !o.Whole {
		return nil
	}
	callees, complete := ev.e.m.Callees(call.Common())
	if !complete {
		return nil
	}
	var out []Target
	for _, c := range callees {
		if c.Fn.Pkg != ev.e.m.Pkg || c.Fn.Blocks == nil {
			return nil
		}
		for ret := range Returns(c.Fn) {
			targets, complete := ev.e.m.Targets(ret.Results[o.Index])
			if !complete {
				return nil
			}
			out = append(out, targets...)
		}
	}
	return out
}

func paramResult(p *ssa.Parameter, pos token.Pos) Set {
	for i, param := range p.Parent().Params {
		if param == p {
			return refSet(Ref{Fn: p.Parent(), Param: i, Mode: ParamResult}, &Step{Pos: pos, What: "calls its parameter " + p.Name()})
		}
	}
	return Set{}
}

// target is what result index of a call is when it runs t.
func (ev *eval) target(t Target, call *ssa.Call, index int) Set {
	e := ev.e
	obj, _ := t.Fn.Object().(*types.Func)
	args := t.args(call.Common())
	if obj != nil {
		if s, ok := ev.known(obj, args, call); ok {
			return s
		}
	}
	name := t.Fn.Name()
	if obj != nil {
		name = e.m.nameOf(obj)
	} else if t.Fn.Parent() != nil {
		name = "a function literal"
	}
	if t.Fn.Pkg == e.m.Pkg && t.Fn.Blocks != nil {
		sum := e.summaryOf(t.Fn)
		if index >= len(sum.results) {
			return Set{}
		}
		return ev.instantiate(sum.results[index], t.Fn, args, call).mapSteps(call.Pos(), "calls "+name)
	}
	if obj != nil {
		var fact funcFact
		if e.m.pass.ImportObjectFact(obj.Origin(), &fact) {
			return ev.instantiate(fact.set(index), nil, args, call).mapSteps(call.Pos(), "calls "+name)
		}
	}
	return ev.foreign(name, args, call, call.Call.Signature().Results().At(index).Type())
}

// instantiate puts a call's arguments for the parameters that a summary speaks of.
func (ev *eval) instantiate(sum Set, fn *ssa.Function, args []ssa.Value, call *ssa.Call) Set {
	out := Set{atoms: sum.atoms, opaque: sum.opaque, why: sum.why}
	for _, r := range sum.refs {
		if r.Fn != fn {
			out = out.union(Set{refs: []refEntry{r}}) // a parameter of a function around this one
			continue
		}
		if r.Param >= len(args) {
			out = out.union(opaqueSet(r.via))
			continue
		}
		arg := args[r.Param]
		var s Set
		switch r.Mode {
		case ParamValue:
			n := node{arg, ""}
			if !IsError(arg.Type()) && ElemType(arg.Type()) != nil {
				n.p = elem
			}
			s = ev.at(n, call.Block())
		case ParamResult:
			s = ev.results(arg, call)
		}
		out = out.union(ev.e.less(s, r.Minus))
	}
	return out
}

// results is the errors that function value fn may return when a callee of call
// calls it, with arguments that are not known.
func (ev *eval) results(fn ssa.Value, call *ssa.Call) Set {
	sig, ok := types.Unalias(fn.Type()).Underlying().(*types.Signature)
	if !ok || len(errorResults(sig)) == 0 {
		return Set{}
	}
	var s Set
	for _, o := range ev.e.m.Origins(fn, OriginOptions{NoCalls: true}) {
		switch o.Kind {
		case OriginFunc:
			f, _ := o.Func()
			if f != nil && f.Pkg == ev.e.m.Pkg && f.Blocks != nil {
				for _, r := range ev.e.summaryOf(f).results {
					s = s.union(r.withoutRefsOf(f))
				}
				continue
			}
			if f != nil {
				var fact funcFact
				if obj, ok := f.Object().(*types.Func); ok && ev.e.m.pass.ImportObjectFact(obj.Origin(), &fact) {
					for i := range sig.Results().Len() {
						s = s.union(fact.set(i).withoutRefsOf(nil))
					}
					continue
				}
			}
		case OriginConst, OriginZero:
			continue
		case OriginParam:
			if o.Whole {
				s = s.union(paramResult(o.Value.(*ssa.Parameter), call.Pos()))
				continue
			}
		}
		s = s.union(opaqueSet(&Step{Pos: call.Pos(), What: "calls a function value"}))
	}
	return s
}

// withoutRefsOf makes opaque what s says in terms of fn's own parameters.
func (s Set) withoutRefsOf(fn *ssa.Function) Set {
	out := Set{atoms: s.atoms, opaque: s.opaque, why: s.why}
	for _, r := range s.refs {
		if r.Fn != fn {
			out.refs = append(out.refs, r)
		} else if !out.opaque {
			out.opaque, out.why = true, r.via
		}
	}
	return out
}

// foreign is what a call of a function of unknown body returns: anything, and what the functions
// that it is handed return. A method may as well return what its receiver was handed
// before: (*errgroup.Group).Wait returns what the functions given to Go do.
func (ev *eval) foreign(name string, args []ssa.Value, call *ssa.Call, t types.Type) Set {
	e := ev.e
	var s Set
	if a, ok := typeAtom(t); ok && !types.IsInterface(t) {
		s = atomSet(a, &Step{Pos: call.Pos(), What: "calls " + name})
		if tf := e.typeOf(t); tf == nil || !tf.Unwraps {
			return s
		}
	}
	s = s.union(opaqueSet(&Step{Pos: call.Pos(), What: "calls " + name + ", whose errors are not known"}))
	for _, arg := range args {
		s = s.union(ev.results(arg, call).mapSteps(call.Pos(), "calls "+name))
	}
	if call.Call.StaticCallee() != nil && call.Call.Signature().Recv() != nil && len(args) > 0 {
		base, _ := e.m.flow.decompose(args[0])
		for _, fn := range e.handedTo(base) {
			// A declared function is in no frame; a literal speaks of the variables of its own.
			if in := funcOf(fn); in == nil || encloses(Outermost(call.Parent()), in) {
				s = s.union(ev.results(fn, call).mapSteps(call.Pos(), "calls "+name))
			}
		}
	}
	return s
}

// handedTo is the functions that were given to methods of the value that base holds,
// where those methods are declared elsewhere.
func (e *engine) handedTo(base ssa.Value) []ssa.Value {
	if e.handed == nil {
		e.handed = make(map[ssa.Value][]ssa.Value)
		for _, call := range e.m.Calls() {
			common := call.Common()
			callee := common.StaticCallee()
			if callee == nil || callee.Signature.Recv() == nil || callee.Blocks != nil || len(common.Args) < 2 {
				continue
			}
			recv, _ := e.m.flow.decompose(common.Args[0])
			for _, arg := range common.Args[1:] {
				if sig, ok := types.Unalias(arg.Type()).Underlying().(*types.Signature); ok && len(errorResults(sig)) > 0 {
					e.handed[recv] = append(e.handed[recv], arg)
				}
			}
		}
	}
	return e.handed[base]
}

// invoke is what a call of an interface's method returns: what the method's
// documentation declares, and anything where it declares nothing.
func (ev *eval) invoke(call *ssa.Call) Set {
	e := ev.e
	method := call.Call.Method.Origin()
	if method.Name() == "Unwrap" {
		return ev.at(node{call.Call.Value, ""}, call.Block())
	}
	if s, ok := ev.known(method, append([]ssa.Value{call.Call.Value}, call.Call.Args...), call); ok {
		return s
	}
	name := e.m.nameOf(method)
	if s, ok := e.declaredBy(method); ok {
		return s.mapSteps(call.Pos(), "calls "+name)
	}
	s := opaqueSet(&Step{Pos: call.Pos(), What: "calls " + name + ", whose errors are not documented"})
	for _, arg := range call.Call.Args {
		s = s.union(ev.results(arg, call).mapSteps(call.Pos(), "calls "+name))
	}
	return s
}

// nameOf is a function as the package's code names it: "load", "(*Store).Get", "os.Open".
func (m *Model) nameOf(fn *types.Func) string { return FuncName(fn, m.pass.Pkg) }

// FuncName is fn as code of package from names it: "load", "(*Store).Get", "os.Open".
func FuncName(fn *types.Func, from *types.Package) string {
	qualify := func(p *types.Package) string {
		if p == from {
			return ""
		}
		return p.Name()
	}
	if recv := fn.Signature().Recv(); recv != nil {
		t := types.Unalias(recv.Type())
		ptr := false
		if p, ok := t.(*types.Pointer); ok {
			t, ptr = types.Unalias(p.Elem()), true
		}
		name := "interface"
		if named, ok := t.(*types.Named); ok {
			name = named.Obj().Name()
			if named.Obj().Pkg() != nil {
				if q := qualify(named.Obj().Pkg()); q != "" {
					name = q + "." + name
				}
			}
		}
		if ptr {
			return "(*" + name + ")." + fn.Name()
		}
		return name + "." + fn.Name()
	}
	if fn.Pkg() != nil {
		if q := qualify(fn.Pkg()); q != "" {
			return q + "." + fn.Name()
		}
	}
	return fn.Name()
}

// errorf is the errors that fmt.Errorf, or a function like it, wraps: the operands of
// its %w verbs. What has no %w has no name: it is opaque.
func (ev *eval) errorf(formatArg, operands ssa.Value, call *ssa.Call) Set {
	wrapped, known := WrappedOperands(formatArg, operands)
	if !known {
		// A format that is put together: it may wrap any of its operands.
		s := opaqueSet(&Step{Pos: call.Pos(), What: "makes an error with a format that is not constant"})
		if vals, ok := Variadic(operands); ok {
			for _, v := range vals {
				if IsError(Strip(v).Type()) {
					s = s.union(ev.at(node{v, ""}, call.Block()))
				}
			}
		}
		return s
	}
	if len(wrapped) == 0 {
		return opaqueSet(&Step{Pos: call.Pos(), What: "makes an error that wraps none"})
	}
	var s Set
	for _, v := range wrapped {
		s = s.union(ev.at(node{v, ""}, call.Block()).mapSteps(call.Pos(), "wraps it"))
	}
	return s
}

// WrappedOperands is the operands that a call with this format and these
// operands (the slice of a variadic parameter) wraps with %w; known is false where the format
// or the operands cannot be told.
func WrappedOperands(formatArg, operands ssa.Value) (wrapped []ssa.Value, known bool) {
	text, ok := StringConst(formatArg)
	if !ok {
		return nil, false
	}
	vals, ok := Variadic(operands)
	if !ok {
		return nil, false
	}
	verbs, err := format.Parse(text)
	if err != nil {
		return nil, true // fmt reports it in the text, and wraps nothing it cannot find
	}
	for _, v := range verbs {
		if v.Rune == 'w' && v.Operand >= 0 && v.Operand < len(vals) {
			wrapped = append(wrapped, vals[v.Operand])
		}
	}
	return wrapped, true
}
