// Package printer shows the result of a run of errlint: to a person ([Text],
// [Summary]), or to a program ([JSON], [SARIF] and so on). Each format is a
// type, a [Printer], in a file of its own; [Formats] is the list of them.
//
// Everything that a printer shows may come from a repository that nobody has
// vetted: file names, messages that quote the source, source lines. So whatever
// a terminal could take for a command, or a reader for something else, is shown
// as an escape: control characters, invalid UTF-8, invisible characters and
// those that change the direction of writing, the commands of CI systems; see
// [Clean]. What a format itself gives a meaning to is escaped as that format
// has it. JSON and NDJSON, from which programs are to get what is there,
// write all but invalid UTF-8 as JSON's own escapes.
//
// File names have slashes, except in [Text]. They are relative to the working directory, in formats
// for people and programs nearby, or to the top of the repository, in those
// that are read elsewhere; and absolute if the file is not inside it. Columns
// count bytes, as Go's own tools have it, except where a format demands another unit.
package printer

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errlint/errlint/internal/finding"
)

// A Report is the result of a run, in the order in which it is shown.
type Report struct {
	Findings []finding.Finding // what counts
	Hidden   []finding.Hidden  // what was found, too, but does not count
	Gone     []finding.Finding // what the base has and this run does not; only if there is a base
	Problems []finding.Problem

	// Notes are what a reader should know of how the result came about, one
	// clause each: "compared with 1a2b3c4d, the merge base of origin/main and HEAD".
	Notes []string

	Compared bool // with a base or a baseline: Findings are the new ones only

	Version  string // of errlint
	Rules    []Rule // those that ran, in the order of the suite
	Packages int    // how many were checked
}

// A Rule is what a report says of a rule.
type Rule struct {
	Name    string
	Stage   string // "stable", or "preview"
	Summary string // one clause

	// Its page, as plain text and in Markdown, which takes longer to make than most runs do; nil if there is none. And where it is on the web.
	Page func() (text, markdown string)
	URL  string
}

// A Printer writes a report in one format. The error is the writer's.
type Printer interface {
	Print(w io.Writer, r Report) error
}

// Problem returns p as one line of text, without a newline: the place, or
// else the package, and the message. File names are relative to dir.
func Problem(dir string, p finding.Problem) string {
	message := Clean(p.Message)
	switch {
	case p.Pos.IsValid():
		return place(dir, p.Pos) + ": " + message
	case p.Pos.File != "":
		return Clean(relative(dir, p.Pos.File)) + ": " + message
	case p.Package != "":
		return Clean(p.Package) + ": " + message
	default:
		return message
	}
}

// withoutFile returns p as [Problem] does, less the file that it is in.
func withoutFile(p finding.Problem) string {
	if p.Pos.File != "" {
		p.Package = ""
	}
	p.Pos = finding.Position{}
	return Problem("", p)
}

// Clean returns s with every character that is not printable as an escape
// of Go's: "\n", "\x1b", "\u202e". So is the character that makes s, or
// something in it, a command to a program that runs errlint and watches what
// it prints: "::error ::" at the start, "##[group]" and "##vso[task.complete]"
// anywhere.
func Clean(s string) string {
	if usual(s) {
		return s
	}
	clean := func(r rune) bool { return r != utf8.RuneError && printable(r) }
	command := -1
	if rest := strings.TrimLeftFunc(s, unicode.IsSpace); strings.HasPrefix(rest, "::") {
		command = len(s) - len(rest)
	}
	if command < 0 && !strings.Contains(s, "##") && strings.IndexFunc(s, func(r rune) bool { return !clean(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if i == command || isCommand(s, i) {
			fmt.Fprintf(&b, `\x%02x`, s[i])
		} else {
			b.WriteString(display(r, s[i:i+size]))
		}
		i += size
	}
	return b.String()
}

// usual reports whether a text has nothing in it that may have to be shown in another way, as most have not.
func usual(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' || s[i] == '#' {
			return false
		}
	}
	return !strings.Contains(s, "::")
}

// isCommand reports whether at i there is the second number sign of "##[",
// "##vso[" or the like.
func isCommand[T string | []byte](s T, i int) bool {
	if s[i] != '#' || i == 0 || s[i-1] != '#' {
		return false
	}
	for i++; i < len(s) && ('a' <= s[i] && s[i] <= 'z' || 'A' <= s[i] && s[i] <= 'Z'); {
		i++
	}
	return i < len(s) && s[i] == '['
}

// display returns what is shown of the character r, which is encoded as text.
func display(r rune, text string) string {
	if r == utf8.RuneError && len(text) == 1 {
		return fmt.Sprintf(`\x%02x`, text[0])
	}
	if printable(r) {
		return text
	}
	q := strconv.QuoteRuneToASCII(r)
	return q[1 : len(q)-1]
}

// printable reports whether r is shown as it is: it is visible, or a space.
func printable(r rune) bool { return unicode.IsPrint(r) || unicode.Is(unicode.Zs, r) }

// place returns "file:line:column".
func place(dir string, p finding.Position) string {
	return Clean(relative(dir, p.File)) + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}

// relative returns file relative to dir if it is inside dir.
func relative(dir, file string) string {
	if dir == "" || file == "" {
		return file
	}
	if inside, ok := strings.CutPrefix(file, dir+string(filepath.Separator)); ok && inside == filepath.Clean(inside) && filepath.IsLocal(inside) {
		return inside // as filepath.Rel says in the end
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil || !filepath.IsLocal(rel) {
		return file
	}
	return rel
}

// slashed returns the name of a file relative to dir if it is inside, with slashes.
func slashed(dir, file string) string { return filepath.ToSlash(relative(dir, file)) }

// extent returns the end of the range from pos to end: pos if end is not set, is
// in another file, or before it.
func extent(pos, end finding.Position) finding.Position {
	if !end.IsValid() || end.File != pos.File || end.Line < pos.Line || end.Line == pos.Line && end.Column < pos.Column {
		return pos
	}
	return end
}

// related returns a line for each place that explains the finding.
func related(dir string, f finding.Finding) []string {
	var lines []string
	for _, r := range f.Related {
		lines = append(lines, "↳ "+place(dir, r.Pos)+": "+Clean(r.Message))
	}
	return lines
}

// evidence returns those lines, and one for each fix.
func evidence(dir string, f finding.Finding) []string {
	lines := related(dir, f)
	for _, fix := range f.Fixes {
		lines = append(lines, fixLabel(fix)+" "+Clean(fix.Message))
	}
	return lines
}

// fixLabel returns what stands before a fix.
func fixLabel(f finding.Fix) string {
	if f.Unsafe {
		return "fix (unsafe):"
	}
	return "fix:"
}

// fingerprints are those of a report's findings, each parallel to its list.
type fingerprints struct{ findings, hidden, gone []string }

// fingerprintsOf computes them over all findings of the run together, so that
// it does not matter to any what is hidden. Those that are gone come after:
// where a finding was there twice and is now once, it is the second that is gone.
func fingerprintsOf(r Report) fingerprints {
	all := slices.Clone(r.Findings)
	for _, h := range r.Hidden {
		all = append(all, h.Finding)
	}
	for _, g := range r.Gone {
		g.Pos.File = string(utf8.MaxRune) + g.Pos.File
		all = append(all, g)
	}
	prints := finding.Fingerprints(all)
	n, m := len(r.Findings), len(r.Findings)+len(r.Hidden)
	return fingerprints{prints[:n], prints[n:m], prints[m:]}
}
