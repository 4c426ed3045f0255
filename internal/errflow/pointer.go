package errflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

// This file is about errors that are stored through pointers: *p = err, where p is a parameter, a field, or a variable
// captured from another function. Which variable p points to is not determined. Everything that the package stores
// through any pointer may be in each variable whose address is given away. In most packages that is little, and enough
// to know that such a variable holds nothing but text.

// A pointers is what a package does with pointers to errors.
type pointers struct {
	open   bool         // other packages may have such a pointer, or have passed one in: nothing is known
	stores []*ssa.Store // through a pointer, or to a variable whose address is given away
}

// findPointers analyses the pointers to errors in the package.
func (e *engine) findPointers() *pointers {
	p := new(pointers)
	given := make(map[ssa.Value]bool) // the variables that have given their address away
	var operands []*ssa.Value
	for fn := range e.m.Funcs() {
		for _, param := range fn.Params {
			if isErrorPointer(param) {
				_, all := e.m.CallsOf(fn)
				p.open = p.open || !all
			}
		}
		for instr := range flow.Instrs(fn) {
			if v, ok := instr.(ssa.Value); ok && isErrorPointer(v) && !isLocalPointer(v) {
				p.open = true
			}
			operands = instr.Operands(operands[:0])
			for _, op := range operands {
				if *op == nil || !isErrorPointer(*op) {
					continue
				}
				gives, known := e.givesPointer(instr, *op)
				p.open = p.open || !known
				if base, _ := e.m.Split(*op, nil); gives {
					given[base] = true
				}
			}
		}
	}
	for fn := range e.m.Funcs() {
		for instr := range flow.Instrs(fn) {
			st, ok := instr.(*ssa.Store)
			if !ok || !isErrorPointer(st.Addr) {
				continue
			}
			if base, _ := e.m.Split(st.Addr, nil); !isVariable(st.Addr) || given[base] {
				p.stores = append(p.stores, st)
			}
		}
	}
	p.open = p.open || len(p.stores) > maxToldApart
	return p
}

// isErrorPointer reports whether v is a pointer to an error.
func isErrorPointer(v ssa.Value) bool {
	ptr, ok := types.Unalias(v.Type()).Underlying().(*types.Pointer)
	return ok && IsErrorInterface(ptr.Elem())
}

// isVariable reports whether an address is that of a variable, a field or an element, rather than a pointer that was
// passed or kept somewhere.
func isVariable(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return true
	}
	return isPart(addr)
}

// isPart reports whether an address is that of a variable that can be reached in other ways than through the address.
func isPart(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.Global, *ssa.FieldAddr, *ssa.IndexAddr:
		return true
	}
	return false
}

// isLocalPointer reports whether a pointer is made in the package, or read from where no other package can put one.
func isLocalPointer(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Phi, *ssa.ChangeType:
		return true
	case *ssa.Field:
		return !othersSet(v.X.Type(), v.Field)
	case *ssa.UnOp:
		return v.Op == token.MUL && isKept(v.X)
	}
	return false
}

// isKept reports whether what is stored at an address is seen by the package only.
func isKept(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar, *ssa.FieldAddr:
		return !mayBeSetElsewhere(addr)
	}
	return false
}

// givesPointer reports whether an instruction gives away v, a pointer to an error, and whether it is known to whom.
func (e *engine) givesPointer(instr ssa.Instruction, v ssa.Value) (gives, known bool) {
	switch instr := instr.(type) {
	case *ssa.UnOp, *ssa.BinOp, *ssa.MakeClosure, *ssa.DebugRef:
		return false, true
	case *ssa.Store:
		if instr.Addr == v {
			return instr.Val == v, true
		}
		return true, isKept(instr.Addr) && !isPart(v)
	case *ssa.Phi, *ssa.ChangeType:
		return true, !isPart(v)
	case ssa.CallInstruction:
		return true, e.entersOwn(instr) && !isPart(v)
	}
	return true, false
}

// entersOwn reports whether a call runs a function of the package.
func (e *engine) entersOwn(call ssa.CallInstruction) bool {
	if call.Common().IsInvoke() {
		return false
	}
	fn, bound := flow.Resolve(call.Common().Value)
	return fn != nil && bound == nil && fn.Pkg == e.m.Pkg && fn.Blocks != nil
}

// throughPointers returns what may be in a variable whose address is given away. ok reports whether all that the
// package stores through pointers is known. The result has no names, since a named error may be in another variable.
func (e *engine) throughPointers() (s Set, ok bool) {
	if e.pointers().open {
		return Set{}, false
	}
	return e.get(evalKey{kind: everPointed}).withoutNames(), true
}

// everPointed returns everything that is stored through pointers.
func (e *engine) everPointed() Set {
	var s Set
	for _, st := range e.pointers().stores {
		stored := e.fromCallers(e.at(whole(st.Val), st.Block()), flow.Outermost(st.Parent()), nil)
		s = s.union(e.withoutRefs(stored, func(Ref) bool { return false }))
	}
	return s
}
