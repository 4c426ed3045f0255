package flow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// A Use is something that is done with a value, besides handing it on to another name.
type Use struct {
	Kind  UseKind
	Instr ssa.Instruction
	Index int // UseArg: of the argument, the receiver of a method is the first; UseReturn: of the result
}

// UseKind says what is done with a value.
type UseKind uint8

const (
	UsePut    UseKind = iota // it is stored in a field, a container or a variable of a function around, or sent
	UseArg                   // it is an argument of a call, the method's receiver included
	UseReturn                // the function that Instr is in returns it
)

// Uses returns what is done with v: with the value itself, and with what a variable or pointer v leads to, through
// conversions, merges and variables in memory. Reading a part of it, comparing it and calling it are none.
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

// SetByCallees reports whether a function that is given v, a struct or a pointer to one, may set field f of it.
func (x *Program) SetByCallees(v ssa.Value, f *types.Var) bool {
	return slices.ContainsFunc(Uses(v), func(u Use) bool {
		call, ok := u.Instr.(ssa.CallInstruction)
		return ok && u.Kind == UseArg && x.maySet(call.Common(), f)
	})
}

// CallsSetter reports whether fn calls a function that it gives a value of a type, or a pointer to one, and that may set field f of it.
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

// maySet reports whether a call may set a field of what it is given: one of a function of the package that stores something there, of
// a function value that is not known, such as an option, or of a decoder.
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
