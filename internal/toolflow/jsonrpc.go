package toolflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// RPCError returns the fields for code and message of a type that is the error object of JSON-RPC, or a pointer to one, and nil for other
// types. Such a type is a struct with these two members in JSON. It must also be an error and have data, or stand under "error" beside
// "jsonrpc" in another type of its package: {code, message, data} alone is the reply of many HTTP APIs.
func RPCError(t types.Type) (code, message *types.Var) {
	n := flow.Named(t)
	if n == nil {
		return nil, nil
	}
	code, message = jsonField(n, "code", "Code"), jsonField(n, "message", "Message")
	if code == nil || message == nil || !flow.IsBasic(code.Type(), types.IsInteger) || !flow.IsString(message.Type()) {
		return nil, nil
	}
	if jsonField(n, "data", "Data") != nil && (errflow.IsError(n) || errflow.IsError(types.NewPointer(n))) || inFrame(n) {
		return code.Origin(), message.Origin()
	}
	return nil, nil
}

// inFrame reports whether a type of n's package has n under "error" beside "jsonrpc".
func inFrame(n *types.Named) bool {
	for obj := range flow.Types(n.Obj().Pkg()) {
		if f := FrameError(obj.Type()); f != nil && types.Identical(flow.Deref(f.Type()), n) {
			return true
		}
	}
	return false
}

// FrameError returns the field for the error of a type that is a JSON-RPC message, or nil.
func FrameError(t types.Type) *types.Var {
	if jsonField(t, "jsonrpc") == nil {
		return nil
	}
	return jsonField(t, "error")
}

// jsonField returns the field with one of the given JSON names of a struct, or of what a pointer points to.
func jsonField(t types.Type, names ...string) *types.Var {
	if s := flow.Struct(t); s != nil {
		for i := range s.NumFields() {
			if slices.Contains(names, flow.JSONKey(s, i)) {
				return s.Field(i)
			}
		}
	}
	return nil
}

// answersInCode reports whether each error that fn returns is an error object of JSON-RPC: its authors have chosen to answer by errors of the
// protocol, and by which.
func (e *engine) answersInCode(fn *ssa.Function) bool {
	return fn.Pkg == e.m.Pkg && fn.Blocks != nil && e.coded.Get(fn, func(fn *ssa.Function) bool {
		last := fn.Signature.Results().Len() - 1
		found := false
		for ret := range flow.Returns(fn) {
			if e.returnsNil(ret, last) {
				continue
			}
			for _, o := range e.m.Origins(ret.Results[last], flow.OriginOptions{}) {
				switch o.Kind {
				case flow.OriginConst, flow.OriginZero:
				case flow.OriginMake, flow.OriginCall:
					if code, _ := RPCError(originType(o)); code == nil {
						return false
					}
					found = true
				default:
					return false
				}
			}
		}
		return found
	})
}
