package metamorphic

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"hash/fnv"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint"
	_ "github.com/errlint/errlint/internal/cases" // sets the pace of the garbage collector
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/passes/raisesdoc"
)

var (
	seeds  = flag.Int("metamorphic.seeds", 0, "change the cases of the rules, too, and everything in each way so many times; 0: one example, once")
	clones = flag.String("metamorphic.clones", "", "change the modules in these `directories`, too, a comma-separated list")
	report = flag.String("metamorphic.report", "", "write all differences to this `file`")
	only   = flag.String("metamorphic.only", "", "make only the changes whose names contain this `text`")
)

// allSeeds is with how many seeds all differences are known that there are to be.
const allSeeds = 3

// TestChanges changes the cases of the rules and the examples.
func TestChanges(t *testing.T) {
	var out strings.Builder
	examples := filepath.Join("..", "..", "examples")
	subjects := []*subject{clone(t, filepath.Join(examples, "broken"))}
	if *seeds > 0 {
		subjects = append(subjects, cases(t), clone(t, filepath.Join(examples, "clean")))
	}
	for _, dir := range strings.Split(*clones, ",") {
		if dir != "" {
			subjects = append(subjects, clone(t, dir))
		}
	}
	known, occurs := readKnown(t), make(map[string]bool)
	changed := 0
	for _, s := range subjects {
		s.analyse(t)
		for _, c := range changes {
			if !strings.Contains(c.name, *only) {
				continue
			}
			for seed := range max(1, *seeds) {
				n, differences := s.change(t, c, uint64(seed))
				changed += n
				for _, d := range differences {
					fmt.Fprintf(&out, "%s\n\t%s\n", d.key(), d)
					occurs[d.key()] = true
					if known[d.key()] == "" {
						t.Errorf("%s\n\tunless it is mended, or a line of testdata/known.txt with a reason: %s", d, d.key())
					}
				}
			}
		}
	}
	t.Logf("%d changed packages", changed)
	if *seeds >= allSeeds && *only == "" {
		for key := range known {
			if !occurs[key] {
				t.Errorf("no longer different: remove the line from testdata/known.txt: %s", key)
			}
		}
		if changed < 2000 {
			t.Errorf("only %d packages have been changed", changed)
		}
	}
	if *report != "" {
		if err := os.WriteFile(*report, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// A subject is a module that is changed.
type subject struct {
	name     string
	dir      string
	packages []*packages.Package
	findings []finding.Finding
	problems map[string]bool
}

// A difference is a finding that only the original or only the changed module has.
type difference struct {
	change  string
	finding finding.Finding
	lost    bool
	place   string // in the original
	example string // the line there
}

func (d difference) String() string {
	what := "new"
	if d.lost {
		what = "lost"
	}
	return fmt.Sprintf("%s: %s: %s/%s: %s: %s\n\t%s", d.change, what, d.finding.Rule, d.finding.Category, d.place, d.finding.Message, d.example)
}

// environment is that of the go command: nothing is downloaded, and no other module has a say.
func environment() []string { return append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off") }

// modulePath is the path of the module that the cases are in.
const modulePath = "example.com/cases"

// cases returns the cases of the rules as one module. What stands for other modules in them, does so here.
func cases(t *testing.T) *subject {
	t.Helper()
	dir := t.TempDir()
	src := filepath.Join("..", "..", "testdata", "src")
	own := make(map[string]bool) // top directories
	entries, err := os.ReadDir(src)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && !strings.Contains(e.Name(), ".") {
			if _, err := os.Stat(filepath.Join(src, e.Name(), "go.mod")); err != nil {
				own[e.Name()] = true
			}
		}
	}
	imports := regexp.MustCompile(`(?m)^(import |\t)([\w.]+ )?"(\w+)/`)
	mod := "module " + modulePath + "\n\ngo 1.26\n"
	err = filepath.WalkDir(src, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(src, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		top, _, _ := strings.Cut(rel, "/")
		isGo := strings.HasSuffix(rel, ".go") && !strings.HasSuffix(rel, "_test.go")
		switch {
		case own[top] && isGo:
		case strings.Contains(top, ".") && isGo:
			rel = "modules/" + rel
		default:
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text = imports.ReplaceAllFunc(text, func(m []byte) []byte {
			parts := imports.FindSubmatch(m)
			if !own[string(parts[3])] {
				return m
			}
			return []byte(string(parts[1]) + string(parts[2]) + `"` + modulePath + "/" + string(parts[3]) + "/")
		})
		return write(filepath.Join(dir, filepath.FromSlash(rel)), string(text))
	})
	if err != nil {
		t.Fatal(err)
	}
	others, err := filepath.Glob(filepath.Join(src, "*.*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var stubs []string
	for _, dir := range others {
		if files, _ := filepath.Glob(filepath.Join(dir, "*.go")); len(files) > 0 { // as in go.uber.org/zap
			stubs = append(stubs, dir)
		} else if below, _ := filepath.Glob(filepath.Join(dir, "*")); len(below) > 0 { // as in github.com/pkg/errors
			stubs = append(stubs, below...)
		}
	}
	for _, stub := range stubs {
		other, err := filepath.Rel(src, stub)
		if err != nil {
			t.Fatal(err)
		}
		other = filepath.ToSlash(other)
		major := "0" // of k8s.io/klog/v2 it is 2, of gopkg.in/check.v1 1
		if m := regexp.MustCompile(`[/.]v([0-9]+)$`).FindStringSubmatch(other); m != nil {
			major = m[1]
		}
		mod += fmt.Sprintf("\nrequire %[1]s v%[2]s.0.0\n\nreplace %[1]s => ./modules/%[1]s\n", other, major)
		if err := write(filepath.Join(dir, "modules", filepath.FromSlash(other), "go.mod"), "module "+other+"\n\ngo 1.26\n"); err != nil {
			t.Fatal(err)
		}
	}
	if err := write(filepath.Join(dir, "go.mod"), mod); err != nil {
		t.Fatal(err)
	}
	return &subject{name: "cases", dir: dir}
}

func write(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o666)
}

// clone returns a copy of a module.
func clone(t *testing.T, dir string) *subject {
	t.Helper()
	to := t.TempDir()
	if err := copyModule(dir, to); err != nil {
		t.Fatal(err)
	}
	return &subject{name: filepath.Base(dir), dir: to}
}

// copyModule copies the files of a module but for the tests.
func copyModule(from, to string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); rel != "." && strings.HasPrefix(base, ".") {
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(rel, "_test.go") || !d.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return write(filepath.Join(to, rel), string(text))
	})
}

// analyse runs errlint on the original.
func (s *subject) analyse(t *testing.T) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	s.dir = dir
	s.packages, err = packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports,
		Dir:  dir,
		Env:  environment(),
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	var problems []string
	s.findings, problems = check(t, dir)
	s.problems = make(map[string]bool)
	for _, p := range problems {
		s.problems[p] = true
	}
	if len(s.packages) == 0 {
		t.Fatalf("%s has no packages", s.name)
	}
	t.Logf("%s: %d packages, %d findings, problems: %q", s.name, len(s.packages), len(s.findings), problems)
}

// config is the default, but that raisesdoc asks for all errors, and what is in preview is shown, so that more is seen of the model.
var config = errlint.Config{
	Enable: []string{
		"noerrordict", "noerrordict/error-struct", "decorated", "opname", "raisesdoc", "directive",
		"wrapcause", "wrapcause/translated", "wrapcause/nameless", "wrapcause/helper",
		"errmatch", "errmatch/unnamed", "errmap", "errcode", "errlog", "envelope", "domainerr", "safemsg",
	},
	RaisesDoc: raisesdoc.Options{Level: raisesdoc.Listed},
}

// check runs errlint. The problems are messages only, so that they can be compared.
func check(t *testing.T, dir string) ([]finding.Finding, []string) {
	t.Helper()
	result, err := driver.Run(t.Context(), driver.Options{Dir: dir, Env: environment(), Analyzers: errlint.Analyzers(config)})
	if err != nil {
		t.Fatal(err)
	}
	var problems []string
	for _, p := range result.Problems {
		problems = append(problems, p.Package+": "+p.Message)
	}
	return result.Findings, problems
}

// change changes the packages of the module, and returns how many there are and what is different.
func (s *subject) change(t *testing.T, c change, seed uint64) (int, []difference) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := copyModule(s.dir, dir); err != nil {
		t.Fatal(err)
	}
	texts := make(map[string]text) // by name in dir
	n := 0
	for _, original := range s.packages {
		if len(original.Errors) > 0 || len(original.Syntax) == 0 {
			continue
		}
		h := fnv.New64a()
		h.Write([]byte(original.PkgPath + c.name))
		p := &pkg{Package: original, rng: rand.New(rand.NewPCG(seed, h.Sum64()))}
		for _, syntax := range original.Syntax {
			tok := original.Fset.File(syntax.FileStart)
			src, err := os.ReadFile(tok.Name())
			if err != nil {
				t.Fatal(err)
			}
			p.files = append(p.files, &file{name: tok.Name(), src: src, tok: tok})
		}
		changed := c.make(p)
		if maps.EqualFunc(changed, p.unchanged(), func(a, b text) bool { return a.String() == b.String() }) {
			continue
		}
		n++
		for _, f := range p.files {
			if err := os.Remove(s.moved(f.name, dir)); err != nil {
				t.Fatal(err)
			}
		}
		for name, text := range changed {
			name = s.moved(name, dir)
			texts[name] = text
			if err := write(name, text.String()); err != nil {
				t.Fatal(err)
			}
		}
	}
	found, problems := check(t, dir)
	for _, p := range problems {
		if !s.problems[p] {
			t.Errorf("%s, seed %d: the changed module has the problem %s", c.name, seed, p)
		}
	}
	// Positions are mapped back.
	var mapped []finding.Finding
	for _, f := range found {
		text, ok := texts[f.Pos.File]
		if !ok {
			f.Pos.File = s.dir + strings.TrimPrefix(f.Pos.File, dir)
			mapped = append(mapped, f)
			continue
		}
		at := text.origin(f.Pos.Offset)
		if at.file == "" {
			continue // in code that is there for the change only
		}
		f.Pos = finding.Position{File: at.file, Offset: at.offset}
		mapped = append(mapped, f)
	}
	return n, s.compare(c.name, mapped)
}

// unchanged returns the files as they are.
func (p *pkg) unchanged() map[string]text {
	out := make(map[string]text)
	for _, f := range p.files {
		out[f.name] = f.original(0, len(f.src))
	}
	return out
}

// moved returns the name in dir of a file of the original.
func (s *subject) moved(name, dir string) string { return dir + strings.TrimPrefix(name, s.dir) }

// generated matches what changes put in names, and what a function is called whose body is in a closure.
var generated = regexp.MustCompile(`\bzz_|\[int\]|\ba function literal in `)

// compare returns what is different from the findings of the original. A finding may be elsewhere in the same declaration: what it is
// about may have been moved there.
func (s *subject) compare(change string, found []finding.Finding) []difference {
	type key struct{ rule, category, message, place string }
	exact := func(f finding.Finding) key {
		return key{f.Rule, f.Category, generated.ReplaceAllString(f.Message, ""), fmt.Sprintf("%s:%d", f.Pos.File, f.Pos.Offset)}
	}
	near := func(f finding.Finding) key {
		k := exact(f)
		k.place = s.declaration(f.Pos)
		return k
	}
	lost, fresh := s.findings, found
	for _, of := range []func(finding.Finding) key{exact, near} {
		lost, fresh = unmatched(lost, fresh, of)
	}
	var out []difference
	for _, f := range lost {
		out = append(out, s.difference(change, f, true))
	}
	for _, f := range fresh {
		out = append(out, s.difference(change, f, false))
	}
	return out
}

// unmatched returns what has no partner with the same key.
func unmatched[K comparable](a, b []finding.Finding, of func(finding.Finding) K) (onlyA, onlyB []finding.Finding) {
	count := make(map[K]int)
	for _, f := range b {
		count[of(f)]++
	}
	matched := make(map[K]int)
	for _, f := range a {
		if k := of(f); count[k] > 0 {
			count[k]--
			matched[k]++
		} else {
			onlyA = append(onlyA, f)
		}
	}
	for _, f := range b {
		if k := of(f); matched[k] > 0 {
			matched[k]--
		} else {
			onlyB = append(onlyB, f)
		}
	}
	return onlyA, onlyB
}

// declaration returns the declaration of the original that a position is in.
func (s *subject) declaration(pos finding.Position) string {
	for _, p := range s.packages {
		for _, syntax := range p.Syntax {
			tok := p.Fset.File(syntax.FileStart)
			if tok.Name() != pos.File {
				continue
			}
			for i, d := range syntax.Decls {
				end := tok.Offset(d.End())
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body == nil {
					continue
				}
				if pos.Offset <= end {
					return fmt.Sprintf("%s#%d", pos.File, i)
				}
			}
		}
	}
	return pos.File
}

func (s *subject) difference(change string, f finding.Finding, lost bool) difference {
	d := difference{change: change, finding: f, lost: lost}
	src, err := os.ReadFile(f.Pos.File)
	if err == nil && f.Pos.Offset <= len(src) {
		before := string(src[:f.Pos.Offset])
		from := strings.LastIndexByte(before, '\n') + 1
		line, _, _ := strings.Cut(string(src[from:]), "\n")
		d.place = fmt.Sprintf("%s%s:%d", s.name, strings.TrimPrefix(f.Pos.File, s.dir), strings.Count(before, "\n")+1)
		d.example = strings.TrimSpace(line)
	}
	d.place = cmp.Or(d.place, f.Pos.File)
	return d
}

// key returns what a difference is known by: the way of the change, and where there is what. No messages
// and lines are in it, which change with the cases.
func (d difference) key() string {
	what := "new"
	if d.lost {
		what = "lost"
	}
	pkg := strings.TrimPrefix(d.finding.Package, modulePath+"/")
	return fmt.Sprintf("%s: %s %s/%s: %s: %s", d.change, what, d.finding.Rule, d.finding.Category, pkg, generated.ReplaceAllString(d.finding.Decl, ""))
}

// readKnown reads the list of the differences that are known, each with the reason, which is the comment above it.
func readKnown(t *testing.T) map[string]string {
	t.Helper()
	file := filepath.Join("testdata", "known.txt")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]string)
	reason := ""
	for i, line := range strings.Split(string(content), "\n") {
		rest, isComment := strings.CutPrefix(line, "# ")
		switch {
		case line == "":
			reason = ""
		case isComment:
			reason += rest + " "
		case reason == "":
			t.Errorf("%s:%d: there is no reason", file, i+1)
		default:
			known[line] = reason
		}
	}
	return known
}
