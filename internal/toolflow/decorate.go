package toolflow

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// A decorator says which SSA parameters of an error decorator have which role. Any may be none.
type decorator struct {
	Handler int // none: the returned function takes the handler, or it is not known; see [engine.recognise]
	Op      int // the operation
	Empty   int // the empty result
}

// declaredDecorator returns the decorator that fn is declared to be, here or where it was analysed, or nil.
func (e *engine) declaredDecorator(fn *types.Func) *decorator {
	return e.declared.Get(fn.Origin(), e.findDeclared)
}

func (e *engine) findDeclared(fn *types.Func) *decorator {
	for _, c := range e.opts.Decorators {
		if c.Function == qualifiedName(fn) {
			return newDecorator(fn, c.Op, c.Empty)
		}
	}
	if fn.Pkg() == e.pass.Pkg {
		if decl := e.m.DeclOf(fn); decl != nil {
			if d, ok := directive.FuncDirective(decl, directive.Decorator); ok && d.Valid() {
				return newDecorator(fn, d.Args["op"], d.Args["empty"])
			}
		}
		return nil
	}
	return e.factElsewhere(fn).Declared
}

func newDecorator(fn *types.Func, op, empty string) *decorator {
	sig := fn.Signature()
	d := &decorator{Handler: none, Op: none, Empty: none}
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		at := i + shift(sig)
		if f := signature(p.Type()); f != nil && f.Results().Len() > 0 && isError(f.Results().At(f.Results().Len()-1).Type()) {
			d.Handler = at
		}
		if p.Name() == op && op != "" || op == "" && isOperation(p) {
			d.Op = at
		}
		if p.Name() == empty && empty != "" {
			d.Empty = at
		}
	}
	return d
}

// qualifiedName returns fn as a configuration names it, "example.com/kit.Decorate" or "(*example.com/kit.Kit).Decorate", without type
// parameters.
func qualifiedName(fn *types.Func) string {
	name := fn.FullName()
	if i := strings.IndexByte(name, '['); i >= 0 {
		if j := strings.LastIndexByte(name, ']'); j > i {
			name = name[:i] + name[j+1:]
		}
	}
	return name
}

// apply returns what a call of declared decorator d returns.
func (e *engine) apply(d *decorator, callee *types.Func, call *ssa.Call, args []ssa.Value, p path) []leaf {
	app := application{Application: Application{Decorator: callee}, op: d.Op, empty: d.Empty}
	e.bind(&app, call, args)
	outer := leaf{leafFact: leafFact{State: Decorated}, apps: []application{app}}
	if d.Handler == none && len(p) > 0 {
		outer.Arg, outer.Level = true, p[1:].calls()
	}
	if d.Handler == none || d.Handler >= len(args) || signature(args[d.Handler].Type()) == nil {
		return []leaf{outer}
	}
	var out []leaf
	for _, inner := range e.leaves(args[d.Handler], nil) {
		out = append(out, outer.around(inner))
	}
	return out
}

// declaredLeaf returns what declared decorator d, as a function value, returns when it is called.
func (e *engine) declaredLeaf(d *decorator, obj *types.Func, fn *ssa.Function, rest path) []leaf {
	app := application{Application: Application{Decorator: obj}, owner: fn, op: d.Op, empty: d.Empty}
	l := leaf{leafFact: leafFact{State: Decorated}, apps: []application{app}}
	if d.Handler != none {
		l.Arg, l.Param, l.Level = true, d.Handler, rest.calls()
	}
	return []leaf{l}
}

// A wrapping says what a function does to the handlers that it calls.
type wrapping struct {
	calls    []wrapped
	converts bool        // it answers their errors with a result
	fails    bool        // it returns errors of its own, too, and is no decorator for others to use
	leaks    []token.Pos // the returns through which an error leaves when a handler has failed
	guarded  bool        // it recovers from their panics
	masks    bool        // on some path it answers with a result that is not an error, so it converts nothing
	drops    bool        // on some way that result says nothing of the error
	unknown  bool        // it calls them in literals, and where their errors go is not followed
}

// A wrapped is a call of a function value that is a handler by its type, or of a function of the package that makes such a call.
type wrapped struct {
	call      *ssa.Call
	value     ssa.Value // the handler, or what it is a part of
	path      path
	nested    bool // in a literal within the function
	reflected bool // by way of package reflect
	helper    *ssa.Function
}

// calledParams is the transfer function for the set of parameters that a function calls as handlers, by itself or through other functions.
func (e *engine) calledParams(fn *ssa.Function) (called textflow.Params) {
	if !failing(fn.Signature) {
		return called
	}
	for _, c := range e.wrappedCalls(fn) {
		for i, p := range fn.Params {
			if !called.Has(i) && e.isParam(c.value, p) {
				called = called.With(i)
			}
		}
	}
	return called
}

// A failure says in which ways a function that calls handlers for its callers may fail them. The zero value is bottom, so a recursive
// function fails only in the ways of its other calls.
type failure struct {
	leaks  bool // it does not answer all of their errors with a result
	panics bool // it does not recover from all of their panics
}

func (f failure) or(g failure) failure { return failure{f.leaks || g.leaks, f.panics || g.panics} }

// wrapping returns what fn does to the handlers that it calls.
func (e *engine) wrapping(fn *ssa.Function) *wrapping {
	return e.wrappings.Get(fn, func(fn *ssa.Function) *wrapping {
		e.failures.Get(fn) // and that of all helpers
		return e.describe(fn)
	})
}

// describe determines what fn does to the handlers that it calls, in terms of the failures of its helpers.
//
// fn converts if it returns a nil error and a result on every path from such a call on which the handler's error may be non-nil. A path on
// which a condition has established which error it is (errors.As, errors.Is, a predicate) may return an error: that is a choice, as for
// errors that the protocol itself has codes for. What fn returns before it has called the handler, or after the handler has succeeded, does
// not matter.
func (e *engine) describe(fn *ssa.Function) *wrapping {
	w := &wrapping{}
	if !failing(fn.Signature) {
		return w
	}
	w.calls = e.wrappedCalls(fn)
	if len(w.calls) == 0 {
		return w
	}
	last := fn.Signature.Results().Len() - 1
	w.guarded = flow.Recovers(fn) && e.recoversToNil(fn, last) ||
		!slices.ContainsFunc(w.calls, func(c wrapped) bool {
			return !(c.nested && flow.Recovers(c.call.Parent())) && (c.helper == nil || e.failures.Get(c.helper).panics)
		})
	if slices.ContainsFunc(w.calls, func(c wrapped) bool { return c.nested }) {
		// The error is not followed out of a literal. It is necessary, and enough, that no error leaves.
		w.converts = e.m.ResultErrors(fn, last).Empty()
		if w.unknown = !w.converts; w.unknown {
			for i := range w.calls {
				w.calls[i].path = path{".?"} // leads nowhere
			}
		}
		return w
	}
	// If no handler fails because decorators are around them already, there is nothing to convert.
	w.converts = slices.ContainsFunc(w.calls, e.mayFail)
	for _, c := range w.calls {
		w.converts = e.converts(fn, c, w) && w.converts
	}
	if isMethodHandler(fn.Signature) && len(w.calls) > 0 {
		if w.converts = e.convertsSome(fn, w.calls); w.converts {
			w.leaks = nil // of other methods
		}
	}
	if !w.masks && (!w.converts || e.staysHere(fn)) {
		w.fails = e.failsItself(fn, w.calls)
	}
	slices.Sort(w.leaks)
	w.leaks = slices.Compact(w.leaks)
	return w
}

// staysHere reports whether fn is a literal in a function that returns no handlers. Such a literal is not a decorator that others use: it
// is registered as a handler where it stands.
func (e *engine) staysHere(fn *ssa.Function) bool {
	outer := flow.Outermost(fn)
	return outer != fn && !e.handsOut(outer)
}

// mayFail reports whether the handler that c calls may return an error, possibly one that c's helper has answered.
func (e *engine) mayFail(c wrapped) bool {
	if c.helper != nil || c.reflected {
		return true
	}
	return slices.ContainsFunc(errorsOf(c), func(err ssa.Value) bool { return !e.m.ErrorsAt(err, c.call.Block()).Empty() })
}

// wrappedCalls returns the calls of handlers in outer and the literals within it.
func (e *engine) wrappedCalls(outer *ssa.Function) (out []wrapped) {
	for fn := range flow.Literals(outer) {
		for instr := range flow.Instrs(fn) {
			if call, ok := instr.(*ssa.Call); ok {
				if w, ok := e.wrappedCall(call, outer); ok {
					w.nested = fn != outer
					out = append(out, w)
				}
			}
		}
	}
	return out
}

func (e *engine) wrappedCall(call *ssa.Call, outer *ssa.Function) (wrapped, bool) {
	common := call.Common()
	sig := common.Signature()
	if common.IsInvoke() {
		// The tool is an object: t.Handle(ctx, req).
		if !isHandler(sig) || !e.fromParam(common.Value) {
			return wrapped{}, false
		}
		return wrapped{call: call, value: common.Value, path: path{"." + common.Method.Name()}}, true
	}
	if _, builtin := common.Value.(*ssa.Builtin); builtin {
		return wrapped{}, false
	}
	callee := common.StaticCallee()
	if callee == nil {
		alike := types.Identical(sig, outer.Signature)
		if isHandler(sig) || isMethodHandler(sig) || alike || isHandlerLike(sig) && e.fromParam(common.Value) {
			return wrapped{call: call, value: common.Value}, true
		}
		return wrapped{}, false
	}
	if isReflectCall(callee) {
		if v := e.reflected(common.Args[0]); v != nil {
			return wrapped{call: call, value: v, reflected: true}, true
		}
		return wrapped{}, false
	}
	// A function of the package that calls the handler: run(ctx, req, h).
	target := cmp.Or(callee.Origin(), callee)
	if target.Pkg != e.m.Pkg || target.Blocks == nil {
		return wrapped{}, false
	}
	for i, arg := range common.Args {
		if !isHandlerLike(signature(arg.Type())) || i >= len(target.Params) {
			continue
		}
		if e.called.Get(target).Has(i) {
			return wrapped{call: call, value: arg, helper: target}, true
		}
	}
	return wrapped{}, false
}

// fromParam reports whether v may be a parameter, or a part of one.
func (e *engine) fromParam(v ssa.Value) bool {
	return slices.ContainsFunc(e.m.Origins(v, flow.OriginOptions{NoCalls: true}), func(o flow.Origin) bool {
		return o.Kind == flow.OriginParam
	})
}

// paramType returns the type of fn's SSA parameter i, even if fn belongs to another package and has no SSA parameters.
func paramType(fn *ssa.Function, i int) types.Type {
	if i < len(fn.Params) {
		return fn.Params[i].Type()
	}
	sig := fn.Signature
	switch i -= shift(sig); {
	case i < 0:
		return sig.Recv().Type()
	case i < sig.Params().Len():
		return sig.Params().At(i).Type()
	}
	return types.Typ[types.Invalid]
}

func (e *engine) isParam(v ssa.Value, p *ssa.Parameter) bool {
	return slices.ContainsFunc(e.m.Origins(v, flow.OriginOptions{NoCalls: true}), func(o flow.Origin) bool {
		return o.Kind == flow.OriginParam && o.Whole && o.Value == p
	})
}

func isReflectCall(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && (obj.FullName() == "(reflect.Value).Call" || obj.FullName() == "(reflect.Value).CallSlice")
}

// reflected returns the handler that reflect value v holds, or nil.
func (e *engine) reflected(v ssa.Value) ssa.Value {
	for _, o := range e.m.Origins(v, flow.OriginOptions{NoCalls: true}) {
		if o.Kind != flow.OriginCall || !o.Whole {
			continue
		}
		if call := o.Call(); flow.CalleeName(call) == "reflect.ValueOf" {
			if h := flow.Strip(call.Call.Args[0]); isHandlerLike(signature(h.Type())) && e.fromParam(h) {
				return h
			}
		}
	}
	return nil
}

// errorsOf returns the values in fn that are the error of call c.
func errorsOf(c wrapped) []ssa.Value {
	var out []ssa.Value
	values := worklist.Of[ssa.Value](c.call)
	for v := range values.All() {
		if errflow.IsError(v.Type()) {
			out = append(out, v)
		}
		if v.Referrers() == nil {
			continue
		}
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Phi, *ssa.ChangeInterface:
				values.Push(ref.(ssa.Value))
			case *ssa.Store:
				if cell, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
					for _, r := range *cell.Referrers() {
						if load, ok := r.(*ssa.UnOp); ok && load.Op == token.MUL {
							values.Push(load)
						}
					}
				}
			case *ssa.Extract:
				if c.reflected || v == c.call && errflow.IsError(ref.Type()) {
					values.Push(ref)
				}
			case ssa.Value:
				// Go from what reflect returns to the error in it.
				if c.reflected && !errflow.IsError(v.Type()) {
					values.Push(ref)
				}
			}
		}
	}
	return out
}

// converts reports whether the error of c, a call in fn, is answered with a result. It records the returns where it is not.
func (e *engine) converts(fn *ssa.Function, c wrapped, w *wrapping) bool {
	errs := errorsOf(c)
	if len(errs) == 0 && (c.helper == nil || e.failures.Get(c.helper).leaks) {
		return false // dropped
	}
	last := fn.Signature.Results().Len() - 1
	reachable := reach(c.call.Block(), func(from, to *ssa.BasicBlock) bool { return e.impliesNil(errs, from, to) })
	good, bad := false, false
	for ret := range flow.Returns(fn) {
		if !reachable[ret.Block()] {
			continue
		}
		live, classified := e.live(errs, ret.Block())
		if c.reflected && !live {
			continue // a problem with reflection, and not the handler's error
		}
		switch {
		case e.returnsNil(ret, last):
			switch {
			case !slices.ContainsFunc(ret.Results[:last], func(v ssa.Value) bool { return !isNil(v) }):
				bad = true // an error that becomes nothing
			case !classified && e.onlyPassesOn(ret, last, c):
				w.masks, w.drops = true, true // the handler's result, whatever its error is
			case live && !classified && e.reply(ret, c) == successReply:
				w.masks, w.drops = true, w.drops || !tellsOf(ret.Results[:last], errs)
			default:
				good = true
			}
		case classified:
			w.leaks = append(w.leaks, ret.Pos())
		default:
			w.leaks = append(w.leaks, ret.Pos())
			bad = true
		}
	}
	return good && !bad && !w.masks
}

// onlyPassesOn reports whether all results of a return but the last are those of a handler's call.
func (e *engine) onlyPassesOn(ret *ssa.Return, last int, c wrapped) bool {
	if c.reflected || c.helper != nil || !e.mayFail(c) {
		return false
	}
	is := func(v ssa.Value) bool { call, _ := flow.ResultOf(v); return call == c.call }
	for _, v := range ret.Results[:last] {
		for _, o := range e.m.Origins(v, flow.OriginOptions{Stop: is}) {
			if o.Kind != flow.OriginStop {
				return false
			}
		}
	}
	return true
}

// A reply says what the result that answers a handler's error tells the client.
type reply uint8

const (
	unknownReply reply = iota
	failureReply       // that the tool has failed
	successReply       // that it has not
)

// reply returns what the result of a return says, where control comes from a call of a handler that has failed.
func (e *engine) reply(ret *ssa.Return, c wrapped) reply {
	stop := func(v ssa.Value) bool { call, _ := flow.ResultOf(v); return call == c.call }
	said := unknownReply
	for i, v := range ret.Results {
		if !IsToolResult(ret.Parent().Signature.Results().At(i).Type()) {
			continue
		}
		for _, o := range e.m.Origins(v, flow.OriginOptions{Stop: stop}) {
			r := unknownReply
			switch o.Kind {
			case flow.OriginCall:
				r = made(o.Call())
			case flow.OriginMake:
				r = e.literal(o.Value, ret.Parent())
			}
			if r == unknownReply || said != unknownReply && r != said {
				return unknownReply
			}
			said = r
		}
	}
	return said
}

// made returns what a result says that an SDK's constructor makes.
func made(call *ssa.Call) reply {
	if call == nil {
		return unknownReply
	}
	fn := flow.Called(call.Common())
	switch {
	case fn == nil || fn.Signature().Recv() != nil || !strings.HasPrefix(fn.Name(), "NewToolResult"):
		return unknownReply
	case strings.HasPrefix(fn.Name(), "NewToolResultError"):
		return failureReply
	case fn.Name() != "NewToolResultText", slices.ContainsFunc(call.Call.Args, isMarshalled):
		return unknownReply // an envelope, which has the error under a key of its own
	}
	return successReply
}

// isMarshalled reports whether a text is computed from a result of package encoding/json.
func isMarshalled(text ssa.Value) bool {
	for part := range flow.Slice(text) {
		if call, ok := part.(*ssa.Call); ok {
			if flow.PkgPath(flow.Called(call.Common())) == "encoding/json" {
				return true
			}
		}
	}
	return false
}

// literal returns what a result says that a literal in any function makes, and fn returns. Its field IsError decides, which a method may
// set.
func (e *engine) literal(v ssa.Value, fn *ssa.Function) reply {
	alloc, ok := v.(*ssa.Alloc)
	if !ok {
		return unknownReply
	}
	_, s := namedStruct(alloc.Type())
	if s == nil {
		return unknownReply
	}
	isError := fieldNamed(s, "IsError")
	if isError == nil || !flow.IsBasic(isError.Type(), types.IsBoolean) || e.m.Shared(alloc) {
		return unknownReply
	}
	if envelope := fieldNamed(s, "StructuredContent"); envelope != nil && len(e.m.Stored(alloc, envelope)) > 0 {
		return unknownReply
	}
	for _, val := range e.m.Stored(alloc, isError) {
		switch failed, known := flow.BoolConst(val); {
		case !known:
			return unknownReply
		case failed:
			return failureReply
		}
	}
	// If the result is known under another name, IsError may be set by way of that.
	for _, in := range []*ssa.Function{alloc.Parent(), fn} {
		for instr := range flow.Instrs(in) {
			switch instr := instr.(type) {
			case *ssa.FieldAddr:
				if instr.X != ssa.Value(alloc) && fieldName(instr) == "IsError" {
					return unknownReply
				}
			case ssa.CallInstruction:
				if callee := flow.Called(instr.Common()); callee != nil && callee.Signature().Recv() != nil && IsToolResult(callee.Signature().Recv().Type()) {
					return unknownReply
				}
			}
		}
	}
	return successReply
}

// tellsOf reports whether results are computed from one of errs, or from something that is not seen.
func tellsOf(results, errs []ssa.Value) bool {
	for _, v := range results {
		for part := range flow.Slice(v) {
			if slices.Contains(errs, part) {
				return true
			}
			if alloc, ok := part.(*ssa.Alloc); ok && len(*alloc.Referrers()) > 1 {
				return true // flow.Slice does not yield what is stored in it
			}
		}
	}
	return false
}

// convertsSome reports whether fn, middleware for all methods of the protocol, answers errors with a tool's result on some path: that for
// tools/call.
func (e *engine) convertsSome(fn *ssa.Function, calls []wrapped) bool {
	last := fn.Signature.Results().Len() - 1
	for _, c := range calls {
		errs := errorsOf(c)
		for ret := range flow.Returns(fn) {
			if live, _ := e.live(errs, ret.Block()); !live || !e.returnsNil(ret, last) {
				continue
			}
			for _, o := range e.m.Origins(ret.Results[0], flow.OriginOptions{}) {
				if o.Value != nil && IsToolResult(o.Value.Type()) {
					return true
				}
			}
		}
	}
	return false
}

func isNil(v ssa.Value) bool {
	c, ok := flow.Strip(v).(*ssa.Const)
	return ok && c.Value == nil
}

// live reports whether one of errs is certainly non-nil in block b, and whether a condition has established which error it is.
func (e *engine) live(errs []ssa.Value, b *ssa.BasicBlock) (live, classified bool) {
	for _, l := range e.m.Live(b) {
		for _, err := range errs {
			if e.m.SameError(l.Value, err) {
				live = true
				classified = classified || l.Classified
			}
		}
	}
	return live, classified
}

// impliesNil reports whether control goes from one block to the other only if errs are nil.
func (e *engine) impliesNil(errs []ssa.Value, from, to *ssa.BasicBlock) bool {
	cond, ok := flow.ConditionOf(from, to)
	if !ok {
		return false
	}
	v, is := cond.ComparedWithNil()
	return is && slices.ContainsFunc(errs, func(err ssa.Value) bool { return e.m.SameError(err, v) })
}

// reach returns the blocks that control can get to from b by edges that are not cut.
func reach(b *ssa.BasicBlock, cut func(from, to *ssa.BasicBlock) bool) map[*ssa.BasicBlock]bool {
	reached := make(map[*ssa.BasicBlock]bool)
	blocks := worklist.Of(b)
	for from := range blocks.All() {
		reached[from] = true
		for _, to := range from.Succs {
			if !reached[to] && !cut(from, to) {
				blocks.Push(to)
			}
		}
	}
	return reached
}

// failsItself reports whether fn returns errors other than those of calls.
func (e *engine) failsItself(fn *ssa.Function, calls []wrapped) bool {
	var errs []ssa.Value
	for _, c := range calls {
		errs = append(errs, errorsOf(c)...)
	}
	last := fn.Signature.Results().Len() - 1
	for ret := range flow.Returns(fn) {
		v := ret.Results[last]
		if _, classified := e.live(errs, ret.Block()); classified || noneButCancelled(e.m.ErrorsAt(v, ret.Block())) {
			continue
		}
		stop := func(v ssa.Value) bool { return slices.Contains(errs, v) }
		for _, o := range e.m.Origins(v, flow.OriginOptions{NoCalls: true, Stop: stop}) {
			switch o.Kind {
			case flow.OriginConst, flow.OriginZero, flow.OriginStop:
			default:
				return true
			}
		}
	}
	return false
}

// returnsNil reports whether result i of ret is a nil error once the deferred functions have run.
func (e *engine) returnsNil(ret *ssa.Return, i int) bool {
	return e.m.ErrorsAt(ret.Results[i], ret.Block()).Empty()
}

// resultCell returns the variable that result v is loaded from, or nil.
func resultCell(v ssa.Value) *ssa.Alloc {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	cell, _ := load.X.(*ssa.Alloc)
	return cell
}

// setsNil reports whether the closures that capture an error variable only ever set it to nil.
func (e *engine) setsNil(cell *ssa.Alloc) bool {
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.MakeClosure:
			fn := ref.Fn.(*ssa.Function)
			for i, b := range ref.Bindings {
				if b == cell && !e.storesNil(fn.FreeVars[i]) {
					return false
				}
			}
		case *ssa.Store, *ssa.UnOp, *ssa.DebugRef:
		default:
			return false // its address goes somewhere
		}
	}
	return true
}

func (e *engine) storesNil(fv *ssa.FreeVar) bool {
	for _, ref := range *fv.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if !e.m.ErrorsAt(ref.Val, ref.Block()).Empty() {
				return false
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// recoversToNil reports whether the named error result of fn, if any, is nil after a panic.
func (e *engine) recoversToNil(fn *ssa.Function, last int) bool {
	for ret := range flow.Returns(fn) {
		if cell := resultCell(ret.Results[last]); cell != nil && !e.setsNil(cell) {
			return false
		}
	}
	return true
}
