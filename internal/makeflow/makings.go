package makeflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// This file tells what an error may be: nil, new, a parameter, or made elsewhere.

// An answer is the value of an unknown: of a function, or of any other value.
type answer struct {
	is     sorts
	params Params // the parameters that the error is, or wraps
	fn     Func
}

// or returns what an error may be that is one of two.
func (a answer) or(b answer) answer { return answer{is: a.is | b.is, params: a.params | b.params} }

// sorts is a set of the kinds of errors that a value may be.
type sorts uint8

const (
	isNil       sorts = 1 << iota
	isNew             // made here, and so is all that it wraps
	isOther           // made elsewhere, or wraps an error made elsewhere
	isParam           // a parameter of the function
	aroundParam       // made here, and wraps a parameter of the function, which only callers know
)

// A Made is a new error on its way out of the function that makes it.
type Made struct {
	Value ssa.Value       // *ssa.Call, the *ssa.Alloc of a literal, or the load of a sentinel
	Block *ssa.BasicBlock // the last block that the error is known to pass
	At    ssa.Instruction // the instruction there that uses the error; nil for the end of Block
}

// Makings returns the new errors that the error v may be at an instruction or, if that is nil, at the end of block b.
func (m *Model) Makings(v ssa.Value, b *ssa.BasicBlock, at ssa.Instruction) []Made {
	makings, _ := m.collect(Made{v, b, at}, false)
	return makings
}

// collect returns the new errors that an error may be, and what it may be altogether: nil, new or other, around some parameters. If callers is set, a
// new error that wraps a parameter counts as new.
func (m *Model) collect(from Made, callers bool) (makings []Made, all answer) {
	seen := make(map[ssa.Value]bool)
	todo := []Made{from}
	for len(todo) > 0 {
		made := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		made.Value = flow.Strip(made.Value)
		if merge := mergeOf(made.Value); merge != nil {
			if seen[merge] {
				continue
			}
			seen[merge] = true
			srcs, besides := m.merged(merge)
			all.is |= besides
			for _, s := range slices.Backward(srcs) {
				todo = append(todo, Made{s.V, s.Block, s.Instr})
			}
			continue
		}
		switch a := m.made(made.Value, made.Block); {
		case a.is == isNil:
			all.is |= isNil
		case a.is&(isOther|isParam) != 0, a.is&aroundParam != 0 && !callers:
			all.is |= isOther
		case a.is != 0:
			all = all.or(answer{is: isNew, params: a.params})
			if lit := variable(made.Value); lit != nil {
				made.Value = lit
			} else if call, _ := flow.ResultOf(made.Value); call != nil {
				made.Value = call
			}
			makings = append(makings, made)
		}
	}
	return makings, all
}

// equation returns what a value may be, in terms of other values.
func (m *Model) equation(v ssa.Value) answer {
	merge := mergeOf(v)
	if merge == nil {
		var b *ssa.BasicBlock
		if instr, ok := v.(ssa.Instruction); ok {
			b = instr.Block()
		}
		return m.made(v, b)
	}
	srcs, is := m.merged(merge)
	a := answer{is: is}
	for _, s := range srcs {
		a = a.or(m.solver.Get(flow.Strip(s.V)))
	}
	return a
}

// mergeOf returns what makes v one of several values: the phi that it is, or the variable in memory that it is loaded from, such as a named result that a
// deferred function reads; nil if it is neither.
func mergeOf(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.Phi:
		return v
	case *ssa.UnOp:
		if cell := variable(v); cell != nil && flow.Struct(cell.Type()) == nil {
			return cell
		}
	}
	return nil
}

// merged returns the values that may be merged in what [mergeOf] returns, and what else the error may be.
func (m *Model) merged(merge ssa.Value) (srcs []flow.Source, besides sorts) {
	cell, ok := merge.(*ssa.Alloc)
	if !ok {
		srcs, _ = m.Step(flow.Node{V: merge})
		return srcs, 0
	}
	besides = isNil
	if m.changedElsewhere(cell) {
		besides |= isOther
	}
	return m.StoredIn(cell, nil), besides
}

// changedElsewhere reports whether code outside of its function may assign a variable.
func (m *Model) changedElsewhere(cell *ssa.Alloc) bool {
	if m.Shared(cell) {
		return true
	}
	return slices.ContainsFunc(*cell.Referrers(), func(ref ssa.Instruction) bool {
		mc, ok := ref.(*ssa.MakeClosure)
		if !ok {
			return false
		}
		for fv := range flow.Captured(mc, cell) {
			if m.Shared(fv) || len(m.StoresWithin(cell, fv.Parent())) > 0 {
				return true
			}
		}
		return false
	})
}

// made returns what an error that is no merge may be in block b.
func (m *Model) made(v ssa.Value, b *ssa.BasicBlock) answer {
	if lit := variable(v); lit != nil && m.isLiteral(lit) {
		return m.around(m.HeldErrors(lit), 0, b)
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.IsNil() {
			return answer{is: isNil}
		}
	case *ssa.Parameter:
		return answer{is: isParam, params: Params(0).With(slices.Index(v.Parent().Params, v))}
	case *ssa.UnOp:
		if _, ok := m.Sentinel(v); ok {
			return answer{is: isNew}
		}
	case *ssa.Call, *ssa.Extract:
		call, _ := flow.ResultOf(v)
		if call == nil {
			break
		}
		if maker := m.Maker(call.Common()); maker != nil && maker.Always {
			held, others := m.heldBy(call, maker)
			return m.around(append(held, m.HeldErrors(call)...), others, b)
		}
		if fn := m.callee(call.Common()); fn != nil && m.own(fn) && m.solver.Get(fn).fn.Makes == Nothing && ErrorResult(fn.Signature) >= 0 {
			return answer{} // a recursive call: other returns decide
		}
	}
	return answer{is: isOther}
}

// variable returns the local variable that v is the address of, or is loaded from; nil if there is none.
func variable(v ssa.Value) *ssa.Alloc {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	local, _ := v.(*ssa.Alloc)
	return local
}

// around returns what a new error is in block b that wraps the errors held, and others of the kinds in is.
func (m *Model) around(held []ssa.Value, is sorts, b *ssa.BasicBlock) answer {
	all := answer{is: is}
	for _, v := range held {
		if !m.KnownNil(v, b) {
			all = all.or(m.solver.Get(flow.Strip(v)))
		}
	}
	switch {
	case all.is&isOther != 0:
		return answer{is: isOther}
	case all.is&(isParam|aroundParam) != 0:
		return answer{is: isNew | aroundParam, params: all.params}
	}
	return answer{is: isNew}
}

// IsMade reports whether an instruction makes an error: it is the call of a function that always makes one, an error literal, a variable of an error type whose
// fields are set, or the load of a sentinel.
func (m *Model) IsMade(instr ssa.Instruction) (ssa.Value, bool) {
	switch v := instr.(type) {
	case *ssa.Call:
		maker := m.Maker(v.Common())
		return v, maker != nil && maker.Always
	case *ssa.Alloc:
		return v, m.isLiteral(v) && (m.CompositeLit(v) != nil || len(m.StoresTo(v)) > 0)
	case *ssa.UnOp:
		_, ok := m.Sentinel(v)
		return v, ok
	}
	return nil, false
}

// isLiteral reports whether a variable is a struct of an error type that is never assigned as a whole, so that the error is made in it.
func (m *Model) isLiteral(v *ssa.Alloc) bool {
	return flow.Struct(v.Type()) != nil && errflow.IsError(v.Type()) &&
		!slices.ContainsFunc(m.StoresTo(v), func(s flow.Store) bool { return s.At == nil })
}

// HeldErrors returns the errors that are stored in the fields of a struct: of a literal, or of the result of a
// constructor, as in e := newE("a"); e.Err = err.
func (m *Model) HeldErrors(v ssa.Value) []ssa.Value {
	s := flow.Struct(v.Type())
	if s == nil {
		return nil
	}
	var out []ssa.Value
	for f := range s.Fields() {
		if errflow.IsError(f.Type()) {
			out = append(out, m.Stored(v, f)...)
		}
	}
	return out
}

// UnsetCause returns the only field of an error literal that can hold an error, if nothing is stored there.
func (m *Model) UnsetCause(alloc *ssa.Alloc) *types.Var {
	var cause *types.Var
	for f := range flow.Struct(alloc.Type()).Fields() {
		if errflow.IsErrorInterface(f.Type()) {
			if cause != nil {
				return nil
			}
			cause = f
		}
	}
	if cause == nil || len(m.Stored(alloc, cause)) > 0 {
		return nil
	}
	return cause
}

// SameSentinel reports whether two errors are loads of one sentinel.
func (m *Model) SameSentinel(a, b ssa.Value) bool {
	x, ok := m.Sentinel(flow.Strip(a))
	y, also := m.Sentinel(flow.Strip(b))
	return ok && also && x == y
}

// Sentinel returns the sentinel that v is loaded from.
func (m *Model) Sentinel(v ssa.Value) (errflow.Atom, bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return errflow.Atom{}, false
	}
	g, ok := load.X.(*ssa.Global)
	if !ok || g.Object() == nil || !errflow.IsError(load.Type()) {
		return errflow.Atom{}, false
	}
	var found errflow.Atom
	n := 0
	s := m.ErrorsAt(load, nil)
	for a := range s.Atoms() {
		found = a
		n++
	}
	is := n == 1 && !s.Opaque() && found.Kind == errflow.Sentinel && found.Name == g.Name() && found.Pkg == g.Object().Pkg().Path()
	return found, is
}
