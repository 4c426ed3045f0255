package noerrordict

import (
	"cmp"
	_ "embed" // for doc.go
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/toolflow"
)

//go:embed doc.go
var doc string

const url = "https://github.com/errlint/errlint/blob/main/docs/rules/noerrordict.md"

// The categories of the rule's diagnostics.
const (
	CategoryMap    = "error-map"    // a map with an error key
	CategoryStruct = "error-struct" // a struct with an error field
	CategoryJSON   = "error-json"   // a JSON text with an error key
	CategoryText   = "error-text"   // the bare text of an error
	// The text of an error, as the result of a tool that has succeeded.
	CategorySuccess = "error-success"
	// A tool result that is marked as an error, and does not say which.
	CategoryLost = "error-lost"
)

// Options are the options of the rule. The zero Options are the default.
type Options struct {
	Keys      []string   `yaml:"keys" doc:"names of keys and fields that hold errors, * stands for any characters; in place of the default" default:"[error, err, errors, problem, isError, is_error, '*_error']"`
	Adapters  []string   `yaml:"adapters" names:"package" doc:"packages whose functions must return errors, besides those marked //errlint:adapter: import paths, or ./paths in the module, with * and ..." default:"(all of the module)"`
	Envelopes []Envelope `yaml:"envelopes" doc:"map and struct types that may hold errors" default:"[]"`
	ErrorText bool       `yaml:"error-text" doc:"also report the text of an error that is returned as a string in place of the error (category error-text)"`

	// Tools is the analyzer of tool registrations to share with other rules; nil
	// stands for toolflow.Analyzer.
	Tools *analysis.Analyzer `yaml:"-"`
}

// An Envelope is a type that may hold an error.
type Envelope struct {
	Type string   `yaml:"type" names:"type" doc:"qualified name: example.com/app/reply.Envelope"`
	In   []string `yaml:"in" names:"package" doc:"packages in which it may: import paths, or ./paths in the module, with * and ..." default:"(everywhere)"`
}

// Check reports the values that are wrong, each with its key.
func (o Options) Check(report func(key, problem string)) {
	check := func(key string, globs []string) {
		for i, g := range globs {
			if err := pkgglob.Check(g); err != nil {
				report(fmt.Sprintf("%s[%d]", key, i), err.Error())
			}
		}
	}
	check("keys", o.Keys)
	check("adapters", o.Adapters)
	for i, e := range o.Envelopes {
		at := fmt.Sprintf("envelopes[%d]", i)
		dot := strings.LastIndexByte(e.Type, '.')
		if dot <= strings.LastIndexByte(e.Type, '/') || !token.IsIdentifier(e.Type[dot+1:]) || strings.ContainsAny(e.Type, " *[") {
			report(at+".type", fmt.Sprintf("%q is no qualified name of a type, such as example.com/app/reply.Envelope", e.Type))
		}
		check(at+".in", e.In)
	}
}

// defaultKeys are the error keys of the zero Options.
func defaultKeys() []string {
	return []string{"error", "err", "errors", "problem", "isError", "is_error", "*_error"}
}

// matchesKey reports whether a key is one of keys, or of the default ones if
// there are none.
func matchesKey(keys []string, key string) bool {
	if len(keys) == 0 {
		keys = defaultKeys()
	}
	return slices.ContainsFunc(keys, func(glob string) bool {
		ok, err := path.Match(glob, key)
		return err == nil && ok
	})
}

// A list is a flag that takes a comma-separated list.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(s string) error {
	*l = nil
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			if err := pkgglob.Check(item); err != nil {
				return fmt.Errorf("%s: %w", item, err)
			}
			*l = append(*l, item)
		}
	}
	return nil
}

// Analyzer is the rule with its default options.
var Analyzer = New(Options{})

// New returns the rule with these options.
func New(opts Options) *analysis.Analyzer {
	opts.Keys = slices.Clone(opts.Keys)
	opts.Adapters = slices.Clone(opts.Adapters)
	opts.Envelopes = slices.Clone(opts.Envelopes)
	if opts.Tools == nil {
		opts.Tools = toolflow.Analyzer
	}
	a := &analysis.Analyzer{
		Name:      "noerrordict",
		Doc:       ruledoc.Extract(doc),
		URL:       url,
		Requires:  []*analysis.Analyzer{errflow.Analyzer, opts.Tools},
		FactTypes: []analysis.Fact{new(helperFact)},
	}
	a.Flags.Var((*list)(&opts.Keys), "keys", "comma-separated `names` of keys and fields that hold errors")
	a.Flags.Var((*list)(&opts.Adapters), "adapters", "comma-separated `packages` whose functions must return errors")
	a.Flags.BoolVar(&opts.ErrorText, "error-text", opts.ErrorText, "also report the text of an error that is returned as a string")
	a.Run = func(pass *analysis.Pass) (any, error) { return run(pass, &opts) }
	return a
}

// A checker checks one package.
type checker struct {
	pass  *analysis.Pass
	opts  *Options
	m     *errflow.Model
	tools *toolflow.Tools
	texts *textflow.Texts

	summaries *flow.Solver[result, *summary]
	settings  *flow.Solver[param, map[setting]textflow.Text]
	fates     *flow.Solver[result, fate]

	payloads map[ssa.Value]*payload // nil for a value that is none
	held     map[types.Type]bool
	origins  map[ssa.Value][]flow.Origin
	cleans   map[returned]cleanliness
	callers  map[*ssa.Function][]*ssa.Call
	places   map[token.Pos]ast.Node

	everyPkg bool // the package as a whole is one of adapters
}

func run(pass *analysis.Pass, opts *Options) (any, error) {
	m := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !m.InScope() {
		return nil, nil
	}
	c := &checker{
		pass:     pass,
		opts:     opts,
		m:        m,
		tools:    pass.ResultOf[opts.Tools].(*toolflow.Tools),
		texts:    textflow.New(m.Program, pass.TypesInfo),
		payloads: make(map[ssa.Value]*payload),
		held:     make(map[types.Type]bool),
		origins:  make(map[ssa.Value][]flow.Origin),
		cleans:   make(map[returned]cleanliness),
	}
	c.summaries = flow.NewSolver(flow.Equations[result, *summary]{Transfer: c.summarize, Join: joinSummaries})
	c.settings = flow.NewSolver(flow.Equations[param, map[setting]textflow.Text]{Transfer: c.settingsOf, Join: joinSettings})
	c.fates = flow.NewSolver(flow.Equations[result, fate]{Transfer: c.fateOf, Join: joinFates})
	_, marked := directive.PackageDirective(pass.Files, directive.Adapter)
	c.everyPkg = marked || len(opts.Adapters) == 0 || pkgglob.MatchPass(opts.Adapters, pass)

	reporter := directive.NewReporter(pass, url)
	found := c.judge()
	for _, f := range found {
		reporter.Report(c.diagnostic(f))
	}
	for fn := range m.Funcs() {
		c.lost(fn, reporter)
		if opts.ErrorText {
			c.errorTexts(fn, reporter)
		}
	}
	c.exportFacts(found)
	reporter.Finish()
	return nil, nil
}

// isAdapter reports whether fn must return errors.
func (c *checker) isAdapter(fn *ssa.Function) bool {
	if c.everyPkg {
		return true
	}
	decl := c.m.Decl(flow.Outermost(fn))
	if decl == nil {
		return false
	}
	_, marked := directive.FuncDirective(decl, directive.Adapter)
	return marked
}

// isExempt reports whether what fn makes of errors is none of the rule's
// business: it is a test, a decorator or a part of one, or a method that
// gives a value another form.
func (c *checker) isExempt(fn *ssa.Function) bool {
	if c.tools.InDecorator(fn) {
		return true
	}
	outer := flow.Outermost(fn)
	if c.tools.InDecorator(outer) || c.inTest(outer) {
		return true
	}
	if outer.Signature.Recv() == nil {
		return false
	}
	if obj, ok := outer.Object().(*types.Func); ok && !hasErrorResult(outer) && len(c.m.InterfacesOf(obj)) > 0 {
		return true // the interface has no place for an error
	}
	switch name := outer.Name(); name {
	case "Error", "String", "GoString", "Format", "LogValue", "MarshalJSON", "MarshalJSONTo", "MarshalText", "MarshalYAML", "MarshalLogObject":
		return true
	}
	return false
}

func (c *checker) inTest(fn *ssa.Function) bool {
	return fn.Pos().IsValid() && strings.HasSuffix(c.pass.Fset.Position(fn.Pos()).Filename, "_test.go")
}

// A finding is a payload that leaves an adapter without an error beside it.
type finding struct {
	*payload
	ways []way // at least one; first those that no callee has chosen, and of these the functions that can return errors
}

// A way is a return by which a payload leaves.
type way struct {
	build
	result
	text textflow.Text // what its keys tell of there
}

// judge selects the payloads to report: each once, with all returns that condemn it.
func (c *checker) judge() []finding {
	ways := make(map[*payload][]way)
	for r, s := range c.results() {
		if !c.isAdapter(r.fn) || c.isExempt(r.fn) {
			continue
		}
		for b, text := range s.builds {
			if answers(r.fn, s, b, text) && c.fates.Get(r).answered() {
				ways[b.payload] = append(ways[b.payload], way{b, r, text})
			}
		}
	}
	var out []finding
	for p, ws := range ways {
		slices.SortFunc(ws, func(x, y way) int {
			return cmp.Or(compareBool(x.forwarded, y.forwarded), compareBool(hasErrorResult(y.fn), hasErrorResult(x.fn)),
				cmp.Compare(x.ret.Pos(), y.ret.Pos()), cmp.Compare(x.index, y.index), compareBool(x.marshalled, y.marshalled))
		})
		out = append(out, finding{p, ws})
	}
	slices.SortFunc(out, func(x, y finding) int {
		a, b := x.first(), y.first()
		return cmp.Or(cmp.Compare(a.pos, b.pos), cmp.Compare(a.end, b.end), strings.Compare(x.category, y.category), strings.Compare(a.key, b.key))
	})
	return out
}

// results yields the results of the package's functions that something is known of.
func (c *checker) results() iter.Seq2[result, *summary] {
	return func(yield func(result, *summary) bool) {
		for fn := range c.m.Funcs() {
			for i := range fn.Signature.Results().Len() {
				r := result{fn, i}
				if s := c.summaries.Get(r); len(s.builds)+len(s.passes) > 0 && !yield(r, s) {
					return
				}
			}
		}
	}
}

// answers reports whether it is fn that is to answer for returning b, and not
// its callers. A function that can return errors is. Of the others, one
// that turns an error into a value on the way is, and one that returns
// something else when all is well. What remains is helpers: they build what
// they are told to build.
func answers(fn *ssa.Function, s *summary, b build, text textflow.Text) bool {
	if b.payload.category == CategoryStruct && !text.FromError() {
		return false
	}
	if hasErrorResult(fn) || text.Error {
		return true
	}
	return text.Words && text.ErrParams|text.Params == 0 && !s.pure()
}

func hasErrorResult(fn *ssa.Function) bool {
	for v := range fn.Signature.Results().Variables() {
		if errflow.IsError(v.Type()) {
			return true
		}
	}
	return false
}

// diagnostic is what is said of a finding: at the first error key, with the other
// keys and the ways out as related information.
func (c *checker) diagnostic(f finding) analysis.Diagnostic {
	first := f.first()
	d := analysis.Diagnostic{Pos: first.pos, End: first.end, Category: f.category, Message: c.message(f.payload, f.ways[0].text)}
	for _, e := range f.entries {
		if !e.used || e.pos == first.pos {
			continue
		}
		what := fmt.Sprintf("key %q is set, too", e.key)
		if e.field != "" {
			what = fmt.Sprintf("field %s is set, too", e.field)
		}
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: e.pos, End: e.end, Message: what})
	}
	if f.helper != nil && f.helper.Pos().IsValid() {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: f.helper.Pos(), Message: "it is built here"})
	}
	for _, w := range f.ways {
		at := c.resultSpan(w.ret, w.index)
		if !at.pos.IsValid() || at.pos == first.pos || w.forwarded && !f.ways[0].forwarded {
			continue
		}
		what := c.nameOf(w.fn) + " returns it here"
		if hasErrorResult(w.fn) {
			what += ", with a nil error"
		}
		info := analysis.RelatedInformation{Pos: at.pos, End: at.end, Message: what}
		if !slices.Contains(d.Related, info) {
			d.Related = append(d.Related, info)
		}
		if len(d.Related) >= maxRelated {
			break
		}
	}
	return d
}

// maxRelated bounds the places that a diagnostic points to: a helper may have hundreds of callers.
const maxRelated = 8

// message names the function that makes the payload, and the key.
func (c *checker) message(p *payload, text textflow.Text) string {
	first := p.first()
	what, remedy := fmt.Sprintf("a map with the key %q", first.key), "return the error instead"
	if !text.FromError() {
		remedy = "return an error instead"
	}
	switch {
	case p.category == CategorySuccess:
		what, remedy = "as a tool result without IsError", "return the error, or set IsError"
		if p.helper == nil {
			return fmt.Sprintf("%s returns the text of %s %s: %s", c.nameOf(p.fn), c.sourceOf(first), what, remedy)
		}
		what = "the text of an error " + what
	case p.category == CategoryStruct && p.helper != nil:
		what = "a struct with an error in it"
	case p.category == CategoryStruct:
		what = fmt.Sprintf("%s with field %s", p.typ, first.field)
	case p.category == CategoryJSON:
		what = fmt.Sprintf("JSON with the key %q", first.key)
	}
	if p.helper != nil {
		return fmt.Sprintf("%s returns what %s builds, %s: %s", c.nameOf(p.fn), errflow.FuncName(p.helper, c.pass.Pkg), what, remedy)
	}
	if from := c.sourceOf(first); from != "" {
		what += " set from " + from
	}
	return fmt.Sprintf("%s returns %s: %s", c.nameOf(p.fn), what, remedy)
}

// sourceOf returns how the source writes what an entry is set from, where that says it all.
func (c *checker) sourceOf(e entry) string {
	name := ""
	switch {
	case e.call != nil:
		for _, arg := range e.call.Call.Args {
			if t := c.texts.Of(arg); t.FromError() && name == "" {
				name = c.texts.Name(e.call, flow.Strip(arg))
			}
		}
	case e.val != nil:
		_, name = c.texts.Errors(e.val)
	}
	if e.text.FromError() {
		return cmp.Or(name, "an error")
	}
	if e.text.Words {
		return ""
	}
	return name
}

// nameOf names a function in a message.
func (c *checker) nameOf(fn *ssa.Function) string {
	outer := flow.Outermost(fn)
	obj, _ := outer.Object().(*types.Func)
	switch {
	case obj == nil:
		return "a function literal"
	case outer != fn:
		return "a function literal in " + errflow.FuncName(obj, c.pass.Pkg)
	}
	return errflow.FuncName(obj, c.pass.Pkg)
}

// errorTexts reports the returns of fn at which an error is at hand, and its
// text is returned as a string, with a nil error.
func (c *checker) errorTexts(fn *ssa.Function, reporter *directive.Reporter) {
	if !hasErrorResult(fn) || !c.isAdapter(fn) || c.isExempt(fn) {
		return
	}
	for ret := range flow.Returns(fn) {
		for i, v := range ret.Results {
			if !flow.IsString(v.Type()) || !c.texts.Of(v).FromError() {
				continue
			}
			if ok, only := c.clean(ret, i); !ok || only != nil {
				continue
			}
			at := c.resultSpan(ret, i)
			if _, _, isJSON := c.jsonPayload(v, at, fn); isJSON {
				continue
			}
			errs, name := c.texts.Errors(v)
			if !slices.ContainsFunc(errs, func(e ssa.Value) bool { return flow.FuncOf(e) == fn && c.m.NonNil(e, ret.Block()) }) {
				continue
			}
			reporter.Report(analysis.Diagnostic{
				Pos:      at.pos,
				End:      at.end,
				Category: CategoryText,
				Message:  fmt.Sprintf("%s returns the text of %s with a nil error: return the error instead", c.nameOf(fn), cmp.Or(name, "an error")),
			})
		}
	}
}

// exportFacts says of the package's functions what their callers in other
// packages must know: what they pass on, and what they build that is not reported here.
func (c *checker) exportFacts(reported []finding) {
	done := make(map[*payload]bool)
	for _, f := range reported {
		done[f.payload] = true
	}
	facts := make(map[*types.Func]*helperFact)
	exported := func(fn *ssa.Function) *helperFact {
		obj, _ := fn.Object().(*types.Func)
		if obj == nil || fn.Parent() != nil || !obj.Exported() {
			return nil
		}
		if facts[obj] == nil {
			facts[obj] = new(helperFact)
		}
		return facts[obj]
	}
	for r, s := range c.results() {
		fact := exported(r.fn)
		if fact == nil {
			continue
		}
		for b, text := range s.builds {
			if !done[b.payload] {
				fact.addBuild(r.index, b, text)
			}
		}
		fact.Passes = slices.AppendSeq(fact.Passes, maps.Keys(s.passes))
	}
	for fn := range c.m.Funcs() {
		for i, p := range fn.Params {
			if mapType(p.Type()) == nil && !c.holds(p.Type()) {
				continue
			}
			fact := exported(fn)
			if fact == nil {
				break
			}
			for s, text := range c.settings.Get(param{fn, i}) {
				fact.Sets = append(fact.Sets, setFact{i, s.key, s.field, text})
			}
		}
	}
	for obj, fact := range facts {
		if len(fact.Builds)+len(fact.Passes)+len(fact.Sets) > 0 {
			fact.sort()
			c.pass.ExportObjectFact(obj, fact)
		}
	}
}
