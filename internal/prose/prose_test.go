package prose_test

import (
	"testing"

	"github.com/errlint/errlint/internal/prose"
)

func TestList(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{nil, ""},
		{[]string{"A"}, "A"},
		{[]string{"A", "B"}, "A and B"},
		{[]string{"A", "B", "C"}, "A, B and C"},
		{[]string{"A", "B", "C", "D"}, "A, B, C and 1 more"},
		{[]string{"A", "B", "C", "D", "E"}, "A, B, C and 2 more"},
	} {
		if got := prose.List(c.names, "and"); got != c.want {
			t.Errorf("List(%q) = %q, want %q", c.names, got, c.want)
		}
	}
}
