package directive_test

import (
	"slices"
	"testing"

	"github.com/errlint/errlint/internal/cases"
	rules "github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/passes/directive"
)

var testdata = cases.Dir

func TestBad(t *testing.T) {
	results := cases.RunWithFixes(t, testdata(t), directive.Analyzer, "directive/bad")
	var categories []string
	for _, result := range results {
		for _, d := range result.Diagnostics {
			if d.URL != directive.Analyzer.URL {
				t.Errorf("%q has the URL %q", d.Message, d.URL)
			}
			categories = append(categories, d.Category)
		}
	}
	for _, want := range []string{
		rules.UnknownKind, rules.UnknownRule, rules.UnknownArgument, rules.MissingRule, rules.MissingReason,
		rules.Misplaced, rules.NotDirective, rules.UnusedCategory,
	} {
		if !slices.Contains(categories, want) {
			t.Errorf("there is no case for the category %s", want)
		}
	}
}

func TestGood(t *testing.T) {
	cases.Run(t, testdata(t), directive.Analyzer, "directive/good", "directive/prose", "directive/generated")
}
