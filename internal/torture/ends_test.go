//go:build unix

package torture

import (
	"flag"
	"slices"
	"testing"
	"time"
)

var programs = flag.Int("torture.programs", 40, "how many programs of recursive types to make up")

// TestNestsEnd runs errlint on a small program of each family.
func TestNestsEnd(t *testing.T) {
	t.Parallel()
	var ps []program
	for _, nest := range nests {
		ps = append(ps, nest.program(max(5, nest.n/250)))
	}
	for _, nest := range doublings {
		ps = append(ps, nest.program(40))
	}
	for _, nest := range slices.Concat(shapes, wide) {
		ps = append(ps, nest.program(min(nest.n, max(5, nest.n/50))))
	}
	ends(t, ps)
}

// TestRecursiveTypesEnd runs errlint on programs of recursive types.
func TestRecursiveTypesEnd(t *testing.T) {
	t.Parallel()
	var ps []program
	for seed := range *programs {
		ps = append(ps, recursive(uint64(seed)))
	}
	ends(t, ps)
}

// ends checks that errlint comes to an end on programs, all of which are correct Go, and that nothing
// goes wrong.
func ends(t *testing.T, ps []program) {
	t.Helper()
	dir := writeModule(t, ps...)
	for _, mode := range []string{childAll, childAsk} {
		c, err := run(t.Context(), mode, dir, limits{5 * time.Minute, 1 << 30}, "./...")
		if err != nil {
			t.Fatalf("%s: %v", mode, err)
		}
		for _, p := range c.Problems {
			t.Errorf("%s: %s", mode, p)
		}
		t.Logf("%s: %d packages: %v of processor time, %d MiB, %d findings", mode, len(ps), c.CPU, c.Peak>>20, c.Findings)
	}
}
