package errmatch_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/passes/errmatch"
)

var testdata = cases.Dir

func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, testdata(t), errmatch.Analyzer, "errmatch/...")
}

func TestUnnamed(t *testing.T) {
	analysistest.Run(t, testdata(t), errmatch.New(errmatch.Options{Unnamed: true}), "errmatch_unnamed")
}

func TestIdentityAll(t *testing.T) {
	analysistest.Run(t, testdata(t), errmatch.New(errmatch.Options{Identity: errmatch.All}), "errmatch_all")
}

func TestTexts(t *testing.T) {
	analysistest.Run(t, testdata(t), errmatch.New(errmatch.Options{Unnamed: true, Texts: []string{"errmatch/d*"}}), "errmatch_texts")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, testdata(t), errmatch.Analyzer, "errmatch_fixes")
}
