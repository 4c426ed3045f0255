package flow

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// This file says where a slice, map or pointer may be nil.

// A valueAt is a value at the end of a block, or on the way from there to succ.
type valueAt struct {
	Node
	block, succ *ssa.BasicBlock
}

// maxNil bounds how many values are looked at for one that may be nil; one that more lead to is taken not to be.
const maxNil = 400

// MayBeNil reports whether a nil, or a variable that nothing is stored in, leads to v in block b on a way that no condition rules out, as
// if xs == nil { xs = []T{} } does. Functions of the package are looked into, as far as they return what they were called for.
func (x *Program) MayBeNil(v ssa.Value, b *ssa.BasicBlock) bool {
	values := worklist.Of(valueAt{Node: Node{v, nil}, block: b})
	for at := range values.First(maxNil) {
		if alloc, ok := at.V.(*ssa.Alloc); ok && types.Identical(alloc.Type(), v.Type()) || at.P == nil && x.filledAt(at) {
			continue
		}
		srcs, kind := x.Step(at.Node)
		switch kind {
		case OriginConst:
			if IsNil(at.V) {
				return true
			}
		case OriginZero:
			if !x.Shared(at.V) {
				return true
			}
		case OriginCall:
			call, index := ResultOf(at.V)
			if call == nil || at.P != nil {
				continue
			}
			targets, complete := x.Callees(call.Common())
			for _, t := range targets {
				for ret := range Returns(t.Fn) {
					if complete && !saysNothing(ret, index) {
						values.Push(valueAt{Node: Node{Returned(ret, index), nil}, block: ret.Block()})
					}
				}
			}
		}
		for _, s := range srcs {
			next := valueAt{Node: s.Node, block: at.block}
			if s.Block != nil {
				next.block, next.succ = s.Block, s.Succ
			}
			values.Push(next)
		}
	}
	return false
}

// saysNothing reports whether result index of a return is none to go by: another one is an error that there may be, or false.
func saysNothing(ret *ssa.Return, index int) bool {
	for i, r := range ret.Results {
		if i == index {
			continue
		}
		k, isConst := r.(*ssa.Const)
		if types.Identical(r.Type(), types.Universe.Lookup("error").Type()) && !IsNil(r) ||
			isConst && k.Value != nil && k.Value.Kind() == constant.Bool && !constant.BoolVal(k.Value) {
			return true
		}
	}
	return false
}

// filledAt reports whether it is certain that a value is not nil: something is appended, or a condition says so of it or of its length.
func (x *Program) filledAt(at valueAt) bool {
	if call, ok := at.V.(*ssa.Call); ok && IsBuiltin(call, "append") && len(call.Call.Args) == 2 {
		if vals, ok := Variadic(call.Call.Args[1]); ok && len(vals) > 0 {
			return true
		}
	}
	if at.succ != nil {
		if c, ok := ConditionOf(at.block, at.succ); ok && x.saysFilled(c, at.V) {
			return true
		}
	}
	for c := range Conditions(at.block) {
		if x.saysFilled(c, at.V) {
			return true
		}
	}
	return false
}

// saysFilled reports whether a condition, with its outcome, says that v is not nil.
func (x *Program) saysFilled(c Condition, v ssa.Value) bool {
	same := func(w ssa.Value) bool { return x.FirstLoad(Strip(w)) == x.FirstLoad(Strip(v)) }
	if w, isNil := c.ComparedWithNil(); w != nil {
		return !isNil && same(w)
	}
	cmp, ok := c.Value.(*ssa.BinOp)
	if !ok {
		return false
	}
	left, right := lenOf(cmp.X), lenOf(cmp.Y)
	if left == nil && right == nil || left != nil && !same(left) || right != nil && !same(right) {
		return false
	}
	// Have: the length of v is compared; it is not 0 if the outcome would be another one then.
	number := func(v ssa.Value, isLen bool) constant.Value {
		if k, ok := v.(*ssa.Const); ok {
			return k.Value
		} else if isLen {
			return constant.MakeInt64(0)
		}
		return nil
	}
	l, r := number(cmp.X, left != nil), number(cmp.Y, right != nil)
	switch cmp.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return l != nil && r != nil && constant.Compare(l, cmp.Op, r) != c.Outcome
	}
	return false
}

// lenOf is the value that v is the length of; nil if it is none.
func lenOf(v ssa.Value) ssa.Value {
	if call, ok := v.(*ssa.Call); ok && IsBuiltin(call, "len") {
		return call.Call.Args[0]
	}
	return nil
}

// MendsNil reports whether a store is to a field that a condition has asked for being empty: if r.Items == nil { r.Items = []T{} }.
func (x *Program) MendsNil(instr ssa.Instruction) bool {
	st, ok := instr.(*ssa.Store)
	if !ok {
		return false
	}
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || x.MayBeNil(st.Val, st.Block()) {
		return false
	}
	for c := range Conditions(st.Block()) {
		cmp, ok := c.Value.(*ssa.BinOp)
		if !ok {
			continue
		}
		asked := cmp.X
		if of := lenOf(asked); of != nil {
			asked = of
		}
		if load := fieldLoaded(asked); load != nil && load.Field == fa.Field && types.Identical(load.X.Type(), fa.X.Type()) {
			return true
		}
	}
	return false
}

// copies is the variables that the struct which alloc holds is copied to: v := T{…} makes one of a literal.
func copies(alloc ssa.Value) (out []ssa.Value) {
	for _, ref := range *alloc.Referrers() {
		load, ok := ref.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			continue
		}
		for _, ref := range *load.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Val == load {
				if to, ok := st.Addr.(*ssa.Alloc); ok {
					out = append(out, to)
				}
			}
		}
	}
	return out
}

// StoredInField is what is stored in field f of the struct that base makes, and in that of the variables that it is copied to.
func (x *Program) StoredInField(base ssa.Value, f *types.Var) (out []Source) {
	p, ok := x.PathTo(base.Type(), []*types.Var{f})
	if !ok {
		return nil
	}
	of := []ssa.Value{base}
	if alloc, ok := base.(*ssa.Alloc); ok {
		of = append(of, copies(alloc)...)
	}
	for _, v := range of {
		for _, s := range x.StoredIn(v, p) {
			if s.P == nil {
				out = append(out, s)
			}
		}
	}
	return out
}

// Unset reports whether control may get to a return of a struct without passing a store to field f of it, from where the struct is made. It
// is not if somebody else has its address, or if it begins as a copy of another one.
func (x *Program) Unset(v ssa.Value, f *types.Var, ret *ssa.Return) bool {
	if k, ok := v.(*ssa.Const); ok {
		return k.Value == nil // T{}
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	alloc, ok := v.(*ssa.Alloc)
	if !ok || x.Shared(alloc) {
		return false
	}
	p, ok := x.PathTo(alloc.Type(), []*types.Var{f})
	if !ok {
		return false
	}
	set := make(map[*ssa.BasicBlock]bool)
	for _, s := range x.StoredIn(alloc, p) {
		if s.P != nil {
			if !x.leavesOut(s.V, f) {
				return false
			}
			continue
		}
		if s.Instr.Parent() != ret.Parent() || x.MendsNil(s.Instr) {
			return false
		}
		set[s.Instr.Block()] = true
	}
	blocks := worklist.Of(alloc.Block())
	for b := range blocks.All() {
		if set[b] {
			continue
		}
		if b == ret.Block() {
			return true
		}
		blocks.Push(b.Succs...)
	}
	return false
}

// leavesOut reports whether a struct is a literal that does not set field f.
func (x *Program) leavesOut(v ssa.Value, f *types.Var) bool {
	if k, ok := v.(*ssa.Const); ok {
		return k.Value == nil
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	alloc, ok := load.X.(*ssa.Alloc)
	return ok && alloc.Comment == "complit" && !x.Shared(alloc) && len(x.StoredInField(alloc, f)) == 0
}
