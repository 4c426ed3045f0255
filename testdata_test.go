package errlint_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/errlint/errlint"
)

// shapeRules returns the rules whose semantics are laid down shape by shape in
// testdata/src/<rule>/shapes.txt: all that have options, before they are stable.
func shapeRules(t *testing.T) []string {
	var names []string
	for _, r := range errlint.Rules() {
		_, err := os.Stat(filepath.Join("testdata", "src", r.Name, "shapes.txt"))
		switch {
		case err == nil:
			names = append(names, r.Name)
		case r.Stage == "stable" && r.Name != "directive":
			t.Errorf("%s is stable: %v", r.Name, err)
		}
	}
	return names
}

// TestEveryShapeHasACase checks that each shape that a rule must find, and each
// that it must not, has a case: a line marked with its name. A case of a shape that
// is found has an expectation.
func TestEveryShapeHasACase(t *testing.T) {
	mark := regexp.MustCompile(`// shape: ([a-z]+)/([a-z0-9-]+)`)
	cases := make(map[string][]string) // "rule/shape" → places
	wanted := make(map[string]bool)    // the shapes with a case that expects a finding
	err := filepath.WalkDir(filepath.Join("testdata", "src"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		lines := strings.Split(string(src), "\n")
		for i, line := range lines {
			for _, m := range mark.FindAllStringSubmatch(line, -1) {
				shape := m[1] + "/" + m[2]
				cases[shape] = append(cases[shape], fmt.Sprintf("%s:%d", path, i+1))
				// The case is a few lines before the mark, and what follows up to the next one.
				for j := max(0, i-8); j < len(lines) && (j <= i || !mark.MatchString(lines[j])); j++ {
					if strings.Contains(lines[j], "want ") || strings.Contains(lines[j], "want`") {
						wanted[shape] = true
						break
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	for _, rule := range shapeRules(t) {
		t.Run(rule, func(t *testing.T) {
			shapes := readShapes(t, rule)
			for _, s := range shapes {
				name := rule + "/" + s.id
				if len(cases[name]) == 0 {
					t.Errorf("shape %s (%s) has no case: no line is marked // shape: %s", s.id, s.text, name)
				} else if s.found && !wanted[name] {
					t.Errorf("shape %s (%s) is to be found, but none of its cases expects a finding: %v", s.id, s.text, cases[name])
				}
			}
			for name, places := range cases {
				if r, id, _ := strings.Cut(name, "/"); r == rule && !slices.ContainsFunc(shapes, func(s shape) bool { return s.id == id }) {
					t.Errorf("%s: shape %s is not listed in shapes.txt", places[0], id)
				}
			}
		})
	}
}

type shape struct {
	id, text string
	found    bool // it must be found; else it must not
}

// readShapes reads the list of a rule's shapes: lines "id: text". The id of a shape
// that must not be found begins with "not-".
func readShapes(t *testing.T, rule string) []shape {
	file := filepath.Join("testdata", "src", rule, "shapes.txt")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var shapes []shape
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		id, what, ok := strings.Cut(line, ": ")
		if !ok {
			t.Fatalf("%s: %q is not \"id: text\"", file, line)
		}
		shapes = append(shapes, shape{id, what, !strings.HasPrefix(id, "not-")})
	}
	if len(shapes) == 0 {
		t.Fatalf("%s lists no shape", file)
	}
	return shapes
}
