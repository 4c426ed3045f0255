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
// [finding.Compare]. What the baseline has besides is the rest of it.
//
// Of what it does not have as it is, it hides those that are a part of what it has, as
// [finding.Within] says, each by another one: who has mended some of what a finding lists has made nothing new.
func (b *Baseline) Hide(fs []finding.Finding) (fresh, hidden []finding.Finding, rest *Baseline) {
	by, rest := b.claim(fs)
	for i, f := range fs {
		if by[i] != nil {
			hidden = append(hidden, f)
		} else {
			fresh = append(fresh, f)
		}
	}
	return fresh, hidden, rest
}

// claim returns by which entry each of the findings is hidden, nil for those that are not, and what is left of the baseline.
func (b *Baseline) claim(fs []finding.Finding) (by []*Entry, rest *Baseline) {
	rest = &Baseline{counts: maps.Clone(b.counts)}
	by = make([]*Entry, len(fs))
	hide := func(i int, e Entry) {
		by[i] = &e
		rest.Shrink([]Entry{e.times(1)})
	}
	var others []int
	for _, i := range finding.Order(fs) {
		if e := entryOf(fs[i]); rest.counts[e] > 0 {
			hide(i, e)
		} else {
			others = append(others, i)
		}
	}
	if len(others) == 0 {
		return by, rest
	}
	// The shortest first, so that a long list is left to another that needs it.
	longer := make(map[Entry][]Entry) // by what they are without their messages
	for e := range rest.Entries() {
		e = e.times(0)
		k := e
		k.Message = ""
		longer[k] = append(longer[k], e)
	}
	for _, list := range longer {
		slices.SortStableFunc(list, func(x, y Entry) int { return cmp.Compare(len(x.Message), len(y.Message)) })
	}
	for _, i := range others {
		k := entryOf(fs[i])
		message := k.Message
		k.Message = ""
		for _, e := range longer[k] {
			if rest.counts[e] > 0 && finding.Within(message, e.Message) {
				hide(i, e)
				break
			}
		}
	}
	return by, rest
}

// Gone returns what the baseline has and fs, all that counts in a run or that
// the baseline hides there, does not: each entry with the number that is gone. Only entries
// that the run would have found again are considered, which is what checked
// reports.
func (b *Baseline) Gone(fs []finding.Finding, checked func(Entry) bool) []Entry {
	_, rest := b.claim(fs)
	var gone []Entry
	for e := range rest.Entries() {
		if checked(e) {
			gone = append(gone, e)
		}
	}
	return gone
}

// Narrow has the entries say no more than what is left of them in fs, where that is a part, and returns how many findings
// say less then.
func (b *Baseline) Narrow(fs []finding.Finding) int {
	by, _ := b.claim(fs)
	n := 0
	for i, f := range fs {
		if e := by[i]; e != nil && *e != entryOf(f) {
			b.Shrink([]Entry{e.times(1)})
			b.Add([]finding.Finding{f})
			n++
		}
	}
	return n
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
