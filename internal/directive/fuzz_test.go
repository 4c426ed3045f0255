package directive

import (
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

// FuzzParse checks that directives are read from any file that the parser
// makes something of, that the places given lie within the file, and that a
// position is covered by the first of the directives whose scope it is in.
func FuzzParse(f *testing.F) {
	for _, src := range []string{
		"//errlint:adapter\npackage p\n",
		"package p\n\n//errlint:ignore wrapcause,opname why\nfunc f() error {\n\treturn nil //errlint:opaque why\n}\n",
		"package p\n\n//errlint:decorator op=a empty=b // c\nfunc f(a, b string) { if x { } else if y { } //nolint\n}\n",
		"package p\nvar x = []T{\n//errlint:ignore opname x\n{1},\n}//nolint:all",
		"package p\nfunc f() { switch { case func() bool {}(): //errlint:ignore opname x\n} }",
		"package p\n//line x.go:7\n//errlint:ignore opname x\nfunc",
	} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		fset := token.NewFileSet()
		file, _ := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
		if file == nil {
			return
		}
		in := func(pos, end token.Pos) bool {
			return file.FileStart <= pos && pos <= end && end <= file.FileEnd
		}
		directives := Parse(fset, file)
		for _, d := range directives {
			if !in(d.Pos, d.End) {
				t.Errorf("%v lies outside of the file", d)
			}
			for _, p := range d.Problems {
				if !in(p.Pos, p.End) {
					t.Errorf("%v lies outside of the file", p)
				}
				if p.Message == "" || p.Code == "" {
					t.Errorf("%v is incomplete", p)
				}
			}
		}
		var scoped []*Directive
		for i := range directives {
			if directives[i].scope != nil {
				scoped = append(scoped, &directives[i])
			}
		}
		all := newCover(scoped)
		for pos := file.FileStart; pos <= file.FileEnd; pos++ {
			var want *Directive
			if i := slices.IndexFunc(scoped, func(d *Directive) bool { return d.scope.contains(pos) }); i >= 0 {
				want = scoped[i]
			}
			if got := all.at(pos); got != want {
				t.Errorf("%s: covered by %v, want %v", fset.Position(pos), got, want)
			}
		}
	})
}
