package wrapcause

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// A maker says what a function that makes errors does with its arguments.
// Its indices count the arguments of a call as SSA does, the receiver first.
type maker struct {
	none       bool   // it is no maker
	name       string // as the package's code calls it
	fn         *types.Func
	always     bool  // every error it returns is a new one, and there is one
	format     int   // the printf format; -1 if there is none
	operands   int   // the variadic slice of operands
	wrapsVerbs bool  // the operands of %w are wrapped
	texts      []int // the strings that go into the message
	causes     []int // the errors that are wrapped
	flattens   []int // the errors of which only the text is kept, or nothing on purpose
	ignores    []int // the errors that have no part in the new one
	hides      bool  // what it does to flattens and ignores is said to be on purpose
	configured bool  // by the options: causes is all that it wraps
	wire       bool  // what it makes is the form that an error has on a wire
	own        bool  // it is declared in this package
}

// makerOf is what the function that a call runs makes of its arguments; nil
// if it is not known to make errors.
func (c *checker) makerOf(call *ssa.CallCommon) *maker {
	if call.IsInvoke() {
		return c.configured(call.Method.Origin(), 1)
	}
	// A function value that another package holds: var Errorf = fmt.Errorf.
	if load, ok := call.Value.(*ssa.UnOp); ok {
		if g, ok := load.X.(*ssa.Global); ok && g.Object() != nil && g.Object().Pkg() != c.pass.Pkg {
			var fact makerFact
			if c.pass.ImportObjectFact(g.Object(), &fact) {
				return fact.maker(g.Object().Pkg().Name() + "." + g.Name())
			}
			return nil
		}
	}
	targets, complete := c.model.Callees(call)
	if !complete || len(targets) != 1 || targets[0].Bound != nil {
		return nil
	}
	return c.makerOfFunc(targets[0].Fn)
}

func (c *checker) makerOfFunc(fn *ssa.Function) *maker {
	obj, _ := fn.Object().(*types.Func)
	if obj != nil {
		obj = obj.Origin()
		first := 0
		if obj.Signature().Recv() != nil {
			first = 1
		}
		if m := c.configured(obj, first); m != nil {
			return m
		}
		if m := c.builtin(obj); m != nil {
			return m
		}
	}
	if fn.Pkg == c.model.Pkg && fn.Blocks != nil {
		return c.infer(fn)
	}
	var fact makerFact
	if obj != nil && c.pass.ImportObjectFact(obj, &fact) && !fact.Exempt && fact.makes() {
		m := fact.maker(errflow.FuncName(obj, c.pass.Pkg))
		m.fn = obj
		return m
	}
	return nil
}

// configured is the maker that the options say obj is. first is the index of
// a call's first written argument.
func (c *checker) configured(obj *types.Func, first int) *maker {
	conf, ok := c.opts.constructor(obj)
	if !ok {
		return nil
	}
	m := &maker{name: errflow.FuncName(obj, c.pass.Pkg), fn: obj, always: true, format: -1, configured: true}
	params := obj.Signature().Params()
	for i := range params.Len() {
		if isString(params.At(i).Type()) {
			m.texts = append(m.texts, first+i)
		}
	}
	if conf.Cause > 0 {
		m.causes = []int{first + conf.Cause - 1}
	}
	if n := params.Len(); obj.Signature().Variadic() && n >= 2 && len(m.texts) > 0 && isEmptyInterface(elem(params.At(n-1).Type())) {
		m.format, m.operands = first+n-2, first+n-1
		if !isString(params.At(n - 2).Type()) {
			m.format = -1
		}
	}
	return m
}

func isEmptyInterface(t types.Type) bool {
	if t == nil {
		return false
	}
	i, ok := types.Unalias(t).Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0 && !i.IsComparable() && i.NumEmbeddeds() == 0
}

// builtin is the maker that a function outside the module, one that the model knows, is.
func (c *checker) builtin(obj *types.Func) *maker {
	b, ok := errflow.Builder(obj)
	if !ok {
		return nil
	}
	m := &maker{name: errflow.FuncName(obj, c.pass.Pkg), fn: obj, format: -1}
	switch b.Kind {
	case errflow.BuildsFresh:
		m.always = true
		m.texts = []int{b.Text}
	case errflow.BuildsFormat:
		m.always = true
		m.format, m.operands, m.wrapsVerbs = b.Format, b.Operands, true
	case errflow.BuildsWrap:
		m.always = true
		m.causes = b.Causes
		if b.Text >= 0 {
			m.texts = []int{b.Text}
		}
	case errflow.BuildsFlat:
		m.always = true
		m.flattens = b.Causes
		if b.Text >= 0 {
			m.texts = []int{b.Text}
		}
	}
	// A message with operands behind it is a format, whether or not %w is one of its verbs.
	if sig := obj.Signature(); m.format < 0 && sig.Variadic() && len(m.texts) == 1 {
		last := sig.Params().Len() - 1
		if isEmptyInterface(elem(sig.Params().At(last).Type())) && m.texts[0] == last-1 {
			m.format, m.operands, m.texts = last-1, last, nil
		}
	}
	return m
}

// infer is the maker that one of the package's own functions is, nil if it is none.
func (c *checker) infer(fn *ssa.Function) *maker {
	if m := c.makers.Get(fn); m != nil && !m.none {
		return m
	}
	return nil
}

// noMaker is a function of which nothing is known but that it may return anything: the top of the domain. Its bottom, nil, is one
// that returns nothing, as a recursive function does as far as its own calls go.
var noMaker = &maker{none: true, format: -1}

// newMakers is the solver of what the package's functions make.
func (c *checker) newMakers() *flow.Solver[*ssa.Function, *maker] {
	accounts := make(map[*ssa.Function]*flow.Account)
	return flow.NewSolver(flow.Equations[*ssa.Function, *maker]{
		Transfer: c.inferMaker,
		Join:     joinMakers,
		Top:      func(*ssa.Function) *maker { return noMaker },
		Owner: func(fn *ssa.Function) *flow.Account {
			if accounts[fn] == nil {
				accounts[fn] = flow.NewAccount(4 + 2*len(fn.Params))
			}
			return accounts[fn]
		},
	})
}

// joinMakers is a maker of which holds what holds of both.
func joinMakers(old, new *maker) (*maker, bool) {
	switch {
	case new == nil || old != nil && old.none:
		return old, false
	case old == nil || new.none:
		return new, true
	}
	m := *new
	m.always = old.always && new.always
	m.wire = old.wire && new.wire
	m.hides = old.hides || new.hides
	m.texts = union(old.texts, new.texts)
	if m.format < 0 {
		m.format, m.operands, m.wrapsVerbs = old.format, old.operands, old.wrapsVerbs
	} else if old.format >= 0 {
		m.wrapsVerbs = old.wrapsVerbs && new.wrapsVerbs
	}
	// An error that is ignored by one and flattened by the other is flattened; one that neither is said of by one is wrapped, or used.
	either := func(m *maker, i int) bool { return slices.Contains(m.flattens, i) || slices.Contains(m.ignores, i) }
	lost := slices.DeleteFunc(union(union(old.flattens, old.ignores), union(new.flattens, new.ignores)), func(i int) bool {
		return !either(old, i) || !either(new, i)
	})
	m.flattens, m.ignores = nil, nil
	for _, i := range lost {
		if slices.Contains(old.ignores, i) && slices.Contains(new.ignores, i) {
			m.ignores = append(m.ignores, i)
		} else {
			m.flattens = append(m.flattens, i)
		}
	}
	return &m, !m.same(old)
}

// same reports whether two makers do the same with what they are given.
func (m *maker) same(o *maker) bool {
	return m.always == o.always && m.wire == o.wire && m.hides == o.hides && m.format == o.format && m.operands == o.operands &&
		m.wrapsVerbs == o.wrapsVerbs && slices.Equal(m.texts, o.texts) && slices.Equal(m.flattens, o.flattens) && slices.Equal(m.ignores, o.ignores)
}

func union(a, b []int) []int {
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

// unsolved reports whether a call runs a function of the package of which it is not known yet that it returns at all.
func (c *checker) unsolved(call *ssa.CallCommon) bool {
	targets, complete := c.model.Callees(call)
	if call.IsInvoke() || !complete || len(targets) != 1 || targets[0].Bound != nil {
		return false
	}
	fn := targets[0].Fn
	if fn.Pkg != c.model.Pkg || fn.Blocks == nil || errorResult(fn.Signature) < 0 {
		return false
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		if _, configured := c.opts.constructor(obj.Origin()); configured {
			return false
		}
	}
	return c.makers.Get(fn) == nil
}

func (c *checker) inferMaker(fn *ssa.Function) *maker {
	result := errorResult(fn.Signature)
	if result < 0 {
		return noMaker
	}
	all := makings{params: true}
	for ret := range flow.Returns(fn) {
		if result < len(ret.Results) {
			c.makings(ret.Results[result], ret.Block(), &all)
		}
	}
	if len(all.made) == 0 {
		if all.others || all.nils {
			return noMaker
		}
		return nil
	}
	m := &maker{
		format:   -1,
		operands: -1,
		always:   !all.others && !all.nils,
		own:      true,
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		m.fn = obj
		m.name = errflow.FuncName(obj, c.pass.Pkg)
	} else {
		m.name = "the function literal"
	}

	m.wire = !all.others
	var text textFlow
	for _, made := range all.made {
		m.wire = m.wire && c.makesWire(made.value)
		c.textOfMade(made.value, &text)
	}
	for i, p := range fn.Params {
		switch {
		case isString(p.Type()):
			if slices.Contains(text.params, p) {
				m.texts = append(m.texts, i)
			}
		case errflow.IsErrorInterface(p.Type()) && !all.others:
			c.inferCause(m, i, p, all, text)
		}
	}
	c.inferFormat(m, fn, result, all)
	if !m.always && m.format < 0 && len(m.flattens) == 0 && len(m.ignores) == 0 {
		return noMaker
	}
	if len(m.flattens)+len(m.ignores) > 0 && fn.Pos().IsValid() {
		m.hides = c.report.Opaque(fn.Pos())
	}
	return m
}

// inferCause tells whether a function that returns nothing but new errors
// wraps its parameter p, keeps its text, or ignores it.
func (c *checker) inferCause(m *maker, i int, p *ssa.Parameter, all makings, text textFlow) {
	for _, made := range all.made {
		if c.wraps(made.value, p) != errflow.No {
			return
		}
	}
	if slices.ContainsFunc(text.errs, func(v ssa.Value) bool { return c.model.SameError(v, p) }) {
		m.flattens = append(m.flattens, i)
		return
	}
	for _, ref := range *p.Referrers() {
		cmp, ok := ref.(*ssa.BinOp)
		if !ok || !isNil(cmp.X) && !isNil(cmp.Y) {
			return // it has some other use: a log, a table, a condition
		}
	}
	m.ignores = append(m.ignores, i)
}

// inferFormat tells whether fn hands a format and its operands on.
func (c *checker) inferFormat(m *maker, fn *ssa.Function, result int, all makings) {
	sig := fn.Signature
	last := len(fn.Params) - 1
	if !sig.Variadic() || last < 1 || !isEmptyInterface(elem(fn.Params[last].Type())) {
		return
	}
	operands := fn.Params[last]
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			format, handed := c.handsOn(call, operands)
			if !handed {
				continue
			}
			var text textFlow
			c.textOf(format, &text)
			for i, p := range fn.Params[:last] {
				if !slices.Contains(text.params, p) {
					continue
				}
				inner := c.makerOf(call.Common())
				wraps := inner != nil && inner.wrapsVerbs
				leaves := inner == nil
				for _, made := range all.made {
					switch {
					case made.value == call || c.wraps(made.value, call) == errflow.Yes:
						leaves = true
					case wraps && inner != nil:
						wraps = false
					}
				}
				if leaves {
					m.format, m.operands, m.wrapsVerbs = i, last, wraps
					m.texts = slices.DeleteFunc(m.texts, func(t int) bool { return t == i })
					return
				}
			}
		}
	}
}

// handsOn reports whether a call formats operands, and the format that it does so by.
func (c *checker) handsOn(call *ssa.Call, operands ssa.Value) (format ssa.Value, ok bool) {
	args := call.Call.Args
	if fn := flow.Callee(call.Common()); isFmt(fn, "Sprintf") && len(args) == 2 && args[1] == operands {
		return args[0], true
	}
	if m := c.makerOf(call.Common()); m != nil && m.format >= 0 && m.operands < len(args) && args[m.operands] == operands {
		return args[m.format], true
	}
	return nil, false
}

func isFmt(fn *types.Func, name string) bool {
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "fmt" && fn.Name() == name
}

// errorResult is the one result of a signature that is an error; -1 if there is none, or more.
func errorResult(sig *types.Signature) int {
	result := -1
	for i := range sig.Results().Len() {
		if errflow.IsError(sig.Results().At(i).Type()) {
			if result >= 0 {
				return -1
			}
			result = i
		}
	}
	return result
}

// A makerFact is the [maker] that an exported function, method or function variable is.
type makerFact struct {
	Always           bool
	Format, Operands int // -1 if it takes no format
	WrapsVerbs       bool
	Texts            []int
	Causes           []int
	Flattens         []int
	Ignores          []int
	Hides            bool
	Wire             bool
	Keeps            []int // the errors that stay behind in what others see: in a field of what it returns, say
	Exempt           bool  // it makes none: all that it returns are errors of exempt causes
}

func (*makerFact) AFact() {}

// makes reports whether the function makes errors at all.
func (f *makerFact) makes() bool {
	return f.Always || f.Format >= 0 || len(f.Flattens)+len(f.Ignores) > 0
}

func (f *makerFact) String() string {
	switch {
	case f.Exempt:
		return "exempt"
	case !f.makes():
		return fmt.Sprintf("keeps(%v)", f.Keeps)
	}
	s := "makes("
	sep := ""
	add := func(format string, args ...any) {
		s += sep + fmt.Sprintf(format, args...)
		sep = "; "
	}
	if f.Always {
		add("always")
	}
	if f.Format >= 0 {
		add("format %d operands %d wraps %t", f.Format, f.Operands, f.WrapsVerbs)
	}
	for _, part := range []struct {
		name string
		args []int
	}{{"keeps", f.Keeps}, {"text", f.Texts}, {"causes", f.Causes}, {"flattens", f.Flattens}, {"ignores", f.Ignores}} {
		if len(part.args) > 0 {
			add("%s %v", part.name, part.args)
		}
	}
	if f.Wire {
		add("wire")
	}
	if f.Hides {
		add("opaque")
	}
	return s + ")"
}

func (f *makerFact) maker(name string) *maker {
	return &maker{
		name: name, always: f.Always, format: f.Format, operands: f.Operands, wrapsVerbs: f.WrapsVerbs,
		texts: f.Texts, causes: f.Causes, flattens: f.Flattens, ignores: f.Ignores, hides: f.Hides, wire: f.Wire,
	}
}

func (m *maker) fact() *makerFact {
	return &makerFact{
		Always: m.always, Format: m.format, Operands: m.operands, WrapsVerbs: m.wrapsVerbs,
		Texts: m.texts, Causes: m.causes, Flattens: m.flattens, Ignores: m.ignores, Hides: m.hides, Wire: m.wire,
	}
}

// returnsExempt reports whether all errors that fn returns, of which there are some, are of exempt causes.
func (c *checker) returnsExempt(fn *ssa.Function) bool {
	result := errorResult(fn.Signature)
	if result < 0 {
		return false
	}
	exempt := false
	for ret := range flow.Returns(fn) {
		v := returned(ret, result)
		if v == nil || !isNil(v) && !c.exempt(v) {
			return false
		}
		exempt = exempt || !isNil(v)
	}
	return exempt
}

// exportFacts tells the packages that import this one what its functions make.
func (c *checker) exportFacts() {
	for fn := range c.model.Funcs() {
		obj, ok := fn.Object().(*types.Func)
		if !ok || c.model.Decl(fn) == nil {
			continue
		}
		m := c.infer(fn)
		if !obj.Exported() {
			continue
		}
		fact := &makerFact{Format: -1}
		if m != nil {
			fact = m.fact()
		} else {
			fact.Exempt = c.returnsExempt(fn)
		}
		for i, p := range fn.Params {
			if errflow.IsErrorInterface(p.Type()) && c.keeps.Get(p) {
				fact.Keeps = append(fact.Keeps, i)
			}
		}
		if fact.makes() || fact.Exempt || len(fact.Keeps) > 0 {
			c.pass.ExportObjectFact(obj, fact)
		}
	}
	scope := c.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if !ok || !v.Exported() {
			continue
		}
		if _, ok := types.Unalias(v.Type()).Underlying().(*types.Signature); !ok {
			continue
		}
		g, ok := c.model.Pkg.Members[name].(*ssa.Global)
		if !ok {
			continue
		}
		targets, complete := c.model.Targets(g)
		if !complete || len(targets) != 1 || targets[0].Bound != nil {
			continue
		}
		if m := c.makerOfFunc(targets[0].Fn); m != nil {
			c.pass.ExportObjectFact(v, m.fact())
		}
	}
}
