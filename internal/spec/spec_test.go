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

// A row is a clause as docs/spec.md has it.
type row struct{ rules, cases, examples []string }

// TestPage compares the table with docs/spec.md, clause by clause: the rules, and that each clause that can be decided has cases of them,
// and an example in which it is broken.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/spec.md")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "planned") {
		t.Error("docs/spec.md says that something is planned")
	}
	links := func(cell, form string) []string {
		var out []string
		for _, m := range regexp.MustCompile(form).FindAllStringSubmatch(cell, -1) {
			out = append(out, m[1])
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	page := make(map[string]row) // by "CI FR-ERR-001"
	doc := ""
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "## "); ok {
			doc, _, _ = strings.Cut(rest, ":")
		}
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if len(cells) < 3 || !strings.HasPrefix(line, "| ") || cells[0] == "| clause" {
			continue
		}
		r := row{rules: links(cells[2], `\]\(rules/([a-z]+)\.md\)`)}
		if len(cells) == 5 {
			r.cases, r.examples = links(cells[3], `\]\(\.\./testdata/src/([a-z_]+)\)`), links(cells[4], `\]\(\.\./examples/spec/([a-z-]+)/broken\.txt\)`)
		}
		page[doc+" "+strings.TrimPrefix(cells[0], "| ")] = r
	}
	for _, d := range spec.Documents {
		for _, c := range d.Clauses {
			key := d.Short + " " + c.ID
			r, ok := page[key]
			if !ok {
				t.Errorf("docs/spec.md has no clause %q", key)
				continue
			}
			delete(page, key)
			var want []string
			for _, id := range c.Holds {
				name, category, _ := strings.Cut(id, "/")
				if !rules.Known(id) || category == "" {
					t.Errorf("%s: there is no category %s", key, id)
				}
				want = append(want, name)
			}
			slices.Sort(want)
			if want = slices.Compact(want); !slices.Equal(r.rules, want) {
				t.Errorf("%s: docs/spec.md has the rules %v, the table %v", key, r.rules, want)
			}
			if (c.Why == "") != (len(c.Holds) > 0) {
				t.Errorf("%s: wants rules, or a reason why there are none", key)
			}
			if c.Why != "" {
				continue
			}
			// Each rule has cases: in a directory of its own, or one that begins with its name.
			for _, name := range want {
				if !slices.ContainsFunc(r.cases, func(dir string) bool { return dir == name || strings.HasPrefix(dir, name+"_") }) {
					t.Errorf("%s: docs/spec.md has no cases of %s", key, name)
				}
			}
			for _, dir := range r.cases {
				if _, err := os.Stat("../../testdata/src/" + dir); err != nil {
					t.Errorf("%s: %v", key, err)
				}
			}
			broken, err := os.ReadFile("../../examples/spec/" + d.Name + "/broken.txt")
			if err != nil || !slices.Equal(r.examples, []string{d.Name}) || !strings.Contains(string(broken), "\nclause: "+c.ID+"\n") {
				t.Errorf("%s: docs/spec.md names the examples %v, want %s, which breaks it (%v)", key, r.examples, d.Name, err)
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
