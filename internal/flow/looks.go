package flow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// OnlyLooks reports whether a call only inspects something that is already there, so that its result is an answer and
// not the outcome of an attempt. A function of the package only looks if it changes nothing but its own variables.
// Other functions only look if they return one value of a type that is not an interface (as error is), and either
// belong to a package that only computes or are methods without parameters.
func (x *Program) OnlyLooks(call *ssa.CallCommon) bool {
	calls := worklist.Of(call)
	seen := make(map[*ssa.Function]bool)
	for call := range calls.All() {
		if _, builtin := call.Value.(*ssa.Builtin); builtin {
			continue
		}
		fn := Callee(call)
		own := x.Func(fn)
		if own == nil {
			if fn == nil || !looks(fn) {
				return false
			}
			continue
		}
		if seen[own] {
			continue
		}
		seen[own] = true
		for instr := range Instrs(own) {
			switch instr := instr.(type) {
			case *ssa.Call:
				calls.Push(instr.Common())
			case *ssa.Store:
				base, _ := x.Split(instr.Addr, nil)
				if alloc, ok := base.(*ssa.Alloc); !ok || alloc.Parent() != own {
					return false
				}
			case *ssa.UnOp:
				if instr.Op == token.ARROW {
					return false
				}
			case *ssa.MapUpdate, *ssa.Send, *ssa.Select, *ssa.Go, *ssa.Defer:
				return false
			}
		}
	}
	return true
}

// looks is [Program.OnlyLooks] for functions whose bodies are not known.
func looks(fn *types.Func) bool {
	if name := fn.FullName(); name == "(context.Context).Err" || name == "context.Cause" {
		return true
	}
	results := fn.Signature().Results()
	if results.Len() != 1 || types.IsInterface(results.At(0).Type()) {
		return false
	}
	if fn.Pkg() != nil && slices.Contains(computing, fn.Pkg().Path()) {
		return true
	}
	return fn.Signature().Recv() != nil && fn.Signature().Params().Len() == 0
}

// computing lists the packages whose functions change nothing if they return one value of a type that is not an
// interface.
var computing = []string{
	"bytes", "cmp", "context", "errors", "fmt", "maps", "math", "net/url", "path", "path/filepath", "reflect", "regexp", "slices", "strings",
	"time", "unicode", "unicode/utf8",
}
