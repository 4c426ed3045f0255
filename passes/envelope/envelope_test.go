package envelope_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/errlint/errlint/passes/envelope"
)

func TestRule(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("..", "..", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, dir, envelope.Analyzer, "envelope/empty")
	analysistest.Run(t, dir, envelope.Analyzer, "envelope/status")
	analysistest.RunWithSuggestedFixes(t, dir, envelope.New(envelope.Options{Null: true}), "envelope/null")
	for _, test := range []struct {
		opts envelope.Options
		pkgs []string
	}{
		{envelope.Options{Shape: map[string]string{"error": "boolean", "code": "string", "message": "string", "details?": "any"}, Members: []string{"code"}}, []string{"envelope/shape"}},
		{envelope.Options{Factories: []string{"envelope/factory.New"}}, []string{"envelope/factory", "envelope/factoryuse"}},
		{envelope.Options{Base: "BaseErrorFields"}, []string{"envelope/base"}},
		{envelope.Options{Instance: "urn:codeintel:{operation}"}, []string{"envelope/instance"}},
	} {
		analysistest.Run(t, dir, envelope.New(test.opts), test.pkgs...)
	}
}

func TestCheck(t *testing.T) {
	var got string
	envelope.Options{Shape: map[string]string{"error": "true", "code": "string"}}.Check(func(key, problem string) { got += key })
	if got != "shape.error" {
		t.Errorf("problems with %q", got)
	}
}
