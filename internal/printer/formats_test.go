package printer_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/printer"
)

var update = flag.Bool("update", false, "write the golden files")

// source is the file that the findings of full are in: what stands before
// them in their lines takes fewer columns in other units than bytes.
const source = "package store\n\n" +
	"func Open(name string) error {\n" +
	"\t/* 日本😀 */ if err := open(name); err != nil {\n" +
	"\t\treturn fmt.Errorf(\"open: %v\", err) // é\n" +
	"\t}\n" +
	"\treturn nil\n" +
	"}\n"

func readSource(name string) ([]byte, error) {
	if filepath.ToSlash(name) == dir+"/store/open.go" {
		return []byte(source), nil
	}
	return nil, os.ErrNotExist
}

// in returns the place of the text, which is in source once.
func in(text string) (pos, end finding.Position) {
	at := strings.Index(source, text)
	return inAt(at), inAt(at + len(text))
}

func inAt(offset int) finding.Position {
	before := source[:offset]
	return finding.Position{
		File:   filepath.FromSlash(dir + "/store/open.go"),
		Line:   1 + strings.Count(before, "\n"),
		Column: offset - strings.LastIndex(before, "\n"),
		Offset: offset,
	}
}

// full returns a report with something of everything.
func full() printer.Report {
	wrap := finding.Finding{
		Rule: "wrapcause", Category: "format", URL: "https://example.com/wrapcause",
		Message: "fmt.Errorf formats err with %v, so errors.Is and errors.As cannot find it",
		Package: "example.com/server/store", Decl: "Open", Code: "0123456789abcdef",
	}
	wrap.Pos, wrap.End = in("err) // é")
	wrap.End = inAt(wrap.Pos.Offset + 3)
	verb, verbEnd := in("%v")
	origin, originEnd := in("open(name)")
	wrap.Related = []finding.Related{
		{Pos: origin, End: originEnd, Message: "err comes from open"},
		{Pos: pos("/usr/lib/go/src/os/a file.go", 7, 1), Message: "which os.Open returns"},
	}
	wrap.Fixes = []finding.Fix{
		{Message: "Wrap err with %w", Edits: []finding.Edit{{Pos: verb, End: verbEnd, New: "%w"}}},
		{Message: "Use errors.Join", Edits: []finding.Edit{
			{Pos: inAt(0), End: inAt(0), New: "// é\n"},
			{Pos: verb, End: verbEnd},
			{Pos: pos(dir+"/b.go", 1, 1), End: pos(dir+"/b.go", 2, 1), New: "x"},
		}},
	}

	raises := finding.Finding{
		Rule: "raisesdoc", Message: `Open may return fs.ErrNotExist, which its doc comment does not list`,
		Package: "example.com/server/store", Decl: "(*Store).Open",
		Pos: inAt(strings.Index(source, "func")), End: inAt(strings.LastIndex(source, "}") + 1),
	}
	// Its column, 19, counts the bytes of wide characters.
	cond := finding.Finding{Rule: "decorated", Message: "handler is not decorated", Package: "example.com/server", Severity: finding.Warning, NoFix: "which decorator, only the author knows"}
	cond.Pos, cond.End = in("if err")

	again := wrap
	again.Fixes, again.Related = nil, nil
	again.Pos.File, again.End.File = filepath.FromSlash(dir+"/store/old.go"), filepath.FromSlash(dir+"/store/old.go")
	kept := raises
	kept.Rule, kept.Category = "opname", "form"

	return printer.Report{
		Findings: []finding.Finding{raises, cond, wrap},
		Hidden: []finding.Hidden{
			{Finding: kept, By: finding.ByBase},
			{Finding: kept, By: finding.ByBaseline},
			{Finding: kept, By: finding.ByConfig, Reason: "it is old"},
			{Finding: again, By: finding.ByDirective, Reason: "the wire format has no room for it"},
		},
		Gone: []finding.Finding{again},
		Problems: []finding.Problem{
			{Pos: pos(dir+"/bad.go", 4, 2), Package: "example.com/server", Message: "undefined: x"},
			{Package: "example.com/none", Message: "no such package"},
			{Message: "interrupted"},
		},
		Notes:    []string{"compared with 1a2b3c4d, the merge base of origin/main and HEAD"},
		Compared: true,
		Version:  "v1.2.3",
		Rules: []printer.Rule{
			{Name: "decorated", Summary: "reports handlers that are not decorated", URL: "https://example.com/decorated", Page: page("decorated reports …\n", "# decorated\n")},
			{Name: "wrapcause", Summary: "reports causes that are lost", URL: "https://example.com/wrapcause", Page: page("wrapcause reports …\n", "")},
			{Name: "opname"},
		},
		Packages: 7,
	}
}

// page returns the page of a rule.
func page(text, markdown string) func() (string, string) {
	return func() (string, string) { return text, markdown }
}

// A named printer is one of all.
type named struct {
	name  string
	print func(io.Writer, printer.Report) error
}

// printers returns a printer of each format, and of the summary.
func printers(o printer.Options) []named {
	var all []named
	for _, f := range printer.Formats() {
		all = append(all, named{f.Name, f.New(o).Print})
	}
	return append(all, named{"summary", printer.Summary{Root: o.Root}.Print})
}

func render(t testing.TB, p named, r printer.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.print(&b, r); err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	return b.Bytes()
}

func TestGolden(t *testing.T) {
	if filepath.Separator != '/' {
		t.Skip("the files of the report have names as on Unix")
	}
	o := printer.Options{Dir: dir + "/store", Root: dir, ReadFile: readSource}
	for _, p := range printers(o) {
		for suffix, r := range map[string]printer.Report{"": full(), ".clean": {Packages: 3, Version: "v1.2.3"}} {
			t.Run(p.name+suffix, func(t *testing.T) {
				golden := filepath.Join("testdata", p.name+suffix+".golden")
				got := render(t, p, r)
				if *update {
					if err := os.WriteFile(golden, got, 0o666); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), string(got)); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				if again := render(t, p, r); !bytes.Equal(got, again) {
					t.Error("printing the same report again makes something else")
				}
			})
		}
	}
}

type failing struct{ after int } // bytes

var errFull = errors.New("disk full")

func (f *failing) Write(p []byte) (int, error) {
	if f.after -= len(p); f.after < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteError(t *testing.T) {
	for _, p := range printers(printer.Options{}) {
		for _, after := range []int{0, 50} {
			if err := p.print(&failing{after}, full()); !errors.Is(err, errFull) {
				t.Errorf("%s: after %d bytes: Print = %v, want the writer's error", p.name, after, err)
			}
		}
	}
}

func TestParseSpec(t *testing.T) {
	for _, test := range []struct{ spec, want string }{
		{"text", "text>"},
		{"json=-", "json>"},
		{"sarif=out.sarif,github,text", "sarif>out.sarif github> text>"},
		{" sarif = a b.sarif , text", "sarif>a b.sarif text>"},
		{"text,text=findings.txt", "text> text>findings.txt"},
		{"json=a=b", "json>a=b"},
		{"code-scanning=x,sarif=y,rdjsonl", "code-scanning>x sarif>y rdjsonl>"},
	} {
		targets, err := printer.ParseSpec(test.spec)
		if err != nil {
			t.Errorf("ParseSpec(%q): %v", test.spec, err)
			continue
		}
		var got []string
		for _, target := range targets {
			got = append(got, target.Format.Name+">"+target.File)
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("ParseSpec(%q) = %s, want %s", test.spec, s, test.want)
		}
	}
}

func TestParseSpecRejects(t *testing.T) {
	for _, test := range []struct{ spec, want string }{
		{"", "there is no name of a format where one belongs; the formats are text, json, "},
		{"text,", "there is no name of a format where one belongs"},
		{"=out.sarif", `"=out.sarif" does not name a format`},
		{"srif", `there is no format "srif"; did you mean "sarif"?`},
		{"yaml-of-some-kind", `there is no format "yaml-of-some-kind"; the formats are text, json, `},
		{"sarif=", `"sarif=" lacks the name of the file after the equals sign`},
		{"text,text", "text is there twice"},
		{"json,ndjson", "json and ndjson cannot both go to standard output; write one to a file: json=FILE"},
		{"json=-,text", "json and text cannot both go to standard output"},
		{"github,json", "github and json cannot both go to standard output"},
		{"json=a/b,sarif=a/./b", `json and sarif cannot both go to the file "a/./b"`},
	} {
		targets, err := printer.ParseSpec(test.spec)
		if err == nil {
			t.Errorf("ParseSpec(%q) = %v, want an error", test.spec, targets)
		} else if !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("ParseSpec(%q): %v\nwant\n%s", test.spec, err, test.want)
		}
	}
}

// TestFingerprints checks that a finding has the same one whether it is hidden or
// not, and that no two have the same.
func TestFingerprints(t *testing.T) {
	r := full()
	r.Hidden, r.Gone = nil, nil
	var twins []finding.Finding // that differ in their place only
	for i := range 3 {
		f := r.Findings[2]
		f.Pos = inAt(i)
		f.End = f.Pos
		twins = append(twins, f)
	}
	r.Findings = twins
	shown := records(t, r)

	r.Findings = twins[2:]
	r.Hidden = []finding.Hidden{{Finding: twins[1], By: finding.ByBaseline}, {Finding: twins[0], By: finding.ByDirective}}
	r.Gone = twins[:1]
	some := records(t, r)

	fingerprint := func(r map[string]any) any { return r["fingerprint"] }
	if got, want := fingerprint(some[0]), fingerprint(shown[2]); got != want {
		t.Errorf("the third of three has the fingerprint %v, and %v if the others are hidden", want, got)
	}
	if got, want := fingerprint(some[1]), fingerprint(shown[1]); got != want {
		t.Errorf("the second of three has the fingerprint %v, and %v if it is hidden", want, got)
	}
	seen := make(map[any]bool)
	for _, r := range some[:4] {
		if fp := fingerprint(r); fp == "" || seen[fp] {
			t.Errorf("the fingerprint %q is there twice, or empty", fp)
		} else {
			seen[fp] = true
		}
	}
}
