package safemsg_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/passes/safemsg"
)

var testdata = cases.Dir

func TestAnalyzer(t *testing.T) {
	safe := safemsg.Options{Trace: "filtered", Safe: []string{"safemsg/replies.clean"}}
	analysistest.Run(t, testdata(t), safemsg.New(safe), "safemsg/replies")
	all := safemsg.Options{Foreign: []string{"http", "tool", "jsonrpc"}, Upstream: true, Detail: true}
	analysistest.Run(t, testdata(t), safemsg.New(all), "safemsg/foreign", "safemsg/store", "safemsg/texts")
	analysistest.Run(t, testdata(t), safemsg.New(safemsg.Options{Unknown: true}), "safemsg/unknown")
	private := safemsg.Options{Private: []string{"safemsg/private.Limits.Max"}}
	analysistest.Run(t, testdata(t), safemsg.New(private), "safemsg/policy", "safemsg/private")
}

func TestCheck(t *testing.T) {
	var got []string
	report := func(key, _ string) { got = append(got, key) }
	safemsg.Options{Trace: "some"}.Check(report)
	safemsg.Options{Trace: "filtered"}.Check(report)
	safemsg.Options{Trace: "any"}.Check(report)
	if want := []string{"trace", "trace"}; !slices.Equal(got, want) {
		t.Errorf("wrong: %q, want %q", got, want)
	}
}
