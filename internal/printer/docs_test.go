package printer

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

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

// formatItem is the item of the list of formats of one of them: its name, its summary, and what it shows besides findings.
var formatItem = regexp.MustCompile("(?m)^- `([a-z-]+)`: (.*?)(?: \\(([a-z, ]+)\\))?$")

func TestFormatsAreDocumented(t *testing.T) {
	var formats [][]string
	var shared []string // the names of those that share standard output
	for _, f := range Formats() {
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
		var shown []string
		for _, what := range [][2]string{{"HIDDEN", "hidden"}, {"GONE", "gone"}, {"PROBLEM", "problems"}, {"NOTE", "notes"}} {
			if strings.Contains(b.String(), what[0]) {
				shown = append(shown, what[1])
			}
		}
		formats = append(formats, []string{f.Name, f.Summary, strings.Join(shown, ", ")})
		if f.Shared {
			shared = append(shared, "`"+f.Name+"`")
		}
	}
	var documented [][]string
	list, _, _ := strings.Cut(page(t, ""), "\n## ")
	for _, m := range formatItem.FindAllStringSubmatch(list, -1) {
		documented = append(documented, m[1:])
	}
	if diff := cmp.Diff(formats, documented); diff != "" {
		t.Errorf("docs/formats.md (-have +documented):\n%s", diff)
	}
	if want := "standard output, which only " + strings.Join(shared, " and ") + " share.\n"; !strings.Contains(page(t, ""), want) {
		t.Errorf("docs/formats.md does not say %q", want)
	}
}

// TestReportSchema checks that docs/report.schema.json describes what the formats json and ndjson show: it accepts
// reports, and it has the members that these may have, no others, each with a description.
func TestReportSchema(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "report.schema.json")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.NewCompiler().Compile(file)
	if err != nil {
		t.Fatal(err)
	}
	validate := func(name string, text []byte) {
		got, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := schema.Validate(got); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	kinds := make(map[string]bool)
	for _, name := range []string{"json.golden", "json.clean.golden", "ndjson.golden", "ndjson.clean.golden"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(name, "json") {
			validate(name, text)
			continue
		}
		for line := range bytes.Lines(text) {
			validate(name, line)
			var record jsonProblem
			if err := json.Unmarshal(line, &record); err != nil {
				t.Error(err)
			}
			kinds[record.Kind] = true
		}
	}
	if len(kinds) != 5 {
		t.Errorf("only records of the kinds %v are checked", kinds)
	}

	have, documented := members(reflect.TypeFor[jsonReport]()), described(t, doc.(map[string]any))
	slices.Sort(have)
	if diff := cmp.Diff(slices.Compact(have), documented); diff != "" {
		t.Errorf("docs/report.schema.json (-have +described):\n%s", diff)
	}
}

// members returns the names of the members of the object that a struct of type t becomes, and of those in it, but for the kind of a record.
func members(t reflect.Type) []string {
	var names []string
	for f := range t.Fields() {
		if !f.Anonymous {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "kind" {
				names = append(names, name)
			}
		}
		elem := f.Type
		for elem.Kind() == reflect.Slice || elem.Kind() == reflect.Pointer {
			elem = elem.Elem()
		}
		if elem.Kind() == reflect.Struct {
			names = append(names, members(elem)...)
		}
	}
	return names
}

// described returns the names of the members that a schema describes, but for the kind of a record.
func described(t *testing.T, schema map[string]any) []string {
	found := make(map[string]bool)
	var visit func(any)
	visit = func(node any) {
		switch node := node.(type) {
		case []any:
			for _, n := range node {
				visit(n)
			}
		case map[string]any:
			properties, _ := node["properties"].(map[string]any)
			for name, p := range properties {
				if p, ok := p.(map[string]any); name != "kind" {
					found[name] = true
					if text, _ := p["description"].(string); !ok || text == "" {
						t.Errorf("docs/report.schema.json does not describe %s", name)
					}
				}
			}
			for _, n := range node {
				visit(n)
			}
		}
	}
	visit(schema)
	return slices.Sorted(maps.Keys(found))
}
