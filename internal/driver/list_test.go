package driver

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/cache"
)

// An asking is a module, of whose packages the go command is asked, or not.
type asking struct {
	*reuse
	runs int
}

func newAsking(t *testing.T, files map[string]string) *asking {
	t.Helper()
	a := &asking{reuse: newReuse(t)}
	a.whole = true // these tests are about what the go command has an eye for
	a.only(files)
	a.opts.Analyzers = []*analysis.Analyzer{markAnalyzer}
	return a
}

// asked runs with the cache, checks now and then (with -full each time) that the result is that of a run without, and reports whether the go
// command was asked which packages there are.
func (a *asking) asked() bool {
	a.t.Helper()
	opts := a.options()
	stats := new(Stats)
	cached := opts
	cached.Cache = cache.Open(a.cache)
	cached.Stats = stats
	got := mustRun(a.t, cached)
	if a.runs++; *full || a.runs%4 == 1 {
		if diff := cmp.Diff(see(mustRun(a.t, opts)), see(got)); diff != "" {
			a.t.Errorf("the result with the cache differs (-without +with):\n%s", diff)
		}
	}
	return slices.ContainsFunc(stats.Phases, func(p Spent) bool { return p.Name == "asking the go command for packages" })
}

// expect checks whether the go command is asked, and now and then (with -full each time) that it is not asked twice.
func (a *asking) expect(what string, want bool) {
	a.t.Helper()
	if got := a.asked(); got != want {
		a.t.Errorf("%s: the go command was asked: %v", what, got)
	}
	if want && (*full || a.runs%3 == 0) && a.asked() {
		a.t.Errorf("%s: the go command was asked again", what)
	}
}

// askingFiles import of the standard library what imports nothing: of most of these files each state is one that the go command is asked about.
var askingFiles = map[string]string{
	"go.mod":              "module example.com/m\n\ngo 1.24\n",
	"a/a.go":              "// Package a has a comment.\npackage a\n\nimport (\n\t_ \"example.com/m/b/c\"\n\t_ \"example.com/m/testdata/t\"\n\t\"container/list\"\n)\n\nvar X list.List\n",
	"a/a_windows.go":      "package a\n\nvar W int\n",
	"a/a_test.go":         "package a\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) {}\n",
	"b/c/c.go":            "package c\n\n// C is.\nconst C = 1\n",
	"b/c/c_test.go":       "package c_test\n\nimport _ \"example.com/m/a\"\n",
	"testdata/t/t.go":     "package t\n",
	"testdata/loose/l.go": "package loose\n",
	"nested/go.mod":       "module example.com/nested\n",
	"nested/n.go":         "package nested\n",
	"README.md":           "Read me.\n",
}

// TestAsking checks after which changes the go command is asked again what packages there are.
func TestAsking(t *testing.T) {
	t.Parallel()
	a := newAsking(t, askingFiles)
	a.remember()
	a.expect("new", true)
	a.expect("nothing", false)
	write := func(name, text string, want bool) {
		a.t.Helper()
		a.write(name, text)
		a.expect(name+" is "+text, want)
	}
	remove := func(name string, want bool) {
		a.t.Helper()
		if err := os.RemoveAll(a.file(name)); err != nil {
			a.t.Fatal(err)
		}
		a.expect(name+" is removed", want)
	}
	replace := func(name, from, to string, want bool) {
		a.t.Helper()
		a.replace(name, from, to)
		a.expect("in "+name+" there is "+to, want)
	}

	// What is no business of the go command's.
	replace("a/a.go", "var X list.List", "// X is.\nvar X, Y list.List\n\nfunc init() { _ = X }", false)
	replace("a/a_test.go", "func TestX(t *testing.T) {}", "func TestY(t *testing.T) {}", false)
	write("README.md", "Read me again.\n", false)
	write("a/notes.txt", "Nothing.\n", false)
	write("a/_a.go", "package other\n", false)
	write("a/.a.go", "package other\n", false)
	write("_b/b.go", "package b\n", false)
	write("testdata/loose/more.go", "package loose\n", false)
	write("nested/more.go", "package nested\n", false)
	write("a/testdata/x.go", "package x\n", false)

	// Headers.
	replace("a/a.go", "\t\"container/list\"\n", "\t\"container/list\"\n\t_ \"container/ring\"\n", true)
	replace("a/a.go", "// Package a", "//go:build !never\n\n// Package a", true)
	replace("a/a_windows.go", "package a", "// Here, too.\npackage a", true)
	replace("a/a_test.go", "import \"testing\"", "import (\n\t_ \"container/ring\"\n\t\"testing\"\n)", true)
	replace("testdata/t/t.go", "package t", "package t\n\nimport _ \"unicode\"", true)
	replace("b/c/c.go", "package c\n", "package c\n\nimport _ \"embed\"\n", true)
	replace("b/c/c.go", "const C = 1", "//go:embed c.go\nvar C string", true)
	replace("b/c/c.go", "//go:embed c.go", "//go:embed *.go", true)
	write("b/c/c.go", "package c\n", false) // as it was before

	// Files and directories.
	write("a/b.go", "package a\n", true)
	remove("a/b.go", false) // as it was before
	write("a/b_test.go", "package a\n", true)
	write("d/d.go", "package d\n", true)
	remove("d", false)
	write("a/deep/er/d.go", "package d\n", true)
	remove("nested/go.mod", true)
	write("nested/go.mod", "module example.com/nested\n", false)
	remove("b/c/c_test.go", true)
	write("a/a.s", "// Nothing.\n", true)
	write("a/a.s", "//go:build never\n", true)
	remove("a/a.s", false)

	// A package that is imported becomes part of another module, or a directory above it does.
	for _, name := range []string{"b/c/go.mod", "b/go.mod"} {
		a.write(name, "module example.com/m/b\n")
		if !a.asked() {
			t.Errorf("%s: the go command was not asked", name)
		}
		remove(name, false)
	}

	// Modules.
	write("go.mod", "module example.com/m\n\ngo 1.23\n", true)
	write("go.sum", "example.org/x v1.0.0 h1:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=\n", true)
	write("go.mod", "module example.com/m\n\ngo 1.24\n", true)
	remove("go.sum", false)

	// Questions.
	ask := func(what string, f func(*Options), want bool) {
		a.t.Helper()
		old := a.opts
		f(&a.opts)
		a.expect(what, want)
		a.opts = old
	}
	ask("tests", func(o *Options) { o.Tests = true }, true)
	ask("tags", func(o *Options) { o.Tags = []string{"special"} }, true)
	ask("GOOS", func(o *Options) { o.Env = testEnv("GOOS=windows") }, true)
	ask("GOFLAGS", func(o *Options) { o.Env = testEnv("GOFLAGS=-tags=other") }, true)
	ask("cgo", func(o *Options) { o.Env = testEnv("CGO_ENABLED=0") }, true)
	ask("one package", func(o *Options) { o.Patterns = []string{"./a"} }, true)
	ask("its path", func(o *Options) { o.Patterns = []string{"example.com/m/a"} }, true)
	ask("paths", func(o *Options) { o.Patterns = []string{"example.com/m/..."} }, true)
	ask("some paths", func(o *Options) { o.Patterns = []string{"example.com/.../c"} }, true)
	ask("a directory", func(o *Options) { o.Patterns = []string{a.file("a")} }, true)
	ask("in testdata", func(o *Options) { o.Patterns = []string{"./testdata/t"} }, true)
	ask("the rules", func(o *Options) { o.ConfigKey = "other" }, false)

	// It is known of other packages, too, and elsewhere.
	a.opts.Patterns = []string{"./b/..."}
	a.expect("a part", true)
	write("a/a.go", "package a\n\nimport _ \"unicode/utf8\"\n", false)
	a.opts.Patterns = []string{"./a"}
	a.expect("another part", true)
	write("b/b.go", "package b\n", false)
	a.opts.Patterns = nil
	a.expect("all", true)
	moved := filepath.Join(a.root, "elsewhere")
	if err := os.Rename(a.file("."), filepath.Join(moved, "m")); err == nil {
		t.Fatal("a directory was moved into one that is not there")
	}
	if err := os.Mkdir(moved, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(a.file("."), filepath.Join(moved, "m")); err != nil {
		t.Fatal(err)
	}
	a.root = moved
	a.expect("moved", false)
}

// TestAskingWithOverlay has files that are not on disk as they are to be taken.
func TestAskingWithOverlay(t *testing.T) {
	t.Parallel()
	a := newAsking(t, askingFiles)
	a.expect("at first", true)
	for _, test := range []struct {
		what, name, text string
		want             bool
	}{
		{"a body", "b/c/c.go", "package c\n\n// F is.\nfunc F() {}\n", false},
		{"another body", "b/c/c.go", "package c\n\n// F is.\nfunc F() { _ = 1 }\n", false},
		{"an import", "b/c/c.go", "package c\n\nimport _ \"unicode\"\n", true},
		{"a new file", "b/c/more.go", "package c\n", true},
		{"what is no file of a package", "b/c/_more.go", "package other\n", false},
		{"a module", "b/c/go.mod", "module example.com/m/b/c\n", true},
	} {
		a.opts.Overlay = map[string][]byte{a.file(test.name): []byte(test.text)}
		if got := a.asked(); got != test.want {
			t.Errorf("%s: the go command was asked: %v", test.what, got)
		}
	}
	a.opts.Overlay = nil
	a.expect("on disk nothing has changed", false)
}

// TestAlwaysAsking has what the go command's answer may depend on in ways that nobody else knows.
func TestAlwaysAsking(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		f    func(a *asking)
	}{
		{"a file", func(a *asking) { a.opts.Patterns = []string{"a/a.go"} }},
		{"the package of a file", func(a *asking) { a.opts.Patterns = []string{"file=a/a.go"} }},
		{"the standard library", func(a *asking) { a.opts.Patterns = []string{"errors"} }},
		{"an overlay of the go command", func(a *asking) {
			a.write("overlay.json", "{\"Replace\": {}}")
			a.opts.Env = testEnv("GOFLAGS=-overlay=" + a.file("overlay.json"))
		}},
		{"a package that is not there", func(a *asking) {
			a.replace("a/a.go", "\"container/list\"", "\"container/list\"\n\t_ \"example.com/m/none\"")
		}},
		{"packages in one directory", func(a *asking) { a.write("a/other.go", "package other\n") }},
		{"not Go", func(a *asking) { a.write("a/a_test.go", "What is this?\n") }},
		{"no packages", func(a *asking) { a.opts.Patterns = []string{"./none/..."} }},
		{"no module of this name", func(a *asking) { a.opts.Patterns = []string{"example.net/none"} }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			a := newAsking(t, askingFiles)
			a.remember()
			test.f(a)
			for range 2 {
				if !a.asked() {
					t.Error("the go command was not asked")
				}
			}
		})
	}
}

// TestAskingOfModules has modules whose files somebody may edit.
func TestAskingOfModules(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"go.mod":         "module example.com/m\n\ngo 1.24\n\nrequire example.com/rep v0.0.0\n\nreplace example.com/rep => ./rep\n",
		"a/a.go":         "package a\n\nimport _ \"example.com/rep/r\"\n",
		"rep/go.mod":     "module example.com/rep\n\ngo 1.24\n",
		"rep/r/r.go":     "package r\n\nimport _ \"example.com/rep/s\"\n",
		"rep/s/s.go":     "package s\n",
		"rep/other/o.go": "package other\n",
	}
	t.Run("replaced", func(t *testing.T) {
		t.Parallel()
		a := newAsking(t, files)
		a.remember()
		a.expect("new", true)
		a.write("rep/other/o.go", "package different\n")
		a.expect("a package that is not imported", false)
		a.replace("rep/s/s.go", "package s\n", "package s\n\nconst S = 1\n")
		a.expect("a declaration", false)
		a.replace("rep/s/s.go", "package s\n", "package s\n\nimport _ \"unicode\"\n")
		a.expect("an import", true)
		a.write("rep/s/t.go", "package s\n")
		a.expect("a file", true)
		a.write("rep/go.mod", "module example.com/rep\n\ngo 1.23\n")
		a.expect("the module", true)
		a.write("go.mod", strings.Replace(files["go.mod"], "./rep", "./rep2", 1))
		if err := os.Rename(a.file("rep"), a.file("rep2")); err != nil {
			t.Fatal(err)
		}
		a.expect("the directory", true)
	})
	t.Run("workspace", func(t *testing.T) {
		t.Parallel()
		a := newAsking(t, files)
		a.remember()
		a.only(map[string]string{
			"go.work":        "go 1.24\n\nuse ./one\n\nuse ./two\n",
			"one/go.mod":     "module example.com/one\n\ngo 1.24\n",
			"one/one.go":     "package one\n\nimport _ \"example.com/two/t\"\n",
			"two/go.mod":     "module example.com/two\n\ngo 1.24\n",
			"two/t/t.go":     "package t\n",
			"two/u/u.go":     "package u\n",
			"three/go.mod":   "module example.com/three\n\ngo 1.24\n",
			"three/three.go": "package three\n",
		})
		a.opts.Patterns = []string{"./one/..."}
		a.expect("new", true)
		a.write("two/u/u.go", "package other\n")
		a.expect("a package that is not imported", false)
		a.replace("two/t/t.go", "package t", "package t\n\nimport _ \"example.com/two/u\"")
		a.expect("an import", true)
		a.write("go.work", "go 1.24\n\nuse ./one\nuse ./two\nuse ./three\n")
		a.expect("a module more", true)
		a.opts.Patterns = []string{"./one/...", "example.com/two/..."}
		a.expect("two modules", true)
		a.write("two/v/v.go", "package v\n")
		a.expect("a package more", true)
		a.write("two/go.mod", "module example.com/two\n\ngo 1.23\n")
		a.expect("another module's version of Go", true)
	})
	t.Run("vendored", func(t *testing.T) {
		t.Parallel()
		a := newAsking(t, files)
		a.remember()
		a.only(map[string]string{
			"go.mod":                             "module example.com/m\n\ngo 1.24\n\nrequire example.org/v v1.0.0\n",
			"a/a.go":                             "package a\n\nimport _ \"example.org/v/w\"\n",
			"vendor/modules.txt":                 "# example.org/v v1.0.0\n## explicit; go 1.20\nexample.org/v/w\nexample.org/v/x\n",
			"vendor/example.org/v/w/w.go":        "package w\n\nimport _ \"example.org/v/x\"\n",
			"vendor/example.org/v/x/x.go":        "package x\n",
			"vendor/example.org/v/x/unix_386.go": "package x\n",
		})
		a.expect("new", true)
		a.replace("vendor/example.org/v/x/x.go", "package x\n", "package x\n\nvar X int\n")
		a.expect("a declaration", false)
		a.replace("vendor/example.org/v/x/x.go", "package x\n", "package x\n\nimport _ \"unicode\"\n")
		a.expect("an import", true)
		a.replace("vendor/modules.txt", "go 1.20", "go 1.21")
		a.expect("the list", true)
	})
}

// TestAskingAfterCleaning has a module cache that somebody has emptied.
func TestAskingAfterCleaning(t *testing.T) {
	t.Parallel()
	proxy, err := downloads()
	if err != nil {
		t.Fatal(err)
	}
	a := newAsking(t, map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.24\n\nrequire " + genVer + " v1.1.0\n",
		"a/a.go": "package a\n\nimport \"" + genVer + "\"\n\nvar X = ver.Text\n",
	})
	env := func(modcache string) []string {
		return testEnv("GOPROXY=file://"+filepath.ToSlash(filepath.Join(proxy, "proxy")), "GOMODCACHE="+filepath.Join(a.root, modcache),
			"GOSUMDB=off", "GONOSUMDB=*", "GOFLAGS=-mod=mod -modcacherw", "GOWORK=off", "CGO_ENABLED=0")
	}
	a.opts.Env = env("mod1")
	if !a.asked() {
		t.Error("the go command was not asked at first")
	}
	a.expect("go.sum is written", true)
	a.opts.Env = env("mod2")
	if !a.asked() {
		t.Error("the go command was not asked, although the module cache is empty")
	}
	a.expect("downloaded again", false)
	if err := os.RemoveAll(filepath.Join(a.root, "mod2")); err != nil {
		t.Fatal(err)
	}
	if !a.asked() {
		t.Error("the go command was not asked, although the module cache was emptied")
	}
}

// TestDamagedList checks that what cannot be the go command's answer is not taken for it.
func TestDamagedList(t *testing.T) {
	t.Parallel()
	s := &survey{bases: []base{{t.TempDir(), "module 1"}, {t.TempDir(), "goroot"}}}
	const good = `{"Roots":["a"],"Packages":[{"ID":"a","Name":"a","GoFiles":["module 1:/a/a.go"],"Imports":{"b":"b"}},{"ID":"b","Name":"b","Imports":{"x":"a"}}],` +
		`"In":["m",""],"Modules":{"m":{"Path":"m","Dir":"module 1:"}}}`
	roots, ok := s.decodeList([]byte(good))
	if !ok || len(roots) != 1 || roots[0].Imports["b"].Imports["x"] != roots[0] || roots[0].Module.Path != "m" ||
		roots[0].GoFiles[0] != filepath.Join(s.bases[0].dir, "a", "a.go") || roots[0].Dir != filepath.Join(s.bases[0].dir, "a") {
		t.Fatalf("%s is %v, %v", good, roots, ok)
	}
	for _, damage := range []struct{ from, to string }{
		{`"Roots":["a"]`, `"Roots":["c"]`},
		{`"Roots":["a"]`, `"Roots":[]`},
		{`"b":"b"`, `"b":"c"`},
		{`{"x":"a"}`, `{"x":""}`},
		{`["m",""]`, `["m"]`},
		{`{"ID":"b","Name":"b","Imports":{"x":"a"}}`, `null`},
		{`:/a/a.go"`, `:/../a.go"`},
		{`:/a/a.go"`, `:a.go"`},
		{`"module 1:/a/a.go"`, `"module 2:/a/a.go"`},
		{`"module 1:/a/a.go"`, `"/a/a.go"`},
		{`"module 1:"}`, `"module 1:/none"}`},
		{`}}}`, ``},
	} {
		text := strings.Replace(good, damage.from, damage.to, 1)
		if text == good {
			t.Fatalf("%s is not there", damage.from)
		}
		if roots, ok := s.decodeList([]byte(text)); ok {
			t.Errorf("%s is taken for %v", text, roots)
		}
	}
}
