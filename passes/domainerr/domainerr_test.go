package domainerr_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/passes/domainerr"
)

var testdata = cases.Dir

func TestAnalyzer(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, testdata(t), domainerr.Analyzer, "domainerr/mixed")
	analysistest.Run(t, testdata(t), domainerr.Analyzer, "domainerr/mixeduse", "domainerr/untyped", "domainerr/untypedpkg")
}

func TestOptions(t *testing.T) {
	for name, test := range map[string]struct {
		opts domainerr.Options
		pkgs []string
	}{
		"hierarchy": {
			domainerr.Options{Packages: []string{"domainerr/family"}, Base: "Base", Methods: []string{"ProblemDetails"}},
			[]string{"domainerr/family"},
		},
		"context": {
			domainerr.Options{Methods: []string{"Problem"}, Packages: []string{"nowhere"}, Context: map[string][]string{
				"FileError": {"Path", "Line"}, "domainerr/context.ValueError": {"Query"},
			}},
			[]string{"domainerr/context"},
		},
		"layers": {
			domainerr.Options{Layers: []domainerr.Layer{{Packages: []string{"domainerr/transport*"}, Not: []string{"domainerr/mcperr"}}}},
			[]string{"domainerr/transport", "domainerr/transportmatch"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			analysistest.Run(t, testdata(t), domainerr.New(test.opts), test.pkgs...)
		})
	}
}

func TestCheck(t *testing.T) {
	var got []string
	domainerr.Options{
		Packages: []string{""},
		Methods:  []string{"Problem Details"},
		Context:  map[string][]string{"E": {"1"}},
		Layers:   []domainerr.Layer{{Packages: []string{"./..."}}},
		Untyped:  "some",
	}.Check(func(key, _ string) { got = append(got, key) })
	want := []string{"packages[0]", "layers[0].not", "methods[0]", "context.E[0]", "untyped"}
	if !slices.Equal(got, want) {
		t.Errorf("wrong: %q, want %q", got, want)
	}
}
