package errcode_test

import (
	"path/filepath"
	"testing"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/passes/errcode"
)

var testdata = cases.Dir

func TestFixes(t *testing.T) {
	cases.RunWithFixes(t, testdata(t), errcode.Analyzer, "errcode/literal")
}

func TestAnalyzer(t *testing.T) {
	settings := []cases.Setting{
		cases.Of(errcode.New(errcode.Options{URI: "https://example.com/problems/"}), "errcode/uri", "errcode/uribase", "errcode/uriuse"),
		cases.Of(errcode.Analyzer, "errcode/literalkit", "errcode/duplicate", "errcode/reserved", "errcode/reservedkit", "errcode/reserveduse", "errcode/notfound"),
	}
	for pkg, opts := range map[string]errcode.Options{
		"errcode/literalall": {Literals: "all"},
		"errcode/unique":     {Unique: "module"},
		"errcode/style":      {Style: "kebab"},
		"errcode/stylerpc":   {Style: "json-rpc"},
		"errcode/table": {Table: map[string]int{
			"parse": -32700, "upstream-timeout": -32001, "rate-limited": -32009, "approval-timeout": -32008, "task-not-found": -32004, "policy-denied": -32003,
		}},
		"errcode/published":      {Published: []string{"DATABASE_ERROR", "DOCUMENT_NOT_FOUND", "INTERNAL_ERROR"}},
		"errcode/publishedone":   {Published: []string{"DATABASE_ERROR", "DOCUMENT_NOT_FOUND"}},
		"errcode/publishedtypes": {Published: []string{"DATABASE_ERROR", "INTERNAL_ERROR"}, Types: []string{"errcode/publishedtypes.Code"}},
		"errcode/allowed":        {Allowed: map[string][]string{"gate": {"policy", "approval"}, "Kind": {"parse-error", "not-found"}}},
		"errcode/listed":         {Documented: filepath.Join(testdata(t), "src", "errcode", "listed", "errors.md")},
		"errcode/documented":     {Documented: "comment"},
	} {
		settings = append(settings, cases.Of(errcode.New(opts), pkg))
	}
	a, packages := cases.Merge(t, settings...)
	cases.Run(t, testdata(t), a, packages...)
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		opts errcode.Options
		want string
	}{
		{errcode.Options{Style: "kebab"}, ""},
		{errcode.Options{Style: "E[0-9]{4}"}, ""},
		{errcode.Options{Style: "("}, "style"},
		{errcode.Options{Style: "kebap"}, "style"},
		{errcode.Options{Style: "SCREAMING_SNAKE"}, "style"},
		{errcode.Options{Style: "jsonrpc"}, "style"},
		{errcode.Options{Style: "snake|none"}, ""},
		{errcode.Options{Style: "unknown"}, ""}, // a code
		{errcode.Options{Range: []int{-32000, -32099}}, "range"},
		{errcode.Options{Range: []int{-32099}}, "range"},
	} {
		got := ""
		test.opts.Check(func(key, problem string) { got += key })
		if got != test.want {
			t.Errorf("%+v: problems with %q, want %q", test.opts, got, test.want)
		}
	}
}
