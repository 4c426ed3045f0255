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

// A Leaving is the way of an error out of the function that makes it, or is given it. An error that is only logged, printed
// or compared does not leave.
type Leaving struct {
	Left    bool
	Kept    bool               // in some other way than as a result: in a field, a variable or a container of errors, a channel, a callback
	Handed  bool               // it goes through a call on its way
	Returns []*ssa.Return      // by which it leaves, where it is returned
	Passed  map[ssa.Value]bool // what it is, and is a part of, on its way
}

// Places returns where the returns are written.
func (l Leaving) Places() []token.Pos {
	var out []token.Pos
	for _, ret := range l.Returns {
		out = append(out, ret.Pos())
	}
	return out
}

// Leaves follows an error to where it leaves.
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
	// A result in memory is that of the last assignment before the return, if one is near, or of a deferred function.
	for _, r := range w.results {
		if last := flow.Returned(r.ret, r.index); (w.Passed[last] || w.captured) && !ResultsUnused(r.ret.Parent()) {
			w.Left = true
			w.Returns = append(w.Returns, r.ret)
		}
	}
	return w.Leaving
}

// ResultsUnused reports whether nobody gets what a function literal returns: it is deferred, run by a go statement, or called
// for nothing but what it does.
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
	captured bool // a function literal assigns it to a variable of the function around it
}

type resultAt struct {
	ret   *ssa.Return
	index int
}

// keep notes that the error is kept by others, if it is.
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
	case *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert, *ssa.Slice: // slice: the variadic errors of a call
		w.follow(ref.(ssa.Value))
	case *ssa.IndexAddr, *ssa.Index, *ssa.Lookup, *ssa.Range, *ssa.Next: // what is looked at, of a list or table
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
			w.follow(made) // it leaves if the table does
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

// stored goes on from the place that the error is stored in.
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
			w.follow(array) // the errors of a variadic call, or of a literal: they leave if that does
			return
		}
		t := flow.Deref(addr.Type())
		w.keep(errflow.IsErrorInterface(t) || isContainer(t))
	}
}

// cellsOf yields a captured variable, and what it is in the functions around.
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

// isContainer reports whether values of type t are lists or tables of errors.
func isContainer(t types.Type) bool {
	elem := flow.ElemType(t)
	return elem != nil && errflow.IsErrorInterface(elem)
}

// passed goes on from a call that is given the error.
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
	// Who is given an error as such may keep it; who prints it does not.
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

// takesErrors reports whether a call hands its error to someone who asks for errors: an iterator's yield or another
// callback, a context's cause, the other end of a pipe, who loads what is stored in an atomic variable.
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
	case "sync/atomic": // of its functions, none that stores is for values with methods
		return slices.Contains([]string{"Store", "Swap", "CompareAndSwap"}, fn.Name())
	}
	return false
}
