package errcode

import (
	"fmt"
	"go/ast"
	"go/constant"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/prose"
)

// words returns the words of a name in lower case, joined by hyphens, without those that only say that it is a code.
func words(name string) string {
	var out []string
	var word []rune
	end := func() {
		switch w := strings.ToLower(string(word)); w {
		case "", "code", "codes", "err", "error", "errors", "jsonrpc", "json", "rpc":
		default:
			out = append(out, w)
		}
		word = nil
	}
	rs := []rune(name)
	for i, r := range rs {
		switch {
		case r == '_' || r == '-' || r == ' ':
			end()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(rs[i-1]) || unicode.IsUpper(rs[i-1]) && i+1 < len(rs) && unicode.IsLower(rs[i+1])):
			end()
		}
		word = append(word, r)
	}
	end()
	return strings.Join(out, "-")
}

// table compares the constants with the table.
func (c *checker) table() {
	byWords := make(map[string]string) // names in the table, by their words
	byValue := make(map[int64]string)
	for _, name := range slices.Sorted(maps.Keys(c.o.Table)) {
		byWords[words(name)] = name
		byValue[int64(c.o.Table[name])] = name
	}
	found := make(map[string]bool)
	var ofTable []declared // the constants of the table that the package declares
	for _, d := range c.decls {
		n, ok := flow.IntValue(d.obj.Val())
		if !ok {
			continue
		}
		name, named := byWords[words(d.obj.Name())]
		if named {
			found[name] = true
			ofTable = append(ofTable, d)
		}
		other, valued := byValue[n]
		switch {
		case named && int64(c.o.Table[name]) != n && !deprecated(d):
			c.report(d.name, CategoryTable, fmt.Sprintf("code %s is %d, and in the table %d", d.obj.Name(), n, c.o.Table[name]))
		case !named && valued:
			found[other] = true
			if !d.known {
				c.report(d.name, CategoryTable, fmt.Sprintf("code %s has the value that the table has for %s, %d", d.obj.Name(), other, n))
			}
		}
	}
	if len(ofTable) > 1 {
		var missing []string
		for _, name := range slices.Sorted(maps.Keys(c.o.Table)) {
			// For the standard codes, an SDK has constants.
			if !found[name] && !standard[int64(c.o.Table[name])] && !c.words[words(name)] {
				missing = append(missing, fmt.Sprintf("%s (%d)", name, c.o.Table[name]))
			}
		}
		if missing != nil {
			c.report(ofTable[0].name, CategoryTable, "there is no constant for "+prose.List(missing, "and")+" of the table")
		}
	}
}

// published reports published codes without a constant, if the package declares one of them, or a type that is configured as one of codes.
func (c *checker) published() {
	var published []declared
	have := make(map[string]bool)
	for _, d := range c.decls {
		if d.obj.Val().Kind() != constant.String {
			continue
		}
		code := constant.StringVal(d.obj.Val())
		have[code] = true
		if slices.Contains(c.o.Published, code) {
			published = append(published, d)
		}
	}
	var missing []string
	for _, code := range c.o.Published {
		if !have[code] && c.values[fmt.Sprintf("%q", code)] == nil {
			missing = append(missing, code)
		}
	}
	for _, d := range c.decls {
		if published == nil && slices.Contains(c.o.Types, flow.QualifiedName(d.obj.Type())) {
			published = append(published, d)
		}
	}
	if published != nil && missing != nil {
		is := map[bool]string{true: "is", false: "are"}[len(missing) == 1]
		c.report(published[0].name, CategoryPublished, fmt.Sprintf("there is no constant for %s, which %s published", prose.List(missing, "and"), is))
	}
}

// deprecated reports whether a comment of a constant says that it is deprecated.
func deprecated(d declared) bool {
	for _, doc := range []*ast.CommentGroup{d.spec.Doc, d.spec.Comment, d.group.Doc} {
		if doc != nil && strings.Contains(doc.Text(), "Deprecated:") {
			return true
		}
	}
	return false
}
