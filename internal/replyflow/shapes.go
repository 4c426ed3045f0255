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

// A shape says what a call does.
type shape struct {
	kind   Kind
	body   []ssa.Value // the arguments that are its body
	code   ssa.Value   // the argument that is its status or code; nil if there is none
	status int64       // if not 0, the status that the function itself sets
	writer ssa.Value   // what is written to; nil if it writes nothing
	header bool        // it sets the status of what is written later
}

// isWriter reports whether t implements http.ResponseWriter, and is not a recorder of responses in tests.
func isWriter(t types.Type) bool {
	if n := flow.Named(t); n != nil && n.Obj().Pkg().Path() == "net/http/httptest" {
		return false
	}
	header := flow.Method(t, nil, "Header")
	if header == nil || flow.Method(t, nil, "WriteHeader") == nil || flow.Method(t, nil, "Write") == nil || header.Signature().Results().Len() != 1 {
		return false
	}
	n, ok := types.Unalias(header.Signature().Results().At(0).Type()).(*types.Named)
	return ok && isObject(n.Obj(), "net/http", "Header")
}

func isObject(obj types.Object, pkg, name string) bool {
	return obj != nil && obj.Name() == name && obj.Pkg() != nil && obj.Pkg().Path() == pkg
}

func isInt(t types.Type) bool { return flow.IsBasic(t, types.IsInteger) }

// contextMethods are the methods of a web framework's context that reply, with the status as their first parameter.
var contextMethods = []string{
	"JSON", "IndentedJSON", "PureJSON", "SecureJSON", "AsciiJSON", "JSONPretty", "JSONP", "JSONBlob", "XML", "XMLPretty", "YAML", "TOML",
	"String", "Data", "HTML", "HTMLBlob", "Blob", "NoContent", "AbortWithStatus", "AbortWithStatusJSON", "AbortWithError", "Status", "SendStatus",
}

// senders are the methods of a web framework's context that reply and take no status.
var senders = []string{"JSON", "JSONP", "XML", "SendString", "Send", "Write", "WriteString"}

// shapeOf returns what a call of callee does, if it is a reply by itself. A receiver is the first of the arguments.
func (e *engine) shapeOf(callee *types.Func, args []ssa.Value) (s shape, ok bool) {
	sig := callee.Signature()
	pkg := callee.Pkg()
	if pkg == nil || len(args) == 0 {
		return s, false
	}
	writes := isWriter(flow.Strip(args[0]).Type())
	if writes {
		s.writer = args[0]
	}
	switch name := callee.Name(); {
	case writes && sig.Recv() != nil:
		switch {
		case name == "Write" || name == "WriteString":
			s.body = args[1:]
			return s, true
		case name == "WriteHeader" && len(args) == 2:
			s.code, s.header = args[1], true
			return s, true
		}
		return s, false
	case writes && (pkg.Path() == "io" || pkg.Path() == "fmt"):
		s.body = args[1:]
		return s, name == "WriteString" || name == "Copy" || strings.HasPrefix(name, "Fprint")
	case writes && pkg.Path() == "net/http":
		switch {
		case name == "Error" && len(args) == 3:
			s.body, s.code = args[1:2], args[2]
			return s, true
		case name == "NotFound":
			s.status = 404
			return s, true
		}
		return s, false
	case name == "Encode" && sig.Recv() != nil && len(args) == 2:
		s.writer, s.body = e.encoderOf(args[0]), args[1:]
		return s, s.writer != nil
	case pkg == e.pass.Pkg:
		return s, false // its summary says what it does
	}
	return foreign(callee, args)
}

// foreign returns what a function of another module does.
func foreign(callee *types.Func, args []ssa.Value) (s shape, ok bool) {
	sig, path := callee.Signature(), callee.Pkg().Path()
	startsWithInt := func(args []ssa.Value) bool { return len(args) > 0 && isInt(args[0].Type()) }
	name := callee.Name()
	if sig.Recv() != nil {
		if name == "SetError" && len(args) == 2 && isToolResult(sig.Recv().Type()) && errflow.IsErrorInterface(args[1].Type()) {
			s.kind, s.body = Tool, args[1:]
			return s, true
		}
		n := flow.Receiver(callee)
		if n == nil || n.Obj().Name() != "Context" && n.Obj().Name() != "Ctx" || path == "context" {
			return s, false
		}
		switch {
		case startsWithInt(args[1:]) && slices.Contains(contextMethods, name):
			s.code, s.body = args[1], args[2:]
			switch name {
			case "AbortWithError":
				s.body = nil // it is kept, and shown to nobody
			case "Data", "Blob":
				s.body = args[len(args)-1:]
			case "Status":
				s.header, s.writer = true, args[0]
			}
			return s, true
		case n.Obj().Name() == "Ctx" && slices.Contains(senders, name) && len(args) > 1:
			s.writer, s.body = args[0], args[1:]
			return s, true
		}
		return s, false
	}
	var result types.Type
	if sig.Results().Len() > 0 {
		result = sig.Results().At(0).Type()
	}
	switch {
	case strings.HasSuffix(path, "/render") && isWriter(flow.Strip(args[0]).Type()) && len(args) > 2 && isRequest(args[1].Type()):
		s.writer = args[0]
		for _, arg := range args[2:] {
			if isInt(arg.Type()) {
				s.code = arg
			} else {
				s.body = append(s.body, arg)
			}
		}
		return s, len(s.body) > 0
	case strings.HasSuffix(path, "/render") && name == "Status" && isRequest(args[0].Type()) && len(args) == 2:
		s.writer, s.code, s.header = args[0], args[1], true
		return s, true
	case strings.HasSuffix(path, "grpc/status") && slices.Contains([]string{"New", "Newf", "Error", "Errorf"}, name),
		name == "NewError" && strings.HasSuffix(path, "/connect") && startsWithInt(args) && len(args) == 2:
		s.kind, s.code, s.body = GRPC, args[0], args[1:]
		return s, true
	case result == nil:
		return s, false
	case isToolResult(result) && strings.HasPrefix(name, "NewToolResultError"):
		s.kind, s.body = Tool, args
		return s, true
	case isToolResult(result) && strings.HasPrefix(name, "NewToolResult"):
		s.kind, s.body = Success, args
		return s, true
	case startsWithInt(args) && (name == "NewHTTPError" || name == "NewError" && strings.Contains(path, "/fiber/")):
		s.code, s.body = args[0], args[1:]
		return s, true
	case isRPCError(result) || errflow.IsErrorInterface(result) && name == "NewError" && strings.Contains(path, "jsonrpc") || holdsRPCError(result):
		s.kind = JSONRPC
		for i, arg := range args {
			switch {
			case s.code != nil:
				s.body = append(s.body, arg)
			case i < sig.Params().Len() && isInt(sig.Params().At(i).Type()):
				s.code = arg
			}
		}
		return s, s.code != nil
	}
	return s, false
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
	code, message := RPCError(t)
	return code != nil && message != nil
}

// RPCError returns the fields for code and message of a type that is the error object of JSON-RPC, or a pointer to one, and nil for other
// types. Such a type is a struct with these two members in JSON. It must also be an error and have data, or stand under "error" beside
// "jsonrpc" in another type of its package: {code, message, data} alone is the reply of many HTTP APIs.
func RPCError(t types.Type) (code, message *types.Var) {
	n := flow.Named(t)
	if n == nil {
		return nil, nil
	}
	code, message = field(n, "code", "Code"), field(n, "message", "Message")
	if code == nil || message == nil || !isInt(code.Type()) || !flow.IsString(message.Type()) {
		return nil, nil
	}
	if field(n, "data", "Data") != nil && (errflow.IsError(n) || errflow.IsError(types.NewPointer(n))) || inFrame(n) {
		return code.Origin(), message.Origin()
	}
	return nil, nil
}

// inFrame reports whether a type of n's package has n under "error" beside "jsonrpc".
func inFrame(n *types.Named) bool {
	for obj := range flow.Types(n.Obj().Pkg()) {
		if f := frameError(obj.Type()); f != nil && types.Identical(flow.Deref(f.Type()), n) {
			return true
		}
	}
	return false
}

// frameError returns the field for the error of a type that is a JSON-RPC message, or nil.
func frameError(t types.Type) *types.Var {
	if field(t, "jsonrpc") == nil {
		return nil
	}
	return field(t, "error")
}

// holdsRPCError reports whether t is a JSON-RPC message with an error object.
func holdsRPCError(t types.Type) bool {
	f := frameError(t)
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
