package makeflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// This file tells which function a call runs that makes errors: one of the package, of the module, that errflow knows, or of the configuration.

// A Maker is a function that makes errors, as the code of the package calls it.
type Maker struct {
	Func
	Name       string
	Obj        *types.Func // nil for a function literal, and for a variable of another package
	Own        bool        // it is declared in this package
	Configured bool        // Causes is all that it wraps
}

// Maker returns the function that a call runs as a maker of errors; nil if it is not known to make any.
func (m *Model) Maker(call *ssa.CallCommon) *Maker {
	if call.IsInvoke() {
		return m.configured(call.Method.Origin(), 0)
	}
	// A variable of another package, as in var Errorf = fmt.Errorf.
	if load, ok := call.Value.(*ssa.UnOp); ok {
		if g, ok := load.X.(*ssa.Global); ok && g.Object() != nil && g.Object().Pkg() != m.pass.Pkg {
			return m.imported(g.Object())
		}
	}
	if fn := m.callee(call); fn != nil {
		return m.makerOf(fn)
	}
	return nil
}

// callee returns the only function that a call can run; nil if there may be others.
func (m *Model) callee(call *ssa.CallCommon) *ssa.Function {
	targets, complete := m.Callees(call)
	if call.IsInvoke() || !complete || len(targets) != 1 || targets[0].Bound != nil {
		return nil
	}
	return targets[0].Fn
}

func (m *Model) own(fn *ssa.Function) bool { return fn.Pkg == m.Pkg && fn.Blocks != nil }

func (m *Model) makerOf(fn *ssa.Function) *Maker {
	obj, _ := fn.Object().(*types.Func)
	if obj != nil {
		obj = obj.Origin()
		first := 0
		if obj.Signature().Recv() != nil {
			first = 1
		}
		if maker := m.configured(obj, first); maker != nil {
			return maker
		}
		if maker := m.builtin(obj); maker != nil {
			return maker
		}
	}
	if m.own(fn) {
		return m.Inferred(fn)
	}
	if obj == nil {
		return nil
	}
	return m.imported(obj)
}

// imported returns the maker that the fact on an object of another package describes; nil if there is none.
func (m *Model) imported(obj types.Object) *Maker {
	maker := new(Maker)
	if !m.pass.ImportObjectFact(obj, &maker.Func) || maker.Makes != Fresh {
		return nil
	}
	maker.Name = obj.Pkg().Name() + "." + obj.Name()
	if fn, ok := obj.(*types.Func); ok {
		maker.Obj, maker.Name = fn, errflow.FuncName(fn, m.pass.Pkg)
	}
	return maker
}

// Inferred returns one of the package's functions as a maker; nil if it is not known to make errors.
func (m *Model) Inferred(fn *ssa.Function) *Maker {
	f := m.solver.Get(fn).fn
	if f.Makes != Fresh {
		return nil
	}
	maker := &Maker{Func: f, Name: "the function literal", Own: true}
	if obj, ok := fn.Object().(*types.Func); ok {
		maker.Obj, maker.Name = obj, errflow.FuncName(obj, m.pass.Pkg)
	}
	return maker
}

// configured returns a configured constructor as a maker; nil if obj is none. first is the index of the first written argument of a call.
func (m *Model) configured(obj *types.Func, first int) *Maker {
	cause, ok := m.conf.Constructor(obj)
	if !ok {
		return nil
	}
	maker := m.outside(obj)
	maker.Configured = true
	params := obj.Signature().Params()
	for i := range params.Len() {
		if flow.IsString(params.At(i).Type()) {
			maker.Texts = maker.Texts.With(first + i)
		}
	}
	if cause > 0 {
		maker.Causes = maker.Causes.With(first + cause - 1)
	}
	if n := params.Len(); n >= 2 && takesOperands(obj.Signature()) && maker.Texts != 0 {
		maker.Operands = first + n - 1
		if flow.IsString(params.At(n - 2).Type()) {
			maker.Format = first + n - 2
		}
	}
	return maker
}

// outside returns a function outside the module as a maker of which nothing else is known.
func (m *Model) outside(obj *types.Func) *Maker {
	return &Maker{Func: Func{Makes: Fresh, Always: true, Format: -1, Operands: -1}, Name: errflow.FuncName(obj, m.pass.Pkg), Obj: obj}
}

// takesOperands reports whether the last parameter is …any.
func takesOperands(sig *types.Signature) bool {
	if !sig.Variadic() {
		return false
	}
	last := sig.Params().At(sig.Params().Len() - 1)
	it, ok := flow.ElemType(last.Type()).Underlying().(*types.Interface)
	return ok && it.Empty() && !it.IsComparable()
}

// builtin returns a function outside the module that errflow knows as a maker; nil if obj is none.
func (m *Model) builtin(obj *types.Func) *Maker {
	b, ok := errflow.Builder(obj)
	if !ok {
		return nil
	}
	maker := m.outside(obj)
	causes := Params(0)
	for _, i := range b.Causes {
		causes = causes.With(i)
	}
	text := b.Text
	switch b.Kind {
	case errflow.BuildsFormat:
		maker.Format, maker.Operands, maker.WrapsVerbs, text = b.Format, b.Operands, true, -1
	case errflow.BuildsWrap:
		maker.Causes = causes
	case errflow.BuildsFlat:
		maker.Flattens = causes
	}
	// A message followed by operands is a format, whether or not it supports %w.
	last := obj.Signature().Params().Len() - 1
	switch {
	case text < 0:
	case text == last-1 && takesOperands(obj.Signature()):
		maker.Format, maker.Operands = text, last
	default:
		maker.Texts = maker.Texts.With(text)
	}
	return maker
}
