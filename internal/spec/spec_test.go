package spec_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/errlint/errlint/internal/rules"
	"github.com/errlint/errlint/internal/spec"
)

// TestPage compares the table with docs/spec.md, clause by clause.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/spec.md")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\]\(rules/([a-z]+)\.md\)`)
	plan := regexp.MustCompile(`\*planned\* \(([a-z, ]+)`)
	page := make(map[string][]string) // the rules of a clause, by "CI FR-ERR-001"
	doc := ""
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "## "); ok {
			doc, _, _ = strings.Cut(rest, ":")
		}
		cells := strings.Split(line, " | ")
		if len(cells) < 3 || !strings.HasPrefix(line, "| ") || cells[0] == "| clause" || strings.HasPrefix(cells[0], "| ---") {
			continue
		}
		key := doc + " " + strings.TrimPrefix(cells[0], "| ")
		page[key] = []string{}
		for _, m := range link.FindAllStringSubmatch(cells[2], -1) {
			page[key] = append(page[key], m[1])
		}
		for _, m := range plan.FindAllStringSubmatch(cells[2], -1) {
			page[key] = append(page[key], strings.Split(m[1], ", ")...)
		}
	}
	for _, d := range spec.Documents {
		for _, c := range d.Clauses {
			key := d.Short + " " + c.ID
			want, ok := page[key]
			if !ok {
				t.Errorf("docs/spec.md has no clause %q", key)
				continue
			}
			delete(page, key)
			var got []string
			for _, id := range c.Holds {
				if !rules.Known(id) {
					t.Errorf("%s: there is no rule or category %s", key, id)
				}
				name, _, _ := strings.Cut(id, "/")
				got = append(got, name)
			}
			slices.Sort(got)
			slices.Sort(want)
			got, want = slices.Compact(got), slices.Compact(want)
			for _, w := range want {
				if !slices.Contains(got, w) && rules.Known(w) {
					t.Errorf("%s: docs/spec.md has rule %s, the table has %v", key, w, got)
				}
			}
			if (c.Why == "") != (len(c.Holds) > 0) {
				t.Errorf("%s: wants rules, or a reason why there are none", key)
			}
		}
	}
	for key := range page {
		t.Errorf("the table has no clause %q", key)
	}
}

func TestFind(t *testing.T) {
	for _, name := range []string{"codeintel", "CI", "ci"} {
		if d, ok := spec.Find(name); !ok || d.Name != "codeintel" {
			t.Errorf("Find(%q) = %q, %t", name, d.Name, ok)
		}
	}
	if _, ok := spec.Find("./codeintel"); ok {
		t.Error("a path is found as a document")
	}
}
