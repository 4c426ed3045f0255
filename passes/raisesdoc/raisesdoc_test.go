package raisesdoc_test

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/passes/raisesdoc"
)

var testdata = cases.Dir

// listed is the rule at the level at which errors need no sign that somebody asks for them.
var listed = raisesdoc.New(raisesdoc.Options{Level: raisesdoc.Listed})

func TestOptions(t *testing.T) {
	of := func(opts raisesdoc.Options, pkg string) cases.Setting { return cases.Of(raisesdoc.New(opts), pkg) }
	a, packages := cases.Merge(t, cases.Of(listed,
		"raisesdoc/checked",
		"raisesdoc/cmd/tool",
		"raisesdoc/codes",
		"raisesdoc/common",
		"raisesdoc/dep",
		"raisesdoc/dep/internal/deep",
		"raisesdoc/docs",
		"raisesdoc/edge",
		"raisesdoc/filter",
		"raisesdoc/handlers",
		"raisesdoc/iface",
		"raisesdoc/ifacedep",
		"raisesdoc/infer",
		"raisesdoc/internal/kinds",
		"raisesdoc/levels/adapter",
		"raisesdoc/levels/adapterpkg",
		"raisesdoc/mainpkg",
		"raisesdoc/provenance",
		"raisesdoc/skips",
		"raisesdoc/stale",
		"raisesdoc/user",
		"raisesdoc/engine", // what the model has got wrong at some time
	),
		cases.Of(raisesdoc.New(raisesdoc.Options{}), "raisesdoc/levels/consistent"),
		of(raisesdoc.Options{Level: raisesdoc.Stale}, "raisesdoc/levels/stale"),
		of(raisesdoc.Options{Level: raisesdoc.Presence}, "raisesdoc/levels/presence"),
		of(raisesdoc.Options{Level: raisesdoc.Exact}, "raisesdoc/levels/exact"),
		of(raisesdoc.Options{AdapterLevel: raisesdoc.Exact}, "raisesdoc/levels/adapterexact"),
		of(raisesdoc.Options{Adapters: []string{"raisesdoc/.../adapterc*"}}, "raisesdoc/levels/adapterconf"),
		of(raisesdoc.Options{Checked: []string{"raisesdoc/d*"}}, "raisesdoc/checkedall"),
		of(raisesdoc.Options{Foreign: []string{"io/..."}}, "raisesdoc/levels/foreign"),
		of(raisesdoc.Options{Decorator: "example"}, "raisesdoc/decorators"),
	)
	results := cases.Run(t, testdata(t), a, packages...)
	i := slices.IndexFunc(results, func(r *cases.Result) bool { return r.Package.PkgPath == "raisesdoc/provenance" })
	if i < 0 {
		t.Fatal("there is no result of raisesdoc/provenance")
	}
	testProvenance(t, results[i])
}

// TestFix applies the fixes, and then checks their results: these compile, are
// formatted, and have nothing left to fix.
func TestFix(t *testing.T) {
	cases.RunWithFixes(t, testdata(t), listed, "raisesdoc/fix", "raisesdoc/fixlists", "raisesdoc/fixtwice")

	dir := t.TempDir()
	src := filepath.Join(testdata(t), "src", "raisesdoc")
	if err := os.CopyFS(filepath.Join(dir, "src", "raisesdoc", "dep"), os.DirFS(filepath.Join(src, "dep"))); err != nil {
		t.Fatal(err)
	}
	goldens, err := filepath.Glob(filepath.Join(src, "fix", "*.golden"))
	if err != nil || len(goldens) == 0 {
		t.Fatalf("golden files %q, %v", goldens, err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "src", "raisesdoc", "fix"), 0o755); err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile("(?: |(?m:^))// want .*")
	// What has no doc comment has no fix.
	unfixed := func(text []byte) []byte {
		if bytes.Contains(text, []byte("has no doc comment")) {
			return text
		}
		return nil
	}
	for _, golden := range goldens {
		text, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		formatted, err := format.Source(text)
		if err != nil {
			t.Errorf("%s: %v", golden, err)
		}
		if diff := cmp.Diff(string(formatted), string(text)); diff != "" {
			t.Errorf("%s is not formatted (-gofmt +file):\n%s", golden, diff)
		}
		name := strings.TrimSuffix(filepath.Base(golden), ".golden")
		if err := os.WriteFile(filepath.Join(dir, "src", "raisesdoc", "fix", name), want.ReplaceAllFunc(text, unfixed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// Neither a finding nor a type error is expected.
	cases.Run(t, dir, listed, "raisesdoc/fix")
}

// testProvenance checks how a finding says that the error comes to leave the function.
func testProvenance(t *testing.T, res *cases.Result) {
	t.Helper()
	var got []string
	for _, diag := range res.Diagnostics {
		for _, r := range diag.Related {
			pos := res.Package.Fset.Position(r.Pos)
			got = append(got, fmt.Sprintf("%s:%d %s", filepath.Base(pos.Filename), pos.Line, r.Message))
		}
		if diag.Category != raisesdoc.CategoryListed || diag.URL == "" {
			t.Errorf("category %q, URL %q", diag.Category, diag.URL)
		}
	}
	wantSteps := []string{
		"provenance.go:16 calls load",
		"provenance.go:24 wraps it",
		"provenance.go:22 calls read",
		"provenance.go:29 returns ErrA",
		"provenance.go:18 calls dep.LoadSub",
	}
	if diff := cmp.Diff(wantSteps, got); diff != "" {
		t.Errorf("related information (-want +got):\n%s", diff)
	}
}

func TestCheck(t *testing.T) {
	var got []string
	raisesdoc.Options{
		Level:        "exact",
		AdapterLevel: "exact",
		Adapters:     []string{"./adapters/...", "[", ""},
		Checked:      []string{"all", "*raisesdoc.E", "b[]"},
		Foreign:      []string{"io/fs", "a[]"},
	}.Check(func(key, problem string) { got = append(got, key+": "+problem) })
	want := []string{
		"adapters[1]: the pattern is malformed: syntax error in pattern",
		"adapters[2]: the pattern is empty",
		"checked[2]: the pattern is malformed: syntax error in pattern",
		"foreign[1]: the pattern is malformed: syntax error in pattern",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	raisesdoc.Options{}.Check(func(key, problem string) { t.Errorf("the zero Options: %s: %s", key, problem) })
}

// TestSameOptions checks what the default is, other ways to say the same, and that an analyzer has options of its own.
func TestSameOptions(t *testing.T) {
	flags := raisesdoc.New(raisesdoc.Options{})
	if err := flags.Flags.Set("level", "presence"); err != nil {
		t.Fatal(err)
	}
	if err := flags.Flags.Set("adapter-level", "most"); err == nil {
		t.Error("a level that there is not was accepted")
	}
	adapters := []string{"raisesdoc/.../adapterc*"}
	own := raisesdoc.New(raisesdoc.Options{Adapters: adapters})
	adapters[0] = "none"
	names := raisesdoc.New(raisesdoc.Options{Checked: []string{"raisesdoc/dep.ErrSub"}})
	a, packages := cases.Merge(t, cases.Of(raisesdoc.New(raisesdoc.Options{}), "raisesdoc/stale"),
		cases.Of(flags, "raisesdoc/levels/presence"), cases.Of(own, "raisesdoc/levels/adapterconf"), cases.Of(names, "raisesdoc/checkedall"))
	cases.Run(t, testdata(t), a, packages...)
}

// TestShapes checks that each shape listed has a case, and that each case is listed.
func TestShapes(t *testing.T) {
	root := filepath.Join(testdata(t), "src", "raisesdoc")
	text, err := os.ReadFile(filepath.Join(root, "shapes.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for line := range strings.Lines(string(text)) {
		id, meaning, ok := strings.Cut(line, ":")
		if !ok || strings.TrimSpace(meaning) == "" {
			t.Errorf("shapes.txt: malformed line %q", line)
			continue
		}
		listed = append(listed, id)
	}
	var cases []string
	shape := regexp.MustCompile(`// shape: raisesdoc/([a-z-]+)`)
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range shape.FindAllSubmatch(text, -1) {
			cases = append(cases, string(bytes.TrimSpace(m[1])))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(listed)
	slices.Sort(cases)
	if diff := cmp.Diff(listed, slices.Compact(cases)); diff != "" {
		t.Errorf("shapes (-listed +cases):\n%s", diff)
	}
}
