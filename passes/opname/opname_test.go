package opname_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/passes/opname"
)

var testdata = cases.Dir

func TestAnalyzer(t *testing.T) {
	a, packages := cases.Merge(t,
		cases.Of(opname.Analyzer, "opname/basic", "opname/calls", "opname/ops", "opname/useops", "opname/useelsewhere"),
		cases.Of(opname.New(opname.Options{
			Pattern:    "[a-z-]+",
			Categories: []string{"files", "search"},
			Fields:     []string{"opname/options.Entry.Operation"},
			LogKeys:    []string{"operation"},
		}), "opname/options"),
	)
	cases.Run(t, testdata(t), a, packages...)
}

func TestFixes(t *testing.T) {
	cases.RunWithFixes(t, testdata(t), opname.Analyzer, "opname/rows", "opname/tools")
}

// A recorder takes what cases.Run says of a package whose findings are of no interest.
type recorder struct{ errors []string }

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

// TestFixed runs the rule on the result of its fixes: it compiles, and there is nothing left to fix.
func TestFixed(t *testing.T) {
	dir := t.TempDir()
	fixed := filepath.Join(dir, "src", "fixed")
	if err := os.MkdirAll(fixed, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(testdata(t), "src", "github.com"), filepath.Join(dir, "src", "github.com")); err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile(filepath.Join(testdata(t), "src", "opname", "tools", "tools.go.golden"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(fixed, "fixed.go"), golden, 0o666); err != nil {
		t.Fatal(err)
	}
	r := new(recorder)
	results := cases.Run(r, dir, opname.Analyzer, "fixed")
	if len(results) != 1 {
		t.Fatalf("%d packages were analysed: %q", len(results), r.errors)
	}
	left := 0
	for _, res := range results {
		if res.Err != nil {
			t.Error(res.Err)
		}
		for _, err := range res.Package.TypeErrors {
			t.Error(err)
		}
		for _, d := range res.Diagnostics {
			left++
			if len(d.SuggestedFixes) > 0 {
				t.Errorf("after all fixes: %s: %s", res.Package.Fset.Position(d.Pos), d.Message)
			}
		}
	}
	if left != 3 {
		t.Errorf("%d findings are left that have no fix, want 3: a shared constant, an exported one, and a tool's name that is no operation", left)
	}
}

func TestFlags(t *testing.T) {
	o := opname.Options{Categories: []string{"a"}}
	a := opname.New(o)
	if err := a.Flags.Set("pattern", "x+"); err != nil {
		t.Fatal(err)
	}
	if err := a.Flags.Set("categories", "b,c"); err != nil {
		t.Fatal(err)
	}
	if o.Pattern != "" || len(o.Categories) != 1 || o.Categories[0] != "a" {
		t.Errorf("the flags of an analyzer changed the options that it was made of: %+v", o)
	}
}

func TestCheck(t *testing.T) {
	o := opname.Options{
		Pattern:    "(",
		Categories: []string{"files", "Files"},
		Fields:     []string{"example.com/log.Entry.Operation", "Entry.Operation", "example.com/log.Entry"},
		LogKeys:    []string{"operation", ""},
	}
	var got []string
	o.Check(func(key, problem string) {
		if problem == "" {
			t.Errorf("%s: no problem is named", key)
		}
		got = append(got, key)
	})
	want := []string{"pattern", "categories[1]", "fields[1]", "fields[2]", "log-keys[1]"}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("Check reports %q, want %q", got, want)
	}
}
