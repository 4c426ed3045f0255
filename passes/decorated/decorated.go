package decorated

import (
	_ "embed"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/ruledoc"
	"github.com/errlint/errlint/internal/toolflow"
)

//go:embed doc.go
var doc string

const url = "https://github.com/errlint/errlint/blob/main/docs/rules/decorated.md"

// The categories of the rule's diagnostics.
const (
	CategoryUndecorated = "undecorated" // a handler is registered without a decorator
	CategoryDecorator   = "decorator"   // a declared decorator does not convert every error
	CategoryPanic       = "panic"       // a declared decorator lets panics escape
)

// Options configure the rule. The zero Options are the default.
type Options struct {
	Registrars           []toolflow.Registrar `yaml:"registrars" doc:"functions that register tools, besides those of the SDKs"`
	Decorators           []toolflow.Decorator `yaml:"decorators" doc:"error decorators, besides those that are marked or recognised"`
	TypedHandlersCovered bool                 `yaml:"typed-handlers-covered" doc:"typed handlers, whose errors the SDK turns into results itself, need no decorator"`
	AssumeMiddleware     bool                 `yaml:"assume-middleware" doc:"a server that comes from other packages has decorating middleware"`
	CatchPanics          bool                 `yaml:"catch-panics" doc:"a declared decorator must recover from panics of the handler, too"`

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
var Analyzer = New(Options{})

// New returns the rule with the given options.
func New(o Options) *analysis.Analyzer {
	if o.Tools == nil {
		o.Tools = toolflow.Analyzer
		if len(o.Registrars) > 0 || len(o.Decorators) > 0 {
			o.Tools = toolflow.New(toolflow.Options{Registrars: o.Registrars, Decorators: o.Decorators})
		}
	}
	a := &analysis.Analyzer{
		Name:     "decorated",
		Doc:      ruledoc.Extract(doc),
		URL:      url,
		Requires: []*analysis.Analyzer{errflow.Analyzer, o.Tools},
		Run:      func(pass *analysis.Pass) (any, error) { return nil, run(pass, &o) },
	}
	a.Flags.BoolVar(&o.TypedHandlersCovered, "typed-handlers-covered", o.TypedHandlersCovered, "typed handlers, whose errors the SDK turns into results itself, need no decorator")
	a.Flags.BoolVar(&o.AssumeMiddleware, "assume-middleware", o.AssumeMiddleware, "a server that comes from other packages has decorating middleware")
	a.Flags.BoolVar(&o.CatchPanics, "catch-panics", o.CatchPanics, "a declared decorator must recover from panics of the handler, too")
	return a
}

func run(pass *analysis.Pass, o *Options) error {
	model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	if !model.InScope() {
		return nil
	}
	tools := pass.ResultOf[o.Tools].(*toolflow.Tools)
	reporter := directive.NewReporter(pass, url)

	var last token.Pos
	for _, reg := range tools.Registrations {
		if reg.State != toolflow.Undecorated {
			continue
		}
		if reg.Typed && o.TypedHandlersCovered || reg.Foreign && o.AssumeMiddleware {
			continue
		}
		if reg.Pos == last {
			continue // registered under several names: one mistake
		}
		last = reg.Pos
		// Have: the handler's errors reach the SDK as they are.
		diag := analysis.Diagnostic{
			Pos: reg.Pos, End: reg.End,
			Category: CategoryUndecorated,
			Message:  subject(reg) + " is registered without an error decorator",
		}
		if call := reg.Call.Pos(); line(pass, call) != line(pass, reg.Pos) {
			diag.Related = append(diag.Related, analysis.RelatedInformation{Pos: call, Message: "registered here"})
		}
		if reg.Handler != nil && reg.Label != "" && reg.Handler.Pos().IsValid() {
			diag.Related = append(diag.Related, analysis.RelatedInformation{Pos: reg.Handler.Pos(), Message: reg.Label + " is declared here"})
		}
		reporter.Report(diag)
	}

	for _, d := range tools.Declared {
		decl := model.DeclOf(d.Func)
		name := errflow.FuncName(d.Func, pass.Pkg)
		if len(d.Leaks) > 0 {
			diag := analysis.Diagnostic{
				Pos: decl.Name.Pos(), End: decl.Name.End(),
				Category: CategoryDecorator,
				Message:  fmt.Sprintf("decorator %s returns an error when its handler has failed, instead of a result", name),
			}
			for _, leak := range d.Leaks {
				diag.Related = append(diag.Related, analysis.RelatedInformation{Pos: leak, Message: "returns an error here"})
			}
			reporter.Report(diag)
		}
		if d.Drops {
			reporter.Report(analysis.Diagnostic{
				Pos: decl.Name.Pos(), End: decl.Name.End(),
				Category: CategoryDecorator,
				Message:  fmt.Sprintf("decorator %s drops the error of its handler, instead of making a result of it", name),
			})
		}
		if d.Panics && o.CatchPanics {
			reporter.Report(analysis.Diagnostic{
				Pos: decl.Name.Pos(), End: decl.Name.End(),
				Category: CategoryPanic,
				Message:  fmt.Sprintf("decorator %s does not recover from panics of its handler", name),
			})
		}
	}
	reporter.Finish()
	return nil
}

// subject is how the message calls a registered handler.
func subject(reg toolflow.Registration) string {
	switch {
	case reg.Name != "":
		return fmt.Sprintf("handler of tool %q", reg.Name)
	case reg.Label != "":
		return "handler " + reg.Label
	}
	return "the handler"
}

func line(pass *analysis.Pass, pos token.Pos) int { return pass.Fset.Position(pos).Line }
