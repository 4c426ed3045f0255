package makeflow

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// Params is a set of the first 64 arguments of a call in SSA form, where the receiver is the first.
type Params = textflow.Params

// among returns the arguments of a call, or the parameters of its function, that are in a set.
func among[V any](list []V, set Params) (out []V) {
	for i, v := range list {
		if set.Has(i) {
			out = append(out, v)
		}
	}
	return out
}

// those returns the parameters that is holds for.
func those(params []*ssa.Parameter, is func(*ssa.Parameter) bool) (set Params) {
	for i, p := range params {
		if is(p) {
			set = set.With(i)
		}
	}
	return set
}

// A Func describes what a function does with its parameters that are errors or texts. It is the fact on an exported function.
type Func struct {
	Makes  Makes
	Always bool // it always returns an error, and a new one
	Exempt bool // it only returns errors of exempt causes
	Parses bool // it returns such errors, makes new ones in their place, or makes errors that wrap no others
	Acts   bool // it may return the error of an operation
	Wire   bool // the errors that it makes are the form that errors have on a wire
	Hides  bool // a directive says that it loses Flattens and Ignores on purpose

	Format, Operands int  // the format and the variadic slice of its operands; -1 if there are none
	WrapsVerbs       bool // it wraps the operands of %w

	Texts    Params // the strings that are in the message
	Causes   Params // the errors that it wraps, if it is known or configured rather than inferred
	Flattens Params // the errors of which it keeps only the text, or nothing on purpose
	Ignores  Params // the errors that have no part in the new one
	NilFor   Params // the errors that make it return nil if they are nil; for other packages
	Keeps    Params // the errors that it stores where others see them, such as in a field of its result
	Tells    Params // the errors, and functions that return errors, of which it uses no more than the texts; for other packages
	InText   Params // the errors and strings that are in the text that it returns
	Masks    Params // the strings in that text in which it replaces something variable, such as a secret
}

// Makes says which errors a function returns.
type Makes uint8

const (
	Nothing  Makes = iota // none, as far as is known
	Fresh                 // new ones, at least for some arguments
	Anything              // unknown
)

// unknown describes a function of which nothing is known.
var unknown = Func{Makes: Anything, Format: -1, Operands: -1}

// AFact marks Func as a fact.
func (*Func) AFact() {}

// String returns the fact as tests spell it.
func (f *Func) String() string {
	var parts []string
	add := func(on bool, format string, args ...any) {
		if on {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(f.Always, "always")
	add(f.Format >= 0, "format %d operands %d wraps %t", f.Format, f.Operands, f.WrapsVerbs)
	for _, set := range []struct {
		name string
		args Params
	}{{"keeps", f.Keeps}, {"text", f.Texts}, {"flattens", f.Flattens}, {"ignores", f.Ignores}, {"tells", f.Tells}, {"nil for", f.NilFor}, {"in text", f.InText}, {"masks", f.Masks}} {
		add(set.args != 0, "%s %v", set.name, slices.Collect(set.args.All()))
	}
	add(f.Wire, "wire")
	add(f.Hides, "opaque")
	add(f.Parses, "parses")
	add(f.Acts, "acts")
	switch {
	case f.Exempt:
		return "exempt"
	case f.Makes != Fresh:
		return "(" + strings.Join(parts, "; ") + ")"
	}
	return "makes(" + strings.Join(parts, "; ") + ")"
}

// join returns what holds if either f or g may describe a function: it makes what both make, and keeps what either keeps.
func (f Func) join(g Func) Func {
	out := g
	switch {
	case g.Makes == Nothing || f.Makes == Anything:
		out = f
	case f.Makes == Fresh && g.Makes == Fresh:
		out.Always = f.Always && g.Always
		out.Wire = f.Wire && g.Wire
		out.Hides = f.Hides || g.Hides
		out.Texts = f.Texts | g.Texts
		if g.Format < 0 {
			out.Format, out.Operands, out.WrapsVerbs = f.Format, f.Operands, f.WrapsVerbs
		} else if f.Format >= 0 {
			out.WrapsVerbs = f.WrapsVerbs && g.WrapsVerbs
		}
		// An error that one ignores and the other flattens is flattened. An error that one neither ignores nor flattens is not lost.
		lost := (f.Flattens | f.Ignores) & (g.Flattens | g.Ignores)
		out.Ignores = lost & f.Ignores & g.Ignores
		out.Flattens = lost &^ out.Ignores
	}
	out.Keeps = f.Keeps | g.Keeps
	out.InText = f.InText | g.InText
	out.Masks = f.Masks | g.Masks
	return out
}

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

// NilFor returns the parameters of a function of the module that it compares with nil, and for which it returns nil if they are nil.
func (m *Model) NilFor(fn *types.Func) Params {
	if own := m.Func(fn); own != nil {
		return m.nilFor(own)
	}
	return m.factOf(fn).NilFor
}

func (m *Model) nilFor(fn *ssa.Function) (params Params) {
	if ErrorResult(fn.Signature) < 0 {
		return 0
	}
	for i, values := range m.Tests(fn) {
		if errflow.IsErrorInterface(fn.Params[i].Type()) && slices.Contains(values, "nil") && m.ErrorsGiven(fn, i, "nil").Empty() {
			params = params.With(i)
		}
	}
	return params
}

// factOf returns the fact on a function of another package; the zero Func if there is none.
func (m *Model) factOf(fn *types.Func) (f Func) {
	if fn != nil && fn.Pkg() != m.pass.Pkg {
		m.pass.ImportObjectFact(fn, &f)
	}
	return f
}

// described returns the description of a function, of this package or another; the zero Func if there is none.
func (m *Model) described(fn *types.Func) Func {
	if own := m.Func(fn); own != nil {
		return m.solver.Get(own).fn
	}
	return m.factOf(fn)
}

// keptBy reports whether the called function keeps err, which is an argument.
func (m *Model) keptBy(call *ssa.CallCommon, err ssa.Value) bool {
	fn := flow.Callee(call)
	if fn == nil || call.IsInvoke() || !errflow.IsErrorInterface(err.Type()) {
		return false
	}
	return slices.Contains(among(call.Args, m.described(fn).Keeps), err)
}

// configured returns a configured constructor as a maker; nil if obj is none. first is the index of the first written argument of a call.
func (m *Model) configured(obj *types.Func, first int) *Maker {
	cause, ok := m.conf.Constructor(obj)
	if !ok {
		return nil
	}
	maker := m.outside(obj, true)
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

func (m *Model) outside(obj *types.Func, always bool) *Maker {
	return &Maker{Func: Func{Makes: Fresh, Always: always, Format: -1, Operands: -1}, Name: errflow.FuncName(obj, m.pass.Pkg), Obj: obj}
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
	maker := m.outside(obj, true)
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
	var all Makings
	for ret := range flow.Returns(fn) {
		m.collect(&all, Made{ret.Results[result], ret.Block(), nil}, true)
	}
	if len(all.Made) == 0 {
		if !all.Other && !all.Nil {
			f.Makes = Nothing
		}
		return f
	}
	maker := f
	maker.Makes, maker.Always = Fresh, !all.Other && !all.Nil
	maker.Wire = !all.Other && !slices.ContainsFunc(all.Made, func(made Made) bool { return !m.MakesWire(made.Value) })
	in := m.paramsIn(m.textOfAll(all.Made), fn.Params)
	for i, p := range fn.Params {
		switch {
		case flow.IsString(p.Type()):
			maker.Texts |= in & Params(0).With(i)
		case all.Other || all.params.Has(i) || !errflow.IsErrorInterface(p.Type()):
		case in.Has(i):
			maker.Flattens = maker.Flattens.With(i)
		case onlyComparedWithNil(p):
			maker.Ignores = maker.Ignores.With(i)
		}
	}
	m.describeFormat(&maker, fn, all)
	if !maker.Always && maker.Format < 0 && maker.Flattens|maker.Ignores == 0 {
		return f
	}
	maker.Hides = maker.Flattens|maker.Ignores != 0 && fn.Pos().IsValid() && m.conf.Opaque(fn.Pos())
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
func (m *Model) describeFormat(f *Func, fn *ssa.Function, all Makings) {
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
			for _, made := range all.Made {
				if made.Value == call || m.Wraps(made.Value, call) == errflow.Yes {
					leaves = true
				} else {
					wraps = false
				}
			}
			if leaves {
				f.Format, f.Operands, f.WrapsVerbs = i, last, wraps
				f.Texts = f.Texts.Without(i)
				return
			}
		}
	}
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

// IsFunc reports whether fn is a package-level function of the package, by one of the names.
func IsFunc(fn *types.Func, pkg string, names ...string) bool {
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == pkg && fn.Signature().Recv() == nil && slices.Contains(names, fn.Name())
}

// MakesWire reports whether a new error is the form that an error has on a wire, by its literal or by all errors that its
// constructor makes: a struct that is registered with encoding/gob or whose fields all have names in JSON, and none of
// which can hold a cause. Such errors are made at a boundary, and have no place for an error.
func (m *Model) MakesWire(made ssa.Value) bool {
	switch v := made.(type) {
	case *ssa.Alloc:
		return m.isWire(v.Type())
	case *ssa.Call:
		results := v.Call.Signature().Results()
		if i := ErrorResult(v.Call.Signature()); i >= 0 && !types.IsInterface(results.At(i).Type()) {
			return m.isWire(results.At(i).Type())
		}
		maker := m.Maker(v.Common())
		return maker != nil && maker.Wire
	}
	return false
}

func (m *Model) isWire(t types.Type) bool {
	s := flow.Struct(t)
	if s == nil || s.NumFields() == 0 {
		return false
	}
	for i := range s.NumFields() {
		name := flow.JSONName(s, i)
		if gob := m.gobs()[types.Unalias(flow.Deref(t))] && s.Field(i).Exported(); !gob && (name == "" || name == "-") || HoldsErrors(s.Field(i).Type()) {
			return false
		}
	}
	return true
}

// gobTypes returns the types that the package registers with encoding/gob, without stars.
func (m *Model) gobTypes() map[types.Type]bool {
	registered := make(map[types.Type]bool)
	for _, call := range m.Calls() {
		if args := call.Common().Args; IsFunc(flow.Callee(call.Common()), "encoding/gob", "Register", "RegisterName") {
			registered[types.Unalias(flow.Deref(flow.Strip(args[len(args)-1]).Type()))] = true
		}
	}
	return registered
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
