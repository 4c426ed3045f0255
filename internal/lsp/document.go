package lsp

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/errlint/errlint/internal/finding"
)

// A document is a file that is open in the editor. The editor's text counts, whatever is on disk.
type document struct {
	uri     uri.URI // as the editor spells it
	file    string  // absolute
	version int32
	text    *text
	sound   *text  // the text of the last run in which its package compiled; nil if there was none
	edited  uint64 // the generation of the last edit
	root    *root
}

// A text is the contents of a file, with the offsets of its lines.
type text struct {
	s      string
	starts []int // offsets of lines, as the protocol has them: they end with "\n", "\r\n" or "\r"
}

func newText(s string) *text {
	t := &text{s: s, starts: []int{0}}
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' || s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n') {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// An encoding is the unit in which a client counts the characters of a line.
type encoding bool

const (
	utf16Units encoding = false
	utf8Units  encoding = true
)

// width returns the number of units of a character that takes size bytes in UTF-8.
func (enc encoding) width(r rune, size int) int {
	switch {
	case enc == utf8Units:
		return size
	case r >= 0x10000:
		return 2
	}
	return 1
}

// line returns the offsets of the beginning of a line and of the end of its text.
func (t *text) line(n int) (start, end int) {
	if n >= len(t.starts) {
		return len(t.s), len(t.s)
	}
	start, end = t.starts[n], len(t.s)
	if n+1 < len(t.starts) {
		end = t.starts[n+1]
	}
	return start, start + len(strings.TrimRight(t.s[start:end], "\r\n"))
}

// offset returns the byte offset of a position. A position after the end of its line or of the text stands for that end.
func (t *text) offset(p protocol.Position, enc encoding) int {
	start, end := t.line(int(p.Line))
	units := 0
	for i, r := range t.s[start:end] {
		_, size := utf8.DecodeRuneInString(t.s[start+i:])
		if units += enc.width(r, size); units > int(p.Character) {
			return start + i
		}
	}
	return end
}

// position is the inverse of offset.
func (t *text) position(offset int, enc encoding) protocol.Position {
	offset = min(max(offset, 0), len(t.s))
	n := sort.SearchInts(t.starts, offset+1) - 1
	units := 0
	for i := t.starts[n]; i < offset; {
		r, size := utf8.DecodeRuneInString(t.s[i:])
		units += enc.width(r, size)
		i += size
	}
	return protocol.Position{Line: uint32(n), Character: uint32(units)}
}

// span returns the range between two offsets.
func (t *text) span(pos, end int, enc encoding) protocol.Range {
	return protocol.Range{Start: t.position(pos, enc), End: t.position(max(pos, end), enc)}
}

// at returns the offset of a position of a finding. Positions in other packages may have only a line.
func (t *text) at(p finding.Position) int {
	if p.Offset > 0 || p.Line <= 1 && p.Column <= 1 {
		return min(p.Offset, len(t.s))
	}
	offset := 0
	for range p.Line - 1 {
		i := strings.IndexByte(t.s[offset:], '\n')
		if i < 0 {
			return len(t.s)
		}
		offset += i + 1
	}
	return min(offset+max(p.Column, 1)-1, len(t.s))
}

// An edit replaces the bytes from start to end by length others.
type edit struct{ start, end, length int }

// change applies the client's changes, and returns the new text and the edits in their order.
func (t *text) change(events []protocol.TextDocumentContentChangeEvent, enc encoding) (*text, []edit) {
	var edits []edit
	for _, e := range events {
		switch e := e.(type) {
		case *protocol.TextDocumentContentChangePartial:
			start, end := t.offset(e.Range.Start, enc), t.offset(e.Range.End, enc)
			end = max(start, end)
			edits = append(edits, edit{start, end, len(e.Text)})
			t = newText(t.s[:start] + e.Text + t.s[end:])
		case *protocol.TextDocumentContentChangeWholeDocument:
			// The edit is the part between the common prefix and suffix.
			start := commonPrefix(t.s, e.Text)
			tail := commonSuffix(t.s[start:], e.Text[start:])
			edits = append(edits, edit{start, len(t.s) - tail, len(e.Text) - tail - start})
			t = newText(strings.Clone(e.Text))
		}
	}
	return t, edits
}

func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// move moves findings in a file along with an edit: t is the text after it. Findings that the edit overlaps are dropped, and the
// others lose their fixes, which are for the text before.
func (t *text) move(fs []finding.Finding, e edit) []finding.Finding {
	shift := func(p finding.Position) finding.Position {
		if p.Offset >= e.end {
			p.Offset += e.length - (e.end - e.start)
		}
		p.Offset = min(max(p.Offset, 0), len(t.s))
		before := t.s[:p.Offset]
		p.Line = strings.Count(before, "\n") + 1
		p.Column = p.Offset - (strings.LastIndexByte(before, '\n') + 1) + 1
		return p
	}
	fs = slices.DeleteFunc(slices.Clone(fs), func(f finding.Finding) bool {
		return e.start < f.End.Offset && f.Pos.Offset < e.end || e.start == e.end && f.Pos.Offset < e.start && e.start < f.End.Offset
	})
	for i := range fs {
		f := &fs[i]
		f.Pos, f.End, f.Fixes = shift(f.Pos), shift(f.End), nil
		f.Related = slices.Clone(f.Related)
		for k := range f.Related {
			if r := &f.Related[k]; r.Pos.File == f.Pos.File && r.Pos.Offset > 0 {
				r.Pos, r.End = shift(r.Pos), shift(r.End)
			}
		}
	}
	return fs
}
