package importedit

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// An Import is what an import declares: a path, and a name unless that is left
// to the package.
type Import struct{ Name, Path string }

// String returns an import as it is written.
func (i Import) String() string {
	if i.Name == "" {
		return strconv.Quote(i.Path)
	}
	return i.Name + " " + strconv.Quote(i.Path)
}

// Compare compares imports by path, and then by name.
func Compare(a, b Import) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Name, b.Name))
}

// Of returns what a spec imports.
func Of(spec *ast.ImportSpec) Import {
	var i Import
	if spec.Name != nil {
		i.Name = spec.Name.Name
	}
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		p = spec.Path.Value // the parser has complained
	}
	i.Path = p
	return i
}

// A head is a file up to the end of its imports.
type head struct {
	*ast.File
	text []byte
	tok  *token.File
}

func parseHead(text []byte) (*head, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ImportsOnly|parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return &head{file, text, fset.File(file.FileStart)}, nil
}

func (h *head) line(pos token.Pos) int { return h.tok.PositionFor(pos, false).Line }

// replace returns the text with the stretch between two positions replaced.
func (h *head) replace(from, to token.Pos, by string) []byte {
	return slices.Concat(h.text[:h.tok.Offset(from)], []byte(by), h.text[h.tok.Offset(to):])
}

// specStart returns where a spec begins, with its comment.
func specStart(spec *ast.ImportSpec) token.Pos {
	if spec.Doc != nil {
		return spec.Doc.Pos()
	}
	return spec.Pos()
}

// specEnd returns where a spec ends, with its comment.
func specEnd(spec *ast.ImportSpec) token.Pos {
	if spec.Comment != nil {
		return max(spec.End(), spec.Comment.End())
	}
	return spec.End()
}

// A group is a run of imports that gofmt sorts: what stands between blank lines.
type group struct {
	decl  *ast.GenDecl
	specs []*ast.ImportSpec
}

// groups returns the groups of all imports but "C".
func (h *head) groups() []group {
	var groups []group
	for _, decl := range h.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT {
			continue
		}
		begun := false
		for i, s := range gen.Specs {
			spec := s.(*ast.ImportSpec)
			if Of(spec).Path == "C" {
				begun = false
				continue
			}
			if begun && h.line(specStart(spec)) > h.line(specEnd(gen.Specs[i-1].(*ast.ImportSpec)))+1 {
				begun = false
			}
			if !begun {
				groups = append(groups, group{decl: gen})
				begun = true
			}
			last := &groups[len(groups)-1]
			last.specs = append(last.specs, spec)
		}
	}
	return groups
}

// isStandard reports whether a path looks like one of the standard library.
func isStandard(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	return !strings.Contains(first, ".")
}

// fit says how well a path fits into the group, from 0 for not at all.
func (g group) fit(p string) int {
	standard, best := 0, 0
	for _, spec := range g.specs {
		other := Of(spec).Path
		if isStandard(other) {
			standard++
		}
		best = max(best, commonElements(p, other))
	}
	if !isStandard(p) {
		return best
	}
	switch standard {
	case 0:
		return 0
	case len(g.specs):
		return 2
	}
	return 1
}

// commonElements returns the number of path elements with which both begin.
func commonElements(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return n
}

// Insert adds an import where a reader would look for it.
func Insert(text []byte, i Import, eol string) ([]byte, error) {
	h, err := parseHead(text)
	if err != nil {
		return nil, err
	}
	groups := h.groups()
	if len(groups) == 0 {
		return h.insertFirst(i, eol), nil
	}
	best := slices.MaxFunc(groups, func(a, b group) int { return cmp.Compare(a.fit(i.Path), b.fit(i.Path)) })
	switch {
	case !best.decl.Lparen.IsValid():
		// Others like it may stand there one by one.
		for _, g := range groups {
			if !g.decl.Lparen.IsValid() && g.fit(i.Path) == best.fit(i.Path) {
				best = g
				if Compare(i, Of(g.specs[0])) < 0 {
					break
				}
			}
		}
		return h.insertBeside(groups, best, i, eol), nil
	case best.fit(i.Path) > 0:
		return h.insertInto(best, i, eol), nil
	case isStandard(i.Path):
		first := groups[0].specs[0]
		return h.replace(specStart(first), specStart(first), i.String()+eol+eol+"\t"), nil
	default:
		last := groups[len(groups)-1]
		if !last.decl.Lparen.IsValid() {
			return h.insertBeside(groups, last, i, eol), nil
		}
		end := specEnd(last.specs[len(last.specs)-1])
		return h.replace(end, end, eol+eol+"\t"+i.String()), nil
	}
}

// withComments returns where the comments end that follow what ends at a position, on its line.
func withComments(file *ast.File, end token.Pos, line func(token.Pos) int) token.Pos {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if c.Pos() >= end && line(c.Pos()) == line(end) {
				end = c.End()
			}
		}
	}
	return end
}

// insertFirst adds an import declaration after the package clause.
func (h *head) insertFirst(i Import, eol string) []byte {
	end := withComments(h.File, h.Name.End(), h.line)
	line, _, _ := bytes.Cut(h.text[h.tok.Offset(end):], []byte("\n"))
	if len(bytes.TrimSpace(line)) > 0 {
		// There is more on the line.
		return h.replace(h.Name.End(), h.Name.End(), "; import "+i.String())
	}
	return h.replace(end, end, eol+eol+"import "+i.String())
}

// insertBeside adds an import where there is a declaration without parentheses, which becomes
// one with them if it is the only one.
func (h *head) insertBeside(groups []group, g group, i Import, eol string) []byte {
	spec := g.specs[0]
	other := Of(spec)
	before := Compare(i, other) < 0
	if isStandard(i.Path) != isStandard(other.Path) {
		before = isStandard(i.Path)
	}
	commented := g.decl.Doc != nil || spec.Doc != nil || spec.Comment != nil || slices.ContainsFunc(h.Comments, func(c *ast.CommentGroup) bool {
		return g.decl.Pos() <= c.Pos() && c.Pos() < g.decl.End()
	})
	switch {
	case len(groups) == 1 && !commented:
		a, b := i.String(), other.String()
		if !before {
			a, b = b, a
		}
		sep := eol + "\t"
		if isStandard(i.Path) != isStandard(other.Path) {
			sep = eol + sep
		}
		return h.replace(g.decl.Pos(), g.decl.End(), "import ("+eol+"\t"+a+sep+b+eol+")")
	case before:
		start := cmp.Or(DocPos(g.decl), g.decl.Pos())
		return h.replace(start, start, "import "+i.String()+eol)
	default:
		end := specEnd(spec)
		return h.replace(end, end, eol+"import "+i.String())
	}
}

// insertInto adds an import to a group in parentheses.
func (h *head) insertInto(g group, i Import, eol string) []byte {
	for _, spec := range g.specs {
		if Compare(i, Of(spec)) < 0 {
			start := specStart(spec)
			return h.replace(start, start, i.String()+eol+h.indent(start))
		}
	}
	last := g.specs[len(g.specs)-1]
	end := specEnd(last)
	return h.replace(end, end, eol+h.indent(specStart(last))+i.String())
}

// indent returns the white space at the beginning of the line.
func (h *head) indent(pos token.Pos) string {
	before := h.text[:h.tok.Offset(pos)]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// find returns the import, the last one like it or the first.
func (h *head) find(i Import, last bool) (g *ast.GenDecl, index int, ok bool) {
	for _, decl := range h.Decls {
		gen, isGen := decl.(*ast.GenDecl)
		if !isGen || gen.Tok != token.IMPORT {
			continue
		}
		for at, s := range gen.Specs {
			if Of(s.(*ast.ImportSpec)) == i {
				g, index, ok = gen, at, true
				if !last {
					return g, index, ok
				}
			}
		}
	}
	return g, index, ok
}

// Swap replaces one import by another, if it stands alone.
func Swap(text []byte, old, by Import) ([]byte, bool) {
	h, err := parseHead(text)
	if err != nil {
		return nil, false
	}
	gen, at, ok := h.find(old, false)
	if !ok || len(gen.Specs) > 1 || gen.Doc != nil {
		return nil, false
	}
	spec := gen.Specs[at].(*ast.ImportSpec)
	if spec.Doc != nil || spec.Comment != nil || isStandard(old.Path) != isStandard(by.Path) || gen.Lparen.IsValid() && len(h.groups()) > 1 {
		return nil, false
	}
	return h.replace(spec.Pos(), spec.End(), by.String()), true
}

// Remove removes an import, with its comments, and its declaration if that is left empty.
func Remove(text []byte, i Import, last bool) ([]byte, error) {
	h, err := parseHead(text)
	if err != nil {
		return nil, err
	}
	gen, at, ok := h.find(i, last)
	if !ok {
		return nil, fmt.Errorf("import %v is not there to be removed", i)
	}
	spec := gen.Specs[at].(*ast.ImportSpec)
	from, to := specStart(spec), specEnd(spec)
	loose := slices.ContainsFunc(h.Comments, func(c *ast.CommentGroup) bool {
		return gen.Pos() <= c.Pos() && c.End() <= gen.End() && c != spec.Doc && c != spec.Comment
	})
	if len(gen.Specs) == 1 && !loose {
		from, to = cmp.Or(DocPos(gen), gen.Pos()), max(to, gen.End())
	}
	start, end := h.tok.Offset(from), h.tok.Offset(to)
	lineStart := bytes.LastIndexByte(h.text[:start], '\n') + 1
	lineEnd := len(h.text)
	if n := bytes.IndexByte(h.text[end:], '\n'); n >= 0 {
		lineEnd = end + n + 1
	}
	after := bytes.TrimLeft(h.text[end:lineEnd], " \t\r\n;")
	switch {
	case len(bytes.TrimSpace(h.text[lineStart:start])) == 0 && len(after) == 0:
		// It has the lines to itself. If they stood between two blank lines, one of those goes as well;
		// so does one that would now be the first or the last between the parentheses.
		before := bytes.TrimRight(h.text[:lineStart], " \t\r")
		blankBefore := bytes.HasSuffix(bytes.TrimRight(before[:max(0, len(before)-1)], " \t\r"), []byte("\n"))
		opens := bytes.HasSuffix(bytes.TrimRight(h.text[:lineStart], " \t\r\n"), []byte("("))
		if n := bytes.IndexByte(h.text[lineEnd:], '\n'); n >= 0 && (blankBefore || opens) && len(bytes.TrimSpace(h.text[lineEnd:lineEnd+n])) == 0 {
			lineEnd += n + 1
		}
		return slices.Concat(h.text[:lineStart], h.text[lineEnd:]), nil
	case at+1 < len(gen.Specs):
		return h.replace(from, specStart(gen.Specs[at+1].(*ast.ImportSpec)), ""), nil
	case at > 0:
		return h.replace(specEnd(gen.Specs[at-1].(*ast.ImportSpec)), to, ""), nil
	default:
		// A semicolon may follow.
		rest := h.text[end:]
		return slices.Concat(h.text[:start], bytes.TrimLeft(bytes.TrimLeft(rest, " \t"), ";")), nil
	}
}

// DocPos returns where the doc comment of a declaration begins, if it has one.
func DocPos(decl ast.Decl) token.Pos {
	var doc *ast.CommentGroup
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		doc = decl.Doc
	case *ast.GenDecl:
		doc = decl.Doc
	}
	if doc == nil {
		return token.NoPos
	}
	return doc.Pos()
}
