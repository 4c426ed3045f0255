package noerrordict

import (
	"cmp"
	_ "embed" // for doc.go
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/ruledoc"
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

	texts    map[ssa.Value]value
	results  map[resultKey]value
	payloads map[ssa.Value]*payload
	jsons    map[span]*payload
	helped   map[*ssa.Call]*payload
	places   map[token.Pos]ast.Node

	sums           map[*ssa.Function]*summary
	again, changed bool

	callers  map[*ssa.Function][]*ssa.Call
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
		texts:    make(map[ssa.Value]value),
		results:  make(map[resultKey]value),
		payloads: make(map[ssa.Value]*payload),
		jsons:    make(map[span]*payload),
		helped:   make(map[*ssa.Call]*payload),
		sums:     make(map[*ssa.Function]*summary),
	}
	_, marked := directive.PackageDirective(pass.Files, directive.Adapter)
	c.everyPkg = marked || len(opts.Adapters) == 0 || pkgglob.MatchPass(opts.Adapters, pass)

	reporter := directive.NewReporter(pass, url)
	c.summaries()
	found := c.judge()
	for _, f := range found {
		reporter.Report(c.diagnostic(f))
	}
	if opts.ErrorText {
		for fn := range m.Funcs() {
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
	decl := c.m.Decl(errflow.Outermost(fn))
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
	outer := errflow.Outermost(fn)
	if c.tools.InDecorator(outer) || c.inTest(outer) {
		return true
	}
	if outer.Signature.Recv() == nil {
		return false
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
	fn *ssa.Function // that the return is in
}

// judge selects the payloads to report: each once, with all returns that condemn it.
func (c *checker) judge() []finding {
	ways := make(map[*payload][]way)
	for fn := range c.m.Funcs() {
		s := c.sums[fn]
		if s == nil || len(s.builds) == 0 || !c.isAdapter(fn) || c.isExempt(fn) {
			continue
		}
		for _, b := range s.builds {
			if c.answers(fn, s, b) && !c.consumed(fn, b.result) {
				ways[b.payload] = append(ways[b.payload], way{b, fn})
			}
		}
	}
	var out []finding
	for p, ws := range ways {
		slices.SortStableFunc(ws, func(x, y way) int {
			return cmp.Or(compareBool(x.forwarded, y.forwarded), compareBool(hasErrorResult(y.fn), hasErrorResult(x.fn)), cmp.Compare(x.ret.Pos(), y.ret.Pos()))
		})
		out = append(out, finding{p, ws})
	}
	slices.SortFunc(out, func(x, y finding) int {
		return cmp.Or(cmp.Compare(x.pos, y.pos), cmp.Compare(x.end, y.end), strings.Compare(x.category, y.category), strings.Compare(x.key, y.key))
	})
	return out
}

// answers reports whether it is fn that is to answer for returning b, and not
// its callers. A function that can return errors is. Of the others, one
// that turns an error into a value on the way is, and one that returns
// something else when all is well. What remains is helpers: they build what
// they are told to build.
func (c *checker) answers(fn *ssa.Function, s *summary, b build) bool {
	val := b.value
	if b.payload.category == CategoryStruct && !val.derived() {
		return false
	}
	if hasErrorResult(fn) || val.fromErr {
		return true
	}
	return val.text && len(val.errParams) == 0 && len(val.params) == 0 && !s.pure[b.result]
}

func hasErrorResult(fn *ssa.Function) bool {
	for v := range fn.Signature.Results().Variables() {
		if errflow.IsError(v.Type()) {
			return true
		}
	}
	return false
}

// consumed reports whether all that the package does with result i of fn is to
// write it out or to collect it: it is the body of a response, or an item's record.
func (c *checker) consumed(fn *ssa.Function, i int) bool {
	if c.callers == nil {
		c.callers = make(map[*ssa.Function][]*ssa.Call)
		for caller, instr := range c.m.Calls() {
			call, ok := instr.(*ssa.Call)
			if !ok || c.inTest(caller) {
				continue // what a test looks at says nothing
			}
			targets, _ := c.m.Callees(call.Common())
			for _, t := range targets {
				c.callers[t.Fn] = append(c.callers[t.Fn], call)
			}
		}
	}
	calls := c.callers[fn]
	for _, call := range calls {
		var result ssa.Value = call
		if call.Call.Signature().Results().Len() > 1 {
			result = nil
			for _, ref := range *call.Referrers() {
				if e, ok := ref.(*ssa.Extract); ok && e.Index == i {
					result = e
				}
			}
		}
		if result == nil || !handedOn(result, make(map[ssa.Value]bool)) {
			return false
		}
	}
	return len(calls) > 0
}

// handedOn reports whether v is given to a call, or put in a container.
func handedOn(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.MakeInterface:
			if handedOn(ref, seen) {
				return true
			}
		case *ssa.ChangeType:
			if handedOn(ref, seen) {
				return true
			}
		case *ssa.ChangeInterface:
			if handedOn(ref, seen) {
				return true
			}
		case *ssa.Phi:
			if handedOn(ref, seen) {
				return true
			}
		case *ssa.UnOp: // a variable's load, or that of what a pointer points to
			if handedOn(ref, seen) {
				return true
			}
		case *ssa.Store:
			if ref.Val != v {
				continue
			}
			switch addr := ref.Addr.(type) {
			case *ssa.IndexAddr, *ssa.FieldAddr:
				return true
			case *ssa.Alloc:
				if handedOn(addr, seen) {
					return true
				}
			}
		case *ssa.MapUpdate:
			if ref.Value == v {
				return true
			}
		case *ssa.Send:
			if ref.X == v {
				return true
			}
		case ssa.CallInstruction:
			if slices.Contains(ref.Common().Args, v) {
				return true
			}
		}
	}
	return false
}

// diagnostic is what is said of a finding: at the first error key, with the other
// keys and the ways out as related information.
func (c *checker) diagnostic(f finding) analysis.Diagnostic {
	d := analysis.Diagnostic{Pos: f.pos, End: f.end, Category: f.category, Message: c.message(f.payload, f.ways[0].value)}
	for _, e := range f.more {
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
		at := c.resultSpan(w.ret, w.result)
		if !at.pos.IsValid() || at.pos == f.pos || w.forwarded && !f.ways[0].forwarded {
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
func (c *checker) message(p *payload, val value) string {
	who := c.nameOf(p.fn)
	remedy := "return the error instead"
	if !val.derived() {
		remedy = "return an error instead"
	}
	from := ""
	if p.from != "" {
		from = " set from " + p.from
	}
	switch {
	case p.helper != nil:
		what := fmt.Sprintf("a map with the key %q", p.key)
		switch p.category {
		case CategoryStruct:
			what = "a struct with an error in it"
		case CategoryJSON:
			what = fmt.Sprintf("JSON with the key %q", p.key)
		}
		return fmt.Sprintf("%s returns what %s builds, %s: %s", who, errflow.FuncName(p.helper, c.pass.Pkg), what, remedy)
	case p.category == CategoryStruct:
		return fmt.Sprintf("%s returns %s with field %s%s: %s", who, p.typ, p.field, from, remedy)
	case p.category == CategoryJSON:
		return fmt.Sprintf("%s returns JSON with the key %q%s: %s", who, p.key, from, remedy)
	}
	return fmt.Sprintf("%s returns a map with the key %q%s: %s", who, p.key, from, remedy)
}

// nameOf names a function in a message.
func (c *checker) nameOf(fn *ssa.Function) string {
	outer := errflow.Outermost(fn)
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
	for ret := range errflow.Returns(fn) {
		for i, v := range ret.Results {
			if !isString(v.Type()) {
				continue
			}
			if ok, only := c.clean(ret, i); !ok || only != nil {
				continue
			}
			if _, _, isJSON := c.jsonPayload(v, c.resultSpan(ret, i), fn); isJSON {
				continue
			}
			text := c.text(v)
			live := slices.ContainsFunc(text.errs, func(e ssa.Value) bool {
				return funcOf(e) == fn && c.m.NonNil(e, ret.Block())
			})
			if !text.derived() || !live {
				continue
			}
			name := text.name
			if name == "" {
				name = "an error"
			}
			at := c.resultSpan(ret, i)
			reporter.Report(analysis.Diagnostic{
				Pos:      at.pos,
				End:      at.end,
				Category: CategoryText,
				Message:  fmt.Sprintf("%s returns the text of %s with a nil error: return the error instead", c.nameOf(fn), name),
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
	for fn := range c.m.Funcs() {
		obj, _ := fn.Object().(*types.Func)
		s := c.sums[fn]
		if obj == nil || s == nil || fn.Parent() != nil || !obj.Exported() {
			continue
		}
		fact := &helperFact{Passes: s.passes}
		for _, b := range s.builds {
			if done[b.payload] {
				continue
			}
			fact.add(b)
		}
		if len(fact.Builds) == 0 && len(fact.Passes) == 0 {
			continue
		}
		fact.sort()
		c.pass.ExportObjectFact(obj, fact)
	}
}
