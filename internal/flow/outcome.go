package flow

import (
	"fmt"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// An Outcome is what happens from a block on, up to the next join of control flow.
type Outcome struct {
	Text   string // outcomes with equal texts do the same
	Placed []Placed
	False  bool // the function returns false
}

// A Placed is a constant number or string, with the place that an outcome puts it in. At most one of Result, Field and
// Param is set.
type Placed struct {
	Value  constant.Value
	Result int        // index of the function's result; -1 for none
	Field  *types.Var // of a struct
	Param  *types.Var // of a called function

	Call ssa.CallInstruction // for Param
	Arg  int                 // for Param: the argument, as [Program.ArgExpr] counts
}

// OutcomeOf returns what happens from block b on, where control comes from block pred. If known is not nil, it returns
// the constant that a value of the function is known to be, or nil.
func OutcomeOf(pred, b *ssa.BasicBlock, known func(ssa.Value) *ssa.Const) Outcome {
	const maxBlocks = 8
	var o Outcome
	var out strings.Builder
	local := make(map[ssa.Value]int)
	constOf := func(v ssa.Value) *ssa.Const {
		v = Strip(v)
		if k, ok := v.(*ssa.Const); ok || known == nil {
			return k
		}
		return known(v)
	}
	operand := func(v ssa.Value) string {
		if k := constOf(v); k != nil {
			return k.String()
		}
		if n, ok := local[v]; ok {
			return fmt.Sprintf("#%d", n)
		}
		return fmt.Sprintf("%s %p", v.Name(), v)
	}
	phis := func(pred, b *ssa.BasicBlock) {
		for _, instr := range b.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				break
			}
			v := phi.Edges[slices.Index(b.Preds, pred)]
			fmt.Fprintf(&out, "phi %p %s\n", phi, operand(v))
			uses := Uses(phi)
			if isFalse(constOf(v)) && slices.ContainsFunc(uses, func(u Use) bool { return u.Kind == UseReturn }) {
				o.False = true
			}
			if value := numberOrText(constOf(v)); value != nil {
				for _, use := range uses {
					o.place(value, use)
				}
				if len(uses) == 0 {
					o.Placed = append(o.Placed, Placed{Value: value, Result: -1})
				}
			}
		}
	}
	phis(pred, b)
	for range maxBlocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Phi); ok {
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
				if *op == nil {
					continue
				}
				out.WriteString(" " + operand(*op))
			}
			out.WriteString("\n")
			o.constants(instr, constOf)
		}
		if len(b.Succs) != 1 {
			break
		}
		if pred, b = b, b.Succs[0]; len(b.Preds) > 1 {
			phis(pred, b) // from here on, only the values of phis differ
			fmt.Fprintf(&out, "to %p\n", b)
			break
		}
	}
	o.Text = out.String()
	return o
}

// numberOrText returns the value of a constant number or string, nil for other constants.
func numberOrText(k *ssa.Const) constant.Value {
	if k == nil || k.Value == nil || k.Value.Kind() != constant.Int && k.Value.Kind() != constant.String {
		return nil
	}
	return k.Value
}

func isFalse(k *ssa.Const) bool {
	return k != nil && k.Value != nil && k.Value.Kind() == constant.Bool && !constant.BoolVal(k.Value)
}

// constants adds the constants that an instruction puts somewhere.
func (o *Outcome) constants(instr ssa.Instruction, constOf func(ssa.Value) *ssa.Const) {
	switch instr := instr.(type) {
	case *ssa.Return:
		for i, r := range instr.Results {
			o.False = o.False || isFalse(constOf(r))
			if value := numberOrText(constOf(r)); value != nil {
				o.place(value, Use{UseReturn, instr, i})
			}
		}
	case *ssa.Store:
		if value := numberOrText(constOf(instr.Val)); value != nil {
			o.place(value, Use{Kind: UsePut, Instr: instr})
		}
	case ssa.CallInstruction:
		for i, arg := range instr.Common().Args {
			if value := numberOrText(constOf(arg)); value != nil {
				if instr.Common().IsInvoke() {
					o.place(value, Use{UseArg, instr, i + 1})
				} else {
					o.place(value, Use{UseArg, instr, i})
				}
			}
		}
	}
}

// place adds a constant that is used.
func (o *Outcome) place(value constant.Value, use Use) {
	p := Placed{Value: value, Result: -1}
	switch use.Kind {
	case UseReturn:
		p.Result = use.Index
	case UsePut:
		if st, ok := use.Instr.(*ssa.Store); ok {
			if f, ok := st.Addr.(*ssa.FieldAddr); ok {
				p.Field = StructField(f.X.Type(), f.Field)
			}
		}
	case UseArg:
		if fn := Callee(use.Instr.(ssa.CallInstruction).Common()); fn != nil {
			i := use.Index
			if fn.Signature().Recv() != nil {
				i--
			}
			if params := fn.Signature().Params(); i >= 0 && i < params.Len() {
				p.Param, p.Call, p.Arg = params.At(i), use.Instr.(ssa.CallInstruction), use.Index
			}
		}
	}
	o.Placed = append(o.Placed, p)
}
