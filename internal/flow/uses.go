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

// SetByCallees reports whether a function that is given v, a struct or a pointer to one, may set field f of it: one of the package that stores something there, one
// that is a value, or a decoder.
func (x *Program) SetByCallees(v ssa.Value, f *types.Var) bool {
	return slices.ContainsFunc(Uses(v), func(u Use) bool {
		call, ok := u.Instr.(ssa.CallInstruction)
		if !ok || u.Kind != UseArg {
			return false
		}
		fn := Callee(call.Common())
		if fn == nil {
			_, builtin := call.Common().Value.(*ssa.Builtin)
			return !builtin
		}
		if own := x.Func(fn); own != nil {
			return x.StoresField(own, f)
		}
		return fn.Pkg() != nil && strings.HasPrefix(fn.Pkg().Path(), "encoding/") && (fn.Name() == "Unmarshal" || fn.Name() == "Decode")
	})
}
