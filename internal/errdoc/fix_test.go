package errdoc_test

import (
	"go/format"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/errdoc"
)

// apply returns a source text after some edits.
func apply(s source, edits []analysis.TextEdit) string {
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(s.text[at:s.fset.Position(e.Pos).Offset])
		b.Write(e.NewText)
		at = s.fset.Position(e.End).Offset
	}
	return b.String() + s.text[at:]
}

// listed returns the names and codes that the sections of a doc list.
func listed(doc *errdoc.Doc) []string {
	names := doc.Codes()
	for _, m := range doc.Mentions {
		if m.Head && m.Section != errdoc.NoSection {
			names = append(names, m.String())
		}
	}
	return names
}

func formatted(t *testing.T, text string) bool {
	t.Helper()
	out, err := format.Source([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return string(out) == text
}

func TestAppendFix(t *testing.T) {
	const fn = "func F() error { return nil }"
	for _, test := range []struct {
		name         string
		before, want string // what stands before the function
		names        string
	}{
		{"new", `
// F does.
`, `
// F does.
//
// Errors:
//   - [ErrA]
//   - [fs.ErrB]
//   - [*CError]
//   - d-e
`, "ErrA fs.ErrB *CError d-e ErrA"},
		{"before directives", `
// F does.
//
//go:noinline
`, `
// F does.
//
// Errors:
//   - [ErrA]
//
//go:noinline
`, "ErrA"},
		{"after code and list", `
// F does:
//
//	code
//
// and:
//   - item
`, `
// F does:
//
//	code
//
// and:
//   - item
//
// Errors:
//   - [ErrA]
`, "ErrA"},
		{"to a list", `
// F does.
//
// Errors:
//   - [ErrA] if so
//     or so
//
// Then.
`, `
// F does.
//
// Errors:
//   - [ErrA] if so
//     or so
//   - [ErrB]
//   - [ErrC]
//
// Then.
`, "ErrB ErrC"},
		{"in its style", `
// F does.
//
// Raises:
//  1. ErrA: if so
//  2. PathError
`, `
// F does.
//
// Raises:
//  1. ErrA: if so
//  2. PathError
//  3. ErrB
//  4. fs.CError
`, "ErrB *fs.CError"},
		{"with stars and quotes", `
// F does.
//
// Errors:
// - ` + "`*PathError`" + `
`, `
// F does.
//
// Errors:
// - ` + "`*PathError`" + `
// - ` + "`*CError`" + `
`, "*CError"},
		{"apart", `
// F does.
//
// Errors:
//
//   - [ErrA]
//
//   - [ErrB]
`, `
// F does.
//
// Errors:
//
//   - [ErrA]
//
//   - [ErrB]
//
//   - [ErrC]
//
//   - [ErrD]
`, "ErrC ErrD"},
		{"serum", `
// F does.
//
// Errors:
//
//   - not-found -- no such file
`, `
// F does.
//
// Errors:
//
//   - not-found -- no such file
//   - too-large
//   - [ErrX]
`, "too-large ErrX"},
		{"code block", `
// F does.
//
// Errors:
//
//	ErrA  if so
//	ErrB  if not
`, `
// F does.
//
// Errors:
//
//	ErrA  if so
//	ErrB  if not
//	ErrC
`, "ErrC"},
		{"inline", `
// F does.
//
// Errors: [ErrA], [ErrB].
`, `
// F does.
//
// Errors: [ErrA], [ErrB], [ErrC], [*DError].
`, "ErrC *DError"},
		{"inline text", `
// F does.
//
// Errors: ErrA if so, ErrB if not.
//
// Then.
`, `
// F does.
//
// Errors: ErrA if so, ErrB if not.
//
//   - [ErrC]
//
// Then.
`, "ErrC"},
		{"none", `
// F does.
//
// Errors: none.
`, `
// F does.
//
// Errors:
//   - [ErrA]
`, "ErrA"},
		{"none, with words", `
// F does.
//
// Errors: none -- all are
// swallowed.
//
// Then.
`, `
// F does.
//
// Errors:
//   - [ErrA]
//
// Then.
`, "ErrA"},
		{"none under a heading", `
// F does.
//
// # Errors
//
// None.
`, `
// F does.
//
// # Errors
//
//   - [ErrA]
`, "ErrA"},
		{"none in a list", `
// F does.
//
// Errors:
//  1. none -- they are
//     swallowed
`, `
// F does.
//
// Errors:
//  1. [ErrA]
//  2. [ErrB]
`, "ErrA ErrB"},
		{"empty section", `
// F does.
//
// Errors:
`, `
// F does.
//
// Errors:
//   - [ErrA]
`, "ErrA"},
		{"empty heading", `
// F does.
//
// # Errors
`, `
// F does.
//
// # Errors
//
//   - [ErrA]
`, "ErrA"},
		{"text under a heading", `
// F does.
//
// # Errors
//
// If it fails, it fails.
//
// # Other
//
// Other.
`, `
// F does.
//
// # Errors
//
// If it fails, it fails.
//
//   - [ErrA]
//
// # Other
//
// Other.
`, "ErrA"},
		{"code under a heading", `
// F does.
//
// # Errors
//
//	if err != nil {
//	}
`, `
// F does.
//
// # Errors
//
//	if err != nil {
//	}
//
// Errors:
//   - [ErrA]
`, "ErrA"},
		{"introduced", `
// F returns one of these errors:
//   - ErrA
//
// Then.
`, `
// F returns one of these errors:
//   - ErrA
//   - ErrB
//
// Then.
`, "ErrB"},
		{"not to what is returned", `
// F does.
//
// Returns:
//   - the file
`, `
// F does.
//
// Returns:
//   - the file
//
// Errors:
//   - [ErrB]
`, "ErrB"},
		{"block", `
/*
F does.
*/
`, `
/*
F does.

Errors:
  - [ErrA]
*/
`, "ErrA"},
		{"block with list", `
/*
F does.

Errors:
  - ErrA if
    so
*/
`, `
/*
F does.

Errors:
  - ErrA if
    so
  - ErrB
*/
`, "ErrB"},
		{"label after a sentence", `
// F does. Possible errors:
//   - ErrA
`, `
// F does. Possible errors:
//   - ErrA
//   - ErrB
`, "ErrB"},
		{"paragraph of items", `
// F does.
//
// The following errors may be returned:
//
// * ErrA - if so
// * ErrB - if not
`, `
// F does.
//
// The following errors may be returned:
//
// * ErrA - if so
// * ErrB - if not
// * ErrC
`, "ErrC"},
		{"errors among results", `
// F does.
//
// Returns:
//   - ` + "`ErrA`" + ` if so
//   - nil otherwise
`, `
// F does.
//
// Returns:
//   - ` + "`ErrA`" + ` if so
//   - ` + "`ErrB`" + `
//   - nil otherwise
`, "ErrB"},
		{"numbered errors among results", `
// F does.
//
// Returns:
//  1. [ErrA] if so
//  2. nil otherwise
`, `
// F does.
//
// Returns:
//  1. [ErrA] if so
//  2. nil otherwise
//  3. [ErrB]
`, "ErrB"},
		{"results without errors", `
// F does.
//
// Returns:
//   - the number
//   - error, which wraps ErrA
`, `
// F does.
//
// Returns:
//   - the number
//   - error, which wraps ErrA
//
// Errors:
//   - [ErrB]
`, "ErrB"},
		{"block with stars", `
/*
 * F does.
 */
`, `
/*
 * F does.
 *
 * Errors:
 *   - [ErrA]
 */
`, "ErrA"},
		{"block on one line", `
/* F does. */
`, `
// F does.
//
// Errors:
//   - [ErrA]
`, "ErrA"},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := "package p\n" + cmpOr(test.before, "\n") + fn + "\n"
			want := "package p\n" + test.want + fn + "\n"
			names := strings.Fields(test.names)
			s := parse(t, before)
			edits := errdoc.AppendFix(s.fset, s.decl, s.doc, names, errdoc.All)
			got := apply(s, edits)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("AppendFix (-want +got)\n%s", diff)
			}
			if formatted(t, before) && !formatted(t, got) {
				out, _ := format.Source([]byte(got))
				t.Errorf("the result is not formatted (-gofmt +got)\n%s", cmp.Diff(string(out), got))
			}
			after := parse(t, got).doc
			for _, name := range names {
				if !slices.Contains(listed(after), strings.TrimPrefix(name, "*")) {
					t.Errorf("%s is not listed in the result, but %v", name, listed(after))
				}
			}
			if after.DeclaresNone() {
				t.Error("the result says that there are no errors")
			}
		})
	}
}

func cmpOr(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

func TestAppendNothing(t *testing.T) {
	s := parse(t, comment("F does."))
	if edits := errdoc.AppendFix(s.fset, s.decl, s.doc, nil, errdoc.All); edits != nil {
		t.Errorf("appending nothing gives %v", edits)
	}
}

// A doc comment and the function may share a line.
// What a function does is for a person to say.
func TestAppendNoComment(t *testing.T) {
	for _, before := range []string{"", "//go:noinline\n", "/**/\n", "/* F does. */ "} {
		s := parse(t, "package p\n\n"+before+"func F() {}\n")
		if edits := errdoc.AppendFix(s.fset, s.decl, s.doc, []string{"ErrA"}, errdoc.All); edits != nil {
			t.Errorf("%q has the edits %v", before, edits)
		}
	}
}

// A new list says if there may be other errors, in words by which it is still taken for a list.
func TestAppendRest(t *testing.T) {
	s := parse(t, "package p\n\n// F returns [ErrX] at times.\nfunc F() {}\n")
	got := apply(s, errdoc.AppendFix(s.fset, s.decl, s.doc, []string{"ErrA"}, errdoc.Rest))
	want := "package p\n\n// F returns [ErrX] at times.\n//\n// It also returns these errors:\n//   - [ErrA]\nfunc F() {}\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("AppendFix (-want +got)\n%s", diff)
	}
	if after := parse(t, got).doc; !slices.Equal(listed(after), []string{"ErrA"}) {
		t.Errorf("%q are listed in\n%s", listed(after), got)
	}
}

// So it does if there may be others that are not known.
func TestAppendOthers(t *testing.T) {
	for before, want := range map[string]string{
		"// F does.\n":      "// F does.\n//\n// It returns these errors, among others:\n//   - [ErrA]\n",
		"/* F does. */\n":   "// F does.\n//\n// It returns these errors, among others:\n//   - [ErrA]\n",
		"/*\nF does.\n*/\n": "/*\nF does.\n\nIt returns these errors, among others:\n  - [ErrA]\n*/\n",
		"// F does.\n//\n// Errors:\n//   - [ErrX]\n": "// F does.\n//\n// Errors:\n//   - [ErrX]\n//   - [ErrA]\n",
	} {
		s := parse(t, "package p\n\n"+before+"func F() {}\n")
		got := apply(s, errdoc.AppendFix(s.fset, s.decl, s.doc, []string{"ErrA"}, errdoc.Some))
		if diff := cmp.Diff("package p\n\n"+want+"func F() {}\n", got); diff != "" {
			t.Errorf("AppendFix (-want +got)\n%s", diff)
		}
		if after := parse(t, got).doc; !after.HasSection() || !slices.Contains(listed(after), "ErrA") {
			t.Errorf("ErrA is not listed in\n%s", got)
		}
	}
}

// Windows line ends are for gofmt to unify; the edits must only not break the file.
func TestAppendWindows(t *testing.T) {
	for _, doc := range []string{"// F does.\n", "/*\nF does.\n\nErrors:\n  - ErrX\n*/\n", "// F does.\n//\n// Errors: none.\n"} {
		text := strings.ReplaceAll("package p\n\n"+doc+"func F() {}\n", "\n", "\r\n")
		s := parse(t, text)
		got := apply(s, errdoc.AppendFix(s.fset, s.decl, s.doc, []string{"ErrA"}, errdoc.All))
		if after := parse(t, got).doc; !slices.Contains(listed(after), "ErrA") {
			t.Errorf("ErrA is not listed in\n%q", got)
		}
	}
}

func TestRemoveFix(t *testing.T) {
	const fn = "func F() error { return nil }"
	for _, test := range []struct {
		name         string
		before, want string // want is empty if there is no fix
	}{
		{"first item", `
// F does.
//
// Errors:
//   - [ErrStale],
//   - [ErrA]
`, `
// F does.
//
// Errors:
//   - [ErrA]
`},
		{"item with words", `
// F does.
//
// Errors:
//   - [ErrStale] if so
//   - [ErrA]
`, ``},
		{"item with words below", `
// F does.
//
// Errors:
//   - [ErrStale]
//     or so
//   - [ErrA]
`, ``},
		{"last item", `
// F does.
//
// Errors:
//   - [ErrA]
//   - [ErrStale]
//
// Then.
`, `
// F does.
//
// Errors:
//   - [ErrA]
//
// Then.
`},
		{"item apart", `
// F does.
//
// Errors:
//
//   - [ErrA]
//
//   - [ErrStale]
//
//   - [ErrB]
`, `
// F does.
//
// Errors:
//
//   - [ErrA]
//
//   - [ErrB]
`},
		{"only item", `
// F does.
//
// Errors:
//   - [*ErrStale].
//
// Then.
`, ``},
		{"only item, at the end", `
// F does.
//
// # Errors
//
//   - ErrStale
//
//go:noinline
`, ``},
		{"only item of the comment", `
// Errors:
//   - ErrStale
//
// Then.
`, ``},
		{"all of the comment", `
// Errors:
//   - ErrStale
`, ``},
		{"only item, with text", `
// F does.
//
// # Errors
//
// These:
//   - ErrStale
`, ``},
		{"first of several", `
// F does.
//
// Errors:
//   - [ErrStale], [ErrA] and [ErrB]
`, `
// F does.
//
// Errors:
//   - [ErrA] and [ErrB]
`},
		{"middle of several", `
// F does.
//
// Errors:
//   - [ErrA], [ErrStale] and [ErrB]
`, `
// F does.
//
// Errors:
//   - [ErrA] and [ErrB]
`},
		{"last of several", `
// F does.
//
// Errors: ErrA, *ErrStale.
`, `
// F does.
//
// Errors: ErrA.
`},
		{"only inline", `
// F does.
// Errors: ErrStale.
`, ``},
		{"prose", `
// F returns [ErrStale].
`, ``},
		{"inline prose", `
// F does.
//
// Errors: ErrStale if so, ErrA if not.
`, ``},
		{"introduced", `
// F returns one of these errors:
//   - ErrStale
`, ``},
		{"introduced with another", `
// F returns one of these errors:
//   - ErrStale
//   - ErrA
`, `
// F returns one of these errors:
//   - ErrA
`},
		{"returns", `
// F does.
//
// Returns:
//   - ErrStale
`, ``},
		{"block", `
/*
F does.

Errors:
  - ErrStale
*/
`, ``},
		{"block's last line", `
/*
F does.

Errors:
  - ErrA
  - ErrStale */
`, `
/*
F does.

Errors:
  - ErrA */
`},
		{"directive between", `
// F does.
//
// Errors:
//go:noinline
//   - ErrStale
`, ``},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := "package p\n" + test.before + fn + "\n"
			s := parse(t, before)
			i := slices.IndexFunc(s.doc.Mentions, func(m errdoc.Mention) bool { return m.String() == "ErrStale" })
			if i < 0 {
				t.Fatal("ErrStale is not mentioned")
			}
			edits, ok := s.doc.RemoveFix(s.doc.Mentions[i])
			if ok != (test.want != "") {
				t.Fatalf("RemoveFix = %v, %v", edits, ok)
			}
			if !ok {
				return
			}
			got := apply(s, edits)
			if diff := cmp.Diff("package p\n"+test.want+fn+"\n", got); diff != "" {
				t.Errorf("RemoveFix (-want +got)\n%s", diff)
			}
			if formatted(t, before) && !formatted(t, got) {
				t.Errorf("the result is not formatted:\n%s", got)
			}
		})
	}
}
