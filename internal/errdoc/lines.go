package errdoc

import (
	"go/ast"
	"go/doc/comment"
	"go/token"
	"strings"

	"github.com/errlint/errlint/internal/lazyregexp"
)

// A line is a line of a doc comment. Directives are not part of the comment's text, and have no line here.
type line struct {
	text  string    // without comment marker and trailing space, as go/doc/comment sees it
	raw   string    // the whole line within the comment, with markers
	off   int       // offset of text in raw
	start token.Pos // of raw
	num   int       // line number in the file
	block bool      // in a /* */ comment
	kind  lineKind
}

// pos returns the position of a byte of the text.
func (l *line) pos(i int) token.Pos { return l.start + token.Pos(l.off+i) }

// end returns the position after the line.
func (l *line) end() token.Pos { return l.start + token.Pos(len(l.raw)) }

// A lineKind says which kind of block a line belongs to.
type lineKind int

const (
	blank lineKind = iota
	prose
	heading
	itemStart // the first line of a list item
	itemRest  // the other lines of a list item
	code
	linkDef // [text]: url
)

// split returns the lines of a comment group.
func split(fset *token.FileSet, doc *ast.CommentGroup) []line {
	var lines []line
	tok := fset.File(doc.Pos())
	for _, c := range doc.List {
		num := tok.PositionFor(c.Pos(), false).Line
		if text, ok := strings.CutPrefix(c.Text, "//"); ok {
			off := len("//")
			switch {
			case strings.HasPrefix(text, " "):
				off++
			case isDirective(text):
				continue
			}
			lines = append(lines, line{
				text:  strings.TrimRight(c.Text[off:], " \t\r\n"),
				raw:   c.Text,
				off:   off,
				start: c.Pos(),
				num:   num,
			})
			continue
		}
		lines = append(lines, splitBlock(tok, c, num)...)
	}
	return lines
}

// splitBlock returns the lines of a /* */ comment, which begins on a given line of the file.
func splitBlock(tok *token.File, c *ast.Comment, first int) []line {
	text := strings.TrimSuffix(c.Text, "*/")
	raws := strings.Split(text, "\n")
	starred := len(raws) > 1
	for _, raw := range raws[1:] {
		if raw = strings.TrimSpace(raw); raw != "" && raw[0] != '*' {
			starred = false
		}
	}

	// Text that begins on the first line, next to the comment's marker, is not
	// indented, and then neither are the lines that are aligned with it.
	margin := 0
	if strings.TrimSpace(raws[0][min(len("/*"), len(raws[0])):]) != "" {
		margin = -1
		for _, raw := range raws[1:] {
			if trimmed := strings.TrimLeft(raw, " \t"); strings.TrimSpace(trimmed) != "" && (margin < 0 || len(raw)-len(trimmed) < margin) {
				margin = len(raw) - len(trimmed)
			}
		}
	}

	// Positions are by the file's table of lines: the text has lost its carriage returns.
	lines := make([]line, len(raws))
	for i, raw := range raws {
		l := line{raw: raw, start: c.Pos(), num: first + i, block: true}
		switch {
		case i == 0:
			l.off = min(len("/*"), len(raw))
			if margin != 0 {
				l.off = len(raw) - len(strings.TrimLeft(raw[l.off:], " \t"))
			}
		default:
			if first+i <= tok.LineCount() {
				l.start = tok.LineStart(first + i)
			}
			if trimmed := strings.TrimLeft(raw, " \t"); starred && trimmed != "" {
				l.off = len(raw) - len(trimmed) + len("*")
			} else if !starred && margin > 0 {
				l.off = min(margin, len(raw))
			}
		}
		if starred && l.off > 0 && l.off < len(raw) && raw[l.off] == ' ' {
			l.off++
		}
		if l.text = strings.TrimRight(raw[l.off:], " \t\r"); strings.TrimSpace(l.text) == "" {
			l.text = ""
		}
		lines[i] = l
	}
	return lines
}

// isDirective reports whether a line comment is a directive, given its text after the slashes.
func isDirective(text string) bool {
	for _, prefix := range []string{"line ", "extern ", "export "} {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return directiveRE().MatchString(text)
}

var directiveRE = lazyregexp.New(`^[a-z0-9]+:[a-z0-9]`)

// A block is a run of lines of one kind.
type block struct {
	kind     lineKind // prose, heading, itemStart for a list, code
	from, to int      // lines, half open
}

// structure finds the blocks of a comment and sets the kinds of its lines. go/doc/comment decides what is a list, a
// heading or code. It does not say where these are, but it keeps the order and the number of lines, which is enough to
// find them again.
func structure(lines []line) []block {
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.text
	}
	var (
		parser comment.Parser
		blocks []block
		at     int // the next line
	)
	// take gives the next n lines with text to a block.
	take := func(n int, first, rest lineKind) (from, to int) {
		for at < len(lines) && strings.TrimSpace(lines[at].text) == "" {
			at++
		}
		from = at
		for kind := first; n > 0 && at < len(lines); n-- {
			lines[at].kind = kind
			kind = rest
			at++
		}
		return from, at
	}
	for _, b := range parser.Parse(strings.Join(texts, "\n")).Content {
		at = skipLinkDefs(lines, at)
		switch b := b.(type) {
		case *comment.Heading:
			from, to := take(1, heading, heading)
			blocks = append(blocks, block{heading, from, to})
		case *comment.Paragraph:
			from, to := take(1+newlines(b.Text), prose, prose)
			blocks = append(blocks, block{prose, from, to})
		case *comment.Code:
			from, to := take(strings.Count(b.Text, "\n"), code, code)
			blocks = append(blocks, block{code, from, to})
		case *comment.List:
			list := block{itemStart, -1, 0}
			for _, item := range b.Items {
				first := itemStart
				for _, c := range item.Content {
					p, ok := c.(*comment.Paragraph)
					if !ok {
						continue
					}
					from, to := take(1+newlines(p.Text), first, itemRest)
					first = itemRest
					if list.from < 0 {
						list.from = from
					}
					list.to = to
				}
			}
			if list.from >= 0 {
				blocks = append(blocks, list)
			}
		}
	}
	skipLinkDefs(lines, at)
	for i := range lines {
		if strings.TrimSpace(lines[i].text) == "" && lines[i].kind != code {
			lines[i].kind = blank
		}
	}
	return blocks
}

// newlines counts the line breaks in a text.
func newlines(text []comment.Text) int {
	n := 0
	for _, t := range text {
		switch t := t.(type) {
		case comment.Plain:
			n += strings.Count(string(t), "\n")
		case comment.Italic:
			n += strings.Count(string(t), "\n")
		case *comment.Link:
			n += newlines(t.Text)
		case *comment.DocLink:
			n += newlines(t.Text)
		}
	}
	return n
}

// skipLinkDefs returns the first line, from line at on, that has text and does not belong to a paragraph of link
// definitions. go/doc/comment keeps these separate from the other blocks.
func skipLinkDefs(lines []line, at int) int {
	for at < len(lines) {
		if strings.TrimSpace(lines[at].text) == "" {
			at++
			continue
		}
		end := at
		for end < len(lines) && lines[end].text != "" && lines[end].text[0] != ' ' && lines[end].text[0] != '\t' {
			if !linkDefRE().MatchString(lines[end].text) {
				return at
			}
			end++
		}
		if end == at {
			return at
		}
		for ; at < end; at++ {
			lines[at].kind = linkDef
		}
	}
	return at
}

var linkDefRE = lazyregexp.New(`^\[[^\]]*\]:[ \t]+[a-z]+://`)
