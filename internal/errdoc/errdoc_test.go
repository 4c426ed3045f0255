package errdoc_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/errlint/errlint/internal/errdoc"
)

// A source is a parsed file with a function in it.
type source struct {
	fset *token.FileSet
	text string
	file *ast.File
	decl *ast.FuncDecl
	doc  *errdoc.Doc
}

// parse parses a file and reads the doc comment of its last function.
func parse(t testing.TB, text string) source {
	t.Helper()
	s, err := tryParse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return s
}

func tryParse(text string) (source, error) {
	s := source{fset: token.NewFileSet(), text: text}
	// Positions must not depend on being at the start of the file set.
	s.fset.AddFile("other.go", -1, 1000)
	file, err := parser.ParseFile(s.fset, "p.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return s, err
	}
	s.file = file
	for _, decl := range file.Decls {
		if decl, ok := decl.(*ast.FuncDecl); ok {
			s.decl = decl
		}
	}
	if s.decl == nil {
		return s, fmt.Errorf("no function")
	}
	s.doc = errdoc.Parse(s.fset, s.decl.Doc)
	return s, nil
}

// comment returns a file in which F has a doc comment with the given text.
func comment(text string) string {
	var b strings.Builder
	b.WriteString("package p\n\n")
	for line := range strings.Lines(strings.TrimPrefix(text, "\n")) {
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "":
			b.WriteString("//\n")
		case line[0] == '\t':
			b.WriteString("//" + line + "\n")
		default:
			b.WriteString("// " + line + "\n")
		}
	}
	b.WriteString("func F() error { return nil }\n")
	return b.String()
}

var sections = map[errdoc.Section]string{errdoc.NoSection: "", errdoc.Errors: "Errors", errdoc.Raises: "Raises", errdoc.Returns: "Returns"}

// describe says all of a mention.
func describe(s source, m errdoc.Mention) string {
	name := m.String()
	if m.Star {
		name = "*" + name
	}
	if m.Bracketed {
		name = "[" + name + "]"
	}
	if m.Quoted {
		name = "`" + name + "`"
	}
	words := []string{name}
	if m.Section != errdoc.NoSection {
		words = append(words, sections[m.Section])
	}
	if m.Item >= 0 {
		words = append(words, fmt.Sprintf("item %d", m.Item))
	}
	for _, flag := range []struct {
		on   bool
		name string
	}{{m.Code, "code"}, {m.Head, "head"}, {m.Panics, "panics"}, {m.Claim, "claim"}} {
		if flag.on {
			words = append(words, flag.name)
		}
	}
	return strings.Join(words, " ")
}

// interesting reports whether a mention is of something that tests name.
func interesting(m errdoc.Mention) bool {
	for _, part := range m.Parts {
		if strings.Contains(part, "Err") || strings.HasPrefix(part, "err") && len(part) > 6 || part == "EOF" || part == "Closed" {
			return true
		}
	}
	return false
}

func mentions(t *testing.T, s source) []string {
	t.Helper()
	var out []string
	last := token.NoPos
	for _, m := range s.doc.Mentions {
		at, end := s.fset.Position(m.Pos).Offset, s.fset.Position(m.End).Offset
		if got := s.text[at:end]; got != m.String() {
			t.Errorf("%s is said to stand where %q does", m, got)
		}
		if m.Pos < last {
			t.Errorf("%s is out of order", m)
		}
		last = m.End
		if interesting(m) {
			out = append(out, describe(s, m))
		}
	}
	return out
}

func TestMentions(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"prose", `
F returns ErrNotFound if there is none, fs.ErrExist or a *PathError.
It may wrap [ErrClosed], [*ParseError], [io.EOF] and *[fs.PathError].
Also ` + "`ErrQuoted`" + `, "ErrSaid", &AddrError{} and errInternal's.
`, []string{"ErrNotFound claim", "fs.ErrExist", "*PathError", "[ErrClosed] claim", "[*ParseError] claim", "[io.EOF]",
			"*PathError*", "`ErrQuoted`", "`ErrSaid`", "*AddrError", "errInternal"}},
		{"whole", `
F knows ErrXY, MyErrX, ErrX2, ErrÄ, 9ErrNo, non-ErrHyphen, (ErrParen), https://x.org/ErrURL and ErrEnd.
`, []string{"ErrXY", "MyErrX", "ErrX2", "ErrÄ", "ErrHyphen", "ErrParen", "ErrEnd"}},
		{"paths", `
F returns [encoding/json.SyntaxErr] or [*gopkg.in/yaml.v3.TypeErr] or [T.ErrField].
`, []string{"[encoding/json.SyntaxErr]", "[*gopkg.in/yaml.v3.TypeErr]", "[T.ErrField] claim"}},
		{"label", `
F does.

Errors:
  - [ErrA] if so
  - ErrB, *CError and [d.ErrD]: ErrE is mentioned
    and ErrF
  - when ErrG occurs

After ErrH.
`, []string{"[ErrA] Errors item 0 head claim", "ErrB Errors item 1 head claim", "*CError Errors item 1 head claim",
			"[d.ErrD] Errors item 1 head claim", "ErrE Errors item 1", "ErrF Errors item 1", "ErrG Errors item 2", "ErrH"}},
		{"unindented", `
F does.

Errors:
- ErrA: so
- ErrB
  ErrC
`, []string{"ErrA Errors item 0 head claim", "ErrB Errors item 1 head claim", "ErrC Errors item 1"}},
		{"spaced", `
F does.

Errors:

 1. ErrA

    ErrB

 2. ErrC
`, []string{"ErrA Errors item 0 head claim", "ErrB Errors item 0", "ErrC Errors item 1 head claim"}},
		{"inline", `
F does.
Errors: ErrA, [ErrB] and fs.ErrC.
And ErrD.
`, []string{"ErrA Errors", "[ErrB] Errors claim", "fs.ErrC Errors", "ErrD Errors"}},
		{"inline alone", `
F does.

Errors: ErrA, [ErrB], and fs.ErrC.

And ErrD.
`, []string{"ErrA Errors head claim", "[ErrB] Errors head claim", "fs.ErrC Errors head claim", "ErrD"}},
		{"paragraph", `
F does.

Raises:

ErrA if so.

And ErrB.
`, []string{"ErrA Raises", "ErrB"}},
		{"heading", `
F does.

# Errors

There are ErrA and

  - ErrB

more ErrC.

# Other

ErrD.
`, []string{"ErrA Errors", "ErrB Errors item 0 head claim", "ErrC Errors", "ErrD"}},
		{"old heading", `
F does.

Errors

There is ErrA.

There is ErrB.
`, []string{"ErrA Errors", "ErrB Errors"}},
		{"code block as a list", `
F does.

Errors:

	ErrA  if so
	ErrB  if
	      ErrC
	[ErrD]: so

Not ErrE.
`, []string{"ErrA Errors item 0 head claim", "ErrB Errors item 1 head claim", "ErrC Errors item 1", "[ErrD] Errors item 2 head claim", "ErrE"}},
		{"code block as code", `
F does.

# Errors

	if errors.Is(err, ErrA) {
		return [ErrB]
	}
`, []string{"ErrA code Errors*", "[ErrB] code Errors*"}},
		{"returns", `
F does.

Returns:
  - the file
  - error: ErrA or [ErrB]
`, []string{"ErrA Returns item 1", "[ErrB] Returns item 1 claim"}},
		{"introduced", `
F may fail with one of
these errors:
  - ErrA
  - ErrB

Then ErrC.
`, []string{"ErrA Errors item 0 head claim", "ErrB Errors item 1 head claim", "ErrC"}},
		{"introduced in the paragraph", `
F returns the following errors:
- ErrA
- ErrB
`, []string{"ErrA Errors item 0 head claim", "ErrB Errors item 1 head claim"}},
		{"not introduced", `
It returns errors. It takes these options:
  - ErrA

Errors considered ephemeral include:
  - ErrB

It returns one of these errors:

ErrC.
`, []string{"ErrA", "Errors", "ErrB", "ErrC"}},
		{"panics", `
F will panic with [ErrA]. It returns ErrB. If n is negative it
panics with ErrC; else it returns ErrD. It panics or returns ErrE.
ErrF is passed to panic if so. ErrG is returned. It does not panic but gives ErrH.
It never panics, but ErrI. Panics with ErrJ, i.e. with ErrK.
`, []string{"[ErrA] panics claim", "ErrB claim", "ErrC panics", "ErrD claim", "ErrE claim", "ErrF panics", "ErrG claim", "ErrH", "ErrI", "ErrJ panics", "ErrK panics"}},
		{"panics in a list", `
F does, and it panics:
  - with ErrA it panics
  - and with ErrB it does not panic
  - but it panics with ErrC
  - ErrD
`, []string{"ErrA panics", "ErrB", "ErrC panics", "ErrD"}},
		{"panics in an introduced list", `
F panics with one of these errors:
  - ErrA
  - ErrB
`, []string{"ErrA item 0 head panics", "ErrB item 1 head panics"}},
		{"panics section", `
F does.

Panics: ErrA if so.

# Panics

ErrB.
`, []string{"ErrA panics", "ErrB panics"}},
		{"links", `
F returns [ErrA].

[ErrB]: https://example.com/ErrB

Then ErrC.
`, []string{"[ErrA] claim", "ErrC"}},
		{"links like Error", `
F replies by [http.Error], see [Error], [errorf] and [error].
`, []string{"[http.Error]", "[Error]"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := parse(t, comment(test.text))
			want := slices.Clone(test.want)
			for i := range want {
				// Two spellings are folded by describe.
				want[i] = strings.Replace(want[i], "*PathError*", "[*fs.PathError] claim", 1)
				if name, ok := strings.CutSuffix(want[i], " code Errors*"); ok {
					want[i] = name + " Errors code"
				}
			}
			if diff := cmp.Diff(want, mentions(t, s), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("mentions in%s(-want +got)\n%s", test.text, diff)
			}
		})
	}
}

func TestBlockComments(t *testing.T) {
	for _, text := range []string{
		"package p\n\n/*\nF does.\n\nErrors:\n  - ErrA\n  - [ErrB] if\n    so\n*/\nfunc F() {}\n",
		"package p\r\n\r\n/*\r\nF does.\r\n\r\nErrors:\r\n  - ErrA\r\n  - [ErrB] if\r\n    so\r\n*/\r\nfunc F() {}\r\n",
		"package p\n\n/*\n * F does.\n *\n * Errors:\n *   - ErrA\n *   - [ErrB] if so\n */\nfunc F() {}\n",
		"package p\n\n/* F does.\n\n   Errors:\n     - ErrA\n     - [ErrB] if so */\nfunc F() {}\n",
		"package p\r\n\r\n// F does.\r\n//\r\n// Errors:\r\n//   - ErrA\r\n//   - [ErrB] if so\r\nfunc F() {}\r\n",
		"package p\n\n//F does.\n//\n//Errors:\n//  - ErrA\n//go:noinline\n//  - [ErrB] if so\nfunc F() {}\n",
		"package p\n\n// F does.\n//\n/* Errors:\n - ErrA\n - [ErrB] if so */\nfunc F() {}\n",
	} {
		s := parse(t, text)
		want := []string{"ErrA Errors item 0 head claim", "[ErrB] Errors item 1 head claim"}
		if diff := cmp.Diff(want, mentions(t, s)); diff != "" {
			t.Errorf("mentions in\n%s\n(-want +got)\n%s", text, diff)
		}
	}
}

func TestSections(t *testing.T) {
	for _, test := range []struct {
		text    string
		section bool
		none    bool
		codes   []string
	}{
		{"F does.", false, false, nil},
		{"F returns errors.", false, false, nil},
		{"Errors: none", true, true, nil},
		{"F does.\n\nErrors: none.", true, true, nil},
		{"F does.\nErrors: None -- all are ignored\nby F.", true, true, nil},
		{"F does.\n\nErrors:\n  - none -- all are ignored", true, true, nil},
		{"F does.\n\n# Errors\n\nNone.", true, true, nil},
		{"F does.\n\nErrors: none of the usual", true, false, nil},
		{"F does.\n\nErrors:\n  - none\n  - ErrX", true, false, nil},
		{"F does.\n\nReturns: none", false, false, nil},
		{"F does.\n\nReturns: the file", false, false, nil},
		{"F does.\n\nReturns: the file, or an error", true, false, nil},
		{"F does.\n\nReturns:\n  - ErrX", true, false, nil},
		{"F does.\n\nRAISES:\n  - ErrX", true, false, nil},
		{"F does.\n\n# Possible errors\n\nSome.", true, false, nil},
		{"F does.\n\nPanics: ErrX", false, false, nil},
		{"F does.\n\nErrors:\n\n  - not-found -- no such file\n  - timeout -- too late\n  - ErrX -- what\n  - `a-b`: text\n  - io-error\n  - read-only files cannot be written\n  - any other",
			true, false, []string{"not-found", "timeout", "a-b", "io-error"}},
		{"F does.\n\nErrors:\n\n    - hello-error -- is always returned.\n    - zap.E_X — so", true, false, []string{"hello-error", "zap.E_X"}},
		{"F does.\n\n  - not-found -- no section", false, false, nil},
	} {
		s := parse(t, comment(test.text))
		if got := s.doc.HasSection(); got != test.section {
			t.Errorf("HasSection is %v for\n%s", got, test.text)
		}
		if got := s.doc.DeclaresNone(); got != test.none {
			t.Errorf("DeclaresNone is %v for\n%s", got, test.text)
		}
		if diff := cmp.Diff(test.codes, s.doc.Codes(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("codes of\n%s\n(-want +got)\n%s", test.text, diff)
		}
	}
}

func TestItems(t *testing.T) {
	s := parse(t, comment("F does.\n\nErrors:\n  - ErrA if\n    so\n  - b-c -- d\n"))
	var got []string
	for _, item := range s.doc.Items {
		got = append(got, s.text[s.fset.Position(item.Pos).Offset:s.fset.Position(item.End).Offset])
	}
	if want := []string{"- ErrA if\n//     so", "- b-c -- d"}; !slices.Equal(got, want) {
		t.Errorf("items are %q, want %q", got, want)
	}
}

func TestNoComment(t *testing.T) {
	for _, text := range []string{"package p\nfunc F() {}", "package p\n//go:noinline\nfunc F() {}", "package p\n//\nfunc F() {}", "package p\n/**/func F() {}"} {
		s := parse(t, text)
		if len(s.doc.Mentions)+len(s.doc.Items) > 0 || s.doc.HasSection() || s.doc.DeclaresNone() {
			t.Errorf("%q has something to say: %+v", text, s.doc)
		}
	}
}
