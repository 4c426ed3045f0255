package whicherrs

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/pack"
	"github.com/errlint/errlint/internal/worklist"
)

// model is errflow's analyzer, changed to analyse packages of other modules too if they are asked for by name: without
// a version, such a package counts as one that errlint checks.
var model = func() *analysis.Analyzer {
	a := *errflow.Analyzer
	a.Run = func(pass *analysis.Pass) (any, error) {
		if pass.Module != nil && pass.Module.Version != "" && len(pass.Files) > 0 {
			module := *pass.Module
			module.Version = ""
			of := *pass
			of.Module = &module
			pass = &of
		}
		return errflow.Analyzer.Run(pass)
	}
	return &a
}()

// Analyzer reports the [Table] of a package, as the message of one diagnostic.
var Analyzer = newAnalyzer("whicherrs", "tell which errors may leave each function, and on which ways", func(c *collector) (token.Pos, string, error) {
	return flow.PackageClause(c.pass), c.table().Encode(), nil
})

// Fates reports what becomes of the errors that calls return, in the same way. Only [Asker.Lost] needs it.
var Fates = newAnalyzer("whicherrs_fates", "tell what becomes of the errors that calls return", func(c *collector) (token.Pos, string, error) {
	calls := make(map[string][]Call)
	for fn := range c.m.Funcs() {
		if list := c.calls(fn); list != nil {
			calls[id(fn)] = list
		}
	}
	return flow.PackageClause(c.pass), string(pack.Pack(calls)), nil
})

// newAnalyzer returns an analyzer that reports, for each package, the message and place that describe returns. It
// reports nothing if the place is not valid.
func newAnalyzer(name, doc string, describe func(*collector) (token.Pos, string, error)) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     name,
		Doc:      doc,
		Requires: []*analysis.Analyzer{model},
		Run: func(pass *analysis.Pass) (any, error) {
			m, ok := pass.ResultOf[model].(*errflow.Model)
			if !ok {
				return nil, fmt.Errorf("%s yields %T", model.Name, pass.ResultOf[model])
			}
			if !m.InScope() {
				return nil, nil
			}
			pos, text, err := describe(&collector{pass: pass, m: m})
			if err == nil && pos.IsValid() {
				pass.Report(analysis.Diagnostic{Pos: pos, Message: text})
			}
			return nil, err
		},
	}
}

// A collector makes the table of a package.
type collector struct {
	pass *analysis.Pass
	m    *errflow.Model
}

func (c *collector) table() *Table {
	t := &Table{Path: c.pass.Pkg.Path(), Name: c.pass.Pkg.Name()}
	if c.pass.Module != nil {
		t.Module = c.pass.Module.Path
	}
	for fn := range c.m.Funcs() {
		t.Funcs = append(t.Funcs, c.function(fn))
	}
	scope := c.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		obj := scope.Lookup(name)
		if tn, ok := obj.(*types.TypeName); ok && !tn.IsAlias() {
			t.Funcs = append(t.Funcs, c.methods(tn)...)
		}
		if a, ok := declaredAtom(obj); ok && obj.Exported() {
			d := Declared{Atom: a, At: c.place(obj.Pos())}
			if v, ok := obj.(*types.Var); ok {
				if same := atomOf(c.m.Same(errflow.SentinelAtom(v))); same != a {
					d.Same = &same
				} else {
					d.Shared = !c.m.IsPlain(errflow.SentinelAtom(v))
				}
			}
			t.Names = append(t.Names, d)
		} else if tn, ok := obj.(*types.TypeName); ok && tn.IsAlias() && tn.Exported() {
			if named, ok := types.Unalias(tn.Type()).(*types.Named); ok && named.Obj().Pkg() != nil {
				if same, ok := declaredAtom(named.Obj()); ok {
					a := same
					a.Pkg, a.Name = c.pass.Pkg.Path(), tn.Name()
					t.Names = append(t.Names, Declared{Atom: a, At: c.place(tn.Pos()), Same: &same})
				}
			}
		}
	}
	t.Uses = c.uses()
	return t
}

// declaredAtom returns the atom of a package-level object if that is a sentinel or an error type.
func declaredAtom(obj types.Object) (Atom, bool) {
	switch obj := obj.(type) {
	case *types.Var:
		return Atom{Kind: Sentinel, Pkg: obj.Pkg().Path(), Name: obj.Name()}, errflow.IsError(obj.Type())
	case *types.TypeName:
		t := obj.Type()
		if obj.IsAlias() || types.IsInterface(t) {
			return Atom{}, false
		}
		a := Atom{Kind: Type, Pkg: obj.Pkg().Path(), Name: obj.Name(), Ptr: !errflow.IsError(t)}
		return a, !a.Ptr || errflow.IsError(types.NewPointer(t))
	}
	return Atom{}, false
}

func (c *collector) function(fn *ssa.Function) Func {
	f := Func{ID: id(fn), Name: c.name(fn), At: c.place(fn.Pos()), Fails: len(errflow.ErrorResults(fn.Signature)) > 0}
	if obj, ok := fn.Object().(*types.Func); ok {
		f.Exported = exported(obj)
		if sig := obj.Signature(); sig.Recv() != nil && sig.Params().Len() == 0 && obj.Name() == "Unwrap" {
			f.Fails = false // it returns what an error wraps
		}
	}
	errs := c.m.ErrorsOf(fn)
	c.fill(&f, errs, c.premises(fn), func(part errflow.Part, a errflow.Atom) []Way { return c.told(c.m.Ways(fn, part, a)) })
	c.document(&f)
	if errs.Opaque() && f.Opaque == nil {
		f.Opaque = []Way{{Steps: []Step{{Place: c.place(fn.Pos()), Kind: Unknown, Text: "returns errors of too many kinds to name"}}}}
	}
	f.Asks = c.asks(fn)
	return f
}

// fill adds the errors of a set to f, sorted, with the ways of each part of it.
func (c *collector) fill(f *Func, errs errflow.Set, premises []premise, ways func(errflow.Part, errflow.Atom) []Way) {
	leaves := func(a errflow.Atom) Leaving {
		l := Leaving{Atom: atomOf(a), Ways: ways(errflow.PartAtom, a)}
		l.Bare, l.Wrapped = errs.Forms(a)
		for in := range errs.In(a) {
			l.In = append(l.In, atomOf(in))
		}
		for _, p := range premises {
			if cond := p.condition(a); cond != "" {
				l.If = append(l.If, cond)
			}
		}
		return l
	}
	within := make(map[Atom]*Leaving) // sentinels that others wrap
	for a := range errs.Atoms() {
		f.Errors = append(f.Errors, leaves(a))
		for _, b := range c.m.WrappedBy(a) {
			if b.Kind != errflow.Sentinel || errs.Has(b) || c.m.Same(a) == b {
				continue // a type is, as a rule, that of the sentinel itself
			}
			l := within[atomOf(b)]
			if l == nil {
				l = &Leaving{Atom: atomOf(b), Wrapped: true}
				within[l.Atom] = l
			}
			l.In = append(l.In, atomOf(a))
			l.Ways = append(l.Ways, wrapping(ways(errflow.PartAtom, a), atomOf(a), l.Atom)...)
		}
	}
	for _, l := range within {
		f.Errors = append(f.Errors, *l)
	}
	for a, param := range errs.OtherCodes() {
		l := leaves(a)
		if param == nil {
			f.Errors = append(f.Errors, l)
		} else {
			l.Kind = Type
			f.Params = append(f.Params, FromArgs{Param: param.Name(), Code: l.String(), Wrapped: !l.Bare})
		}
	}
	slices.SortFunc(f.Errors, func(a, b Leaving) int { return compareAtoms(a.Atom, b.Atom) })
	if errs.Opaque() {
		f.Opaque = ways(errflow.PartOpaque, errflow.Atom{})
	}
	f.Std = errs.Foreign()
	if errs.Open() {
		f.Others = ways(errflow.PartOthers, errflow.Atom{})
	}
	for r := range errs.Refs() {
		if r.Fn == nil || r.Param >= len(r.Fn.Params) {
			continue
		}
		from := FromArgs{Param: r.Fn.Params[r.Param].Name(), Result: r.Mode == errflow.ParamResult, Wrapped: r.Wrapped()}
		from.Only, from.Less = errs.Lets(r)
		if !slices.ContainsFunc(f.Params, func(p FromArgs) bool { return p.String() == from.String() }) {
			f.Params = append(f.Params, from)
		}
	}
	if len(f.Params) > 0 {
		f.Args = ways(errflow.PartParams, errflow.Atom{})
	}
}

// wrapping returns the ways of a sentinel as those of an error that it wraps. Where another function returns the sentinel, that function has
// the error as well.
func wrapping(ways []Way, sentinel, wrapped Atom) []Way {
	out := slices.Clone(ways)
	for i, w := range out {
		if n := len(w.Steps); w.From == "" && n > 0 {
			out[i].Steps = append(slices.Clone(w.Steps), Step{Place: w.Steps[n-1].Place, Kind: Wraps, Text: sentinel.String() + " wraps " + wrapped.String(), In: sentinel.String()})
		}
	}
	return out
}

// A premise is what leaves a function if one of its parameters has one of the values that it is compared with, and what
// leaves if it has none of them. "Not nil" counts as none: otherwise all that follows a check for nil would have a
// condition.
type premise struct {
	param  string
	values []string
	given  []errflow.Set // by index in values
	others errflow.Set
}

// premises returns the premises of a function, by parameter.
func (c *collector) premises(fn *ssa.Function) []premise {
	tests := c.m.Tests(fn)
	var out []premise
	for _, i := range slices.Sorted(maps.Keys(tests)) {
		p := premise{param: fn.Params[i].Name()}
		for _, value := range tests[i] {
			switch s := c.m.ErrorsGiven(fn, i, value); value {
			case flow.NotNil:
				p.others = s
			default:
				p.values, p.given = append(p.values, value), append(p.given, s)
			}
		}
		switch {
		case slices.Contains(p.values, ""):
			continue // not all values are listed
		case !slices.Contains(p.values, "true") && !slices.Contains(tests[i], flow.NotNil):
			p.others = c.m.ErrorsGiven(fn, i, flow.Differs)
		}
		out = append(out, p)
	}
	return out
}

// condition returns what holds for the parameter whenever a leaves, "" if nothing does.
func (p premise) condition(a errflow.Atom) string {
	var values []string
	for i, s := range p.given {
		if s.Has(a) {
			values = append(values, p.values[i])
		}
	}
	if len(values) == 0 || p.others.Has(a) || p.others.Empty() && len(values) == len(p.values) {
		return ""
	}
	return p.param + " is " + strings.Join(values, " or ")
}

// methods returns the methods of an interface that return errors.
func (c *collector) methods(tn *types.TypeName) []Func {
	iface, ok := tn.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var out []Func
	for method := range iface.ExplicitMethods() {
		if method.Pkg() != c.pass.Pkg || len(errflow.ErrorResults(method.Signature())) == 0 {
			continue
		}
		at := c.place(method.Pos())
		f := Func{ID: method.FullName(), Name: errflow.FuncName(method, c.pass.Pkg), At: at, Exported: method.Exported() && tn.Exported(), Fails: true, Abstract: true}
		errs, documented := c.m.DeclaredBy(method, true)
		for a := range errs.Atoms() {
			f.Errors = append(f.Errors, Leaving{Atom: atomOf(a), Bare: true, Ways: documentedAt(at, atomOf(a))})
		}
		c.document(&f)
		if !documented {
			f.Opaque = []Way{{Steps: []Step{{Place: at, Kind: Unknown, Text: "is a method of an interface, whose documentation lists no errors"}}}}
		}
		out = append(out, f)
	}
	return out
}

// document adds the errors that the documentation of a standard library function names and that are not seen to leave
// it. It sorts the errors.
func (c *collector) document(f *Func) {
	for _, a := range documented(f.ID) {
		if !slices.ContainsFunc(f.Errors, func(l Leaving) bool { return l.Atom == a }) {
			f.Errors = append(f.Errors, Leaving{Atom: a, Ways: documentedAt(f.At, a)})
		}
	}
	slices.SortFunc(f.Errors, func(a, b Leaving) int { return compareAtoms(a.Atom, b.Atom) })
}

// documentedAt returns the way of an error that the documentation of a function names. at is the place of the function.
func documentedAt(at Place, a Atom) []Way {
	return []Way{{Steps: []Step{{Place: at, Kind: Names, Text: "is documented to return " + a.String()}}}}
}

// exported reports whether other packages can name a function.
func exported(fn *types.Func) bool {
	return flow.IsExported(fn) && fn.Pkg().Name() != "main"
}

// id returns the ID of a function.
func id(fn *ssa.Function) string {
	if fn.Parent() == nil {
		if obj, ok := fn.Object().(*types.Func); ok {
			return obj.Origin().FullName()
		}
		return fn.Pkg.Pkg.Path() + "." + fn.Name()
	}
	outer := flow.Outermost(fn)
	return id(outer) + strings.TrimPrefix(fn.Name(), outer.Name())
}

// name returns the name of a function as its package writes it.
func (c *collector) name(fn *ssa.Function) string {
	outer := flow.Outermost(fn)
	name := outer.Name()
	if obj, ok := outer.Object().(*types.Func); ok {
		name = errflow.FuncName(obj, c.pass.Pkg)
	}
	return name + strings.TrimPrefix(fn.Name(), outer.Name())
}

func (c *collector) place(pos token.Pos) Place {
	if !pos.IsValid() {
		return Place{}
	}
	p := c.pass.Fset.PositionFor(pos, false)
	if !strings.HasSuffix(p.Filename, ".go") {
		p = c.pass.Fset.PositionFor(pos, true) // in the file that cgo read, and not the one that it made
	}
	return Place{filepath.Base(p.Filename), p.Line, p.Column}
}

func atomOf(a errflow.Atom) Atom {
	if a.Kind == errflow.UnknownCode || a.Kind == errflow.ParamCode {
		return Atom{UnknownCode, a.Pkg, a.Name, a.Ptr, ""}
	}
	kind := map[errflow.Kind]Kind{errflow.Sentinel: Sentinel, errflow.Type: Type, errflow.Code: Code}[a.Kind]
	return Atom{kind, a.Pkg, a.Name, a.Ptr, a.Code}
}

// kinds maps acts to the kinds of steps.
var kinds = map[errflow.Act]StepKind{
	errflow.Leaves:             Return,
	errflow.Returns:            Names,
	errflow.ReturnsCode:        Names,
	errflow.ReturnsOtherCode:   Names,
	errflow.Documented:         Names,
	errflow.ReturnsParam:       Param,
	errflow.CallsParam:         Param,
	errflow.Calls:              Calls,
	errflow.WrapsIt:            Wraps,
	errflow.WrapsItIn:          Wraps,
	errflow.UnwrapsIt:          Unwraps,
	errflow.LetsPass:           Passes,
	errflow.IsStored:           Stored,
	errflow.IsGivenTo:          Stored,
	errflow.Makes:              Makes,
	errflow.MakesUnnamed:       Makes,
	errflow.Hides:              Makes,
	errflow.ReturnsWrapped:     Unknown,
	errflow.Asserts:            Unknown,
	errflow.CallsValue:         Unknown,
	errflow.MakesUnclear:       Unknown,
	errflow.CallsUnknown:       Unknown,
	errflow.CallsUndocumented:  Unknown,
	errflow.OfUnknownOrigin:    Unknown,
	errflow.TakenFromShared:    Unknown,
	errflow.AssignedByAddress:  Unknown,
	errflow.AssignedByDeferred: Unknown,
}

// told converts ways of the model.
func (c *collector) told(ways []errflow.Way) []Way {
	parts := map[errflow.Part]Part{errflow.PartAtom: Named, errflow.PartOpaque: Opaque, errflow.PartUnnamed: Opaque, errflow.PartParams: Args, errflow.PartOthers: Others}
	var out []Way
	for _, w := range ways {
		way := Way{Part: parts[w.Part]}
		switch {
		case w.From != nil:
			way.From = w.From.Origin().FullName()
		case w.Lit != nil:
			way.From = id(w.Lit)
		}
		if way.From == "" {
			way.Part = Named
		}
		for step := range w.First.All() {
			if !step.Pos.IsValid() {
				continue
			}
			s := Step{Place: c.place(step.Pos), Kind: kinds[step.Act], Text: step.What}
			if step.In.Name != "" {
				s.In = atomOf(step.In).String()
			}
			switch of := step.Of.(type) {
			case *types.Func:
				s.Of = of.Origin().FullName()
			case *ssa.Function:
				s.Of = id(of)
			}
			if s.Kind == Return {
				s.Text = "returns it"
			}
			if n := len(way.Steps); n == 0 || way.Steps[n-1] != s {
				way.Steps = append(way.Steps, s)
			}
		}
		out = append(out, way)
	}
	return out
}

// asks returns what a function asks about errors.
func (c *collector) asks(fn *ssa.Function) []Ask {
	var out []Ask
	for _, cond := range c.m.Conditions(fn) {
		a := Ask{Place: c.place(cond.Pos), Atom: atomOf(cond.Atom), Never: cond.Never}
		for _, from := range c.m.HandedBy(cond.Subject) {
			a.From = append(a.From, from.FullName())
		}
		slices.Sort(a.From)
		if a.Line > 0 {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b Ask) int { return comparePlaces(a.Place, b.Place) })
	return slices.CompactFunc(out, func(a, b Ask) bool { return a.Place == b.Place && a.Atom == b.Atom })
}

// maxFates bounds how many queries are made about what becomes of errors in one function.
const maxFates = 2000

// calls returns the calls in a function that return errors.
func (c *collector) calls(fn *ssa.Function) []Call {
	var out []Call
	asked := 0
	for call := range flow.InstrsOf[ssa.CallInstruction](fn) {
		if !call.Pos().IsValid() || len(errflow.ErrorResults(call.Common().Signature())) == 0 {
			continue
		}
		made := Call{Place: c.place(call.Pos()), To: c.callees(call.Common())}
		if made.To == nil {
			continue
		}
		if asked < maxFates {
			made.Fates = c.fates(fn, call, &asked)
		}
		out = append(out, made)
	}
	slices.SortStableFunc(out, func(a, b Call) int { return comparePlaces(a.Place, b.Place) })
	return out
}

// callees returns the IDs of the functions that a call may run, except for those that only make errors.
func (c *collector) callees(call *ssa.CallCommon) []string {
	if call.IsInvoke() {
		return []string{call.Method.Origin().FullName()}
	}
	targets, _ := c.m.Callees(call)
	var out []string
	for _, t := range targets {
		obj, _ := t.Fn.Object().(*types.Func)
		if _, builds := errflow.Builder(obj); builds {
			continue
		}
		if t.Fn.Parent() != nil || obj == nil {
			out = append(out, id(t.Fn))
		} else {
			out = append(out, obj.Origin().FullName())
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// fates returns what becomes in fn of the error that a call returns.
func (c *collector) fates(fn *ssa.Function, call ssa.CallInstruction, asked *int) []Fate {
	at := c.place(call.Pos())
	err := errorResult(call)
	if err == nil || err.Referrers() == nil || len(*err.Referrers()) == 0 {
		return []Fate{{at, Ignored, "nobody looks at it"}}
	}
	var out []Fate
	kept := false
	for ret := range flow.Returns(fn) {
		if !ret.Pos().IsValid() {
			continue
		}
		live := slices.ContainsFunc(c.m.LiveAt(ret), func(l errflow.Live) bool { return c.m.SameError(l.Value, err) })
		for i, r := range ret.Results {
			if !errflow.IsError(fn.Signature.Results().At(i).Type()) || !live && kept {
				continue
			}
			if *asked++; *asked > maxFates {
				return out
			}
			switch wraps := c.m.Wraps(r, err); {
			case wraps == errflow.Yes:
				kept = true
				out = append(out, Fate{c.place(ret.Pos()), Kept, "is returned"})
			case c.madeWith(r, err):
				out = append(out, Fate{c.place(ret.Pos()), Replaced, "another error is returned in its place"})
			case !live || wraps == errflow.Unknown:
			case flow.IsNil(flow.Strip(r)):
				out = append(out, Fate{c.place(ret.Pos()), Dropped, "nil is returned in its place"})
			default:
				out = append(out, Fate{c.place(ret.Pos()), Replaced, "another error is returned in its place"})
			}
		}
	}
	return append(out, c.deferredFates(fn)...)
}

// madeWith reports whether an error is made in a call that is given another one, or its text.
func (c *collector) madeWith(made, err ssa.Value) bool {
	call, ok := flow.Strip(made).(*ssa.Call)
	if !ok {
		return false
	}
	args := slices.Clone(call.Call.Args)
	if n := len(args); n > 0 {
		if vals, ok := flow.Variadic(args[n-1]); ok {
			args = append(args, vals...)
		}
	}
	given := worklist.Of(args...)
	for arg := range given.All() {
		switch v := flow.Strip(arg).(type) {
		case *ssa.BinOp: // texts
			given.Push(v.X, v.Y)
		case *ssa.Call:
			if v.Call.IsInvoke() && v.Call.Method.Name() == "Error" {
				given.Push(v.Call.Value)
			}
		}
		if c.m.SameError(flow.Strip(arg), err) {
			return true
		}
	}
	return false
}

// deferredFates returns what the deferred literals of fn assign to its results in place of the error that is there.
func (c *collector) deferredFates(fn *ssa.Function) []Fate {
	var out []Fate
	results := make(map[ssa.Value]bool)
	for ret := range flow.Returns(fn) {
		for _, r := range ret.Results {
			if load, ok := r.(*ssa.UnOp); ok && load.Op == token.MUL && errflow.IsError(load.Type()) {
				results[load.X] = true
			}
		}
	}
	for d := range flow.InstrsOf[*ssa.Defer](fn) {
		mc, ok := d.Call.Value.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		for st := range flow.InstrsOf[*ssa.Store](mc.Fn.(*ssa.Function)) {
			if !st.Pos().IsValid() || !c.assigns(mc, st, results) {
				continue
			}
			f := Fate{c.place(st.Pos()), Replaced, "a deferred function returns another error in its place"}
			if flow.IsNil(flow.Strip(st.Val)) {
				f.Kind, f.Text = Dropped, "a deferred function returns nil in its place"
			}
			out = append(out, f)
		}
	}
	return out
}

// assigns reports whether a store in a closure assigns one of some variables an error that does not wrap what is there,
// which may be an error.
func (c *collector) assigns(mc *ssa.MakeClosure, st *ssa.Store, vars map[ssa.Value]bool) bool {
	fv, ok := st.Addr.(*ssa.FreeVar)
	if !ok || !slices.ContainsFunc(mc.Bindings, func(b ssa.Value) bool {
		return vars[b] && slices.Contains(slices.Collect(flow.Captured(mc, b)), fv)
	}) {
		return false
	}
	for _, ref := range *fv.Referrers() {
		if load, ok := ref.(*ssa.UnOp); ok && (c.m.Wraps(st.Val, load) == errflow.Yes || c.m.KnownNil(load, st.Block())) {
			return false
		}
	}
	return true
}

// errorResult returns the error that a call returns, nil if there is none or it is not used.
func errorResult(call ssa.CallInstruction) ssa.Value {
	v, ok := call.(*ssa.Call)
	if !ok {
		return nil
	}
	results := v.Call.Signature().Results()
	if results.Len() == 1 {
		return v
	}
	for _, ref := range *v.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && errflow.IsError(results.At(e.Index).Type()) {
			return e
		}
	}
	return nil
}

// uses returns the sentinels and error types that the package's code mentions other than to ask for them.
func (c *collector) uses() []Atom {
	var out []Atom
	seen := make(map[types.Object]bool)
	for _, file := range c.pass.Files {
		asking := c.asking(file)
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil || asking[n] {
				return false
			}
			if ident, ok := n.(*ast.Ident); ok {
				obj := c.pass.TypesInfo.Uses[ident]
				if obj != nil && obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() && !seen[obj] {
					seen[obj] = true
					if a, ok := declaredAtom(obj); ok {
						if v, ok := obj.(*types.Var); ok {
							a = atomOf(errflow.SentinelAtom(v))
						}
						out = append(out, a)
					}
				}
			}
			return true
		})
	}
	slices.SortFunc(out, compareAtoms)
	return slices.Compact(out)
}

// asking returns the parts of a file that only ask for errors, or only give the type of something.
func (c *collector) asking(file *ast.File) map[ast.Node]bool {
	out := make(map[ast.Node]bool)
	skip := func(list *ast.FieldList) {
		if list != nil {
			out[list] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			skip(n.Recv)
		case *ast.FuncType:
			skip(n.Params)
			skip(n.Results)
		case *ast.ValueSpec:
			if n.Type != nil {
				out[n.Type] = true
			}
			if !slices.ContainsFunc(n.Names, func(id *ast.Ident) bool { return id.Name != "_" }) {
				out[n] = true // var _ error = (*E)(nil)
			}
		case *ast.TypeAssertExpr:
			if n.Type != nil {
				out[n.Type] = true
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				out[e] = true
			}
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				for _, e := range []ast.Expr{n.X, n.Y} {
					if c.names(e) {
						out[e] = true
					}
				}
			}
		case *ast.CallExpr:
			switch fn, _ := typeutil.Callee(c.pass.TypesInfo, n).(*types.Func); {
			case fn == nil || fn.Pkg() == nil:
			case errflow.IsErrorsFunc(fn, "Is") && len(n.Args) == 2 && c.names(n.Args[1]):
				out[n.Args[1]] = true
			case errflow.IsErrorsFunc(fn, "AsType"):
				out[n.Fun] = true
			}
		}
		return true
	})
	return out
}

// names reports whether an expression is the name of a sentinel.
func (c *collector) names(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		_, ok := c.pass.TypesInfo.Uses[e].(*types.Var)
		return ok
	case *ast.SelectorExpr:
		_, ok := c.pass.TypesInfo.Uses[e.Sel].(*types.Var)
		return ok && c.pass.TypesInfo.Selections[e] == nil
	}
	return false
}

// documented returns the errors that the documentation of a standard library function names.
func documented(id string) []Atom {
	atoms, _ := errflow.Standard(id)
	out := make([]Atom, len(atoms))
	for i, a := range atoms {
		out[i] = atomOf(a)
	}
	return out
}
