package directive

import (
	"cmp"
	"go/token"
	"slices"
)

// A span is a half-open range of positions.
type span struct{ pos, end token.Pos }

func (s span) contains(pos token.Pos) bool { return s.pos <= pos && pos < s.end }

// A scope is the code that a directive covers: spans in source order that do not overlap.
// Directives that cover the same code by their place share one.
type scope []span

// newScope returns the union of spans.
func newScope(spans []span) *scope {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.pos, b.pos) })
	var out scope
	for _, s := range spans {
		if last := len(out) - 1; last >= 0 && s.pos <= out[last].end {
			out[last].end = max(out[last].end, s.end)
		} else {
			out = append(out, s)
		}
	}
	return &out
}

// contains reports whether a position lies in the scope.
func (s *scope) contains(pos token.Pos) bool {
	i, _ := slices.BinarySearchFunc(*s, pos, func(s span, pos token.Pos) int {
		if s.end <= pos {
			return -1
		}
		return 1
	})
	return i < len(*s) && (*s)[i].contains(pos)
}

// hasAny reports whether one of the positions, which are sorted, lies in the scope.
func (s *scope) hasAny(sorted []token.Pos) bool {
	return slices.ContainsFunc(*s, func(s span) bool {
		i, _ := slices.BinarySearch(sorted, s.pos)
		return i < len(sorted) && sorted[i] < s.end
	})
}

// A cover tells for each position of a file which directive covers it. A file may have as many
// directives as findings, so neither may be gone through for each of the other.
type cover struct {
	cuts  []token.Pos  // sorted; between two of them all positions are covered alike
	owner []*Directive // of the positions from cuts[i] on; nil: none
}

// newCover returns the cover of the directives that are chosen. Of several that cover a position, the
// first is its owner.
func newCover(directives []*Directive) *cover {
	c := new(cover)
	seen := make(map[*scope]bool)
	var owners []*Directive // the first of each scope
	for _, d := range directives {
		if !seen[d.scope] {
			seen[d.scope] = true
			owners = append(owners, d)
			for _, s := range *d.scope {
				c.cuts = append(c.cuts, s.pos, s.end)
			}
		}
	}
	slices.Sort(c.cuts)
	c.cuts = slices.Compact(c.cuts)
	c.owner = make([]*Directive, len(c.cuts))

	// free[i] leads to the first piece from i on that has no owner. Each is passed once, and then skipped.
	free := make([]int, len(c.cuts)+1)
	for i := range free {
		free[i] = i
	}
	next := func(i int) int {
		for free[i] != i {
			free[i] = free[free[i]]
			i = free[i]
		}
		return i
	}
	for _, d := range owners {
		for _, s := range *d.scope {
			from, _ := slices.BinarySearch(c.cuts, s.pos)
			for i := next(from); i < len(c.cuts) && c.cuts[i] < s.end; i = next(i) {
				c.owner[i] = d
				free[i] = i + 1
			}
		}
	}
	return c
}

// at returns the directive that covers a position, or nil.
func (c *cover) at(pos token.Pos) *Directive {
	i, found := slices.BinarySearch(c.cuts, pos)
	if !found {
		i--
	}
	if i < 0 {
		return nil
	}
	return c.owner[i]
}
