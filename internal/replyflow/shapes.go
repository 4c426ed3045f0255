package replyflow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/toolflow"
)

// This file knows functions and types of other modules by their shape.

// isWriter reports whether t implements http.ResponseWriter, and is not a recorder of responses in tests.
func isWriter(t types.Type) bool {
	if n := flow.Named(t); n != nil && n.Obj().Pkg().Path() == "net/http/httptest" {
		return false
	}
	header := flow.Method(t, nil, "Header")
	if header == nil || flow.Method(t, nil, "WriteHeader") == nil || flow.Method(t, nil, "Write") == nil || header.Signature().Results().Len() != 1 {
		return false
	}
	return flow.QualifiedName(header.Signature().Results().At(0).Type()) == "net/http.Header"
}

func isInt(t types.Type) bool { return flow.IsBasic(t, types.IsInteger) }

// contextMethods are the methods of a web framework's context that reply, with the status as their first parameter.
var contextMethods = []string{
	"JSON", "IndentedJSON", "PureJSON", "SecureJSON", "AsciiJSON", "JSONPretty", "JSONP", "JSONBlob", "XML", "XMLPretty", "YAML", "TOML",
	"String", "Data", "HTML", "HTMLBlob", "Blob", "NoContent", "AbortWithStatus", "AbortWithStatusJSON", "AbortWithError", "Status", "SendStatus",
}

// senders are the methods of a web framework's context that reply and take no status.
var senders = []string{"JSON", "JSONP", "XML", "SendString", "Send", "Write", "WriteString"}

// shapeOf returns the reply that a call of callee is, if it is one by itself: its kind, its code, what it is made of, and where it is written. A
// receiver is the first of the arguments.
func (e *engine) shapeOf(callee *types.Func, args []ssa.Value) (w written, ok bool) {
	sig := callee.Signature()
	pkg := callee.Pkg()
	if pkg == nil || len(args) == 0 {
		return w, false
	}
	writes := isWriter(flow.Strip(args[0]).Type())
	if writes {
		w.to = args[0]
	}
	switch name := callee.Name(); {
	case writes && sig.Recv() != nil:
		switch {
		case name == "Write" || name == "WriteString":
			w.body = args[1:]
			return w, true
		case name == "WriteHeader" && len(args) == 2:
			w.Code, w.header = args[1], true
			return w, true
		}
		return w, false
	case writes && (pkg.Path() == "io" || pkg.Path() == "fmt"):
		w.body = args[1:]
		return w, name == "WriteString" || name == "Copy" || strings.HasPrefix(name, "Fprint")
	case writes && pkg.Path() == "net/http":
		switch {
		case name == "Error" && len(args) == 3:
			w.body, w.Code = args[1:2], args[2]
			return w, true
		case name == "NotFound":
			w.Status, w.Constant = 404, true
			return w, true
		}
		return w, false
	case name == "Encode" && sig.Recv() != nil && len(args) == 2:
		w.to, w.body = e.encoderOf(args[0]), args[1:]
		return w, w.to != nil
	case pkg == e.pass.Pkg:
		return w, false // its summary says what it does
	}
	return foreign(callee, args)
}

// foreign returns the same for a function of another module.
func foreign(callee *types.Func, args []ssa.Value) (w written, ok bool) {
	sig, path := callee.Signature(), callee.Pkg().Path()
	startsWithInt := func(args []ssa.Value) bool { return len(args) > 0 && isInt(args[0].Type()) }
	name := callee.Name()
	if sig.Recv() != nil {
		if name == "SetError" && len(args) == 2 && isToolResult(sig.Recv().Type()) && errflow.IsErrorInterface(args[1].Type()) {
			w.Kind, w.body = Tool, args[1:]
			return w, true
		}
		n := flow.Receiver(callee)
		if n == nil || n.Obj().Name() != "Context" && n.Obj().Name() != "Ctx" || path == "context" {
			return w, false
		}
		switch {
		case startsWithInt(args[1:]) && slices.Contains(contextMethods, name):
			w.Code, w.body = args[1], args[2:]
			switch name {
			case "AbortWithError":
				w.body = nil // it is kept, and shown to nobody
			case "Data", "Blob":
				w.body = args[len(args)-1:]
			case "Status":
				w.header, w.to = true, args[0]
			}
			return w, true
		case n.Obj().Name() == "Ctx" && slices.Contains(senders, name) && len(args) > 1:
			w.to, w.body = args[0], args[1:]
			return w, true
		}
		return w, false
	}
	var result types.Type
	if sig.Results().Len() > 0 {
		result = sig.Results().At(0).Type()
	}
	switch {
	case strings.HasSuffix(path, "/render") && isWriter(flow.Strip(args[0]).Type()) && len(args) > 2 && isRequest(args[1].Type()):
		w.to = args[0]
		for _, arg := range args[2:] {
			if isInt(arg.Type()) {
				w.Code = arg
			} else {
				w.body = append(w.body, arg)
			}
		}
		return w, len(w.body) > 0
	case strings.HasSuffix(path, "/render") && name == "Status" && isRequest(args[0].Type()) && len(args) == 2:
		w.to, w.Code, w.header = args[0], args[1], true
		return w, true
	case strings.HasSuffix(path, "grpc/status") && slices.Contains([]string{"New", "Newf", "Error", "Errorf"}, name),
		name == "NewError" && strings.HasSuffix(path, "/connect") && startsWithInt(args) && len(args) == 2:
		w.Kind, w.Code, w.body = GRPC, args[0], args[1:]
		return w, true
	case result == nil:
		return w, false
	case isToolResult(result) && strings.HasPrefix(name, "NewToolResultError"):
		w.Kind, w.body = Tool, args
		return w, true
	case isToolResult(result) && strings.HasPrefix(name, "NewToolResult"):
		w.Kind, w.body = Success, args
		return w, true
	case startsWithInt(args) && (name == "NewHTTPError" || name == "NewError" && strings.Contains(path, "/fiber/")):
		w.Code, w.body = args[0], args[1:]
		return w, true
	case isRPCError(result) || errflow.IsErrorInterface(result) && name == "NewError" && strings.Contains(path, "jsonrpc") || holdsRPCError(result):
		w.Kind = JSONRPC
		for i, arg := range args {
			switch {
			case w.Code != nil:
				w.body = append(w.body, arg)
			case i < sig.Params().Len() && isInt(sig.Params().At(i).Type()):
				w.Code = arg
			}
		}
		return w, w.Code != nil
	}
	return w, false
}

func isRequest(t types.Type) bool { return flow.QualifiedName(t) == "net/http.Request" }

// encoderOf returns the http.ResponseWriter that an encoder was made for, or nil.
func (e *engine) encoderOf(enc ssa.Value) ssa.Value {
	for _, o := range e.m.Origins(enc, flow.OriginOptions{NoCalls: true}) {
		call := o.Call()
		if o.Kind != flow.OriginCall || call == nil || len(call.Call.Args) == 0 {
			continue
		}
		if fn := flow.Callee(call.Common()); fn != nil && fn.Name() == "NewEncoder" && isWriter(flow.Strip(call.Call.Args[0]).Type()) {
			return call.Call.Args[0]
		}
	}
	return nil
}

// isToolResult reports whether t is the result of a tool, or a pointer to one.
func isToolResult(t types.Type) bool { return toolflow.ErrorFlag(t) != nil }

// field returns the field with one of the given JSON names of a struct, or of what a pointer points to.
func field(t types.Type, names ...string) *types.Var {
	if s := flow.Struct(t); s != nil {
		for i := range s.NumFields() {
			if slices.Contains(names, flow.JSONKey(s, i)) {
				return s.Field(i)
			}
		}
	}
	return nil
}

// isRPCError reports whether t is the error object of JSON-RPC, or a pointer to one.
func isRPCError(t types.Type) bool {
	code, message := toolflow.RPCError(t)
	return code != nil && message != nil
}

// holdsRPCError reports whether t is a JSON-RPC message with an error object.
func holdsRPCError(t types.Type) bool {
	f := toolflow.FrameError(t)
	return f != nil && isRPCError(f.Type())
}

// problemMembers are the members of RFC 9457's problem details.
var problemMembers = []string{"type", "title", "status", "detail", "instance"}

// Envelope reports whether t, or what it points to, is a struct for problem details: its members in JSON include four of the five of RFC
// 9457, and detail or instance is one of them.
func Envelope(t types.Type) bool {
	n := 0
	for _, name := range problemMembers {
		if Member(t, name) != nil {
			n++
		}
	}
	return n >= 4 && (Member(t, "detail") != nil || Member(t, "instance") != nil)
}

// Member returns the field of a struct, or of what a pointer points to, with a given JSON name, or nil.
func Member(t types.Type, name string) *types.Var {
	if f := field(t, name); f != nil {
		return f.Origin()
	}
	return nil
}
