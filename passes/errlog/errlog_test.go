package errlog_test

import (
	"slices"
	"testing"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/passes/errlog"
)

var testdata = cases.Dir

// styled is the rule that asks for a style.
var styled = errlog.New(errlog.Options{Text: true, Structured: true})

func TestAnalyzer(t *testing.T) {
	a, packages := cases.Merge(t,
		cases.Of(errlog.Analyzer, "errlog/lost", "errlog/twice", "errlog/program", "errlog/fixtures"),
		cases.Of(errlog.New(errlog.Options{Unlogged: []string{"http", "jsonrpc", "tool"}}), "errlog/replies"),
		cases.Of(errlog.New(errlog.Options{LogAndReturn: true, LogsReturned: []string{"errlog/returned.Runner"}}), "errlog/returned"),
		cases.Of(styled, "errlog/loggers"),
		cases.Of(errlog.New(errlog.Options{Logger: "log/slog"}), "errlog/agreed"),
		cases.Of(errlog.New(errlog.Options{
			Key: "error", Fields: []string{"component", "operation"}, FieldsFor: map[string][]string{"Failure": {"error_code"}},
			Forbidden: []string{"trace"}, FromContext: []string{"operation"},
		}), "errlog/fields"),
		cases.Of(errlog.New(errlog.Options{
			Levels: map[string]string{"ErrMissing": "warn", "errlog/levels.Denied": "info", "unknown": "error"},
		}), "errlog/levels"),
	)
	cases.Run(t, testdata(t), a, packages...)
}

func TestFixes(t *testing.T) {
	a, packages := cases.Merge(t, cases.Of(errlog.Analyzer, "errlog/lostfix"), cases.Of(styled, "errlog/style"))
	cases.RunWithFixes(t, testdata(t), a, packages...)
}

func TestCheck(t *testing.T) {
	var got []string
	errlog.Options{
		Fields:      []string{"", "trace"},
		Forbidden:   []string{"trace"},
		FromContext: []string{""},
	}.Check(func(key, _ string) { got = append(got, key) })
	if want := []string{"fields[0]", "forbidden[0]", "from-context[0]"}; !slices.Equal(got, want) {
		t.Errorf("wrong: %q, want %q", got, want)
	}
}
