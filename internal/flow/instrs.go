package flow

import (
	"go/token"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Instrs yields the instructions of a function, in the order of its blocks.
func Instrs(fn *ssa.Function) iter.Seq[ssa.Instruction] { return InstrsOf[ssa.Instruction](fn) }

// InstrsOf yields the instructions of a function that have type I, in the order of its blocks.
func InstrsOf[I ssa.Instruction](fn *ssa.Function) iter.Seq[I] { return LiveInstrs[I](nil, fn) }

// LiveInstrs yields what [InstrsOf] does, except for instructions in dead blocks.
func LiveInstrs[I ssa.Instruction](x *Program, fn *ssa.Function) iter.Seq[I] {
	return func(yield func(I) bool) {
		for _, b := range fn.Blocks {
			if x != nil && x.Dead(b) {
				continue
			}
			for _, instr := range b.Instrs {
				if instr, ok := instr.(I); ok && !yield(instr) {
					return
				}
			}
		}
	}
}

// GivenFor yields the package's direct calls of the function of parameter p, each with its argument for p.
func (x *Program) GivenFor(p *ssa.Parameter) iter.Seq2[ssa.CallInstruction, ssa.Value] {
	return func(yield func(ssa.CallInstruction, ssa.Value) bool) {
		i := slices.Index(p.Parent().Params, p)
		calls, _ := x.CallsOf(p.Parent())
		for _, call := range calls {
			if args := call.Common().Args; i < len(args) && !yield(call, args[i]) {
				return
			}
		}
	}
}

// CallPos returns the position at which a call begins.
func (x *Program) CallPos(call ssa.CallInstruction) token.Pos {
	if e := x.CallExpr(call); e != nil {
		return e.Pos()
	}
	return call.Pos()
}
