package errflow_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/errlint/errlint/internal/errflow"
)

// TestSummaries checks the inferred sets by the facts that carry them.
func TestSummaries(t *testing.T) {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, errflow.Analyzer,
		"errflow/basic", "errflow/calls", "errflow/guards", "errflow/memory", "errflow/types", "errflow/dep", "errflow/useofdep")
}
