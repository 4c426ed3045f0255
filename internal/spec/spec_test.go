package spec_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/errlint/errlint/internal/rules"
	"github.com/errlint/errlint/internal/spec"
)

// TestPage compares the table with docs/spec.md, clause by clause: the rules. Each clause that can be decided has cases of them,
// and an example in which it is broken.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/spec.md")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "planned") {
		t.Error("docs/spec.md says that something is planned")
	}
	ruleLink := regexp.MustCompile(`\]\(rules/([a-z]+)\.md\)`)
	page := make(map[string][]string) // the rules, by "CI FR-ERR-001"
	doc := ""
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "## "); ok {
			doc, _, _ = strings.Cut(rest, ":")
		}
		item, ok := strings.CutPrefix(line, "- **")
		if !ok {
			continue
		}
		clause, text, _ := strings.Cut(item, "** ")
		_, holds, _ := strings.Cut(text, ": ")
		var names []string
		for _, m := range ruleLink.FindAllStringSubmatch(holds, -1) {
			names = append(names, m[1])
		}
		slices.Sort(names)
		page[doc+" "+clause] = slices.Compact(names)
	}
	for _, d := range spec.Documents {
		for _, c := range d.Clauses {
			key := d.Short + " " + c.ID
			have, ok := page[key]
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
			if want = slices.Compact(want); !slices.Equal(have, want) {
				t.Errorf("%s: docs/spec.md has the rules %v, the table %v", key, have, want)
			}
			if (c.Why == "") != (len(c.Holds) > 0) {
				t.Errorf("%s: wants rules, or a reason why there are none", key)
			}
			if c.Why != "" {
				continue
			}
			for _, name := range want {
				if cases, err := filepath.Glob("../../testdata/src/" + name + "/*/*.go"); err != nil || len(cases) == 0 {
					t.Errorf("%s: there are no cases of %s (%v)", key, name, err)
				}
			}
			broken, err := os.ReadFile("../../examples/spec/" + d.Name + "/broken.txt")
			if err != nil || !strings.Contains(string(broken), "\nclause: "+c.ID+"\n") {
				t.Errorf("%s: examples/spec/%s does not break it (%v)", key, d.Name, err)
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
