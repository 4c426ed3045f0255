package makeflow

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file lists what functions of other modules do with errors, and with functions that return errors.

// exits lists functions of other modules that put an error into another one from which it cannot be unwrapped: those of github.com/urfave/cli,
// whose ExitError prints it.
var exits = map[string][]string{"github.com/urfave/cli": {"NewExitError"}}

// recorders lists functions and methods of other modules that use the text of an error and the name of its type: those of the spans of OpenTelemetry, as
// its API says, and those by which the controllers of Kubernetes log (runtime.go; a program may add handlers, but to watch what is logged).
var recorders = map[string][]string{
	"go.opentelemetry.io/otel/trace":       {"RecordError"},
	"k8s.io/apimachinery/pkg/util/runtime": {"HandleError", "HandleErrorWithContext", "HandleErrorWithLogger"},
}

// walkers lists functions of the standard library that return the error of a function parameter, and only compare it with ==.
var walkers = map[string][]string{"io/fs": {"WalkDir"}, "path/filepath": {"Walk", "WalkDir"}}

// commands lists packages of other modules whose commands have functions in fields, with a parameter of a type of the package, and the methods that
// execute a command and return the errors of these functions. The packages themselves only ask for the type of an error (urfave's ExitCoder), and not what it
// wraps. ffcli asks for flag.ErrHelp, so it is not listed.
var commands = map[string][]string{
	"github.com/spf13/cobra":   {"Execute", "ExecuteContext"},
	"github.com/urfave/cli":    {"Run"},
	"github.com/urfave/cli/v2": {"Run", "RunContext"},
	"github.com/urfave/cli/v3": {"Run"},
	"github.com/go-clix/cli":   {"Execute"},
}

// isListed reports whether a function is in a list, which has names by package path.
func isListed(list map[string][]string, fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && slices.Contains(list[fn.Pkg().Path()], fn.Name())
}

// maxExecutions is the maximum number of executions of commands that are followed, since each command is followed to each execution. Programs have one.
const maxExecutions = 16

// findExecutions returns the calls of the package that execute commands, or call the function in a field of one; none if there
// are too many, or if none of them executes a command.
func (m *Model) findExecutions() []ssa.CallInstruction {
	var out []ssa.CallInstruction
	executes := false
	for _, call := range m.Calls() {
		callee := flow.Callee(call.Common())
		switch {
		case call.Common().IsInvoke():
		case isListed(commands, callee):
			out, executes = append(out, call), true
		case callee == nil && takesCommand(call.Common().Signature()):
			out = append(out, call)
		}
	}
	if len(out) > maxExecutions || !executes {
		return nil
	}
	return out
}

// takesCommand reports whether a signature may be that of a function in a field of a command: it has a parameter of a type of one of the packages.
func takesCommand(sig *types.Signature) bool {
	return flow.HasVar(sig.Params(), func(t types.Type) bool {
		named := flow.Named(t)
		return named != nil && commands[named.Obj().Pkg().Path()] != nil
	})
}

// returnsError reports whether v is a function that returns an error and nothing else, or such a function in an interface.
func returnsError(v ssa.Value) bool {
	sig, ok := flow.Strip(v).Type().Underlying().(*types.Signature)
	return ok && sig.Results().Len() == 1 && errflow.IsErrorInterface(sig.Results().At(0).Type())
}

// takers lists fields, functions and types of parameters of other modules that take a function and use no more of its error than the text and whether
// it is of a type of their own.
//
//   - go-jsonnet makes a runtime error of the text of a native function's error (thunks.go, nativeFunction).
//   - jsonrpc2 logs the error of a notification, and answers a request with the text, or with the error if it is a *jsonrpc2.Error itself
//     (handler_with_error.go).
//   - mcp-go answers a request with the text of its handler's error (server.go, requestError). It asks whether the error of a handler of tasks is context.Canceled.
//   - The official SDK of MCP makes a result of the text of a typed tool's error, or answers with the error if it is a *jsonrpc.Error itself
//     (server.go, toolForErr). It looks for a *jsonrpc.Error in those of all other kinds of handlers.
var takers = map[string][]string{
	"github.com/google/go-jsonnet":               {"NativeFunction.Func"},
	"github.com/sourcegraph/jsonrpc2":            {"HandlerWithError"},
	"github.com/mark3labs/mcp-go/server":         {"ToolHandlerFunc", "ResourceHandlerFunc", "ResourceTemplateHandlerFunc", "PromptHandlerFunc"},
	"github.com/modelcontextprotocol/go-sdk/mcp": {"ToolHandlerFor"},
}

// takes reports whether [takers] has a function or field of a package, or the type that it has for v.
func (h *hands) takes(pkg *types.Package, name string, v ssa.Value) bool {
	if pkg == nil || takers[pkg.Path()] == nil {
		return false
	}
	named, ok := types.Unalias(v.Type()).(*types.Named)
	if list := takers[pkg.Path()]; !slices.Contains(list, name) && !(ok && named.Obj().Pkg() == pkg && slices.Contains(list, named.Obj().Name())) {
		return false
	}
	s, serves := serversOf[pkg.Path()]
	return h.places().alone.Get(pkg, func(pkg *types.Package) bool { return !serves || h.alone(pkg, s) })
}

// fieldName returns the name of a field, qualified with that of its struct type.
func fieldName(f *ssa.FieldAddr) string {
	if named := flow.Named(f.X.Type()); named != nil {
		return named.Obj().Name() + "." + flow.StructField(named, f.Field).Name()
	}
	return ""
}

// A servers has the function by which a package of [takers] makes a server, the type of its options, and the functions by which
// other code gets the errors of handlers first, or a handler of tools runs as one of tasks.
type servers struct {
	maker, option string
	listeners     []string
}

var serversOf = map[string]servers{
	"github.com/mark3labs/mcp-go/server": {"NewMCPServer", "ServerOption", []string{"WithHooks", "WithToolHandlerMiddleware",
		"WithResourceHandlerMiddleware", "WithPromptHandlerMiddleware", "Use", "WithTaskCapabilities"}},
	"github.com/modelcontextprotocol/go-sdk/mcp": {"NewServer", "", []string{"AddReceivingMiddleware"}},
}

// isOption reports whether t is the type of an option, of several options, or of a function that returns them.
func (s servers) isOption(pkg *types.Package, t types.Type) bool {
	if sig, ok := types.Unalias(t).(*types.Signature); ok && sig.Results().Len() > 0 {
		t = sig.Results().At(0).Type()
	}
	if slice, ok := types.Unalias(t).(*types.Slice); ok {
		t = slice.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() == pkg && named.Obj().Name() == s.option
}

// alone reports whether this package makes servers of another package itself, and no other code gets the errors of their handlers: the package uses no
// listener, and no options from elsewhere.
func (m *Model) alone(pkg *types.Package, s servers) (makes bool) {
	for _, objs := range []map[*ast.Ident]types.Object{m.pass.TypesInfo.Defs, m.pass.TypesInfo.Uses} {
		for id, obj := range objs {
			if obj == nil || m.inTest(id.Pos()) {
				continue
			}
			v, isVar := obj.(*types.Var)
			switch {
			case obj.Pkg() == pkg && slices.Contains(s.listeners, obj.Name()):
				return false
			case obj.Pkg() == pkg:
				makes = makes || obj.Name() == s.maker
			case obj.Pkg() == m.Pkg.Pkg && (!isVar || v.Kind() == types.LocalVar || v.Kind() == types.ResultVar):
			case s.isOption(pkg, obj.Type()):
				return false
			}
		}
	}
	return makes
}

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
			to, ok := m.onward(v, ref)
			found.Push(to...)
			switch ref := ref.(type) {
			case *ssa.Store:
				found.Push(ref.Val)
			case *ssa.MakeClosure:
				ok = ref.Fn.(*ssa.Function).Synthetic == "" // not a method as a value
			case ssa.CallInstruction:
				switch groupMethod(ref.Common()) {
				case "Wait":
					calls, ok = append(calls, ref), true
				case "Go", "TryGo", "SetLimit":
					ok = true
				}
			}
			if !ok {
				return nil, false
			}
		}
	}
	return calls, true
}
