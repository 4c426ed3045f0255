package nearest_test

import (
	"strings"
	"testing"

	"github.com/errlint/errlint/internal/nearest"
)

func TestOf(t *testing.T) {
	rules := []string{"noerrordict", "decorated", "wrapcause", "opname", "raisesdoc", "directive"}
	for _, test := range []struct {
		name, want string
	}{
		{"wrapcause", "wrapcause"},
		{"wrapcuase", "wrapcause"}, // a transposition
		{"WrapCause", "wrapcause"},
		{"wrap-cause", "wrapcause"},
		{"wrap_cause", "wrapcause"},
		{"raisedoc", "raisesdoc"},
		{"no-error-dicts", "noerrordict"},
		{"errcheck", ""},
		{"", ""},
		{"x", ""},
		{"\xff\xfe", ""},
		{strings.Repeat("wrapcause", 1e5), ""},
	} {
		if got := nearest.Of(test.name, rules); got != test.want {
			t.Errorf("Of(%.40q) = %q, want %q", test.name, got, test.want)
		}
	}
}

func TestOfPrefersTheFirstOfEquals(t *testing.T) {
	if got := nearest.Of("tagz", []string{"tags", "tagx"}); got != "tags" {
		t.Errorf("Of = %q, want tags", got)
	}
}

func TestHint(t *testing.T) {
	if got, want := nearest.Hint("opnmae", []string{"opname"}), `; did you mean "opname"?`; got != want {
		t.Errorf("Hint = %q, want %q", got, want)
	}
	if got := nearest.Hint("zzz", []string{"opname"}); got != "" {
		t.Errorf("Hint = %q, want none", got)
	}
}
