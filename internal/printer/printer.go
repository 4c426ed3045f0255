// Package printer shows the result of a run of errlint: to a person ([Text])
// or to a program ([JSON]).
//
// Everything that a printer shows may come from a repository that nobody has
// vetted: file names, messages that quote the source, source lines. Text
// therefore shows whatever a terminal could take for a command, or a reader
// for something else, as an escape: control characters, invalid UTF-8,
// invisible characters and those that change the direction of writing. JSON
// writes them as JSON's own escapes.
//
// File names are relative to the working directory where they are inside it,
// and absolute elsewhere.
package printer

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errlint/errlint/internal/finding"
)

// A Report is the result of a run, in the order in which it is shown.
type Report struct {
	Findings []finding.Finding
	Problems []finding.Problem
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

// Clean returns s with every character that is not printable as an escape
// of Go's: "\n", "\x1b", "\u202e".
func Clean(s string) string {
	clean := func(r rune) bool { return r != utf8.RuneError && printable(r) }
	if strings.IndexFunc(s, func(r rune) bool { return !clean(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		b.WriteString(display(r, s[:size]))
		s = s[size:]
	}
	return b.String()
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
	return fmt.Sprintf("%s:%d:%d", Clean(relative(dir, p.File)), p.Line, p.Column)
}

// relative returns file relative to dir if it is inside dir.
func relative(dir, file string) string {
	if dir == "" || file == "" {
		return file
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil || !filepath.IsLocal(rel) {
		return file
	}
	return rel
}
