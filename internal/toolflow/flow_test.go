package toolflow

import (
	"go/token"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// TestMembers checks which leaves of an answer are one and the same: those that
// say the same of a parameter, whatever the way that leads to it, but no two handlers. Of two ways, the shorter one is kept.
func TestMembers(t *testing.T) {
	members := func(ls ...leaf) []leaf {
		s := newSet[leafKey, leaf]()
		for _, l := range ls {
			s.add(l)
		}
		return s.members()
	}
	f, g := new(ssa.Function), new(ssa.Function)
	app := application{owner: f, op: 1, empty: none}
	param := leaf{owner: f, leafFact: leafFact{Param: 1, Path: path{"Handler"}, State: Undecorated}, trail: []token.Pos{1}, steps: 1}
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
		{"another parameter", with(func(l *leaf) { l.Param = 2 }), false},
		{"another function's", with(func(l *leaf) { l.owner = g }), false},
		{"another part", with(func(l *leaf) { l.Path = path{"Other"} }), false},
		{"decorated", with(func(l *leaf) { l.State = Decorated }), false},
		{"with an operation", with(func(l *leaf) { l.apps = []application{app} }), false},
		{"typed", with(func(l *leaf) { l.Typed = true }), false},
		{"an argument", with(func(l *leaf) { l.Arg = true }), false},
		{"of a later call", with(func(l *leaf) { l.Level = 1 }), false},
	} {
		if got := len(members(param, test.other, param)); (got == 1) != test.same {
			t.Errorf("%s: %d leaves of 3", test.what, got)
		}
	}
	at := func(places ...token.Pos) leaf {
		return leaf{fn: f, leafFact: leafFact{State: Undecorated}, trail: places, places: places}
	}
	if got := len(members(at(1), at(2), at(1))); got != 2 {
		t.Errorf("of a handler in two places, %d is left", got)
	}
	long := param
	long.follows([]token.Pos{0}, 1)
	for _, ls := range [][]leaf{{param, long}, {long, param}} {
		if got := members(ls...); len(got) != 1 || len(got[0].trail) != 1 {
			t.Errorf("of two ways, %v is left", got)
		}
	}
}

// TestFull checks that a set with too many members is above all others, however it is reached.
func TestFull(t *testing.T) {
	s, other := newSet[leafKey, leaf](), newSet[leafKey, leaf]()
	for i := range maxMembers {
		s.add(leaf{leafFact: leafFact{Param: i}})
	}
	other.add(leaf{leafFact: leafFact{Param: maxMembers}})
	if s.full || len(s.members()) != maxMembers {
		t.Fatalf("%d members, full %t", len(s.members()), s.full)
	}
	s, grew := join(s, other)
	if !s.full || !grew {
		t.Errorf("one more: full %t, grew %t", s.full, grew)
	}
	if s, grew = join(s, other); !s.full || grew {
		t.Errorf("and again: full %t, grew %t", s.full, grew)
	}
	if s, grew = join(other, s); !s.full || !grew {
		t.Errorf("the other way round: full %t, grew %t", s.full, grew)
	}
}
