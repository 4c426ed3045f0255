package domainerr_test

import (
	"slices"
	"testing"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/passes/domainerr"
)

var testdata = cases.Dir

func TestAnalyzer(t *testing.T) {
	a, packages := cases.Merge(t,
		cases.Of(domainerr.Analyzer, "domainerr/mixeduse", "domainerr/untyped", "domainerr/untypedpkg"),
		cases.Of(domainerr.New(domainerr.Options{
			Packages: []string{"domainerr/family"}, Base: "Base", Methods: []string{"ProblemDetails"},
		}), "domainerr/family"),
		cases.Of(domainerr.New(domainerr.Options{
			Methods: []string{"Problem", "Code"}, Packages: []string{"nowhere"},
			Context: map[string][]string{"FileError": {"Path", "Line"}, "GitError": {"Command", "Ref"}, "domainerr/context.ValueError": {"Query"}},
		}), "domainerr/context"),
		cases.Of(domainerr.New(domainerr.Options{
			Layers: []domainerr.Layer{{Packages: []string{"domainerr/transport*"}, Not: []string{"domainerr/mcperr"}}},
		}), "domainerr/transport", "domainerr/transportmatch"),
	)
	cases.Run(t, testdata(t), a, packages...)
}

func TestFixes(t *testing.T) {
	cases.RunWithFixes(t, testdata(t), domainerr.Analyzer, "domainerr/mixed")
}

func TestCheck(t *testing.T) {
	var got []string
	domainerr.Options{
		Packages: []string{""},
		Methods:  []string{"Problem Details"},
		Context:  map[string][]string{"E": {"1"}},
		Layers:   []domainerr.Layer{{Packages: []string{"./..."}}},
	}.Check(func(key, _ string) { got = append(got, key) })
	want := []string{"packages[0]", "layers[0].not", "methods[0]", "context.E[0]"}
	if !slices.Equal(got, want) {
		t.Errorf("wrong: %q, want %q", got, want)
	}
}
