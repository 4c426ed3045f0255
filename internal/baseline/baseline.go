package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/finding"
)

// Name is the name of the file, which is in the root directory of the module.
const Name = ".errlint-baseline.json"

// version is that of the format.
const version = 1

// An Entry is a number of findings that cannot be told apart, with the keys that it has in the file, in their order.
type Entry struct {
	Package string `json:"package"`        // import path
	Decl    string `json:"decl,omitempty"` // as in [finding.Finding]
	Rule    string `json:"rule"`
	Message string `json:"message"`        // as [finding.NormalMessage] returns it
	Count   int    `json:"count"`          // at least 1
	Test    bool   `json:"test,omitempty"` // the findings are in test files
}

// times returns the entry with a count.
func (e Entry) times(count int) Entry {
	e.Count = count
	return e
}

// entryOf returns the entry of findings that cannot be told from f, as it is when it has been through the file; it counts none.
func entryOf(f finding.Finding) Entry {
	return Entry{
		Package: strings.ToValidUTF8(f.Package, "\uFFFD"),
		Decl:    strings.ToValidUTF8(f.Decl, "\uFFFD"),
		Rule:    strings.ToValidUTF8(f.Rule, "\uFFFD"),
		Message: finding.NormalMessage(f.Message),
		Test:    strings.HasSuffix(f.Pos.File, "_test.go"),
	}
}

func compare(a, b Entry) int {
	c := cmp.Or(
		cmp.Compare(a.Package, b.Package),
		cmp.Compare(a.Decl, b.Decl),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message),
	)
	switch {
	case c != 0 || a.Test == b.Test:
		return c
	case b.Test:
		return -1
	default:
		return 1
	}
}

// A Baseline is a set of accepted findings. It is not safe for concurrent use
// while it is changed.
type Baseline struct {
	counts map[Entry]int // by entries that count none; none is zero
}

// New returns the baseline that accepts exactly these findings.
func New(fs []finding.Finding) *Baseline {
	b := &Baseline{counts: make(map[Entry]int)}
	b.Add(fs)
	return b
}

// Entries returns the entries in the order of the file.
func (b *Baseline) Entries() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for _, e := range slices.SortedFunc(maps.Keys(b.counts), compare) {
			if !yield(e.times(b.counts[e])) {
				return
			}
		}
	}
}

// Len returns the number of findings that are accepted.
func (b *Baseline) Len() int {
	n := 0
	for _, count := range b.counts {
		n += count
	}
	return n
}

// Hide separates the findings that the baseline does not have, which are fresh,
// from those that it has. Both keep the order of fs. Where there are more of a
// kind than the baseline has, it hides those that come first in the order of
// [finding.Compare].
func (b *Baseline) Hide(fs []finding.Finding) (fresh, hidden []finding.Finding) {
	order := make([]int, len(fs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return finding.Compare(fs[i], fs[j]) })

	used := make(map[Entry]int)
	hide := make([]bool, len(fs))
	for _, i := range order {
		if e := entryOf(fs[i]); used[e] < b.counts[e] {
			used[e]++
			hide[i] = true
		}
	}
	for i, f := range fs {
		if hide[i] {
			hidden = append(hidden, f)
		} else {
			fresh = append(fresh, f)
		}
	}
	return fresh, hidden
}

// Gone returns what the baseline has and fs, all that counts in a run or that
// the baseline hides there, does not: each entry with the number that is gone. Only entries
// that the run would have found again are considered, which is what checked
// reports.
func (b *Baseline) Gone(fs []finding.Finding, checked func(Entry) bool) []Entry {
	found := make(map[Entry]int)
	for _, f := range fs {
		found[entryOf(f)]++
	}
	var gone []Entry
	for e := range b.Entries() {
		if n := e.Count - found[e.times(0)]; n > 0 && checked(e) {
			gone = append(gone, e.times(n))
		}
	}
	return gone
}

// Shrink takes entries out of the baseline, each as often as it counts.
// What the baseline does not have is ignored.
func (b *Baseline) Shrink(gone []Entry) {
	for _, e := range gone {
		k := e.times(0)
		if b.counts[k] > e.Count {
			b.counts[k] -= e.Count
		} else {
			delete(b.counts, k)
		}
	}
}

// Add takes findings into the baseline, each once more.
func (b *Baseline) Add(fs []finding.Finding) {
	for _, f := range fs {
		b.counts[entryOf(f)]++
	}
}

// Text returns the text of the file.
func (b *Baseline) Text() ([]byte, error) {
	var text bytes.Buffer
	fmt.Fprintf(&text, "{\n\"version\": %d,\n\"findings\": [", version)
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false) // it is read in diffs
	sep := "\n"
	for e := range b.Entries() {
		text.WriteString(sep)
		if err := enc.Encode(e); err != nil {
			return nil, fmt.Errorf("encode the entry of %s in package %s: %w", e.Rule, e.Package, err)
		}
		text.Truncate(text.Len() - 1) // the newline
		sep = ",\n"
	}
	text.WriteString("\n]\n}\n")
	return text.Bytes(), nil
}
