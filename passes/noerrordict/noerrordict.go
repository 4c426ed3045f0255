package noerrordict

import (
	"cmp"
	_ "embed" // for doc.go
	"fmt"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/payloadflow"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/toolflow"
)

//go:embed doc.go
var doc string

// The categories of the rule's diagnostics, besides the kinds of payloads.
const (
	CategoryText = "error-text" // the bare text of an error
	CategoryLost = "error-lost" // a tool result that is marked as an error, and does not say which
)

// Options are the options of the rule. The zero Options are the default.
type Options struct {
	Keys      []string   `yaml:"keys" doc:"keys and fields that hold errors" default:"[error, err, errors, problem, isError, is_error, '*_error']"`
	Adapters  []string   `yaml:"adapters" names:"package" doc:"packages to check, besides marked functions: ./internal/..." default:"(all of the module)"`
	Envelopes []Envelope `yaml:"envelopes" doc:"map and struct types that may hold errors" default:"[]"`
	ErrorText bool       `yaml:"error-text" doc:"also report texts of errors that are returned as strings instead of the errors (category error-text)"`

	// Tools is the analyzer of tool registrations to share with other rules; nil
	// stands for toolflow.Analyzer.
	Tools *analysis.Analyzer `yaml:"-"`
}

// An Envelope is a type that may hold an error.
type Envelope struct {
	Type string   `yaml:"type" names:"type" doc:"qualified name: example.com/app/reply.Envelope"`
	In   []string `yaml:"in" names:"package" doc:"packages where it may: ./internal/..., example.com/x/..." default:"(everywhere)"`
}

// Check reports the values that are wrong, each with its key.
func (o Options) Check(report func(key, problem string)) {
	pkgglob.CheckAll("keys", o.Keys, report)
	pkgglob.CheckAll("adapters", o.Adapters, report)
	for i, e := range o.Envelopes {
		at := fmt.Sprintf("envelopes[%d]", i)
		dot := strings.LastIndexByte(e.Type, '.')
		if dot <= strings.LastIndexByte(e.Type, '/') || !token.IsIdentifier(e.Type[dot+1:]) || strings.ContainsAny(e.Type, " *[") {
			report(at+".type", fmt.Sprintf("%q is no qualified name of a type, such as example.com/app/reply.Envelope", e.Type))
		}
		pkgglob.CheckAll(at+".in", e.In, report)
	}
}

// defaultKeys are the error keys of the zero Options.
var defaultKeys = []string{"error", "err", "errors", "problem", "isError", "is_error", "*_error"}

// isKey reports whether a key is one of the error keys.
func (o *Options) isKey(key string) bool {
	keys := o.Keys
	if len(keys) == 0 {
		keys = defaultKeys
	}
	return slices.ContainsFunc(keys, func(glob string) bool {
		ok, err := path.Match(glob, key)
		return err == nil && ok
	})
}

// Analyzer is the rule with its default options, less what is in preview.
var Analyzer = directive.Stable(New(Options{}))

// New returns the rule with these options.
func New(opts Options) *analysis.Analyzer {
	opts.Keys = slices.Clone(opts.Keys)
	opts.Adapters = slices.Clone(opts.Adapters)
	opts.Envelopes = slices.Clone(opts.Envelopes)
	opts.Tools = cmp.Or(opts.Tools, toolflow.Analyzer)
	return ruledoc.Rule("noerrordict", doc, &opts, run, []*analysis.Analyzer{errflow.Analyzer, opts.Tools}, new(payloadflow.Fact))
}

// A checker checks one package.
type checker struct {
	*payloadflow.Model
	pass  *analysis.Pass
	opts  *Options
	tools *toolflow.Tools
	texts *textflow.Texts

	everyPkg bool // the package as a whole is one of adapters
}

func run(pass *analysis.Pass, opts *Options) error {
	model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !model.InScope() {
		return nil
	}
	c := &checker{pass: pass, opts: opts, tools: pass.ResultOf[opts.Tools].(*toolflow.Tools), texts: textflow.New(model.Program, pass.TypesInfo)}
	c.Model = payloadflow.New(pass, model, c.texts, payloadflow.Config{IsKey: opts.isKey, Allowed: c.isEnvelope, Exempt: c.isExempt, Decorates: c.decorates, InTest: c.inTest,
		Output: func(fn *ssa.Function) int { return toolflow.Output(fn.Signature) }})
	_, marked := directive.PackageDirective(pass.Files, directive.Adapter)
	c.everyPkg = marked || len(opts.Adapters) == 0 || pkgglob.MatchPass(opts.Adapters, pass)

	reporter := directive.NewReporter(pass)
	reported := make(map[*payloadflow.Payload]bool)
	for _, ways := range c.judge() {
		reporter.Report(c.diagnostic(ways))
		for _, w := range ways {
			reported[w.Payload] = true
		}
	}
	for fn := range c.Funcs() {
		if c.isAdapter(fn) && !c.isExempt(fn) && !c.decorates(fn) {
			c.lost(fn, reporter)
			if opts.ErrorText && hasErrorResult(fn) {
				c.errorTexts(fn, reporter)
			}
		}
	}
	c.Export(reported)
	reporter.Finish()
	return nil
}

// isEnvelope reports whether values of a type, by its qualified name, may hold errors in this package.
func (c *checker) isEnvelope(name string) bool {
	return slices.ContainsFunc(c.opts.Envelopes, func(e Envelope) bool {
		return e.Type == name && (len(e.In) == 0 || pkgglob.MatchPass(e.In, c.pass))
	})
}

// isAdapter reports whether fn must return errors.
func (c *checker) isAdapter(fn *ssa.Function) bool {
	if c.everyPkg {
		return true
	}
	decl := c.Decl(flow.Outermost(fn))
	if decl == nil {
		return false
	}
	_, marked := directive.FuncDirective(decl, directive.Adapter)
	return marked
}

// decorates reports whether fn is a decorator or a part of one. Turning errors into results is its job, unless the results say that the
// call has succeeded.
func (c *checker) decorates(fn *ssa.Function) bool {
	return c.tools.InDecorator(fn) || c.tools.InDecorator(flow.Outermost(fn))
}

// isExempt reports whether the rule ignores what fn makes of errors: fn is a test, or a method that gives a value another form.
func (c *checker) isExempt(fn *ssa.Function) bool {
	outer := flow.Outermost(fn)
	if c.inTest(outer) {
		return true
	}
	if outer.Signature.Recv() == nil {
		return false
	}
	if obj, ok := outer.Object().(*types.Func); ok && !hasErrorResult(outer) && len(c.InterfacesOf(obj)) > 0 {
		return true // the interface has no place for an error
	}
	switch outer.Name() {
	case "Error", "String", "GoString", "Format", "LogValue", "MarshalJSON", "MarshalJSONTo", "MarshalText", "MarshalYAML", "MarshalLogObject":
		return true
	}
	return false
}

func (c *checker) inTest(fn *ssa.Function) bool {
	return directive.InTest(c.pass.Fset, fn.Pos())
}

// judge returns the payloads to report, in source order, each with the returns that condemn it. Those that no callee chose come first, and
// among them those of functions that can return errors.
func (c *checker) judge() [][]payloadflow.Way {
	type mistake struct {
		payloadflow.Kind
		payloadflow.Span
		key string
	}
	found := make(map[mistake][]payloadflow.Way)
	for _, w := range c.Ways() { // all of them first: which key of a payload comes first depends on them
		if (w.Kind == payloadflow.Output || w.Kind == payloadflow.Shown) && !w.Tool {
			continue // only tools put it out
		}
		if c.isAdapter(w.Fn) && !c.isExempt(w.Fn) && answers(w) && (c.decorates(w.Fn) || c.Answers(w.Fn, w.Index)) {
			first := w.First()
			at := mistake{w.Kind, first.Span, first.Key}
			found[at] = append(found[at], w)
		}
	}
	first := func(is bool) int { // of those that are, and those that are not
		if is {
			return 0
		}
		return 1
	}
	var out [][]payloadflow.Way
	for _, ways := range found {
		slices.SortFunc(ways, func(x, y payloadflow.Way) int {
			return cmp.Or(cmp.Compare(first(!x.Forwarded), first(!y.Forwarded)), cmp.Compare(first(hasErrorResult(x.Fn)), first(hasErrorResult(y.Fn))),
				cmp.Compare(x.Ret.Pos(), y.Ret.Pos()), cmp.Compare(x.Index, y.Index), cmp.Compare(first(!x.Marshalled), first(!y.Marshalled)))
		})
		out = append(out, ways)
	}
	slices.SortFunc(out, func(x, y []payloadflow.Way) int {
		a, b := x[0].First(), y[0].First()
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End), cmp.Compare(x[0].Kind, y[0].Kind), cmp.Compare(a.Key, b.Key))
	})
	return out
}

// answers reports whether the function itself is to answer for a way, rather than its callers. A function that turns an error of its own
// into a value is. One that is given the error has not failed: what it makes may be for another system. Of the others, a function that can
// return errors is, and so is one that returns something else on success. The rest are helpers, which build what they are told to build.
func answers(w payloadflow.Way) bool {
	switch {
	case w.Kind != payloadflow.Map && w.Kind != payloadflow.JSON && !w.Text.FromError():
		return false
	case w.Text.Error:
		return true
	case w.Text.ErrParams != 0:
		return false
	case hasErrorResult(w.Fn):
		return true
	}
	return w.Text.Words && w.Text.ErrParams|w.Text.Params == 0 && !w.Pure
}

func hasErrorResult(fn *ssa.Function) bool {
	for v := range fn.Signature.Results().Variables() {
		if errflow.IsError(v.Type()) {
			return true
		}
	}
	return false
}

// maxRelated bounds the places that a diagnostic points to: a map may have hundreds of keys, and a helper hundreds of callers.
const maxRelated = 8

// diagnostic returns the finding for a payload, at the first error key, with the other keys and the returns as related information.
func (c *checker) diagnostic(ways []payloadflow.Way) analysis.Diagnostic {
	p, first := ways[0].Payload, ways[0].First()
	d := analysis.Diagnostic{Pos: first.Pos, End: first.End, Category: string(p.Kind), Message: c.message(ways[0])}
	relate := func(at payloadflow.Span, format string, args ...any) {
		info := analysis.RelatedInformation{Pos: at.Pos, End: at.End, Message: fmt.Sprintf(format, args...)}
		if at.Pos.IsValid() && at.Pos != first.Pos && len(d.Related) < maxRelated && !slices.Contains(d.Related, info) {
			d.Related = append(d.Related, info)
		}
	}
	for _, e := range p.Entries {
		switch {
		case !e.Used:
		case e.Field != "":
			relate(e.Span, "field %s is set, too", e.Field)
		default:
			relate(e.Span, "key %q is set, too", e.Key)
		}
	}
	if p.Helper != nil {
		relate(payloadflow.Span{Pos: p.Helper.Pos()}, "it is built here")
	}
	for _, w := range ways {
		switch {
		case w.Forwarded && !ways[0].Forwarded:
		case hasErrorResult(w.Fn):
			relate(c.ResultSpan(w.Ret, w.Index), "%s returns it here, with a nil error", c.nameOf(w.Fn))
		default:
			relate(c.ResultSpan(w.Ret, w.Index), "%s returns it here", c.nameOf(w.Fn))
		}
	}
	return d
}

// message names the function that makes the payload, and the key.
func (c *checker) message(w payloadflow.Way) string {
	first, fn := w.First(), c.nameOf(w.Payload.Fn)
	from := c.sourceOf(first)
	what, remedy := fmt.Sprintf("a map with the key %q", first.Key), "return the error instead"
	if !w.Text.FromError() {
		remedy = "return an error instead"
	}
	switch {
	case w.Kind == payloadflow.Shown && w.Helper == nil:
		return fmt.Sprintf("%s returns the text of %s as a tool result without IsError: set IsError, or return the error", fn, from)
	case w.Kind == payloadflow.Shown:
		what, remedy = "the text of an error as a tool result without IsError", "set IsError, or return the error"
	case w.Kind == payloadflow.Output && w.Helper == nil:
		return fmt.Sprintf("%s returns the text of %s in field %s of a tool's output without IsError: set IsError, or return the error", fn, cmp.Or(from, "an error"), first.Field)
	case w.Kind == payloadflow.Output:
		what, remedy = "a tool's output with the text of an error, without IsError", "set IsError, or return the error"
	case w.Kind == payloadflow.Struct && w.Helper != nil:
		what = "a struct with an error in it"
	case w.Kind == payloadflow.Struct:
		what = fmt.Sprintf("%s with field %s", w.Type, first.Field)
	case w.Kind == payloadflow.JSON:
		what = fmt.Sprintf("JSON with the key %q", first.Key)
	}
	if w.Helper != nil {
		return fmt.Sprintf("%s returns what %s builds, %s: %s", fn, errflow.FuncName(w.Helper, c.pass.Pkg), what, remedy)
	}
	if from != "" {
		what += " set from " + from
	}
	return fmt.Sprintf("%s returns %s: %s", fn, what, remedy)
}

// sourceOf returns how the source writes the value that an entry is set from, or "" if the entry has words of its own.
func (c *checker) sourceOf(e payloadflow.Entry) string {
	name := ""
	switch {
	case e.Call != nil:
		for _, arg := range e.Call.Common().Args {
			if name == "" && c.texts.Of(arg).FromError() {
				name = c.texts.Name(e.Call, flow.Strip(arg))
			}
			if errs, of := c.texts.Errors(arg); name == "" && len(errs) > 0 {
				name = cmp.Or(of, c.texts.Name(e.Call, errs[0]))
			}
		}
	case e.Value != nil:
		_, name = c.texts.Errors(e.Value)
	}
	switch {
	case e.Text.FromError():
		return cmp.Or(name, "an error")
	case e.Text.Words:
		return ""
	}
	return name
}

// nameOf returns how a message refers to a function.
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

// lost reports the tool results of fn that are marked as errors, and say nothing of the current error.
func (c *checker) lost(fn *ssa.Function, reporter *directive.Reporter) {
	for ret := range flow.Returns(fn) {
		for i, v := range ret.Results {
			alone := !slices.ContainsFunc(ret.Results, func(r ssa.Value) bool { return r != v && !flow.IsNil(r) })
			if !alone || !c.Silent(v, ret) {
				continue
			}
			if live := c.Live(ret.Block()); len(live) == 0 || live[0].Classified {
				continue
			}
			at := c.ResultSpan(ret, i)
			reporter.ReportAt(at.Pos, at.End, CategoryLost,
				c.nameOf(fn)+" returns a tool result with IsError and no content, so the error is lost: return the error instead")
		}
	}
}

// errorTexts reports the returns of fn that return the text of the current error as a string, with a nil error.
func (c *checker) errorTexts(fn *ssa.Function, reporter *directive.Reporter) {
	for ret := range flow.Returns(fn) {
		for i, v := range ret.Results {
			if !flow.IsString(v.Type()) || !c.texts.Of(v).FromError() {
				continue
			}
			if ok, only := c.Clean(ret, i); !ok || only != nil {
				continue
			}
			if c.SpellsError(v) {
				continue
			}
			errs, name := c.texts.Errors(v)
			if !slices.ContainsFunc(errs, func(e ssa.Value) bool { return flow.FuncOf(e) == fn && c.NonNil(e, ret.Block()) }) {
				continue
			}
			at := c.ResultSpan(ret, i)
			reporter.ReportAt(at.Pos, at.End, CategoryText,
				fmt.Sprintf("%s returns the text of %s with a nil error: return the error instead", c.nameOf(fn), cmp.Or(name, "an error")))
		}
	}
}
