package errlint_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/printer"
	"github.com/errlint/errlint/internal/rules"
	"github.com/errlint/errlint/internal/spec"
)

// TestExampleBroken checks that errlint finds the faults that are planted in
// examples/broken, each by the rule it was planted for, and nothing else.
func TestExampleBroken(t *testing.T) {
	dir := filepath.Join("examples", "broken")
	want, err := os.ReadFile(filepath.Join(dir, "expected.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(strings.TrimSpace(string(want)), "\n"), findings(t, dir)); diff != "" {
		t.Errorf("findings in %s (-expected.txt +found):\n%s", dir, diff)
	}
}

// TestExampleBreaksEveryRule checks that a fault of each stable rule is planted.
func TestExampleBreaksEveryRule(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("examples", "broken", "expected.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range errlint.Rules() {
		if r.Stage == "stable" && !strings.Contains(string(text), ": "+r.Name+"\n") {
			t.Errorf("no fault of %s is planted", r.Name)
		}
	}
}

// TestExampleClean checks that errlint has nothing to say of examples/clean.
func TestExampleClean(t *testing.T) {
	for _, line := range findings(t, filepath.Join("examples", "clean")) {
		t.Errorf("a finding in code that follows the spec: %s", line)
	}
}

// TestReadmePicture checks that the findings that README.md shows are shown so.
func TestReadmePicture(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, picture, ok := strings.Cut(string(readme), "```console\n$ errlint ./...\n")
	picture, _, closed := strings.Cut(picture, "```")
	if !ok || !closed {
		t.Fatal("README.md has no picture")
	}
	dir, err := filepath.Abs(filepath.Join("examples", "broken"))
	if err != nil {
		t.Fatal(err)
	}
	found := check(t, dir).Findings
	for _, f := range found {
		for i := range f.Fixes {
			f.Fixes[i].Unsafe = rules.UnsafeFix(f.Rule, f.Category)
		}
	}
	var out bytes.Buffer
	text := printer.Text{Dir: dir, Rich: true}
	if err := text.Print(&out, printer.Report{Findings: found}); err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(strings.TrimSpace(picture), "\n\n") {
		if !strings.Contains(out.String(), block+"\n") {
			t.Errorf("errlint does not print\n%s\nof examples/broken", block)
		}
	}
}

// findings runs the suite with its defaults on the module in dir. It returns a line for each
// finding: "internal/files/files.go:45: wrapcause".
func findings(t *testing.T, dir string) []string {
	t.Helper()
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range check(t, abs).Findings {
		rel, err := filepath.Rel(abs, f.Pos.File)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%s:%d: %s", filepath.ToSlash(rel), f.Pos.Line, f.Rule))
	}
	return lines
}

// check runs the suite with its defaults on the module in dir, an absolute path.
func check(t *testing.T, dir string) *driver.Result {
	t.Helper()
	result, err := driver.Run(context.Background(), driver.Options{
		Dir:       dir,
		Analyzers: errlint.Analyzers(errlint.Config{}),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range result.Problems {
		t.Errorf("%s: %s", p.Package, p.Message)
	}
	return result
}

// A breakage is one clause of a document broken in the example for it.
type breakage struct {
	clause, finds string
	edits         []edit
}

// An edit is a text in a file that another one takes the place of.
type edit struct{ file, old, new string }

// breakages reads the file broken.txt of an example.
func breakages(t *testing.T, dir string) []breakage {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "broken.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var all []breakage
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if clause, ok := strings.CutPrefix(line, "clause: "); ok {
			all = append(all, breakage{clause: clause})
			continue
		}
		if len(all) == 0 || line == "" {
			continue
		}
		b := &all[len(all)-1]
		if len(b.edits) == 0 {
			b.edits = []edit{{}}
		}
		e := &b.edits[len(b.edits)-1]
		if finds, ok := strings.CutPrefix(line, "finds: "); ok {
			b.finds = finds
		} else if file, ok := strings.CutPrefix(line, "file: "); ok {
			if e.new != "" {
				b.edits = append(b.edits, edit{})
				e = &b.edits[len(b.edits)-1]
			}
			e.file = file
		} else if old, ok := strings.CutPrefix(line, "-"); ok {
			if e.new != "" {
				b.edits = append(b.edits, edit{file: e.file})
				e = &b.edits[len(b.edits)-1]
			}
			e.old += old + "\n"
		} else if text, ok := strings.CutPrefix(line, "+"); ok {
			e.new += text + "\n"
		} else {
			t.Fatalf("%s: what is %q?", dir, line)
		}
	}
	return all
}

// TestExampleSpec checks for each document that errlint has nothing to say of the server that follows it, and that each clause,
// broken once, is found by the category that is to find it, and by nothing else.
func TestExampleSpec(t *testing.T) {
	for _, doc := range spec.Documents {
		t.Run(doc.Name, func(t *testing.T) {
			dir, err := filepath.Abs(filepath.Join("examples", "spec", doc.Name))
			if err != nil {
				t.Fatal(err)
			}
			config, err := errlint.ReadConfig(filepath.Join(dir, errlint.ConfigName))
			if err != nil {
				t.Fatal(err)
			}
			// What a breakage leaves as it is, is analysed once.
			opts := driver.Options{Dir: dir, Tests: config.Tests, Analyzers: errlint.Analyzers(config), Cache: cache.Open(t.TempDir())}
			run := func(overlay map[string][]byte) []string {
				opts.Overlay = overlay
				result, err := driver.Run(t.Context(), opts)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range result.Problems {
					t.Errorf("%s: %s", p.Package, p.Message)
				}
				var ids []string
				for _, f := range result.Findings {
					if id := f.Rule + "/" + f.Category; !slices.Contains(ids, id) {
						ids = append(ids, id)
					}
				}
				return ids
			}
			if found := run(nil); found != nil {
				t.Errorf("the server that follows the document has %v", found)
			}
			all := breakages(t, dir)
			for _, c := range doc.Clauses {
				if c.Why == "" && !slices.ContainsFunc(all, func(b breakage) bool { return b.clause == c.ID }) {
					t.Errorf("clause %s is broken nowhere", c.ID)
				}
			}
			for _, b := range all {
				i := slices.IndexFunc(doc.Clauses, func(c spec.Clause) bool { return c.ID == b.clause })
				rule, category, _ := strings.Cut(b.finds, "/")
				if i < 0 || !rules.Any(doc.Clauses[i].Holds, rule, category) {
					t.Errorf("clause %s is not held by %s", b.clause, b.finds)
				}
				overlay := make(map[string][]byte)
				for _, e := range b.edits {
					file := filepath.Join(dir, filepath.FromSlash(e.file))
					text, ok := overlay[file]
					if !ok {
						if text, err = os.ReadFile(file); err != nil {
							t.Fatal(err)
						}
					}
					old, with := strings.TrimSuffix(e.old, "\n"), strings.TrimSuffix(e.new, "\n")
					if n := strings.Count(string(text), old); n != 1 {
						t.Errorf("clause %s: %q is in %s %d times", b.clause, old, e.file, n)
					}
					overlay[file] = []byte(strings.Replace(string(text), old, with, 1))
				}
				if found := run(overlay); !slices.Equal(found, []string{b.finds}) {
					t.Errorf("clause %s, broken: found %v, want %s\n%v", b.clause, found, b.finds, b.edits)
				}
			}
		})
	}
}
