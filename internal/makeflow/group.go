package makeflow

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// groupMethod returns the name of the method of errgroup.Group that a call runs; "" if it runs none.
func groupMethod(call *ssa.CallCommon) string {
	fn := flow.Callee(call)
	if fn == nil {
		return ""
	}
	name, ok := strings.CutPrefix(fn.FullName(), "(*golang.org/x/sync/errgroup.Group).")
	if !ok {
		return ""
	}
	return name
}

// waits returns the calls of Wait of an errgroup.Group, which return the errors of its functions; ok is false if the group may be used by code that
// is not seen.
func (m *Model) waits(group ssa.Value) (calls []ssa.CallInstruction, ok bool) {
	found := worklist.Of(group)
	for v := range found.All() {
		switch v := v.(type) {
		case *ssa.Alloc:
		case *ssa.UnOp:
			found.Push(v.X)
		case *ssa.FreeVar:
			found.Push(m.Bindings(v)...)
		case *ssa.Extract:
			if call, ok := v.Tuple.(*ssa.Call); !ok || !IsFunc(flow.Callee(call.Common()), "golang.org/x/sync/errgroup", "WithContext") {
				return nil, false
			}
		default:
			return nil, false
		}
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef:
			case *ssa.UnOp:
				found.Push(ref)
			case *ssa.Store:
				found.Push(ref.Addr, ref.Val)
			case *ssa.MakeClosure:
				if ref.Fn.(*ssa.Function).Synthetic != "" {
					return nil, false // a method as a value
				}
				for fv := range flow.Captured(ref, v) {
					found.Push(fv)
				}
			case ssa.CallInstruction:
				switch groupMethod(ref.Common()) {
				case "Go", "TryGo", "SetLimit":
				case "Wait":
					calls = append(calls, ref)
				default:
					return nil, false
				}
			default:
				return nil, false
			}
		}
	}
	return calls, true
}
