package ruledoc

import "golang.org/x/tools/go/analysis"

// Rule returns the analyzer of a rule, whose source of doc.go is its documentation, and whose options have flags. Opts is a pointer to these, as for
// [Flags].
func Rule(name, source string, opts any, run func(*analysis.Pass) (any, error), requires []*analysis.Analyzer, facts ...analysis.Fact) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:      name,
		Doc:       Extract(source),
		URL:       "https://github.com/errlint/errlint/blob/main/docs/rules/" + name + ".md",
		Run:       run,
		Requires:  requires,
		FactTypes: facts,
	}
	Flags(&a.Flags, opts)
	return a
}
