package envelope_test

import (
	"testing"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/passes/envelope"
)

var testdata = cases.Dir

func TestRule(t *testing.T) {
	a, packages := cases.Merge(t,
		cases.Of(envelope.Analyzer, "envelope/status"),
		cases.Of(envelope.New(envelope.Options{
			Shape: map[string]string{"error": "boolean", "code": "string", "message": "string", "details?": "any"}, Members: []string{"code"},
		}), "envelope/shape"),
		cases.Of(envelope.New(envelope.Options{Factories: []string{"envelope/factory.New"}}), "envelope/factory", "envelope/factoryuse"),
		cases.Of(envelope.New(envelope.Options{Base: "BaseErrorFields"}), "envelope/base"),
		cases.Of(envelope.New(envelope.Options{Instance: "urn:codeintel:{operation}"}), "envelope/instance"),
	)
	cases.Run(t, testdata(t), a, packages...)
}

func TestFixes(t *testing.T) {
	a, packages := cases.Merge(t, cases.Of(envelope.Analyzer, "envelope/empty"), cases.Of(envelope.New(envelope.Options{Null: true}), "envelope/null"))
	cases.RunWithFixes(t, testdata(t), a, packages...)
}

func TestCheck(t *testing.T) {
	var got string
	envelope.Options{Shape: map[string]string{"error": "true", "code": "string"}}.Check(func(key, problem string) { got += key })
	if got != "shape.error" {
		t.Errorf("problems with %q", got)
	}
}
