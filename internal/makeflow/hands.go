package makeflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells where a function, or a value with methods, goes: through which hands.

// A hands is a walk from a function, or from values of a type in interfaces, to where they go: through variables, fields and containers that
// only the package reads, and the parameters and results of its functions.
type hands struct {
	*Model
	values worklist.List[ssa.Value]
	calls  []ssa.CallInstruction // of the function, or of methods of the interface; and of others in the same variables
	told   bool                  // some code gets it that uses only the texts of the errors that it returns
	out    bool                  // code that is not seen may get it
}

// walk follows all values that were pushed.
func (h *hands) walk() {
	for v := range h.values.All() {
		if g, ok := v.(*ssa.Global); ok {
			for _, ref := range h.places().uses[g] {
				h.use(v, ref)
			}
			continue
		}
		for _, ref := range *v.Referrers() {
			if !h.inTest(ref.Parent().Pos()) {
				h.use(v, ref)
			}
		}
	}
}

// use follows one use of a value that is, or contains, what is followed.
func (h *hands) use(v ssa.Value, ref ssa.Instruction) {
	switch ref := ref.(type) {
	case *ssa.BinOp:
	case *ssa.MakeInterface:
		h.push(ref)
		h.receivers(ref.X.Type())
	case *ssa.MapUpdate:
		if ref.Value == v || ref.Key == v {
			h.container(ref.Map)
		}
	case *ssa.Return:
		fn := ref.Parent()
		calls, all := h.CallsOf(fn)
		// The other callers of an exported function of a command are packages of that command.
		h.out = h.out || !all && !(h.isCommand() && fn.Object() != nil && fn.Signature.Recv() == nil && !h.UsedAsValue(fn))
		for i, r := range ref.Results {
			if r != v {
				continue
			}
			for _, call := range calls {
				h.push(resultOf(call, i)...)
			}
		}
	case ssa.CallInstruction:
		h.call(v, ref)
	case *ssa.MakeClosure:
		to, _ := h.onward(v, ref)
		h.push(to...)
		h.out = h.out || ref.Fn != v && ref.Fn.(*ssa.Function).Synthetic != "" // the method of an interface as a value
	case *ssa.Store:
		if vars, local := h.onward(v, ref); local {
			h.push(vars...)
		} else {
			h.stored(ref.Addr, ref.Val)
		}
	default:
		to, ok := h.onward(v, ref)
		h.push(to...)
		h.out = h.out || !ok // a channel, a panic, a field of a struct that contains it
	}
}

// receivers follows a value of a type that is no struct to the receivers of its methods, which are called through interfaces.
func (h *hands) receivers(t types.Type) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return
	}
	for method := range named.Origin().Methods() {
		if fn := h.Func(method); fn != nil {
			h.push(fn.Params[0])
		} else {
			h.out = true
		}
	}
}

// push adds values to the walk, unless their types tell that they need not be followed: structs are followed by their fields, and
// methods of a value that was taken out of an interface are called by name.
func (h *hands) push(vals ...ssa.Value) {
	for _, v := range vals {
		t := types.Unalias(v.Type()).Underlying()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem().Underlying()
		}
		switch t.(type) {
		case *types.Basic, *types.Struct:
		default:
			h.values.Push(v)
		}
	}
}

// stored follows a value from the address that it is stored at.
func (h *hands) stored(addr, val ssa.Value) {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		f := flow.StructField(addr.X.Type(), addr.Field)
		switch {
		case h.takes(f.Pkg(), fieldName(addr), val):
			h.told = true
			h.push(h.places().fields[f]...)
		case f.Pkg() != nil && commands[f.Pkg().Path()] != nil && returnsError(val):
			// If the package executes no command, another one of the program does, and prints the error.
			h.told = h.told || len(h.executions()) == 0
			h.calls = append(h.calls, h.executions()...)
		default:
			h.location(addr)
		}
	case *ssa.IndexAddr:
		h.container(addr.X)
	default:
		h.location(addr)
	}
}

// location follows what is stored in a variable, or in a field of any struct of its type, to where it is loaded, if only the package can read it. The
// methods of an embedded field are promoted, so it cannot be followed. It returns what the package stores there.
func (h *hands) location(addr ssa.Value) (stores []flow.Store) {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		h.push(addr)
		return h.StoresTo(addr)
	case *ssa.FreeVar:
		cells := h.cellsOf(addr)
		h.push(cells...)
		for _, v := range cells {
			stores = append(stores, h.StoresTo(v)...)
		}
		return stores
	case *ssa.Global:
		if obj := addr.Object(); addr.Pkg == h.Pkg && obj != nil && (!obj.Exported() || h.isMain()) {
			h.push(addr)
			return h.StoresTo(addr)
		}
	case *ssa.FieldAddr:
		f := flow.StructField(addr.X.Type(), addr.Field)
		if f.Pkg() == h.Pkg.Pkg && !f.Exported() && !f.Embedded() && !h.places().blurred[f] {
			h.push(h.places().fields[f]...)
			return h.StoresToField(f)
		}
	}
	h.out = true
	return nil
}

// container follows what is put into a map, slice or array to where that goes, from where it was made.
func (h *hands) container(v ssa.Value) {
	made := worklist.Of(v)
	for v := range made.All() {
		switch v := v.(type) {
		case *ssa.Const:
		case *ssa.MakeMap, *ssa.MakeSlice, *ssa.Alloc:
			h.push(v)
		case *ssa.Global, *ssa.FieldAddr:
			h.location(v)
		case *ssa.Slice:
			made.Push(v.X)
		case *ssa.ChangeType:
			made.Push(v.X)
		case *ssa.Phi:
			made.Push(v.Edges...)
		case *ssa.UnOp:
			for _, s := range h.location(v.X) {
				if s.At == nil {
					made.Push(s.Val)
				}
			}
		case *ssa.Call:
			if flow.IsBuiltin(v, "append") {
				h.push(v)
				made.Push(v.Call.Args[0])
			} else {
				h.out = true
			}
		default:
			h.out = true
		}
	}
}

// call records a call of what is followed, and follows it to the parameters that it is passed for.
func (h *hands) call(v ssa.Value, call ssa.CallInstruction) {
	common := call.Common()
	if common.Value == v {
		h.calls = append(h.calls, call)
	}
	if !slices.Contains(common.Args, v) {
		return
	}
	if to, ok := h.givenTo(v, call); ok {
		h.push(to...)
		return
	}
	if b, ok := common.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "copy":
			h.container(common.Args[0])
		case "len", "cap", "delete", "clear", "print", "println":
		default:
			h.out = true
		}
		return
	}
	callee := flow.Callee(common)
	switch {
	case h.prints(call), describes(call):
	case callee != nil && h.takes(callee.Pkg(), callee.Name(), v), h.tells(common, v):
		h.told = true
	case isListed(walkers, callee):
		h.calls = append(h.calls, call) // it returns the error of the function
	case groupMethod(common) != "":
		calls, ok := h.waits(common.Args[0])
		h.calls, h.out = append(h.calls, calls...), h.out || !ok
	default:
		h.out = true
	}
}

// describes reports whether a call runs reflect.ValueOf, and only numbers and texts are taken from the result, such as the address or the kind of a function.
func describes(call ssa.CallInstruction) bool {
	v := call.Value()
	return v != nil && IsFunc(flow.Callee(call.Common()), "reflect", "ValueOf") && !slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		of, ok := ref.(*ssa.Call)
		return !ok || len(of.Call.Args) != 1 || !isBasic(of.Type())
	})
}
