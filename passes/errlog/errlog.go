package errlog

import (
	"cmp"
	_ "embed" // for doc.go
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/format"
	"github.com/errlint/errlint/internal/logflow"
	"github.com/errlint/errlint/internal/replyflow"
	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

//go:embed doc.go
var doc string

// The categories of the rule's diagnostics.
const (
	CategoryWithoutError = "without-error"  // a log leaves out the error at hand
	CategoryUnlogged     = "unlogged"       // an error is answered with a fixed text, and neither logged nor kept
	CategoryTwice        = "twice"          // an error is logged that its source has logged
	CategoryLogAndReturn = "log-and-return" // an error is logged and returned
	CategoryText         = "text"           // the text of an error is logged in its place
	CategoryUnstructured = "unstructured"   // a message is put together, or the logger is another one
	CategoryFields       = "fields"         // an attribute is missing, forbidden or has another key
	CategoryLevel        = "level"          // another level than the table's
)

// The kinds of replies in option unlogged.
const (
	unloggedHTTP    = "http"
	unloggedJSONRPC = "jsonrpc"
	unloggedTool    = "tool"
)

var defaultUnlogged = []string{unloggedHTTP, unloggedJSONRPC}

// unknown is the entry of the tables for errors without one of their own.
const unknown = "unknown"

// Options are the options of the rule. The zero Options are the default.
type Options struct {
	Unlogged     []string            `yaml:"unlogged" doc:"which replies to check" default:"[http, jsonrpc]" enum:"http,jsonrpc,tool"`
	LogAndReturn bool                `yaml:"log-and-return" doc:"report errors that are logged and returned (category log-and-return)"`
	Text         bool                `yaml:"text" doc:"report texts of errors that are logged instead of the errors (category text)"`
	Structured   bool                `yaml:"structured" doc:"report concatenated and formatted messages, and loggers without attributes"`
	Logger       string              `yaml:"logger" names:"import" doc:"the one logger to use: log/slog" default:"(any)"`
	Key          string              `yaml:"key" doc:"the key under which errors are logged" default:"(any)"`
	Fields       []string            `yaml:"fields" doc:"attributes that logged errors must have"`
	FieldsFor    map[string][]string `yaml:"fields-for" doc:"more of them by type or sentinel (example.com/app/apperr.Error), or for unknown errors (unknown)"`
	Forbidden    []string            `yaml:"forbidden" doc:"attributes that they must not have"`
	FromContext  []string            `yaml:"from-context" doc:"attributes that the log handler adds from the context"`
	Levels       map[string]string   `yaml:"levels" doc:"the level by type or sentinel, or for unknown errors (unknown)" enum:"debug,info,warn,error,fatal"`
	LogsReturned []string            `yaml:"logs-returned" names:"type" doc:"interfaces whose callers log the errors that methods return: example.com/app/jobs.Runner"`

	// Replies is the analyzer of replies to share with other rules; nil stands for replyflow.Analyzer.
	Replies *analysis.Analyzer `yaml:"-"`
	// InputErrors are the packages and functions whose errors need not be seen again: wrapcause's exempt-causes. nil stands for
	// errflow.InputErrors.
	InputErrors []string `yaml:"-"`
}

// Enable switches on a category whose option has another name.
func (o *Options) Enable(category string) {
	if category == CategoryUnstructured {
		o.Structured = true
	}
}

// Check reports the values that are wrong, each with its key.
func (o Options) Check(report func(key, problem string)) {
	for _, list := range []struct {
		key  string
		keys []string
	}{{"fields", o.Fields}, {"forbidden", o.Forbidden}, {"from-context", o.FromContext}} {
		for i, k := range list.keys {
			if k == "" {
				report(fmt.Sprintf("%s[%d]", list.key, i), "is empty")
			} else if list.key == "forbidden" && slices.Contains(o.Fields, k) {
				report(fmt.Sprintf("forbidden[%d]", i), fmt.Sprintf("%q is one of fields, too", k))
			}
		}
	}
}

// Analyzer is the rule with its default options.
var Analyzer = directive.Stable(New(Options{}))

// New returns the rule with the given options.
func New(o Options) *analysis.Analyzer {
	if o.Unlogged == nil {
		o.Unlogged = defaultUnlogged
	}
	o.Replies = cmp.Or(o.Replies, replyflow.Analyzer)
	if o.InputErrors == nil {
		o.InputErrors = errflow.InputErrors
	}
	return ruledoc.Rule("errlog", doc, &o, run, []*analysis.Analyzer{errflow.Analyzer, logflow.Analyzer, o.Replies})
}

// A checker is one run of the rule on one package.
type checker struct {
	pass    *analysis.Pass
	opts    *Options
	model   *errflow.Model
	logs    *logflow.Logs
	replies *replyflow.Replies
	report  *directive.Reporter
	lost    []ssa.Value // the errors at hand that some log leaves out
	key     string      // for errors, once it is needed
}

func run(pass *analysis.Pass, o *Options) error {
	model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !model.InScope() {
		return nil
	}
	c := &checker{
		pass:    pass,
		opts:    o,
		model:   model,
		logs:    pass.ResultOf[logflow.Analyzer].(*logflow.Logs),
		replies: pass.ResultOf[o.Replies].(*replyflow.Replies),
		report:  directive.NewReporter(pass),
	}
	forTests := directive.ForTests(pass.Fset, pass.Files)
	for _, l := range c.logs.All {
		if forTests || directive.InTest(pass.Fset, l.Call.Pos()) || c.logs.Forwards(l) {
			continue // a test's, or part of a logger: what that is given is not its own
		}
		c.style(l)
		quiet := l.Level == logflow.Debug || l.Level == logflow.Info
		if c.opts.Text && !quiet {
			c.text(l)
		}
		if l.Level >= logflow.Warn {
			c.withoutError(l)
		}
		if l.Level >= logflow.Warn || l.Library == "log" {
			c.again(l)
		}
		if errs := c.loggedErrors(l); len(errs) > 0 {
			if !quiet {
				c.fields(l, errs)
			}
			c.level(l, errs)
		}
	}
	c.unlogged()
	c.report.Finish()
	return nil
}

// at returns a finding at a log.
func (c *checker) at(l *logflow.Log, category, message string, related ...analysis.RelatedInformation) analysis.Diagnostic {
	d := analysis.Diagnostic{Pos: l.Call.Pos(), Category: category, Message: message, Related: related}
	if expr := c.model.CallExpr(l.Call); expr != nil {
		d.Pos, d.End = expr.Pos(), expr.End()
	}
	return d
}

// say reports a finding at a log.
func (c *checker) say(l *logflow.Log, category, message string, related ...analysis.RelatedInformation) {
	c.report.Report(c.at(l, category, message, related...))
}

// name returns how a message refers to an error: by the expression with which it is compared.
func (c *checker) name(err ssa.Value) string {
	return short(c.model.Compared(err), cmp.Or(flow.VariableOf(err), "the error at hand"))
}

// again reports an error that was already logged by the function that returned it, and one that is logged and then returned.
func (c *checker) again(l *logflow.Log) {
	errs := slices.DeleteFunc(c.logs.Errors(l), func(err ssa.Value) bool { return c.told(err, l.Call) })
	for _, err := range errs {
		// What is logged at the end of a program is its outcome, and may repeat what is in the log.
		if by, w := c.logs.ReturnedLogged(err); w != nil && l.Level >= logflow.Warn && l.Level != logflow.Fatal && !c.logs.Ends(l) {
			first := analysis.RelatedInformation{Pos: w.Log, End: w.Log, Message: "it is logged here"}
			if w.Fn != nil {
				first = analysis.RelatedInformation{Pos: w.Fn.Pos(), End: w.Fn.Pos(), Message: errflow.FuncName(w.Fn, c.pass.Pkg) + ", which logs it, is declared here"}
			}
			c.say(l, CategoryTwice, by+" has logged the error that it returns, so it is logged twice", first)
			return
		}
	}
	by := c.loggedByCallers(l.Fn)
	if !c.opts.LogAndReturn && by == "" {
		return
	}
	rets := slices.Collect(flow.Returns(l.Fn))
	if l.Fn.Parent() != nil {
		rets = slices.AppendSeq(rets, flow.Returns(l.Fn.Parent())) // of the function that defers it
	}
	for _, ret := range rets {
		err := c.logs.ReturnedAfter(l, errs, ret)
		if err == nil {
			continue
		}
		category, who := CategoryLogAndReturn, "so whoever handles it logs it again"
		if by != "" {
			category, who = CategoryTwice, "and callers of "+by+" log it again"
		}
		c.say(l, category, c.name(err)+" is logged and returned, "+who,
			analysis.RelatedInformation{Pos: ret.Pos(), End: ret.Pos(), Message: "it is returned here"})
		return
	}
}

// told reports whether an error is nil at an instruction, or has been distinguished by then.
func (c *checker) told(err ssa.Value, at ssa.Instruction) bool {
	return c.model.KnownNil(err, at.Block()) ||
		slices.ContainsFunc(c.model.LiveAt(at), func(l errflow.Live) bool { return l.Classified && c.model.SameError(l.Value, err) })
}

// loggedByCallers returns the name of the configured interface of which fn implements a method, or "".
func (c *checker) loggedByCallers(fn *ssa.Function) string {
	if fn.Signature.Recv() == nil || len(c.opts.LogsReturned) == 0 {
		return ""
	}
	for _, pkg := range append(c.pass.Pkg.Imports(), c.pass.Pkg) {
		for _, name := range c.opts.LogsReturned {
			obj, ok := pkg.Scope().Lookup(name[strings.LastIndexByte(name, '.')+1:]).(*types.TypeName)
			if !ok || !c.model.Names(name, obj) {
				continue
			}
			i, ok := obj.Type().Underlying().(*types.Interface)
			if !ok || !types.Implements(fn.Signature.Recv().Type(), i) {
				continue
			}
			for m := range i.Methods() {
				if m.Name() == fn.Name() {
					return obj.Name()
				}
			}
		}
	}
	return ""
}

// style reports logs whose values readers cannot tell apart.
func (c *checker) style(l *logflow.Log) {
	if l.Form == logflow.Helper {
		return
	}
	library := l.Library
	if pkg := l.Callee.Pkg(); library == "" && !c.model.OwnPackage(pkg) {
		library = pkg.Path()
	}
	if c.opts.Logger != "" && library != "" && library != c.opts.Logger {
		c.say(l, CategoryUnstructured,
			fmt.Sprintf("%s logs, where %s is the logger that is agreed on", errflow.FuncName(l.Callee, c.pass.Pkg), c.opts.Logger))
		return
	}
	if !c.opts.Structured {
		return
	}
	constant := !slices.ContainsFunc(l.Rest, func(v ssa.Value) bool { _, ok := flow.StringConst(flow.Strip(v)); return !ok })
	what := ""
	switch {
	case l.Formatted && len(l.Rest) > 0:
		what = "a format puts values into the message"
	case !l.Structured() && !hasPairs(l):
		what = "the logger has no attributes"
	case l.Form == logflow.Chain && l.Message == nil && len(l.Rest) > 1, l.Form == logflow.Print && !constant, putTogether(l.Message):
		what = "the message is put together"
	default:
		return
	}
	c.say(l, CategoryUnstructured, what+", so who reads the log cannot tell the values apart")
}

// putTogether reports whether a message is made of parts: by fmt, or by concatenation.
func putTogether(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.BinOp:
		return v.Op == token.ADD
	case *ssa.Call:
		return strings.HasPrefix(flow.CalleeName(v), "fmt.Sprint")
	}
	return false
}

// text reports texts of errors that are logged in their place.
func (c *checker) text(l *logflow.Log) {
	if l.Library == "log" || l.Form == logflow.Helper {
		return
	}
	whole := func(err ssa.Value) bool {
		return slices.ContainsFunc(l.Attrs, func(a logflow.Attr) bool { return c.model.SameError(a.Value, err) })
	}
	for _, a := range l.Attrs {
		err := textOf(a.Value)
		if err == nil || whole(err) {
			continue
		}
		d := c.at(l, CategoryText, "only the text of "+c.name(err)+" is logged, without its type and what it wraps")
		call, _ := flow.Strip(a.Value).(*ssa.Call)
		if call == nil || textflow.Stringified(call.Common()) == nil {
			c.report.Report(d)
			continue
		}
		expr := c.model.CallExpr(call)
		if expr == nil {
			continue
		}
		sel, ok := ast.Unparen(expr.Fun).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		d.Pos, d.End, d.SuggestedFixes = expr.Pos(), expr.End(), c.wholeError(l, a, expr, sel)
		d.Message = "only the text of " + short(sel.X, anError) + " is logged, without its type and what it wraps"
		c.report.Report(d)
	}
	if !l.Structured() && !hasPairs(l) {
		return
	}
	var message []ssa.Value
	if l.Message != nil {
		message = append(message, l.Message)
	}
	if l.Formatted || l.Form == logflow.Print || l.Library == "github.com/sirupsen/logrus" {
		message = append(message, l.Rest...)
	}
	for _, v := range message {
		err := flow.Strip(v)
		if !errflow.IsError(err.Type()) {
			err = textOf(v)
		}
		if err == nil || whole(err) {
			continue
		}
		how := "part of"
		if l.Formatted {
			how = "formatted into"
		}
		c.say(l, CategoryText, "an error is "+how+" the message, so only its text is logged")
		return
	}
}

// maxTexts bounds how many parts of a text are looked at.
const maxTexts = 64

// textOf returns an error whose text is part of a value, by method Error, package fmt and concatenation, or nil.
func textOf(v ssa.Value) ssa.Value {
	parts := worklist.Of(flow.Strip(v))
	for v := range parts.First(maxTexts) {
		switch v := v.(type) {
		case *ssa.BinOp:
			if v.Op == token.ADD {
				parts.Push(flow.Strip(v.X), flow.Strip(v.Y))
			}
		case *ssa.Call:
			if err := textflow.Stringified(v.Common()); err != nil {
				return err
			}
			if !putTogether(v) {
				continue
			}
			operands, _ := flow.Variadic(v.Call.Args[len(v.Call.Args)-1])
			text, _ := flow.StringConst(v.Call.Args[0]) // none but Sprintf has a constant one
			verbs, _ := format.Parse(text)
			for i, operand := range operands {
				if slices.ContainsFunc(verbs, func(v format.Verb) bool { return v.Operand == i && v.Rune == 'T' }) {
					continue
				}
				if operand = flow.Strip(operand); errflow.IsError(operand.Type()) {
					return operand
				}
				parts.Push(operand)
			}
		}
	}
	return nil
}

// hasPairs reports whether the logger of a printf-style call can take attributes, too.
func hasPairs(l *logflow.Log) bool {
	return slices.Contains([]string{"go.uber.org/zap", "k8s.io/klog/v2", "github.com/rs/zerolog"}, l.Library)
}

// anError stands for an error whose expression is long.
const anError = "an error"

// short returns an expression as it is written, or otherwise if there is none or it is long.
func short(e ast.Expr, otherwise string) string {
	if e == nil {
		return otherwise
	}
	if s := types.ExprString(e); len(s) <= 40 && !strings.Contains(s, "\n") {
		return s
	}
	return otherwise
}

// wholeError returns the fix that logs an error instead of its text.
func (c *checker) wholeError(l *logflow.Log, a logflow.Attr, text *ast.CallExpr, sel *ast.SelectorExpr) []analysis.SuggestedFix {
	drop := analysis.TextEdit{Pos: sel.X.End(), End: text.End()} // .Error()
	fix := func(edits ...analysis.TextEdit) []analysis.SuggestedFix {
		return []analysis.SuggestedFix{{Message: "Log " + short(sel.X, anError) + " itself", TextEdits: append(edits, drop)}}
	}
	if a.Made == nil {
		if l.Form == logflow.Pairs {
			return fix()
		}
		return nil
	}
	fn := flow.Callee(a.Made.Common())
	made := c.model.CallExpr(a.Made)
	if fn == nil || fn.Pkg() == nil || made == nil || len(made.Args) != 2 || made.Args[1] != ast.Expr(text) {
		return nil
	}
	name, ok := ast.Unparen(made.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	rename := func(to string) analysis.TextEdit {
		return analysis.TextEdit{Pos: name.Sel.Pos(), End: name.Sel.End(), NewText: []byte(to)}
	}
	key := analysis.TextEdit{Pos: made.Args[0].Pos(), End: made.Args[1].Pos()}
	switch path := fn.Pkg().Path(); {
	case path == "log/slog" && fn.Name() == "String":
		return fix(rename("Any"))
	case path == "go.uber.org/zap" && fn.Name() == "String" && a.Key == "error":
		return fix(rename("Error"), key)
	case path == "go.uber.org/zap" && fn.Name() == "String":
		return fix(rename("NamedError"))
	case path == "github.com/rs/zerolog" && fn.Name() == "Str" && a.Key == "error":
		return fix(rename("Err"), key)
	case path == "github.com/rs/zerolog" && fn.Name() == "Str":
		return fix(rename("AnErr"))
	case path == "github.com/sirupsen/logrus" && fn.Name() == "WithField" && a.Key == "error":
		return fix(rename("WithError"), key)
	case path == "github.com/sirupsen/logrus" && fn.Name() == "WithField":
		return fix()
	}
	return nil
}

// fields reports attributes that are missing, forbidden, or under another key.
func (c *checker) fields(l *logflow.Log, errs []ssa.Value) {
	if !l.Structured() || l.Formatted {
		return
	}
	has := func(key string) bool {
		return slices.ContainsFunc(l.Attrs, func(a logflow.Attr) bool { return a.Key == key })
	}
	for _, key := range c.opts.Forbidden {
		if has(key) {
			c.say(l, CategoryFields, fmt.Sprintf("the log of an error has the attribute %q, which is forbidden", key))
			return
		}
	}
	if c.opts.Key != "" {
		for _, a := range l.Attrs {
			// A function or method with a parameter for the error determines the key itself.
			if a.Key != "" && a.Key != c.opts.Key && errflow.IsError(flow.Strip(a.Value).Type()) && (a.Made == nil || !slotted(a.Made)) && l.Library != "github.com/go-logr/logr" {
				c.say(l, CategoryFields, fmt.Sprintf("the error is logged as %q, not as %q", a.Key, c.opts.Key))
				return
			}
		}
	}
	if !l.Complete || slices.ContainsFunc(l.Attrs, saysItself) {
		return
	}
	want := slices.Clone(c.opts.Fields)
	if len(c.opts.FieldsFor) > 0 {
		names, all := c.entries(errs[0], l.Call.Block(), slices.Sorted(maps.Keys(c.opts.FieldsFor)))
		if all && len(names) == 1 {
			want = append(want, c.opts.FieldsFor[names[0]]...)
		}
	}
	var missing []string
	for _, key := range want {
		if !has(key) && !(l.Context != nil && slices.Contains(c.opts.FromContext, key)) && !slices.Contains(missing, key) {
			missing = append(missing, key)
		}
	}
	if len(missing) > 0 {
		c.say(l, CategoryFields, "the log of an error has no attribute "+strings.Join(missing, " and no "))
	}
}

// saysItself reports whether an attribute's value has a method LogValue, of package slog, which may return any attributes.
func saysItself(a logflow.Attr) bool {
	obj, _, _ := types.LookupFieldOrMethod(flow.Strip(a.Value).Type(), false, nil, "LogValue")
	_, ok := obj.(*types.Func)
	return ok
}

// slotted reports whether a call is that of a function or method whose only parameter is an error: zap.Error, WithError, Err.
func slotted(call *ssa.Call) bool {
	sig := call.Call.Signature()
	return sig.Params().Len() == 1 && errflow.IsError(sig.Params().At(0).Type())
}

// entries returns the entries of a table for the errors that err may be. Errors without one have the entry unknown, if the table has that.
// all reports whether each error has an entry.
func (c *checker) entries(err ssa.Value, b *ssa.BasicBlock, table []string) (names []string, all bool) {
	if objs := c.objectsOf(err, b); objs != nil {
		for _, obj := range objs {
			i := slices.IndexFunc(table, func(entry string) bool { return c.model.Names(entry, obj) })
			if i < 0 {
				return nil, false
			}
			names = append(names, table[i])
		}
		return slices.Compact(slices.Sorted(slices.Values(names))), true
	}
	set := c.model.ErrorsAt(err, b)
	all = true
	add := func(a *errflow.Atom) {
		name := ""
		if a != nil {
			obj := c.model.Object(*a)
			for _, entry := range table {
				if c.model.Names(entry, obj) {
					name = entry
				}
			}
		}
		if name == "" && slices.Contains(table, unknown) {
			name = unknown
		}
		if name == "" {
			all = false
		} else if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for a := range set.Atoms() {
		add(&a)
	}
	if set.Opaque() {
		add(nil)
	}
	for range set.Refs() {
		all = false // whatever the callers give
	}
	return names, all && !set.Empty()
}

// objectsOf returns the sentinels or the type that an error is known to be, by its own type or by a condition before block b.
func (c *checker) objectsOf(err ssa.Value, b *ssa.BasicBlock) (objs []types.Object) {
	if n := flow.Named(err.Type()); n != nil && !types.IsInterface(n) {
		return []types.Object{n.Obj()}
	}
	for cond := range flow.Conditions(b) {
		for _, a := range c.model.Asks(cond.Value) {
			if a.Nil || a.Yes != cond.Outcome || !c.model.SameError(a.Subject, err) {
				continue
			}
			for _, atom := range a.Atoms {
				objs = append(objs, c.model.Object(atom))
			}
			if a.Type != nil {
				if n := flow.Named(a.Type); n != nil {
					objs = append(objs, n.Obj())
				}
			}
			return objs
		}
	}
	return nil
}

// loggedErrors returns the errors that a record has: those of an interface type or, if there are none, the first attribute that is another
// error.
func (c *checker) loggedErrors(l *logflow.Log) []ssa.Value {
	errs := c.logs.Errors(l)
	for _, a := range l.Attrs {
		if v := flow.Strip(a.Value); len(errs) == 0 && errflow.IsError(v.Type()) {
			return []ssa.Value{v}
		}
	}
	return errs
}

// level reports a log at another level than the table's for its error.
func (c *checker) level(l *logflow.Log, errs []ssa.Value) {
	if len(c.opts.Levels) == 0 || l.Level <= logflow.Debug || l.Form == logflow.Helper {
		return
	}
	names, all := c.entries(errs[0], l.Call.Block(), slices.Sorted(maps.Keys(c.opts.Levels)))
	if !all {
		return
	}
	want := logflow.NoLevel
	for _, name := range names {
		level, _ := logflow.ParseLevel(c.opts.Levels[name])
		if want != logflow.NoLevel && level != want {
			return // several levels: the log cannot have all of them
		}
		want = level
	}
	if want != l.Level {
		c.say(l, CategoryLevel, fmt.Sprintf("%s is logged at level %s, and its level is %s", c.name(errs[0]), l.Level, want))
	}
}
