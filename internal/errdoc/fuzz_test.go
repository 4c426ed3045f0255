package errdoc_test

import (
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/errlint/errlint/internal/errdoc"
)

// docs are seeds for fuzzing: doc comments in all the styles that the grammar knows.
var docs = []string{
	"",
	"// F does.\n",
	"// F returns [ErrA], *fs.PathError or `x`; it panics with ErrB.\n//\n// Errors:\n//   - [ErrA] if\n//     so\n//   - b-c -- d\n//\n//go:noinline\n",
	"// # Errors\n//\n// None.\n",
	"// F fails with these errors:\n// - ErrA\n// 2. ErrB\n",
	"// Errors: none\n// Raises: [A.B], ErrC and D.\n",
	"//Errors:\n//\tErrA  if\n//\t\tso\n//\n//[x]: https://y\n",
	"/*\nF does.\n\nErrors:\n  - ErrA */\n",
	"/* F does. */\n",
	"/*\n * F does.\n * Errors:\n * - ErrA\n */\n",
	"// F.\r\n//\r\n// Errors:\r\n//  1. [encoding/json.SyntaxError]\r\n",
	"// Errors:\n//\n//\n//   - ErrA\n//\n//     more\n//\n//   - ErrB\n",
	"// Returns:\n//\n//\terror: x\n/* Errors: */\n",
}

// fuzzed returns a file with a fuzzed doc comment, if that is all that it is.
func fuzzed(doc string) (source, bool) {
	s, err := tryParse("package p\n\n" + doc + "func F() {}\n")
	if err != nil || len(s.file.Decls) != 1 || s.decl.Name.Name != "F" || s.file.Package != s.file.FileStart {
		return s, false
	}
	// A carriage return within a line is lost to the scanner, so that nothing after it
	// stands where the syntax tree says.
	if strings.Contains(strings.ReplaceAll(doc, "\r\n", "\n"), "\r") {
		return s, false
	}
	// Line directives change positions, not what is read.
	return s, !strings.Contains(doc, "line ")
}

// FuzzParse checks that any comment can be read, and that each mention stands where it is said to.
func FuzzParse(f *testing.F) {
	for _, doc := range docs {
		f.Add(doc)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		s, ok := fuzzed(doc)
		if !ok {
			return
		}
		for _, m := range s.doc.Mentions {
			got := s.text[s.fset.Position(m.Pos).Offset:s.fset.Position(m.End).Offset]
			if got != m.String() {
				t.Errorf("%q is said to stand where %q does", m, got)
			}
			if m.Item >= len(s.doc.Items) {
				t.Errorf("%q is in item %d of %d", m, m.Item, len(s.doc.Items))
			}
			for _, part := range m.Parts {
				if part == "" || m.Path == "" && !token.IsIdentifier(part) && !token.IsKeyword(part) {
					t.Errorf("%q has the part %q", m, part)
				}
			}
		}
		for _, item := range s.doc.Items {
			if item.Pos > item.End {
				t.Errorf("item [%d, %d) ends before it begins", item.Pos, item.End)
			}
		}
		s.doc.HasSection()
		s.doc.DeclaresNone()
		s.doc.Codes()
	})
}

// FuzzAppendFix checks that names added to any comment, if they can be, are listed in the
// result, and are still after gofmt; and that they can be removed again.
func FuzzAppendFix(f *testing.F) {
	for _, doc := range docs {
		f.Add(doc)
	}
	names := []string{"ErrAdded", "fs.ErrAdded", "*AddedError", "added-code"}
	f.Fuzz(func(t *testing.T, doc string) {
		s, ok := fuzzed(doc)
		if !ok {
			return
		}
		edits := errdoc.AppendFix(s.fset, s.decl, s.doc, names, errdoc.All)
		if edits == nil {
			return
		}
		got := apply(s, edits)
		check := func(text string) source {
			t.Helper()
			after, err := tryParse(text)
			if err != nil {
				t.Fatalf("%v in\n%s\nwhich was\n%s", err, text, s.text)
			}
			for _, name := range names {
				if !slices.Contains(listed(after.doc), strings.TrimPrefix(name, "*")) {
					t.Errorf("%s is not listed in\n%s\nwhich was\n%s\nbut %v", name, text, s.text, listed(after.doc))
				}
			}
			return after
		}
		after := check(got)

		// What gofmt would change anyway it may change in the result; but it must not
		// take the new names for something else.
		if before, err := format.Source([]byte(s.text)); err == nil && string(before) == s.text {
			out, err := format.Source([]byte(got))
			if err != nil {
				t.Fatal(err)
			}
			check(string(out))
		}

		i := slices.IndexFunc(after.doc.Mentions, func(m errdoc.Mention) bool { return m.String() == "fs.ErrAdded" && m.Head })
		if i < 0 {
			return
		}
		edits, ok = after.doc.RemoveFix(after.doc.Mentions[i])
		if !ok {
			return
		}
		removed := apply(after, edits)
		if _, err := parser.ParseFile(token.NewFileSet(), "p.go", removed, parser.ParseComments); err != nil {
			t.Fatalf("%v in\n%s\nwhich was\n%s", err, removed, after.text)
		}
		last := parse(t, removed).doc
		if slices.Contains(listed(last), "fs.ErrAdded") && !slices.Contains(listed(s.doc), "fs.ErrAdded") {
			t.Errorf("fs.ErrAdded is still listed in\n%s\nwhich was\n%s", removed, after.text)
		}
	})
}
