package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/errlint/errlint/internal/rules"
)

func TestIDs(t *testing.T) {
	ids := rules.IDs()
	for _, id := range ids {
		if !rules.Known(id) || rules.StageOf(id) == "" {
			t.Errorf("%s is not known, or has no stage", id)
		}
	}
	sorted := slices.Sorted(slices.Values(ids))
	if len(slices.Compact(sorted)) != len(ids) {
		t.Errorf("an id is there twice: %v", ids)
	}
	for _, id := range []string{"", "/", "wrapcause/", "/format", "wrapcause/zzz", "wrapcause/format/x", "zzz/" + rules.Unused} {
		if rules.Known(id) {
			t.Errorf("%q is known", id)
		}
	}
}

func TestHint(t *testing.T) {
	for id, want := range map[string]string{
		"wrapcuase":        `; did you mean "wrapcause"?`,
		"wrapcuase/format": `; did you mean "wrapcause/format"?`,
		"wrapcause/fromat": `; did you mean "wrapcause/format"?`,
		"duplicate":        `; did you mean "opname/duplicate" or "errcode/duplicate"?`,
		"zzz":              "; the rules are noerrordict, ",
		"zzz/zzz":          "; the rules are noerrordict, ",
		"wrapcause/zzz":    "; the categories are wrapcause/format, ",
	} {
		if got := rules.Hint(id); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

func TestAny(t *testing.T) {
	for _, test := range []struct {
		ids  string
		want bool
	}{
		{"wrapcause", true},
		{"wrapcause/format", true},
		{"opname wrapcause/format", true},
		{"wrapcause/text", false},
		{"wrap", false},
		{"opname/format", false},
		{"", false},
	} {
		if got := rules.Any(strings.Fields(test.ids), "wrapcause", "format"); got != test.want {
			t.Errorf("%q: %t", test.ids, got)
		}
	}
}
