package errmap

import (
	"cmp"
	_ "embed" // for doc.go
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/codeflow"
	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/prose"
	"github.com/errlint/errlint/internal/ruledoc"
)

//go:embed doc.go
var doc string

const url = "https://github.com/errlint/errlint/blob/main/docs/rules/errmap.md"

// The categories of the rule's diagnostics.
const (
	CategoryMissing  = "missing"  // an error falls to the default
	CategoryShadowed = "shadowed" // a case that an earlier one takes all of
	CategoryPanic    = "panic"    // the default panics
	CategoryCode     = "code"     // another code than the table's
	CategoryConflict = "conflict" // two mappings, two codes
	CategoryCentral  = "central"  // a code is chosen outside the mapping
	CategoryFields   = "fields"   // a member of the reply is not as the configuration has it
)

// Options are the options of the rule. The zero Options are the default.
type Options struct {
	Mappings []string `yaml:"mappings" names:"function" doc:"more mappings: example.com/app.StatusOf, (*example.com/app.API).codeOf" default:"[]"`
	Missing  Missing  `yaml:"missing" doc:"which mappings to check: marked and configured ones, or all" default:"marked" enum:"marked,all"`
	Errors   []string `yaml:"errors" names:"package" doc:"packages whose exported errors must have a case: ./internal/..." default:"[]"`

	Table    map[string]Wanted `yaml:"table" keys:"error" doc:"codes by error: example.com/app.ErrX, ErrX, or all of ./internal/transport/..."`
	Default  Wanted            `yaml:"default" doc:"the code of errors without a case"`
	Conflict bool              `yaml:"conflict" doc:"report errors with two codes of one kind (category conflict)"`
	Central  bool              `yaml:"central" doc:"report codes that are not chosen by mappings (category central)"`

	Groups map[string][]string `yaml:"groups" names:"error" doc:"names for groups of errors"`
	Fields map[string]Field    `yaml:"fields" doc:"by JSON member, which errors have it in their reply: errors as in table, groups, or others"`

	// Codes is the analyzer of codes to share with other rules; nil stands for codeflow.Analyzer.
	Codes *analysis.Analyzer `yaml:"-"`
}

// Wanted is the code that an error is to have.
type Wanted struct {
	Status []int    `yaml:"status" doc:"the HTTP status" single:"true"`
	Code   []string `yaml:"code" doc:"numbers as text" single:"true"`
}

// Field is what a member of replies has to be, by error.
type Field struct {
	Values map[string][]string `yaml:"values" names:"error" doc:"by value, the errors whose reply has it"`
	Must   []string            `yaml:"must" names:"error" doc:"errors whose reply must have it"`
	Never  []string            `yaml:"never" names:"error" doc:"errors whose reply must not have it"`
}

// Missing says which mappings must be complete.
type Missing string

// The values of Missing.
const (
	Marked Missing = "marked"
	All    Missing = "all"
)

// Defines reports whether a name among those of errors stands for a group, or for the errors in no list.
func (o Options) Defines(kind, name string) bool {
	return kind == "error" && (name == others || o.Groups[name] != nil)
}

// Check reports the values that are wrong, each with its key.
func (o Options) Check(report func(key, problem string)) {
	pkgglob.CheckAll("errors", o.Errors, report)
}

// Analyzer is the rule with its default options.
var Analyzer = directive.Stable(New(Options{}))

// New returns the rule with the given options.
func New(opts Options) *analysis.Analyzer {
	opts.Mappings = slices.Clone(opts.Mappings)
	opts.Errors = slices.Clone(opts.Errors)
	opts.Table = maps.Clone(opts.Table)
	opts.Codes = cmp.Or(opts.Codes, codeflow.Analyzer)
	return &analysis.Analyzer{
		Name:      "errmap",
		Doc:       ruledoc.Extract(doc),
		URL:       url,
		Requires:  []*analysis.Analyzer{errflow.Analyzer, opts.Codes},
		FactTypes: []analysis.Fact{new(mappingFact), new(handsFact)},

		ResultType: reflect.TypeFor[*Mappings](),
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, &opts), nil },
	}
}

// A mappingFact describes a mapping, for the packages that call it.
type mappingFact struct {
	Param    int      // the error, counting a receiver
	Excluded []string // what does not get to the default, in the form of [errflow.Set.Excluded]
	Methods  []string // of the interfaces that errors are asked for: the names of the methods of each, with a space between
	Complete bool     // each error must have a case
	Panics   bool     // the default panics
	Name     string   // of the mapping, as other packages name it, in a handsFact
}

func (*mappingFact) AFact() {}

func (f *mappingFact) String() string {
	s := fmt.Sprintf("maps parameter %d less %v", f.Param, f.Excluded)
	if len(f.Methods) > 0 {
		s += fmt.Sprintf(" and what has %q", f.Methods)
	}
	if f.Complete {
		s += ", complete"
	}
	if f.Panics {
		s += ", panics"
	}
	return s
}

// A handsFact marks a function that passes a parameter to mappings. It describes these, less what the function itself has excluded before.
type handsFact struct{ To []mappingFact }

func (*handsFact) AFact() {}

func (f *handsFact) String() string {
	var out []string
	for i := range f.To {
		out = append(out, "by "+f.To[i].Name+" "+f.To[i].String())
	}
	return strings.Join(out, "; ")
}

type checker struct {
	pass   *analysis.Pass
	opts   *Options
	model  *errflow.Model
	report *directive.Reporter
	codes  *codeflow.Codes
	given  map[givenKey]givenCode      // see conflicts
	uses   map[token.Pos]codeflow.Kind // see written
}

// Mappings are the functions of a package that give errors their codes: the result of the analyzer.
type Mappings struct{ All []*types.Func }

func run(pass *analysis.Pass, opts *Options) *Mappings {
	out := new(Mappings)
	model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !model.InScope() {
		return out
	}
	c := newChecker(pass, opts, model)
	mappings := c.mappings()
	c.calls(mappings)
	for fn := range model.Funcs() {
		if obj, ok := fn.Object().(*types.Func); ok && mappings[obj] != nil {
			c.mapping(mappings[obj])
			out.All = append(out.All, obj)
		}
	}
	c.report.Finish()
	return out
}

func newChecker(pass *analysis.Pass, opts *Options, model *errflow.Model) *checker {
	return &checker{
		pass:   pass,
		opts:   opts,
		model:  model,
		report: directive.NewReporter(pass),
		codes:  pass.ResultOf[opts.Codes].(*codeflow.Codes),
		given:  make(map[givenKey]givenCode),
	}
}

// mappings finds and exports the mappings of the package. It reports what is wrong with the cases of each chain, whether or not the chain is
// that of a mapping.
func (c *checker) mappings() map[*types.Func]*mapping {
	mappings := make(map[*types.Func]*mapping)
	for fn := range c.model.Funcs() {
		c.ownCodes(fn)
		c.ownTable(fn)
		chains := c.chains(fn)
		for _, ch := range chains {
			c.shadowed(ch)
			c.fields(ch)
			c.central(fn, ch)
		}
		m := c.mappingOf(fn, chains)
		for _, ch := range chains {
			if m == nil || m.chain != ch {
				c.inline(fn, ch)
			}
		}
		if m != nil {
			mappings[m.obj] = m
			c.table(m)
			c.defaultFields(m)
			if m.obj.Exported() {
				c.pass.ExportObjectFact(m.obj, &m.mappingFact)
			}
		}
	}
	return mappings
}

// A mapping is a function that gives errors their codes, or a chain that does so within a function.
type mapping struct {
	mappingFact
	fn        *ssa.Function
	obj       *types.Func // nil for a chain
	chain     *chain
	defaults  []*question // what is answered no goes to the default
	otherwise []token.Pos // where the default panics
	arriving  []arrival   // errors without a case, in calls of the package itself
}

// name returns the name of the function, or of the one around the literal.
func (m *mapping) name() string {
	if fn := flow.Outermost(m.fn); fn.Object() != nil {
		return fn.Name()
	}
	return "the function literal"
}

// An arrival is an error that comes to a mapping.
type arrival struct {
	atom errflow.Atom
	come
}

// A come holds the errors that come to a mapping by a call, as its argument. The argument may be, or return, a parameter of the calling
// function, as in a decorator that is given a handler and maps its errors. Then it also holds those that come by a call of that function.
type come struct {
	errs errflow.Set // less what is excluded on the way
	from errflow.Set // the answer of the model that they are of
	call ssa.CallInstruction
}

// maxComing bounds how many ways by which errors come to one call are followed.
const maxComing = 64

// coming returns the errors that come to a mapping by a call, as far as the package knows them.
func (c *checker) coming(call ssa.CallInstruction, arg ssa.Value) []come {
	s := c.model.ErrorsAt(arg, call.Block())
	out := []come{{s, s, call}}
	type way struct {
		call  ssa.CallInstruction
		param int
		mode  errflow.RefMode
	}
	seen := make(map[way]bool)
	for i := 0; i < len(out); i++ {
		for r := range out[i].errs.Refs() {
			if r.Fn == nil {
				continue
			}
			calls, _ := c.model.CallsOf(r.Fn)
			for _, call := range calls {
				w := way{call, r.Param, r.Mode}
				if args := call.Common().Args; r.Param < len(args) && !seen[w] && !c.inTest(call.Pos()) && len(out) < maxComing {
					seen[w] = true
					for _, s := range c.handed(args[r.Param], r.Mode, call.Block()) {
						out = append(out, come{c.model.Given(s, r), s, call})
					}
				}
			}
		}
	}
	return out
}

// handed returns the errors that an argument is, or that it returns if it is a function.
func (c *checker) handed(arg ssa.Value, mode errflow.RefMode, b *ssa.BasicBlock) []errflow.Set {
	if mode == errflow.ParamValue {
		return []errflow.Set{c.model.ErrorsAt(arg, b)}
	}
	var out []errflow.Set
	targets, _ := c.model.Targets(arg)
	for _, t := range targets {
		out = append(out, c.model.ErrorsOf(t.Fn))
	}
	return out
}

func (c *checker) inTest(pos token.Pos) bool {
	return directive.InTest(c.pass.Fset, pos)
}

// mappingOf returns the mapping that fn is, or nil: fn is marked, configured, or distinguishes at least two cases of its error parameter
// with different outcomes. It also returns nil if it is not known which errors get to the default.
func (c *checker) mappingOf(fn *ssa.Function, chains []*chain) *mapping {
	obj, ok := fn.Object().(*types.Func)
	decl := c.model.Decl(fn)
	if !ok || decl == nil {
		return nil
	}
	marked := c.marked(fn)
	for _, ch := range chains {
		p, _ := ch.subject.(*ssa.Parameter)
		i := slices.Index(fn.Params, p)
		if i < 0 || !marked && !c.maps(fn, ch) || c.unclear(ch) {
			continue
		}
		m := &mapping{fn: fn, obj: obj, chain: ch}
		m.Param = i
		m.Complete = marked || c.opts.Missing == All
		if !c.defaults(m, ch) {
			return nil
		}
		for _, cs := range ch.cases {
			if cs.methods != "" && !slices.Contains(m.Methods, cs.methods) {
				m.Methods = append(m.Methods, cs.methods)
			}
		}
		slices.Sort(m.Methods)
		return m
	}
	return nil
}

// inline compares the codes of a chain in a function that is not a mapping, and reports the errors that may reach its default if that
// panics.
func (c *checker) inline(fn *ssa.Function, ch *chain) {
	if c.inTest(fn.Pos()) {
		return
	}
	m := &mapping{fn: fn, chain: ch}
	for _, q := range ch.cases {
		m.Excluded = append(m.Excluded, c.model.Taken(q.Asked)...)
		if q.methods != "" {
			m.Methods = append(m.Methods, q.methods)
		}
	}
	if c.maps(fn, ch) && !c.unclear(ch) && c.defaults(m, ch) && m.Panics {
		c.mapping(m)
	}
	c.table(m)
}

// marked reports whether a function is marked or configured as a mapping.
func (c *checker) marked(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	decl := c.model.Decl(fn)
	if !ok || decl == nil {
		return false
	}
	_, marked := directive.FuncDirective(decl, directive.Mapping)
	return marked || slices.Contains(c.opts.Mappings, obj.FullName())
}

// defaults finds the defaults of a mapping, to which control goes if the last of its questions is answered no. It reports whether there are
// any.
func (c *checker) defaults(m *mapping, ch *chain) bool {
	found := false
	for _, cs := range ch.cases {
		cs := ch.otherwise(cs)
		if cs == nil {
			continue
		}
		if slices.ContainsFunc(m.defaults, func(q *question) bool { return q.from == cs.from && q.no == cs.no }) {
			continue // a row of the same table
		}
		s := c.model.ErrorsAlong(ch.subject, cs.from, cs.no)
		if cs.all {
			s = c.model.ErrorsAt(ch.subject, cs.block)
		}
		panics := c.endsInPanic(cs.no)
		excluded, ok := s.Excluded(m.fn, m.Param)
		if m.obj == nil {
			excluded, ok = m.Excluded, panics.IsValid() || c.model.NonNil(ch.subject, cs.no)
		}
		if !ok || len(excluded) == 0 && cs.methods == "" && !cs.all {
			continue
		}
		if c.delegates(ch.subject, cs.no) {
			return false
		}
		if cs.all {
			excluded = c.behind(excluded, ch, cs)
		}
		if flow.OutcomeOf(cs.from, cs.no, nil).False && !c.marked(m.fn) {
			m.Complete = false // the caller has the default
		}
		m.defaults = append(m.defaults, cs)
		if !found {
			m.Excluded, found = excluded, true
		} else {
			m.Excluded = slices.DeleteFunc(m.Excluded, func(p string) bool { return !slices.Contains(excluded, p) })
		}
		if panics.IsValid() {
			m.Panics = true
			m.otherwise = append(m.otherwise, panics)
			if m.obj == nil {
				// An error that wraps another is missing if it may come to the chain, and is still possible in the default.
				all := c.model.ErrorsAt(ch.subject, ch.cases[0].block)
				for _, a := range c.missing(&m.mappingFact, all) {
					if s.Has(a) {
						m.arriving = append(m.arriving, arrival{a, come{s, s, nil}})
					}
				}
			}
		}
	}
	return found
}

// behind adds to what is excluded what those cases take that come after one that takes all errors. They are not missing, but shadowed.
func (c *checker) behind(excluded []string, ch *chain, all *question) []string {
	out := slices.Clone(excluded)
	for _, q := range ch.cases {
		if q.block != all.block && all.block.Dominates(q.block) {
			out = append(out, c.model.Taken(q.Asked)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// endsInPanic returns the position at which block b, or the only block that it leads to, panics or calls a function that does nothing else.
func (c *checker) endsInPanic(b *ssa.BasicBlock) token.Pos {
	for range 8 {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && onlyPanics(c.model.Func(flow.Callee(call.Common()))) {
				return call.Pos()
			}
		}
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Panic:
			return last.Pos()
		case *ssa.Jump:
			b = b.Succs[0]
			continue
		}
		break
	}
	return token.NoPos
}

// onlyPanics reports whether a function always panics.
func onlyPanics(fn *ssa.Function) bool {
	if fn == nil || len(fn.Blocks) != 1 {
		return false
	}
	instrs := fn.Blocks[0].Instrs
	_, panics := instrs[len(instrs)-1].(*ssa.Panic)
	return panics
}

// delegates reports whether the code from block b on returns what another function says of the error: then that function has the default.
func (c *checker) delegates(err ssa.Value, b *ssa.BasicBlock) bool {
	for _, use := range flow.Uses(err) {
		call, ok := use.Instr.(*ssa.Call)
		if !ok || use.Kind != flow.UseArg || !(call.Block() == b || b.Dominates(call.Block())) {
			continue
		}
		if fn := flow.Callee(call.Common()); fn == nil || call.Call.IsInvoke() || !c.model.OwnPackage(fn.Pkg()) || len(c.model.Asks(call)) > 0 {
			continue
		}
		if isReturned(call) || slices.ContainsFunc(*call.Referrers(), func(ref ssa.Instruction) bool {
			part, ok := ref.(*ssa.Extract)
			_, decides := ref.(*ssa.If)
			return ok && isReturned(part) || decides
		}) {
			return true
		}
	}
	return false
}

func isReturned(v ssa.Value) bool {
	return slices.ContainsFunc(flow.Uses(v), func(u flow.Use) bool { return u.Kind == flow.UseReturn })
}

// calls collects the errors that the package's calls pass to its mappings, and reports those for mappings of other packages.
func (c *checker) calls(mappings map[*types.Func]*mapping) {
	hands := make(map[*types.Func][]mappingFact)
	for _, call := range c.model.Calls() {
		fn := flow.Callee(call.Common())
		if fn == nil || call.Common().IsInvoke() || c.inTest(call.Pos()) {
			continue // a test may well try the default
		}
		args := call.Common().Args
		if m := mappings[fn]; m != nil {
			if m.Param < len(args) && call.Parent() != m.fn {
				fact := m.mappingFact
				fact.Name = errflow.FuncName(fn, nil)
				for _, in := range c.coming(call, args[m.Param]) {
					for _, a := range c.missing(&m.mappingFact, in.errs) {
						m.arriving = append(m.arriving, arrival{a, in})
					}
					handOn(hands, fact, in)
				}
			}
			continue
		}
		var fact mappingFact
		var to handsFact
		switch {
		case fn.Pkg() == c.pass.Pkg:
		case c.pass.ImportObjectFact(fn, &fact):
			to.To = []mappingFact{fact}
		default:
			c.pass.ImportObjectFact(fn, &to)
		}
		for _, fact := range to.To {
			if (fact.Complete || fact.Panics) && fact.Param < len(args) {
				c.arrives(call, fn, fact, hands)
			}
		}
	}
	for fn, to := range hands {
		if mappings[fn] == nil {
			slices.SortFunc(to, func(a, b mappingFact) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Param, b.Param)) })
			c.pass.ExportObjectFact(fn, &handsFact{to})
		}
	}
}

// arrives reports the errors that a call of fn, of another package, passes to a mapping without a case for them.
func (c *checker) arrives(call ssa.CallInstruction, fn *types.Func, fact mappingFact, hands map[*types.Func][]mappingFact) {
	name, way := errflow.FuncName(fn, c.pass.Pkg), ""
	if fact.Name == "" {
		fact.Name = errflow.FuncName(fn, nil)
	} else {
		name, way = fact.Name, " by "+name
	}
	var missing []errflow.Atom
	var related []analysis.RelatedInformation
	for _, in := range c.coming(call, call.Common().Args[fact.Param]) {
		for _, a := range c.missing(&fact, in.errs) {
			if related == nil {
				related = in.from.Via(a).Related()
			}
			if !slices.Contains(missing, a) {
				missing = append(missing, a)
			}
		}
		handOn(hands, fact, in)
	}
	expr := c.model.CallExpr(call)
	if len(missing) == 0 || expr == nil {
		return
	}
	d := analysis.Diagnostic{Pos: expr.Pos(), End: expr.End(), Category: CategoryMissing, Related: related}
	does := "has no case"
	if fact.Panics {
		d.Category, does = CategoryPanic, "panics"
	}
	d.Message = fmt.Sprintf("%s %s for %s, which may arrive there%s", name, does, c.list(missing, "and"), way)
	c.report.Report(d)
}

// handOn records the exported functions that pass one of their parameters to a mapping.
func handOn(hands map[*types.Func][]mappingFact, fact mappingFact, in come) {
	for r := range in.errs.Refs() {
		if r.Fn == nil || !fact.Complete && !fact.Panics {
			continue
		}
		fn, ok := r.Fn.Object().(*types.Func)
		excluded, whole := in.errs.Excluded(r.Fn, r.Param)
		if !ok || !fn.Exported() || !whole {
			continue
		}
		fact := fact
		fact.Param = r.Param
		fact.Excluded = append(excluded, fact.Excluded...)
		slices.Sort(fact.Excluded)
		fact.Excluded = slices.Compact(fact.Excluded)
		i := slices.IndexFunc(hands[fn], func(f mappingFact) bool { return f.Name == fact.Name && f.Param == fact.Param })
		if i < 0 {
			hands[fn] = append(hands[fn], fact)
			continue
		}
		before := &hands[fn][i]
		before.Excluded = slices.DeleteFunc(before.Excluded, func(p string) bool { return !slices.Contains(fact.Excluded, p) })
	}
}

// missing returns the errors of s that a mapping has no case for.
func (c *checker) missing(m *mappingFact, s errflow.Set) []errflow.Atom {
	return slices.DeleteFunc(c.model.Without(s, m.Excluded), func(a errflow.Atom) bool { return !c.model.Own(a) || c.answers(a, m.Methods) })
}

// answers reports whether an error has all methods of one of the interfaces.
func (c *checker) answers(a errflow.Atom, interfaces []string) bool {
	if len(interfaces) == 0 {
		return false
	}
	obj := c.model.Object(a)
	if obj == nil {
		return true
	}
	t := obj.Type()
	if a.Kind == errflow.Type && a.Ptr {
		t = types.NewPointer(t)
	}
	if a.Kind == errflow.Sentinel && types.IsInterface(t) {
		// The type that it is made of is among what it wraps.
		return slices.ContainsFunc(c.model.WrappedBy(a), func(b errflow.Atom) bool { return b.Kind == errflow.Type && c.answers(b, interfaces) })
	}
	set := types.NewMethodSet(t)
	return slices.ContainsFunc(interfaces, func(methods string) bool {
		for name := range strings.FieldsSeq(methods) {
			if set.Lookup(obj.Pkg(), name) == nil {
				return false
			}
		}
		return true
	})
}

// mapping reports the errors that a mapping of the package has no case for.
func (c *checker) mapping(m *mapping) {
	if !m.Complete && !m.Panics {
		return
	}
	var atoms []errflow.Atom
	var related []analysis.RelatedInformation
	for _, arrival := range m.arriving {
		if !slices.Contains(atoms, arrival.atom) {
			atoms = append(atoms, arrival.atom)
			if arrival.call != nil {
				related = append(related, analysis.RelatedInformation{Pos: arrival.call.Pos(), Message: c.name(arrival.atom) + " arrives here"})
			}
			related = append(related, arrival.from.Via(arrival.atom).Related()...)
		}
	}
	if m.Complete {
		for _, a := range c.declared() {
			if !slices.Contains(atoms, a) && !c.model.Takes(m.Excluded, a) && !c.answers(a, m.Methods) {
				atoms = append(atoms, a)
			}
		}
	}
	if len(atoms) == 0 {
		return
	}
	if m.Panics {
		c.report.ReportAt(m.otherwise[0], token.NoPos, CategoryPanic,
			fmt.Sprintf("%s panics for %s, for which it has no case", m.name(), c.list(atoms, "and")), related...)
		return
	}
	decl := c.model.Decl(m.fn)
	c.report.ReportAt(decl.Name.Pos(), decl.Name.End(), CategoryMissing,
		fmt.Sprintf("%s has no case for %s", m.fn.Name(), c.list(atoms, "and")), related...)
}

// declared returns the exported errors of the packages in option errors, as far as they are this package or imported by it.
func (c *checker) declared() []errflow.Atom {
	if len(c.opts.Errors) == 0 {
		return nil
	}
	var out []errflow.Atom
	in := func(p *types.Package) {
		for _, name := range p.Scope().Names() {
			obj := p.Scope().Lookup(name)
			if !obj.Exported() {
				continue
			}
			switch obj := obj.(type) {
			case *types.Var:
				if errflow.IsError(obj.Type()) {
					out = append(out, errflow.SentinelAtom(obj))
				}
			case *types.TypeName:
				a, ok := errflow.TypeAtom(obj.Type())
				if !ok && !types.IsInterface(obj.Type()) {
					a, ok = errflow.TypeAtom(types.NewPointer(obj.Type()))
				}
				if ok && !obj.IsAlias() {
					out = append(out, a)
				}
			}
		}
	}
	if pkgglob.MatchPass(c.opts.Errors, c.pass) {
		in(c.pass.Pkg)
	}
	for _, p := range c.pass.Pkg.Imports() {
		if c.model.OwnPackage(p) && pkgglob.MatchIn(c.opts.Errors, p.Path(), c.pass) {
			in(p)
		}
	}
	return out
}

func (c *checker) list(atoms []errflow.Atom, word string) string {
	var names []string
	for _, a := range atoms {
		names = append(names, c.name(a))
	}
	return prose.List(names, word)
}

// name returns an atom as the package's code names it.
func (c *checker) name(a errflow.Atom) string { return a.RelativeTo(c.pass.Pkg) }
