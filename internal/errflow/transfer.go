package errflow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/format"
	"github.com/errlint/errlint/internal/worklist"
)

// call returns the errors that result index of a call may be.
func (e *engine) call(call *ssa.Call, index int) Set {
	t := call.Call.Signature().Results()
	if index >= t.Len() || !mayHoldError(t.At(index).Type()) {
		return Set{}
	}
	if call.Call.IsInvoke() {
		if !IsError(t.At(index).Type()) {
			return e.opaque(call.Pos(), OfUnknownOrigin, nil)
		}
		return e.invoke(call)
	}
	return e.dynamic(call.Call.Value, call, index)
}

// dynamic returns what a call of function value v returns.
func (e *engine) dynamic(v ssa.Value, call *ssa.Call, index int) Set {
	if fn, bound := flow.Resolve(v); fn != nil {
		return e.target(flow.Target{Fn: fn, Bound: bound}, call, index)
	}
	if fn := e.callee(call.Common()); fn != nil && fn.Pkg() != e.m.pass.Pkg {
		s := e.elsewhere(fn, call.Call.Args, call, index)
		if _, builds := Builder(fn); !builds && e.mayBeReplaced(v) {
			s = e.openedBy(s, call.Pos(), CallsValue, nil)
		}
		return s
	}
	return e.functions(v, call, func(t flow.Target) (Set, bool) { return e.target(t, call, index), true })
}

// functions returns what the functions return that a function value may be, which an instruction calls, passes on or
// stores. returned says what one of them returns; ok is false if it does not know.
func (e *engine) functions(v ssa.Value, at ssa.Instruction, returned func(flow.Target) (Set, bool)) Set {
	pos := at.Pos()
	var s Set
	known := true
	origins := e.m.Origins(v, flow.OriginOptions{Stop: func(v ssa.Value) bool {
		if e.mayBeReplaced(v) {
			s = e.openedBy(s, pos, CallsValue, nil)
		}
		return false
	}})
	for _, o := range origins {
		switch o.Kind {
		case flow.OriginFunc:
			if fn, bound := o.Func(); fn != nil {
				if in, ok := returned(flow.Target{Fn: fn, Bound: bound}); ok {
					s = s.union(e.madeAround(in, fn, at.Parent()))
					continue
				}
			}
		case flow.OriginConst, flow.OriginZero:
			continue // a nil function does not return
		case flow.OriginParam:
			if o.Whole && !isPointer(o.Value.Type()) {
				s = s.union(e.paramResult(o.Value.(*ssa.Parameter), pos))
				continue
			}
		}
		known = false
	}
	if known {
		return s
	}
	if p := e.ownField(v); p != nil {
		return s.union(e.step(e.get(evalKey{node: part(nil, p), kind: returnedBy}), pos, CallsValue, nil))
	}
	return s.union(e.opaque(pos, CallsValue, nil))
}

// madeAround returns s, what function fn returns, as caller sees it. A literal that was made in another call of the function around it
// refers to what that call passed.
func (e *engine) madeAround(s Set, fn, caller *ssa.Function) Set {
	for outer := fn.Parent(); outer != nil && !flow.Encloses(outer, caller); outer = outer.Parent() {
		s = e.fromCallers(s, outer, caller)
	}
	return s
}

// ownField returns the field that function v is read from, as a path, if there is nothing in the field but what the package stores in it.
func (e *engine) ownField(v ssa.Value) flow.Path {
	var of ssa.Value
	var i int
	switch v := v.(type) {
	case *ssa.UnOp:
		if addr, ok := v.X.(*ssa.FieldAddr); ok {
			of, i = addr.X, addr.Field
		}
	case *ssa.Field:
		of, i = v.X, v.Field
	}
	if of == nil {
		return nil
	}
	f := flow.StructField(of.Type(), i)
	if f == nil || f.Exported() || f.Pkg() != e.m.pass.Pkg || len(e.m.StoresToField(f)) == 0 || e.addressed()[f] {
		return nil
	}
	return e.m.Paths.FieldOf(of.Type(), i, nil)
}

// findAddressed returns the fields that something may be stored in through a pointer.
func (e *engine) findAddressed() map[*types.Var]bool {
	addressed := make(map[*types.Var]bool)
	for fn := range e.m.Funcs() {
		for addr := range flow.LiveInstrs[*ssa.FieldAddr](e.m.Program, fn) {
			for _, ref := range *addr.Referrers() {
				switch ref := ref.(type) {
				case *ssa.DebugRef, *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr:
				case *ssa.Store:
					if ref.Val != addr {
						break
					}
					addressed[flow.StructField(addr.X.Type(), addr.Field)] = true
				default:
					addressed[flow.StructField(addr.X.Type(), addr.Field)] = true
				}
			}
		}
	}
	return addressed
}

// returnedBy is what functions return, with unknown arguments: one that an instruction passes on, or all that the
// package stores in a field.
func (e *engine) returnedBy(k evalKey) Set {
	if k.V != nil {
		return e.results(k.V, k.block.Instrs[k.index])
	}
	var s Set
	for _, st := range e.m.StoresToField(k.P.Field) {
		s = s.union(e.step(e.closed(e.results(st.Val, st.Instr), nil), st.Instr.Pos(), IsStored, nil))
	}
	return s
}

// mayBeReplaced reports whether function v is read from where something else may be: from where another package may put it, or from what this
// function has made, or got from another, and other code has as well.
func (e *engine) mayBeReplaced(v ssa.Value) bool {
	var from ssa.Value
	switch v := v.(type) {
	case *ssa.UnOp:
		from = v.X
	case *ssa.Lookup:
		from = v.X
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Lookup:
			from = t.X
		case *ssa.Next:
			if r, ok := t.Iter.(*ssa.Range); ok {
				from = r.X
			}
		}
	}
	if from == nil {
		return false
	}
	base, _ := e.m.Split(from, nil)
	if e.isLocal(base) {
		return false
	}
	switch base.(type) {
	case nil, *ssa.Global, *ssa.Parameter, *ssa.FreeVar:
	default:
		if field, ok := from.(*ssa.FieldAddr); ok && !othersSet(field.X.Type(), field.Field) {
			return !e.setToOne(flow.StructField(field.X.Type(), field.Field))
		}
		return true
	}
	return mayBeSetElsewhere(from)
}

// setToOne reports whether the package stores one function in a field, and no other.
func (e *engine) setToOne(f *types.Var) bool {
	var one *ssa.Function
	for _, v := range e.m.FieldStores(f) {
		if flow.IsNil(flow.Strip(v)) {
			continue
		}
		fn, _ := flow.Resolve(flow.Strip(v))
		if fn == nil || one != nil && fn != one {
			return false
		}
		one = fn
	}
	return one != nil
}

// paramResult returns the set of what a parameter, a function, returns.
func (e *engine) paramResult(p *ssa.Parameter, pos token.Pos) Set {
	i := slices.Index(p.Parent().Params, p)
	if i < 0 {
		return Set{}
	}
	return e.refTo(Ref{Fn: p.Parent(), Param: i, Mode: ParamResult}, pos, CallsParam, p.Name())
}

// target returns result index of a call that runs t.
func (e *engine) target(t flow.Target, call *ssa.Call, index int) Set {
	args := t.Args(call.Common())
	if e.isOwn(t.Fn) {
		r := e.get(evalKey{node: whole(t.Fn), kind: resultOfFn, index: index, given: e.m.Premise(t.Fn, args, e.holds)})
		return e.step(e.ofTypeArgument(e.instantiate(r, t.Fn, args, call), t.Fn.Signature, call, index), call.Pos(), Calls, t.Fn)
	}
	if obj, ok := t.Fn.Object().(*types.Func); ok {
		return e.elsewhere(obj, args, call, index)
	}
	return e.opaque(call.Pos(), CallsUnknown, t.Fn)
}

// ofTypeArgument returns s, the set of result index of a call, as errors of the call's type argument if the function,
// of signature sig, returns a value of its type parameter: As[T error](err error) (T, bool).
func (e *engine) ofTypeArgument(s Set, sig *types.Signature, call *ssa.Call, index int) Set {
	t := call.Call.Signature().Results().At(index).Type()
	if _, ok := types.Unalias(sig.Results().At(index).Type()).(*types.TypeParam); !ok || types.IsInterface(t) {
		return s
	}
	return e.found(s, t, false, call.Pos())
}

// elsewhere returns result index of a call of a function of another package.
func (e *engine) elsewhere(obj *types.Func, args []ssa.Value, call *ssa.Call, index int) Set {
	if !IsError(call.Call.Signature().Results().At(index).Type()) {
		return e.opaque(call.Pos(), OfUnknownOrigin, nil)
	}
	if s, ok := e.known(obj, args, call); ok {
		return s
	}
	if fact := e.factFor(obj); fact != nil {
		s := e.instantiate(e.traced(fact.setFor(e, index, args), &link{}), nil, args, call)
		s = e.step(e.ofTypeArgument(s, obj.Signature(), call, index), call.Pos(), Calls, obj)
		if recv := obj.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			s = e.openedBy(s, call.Pos(), Calls, obj) // the interface's method, as a value
		}
		if len(s.elems) == 0 && len(s.refs) == 0 && s.opaque {
			s = s.union(e.handedOn(obj, args, call)) // its body reveals nothing
		}
		return s
	}
	return e.foreign(obj, args, call, call.Call.Signature().Results().At(index).Type())
}

// factFor returns the fact on a function of another package, nil if there is none.
func (e *engine) factFor(obj *types.Func) *funcFact {
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	return e.facts.Get(obj.Origin(), func(obj *types.Func) *funcFact {
		fact := new(funcFact)
		if !e.m.pass.ImportObjectFact(obj, fact) {
			return nil
		}
		return fact
	})
}

// instantiate replaces the parameters that a summary refers to by a call's arguments.
func (e *engine) instantiate(sum Set, fn *ssa.Function, args []ssa.Value, call *ssa.Call) Set {
	// Other refs are to parameters of functions that enclose fn.
	out := e.withoutRefs(sum, func(r Ref) bool { return r.Fn != fn || r.Param < len(args) })
	out = e.codesGiven(out, fn, args, call.Pos())
	own := func(r Ref) bool { return r.Fn == fn && r.Param < len(args) }
	if !slices.ContainsFunc(out.refs, own) {
		return out
	}
	out.refs = slices.DeleteFunc(slices.Clone(out.refs), own)
	out = e.pruned(out)
	for _, r := range sum.refs {
		if !own(r) {
			continue
		}
		var s Set
		switch arg := args[r.Param]; r.Mode {
		case ParamValue:
			s = e.at(e.errorsIn(arg), call.Block())
		case ParamResult:
			s = e.results(arg, call)
		case paramEncoded:
			s = e.encoding(arg, call, asJSON)
		}
		s = e.given(s, r, bindingOf(call, args))
		s.made = s.made || r.form == isWrapped && r.in == 0 && flow.IsNil(flow.Strip(args[r.Param]))
		out = out.union(s)
	}
	return out
}

// results returns the errors that function value fn may return when it is run with unknown arguments: by a callee of a
// call that passes it on, or by whoever reads it where it is stored.
func (e *engine) results(fn ssa.Value, at ssa.Instruction) Set {
	sig, ok := types.Unalias(fn.Type()).Underlying().(*types.Signature)
	if !ok || len(ErrorResults(sig)) == 0 {
		return Set{}
	}
	return e.functions(fn, at, func(t flow.Target) (s Set, ok bool) {
		if e.isOwn(t.Fn) {
			for _, i := range ErrorResults(t.Fn.Signature) {
				s = s.union(e.withoutRefs(e.result(t.Fn, i), func(r Ref) bool { return r.Fn != t.Fn }))
			}
			return s, true
		}
		obj, _ := t.Fn.Object().(*types.Func)
		fact := e.factFor(obj)
		if fact == nil {
			return Set{}, false
		}
		for _, i := range ErrorResults(sig) {
			s = s.union(e.withoutRefs(e.step(fact.set(e, i), at.Pos(), Calls, obj), func(Ref) bool { return false }))
		}
		return s, true
	})
}

// foreign returns the errors of a function with an unknown body: any error, and what the functions return that it is
// given. A method may also return what its receiver was given before: (*errgroup.Group).Wait returns what the functions
// given to Go return.
func (e *engine) foreign(fn *types.Func, args []ssa.Value, call *ssa.Call, t types.Type) Set {
	var s Set
	if a, ok := typeAtom(t); ok && !types.IsInterface(t) {
		s = e.atom(a, call.Pos(), Calls, fn)
		if tf := e.typeOf(t); tf == nil || !tf.Unwraps {
			return s
		}
	}
	unknown := e.notKnown(fn)
	if ParsesText(call.Common()) {
		unknown.unknown, unknown.input = false, true
	}
	return s.union(e.step(unknown, call.Pos(), CallsUnknown, fn)).union(e.handedOn(fn, args, call))
}

// notKnown returns the unnamed errors of a function outside the module. If the function is one of [InputErrors], or is
// known to make its errors of text, the set says so.
func (e *engine) notKnown(fn *types.Func) Set {
	return e.outside.Get(fn, func(fn *types.Func) Set {
		s := anything
		if fn.Pkg() != nil {
			name := fn.FullName()
			_, text := slices.BinarySearch(nameless(), name)
			s.input = Listed(InputErrors, fn.Pkg().Path(), name)
			s.unknown = !s.input && !text
			s.itself, s.own = !text || s.input, !text || s.input
		}
		return s
	})
}

// handedOn returns what the functions return that fn is given, or that its receiver was given before.
func (e *engine) handedOn(fn *types.Func, args []ssa.Value, call *ssa.Call) Set {
	var s Set
	for _, arg := range args {
		s = s.union(e.step(e.results(arg, call), call.Pos(), Calls, fn))
	}
	if call.Call.StaticCallee() != nil && call.Call.Signature().Recv() != nil && len(args) > 0 {
		base, _ := e.m.Split(args[0], nil)
		s = s.union(e.step(e.get(evalKey{node: whole(base), block: flow.Outermost(call.Parent()).Blocks[0], kind: handedFns}), call.Pos(), Calls, fn))
	}
	return s
}

// handedTo returns what the functions return that were given to methods of the value in base, if these methods are
// declared elsewhere. Only functions that outer can refer to count.
func (e *engine) handedTo(base ssa.Value, outer *ssa.Function) Set {
	var s Set
	for _, h := range e.handed()[base] {
		// A declared function can be called from anywhere; a literal refers to variables of the functions around it.
		if in := flow.FuncOf(h.fn); in == nil || flow.Encloses(outer, in) {
			s = s.union(e.results(h.fn, h.call))
		}
	}
	return s
}

func (e *engine) findHanded() map[ssa.Value][]handedFunc {
	handed := make(map[ssa.Value][]handedFunc)
	for _, call := range e.m.Calls() {
		common := call.Common()
		callee := common.StaticCallee()
		if callee == nil || callee.Signature.Recv() == nil || callee.Blocks != nil || len(common.Args) < 2 {
			continue
		}
		recv, _ := e.m.Split(common.Args[0], nil)
		for _, arg := range common.Args[1:] {
			if sig, ok := types.Unalias(arg.Type()).Underlying().(*types.Signature); ok && len(ErrorResults(sig)) > 0 {
				handed[recv] = append(handed[recv], handedFunc{arg, call})
			}
		}
	}
	return handed
}

// A handedFunc is a function that a call passes.
type handedFunc struct {
	fn   ssa.Value
	call ssa.CallInstruction
}

// invoke returns the errors of a call of an interface's method: what the method's doc comment declares, and any error
// if it declares none.
func (e *engine) invoke(call *ssa.Call) Set {
	method := call.Call.Method.Origin()
	if method.Name() == "Unwrap" {
		return e.unwrapped(e.at(whole(call.Call.Value), call.Block()))
	}
	if s, ok := e.known(method, append([]ssa.Value{call.Call.Value}, call.Call.Args...), call); ok {
		return s.untold()
	}
	if s, ok := e.declaredBy(method); ok {
		return e.openedBy(e.step(s, call.Pos(), Calls, method), call.Pos(), Calls, method) // implementations may do more
	}
	s, ok := e.ofReceivers(call)
	if ok && !s.unknown {
		return e.step(s, call.Pos(), Calls, method)
	}
	s = e.step(s.union(e.undocumented(method)), call.Pos(), CallsUndocumented, method)
	return s.union(e.handedOn(method, call.Call.Args, call))
}

// Foreign reports whether pkg belongs to another module, other than the standard library.
func (m *Model) Foreign(pkg *types.Package) bool {
	return pkg != nil && !m.OwnPackage(pkg) && !m.standard(pkg)
}

// standard reports whether pkg belongs to the standard library. Packages of other modules have a dot in the first
// element of their path.
func (m *Model) standard(pkg *types.Package) bool {
	first, _, _ := strings.Cut(pkg.Path(), "/")
	return !strings.Contains(first, ".") && !m.OwnPackage(pkg)
}

// nameOf returns a function as the package's code names it: "load", "(*Store).Get", "os.Open".
func (m *Model) nameOf(fn *types.Func) string { return FuncName(fn, m.pass.Pkg) }

// FuncName returns fn as code of package from names it: "load", "(*Store).Get", "os.Open".
func FuncName(fn *types.Func, from *types.Package) string {
	qualified := func(obj types.Object) string {
		if pkg := obj.Pkg(); pkg != nil && pkg != from && pkg.Name() != "" {
			return pkg.Name() + "." + obj.Name()
		}
		return obj.Name()
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return qualified(fn)
	}
	t := types.Unalias(recv.Type())
	p, isPointer := t.(*types.Pointer)
	if isPointer {
		t = types.Unalias(p.Elem())
	}
	of := "interface"
	if named, ok := t.(*types.Named); ok {
		of = qualified(named.Obj())
	}
	if isPointer {
		of = "(*" + of + ")"
	}
	return of + "." + fn.Name()
}

// errorf returns the errors of fmt.Errorf, or of a function like it: it wraps the operands of its %w verbs. Without %w,
// the error has no name and is opaque.
func (e *engine) errorf(formatArg, operands ssa.Value, call *ssa.Call) Set {
	wrapped, known := WrappedOperands(formatArg, operands)
	if !known {
		// A format that is computed may wrap any of its operands.
		vals, ok := flow.Variadic(operands)
		if ok && !slices.ContainsFunc(vals, func(v ssa.Value) bool { t := flow.Strip(v).Type(); return IsError(t) || types.IsInterface(t) }) {
			return e.unnamed(call.Pos(), Makes, call) // there is nothing to wrap
		}
		var s Set
		if !hasVerb(formatArg, "%w") {
			s = e.wrapped(e.opaque(call.Pos(), MakesUnclear, nil), Atom{})
		}
		if !ok && slices.ContainsFunc(e.m.Origins(operands, flow.OriginOptions{NoCalls: true}), func(o flow.Origin) bool { return o.Kind == flow.OriginParam && o.Whole }) {
			return e.wrapped(e.opaque(call.Pos(), MakesUnclear, nil), Atom{}) // func failf(format string, args ...any): what is wrapped is up to the callers
		}
		if !ok {
			elem := part(operands, e.m.Paths.Elem(operands.Type(), nil))
			return s.union(e.step(e.wrapped(e.at(elem, call.Block()), Atom{}), call.Pos(), WrapsIt, nil))
		}
		for _, v := range vals {
			if IsError(flow.Strip(v).Type()) {
				s = s.union(e.step(e.wrapped(e.at(whole(v), call.Block()), Atom{}), call.Pos(), WrapsIt, nil))
			}
		}
		return s
	}
	if len(wrapped) == 0 {
		return e.unnamed(call.Pos(), Makes, call)
	}
	var parts []node
	for _, v := range wrapped {
		parts = append(parts, whole(v))
	}
	s := e.wrapsAll(parts, call)
	s.made = s.made || !slices.ContainsFunc(wrapped, func(v ssa.Value) bool { return e.notNil(v, call) })
	return s
}

// notNil reports whether an error that is wrapped is not nil there. For a parameter, that is up to the callers.
func (e *engine) notNil(v ssa.Value, call *ssa.Call) bool {
	if _, ok := e.sentinelLoad(v); ok {
		return true
	}
	for _, is := v.(*ssa.ChangeInterface); is; _, is = v.(*ssa.ChangeInterface) {
		v = v.(*ssa.ChangeInterface).X
	}
	switch v.(type) {
	case *ssa.MakeInterface, *ssa.Parameter:
		return true
	}
	return slices.ContainsFunc(e.m.live(call), func(l Live) bool { return e.m.identity(l.Value) == e.m.identity(v) })
}

// hasVerb reports whether a text that is concatenated from constants and other strings certainly contains a verb.
func hasVerb(v ssa.Value, verb string) bool {
	texts := worklist.Of(v)
	for v := range texts.All() {
		if text, ok := flow.StringConst(v); ok {
			if !strings.Contains(text, verb) || strings.Contains(text, "%%") {
				return false
			}
			continue
		}
		switch v := v.(type) {
		case *ssa.Phi:
			texts.Push(v.Edges...)
		case *ssa.BinOp:
			if text, ok := flow.StringConst(v.Y); v.Op == token.ADD && (!ok || !strings.Contains(text, verb)) {
				texts.Push(v.X) // what is appended may have none
			} else if v.Op != token.ADD {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// wrapsAll returns the set of an error that wraps several others. It has a name if any of them has.
func (e *engine) wrapsAll(parts []node, call *ssa.Call) Set {
	var s Set
	unnamed := true
	for _, n := range parts {
		in := e.step(e.wrapped(e.at(n, call.Block()), Atom{}), call.Pos(), WrapsIt, call)
		unnamed = unnamed && in.unnamed
		s = s.union(in)
	}
	if !unnamed {
		return s.named()
	}
	return s
}

// WrappedOperands returns the operands that a call with this format and these operands (the slice of a variadic
// parameter) wraps with %w. known is false if the format or the operands are not known.
func WrappedOperands(formatArg, operands ssa.Value) (wrapped []ssa.Value, known bool) {
	text, ok := flow.StringConst(formatArg)
	if !ok {
		return nil, false
	}
	vals, ok := flow.Variadic(operands)
	if !ok {
		return nil, false
	}
	verbs, err := format.Parse(text)
	if err != nil {
		return nil, true // fmt reports the mistake in the text, and wraps nothing that it cannot find
	}
	for _, v := range verbs {
		if v.Rune == 'w' && v.Operand >= 0 && v.Operand < len(vals) {
			wrapped = append(wrapped, vals[v.Operand])
		}
	}
	return wrapped, true
}

// undocumented returns the errors of an interface's method without documentation. For an interface of the standard
// library, it may be known nevertheless that implementations make their errors of text.
func (e *engine) undocumented(method *types.Func) Set {
	if method.Pkg() != nil && e.m.standard(method.Pkg()) {
		return e.notKnown(method)
	}
	return anything
}

// ofReceivers returns what a call through an interface returns if all methods that it may run are known:
// whether it may fail, and whether its errors are made of text only. Names are left out, since no caller may
// rely on them.
func (e *engine) ofReceivers(call *ssa.Call) (s Set, ok bool) {
	methods := e.receiving(call)
	if len(methods) == 0 {
		methods = e.declaring(call.Call.Method)
	}
	for _, m := range methods {
		fn, fact := e.m.Func(m), e.factFor(m)
		for _, i := range ErrorResults(m.Signature()) {
			in := anything
			if fn != nil {
				in = e.result(fn, i)
			} else if fact != nil {
				in = fact.set(e, i)
			}
			s = s.union(e.withoutRefs(in, func(Ref) bool { return false }))
		}
	}
	return s.withoutNames(), len(methods) > 0
}

// maxHolders bounds how many values are looked at for what an interface may hold.
const maxHolders = 200

// receiving returns the methods that a call through an interface may run, if all values that the interface may hold are
// made in the package: where it is declared, in functions that return it, or in those that store it in a field that no other package
// can assign. Otherwise it returns none. The content of an exported variable or field is not known, nor is
// that of a parameter.
func (e *engine) receiving(call *ssa.Call) (methods []*types.Func) {
	method := call.Call.Method
	stop := func(v ssa.Value) bool {
		switch v := v.(type) {
		case *ssa.MakeInterface:
			return true
		case *ssa.UnOp:
			return v.Op == token.MUL && mayBeSetElsewhere(v.X)
		}
		return false
	}
	values := worklist.Of(call.Call.Value)
	for v := range values.First(maxHolders) {
		for _, o := range e.m.Origins(v, flow.OriginOptions{Stop: stop}) {
			if flow.IsNil(o.Value) || o.Kind == flow.OriginZero {
				continue
			}
			mi, isMade := o.Value.(*ssa.MakeInterface)
			if !isMade || !o.Whole {
				p := e.ownField(v)
				if p == nil {
					return nil
				}
				for _, st := range e.m.StoresToField(p.Field) {
					values.Push(st.Val)
				}
				continue
			}
			obj, _, _ := types.LookupFieldOrMethod(mi.X.Type(), false, method.Pkg(), method.Name())
			m, ok := obj.(*types.Func)
			if !ok || types.IsInterface(m.Signature().Recv().Type()) {
				return nil
			}
			methods = append(methods, m.Origin())
		}
	}
	if values.Len() > maxHolders {
		return nil
	}
	return methods
}

// declaring returns the package's methods with the name of an unexported interface method. No other package can declare
// such a method; it can only embed a type that has it.
func (e *engine) declaring(method *types.Func) []*types.Func {
	if method.Exported() || method.Pkg() != e.m.Pkg.Pkg {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(e.methods()[method.Name()]), func(fn *types.Func) bool {
		return fn.Signature().Results().Len() != method.Signature().Results().Len() || fn.Signature().Params().Len() != method.Signature().Params().Len()
	})
}

func (e *engine) findMethods() map[string][]*types.Func {
	methods := make(map[string][]*types.Func)
	for fn := range e.m.Funcs() {
		if obj, ok := fn.Object().(*types.Func); ok && obj.Signature().Recv() != nil && !obj.Exported() {
			methods[obj.Name()] = append(methods[obj.Name()], obj)
		}
	}
	return methods
}

// mayBeSetElsewhere reports whether an address is that of (a part of) a variable or field that other packages can
// assign.
func mayBeSetElsewhere(addr ssa.Value) bool {
	for {
		switch a := addr.(type) {
		case *ssa.Global:
			return a.Object() == nil || a.Object().Exported()
		case *ssa.FieldAddr:
			if othersSet(a.X.Type(), a.Field) {
				return true
			}
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		default:
			return false
		}
	}
}

// othersSet reports whether other packages can assign field i of a struct of type t, or of what t points to.
func othersSet(t types.Type, i int) bool {
	f := flow.StructField(t, i)
	return f == nil || f.Exported()
}
