package main

import (
	"slices"
	"strconv"
	"testing"

	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/pack"
)

// TestListedOnce checks that a place that registers what another package returns adds nothing to the tools that are listed there,
// and that it is listed where they are not.
func TestListedOnce(t *testing.T) {
	read := tool{Name: "read", Verdict: notJudged, Package: "m/tools", Decorators: []string{}}
	again := tool{Verdict: notJudged, Package: "m/web", From: "m/tools", Decorators: []string{}}
	for _, test := range []struct {
		name  string
		tools []tool
		want  int
	}{
		{"listed there", []tool{read, again}, 1},
		{"not listed there", []tool{again}, 1},
		{"listed without names", []tool{{Verdict: notJudged, Package: "m/tools", Decorators: []string{}}, again}, 2},
		{"named", []tool{read, {Name: "write", Verdict: notJudged, Package: "m/web", From: "m/tools", Decorators: []string{}}}, 2},
		{"judged", []tool{read, {Verdict: "undecorated", Package: "m/web", From: "m/tools", Decorators: []string{}}}, 2},
		{"its own", []tool{read, {Verdict: notJudged, Package: "m/tools", From: "m/tools", Decorators: []string{}}}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			var r driver.Result
			for i, one := range test.tools {
				f := finding.Finding{Rule: inventoryRule, Category: "tool", Package: one.Package, Message: string(pack.Pack([]tool{one}))}
				at := finding.Related{Message: "0"}
				at.Pos.File, at.Pos.Line = one.Package+"/tools.go", i+1
				f.Related = []finding.Related{at}
				r.Findings = append(r.Findings, f)
			}
			all, _, err := splitTools(&r)
			if err != nil {
				t.Fatal(err)
			}
			if len(all) != test.want {
				t.Errorf("%d tools, want %d: %+v", len(all), test.want, all)
			}
			if test.name == "listed there" && !slices.ContainsFunc(all, func(t tool) bool { return t.Name == "read" }) {
				t.Errorf("read is gone: %+v", all)
			}
		})
	}
}

// TestRows checks that tools on one line are several, and that the same one, found in a package and again in that with its tests, is one.
func TestRows(t *testing.T) {
	row := func(column int) tool {
		return tool{Verdict: "undecorated", Package: "m", Decorators: []string{}, Column: column}
	}
	var r driver.Result
	for range 2 {
		f := finding.Finding{Rule: inventoryRule, Category: "tools", Package: "m", Message: string(pack.Pack([]tool{row(0), row(0)}))}
		for i, column := range []int{9, 31} {
			at := finding.Related{Message: strconv.Itoa(i)}
			at.Pos.File, at.Pos.Line, at.Pos.Column = "m/tools.go", 3, column
			f.Related = append(f.Related, at)
		}
		r.Findings = append(r.Findings, f)
	}
	all, _, err := splitTools(&r)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || all[0].Column != 9 || all[1].Column != 31 {
		t.Errorf("the tools are %+v", all)
	}
}

// TestSum checks how tools are counted, and that lists of which nothing is known are no tools.
func TestSum(t *testing.T) {
	judged := tool{Name: "read", Verdict: "undecorated"}
	unknown := tool{Name: "write", Verdict: notJudged}
	list := tool{Verdict: notJudged, List: true}
	for _, test := range []struct {
		tools     []tool
		sum, told string
	}{
		{[]tool{judged}, "1 tool: 1 undecorated", ""},
		{[]tool{judged, unknown}, "2 tools: 1 not judged, 1 undecorated", "2 tools, 1 of them not judged: errlint tools says why"},
		{[]tool{list}, "1 list of tools: not judged", "1 list of tools not judged: errlint tools says why"},
		{[]tool{judged, list}, "1 tool: 1 undecorated, 1 list of tools not judged", "1 tool, 1 list of tools not judged: errlint tools says why"},
		{
			[]tool{judged, unknown, list, list},
			"2 tools: 1 not judged, 1 undecorated, 2 lists of tools not judged",
			"2 tools, 1 of them and 2 lists of tools not judged: errlint tools says why",
		},
	} {
		if got := sumTools(test.tools); got != test.sum {
			t.Errorf("the sum is %q, want %q", got, test.sum)
		}
		if got := toldTools(test.tools, nil, true, false); got != test.told {
			t.Errorf("the end of a run is %q, want %q", got, test.told)
		}
	}
}
