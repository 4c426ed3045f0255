package fix

import (
	"slices"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"
)

// lineEdits returns the edits, of whole lines, by which old becomes new: as few lines as can be. The algorithm is that of Myers, "An
// O(ND) Difference Algorithm and Its Variations" (1986). (That of udiff gives up after 100 differences, and takes out and
// puts back all lines that are left.) What it may cost is limited: see [maxSteps].
func lineEdits(old, new string, limit int) []udiff.Edit {
	a, b := strings.SplitAfter(old, "\n"), strings.SplitAfter(new, "\n")
	var edits []udiff.Edit
	at := 0 // in old
	for len(a) > 0 || len(b) > 0 {
		for _, s := range shortest(a, b, limit) {
			var edit udiff.Edit
			switch {
			case s.gone:
				edit = udiff.Edit{Start: at, End: at + len(a[0])}
				at, a = edit.End, a[1:]
			case s.come:
				edit = udiff.Edit{Start: at, End: at, New: b[0]}
				b = b[1:]
			default:
				at, a, b = at+len(a[0]), a[1:], b[1:]
				continue
			}
			if last := len(edits) - 1; last >= 0 && edits[last].End == edit.Start {
				edits[last].End = edit.End
				edits[last].New += edit.New
			} else {
				edits = append(edits, edit)
			}
		}
	}
	return edits
}

// A step of the way from old lines to new ones takes one of each, which are the same, unless it is one that is gone, or has come.
type step struct{ gone, come bool }

// maxSteps is how many lines change in what is looked at as a whole, which bounds the work for texts that have little in common to about
// this many steps for each line. Where it ends, more lines may change than have to.
const maxSteps = 2_000

// shortest returns the steps of a shortest way from a to b, or of what leads farthest of the ways on which as many lines change as the limit says.
func shortest(a, b []string, limit int) []step {
	// reach[d][i] is how far into a one comes on the diagonal 2*i-d, that is, where so many more lines are gone than have come, when d lines change.
	var reach [][]int
	before := func(d, diagonal int) int { // how one comes to a diagonal: from which one
		if up := (diagonal + d) / 2; diagonal == -d || diagonal != d && reach[d-1][up-1] < reach[d-1][up] {
			return diagonal + 1
		}
		return diagonal - 1
	}
	x, y := 0, 0 // the end of the way: how many lines of a and b it takes
	for d := 0; d <= limit && (x < len(a) || y < len(b)); d++ {
		reach = append(reach, make([]int, d+1))
		x, y = 0, 0
		for i := range d + 1 {
			diagonal, to := 2*i-d, 0
			if d > 0 {
				from := before(d, diagonal)
				to = reach[d-1][(from+d-1)/2] + max(0, diagonal-from)
			}
			for to < len(a) && to-diagonal < len(b) && a[to] == b[to-diagonal] {
				to++
			}
			reach[d][i] = to
			if to <= len(a) && to-diagonal <= len(b) && 2*to-diagonal > x+y {
				x, y = to, to-diagonal
			}
		}
	}
	var steps []step
	for d := len(reach) - 1; d >= 0; d-- {
		from, at := 0, 0
		if d > 0 {
			from = before(d, x-y)
			at = reach[d-1][(from+d-1)/2]
		}
		for x+y > 2*at-from+min(d, 1) {
			steps = append(steps, step{})
			x, y = x-1, y-1
		}
		if d > 0 {
			steps = append(steps, step{gone: x-y > from, come: x-y < from})
			x, y = at, at-from
		}
	}
	slices.Reverse(steps)
	return steps
}
