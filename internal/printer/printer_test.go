package printer_test

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/printer"
)

const dir = "/home/gopher/server"

func pos(file string, line, column int) finding.Position {
	return finding.Position{File: filepath.FromSlash(file), Line: line, Column: column, Offset: 100*line + column}
}

// at returns a finding at the columns of the one line of /home/gopher/server/x.go.
func at(column, end int) finding.Finding {
	return finding.Finding{
		Rule:    "wrapcause",
		Message: "m",
		Pos:     pos(dir+"/x.go", 1, column),
		End:     pos(dir+"/x.go", 1, end),
	}
}

var report = printer.Report{
	Findings: []finding.Finding{
		{
			Rule: "wrapcause", Category: "flattened", URL: "https://example.com/wrapcause",
			Message: "fmt.Errorf prints err with %v, so that it leaves the chain",
			Package: "example.com/server/store",
			Pos:     pos(dir+"/store/open.go", 2, 9), End: pos(dir+"/store/open.go", 2, 19),
			Related: []finding.Related{
				{Pos: pos(dir+"/store/open.go", 1, 2), End: pos(dir+"/store/open.go", 1, 5), Message: "err comes from os.Open"},
				{Pos: pos("/usr/lib/go/src/os/file.go", 7, 1), Message: "declared here"},
			},
			Fixes: []finding.Fix{{
				Message: "Wrap err with %w",
				Edits:   []finding.Edit{{Pos: pos(dir+"/store/open.go", 2, 30), End: pos(dir+"/store/open.go", 2, 32), New: "%w"}},
			}},
		},
		{
			Rule: "opname", Message: "operation \"a\x1b[31m\u202eb\n\" is not category:operation",
			Package: "example.com/server",
			Pos:     pos(dir+"/evil\x1b]0;\n.go", 3, 1), End: pos(dir+"/evil\x1b]0;\n.go", 3, 1),
		},
	},
	Problems: []finding.Problem{
		{Pos: pos(dir+"/bad.go", 4, 2), Package: "example.com/server", Message: "undefined: x"},
		{Package: "example.com/none", Message: "no such package"},
		{Message: "interrupted"},
	},
}

func readFile(name string) ([]byte, error) {
	if filepath.ToSlash(name) != dir+"/store/open.go" {
		return nil, fs.ErrNotExist
	}
	return []byte("\terr := os.Open(name)\n\tif x { return fmt.Errorf(\"open: %v\", err) }\r\n"), nil
}

func TestTextPlain(t *testing.T) {
	var b strings.Builder
	if err := (printer.Text{Dir: dir}).Print(&b, report); err != nil {
		t.Fatal(err)
	}
	const want = `store/open.go:2:9: fmt.Errorf prints err with %v, so that it leaves the chain (wrapcause/flattened)
evil\x1b]0;\n.go:3:1: operation "a\x1b[31m\u202eb\n" is not category:operation (opname)
`
	if diff := cmp.Diff(filepath.FromSlash(want), b.String()); diff != "" {
		t.Errorf("Print (-want +got):\n%s", diff)
	}
}

func TestTextRich(t *testing.T) {
	var b strings.Builder
	if err := (printer.Text{Dir: dir, Rich: true, ReadFile: readFile}).Print(&b, report); err != nil {
		t.Fatal(err)
	}
	const want = `store/open.go:2:9: fmt.Errorf prints err with %v, so that it leaves the chain (wrapcause/flattened)
    2 |     if x { return fmt.Errorf("open: %v", err) }
      |            ^~~~~~~~~~
  ↳ store/open.go:1:2: err comes from os.Open
  ↳ /usr/lib/go/src/os/file.go:7:1: declared here
  fix: Wrap err with %w

evil\x1b]0;\n.go:3:1: operation "a\x1b[31m\u202eb\n" is not category:operation (opname)
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("Print (-want +got):\n%s", diff)
	}
}

func TestTextColor(t *testing.T) {
	var b strings.Builder
	if err := (printer.Text{Dir: dir, Rich: true, Color: true, ReadFile: readFile}).Print(&b, report); err != nil {
		t.Fatal(err)
	}
	const want = "\x1b[1mstore/open.go:2:9:\x1b[0m fmt.Errorf prints err with %v, so that it leaves the chain \x1b[2m(wrapcause/flattened)\x1b[0m\n" +
		"\x1b[2m    2 |\x1b[0m     if x { return fmt.Errorf(\"open: %v\", err) }\n" +
		"\x1b[2m      |\x1b[0m            \x1b[33m^~~~~~~~~~\x1b[0m\n" +
		"  \x1b[2m↳\x1b[0m \x1b[1mstore/open.go:1:2:\x1b[0m err comes from os.Open\n"
	if got := b.String(); !strings.HasPrefix(got, want) {
		t.Errorf("Print:\n%q\nwant it to begin\n%q", got, want)
	}
	plain := strings.NewReplacer("\x1b[0m", "", "\x1b[1m", "", "\x1b[2m", "", "\x1b[32m", "", "\x1b[33m", "").Replace(b.String())
	if strings.Contains(plain, "\x1b") {
		t.Errorf("an escape of the text itself came through:\n%q", plain)
	}
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("0123456789", 1000)
	for _, test := range []struct {
		name, line  string
		column, end int // of the finding, in bytes
		text, mark  string
	}{
		{"no extent", "return err", 8, 8, "return err", "       ^"},
		{"extent", "return err", 8, 11, "return err", "       ^~~"},
		{"end of line", "return", 7, 7, "return", "      ^"},
		{"tabs", "\ta\tb", 4, 5, "    a   b", "        ^"},
		{"mark on a tab", "\ta", 1, 2, "    a", "^~~~"},
		{"wide", `x := "日本" + y`, 16, 17, `x := "日本" + y`, "             ^"},
		{"marked wide", `"日本"`, 2, 8, `"日本"`, " ^~~~"},
		{"combining", "e\u0301 y", 5, 6, "e\u0301 y", "  ^"},
		{"inside a character", "é y", 2, 5, "é y", " ^~"},
		{"control", "\x1b[2J y", 6, 7, `\x1b[2J y`, "        ^"},
		{"invalid", "\xff y", 3, 4, `\xff y`, "     ^"},
		{"bidi", "\u202e y", 5, 6, `\u202e y`, "       ^"},
		{"command", "a ##[x] y", 9, 10, `a #\x23[x] y`, "           ^"},
		{"empty", "", 1, 1, "", "^"},
		{"long, at the start", long, 3, 5, long[:40] + "…", "  ^~"},
		{"long, in the middle", long, 5001, 5003, "…" + long[7:47] + "…", "              ^~"},
		{"long, at the end", long, 10000, 10001, "…" + long[:40], "                                        ^"},
		{"long, beyond the end", long, 10001, 10001, "…" + long[1:40], "                                        ^"},
		{"long, marked to the end", long, 5001, 10001, "…" + long[7:47] + "…", "              ^" + strings.Repeat("~", 26)},
		{"long, wide, cut", strings.Repeat("語", 500), 751, 754, "… " + strings.Repeat("語", 19) + "…", "              ^~"},
	} {
		var b strings.Builder
		p := printer.Text{Dir: dir, Rich: true, Width: 40, ReadFile: func(string) ([]byte, error) { return []byte(test.line), nil }}
		if err := p.Print(&b, printer.Report{Findings: []finding.Finding{at(test.column, test.end)}}); err != nil {
			t.Fatal(err)
		}
		want := "x.go:1:" + strings.SplitN(b.String(), ":", 4)[2] + ": m (wrapcause)\n    1 | " + test.text + "\n      | " + test.mark + "\n"
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestExcerptWithoutSource(t *testing.T) {
	for name, f := range map[string]finding.Finding{
		"no position":   {Rule: "r", Message: "m"},
		"beyond column": at(50, 51),
		"beyond line":   {Rule: "r", Message: "m", Pos: pos("/x.go", 9, 1)},
		"column 0":      {Rule: "r", Message: "m", Pos: pos("/x.go", 1, 0)},
	} {
		var b strings.Builder
		p := printer.Text{Rich: true, ReadFile: func(string) ([]byte, error) { return []byte("package x\n"), nil }}
		if err := p.Print(&b, printer.Report{Findings: []finding.Finding{f}}); err != nil {
			t.Fatal(err)
		}
		if strings.Count(b.String(), "\n") != 1 {
			t.Errorf("%s: want one line, got\n%s", name, b.String())
		}
	}
}

func TestSeveralLines(t *testing.T) {
	f := at(3, 2)
	f.End.Line = 2
	var b strings.Builder
	p := printer.Text{Dir: dir, Rich: true, ReadFile: func(string) ([]byte, error) { return []byte("abcdef\r\ng\n"), nil }}
	if err := p.Print(&b, printer.Report{Findings: []finding.Finding{f}}); err != nil {
		t.Fatal(err)
	}
	if want := "    1 | abcdef\n      |   ^~~~\n"; !strings.HasSuffix(b.String(), want) {
		t.Errorf("got\n%s\nwant at the end\n%s", b.String(), want)
	}
}

func TestProblem(t *testing.T) {
	want := []string{
		"bad.go:4:2: undefined: x",
		"example.com/none: no such package",
		"interrupted",
	}
	for i, p := range report.Problems {
		if got := printer.Problem(dir, p); got != want[i] {
			t.Errorf("Problem = %q, want %q", got, want[i])
		}
	}
	if got, want := printer.Problem("", finding.Problem{Pos: finding.Position{File: "/a/b\r.go"}, Message: "x\ty"}), `/a/b\r.go: x\ty`; got != want {
		t.Errorf("Problem = %q, want %q", got, want)
	}
}

// FuzzText gives Text hostile text, and looks for anything in what it writes that is
// not plain to see.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "plain", "\x1b[31m", "a\nb", "\xff", "\u202e\u2066", "日本\u0301", "\U000e0041", "\u2028\x7f\u009b", "\ufffd", "::error ::", " ::error ::", "##[group]", "##vso[x]", "###["} {
		f.Add(s, s, 1)
	}
	f.Fuzz(func(t *testing.T, text, line string, column int) {
		one := finding.Finding{Rule: text, Category: text, Message: text, Pos: pos("/"+text, 1, column), End: pos("/"+text, 1, column+3)}
		one.Related = []finding.Related{{Pos: one.Pos, Message: text}}
		one.Fixes = []finding.Fix{{Message: text}}
		r := printer.Report{Findings: []finding.Finding{one}}
		read := func(string) ([]byte, error) { return []byte(line), nil }
		var b bytes.Buffer
		if err := (printer.Text{Rich: true, Width: 20, ReadFile: read}).Print(&b, r); err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(b.Bytes(), []byte("\n")); n != 3 && n != 5 {
			t.Errorf("%d lines, want 3 or, with the source, 5:\n%s", n, b.Bytes())
		}
		for l := range strings.Lines(b.String()) {
			l = strings.TrimSuffix(l, "\n")
			if !utf8.ValidString(l) || printer.Clean(l) != l {
				t.Errorf("unclean output %q", l)
			}
		}
	})
}

func TestClean(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"plain, ünïcode 日本", "plain, ünïcode 日本"},
		{"a\r\n\tb\x1b[31m", `a\r\n\tb\x1b[31m`},
		{"\xff\ufffd", "\\xff\ufffd"},
		{"\u202e\U000e0041", `\u202e\U000e0041`},
		// Commands of GitHub Actions, Azure Pipelines and TeamCity.
		{"::error file=a::b", `\x3a:error file=a::b`},
		{"\u00a0 ::error::", "\u00a0 \\x3a:error::"},
		{"std::string", "std::string"},
		{": :", ": :"},
		{"a ##[add-mask]b ##vso[task.complete]", `a #\x23[add-mask]b #\x23vso[task.complete]`},
		{"###[x]", `##\x23[x]`},
		{"## heading [x]", "## heading [x]"},
		{"##", "##"},
	} {
		got := printer.Clean(test.text)
		if got != test.want {
			t.Errorf("Clean(%q) = %q, want %q", test.text, got, test.want)
		}
		if again := printer.Clean(got); again != got {
			t.Errorf("Clean(%q) = %q, cleaned already", got, again)
		}
	}
}
