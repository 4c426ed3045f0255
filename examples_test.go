package errlint_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/driver"
)

// TestExampleBroken checks that errlint finds the faults that are planted in
// examples/broken, each by the rule it was planted for, and nothing else.
func TestExampleBroken(t *testing.T) {
	dir := filepath.Join("examples", "broken")
	want, err := os.ReadFile(filepath.Join(dir, "expected.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(strings.TrimSpace(string(want)), "\n"), findings(t, dir)); diff != "" {
		t.Errorf("findings in %s (-expected.txt +found):\n%s", dir, diff)
	}
}

// TestExampleClean checks that errlint has nothing to say of examples/clean.
func TestExampleClean(t *testing.T) {
	for _, line := range findings(t, filepath.Join("examples", "clean")) {
		t.Errorf("a finding in code that follows the spec: %s", line)
	}
}

// findings runs the suite with its defaults on the module in dir. It returns a line for each
// finding: "internal/files/files.go:45: wrapcause".
func findings(t *testing.T, dir string) []string {
	t.Helper()
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	result, err := driver.Run(context.Background(), driver.Options{
		Dir:       abs,
		Analyzers: errlint.Analyzers(errlint.Config{}),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range result.Problems {
		t.Errorf("%s: %s", p.Package, p.Message)
	}
	var lines []string
	for _, f := range result.Findings {
		rel, err := filepath.Rel(abs, f.Pos.File)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%s:%d: %s", filepath.ToSlash(rel), f.Pos.Line, f.Rule))
	}
	return lines
}
