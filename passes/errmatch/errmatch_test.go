package errmatch_test

import (
	"testing"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/passes/errmatch"
)

var testdata = cases.Dir

func TestAnalyzer(t *testing.T) {
	a, packages := cases.Merge(t,
		cases.Of(errmatch.Analyzer, "errmatch/..."),
		cases.Of(errmatch.New(errmatch.Options{Unnamed: true}), "errmatch_unnamed"),
		cases.Of(errmatch.New(errmatch.Options{Identity: errmatch.All}), "errmatch_all"),
		cases.Of(errmatch.New(errmatch.Options{Unnamed: true, Texts: []string{"errmatch/d*"}}), "errmatch_texts"),
	)
	cases.Run(t, testdata(t), a, packages...)
}

func TestFixes(t *testing.T) {
	cases.RunWithFixes(t, testdata(t), errmatch.Analyzer, "errmatch_fixes")
}
