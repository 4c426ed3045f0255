// Package nearest finds, among known names, the one that a mistyped name was
// meant to be.
package nearest

import (
	"strings"
	"unicode/utf8"
)

// maxName is the length, in bytes, of the longest name that is compared:
// nobody mistypes a longer one, and the comparison is quadratic.
const maxName = 64

// Of returns the candidate that is the fewest edits away from name, the
// first of them where several are; a transposition of neighbours counts as
// one edit, and case does not count. It returns "" where even the nearest is
// so far away that it is no likely correction.
func Of(name string, candidates []string) string {
	if len(name) > maxName {
		return ""
	}
	best, bestDistance := "", 1+max(1, utf8.RuneCountInString(name)/3)
	for _, c := range candidates {
		if d := distance(fold(name), fold(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// Hint returns `; did you mean "candidate"?`, or "" where [Of] finds none.
func Hint(name string, candidates []string) string {
	if c := Of(name, candidates); c != "" {
		return `; did you mean "` + c + `"?`
	}
	return ""
}

// fold makes handler_types, handlerTypes and handler-types the same name.
func fold(s string) []rune {
	s = strings.Map(func(r rune) rune {
		if r == '-' || r == '_' {
			return -1
		}
		return r
	}, s)
	return []rune(strings.ToLower(s))
}

// distance is the optimal string alignment distance of a and b.
func distance(a, b []rune) int {
	var before []int // the row before last
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(row[j]+1, last[j+1]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
