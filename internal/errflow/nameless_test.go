package errflow_test

import (
	"flag"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

var update = flag.Bool("update", false, "write nameless.txt")

// TestNameless derives the functions of the standard library whose errors have nothing in them to find from the library itself. The table
// is written from all of it; what is checked, lest it be changed by hand, is that the functions of some packages that need to know little of
// others are in it. One of another version of Go may have other errors.
func TestNameless(t *testing.T) {
	const file = "nameless.txt"
	if *update {
		got := strings.Join(namelessIn(t, "std"), "\n") + "\n"
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	table := strings.Fields(string(text))
	if !slices.IsSorted(table) {
		t.Errorf("%s is not sorted", file)
	}
	got := namelessIn(t, "os", "path/filepath", "compress/gzip")
	if diff := cmp.Diff([]string{"compress/gzip.NewWriterLevel", "os.UserCacheDir", "os.UserConfigDir", "os.UserHomeDir", "path/filepath.Rel"}, got); diff != "" {
		t.Errorf("functions (-want +got):\n%s", diff)
	}
	for _, name := range got {
		if !slices.Contains(table, name) {
			t.Errorf("%s has no %s", file, name)
		}
	}
}

// namelessIn is the functions of some packages, and the methods of their types, that others can call and whose errors have nothing in them to
// find, sorted, but for those that are listed as errors of bad input.
func namelessIn(t *testing.T, patterns ...string) []string {
	var mu sync.Mutex
	var out []string
	collect := &analysis.Analyzer{
		Name:     "nameless",
		Doc:      "collect functions whose errors have nothing in them to find",
		Requires: []*analysis.Analyzer{errflow.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			m := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
			if !m.InScope() {
				return nil, nil
			}
			for fn := range m.Funcs() {
				obj, ok := fn.Object().(*types.Func)
				if !ok || !public(obj) || errflow.Listed(errflow.InputErrors, obj.Pkg().Path(), obj.FullName()) {
					continue
				}
				none := func(errflow.Atom) bool { return false }
				if s := m.ErrorsOf(fn); s.Nameless(false, none) {
					mu.Lock()
					out = append(out, obj.FullName())
					mu.Unlock()
				}
			}
			return nil, nil
		},
	}
	result, err := driver.Run(t.Context(), driver.Options{Patterns: patterns, Analyzers: []*analysis.Analyzer{collect}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range result.Problems {
		t.Error(p.Message)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// public reports whether any program can call a function, by its name.
func public(fn *types.Func) bool {
	path := "/" + fn.Pkg().Path() + "/"
	if !fn.Exported() || strings.Contains(path, "/internal/") || strings.HasPrefix(path, "/vendor/") {
		return false
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return true
	}
	named, ok := types.Unalias(flow.Deref(recv.Type())).(*types.Named)
	return ok && token.IsExported(named.Obj().Name())
}
