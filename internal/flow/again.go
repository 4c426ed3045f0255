package flow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// This file finds loads of a field that yield the same value. In "if s.err == io.EOF { return nil }; return s.err" the
// field is loaded twice, and SSA form has a register for each load. Stores by other goroutines are considered only
// where the function waits for them: at a channel operation or in a call.

// againLimit is how many instructions are searched for stores between two loads of a field. Loads that are further
// apart count as different values.
const againLimit = 256

// FirstLoad returns the first load of a field that is known to yield the same value as v. It returns v if v does not
// load a field, or if no earlier load is known to yield the same.
func (x *Program) FirstLoad(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || fieldLoaded(load) == nil {
		return v
	}
	if f := x.first.Get(load.Parent(), x.firstLoads)[load]; f != nil {
		return f
	}
	return v
}

// fieldLoaded returns the address of the field that v loads, nil if v does not load a field.
func fieldLoaded(v ssa.Value) *ssa.FieldAddr {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		fa, _ := load.X.(*ssa.FieldAddr)
		return fa
	}
	return nil
}

// firstLoads returns the loads of fields in fn that repeat an earlier load, each with the first load of the same value.
func (x *Program) firstLoads(fn *ssa.Function) map[*ssa.UnOp]ssa.Value {
	type fieldOf struct {
		of    ssa.Value // the pointer or, if it is in a field, the first load of it
		index int
	}
	var out map[*ssa.UnOp]ssa.Value
	last := make(map[fieldOf][]*ssa.UnOp) // those that are not known to repeat others
	for _, b := range fn.DomPreorder() {
		for _, instr := range b.Instrs {
			load, ok := instr.(*ssa.UnOp)
			if !ok {
				continue
			}
			fa := fieldLoaded(load)
			if fa == nil {
				continue
			}
			key := fieldOf{fa.X, fa.Field}
			if from, ok := fa.X.(*ssa.UnOp); ok && out[from] != nil {
				key.of = out[from]
			}
			// In dominator preorder, the nearest dominating load is the last one that dominates.
			before := last[key]
			i := len(before) - 1
			for i >= 0 && !before[i].Block().Dominates(b) {
				i--
			}
			if i < 0 || x.changes(StructField(fa.X.Type(), fa.Field), before[i], load) {
				last[key] = append(before, load)
				continue
			}
			if out == nil {
				out = make(map[*ssa.UnOp]ssa.Value)
			}
			out[load] = before[i]
		}
	}
	return out
}

// changes reports whether field f may be stored to between one instruction and another that it dominates.
func (x *Program) changes(f *types.Var, from, to ssa.Instruction) bool {
	if f == nil {
		return true
	}
	limit := againLimit
	in := func(instrs []ssa.Instruction) bool {
		limit -= len(instrs)
		return limit < 0 || slices.ContainsFunc(instrs, func(instr ssa.Instruction) bool { return x.mayStore(instr, f) })
	}
	if from.Block() == to.Block() {
		return in(to.Block().Instrs[x.IndexOf(from)+1 : x.IndexOf(to)])
	}
	if in(from.Block().Instrs[x.IndexOf(from)+1:]) || in(to.Block().Instrs[:x.IndexOf(to)]) {
		return true
	}
	before := worklist.Of(to.Block().Preds...)
	for b := range before.All() {
		if b == from.Block() {
			continue
		}
		if in(b.Instrs) {
			return true
		}
		before.Push(b.Preds...)
	}
	return false
}

// mayStore reports whether an instruction may store something in field f, of any struct.
func (x *Program) mayStore(instr ssa.Instruction, f *types.Var) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		t := instr.Val.Type()
		switch types.Unalias(t).Underlying().(type) {
		case *types.Struct, *types.Array:
			return true // f may be in it
		}
		switch addr := instr.Addr.(type) {
		case *ssa.FieldAddr:
			return StructField(addr.X.Type(), addr.Field) == f
		case *ssa.Alloc, *ssa.Global, *ssa.FreeVar:
			return false
		}
		return types.Identical(t, f.Type())
	case *ssa.Call:
		if b, ok := instr.Call.Value.(*ssa.Builtin); ok {
			return b.Name() == "copy" || b.Name() == "clear"
		}
		if fn := Callee(instr.Common()); fn != nil && fn.Pkg() != nil && fn.Signature().Results().Len() == 1 && slices.Contains(computing, fn.Pkg().Path()) {
			return false
		}
		return !x.OnlyLooks(instr.Common())
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Send, *ssa.Select, *ssa.Go, *ssa.RunDefers:
		return true
	}
	return false
}
