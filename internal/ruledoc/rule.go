package ruledoc

import "golang.org/x/tools/go/analysis"

// Rule returns the analyzer of a rule that reports findings and has no other result. Source is the text of its doc.go, which has its documentation. Opts
// is a pointer to a copy of its options, to which run is given the same pointer; they have flags, as [Flags] says.
func Rule[Options any](name, source string, opts *Options, run func(*analysis.Pass, *Options) error, requires []*analysis.Analyzer, facts ...analysis.Fact) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:      name,
		Doc:       Extract(source),
		URL:       "https://github.com/errlint/errlint/blob/main/docs/rules/" + name + ".md",
		Run:       func(pass *analysis.Pass) (any, error) { return nil, run(pass, opts) },
		Requires:  requires,
		FactTypes: facts,
	}
	Flags(&a.Flags, opts)
	return a
}
