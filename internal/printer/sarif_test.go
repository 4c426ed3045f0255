package printer_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/printer"
)

var sarifSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	text, err := os.ReadFile(filepath.Join("testdata", "sarif-2.1.0.schema.json"))
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("sarif.json")
})

// The parts of a SARIF log that the tests look at.
type (
	sarifLog struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct{ ID string }
				}
			}
			Invocations []struct {
				ExecutionSuccessful        bool
				ToolExecutionNotifications []struct {
					Level   string
					Message sarifText
				}
			}
			ColumnKind string
			Results    []sarifResult
		}
	}
	sarifText     struct{ Text string }
	sarifLocation struct {
		PhysicalLocation struct {
			ArtifactLocation struct{ URI, URIBaseID string }
			Region           sarifRegion
		}
		Message sarifText
	}
	sarifRegion struct{ StartLine, StartColumn, EndLine, EndColumn int }
	sarifResult struct {
		RuleID           string
		RuleIndex        int
		Message          sarifText
		Locations        []sarifLocation
		RelatedLocations []sarifLocation
		CodeFlows        []struct {
			ThreadFlows []struct {
				Locations []struct{ Location sarifLocation }
			}
		}
		Fixes []struct {
			ArtifactChanges []struct {
				Replacements []struct {
					DeletedRegion   sarifRegion
					InsertedContent sarifText
				}
			}
		}
		BaselineState string
		Suppressions  *[]struct{ Kind, Justification string }
	}
)

// validSARIF validates a log against the schema, checks what the schema cannot
// say, and decodes it.
func validSARIF(t testing.TB, text []byte) sarifLog {
	t.Helper()
	schema, err := sarifSchema()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("sarif: %v\n%.1000s", err, text)
	}
	if err := schema.Validate(doc); err != nil {
		t.Fatalf("sarif: %v\n%.3000s", err, text)
	}
	log := decode[sarifLog](t, "sarif", text)
	for _, run := range log.Runs {
		suppressions := 0
		for _, r := range run.Results {
			rules := run.Tool.Driver.Rules
			if r.RuleIndex >= len(rules) || rules[r.RuleIndex].ID != r.RuleID {
				t.Errorf("sarif: rule %d is not %s", r.RuleIndex, r.RuleID)
			}
			if r.Suppressions != nil {
				suppressions++
			}
		}
		if suppressions != 0 && suppressions != len(run.Results) {
			t.Error("sarif: suppressions are known of some results, but not of all")
		}
	}
	return log
}

func printSARIF(t testing.TB, p printer.SARIF, r printer.Report) sarifLog {
	t.Helper()
	var b bytes.Buffer
	if err := p.Print(&b, r); err != nil {
		t.Fatal(err)
	}
	return validSARIF(t, b.Bytes())
}

func TestSARIF(t *testing.T) {
	r := full()
	log := printSARIF(t, printer.SARIF{Root: dir, ReadFile: readSource}, r)
	results := log.Runs[0].Results
	var states []string
	for _, result := range results {
		state := result.BaselineState
		for _, s := range *result.Suppressions {
			state += " " + s.Kind + ": " + s.Justification
		}
		states = append(states, state)
	}
	want := []string{"new", "new", "new", "unchanged", "unchanged external: The baseline file has it.", " external: it is old", " inSource: the wire format has no room for it"}
	if !slices.Equal(states, want) {
		t.Errorf("the results are %q, want %q", states, want)
	}
	flow := results[2].CodeFlows[0].ThreadFlows[0].Locations
	if last := flow[len(flow)-1].Location; last.Message.Text != r.Findings[2].Message || len(flow) != 3 || len(results[2].RelatedLocations) != 2 {
		t.Errorf("the code flow is %v", flow)
	}
	if log.Runs[0].Invocations[0].ExecutionSuccessful {
		t.Error("a run with problems was successful")
	}

	// What each region says, in UTF-16 code units, is what the finding is about.
	lines := strings.SplitAfter(source, "\n")
	for i, result := range results[:3] {
		got := textOf(lines, result.Locations[0].PhysicalLocation.Region)
		if want := source[r.Findings[i].Pos.Offset:r.Findings[i].End.Offset]; got != want {
			t.Errorf("the region of result %d is %q, want %q", i, got, want)
		}
	}

	// Applied, a fix does what it says.
	change := results[2].Fixes[0].ArtifactChanges[0].Replacements[0]
	if got := textOf(lines, change.DeletedRegion); got != "%v" || change.InsertedContent.Text != "%w" {
		t.Errorf("the fix replaces %q by %q", got, change.InsertedContent.Text)
	}

	r.Problems = nil
	open := printSARIF(t, printer.SARIF{Root: dir, Open: true, ReadFile: readSource}, r)
	if n := len(open.Runs[0].Results); n != 3 {
		t.Errorf("for code scanning there are %d results, want 3", n)
	}
	if !open.Runs[0].Invocations[0].ExecutionSuccessful {
		t.Error("a run without problems was not successful")
	}
}

// textOf returns the text of a region whose columns count UTF-16 code units.
func textOf(lines []string, r sarifRegion) string {
	var b strings.Builder
	for n := r.StartLine; n <= r.EndLine && n <= len(lines); n++ {
		units := utf16.Encode([]rune(lines[n-1]))
		from, to := 0, len(units)
		if n == r.StartLine {
			from = r.StartColumn - 1
		}
		if n == r.EndLine {
			to = r.EndColumn - 1
		}
		b.WriteString(string(utf16.Decode(units[from:to])))
	}
	return b.String()
}

// TestColumns compares the columns in UTF-16 code units with those that counting
// gives.
func TestColumns(t *testing.T) {
	for name, line := range map[string]string{
		"ascii":   "var x = 1",
		"wide":    "é日😀\u0301x",
		"invalid": "a\xff\xc3(é\x80\x80",
		"long":    strings.Repeat("é😀x", 10_000),
		"empty":   "",
	} {
		for _, prefix := range []string{"", "\ufeff", "é\n"} {
			text := prefix + line + "\n" + line
			first := strings.LastIndex(text[:len(text)-len(line)-1], "\n") + 1
			bomLen := len(prefix) * strings.Count(prefix, "\ufeff")
			number := 1 + strings.Count(text[:first], "\n")
			var r printer.Report
			var want []int
			step := max(1, len(line)/100)
			for i := 0; i <= len(line); i += step {
				p := finding.Position{File: filepath.FromSlash(dir + "/x.go"), Line: number, Column: bomLen + i + 1}
				r.Findings = append(r.Findings, finding.Finding{Rule: "r", Message: fmt.Sprint(i), Pos: p, End: p})
				want = append(want, 1+unitsBefore(line, i))
			}
			read := 0
			log := printSARIF(t, printer.SARIF{ReadFile: func(string) ([]byte, error) { read++; return []byte(text), nil }}, r)
			for i, result := range log.Runs[0].Results {
				if got := result.Locations[0].PhysicalLocation.Region.StartColumn; got != want[i] {
					t.Errorf("%s after %q: byte %s is at %d, want %d", name, prefix, result.Message.Text, got, want[i])
				}
			}
			if read != 1 {
				t.Errorf("%s: the file was read %d times", name, read)
			}
		}
	}
}

// unitsBefore counts the UTF-16 code units of the characters of the line that end at
// the offset or before.
func unitsBefore(line string, offset int) int {
	n := 0
	next := 0
	for i, r := range line {
		if next = len(line); i < len(line) {
			for j := range line[i:] {
				if j > 0 {
					next = i + j
					break
				}
			}
		}
		if next > offset {
			break
		}
		n += utf16.RuneLen(r)
	}
	return n
}

func TestCodeScanningTakesOnlySoMany(t *testing.T) {
	const n = 25_002
	r := printer.Report{Findings: make([]finding.Finding, n)}
	for i := range r.Findings {
		r.Findings[i] = finding.Finding{Rule: "r", Message: fmt.Sprint(i), Pos: pos(dir+"/x.go", i+1, 1)}
	}
	read := func(string) ([]byte, error) { return nil, os.ErrNotExist }
	var b bytes.Buffer
	if err := (printer.SARIF{Root: dir, Open: true, ReadFile: read}).Print(&b, r); err != nil {
		t.Fatal(err)
	}
	run := decode[sarifLog](t, "sarif", b.Bytes()).Runs[0]
	if len(run.Results) != 25_000 {
		t.Errorf("there are %d results", len(run.Results))
	}
	notes := run.Invocations[0].ToolExecutionNotifications
	if len(notes) != 1 || notes[0].Message.Text != "2 more findings are left out, because code scanning takes no more than 25000" {
		t.Errorf("the notifications are %v", notes)
	}
}

// BenchmarkFormats prints 10 000 and 100 000 findings, all of them in lines of a
// megabyte that are not ASCII. The time should grow with the number.
func BenchmarkFormats(b *testing.B) {
	line := strings.Repeat("é = 1; ", 1<<17)
	lines := []byte(strings.Repeat("\tx := 日本\n", 1000) + line)
	read := func(string) ([]byte, error) { return lines, nil }
	for _, n := range []int{10_000, 100_000} {
		r := full()
		proto := r.Findings[2]
		r.Findings = nil
		for i := range n {
			f := proto
			f.Message = fmt.Sprintf("finding %d", i/2)
			f.Package = fmt.Sprintf("example.com/p%d", i%1000)
			f.Pos = finding.Position{File: fmt.Sprintf("%s/%d.go", dir, i/10_000), Line: 1001, Column: i % len(line)}
			f.End = f.Pos
			f.End.Column += 5
			r.Findings = append(r.Findings, f)
		}
		for _, p := range printers(printer.Options{Dir: dir, Root: dir, ReadFile: read}) {
			b.Run(fmt.Sprintf("%s/%d", p.name, n), func(b *testing.B) {
				for b.Loop() {
					var out counter
					if err := p.print(&out, r); err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(out)/1e6, "MB/op")
				}
			})
		}
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
