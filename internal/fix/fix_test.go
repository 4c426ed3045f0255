package fix_test

import (
	"bytes"
	"errors"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/fix"
)

// write writes a file below dir, and returns its name.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// at returns the place of an offset in a text.
func at(file, text string, offset int) finding.Position {
	before := text[:offset]
	return finding.Position{
		File:   file,
		Line:   1 + strings.Count(before, "\n"),
		Column: offset - strings.LastIndex(before, "\n"),
		Offset: offset,
	}
}

// swap returns the edit that replaces the only place where a text has old.
func swap(t *testing.T, file, text, old, by string) finding.Edit {
	t.Helper()
	if strings.Count(text, old) != 1 {
		t.Fatalf("%q is not in the text once", old)
	}
	i := strings.Index(text, old)
	return finding.Edit{Pos: at(file, text, i), End: at(file, text, i+len(old)), New: by}
}

// after returns the edit that inserts something where the only place ends at which a text has old.
func after(t *testing.T, file, text, old, insert string) finding.Edit {
	t.Helper()
	e := swap(t, file, text, old, insert)
	e.Pos = e.End
	return e
}

// found returns a finding with a fix.
func found(message string, edits ...finding.Edit) finding.Finding {
	f := finding.Finding{Rule: "rule", Package: "example.com/p", Message: message}
	if len(edits) > 0 {
		f.Pos = edits[0].Pos
		f.Fixes = []finding.Fix{{Message: "Fix it", Edits: edits}}
	}
	return f
}

func apply(t *testing.T, root string, findings ...finding.Finding) *fix.Result {
	t.Helper()
	res, err := fix.Apply(findings, fix.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// messages returns the messages of findings, with the reasons of those that are skipped.
func messages(res *fix.Result) (applied, skipped []string) {
	for _, f := range res.Applied {
		applied = append(applied, f.Message)
	}
	for _, s := range res.Skipped {
		skipped = append(skipped, s.Finding.Message+": "+s.Reason)
	}
	return applied, skipped
}

const body = `package p

func f() int {
	one := 1
	two := 2
	return one + two
}
`

func TestConflicts(t *testing.T) {
	type edit struct{ old, new string }
	// An edit with old "^x" inserts before x, one with "x^" after it.
	tests := []struct {
		name    string
		fixes   [][]edit
		want    []edit // of the body; nil if it does not change
		skipped []string
	}{
		{
			name:  "apart",
			fixes: [][]edit{{{"one := 1", "one := 11"}}, {{"two := 2", "two := 22"}}},
			want:  []edit{{"one := 1", "one := 11"}, {"two := 2", "two := 22"}},
		},
		{
			name:    "overlapping: the earlier wins",
			fixes:   [][]edit{{{"one := 1", "one := 11"}}, {{":= 1\n", ":= 3\n"}}},
			want:    []edit{{"one := 1", "one := 11"}},
			skipped: []string{"1: it overlaps the fix of another finding"},
		},
		{
			name:    "a fix is applied as a whole",
			fixes:   [][]edit{{{"one := 1", "one := 11"}}, {{"two := 2", "two := 22"}, {":= 1\n", ":= 3\n"}}},
			want:    []edit{{"one := 1", "one := 11"}},
			skipped: []string{"1: it overlaps the fix of another finding"},
		},
		{
			name:  "one that is skipped is in nobody's way",
			fixes: [][]edit{{{"one := 1", "one := 11"}}, {{"two := 2", "two := 22"}, {":= 1\n", ":= 3\n"}}, {{"two := 2", "two := 222"}}},
			want:  []edit{{"one := 1", "one := 11"}, {"two := 2", "two := 222"}},
			skipped: []string{
				"1: it overlaps the fix of another finding",
			},
		},
		{
			name:  "the same fix twice",
			fixes: [][]edit{{{"one := 1", "one := 11"}, {"two := 2^", "2"}}, {{"two := 2^", "2"}, {"one := 1", "one := 11"}}},
			want:  []edit{{"one := 1", "one := 11"}, {"two := 2", "two := 22"}},
		},
		{
			name:    "in part the same",
			fixes:   [][]edit{{{"^one + two", "f("}, {"one^ + two", ")"}}, {{"^one + two", "f("}, {"one + two^", ")"}}},
			want:    []edit{{"one + two", "f(one) + two"}},
			skipped: []string{"1: it overlaps the fix of another finding"},
		},
		{
			name:    "insertions at one place",
			fixes:   [][]edit{{{"one := 1^", "1"}}, {{"one := 1^", "2"}}},
			want:    []edit{{"one := 1", "one := 11"}},
			skipped: []string{"1: it overlaps the fix of another finding"},
		},
		{
			name:    "an insertion where a replacement ends",
			fixes:   [][]edit{{{"one := 1", "one := 7"}}, {{"one := 1^", "2"}}},
			want:    []edit{{"one := 1", "one := 7"}},
			skipped: []string{"1: it overlaps the fix of another finding"},
		},
		{
			name:    "an insertion where a replacement begins",
			fixes:   [][]edit{{{"^one := 1", "zero := 0; _ = zero; "}}, {{"one := 1", "one := 7"}}},
			want:    []edit{{"one := 1", "zero := 0\n\t_ = zero\n\tone := 1"}},
			skipped: []string{"1: it overlaps the fix of another finding"},
		},
		{
			name:    "replacements side by side",
			fixes:   [][]edit{{{"one := ", "one = "}}, {{" 1\n", " 7\n"}}},
			want:    []edit{{"one := 1", "one = 1"}}, // the blank belongs to both
			skipped: []string{"1: it overlaps the fix of another finding"},
		},
		{
			name:  "replacements that touch",
			fixes: [][]edit{{{"one :=", "one ="}}, {{" 1\n", " 7\n"}}},
			want:  []edit{{"one := 1", "one = 7"}},
		},
		{
			name:    "a fix that does not parse",
			fixes:   [][]edit{{{"one := 1", "one := ("}}, {{"two := 2", "two := 22"}}},
			want:    []edit{{"two := 2", "two := 22"}},
			skipped: []string{"0: p.go does not parse with it: 5:6: expected ')', found ':='"},
		},
		{
			name:    "fixes that do not parse together: the earlier wins",
			fixes:   [][]edit{{{"one :=^", "("}, {"= 1^", ")"}}, {{"two := 2", "two := 22"}}, {{"= ^1", "/*"}, {"1^\n", "*/ 1"}}},
			want:    []edit{{"one := 1", "one := (1)"}, {"two := 2", "two := 22"}},
			skipped: []string{"2: it overlaps the fix of another finding"},
		},
		{
			name:    "edits of a fix that overlap",
			fixes:   [][]edit{{{"one := 1", "one := 7"}, {":= 1\n", ":= 8\n"}}},
			skipped: []string{"0: edits of it, of p.go, overlap"},
		},
		{
			name:  "what is dropped lets others in",
			fixes: [][]edit{{{"one := 1", "one := ("}}, {{":= 1\n", ":= 8\n"}}},
			want:  []edit{{"one := 1", "one := 8"}},
			skipped: []string{
				"0: p.go does not parse with it: 5:6: expected ')', found ':='",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			file := write(t, dir, "p.go", body)
			var findings []finding.Finding
			for i, edits := range test.fixes {
				var es []finding.Edit
				for _, e := range edits {
					old := strings.ReplaceAll(e.old, "^", "")
					fe := swap(t, file, body, old, e.new)
					if n := strings.IndexByte(e.old, '^'); n >= 0 {
						fe.Pos = at(file, body, fe.Pos.Offset+n)
						fe.End = fe.Pos
					}
					es = append(es, fe)
				}
				findings = append(findings, found(string(rune('0'+i)), es...))
			}
			res := apply(t, dir, findings...)
			want := body
			for _, e := range test.want {
				want = strings.Replace(want, e.old, e.new, 1)
			}
			got := body
			for _, f := range res.Files {
				if f.Name != file || string(f.Old) != body {
					t.Errorf("file %s of\n%s", f.Name, f.Old)
				}
				got = string(f.New)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			applied, skipped := messages(res)
			if diff := cmp.Diff(test.skipped, skipped); diff != "" {
				t.Errorf("skipped, -want +got:\n%s", diff)
			}
			if len(applied)+len(skipped) != len(findings) {
				t.Errorf("applied %v, skipped %v of %d", applied, skipped, len(findings))
			}
		})
	}
}

// TestFirst checks that a finding without a fix is left alone, and that of several fixes the
// first is taken.
func TestFirst(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "p.go", body)
	f := found("two fixes", swap(t, file, body, "one := 1", "one := 7"))
	f.Fixes = append(f.Fixes, finding.Fix{Message: "Or", Edits: []finding.Edit{swap(t, file, body, "two := 2", "two := 8")}})
	none := found("none")
	empty := found("empty")
	empty.Fixes = []finding.Fix{{Message: "Nothing"}}
	res := apply(t, dir, f, none, empty)
	applied, skipped := messages(res)
	if want := strings.Replace(body, ":= 1", ":= 7", 1); len(res.Files) != 1 || string(res.Files[0].New) != want {
		t.Errorf("got %q", res.Files)
	}
	if diff := cmp.Diff([]string{"two fixes"}, applied); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"empty: it has no edits"}, skipped); diff != "" {
		t.Error(diff)
	}
}

// TestSeveralFiles checks that a fix is dropped in all of its files if one of them does not parse with it.
func TestSeveralFiles(t *testing.T) {
	dir := t.TempDir()
	a, b := write(t, dir, "a.go", body), write(t, dir, "b.go", body)
	both := found("both", swap(t, a, body, "one := 1", "one := 7"), swap(t, b, body, "one := 1", "one := ]"))
	fine := found("fine", swap(t, a, body, "one := 1", "one := 8"), swap(t, b, body, "two := 2", "two := 8"))
	res := apply(t, dir, both, fine)
	applied, _ := messages(res)
	if diff := cmp.Diff([]string{"fine"}, applied); diff != "" {
		t.Error(diff)
	}
	if len(res.Files) != 2 || res.Files[0].Name != a || res.Files[1].Name != b {
		t.Errorf("files %v", res.Files)
	}
}

// TestFewest checks that a fix that does not go with two others is the one that is dropped, although
// it comes first, and that otherwise it is the last.
func TestFewest(t *testing.T) {
	const text = "package p\n\nvar s = []int{\n\t1,\n\t2,\n\t3,\n}\n"
	dir := t.TempDir()
	file := write(t, dir, "p.go", text)
	opens := found("opens", after(t, file, text, "{", "/*"))
	first := found("1", swap(t, file, text, "1", "11"))
	last := found("3", swap(t, file, text, "3", "33"))
	_, skipped := messages(apply(t, dir, opens, first, last))
	if len(skipped) != 1 || !strings.HasPrefix(skipped[0], "opens: p.go does not parse with it: ") {
		t.Errorf("skipped %q", skipped)
	}

	// Each of the two parses, the two do not.
	const call = "package p\n\nvar x, y = 1, 2\n"
	file = write(t, dir, "q.go", call)
	one := found("one", swap(t, file, call, "1", "`"), swap(t, file, call, "2", "`, 2"))
	two := found("two", swap(t, file, call, " y", " y, z"), swap(t, file, call, ", 2", ", 2`+`, 3"))
	applied, skipped := messages(apply(t, dir, one, two))
	if !slices.Equal(applied, []string{"one"}) || len(skipped) != 1 {
		t.Errorf("applied %q, skipped %q", applied, skipped)
	}
}

func TestOffLimits(t *testing.T) {
	root := t.TempDir()
	other := t.TempDir()
	link := func(old, name string) string {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(old, name); err != nil {
			t.Fatal(err)
		}
		return name
	}
	outside := write(t, other, "p.go", body)
	link(other, "linked")
	const generated = "// Code generated by hand. DO NOT EDIT.\n\n" + body
	const mentions = "// f\n// Code generated by hand. DO NOT EDIT. Or do.\n\n" + body
	tests := []struct {
		name, file, text string
		reason           string // "" if it is applied
	}{
		{"in the root", write(t, root, "p.go", body), body, ""},
		{"below", write(t, root, "a/b/p.go", body), body, ""},
		{"testdata", write(t, root, "testdata/p.go", body), body, ""},
		{"like vendor", write(t, root, "vendors/vendor.go", body), body, ""},
		{"mentions it", write(t, root, "mentions.go", mentions), mentions, ""},
		{"generated", write(t, root, "generated.go", generated), generated, "generated.go is generated"},
		{"vendored", write(t, root, "vendor/example.com/v/v.go", body), body, "v.go is vendored"},
		{"vendored deeper", write(t, root, "cmd/vendor/v.go", body), body, "v.go is vendored"},
		{"outside", outside, body, outside + " is outside of " + root},
		{"link out", link(outside, "link.go"), body, filepath.Join(root, "link.go") + " is outside of " + root},
		{"linked directory", filepath.Join(root, "linked", "p.go"), body, filepath.Join(root, "linked", "p.go") + " is outside of " + root},
		{"dotted out", root + "/../" + filepath.Base(filepath.Dir(other)) + "/x/p.go", body, "p.go cannot be read: no such file or directory"},
		{"link into vendor", link(filepath.Join(root, "vendor/example.com/v/v.go"), "v2.go"), body, "v2.go is vendored"},
		{"link in vendor", link(filepath.Join(root, "p.go"), "vendor/l.go"), body, "l.go is vendored"},
		{"not Go", write(t, root, "p.s", body), body, "p.s is not a Go file"},
		{"missing", filepath.Join(root, "missing.go"), body, "missing.go cannot be read: no such file or directory"},
		{"relative", "p.go", body, "its place is not known"},
		{"broken", write(t, root, "broken.go", body+"}"), body + "}", "broken.go does not parse as it is"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			res := apply(t, root, found("f", swap(t, test.file, test.text, ":= 1", ":= 7")))
			_, skipped := messages(res)
			var want []string
			if test.reason != "" {
				want = []string{"f: " + test.reason}
			}
			if diff := cmp.Diff(want, skipped); diff != "" {
				t.Error(diff)
			}
			if (len(res.Files) == 0) != (test.reason != "") {
				t.Errorf("files %v", res.Files)
			}
		})
	}
	if _, err := fix.Apply(nil, fix.Options{Root: filepath.Join(root, "none")}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no such root: %v", err)
	}
}

// TestLinked checks that a file with two names is one file, called by the name that is no link.
func TestLinked(t *testing.T) {
	real := t.TempDir()
	root := filepath.Join(t.TempDir(), "root")
	if err := os.Symlink(real, root); err != nil {
		t.Fatal(err)
	}
	file := write(t, root, "a/p.go", body)
	if err := os.Symlink("a", filepath.Join(root, "b")); err != nil {
		t.Fatal(err)
	}
	alias := filepath.Join(root, "b", "p.go")
	res := apply(t, root,
		found("alias", swap(t, alias, body, ":= 1", ":= 7")),
		found("same", swap(t, file, body, ":= 1", ":= 7")),
		found("other", swap(t, file, body, ":= 1", ":= 8")),
		found("real", swap(t, filepath.Join(real, "a", "p.go"), body, ":= 2", ":= 9")),
	)
	applied, skipped := messages(res)
	if diff := cmp.Diff([]string{"alias", "same", "real"}, applied); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"other: it overlaps the fix of another finding"}, skipped); diff != "" {
		t.Error(diff)
	}
	if len(res.Files) != 1 || res.Files[0].Name != file {
		t.Errorf("files %v", res.Files)
	}
}

// TestChangedFile checks that edits that do not fit the file are not made.
func TestChangedFile(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "p.go", body)
	tests := []struct {
		name string
		edit func(*finding.Edit)
		want string
	}{
		{"as it is", func(*finding.Edit) {}, ""},
		{"no lines known", func(e *finding.Edit) { e.Pos.Line, e.End.Line = 0, 0 }, ""},
		{"end before the beginning", func(e *finding.Edit) { e.Pos, e.End = e.End, e.Pos }, "an edit of it, of p.go, ends before it begins"},
		{"end elsewhere", func(e *finding.Edit) { e.End.File += "x" }, "an edit of it, of p.go, ends before it begins"},
		{"beyond the file", func(e *finding.Edit) { e.End = finding.Position{File: file, Offset: len(body) + 1} }, "p.go has changed since it was analysed"},
		{"before the file", func(e *finding.Edit) { e.Pos = finding.Position{File: file, Offset: -1} }, "p.go has changed since it was analysed"},
		{"another line", func(e *finding.Edit) { e.Pos.Line-- }, "p.go has changed since it was analysed"},
		{"another column", func(e *finding.Edit) { e.End.Column++ }, "p.go has changed since it was analysed"},
		{"beyond the lines", func(e *finding.Edit) { e.End.Line = 1000 }, "p.go has changed since it was analysed"},
		{"in no column", func(e *finding.Edit) {
			e.End.Line, e.End.Column = e.End.Line-1, e.End.Offset-strings.LastIndex(body[:e.Pos.Offset], "\n")+20
		}, "p.go has changed since it was analysed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := swap(t, file, body, ":= 1", ":= 7")
			test.edit(&e)
			_, skipped := messages(apply(t, dir, found("f", e)))
			var want []string
			if test.want != "" {
				want = []string{"f: " + test.want}
			}
			if diff := cmp.Diff(want, skipped); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFormat(t *testing.T) {
	const clean = "package p\n\nvar m = map[string]int{\n\t\"a\":  1,\n\t\"bb\": 2,\n}\n"
	const bom = "\uFEFF"
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	changed := strings.NewReplacer(`"a":  1`, `"aaaa": 1`, `"bb": 2`, `"bb":   2`).Replace(clean)
	edited := strings.NewReplacer(`"a":  1`, `"aaaa":  1`).Replace(clean)
	tests := []struct{ name, text, want string }{
		{"formatted", clean, changed},
		{"not formatted", clean + "\n\n", edited + "\n\n"},
		{"no final newline", strings.TrimSpace(clean), strings.TrimSpace(edited)},
		{"CRLF", crlf(clean), crlf(changed)},
		{"CRLF, not formatted", crlf(clean + "\n\n"), crlf(edited + "\n\n")},
		{"CRLF in part", strings.Replace(clean, "\n", "\r\n", 1), strings.Replace(edited, "\n", "\r\n", 1)},
		{"byte order mark", bom + clean, bom + changed},
		{"byte order mark and CRLF", bom + crlf(clean), bom + crlf(changed)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			file := write(t, dir, "p.go", test.text)
			res := apply(t, dir, found("f", swap(t, file, test.text, `"a":  1`, `"aaaa":  1`)))
			if len(res.Files) != 1 {
				t.Fatalf("files %v, skipped %v", res.Files, res.Skipped)
			}
			if diff := cmp.Diff(test.want, string(res.Files[0].New)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}

	// What is inserted has the line ends of the file.
	dir := t.TempDir()
	text := crlf(clean)
	file := write(t, dir, "p.go", text)
	res := apply(t, dir, found("f", after(t, file, text, "}\r\n", "\nvar x = `a\nb`\r\n")))
	if want := text + crlf("\nvar x = `a\nb`\n"); len(res.Files) != 1 || string(res.Files[0].New) != want {
		t.Errorf("got %q", res.Files)
	}
}

// TestAddsUp checks that a fix that changes nothing changes no file.
func TestAddsUp(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "p.go", body)
	res := apply(t, dir, found("f", swap(t, file, body, ":= 1", ":=   1")))
	if len(res.Files) != 0 || len(res.Applied) != 1 {
		t.Errorf("files %v, applied %v", res.Files, res.Applied)
	}
}

// isFormatted reports whether gofmt would leave a text as it is.
func isFormatted(text []byte) bool {
	formatted, err := format.Source(text)
	return err == nil && bytes.Equal(formatted, text)
}
