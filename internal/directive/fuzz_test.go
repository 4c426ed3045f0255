package directive_test

import (
	"go/parser"
	"go/token"
	"testing"

	"github.com/errlint/errlint/internal/directive"
)

// FuzzParse checks that directives are read from any file that the parser
// makes something of, and that the places given lie within the file.
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
		for _, d := range directive.Parse(fset, file) {
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
			for pos := file.FileStart; pos <= file.FileEnd; pos++ {
				d.Covers(pos)
			}
		}
	})
}
