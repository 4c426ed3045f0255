// Package cases finds the cases of the rules, for their tests.
package cases

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the directory testdata at the root of the module that the test is in.
func Dir(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "testdata")
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("the test is in no module")
		}
		dir = up
	}
}
