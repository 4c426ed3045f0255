package fix

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// An imported is what an import declares: a path, and a name unless that is left
// to the package.
type imported struct{ name, path string }

func (i imported) String() string {
	if i.name == "" {
		return strconv.Quote(i.path)
	}
	return i.name + " " + strconv.Quote(i.path)
}

func compareImported(a, b imported) int {
	return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.name, b.name))
}

// isFixed reports whether the import has an effect beyond that of declaring a
// name for use in the file.
func (i imported) isFixed() bool { return i.name == "_" || i.path == "C" }

func importedBy(spec *ast.ImportSpec) imported {
	var i imported
	if spec.Name != nil {
		i.name = spec.Name.Name
	}
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		p = spec.Path.Value // the parser has complained
	}
	i.path = p
	return i
}

// packageNames are names of packages, by import path, as far as they are known.
type packageNames map[string]string

// of returns the names that an import may declare.
func (n packageNames) of(i imported) []string {
	switch {
	case i.name == "_" || i.name == ".":
		return nil
	case i.name != "":
		return []string{i.name}
	}
	if name := n[i.path]; name != "" {
		return []string{name}
	}
	return guessNames(i.path)
}

// guessNames returns what the package with the path is likely to call itself,
// the likeliest first.
func guessNames(p string) []string {
	var names []string
	add := func(s string) {
		if token.IsIdentifier(s) && !slices.Contains(names, s) {
			names = append(names, s)
		}
	}
	elem := func(s string) {
		s, _, _ = strings.Cut(s, ".v") // gopkg.in/yaml.v3
		add(s)
		add(strings.TrimPrefix(s, "go-"))
		add(strings.TrimSuffix(s, "-go"))
		add(strings.TrimSuffix(strings.TrimSuffix(s, ".go"), "go"))
		add(strings.NewReplacer("-", "", ".", "").Replace(s))
		add(strings.NewReplacer("-", "_", ".", "_").Replace(s))
		add(s[strings.LastIndexAny(s, "-.")+1:])
		if i := strings.IndexAny(s, "-."); i > 0 {
			add(s[:i])
		}
	}
	dir, base := path.Split(p)
	if isMajorVersion(base) && dir != "" {
		elem(path.Base(dir))
	}
	elem(base)
	return names
}

// isMajorVersion reports whether the last element of a path is like "v2".
func isMajorVersion(s string) bool {
	digits, ok := strings.CutPrefix(s, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// qualifiers returns the names that stand before a dot and are not declared
// in the file: those of imports, and of variables that other files declare.
func qualifiers(file *ast.File) map[string]bool {
	names := make(map[string]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		// There are no types, and the parser's scopes are right about what is declared in a function.
		if id, ok := sel.X.(*ast.Ident); ok && id.Obj == nil {
			names[id.Name] = true
		}
		return true
	})
	return names
}

// An importList is what a file has in the place where its imports are.
type importList struct {
	imports  []imported
	comments []string
	rest     string // what comes after the last import
}

// parseImports reads the imports of a file. It reports false if they do not parse.
func parseImports(text []byte) (importList, bool) {
	f, err := parseHead(text)
	if err != nil {
		return importList{}, false
	}
	var l importList
	end := f.Name.End()
	for _, decl := range f.Decls {
		end = max(end, decl.End())
	}
	for _, spec := range f.Imports {
		l.imports = append(l.imports, importedBy(spec))
	}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if c.Pos() < end {
				l.comments = append(l.comments, c.Text)
			}
		}
	}
	l.rest = string(bytes.TrimSpace(text[f.tok.Offset(end):]))
	return l, true
}

// An importDelta is what fixes do to the imports of a file.
type importDelta struct{ add, drop []imported }

func (d importDelta) isZero() bool { return len(d.add) == 0 && len(d.drop) == 0 }

// with returns the sum of the deltas.
func (d importDelta) with(e importDelta) importDelta {
	return importDelta{slices.Concat(d.add, e.add), slices.Concat(d.drop, e.drop)}
}

// importEdits takes the edits apart that do nothing but add and remove imports.
func (src *source) importEdits(edits []textEdit) (importDelta, []textEdit) {
	var delta importDelta
	var others, unclear []textEdit
	for _, e := range edits {
		if e.start < src.importsStart || e.end > src.importsEnd {
			others = append(others, e)
			continue
		}
		if d, ok := src.importDelta(e); ok {
			delta = delta.with(d)
		} else {
			unclear = append(unclear, e)
		}
	}
	if len(unclear) > 1 {
		// Together, they may make sense.
		if d, ok := src.importDelta(unclear...); ok {
			return delta.with(d), others
		}
	}
	return delta, append(others, unclear...)
}

// importDelta returns what the edits do to the imports. It reports false if they do
// anything else.
func (src *source) importDelta(edits ...textEdit) (importDelta, bool) {
	var d importDelta
	text, err := applyEdits(src.text, edits, src.lineEnds)
	if err != nil {
		return d, false
	}
	after, ok := parseImports(text)
	if !ok || after.rest != src.imports.rest || !slices.Equal(after.comments, src.imports.comments) {
		return d, false
	}
	d.add = without(after.imports, src.imports.imports)
	d.drop = without(src.imports.imports, after.imports)
	return d, !d.isZero() && !slices.ContainsFunc(d.drop, imported.isFixed) && !slices.Contains(d.add, imported{path: "C"})
}

// without returns the elements of list less those of other, as multisets.
func without(list, other []imported) []imported {
	other = slices.Clone(other)
	var left []imported
	for _, i := range list {
		if at := slices.Index(other, i); at >= 0 {
			other = slices.Delete(other, at, at+1)
		} else {
			left = append(left, i)
		}
	}
	return left
}

// clash returns a name that imports of both lists declare, of different packages.
func (n packageNames) clash(a, b []imported) (string, bool) {
	for _, i := range a {
		for _, j := range b {
			x, y := n.of(i), n.of(j)
			if i.path != j.path && len(x) > 0 && len(y) > 0 && x[0] == y[0] {
				return x[0], true
			}
		}
	}
	return "", false
}

// apply makes the imports of the edited text what they have to be.
func (d importDelta) apply(src *source, text []byte, names packageNames) ([]byte, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		return nil, err
	}
	var have []imported
	for _, spec := range file.Imports {
		have = append(have, importedBy(spec))
	}

	var add []imported
	for _, i := range d.add {
		same := func(j imported) bool {
			return i == j || i.path == j.path && !i.isFixed() && !j.isFixed() && i.name != "." && j.name != "." &&
				slices.Equal(names.of(i)[:min(1, len(names.of(i)))], names.of(j)[:min(1, len(names.of(j)))])
		}
		if !slices.ContainsFunc(have, same) && !slices.ContainsFunc(add, same) {
			add = append(add, i)
		}
	}
	slices.SortFunc(add, compareImported)

	drop := d.unused(src, have, qualifiers(file), names)
	// What is there twice has been added twice.
	seen := make(map[imported]bool)
	var twice []imported
	for _, i := range have {
		if seen[i] && !i.isFixed() {
			twice = append(twice, i)
		}
		seen[i] = true
	}

	eol := src.lineEnds("\n")
	for _, i := range twice {
		if text, err = removeImport(text, i, true); err != nil {
			return nil, err
		}
	}
	for len(add) > 0 && len(drop) > 0 {
		swapped, ok := swapImport(text, drop[0], add[0])
		if !ok {
			break
		}
		text, add, drop = swapped, add[1:], drop[1:]
	}
	for _, i := range add {
		if text, err = insertImport(text, i, eol); err != nil {
			return nil, err
		}
	}
	for _, i := range drop {
		if text, err = removeImport(text, i, false); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// unused returns those of the imports of an edited file that it needed before and
// does not need any longer, given what it refers to now.
func (d importDelta) unused(src *source, have []imported, refers map[string]bool, names packageNames) []imported {
	vanished := func(name string) bool { return src.qualifiers[name] && !refers[name] }
	// Imports by a name that has vanished: if there is more than one, it is not known whose it was.
	claims := make(map[string][]imported)
	for _, i := range have {
		for _, name := range names.of(i) {
			if vanished(name) && !slices.Contains(claims[name], i) {
				claims[name] = append(claims[name], i)
			}
		}
	}
	var out []imported
	for _, i := range have {
		if i.isFixed() || slices.Contains(out, i) {
			continue
		}
		candidates := names.of(i)
		isClaimed := func(name string) bool {
			return len(claims[name]) == 1 || i.name != "" || names[i.path] != ""
		}
		switch {
		case slices.ContainsFunc(candidates, func(name string) bool { return refers[name] }):
			// It may be needed.
		case slices.ContainsFunc(candidates, func(name string) bool { return vanished(name) && isClaimed(name) }),
			slices.Contains(d.drop, i):
			out = append(out, i)
		}
	}
	return out
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
			if importedBy(spec).path == "C" {
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
		other := importedBy(spec).path
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

// insertImport adds an import where a reader would look for it.
func insertImport(text []byte, i imported, eol string) ([]byte, error) {
	h, err := parseHead(text)
	if err != nil {
		return nil, err
	}
	groups := h.groups()
	if len(groups) == 0 {
		return h.insertFirst(i, eol), nil
	}
	best := slices.MaxFunc(groups, func(a, b group) int { return cmp.Compare(a.fit(i.path), b.fit(i.path)) })
	switch {
	case !best.decl.Lparen.IsValid():
		// Others like it may stand there one by one.
		for _, g := range groups {
			if !g.decl.Lparen.IsValid() && g.fit(i.path) == best.fit(i.path) {
				best = g
				if compareImported(i, importedBy(g.specs[0])) < 0 {
					break
				}
			}
		}
		return h.insertBeside(groups, best, i, eol), nil
	case best.fit(i.path) > 0:
		return h.insertInto(best, i, eol), nil
	case isStandard(i.path):
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

// insertFirst adds an import declaration after the package clause.
func (h *head) insertFirst(i imported, eol string) []byte {
	end := h.Name.End()
	for _, group := range h.Comments {
		for _, c := range group.List {
			if c.Pos() >= end && h.line(c.Pos()) == h.line(end) {
				end = c.End()
			}
		}
	}
	line, _, _ := bytes.Cut(h.text[h.tok.Offset(end):], []byte("\n"))
	if len(bytes.TrimSpace(line)) > 0 {
		// There is more on the line.
		return h.replace(h.Name.End(), h.Name.End(), "; import "+i.String())
	}
	return h.replace(end, end, eol+eol+"import "+i.String())
}

// insertBeside adds an import where there is a declaration without parentheses, which becomes
// one with them if it is the only one.
func (h *head) insertBeside(groups []group, g group, i imported, eol string) []byte {
	spec := g.specs[0]
	other := importedBy(spec)
	before := compareImported(i, other) < 0
	if isStandard(i.path) != isStandard(other.path) {
		before = isStandard(i.path)
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
		if isStandard(i.path) != isStandard(other.path) {
			sep = eol + sep
		}
		return h.replace(g.decl.Pos(), g.decl.End(), "import ("+eol+"\t"+a+sep+b+eol+")")
	case before:
		start := cmp.Or(docPos(g.decl), g.decl.Pos())
		return h.replace(start, start, "import "+i.String()+eol)
	default:
		end := specEnd(spec)
		return h.replace(end, end, eol+"import "+i.String())
	}
}

// insertInto adds an import to a group in parentheses.
func (h *head) insertInto(g group, i imported, eol string) []byte {
	for _, spec := range g.specs {
		if compareImported(i, importedBy(spec)) < 0 {
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
func (h *head) find(i imported, last bool) (g *ast.GenDecl, index int, ok bool) {
	for _, decl := range h.Decls {
		gen, isGen := decl.(*ast.GenDecl)
		if !isGen || gen.Tok != token.IMPORT {
			continue
		}
		for at, s := range gen.Specs {
			if importedBy(s.(*ast.ImportSpec)) == i {
				g, index, ok = gen, at, true
				if !last {
					return g, index, ok
				}
			}
		}
	}
	return g, index, ok
}

// swapImport replaces one import by another, if it stands alone.
func swapImport(text []byte, old, by imported) ([]byte, bool) {
	h, err := parseHead(text)
	if err != nil {
		return nil, false
	}
	gen, at, ok := h.find(old, false)
	if !ok || len(gen.Specs) > 1 || gen.Doc != nil {
		return nil, false
	}
	spec := gen.Specs[at].(*ast.ImportSpec)
	if spec.Doc != nil || spec.Comment != nil || isStandard(old.path) != isStandard(by.path) || gen.Lparen.IsValid() && len(h.groups()) > 1 {
		return nil, false
	}
	return h.replace(spec.Pos(), spec.End(), by.String()), true
}

// removeImport removes an import, with its comments, and its declaration if that is left empty.
func removeImport(text []byte, i imported, last bool) ([]byte, error) {
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
		from, to = cmp.Or(docPos(gen), gen.Pos()), max(to, gen.End())
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
