package gclplugin

import (
	"fmt"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// found is what the rules report on one package.
type found map[*analysis.Analyzer][]analysis.Diagnostic

// split returns an analyzer for each rule that reports what the rule does, but has no
// facts. All of them require one analyzer, which runs the rules and has their facts.
func split(rules []*analysis.Analyzer) []*analysis.Analyzer {
	order := worklist.Postorder(rules, func(a *analysis.Analyzer) []*analysis.Analyzer { return a.Requires })
	suite := &analysis.Analyzer{
		Name:       "errlintsuite",
		Doc:        "run the rules of errlint\n\nIt reports nothing itself.",
		URL:        "https://pkg.go.dev/github.com/errlint/errlint/gclplugin",
		ResultType: reflect.TypeFor[found](),
		Run:        func(pass *analysis.Pass) (any, error) { return runAll(pass, order) },
	}
	for _, a := range order {
		suite.FactTypes = append(suite.FactTypes, a.FactTypes...)
	}
	var reporters []*analysis.Analyzer
	for _, r := range rules {
		reporters = append(reporters, &analysis.Analyzer{
			Name:     r.Name,
			Doc:      r.Doc,
			URL:      r.URL,
			Requires: []*analysis.Analyzer{suite},
			Run: func(pass *analysis.Pass) (any, error) {
				all, ok := pass.ResultOf[suite].(found)
				if !ok {
					return nil, fmt.Errorf("%s yields %T", suite.Name, pass.ResultOf[suite])
				}
				for _, d := range all[r] {
					pass.Report(d)
				}
				return nil, nil
			},
		})
	}
	return reporters
}

// runAll runs analyzers on a package, in the given order, one by one:
// golangci-lint has other packages to run in parallel, and recovers from a panic only
// in its own goroutine. A result is dropped after the last analyzer that requires it.
//
// Of a package out of scope there is nothing to find, so nothing is run on it: with the
// SSA form of all dependencies, golangci-lint would need several times the memory.
func runAll(pass *analysis.Pass, order []*analysis.Analyzer) (found, error) {
	if !flow.InScope(pass) {
		return nil, nil
	}
	reports := make(found)
	results := make(map[*analysis.Analyzer]any)
	uses := make(map[*analysis.Analyzer]int) // by analyzers that have not run
	for _, a := range order {
		for _, r := range a.Requires {
			uses[r]++
		}
	}
	for _, a := range order {
		p := *pass
		p.Analyzer = a
		p.Report = func(d analysis.Diagnostic) { reports[a] = append(reports[a], d) }
		p.ResultOf = make(map[*analysis.Analyzer]any)
		for _, r := range a.Requires {
			p.ResultOf[r] = results[r]
			if uses[r]--; uses[r] == 0 {
				delete(results, r)
			}
		}
		p.AllObjectFacts = func() []analysis.ObjectFact {
			return slices.DeleteFunc(pass.AllObjectFacts(), func(f analysis.ObjectFact) bool { return !has(a, f.Fact) })
		}
		p.AllPackageFacts = func() []analysis.PackageFact {
			return slices.DeleteFunc(pass.AllPackageFacts(), func(f analysis.PackageFact) bool { return !has(a, f.Fact) })
		}
		result, err := a.Run(&p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.Name, err)
		}
		if uses[a] > 0 {
			results[a] = result
		}
	}
	return reports, nil
}

// has reports whether a fact is one of the analyzer's.
func has(a *analysis.Analyzer, fact analysis.Fact) bool {
	return slices.ContainsFunc(a.FactTypes, func(f analysis.Fact) bool { return reflect.TypeOf(f) == reflect.TypeOf(fact) })
}
