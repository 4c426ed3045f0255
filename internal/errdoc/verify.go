package errdoc

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// lists reports whether a doc comment, once it is edited, lists some names in its sections, and still does after gofmt.
// A fix is tried before it is offered, because comments can be written in more ways than it can foresee: comments of
// both kinds in one doc, lists within lists, and so on.
func lists(fset *token.FileSet, group *ast.CommentGroup, edits []analysis.TextEdit, names []string) bool {
	text, err := edited(fset, group, edits)
	if err != nil || !listsAll(text, names) {
		return false
	}
	out, err := format.Source([]byte(text))
	return err == nil && listsAll(string(out), names)
}

// edited returns the source of a file that contains only a function with the edited doc comment.
func edited(fset *token.FileSet, group *ast.CommentGroup, edits []analysis.TextEdit) (string, error) {
	// A segment is a line of the comment, at an offset of the new file.
	type segment struct {
		start token.Pos
		off   int
		n     int
	}
	var (
		b        strings.Builder
		segments []segment
		tok      = fset.File(group.Pos())
		lastLine int
	)
	b.WriteString("package p\n\n")
	for i, c := range group.List {
		line := tok.PositionFor(c.Pos(), false).Line
		switch {
		case i == 0:
		case line == lastLine:
			b.WriteString(" ")
		default:
			b.WriteString("\n")
		}
		for k, raw := range strings.Split(c.Text, "\n") {
			start := c.Pos()
			if k > 0 {
				b.WriteString("\n")
				line++
				if line <= tok.LineCount() {
					start = tok.LineStart(line)
				}
			}
			segments = append(segments, segment{start, b.Len(), len(raw)})
			b.WriteString(raw)
		}
		lastLine = line
	}
	b.WriteString("\nfunc F() {}\n")

	offset := func(pos token.Pos) int {
		off := 0
		for _, s := range segments {
			if s.start <= pos {
				off = s.off + min(int(pos-s.start), s.n)
			}
		}
		return off
	}
	text := b.String()
	for _, e := range slices.Backward(edits) {
		text = text[:offset(e.Pos)] + string(e.NewText) + text[offset(e.End):]
	}
	_, err := parser.ParseFile(token.NewFileSet(), "p.go", text, parser.ParseComments|parser.SkipObjectResolution)
	return text, err
}

// listsAll reports whether the sections in the doc comment of the only function of a file list some names, and do not
// say that there are none.
func listsAll(text string, names []string) bool {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || len(file.Decls) != 1 {
		return false
	}
	decl, ok := file.Decls[0].(*ast.FuncDecl)
	if !ok {
		return false
	}
	d := Parse(fset, decl.Doc)
	codes := d.Codes()
	return !d.DeclaresNone() && !slices.ContainsFunc(names, func(name string) bool {
		if slices.Contains(codes, name) {
			return false
		}
		name = strings.TrimPrefix(name, "*")
		return !slices.ContainsFunc(d.Mentions, func(m Mention) bool {
			return m.Head && m.Section != NoSection && m.String() == name
		})
	})
}
