package errlog_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/passes/errlog"
)

var testdata = cases.Dir

func TestAnalyzer(t *testing.T) {
	for name, test := range map[string]struct {
		analyzer *analysis.Analyzer
		pkgs     []string
	}{
		"default": {errlog.Analyzer, []string{"errlog/lost", "errlog/twice", "errlog/program", "errlog/fixtures"}},
		"replies": {errlog.New(errlog.Options{Unlogged: []string{"http", "jsonrpc", "tool"}}), []string{"errlog/replies"}},
		"returned": {
			errlog.New(errlog.Options{LogAndReturn: true, LogsReturned: []string{"errlog/returned.Runner"}}), []string{"errlog/returned"},
		},
		"style":  {errlog.New(errlog.Options{Text: true, Structured: true}), []string{"errlog/style", "errlog/loggers"}},
		"agreed": {errlog.New(errlog.Options{Logger: "log/slog"}), []string{"errlog/agreed"}},
		"fields": {
			errlog.New(errlog.Options{
				Key: "error", Fields: []string{"component", "operation"}, FieldsFor: map[string][]string{"Failure": {"error_code"}},
				Forbidden: []string{"trace"}, FromContext: []string{"operation"},
			}), []string{"errlog/fields"},
		},
		"levels": {
			errlog.New(errlog.Options{Levels: map[string]string{"ErrMissing": "warn", "errlog/levels.Denied": "info", "unknown": "error"}}),
			[]string{"errlog/levels"},
		},
	} {
		t.Run(name, func(t *testing.T) { analysistest.Run(t, testdata(t), test.analyzer, test.pkgs...) })
	}
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, testdata(t), errlog.Analyzer, "errlog/lostfix")
	analysistest.RunWithSuggestedFixes(t, testdata(t), errlog.New(errlog.Options{Text: true, Structured: true}), "errlog/style")
}

func TestCheck(t *testing.T) {
	var got []string
	errlog.Options{
		Fields:      []string{"", "trace"},
		Forbidden:   []string{"trace"},
		FromContext: []string{""},
		Levels:      map[string]string{"E": "loud"},
	}.Check(func(key, _ string) { got = append(got, key) })
	if want := []string{"fields[0]", "forbidden[0]", "from-context[0]", "levels.E"}; !slices.Equal(got, want) {
		t.Errorf("wrong: %q, want %q", got, want)
	}
}
