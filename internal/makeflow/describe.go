package makeflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file infers the descriptions of the package's functions, and exports them as facts.

// describe is the equation of a function.
func (m *Model) describe(fn *ssa.Function) Func {
	f := unknown
	f.Keeps = those(fn.Params, func(p *ssa.Parameter) bool { return errflow.IsErrorInterface(p.Type()) && m.Leaves(p).Kept })
	if results := fn.Signature.Results(); results.Len() == 1 && flow.IsString(results.At(0).Type()) {
		var returned []ssa.Value
		for ret := range flow.Returns(fn) {
			returned = append(returned, ret.Results[0])
		}
		text := m.TextOf(returned...)
		f.InText, f.Masks = m.paramsIn(text, fn.Params), m.paramsIn(Text{strings: text.masked}, fn.Params)
	}
	result := ErrorResult(fn.Signature)
	if result < 0 {
		return f
	}
	var makings []Made
	var all answer
	for ret := range flow.Returns(fn) {
		more, is := m.collect(Made{ret.Results[result], ret.Block(), nil}, true)
		makings, all = append(makings, more...), all.or(is)
	}
	switch {
	case all.is == 0:
		f.Makes = Nothing
		return f
	case len(makings) == 0:
		return f
	}
	others := all.is&isOther != 0
	maker := f
	maker.Makes, maker.Always = Fresh, all.is == isNew
	maker.Wire = !others && !slices.ContainsFunc(makings, func(made Made) bool { return !m.MakesWire(made.Value) })
	in := m.paramsIn(m.textOfAll(makings), fn.Params)
	for i, p := range fn.Params {
		switch {
		case flow.IsString(p.Type()):
			maker.Texts |= in & Params(0).With(i)
		case others || all.params.Has(i) || !errflow.IsErrorInterface(p.Type()):
		case in.Has(i):
			maker.Flattens = maker.Flattens.With(i)
		case onlyComparedWithNil(p):
			maker.Ignores = maker.Ignores.With(i)
		}
	}
	m.describeFormat(&maker, fn, makings)
	if !maker.Always && maker.Format < 0 && maker.Loses() == 0 {
		return f
	}
	maker.Hides = maker.Loses() != 0 && fn.Pos().IsValid() && m.conf.Opaque(fn.Pos())
	return maker
}

// textOfAll returns what the messages of new errors are built from, and those of the errors that they wrap, which may be new as well.
func (m *Model) textOfAll(made []Made) (text Text) {
	var makes worklist.List[ssa.Value]
	for _, made := range made {
		makes.Push(made.Value)
	}
	for v := range makes.First(maxParts) {
		text = text.plus(m.TextOfMade(v))
		call, ok := v.(*ssa.Call)
		if !ok {
			continue
		}
		if maker := m.Maker(call.Common()); maker != nil {
			held, _ := m.heldBy(call, maker)
			for _, v := range held {
				makes.Push(flow.Strip(v))
			}
		}
	}
	return text
}

// onlyComparedWithNil reports whether a parameter has no uses but comparisons with nil.
func onlyComparedWithNil(p *ssa.Parameter) bool {
	return !slices.ContainsFunc(*p.Referrers(), func(ref ssa.Instruction) bool {
		cmp, ok := ref.(*ssa.BinOp)
		return !ok || !flow.IsNil(cmp.X) && !flow.IsNil(cmp.Y)
	})
}

// describeFormat sets the format of f if fn passes a format and operands on.
func (m *Model) describeFormat(f *Func, fn *ssa.Function, makings []Made) {
	last := len(fn.Params) - 1
	if last < 1 || last >= 64 || !takesOperands(fn.Signature) {
		return
	}
	for _, ref := range *fn.Params[last].Referrers() {
		call, ok := ref.(*ssa.Call)
		if !ok {
			continue
		}
		format, inner := m.handsOn(call, fn.Params[last])
		if format == nil {
			continue
		}
		for i := range (m.paramsIn(m.TextOf(format), fn.Params[:last])).All() {
			wraps := inner != nil && inner.WrapsVerbs
			leaves := inner == nil
			for _, made := range makings {
				if made.Value == call || m.Wraps(made.Value, call) == errflow.Yes {
					leaves = true
				} else {
					wraps = false
				}
			}
			if leaves {
				f.Format, f.Operands, f.WrapsVerbs = i, last, wraps
				f.Prints = inner != nil && inner.Prints || m.printsToo(fn.Params[last], call)
				f.Texts = f.Texts.Without(i)
				return
			}
		}
	}
}

// printsToo reports whether a slice of operands goes to another call besides one that makes an error of it, which does not wrap the operands of %w.
func (m *Model) printsToo(operands *ssa.Parameter, made *ssa.Call) bool {
	return slices.ContainsFunc(*operands.Referrers(), func(ref ssa.Instruction) bool {
		call, ok := ref.(ssa.CallInstruction)
		if !ok || ref == made {
			return false
		}
		args := call.Common().Args
		if len(args) == 0 || args[len(args)-1] != operands || !takesOperands(call.Common().Signature()) {
			return false
		}
		maker := m.Maker(call.Common())
		return maker == nil || !maker.WrapsVerbs
	})
}

// handsOn returns the format of a call that formats the given slice of operands, and the called maker, if it is one; nil if the call does not format them.
func (m *Model) handsOn(call *ssa.Call, operands ssa.Value) (format ssa.Value, maker *Maker) {
	args := call.Call.Args
	if IsFunc(flow.Callee(call.Common()), "fmt", "Sprintf") && len(args) == 2 && args[1] == operands {
		return args[0], nil
	}
	maker = m.Maker(call.Common())
	if maker != nil && maker.Format >= 0 && maker.Operands < len(args) && args[maker.Operands] == operands {
		return args[maker.Format], maker
	}
	return nil, nil
}

// Export exports facts about the package's functions.
func (m *Model) Export() {
	for obj, fn := range m.ExportedFuncs() {
		f := m.solver.Get(fn).fn
		errs := returnedErrors(fn)
		f.Exempt = f.Makes != Fresh && m.exempt(errs...)
		f.Parses = !f.Exempt && m.parses(errs...)
		f.Acts = !f.Exempt && m.acts(errs...)
		if !slices.ContainsFunc(among(fn.Params, f.InText), func(p *ssa.Parameter) bool { return errflow.IsErrorInterface(p.Type()) }) {
			f.InText, f.Masks = 0, 0 // other packages need this for errors only
		}
		f.Tells = m.told(fn) &^ f.Ignores
		f.NilFor = m.nilFor(fn)
		if f.Makes == Fresh || f.Exempt || f.Parses || f.Acts || f.Keeps|f.Tells|f.NilFor|f.InText != 0 {
			m.pass.ExportObjectFact(obj, &f)
		}
	}
	m.exportInterfaces()
	scope := m.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		g, isGlobal := m.Pkg.Members[name].(*ssa.Global)
		if !ok || !isGlobal || !v.Exported() {
			continue
		}
		if _, ok := types.Unalias(v.Type()).Underlying().(*types.Signature); !ok {
			continue
		}
		targets, complete := m.Targets(g)
		if !complete || len(targets) != 1 || targets[0].Bound != nil {
			continue
		}
		if maker := m.makerOf(targets[0].Fn); maker != nil {
			m.pass.ExportObjectFact(v, &maker.Func)
		}
	}
}

// exportInterfaces exports facts about the methods of the package's interfaces that may return the error of an operation.
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
