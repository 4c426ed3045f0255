package fix

import (
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"
)

// lineEdits returns the edits, of whole lines, by which old becomes new: as few lines as can be. The algorithm is that of Myers, "An
// O(ND) Difference Algorithm and Its Variations" (1986), in linear space. (That of udiff gives up after 100 differences, and takes out and
// puts back all lines that are left.) What it may cost is limited: see [maxSteps].
func lineEdits(old, new string, limit int) []udiff.Edit {
	a, b := strings.SplitAfter(old, "\n"), strings.SplitAfter(new, "\n")
	d := lineDiff{limit: limit, gone: make([]bool, len(a)), come: make([]bool, len(b))}
	ids := make(map[string]int)
	intern := func(lines []string) []int {
		out := make([]int, len(lines))
		for i, line := range lines {
			id, ok := ids[line]
			if !ok {
				id = len(ids)
				ids[line] = id
			}
			out[i] = id
		}
		return out
	}
	d.a, d.b = intern(a), intern(b)
	d.run()

	var edits []udiff.Edit
	at := 0
	for i, j := 0, 0; i < len(a) || j < len(b); {
		if i < len(a) && j < len(b) && !d.gone[i] && !d.come[j] {
			at += len(a[i])
			i, j = i+1, j+1
			continue
		}
		edit := udiff.Edit{Start: at}
		for ; i < len(a) && d.gone[i]; i++ {
			at += len(a[i])
		}
		from := j
		for j < len(b) && d.come[j] {
			j++
		}
		edit.End, edit.New = at, strings.Join(b[from:j], "")
		edits = append(edits, edit)
	}
	return edits
}

// A lineDiff finds which lines of a are gone, and which of b have come.
type lineDiff struct {
	a, b           []int
	gone, come     []bool
	limit          int   // of the steps of middle
	ahead, reverse []int // of middle: how far each diagonal reaches, from either end
}

// A box is a part of a, and what became of it in b.
type box struct{ a0, a1, b0, b1 int }

func (d *lineDiff) run() {
	d.ahead = make([]int, 2*(len(d.a)+len(d.b))+3)
	d.reverse = make([]int, len(d.ahead))
	for todo := []box{{0, len(d.a), 0, len(d.b)}}; len(todo) > 0; {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for x.a0 < x.a1 && x.b0 < x.b1 && d.a[x.a0] == d.b[x.b0] {
			x.a0, x.b0 = x.a0+1, x.b0+1
		}
		for x.a0 < x.a1 && x.b0 < x.b1 && d.a[x.a1-1] == d.b[x.b1-1] {
			x.a1, x.b1 = x.a1-1, x.b1-1
		}
		if x.a0 < x.a1 && x.b0 < x.b1 {
			i, j := d.middle(x)
			todo = append(todo, box{x.a0, i, x.b0, j}, box{i, x.a1, j, x.b1})
			continue
		}
		for i := x.a0; i < x.a1; i++ {
			d.gone[i] = true
		}
		for j := x.b0; j < x.b1; j++ {
			d.come[j] = true
		}
	}
}

// maxSteps is the limit that bounds the work for texts that have little in common: about the square of it. Beyond, more lines may change than have to.
const maxSteps = 10_000

// middle returns a point, of a and b, that a shortest way through the box takes, and that is none of its corners. The box is not empty
// in either, and neither begins nor ends with a common line.
func (d *lineDiff) middle(x box) (i, j int) {
	n, m := x.a1-x.a0, x.b1-x.b0
	delta := n - m
	zero := n + m + 1 // the index of diagonal 0
	ahead, reverse := d.ahead, d.reverse
	ahead[zero+1], reverse[zero+1] = 0, 0
	for steps := 0; ; steps++ {
		best := 0
		for k := -steps; k <= steps; k += 2 {
			at := ahead[zero+k-1] + 1
			if k == -steps || k != steps && ahead[zero+k-1] < ahead[zero+k+1] {
				at = ahead[zero+k+1]
			}
			for at < n && at-k < m && at-k >= 0 && d.a[x.a0+at] == d.b[x.b0+at-k] {
				at++
			}
			ahead[zero+k] = at
			if at > n || at-k > m {
				continue // it has left the box
			}
			if back := delta - k; delta%2 != 0 && -steps < back && back < steps && at+reverse[zero+back] >= n {
				return x.a0 + at, x.b0 + at - k
			}
			if 2*at-k > 2*ahead[zero+best]-best {
				best = k
			}
		}
		if steps == d.limit {
			return x.a0 + ahead[zero+best], x.b0 + ahead[zero+best] - best
		}
		for k := -steps; k <= steps; k += 2 {
			at := reverse[zero+k-1] + 1
			if k == -steps || k != steps && reverse[zero+k-1] < reverse[zero+k+1] {
				at = reverse[zero+k+1]
			}
			for at < n && at-k < m && at-k >= 0 && d.a[x.a1-1-at] == d.b[x.b1-1-at+k] {
				at++
			}
			reverse[zero+k] = at
			if at > n || at-k > m {
				continue
			}
			if front := delta - k; delta%2 == 0 && -steps <= front && front <= steps && at+ahead[zero+front] >= n {
				return x.a1 - at, x.b1 - at + k
			}
		}
	}
}
