package errlint_test

import (
	"golang.org/x/tools/go/analysis/multichecker"
	"golang.org/x/tools/go/analysis/passes/nilness"

	"github.com/errlint/errlint"
)

// A linter of one's own, with errlint's rules and others.
func Example_multichecker() {
	main := func() {
		config := errlint.Config{Disable: []string{"opname"}}
		analyzers := errlint.Analyzers(config)
		analyzers = append(analyzers, nilness.Analyzer)
		multichecker.Main(analyzers...)
	}
	_ = main // it would check the packages in os.Args
}
