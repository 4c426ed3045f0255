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

// An Entry is a number of findings that cannot be told apart.
type Entry struct {
	Package string // import path
	Decl    string // as in [finding.Finding]
	Rule    string
	Message string // as [finding.NormalMessage] returns it
	Test    bool   // the findings are in test files
	Count   int    // at least 1
}

// key is an entry without its count.
type key struct {
	pkg, decl, rule, message string
	test                     bool
}

func keyOf(f finding.Finding) key {
	return key{
		// As they are when they have been through the file.
		pkg:     strings.ToValidUTF8(f.Package, "\uFFFD"),
		decl:    strings.ToValidUTF8(f.Decl, "\uFFFD"),
		rule:    strings.ToValidUTF8(f.Rule, "\uFFFD"),
		message: finding.NormalMessage(f.Message),
		test:    strings.HasSuffix(f.Pos.File, "_test.go"),
	}
}

func (e Entry) key() key { return key{e.Package, e.Decl, e.Rule, e.Message, e.Test} }

func (k key) entry(count int) Entry {
	return Entry{Package: k.pkg, Decl: k.decl, Rule: k.rule, Message: k.message, Test: k.test, Count: count}
}

func compare(a, b key) int {
	return cmp.Or(
		cmp.Compare(a.pkg, b.pkg),
		cmp.Compare(a.decl, b.decl),
		cmp.Compare(a.rule, b.rule),
		cmp.Compare(a.message, b.message),
		compareBool(a.test, b.test),
	)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
}

// A Baseline is a set of accepted findings. It is not safe for concurrent use
// while it is changed.
type Baseline struct {
	counts map[key]int // none is zero
}

// New returns the baseline that accepts exactly these findings.
func New(fs []finding.Finding) *Baseline {
	b := &Baseline{counts: make(map[key]int)}
	b.Add(fs)
	return b
}

// Entries returns the entries in the order of the file.
func (b *Baseline) Entries() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for _, k := range slices.SortedFunc(maps.Keys(b.counts), compare) {
			if !yield(k.entry(b.counts[k])) {
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

	used := make(map[key]int)
	hide := make([]bool, len(fs))
	for _, i := range order {
		if k := keyOf(fs[i]); used[k] < b.counts[k] {
			used[k]++
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
	found := make(map[key]int)
	for _, f := range fs {
		found[keyOf(f)]++
	}
	var gone []Entry
	for e := range b.Entries() {
		if n := e.Count - found[e.key()]; n > 0 && checked(e) {
			e.Count = n
			gone = append(gone, e)
		}
	}
	return gone
}

// Shrink takes entries out of the baseline, each as often as it counts.
// What the baseline does not have is ignored.
func (b *Baseline) Shrink(gone []Entry) {
	for _, e := range gone {
		k := e.key()
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
		b.counts[keyOf(f)]++
	}
}

// record is an entry as it is in the file, with the keys in their order.
type record struct {
	Package string `json:"package"`
	Decl    string `json:"decl,omitempty"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Count   int    `json:"count"`
	Test    bool   `json:"test,omitempty"`
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
		if err := enc.Encode(record{e.Package, e.Decl, e.Rule, e.Message, e.Count, e.Test}); err != nil {
			return nil, fmt.Errorf("encode the entry of %s in package %s: %w", e.Rule, e.Package, err)
		}
		text.Truncate(text.Len() - 1) // the newline
		sep = ",\n"
	}
	text.WriteString("\n]\n}\n")
	return text.Bytes(), nil
}
