package makeflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells how an error leaves its function.

// A Leaving says how an error leaves the function that makes it or has it as a parameter. An error that is only logged, printed
// or compared does not leave.
type Leaving struct {
	Kept    bool               // not only as a result: in a field, a variable or a container of errors, by a channel or a callback
	Handed  bool               // through a call
	Returns []*ssa.Return      // the statements that return it
	Passed  map[ssa.Value]bool // the values that it is, or is a part of, on its way
}

// Left reports whether the error leaves the function at all.
func (l Leaving) Left() bool { return l.Kept || len(l.Returns) > 0 }

// Places returns the positions of the returns.
func (l Leaving) Places() []token.Pos {
	var out []token.Pos
	for _, ret := range l.Returns {
		out = append(out, ret.Pos())
	}
	return out
}

// Leaves follows an error out of its function.
func (m *Model) Leaves(made ssa.Value) Leaving {
	w := leaveWalk{m: m, Leaving: Leaving{Passed: make(map[ssa.Value]bool)}}
	w.values.Push(made)
	for v := range w.values.All() {
		w.Passed[v] = true
		if v.Referrers() != nil {
			for _, ref := range *v.Referrers() {
				w.use(v, ref)
			}
		}
	}
	// A result in memory has the value of the last assignment before the return, if that is near, or of a deferred function.
	for _, r := range w.results {
		if last := flow.Returned(r.ret, r.index); (w.Passed[last] || w.captured) && !m.ResultsUnused(r.ret.Parent()) {
			w.Returns = append(w.Returns, r.ret)
		}
	}
	return w.Leaving
}

// ResultsUnused reports whether the results of a function literal are never used: it is deferred, run by a go statement, or called
// only for its effects.
func (m *Model) ResultsUnused(fn *ssa.Function) bool {
	calls, all := m.CallsOf(fn)
	return fn.Parent() != nil && all && !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
		result := call.Value()
		return result != nil && len(*result.Referrers()) > 0
	})
}

// A leaveWalk is a walk over the uses of an error, the nearest first.
type leaveWalk struct {
	Leaving
	m        *Model
	values   worklist.List[ssa.Value]
	results  []resultAt
	captured bool // a function literal assigns it to a captured variable
}

type resultAt struct {
	ret   *ssa.Return
	index int
}

// keep records whether the error is kept.
func (w *leaveWalk) keep(kept bool) { w.Kept = w.Kept || kept }

func (w *leaveWalk) use(v ssa.Value, ref ssa.Instruction) {
	switch ref := ref.(type) {
	case *ssa.Return:
		for i, r := range ref.Results {
			if t := ref.Parent().Signature.Results().At(i).Type(); r == v && errflow.IsError(t) {
				w.results = append(w.results, resultAt{ref, i})
			} else if r == v {
				w.keep(isContainer(t))
			}
		}
	case *ssa.Extract:
		if errflow.IsError(ref.Type()) {
			w.values.Push(ref)
		}
	case *ssa.UnOp:
		if ref.Op == token.MUL && (errflow.IsError(ref.Type()) || isContainer(ref.Type())) {
			w.values.Push(ref) // of a variable, or a struct literal
		}
	case *ssa.MapUpdate:
		if made, ok := ref.Map.(*ssa.MakeMap); ok && ref.Value == v {
			w.values.Push(made) // it leaves if the map does
		} else {
			w.keep(ref.Value == v && errflow.IsError(v.Type()))
		}
	case *ssa.Send:
		w.keep(ref.X == v && errflow.IsError(v.Type()))
	case *ssa.Select:
		for _, state := range ref.States {
			w.keep(state.Send == v && errflow.IsError(v.Type()))
		}
	case *ssa.Call:
		w.passed(v, ref)
	case *ssa.Store:
		to, local := w.m.onward(v, ref)
		w.values.Push(to...)
		if _, isCaptured := ref.Addr.(*ssa.FreeVar); isCaptured && ref.Val == v {
			w.captured = true
		}
		if !local {
			w.stored(ref.Addr)
		}
	default:
		to, _ := w.m.onward(v, ref)
		w.values.Push(to...)
	}
}

// stored judges a store of the error that is not in a local variable.
func (w *leaveWalk) stored(addr ssa.Value) {
	if lit := errorAround(addr); lit != nil {
		w.values.Push(lit) // it leaves if what wraps it does
		return
	}
	t := flow.Deref(addr.Type())
	switch addr.(type) {
	case *ssa.Global, *ssa.Parameter:
		w.keep(errflow.IsError(t) || isContainer(t))
	case *ssa.FieldAddr, *ssa.IndexAddr:
		w.keep(errflow.IsErrorInterface(t) || isContainer(t))
	}
}

// errorAround returns the local error with a field at an address; nil if there is none.
func errorAround(addr ssa.Value) *ssa.Alloc {
	if field, ok := addr.(*ssa.FieldAddr); ok {
		if lit, ok := field.X.(*ssa.Alloc); ok && errflow.IsError(lit.Type()) {
			return lit
		}
	}
	return nil
}

// passed follows the error through a call that has it as an argument.
func (w *leaveWalk) passed(v ssa.Value, call *ssa.Call) {
	common := call.Common()
	if !slices.Contains(common.Args, v) {
		return
	}
	if b, ok := common.Value.(*ssa.Builtin); ok {
		w.keep(b.Name() == "append" && HoldsErrors(call.Type()))
		return
	}
	if w.m.takesErrors(common) {
		t := flow.Strip(v).Type()
		w.keep(errflow.IsError(t) || errflow.IsError(flow.Deref(t)))
		return
	}
	if w.m.keptBy(common, v) {
		w.keep(true)
		return
	}
	if list := appendsTo(common); list != nil && list != v {
		w.values.Push(list) // whether or not the result is used
	}
	// A function with a parameter for an error may keep it; a function that prints its arguments does not.
	certain := !HoldsErrors(v.Type())
	given := []ssa.Value{v}
	if vals, ok := flow.Variadic(v); ok {
		once := make(map[ssa.Value]bool)
		given = slices.DeleteFunc(vals, func(v ssa.Value) bool {
			again := once[flow.Strip(v)]
			once[flow.Strip(v)] = true
			return again || !w.Passed[v]
		})
	}
	for _, i := range errflow.ErrorResults(common.Signature()) {
		for _, result := range resultOf(call, i) {
			if answer := w.m.wrapsAny(result, given, nil); answer == errflow.Yes || answer == errflow.Unknown && !certain {
				w.Handed = true
				w.values.Push(result)
			}
		}
	}
}

// appendsTo returns the list of errors, or the variable for one, to which a call adds its other arguments in place; nil if there is none.
func appendsTo(call *ssa.CallCommon) ssa.Value {
	fn := flow.Callee(call)
	if IsFunc(fn, "github.com/hashicorp/go-multierror", "Append") || IsFunc(fn, "go.uber.org/multierr", "AppendInto") {
		if list := flow.Strip(call.Args[0]); flow.Deref(list.Type()) != list.Type() {
			return list
		}
	}
	return nil
}

// takesErrors reports whether a call passes its error to code that waits for errors: an iterator's yield or another
// callback, a context's cause, the other end of a pipe, the loads of an atomic variable.
func (m *Model) takesErrors(call *ssa.CallCommon) bool {
	if call.IsInvoke() {
		return false
	}
	if flow.QualifiedName(call.Value.Type()) == "context.CancelCauseFunc" {
		return true
	}
	switch v := call.Value.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	case *ssa.UnOp:
		if v.Op != token.MUL {
			break
		}
		switch cell := v.X.(type) {
		case *ssa.FreeVar:
			return true
		case *ssa.Alloc: // a parameter that a function literal captures
			stores := m.StoresTo(cell)
			return len(stores) > 0 && !slices.ContainsFunc(stores, func(s flow.Store) bool {
				_, param := s.Val.(*ssa.Parameter)
				return !param
			})
		}
	}
	switch fn := flow.Callee(call); flow.PkgPath(fn) {
	case "io":
		return fn.Name() == "CloseWithError"
	case "sync/atomic": // methods: the package-level functions have longer names, and take no errors
		return slices.Contains([]string{"Store", "Swap", "CompareAndSwap"}, fn.Name())
	}
	return false
}
