package driver

import (
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/finding"
)

// A reuse is a module with a cache.
type reuse struct {
	t     *testing.T
	root  string // has the directories m, the module, and cache
	opts  Options
	cache string
	extra []*analysis.Analyzer

	memory string // of the go command; see testdata/gomemory
	whole  bool   // whether the go command is asked again after each edit, not only where it reads what is edited

	mu       sync.Mutex
	analysed []string
}

// A counted fact is never exported. It has the counter run where only facts are wanted.
type counted struct{}

func (*counted) AFact() {}

// pointAnalyzer reports what is called Pointed, and where it is declared.
var pointAnalyzer = &analysis.Analyzer{Name: "point", Doc: "points elsewhere", Run: func(pass *analysis.Pass) (any, error) {
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name == "Pointed" && pass.TypesInfo.Uses[id] != nil {
				pass.Report(analysis.Diagnostic{Pos: id.Pos(), Message: "pointed", Related: []analysis.RelatedInformation{
					{Pos: pass.TypesInfo.Uses[id].Pos(), Message: "there"},
				}})
			}
			return true
		})
	}
	return nil, nil
}}

// reuseFiles are a chain low, mid, high, top, and other, which only imports low's neighbour.
var reuseFiles = map[string]string{
	"go.mod": "module example.com/m\n\ngo 1.25\n",
	"low/low.go": `package low

import "errors"

// ErrLow is an error.
var ErrLow = errors.New("low")

// Work works.
//
// Errors:
//   - [ErrLow]
func Work(n int) error {
	if n > 1 {
		return ErrLow
	}
	return nil
}

// Pointed is pointed to.
func Pointed() int { return 1 }

// T is a type.
type T struct{ hidden hidden }

type hidden struct{ n int }
`,
	"mid/mid.go": `package mid

import "example.com/m/low"

// Work works.
func Work() error {
	if err := low.Work(1); err != nil {
		return err
	}
	return nil
}
`,
	"high/high.go": `package high

import "example.com/m/mid"

// Work works.
func Work() error { return mid.Work() }
`,
	"high/high_test.go":   "package high\n\nfunc work() error { return Work() }\n",
	"high/outer_test.go":  "package high_test\n\nimport (\n\t\"example.com/m/high\"\n\t\"example.com/m/low\"\n)\n\nfunc work() (int, error) { return low.Pointed(), high.Work() }\n",
	"point/point.go":      "package point\n\nimport \"example.com/m/low\"\n\nfunc Point() int { return low.Pointed() }\n",
	"other/other.go":      "package other\n\nimport \"strings\"\n\nfunc Other(s string) string { return strings.TrimSpace(s) }\n",
	"other/other_386.go":  "package other\n\nconst Small = true\n",
	"other/special.go":    "//go:build special\n\npackage other\n\nconst Special = true\n",
	"other/other_test.go": "package other\n\nvar _ = Other(\"\")\n",
}

func newReuse(t *testing.T) *reuse {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &reuse{t: t, root: root, cache: filepath.Join(root, "cache")}
	for name, text := range reuseFiles {
		r.write(name, text)
	}
	r.opts = Options{Env: testEnv(), ConfigKey: "default"}
	return r
}

// remember gives the go command a memory; with -full, one of its own.
func (r *reuse) remember() {
	r.t.Helper()
	if err := goMemory(); err != nil {
		r.t.Fatal(err)
	}
	r.memory = toolDir
	if *full {
		r.memory = r.t.TempDir()
	}
}

// listedText returns what the go command reads of a file when it lists packages, as go/parser has it, for package driver is not
// to be its own judge: of a Go file all before the declarations, and the files that it embeds.
func listedText(name string, text []byte) string {
	if filepath.Ext(name) != ".go" {
		return string(text)
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return string(text)
	}
	end := f.Name.End()
	if n := len(f.Decls); n > 0 {
		end = f.Decls[n-1].End()
	}
	read := string(text[:end-f.FileStart])
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "//go:embed") {
			read += line
		}
	}
	return read
}

// isSetting reports whether a file is one that says what the modules are.
func isSetting(name string) bool {
	return slices.Contains([]string{"go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt"}, filepath.Base(name))
}

// options returns the options for the state that the module is in.
func (r *reuse) options() Options {
	r.t.Helper()
	opts := r.opts
	opts.Dir = filepath.Join(r.root, "m")
	if r.memory == "" {
		return opts
	}
	all, own := sha256.New(), sha256.New()
	err := filepath.WalkDir(opts.Dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		writeStrings(all, strings.TrimPrefix(name, r.root))
		if r.whole || *full {
			writeStrings(all, string(text))
		} else {
			writeStrings(all, listedText(name, text))
		}
		if isSetting(name) {
			writeStrings(own, strings.TrimPrefix(name, r.root), string(text))
		}
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	opts.Env = append(slices.Clone(opts.Env), memoryVar+"="+r.memory, rootVar+"="+r.root, fmt.Sprintf("%s=%x", stateVar, all.Sum(nil)), fmt.Sprintf("%s=%x", ownVar, own.Sum(nil)))
	return opts
}

func (r *reuse) file(name string) string {
	return filepath.Join(r.root, "m", filepath.FromSlash(name))
}

func (r *reuse) write(name, text string) {
	r.t.Helper()
	file := r.file(name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

// replace replaces what is there once in a file.
func (r *reuse) replace(name, from, to string) {
	r.t.Helper()
	text, err := os.ReadFile(r.file(name))
	if err != nil {
		r.t.Fatal(err)
	}
	if strings.Count(string(text), from) != 1 {
		r.t.Fatalf("%s does not have %q once", name, from)
	}
	r.write(name, strings.Replace(string(text), from, to, 1))
}

// run runs the suite with the cache, compares the result with that without, and returns
// which packages were analysed: import paths without that of the module, sorted.
func (r *reuse) run() []string {
	r.t.Helper()
	if r.opts.Analyzers == nil {
		counter := &analysis.Analyzer{Name: "counter", Doc: "counts", FactTypes: []analysis.Fact{new(counted)}, Run: func(pass *analysis.Pass) (any, error) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.analysed = append(r.analysed, strings.TrimPrefix(pass.Pkg.Path(), "example.com/m/"))
			return nil, nil
		}}
		r.opts.Analyzers = append(append(errlint.Analyzers(errlint.Config{}), counter, pointAnalyzer), r.extra...)
	}
	opts := r.options()
	cached := opts
	cached.Cache = cache.Open(r.cache)
	want := mustRun(r.t, opts)
	r.analysed = nil
	got := mustRun(r.t, cached)
	if err := cached.Cache.Err(); err != nil {
		r.t.Errorf("cache: %v", err)
	}
	if diff := cmp.Diff(see(want), see(got)); diff != "" {
		r.t.Errorf("the result with the cache differs (-without +with):\n%s", diff)
	}
	slices.Sort(r.analysed)
	return r.analysed
}

// expect runs, and checks which packages were analysed.
func (r *reuse) expect(what string, want ...string) {
	r.t.Helper()
	if diff := cmp.Diff(want, r.run()); diff != "" {
		r.t.Errorf("%s: analysed packages differ (-want +got):\n%s", what, diff)
	}
}

var reuseAll = []string{"high", "low", "mid", "other", "point"}

// TestReuse checks what is analysed again after an edit, and what is not.
func TestReuse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		edit func(r *reuse)
		want []string
	}{
		{"nothing", func(*reuse) {}, nil},
		{"touched", func(r *reuse) { r.write("low/low.go", reuseFiles["low/low.go"]) }, nil},
		{"body at the top", func(r *reuse) { r.replace("high/high.go", "return mid.Work()", "_ = 1; return mid.Work()") }, []string{"high"}},
		{"body at the bottom", func(r *reuse) { r.replace("low/low.go", "n > 1", "n > 2") }, []string{"low", "point"}},
		{"comment", func(r *reuse) { r.replace("low/low.go", "// T is a type.", "// T is one.") }, []string{"low", "point"}},
		{"lines", func(r *reuse) { r.replace("low/low.go", "import \"errors\"", "import \"errors\"\n\n// More.") }, []string{"low", "point"}},
		{"lines where nobody points", func(r *reuse) { r.replace("mid/mid.go", "// Work works.", "// More.\n\n// Work works.") }, []string{"mid"}},
		{"unexported", func(r *reuse) { r.replace("mid/mid.go", "// Work works.", "func private() {}\n\n// Work works.") }, []string{"mid"}},
		{"exported", func(r *reuse) { r.replace("mid/mid.go", "// Work works.", "func Public() {}\n\n// Work works.") }, []string{"mid"}},
		{"a variable", func(r *reuse) { r.replace("mid/mid.go", "// Work works.", "var Public int\n\n// Work works.") }, []string{"high", "mid"}},
		{"exported at the bottom", func(r *reuse) { r.replace("low/low.go", "Work(n int)", "Work(n int64)") }, []string{"low", "mid", "point"}},
		{"one more at the bottom", func(r *reuse) { r.replace("low/low.go", "// T is a type.", "func More() {}\n\n// T is a type.") }, []string{"low", "point"}},
		{"a field of an unexported type", func(r *reuse) { r.replace("low/low.go", "n int }", "n int8 }") }, []string{"high", "low", "mid", "point"}},
		{"a fact", func(r *reuse) { r.replace("mid/mid.go", "return err\n", "return nil\n") }, []string{"high", "mid"}},
		{"a fact at the bottom", func(r *reuse) { r.replace("low/low.go", "return ErrLow", "return nil") }, []string{"high", "low", "mid", "point"}},
		{"a new file", func(r *reuse) { r.write("mid/more.go", "package mid\n") }, []string{"mid"}},
		{"a file that is left out", func(r *reuse) { r.replace("other/other_386.go", "true", "false") }, []string{"other"}},
		{"a file of tests", func(r *reuse) { r.replace("other/other_test.go", "\"\"", "\"a\"") }, nil},
		{"configuration", func(r *reuse) { r.opts.ConfigKey = "other" }, reuseAll},
		{"version of Go", func(r *reuse) { r.replace("go.mod", "go 1.25", "go 1.24") }, reuseAll},
		{"processor", func(r *reuse) { r.opts.Env = append(r.opts.Env, "GOARCH=386") }, reuseAll},
		{"tags", func(r *reuse) { r.opts.Tags = []string{"special"} }, []string{"other"}},
		{"tags by GOFLAGS", func(r *reuse) { r.opts.Env = append(r.opts.Env, "GOFLAGS=-tags=special") }, []string{"other"}},
		{"tests", func(r *reuse) { r.opts.Tests = true }, []string{"high", "high_test", "other"}},
		{"one pattern", func(r *reuse) { r.opts.Patterns = []string{"./high"} }, nil},
		{"another module's directory", func(r *reuse) { r.replace("go.mod", "example.com/m", "example.com/m // comment") }, nil},
	}
	cold := newReuse(t)
	cold.remember()
	cold.expect("cold", reuseAll...)
	for _, test := range sample(tests, 8, 1) {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := newReuse(t)
			r.remember()
			if err := os.CopyFS(r.cache, os.DirFS(cold.cache)); err != nil {
				t.Fatal(err)
			}
			r.expect("the same elsewhere")
			env, key := r.opts.Env, r.opts.ConfigKey
			test.edit(r)
			r.expect("after the edit", test.want...)
			r.expect("again")

			// What was there before is still there.
			for name, text := range reuseFiles {
				r.write(name, text)
			}
			if err := os.RemoveAll(r.file("mid/more.go")); err != nil {
				t.Fatal(err)
			}
			r.opts.Env, r.opts.ConfigKey = env, key
			r.opts.Tags, r.opts.Tests, r.opts.Patterns = nil, false, nil
			r.expect("undone")
		})
	}
}

// functionAnalyzer tells of the functions of packages below what is known of them, however it comes by them.
var functionAnalyzer = &analysis.Analyzer{Name: "function", Doc: "tells of functions", FactTypes: []analysis.Fact{new(fielded)}, Run: func(pass *analysis.Pass) (any, error) {
	for _, name := range pass.Pkg.Scope().Names() {
		if fn, ok := pass.Pkg.Scope().Lookup(name).(*types.Func); ok {
			pass.ExportObjectFact(fn, &fielded{fmt.Sprint(fn.Name(), fn.Signature())})
		}
	}
	said := make(map[string]bool)
	say := func(text string) {
		if !said[text] {
			said[text] = true
			pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Name.Pos(), Message: text})
		}
	}
	seen := make(map[*types.Package]bool)
	for todo := pass.Pkg.Imports(); len(todo) > 0; todo = todo[1:] {
		if p := todo[0]; !seen[p] {
			seen[p] = true
			todo = append(todo, p.Imports()...)
			for _, name := range p.Scope().Names() {
				var fact fielded
				if fn, ok := p.Scope().Lookup(name).(*types.Func); ok && pass.ImportObjectFact(fn, &fact) {
					say(p.Name() + " has " + fact.Text)
				}
			}
		}
	}
	for _, f := range pass.AllObjectFacts() {
		if fn, ok := f.Object.(*types.Func); ok && fn.Pkg() != pass.Pkg {
			say(fn.Pkg().Name() + " has " + f.Fact.(*fielded).Text)
		}
	}
	return nil, nil
}}

// TestReuseOfFunctions has packages that name functions of others, in code and in comments, and packages above those. What is found must not
// depend on functions that are not named, although rules may come to them.
func TestReuseOfFunctions(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.remember()
	r.extra = []*analysis.Analyzer{functionAnalyzer}
	r.remember()
	r.only(map[string]string{
		"go.mod":     "module example.com/m\n\ngo 1.24\n",
		"low/low.go": "package low\n\nfunc Used() {}\n\nfunc Other() int { return 1 }\n",
		"mid/mid.go": "package mid\n\nimport \"example.com/m/low\"\n\n// Work does what [low.Mentioned] does, or “Quoted”.\n//\n// Errors:\n//   - [low.Listed]\nfunc Work() error { low.Used(); return nil }\n",
		"dot/dot.go": "package dot\n\nimport . \"example.com/m/low\"\n\nfunc init() { Used() }\n",
		"far/far.go": "package far\n\nimport \"example.com/m/mid\"\n\n// Work does what [low.Mentioned] does.\n//\n// Errors:\n//   - [low.Listed]\n//   - low.Used\nfunc Work() error { return mid.Work() }\n",
	})
	r.expect("cold", "dot", "far", "low", "mid")
	low := func(text string) { r.write("low/low.go", "package low\n\n"+text) }
	low("func Used() {}\n\nfunc Other() int { return 1 }\n\nfunc More() {}\n")
	r.expect("one more", "dot", "low")
	low("func Used() {}\n\nfunc Other(int) {}\n")
	r.expect("another type of one that nobody names", "dot", "low")
	low("func Used(...int) {}\n")
	r.expect("another type of one that is used, and one less", "dot", "low", "mid")
	low("func Used() {}\n\nfunc Other() int { return 1 }\n\nfunc Mentioned() {}\n")
	r.expect("one that is mentioned", "dot", "low", "mid")
	low("func Used() {}\n\nfunc Other() int { return 1 }\n\nfunc Quoted() {}\n")
	r.expect("one in quotes", "dot", "low", "mid")
	low("func Used() {}\n\nfunc Other() int { return 1 }\n\nfunc Listed() {}\n")
	r.expect("one that is taken for an error", "dot", "low", "mid")
	low("func Used() {}\n\nfunc Other() int { return 1 }\n\nfunc Größe() {}\n")
	r.expect("one whose name is no such word", "dot", "low", "mid")
	low("func Used() {}\n\nfunc Other() int { return 1 }\n\nfunc ErrorIs() {}\n")
	r.expect("one that a rule looks for", "dot", "low", "mid")
	low("func Used() {}\n\nvar Other = 1\n")
	r.expect("a variable in its place", "dot", "far", "low", "mid")
	res := mustRun(t, r.options())
	said := make(map[string]bool)
	for _, f := range res.Findings {
		if f.Rule == "function" {
			said[strings.TrimPrefix(f.Package, "example.com/m/")+": "+f.Message] = true
		}
	}
	if diff := cmp.Diff(map[string]bool{"dot: low has Usedfunc()": true, "mid: low has Usedfunc()": true, "far: mid has Workfunc() error": true}, said); diff != "" {
		t.Errorf("functions that a rule knows of differ (-want +got):\n%s", diff)
	}
}

// A fielded fact is about a field.
type fielded struct{ Text string }

func (*fielded) AFact() {}

// fieldAnalyzer tells of the fields that a package uses what is said beside their declarations.
var fieldAnalyzer = &analysis.Analyzer{Name: "field", Doc: "tells of fields", FactTypes: []analysis.Fact{new(fielded)}, Run: func(pass *analysis.Pass) (any, error) {
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				for _, id := range n.Names {
					if obj := pass.TypesInfo.Defs[id]; obj != nil && n.Comment != nil {
						pass.ExportObjectFact(obj, &fielded{n.Comment.Text()})
					}
				}
			case *ast.Ident:
				var fact fielded
				if obj := pass.TypesInfo.Uses[n]; obj != nil && pass.ImportObjectFact(obj, &fact) {
					pass.Report(analysis.Diagnostic{Pos: n.Pos(), Message: fact.Text})
				}
			}
			return true
		})
	}
	return nil, nil
}}

// TestReuseOfSharedParts has types that share fields and methods, and what is known of these.
func TestReuseOfSharedParts(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.remember()
	r.extra = []*analysis.Analyzer{fieldAnalyzer}
	r.only(map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.24\n",
		"low/low.go": `package low

import "errors"

// ErrLow is low.
var ErrLow = errors.New("low")

// A Doer does.
type Doer interface {
	// Do does.
	//
	// Errors:
	//   - [ErrLow]
	Do() error
}

// A Base has a field.
type Base struct {
	Field int // Said.
}

// A View looks like a Doer.
type View Doer

// An Extra looks like a Base.
type Extra Base
`,
		"mid/mid.go": "package mid\n\nimport \"example.com/m/low\"\n\n// A View looks like a Doer.\ntype View low.Doer\n\n// An Extra looks like a Base.\ntype Extra low.Base\n",
		"top/top.go": `package top

import (
	"example.com/m/low"
	"example.com/m/mid"
)

// Low does.
//
// Errors: none.
func Low(v low.View, e low.Extra) error { _ = e.Field; return v.Do() }

// Mid does.
//
// Errors: none.
func Mid(v mid.View, e mid.Extra) error { _ = e.Field; return v.Do() }
`,
	})
	r.expect("cold", "low", "mid", "top")
	for _, text := range []string{"first", "second", "third"} {
		r.replace("top/top.go", "package top\n", "package top\n\n// The "+text+" edit.\n")
		r.expect("the "+text+" edit", "top")
	}
}

// TestReuseOfDotImports checks that names which the package does not have can be in each other's way.
func TestReuseOfDotImports(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.remember()
	r.only(map[string]string{
		"go.mod":   "module example.com/m\n\ngo 1.25\n",
		"b/b.go":   "package b\n\nfunc B() {}\n",
		"c/c.go":   "package c\n\nfunc C() {}\n\nfunc Clash() {}\n",
		"a/a.go":   "package a\n\nimport . \"example.com/m/b\"\nimport/* a comment */.\"example.com/m/c\"\n\nfunc f() { B(); C() }\n",
		"a/aa.go":  "package a\n\nimport . \"strings\"\n\nvar _ = ToUpper(\"\")\n",
		"d/d.go":   "package d\n\nimport \"example.com/m/b\"\n\n// D is a . dot, and \" . \" more.\nfunc d() { b.B() }\n",
		"d/d2.go":  "package d\n",
		"b/doc.go": "package b\n",
	})
	r.expect("cold", "a", "b", "c", "d")
	r.replace("b/b.go", "func B", "func Other() {}\n\nfunc B")
	r.expect("another name", "a", "b")
	r.replace("b/b.go", "func Other", "func Clash")
	r.expect("the same name", "b")
	if res := mustRun(t, r.options()); len(res.Problems) != 1 {
		t.Errorf("problems: %v", res.Problems)
	}
	// What is in the way may be anywhere in its package.
	r.replace("b/b.go", "package b", "package b\n\n// More.")
	r.expect("lines", "b")
	r.replace("b/b.go", "package b\n\n// More.", "package b")
	r.replace("b/b.go", "func Clash", "func Other")
	r.expect("another name again")
}

// TestReuseOfSizes checks that a package that imports nothing is another one for another processor.
func TestReuseOfSizes(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.remember()
	r.only(map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.25\n",
		"a/a.go": "package a\n\nimport \"unsafe\"\n\nvar X [unsafe.Sizeof(uintptr(0))]error\n",
	})
	r.expect("cold", "a")
	r.opts.Env = append(r.opts.Env, "GOARCH=386")
	r.expect("another processor", "a")
}

// TestReuseOfPackageNames checks that a package that is seen from afar is seen with its name.
func TestReuseOfPackageNames(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.remember()
	r.only(map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.25\n",
		"c/c.go": "package cc\n\nimport \"errors\"\n\n// ErrC is.\nvar ErrC = errors.New(\"c\")\n",
		"b/b.go": "package b\n\nimport x \"example.com/m/c\"\n\n// B is.\n//\n// Errors:\n//   - [x.ErrC]\nfunc B() error { return x.ErrC }\n",
		"a/a.go": "package a\n\nimport \"example.com/m/b\"\n\n// A is.\nfunc A() error { return b.B() }\n",
	})
	r.expect("cold", "a", "b", "c")
	r.replace("c/c.go", "package cc", "package dd")
	r.expect("another name", "a", "b", "c")
}

// TestReuseOfTheBroken checks that what does not type-check, what imports it, and what imports something that is missing cost
// no more than the rest does when nothing has changed, and that all of it is looked at again when something has.
func TestReuseOfTheBroken(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.remember()
	r.only(map[string]string{
		"go.mod":         "module example.com/m\n\ngo 1.25\n\nrequire example.com/ext v0.0.0\n\nreplace example.com/ext => ./ext\n",
		"good/good.go":   "package good\n\nfunc Pointed() error { return nil }\n",
		"wrong/wrong.go": "package wrong\n\nimport \"example.com/m/good\"\n\nvar X int = \"text\"\n\nvar Y undeclared\n\nfunc F() error { return good.Pointed() }\n",
		"lack/lack.go":   "package lack\n\nimport \"example.com/missing/dep\"\n\nfunc F() error { return dep.F() }\n",
		"on/on.go":       "package on\n\nimport (\n\t\"example.com/m/lack\"\n\t\"example.com/m/wrong\"\n)\n\nfunc F() error { wrong.F(); return lack.F() }\n",
		"uses/uses.go":   "package uses\n\nimport \"example.com/m/wrong\"\n\nvar Z = wrong.Y\n",
		"half/half.go":   "package half\n\nimport \"example.com/ext\"\n\nfunc Half() error { return ext.F() }\n",
		"top/top.go":     "package top\n\nimport \"example.com/m/half\"\n\nfunc Top() error { return half.Half() }\n",
		"ext/go.mod":     "module example.com/ext\n\ngo 1.25\n",
		"ext/ext.go":     "package ext\n\nimport \"example.com/missing/dep\"\n\nfunc F() error { return nil }\n\nvar X = dep.X\n",
	})
	r.expect("cold", "good", "half", "on", "top")
	r.expect("again")
	r.replace("ext/ext.go", "func F", "func G() {}\n\nfunc F")
	r.expect("the broken one of others", "half", "top")
	r.replace("wrong/wrong.go", "\"text\"", "1")
	r.expect("one fault less", "on")
	r.replace("wrong/wrong.go", "var Y undeclared\n", "var Y int")
	r.expect("mended", "on", "uses", "wrong")
	r.write("ext/ext.go", "package ext\n\nfunc F() error { return nil }\n")
	r.expect("no longer missing", "half", "on", "top") // the go command names another importer of what is missing
	r.replace("good/good.go", "Pointed()", "pointed()")
	r.expect("broken anew", "good", "on", "uses")
	r.expect("at last")
}

// TestReuseOfFacts checks that what was analysed only for its facts is not taken for
// a result, whatever the analyzers.
func TestReuseOfFacts(t *testing.T) {
	t.Parallel()
	for _, as := range [][]*analysis.Analyzer{nil, {markAnalyzer}} {
		r := newReuse(t)
		r.remember()
		r.replace("low/low.go", "// Pointed is", "// Pointed mark is")
		r.replace("point/point.go", "func Point", "// Point mark points.\nfunc Point")
		r.opts.Analyzers = as
		r.opts.Patterns = []string{"./point"}
		r.run()
		r.opts.Patterns = nil
		r.run()
		r.opts.Patterns = []string{"./low"}
		r.run()
	}
}

// TestReuseOfTests checks that a finding of an external test, which points into the package
// that is tested, follows the lines there.
func TestReuseOfTests(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.remember()
	r.opts.Tests = true
	r.write("low/low_test.go", "package low_test\n\nimport \"example.com/m/low\"\n\nvar _ = low.Pointed()\n")
	r.run()
	r.replace("low/low.go", "import \"errors\"", "import \"errors\"\n\n// More.")
	r.run()
	r.write("low/export_test.go", "package low\n\n// Padding.\n\nfunc Inner() int { return Pointed() }\n")
	r.write("low/low_test.go", "package low_test\n\nimport \"example.com/m/low\"\n\nvar _ = low.Pointed() + low.Inner()\n")
	r.run()
	r.replace("low/export_test.go", "// Padding.", "// Padding.\n// More.")
	r.run()
	r.write("low/export_test.go", "package low\n\n// Padding.\n\nvar Inner = struct{ Pointed func() int }{Pointed}\n")
	r.write("low/low_test.go", "package low_test\n\nimport \"example.com/m/low\"\n\nvar _ = low.Inner.Pointed\n")
	r.run()
	r.replace("low/export_test.go", "// Padding.", "// Padding.\n// More.")
	r.run()
}

// TestReuseElsewhere checks that a cache and a module can be moved, and that no entry has a name
// of this machine in it.
func TestReuseElsewhere(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.remember()
	r.expect("cold", reuseAll...)
	r.replace("high/high.go", "return mid.Work()", "_ = 1; return mid.Work()") // now there are types, too
	r.expect("body", "high")
	for _, name := range entryFiles(t, r.cache) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, place := range []string{r.root, goroot(), os.TempDir()} {
			if strings.Contains(string(text), place) {
				t.Errorf("an entry has %q in it: %q", place, text)
			}
		}
	}
	moved := filepath.Join(filepath.Dir(r.root), "moved", "here")
	if err := os.MkdirAll(filepath.Dir(moved), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(r.root, moved); err != nil {
		t.Fatal(err)
	}
	r.root, r.cache = moved, filepath.Join(moved, "cache")
	t.Cleanup(func() { os.RemoveAll(filepath.Dir(moved)) })
	r.expect("moved")
	before := len(entryFiles(t, r.cache))
	r.replace("point/point.go", "return low.Pointed()", "_ = 1; return low.Pointed()")
	r.expect("body", "point")
	if after := len(entryFiles(t, r.cache)); after != before+2 { // the package's result, and the run's
		t.Errorf("%d entries, and after the edit of one package %d", before, after)
	}
	var related []finding.Related
	for _, f := range mustRun(t, r.options()).Findings {
		related = append(related, f.Related...)
	}
	if len(related) == 0 {
		t.Error("no finding points anywhere")
	}
}

// TestReuseOfSummaries checks that a summary is made again when anything has changed that it may be of, or the caller wants another, and not when
// nothing has; that it is not taken for the result; and that none is kept where the findings are wanted.
func TestReuseOfSummaries(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.remember()
	r.expect("cold", reuseAll...)
	made := 0
	opts := func() Options {
		o := r.options()
		o.Cache = cache.Open(r.cache)
		o.SummaryKey = "files"
		o.Summarize = func(res *Result) string {
			made++
			return fmt.Sprintf("%+v", see(res))
		}
		return o
	}
	expect := func(what string, o Options, want int) {
		t.Helper()
		made = 0
		plain := r.options()
		res := mustRun(t, o)
		if made != want {
			t.Errorf("%s: made %d times, want %d", what, made, want)
		}
		if res.Findings != nil || res.Hidden != nil {
			t.Errorf("%s: there are findings beside the summary", what)
		}
		if diff := cmp.Diff(fmt.Sprintf("%+v", see(mustRun(t, plain))), res.Summary); diff != "" {
			t.Errorf("%s: the summary differs (-without the cache +with):\n%s", what, diff)
		}
	}
	expect("of a result that is kept", opts(), 1)
	expect("again", opts(), 0)
	r.expect("the result")
	o := opts()
	o.SummaryKey = "other"
	expect("another one", o, 1)
	r.replace("point/point.go", "return low.Pointed()", "_ = 1; return low.Pointed()")
	expect("after an edit", opts(), 1)
	expect("after an edit, again", opts(), 0)
	r.expect("the result after an edit")
	r.replace("point/point.go", "_ = 1; ", "")
	expect("undone", opts(), 0)
	r.write("low/broken.go", "package low\n\nvar x int = \"\"\n")
	expect("of what does not compile", opts(), 1)
	expect("of what does not compile, again", opts(), 0)
	if res := mustRun(t, opts()); len(res.Problems) == 0 {
		t.Error("the problems are not there beside the summary")
	}
	if err := os.Remove(r.file("low/broken.go")); err != nil {
		t.Fatal(err)
	}

	o = opts()
	o.SummaryKey = "none"
	o.Summarize = func(*Result) string { made++; return "" }
	for range 2 {
		made = 0
		if res := mustRun(t, o); made != 1 || res.Summary != "" || len(res.Findings) == 0 {
			t.Errorf("no summary: made %d times, %d findings", made, len(res.Findings))
		}
	}

	// Files are called something else there.
	moved := r.root + "-moved"
	if err := os.Rename(r.root, moved); err != nil {
		t.Fatal(err)
	}
	r.root, r.cache = moved, filepath.Join(moved, "cache")
	t.Cleanup(func() { os.RemoveAll(moved) })
	expect("elsewhere", opts(), 1)
}

// only makes the module one of other files than reuseFiles.
func (r *reuse) only(files map[string]string) {
	r.t.Helper()
	if err := os.RemoveAll(r.file("")); err != nil {
		r.t.Fatal(err)
	}
	for name, text := range files {
		r.write(name, text)
	}
}

// TestReuseOfTargets checks that what was found out about a package for those that import it is not taken for all that there is to say of it.
func TestReuseOfTargets(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.remember()
	r.opts.Analyzers = []*analysis.Analyzer{functionAnalyzer}
	r.only(map[string]string{
		"go.mod":       "module example.com/m\n\ngo 1.24\n",
		"low/low.go":   "package low\n\nfunc Work() {}\n",
		"mid/mid.go":   "package mid\n\nimport \"example.com/m/low\"\n\nfunc Work() { low.Work() }\n",
		"high/high.go": "package high\n\nimport \"example.com/m/mid\"\n\nfunc Work() { mid.Work() }\n",
	})
	for _, patterns := range [][]string{{"./high"}, {"./..."}, {"./mid"}} {
		r.opts.Patterns = patterns
		r.run()
	}
}

// TestReuseOfAnalyzers has the same configuration for other analyzers.
func TestReuseOfAnalyzers(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.remember()
	for _, as := range [][]*analysis.Analyzer{{pointAnalyzer}, {pointAnalyzer, whereAnalyzer}, {whereAnalyzer}} {
		r.opts.Analyzers = as
		r.run()
	}
}

// TestReuseOfTypes has declarations whose lines and types change, and change back, before those above are analysed again.
func TestReuseOfTypes(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(r *reuse){
		"lines": func(r *reuse) { r.replace("mid/mid.go", "var", "// V is.\nvar") },
		"types": func(r *reuse) { r.replace("low/low.go", "int", "int64") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newReuse(t)
			r.remember()
			r.extra = []*analysis.Analyzer{whereAnalyzer}
			r.remember()
			files := map[string]string{
				"go.mod":       "module example.com/m\n\ngo 1.24\n",
				"low/low.go":   "package low\n\nvar V int\n",
				"mid/mid.go":   "package mid\n\nimport \"example.com/m/low\"\n\nvar V = low.V\n",
				"high/high.go": "package high\n\nimport \"example.com/m/mid\"\n\nvar V = mid.V\n",
			}
			r.only(files)
			r.run()
			change(r)
			r.run()
			r.only(files)
			r.replace("high/high.go", "var", "// V is.\nvar")
			r.run()
		})
	}
}

// TestReuseBelowOthers has a package of others that imports one of the module's, and is imported.
func TestReuseBelowOthers(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.remember()
	r.extra = []*analysis.Analyzer{whereAnalyzer}
	r.only(map[string]string{
		"go.mod":                        "module example.com/m\n\ngo 1.25\n\nrequire example.com/dep v1.0.0\n",
		"vendor/modules.txt":            "# example.com/dep v1.0.0\n## explicit; go 1.20\nexample.com/dep\n",
		"vendor/example.com/dep/dep.go": "package dep\n\nimport \"example.com/m/low\"\n\nvar V = low.F()\n",
		"low/low.go":                    "package low\n\nfunc F() int { return 1 }\n",
		"a/a.go":                        "package a\n\nimport \"example.com/dep\"\n\nvar v = dep.V\n",
	})
	r.expect("cold", "a", "low")
	r.replace("low/low.go", "F() int", "F() int64")
	r.expect("another type", "a", "low")
	r.replace("low/low.go", "return 1", "return 2")
	r.expect("a body", "low")
}

// TestReuseOfVersions checks that a package in the module cache is what its version says.
func TestReuseOfVersions(t *testing.T) {
	t.Parallel()
	dir, err := downloads()
	if err != nil {
		t.Fatal(err)
	}
	r := newReuse(t)
	r.extra = []*analysis.Analyzer{whereAnalyzer}
	r.opts.Env = testEnv("GOPROXY=file://"+filepath.ToSlash(filepath.Join(dir, "proxy")), "GOMODCACHE="+filepath.Join(dir, "mod"), "GOSUMDB=off", "GOFLAGS=-mod=mod")
	r.only(map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.24\n\nrequire " + genVer + " v1.0.0\n",
		"a/a.go": "package a\n\nimport \"" + genVer + "\"\n\n// A is.\nfunc A() error { return ver.Call(1) }\n",
	})
	r.expect("cold", "a")
	r.replace("go.mod", "v1.0.0", "v1.2.0")
	r.expect("another version", "a")
	r.replace("go.mod", "v1.2.0", "v1.0.0")
	r.expect("the one before")
}

// TestReuseOfVendored checks that a vendored package is what its files say, not its version.
func TestReuseOfVendored(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.remember()
	r.only(map[string]string{
		"go.mod":                            "module example.com/m\n\ngo 1.25\n\nrequire example.com/dep v1.0.0\n",
		"vendor/modules.txt":                "# example.com/dep v1.0.0\n## explicit; go 1.20\nexample.com/dep\nexample.com/dep/low\n",
		"vendor/example.com/dep/dep.go":     "package dep\n\nimport \"example.com/dep/low\"\n\ntype T = low.T\n\nfunc Pointed() error { return nil }\n",
		"vendor/example.com/dep/low/low.go": "package low\n\ntype T struct{ F int }\n",
		"a/a.go":                            "package a\n\nimport \"example.com/dep\"\n\n// A is.\nfunc A() error { return dep.Pointed() }\n",
	})
	r.expect("cold", "a")
	r.expect("again")
	r.replace("vendor/example.com/dep/dep.go", "Pointed()", "Pointed(...int)")
	r.expect("edited", "a")
	r.replace("vendor/example.com/dep/dep.go", "func", "\n\nfunc")
	r.expect("shifted", "a")
	r.replace("vendor/example.com/dep/low/low.go", "F int", "F int64")
	r.expect("below what is imported", "a")
	r.expect("at last")
}

// TestReuseInWorkspace checks a workspace, of which all modules are own. The pattern of one that has nothing but tests matches a package whether the
// answer of the go command is new or kept.
func TestReuseInWorkspace(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.remember()
	r.only(map[string]string{
		"go.work":             "go 1.25\n\nuse (\n\t./one\n\t./two\n\t./three\n)\n",
		"three/go.mod":        "module example.com/m/three\n\ngo 1.25\n",
		"three/three_test.go": "package three\n\nimport \"testing\"\n\nfunc TestThree(t *testing.T) {}\n",
		"one/go.mod":          "module example.com/m/one\n\ngo 1.24\n",
		"one/one.go":          "package one\n\nimport \"errors\"\n\nvar ErrOne = errors.New(\"one\")\n\n// Pointed is.\nfunc Pointed() error { return ErrOne }\n",
		"two/go.mod":          "module example.com/m/two\n\ngo 1.25\n",
		"two/two.go":          "package two\n\nimport \"example.com/m/one\"\n\n// Two is.\nfunc Two() error { return one.Pointed() }\n",
		"two/a/a.go":          "package a\n\nimport \"example.com/m/two\"\n\n// A is.\nfunc A() error { return two.Two() }\n",
	})
	all := []string{"./one/...", "./two/...", "./three/..."}
	r.opts.Patterns = all
	r.opts.Env = append(r.opts.Env, "GOWORK="+r.file("go.work"))
	r.expect("cold", "one", "two", "two/a")
	r.expect("again")
	r.opts.Patterns = []string{"./two/..."}
	r.expect("one of them")
	r.replace("one/one.go", "return ErrOne", "return nil")
	r.expect("a fact", "one", "two", "two/a")
	r.opts.Patterns = all
	r.expect("all, of which one was analysed for its facts", "one")
	r.replace("one/go.mod", "1.24", "1.23")
	r.expect("version of Go", "one")
	r.expect("at last")
}

// TestReuseWithC checks that a package that uses cgo is analysed each time, and those that import it
// are not.
func TestReuseWithC(t *testing.T) {
	t.Parallel()
	if !*full {
		t.Skip("the C toolchain is slow: with -full")
	}
	needC(t)
	r := newReuse(t)
	r.opts.Env = append(r.opts.Env, "CGO_ENABLED=1")
	r.opts.Cgo = true
	r.only(map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.25\n",
		"c/c.go": "package c\n\n// int one(void) { return 1; }\nimport \"C\"\n\n// Pointed is.\nfunc Pointed() int { return int(C.one()) }\n",
		"a/a.go": "package a\n\nimport \"example.com/m/c\"\n\nfunc A() int { return c.Pointed() }\n",
		"b/b.go": "package b\n\nimport \"example.com/m/a\"\n\nfunc B() int { return a.A() }\n",
	})
	r.expect("cold", "a", "b", "c")
	r.expect("again", "c")
	r.replace("a/a.go", "func A", "// A is.\nfunc A")
	r.expect("comment", "a", "c")
	r.replace("c/c.go", "// Pointed is.", "// Pointed\n// is.")
	r.expect("lines in c", "a", "c")
	r.replace("c/c.go", "func Pointed() int {", "func Pointed(...int) int {")
	r.expect("signature in c", "a", "c")
	r.opts.Cgo = false
	r.expect("without cgo", "a", "b", "c")
	r.expect("again")
}
