package errflow_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/errlint/errlint/internal/errflow"
)

func testdata(t testing.TB) string {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestSummaries checks the inferred sets by the facts that carry them.
func TestSummaries(t *testing.T) {
	analysistest.Run(t, testdata(t), errflow.Analyzer,
		"errflow/basic", "errflow/calls", "errflow/guards", "errflow/memory", "errflow/types", "errflow/dep", "errflow/useofdep")
}

// TestProvenance checks that the chain of an error that passed several
// functions names each of them, from the return to where the error is named.
func TestProvenance(t *testing.T) {
	result := analysistest.Run(t, testdata(t), errflow.Analyzer, "errflow/prov")[0]
	m := result.Result.(*errflow.Model)
	fset := result.Pass.Fset
	for fn := range m.Funcs() {
		if fn.Name() != "Top" {
			continue
		}
		var got []string
		for atom, via := range m.ErrorsOf(fn).Atoms() {
			for step := range via.All() {
				if step.What != "" {
					got = append(got, fmt.Sprintf("%s: line %d %s", atom.Name, fset.Position(step.Pos).Line, step.What))
				}
			}
		}
		want := []string{
			"E: line 32 returns *E",
			"ErrDeep: line 32 wraps it in *E",
			"ErrDeep: line 31 calls middle",
			"ErrDeep: line 24 wraps it",
			"ErrDeep: line 23 calls deep",
			"ErrDeep: line 19 returns ErrDeep",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("provenance of Top's errors (-want +got):\n%s", strings.TrimSpace(diff))
		}
		return
	}
	t.Error("no function Top")
}
