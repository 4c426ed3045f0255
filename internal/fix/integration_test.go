package fix_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/fix"
)

// driven returns an analysis of the module in dir by the driver, with a cache.
func driven(t *testing.T, dir string, analyzers ...*analysis.Analyzer) fix.Analysis {
	kept := cache.Open(t.TempDir())
	return func(ctx context.Context, overlay map[string][]byte) ([]finding.Finding, []finding.Problem, error) {
		res, err := driver.Run(ctx, driver.Options{Dir: dir, Tests: true, Overlay: overlay, Analyzers: analyzers, Cache: kept})
		if err != nil {
			return nil, nil, err
		}
		return res.Findings, res.Problems, nil
	}
}

// TestExample applies all fixes to examples/broken: it still builds, is still formatted, what was
// fixed is gone, and there is nothing left to fix.
func TestExample(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples", "broken"))); err != nil {
		t.Fatal(err)
	}
	command(t, dir, nil, "go", "vet", "./...")
	before := tree(t, dir)
	analyse := driven(t, dir, errlint.Analyzers(errlint.Config{})...)
	out, err := fix.All(t.Context(), analyse, fix.Options{Root: dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range out.Problems {
		t.Errorf("%s: %s", p.Package, p.Message)
	}
	for _, s := range out.Skipped {
		t.Errorf("%s: %s: %s", s.Finding.Rule, s.Finding.Message, s.Reason)
	}
	rules := make(map[string]int)
	for _, f := range out.Applied {
		rules[f.Rule]++
	}
	if rules["wrapcause"] == 0 || rules["raisesdoc"] == 0 {
		t.Errorf("applied, by rule: %v", rules)
	}
	checkDiff(t, dir, out.Files)

	command(t, dir, nil, "go", "build", "./...")
	command(t, dir, nil, "go", "vet", "./...")
	for name, text := range tree(t, dir) {
		if strings.HasSuffix(name, ".go") && isFormatted([]byte(before[name])) && !isFormatted([]byte(text)) {
			t.Errorf("%s is not formatted", name)
		}
	}
	again, err := fix.All(t.Context(), analyse, fix.Options{Root: dir})
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Files) > 0 || again.Rounds > 0 {
		t.Errorf("a second run changes %d files", len(again.Files))
	}
	type key struct{ rule, pkg, decl, message string }
	of := func(f finding.Finding) key { return key{f.Rule, f.Package, f.Decl, f.Message} }
	fixed := make(map[key]bool)
	for _, f := range out.Applied {
		fixed[of(f)] = true
	}
	for _, f := range again.Remaining {
		if fixed[of(f)] {
			t.Errorf("still there: %s: %s", f.Rule, f.Message)
		}
	}
}

// TestCompiler checks what All does with what the compiler says of fixes.
func TestCompiler(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"go.mod":         "module example.com/m\n\ngo 1.24\n",
		"weird-1/w.go":   "package strange\n\nfunc Do() int { return 1 }\n",
		"go-three/3.go":  "package three\n\nfunc Do() int { return 3 }\n",
		"three/three.go": "package other\n\nfunc Do() int { return 4 }\n",
		// The name of the package cannot be guessed.
		"a/a.go": "package a\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/m/weird-1\"\n)\n\nfunc A() {\n\tfmt.Println(fixme(strange.Do()))\n}\n\nfunc fixme(n int) int { return n }\n",
		// A dot import.
		"b/b.go": "package b\n\nimport (\n\t\"fmt\"\n\n\t. \"example.com/m/weird-1\"\n)\n\nfunc B() {\n\tfmt.Println(fixme(Do()))\n}\n\nfunc fixme(n int) int { return n }\n",
		// The name can be guessed of two imports.
		"c/c.go": "package c\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/m/go-three\"\n\t\"example.com/m/three\"\n)\n\nfunc C() {\n\tfmt.Println(fixme(three.Do()), other.Do())\n}\n\nfunc fixme(n int) int { return n }\n",
		// A variable that is not used any longer; that is for nobody to mend. Other fixes of the package stay.
		"d/d.go": "package d\n\nfunc D() (a, b int) {\n\tn := 1\n\ta = fixme(n)\n\tb = fixme(2)\n\treturn a, b\n}\n\nfunc fixme(n int) int { return n }\n",
		// The package of a test.
		"e/e_test.go": "package e_test\n\nimport (\n\t\"testing\"\n\n\t\"example.com/m/weird-1\"\n)\n\nfunc Test(t *testing.T) {\n\t_ = fixme(strange.Do())\n}\n\nfunc fixme(n int) int { return n }\n",
	}
	for name, text := range files {
		write(t, dir, name, text)
	}
	analyse := driven(t, dir, fixmeAnalyzer)
	out, err := fix.All(t.Context(), analyse, fix.Options{Root: dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range out.Problems {
		t.Errorf("%s: %s", p.Package, p.Message)
	}
	if got := reasons(out); len(got) != 1 || got[0] != "d.go:5: the code is not right with it: d.go: declared and not used: n" {
		t.Errorf("skipped %q", got)
	}
	checkDiff(t, dir, out.Files)
	command(t, dir, nil, "go", "vet", "./...")
	got := tree(t, dir)
	for _, name := range []string{"a/a.go", "b/b.go"} {
		if want := "import (\n\t\"fmt\"\n)\n"; !strings.Contains(got[name], want) {
			t.Errorf("%s is\n%s", name, got[name])
		}
	}
	if want := "import (\n\t\"fmt\"\n\n\t\"example.com/m/three\"\n)\n"; !strings.Contains(got["c/c.go"], want) {
		t.Errorf("c/c.go is\n%s", got["c/c.go"])
	}
	if again, err := fix.All(t.Context(), analyse, fix.Options{Root: dir}); err != nil || len(again.Files) > 0 {
		t.Errorf("a second run: %v, %v", err, again.Files)
	}
}
