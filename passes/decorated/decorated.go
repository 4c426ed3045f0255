package decorated

import (
	"cmp"
	_ "embed"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/toolflow"
)

//go:embed doc.go
var doc string

// The categories of the rule's diagnostics.
const (
	CategoryUndecorated = "undecorated" // a handler is registered without a decorator
	CategoryDecorator   = "decorator"   // a declared decorator does not convert every error
	CategoryPanic       = "panic"       // a declared decorator lets panics escape
	CategoryTyped       = "typed"       // a typed handler, whose errors the SDK makes results of
	CategoryNeverFails  = "never-fails" // a handler whose error is always nil
	CategoryCoded       = "coded"       // a handler whose errors are those of the protocol
	CategoryNotJudged   = "not-judged"  // it cannot be known whether a decorator is around the handler
)

// Options configure the rule. The zero Options are the default.
type Options struct {
	Registrars       []toolflow.Registrar `yaml:"registrars" doc:"more functions that register tools"`
	Decorators       []toolflow.Decorator `yaml:"decorators" doc:"more error decorators"`
	Typed            bool                 `yaml:"typed" doc:"also report typed handlers, whose errors the SDK itself turns into results (category typed)"`
	NeverFails       bool                 `yaml:"never-fails" doc:"also report handlers whose error result is always nil (category never-fails)"`
	Coded            bool                 `yaml:"coded" doc:"also report handlers whose errors all have codes (category coded)"`
	NotJudged        bool                 `yaml:"not-judged" doc:"also report registrations that cannot be judged, and why (category not-judged)"`
	EachTool         bool                 `yaml:"each-tool" doc:"report each tool, not each server"`
	AssumeMiddleware bool                 `yaml:"assume-middleware" doc:"assume that servers from other packages have decorating middleware"`
	CatchPanics      bool                 `yaml:"catch-panics" doc:"report category panic"`

	// Tools is the analyzer that the rule requires: one for all rules that run
	// together. If it is nil, it is toolflow.Analyzer, or one with the registrars and
	// decorators above if there are any.
	Tools *analysis.Analyzer `yaml:"-"`
}

// Check reports the options that are wrong in ways that their types allow.
func (o Options) Check(report func(key, problem string)) {
	toolflow.Options{Registrars: o.Registrars, Decorators: o.Decorators}.Check(report)
}

// Analyzer is the rule with the default options.
var Analyzer = directive.Stable(New(Options{}))

// New returns the rule with the given options.
func New(o Options) *analysis.Analyzer {
	if o.Tools == nil {
		o.Tools = toolflow.Analyzer
		if len(o.Registrars) > 0 || len(o.Decorators) > 0 {
			o.Tools = toolflow.New(toolflow.Options{Registrars: o.Registrars, Decorators: o.Decorators})
		}
	}
	return ruledoc.Rule("decorated", doc, &o, run, []*analysis.Analyzer{errflow.Analyzer, o.Tools})
}

func run(pass *analysis.Pass, o *Options) error {
	model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !model.InScope() {
		return nil
	}
	tools := pass.ResultOf[o.Tools].(*toolflow.Tools)
	reporter := directive.NewReporter(pass)

	// The tools of one server with the same fault are one finding, at the first of them.
	type fault struct {
		category string
		group    any
	}
	var faults []fault
	of := make(map[fault][]toolflow.Registration)
	type place struct {
		category string
		pos      token.Pos // which may name several handlers: all methods of what is given for an interface
	}
	seen := make(map[place]bool)
	for _, reg := range tools.Distinct() {
		category := judge(reg, o)
		if category == "" || seen[place{category, reg.Pos}] || directive.ThereForTests(pass, reg.Pos) {
			continue // registered under several names: one mistake; no model reads what a test's server answers
		}
		seen[place{category, reg.Pos}] = true
		f := fault{category, reg.Group}
		if o.EachTool {
			f.group = reg.Pos
		}
		if reporter.Suppressed(reg.Pos, category) {
			reporter.Report(diagnostic(pass, category, []toolflow.Registration{reg}))
			continue
		}
		if of[f] == nil {
			faults = append(faults, f)
		}
		of[f] = append(of[f], reg)
	}
	for _, f := range faults {
		// The order of function declarations means nothing.
		slices.SortStableFunc(of[f], func(a, b toolflow.Registration) int {
			return strings.Compare(flow.Outermost(a.Call.Parent()).String(), flow.Outermost(b.Call.Parent()).String())
		})
		reporter.Report(diagnostic(pass, f.category, of[f]))
	}

	for _, d := range tools.Declared {
		decl := model.DeclOf(d.Func)
		name := errflow.FuncName(d.Func, pass.Pkg)
		report := func(category, does string, related ...analysis.RelatedInformation) {
			reporter.Report(analysis.Diagnostic{
				Pos: decl.Name.Pos(), End: decl.Name.End(),
				Category: category,
				Message:  fmt.Sprintf("decorator %s %s", name, does),
				Related:  related,
			})
		}
		if len(d.Leaks) > 0 {
			var leaks []analysis.RelatedInformation
			for _, leak := range d.Leaks {
				leaks = append(leaks, analysis.RelatedInformation{Pos: leak, Message: "returns an error here"})
			}
			report(CategoryDecorator, "returns an error when its handler has failed, instead of a result", leaks...)
		}
		if d.Drops {
			report(CategoryDecorator, "drops the error of its handler, instead of making a result of it")
		}
		if d.Panics && o.CatchPanics {
			report(CategoryPanic, "does not recover from panics of its handler")
		}
	}
	reporter.Finish()
	return nil
}

// judge returns the category of the finding for a registration, or "".
func judge(reg toolflow.Registration, o *Options) string {
	switch {
	case reg.State == toolflow.Unknown && reg.Typed, reg.State == toolflow.Undecorated && reg.Typed:
		if o.Typed {
			return CategoryTyped
		}
	case reg.State == toolflow.Unknown:
		if o.NotJudged {
			return CategoryNotJudged
		}
	case reg.State != toolflow.Undecorated || reg.Foreign && o.AssumeMiddleware:
	case reg.Safe:
		if o.NeverFails {
			return CategoryNeverFails
		}
	case reg.Coded:
		if o.Coded {
			return CategoryCoded
		}
	default:
		return CategoryUndecorated
	}
	return ""
}

// diagnostic returns the finding for registrations with the same fault, on one server.
func diagnostic(pass *analysis.Pass, category string, regs []toolflow.Registration) analysis.Diagnostic {
	diag := analysis.Diagnostic{Pos: regs[0].Pos, End: regs[0].End, Category: category, Message: message(category, regs)}
	for i, reg := range regs {
		if i > 0 {
			diag.Related = append(diag.Related, analysis.RelatedInformation{Pos: reg.Pos, Message: subject(reg)})
		}
		if call := reg.Call.Pos(); len(regs) == 1 && line(pass, call) != line(pass, reg.Pos) {
			diag.Related = append(diag.Related, analysis.RelatedInformation{Pos: call, Message: "registered here"})
		}
		if len(regs) == 1 && reg.Handler != nil && reg.Label != "" && reg.Handler.Pos().IsValid() {
			diag.Related = append(diag.Related, analysis.RelatedInformation{Pos: reg.Handler.Pos(), Message: reg.Label + " is declared here"})
		}
	}
	return diag
}

// message says what happens to the errors of the tools' handlers.
func message(category string, regs []toolflow.Registration) string {
	one := len(regs) == 1
	who, its, it, never := subjects(regs), "their", "them", "never fail"
	if one {
		who, its, it, never = subject(regs[0]), "its", "it", "never fails"
	}
	switch category {
	case CategoryNotJudged:
		of := ""
		if !one {
			of = "the first: "
		}
		return fmt.Sprintf("%s: whether an error decorator is around %s cannot be known (%s%s)", who, it, of, regs[0].Reason)
	case CategoryTyped:
		return fmt.Sprintf("%s: the SDK itself makes results of %s errors; no error decorator is around %s", who, its, it)
	case CategoryNeverFails:
		return fmt.Sprintf("%s %s: no error decorator is around %s", who, never, it)
	}
	return fmt.Sprintf("%s: %s errors reach the client as protocol errors, not as results that the model can read; no error decorator is around %s", who, its, it)
}

// subject returns how a message refers to a registered handler.
func subject(reg toolflow.Registration) string {
	switch {
	case reg.Name != "":
		return fmt.Sprintf("handler of tool %q", reg.Name)
	case reg.Label != "":
		return "handler " + reg.Label
	}
	return "the handler"
}

// maxNames bounds how many tools a message names.
const maxNames = 3

// subjects returns how a message refers to several handlers: by the names of the first ones that have one.
func subjects(regs []toolflow.Registration) string {
	var names []string
	more := 0
	for _, reg := range regs {
		switch name := cmp.Or(reg.Name, reg.Label); {
		case slices.Contains(names, name): // one handler of several tools whose names are not known
		case name != "" && len(names) < maxNames:
			names = append(names, name)
		default:
			more++
		}
	}
	on := ""
	if regs[0].Server != "" {
		on = " on " + regs[0].Server
	}
	switch {
	case len(names) == 0:
		return fmt.Sprintf("handlers of %d tools%s", len(regs), on)
	case more > 0:
		return fmt.Sprintf("handlers of %d tools%s (%s and %d more)", len(regs), on, strings.Join(names, ", "), more)
	}
	return fmt.Sprintf("handlers of %d tools%s (%s)", len(regs), on, strings.Join(names, ", "))
}

func line(pass *analysis.Pass, pos token.Pos) int { return pass.Fset.Position(pos).Line }
