package printer

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/finding"
)

// page returns docs/formats.md, or the section of it with the title.
func page(t *testing.T, title string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "formats.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "\n#"+title+"\n")
	if title == "" {
		section, ok = string(text), true
	}
	if !ok {
		t.Fatalf("there is no section %q", title)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	return section
}

// rows returns the rows of the n-th table in text, less its head, as cells.
func rows(text string, n int) [][]string {
	table := -1
	var out [][]string
	before := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		isRow := strings.HasPrefix(line, "|")
		if isRow && !strings.HasPrefix(before, "|") {
			table++
		}
		before = line
		if !isRow || table != n {
			continue
		}
		var cells []string
		for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
			cells = append(cells, strings.TrimSpace(cell))
		}
		out = append(out, cells)
	}
	return out[min(2, len(out)):]
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func TestFormatsAreDocumented(t *testing.T) {
	var formats, shown [][]string
	for _, f := range Formats() {
		formats = append(formats, []string{"`" + f.Name + "`", f.Summary, yes(f.Shared)})

		// What a report is made of says what it is.
		var b strings.Builder
		r := Report{
			Hidden:   []finding.Hidden{{Finding: finding.Finding{Rule: "r", Message: "HIDDEN"}, By: finding.ByBaseline}},
			Gone:     []finding.Finding{{Rule: "r", Message: "GONE"}},
			Problems: []finding.Problem{{Message: "PROBLEM"}},
			Notes:    []string{"NOTE"},
			Compared: true,
		}
		if err := f.New(Options{}).Print(&b, r); err != nil {
			t.Fatal(err)
		}
		row := []string{"`" + f.Name + "`"}
		for _, word := range []string{"HIDDEN", "GONE", "PROBLEM", "NOTE"} {
			row = append(row, yes(strings.Contains(b.String(), word)))
		}
		shown = append(shown, row)
		if f.Gone != strings.Contains(b.String(), "GONE") {
			t.Errorf("%s: Gone is %t", f.Name, f.Gone)
		}
	}
	intro := page(t, "")
	if diff := cmp.Diff(formats, rows(intro, 0)); diff != "" {
		t.Errorf("docs/formats.md, the formats (-have +documented):\n%s", diff)
	}
	if diff := cmp.Diff(shown, rows(intro, 1)); diff != "" {
		t.Errorf("docs/formats.md, what they show (-have +documented):\n%s", diff)
	}
}

// TestMembersAreDocumented compares the members of the JSON object with those
// in docs/formats.md.
func TestMembersAreDocumented(t *testing.T) {
	var documented []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]*)`").FindAllStringSubmatch(page(t, "# JSON"), -1) {
		documented = append(documented, m[1])
	}
	have := members(reflect.TypeFor[jsonReport](), "")
	slices.Sort(documented)
	slices.Sort(have)
	if diff := cmp.Diff(have, documented); diff != "" {
		t.Errorf("docs/formats.md (-have +documented):\n%s", diff)
	}
}

// members returns the paths of the members of the object that a struct of type
// t becomes, as in "findings[].location.start.line". A finding and a location are
// described once, where they are first.
func members(t reflect.Type, prefix string) []string {
	var paths []string
	for f := range t.Fields() {
		if f.Anonymous {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		path := prefix + name
		paths = append(paths, path)
		elem := f.Type
		if elem.Kind() == reflect.Slice {
			elem, path = elem.Elem(), path+"[]"
		}
		if elem.Kind() == reflect.Pointer {
			elem = elem.Elem()
		}
		again := elem == reflect.TypeFor[jsonFinding]() && path != "findings[]" ||
			elem == reflect.TypeFor[jsonLocation]() && path != "findings[].location"
		if elem.Kind() == reflect.Struct && !again {
			paths = append(paths, members(elem, path+".")...)
		}
	}
	return paths
}

// TestRecordsAreDocumented compares the records of NDJSON with docs/formats.md.
func TestRecordsAreDocumented(t *testing.T) {
	as := map[reflect.Type]string{
		reflect.TypeFor[jsonFinding](): "as `findings[]`",
		reflect.TypeFor[jsonHidden]():  "as `hidden[]`",
		reflect.TypeFor[jsonProblem](): "as `problems[]`",
	}
	var have, documented [][]string
	for _, record := range []struct {
		kind string
		t    reflect.Type
	}{
		{kindFinding, reflect.TypeFor[ndjsonFinding]()},
		{kindHidden, reflect.TypeFor[ndjsonHidden]()},
		{kindGone, reflect.TypeFor[ndjsonFinding]()},
		{kindProblem, reflect.TypeFor[ndjsonProblem]()},
		{kindNote, reflect.TypeFor[ndjsonNote]()},
	} {
		var others []string
		for f := range record.t.Fields() {
			switch {
			case f.Anonymous:
				others = append(others, as[f.Type])
			case f.Name != "Kind":
				others = append(others, "`"+f.Tag.Get("json")+"`")
			}
		}
		have = append(have, []string{"`" + record.kind + "`", strings.Join(others, ", ")})
	}
	for _, row := range rows(page(t, "# NDJSON"), 0) {
		documented = append(documented, []string{row[0], row[2]})
	}
	if diff := cmp.Diff(have, documented); diff != "" {
		t.Errorf("docs/formats.md (-have +documented):\n%s", diff)
	}
}
