package directive

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/rules"
)

// HostNolint does nothing. An analyzer that requires it runs in a host that
// applies //nolint comments itself, so that a [Reporter] must not: the host
// would not see what they suppress, and might call them unused.
var HostNolint = &analysis.Analyzer{
	Name: "hostnolint",
	Doc:  "say that the host applies nolint comments",
	URL:  "https://pkg.go.dev/github.com/errlint/errlint/internal/directive",
	Run:  func(*analysis.Pass) (any, error) { return nil, nil },
}

// Suppressed does nothing, and no analyzer requires it. A host that wants to
// know of the findings that directives suppress lets a pass have, as the
// result of Suppressed, a function to take them, which has the type [Sink].
var Suppressed = &analysis.Analyzer{
	Name: "suppressed",
	Doc:  "say that the host takes suppressed findings",
	URL:  "https://pkg.go.dev/github.com/errlint/errlint/internal/directive",
	Run:  func(*analysis.Pass) (any, error) { return nil, nil },
}

// A Sink takes a diagnostic that a directive suppresses, and the reason that
// its author gave, if any.
type Sink func(diag analysis.Diagnostic, reason string)

// Stable returns the analyzer of a rule less the categories that are in their preview stage, unless the rule itself is: what hosts run
// that know of no configuration, as nogo does.
func Stable(a *analysis.Analyzer) *analysis.Analyzer {
	r, _ := rules.Find(a.Name)
	if r.Stage != rules.Stable {
		return a
	}
	return Filter(a, func(_ *token.FileSet, d *analysis.Diagnostic) bool {
		return !slices.ContainsFunc(r.Categories, func(c rules.Category) bool { return c.Name == d.Category && c.Stage == rules.Preview })
	})
}

// Filter returns an analyzer that reports those diagnostics of a which keep
// is true of, suppressed or not, as keep leaves them.
func Filter(a *analysis.Analyzer, keep func(*token.FileSet, *analysis.Diagnostic) bool) *analysis.Analyzer {
	filtered := *a
	filtered.Run = func(pass *analysis.Pass) (any, error) {
		p := *pass
		p.Report = func(d analysis.Diagnostic) {
			if keep(pass.Fset, &d) {
				pass.Report(d)
			}
		}
		if sink, ok := pass.ResultOf[Suppressed].(Sink); ok {
			p.ResultOf = maps.Clone(pass.ResultOf)
			p.ResultOf[Suppressed] = Sink(func(d analysis.Diagnostic, reason string) {
				if keep(pass.Fset, &d) {
					sink(d, reason)
				}
			})
		}
		return a.Run(&p)
	}
	return &filtered
}
