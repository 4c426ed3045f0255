package errdoc

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A style is how a list of errors is written.
type style struct {
	lead      string // from the start of the line to the item's text, with comment and item markers
	number    int    // of the last item, if items are numbered; the lead has %d in place of it
	bracketed bool
	quoted    bool
	star      bool // types have a star if they have one in code
	apart     bool // a blank line stands between items
	block     bool // in a /* */ comment
	blank     string
}

// render returns a name in the style.
func (s style) render(name string) string {
	bare := strings.TrimPrefix(name, "*")
	if !isQualified(bare) {
		return name // an error code
	}
	if !s.star {
		name = bare
	}
	if s.bracketed {
		name = "[" + name + "]"
	}
	if s.quoted {
		name = "`" + name + "`"
	}
	return name
}

// items returns the lines of a list of names, each after a line break.
func (s style) items(names []string, first bool) string {
	var b strings.Builder
	for i, name := range names {
		if s.apart && !(first && i == 0) {
			b.WriteString("\n" + s.blank)
		}
		s.number++
		b.WriteString("\n" + strings.Replace(s.lead, "%d", strconv.Itoa(s.number), 1) + s.render(name))
	}
	return b.String()
}

// isQualified reports whether a name consists of identifiers, and dots between them.
func isQualified(name string) bool {
	for part := range strings.SplitSeq(name, ".") {
		if !token.IsIdentifier(part) {
			return false
		}
	}
	return true
}

// newStyle returns the style of a list if there is none to imitate: that of gofmt, with doc links.
func newStyle(l *line) style {
	s := style{lead: "//   - ", blank: "//", bracketed: true, star: true}
	if l != nil && l.block {
		margin := blockMargin(l)
		s.block = true
		s.lead = margin + "  - "
		s.blank = strings.TrimRight(margin, " \t")
	}
	return s
}

// blockMargin returns what precedes the text in a line of a /* */ comment, such as " * " or nothing.
func blockMargin(l *line) string {
	if margin := l.raw[:l.off]; !strings.HasPrefix(margin, "/*") {
		return margin
	}
	return ""
}

// An Extent says which of the errors of a function a new list has.
type Extent int

const (
	All  Extent = iota // all that are known
	Rest               // those that the comment does not mention elsewhere
	Some               // there are others, which are not known
)

// title returns the first line of a new list. Each is understood as the introduction of one.
func (as Extent) title() string {
	switch as {
	case Rest:
		return "It also returns these errors:"
	case Some:
		return "It returns these errors, among others:"
	}
	return "Errors:"
}

// AppendFix returns the edits that make the doc comment of decl list the names: identifiers as they are written in this
// file ("ErrX", "fs.ErrNotExist", "*PathError") or error codes. Missing names are added to the existing list, in its
// style, or to a new list at the end of the comment, which says whether it is complete. doc must come from parsing
// decl.Doc.
//
// Parsing the edited comment finds all of the names in a list, before and after gofmt. The result is empty if that
// cannot be achieved because the comment is too unusual, if there are no names, and if the function has no comment.
func AppendFix(fset *token.FileSet, decl *ast.FuncDecl, doc *Doc, names []string, as Extent) []analysis.TextEdit {
	var unique []string
	for _, name := range names {
		if !slices.Contains(unique, name) {
			unique = append(unique, name)
		}
	}
	if len(unique) == 0 {
		return nil
	}
	names = unique

	if !doc.HasText() {
		return nil // what the function does is not known
	}
	if s := doc.appendable(); s != nil {
		edits := []analysis.TextEdit{doc.appendTo(s, names)}
		if lists(fset, decl.Doc, edits, names) {
			return edits
		}
	}
	edits := []analysis.TextEdit{doc.newSection(fset, decl, names, as)}
	if lists(fset, decl.Doc, edits, names) {
		return edits
	}
	return nil
}

// newSection returns the edit that adds a section after the last line of a comment that has text.
func (d *Doc) newSection(fset *token.FileSet, decl *ast.FuncDecl, names []string, as Extent) analysis.TextEdit {
	title := as.title()
	var last *line
	for i := range d.lines {
		if d.lines[i].text != "" {
			last = &d.lines[i]
		}
	}
	if last.block && single(decl.Doc) {
		return rewrite(fset, decl, last, title, names)
	}
	st := newStyle(last)
	margin := "// "
	if st.block {
		margin = blockMargin(last)
	}
	return insertAfter(last, "\n"+st.blank+"\n"+margin+title+st.items(names, true))
}

// single reports whether a doc comment is a /* */ comment on one line.
func single(doc *ast.CommentGroup) bool {
	return len(doc.List) == 1 && strings.HasPrefix(doc.List[0].Text, "/*") && !strings.Contains(doc.List[0].Text, "\n")
}

// rewrite turns a /* */ comment on one line into line comments with a list.
func rewrite(fset *token.FileSet, decl *ast.FuncDecl, l *line, title string, names []string) analysis.TextEdit {
	st := newStyle(nil)
	text := "// " + strings.TrimSpace(l.text) + "\n//\n// " + title + st.items(names, true)
	if fset.PositionFor(decl.Doc.End(), false).Line == fset.PositionFor(decl.Pos(), false).Line {
		text += "\n"
	}
	return analysis.TextEdit{Pos: decl.Doc.Pos(), End: decl.Doc.End(), NewText: []byte(text)}
}

// insertAfter returns the edit that puts text after a line.
func insertAfter(l *line, text string) analysis.TextEdit {
	at := l.end()
	if l.block {
		// In the last line of a block comment, the space before the end of the comment stays there.
		at = l.pos(len(l.text))
	}
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte(text)}
}

// appendable returns the section to which names are to be added, or nil if a new one is needed.
func (d *Doc) appendable() *section {
	var best *section
	rank := 0
	for i := range d.sections {
		s := &d.sections[i]
		switch {
		case s.kind == Errors, s.kind == Raises, d.lastError(s) >= 0:
		default:
			continue
		}
		r := 1
		switch {
		case len(s.items) > 0:
			r = 3
		case len(s.names) > 0:
			r = 2
		case s.code:
			// A list after a code block would be part of it.
			continue
		}
		// Of equals, take the first.
		if r > rank {
			best, rank = s, r
		}
	}
	return best
}

// lastError returns the index, among the section's items, of the last item that is about a named error, -1 if there is
// none. "Returns:" lists other things besides errors.
func (d *Doc) lastError(s *section) int {
	for i := len(s.items) - 1; i >= 0; i-- {
		if slices.ContainsFunc(d.Mentions, func(m Mention) bool { return m.Item == s.items[i] && m.isError() }) {
			return i
		}
	}
	return -1
}

// isError reports whether a mention is the subject of an item and named like an error.
func (m *Mention) isError() bool { return m.Head && errorLike(m.Parts[len(m.Parts)-1]) }

// appendTo adds names to a section.
func (d *Doc) appendTo(s *section, names []string) analysis.TextEdit {
	switch {
	case len(s.items) > 0:
		st := d.styleOf(s)
		item := d.Items[s.items[len(s.items)-1]]
		if s.none {
			// The item says that there are none: the first name takes its place.
			first := &d.lines[item.first]
			text := st.render(names[0]) + st.items(names[1:], false)
			last := &d.lines[item.last]
			return analysis.TextEdit{Pos: first.pos(item.content), End: last.pos(len(last.text)), NewText: []byte(text)}
		}
		if i := d.lastError(s); s.kind == Returns && st.number == 0 {
			item = d.Items[s.items[i]]
		}
		return insertAfter(&d.lines[item.last], st.items(names, false))

	case len(s.names) > 0:
		m := d.Mentions[s.names[len(s.names)-1]]
		st := style{bracketed: m.Bracketed, quoted: m.Quoted, star: m.Star || !d.starless(s.names)}
		var text strings.Builder
		for _, name := range names {
			text.WriteString(", " + st.render(name))
		}
		at := d.lines[m.line].pos(m.to)
		return analysis.TextEdit{Pos: at, End: at, NewText: []byte(text.String())}
	}

	title := &d.lines[s.line]
	st := newStyle(title)
	if len(s.content) == 0 {
		text := st.items(names, true)
		if s.style == headed {
			// A heading needs a blank line after it, which makes the list stand apart.
			text = "\n" + st.blank + text
		}
		return insertAfter(title, text)
	}
	first, last := &d.lines[s.content[0]], &d.lines[s.content[len(s.content)-1]]
	if !s.none {
		text := st.items(names, true)
		if !strings.HasSuffix(last.text, ":") {
			text = "\n" + st.blank + text // it is no part of the sentence before it
		}
		return insertAfter(last, text)
	}
	// The text says that there are none: the list takes its place.
	text := st.items(names, true)
	if first == title {
		return analysis.TextEdit{Pos: first.pos(s.label), End: last.pos(len(last.text)), NewText: []byte(text)}
	}
	prev := &d.lines[s.content[0]-1]
	return analysis.TextEdit{Pos: prev.end(), End: last.pos(len(last.text)), NewText: []byte(text)}
}

// styleOf returns the style of the list of a section.
func (d *Doc) styleOf(s *section) style {
	item := d.Items[s.items[len(s.items)-1]]
	l := &d.lines[item.first]
	st := newStyle(l)
	st.lead = l.raw[:l.off+item.content]
	if l.block && strings.HasPrefix(st.lead, "/*") {
		st.lead = "  " + st.lead[len("/*"):]
	}
	if n, err := strconv.Atoi(strings.TrimRight(item.marker, ".)")); err == nil {
		i := strings.LastIndex(st.lead, item.marker)
		digits := len(item.marker) - 1
		st.lead = st.lead[:i] + "%d" + st.lead[i+digits:]
		st.number = n
	}
	var heads []int
	for i, m := range d.Mentions {
		if m.Head && slices.Contains(s.items, m.Item) && (s.kind != Returns || m.isError()) {
			heads = append(heads, i)
		}
	}
	if len(heads) > 0 && !s.none {
		// Names are as in the last item that has one: codes have no style.
		last := d.Mentions[heads[len(heads)-1]]
		st.bracketed, st.quoted = last.Bracketed, last.Quoted
		st.star = !d.starless(heads)
	}
	for i, k := range s.items {
		if i > 0 {
			for n := d.Items[s.items[i-1]].last; n < d.Items[k].first; n++ {
				st.apart = st.apart || d.lines[n].text == ""
			}
		}
		for n := d.Items[k].first; n < d.Items[k].last; n++ {
			// gofmt sets all items apart if one has several paragraphs.
			st.apart = st.apart || d.lines[n].text == ""
		}
	}
	return st
}

// starless reports whether the mentions show that types are listed without a star: some are named like types, and none
// has a star.
func (d *Doc) starless(mentions []int) bool {
	seen := false
	for _, i := range mentions {
		m := d.Mentions[i]
		if m.Star {
			return false
		}
		seen = seen || strings.HasSuffix(m.Parts[len(m.Parts)-1], "Error")
	}
	return seen
}

// RemoveFix returns the edits that delete a mention from a section: its item or, if that has other names, just the
// name. ok is false for a mention in prose, and for an item that says anything besides names, since what it says about
// this error may be true of another one. The last name of a section is not deleted either, because its author meant to
// list something.
func (d *Doc) RemoveFix(m Mention) ([]analysis.TextEdit, bool) {
	if !m.Head {
		return nil, false
	}
	for i := range d.sections {
		s := &d.sections[i]
		if s.kind != Errors && s.kind != Raises {
			continue
		}
		if m.Item >= 0 && slices.Contains(s.items, m.Item) {
			var heads []Mention
			for _, other := range d.Mentions {
				if other.Head && other.Item == m.Item {
					heads = append(heads, other)
				}
			}
			switch {
			case !d.onlyNames(m.Item, heads):
				return nil, false
			case len(heads) > 1:
				return d.removeName(m, heads), true
			case len(s.items) > 1:
				return d.removeItem(s, m.Item)
			}
			return nil, false
		}
		if m.Item < 0 {
			var names []Mention
			found := false
			for _, k := range s.names {
				names = append(names, d.Mentions[k])
				found = found || d.Mentions[k].Pos == m.Pos
			}
			if found && len(names) > 1 {
				return d.removeName(m, names), true
			}
		}
	}
	return nil, false
}

// RenameFix returns the edit that replaces the last identifier of a mention by another name. Its qualifier, what
// surrounds it, and the words around it stay.
func RenameFix(m Mention, name string) []analysis.TextEdit {
	last := m.Parts[len(m.Parts)-1]
	return []analysis.TextEdit{{Pos: m.End - token.Pos(len(last)), End: m.End, NewText: []byte(name)}}
}

// onlyNames reports whether an item consists of the names that it begins with.
func (d *Doc) onlyNames(index int, heads []Mention) bool {
	item := d.Items[index]
	if item.first != item.last {
		return false
	}
	text := d.lines[item.first].text
	rest := strings.Trim(text[heads[len(heads)-1].to:], " \t.,;")
	return rest == ""
}

// removeName deletes one of several names on a line, with a separator.
func (d *Doc) removeName(m Mention, names []Mention) []analysis.TextEdit {
	l := &d.lines[m.line]
	i := slices.IndexFunc(names, func(n Mention) bool { return n.Pos == m.Pos })
	from, to := m.from, m.to
	if i+1 < len(names) {
		to = names[i+1].from
		if i > 0 {
			// Of "A, B and C" without B, "A and C" should be left.
			from, to = names[i-1].to, m.to
		}
	} else {
		from = names[i-1].to
	}
	return []analysis.TextEdit{{Pos: l.pos(from), End: l.pos(to)}}
}

// removeItem deletes one of several items by whole lines, none of which is the first line of the comment. It refuses to
// delete a directive that is between the lines.
func (d *Doc) removeItem(s *section, index int) ([]analysis.TextEdit, bool) {
	first, last := d.Items[index].first, d.Items[index].last
	if i := slices.Index(s.items, index); i > 0 {
		first = d.Items[s.items[i-1]].last + 1 // with the blank line between
	}
	for i := first - 1; i < last; i++ {
		if d.lines[i].num+1 != d.lines[i+1].num {
			return nil, false
		}
	}
	prev := &d.lines[first-1]
	pos, end := prev.end(), d.lines[last].end()
	if d.lines[last].block {
		// What closes the comment stays.
		pos, end = prev.pos(len(prev.text)), d.lines[last].pos(len(d.lines[last].text))
	}
	return []analysis.TextEdit{{Pos: pos, End: end}}, true
}
