package toolflow

import (
	"go/types"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// This file knows the types and functions of the two SDKs, by their shape and the names of their types. Import paths would not do: forks
// and vendored copies have others.

var errorType = types.Universe.Lookup("error").Type()

func isError(t types.Type) bool { return types.Identical(types.Unalias(t), errorType) }

// namedStruct returns the named struct type that t is or points to.
func namedStruct(t types.Type) (*types.Named, *types.Struct) {
	if n := flow.Named(t); n != nil {
		if s, ok := n.Underlying().(*types.Struct); ok {
			return n, s
		}
	}
	return nil, nil
}

func fieldNamed(s *types.Struct, name string) *types.Var {
	for f := range s.Fields() {
		if f.Name() == name {
			return f
		}
	}
	return nil
}

// ErrorFlag returns the field by which a tool's result says that the tool has failed: IsError of an SDK's CallToolResult. It returns nil if
// t is neither such a result nor a pointer to one.
func ErrorFlag(t types.Type) *types.Var {
	n, s := namedStruct(t)
	if n == nil || n.Obj().Name() != "CallToolResult" {
		return nil
	}
	f := fieldNamed(s, "IsError")
	if f == nil || !flow.IsBasic(f.Type(), types.IsBoolean) {
		return nil
	}
	return f.Origin()
}

// IsToolResult reports whether t is what a tool's handler returns, or a pointer to that: an SDK's CallToolResult or, for a task tool,
// CreateTaskResult.
func IsToolResult(t types.Type) bool {
	n, _ := namedStruct(t)
	return ErrorFlag(t) != nil || n != nil && n.Obj().Name() == "CreateTaskResult"
}

// isToolRequest reports whether t is the request of a tool call: a
// CallToolRequest, or what that is an alias for in the official SDK,
// ServerRequest[*CallToolParamsRaw].
func isToolRequest(t types.Type) bool {
	return isRequest(t, "CallTool")
}

// isRequest reports whether t is the request of a method of the protocol, such as CallToolRequest.
func isRequest(t types.Type, method string) bool {
	n, _ := namedStruct(t)
	if n == nil {
		return false
	}
	if n.Obj().Name() == method+"Request" {
		return true
	}
	for arg := range n.TypeArgs().Types() {
		if p, _ := namedStruct(arg); p != nil && strings.HasPrefix(p.Obj().Name(), method+"Params") {
			return true
		}
	}
	return false
}

// servesRequest reports whether sig is that of a handler that only an SDK calls: of a tool, a resource or a prompt.
func servesRequest(sig *types.Signature) bool {
	if p := sig.Params(); !failing(sig) || p.Len() < 2 || p.Len() > 3 {
		return false
	}
	return slices.ContainsFunc([]string{"CallTool", "ReadResource", "GetPrompt"}, func(method string) bool {
		return isRequest(sig.Params().At(1).Type(), method)
	})
}

// isTool reports whether t describes a tool: a struct Tool with a name.
func isTool(t types.Type) bool {
	n, s := namedStruct(t)
	if n == nil || n.Obj().Name() != "Tool" {
		return false
	}
	f := fieldNamed(s, "Name")
	return f != nil && flow.IsBasic(f.Type(), types.IsString)
}

func signature(t types.Type) *types.Signature {
	if t == nil {
		return nil
	}
	sig, _ := types.Unalias(t).Underlying().(*types.Signature)
	return sig
}

// failing reports whether sig has the general form of handlers: a context comes first, and something and an error are returned.
func failing(sig *types.Signature) bool {
	if sig == nil || sig.Params().Len() == 0 || sig.Results().Len() < 2 {
		return false
	}
	return flow.IsContext(sig.Params().At(0).Type()) && isError(sig.Results().At(sig.Results().Len()-1).Type())
}

// isHandler reports whether sig is that of a tool's handler, typed or not.
func isHandler(sig *types.Signature) bool {
	return failing(sig) && sig.Params().Len() >= 2 && flow.HasVar(sig.Results(), IsToolResult)
}

// Output returns the index of the result that is a tool's output if sig is that of a typed handler, or -1.
func Output(sig *types.Signature) int {
	if !failing(sig) || sig.Params().Len() != 3 || !isToolRequest(sig.Params().At(1).Type()) {
		return -1
	}
	switch n := sig.Results().Len(); {
	case n == 3 && IsToolResult(sig.Results().At(0).Type()):
		return 1 // of the official SDK
	case n == 2 && !IsToolResult(sig.Results().At(0).Type()):
		return 0 // of mcp-go's NewStructuredToolHandler
	}
	return -1
}

// isMethodHandler reports whether sig is that of the official SDK's
// MethodHandler, func(ctx, method string, Request) (Result, error).
func isMethodHandler(sig *types.Signature) bool {
	return failing(sig) && sig.Params().Len() == 3 && sig.Results().Len() == 2 &&
		flow.IsBasic(sig.Params().At(1).Type(), types.IsString) &&
		types.IsInterface(sig.Params().At(2).Type()) && types.IsInterface(sig.Results().At(0).Type())
}

// isHandlerLike reports whether a function of type sig appears to do the work of a tool, and is turned into a handler by something else: it
// returns a result or an error for a request, or for arguments of a type that the tool chooses.
func isHandlerLike(sig *types.Signature) bool {
	if isHandler(sig) || isMethodHandler(sig) {
		return true
	}
	if !failing(sig) || sig.Params().Len() < 2 {
		return false
	}
	// The results are for the client: a function that looks up an object of the program for a request is not a handler.
	for i := range sig.Results().Len() - 1 {
		if t := sig.Results().At(i).Type(); !isArguments(t) && !flow.IsBasic(t, types.IsString) {
			return false
		}
	}
	for v := range sig.Params().Variables() {
		if isToolRequest(v.Type()) || isArguments(v.Type()) {
			return true
		}
	}
	return false
}

// isArguments reports whether t can hold the arguments of any tool: a type parameter,
// map[string]any, any or json.RawMessage.
func isArguments(t types.Type) bool {
	for {
		p, ok := types.Unalias(t).(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Map:
		return flow.IsBasic(t.Key(), types.IsString) && isAny(t.Elem())
	case *types.Named:
		return t.Obj().Name() == "RawMessage" && t.Obj().Pkg() != nil && strings.HasPrefix(t.Obj().Pkg().Path(), "encoding/json")
	}
	return isAny(t)
}

func isAny(t types.Type) bool {
	i, ok := types.Unalias(t).(*types.Interface)
	return ok && i.Empty()
}

// serverTool returns the fields of a struct that pairs a tool with its handler, or nil.
func serverTool(t types.Type) (tool, handler *types.Var) {
	s := flow.Struct(t)
	if s == nil {
		return nil, nil
	}
	for f := range s.Fields() {
		switch {
		case tool == nil && isTool(f.Type()):
			tool = f
		case handler == nil && isHandler(signature(f.Type())):
			handler = f
		}
	}
	if tool == nil || handler == nil {
		return nil, nil
	}
	return tool, handler
}

// registrarNames are the methods and functions by which the SDKs, and their forks,
// register tools.
var registrarNames = []string{
	"AddTool", "AddTools", "SetTools", "AddSessionTool", "AddSessionTools", "SetSessionTools", "AddTaskTool", "AddTaskTools",
	"NewServer", // of mcptest: makes a server with these tools
}

// IsServer reports whether t is, or points to, a server of an SDK, to which tools can be added.
func IsServer(t types.Type) bool {
	_, s := namedStruct(t)
	return s != nil && isServer(t)
}

// IsOldServer reports whether t is, or points to, a server of an SDK to which tools are added with handlers of an older form, which is not known: of mcp-go before
// v0.8, or of the official SDK before v0.3.
func IsOldServer(t types.Type) bool {
	_, s := namedStruct(t)
	if s == nil || isServer(t) {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "AddTool")
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	params := slices.Collect(fn.Signature().Params().Variables())
	return slices.ContainsFunc(params, func(v *types.Var) bool { return isTool(v.Type()) }) &&
		slices.ContainsFunc(params, func(v *types.Var) bool {
			sig := signature(v.Type())
			return sig != nil && sig.Results().Len() == 2 && isError(sig.Results().At(1).Type())
		})
}

// byShape returns how fn registers tools if it has the name and the shape of one of the SDKs' registrars.
func byShape(fn *types.Func) (r registrar, ok bool) {
	if !slices.Contains(registrarNames, fn.Name()) {
		return registrar{}, false
	}
	sig := fn.Signature()
	r = takes(sig, true)
	switch fn.Name() {
	case "NewServer":
		ok = sig.Recv() == nil && sig.Variadic()
	case "SetSessionTools":
		r.Server, ok = session, true
	default:
		r.Server = 0 // the receiver, or the first parameter of a function
		ok = sig.Recv() != nil || r.Tool != 0 && r.Handler != 0
	}
	r.Bypass = strings.Contains(fn.Name(), "Task")
	return r, ok && r.Handler != none
}

// takes returns a registrar with the parameters of a signature that take a tool and its handler or, if lists is set, a list of both.
func takes(sig *types.Signature, lists bool) registrar {
	r := noRegistrar
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		i += shift(sig)
		switch e := flow.ElemType(t); {
		case isTool(t):
			r.Tool, r.ToolPath = i, path{"Name"}
		case isHandler(signature(t)):
			r.Handler, r.Typed = i, signature(t).Results().Len() > 2
		case lists && e != nil:
			if tool, handler := serverTool(e); tool != nil {
				r.Handler, r.HandlerPath = i, path{elem, handler.Name()}
				r.Tool, r.ToolPath = i, path{elem, tool.Name(), "Name"}
			}
		}
	}
	return r
}

// foreignRegistrar returns how a function of another module, whose body is not known, registers tools: it takes a tool and its handler, and
// returns nothing that could hold the handler.
func foreignRegistrar(fn *types.Func) (registrar, bool) {
	sig := fn.Signature()
	r := takes(sig, false)
	for v := range sig.Results().Variables() {
		if !isError(v.Type()) {
			return registrar{}, false
		}
	}
	r.Unknown = errflow.FuncName(fn, nil) + ", of another module, registers it"
	return r, r.Tool != none && r.Handler != none
}

// isServer reports whether t is a server, to which tools can be added.
func isServer(t types.Type) bool {
	if !flow.MayHaveMethod(t, "AddTool") {
		return false
	}
	fn := flow.Method(t, nil, "AddTool")
	if fn == nil {
		return false
	}
	_, ok := byShape(fn)
	return ok
}

// isMiddleware reports whether t is func(H) H for a handler type H.
func isMiddleware(t types.Type) bool {
	sig := signature(t)
	if sig == nil || sig.Params().Len() != 1 || sig.Results().Len() != 1 {
		return false
	}
	in, out := signature(sig.Params().At(0).Type()), signature(sig.Results().At(0).Type())
	return in != nil && out != nil && isHandlerLike(in) && isHandlerLike(out)
}

// isTypedWrapper reports whether fn is one of mcp-go's functions that make a handler of a typed one, and whether it converts the error
// itself.
func isTypedWrapper(fn *types.Func) (ok, converts bool) {
	sig := fn.Signature()
	if sig.Recv() != nil || sig.Params().Len() != 1 || sig.Results().Len() != 1 ||
		!isHandlerLike(signature(sig.Params().At(0).Type())) || !isHandler(signature(sig.Results().At(0).Type())) {
		return false, false
	}
	switch fn.Name() {
	case "NewTypedToolHandler":
		return true, false
	case "NewStructuredToolHandler":
		return true, true
	}
	return false, false
}

// isNewTool reports whether fn makes a tool whose name is its first argument.
func isNewTool(fn *types.Func) bool {
	sig := fn.Signature()
	return strings.HasPrefix(fn.Name(), "NewTool") && sig.Recv() == nil &&
		sig.Params().Len() > 0 && flow.IsBasic(sig.Params().At(0).Type(), types.IsString) &&
		sig.Results().Len() == 1 && isTool(sig.Results().At(0).Type())
}
