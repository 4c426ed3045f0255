package ruledoc

import (
	"fmt"
	"go/doc/comment"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/lazyregexp"
	"github.com/errlint/errlint/internal/rules"
)

// optionsBefore is the heading that the generated section Options precedes.
const optionsBefore = "Fix"

// Extract returns the Doc of the rule whose doc.go has the text src: the
// package comment less its first two words ("Package wrapcause"), with the
// summary, its first paragraph, on one line without a full stop. It returns
// "" where src has no such comment, made of lines, above its package clause.
func Extract(src string) string {
	// Every start of errlint does this for each rule, so it does without a parser.
	comment, code, _ := strings.Cut(src, "\npackage ")
	name, _, _ := strings.Cut(code, "\n")
	for _, below, ok := strings.Cut(comment, "\n\n"); ok; _, below, ok = strings.Cut(comment, "\n\n") {
		comment = strings.TrimLeft(below, "\n")
	}
	var doc strings.Builder
	doc.Grow(len(comment) + 1)
	for line := range strings.SplitSeq(comment, "\n") {
		text, ok := strings.CutPrefix(line, "//")
		if !ok {
			return ""
		}
		doc.WriteString(strings.TrimRight(strings.TrimPrefix(text, " "), " \t\r"))
		doc.WriteByte('\n')
	}
	text, ok := strings.CutPrefix(doc.String(), "Package "+strings.TrimSpace(name))
	if !ok || text == "" || !strings.ContainsAny(text[:1], " \n") {
		return ""
	}
	summary, rest, more := strings.Cut(strings.TrimSpace(text), "\n\n")
	summary = strings.TrimSuffix(strings.Join(strings.Fields(summary), " "), ".")
	if summary == "" || !more {
		return summary
	}
	return summary + "\n\n" + rest + "\n"
}

// Summary returns the first paragraph of a Doc made by [Extract].
func Summary(doc string) string {
	summary, _, _ := strings.Cut(doc, "\n\n")
	return strings.TrimSpace(summary)
}

var categoryItem = lazyregexp.New(`^([a-z][a-z0-9-]*)((?:, [a-z ]+)*):\s`)

// reasonItem matches an item under Fix that says why some categories, or all others, have no fix.
var reasonItem = lazyregexp.New(`^([a-z][a-z0-9-]*(?:, [a-z][a-z0-9-]*)*): (.+)$`)

// reasonsBegin announces the list of reasons, where there are fixes.
const reasonsBegin = "Where there is none:"

// anyCategory stands for all categories that the items before it do not name.
const anyCategory = "any"

// Categories returns the categories that are listed under Found in a Doc made
// by [Extract], in their order.
func Categories(doc string) []rules.Category {
	var cs []rules.Category
	section := ""
	for _, b := range parse(doc).Content {
		switch b := b.(type) {
		case *comment.Heading:
			section = text(b.Text)
		case *comment.List:
			for _, item := range b.Items {
				p, ok := item.Content[0].(*comment.Paragraph)
				if !ok {
					continue
				}
				if m := reasonItem().FindStringSubmatch(strings.Join(strings.Fields(text(p.Text)), " ")); section == "Fix" && m != nil {
					for i, c := range cs {
						if c.NoFix == "" && (m[1] == anyCategory || slices.Contains(strings.Split(m[1], ", "), c.Name)) {
							cs[i].NoFix = m[2]
						}
					}
				}
				if m := categoryItem().FindStringSubmatch(text(p.Text)); section == "Found" && m != nil {
					marks := strings.Split(m[2], ", ")
					c := rules.Category{Name: m[1], Stage: rules.Stable, UnsafeFix: slices.Contains(marks, "unsafe fix")}
					c.Fix = c.UnsafeFix || slices.Contains(marks, "fix")
					if slices.Contains(marks, string(rules.Preview)) {
						c.Stage = rules.Preview
					}
					cs = append(cs, c)
				}
			}
		}
	}
	return cs
}

// Markdown returns the page of the rule: its Doc, less the reasons for which findings have no fix, and its options.
func Markdown(name, doc string, opts []Option) string {
	var b strings.Builder
	summary := Summary(doc) // in ASCII letters, as "reports ..."
	fmt.Fprintf(&b, "# %s\n\n%s%s.\n\n%s", name, strings.ToUpper(summary[:1]), summary[1:], stageNote(name, "[Preview](../configuration.md#rules-and-categories): off by default."))
	before, after := split(doc)
	p := printer()
	b.Write(p.Markdown(before))
	b.WriteString("\n## Options\n\n")
	markdownOptions(&b, name, doc, opts)
	if after.Content = slices.DeleteFunc(after.Content, isReasons); len(after.Content) > 0 {
		b.WriteString("\n")
		b.Write(p.Markdown(after))
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// isReasons reports whether b is a list of reasons for which findings have no fix, or announces one.
func isReasons(b comment.Block) bool {
	switch b := b.(type) {
	case *comment.Paragraph:
		return text(b.Text) == reasonsBegin
	case *comment.List:
		p, ok := b.Items[0].Content[0].(*comment.Paragraph)
		return ok && reasonItem().MatchString(strings.Join(strings.Fields(text(p.Text)), " "))
	}
	return false
}

// Text returns the page of the rule as plain text, for a terminal.
func Text(name, doc string, opts []Option) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s.\n\n%s", name, Summary(doc), stageNote(name, "In preview: off unless preview: true or enable asks for it."))
	before, after := split(doc)
	p := printer()
	b.Write(p.Text(before))
	b.WriteString("\n# Options\n\n")
	textOptions(&b, name, opts)
	if len(after.Content) > 0 {
		b.WriteString("\n")
		b.Write(p.Text(after))
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// stageNote returns the paragraph on the stage of a rule, note, which a stable one
// does not have.
func stageNote(name, note string) string {
	if rules.StageOf(name) != rules.Preview {
		return ""
	}
	return note + "\n\n"
}

func printer() *comment.Printer {
	return &comment.Printer{
		HeadingLevel:   2,
		HeadingID:      func(*comment.Heading) string { return "" },
		DocLinkBaseURL: "https://pkg.go.dev",
	}
}

// parse parses a Doc. Any package may be linked to by its import path.
func parse(doc string) *comment.Doc {
	var p comment.Parser
	return p.Parse(doc)
}

// text returns the words of a heading or paragraph, less those that are links.
func text(ts []comment.Text) string {
	var b strings.Builder
	for _, t := range ts {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(string(t))
		case comment.Italic:
			b.WriteString(string(t))
		}
	}
	return b.String()
}

// split parses doc, less its summary, and cuts it where the options go:
// before the section Fix, or at the end.
func split(doc string) (before, after *comment.Doc) {
	_, rest, _ := strings.Cut(doc, "\n\n")
	all := parse(rest)
	i := slices.IndexFunc(all.Content, func(b comment.Block) bool {
		h, ok := b.(*comment.Heading)
		return ok && text(h.Text) == optionsBefore
	})
	if i < 0 {
		i = len(all.Content)
	}
	before, after = new(comment.Doc), new(comment.Doc)
	before.Content, after.Content = all.Content[:i], all.Content[i:]
	before.Links, after.Links = all.Links, nil
	return before, after
}
