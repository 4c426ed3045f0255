package errdoc

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// A Section is the kind of section that a mention or an item belongs to.
type Section int

const (
	NoSection Section = iota // the rest of the comment
	Errors                   // "Errors:", "# Errors", "It returns one of these errors:"
	Raises                   // "Raises:", "# Raises"
	Returns                  // "Returns:", "# Returns"

	panics // "Panics:", "# Panics": NoSection outside this package
)

// A Doc is what a doc comment says about errors.
type Doc struct {
	Mentions []Mention // in source order
	Items    []Item    // of all sections, in source order

	lines    []line
	sections []section
}

// A Mention is an occurrence of an identifier, or of several joined by dots.
type Mention struct {
	// The identifiers: [ErrX], [pkg ErrX], [T Method] or [pkg T Method]. In [encoding/json.SyntaxError] the path is
	// "encoding/" and the parts are "json" and "SyntaxError". The path is empty unless it has several elements.
	Path  string
	Parts []string

	Pos, End  token.Pos // the identifiers with their path, without brackets, star and quotes
	Star      bool      // *E, [*E] or &E
	Bracketed bool      // in brackets, as a doc link; not if the comment defines the link's URL
	Quoted    bool      // in backquotes or quotation marks
	Code      bool      // in a code block that is not a list of a section
	Section   Section
	Item      int  // index in Doc.Items, or -1
	Head      bool // it is the subject of an item, or one of a list of names after a label
	Panics    bool // the sentence is about a panic, not about returning
	Claim     bool // the comment claims that this is an error; if it is not one, the comment is stale

	returned bool // its sentence says that the function returns it
	apart    bool // what follows separates it from the rest, as in "ErrX: the reason"
	line     int  // index of its line in Doc.lines
	from, to int  // offsets in the line's text, with brackets, star and quotes
}

// String returns the mention as written, without star, brackets and quotes.
func (m Mention) String() string { return m.Path + strings.Join(m.Parts, ".") }

// An Item is an entry of a list in a section.
type Item struct {
	Pos, End token.Pos // from its marker to the end of its text
	Section  Section
	Code     string // the error code that it names, such as "not-found"; empty if there is none
	CodePos  token.Pos

	condition   bool   // its list has conditions: "Returns an error if:"
	first, last int    // its lines
	marker      string // "-", "2." or empty in a code block
	content     int    // offset of its text in its first line
}

// A section is a part of the comment with a label, a heading or an introduction.
type section struct {
	kind    Section
	style   sectionStyle
	line    int   // of the label, heading or end of the introduction
	label   int   // offset after the label's colon, in that line
	content []int // its lines that have text, without the label or heading
	items   []int // as indices of Doc.Items
	names   []int // of a list of names after the label, as indices in Doc.Mentions
	none    bool  // it says that there are no errors
	code    bool  // its last block is a code block without items
}

type sectionStyle int

const (
	labelled sectionStyle = iota
	headed
	introduced
)

// Parse reads a doc comment, which may be nil.
func Parse(fset *token.FileSet, doc *ast.CommentGroup) *Doc {
	d := new(Doc)
	if doc == nil {
		return d
	}
	d.lines = split(fset, doc)
	blocks := structure(d.lines)
	secs := d.findSections(blocks)
	d.findMentions(blocks, secs)
	d.unlink()
	for i := range d.sections {
		d.finish(&d.sections[i])
	}
	for i := range d.Mentions {
		m := &d.Mentions[i]
		m.Claim = m.claims(m.Item >= 0 && d.Items[m.Item].condition)
	}
	return d
}

// HasSection reports whether the comment has a section on errors: Errors, Raises,
// or a Returns section that mentions an error.
func (d *Doc) HasSection() bool {
	if slices.ContainsFunc(d.sections, func(s section) bool { return s.kind == Errors || s.kind == Raises }) {
		return true
	}
	return slices.ContainsFunc(d.Mentions, func(m Mention) bool {
		name := m.Parts[len(m.Parts)-1]
		return m.Section == Returns && (errorLike(name) || slices.Contains([]string{"error", "errors", "err"}, strings.ToLower(name)))
	})
}

// HasText reports whether the comment has any text besides directives.
func (d *Doc) HasText() bool {
	return slices.ContainsFunc(d.lines, func(l line) bool { return l.text != "" })
}

// DeclaresNone reports whether the comment says that no errors are returned: "Errors: none".
func (d *Doc) DeclaresNone() bool {
	return slices.ContainsFunc(d.sections, func(s section) bool { return s.none })
}

// Codes returns the error codes that the items of the sections name, in order.
func (d *Doc) Codes() []string {
	var codes []string
	for _, item := range d.Items {
		if item.Code != "" {
			codes = append(codes, item.Code)
		}
	}
	return codes
}

// IsDeprecated reports whether a doc comment marks something as deprecated (https://go.dev/wiki/Deprecated), or says so in capitals.
func IsDeprecated(doc *ast.CommentGroup) bool {
	begins := true // a paragraph
	for line := range strings.Lines(doc.Text()) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if begins && word == "Deprecated:" || strings.TrimRight(word, ":.,;!") == "DEPRECATED" {
			return true
		}
		begins = word == ""
	}
	return false
}
