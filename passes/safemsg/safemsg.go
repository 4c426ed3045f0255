package safemsg

import (
	_ "embed" // for doc.go
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/logflow"
	"github.com/errlint/errlint/internal/replyflow"
	"github.com/errlint/errlint/internal/ruledoc"
)

//go:embed doc.go
var doc string

const url = "https://github.com/errlint/errlint/blob/main/docs/rules/safemsg.md"

// The categories of the rule's diagnostics.
const (
	CategoryTrace    = "trace"    // a stack
	CategorySecret   = "secret"   // a secret
	CategoryForeign  = "foreign"  // text of an error that the module did not write
	CategoryUpstream = "upstream" // the body of another server's response
	CategoryDetail   = "detail"   // a type, a pointer, a panic value
)

// Options are the options of the rule. The zero Options are the default.
type Options struct {
	Trace    string   `yaml:"trace" doc:"whether a stack may reach a reply: not at all, through a function that safe lists, or in any way" default:"none" enum:"none,filtered,any"`
	Foreign  []string `yaml:"foreign" doc:"the replies that have no text of errors of other modules: those of HTTP, of tools, of JSON-RPC (category foreign)" default:"[]" enum:"http,tool,jsonrpc"`
	Upstream bool     `yaml:"upstream" doc:"report bodies of other servers' responses in replies (category upstream)"`
	Detail   bool     `yaml:"detail" doc:"report types, pointers and panic values in replies (category detail)"`
	Safe     []string `yaml:"safe" names:"function" doc:"functions whose text is fit for clients: example.com/app/reply.Clean, (*example.com/app/reply.Filter).Short"`

	// Replies is the analyzer of replies to share with other rules; nil stands for replyflow.Analyzer.
	Replies *analysis.Analyzer `yaml:"-"`
}

// The values of option trace.
const (
	traceNone     = "none"
	traceFiltered = "filtered"
	traceAny      = "any"
)

// Enable switches on a category whose option is a list.
func (o *Options) Enable(category string) {
	if category == CategoryForeign && len(o.Foreign) == 0 {
		o.Foreign = []string{"http", "tool", "jsonrpc"}
	}
}

// Check reports the values that are wrong, each with its key.
func (o Options) Check(report func(key, problem string)) {
	if !slices.Contains([]string{"", traceNone, traceFiltered, traceAny}, o.Trace) {
		report("trace", fmt.Sprintf("is %q, none of none, filtered and any", o.Trace))
	}
	if o.Trace == traceFiltered && len(o.Safe) == 0 {
		report("trace", "is filtered, and safe lists no function that filters")
	}
}

// Analyzer is the rule with its default options.
var Analyzer = New(Options{})

// New returns the rule with the given options.
func New(o Options) *analysis.Analyzer {
	if o.Replies == nil {
		o.Replies = replyflow.Analyzer
	}
	a := &analysis.Analyzer{
		Name:     "safemsg",
		Doc:      ruledoc.Extract(doc),
		URL:      url,
		Requires: []*analysis.Analyzer{errflow.Analyzer, logflow.Analyzer, o.Replies},
	}
	a.Flags.BoolVar(&o.Upstream, "upstream", o.Upstream, "report bodies of other servers' responses in replies")
	a.Flags.BoolVar(&o.Detail, "detail", o.Detail, "report types, pointers and panic values in replies")
	a.Run = func(pass *analysis.Pass) (any, error) { return run(pass, &o) }
	return a
}

// A checker is one run of the rule on one package.
type checker struct {
	pass   *analysis.Pass
	opts   *Options
	model  *errflow.Model
	report *directive.Reporter
	done   map[place]bool
}

// A place is where something of a category has been found.
type place struct {
	pos      token.Pos
	category string
}

func run(pass *analysis.Pass, o *Options) (any, error) {
	model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !model.InScope() {
		return nil, nil
	}
	c := &checker{pass: pass, opts: o, model: model, report: directive.NewReporter(pass, url), done: make(map[place]bool)}
	for _, r := range pass.ResultOf[o.Replies].(*replyflow.Replies).All {
		for _, p := range r.Body {
			for _, s := range c.sources(p.Value, p.Frame) {
				if c.asks(r, s.category) {
					c.say(r.Pos, s, "the reply")
				}
			}
		}
	}
	for _, l := range pass.ResultOf[logflow.Analyzer].(*logflow.Logs).All {
		pos := l.Call.Pos()
		if call := c.model.CallExpr(l.Call); call != nil {
			pos = call.Pos()
		}
		for _, v := range l.Values() {
			for _, s := range c.sources(v, nil) {
				if s.category == CategorySecret {
					c.say(pos, s, "the log")
				}
			}
		}
	}
	c.report.Finish()
	return nil, nil
}

// asks reports whether something of a category must not be in a reply.
func (c *checker) asks(r replyflow.Reply, category string) bool {
	switch category {
	case CategoryTrace:
		return c.opts.Trace != traceAny
	case CategorySecret:
		return true
	case CategoryUpstream:
		return c.opts.Upstream
	case CategoryDetail:
		return c.opts.Detail
	}
	// What is wrong with a request is for who sent it to know, in whatever words.
	kind := map[replyflow.Kind]string{replyflow.HTTP: "http", replyflow.Tool: "tool", replyflow.JSONRPC: "jsonrpc"}[r.Kind]
	return slices.Contains(c.opts.Foreign, kind) &&
		!(r.Constant && (r.Kind == replyflow.HTTP && r.Status < 500 || r.Kind == replyflow.JSONRPC && r.Status != -32603))
}

// say reports, once for each place and category, what has been found in a reply or a log.
func (c *checker) say(pos token.Pos, s source, where string) {
	if at := (place{pos, s.category}); c.done[at] || !pos.IsValid() {
		return
	} else {
		c.done[at] = true
	}
	d := analysis.Diagnostic{Pos: pos, Category: s.category, Message: where + " has " + s.what}
	if s.pos.IsValid() && s.pos != pos {
		d.Related = []analysis.RelatedInformation{{Pos: s.pos, End: s.pos, Message: "it comes from here"}}
	}
	c.report.Report(d)
}
