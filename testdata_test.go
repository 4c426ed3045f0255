package errlint_test

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shapeRules are the rules whose semantics are laid down shape by shape in
// testdata/src/<rule>/shapes.txt.
var shapeRules = []string{"noerrordict", "decorated", "wrapcause", "opname", "raisesdoc"}

// TestEveryShapeHasACase checks that each shape that a rule must find, and each
// that it must not, has a case: a line marked with its name. A case of a shape that
// is found has an expectation, on its line or on the next one.
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
				next := ""
				if i+1 < len(lines) {
					next = lines[i+1]
				}
				if strings.Contains(line, "want ") || strings.Contains(next, "want ") {
					wanted[shape] = true
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	for _, rule := range shapeRules {
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

// readShapes reads the list of a rule's shapes: lines "id: text", those that must
// be found first, and those that must not after a line "not found".
func readShapes(t *testing.T, rule string) []shape {
	f, err := os.Open(filepath.Join("testdata", "src", rule, "shapes.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var shapes []shape
	found := true
	for in := bufio.NewScanner(f); in.Scan(); {
		line := strings.TrimSpace(in.Text())
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case line == "found":
			found = true
		case line == "not found":
			found = false
		default:
			id, text, ok := strings.Cut(line, ": ")
			if !ok {
				t.Fatalf("%s: %q is not \"id: text\"", f.Name(), line)
			}
			shapes = append(shapes, shape{id, text, found})
		}
	}
	if len(shapes) == 0 {
		t.Fatalf("%s lists no shape", f.Name())
	}
	return shapes
}
