package safemsg

import (
	"cmp"
	_ "embed" // for doc.go
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/logflow"
	"github.com/errlint/errlint/internal/replyflow"
	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/toolflow"
	"github.com/errlint/errlint/internal/worklist"
)

//go:embed doc.go
var doc string

// The categories of the rule's diagnostics.
const (
	CategoryTrace    = "trace"    // a stack
	CategorySecret   = "secret"   // a secret
	CategoryForeign  = "foreign"  // text of an error that the module did not write
	CategoryUnknown  = "unknown"  // text of an error that a decorator or a mapping does not know
	CategoryUpstream = "upstream" // the body of another server's response
	CategoryPrivate  = "private"  // what is marked as not for clients
	CategoryDetail   = "detail"   // a type, a pointer, a panic value
)

// categories maps what may be in a text to categories.
var categories = []struct {
	mark     textflow.Marks
	category string
}{
	{textflow.Stack, CategoryTrace},
	{textflow.Secret, CategorySecret},
	{textflow.Private, CategoryPrivate},
	{textflow.Upstream, CategoryUpstream},
	{textflow.Foreign, CategoryForeign},
	{textflow.Detail, CategoryDetail},
}

// Options are the options of the rule. The zero Options are the default.
type Options struct {
	Trace    string   `yaml:"trace" doc:"which stacks replies may contain: none, those returned by a function of safe, or any" default:"none" enum:"none,filtered,any"`
	Foreign  []string `yaml:"foreign" doc:"which replies to check" default:"[]" enum:"http,tool,jsonrpc"`
	Unknown  bool     `yaml:"unknown" doc:"report texts of unknown errors in the replies of decorators and mappings (category unknown)"`
	Upstream bool     `yaml:"upstream" doc:"report bodies of other servers' responses in replies to failed calls (category upstream)"`
	Detail   bool     `yaml:"detail" doc:"report types, pointers, panic values and source positions in replies (category detail)"`
	Secrets  []string `yaml:"secrets" names:"part" doc:"more secret types and fields: example.com/app/auth.Token, example.com/app/config.Config.Password"`
	Private  []string `yaml:"private" names:"part" doc:"more private types and fields"`
	Safe     []string `yaml:"safe" names:"function" doc:"functions whose results are meant for clients: example.com/app/reply.Clean, (*example.com/app/reply.Filter).Short"`
	Mappings []string `yaml:"-"` // errmap's

	// Tools and Replies are the analyzers to share with other rules; nil stands for those of the packages.
	Tools   *analysis.Analyzer `yaml:"-"`
	Replies *analysis.Analyzer `yaml:"-"`
}

// The values of option trace.
const (
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
	if o.Trace == traceFiltered && len(o.Safe) == 0 {
		report("trace", "is filtered, and safe lists no function that filters")
	}
}

// Analyzer is the rule with its default options.
var Analyzer = directive.Stable(New(Options{}))

// New returns the rule with the given options.
func New(o Options) *analysis.Analyzer {
	o.Tools = cmp.Or(o.Tools, toolflow.Analyzer)
	o.Replies = cmp.Or(o.Replies, replyflow.Analyzer)
	return ruledoc.Rule("safemsg", doc, &o, run, []*analysis.Analyzer{errflow.Analyzer, logflow.Analyzer, o.Tools, o.Replies}, new(textflow.ContentFact))
}

// A checker is one run of the rule on one package.
type checker struct {
	pass     *analysis.Pass
	opts     *Options
	model    *errflow.Model
	tools    *toolflow.Tools
	texts    *textflow.Texts
	contents *textflow.Contents
	report   *directive.Reporter
	marks    map[types.Object]textflow.Marks
	converts worklist.Memo[*ssa.Function, bool] // see knows
}

func run(pass *analysis.Pass, o *Options) error {
	model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !model.InScope() {
		return nil
	}
	c := &checker{
		pass: pass, opts: o, model: model,
		tools:  pass.ResultOf[o.Tools].(*toolflow.Tools),
		texts:  textflow.New(model.Program, pass.TypesInfo),
		report: directive.NewReporter(pass),
		marks:  make(map[types.Object]textflow.Marks),
	}
	c.findMarks()
	var logs []*logflow.Log
	logged := make(map[*ssa.Function][]ssa.Value)
	for _, l := range pass.ResultOf[logflow.Analyzer].(*logflow.Logs).All {
		if l.Form != logflow.Helper {
			logs = append(logs, l)
			logged[l.Fn] = append(logged[l.Fn], l.Values()...)
		}
	}
	c.contents = c.texts.NewContents(pass, model, textflow.ContentConfig{
		Safe:   func(fn *types.Func) bool { return slices.Contains(o.Safe, fn.FullName()) },
		Logged: func(fn *ssa.Function) []ssa.Value { return logged[fn] },
		Marked: func(obj types.Object) textflow.Marks { return c.marks[obj] },
	})
	replies := pass.ResultOf[o.Replies].(*replyflow.Replies)
	for _, r := range slices.Concat(replies.All, replies.Content) {
		body := r.Body
		if call, ok := r.Instr.(*ssa.Call); ok && textflow.Prints(call) {
			body = append(slices.Clip(body), replyflow.Part{Value: call}) // as its format shows them
		}
		check := func(found textflow.Marks, v ssa.Value, frame *flow.Frame) {
			for _, of := range categories {
				if found&of.mark != 0 && c.asks(r, of.category) {
					c.say(r.Pos, of.mark, of.category, v, frame, "the reply")
				}
			}
		}
		for _, p := range body {
			if c.opts.Unknown && aboutServer(r) && c.unknown(r, p) {
				continue // with whatever is in it
			}
			found := c.contents.Content(p.Value, p.Frame).Marks
			if r.Helper != nil && c.contents.Clears(r.Helper) {
				found &^= c.contents.Held(p.Value)
			}
			check(found, p.Value, p.Frame)
		}
		for _, v := range r.Made {
			check(c.contents.Held(v), v, nil)
		}
	}
	for _, l := range logs {
		vals := l.Values()
		if call, ok := l.Call.(*ssa.Call); ok {
			vals = append(vals, call) // as its format shows them
		}
		c.secrets(c.model.CallPos(l.Call), vals, "the log")
	}
	for call, arg := range c.contents.SecretsToLog() {
		c.say(c.model.CallPos(call), textflow.Secret, CategorySecret, arg, nil, "the log")
	}
	for _, made := range c.contents.Errors() {
		where := "the error"
		if made.Panic {
			where = "the panic"
		}
		c.secrets(made.Pos, made.Vals, where)
	}
	c.contents.ExportFacts()
	c.report.Finish()
	return nil
}

// secrets reports a secret in a record or an error.
func (c *checker) secrets(pos token.Pos, vals []ssa.Value, where string) {
	for _, v := range vals {
		if c.contents.Content(v, nil).Marks&textflow.Secret != 0 {
			c.say(pos, textflow.Secret, CategorySecret, v, nil, where)
		}
	}
}

// findMarks finds the types and fields that are marked or configured.
func (c *checker) findMarks() {
	add := func(id *ast.Ident, m textflow.Marks) {
		if obj := c.pass.TypesInfo.Defs[id]; obj != nil {
			c.marks[obj] |= m
		}
	}
	kinds := []struct {
		kind  directive.Kind
		mark  textflow.Marks
		names []string
	}{{directive.Secret, textflow.Secret, c.opts.Secrets}, {directive.Private, textflow.Private, c.opts.Private}}
	for decl, spec := range flow.Specs[*ast.TypeSpec](c.pass.Files, token.TYPE) {
		st, _ := spec.Type.(*ast.StructType)
		for _, k := range kinds {
			if _, ok := directive.TypeDirective(decl, spec, k.kind); ok {
				add(spec.Name, k.mark)
			}
			if st == nil {
				continue
			}
			for _, f := range st.Fields.List {
				if _, ok := directive.FieldDirective(f, k.kind); !ok {
					continue
				}
				for _, id := range f.Names {
					add(id, k.mark)
				}
			}
		}
	}
	for _, pkg := range append(c.pass.Pkg.Imports(), c.pass.Pkg) {
		for _, k := range kinds {
			for _, name := range k.names {
				rest, ok := strings.CutPrefix(name, pkg.Path()+".")
				typ, field, isField := strings.Cut(rest, ".")
				obj, isType := pkg.Scope().Lookup(typ).(*types.TypeName)
				if !ok || !isType {
					continue
				}
				if !isField {
					c.marks[obj] |= k.mark
				} else if f, _, _ := types.LookupFieldOrMethod(obj.Type(), true, pkg, field); f != nil {
					c.marks[f] |= k.mark
				}
			}
		}
	}
}

// asks reports whether the options forbid something of a category in a reply.
func (c *checker) asks(r replyflow.Reply, category string) bool {
	switch category {
	case CategoryTrace:
		return c.opts.Trace != traceAny
	case CategorySecret, CategoryPrivate:
		return true
	case CategoryUpstream:
		return c.opts.Upstream && r.Kind != replyflow.Success && (r.Kind != replyflow.HTTP || r.Constant && r.Status >= 400)
	case CategoryDetail:
		return c.opts.Detail && r.Kind != replyflow.Success
	}
	if r.Undecorated {
		return false // what the decorator is for: rule decorated reports that there is none
	}
	kind := map[replyflow.Kind]string{replyflow.HTTP: "http", replyflow.Tool: "tool", replyflow.JSONRPC: "jsonrpc"}[r.Kind]
	return aboutServer(r) && (slices.Contains(c.opts.Foreign, kind) || r.Kind == replyflow.Problem && len(c.opts.Foreign) > 0)
}

// aboutServer reports whether a reply says that the server has failed, rather than what was wrong with the request: who sent the request
// may know that, in any words.
func aboutServer(r replyflow.Reply) bool {
	switch r.Kind {
	case replyflow.HTTP, replyflow.Problem:
		return !r.Constant || r.Status >= 500
	case replyflow.JSONRPC:
		return !r.Constant || r.Status == -32603
	case replyflow.GRPC:
		return !r.Constant || !slices.Contains(aboutRequest, r.Status)
	case replyflow.Success:
		return false
	}
	return true
}

// aboutRequest are the gRPC codes that correspond to HTTP's 4xx: InvalidArgument, NotFound, AlreadyExists, PermissionDenied,
// FailedPrecondition, OutOfRange, Unauthenticated.
var aboutRequest = []int64{3, 5, 6, 7, 9, 11, 16}

// unknown reports the text of an unknown error in a reply of a decorator or a mapping.
func (c *checker) unknown(r replyflow.Reply, p replyflow.Part) bool {
	if !c.knows(r.Fn) {
		return false
	}
	errs, name := c.texts.Errors(p.Value)
	if errflow.IsError(flow.Strip(p.Value).Type()) {
		errs = append(errs, flow.Strip(p.Value))
	}
	for _, err := range errs {
		if flow.FuncOf(err) != r.Fn || errflow.IsError(err.Type()) && !types.IsInterface(err.Type()) {
			continue // one that is made here, or told apart
		}
		set := c.model.ErrorsAt(err, r.Instr.Block())
		known := !set.Opaque()
		for range set.Refs() {
			known = false
		}
		if known || c.toldApart(err, r.Instr.Block()) || c.cleared(p.Value) {
			continue
		}
		if r.Helper != nil {
			if fn := c.model.Func(r.Helper); fn != nil && c.knows(fn) {
				return true // it is reported there
			}
		}
		name = cmp.Or(name, "the error")
		if !c.report.Reported(r.Pos, CategoryUnknown) {
			c.report.ReportAt(r.Pos, token.NoPos, CategoryUnknown,
				"the reply has the text of "+name+", which may be any error here")
		}
		return true
	}
	return false
}

// toldApart reports whether a condition has established that an error itself, and not only what it wraps, is a known one.
func (c *checker) toldApart(err ssa.Value, b *ssa.BasicBlock) bool {
	for cond := range flow.Conditions(b) {
		for _, a := range c.model.Asks(cond.Value) {
			if a.Itself && !a.Nil && a.Yes == cond.Outcome && a.Subject == err && (len(a.Atoms) > 0 || a.Type != nil && !types.IsInterface(a.Type)) {
				return true
			}
		}
	}
	return false
}

// cleared reports whether a value is computed by a function of option safe.
func (c *checker) cleared(v ssa.Value) bool {
	for of := range flow.Slice(v) {
		if call, _ := flow.ResultOf(of); call != nil {
			if callee := flow.Callee(call.Common()); callee != nil && slices.Contains(c.opts.Safe, callee.FullName()) {
				return true
			}
		}
	}
	return false
}

// knows reports whether a function is part of a decorator, or gives errors their codes: by a mark, by the configuration, or because it
// distinguishes the errors that it is given.
func (c *checker) knows(fn *ssa.Function) bool { return c.converts.Get(fn, c.isConverter) }

func (c *checker) isConverter(fn *ssa.Function) bool {
	if c.tools.InDecorator(fn) {
		return true
	}
	if decl := c.model.Decl(fn); decl != nil {
		_, marked := directive.FuncDirective(decl, directive.Mapping)
		obj, _ := fn.Object().(*types.Func)
		if marked || obj != nil && slices.Contains(c.opts.Mappings, obj.FullName()) {
			return true
		}
	}
	for cond := range flow.LiveInstrs[*ssa.If](c.model.Program, fn) {
		if slices.ContainsFunc(c.model.Asks(cond.Cond), func(a errflow.Asked) bool {
			_, param := a.Subject.(*ssa.Parameter)
			return param && !a.Nil && (len(a.Atoms) > 0 || a.Type != nil)
		}) {
			return true
		}
	}
	return false
}

// say reports what has been found in a reply, a log or an error, once per place and category.
func (c *checker) say(pos token.Pos, mark textflow.Marks, category string, v ssa.Value, frame *flow.Frame, where string) {
	if !pos.IsValid() || c.report.Reported(pos, category) {
		return
	}
	from := cmp.Or(c.contents.Origin(v, frame, mark), v)
	d := analysis.Diagnostic{Pos: pos, Category: category, Message: where + " has " + c.contents.Describe(from, mark)}
	if p := from.Pos(); p.IsValid() && p != pos {
		d.Related = []analysis.RelatedInformation{{Pos: p, End: p, Message: "it comes from here"}}
	}
	c.report.Report(d)
}
