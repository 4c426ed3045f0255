package flow

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Outcome describes what happens from block b on, where it comes from block pred, until ways join: equal texts stand for the same.
// It is constant if a constant number or text is part of it.
func Outcome(pred, b *ssa.BasicBlock) (text string, constant bool) {
	const maxBlocks = 8
	var out strings.Builder
	local := make(map[ssa.Value]int)
	operand := func(v ssa.Value) string {
		if k, ok := v.(*ssa.Const); ok {
			if bt, basic := types.Unalias(k.Type()).Underlying().(*types.Basic); basic && bt.Info()&(types.IsInteger|types.IsString) != 0 {
				constant = true
			}
			return k.String()
		}
		if n, ok := local[v]; ok {
			return fmt.Sprintf("#%d", n)
		}
		return fmt.Sprintf("%s %p", v.Name(), v)
	}
	for range maxBlocks {
		for _, instr := range b.Instrs {
			if phi, ok := instr.(*ssa.Phi); ok {
				fmt.Fprintf(&out, "phi %p %s\n", phi, operand(phi.Edges[slices.Index(b.Preds, pred)]))
				continue
			}
			if v, ok := instr.(ssa.Value); ok {
				local[v] = len(local)
			}
			fmt.Fprintf(&out, "%T", instr)
			if f, ok := instr.(*ssa.FieldAddr); ok {
				fmt.Fprintf(&out, " %d", f.Field)
			}
			for _, op := range instr.Operands(nil) {
				if *op != nil {
					out.WriteString(" " + operand(*op))
				}
			}
			out.WriteString("\n")
		}
		if len(b.Succs) != 1 {
			break
		}
		if pred, b = b, b.Succs[0]; len(b.Preds) > 1 {
			// Ways join here: only what is brought along counts.
			for _, instr := range b.Instrs {
				if phi, ok := instr.(*ssa.Phi); ok {
					fmt.Fprintf(&out, "phi %p %s\n", phi, operand(phi.Edges[slices.Index(b.Preds, pred)]))
				}
			}
			fmt.Fprintf(&out, "to %p\n", b)
			break
		}
	}
	return out.String(), constant
}
