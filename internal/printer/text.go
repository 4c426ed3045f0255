package printer

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/errlint/errlint/internal/finding"
)

// Text shows findings to a person; problems it leaves to [Problem].
//
// The plain form is one line per finding, as compilers write them:
//
//	file:line:column: message (rule/category)
//
// with "warning: " or "note: " before the message of a finding that is no error.
// The rich form adds the source line with the place underlined, a line for
// each related place, and one for each fix.
type Text struct {
	Dir      string                       // file names are relative to it; "": absolute
	Rich     bool                         // the rich form
	Color    bool                         // with ANSI colours
	Width    int                          // of the source lines, in columns; 0: 100
	ReadFile func(string) ([]byte, error) // nil: os.ReadFile
}

// The styles, as ANSI sequences.
const (
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	yellow = "\x1b[33m"
	green  = "\x1b[32m"
	reset  = "\x1b[0m"
)

// style returns s in a style, if colours are wanted.
func (t Text) style(style, s string) string {
	if !t.Color || s == "" {
		return s
	}
	return style + s + reset
}

// Print implements [Printer].
func (t Text) Print(w io.Writer, r Report) error {
	b := bufio.NewWriter(w)
	src := sources{read: t.ReadFile}
	for i := range r.Findings {
		f := &r.Findings[i]
		if t.Rich && i > 0 {
			b.WriteByte('\n')
		}
		level := ""
		if f.Level() != finding.Error {
			level = string(f.Level()) + ": "
		}
		for _, part := range [...]string{t.style(bold, place(t.Dir, f.Pos)+":"), " ", level, Clean(f.Message), " ", t.style(dim, "("+Clean(f.ID())+")"), "\n"} {
			b.WriteString(part)
		}
		if t.Rich {
			t.details(b, &src, *f)
		}
	}
	return b.Flush()
}

func (t Text) details(b *bufio.Writer, src *sources, f finding.Finding) {
	if line, ok := src.line(f.Pos); ok {
		end := len(line)
		if f.End.Line == f.Pos.Line && f.End.Column > f.Pos.Column {
			end = f.End.Column - 1
		} else if f.End.Line <= f.Pos.Line {
			end = f.Pos.Column // no extent: one character
		}
		text, mark := t.excerpt(line, f.Pos.Column-1, end)
		number := fmt.Sprintf("%*d", numberWidth, f.Pos.Line)
		fmt.Fprintf(b, "%s %s\n", t.style(dim, number+" |"), text)
		fmt.Fprintf(b, "%s %s%s\n", t.style(dim, "      |"), strings.Repeat(" ", mark.at), t.style(yellow, "^"+strings.Repeat("~", mark.width-1)))
	}
	for _, rel := range f.Related {
		fmt.Fprintf(b, "  %s %s %s\n", t.style(dim, "↳"), t.style(bold, place(t.Dir, rel.Pos)+":"), Clean(rel.Message))
	}
	for _, fix := range f.Fixes {
		fmt.Fprintf(b, "  %s %s\n", t.style(green, fixLabel(fix)), Clean(fix.Message))
	}
}

// line returns the line of the position, without its end; false if there is
// none, or it is too short, as when the file has changed since.
func (s *sources) line(p finding.Position) (string, bool) {
	if !p.IsValid() || p.File == "" {
		return "", false
	}
	lines := s.lines(p.File)
	if p.Line > len(lines) {
		return "", false
	}
	line := strings.TrimSuffix(strings.TrimSuffix(string(lines[p.Line-1]), "\n"), "\r")
	if p.Column < 1 || p.Column > len(line)+1 {
		return "", false
	}
	return line, true
}

const (
	tabWidth     = 4
	defaultWidth = 100
	maxExcerpt   = 4096 // bytes of a line that are looked at on either side of the mark
	ellipsis     = "…"
)

// numberWidth is the width of a line's number.
const numberWidth = 5

// sourceWidth returns the width of source lines on a terminal, less the number before them
// and the dots on either side: so that none goes on in the next line, with the mark
// below it by itself. It returns 0 if the width of the terminal is not known.
func sourceWidth(terminal int) int {
	if terminal <= 0 {
		return 0
	}
	return max(20, terminal-numberWidth-len(" | ")-2)
}

// A mark is what is underlined in an excerpt, in columns.
type mark struct{ at, width int }

// A cell is one character of a line as it is shown.
type cell struct {
	text   string
	width  int // in columns; 0 for a combining character
	offset int // in the line, in bytes
}

// excerpt returns line as it is shown, cut to the width where it is longer
// such that the bytes from start to end, or the first of them, can be seen;
// and where they are in it.
func (t Text) excerpt(line string, start, end int) (string, mark) {
	width := t.Width
	if width <= 0 {
		width = defaultWidth
	}
	from, to := max(0, start-maxExcerpt), min(len(line), start+maxExcerpt)
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	cells := layout(line[from:to], from)
	cutLeft, cutRight := from > 0, to < len(line)

	// The columns where the mark begins and ends. It has at least one column,
	// beyond the end of the line too.
	var total, markStart, markEnd int
	markStart = -1
	for _, c := range cells {
		if c.offset >= start && markStart < 0 {
			markStart = total
		}
		total += c.width
		if c.offset < end {
			markEnd = total
		}
	}
	if markStart < 0 {
		markStart = total
	}
	markEnd = max(markEnd, markStart+1)

	// The window: all of the line, or else what keeps the mark in it with
	// two thirds of the width to its right.
	left, right := 0, max(total, markEnd)
	if right > width {
		left = min(max(0, markStart-width/3), right-width)
		if markEnd <= width {
			left = 0
		}
		right = left + width
	}
	var b strings.Builder
	column := 0 // of the window's left edge, in what is shown
	if left > 0 || cutLeft {
		b.WriteString(ellipsis)
		column = 1
	}
	at := 0
	for _, c := range cells {
		switch next := at + c.width; {
		case at >= left && next <= right:
			b.WriteString(c.text)
		case at < left && next > left:
			b.WriteString(strings.Repeat(" ", next-left)) // the edge cuts a wide one
		case next > right:
			cutRight = true
		}
		at += c.width
	}
	shown := strings.TrimRight(b.String(), " ")
	if cutRight {
		shown = b.String() + ellipsis
	}
	return shown, mark{column + markStart - left, min(markEnd, right) - markStart}
}

// layout returns the cells of s, which begins at the byte offset.
func layout(s string, offset int) []cell {
	cells := make([]cell, 0, len(s))
	column := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		c := cell{offset: offset + i}
		switch {
		case isCommand(s, i):
			c.text = `\x23`
			c.width = len(c.text)
		case r == '\t':
			c.width = tabWidth - column%tabWidth
			c.text = strings.Repeat(" ", c.width)
		case printable(r) && !(r == utf8.RuneError && size == 1):
			c.text, c.width = s[i:i+size], columns(r)
		default:
			c.text = display(r, s[i:i+size])
			c.width = len(c.text) // escapes are ASCII
		}
		cells = append(cells, c)
		column += c.width
		i += size
	}
	return cells
}

// columns returns how many columns of a terminal r takes.
func columns(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	default:
		return 1
	}
}
