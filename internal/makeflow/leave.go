package makeflow

import (
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// A Leaving says how an error leaves the function that makes it or has it as a parameter. An error that is only logged, printed
// or compared does not leave.
type Leaving struct {
	Left    bool
	Kept    bool               // not only as a result: in a field, a variable or a container of errors, by a channel or a callback
	Handed  bool               // through a call
	Returns []*ssa.Return      // the statements that return it
	Passed  map[ssa.Value]bool // the values that it is, or is a part of, on its way
}

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
	w.follow(made)
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
		if last := flow.Returned(r.ret, r.index); (w.Passed[last] || w.captured) && !ResultsUnused(r.ret.Parent()) {
			w.Left = true
			w.Returns = append(w.Returns, r.ret)
		}
	}
	return w.Leaving
}

// ResultsUnused reports whether the results of a function literal are never used: it is deferred, run by a go statement, or called
// only for its effects.
func ResultsUnused(fn *ssa.Function) bool {
	if fn.Parent() == nil {
		return false
	}
	values := worklist.Of[ssa.Value](fn)
	for v := range values.All() {
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.MakeClosure:
				values.Push(ref)
			case ssa.CallInstruction:
				if result := ref.Value(); ref.Common().Value != v || result != nil && len(*result.Referrers()) > 0 {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
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
func (w *leaveWalk) keep(kept bool) {
	w.Left = w.Left || kept
	w.Kept = w.Kept || kept
}

func (w *leaveWalk) follow(v ssa.Value) {
	if v != nil {
		w.values.Push(v)
	}
}

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
	case *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert, *ssa.Slice: // a Slice of the variadic errors of a call
		w.follow(ref.(ssa.Value))
	case *ssa.IndexAddr, *ssa.Index, *ssa.Lookup, *ssa.Range, *ssa.Next: // what is read from a list or map
		w.follow(ref.(ssa.Value))
	case *ssa.Extract:
		if errflow.IsError(ref.Type()) {
			w.follow(ref)
		}
	case *ssa.UnOp:
		if ref.Op == token.MUL && (errflow.IsError(ref.Type()) || isContainer(ref.Type())) {
			w.follow(ref) // of a variable, or a struct literal
		}
	case *ssa.Store:
		if ref.Val == v {
			w.stored(ref.Addr)
		}
	case *ssa.MapUpdate:
		if made, ok := ref.Map.(*ssa.MakeMap); ok && ref.Value == v {
			w.follow(made) // it leaves if the map does
		} else {
			w.keep(ref.Value == v && errflow.IsError(v.Type()))
		}
	case *ssa.Send:
		w.keep(ref.X == v && errflow.IsError(v.Type()))
	case *ssa.Select:
		for _, state := range ref.States {
			w.keep(state.Send == v && errflow.IsError(v.Type()))
		}
	case *ssa.MakeClosure:
		for i, b := range ref.Bindings {
			if b == v {
				w.follow(ref.Fn.(*ssa.Function).FreeVars[i])
			}
		}
	case *ssa.Call:
		w.passed(v, ref)
	}
}

// stored follows the error from the address that it is stored at.
func (w *leaveWalk) stored(addr ssa.Value) {
	switch addr := addr.(type) {
	case *ssa.Global, *ssa.Parameter:
		t := flow.Deref(addr.Type())
		w.keep(errflow.IsError(t) || isContainer(t))
	case *ssa.Alloc:
		w.follow(addr)
	case *ssa.FreeVar:
		w.captured = true
		for v := range w.m.cellsOf(addr) {
			w.follow(v)
		}
	case *ssa.FieldAddr:
		if alloc, ok := addr.X.(*ssa.Alloc); ok && errflow.IsError(alloc.Type()) {
			w.follow(alloc) // it leaves if what wraps it does
			return
		}
		t := flow.Deref(addr.Type())
		w.keep(errflow.IsErrorInterface(t) || isContainer(t))
	case *ssa.IndexAddr:
		if array, ok := addr.X.(*ssa.Alloc); ok {
			w.follow(array) // of a variadic call or a literal: the error leaves if that does
			return
		}
		t := flow.Deref(addr.Type())
		w.keep(errflow.IsErrorInterface(t) || isContainer(t))
	}
}

// cellsOf yields a captured variable, and the variable that it is in each enclosing function.
func (m *Model) cellsOf(captured *ssa.FreeVar) iter.Seq[ssa.Value] {
	cells := worklist.Of[ssa.Value](captured)
	return func(yield func(ssa.Value) bool) {
		for v := range cells.All() {
			if !yield(v) {
				return
			}
			if fv, ok := v.(*ssa.FreeVar); ok {
				cells.Push(m.Bindings(fv)...)
			}
		}
	}
}

// isContainer reports whether values of type t are lists or maps of errors.
func isContainer(t types.Type) bool {
	elem := flow.ElemType(t)
	return elem != nil && errflow.IsErrorInterface(elem)
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
	results := common.Signature().Results()
	follow := func(result ssa.Value) {
		if answer := w.m.wrapsAny(result, given, nil); answer == errflow.Yes || answer == errflow.Unknown && !certain {
			w.Handed = true
			w.follow(result)
		}
	}
	if results.Len() == 1 && errflow.IsError(results.At(0).Type()) {
		follow(call)
	} else if call.Referrers() != nil {
		for _, ref := range *call.Referrers() {
			if e, ok := ref.(*ssa.Extract); ok && errflow.IsError(results.At(e.Index).Type()) {
				follow(e)
			}
		}
	}
}

// takesErrors reports whether a call passes its error to code that waits for errors: an iterator's yield or another
// callback, a context's cause, the other end of a pipe, the loads of an atomic variable.
func (m *Model) takesErrors(call *ssa.CallCommon) bool {
	if call.IsInvoke() {
		return false
	}
	if named, ok := types.Unalias(call.Value.Type()).(*types.Named); ok {
		if obj := named.Obj(); obj.Pkg() != nil && obj.Pkg().Path() == "context" && obj.Name() == "CancelCauseFunc" {
			return true
		}
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
	fn := flow.Callee(call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "io":
		return fn.Name() == "CloseWithError"
	case "sync/atomic": // methods: the package-level functions have longer names, and take no errors
		return slices.Contains([]string{"Store", "Swap", "CompareAndSwap"}, fn.Name())
	}
	return false
}
