package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPagesAreMeasured checks that the pages and figures are what the committed
// results yield.
func TestPagesAreMeasured(t *testing.T) {
	r, err := readResults(resultsFile)
	if err != nil {
		t.Fatal(err)
	}
	pages := [][]byte{read(t, wholePage)}
	rendered, figures, err := r.render(pages...)
	if err != nil {
		t.Fatal(err)
	}
	for i, page := range pages {
		if diff := cmp.Diff(string(rendered[i]), string(page)); diff != "" {
			t.Errorf("page %d is out of date; run go run -C bench . render (-want +have):\n%s", i, diff)
		}
	}
	var names []string
	for _, f := range figures {
		names = append(names, f.name)
		if !bytes.Equal(f.SVG(), read(t, filepath.Join(figureDir, f.name))) {
			t.Errorf("%s/%s is out of date; run go run -C bench . render", figureDir, f.name)
		}
	}
	files, err := filepath.Glob(filepath.Join(figureDir, "*.svg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !slices.Contains(names, filepath.Base(file)) {
			t.Errorf("%s is no figure of the page", file)
		}
	}
	// The file itself is as this program writes it.
	if text, err := r.encode(); err != nil || !bytes.Equal(text, read(t, resultsFile)) {
		t.Errorf("%s is not as it was written: %v", resultsFile, err)
	}
}

// TestGolden checks a page of results that have all that can befall a measurement.
func TestGolden(t *testing.T) {
	dir := t.TempDir()
	page := filepath.Join(dir, "page.md")
	figures := filepath.Join(dir, "performance")
	if err := os.Mkdir(figures, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(figures, "stale.svg"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var empty strings.Builder
	empty.WriteString("# Page\n\nWritten by people.\n")
	for _, part := range []string{"setting", "ratios", "figures", "cost", "all"} {
		empty.WriteString("\n" + fmt.Sprintf(partBegin, part) + "what was there before\n" + partEnd)
	}
	empty.WriteString("\nThe end.\n")
	if err := os.WriteFile(page, []byte(empty.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	results := filepath.Join("testdata", "results.json")
	if err := renderFiles(results, []string{page}, figures); err != nil {
		t.Fatal(err)
	}
	got := read(t, page)
	golden := filepath.Join("testdata", "page.md")
	if *update {
		if err := os.WriteFile(golden, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(read(t, golden)), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", golden, diff)
	}
	entries, err := os.ReadDir(figures)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
		if !bytes.Contains(got, []byte("(results/"+e.Name()+")")) {
			t.Errorf("figure %s is not on the page", e.Name())
		}
	}
	if want := []string{"memory-cold.svg", "time-cold.svg", "time-fresh.svg"}; !slices.Equal(names, want) {
		t.Errorf("figures %q, want %q", names, want)
	}
	// Again, and nothing changes.
	if err := renderFiles(results, []string{page}, figures); err != nil {
		t.Fatal(err)
	}
	if again := read(t, page); !bytes.Equal(again, got) {
		t.Errorf("rendered again:\n%s", cmp.Diff(string(got), string(again)))
	}
}

func TestPageWithoutPlaces(t *testing.T) {
	r, err := readResults(filepath.Join("testdata", "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(read(t, filepath.Join("testdata", "page.md")))
	ratios := fmt.Sprintf(partBegin, "ratios")
	if _, _, err := r.render([]byte(page), []byte(ratios+partEnd)); !errors.Is(err, errPage) {
		t.Errorf("on two pages: got %v", err)
	}
	if pages, _, err := r.render([]byte(strings.Replace(page, ratios, "", 1)), []byte(ratios+partEnd)); err != nil || !bytes.Contains(pages[1], []byte("times faster")) {
		t.Errorf("on another page: %v", err)
	}
	for name, text := range map[string]string{
		"no places":      "# Page\n",
		"one missing":    strings.Replace(page, ratios, "", 1),
		"one twice":      page + ratios + partEnd,
		"one unclosed":   page[:strings.LastIndex(page, partEnd)],
		"nothing at all": "",
	} {
		if _, _, err := r.render([]byte(text)); !errors.Is(err, errPage) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}

func TestDigits(t *testing.T) {
	for v, want := range map[float64]string{
		0.004: "0", 0.25: "0.25", 1: "1", 1.3: "1.3", 9.94: "9.94", 9.96: "10", 42.26: "42.3", 99.6: "100", 12345: "12,345",
	} {
		if got := digits(v); got != want {
			t.Errorf("digits(%v) = %s, want %s", v, got, want)
		}
	}
	for v, want := range map[float64]string{600: "10 minutes", 60: "1 minute", 90: "90 s", 2.5: "2.5 s"} {
		if got := duration(v); got != want {
			t.Errorf("duration(%v) = %s, want %s", v, got, want)
		}
	}
	for path, want := range map[string]string{
		"github.com/a/b/c/d": "b/c/d", "example.com/generated/x": "generated/x", "example.com/m": "m", "plain/x": "plain/x", "m": "m",
	} {
		if got := shortPath(path); got != want {
			t.Errorf("shortPath(%s) = %s, want %s", path, got, want)
		}
	}
}

func TestResults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "deep", "results.json")
	old, err := readResults(filepath.Join("testdata", "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := old.write(file); err != nil {
		t.Fatal(err)
	}
	read, err := readResults(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(old, read); diff != "" {
		t.Errorf("written and read (-want +got):\n%s", diff)
	}

	// Added to, what was measured again is replaced, and the rest stays.
	fresh := &Results{Version: resultsVersion, Date: "2030-01-01", Machine: old.Machine, Tools: old.Tools, Limit: old.Limit}
	sum, err := fresh.addTo(file)
	if err != nil {
		t.Fatal(err)
	}
	sum.put(&Subject{Name: old.Subjects[0].Name, Packages: 77})
	sum.put(&Subject{Name: "generated-7", Generated: 7})
	var names []string
	for _, s := range sum.Subjects {
		names = append(names, s.Name)
	}
	if want := []string{"small", "generated-7", "generated-10", "generated-100", "generated-1000"}; !slices.Equal(names, want) {
		t.Errorf("subjects %q, want %q", names, want)
	}
	if sum.Date != "2030-01-01" || sum.Subjects[0].Packages != 77 || len(sum.Subjects[2].Series) == 0 {
		t.Errorf("sum: %+v", sum)
	}

	// Of a subject that is as it was, only the same series are replaced.
	again := *old.Subjects[0]
	again.Series = []*Series{{Scenario: "cold", Tool: "errlint", Seconds: []float64{1234}}, {Scenario: "dusty", Tool: "errlint", Seconds: []float64{5}}}
	sum.Subjects[0] = old.Subjects[0]
	sum.put(&again)
	if got := sum.Subjects[0]; got.series("cold", "errlint").Seconds[0] != 1234 || got.series("dusty", "errlint") == nil ||
		len(got.Series) != len(old.Subjects[0].Series)+1 {
		t.Errorf("measured in part: %d series, %d before", len(got.Series), len(old.Subjects[0].Series))
	}

	// Other tools come along.
	some := *old
	some.Tools = old.Tools[1:]
	if err := some.write(file); err != nil {
		t.Fatal(err)
	}
	fresh.Tools = old.Tools[:2]
	if sum, err := fresh.addTo(file); err != nil || !slices.Equal(sum.Tools, old.Tools) {
		t.Errorf("with other tools: %v, %v", sum, err)
	}
	if err := old.write(file); err != nil {
		t.Fatal(err)
	}
	fresh.Tools = []ToolVersion{{old.Tools[0].Name, "another"}}
	if _, err := fresh.addTo(file); err == nil || !strings.Contains(err.Error(), old.Tools[0].Version) {
		t.Errorf("with another version: %v", err)
	}
	fresh.Tools = old.Tools
	fresh.Machine.Cores++
	if _, err := fresh.addTo(file); err == nil || !strings.Contains(err.Error(), "another machine") {
		t.Errorf("of another machine: %v", err)
	}
	if alone, err := fresh.addTo(file + ".none"); err != nil || alone != fresh {
		t.Errorf("added to nothing: %v", err)
	}

	if _, err := readResults(file + ".none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	for text, want := range map[string]string{"{": "unexpected end", `{"version": 99}`: "of version 99, not 1"} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := readResults(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
