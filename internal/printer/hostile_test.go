package printer_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/printer"
)

// hostile are texts that mean something in one format or another.
var hostile = []string{
	"two\nlines\r\nand\rmore",
	"%0A100%25%",
	"::error file=x.go,line=1::owned",
	"a\n::error::owned",
	"##[set-output name=x]y ##vso[task.complete result=Failed;]",
	"\x1b[31mred\x1b]0;title\x07\x9b2J",
	`]]></failure><failure>`,
	`"/><x a='b'>&amp;&#0;<!--`,
	"\xff\xfe\xc3(\xed\xa0\x80",
	"\u202e\u2066\ufeff\u200b\u2028\x00\x7f\u0085",
	"| a | b |\n|---|---|\n`` ` ``` [x](javascript:alert(1)) <img src=x onerror=alert(1)> @user #1 **b**",
	"`",
	"``` ends with it`",
	`{"kind":"finding"}`,
	`back\slash " quote ' {0} {{1}} $(x)`,
	"](https://example.com) [a](1) generic[T](x)",
	"C:\\x, a=b; c::d, e:f",
	strings.Repeat("0123456789", 2_000),
	strings.Repeat("é😀", 2_000),
	" \t ",
	"-",
}

// report of which every text that may come from a repository is text.
func hostileReport(text, file string) printer.Report {
	at := finding.Position{File: filepath.FromSlash(dir + "/" + file), Line: 1, Column: 2, Offset: 1}
	end := finding.Position{File: at.File, Line: 1, Column: 5, Offset: 4}
	f := finding.Finding{
		Rule: "wrapcause", Category: "format", URL: "https://example.com/wrapcause",
		Message: text, Package: text, Decl: text, Code: text, Pos: at, End: end,
		Related: []finding.Related{{Pos: at, End: end, Message: text}},
		Fixes:   []finding.Fix{{Message: text, Edits: []finding.Edit{{Pos: at, End: end, New: text}}}},
	}
	other := f
	other.Message += " " // not equal to f
	return printer.Report{
		Findings: []finding.Finding{f, f},
		Hidden: []finding.Hidden{
			{Finding: other, By: finding.ByDirective, Reason: text},
			{Finding: other, By: finding.ByBaseline},
			{Finding: other, By: finding.ByBase},
		},
		Gone: []finding.Finding{f},
		Problems: []finding.Problem{
			{Pos: at, Package: text, Message: text},
			{Package: text, Message: text},
			{Message: text},
		},
		Notes:    []string{text},
		Compared: true,
		Version:  "v1",
		Rules:    []printer.Rule{{Name: "wrapcause", Summary: "reports causes", URL: "https://example.com/wrapcause"}},
		Packages: 1,
	}
}

func TestHostile(t *testing.T) {
	for i, text := range hostile {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			file := strings.ReplaceAll(text, "/", "_") + ".go"
			if len(file) > 255 {
				file = "x.go"
			}
			source := strings.Repeat(text, 1<<20/len(text)+1) // many of them one line
			checkFormats(t, hostileReport(text, file), text, []byte(source))
		})
	}
}

func FuzzFormats(f *testing.F) {
	for _, s := range hostile {
		if len(s) < 1000 {
			f.Add(s, strings.ReplaceAll(s, "/", "_")+".go", []byte(s))
		}
	}
	f.Fuzz(func(t *testing.T, text, file string, source []byte) {
		checkFormats(t, hostileReport(text, file), text, source)
	})
}

// checkFormats checks that what each format makes of the report, which
// [hostileReport] has made, is well formed and has the structure of the report,
// and that the programs that show it cannot take it for anything else.
func checkFormats(t *testing.T, r printer.Report, text string, source []byte) {
	t.Helper()
	o := printer.Options{Dir: dir, Root: dir, ReadFile: func(string) ([]byte, error) { return source, nil }}
	checks := map[string]func(*testing.T, []byte, printer.Report, string){
		"text":          checkText,
		"json":          checkJSON,
		"ndjson":        checkNDJSON,
		"sarif":         checkSARIF,
		"code-scanning": checkSARIF,
		"github":        checkGitHub,
		"gitlab":        checkGitLab,
		"checkstyle":    checkCheckstyle,
		"junit":         checkJUnit,
		"rdjsonl":       checkRDJSONL,
		"summary":       checkSummary,
	}
	for _, p := range printers(o) {
		check := checks[p.name]
		if check == nil {
			t.Errorf("there is no check of the format %s", p.name)
			continue
		}
		out := render(t, p, r)
		checkPlain(t, p.name, out)
		check(t, out, r, text)
	}
}

// checkPlain checks that the output is text in which all can be seen, and
// that a CI system which watches it finds no command in it but those of github.
func checkPlain(t *testing.T, name string, out []byte) {
	t.Helper()
	if !bytes.HasSuffix(out, []byte("\n")) {
		t.Errorf("%s: no newline at the end", name)
	}
	if !utf8.Valid(out) {
		t.Errorf("%s: invalid UTF-8", name)
	}
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSuffix(line, "\n")
		plain := line
		if name == "github" {
			plain = strings.TrimPrefix(line, "::error ")
		}
		if clean := printer.Clean(plain); clean != plain {
			t.Errorf("%s: %.200q is not clean", name, line)
		}
	}
}

func checkText(t *testing.T, out []byte, r printer.Report, _ string) {
	if n := bytes.Count(out, []byte("\n")); n != len(r.Findings) {
		t.Errorf("text: %d lines for %d findings:\n%.1000s", n, len(r.Findings), out)
	}
}

// decode decodes one JSON value, the only one in text.
func decode[T any](t testing.TB, format string, text []byte) T {
	t.Helper()
	var v T
	dec := json.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%s: %v\n%.1000s", format, err, text)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		t.Fatalf("%s: there is more than one value", format)
	}
	return v
}

// valid returns what JSON can say of text.
func valid(text string) string {
	var b strings.Builder
	for _, r := range text { // each invalid byte is U+FFFD
		b.WriteRune(r)
	}
	return b.String()
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %.300q, want %.300q", what, fmt.Sprint(got), fmt.Sprint(want))
	}
}

func checkJSON(t *testing.T, out []byte, r printer.Report, text string) {
	type place struct{ File string }
	type object struct {
		Message, Package, Decl, Reason, Fingerprint string
		Location                                    place
		Related                                     []struct{ Message string }
		Fixes                                       []struct{ Edits []struct{ New string } }
	}
	v := decode[struct {
		Findings, Hidden, Gone, Problems []object
		Notes                            []string
	}](t, "json", out)
	equal(t, "json: findings", len(v.Findings), len(r.Findings))
	equal(t, "json: hidden", len(v.Hidden), len(r.Hidden))
	equal(t, "json: gone", len(v.Gone), len(r.Gone))
	equal(t, "json: problems", len(v.Problems), len(r.Problems))
	f := v.Findings[0]
	name, err := filepath.Rel(dir, r.Findings[0].Pos.File)
	if err != nil || !filepath.IsLocal(name) {
		name = r.Findings[0].Pos.File
	}
	for what, got := range map[string]string{
		"message": f.Message, "package": f.Package, "decl": f.Decl, "related": f.Related[0].Message,
		"edit": f.Fixes[0].Edits[0].New, "reason": v.Hidden[0].Reason, "note": v.Notes[0], "problem": v.Problems[2].Message,
	} {
		equal(t, "json: "+what, got, valid(text))
	}
	equal(t, "json: file", f.Location.File, valid(filepath.ToSlash(name)))
}

func records(t testing.TB, r printer.Report) []map[string]any {
	t.Helper()
	var b bytes.Buffer
	if err := (printer.NDJSON{Dir: dir}).Print(&b, r); err != nil {
		t.Fatal(err)
	}
	return recordsIn(t, "ndjson", b.Bytes())
}

func recordsIn(t testing.TB, format string, out []byte) []map[string]any {
	t.Helper()
	var records []map[string]any
	for line := range bytes.Lines(out) {
		records = append(records, decode[map[string]any](t, format, line))
	}
	return records
}

func checkNDJSON(t *testing.T, out []byte, r printer.Report, text string) {
	var kinds []string
	for _, rec := range recordsIn(t, "ndjson", out) {
		kinds = append(kinds, rec["kind"].(string))
		if m := rec["message"].(string); m != valid(text) && m != valid(text+" ") {
			t.Errorf("ndjson: the message is %.300q", m)
		}
	}
	want := slices.Concat(
		slices.Repeat([]string{"finding"}, len(r.Findings)),
		slices.Repeat([]string{"hidden"}, len(r.Hidden)),
		slices.Repeat([]string{"gone"}, len(r.Gone)),
		slices.Repeat([]string{"problem"}, len(r.Problems)),
		slices.Repeat([]string{"note"}, len(r.Notes)))
	if !slices.Equal(kinds, want) {
		t.Errorf("ndjson: records %v, want %v", kinds, want)
	}
}

func checkSARIF(t *testing.T, out []byte, r printer.Report, text string) {
	log := validSARIF(t, out)
	results := log.Runs[0].Results
	switch len(results) {
	case len(r.Findings) + len(r.Hidden), len(r.Findings):
	default:
		t.Errorf("sarif: %d results", len(results))
	}
	for _, result := range results {
		if m := result.Message.Text; strings.Contains(m, "](") {
			t.Errorf("sarif: a link in the message %.300q", m)
		}
		if new := result.Fixes[0].ArtifactChanges[0].Replacements[0].InsertedContent.Text; new != valid(text) {
			t.Errorf("sarif: the fix inserts %.300q", new)
		}
		loc := result.Locations[0].PhysicalLocation.ArtifactLocation
		u, err := url.Parse(loc.URI)
		if err != nil {
			t.Errorf("sarif: %v", err)
			continue
		}
		want := r.Findings[0].Pos.File
		got := filepath.FromSlash(u.Path)
		if loc.URIBaseID != "" {
			got = filepath.Join(filepath.FromSlash(dir), got)
		}
		equal(t, "sarif: file", filepath.Clean(got), filepath.Clean(want))
		if u.Host != "" || u.RawQuery != "" || u.Fragment != "" {
			t.Errorf("sarif: %q has a host, a query or a fragment", loc.URI)
		}
	}
}

// A workflowCommand is what a runner of GitHub Actions makes of a line.
type workflowCommand struct {
	name       string
	properties map[string]string
	message    string
}

// parseWorkflowCommand reads a line as the runner does: a command is between
// two double colons; commas separate its properties; what is escaped, the
// per cent sign last, is replaced.
func parseWorkflowCommand(line string) (workflowCommand, bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "::")
	if !ok {
		return workflowCommand{}, false
	}
	head, message, ok := strings.Cut(rest, "::")
	if !ok {
		return workflowCommand{}, false
	}
	replace := func(s string, pairs ...string) string {
		for i := 0; i < len(pairs); i += 2 {
			s = strings.ReplaceAll(s, pairs[i], pairs[i+1])
		}
		return s
	}
	name, properties, _ := strings.Cut(head, " ")
	c := workflowCommand{name: name, properties: make(map[string]string)}
	for property := range strings.SplitSeq(properties, ",") {
		if key, value, ok := strings.Cut(property, "="); ok && value != "" {
			c.properties[strings.ToLower(key)] = replace(value, "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
		}
	}
	c.message = replace(message, "%0D", "\r", "%0A", "\n", "%25", "%")
	return c, true
}

func checkGitHub(t *testing.T, out []byte, r printer.Report, text string) {
	var commands []workflowCommand
	for line := range strings.Lines(string(out)) {
		c, ok := parseWorkflowCommand(line)
		if !ok || c.name != "error" {
			t.Errorf("github: %.200q is no error command", line)
			return
		}
		commands = append(commands, c)
	}
	if len(commands) != len(r.Findings)+len(r.Problems) {
		t.Errorf("github: %d commands for %d findings and %d problems", len(commands), len(r.Findings), len(r.Problems))
		return
	}
	f := commands[0]
	equal(t, "github: title", f.properties["title"], "errlint: wrapcause/format")
	equal(t, "github: file", f.properties["file"], printer.Clean(relativeName(r)))
	equal(t, "github: line", f.properties["line"], "1")
	if lines := strings.Split(f.message, "\n"); len(lines) != 3 || lines[0] != printer.Clean(text) {
		t.Errorf("github: the message is %.500q", f.message)
	}
	for i, c := range commands {
		want := 6 // properties
		switch {
		case i >= len(r.Findings)+1:
			want = 1
		}
		if len(c.properties) != want {
			t.Errorf("github: the properties are %.500q", fmt.Sprint(c.properties))
		}
	}
}

// relativeName is the name of the file of the first finding, relative to dir
// if it is inside.
func relativeName(r printer.Report) string {
	file := r.Findings[0].Pos.File
	if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
		file = rel
	}
	return filepath.ToSlash(file)
}

func checkGitLab(t *testing.T, out []byte, r printer.Report, text string) {
	issues := decode[[]struct {
		Description string
		CheckName   string `json:"check_name"`
		Fingerprint string
		Severity    string
		Location    struct {
			Path  string
			Lines struct{ Begin int }
		}
	}](t, "gitlab", out)
	equal(t, "gitlab: issues", len(issues), len(r.Findings)+len(r.Problems))
	equal(t, "gitlab: description", issues[0].Description, printer.Clean(text))
	equal(t, "gitlab: path", issues[0].Location.Path, printer.Clean(relativeName(r)))
	seen := make(map[string]bool)
	for _, issue := range issues {
		if issue.CheckName == "" || issue.Location.Path == "" || issue.Location.Lines.Begin < 1 || seen[issue.Fingerprint] ||
			!regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(issue.Fingerprint) ||
			!slices.Contains([]string{"info", "minor", "major", "critical", "blocker"}, issue.Severity) {
			t.Errorf("gitlab: %.500q is no issue, or is there twice", fmt.Sprint(issue))
		}
		seen[issue.Fingerprint] = true
	}
}

// checkXML checks that out is one well-formed document of elements with these
// names only, and decodes it.
func checkXML(t *testing.T, format string, out []byte, v any, elements ...string) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(out))
	depth, roots := 0, 0
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v\n%.1000s", format, err, out)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			depth++
			if !slices.Contains(elements, token.Name.Local) {
				t.Errorf("%s: the element %s", format, token.Name.Local)
			}
		case xml.EndElement:
			depth--
		case xml.Comment, xml.Directive:
			t.Errorf("%s: %T %.100q", format, token, token)
		}
	}
	equal(t, format+": roots", roots, 1)
	if err := xml.Unmarshal(out, v); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
}

func checkCheckstyle(t *testing.T, out []byte, r printer.Report, text string) {
	var v struct {
		Files []struct {
			Name   string `xml:"name,attr"`
			Errors []struct {
				Line    int    `xml:"line,attr"`
				Message string `xml:"message,attr"`
				Source  string `xml:"source,attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	checkXML(t, "checkstyle", out, &v, "checkstyle", "file", "error")
	n := 0
	for _, f := range v.Files {
		n += len(f.Errors)
	}
	equal(t, "checkstyle: errors", n, len(r.Findings)+len(r.Problems))
	equal(t, "checkstyle: file", v.Files[0].Name, printer.Clean(relativeName(r)))
	equal(t, "checkstyle: message", v.Files[0].Errors[0].Message, printer.Clean(text))
	equal(t, "checkstyle: source", v.Files[0].Errors[0].Source, "wrapcause/format")
}

func checkJUnit(t *testing.T, out []byte, r printer.Report, text string) {
	type outcome struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	var v struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Failure *outcome `xml:"failure"`
				Error   *outcome `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	checkXML(t, "junit", out, &v, "testsuites", "testsuite", "testcase", "failure", "error")
	equal(t, "junit: tests", v.Tests, len(r.Findings)+len(r.Problems))
	equal(t, "junit: failures", v.Failures, len(r.Findings))
	equal(t, "junit: errors", v.Errors, len(r.Problems))
	failures, errs := 0, 0
	for _, s := range v.Suites {
		for _, c := range s.Cases {
			if c.Failure != nil {
				failures++
				equal(t, "junit: message", c.Failure.Message, printer.Clean(text))
				equal(t, "junit: lines of text", strings.Count(c.Failure.Text, "\n"), 2)
			}
			if c.Error != nil {
				errs++
				equal(t, "junit: message", c.Error.Message, printer.Clean(text))
			}
		}
	}
	equal(t, "junit: failures in suites", failures, len(r.Findings))
	equal(t, "junit: errors in suites", errs, len(r.Problems))
	equal(t, "junit: suite", v.Suites[0].Name, printer.Clean(cmp.Or(text, "errlint")))
}

func checkRDJSONL(t *testing.T, out []byte, r printer.Report, text string) {
	records := recordsIn(t, "rdjsonl", out)
	equal(t, "rdjsonl: records", len(records), len(r.Findings)+len(r.Problems))
	first := records[0]
	message := first["message"].(string)
	if lines := strings.Split(message, "\n"); len(lines) != 2 || lines[0] != printer.Clean(text) {
		t.Errorf("rdjsonl: the message is %.300q", message)
	}
	equal(t, "rdjsonl: path", first["location"].(map[string]any)["path"].(string), printer.Clean(relativeName(r)))
	equal(t, "rdjsonl: suggestion", first["suggestions"].([]any)[0].(map[string]any)["text"].(string), valid(text))
	// reviewdog refuses members that it does not know.
	for _, rec := range records {
		for key := range rec {
			if !slices.Contains([]string{"message", "location", "severity", "source", "code", "suggestions"}, key) {
				t.Errorf("rdjsonl: there is no member %q", key)
			}
		}
	}
}

// checkSummary checks that, code spans apart, the page consists of what the
// printer itself writes.
func checkSummary(t *testing.T, out []byte, r printer.Report, _ string) {
	own := regexp.MustCompile(`^(|## errlint|### (By rule|By package|New findings|Gone|Problems|Notes)|` +
		`\*\*\d+ new findings?\*\* in 1 package; 1 gone, 2 remaining; 1 suppressed; \*\*3 problems\*\*\.|` +
		`\| (rule|package) \|( CODE \|)? new \| gone \| remaining \| suppressed \||\| --- \|( ---: \|)+|` +
		`\| CODE \|( \d* \|)+|- CODE|- CODE: CODE \(CODE\)|- \(none\)|- CODE: \(none\) \(CODE\)|\| \(none\) \|( \d* \|)+)$`)
	headings := 0
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSuffix(line, "\n")
		spans := withoutCode(line)
		if !own.MatchString(spans) {
			t.Errorf("summary: %.300q, which is %.300q", spans, line)
		}
		if strings.HasPrefix(line, "|") && strings.Count(line, "|") != strings.Count(spans, "|") {
			t.Errorf("summary: a vertical bar in the cell of %.300q", line)
		}
		if strings.HasPrefix(line, "#") {
			headings++
		}
	}
	equal(t, "summary: headings", headings, 7)
	if len(out) > 100_000 {
		t.Errorf("summary: %d bytes", len(out))
	}
}

// withoutCode returns a line of Markdown with each code span replaced by CODE:
// what is between a run of backticks and the next one of the same length.
func withoutCode(line string) string {
	var b strings.Builder
	backticks := regexp.MustCompile("`+")
	for {
		open := backticks.FindStringIndex(line)
		if open == nil {
			b.WriteString(line)
			return b.String()
		}
		b.WriteString(line[:open[0]])
		fence, rest := line[open[0]:open[1]], line[open[1]:]
		end := -1
		for _, m := range backticks.FindAllStringIndex(rest, -1) {
			if rest[m[0]:m[1]] == fence {
				end = m[1]
				break
			}
		}
		if end < 0 {
			b.WriteString(fence)
			line = rest
			continue
		}
		b.WriteString("CODE")
		line = rest[end:]
	}
}
