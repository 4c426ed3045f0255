package errdoc

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errlint/errlint/internal/lazyregexp"
)

// findMentions finds the identifiers in all lines. secs has the section of each line, as an index in d.sections.
func (d *Doc) findMentions(blocks []block, secs []int) {
	itemOf := make(map[int]int) // line to item
	for i, item := range d.Items {
		for l := item.first; l <= item.last; l++ {
			itemOf[l] = i
		}
	}
	labels := make(map[int]int) // line to the offset after the label of a section
	for _, s := range d.sections {
		switch s.style {
		case headed:
			labels[s.line] = len(d.lines[s.line].text)
		case labelled:
			labels[s.line] = s.label
		}
	}
	for i := range d.lines {
		l := &d.lines[i]
		if l.kind == linkDef {
			continue
		}
		label, first := labels[i], len(d.Mentions)
		d.Mentions = appendMentions(d.Mentions, l.text)
		if label > 0 { // which is no mention of itself
			rest := slices.DeleteFunc(d.Mentions[first:], func(m Mention) bool { return m.from < label })
			d.Mentions = d.Mentions[:first+len(rest)]
		}
		for k := first; k < len(d.Mentions); k++ {
			m := &d.Mentions[k]
			m.line = i
			m.Pos, m.End = l.pos(int(m.Pos)), l.pos(int(m.End))
			m.Item = -1
			if item, ok := itemOf[i]; ok {
				m.Item = item
			}
			if secs[i] >= 0 {
				kind := d.sections[secs[i]].kind
				m.Section = public(kind)
				m.Panics = kind == panics
			}
			m.Code = l.kind == code && m.Item < 0
			m.apart = isApart(l.text[m.to:])
		}
	}

	for _, item := range d.Items {
		d.markHeads(item)
	}
	for _, b := range blocks {
		if b.kind == prose || b.kind == itemStart {
			d.markPanics(b)
			d.markReturned(b)
		}
	}
}

// unlink marks names as not bracketed if the comment defines them as links with a URL.
func (d *Doc) unlink() {
	defined := make(map[string]bool)
	for _, l := range d.lines {
		if l.kind == linkDef {
			name, _, _ := strings.Cut(strings.TrimPrefix(l.text, "["), "]")
			defined[name] = true
		}
	}
	for i := range d.Mentions {
		if m := &d.Mentions[i]; m.Bracketed && defined[m.String()] {
			m.Bracketed = false
		}
	}
}

// mentionsOf returns the bounds in d.Mentions of the mentions in lines [from, to).
func (d *Doc) mentionsOf(from, to int) (first, end int) {
	byLine := func(m Mention, line int) int { return cmp.Compare(m.line, line) }
	first, _ = slices.BinarySearchFunc(d.Mentions, from, byLine)
	end, _ = slices.BinarySearchFunc(d.Mentions, to, byLine)
	return first, end
}

// A path may occur only in brackets, as in [encoding/json.SyntaxError].
var pathRE = lazyregexp.New(`^\[\*?((?:[A-Za-z0-9_.~-]+/)+)([\pL\pN_~-]+(?:\.[\pL\pN_~-]+)*\.[\pL_][\pL\pN_]*)\]`)

// appendMentions appends the identifiers in a text. Their positions are still offsets.
func appendMentions(mentions []Mention, text string) []Mention {
	for i := 0; i < len(text); {
		if text[i] == '[' {
			if loc := pathRE().FindStringSubmatchIndex(text[i:]); loc != nil {
				m := Mention{
					Path:  text[i+loc[2] : i+loc[3]],
					Parts: strings.Split(text[i+loc[4]:i+loc[5]], "."),
					Pos:   token.Pos(i + loc[2]),
					End:   token.Pos(i + loc[5]),
				}
				m.wrap(text, i+loc[2], i+loc[5])
				mentions = append(mentions, m)
				i += loc[1]
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !isIdent(r) {
			i += size
			continue
		}
		if unicode.IsDigit(r) {
			// A word that begins with a digit is no identifier.
			_, n := word(text[i:])
			i += n
			continue
		}
		start := i
		var m Mention
		for {
			ident, n := word(text[i:])
			m.Parts = append(m.Parts, ident)
			i += n
			if rest, ok := strings.CutPrefix(text[i:], "."); ok {
				if r, _ := utf8.DecodeRuneInString(rest); isIdent(r) && !unicode.IsDigit(r) {
					i++
					continue
				}
			}
			break
		}
		if strings.HasPrefix(text[i:], "://") {
			for i < len(text) && text[i] != ' ' && text[i] != '\t' {
				i++
			}
			continue
		}
		m.Pos, m.End = token.Pos(start), token.Pos(i)
		m.wrap(text, start, i)
		mentions = append(mentions, m)
	}
	return mentions
}

// wrap records what surrounds the identifiers.
func (m *Mention) wrap(text string, from, to int) {
	star := func() {
		if from > 0 && (text[from-1] == '*' || text[from-1] == '&') {
			// An asterisk that comes after a letter is a multiplication or footnote.
			if r, _ := utf8.DecodeLastRuneInString(text[:from-1]); from == 1 || !isIdent(r) {
				m.Star = true
				from--
			}
		}
	}
	star()
	if from > 0 && to < len(text) && text[from-1] == '[' && text[to] == ']' {
		m.Bracketed = true
		from--
		to++
		star()
	}
	for _, q := range [][2]string{{"`", "`"}, {`"`, `"`}, {"“", "”"}, {"'", "'"}} {
		if strings.HasSuffix(text[:from], q[0]) && strings.HasPrefix(text[to:], q[1]) {
			m.Quoted = true
			from -= len(q[0])
			to += len(q[1])
			break
		}
	}
	m.from, m.to = from, to
}

func isIdent(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// word returns the identifier or number at the start of a text, and its length.
func word(text string) (string, int) {
	for i, r := range text {
		if !isIdent(r) {
			return text[:i], i
		}
	}
	return text, len(text)
}

// markHeads marks the mentions that an item begins with: one, or several with only separators between them.
func (d *Doc) markHeads(item Item) {
	text := d.lines[item.first].text
	at := item.content
	first, end := d.mentionsOf(item.first, item.first+1)
	for i := first; i < end; i++ {
		m := &d.Mentions[i]
		if m.from < at {
			continue
		}
		between := strings.TrimSpace(text[at:m.from])
		switch {
		case at == item.content && between == "":
		case at > item.content && isSeparator(between) && m.looksNamed():
		case at > item.content && (m.String() == "and" || m.String() == "or"):
			// The separator may be a word.
			continue
		default:
			return
		}
		// In "not-found", "not" is not what the item is about.
		if rest, ok := strings.CutPrefix(text[m.to:], "-"); ok {
			if r, _ := utf8.DecodeRuneInString(rest); isIdent(r) {
				return
			}
		}
		m.Head = true
		at = m.to
	}
}

// isSeparator reports whether a text may stand between two names of a list.
func isSeparator(s string) bool {
	s = strings.Join(strings.Fields(s), " ")
	switch s {
	case ",", "/", "|", "and", "or", ", and", ", or":
		return true
	}
	return false
}

// nameList marks and returns the mentions in line i, after the section's label, if there is nothing but a list of
// names: "Errors: ErrNotFound, ErrClosed."
func (d *Doc) nameList(i int, s *section) []int {
	text := d.lines[i].text
	at := d.indent(i)
	if s.style == labelled && i == s.line {
		at = s.label
	}
	var names []int
	first, end := d.mentionsOf(i, i+1)
	for k := first; k < end; k++ {
		m := &d.Mentions[k]
		if m.from < at {
			continue
		}
		if w := m.String(); len(names) > 0 && (w == "and" || w == "or") {
			continue
		}
		between := strings.TrimSpace(text[at:m.from])
		if !m.looksNamed() || len(names) == 0 && between != "" || len(names) > 0 && !isSeparator(between) {
			return nil
		}
		names = append(names, k)
		at = m.to
	}
	if rest := strings.TrimSpace(text[at:]); rest != "" && rest != "." {
		return nil
	}
	for _, k := range names {
		d.Mentions[k].Head = true
	}
	return names
}

// looksNamed reports whether a mention looks like the name of something rather than a word of prose.
func (m *Mention) looksNamed() bool {
	last := m.Parts[len(m.Parts)-1]
	if m.Bracketed || m.Star || errorLike(last) {
		return true
	}
	if r, _ := utf8.DecodeRuneInString(last); len(m.Parts) > 1 && unicode.IsUpper(r) {
		return true
	}
	// An upper-case letter after a lower-case one does not occur in prose.
	lower := false
	for _, r := range last {
		if lower && unicode.IsUpper(r) {
			return true
		}
		lower = unicode.IsLower(r)
	}
	return false
}

// errorLike reports whether an identifier follows the naming conventions for errors: ErrX, errX, XError.
func errorLike(name string) bool {
	for _, prefix := range []string{"Err", "err"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			if r, _ := utf8.DecodeRuneInString(rest); unicode.IsUpper(r) {
				return true
			}
		}
	}
	return len(name) > len("Error") && strings.HasSuffix(name, "Error")
}

// sentinelLike reports whether an identifier follows the naming convention for error variables: ErrX.
func sentinelLike(name string) bool {
	return errorLike(name) && strings.HasPrefix(name, "Err")
}

// claims reports whether the author must have meant a mention as the name of an error: the subject of an item of an
// Errors section, if it is written or named like an error; a doc link that is named like an error; and ErrX in a
// sentence which says that it is returned. The subject of a condition is not the name of an error: "HeaderName is
// missing".
func (m *Mention) claims(condition bool) bool {
	name := m.Parts[len(m.Parts)-1]
	named := errorLike(name)
	if m.Head && !condition {
		switch m.Section {
		case Errors, Raises:
			return named || m.Bracketed || m.Star || m.apart && len(m.Parts) > 1
		case Returns:
			if m.apart && sentinelLike(name) {
				return true
			}
		}
	}
	return (m.Bracketed || m.returned) && !m.Code && named
}

// isApart reports whether what follows a name separates it from the rest of its item, rather than making it the subject
// of a sentence.
func isApart(rest string) bool {
	rest = strings.TrimSpace(rest)
	if rest == "" || strings.ContainsRune(":,;.)(/|-–—=", firstRune(rest)) {
		return true
	}
	w, _ := word(rest)
	switch strings.ToLower(w) {
	case "if", "when", "unless", "on", "for", "and", "or":
		return true
	}
	return false
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

var (
	// The verbs that say what happens to the error that comes after them, or before them in the passive.
	verbRE = lazyregexp.New(`(?i)(?:^|[^\pL\pN_])((panic(?:s|ked|king)?)|return(?:s|ed|ing)?|yield(?:s|ed)?|` +
		`report(?:s|ed)?|fail(?:s|ed)?|result(?:s|ed)?|wrap(?:s|ped)?|unwraps|matches)(?:$|[^\pL\pN_])`)

	// A negation just before the verb "panic".
	negatedRE = lazyregexp.New(`(?i)(?:not|never|without|instead of|rather than|n't|no longer)(?: \pL+)?\s*$`)
)

// markReturned marks the mentions like ErrX that a sentence of a block plainly says the function returns: "Returns ErrA
// if so, and ErrB if not", "Possible errors are ErrA and ErrB", "ErrA is returned if so". What another function returns
// does not count, nor does what is in a condition.
func (d *Doc) markReturned(b block) {
	all, starts := d.sentences(b)
	if !strings.Contains(all, "Err") {
		return
	}
	stops := stopsOf(all)
	first, end := d.mentionsOf(b.from, b.to)
	var last *Mention // the one before, in the same sentence
	at := -1          // the sentence
	for k := first; k < end; k++ {
		m := &d.Mentions[k]
		if !sentinelLike(m.Parts[len(m.Parts)-1]) {
			continue
		}
		from, to := starts[m.line]+m.from, starts[m.line]+m.to
		i, _ := slices.BinarySearch(stops, from)
		begin, stop := 0, len(all)
		if i > 0 {
			begin = stops[i-1] + 1
		}
		if i < len(stops) {
			stop = stops[i]
		}
		if i != at {
			at, last = i, nil
		}
		before, after := oneLine(all[begin:from]), oneLine(all[to:stop])
		switch {
		case last != nil:
			between := oneLine(all[starts[last.line]+last.to : from])
			m.returned = last.returned && (isSeparator(between) || alternativeRE().MatchString(between) && conditionalRE().MatchString(after))
		case passiveRE().MatchString(after):
			m.returned = !openConditionRE().MatchString(before)
		default:
			verb := activeRE().FindStringSubmatch(before)
			m.returned = verb != nil && (verb[1] == "" && !openConditionRE().MatchString(before) || verb[1] == d.subject() || pronounRE().MatchString(verb[1])) ||
				possibleRE().MatchString(before)
		}
		last = m
	}
}

// oneLine joins the lines of a text, and trims space.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// subject returns the first word of the comment, by convention the name of what it is about.
func (d *Doc) subject() string {
	for _, l := range d.lines {
		if l.text != "" {
			w, _ := word(l.text)
			return w
		}
	}
	return ""
}

var (
	// The verb, with its subject if it has one, of which the next name is the object: "…, and it may return an", "Returns". A negated verb is none.
	activeRE = lazyregexp.New(`(?i)(?:(?:^|[,;:(] ?)(?:(?:and|or|then|otherwise|else) )?| (?:and|or|then|otherwise|else) )(?:(this function|this method|the function|the method|[\pL\pN_]+) )??` +
		`(?:(?:also|only|may|can|will|might|always) )*(?:returns?|fails? with)(?: (?:an?|the|either|one of|error|errors|sentinel|typed|wrapped))*$`)
	pronounRE = lazyregexp.New(`(?i)^(?:it|this|(?:this|the) (?:function|method))$`)

	possibleRE = lazyregexp.New(`(?i)^(?:the )?(?:possible errors|errors returned|returned errors) (?:are|include)$`)
	passiveRE  = lazyregexp.New(`(?i)^(?:is|will be|may be|can be)(?: also)? returned(?:$|[,;]| (?:if|when|unless|for|on|in case|whenever|otherwise)(?: |$))`)

	// The next of several: "ErrA if so, and" before "ErrB if not".
	alternativeRE = lazyregexp.New(`(?i)[,;] ?(?:and|or|otherwise|else)?$`)
	conditionalRE = lazyregexp.New(`(?i)^,? ?(?:if|when|unless|for|on|in case|whenever|otherwise)(?: |$)`)

	// A condition, or a part of the sentence with a subject of its own, that is not at its end.
	openConditionRE = lazyregexp.New(`(?i)(?:^|[^\pL\pN_])(?:if|when|whenever|unless|until|while|once|after|because|whether|that|which|who|whose|where|function|callback)(?:$|[^\pL\pN_])`)
)

// subjectRE finds the subject of the verb whose object is the next name, or the list that contains it: "until this file
// returns".
var subjectRE = lazyregexp.New(`([\pL\pN_.]+)[\]\x60]?(?: (?:also|only|may|can|will|might|always|never))* (?:returns?|yields?|fails? with)` +
	`(?: (?:an?|the|either|one of|error|errors|sentinel|typed|wrapped))*(?: [^ ]+(?:,| or| and|, or|, and))*$`)

// beforeName matches what may come between a verb and the next name, or the list that contains it.
const beforeName = `(?: (?:an?|the|any|either|one of|error|errors|sentinel|typed|wrapped))*(?: [^ ]+(?:,| or| and|, or|, and))*$`

var (
	// What says that these errors do not come: "never failing with".
	deniedRE = lazyregexp.New(`(?i)(?:(?:^|[^\pL\pN_])(?:not|never|cannot|without|no longer|nor)|n't)(?: (?:ever|be|also|itself))* (?:returns?|returning|returned|yields?|yielding|` +
		`fails? with|failing with|wraps?|wrapping|reports?|reporting|results? in)` + beforeName)

	// What takes them out of those that come, "what f returns, except for", or of those that do not: "no error other than".
	exceptedRE = lazyregexp.New(`(?i)(?:^|[^\pL\pN_])(?:except(?: for| with)?|other than|rather than|instead of|apart from)(?: with)?` + beforeName)
	negationRE = lazyregexp.New(`(?i)(?:(?:^|[^\pL\pN_])(?:no|not|none|nothing|never|cannot|without)|n't)(?:$|[^\pL\pN_])`)
)

// denies reports whether a sentence, up to a name, says that this error is not returned.
func denies(before string) bool {
	if at := exceptedRE().FindStringIndex(before); at != nil {
		return !negationRE().MatchString(before[:at[0]])
	}
	return deniedRE().MatchString(before)
}

// OfOther reports whether a mention, in the comment of fn, is about something that fn does not return: its sentence
// denies it, names the type of fn's receiver or result as what fn works on, or says what another function returns. The latter is so if the subject of the sentence is a function or
// method, a parameter or result of fn, or named like the type of one. "This reader returns" says nothing about the
// function that makes the reader.
func (d *Doc) OfOther(m Mention, fn *types.Func) bool {
	before := oneLine(d.lastSentence(d.paragraph(m), m.line, m.from))
	if denies(before) || d.isObject(m, before, fn) {
		return true
	}
	found := subjectRE().FindStringSubmatch(before)
	if found == nil || fn == nil { // a type's comment speaks of all of its methods
		return false
	}
	name := found[1][strings.LastIndexByte(found[1], '.')+1:]
	if name == fn.Name() {
		return false
	}
	if _, isFunc := fn.Pkg().Scope().Lookup(name).(*types.Func); isFunc || name != found[1] && token.IsExported(name) {
		return true
	}
	isMethod := func(t types.Type) bool {
		obj, _, _ := types.LookupFieldOrMethod(t, true, fn.Pkg(), name)
		_, ok := obj.(*types.Func)
		return ok
	}
	sig := fn.Signature()
	if recv := sig.Recv(); recv != nil && isMethod(recv.Type()) {
		return true
	}
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			t := types.Unalias(v.Type())
			if isMethod(t) || isNamedAs(t, name) {
				return true
			}
			if _, basic := t.Underlying().(*types.Basic); v.Name() == name && !basic {
				return true
			}
		}
	}
	return false
}

// paragraph returns the index of the first line of the paragraph of a mention.
func (d *Doc) paragraph(m Mention) int {
	first := m.line
	for first > 0 && d.lines[first].kind == prose && d.lines[first-1].kind == prose && !markerRE().MatchString(d.lines[first].text) {
		first--
	}
	return first
}

// Explains reports whether the sentence of a mention says what it means if this is the error, as in "If the error is [io.EOF], the file has been
// written": other errors may be returned, too, and the sentence is about the other results.
func (d *Doc) Explains(m Mention) bool {
	return m.Section == NoSection && explainsRE().MatchString(oneLine(d.lastSentence(d.paragraph(m), m.line, m.from)))
}

var explainsRE = lazyregexp.New(`(?i)(?:^|[^\pL])(?:if|when) (?:the |an |its )?(?:returned |resulting )?(?:error|err)(?:'s)?(?: type| value)? is(?: of type)?(?: an?)?\s*$`)

// failsRE matches the words of a sentence that speaks of what comes out of a function.
var failsRE = lazyregexp.New(`(?i)(?:^|[^\pL\pN_])(?:return(?:s|ed|ing)?|yield(?:s|ed|ing)?|fail(?:s|ed|ing|ures?)?|report(?:s|ed|ing)?|rais(?:es?|ed|ing)|throws?|thrown|errors?|wrap(?:s|ped|ping)?|results? in|gives?|produces?)(?:$|[^\pL\pN_])`)

// isObject reports whether a mention outside of a list names the type of fn's receiver, or of a result that is no interface, in a
// sentence that does not speak of failing: "Unmarshal reads b into the KRBError struct."
func (d *Doc) isObject(m Mention, before string, fn *types.Func) bool {
	if fn == nil || m.Section != NoSection || m.Head || m.returned {
		return false
	}
	after := d.lines[m.line].text[m.to:]
	if next := m.line + 1; next < len(d.lines) && d.lines[next].kind == prose {
		after += "\n" + d.lines[next].text
	}
	if stops := stopsOf(after); len(stops) > 0 {
		after = after[:stops[0]]
	}
	if failsRE().MatchString(before) || failsRE().MatchString(oneLine(after)) {
		return false
	}
	sig, name := fn.Signature(), m.Parts[len(m.Parts)-1]
	isOf := func(v *types.Var) bool {
		t := types.Unalias(v.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		named, ok := t.(*types.Named)
		return ok && named.Obj().Name() == name && !types.IsInterface(named)
	}
	if recv := sig.Recv(); recv != nil && isOf(recv) {
		return true
	}
	for v := range sig.Results().Variables() {
		if isOf(v) {
			return true
		}
	}
	return false
}

// isNamedAs reports whether a word is the last word in the name of a type, or of the type that it points to.
func isNamedAs(t types.Type, word string) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || types.Identical(t, types.Universe.Lookup("error").Type()) {
		return false
	}
	name := named.Obj().Name()
	at := len(name) - len(word)
	return at >= 0 && strings.EqualFold(name[at:], word) && (at == 0 || unicode.IsUpper(rune(name[at])))
}

// markPanics marks the mentions of a block whose sentence says that the function panics with them. The verb before the
// mention decides or, if there is none, the one after it.
func (d *Doc) markPanics(b block) {
	all, starts := d.sentences(b)
	if !strings.Contains(strings.ToLower(all), "panic") {
		return
	}
	verbs, stops := verbsOf(all), stopsOf(all)
	first, end := d.mentionsOf(b.from, b.to)
	for k := first; k < end; k++ {
		m := &d.Mentions[k]
		from, to := starts[m.line]+m.from, starts[m.line]+m.to
		i, _ := slices.BinarySearch(stops, from)
		before, _ := slices.BinarySearchFunc(verbs, from, func(v verb, at int) int { return cmp.Compare(v.to, at+1) })
		after, _ := slices.BinarySearchFunc(verbs, to, func(v verb, at int) int { return cmp.Compare(v.from, at) })
		switch {
		case before > 0 && (i == 0 || verbs[before-1].from > stops[i-1]):
			m.Panics = m.Panics || verbs[before-1].panics
		case after < len(verbs) && (i == len(stops) || verbs[after].to <= stops[i]):
			m.Panics = m.Panics || verbs[after].panics
		}
	}
}

// sentences returns the text of a block, with the offset of each of its lines. Items and labels begin new sentences;
// otherwise sentences cross lines.
func (d *Doc) sentences(b block) (all string, starts map[int]int) {
	var text strings.Builder
	starts = make(map[int]int)
	for i := b.from; i < b.to; i++ {
		if l := &d.lines[i]; l.kind == itemStart || markerRE().MatchString(l.text) {
			text.WriteString(". ")
		}
		starts[i] = text.Len()
		text.WriteString(d.lines[i].text)
		text.WriteByte('\n')
	}
	return text.String(), starts
}

// A verb of a text.
type verb struct {
	from, to int
	panics   bool
}

// verbsOf returns the verbs of a text, in order.
func verbsOf(text string) []verb {
	var verbs []verb
	for at := 0; ; {
		loc := verbRE().FindStringSubmatchIndex(text[at:])
		if loc == nil {
			return verbs
		}
		v := verb{from: at + loc[2], to: at + loc[3]}
		v.panics = loc[4] >= 0 && !negatedRE().MatchString(text[max(0, v.from-negationReach):v.from])
		verbs = append(verbs, v)
		// The character after a verb may be the one before the next.
		at = v.to
	}
}

// negationReach is the maximum distance in bytes between the start of a negation and its verb.
const negationReach = 80

// stopsOf returns where the sentences of a text end.
func stopsOf(text string) []int {
	var stops []int
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '.', '!', '?', ';':
		default:
			continue
		}
		if i+1 < len(text) && text[i+1] != ' ' && text[i+1] != '\n' && text[i+1] != '\t' {
			continue
		}
		if before := text[:i]; strings.HasSuffix(before, "e.g") || strings.HasSuffix(before, "i.e") || strings.HasSuffix(before, "etc") {
			continue
		}
		stops = append(stops, i)
	}
	return stops
}
