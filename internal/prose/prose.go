// Package prose writes the lists of names in messages.
package prose

import (
	"fmt"
	"slices"
	"strings"
)

// MaxNames is how many names a list has: nobody reads on for longer, and the related places have the rest.
const MaxNames = 3

// List joins names by commas and, before the last, by word, which is "and" or "or": "A", "A and B", "A, B and C". Of more than
// [MaxNames] it has the first, and how many there are besides: "A, B, C and 2 more". It returns "" for no names.
func List(names []string, word string) string {
	if more := len(names) - MaxNames; more > 0 {
		names = append(slices.Clone(names[:MaxNames]), fmt.Sprintf("%d more", more))
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}
