package fix

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/importedit"
)

// isFixed reports whether the import has an effect beyond that of declaring a
// name for use in the file.
func isFixed(i importedit.Import) bool { return i.Name == "_" || i.Path == "C" }

// packageNames are names of packages, by import path, as far as they are known.
type packageNames map[string]string

// of returns the names that an import may declare.
func (n packageNames) of(i importedit.Import) []string {
	switch {
	case i.Name == "_" || i.Name == ".":
		return nil
	case i.Name != "":
		return []string{i.Name}
	}
	if name := n[i.Path]; name != "" {
		return []string{name}
	}
	return guessNames(i.Path)
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
	imports  []importedit.Import
	comments []string
	rest     string // what comes after the last import
}

// parseImports reads the imports of a file. It reports false if they do not parse.
func parseImports(text []byte) (importList, bool) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.ImportsOnly|parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return importList{}, false
	}
	var l importList
	end := f.Name.End()
	for _, decl := range f.Decls {
		end = max(end, decl.End())
	}
	for _, spec := range f.Imports {
		l.imports = append(l.imports, importedit.Of(spec))
	}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if c.Pos() < end {
				l.comments = append(l.comments, c.Text)
			}
		}
	}
	l.rest = string(bytes.TrimSpace(text[fset.PositionFor(end, false).Offset:]))
	return l, true
}

// An importDelta is what fixes do to the imports of a file.
type importDelta struct{ add, drop []importedit.Import }

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
	self := func(i importedit.Import) importedit.Import { return i }
	d.add = without(after.imports, src.imports.imports, self)
	d.drop = without(src.imports.imports, after.imports, self)
	return d, len(d.add)+len(d.drop) > 0 && !slices.ContainsFunc(d.drop, isFixed) && !slices.Contains(d.add, importedit.Import{Path: "C"})
}

// clash returns a name that imports of both lists declare, of different packages.
func (n packageNames) clash(a, b []importedit.Import) (string, bool) {
	for _, i := range a {
		for _, j := range b {
			x, y := n.of(i), n.of(j)
			if i.Path != j.Path && len(x) > 0 && len(y) > 0 && x[0] == y[0] {
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
	var have []importedit.Import
	for _, spec := range file.Imports {
		have = append(have, importedit.Of(spec))
	}

	var add []importedit.Import
	for _, i := range d.add {
		same := func(j importedit.Import) bool {
			return i == j || i.Path == j.Path && !isFixed(i) && !isFixed(j) && i.Name != "." && j.Name != "." &&
				slices.Equal(names.of(i)[:min(1, len(names.of(i)))], names.of(j)[:min(1, len(names.of(j)))])
		}
		if !slices.ContainsFunc(have, same) && !slices.ContainsFunc(add, same) {
			add = append(add, i)
		}
	}
	slices.SortFunc(add, importedit.Compare)

	drop := d.unused(src, have, qualifiers(file), names)
	// What is there twice has been added twice.
	seen := make(map[importedit.Import]bool)
	var twice []importedit.Import
	for _, i := range have {
		if seen[i] && !isFixed(i) {
			twice = append(twice, i)
		}
		seen[i] = true
	}

	eol := src.lineEnds("\n")
	for _, i := range twice {
		if text, err = importedit.Remove(text, i, true); err != nil {
			return nil, err
		}
	}
	for len(add) > 0 && len(drop) > 0 {
		swapped, ok := importedit.Swap(text, drop[0], add[0])
		if !ok {
			break
		}
		text, add, drop = swapped, add[1:], drop[1:]
	}
	for _, i := range add {
		if text, err = importedit.Insert(text, i, eol); err != nil {
			return nil, err
		}
	}
	for _, i := range drop {
		if text, err = importedit.Remove(text, i, false); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// unused returns those of the imports of an edited file that it needed before and
// does not need any longer, given what it refers to now.
func (d importDelta) unused(src *source, have []importedit.Import, refers map[string]bool, names packageNames) []importedit.Import {
	vanished := func(name string) bool { return src.qualifiers[name] && !refers[name] }
	// Imports by a name that has vanished: if there is more than one, it is not known whose it was.
	claims := make(map[string][]importedit.Import)
	for _, i := range have {
		for _, name := range names.of(i) {
			if vanished(name) && !slices.Contains(claims[name], i) {
				claims[name] = append(claims[name], i)
			}
		}
	}
	var out []importedit.Import
	for _, i := range have {
		if isFixed(i) || slices.Contains(out, i) {
			continue
		}
		candidates := names.of(i)
		isClaimed := func(name string) bool {
			return len(claims[name]) == 1 || i.Name != "" || names[i.Path] != ""
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
