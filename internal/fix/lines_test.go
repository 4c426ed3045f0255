package fix

import (
	"math/rand/v2"
	"strings"
	"testing"

	udiff "github.com/aymanbagabas/go-udiff"
)

// TestLineEdits compares the edits of random texts with the longest common sequence of their lines.
func TestLineEdits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	text := func(kinds int) string {
		var b strings.Builder
		for range rng.IntN(12) {
			b.WriteByte("abcdefgh"[rng.IntN(kinds)])
			b.WriteByte('\n')
		}
		if rng.IntN(4) == 0 {
			b.WriteString("end")
		}
		return b.String()
	}
	for range 20_000 {
		kinds := 1 + rng.IntN(8)
		old, new := text(kinds), text(kinds)
		// Cut short, they are right all the same.
		if got, err := udiff.Apply(old, lineEdits(old, new, 1)); err != nil || got != new {
			t.Fatalf("%q becomes %q, want %q: %v", old, got, new, err)
		}
		edits := lineEdits(old, new, maxSteps)
		got, err := udiff.Apply(old, edits)
		if err != nil || got != new {
			t.Fatalf("%q becomes %q, want %q: %v", old, got, new, err)
		}
		changed := 0
		for _, e := range edits {
			changed += lines(old[e.Start:e.End]) + lines(e.New)
		}
		a, b := strings.SplitAfter(old, "\n"), strings.SplitAfter(new, "\n")
		a, b = a[:lines(old)], b[:lines(new)]
		if want := len(a) + len(b) - 2*common(a, b); changed != want {
			t.Fatalf("from %q to %q %d lines change, want %d", old, new, changed, want)
		}
	}
}

// lines returns the number of lines, of which the last may have no end.
func lines(s string) int {
	n := strings.Count(s, "\n")
	if s != "" && !strings.HasSuffix(s, "\n") {
		n++
	}
	return n
}

// common returns the length of the longest common sequence.
func common(a, b []string) int {
	best := make([]int, len(b)+1)
	for _, x := range a {
		last := 0 // best of the row before, one column before
		for j, y := range b {
			next := max(best[j], best[j+1])
			if x == y {
				next = last + 1
			}
			last, best[j+1] = best[j+1], next
		}
	}
	return best[len(b)]
}
