package flow

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// This file finds out where a slice, map or pointer may be nil.

// A valueAt is a value at the end of a block or, if succ is set, on the edge from there to succ.
type valueAt struct {
	Node
	block, succ *ssa.BasicBlock
}

// maxNil bounds how many values are looked at for one value. If more lead to it, it is assumed not to be nil.
const maxNil = 400

// MayBeNil reports whether v may be nil in block b: whether nil, or a variable that nothing is stored in, flows to v on
// a path that no condition rules out, as if xs == nil { xs = []T{} } does. It looks into the package's functions, at
// the returns that deliver what the function was called for.
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

// saysNothing reports whether a return does not deliver its result index: another result is an error that may not be
// nil, or is false.
func saysNothing(ret *ssa.Return, index int) bool {
	for i, r := range ret.Results {
		if i == index {
			continue
		}
		is, isConst := BoolConst(r)
		if types.Identical(r.Type(), types.Universe.Lookup("error").Type()) && !IsNil(r) || isConst && !is {
			return true
		}
	}
	return false
}

// filledAt reports whether a value is certainly not nil: something is appended to it, or a condition on it or on its
// length says so.
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
	// Have: the length of v is compared. It is not 0 if 0 would have led to the other outcome.
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

// lenOf returns the value whose length v is, nil if v is not a length.
func lenOf(v ssa.Value) ssa.Value {
	if call, ok := v.(*ssa.Call); ok && IsBuiltin(call, "len") {
		return call.Call.Args[0]
	}
	return nil
}

// MendsNil reports whether an instruction fills a field that was found empty: if r.Items == nil { r.Items = []T{} }.
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

// copies returns the variables that the struct in alloc is copied to. v := T{…} copies a literal to a variable.
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

// StoredInField returns what is stored in field f of the struct that base makes, and in the same field of the variables
// that the struct is copied to.
func (x *Program) StoredInField(base ssa.Value, f *types.Var) []Source {
	vars := []ssa.Value{base}
	if alloc, ok := base.(*ssa.Alloc); ok {
		vars = append(vars, copies(alloc)...)
	}
	return x.wholesStored(f, vars...)
}

// Unset reports whether a struct may be returned without a store to its field f: whether there is a path from where the
// struct is made to the return that does not pass such a store. It reports false if other code has the address of the
// struct, or if the struct begins as a copy of another.
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
