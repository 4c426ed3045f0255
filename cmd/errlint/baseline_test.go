package main

import (
	"slices"
	"testing"

	"github.com/errlint/errlint/internal/baseline"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/finding"
)

// kind returns findings that the baseline cannot tell apart, one at each line.
func kind(message string, lines ...int) []finding.Finding {
	var fs []finding.Finding
	for _, line := range lines {
		pos := finding.Position{File: "/m/a.go", Line: line, Column: 1, Offset: line * 100}
		fs = append(fs, finding.Finding{Rule: "opname", Package: "m", Decl: "f", Message: message, Pos: pos, End: pos})
	}
	return fs
}

func lines(fs []finding.Finding) []int {
	var ls []int
	for _, f := range fs {
		ls = append(ls, f.Pos.Line)
	}
	slices.Sort(ls)
	return ls
}

func TestHide(t *testing.T) {
	for _, test := range []struct {
		name             string
		accepted         []finding.Finding // nil: no baseline
		fresh, old       []finding.Finding
		counting         []int
		baseline, byBase []int
	}{
		{"nothing", nil, nil, nil, nil, nil, nil},
		{"neither", nil, kind("a", 1, 2), nil, []int{1, 2}, nil, nil},
		{"the base", nil, kind("a", 1), kind("a", 2), []int{1}, nil, []int{2}},
		{"the baseline", kind("a", 7), kind("a", 1, 2), nil, []int{2}, []int{1}, nil},
		{"another kind", kind("b", 1), kind("a", 1), nil, []int{1}, nil, nil},

		// The baseline would hide the first, line 1, but what it has is the old one.
		{"the old one comes last", kind("a", 7), kind("a", 1), kind("a", 2), []int{1}, []int{2}, nil},
		{"the old one comes first", kind("a", 7), kind("a", 2), kind("a", 1), []int{2}, []int{1}, nil},
		{"one of each", kind("a", 7, 8), kind("a", 1, 4), kind("a", 3), []int{4}, []int{1, 3}, nil},
		{"more than there is", kind("a", 7, 8, 9), kind("a", 1), kind("a", 2), nil, []int{1, 2}, nil},
		{"less than is old", kind("a", 7), kind("a", 1), kind("a", 2, 3), []int{1}, []int{2}, []int{3}},
		{"kinds do not mix", slices.Concat(kind("a", 7), kind("b", 8, 9)), kind("a", 1), kind("b", 2), []int{1}[:0], []int{1, 2}, nil},
	} {
		var a *accepted
		if test.accepted != nil {
			a = &accepted{Baseline: baseline.New(test.accepted)}
		}
		counting, hidden := a.hide(test.fresh, test.old)
		by := make(map[finding.Hider][]finding.Finding)
		for _, h := range hidden {
			by[h.By] = append(by[h.By], h.Finding)
		}
		if got := lines(counting); !slices.Equal(got, test.counting) {
			t.Errorf("%s: %d count, want %d", test.name, got, test.counting)
		}
		if got := lines(by[finding.ByBaseline]); !slices.Equal(got, test.baseline) {
			t.Errorf("%s: %d are in the baseline, want %d", test.name, got, test.baseline)
		}
		if got := lines(by[finding.ByBase]); !slices.Equal(got, test.byBase) {
			t.Errorf("%s: %d are at the base, want %d", test.name, got, test.byBase)
		}
		// If nothing is lacking without the base, nothing counts with it: that is why
		// the base need not be looked at then.
		if all := slices.Concat(test.fresh, test.old); !a.lacksAny(all) && len(counting) > 0 {
			t.Errorf("%s: %d count, but are not lacking", test.name, lines(counting))
		}
	}
}

func TestGoneNotes(t *testing.T) {
	a := &accepted{named: "b.json"}
	if notes := a.notes(nil); notes != nil {
		t.Errorf("nothing is gone: %q", notes)
	}
	var many []baseline.Entry
	for range maxGone + 2 {
		many = append(many, baseline.Entry{Package: "m", Rule: "opname", Message: "x", Count: 1})
	}
	notes := a.notes(many)
	if len(notes) != maxGone+2 || notes[1] != "gone: m: x (opname)" || notes[maxGone+1] != "b.json: and 2 more entries" {
		t.Errorf("%d are gone: %q", len(many), notes)
	}
}

func TestWouldShow(t *testing.T) {
	whole := &driver.Result{Checked: []string{"m/a", "m/b"}}
	broken := &driver.Result{Checked: []string{"m/a"}, Problems: make([]finding.Problem, 1)}
	for _, test := range []struct {
		result  *driver.Result
		pkg     string
		covered bool
		want    bool
	}{
		{whole, "m/a", false, true},
		{whole, "m/c", false, false},
		{whole, "m/c", true, true},
		{broken, "m/a", true, true},
		{broken, "m/b", true, false}, // it may be the one that is broken
	} {
		if got := wouldShow(test.result, test.pkg, test.covered); got != test.want {
			t.Errorf("%v, %s, %v: %v", test.result, test.pkg, test.covered, got)
		}
	}
}
