package ruledoc

import (
	"fmt"
	"go/doc/comment"
	"regexp"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/lazyregexp"
	"github.com/errlint/errlint/internal/rules"
)

// exampleIndent is the indentation of code.
const exampleIndent = "    "

// CategoryText returns what the page of the rule says about one of its categories, as plain text: what is found, with
// its examples, the stage and the fix, its own options, and how to suppress it.
func CategoryText(name, category, doc string, opts []Option) string {
	if category == rules.Unused {
		return fmt.Sprintf("%s/%s: a comment suppresses findings of %[1]s where there are none.\n\n# Fix\n\nSafe: errlint -fix removes the comment.\n\nerrlint explain directive shows what else is reported of such comments.\n", name, category)
	}
	categories := Categories(doc)
	i := slices.IndexFunc(categories, func(c rules.Category) bool { return c.Name == category })
	if i < 0 {
		return ""
	}
	c, id := categories[i], name+"/"+category
	var b strings.Builder
	p := printer()
	p.TextCodePrefix = exampleIndent
	lead, item, off := found(doc, category)
	b.WriteString(wrap(id+": "+string(p.Text(&comment.Doc{Content: []comment.Block{item}})), ""))
	if len(lead) > 0 {
		b.WriteString("\n")
		b.Write(p.Text(&comment.Doc{Content: lead}))
	}
	for _, example := range examples(doc, category, categories) {
		b.WriteString("\n" + exampleIndent + strings.ReplaceAll(strings.TrimSuffix(example, "\n"), "\n", "\n"+exampleIndent) + "\n")
	}

	b.WriteString("\n# Stage\n\n")
	if c.Stage == rules.Preview || rules.StageOf(name) == rules.Preview {
		b.WriteString("In preview: off unless preview: true or enable asks for it.\n")
	} else if off {
		b.WriteString("Stable, but off unless enable or an option asks for it.\n")
	} else {
		b.WriteString("Stable, and on by default.\n")
	}
	Walk(opts, func(path string, o Option) {
		if path == category {
			fmt.Fprintf(&b, "\nOption %s (%s)\n%s", path, o.brief(o.value()), wrap(o.Doc, "    "))
		}
	})

	b.WriteString("\n# Fix\n\n")
	switch {
	case c.UnsafeFix:
		b.WriteString(wrap("Unsafe: errlint -fix -unsafe applies it. Some findings have none: "+c.NoFix+".", ""))
	case c.Fix:
		b.WriteString(wrap("Safe: errlint -fix applies it. Some findings have none: "+c.NoFix+".", ""))
	default:
		b.WriteString(wrap("There is none: "+c.NoFix+".", ""))
	}

	b.WriteString("\n# Suppress\n\n")
	own := regexp.MustCompile(`errlint:ignore\s+`+name+`\b`).ReplaceAllString(doc, "errlint:ignore "+id)
	b.Write(p.Text(&comment.Doc{Content: section(own, "Suppress")}))
	fmt.Fprintf(&b, "\nMore, with what is not reported and all options: errlint explain %s\n", name)
	return b.String()
}

// found returns the text of the item of a category under Found, the paragraphs before the list that it is in, and whether
// the item marks it as off.
func found(doc, category string) (lead []comment.Block, item *comment.Paragraph, off bool) {
	for _, b := range section(doc, "Found") {
		switch b := b.(type) {
		case *comment.Paragraph:
			lead = append(lead, b)
		case *comment.Code:
			lead = nil // what was said before it is about it
		case *comment.List:
			for _, i := range b.Items {
				p, ok := i.Content[0].(*comment.Paragraph)
				if !ok {
					continue
				}
				if m := categoryItem().FindStringSubmatch(text(p.Text)); m != nil && m[1] == category {
					first, _ := p.Text[0].(comment.Plain)
					rest := comment.Plain(strings.TrimPrefix(string(first), m[0]))
					return lead, &comment.Paragraph{Text: append([]comment.Text{rest}, p.Text[1:]...)}, slices.Contains(strings.Split(m[2], ", "), "off")
				}
			}
			lead = nil
		}
	}
	return nil, nil, false
}

// section returns the blocks below a heading.
func section(doc, heading string) (content []comment.Block) {
	inside := false
	for _, b := range parse(doc).Content {
		if h, ok := b.(*comment.Heading); ok {
			inside = text(h.Text) == heading
		} else if inside {
			content = append(content, b)
		}
	}
	return content
}

// marked matches the end of a line that shows what a category reports.
var marked = lazyregexp.New(`(?:^|\s)// ([a-z][a-z0-9-]*)(?:[,:] .*)?$`)

// examples returns the groups of lines, in the code of a doc, that show what a category reports.
func examples(doc, category string, categories []rules.Category) (groups []string) {
	of := func(line string) string {
		if m := marked().FindStringSubmatch(line); m != nil && slices.ContainsFunc(categories, func(c rules.Category) bool { return c.Name == m[1] }) {
			return m[1]
		}
		return ""
	}
	for _, b := range parse(doc).Content {
		code, ok := b.(*comment.Code)
		if !ok {
			continue
		}
		for group := range strings.SplitSeq(code.Text, "\n\n") {
			lines := strings.Split(strings.TrimSuffix(group, "\n"), "\n")
			if !slices.ContainsFunc(lines, func(line string) bool { return of(line) == category }) {
				continue
			}
			lines = slices.DeleteFunc(lines, func(line string) bool {
				other := of(line)
				return other != "" && other != category && strings.TrimLeft(line, " \t") == line
			})
			groups = append(groups, strings.Join(lines, "\n")+"\n")
		}
	}
	return groups
}
