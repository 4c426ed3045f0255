package errdoc

import (
	"strings"

	"github.com/errlint/errlint/internal/lazyregexp"
)

// labels are the words that begin a section, in lower case.
var labels = map[string]Section{
	"error":           Errors,
	"errors":          Errors,
	"errors returned": Errors,
	"returned errors": Errors,
	"possible errors": Errors,
	"error codes":     Errors,
	"raise":           Raises,
	"raises":          Raises,
	"return":          Returns,
	"returns":         Returns,
	"return value":    Returns,
	"return values":   Returns,
	"panics":          panics,
}

var (
	labelRE = lazyregexp.New(`^[ \t]*([A-Za-z]+(?: [A-Za-z]+)?)[ \t]*:(?:[ \t]|$)`)

	// An item's marker, of any indentation.
	markerRE = lazyregexp.New(`^[ \t]*([-*+•]|[0-9]+[.)])[ \t]+`)

	// An introduction, such as "It returns one of these errors:", has both in its last sentence. The second
	// matters: "Errors considered ephemeral include:" says nothing of what is returned.
	errorRE  = lazyregexp.New(`(?i)(?:^|[^\pL\pN_])errors?(?:$|[^\pL\pN_])`)
	returnRE = lazyregexp.New(`(?i)(?:^|[^\pL\pN_])` +
		`(?:returns?|returned|fails?|raises?|yields?|reports?|panics?|is one of|be one of)(?:$|[^\pL\pN_])`)

	// What an error code looks like, with a separator, as in "not-found -- the file is missing".
	codeRE = lazyregexp.New("^[`\"]?([A-Za-z0-9]+(?:[-_.:/][A-Za-z0-9]+)*)[`\"]?" +
		"(?:[ \t]+(--|–|—)(?:[ \t]|$)|([ \t]*:[ \t]|[ \t]+-[ \t]|[ \t]*:?$))")

	noneRE = lazyregexp.New(`(?i)^(?:none|nil|no errors?)(?:[ \t]*$|[.,;:]|[ \t]+(?:-|–|—))`)
)

// labelOf returns the kind of section that a line begins by a label, and the offset after the label.
func labelOf(text string) (kind Section, after int, ok bool) {
	loc := labelRE().FindStringSubmatchIndex(text)
	if loc == nil {
		return NoSection, 0, false
	}
	kind, ok = labels[strings.ToLower(text[loc[2]:loc[3]])]
	return kind, loc[3] + strings.Index(text[loc[3]:], ":") + 1, ok
}

// findSections finds the sections and their items. It returns the section of each line as an index in d.sections, or
// -1.
func (d *Doc) findSections(blocks []block) []int {
	of := make([]int, len(d.lines))
	for i := range of {
		of[i] = -1
	}
	cur := -1 // the section that is open
	open := func(s section) {
		d.sections = append(d.sections, s)
		cur = len(d.sections) - 1
	}
	add := func(i int) {
		of[i] = cur
		d.sections[cur].content = append(d.sections[cur].content, i)
	}

	for bi, b := range blocks {
		switch b.kind {
		case heading:
			text := strings.TrimSpace(strings.TrimLeft(d.lines[b.from].text, "# \t"))
			kind, ok := labels[strings.ToLower(strings.TrimSuffix(text, ":"))]
			cur = -1
			if ok {
				open(section{kind: kind, style: headed, line: b.from})
			}

		case prose:
			// A paragraph ends a section that has something in it, unless that has a heading.
			if cur >= 0 && d.sections[cur].style != headed && len(d.sections[cur].content) > 0 {
				cur = -1
			}
			item := -1 // the item without indentation that is open
			for i := b.from; i < b.to; i++ {
				l := &d.lines[i]
				if kind, after, ok := labelOf(l.text); ok {
					item = -1
					open(section{kind: kind, line: i, label: after})
					of[i] = cur
					if strings.TrimSpace(l.text[after:]) != "" {
						add(i)
					}
					continue
				}
				if cur >= 0 {
					add(i)
					d.sections[cur].code = false
					switch {
					case markerRE().MatchString(l.text):
						item = d.addItem(cur, i)
					case item >= 0:
						d.Items[item].last = i
					}
					continue
				}
				if kind, ok := d.introduces(blocks, bi, i); ok {
					item = -1
					open(section{kind: kind, style: introduced, line: i})
				}
			}

		case itemStart:
			if cur < 0 {
				continue
			}
			item := -1
			for i := b.from; i < b.to; i++ {
				if d.lines[i].kind == blank || strings.TrimSpace(d.lines[i].text) == "" {
					continue
				}
				add(i)
				if d.lines[i].kind == itemStart {
					item = d.addItem(cur, i)
				} else if item >= 0 {
					d.Items[item].last = i
				}
			}
			d.sections[cur].code = false
			// A list is all that an introduction introduces.
			if d.sections[cur].style == introduced {
				cur = -1
			}

		case code:
			if cur < 0 {
				continue
			}
			listed := d.listed(b)
			item := -1
			for i := b.from; i < b.to; i++ {
				if strings.TrimSpace(d.lines[i].text) == "" {
					continue
				}
				add(i)
				switch {
				case !listed:
				case d.indent(i) == d.indent(b.from):
					item = d.addItem(cur, i)
				default:
					d.Items[item].last = i
				}
			}
			d.sections[cur].code = !listed
		}
	}
	return of
}

// introduces reports whether line i, of a paragraph, introduces a list of errors that follows it, and which kind of
// section that makes.
func (d *Doc) introduces(blocks []block, bi, i int) (kind Section, ok bool) {
	if !strings.HasSuffix(d.lines[i].text, ":") {
		return NoSection, false
	}
	b := blocks[bi]
	if i+1 < b.to {
		if !markerRE().MatchString(d.lines[i+1].text) {
			return NoSection, false
		}
	} else if bi+1 >= len(blocks) || blocks[bi+1].kind != itemStart &&
		(blocks[bi+1].kind != prose || !markerRE().MatchString(d.lines[blocks[bi+1].from].text)) {
		return NoSection, false
	}
	last := d.lastSentence(b.from, i, len(d.lines[i].text))
	if kind := labels[strings.ToLower(strings.Trim(last, " \t\n:"))]; kind == Errors || kind == Raises {
		return kind, true // a label at the end of a line: "F does. Possible errors:"
	}
	if !errorRE().MatchString(last) || !returnRE().MatchString(last) {
		return NoSection, false
	}
	if verbs := verbsOf(last); len(verbs) > 0 && verbs[len(verbs)-1].panics {
		return panics, true
	}
	return Errors, true
}

// lastSentence returns the sentence, or the part of it, that ends at an offset of line last. It does not go back beyond
// line first.
func (d *Doc) lastSentence(first, last, end int) string {
	text := ""
	for k := max(first, last-introductionLines+1); k < last; k++ {
		text += d.lines[k].text + "\n"
	}
	text += d.lines[last].text[:end]
	if stops := stopsOf(text); len(stops) > 0 {
		text = text[stops[len(stops)-1]+1:]
	}
	return text
}

// introductionLines is the maximum number of lines in a sentence that introduces a list.
const introductionLines = 10

// listed reports whether a code block is a list without bullets: each line that is not indented further begins with a
// name or code, followed by something that separates it.
func (d *Doc) listed(b block) bool {
	for i := b.from; i < b.to; i++ {
		text := strings.TrimSpace(d.lines[i].text)
		if text == "" || d.indent(i) > d.indent(b.from) {
			continue
		}
		if d.indent(i) < d.indent(b.from) || !plainItemRE().MatchString(text) {
			return false
		}
	}
	return true
}

var plainItemRE = lazyregexp.New("^[\\[*&`\"]*[\\pL_][\\pL\\pN_./-]*[\\]`\"]*" +
	"(?:[ \t]*$|:|,|\t|  |[ \t]+(?:-|–|—|if|when|is|on)[ \t-])")

// indent returns the indentation of a line.
func (d *Doc) indent(i int) int {
	text := d.lines[i].text
	return len(text) - len(strings.TrimLeft(text, " \t"))
}

// addItem adds the item that begins on line i to a section.
func (d *Doc) addItem(sec, i int) int {
	l := &d.lines[i]
	item := Item{
		Section: public(d.sections[sec].kind),
		first:   i,
		last:    i,
		content: d.indent(i),
	}
	if loc := markerRE().FindStringSubmatchIndex(l.text); loc != nil {
		item.marker = l.text[loc[2]:loc[3]]
		item.content = loc[1]
	}
	switch item.Section {
	case Errors, Raises:
		item.Code = codeOf(l.text[item.content:])
	}
	item.condition = d.ofConditions(sec, i)
	d.Items = append(d.Items, item)
	d.sections[sec].items = append(d.sections[sec].items, len(d.Items)-1)
	return len(d.Items) - 1
}

// ofConditions reports whether line i belongs to a list of conditions: the sentence before the list ends in a
// conjunction, as in "Returns an error if any of these holds:".
func (d *Doc) ofConditions(sec, i int) bool {
	s := &d.sections[sec]
	if n := len(s.items); n > 0 {
		prev := &d.Items[s.items[n-1]]
		interrupted := false
		for k := prev.last + 1; k < i; k++ {
			interrupted = interrupted || d.lines[k].kind == prose && d.lines[k].text != ""
		}
		if !interrupted {
			return prev.condition
		}
	}
	for i--; i >= 0 && d.lines[i].kind == blank; i-- {
	}
	if i < 0 || d.lines[i].kind != prose || !strings.HasSuffix(d.lines[i].text, ":") {
		return false
	}
	first := i
	for first > 0 && d.lines[first-1].kind == prose && i-first < introductionLines {
		first--
	}
	text := d.lastSentence(first, i, len(d.lines[i].text))
	return conditionRE().MatchString(text) && !theseRE().MatchString(text)
}

var (
	conditionRE = lazyregexp.New(`(?i)(?:^|[^\pL\pN_])(?:if|when|whenever|unless|where|because|cases?|conditions?|reasons?)(?:$|[^\pL\pN_])`)

	// "It returns one of these errors if it fails:" has a list of errors all the same.
	theseRE = lazyregexp.New(`(?i)(?:^|[^\pL\pN_])(?:these|following|of the|specific|sentinel) errors?(?:$|[^\pL\pN_])`)
)

// codeOf returns the error code at the start of an item's text. Before a double dash, as the serum project writes it,
// any word is a code unless it is named like an error. Otherwise a code has to contain a hyphen, which no identifier
// does.
func codeOf(text string) string {
	m := codeRE().FindStringSubmatch(text)
	if m == nil || noneRE().MatchString(text) || errorLike(m[1]) || m[2] == "" && !strings.Contains(m[1], "-") {
		return ""
	}
	return m[1]
}

// finish completes a section once its mentions are known.
func (d *Doc) finish(s *section) {
	for _, i := range s.items {
		item := &d.Items[i]
		item.Pos = d.lines[item.first].pos(item.content)
		if item.marker != "" {
			text := d.lines[item.first].text
			item.Pos = d.lines[item.first].pos(strings.Index(text, item.marker))
		}
		if item.Code != "" {
			l := &d.lines[item.first]
			item.CodePos = l.pos(item.content + strings.Index(l.text[item.content:], item.Code))
		}
		last := &d.lines[item.last]
		item.End = last.pos(len(last.text))
	}
	if s.kind != Errors && s.kind != Raises || len(s.content) == 0 {
		return
	}
	first := s.content[0]
	text := d.lines[first].text
	switch {
	case len(s.items) > 0 && d.Items[s.items[0]].first == first:
		s.none = len(s.items) == 1 && noneRE().MatchString(text[d.Items[s.items[0]].content:])
		return
	case s.style == labelled && first == s.line:
		text = text[s.label:]
	}
	text = strings.TrimSpace(text)
	s.none = len(s.items) == 0 && noneRE().MatchString(text)
	if !s.none && len(s.items) == 0 && len(s.content) == 1 {
		s.names = d.nameList(first, s)
	}
}

// public hides the kinds of sections that do not matter outside the package.
func public(kind Section) Section {
	if kind == panics {
		return NoSection
	}
	return kind
}
