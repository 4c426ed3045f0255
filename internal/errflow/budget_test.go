package errflow_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/errflow"
)

// TestBudget checks that a host is told of functions that are not worked out, and of none if there are none.
func TestBudget(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.26\n",
		"m.go":   "package m\n\nfunc F(g func() error) error {\n\tif err := g(); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	count := func() int {
		var stats driver.Stats
		if _, err := driver.Run(t.Context(), driver.Options{Dir: dir, Analyzers: []*analysis.Analyzer{errflow.Analyzer}, Stats: &stats}); err != nil {
			t.Fatal(err)
		}
		return stats.Counters["functions whose budget of steps was spent"]
	}
	if n := count(); n != 0 {
		t.Errorf("%d functions are not worked out", n)
	}
	defer errflow.SetBudget(-1000)()
	if n := count(); n == 0 {
		t.Error("no function is counted, although there is no budget")
	}
}
