package flow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// A Use is something that is done with a value, other than giving it another name.
type Use struct {
	Kind  UseKind
	Instr ssa.Instruction
	Index int // UseArg: of the argument, where the receiver of a method is the first; UseReturn: of the result
}

// UseKind says what is done with a value.
type UseKind uint8

const (
	UsePut    UseKind = iota // it is stored in a field, a container or a variable of an enclosing function, or sent
	UseArg                   // it is an argument of a call, or the receiver of a method
	UseReturn                // the function that Instr is in returns it
)

// Uses returns what is done with v, or with what v leads to if it is a variable or a pointer. It follows conversions,
// phis and variables in memory. Reading a part of v, comparing it and calling it are not uses.
func Uses(v ssa.Value) []Use {
	var out []Use
	values := worklist.Of(v)
	for v := range values.All() {
		if v.Referrers() == nil {
			continue
		}
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.MakeInterface, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Phi:
				values.Push(ref.(ssa.Value))
			case *ssa.UnOp:
				if ref.Op == token.MUL {
					values.Push(ref)
				}
			case *ssa.Store:
				if ref.Val != v {
					continue
				}
				switch addr := ref.Addr.(type) {
				case *ssa.IndexAddr, *ssa.FieldAddr, *ssa.Global, *ssa.FreeVar:
					out = append(out, Use{Kind: UsePut, Instr: ref})
				case *ssa.Alloc:
					values.Push(addr)
				}
			case *ssa.MapUpdate:
				if ref.Value == v {
					out = append(out, Use{Kind: UsePut, Instr: ref})
				}
			case *ssa.Send:
				if ref.X == v {
					out = append(out, Use{Kind: UsePut, Instr: ref})
				}
			case *ssa.Return:
				for i, r := range ref.Results {
					if r == v {
						out = append(out, Use{UseReturn, ref, i})
					}
				}
			case ssa.CallInstruction:
				common := ref.Common()
				i := 0
				if common.IsInvoke() {
					i = 1
				}
				for _, arg := range common.Args {
					if arg == v {
						out = append(out, Use{UseArg, ref, i})
					}
					i++
				}
			}
		}
	}
	return out
}

// SetByCallees reports whether v, a struct or a pointer to one, is given to a function that may set its field f.
func (x *Program) SetByCallees(v ssa.Value, f *types.Var) bool {
	return slices.ContainsFunc(Uses(v), func(u Use) bool {
		call, ok := u.Instr.(ssa.CallInstruction)
		return ok && u.Kind == UseArg && x.maySet(call.Common(), f)
	})
}

// CallsSetter reports whether fn calls a function with a value of a type, or a pointer to one, that may set its field
// f.
func (x *Program) CallsSetter(fn *ssa.Function, of types.Object, f *types.Var) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			call, ok := instr.(ssa.CallInstruction)
			return ok && x.maySet(call.Common(), f) && slices.ContainsFunc(call.Common().Args, func(arg ssa.Value) bool {
				n := Named(Strip(arg).Type())
				return n != nil && n.Origin().Obj() == of
			})
		})
	})
}

// maySet reports whether a call may set field f of an argument: it calls a function of the package that stores
// something there, an unknown function value, such as an option, or a decoder.
func (x *Program) maySet(call *ssa.CallCommon, f *types.Var) bool {
	fn := Callee(call)
	if targets, complete := x.Callees(call); complete && slices.ContainsFunc(targets, func(t Target) bool { return x.StoresField(t.Fn, f) }) {
		return true
	} else if fn == nil {
		_, builtin := call.Value.(*ssa.Builtin)
		return !builtin && !complete
	}
	return fn.Pkg() != nil && strings.HasPrefix(fn.Pkg().Path(), "encoding/") && (fn.Name() == "Unmarshal" || fn.Name() == "Decode")
}
