package logflow_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/internal/logflow"
)

var testdata = cases.Dir

// TestLogs checks the summaries of functions by the facts that carry them, and
// what is read off each logger: its level, its keys, and whether the error is in the record.
func TestLogs(t *testing.T) {
	results := cases.Run(t, testdata(t), logflow.Analyzer, "logflow/helpers", "logflow/use")
	i := slices.IndexFunc(results, func(r *cases.Result) bool { return r.Package.PkgPath == "logflow/use" })
	logs := results[i].Result.(*logflow.Logs)
	var got []string
	for _, l := range logs.All {
		var keys []string
		for _, a := range l.Attrs {
			keys = append(keys, a.Key)
		}
		what := fmt.Sprintf("%s %s %v", l.Callee.Name(), l.Level, keys)
		if len(logs.Errors(l)) > 0 {
			what += " error"
		}
		if !l.Complete {
			what += " and others"
		}
		got = append(got, what)
	}
	want := []string{
		"Error error [error] error",
		"Log warn [err k] error",
		"InfoContext info [component] and others",
		"Warn warn [error k] error",
		"Errorf error [] error",
		"Msg warn [cause] error",
		"Send error [error] error and others",
		"Error error [error k] error",
		"Info debug [k]",
		"Error error [error] error",
		"InfoS debug []",
		"Printf none [] error",
		"Failed error [] error and others",
		"Warnings warn [] error and others",
		"Error error [] error and others",
	}
	if diff := cmp.Diff(strings.Join(want, "\n"), strings.Join(got, "\n")); diff != "" {
		t.Errorf("logs (-want +got):\n%s", diff)
	}
}
