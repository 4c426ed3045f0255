// Package finding defines what a run of errlint yields: plain values, fit to
// be sorted, printed, compared and cached. The driver makes them, the printers
// show them; neither knows of the other. [Contexts] tell what a finding is in.
package finding

import (
	"cmp"
	"path"
	"slices"
)

// A Position is a place in a file. File is an absolute path, Line and Column
// are 1-based (Column counts bytes), Offset is 0-based and counts bytes.
// The zero Position is "nowhere".
type Position struct {
	File   string
	Line   int
	Column int
	Offset int
}

// IsValid reports whether p names a place.
func (p Position) IsValid() bool { return p.Line > 0 }

// A Finding is one diagnostic of one rule.
type Finding struct {
	Rule     string // the analyzer's name: "wrapcause"
	Category string // the diagnostic's category within the rule: "dropped"; may be empty
	URL      string // page of the rule
	Message  string // one lower-case clause that stands alone

	Package string // import path of the package the finding is in
	Pos     Position
	End     Position // exclusive; equal to Pos where the diagnostic has no extent

	// Decl is the declaration of the package that the finding is in: "Open",
	// "(*Store).Get", "ErrClosed"; empty outside of any.
	Decl string

	// Code is a digest of the code that the finding is about, from its first
	// line to its last, in hexadecimal. Neither comments nor the way the code is
	// laid out matter to it.
	Code string

	Severity Severity // how bad it is; empty: an error

	Related []Related // the evidence, outermost first
	Fixes   []Fix     // alternatives: at most one of them is to be applied
	NoFix   string    // why there is no fix, if there is none: a clause; empty if that is not known
}

// ID returns what findings of its kind are called where they are ignored, enabled and so on: "wrapcause/dropped".
func (f Finding) ID() string { return path.Join(f.Rule, f.Category) }

// A Severity says how bad a finding is.
type Severity string

// The severities. Only errors make a run fail.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Level returns the severity, Error if none is set.
func (f Finding) Level() Severity { return cmp.Or(f.Severity, Error) }

// A Hidden finding is one that does not count, and why.
type Hidden struct {
	Finding
	By     Hider
	Reason string // what the author of a directive or of the configuration gave as the reason; else empty
}

// A Hider is what keeps a finding from counting.
type Hider string

const (
	ByDirective Hider = "directive" // a comment at the place: //errlint:ignore, //nolint:errlint
	ByConfig    Hider = "config"    // the configuration excludes the file
	ByBaseline  Hider = "baseline"  // the baseline file has it
	ByBase      Hider = "base"      // the base that the run is compared with has it
)

// Suppressed reports whether somebody has said, with a reason, that the finding
// is not to count; else it is there, but not new.
func (h Hidden) Suppressed() bool { return h.By == ByDirective || h.By == ByConfig }

// Related is a place that explains a finding.
type Related struct {
	Pos     Position
	End     Position
	Message string
}

// A Fix is a set of edits that together remedy a finding.
type Fix struct {
	Message string // capitalised verb phrase: "Wrap err with %w"
	Unsafe  bool   // it changes what the program does, in ways that its users can see
	Edits   []Edit
}

// An Edit replaces the bytes between Pos and End (exclusive) by New.
type Edit struct {
	Pos Position
	End Position
	New string
}

// A Problem is something that kept errlint from doing all of its job: a
// package that did not load, a file that did not parse or type-check.
type Problem struct {
	Pos     Position // where known
	Package string   // import path or pattern, where known
	Message string
}

// Compare orders findings by file, offset, rule, message: a total order over
// the findings of one run, whatever order they were found in.
func Compare(a, b Finding) int { return compare(&a, &b) }

func compare(a, b *Finding) int {
	if c := comparePos(a.Pos, b.Pos); c != 0 {
		return c
	}
	return cmp.Or(
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Category, b.Category),
		cmp.Compare(a.Message, b.Message),
		comparePos(a.End, b.End),
	)
}

// CompareProblems orders problems by place, package, message.
func CompareProblems(a, b Problem) int {
	return cmp.Or(
		comparePos(a.Pos, b.Pos),
		cmp.Compare(a.Package, b.Package),
		cmp.Compare(a.Message, b.Message),
	)
}

// Order returns the indexes of findings in the order of [Compare].
func Order(fs []Finding) []int {
	order := make([]int, len(fs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return Compare(fs[i], fs[j]) })
	return order
}

// Sort sorts findings and removes the ones that are there twice, as happens
// when a file belongs to a package and to its test variant.
func Sort(fs []Finding) []Finding {
	sorted := true // as they are if they come from a run, and few others were added
	for i := 1; i < len(fs) && sorted; i++ {
		sorted = compare(&fs[i-1], &fs[i]) < 0
	}
	if sorted {
		return fs
	}
	slices.SortStableFunc(fs, Compare)
	return slices.CompactFunc(fs, func(a, b Finding) bool { return Compare(a, b) == 0 })
}

// SortHidden is [Sort] for findings that are hidden.
func SortHidden(hs []Hidden) []Hidden {
	slices.SortStableFunc(hs, func(a, b Hidden) int { return Compare(a.Finding, b.Finding) })
	return slices.CompactFunc(hs, func(a, b Hidden) bool { return Compare(a.Finding, b.Finding) == 0 })
}

func comparePos(a, b Position) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Offset, b.Offset),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
	)
}
