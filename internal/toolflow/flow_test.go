package toolflow

import (
	"go/token"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// TestDistinct checks which leaves of a summary are one and the same: those that
// say the same of a parameter, whatever the way that leads to it, but no two handlers.
func TestDistinct(t *testing.T) {
	f, g := new(ssa.Function), new(ssa.Function)
	app := application{owner: f, op: 1, empty: none}
	param := leaf{owner: f, param: 1, path: path{"Handler"}, state: Undecorated, trail: []token.Pos{1}}
	with := func(change func(*leaf)) leaf {
		l := param
		change(&l)
		return l
	}
	for _, test := range []struct {
		what  string
		other leaf
		same  bool
	}{
		{"another way", with(func(l *leaf) { l.trail = []token.Pos{2} }), true},
		{"another parameter", with(func(l *leaf) { l.param = 2 }), false},
		{"another function's", with(func(l *leaf) { l.owner = g }), false},
		{"another part", with(func(l *leaf) { l.path = path{"Other"} }), false},
		{"decorated", with(func(l *leaf) { l.state = Decorated }), false},
		{"with an operation", with(func(l *leaf) { l.apps = []application{app} }), false},
		{"typed", with(func(l *leaf) { l.typed = true }), false},
		{"an argument", with(func(l *leaf) { l.isArg = true }), false},
		{"of a later call", with(func(l *leaf) { l.level = 1 }), false},
	} {
		if got := len(distinct([]leaf{param, test.other, param})); (got == 1) != test.same {
			t.Errorf("%s: %d leaves of 3", test.what, got)
		}
	}
	handler := leaf{fn: f, state: Undecorated}
	if got := len(distinct([]leaf{handler, handler})); got != 2 {
		t.Errorf("of a handler in two places, %d is left", got)
	}
}
