package makeflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells whether an error may be that of an operation, on which the environment has a say: a file that is not there, a request that fails.

// scanners are the methods of [errflow.Operations] that read a text piece by piece: they fail at its end.
var scanners = []string{"(io.RuneReader)*", "(io.ByteReader)*"}

// acts reports whether one of some errors may be, or wrap, that of an operation: a call with a context, or of [errflow.Operations].
// For a function of the module, its returned errors decide, whatever its arguments are; for a call through an interface of the module, those of the types
// that implement it in the interface's package.
func (m *Model) acts(errs ...ssa.Value) bool { return m.ActsAt(nil, errs...) }

// ActsAt reports the same for block b, in which a type switch may tell the dynamic type of an interface value.
func (m *Model) ActsAt(b *ssa.BasicBlock, errs ...ssa.Value) bool {
	todo := worklist.Of(errs...)
	for err := range todo.First(maxCauses) {
		for _, o := range m.Origins(err, flow.OriginOptions{}) {
			todo.Push(m.HeldErrors(o.Value)...)
			call := o.Call()
			if o.Kind != flow.OriginCall || call == nil || m.wrapsOnly(call, todo) {
				continue
			}
			if m.isOperation(call.Common()) {
				return true
			}
			todo.Push(m.handedOn(call, b)...)
		}
	}
	return false
}

// isOperation reports whether a call is that of an operation.
func (m *Model) isOperation(call *ssa.CallCommon) bool {
	fn := m.Callee(call)
	if fn != nil && m.OwnPackage(fn.Pkg()) {
		return m.factOf(fn).Acts || call.IsInvoke() && takesContext(call.Signature())
	}
	return takesContext(call.Signature()) || listed(errflow.Operations, fn) && !listed(scanners, fn)
}

// handedOn returns the errors that a call may return besides those that its static callee returns: for a call through an interface that the package
// declares, those of the methods of the package; for a function of another package of the module, the arguments that it may return or
// wrap. In block b, which may be nil, a type switch may tell the dynamic type.
func (m *Model) handedOn(call *ssa.Call, b *ssa.BasicBlock) []ssa.Value {
	common := call.Common()
	var out []ssa.Value
	if common.IsInvoke() {
		for _, fn := range m.implementations(common.Method, typeIn(common.Value, b)) {
			out = append(out, returnedErrors(fn)...)
		}
		return out
	}
	if fn := m.Callee(common); fn == nil || fn.Pkg() == m.pass.Pkg || !m.OwnPackage(fn.Pkg()) {
		return nil
	}
	for _, arg := range common.Args {
		if errflow.IsError(arg.Type()) && m.Wraps(call, arg) != errflow.No {
			out = append(out, flow.Strip(arg))
		}
	}
	return out
}

// implementations returns the methods of the package that a call of a method of one of its interfaces may run; of type only, if that is not nil.
func (m *Model) implementations(method *types.Func, only types.Type) []*ssa.Function {
	if method.Pkg() != m.pass.Pkg {
		return nil
	}
	fns := m.implementing.Get(method, func(method *types.Func) (fns []*ssa.Function) {
		it, _ := method.Signature().Recv().Type().Underlying().(*types.Interface)
		for _, t := range m.implementers(it) {
			if fn := m.Func(flow.Method(t, m.pass.Pkg, method.Name())); fn != nil {
				fns = append(fns, fn)
			}
		}
		return fns
	})
	if only == nil {
		return fns
	}
	for _, fn := range fns {
		if types.Identical(flow.Deref(fn.Signature.Recv().Type()), flow.Deref(only)) {
			return []*ssa.Function{fn}
		}
	}
	return nil
}

// implementers returns pointers to the types of the package that implement one of its interfaces. They are found once for all methods, since that takes time
// in proportion to the number of methods.
func (m *Model) implementers(it *types.Interface) []types.Type {
	return m.implementedBy.Get(it, func(it *types.Interface) (ts []types.Type) {
		for tn := range flow.Types(m.pass.Pkg) {
			if t := types.NewPointer(tn.Type()); it != nil && !types.IsInterface(tn.Type()) && types.Implements(t, it) {
				ts = append(ts, t)
			}
		}
		return ts
	})
}

// typeIn returns the dynamic type that a type switch has found in an interface value before block b; nil if there is none.
func typeIn(v ssa.Value, b *ssa.BasicBlock) types.Type {
	if b == nil {
		return nil
	}
	for cond := range flow.Conditions(b) {
		found, ok := cond.Value.(*ssa.Extract)
		if !ok || found.Index != 1 || !cond.Outcome {
			continue
		}
		if assert, ok := found.Tuple.(*ssa.TypeAssert); ok && assert.X == v && !types.IsInterface(assert.AssertedType) {
			return assert.AssertedType
		}
	}
	return nil
}

// returnedErrors returns what a function returns as its only error result.
func returnedErrors(fn *ssa.Function) []ssa.Value {
	result := ErrorResult(fn.Signature)
	if result < 0 {
		return nil
	}
	var errs []ssa.Value
	for ret := range flow.Returns(fn) {
		errs = append(errs, flow.Returned(ret, result))
	}
	return errs
}
