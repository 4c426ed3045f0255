package makeflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// scanners is those of [errflow.Operations] that give a text piece by piece to what reads it: they fail at its end.
var scanners = []string{"(io.RuneReader)*", "(io.ByteReader)*"}

// acts reports whether one of some errors may be, or wrap, that of an operation: a call that is given a context, or of [errflow.Operations].
// What a function of the module returns decides for it, whatever it is given; for a call through an interface of the module, what the types
// of the interface's package do.
func (m *Model) acts(errs ...ssa.Value) bool { return m.ActsAt(nil, errs...) }

// ActsAt reports the same of block b, where a type switch may have told of which type the value in an interface is.
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

// isOperation reports whether a call is one of an operation.
func (m *Model) isOperation(call *ssa.CallCommon) bool {
	fn := m.Callee(call)
	if fn != nil && m.OwnPackage(fn.Pkg()) {
		return m.factOf(fn).Acts || call.IsInvoke() && takesContext(call.Signature())
	}
	return takesContext(call.Signature()) || fn != nil && fn.Pkg() != nil && errflow.Listed(errflow.Operations, fn.Pkg().Path(), fn.FullName()) &&
		!errflow.Listed(scanners, fn.Pkg().Path(), fn.FullName())
}

// handedOn returns the errors that a call hands on besides those that its own function returns: through an interface that the package
// declares, what methods of the package return; of a function of another package of the module, the errors that it is given and
// may wrap. Block b, which may be nil, is where it may be known by a type switch which type is in the interface.
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

// implementations is the methods of the package that a call of a method of one of its interfaces may run; of type only, if that is not nil.
func (m *Model) implementations(method *types.Func, only types.Type) []*ssa.Function {
	if method.Pkg() != m.pass.Pkg {
		return nil
	}
	fns := m.implementing.Get(method, func(method *types.Func) (fns []*ssa.Function) {
		it, _ := method.Signature().Recv().Type().Underlying().(*types.Interface)
		for _, t := range m.implementers(it) {
			obj, _, _ := types.LookupFieldOrMethod(t, false, m.pass.Pkg, method.Name())
			if found, ok := obj.(*types.Func); ok {
				if fn := m.Func(found); fn != nil {
					fns = append(fns, fn)
				}
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

// implementers is pointers to the types of the package that implement one of its interfaces. It is found once for all methods: to find it takes as
// long as there are methods.
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

// typeIn is the type of the value in an interface that a type switch has found whenever control is in block b; nil if none has.
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

// returnedErrors is what a function returns as its one error result.
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

// exportInterfaces tells the packages that import this one which methods of its interfaces may return the error of an operation.
func (m *Model) exportInterfaces() {
	for tn := range flow.Types(m.pass.Pkg) {
		it, ok := tn.Type().Underlying().(*types.Interface)
		if !ok || !tn.Exported() {
			continue
		}
		for method := range it.ExplicitMethods() {
			var errs []ssa.Value
			for _, fn := range m.implementations(method, nil) {
				errs = append(errs, returnedErrors(fn)...)
			}
			if len(errs) > 0 && m.acts(errs...) {
				f := unknown
				f.Acts = true
				m.pass.ExportObjectFact(method, &f)
			}
		}
	}
}
