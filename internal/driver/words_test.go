package driver

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/errdoc"
)

func setOf(list []uint32) *hashSet {
	s := newHashSet(0)
	for _, h := range list {
		s.add(h)
	}
	return s
}

// TestWords checks which words are found.
func TestWords(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text                 string
		exported, qualifiers string // words that must be found
		not                  string // exported names that must not
	}{
		{"", "", "", "A"},
		{"A", "A", "", "B"},
		{"A.B", "A B", "A", ""},
		{"a.B", "B", "a", ""},
		{"fooBar x_Y 1Z", "", "", "Bar Y Z"},
		{"[*pkg.Type.Method]", "Type Method", "pkg Type", ""},
		{"ÄndereÄ x.Ändere", "ÄndereÄ Ändere", "x", ""},
		{"“Err”—ErrOther’s", "Err ErrOther", "", ""},
		{"“low.Err”", "Err", "low", ""},
		{"Errä.X aÄ.Y", "Errä X Y", "Errä aÄ", "Err"},
		{"\xffA\xff.B", "A B", "A", ""},
		{"A\xff", "A", "", ""},
	}
	for _, test := range tests {
		w := findWords([]byte(test.text))
		exported, qualifiers := setOf(w.exported), setOf(w.qualifiers)
		for word := range strings.FieldsSeq(test.exported) {
			if !exported.has(hashWord(word)) {
				t.Errorf("%q: no word %s", test.text, word)
			}
		}
		for word := range strings.FieldsSeq(test.qualifiers) {
			if !qualifiers.has(hashWord(word)) {
				t.Errorf("%q: no qualifier %s", test.text, word)
			}
		}
		for word := range strings.FieldsSeq(test.not) {
			if exported.has(hashWord(word)) {
				t.Errorf("%q: word %s", test.text, word)
			}
		}
	}
}

// TestMentions checks what is a mention of an import path in the text of a fact.
func TestMentions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		`{"A":["t *a.io/m.T","v a.io/m.ErrÄ"]}`: {"a.io/m T", "a.io/m ErrÄ"},
		`"a.io/m"`:                              {"a.io/m "},
		`a.io/m`:                                {"a.io/m "},
		`"a.io/m.T a.io/m/sub.T a.io/mm.T a.io/m-x.T"`:     {"a.io/m T"},
		`"x.a.io/m.T xa.io/m.T x/a.io/m.T"`:                nil,
		`"\na.io/m.T"`:                                     {"a.io/m T"},
		`"...a.io/m.T, <-chan a.io/m.T, ~a.io/m.T"`:        {"a.io/m T", "a.io/m T", "a.io/m T"},
		`"func(a.io/m.T) (a.io/m.E, []a.io/m.F)" ratio/m.`: {"a.io/m T", "a.io/m E", "a.io/m F"},
	} {
		if diff := cmp.Diff(want, mentionsIn([]byte(text), "a.io/m")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// TestPaths checks that nothing is mentioned but what pathsIn finds.
func TestPaths(t *testing.T) {
	t.Parallel()
	paths := []string{"io", "a.io/m", "a.io/m/sub", "gopkg.in/yaml.v3", "a-b/c", "b/c", "~x/y", "c++/d", "m", "io/fs"}
	pieces := append([]string{".", "...", "/", "-", "~", "+", " ", "*", "[]", `"`, `\n`, `\u003c`, "T", "Err", "ä", "(", "x"}, paths...)
	rng := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 20000 {
		var text []byte
		for range 1 + rng.IntN(8) {
			text = append(text, pieces[rng.IntN(len(pieces))]...)
		}
		in := pathsIn(text)
		for _, path := range paths {
			if m := mentionsIn(text, path); len(m) > 0 {
				found++
				if !in[path] {
					t.Fatalf("%s mentions %q, but pathsIn finds %v", text, m, in)
				}
			}
		}
	}
	if found < 10000 {
		t.Errorf("only %d mentions", found)
	}
}

// TestHashSet checks a set that grows, and has the hash that stands for a free slot.
func TestHashSet(t *testing.T) {
	t.Parallel()
	s := newHashSet(0)
	if s.has(0) || s.has(7) {
		t.Error("an empty set has elements")
	}
	for i := range uint32(1000) {
		s.add(i * 64)
		s.add(i * 64)
	}
	for i := range uint32(1000 * 64) {
		// 0 and 1 are the same.
		if got, want := s.has(i), i%64 == 0 || i == 1; got != want {
			t.Fatalf("%d: %t", i, got)
		}
	}
	if len(s.list) != 1000 {
		t.Errorf("%d elements", len(s.list))
	}
}

// TestDotImports checks in what forms a dot import is found.
func TestDotImports(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"import . \"a\"":                         {"a"},
		"import.\"a\"":                           {"a"},
		"import .`a`;import\t.\t\"b\"":           {"a", "b"},
		"import (\n\tx \"x\"\n\t. \"a\"\n)":      {"a"},
		"import (.\n\"a\";. \"b\")":              {"a", "b"},
		"import /* c */./* c */\"a\"":            {"a"},
		"import . // c\n\"a\"":                   {"a"},
		"import \"a.b\"\n\n// See . here.":       nil,
		"import \"a\"\n\nfunc f(x ...string) {}": nil,
		"\r\nimport\r\n.\r\n\"a\"":               {"a"},
	} {
		if diff := cmp.Diff(want, findWords([]byte("package p\n"+text)).dots); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// FuzzWords checks that each name of a file that parses is found, of its code and of its comments.
func FuzzWords(f *testing.F) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("package p\n\nimport . \"a\"\nimport.\"b\"\n\n// “p.Name” [q.Ä—B]\nfunc Ä(x é.Typ) {}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		w := findWords(text)
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "", text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil || bytes.Contains(text, []byte{'\r'}) { // carriage returns are no part of a comment's text
			return
		}
		exported, qualifiers := setOf(w.exported), setOf(w.qualifiers)
		name := func(s string) {
			if token.IsExported(s) && !exported.has(hashWord(s)) {
				t.Errorf("no word %s", s)
			}
		}
		qualifier := func(s string) {
			if !qualifiers.has(hashWord(s)) {
				t.Errorf("no qualifier %s", s)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				name(id.Name)
			}
			return true
		})
		for _, spec := range file.Imports {
			if spec.Name != nil && spec.Name.Name == "." && len(w.dots) == 0 {
				t.Errorf("no dot import of %s", spec.Path.Value)
			}
		}
		for _, group := range file.Comments {
			for _, m := range errdoc.Parse(fset, group).Mentions {
				for i, part := range m.Parts {
					name(part)
					if i < len(m.Parts)-1 && !strings.ContainsAny(part, "-~") {
						qualifier(part)
					}
				}
			}
		}
	})
}

// BenchmarkWords has the speed at which files are looked through.
func BenchmarkWords(b *testing.B) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		b.Fatal(err)
	}
	var texts [][]byte
	size := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		texts = append(texts, text)
		size += len(text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, text := range texts {
			if w := findWords(text); slices.Contains(w.exported, 0) {
				b.Fatal("a hash is 0")
			}
		}
	}
}
