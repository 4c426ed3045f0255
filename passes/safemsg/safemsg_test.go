package safemsg_test

import (
	"slices"
	"testing"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/passes/safemsg"
)

var testdata = cases.Dir

func TestAnalyzer(t *testing.T) {
	a, packages := cases.Merge(t,
		cases.Of(safemsg.New(safemsg.Options{Trace: "filtered", Safe: []string{"safemsg/replies.clean"}}), "safemsg/replies"),
		cases.Of(safemsg.New(safemsg.Options{Foreign: []string{"http", "tool", "jsonrpc"}, Upstream: true, Detail: true}),
			"safemsg/foreign", "safemsg/store", "safemsg/texts"),
		cases.Of(safemsg.New(safemsg.Options{Unknown: true, Safe: []string{"safemsg/unknown.fit"}}), "safemsg/unknown"),
		cases.Of(safemsg.New(safemsg.Options{Private: []string{"safemsg/private.Limits.Max"}}), "safemsg/headers", "safemsg/policy", "safemsg/private", "safemsg/accounts", "safemsg/whole"),
	)
	cases.Run(t, testdata(t), a, packages...)
}

func TestCheck(t *testing.T) {
	var got []string
	report := func(key, _ string) { got = append(got, key) }
	safemsg.Options{Trace: "filtered"}.Check(report)
	safemsg.Options{Trace: "any"}.Check(report)
	if want := []string{"trace"}; !slices.Equal(got, want) {
		t.Errorf("wrong: %q, want %q", got, want)
	}
}
