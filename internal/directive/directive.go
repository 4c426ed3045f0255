package directive

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"unicode"

	"github.com/errlint/errlint/internal/nearest"
	"github.com/errlint/errlint/internal/rules"
)

// A Kind is the kind of a directive: the word after "errlint:".
type Kind string

const (
	Opaque    Kind = "opaque"    // an error's cause is hidden on purpose
	Ignore    Kind = "ignore"    // findings of some rules are suppressed
	Decorator Kind = "decorator" // a function decorates tool handlers
	Adapter   Kind = "adapter"   // a package or function is an adapter
	Operation Kind = "operation" // a type's values are operation names
	Envelope  Kind = "envelope"  // a type is the reply to a call that has failed
	Mapping   Kind = "mapping"   // a function gives errors their codes
	Secret    Kind = "secret"    // a type or a field is nobody's to see
	Private   Kind = "private"   // a type or a field is not for clients
	Nolint    Kind = "nolint"    // golangci-lint's suppression
)

// A form says what a directive of a kind looks like and where it may stand.
type form struct {
	kind   Kind
	reason bool     // it has a reason, and covers code
	args   []string // the keys of its arguments, whose values are the function's parameters
	at     place    // where a mark may stand, for a kind without a reason
}

// forms lists the kinds in the order of their documentation.
var forms = []form{
	{kind: Opaque, reason: true},
	{kind: Ignore, reason: true},
	{kind: Decorator, at: onFunc, args: []string{"op", "empty"}},
	{kind: Adapter, at: onPackage | onFunc},
	{kind: Operation, at: onType},
	{kind: Envelope, at: onType},
	{kind: Mapping, at: onFunc},
	{kind: Secret, at: onType | onField},
	{kind: Private, at: onType | onField},
}

func formOf(k Kind) (form, bool) {
	i := slices.IndexFunc(forms, func(f form) bool { return f.kind == k })
	if i < 0 {
		return form{}, false
	}
	return forms[i], true
}

// A Directive is one comment that speaks to errlint.
type Directive struct {
	Kind     Kind              // as written, so possibly unknown
	Pos, End token.Pos         // the comment
	Args     map[string]string // of a decorator: "op" and "empty", if given
	Rules    []string          // of an ignore: the ids of rules and categories as written; of a nolint: the linters, nil for all
	Reason   string            // of an opaque or ignore; of a nolint, if there is any
	Problems []Problem         // what is wrong with it, in source order

	names     []name     // where Rules are written
	scope     *scope     // what it covers; nil: nothing
	corrected *Directive // what it is with the corrections of its problems, if it has any
}

// A name is a word of a directive with its place.
type name struct {
	text     string
	pos, end token.Pos
}

// A Problem is a mistake in a directive.
type Problem struct {
	Code     string    // which mistake, such as "unknown-rule"; see the Problem codes
	Message  string    // one clause
	Pos, End token.Pos // the part of the comment that is wrong

	// The text to put in place of that part, if there is exactly one
	// sensible correction.
	Replacement string
}

// Problem codes.
const (
	UnknownKind     = "unknown-kind"
	UnknownRule     = "unknown-rule"
	UnknownArgument = "unknown-argument"
	MissingRule     = "missing-rule"
	MissingReason   = "missing-reason"
	Misplaced       = "misplaced"
	NotDirective    = "not-directive" // a space keeps it from being one
)

// Valid reports whether the directive takes effect: it is of a known kind,
// stands where it can apply, and has what it must have. A valid directive may still
// have problems, such as one unknown rule among others.
func (d *Directive) Valid() bool {
	return !slices.ContainsFunc(d.Problems, func(p Problem) bool {
		switch p.Code {
		case UnknownKind, MissingRule, MissingReason, Misplaced, NotDirective:
			return true
		}
		return false
	})
}

// correct returns the text of a directive with the corrections of its problems.
func (d *Directive) correct(text string) string {
	problems := slices.Clone(d.Problems)
	slices.SortFunc(problems, func(x, y Problem) int { return cmp.Compare(y.Pos, x.Pos) }) // the last first
	for _, p := range problems {
		if p.Replacement != "" {
			text = text[:p.Pos-d.Pos] + p.Replacement + text[p.End-d.Pos:]
		}
	}
	return text
}

const prefix = "//errlint:"

// Parse returns the directives of a file, in source order. The file must
// have been parsed with comments.
func Parse(fset *token.FileSet, file *ast.File) []Directive {
	var (
		out []Directive
		lay *layout // made when the first directive is met; most files have none
	)
	for _, group := range file.Comments {
		for _, c := range group.List {
			d, ok := parseComment(c)
			if !ok {
				continue
			}
			if lay == nil {
				lay = newLayout(fset, file)
			}
			lay.place(&d, group)
			if text := d.correct(c.Text); text != c.Text {
				if of, ok := parseComment(&ast.Comment{Slash: c.Slash, Text: text}); ok {
					of.End = d.End
					lay.place(&of, group)
					d.corrected = &of
				}
			}
			slices.SortStableFunc(d.Problems, func(x, y Problem) int { return cmp.Compare(x.Pos, y.Pos) })
			out = append(out, d)
		}
	}
	return out
}

// parseComment parses one comment, without regard to where it stands.
func parseComment(c *ast.Comment) (Directive, bool) {
	if linters, ok := parseNolint(c.Text); ok {
		if linters != nil && !slices.Contains(linters, linter) {
			// It is about others. Not to place it is what keeps packages full of
			// such comments as cheap as those with none.
			return Directive{}, false
		}
		_, remark, _ := strings.Cut(strings.TrimLeft(c.Text, "/ "), "//")
		return Directive{Kind: Nolint, Pos: c.Pos(), End: c.End(), Rules: linters, Reason: strings.TrimSpace(remark)}, true
	}
	if d, ok := notDirective(c); ok {
		return d, true
	}
	if !strings.HasPrefix(c.Text, prefix) {
		return Directive{}, false
	}

	text := strings.TrimRightFunc(c.Text, unicode.IsSpace)
	rest := text[len(prefix):]
	word, _ := cutSpace(rest)
	d := Directive{
		Kind: Kind(word),
		Pos:  c.Pos(),
		End:  c.Pos() + token.Pos(len(text)),
	}
	kindPos := c.Pos() + token.Pos(len(prefix))
	s := scanner{text: rest[len(word):], pos: kindPos + token.Pos(len(word))}

	f, known := formOf(d.Kind)
	if d.Kind == Ignore {
		d.parseRules(&s)
	}
	switch {
	case f.reason:
		d.parseReason(&s)
	case known:
		d.parseArgs(&s, f.args...)
	default:
		p := Problem{Code: UnknownKind, Pos: kindPos, End: kindPos + token.Pos(len(word))}
		if word == "" {
			p.Message = "errlint: names no kind of directive"
			p.End = d.End
		} else {
			p.Message = "there is no directive errlint:" + word
		}
		p.suggest(word, kindNames(), "errlint:")
		d.Problems = append(d.Problems, p)
	}
	return d, true
}

// kindNames returns the kinds that may follow "errlint:", in the order of their documentation.
func kindNames() []string {
	var names []string
	for _, f := range forms {
		names = append(names, string(f.kind))
	}
	return names
}

// notDirective recognises "// errlint:ignore", which the author meant as a
// directive and which silently is none.
func notDirective(c *ast.Comment) (Directive, bool) {
	body, ok := strings.CutPrefix(c.Text, "//")
	if !ok {
		return Directive{}, false
	}
	trimmed := strings.TrimLeft(body, " \t")
	if len(trimmed) == len(body) {
		return Directive{}, false
	}
	rest, ok := strings.CutPrefix(trimmed, "errlint:")
	if !ok {
		return Directive{}, false
	}
	word, args := cutSpace(rest)
	if !meantAsDirective(Kind(word), strings.Fields(args)) {
		return Directive{}, false
	}
	return Directive{
		Kind: Kind(word),
		Pos:  c.Pos(),
		End:  c.End(),
		Problems: []Problem{{
			Code:        NotDirective,
			Message:     "a directive has no space after its slashes: this is not errlint:" + word + " but a plain comment",
			Pos:         c.Pos(),
			End:         c.Pos() + token.Pos(len("//")+len(body)-len(trimmed)),
			Replacement: "//",
		}},
	}, true
}

// meantAsDirective reports whether a comment that begins with the name of a kind of
// directive goes on like one. A line of prose about directives may begin so, too.
func meantAsDirective(kind Kind, args []string) bool {
	f, known := formOf(kind)
	switch {
	case kind == Ignore && len(args) > 0:
		first, _, _ := strings.Cut(args[0], ",")
		return rules.Known(first)
	case f.reason:
		return true
	case f.args != nil:
		return !slices.ContainsFunc(args, func(arg string) bool { return !strings.Contains(arg, "=") })
	}
	return known && len(args) == 0
}

// parseNolint parses a comment of golangci-lint, in the way that it does. It
// returns the linters named in it, or nil if it is about all of them.
func parseNolint(text string) (linters []string, ok bool) {
	text = strings.TrimLeft(text, "/ ")
	rest, ok := strings.CutPrefix(text, "nolint")
	if !ok {
		return nil, false
	}
	list, ok := strings.CutPrefix(rest, ":")
	if !ok {
		return nil, rest == "" || rest[0] == ' '
	}
	if strings.HasPrefix(list, "all") {
		return nil, true
	}
	list, _, _ = strings.Cut(list, "//")
	for item := range strings.SplitSeq(list, ",") {
		item = strings.ToLower(strings.TrimSpace(item))
		if item == "all" {
			return nil, true
		}
		linters = append(linters, item)
	}
	return linters, true
}

// A scanner reads the words of a directive.
type scanner struct {
	text string
	pos  token.Pos
}

func (s *scanner) skip(n int) {
	s.text = s.text[n:]
	s.pos += token.Pos(n)
}

func (s *scanner) skipSpace() {
	s.skip(len(s.text) - len(strings.TrimLeftFunc(s.text, unicode.IsSpace)))
}

// word returns the next word, which is empty at the end and where a remark begins.
func (s *scanner) word() name {
	s.skipSpace()
	if strings.HasPrefix(s.text, "//") {
		return name{pos: s.pos, end: s.pos}
	}
	w, _ := cutSpace(s.text)
	n := name{text: w, pos: s.pos, end: s.pos + token.Pos(len(w))}
	s.skip(len(w))
	return n
}

// cutSpace splits a text at the first space of any kind.
func cutSpace(s string) (before, after string) {
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		return s[:i], s[i+1:]
	}
	return s, ""
}

// parseRules reads the list of rules of an ignore directive. A comma may be followed by spaces.
func (d *Directive) parseRules(s *scanner) {
	for more := true; more; {
		w := s.word()
		if w.text == "" {
			break
		}
		more = strings.HasSuffix(w.text, ",")
		pos := w.pos
		for item := range strings.SplitSeq(w.text, ",") {
			if item != "" {
				d.names = append(d.names, name{text: item, pos: pos, end: pos + token.Pos(len(item))})
				d.Rules = append(d.Rules, item)
			}
			pos += token.Pos(len(item) + len(","))
		}
	}
	if len(d.names) == 0 {
		d.Problems = append(d.Problems, Problem{
			Code:    MissingRule,
			Message: "errlint:ignore names no rule",
			Pos:     d.Pos,
			End:     d.End,
		})
		return
	}
	for _, n := range d.names {
		if rules.Known(n.text) {
			continue
		}
		p := Problem{
			Code:    UnknownRule,
			Message: "errlint:ignore names the unknown rule " + n.text,
			Pos:     n.pos,
			End:     n.end,
		}
		p.suggest(n.text, likeRule(n.text), "")
		d.Problems = append(d.Problems, p)
	}
}

// likeRule returns the ids that a word which is none may be meant to be.
func likeRule(word string) []string {
	name, _, isCategory := strings.Cut(word, "/")
	if !isCategory {
		return rules.Names()
	}
	ids := slices.DeleteFunc(rules.IDs(), func(id string) bool { return !strings.Contains(id, "/") })
	if _, ok := rules.Find(name); ok {
		ids = slices.DeleteFunc(ids, func(id string) bool { return !strings.HasPrefix(id, name+"/") })
	}
	return ids
}

// parseReason reads the rest of the comment as the reason.
func (d *Directive) parseReason(s *scanner) {
	reason, remark, _ := strings.Cut(s.text, "//")
	isDash := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("-–—:", r) }
	reason = strings.TrimRightFunc(strings.TrimLeftFunc(reason, isDash), unicode.IsSpace)
	if !hasLetter(reason) {
		reason = strings.TrimSpace(remark)
	}
	if !hasLetter(reason) {
		d.Problems = append(d.Problems, Problem{
			Code:    MissingReason,
			Message: "errlint:" + string(d.Kind) + " gives no reason",
			Pos:     d.Pos,
			End:     d.End,
		})
		return
	}
	d.Reason = reason
}

func hasLetter(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

// parseArgs reads KEY=VALUE arguments with the given keys.
func (d *Directive) parseArgs(s *scanner, keys ...string) {
	for w := s.word(); w.text != ""; w = s.word() {
		key, value, hasValue := strings.Cut(w.text, "=")
		p := Problem{Code: UnknownArgument, Pos: w.pos, End: w.end}
		switch {
		case len(keys) == 0:
			p.Message = "errlint:" + string(d.Kind) + " takes no arguments"
		case !slices.Contains(keys, key):
			p.Message = "errlint:" + string(d.Kind) + " has no argument " + key
			p.End = p.Pos + token.Pos(len(key))
			p.suggest(key, keys, "")
		case !hasValue || value == "":
			p.Message = "the argument " + key + " of errlint:" + string(d.Kind) + " has no value: write " + key + "=PARAM"
		case d.Args[key] != "":
			p.Message = "the argument " + key + " of errlint:" + string(d.Kind) + " is given twice"
		default:
			if d.Args == nil {
				d.Args = make(map[string]string)
			}
			d.Args[key] = value
			d.names = append(d.names, name{text: value, pos: w.pos + token.Pos(len(key)+len("=")), end: w.end})
			continue
		}
		d.Problems = append(d.Problems, p)
	}
}

// suggest completes a problem with the valid name that a misspelt word must have been meant to be, or
// else with all valid names. A name is a correction only if no other one is likely, too.
func (p *Problem) suggest(word string, valid []string, prefix string) {
	best := nearest.Of(word, valid)
	if best == "" {
		p.Message += "; it can be " + prefix + strings.Join(valid, ", "+prefix)
		return
	}
	p.Message += "; did you mean " + prefix + best + "?"
	others := slices.DeleteFunc(slices.Clone(valid), func(name string) bool { return name == best })
	if nearest.Of(word, others) == "" {
		p.Replacement = best
	}
}

// FuncDirective returns the directive of a kind in a function's doc comment, if
// it takes effect. For what stands elsewhere, such as an opaque directive on a return, see [Reporter.Opaque].
func FuncDirective(decl *ast.FuncDecl, kind Kind) (Directive, bool) {
	return find(kind, decl.Doc)
}

// PackageDirective returns the first directive of a kind that stands before the package
// clause of one of the files.
func PackageDirective(files []*ast.File, kind Kind) (Directive, bool) {
	for _, file := range files {
		for _, group := range file.Comments {
			if group.Pos() > file.Package {
				break
			}
			if d, ok := find(kind, group); ok {
				return d, true
			}
		}
	}
	return Directive{}, false
}

// TypeDirective returns the directive of a kind in the doc comment of a type, at the end of its
// line, or in the doc comment of the declaration that it is part of.
func TypeDirective(decl *ast.GenDecl, spec *ast.TypeSpec, kind Kind) (Directive, bool) {
	return find(kind, spec.Doc, spec.Comment, decl.Doc)
}

// FieldDirective returns the directive of a kind in the doc comment of a struct's field, or at the end of its line.
func FieldDirective(field *ast.Field, kind Kind) (Directive, bool) {
	return find(kind, field.Doc, field.Comment)
}

func find(kind Kind, groups ...*ast.CommentGroup) (Directive, bool) {
	for _, group := range groups {
		if group == nil {
			continue
		}
		for _, c := range group.List {
			if d, ok := parseComment(c); ok && d.Kind == kind && d.Valid() {
				return d, true
			}
		}
	}
	return Directive{}, false
}
