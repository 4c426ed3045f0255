package directive

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/ruledoc"
)

//go:embed doc.go
var doc string

// Options is the configuration of the rule. There is nothing to configure.
type Options struct{}

// Analyzer is the rule with its default options.
var Analyzer = directive.Stable(New(Options{}))

// New returns the rule with the given options.
func New(o Options) *analysis.Analyzer {
	return ruledoc.Rule("directive", doc, &o, run, nil)
}

func run(pass *analysis.Pass, _ *Options) error {
	reporter := directive.NewReporter(pass)
	for _, file := range pass.Files {
		for _, d := range directive.Parse(pass.Fset, file) {
			for _, p := range d.Problems {
				reporter.Report(analysis.Diagnostic{
					Pos:            p.Pos,
					End:            p.End,
					Category:       p.Code,
					Message:        p.Message,
					SuggestedFixes: fix(p),
				})
			}
		}
	}
	reporter.Finish()
	return nil
}

// fix returns the correction of a problem, if there is only one.
func fix(p directive.Problem) []analysis.SuggestedFix {
	if p.Replacement == "" {
		return nil
	}
	message := "Replace it by " + p.Replacement
	if p.Code == directive.NotDirective {
		message = "Remove the space"
	}
	return []analysis.SuggestedFix{{
		Message: message,
		TextEdits: []analysis.TextEdit{{
			Pos:     p.Pos,
			End:     p.End,
			NewText: []byte(p.Replacement),
		}},
	}}
}
