package makeflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file lists what SSA form does not: the uses of package-level variables and of fields, calls through interfaces, and what is converted to one.

// A places has uses of the package that SSA form does not list.
type places struct {
	uses    map[*ssa.Global][]ssa.Instruction
	fields  map[*types.Var][]ssa.Value          // the values and addresses of fields
	blurred map[*types.Var]bool                 // the fields of structs that are converted to another struct type, which has fields of its own
	invokes map[string][]ssa.CallInstruction    // calls through interfaces, by the name of the method
	made    map[types.Type][]ssa.Value          // values that are converted to interfaces, by their type; nil stands for what is passed for a type parameter
	unnamed typeutil.Map                        // the first of several identical struct types without a name
	types   []types.Type                        // those of made
	alone   worklist.Memo[*types.Package, bool] // see [Model.alone]
}

// placesOf reads the package without its tests.
func (m *Model) placesOf() *places {
	p := &places{
		uses:    make(map[*ssa.Global][]ssa.Instruction),
		fields:  make(map[*types.Var][]ssa.Value),
		blurred: make(map[*types.Var]bool),
		invokes: make(map[string][]ssa.CallInstruction),
		made:    make(map[types.Type][]ssa.Value),
	}
	var operands []*ssa.Value
	for fn := range m.Funcs() {
		if m.inTest(fn.Pos()) {
			continue
		}
		for instr := range flow.Instrs(fn) {
			operands = instr.Operands(operands[:0])
			for _, op := range operands {
				if g, ok := (*op).(*ssa.Global); ok {
					p.uses[g] = append(p.uses[g], instr)
				}
			}
			p.add(instr)
		}
	}
	return p
}

func (p *places) add(instr ssa.Instruction) {
	made := func(t types.Type, v ssa.Value) {
		t = types.Unalias(t)
		p.types = append(p.types, t)
		p.made[t] = append(p.made[t], v)
	}
	switch instr := instr.(type) {
	case *ssa.FieldAddr:
		p.field(instr.X.Type(), instr.Field, instr)
	case *ssa.Field:
		p.field(instr.X.Type(), instr.Field, instr)
	case *ssa.ChangeType:
		p.blur(flow.Struct(instr.X.Type()), flow.Struct(instr.Type()))
	case *ssa.MakeInterface:
		made(instr.X.Type(), instr)
	case ssa.CallInstruction:
		common := instr.Common()
		if common.IsInvoke() {
			p.invokes[common.Method.Name()] = append(p.invokes[common.Method.Name()], instr)
		} else if callee := common.StaticCallee(); callee != nil {
			for _, t := range callee.TypeArgs() {
				made(t, nil)
			}
		}
	}
}

// field records that a field is loaded, or its address taken. Struct types without a name may be identical although each has fields of its own.
func (p *places) field(t types.Type, i int, at ssa.Value) {
	f := flow.StructField(t, i)
	p.fields[f] = append(p.fields[f], at)
	if st, ok := types.Unalias(flow.Deref(t)).(*types.Struct); ok {
		if same, ok := p.unnamed.At(st).(*types.Struct); ok {
			p.blur(same, st)
		} else {
			p.unnamed.Set(st, st)
		}
	}
}

// blur records that values of one struct type are converted to another.
func (p *places) blur(a, b *types.Struct) {
	if a == nil || b == nil || a == b {
		return
	}
	for i := range min(a.NumFields(), b.NumFields()) {
		p.blurred[a.Field(i).Origin()], p.blurred[b.Field(i).Origin()] = true, true
	}
}
