package finding_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"strings"
	"testing"

	"github.com/errlint/errlint/internal/finding"
)

// TestContexts checks that a finding in a comment has the code that the comment goes with, whatever that is called and wherever it
// is, and so is the same one after that was moved or renamed.
func TestContexts(t *testing.T) {
	const before = `//go:build !never

// Package p is [one].
package p

// Old is [two].
func Old() error { return nil }

// T is [three].
type T struct {
	// F is [four].
	F int
}

// Vars are [five].
var (
	// ErrOld is [six].
	ErrOld = New("old")

	ErrEnd = New("end") // [seven]
)

// ErrAlone is [eight].
var ErrAlone = New("alone") // [nine]

// Nobody's: [ten].

func New(text string) error {
	// [eleven]
	return nil // [twelve]
}

// At the end: [thirteen].
`
	after := strings.NewReplacer("package p", "package q", "Package p", "Package q", "//go:build !never\n\n", "", "Old", "New2", "T ", "Tee ", "T is", "Tee is", "ErrAlone", "ErrLone").Replace(before)
	// The order of the declarations is another one.
	head, rest, _ := strings.Cut(after, "// New2 is [two]")
	first, rest, _ := strings.Cut("// New2 is [two]"+rest, "// Vars are")
	after = head + "// Vars are" + strings.Replace(rest, "// At the end", first+"// At the end", 1)
	type context struct{ decl, code string }
	contexts := func(text string) map[string]context {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		c := finding.NewContexts(fset, []*ast.File{file}, new(types.Info), func(string) []byte { return []byte(text) })
		all := make(map[string]context)
		for _, m := range regexp.MustCompile(`\[\w+\]`).FindAllStringIndex(text, -1) {
			decl, code := c.At(file.FileStart+token.Pos(m[0]), file.FileStart+token.Pos(m[1]))
			all[text[m[0]:m[1]]] = context{decl, code}
		}
		return all
	}
	was, is := contexts(before), contexts(after)
	if len(was) != 13 || len(is) != 13 {
		t.Fatalf("there are %d and %d places, not 13", len(was), len(is))
	}
	codes := make(map[string]string)
	for place, at := range was {
		if at.code == "" || is[place].code != at.code && place != "[one]" { // that of a package names it
			t.Errorf("the code at %s is %q, and after renaming and moving %q", place, at.code, is[place].code)
		}
		codes[at.code] += place
	}
	for _, test := range []struct{ place, decl string }{{"[two]", "Old"}, {"[three]", "T"}, {"[six]", "ErrOld"}, {"[eight]", "ErrAlone"}, {"[ten]", ""}} {
		if got := was[test.place].decl; got != test.decl {
			t.Errorf("%s is in declaration %q, not %q", test.place, got, test.decl)
		}
	}
	// What is in one declaration or statement shares its code, and nothing else does.
	if len(codes) != 12 {
		t.Errorf("there are %d codes, not 12: %v", len(codes), codes)
	}
}
