package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/finding"
)

// module returns the directory of a module of the given packages, each a
// file "name: text".
func module(t testing.TB, pkgs ...string) string {
	t.Helper()
	ar := &txtar.Archive{Files: []txtar.File{{Name: "go.mod", Data: []byte("module example.com/m\n\ngo 1.26\n")}}}
	for _, p := range pkgs {
		name, text, _ := strings.Cut(p, ": ")
		ar.Files = append(ar.Files, txtar.File{
			Name: name + "/" + name + ".go",
			Data: []byte("package " + name + "\n\n" + text + "\n"),
		})
	}
	return extract(t, ar)
}

// probe returns an analyzer that runs f on each package.
func probe(name string, f func(*analysis.Pass) (any, error)) *analysis.Analyzer {
	return &analysis.Analyzer{Name: name, Doc: "probe", Run: f}
}

// reportPackage reports the package clause.
func reportPackage(pass *analysis.Pass, msg string) {
	pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Message: msg})
}

func messages(res *Result) (findings, problems []string) {
	for _, f := range res.Findings {
		findings = append(findings, f.Package+": "+f.Message)
	}
	for _, p := range res.Problems {
		problems = append(problems, p.Package+": "+p.Message)
	}
	return findings, problems
}

// TestFailingAnalyzers checks that what goes wrong in one analyzer for one
// package is said once, and harms nothing else.
func TestFailingAnalyzers(t *testing.T) {
	t.Parallel()
	dir := module(t,
		"a: // Mark is the mark.\nfunc Mark() {}",
		`boom: import "example.com/m/a"`+"\n\nfunc Boom() { a.Mark() }",
		`c: import "example.com/m/boom"`+"\n\nfunc C() { boom.Boom() }",
		`sick: import _ "example.com/m/a"`,
		`typed: import _ "example.com/m/a"`,
	)
	base := &analysis.Analyzer{
		Name:       "base",
		Doc:        "fails in some packages",
		ResultType: reflect.TypeFor[*int](),
		FactTypes:  []analysis.Fact{new(marked)},
		Run: func(pass *analysis.Pass) (any, error) {
			switch pass.Pkg.Name() {
			case "boom":
				reportPackage(pass, "still found")
				var nothing func()
				nothing()
			case "sick":
				return nil, errors.New("not\n\tfeeling well")
			case "typed":
				return "text", nil
			}
			return new(len(pass.Files)), nil
		},
	}
	user := &analysis.Analyzer{
		Name:     "user",
		Doc:      "requires base",
		Requires: []*analysis.Analyzer{base},
		Run: func(pass *analysis.Pass) (any, error) {
			reportPackage(pass, fmt.Sprint(*pass.ResultOf[base].(*int)))
			return nil, nil
		},
	}
	other := probe("other", func(pass *analysis.Pass) (any, error) {
		reportPackage(pass, "other")
		return nil, nil
	})
	res := mustRun(t, Options{
		Dir: dir, Env: testEnv(),
		Analyzers: []*analysis.Analyzer{user, base, other},
	})
	findings, problems := messages(res)
	wantFindings := []string{
		"example.com/m/a: other",
		"example.com/m/a: 1",
		"example.com/m/boom: still found",
		"example.com/m/boom: other",
		"example.com/m/c: other",
		"example.com/m/c: 1",
		"example.com/m/sick: other",
		"example.com/m/typed: other",
	}
	if diff := cmp.Diff(wantFindings, findings); diff != "" {
		t.Errorf("findings differ (-want +got):\n%s", diff)
	}
	if len(problems) != 3 {
		t.Fatalf("problems: %q", problems)
	}
	if want := "example.com/m/boom: analyzer base panicked: runtime error: invalid memory address or nil pointer dereference (in driver.TestFailingAnalyzers."; !strings.HasPrefix(problems[0], want) {
		t.Errorf("got problem %q, want %q…", problems[0], want)
	}
	wantProblems := []string{
		"example.com/m/sick: analyzer base failed: not; feeling well",
		"example.com/m/typed: analyzer base failed: its result is of type string, not *int",
	}
	if diff := cmp.Diff(wantProblems, problems[1:]); diff != "" {
		t.Errorf("problems differ (-want +got):\n%s", diff)
	}
}

// A rotten fact cannot be stored.
type rotten struct{}

func (*rotten) AFact() {}

func (*rotten) MarshalJSON() ([]byte, error) { panic("rotten") }

// TestPanicOutside checks that what panics when the analyzers are done costs the package only that they were run on, with a cache and
// without.
func TestPanicOutside(t *testing.T) {
	t.Parallel()
	dir := module(t, "a: func A() {}", `b: import "example.com/m/a"`+"\n\nfunc B() { a.A() }", "c: func C() {}")
	a := probe("rot", func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Name() == "a" {
			pass.ExportPackageFact(new(rotten))
		}
		reportPackage(pass, "found")
		return nil, nil
	})
	a.FactTypes = []analysis.Fact{new(rotten)}
	store := cache.Open(t.TempDir())
	for _, c := range []*cache.Cache{nil, store, store} {
		findings, problems := messages(mustRun(t, Options{Dir: dir, Env: testEnv(), Analyzers: []*analysis.Analyzer{a}, Cache: c}))
		if want := []string{"example.com/m/b: found", "example.com/m/c: found"}; !slices.Equal(findings, want) {
			t.Errorf("got findings %q, want %q", findings, want)
		}
		if len(problems) != 1 || !strings.HasPrefix(problems[0], "example.com/m/a: package is not analysed: errlint panicked: rotten (in ") {
			t.Errorf("got problems %q", problems)
		}
	}
}

// TestFactsDespiteFailure checks that a package whose importee an analyzer failed
// on still gets the facts of others.
func TestFactsDespiteFailure(t *testing.T) {
	t.Parallel()
	dir := module(t,
		"a: // Mark is the mark.\nfunc Mark() {}",
		`boom: import "example.com/m/a"`+"\n\nvar F = a.Mark",
		`c: import ("example.com/m/boom"; "example.com/m/a")`+"\n\nfunc C() { boom.F(); a.Mark() }",
	)
	fragile := *markAnalyzer
	fragile.Run = func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Name() == "boom" {
			return nil, errors.New("boom")
		}
		return runMark(pass)
	}
	res := mustRun(t, Options{
		Dir: dir, Env: testEnv(), Patterns: []string{"./c"},
		Analyzers: []*analysis.Analyzer{&fragile},
	})
	findings, problems := messages(res)
	if want := []string{"example.com/m/c: C of example.com/m is marked"}; !slices.Equal(findings, want) {
		t.Errorf("got findings %q, want %q", findings, want)
	}
	if want := []string{"example.com/m/boom: analyzer mark failed: boom"}; !slices.Equal(problems, want) {
		t.Errorf("got problems %q, want %q", problems, want)
	}
}

// TestMalformedFix checks that a fix that cannot be applied costs the fix only.
func TestMalformedFix(t *testing.T) {
	t.Parallel()
	bad := probe("bad", func(pass *analysis.Pass) (any, error) {
		pos := pass.Files[0].Package
		pass.Report(analysis.Diagnostic{Pos: pos, Message: "first", SuggestedFixes: []analysis.SuggestedFix{{
			Message:   "Edit backwards",
			TextEdits: []analysis.TextEdit{{Pos: pos + 3, End: pos}},
		}}})
		reportPackage(pass, "second")
		return nil, nil
	})
	res := mustRun(t, Options{
		Dir: module(t, "a: var X int"), Env: testEnv(), Analyzers: []*analysis.Analyzer{bad},
	})
	findings, problems := messages(res)
	if want := []string{"example.com/m/a: first", "example.com/m/a: second"}; !slices.Equal(findings, want) {
		t.Errorf("got findings %q, want %q", findings, want)
	}
	if len(problems) != 1 || !strings.Contains(problems[0], "Edit backwards") {
		t.Errorf("got problems %q", problems)
	}
	if len(res.Findings[0].Fixes) != 0 {
		t.Errorf("the fix is still there: %v", res.Findings[0].Fixes)
	}
}

// TestMisusedFacts checks that a fact that must not be exported is a problem, and no more.
func TestMisusedFacts(t *testing.T) {
	t.Parallel()
	bad := probe("bad", func(pass *analysis.Pass) (any, error) {
		pass.ExportObjectFact(types.Universe.Lookup("error"), new(marked))
		pass.ExportPackageFact(new(other))
		pass.ExportPackageFact(new(marked))
		reportPackage(pass, "found")
		return nil, nil
	})
	bad.FactTypes = []analysis.Fact{new(marked)}
	findings, problems := messages(mustRun(t, Options{
		Dir: module(t, "a: var X int"), Env: testEnv(), Analyzers: []*analysis.Analyzer{bad},
	}))
	if want := []string{"example.com/m/a: found"}; !slices.Equal(findings, want) {
		t.Errorf("got findings %q, want %q", findings, want)
	}
	want := []string{
		"example.com/m/a: analyzer bad exports a fact about type error interface{Error() string}, which is not of the package",
		"example.com/m/a: analyzer bad exports a fact of type *driver.other, which it does not declare",
	}
	if !slices.Equal(problems, want) {
		t.Errorf("got problems %q, want %q", problems, want)
	}
}

// TestPass checks what an analyzer gets to see.
func TestPass(t *testing.T) {
	t.Parallel()
	dir := module(t, "a: import \"fmt\"\n\nvar X = fmt.Sprint()")
	outside := filepath.Join(dir, "go.mod")
	var a *analysis.Analyzer
	var ran atomic.Int32
	a = probe("look", func(pass *analysis.Pass) (any, error) {
		ran.Add(1)
		if pass.Analyzer != a {
			return nil, fmt.Errorf("analyzer is %v", pass.Analyzer)
		}
		if m := pass.Module; m == nil || m.Path != "example.com/m" || !m.Main || m.GoVersion != "1.26" || m.Dir != "" {
			return nil, fmt.Errorf("module is %+v", pass.Module)
		}
		if v := pass.TypesInfo.FileVersions[pass.Files[0]]; v != "go1.26" {
			return nil, fmt.Errorf("file version is %q", v)
		}
		if len(pass.TypesInfo.Scopes) == 0 || pass.TypesInfo.Instances == nil || pass.TypesSizes.Sizeof(types.Typ[types.Int]) == 0 {
			return nil, errors.New("type information is incomplete")
		}
		if pass.Files[0].Scope != nil {
			return nil, errors.New("file has been resolved")
		}
		name := pass.Fset.File(pass.Files[0].FileStart).Name()
		text, err := pass.ReadFile(name)
		if err != nil || !bytes.HasPrefix(text, []byte("package a")) {
			return nil, fmt.Errorf("ReadFile(%s): %q, %w", name, text, err)
		}
		if _, err := pass.ReadFile(outside); err == nil {
			return nil, errors.New("ReadFile reads what is not the package's")
		}
		fmtpkg := pass.Pkg.Imports()[0]
		obj := fmtpkg.Scope().Lookup("Sprint")
		pass.Report(analysis.Diagnostic{
			Pos:     pass.Files[0].Name.Pos(),
			Message: "see fmt",
			Related: []analysis.RelatedInformation{{Pos: obj.Pos(), Message: "there"}},
			// Not ours to edit.
			SuggestedFixes: []analysis.SuggestedFix{{Message: "Edit fmt", TextEdits: []analysis.TextEdit{{Pos: obj.Pos(), End: obj.Pos(), NewText: []byte("x")}}}},
		})
		return nil, nil
	})
	res := mustRun(t, Options{Dir: dir, Env: testEnv(), Analyzers: []*analysis.Analyzer{a}})
	if ran.Load() != 1 || len(res.Problems) > 0 || len(res.Findings) != 1 {
		t.Fatalf("ran %d times: %+v", ran.Load(), res)
	}
	f := res.Findings[0]
	if f.End != f.Pos || f.Pos.Offset != len("package ") {
		t.Errorf("finding is at %+v to %+v", f.Pos, f.End)
	}
	if len(f.Fixes) != 0 {
		t.Errorf("fix of external code: %+v", f.Fixes)
	}
	if want := filepath.Join(goroot(), "src", "fmt", "print.go"); len(f.Related) != 1 || f.Related[0].Pos.File != want || f.Related[0].Pos.Line < 2 {
		t.Errorf("related place is %+v, want in %s", f.Related, want)
	}
}

// TestUniverse declares a type that has the method of error, which is of no package.
func TestUniverse(t *testing.T) {
	t.Parallel()
	res := mustRun(t, Options{
		Dir: module(t, "a: // Failure is an error.\ntype Failure error", `b: import "example.com/m/a"`+"\n\n// F is one.\nvar F a.Failure"), Env: testEnv(),
		Analyzers: []*analysis.Analyzer{markAnalyzer},
	})
	if len(res.Checked) != 2 || len(res.Problems) > 0 {
		t.Errorf("checked are %v, with problems %v", res.Checked, res.Problems)
	}
}

// TestStandardLibrary analyses packages of the standard library, from outside of any
// module and from within one.
func TestStandardLibrary(t *testing.T) {
	t.Parallel()
	where := probe("where", func(pass *analysis.Pass) (any, error) {
		reportPackage(pass, pass.Module.Path)
		return nil, nil
	})
	std := []string{"errors", "internal/race", "vendor/golang.org/x/crypto/cryptobyte/asn1"}
	wantStd := []string{
		"errors: std",
		"internal/race: std",
		"vendor/golang.org/x/crypto/cryptobyte/asn1: std",
	}
	for _, test := range []struct {
		name     string
		dir      string
		patterns []string
		want     []string
	}{
		{"outside", t.TempDir(), std, slices.Clone(wantStd)},
		// That fmt depends on errors makes it a package to type-check from source.
		{"inside", module(t, "a: import \"fmt\"\n\nvar X fmt.Stringer"), append([]string{"./..."}, std...), append([]string{"example.com/m/a: example.com/m"}, wantStd...)},
		{"command", t.TempDir(), []string{"cmd/internal/edit"}, []string{"cmd/internal/edit: cmd"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			res := mustRun(t, Options{
				Dir: test.dir, Env: testEnv(), Patterns: test.patterns, Analyzers: []*analysis.Analyzer{where},
			})
			findings, problems := messages(res)
			slices.Sort(findings)
			slices.Sort(test.want)
			if !slices.Equal(findings, test.want) || len(problems) > 0 {
				t.Errorf("got findings %q and problems %q, want %q", findings, problems, test.want)
			}
			if res.Packages != len(test.want) {
				t.Errorf("%d packages", res.Packages)
			}
		})
	}
}

// TestNeverCompilesOwn watches the go command, which must not be asked for
// export data of own packages.
func TestNeverCompilesOwn(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "plan9" {
		t.Skip("takes a shell")
	}
	dir := module(t,
		`a: import "fmt"`+"\n\nvar A fmt.Stringer",
		`b: import "example.com/m/a"`+"\n\nvar B = a.A",
	)
	realGo, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	log := filepath.Join(bin, "log")
	script := fmt.Sprintf("#!/bin/sh\necho \"$@\" >>'%s'\nexec '%s' \"$@\"\n", log, realGo)
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))

	res := mustRun(t, Options{Dir: dir, Env: testEnv(), Analyzers: []*analysis.Analyzer{markAnalyzer}})
	if res.Packages != 2 || len(res.Problems) > 0 {
		t.Fatalf("%+v", res)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	exports := 0
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "-compiled=true") || strings.Contains(line, "go build") {
			t.Errorf("go %s", line)
		}
		if strings.Contains(line, "-export=true") {
			exports++
			if _, args, _ := strings.Cut(line, " -- "); strings.TrimSpace(args) != "fmt" {
				t.Errorf("export data is asked for of %s", args)
			}
		}
	}
	if exports != 1 {
		t.Errorf("export data is asked for %d times in\n%s", exports, text)
	}
}

func TestErrors(t *testing.T) {
	fact := new(marked)
	twice := []*analysis.Analyzer{
		{Name: "one", Doc: "one", Run: runMark, FactTypes: []analysis.Fact{fact}},
		{Name: "two", Doc: "two", Run: runMark, FactTypes: []analysis.Fact{fact}},
	}
	dir := module(t, "a: var X int")
	for _, test := range []struct {
		name string
		opts Options
		path string // PATH
		want string
	}{
		{"no directory", Options{Dir: filepath.Join(dir, "none")}, "", "working directory: stat " + filepath.Join(dir, "none")},
		{"not a directory", Options{Dir: filepath.Join(dir, "go.mod")}, "", "working directory: chdir " + filepath.Join(dir, "go.mod") + ": not a directory"},
		{"analyzers", Options{Dir: dir, Analyzers: twice}, "", "analyzers cannot run together: fact type *driver.marked registered by two analyzers"},
		{"no go command", Options{Dir: dir}, t.TempDir(), "loading packages takes the go command: "},
		{"bad query", Options{Dir: dir, Patterns: []string{"nonsense=x"}}, "", `invalid query type "nonsense"`},
		{"bad flags", Options{Dir: dir, Env: testEnv("GOFLAGS=-nonsense")}, "", "parsing $GOFLAGS: unknown flag -nonsense"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.path != "" {
				t.Setenv("PATH", test.path)
			}
			if test.opts.Env == nil {
				test.opts.Env = testEnv()
			}
			res, err := Run(t.Context(), test.opts)
			if err == nil || res != nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got %v, %v, want error %q…", res, err, test.want)
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("error has several lines: %q", err)
			}
		})
	}
}

func TestNoAnalyzers(t *testing.T) {
	t.Parallel()
	res := mustRun(t, Options{Dir: module(t, "a: var X = undefined"), Env: testEnv()})
	if _, problems := messages(res); len(problems) != 1 || len(res.Findings) != 0 || res.Packages != 1 {
		t.Errorf("got %+v", res)
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	t.Run("before", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if res, err := Run(ctx, Options{Dir: module(t, "a: var X int"), Env: testEnv()}); !errors.Is(err, context.Canceled) || res != nil {
			t.Errorf("got %v, %v", res, err)
		}
	})
	for _, phase := range []string{PhaseLoading, PhaseAnalysing} {
		t.Run(phase, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var after atomic.Int32
			a := probe("count", func(*analysis.Pass) (any, error) {
				after.Add(1)
				return nil, nil
			})
			res, err := Run(ctx, Options{
				Dir:       module(t, "a: import \"fmt\"\n\nvar X fmt.Stringer", "b: var X int"),
				Env:       testEnv(),
				Analyzers: []*analysis.Analyzer{a},
				Progress: func(p Progress) {
					if p.Phase == phase {
						cancel()
					}
				},
			})
			if !errors.Is(err, context.Canceled) || res != nil {
				t.Errorf("got %v, %v", res, err)
			}
			if n := after.Load(); n > 0 {
				t.Errorf("%d analyzers ran after that", n)
			}
		})
	}
	t.Run("deadline", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if res, err := Run(ctx, Options{Dir: module(t, "a: var X int"), Env: testEnv()}); !errors.Is(err, context.DeadlineExceeded) || res != nil {
			t.Errorf("got %v, %v", res, err)
		}
	})
}

// A countdown is a context that is done once it has been looked at so many times.
type countdown struct {
	context.Context
	cancel context.CancelFunc
	left   atomic.Int32
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		c.cancel()
	}
	return c.Context.Err()
}

// TestCancelAnywhere cancels a run at each point at which it looks whether it is. What it has put into the cache by then does not change what a later one finds.
func TestCancelAnywhere(t *testing.T) {
	t.Parallel()
	opts := Options{
		Dir:       module(t, "a: import \"fmt\"\n\nvar X fmt.Stringer", "b: import \"example.com/m/a\"\n\nvar Y = a.X"),
		Env:       testEnv(),
		Analyzers: []*analysis.Analyzer{markAnalyzer},
	}
	if !*full { // the files stay as they are
		if err := goMemory(); err != nil {
			t.Fatal(err)
		}
		opts.Env = append(opts.Env, memoryVar+"="+t.TempDir(), stateVar+"=unchanged")
	}
	want := mustRun(t, opts)
	// One package is known of each cache, and its types are not: nobody has asked for one that imports it.
	first := t.TempDir()
	one := opts
	one.Cache, one.Patterns = cache.Open(first), []string{"./a"}
	mustRun(t, one)
	stride := int32(5)
	if *full {
		stride = 1
	}
	for n := int32(0); n < 1000; n += stride {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(first)); err != nil {
			t.Fatal(err)
		}
		opts.Cache = cache.Open(dir)
		ctx, cancel := context.WithCancel(t.Context())
		c := &countdown{Context: ctx, cancel: cancel}
		c.left.Store(n)
		res, err := Run(c, opts)
		looked := ctx.Err() != nil
		cancel()
		if !looked { // that often
			if diff := cmp.Diff(want, res); err != nil || diff != "" {
				t.Errorf("a run that is not cancelled: %v (-want +got):\n%s", err, diff)
			}
			return
		}
		if !errors.Is(err, context.Canceled) || res != nil {
			t.Errorf("cancelled at the %dth look: %v, %v", n, res, err)
		}
		if diff := cmp.Diff(want, mustRun(t, opts)); diff != "" {
			t.Errorf("after one that was cancelled at the %dth look, a run differs (-want +got):\n%s", n, diff)
		}
	}
	t.Error("it never ends")
}

func TestProgress(t *testing.T) {
	t.Parallel()
	var got []string
	busy := false // Progress is called by one goroutine at a time, so the race detector is content
	mustRun(t, Options{
		Dir:       module(t, "a: import \"fmt\"\n\nvar X fmt.Stringer", "b: var X int"),
		Env:       testEnv(),
		Analyzers: []*analysis.Analyzer{markAnalyzer},
		Progress: func(p Progress) {
			if busy {
				t.Error("called while it was busy")
			}
			busy = true
			got = append(got, fmt.Sprintf("%s %d/%d", p.Phase, p.Done, p.Total))
			busy = false
		},
	})
	want := []string{
		"loading 0/2", "loading 1/2", "loading 2/2",
		"analysing 0/2", "analysing 1/2", "analysing 2/2",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("progress differs (-want +got):\n%s", diff)
	}
}

// TestDeterminism runs a large target again and again, with an analyzer that is sensitive
// to the places of files among each other.
func TestDeterminism(t *testing.T) {
	order := probe("order", func(pass *analysis.Pass) (any, error) {
		type place struct {
			pos  token.Pos
			name string
		}
		var places []place
		for id := range pass.TypesInfo.Uses {
			places = append(places, place{id.Pos(), id.Name})
		}
		if len(places) == 0 {
			return nil, nil
		}
		slices.SortFunc(places, func(a, b place) int { return int(a.pos - b.pos) })
		reportPackage(pass, fmt.Sprintf("from %s to %s, %d behind", places[0].name, places[len(places)-1].name, places[len(places)-1].pos-places[0].pos))
		return nil, nil
	})
	run := func() *Result {
		return mustRun(t, Options{
			Dir:       t.TempDir(),
			Env:       testEnv(),
			Patterns:  []string{"container/...", "encoding/...", "hash/...", "text/..."},
			Analyzers: []*analysis.Analyzer{order, markAnalyzer},
		})
	}
	want := run()
	if len(want.Findings) < 20 || len(want.Problems) > 0 {
		t.Fatalf("%d findings, problems %v", len(want.Findings), want.Problems)
	}
	if diff := cmp.Diff(want, run()); diff != "" {
		t.Errorf("second run differs:\n%s", diff)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if diff := cmp.Diff(want, run()); diff != "" {
		t.Errorf("run on one processor differs:\n%s", diff)
	}
}

// TestMemory checks that results and syntax do not outlive their use.
func TestMemory(t *testing.T) {
	var (
		big  weak.Pointer[[1 << 20]byte]
		tree weak.Pointer[ast.File]
	)
	maker := probe("maker", func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Name() != "a" {
			return new([1 << 20]byte), nil
		}
		p := new([1 << 20]byte)
		big = weak.Make(p)
		tree = weak.Make(pass.Files[0])
		return p, nil
	})
	maker.ResultType = reflect.TypeFor[*[1 << 20]byte]()
	maker.FactTypes = []analysis.Fact{new(marked)} // so that b waits for a
	user := probe("user", func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Name() != "b" {
			return nil, nil
		}
		// By now, a's users may just be ending.
		deadline := time.Now().Add(10 * time.Second)
		for time.Now().Before(deadline) {
			runtime.GC()
			if big.Value() == nil && tree.Value() == nil {
				return nil, nil
			}
			time.Sleep(time.Millisecond)
		}
		return nil, fmt.Errorf("result is held: %t, syntax is held: %t", big.Value() != nil, tree.Value() != nil)
	})
	user.Requires = []*analysis.Analyzer{maker}
	user.FactTypes = []analysis.Fact{new(other)}
	res := mustRun(t, Options{
		Dir:       module(t, "a: var X int", `b: import _ "example.com/m/a"`),
		Env:       testEnv(),
		Analyzers: []*analysis.Analyzer{user},
	})
	if len(res.Problems) > 0 {
		t.Errorf("%v", res.Problems)
	}
}

// An other fact is none that anyone exports.
type other struct{}

func (*other) AFact() {}

func TestLanguageVersion(t *testing.T) {
	t.Parallel()
	newest := build.Default.ReleaseTags[len(build.Default.ReleaseTags)-1]
	for _, test := range []struct {
		mod, want string
		ok        bool
	}{
		{"", "", true},
		{"1.17", "go1.17", true},
		{"1.21.3", "go1.21.3", true},
		{strings.TrimPrefix(newest, "go"), newest, true},
		{strings.TrimPrefix(newest, "go") + ".99", newest + ".99", true},
		{"1.999", newest, false},
		{"2.0", newest, false},
	} {
		if got, ok := languageVersion(test.mod); got != test.want || ok != test.ok {
			t.Errorf("languageVersion(%q) = %q, %t, want %q, %t", test.mod, got, ok, test.want, test.ok)
		}
	}
}

// pkg returns the metadata of a package whose module has the given version of Go.
func pkg(path, goVersion string) *packages.Package {
	return &packages.Package{
		PkgPath: path,
		Module:  &packages.Module{Path: "module " + goVersion, GoMod: "go.mod of " + goVersion, GoVersion: goVersion},
	}
}

func TestExplainVersions(t *testing.T) {
	t.Parallel()
	p := &plan{
		request: &request{goCommand: goCommand{goenv: goEnv{GOVERSION: "go1.999.1"}}},
		nodes:   []*node{{meta: pkg("a", "1.998")}, {meta: pkg("b", "1.998")}, {meta: pkg("c", "1.20")}},
	}
	newest := newestVersion()
	want := []finding.Problem{
		{
			Pos:     finding.Position{File: "go.mod of 1.998", Line: 1, Column: 1},
			Package: "module 1.998",
			Message: "module needs go1.998, but errlint was built with " + newest + ": rebuild it with a newer Go",
		},
		{Message: "the go command is go1.999.1, but errlint was built with " + newest + ": rebuild it with a newer Go"},
	}
	if diff := cmp.Diff(want, p.explainVersions()); diff != "" {
		t.Errorf("problems differ (-want +got):\n%s", diff)
	}
}

func TestOneLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                             "",
		"simple":                       "simple",
		"go: simple\n":                 "simple",
		"no module; to add it:\n\tget": "no module; to add it: get",
		"one\n\n  two\r\nthree;\nfour": "one; two; three; four",
	} {
		if got := oneLine(text); got != want {
			t.Errorf("oneLine(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestParsePosition(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "a.go")
	if err := os.WriteFile(name, []byte("one\ntwo\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]finding.Position{
		"":               {},
		"-":              {},
		"a.go":           {File: name, Line: 1, Column: 1},
		"a.go:2":         {File: name, Line: 2, Column: 1, Offset: 4},
		"a.go:2:3":       {File: name, Line: 2, Column: 3, Offset: 6},
		name + ":2:4":    {File: name, Line: 2, Column: 4, Offset: 7},
		"a.go:2:5":       {File: name, Line: 2, Column: 5},
		"a.go:99:1":      {File: name, Line: 99, Column: 1},
		"none.go:3:1":    {File: filepath.Join(dir, "none.go"), Line: 3, Column: 1},
		"x:y.go:3:1":     {File: filepath.Join(dir, "x:y.go"), Line: 3, Column: 1},
		"a.go:0":         {File: name, Line: 1, Column: 1},
		"x.go:1:2:3.go:": {File: filepath.Join(dir, "x.go:1:2:3.go:"), Line: 1, Column: 1},
	} {
		s := newFiles(nil)
		if got := s.parsePosition(dir, text); got != want {
			t.Errorf("parsePosition(%q) = %+v, want %+v", text, got, want)
		}
	}
}

func TestWildcard(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		pattern, path string
		want          bool
	}{
		{"a/...", "a", true},
		{"a/...", "a/b/c", true},
		{"a/...", "ab", false},
		{"a...", "ab/c", true},
		{".../b", "a/b", true},
		{"a/.../b", "a/x/b", true},
		{"a.b/...", "axb", false},
		{"...", "anything", true},
	} {
		if got := wildcard(test.pattern).MatchString(test.path); got != test.want {
			t.Errorf("wildcard(%q) matches %q: %t", test.pattern, test.path, got)
		}
	}
}

// TestBadURL checks that a URL that is none is a problem.
func TestBadURL(t *testing.T) {
	t.Parallel()
	bad := probe("bad", func(pass *analysis.Pass) (any, error) {
		pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Message: "found", URL: "%zz"})
		return nil, nil
	})
	bad.FactTypes = []analysis.Fact{new(marked)}
	res := mustRun(t, Options{
		Dir:       module(t, "a: var X int", `b: import _ "example.com/m/a"`),
		Env:       testEnv(),
		Patterns:  []string{"./a"},
		Analyzers: []*analysis.Analyzer{bad},
	})
	if _, problems := messages(res); len(problems) != 1 || !strings.HasPrefix(problems[0], "example.com/m/a: analyzer bad: URL of a diagnostic: ") {
		t.Errorf("got problems %q", problems)
	}
}

func TestIsInvalid(t *testing.T) {
	t.Parallel()
	bad, good := types.Typ[types.Invalid], types.Type(types.Typ[types.Int])
	tuple := func(ts ...types.Type) *types.Tuple {
		var vars []*types.Var
		for _, t := range ts {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", t))
		}
		return types.NewTuple(vars...)
	}
	named := func(under types.Type) *types.Named {
		return types.NewNamed(types.NewTypeName(token.NoPos, nil, "T", nil), under, nil)
	}
	loop := named(nil)
	loop.SetUnderlying(types.NewStruct([]*types.Var{types.NewField(token.NoPos, nil, "next", types.NewPointer(loop), false)}, nil))
	for name, make := range map[string]func(types.Type) types.Type{
		"itself":    func(t types.Type) types.Type { return t },
		"pointer":   func(t types.Type) types.Type { return types.NewPointer(t) },
		"slice":     func(t types.Type) types.Type { return types.NewSlice(t) },
		"array":     func(t types.Type) types.Type { return types.NewArray(t, 2) },
		"channel":   func(t types.Type) types.Type { return types.NewChan(types.SendOnly, t) },
		"key":       func(t types.Type) types.Type { return types.NewMap(t, good) },
		"element":   func(t types.Type) types.Type { return types.NewMap(good, t) },
		"tuple":     func(t types.Type) types.Type { return tuple(good, t) },
		"parameter": func(t types.Type) types.Type { return types.NewSignatureType(nil, nil, nil, tuple(t), nil, false) },
		"result":    func(t types.Type) types.Type { return types.NewSignatureType(nil, nil, nil, nil, tuple(t), false) },
		"field": func(t types.Type) types.Type {
			return types.NewStruct([]*types.Var{types.NewField(token.NoPos, nil, "f", t, false)}, nil)
		},
		"alias": func(t types.Type) types.Type {
			return types.NewAlias(types.NewTypeName(token.NoPos, nil, "A", nil), t)
		},
		"definition":              func(t types.Type) types.Type { return named(t) },
		"beside a recursive type": func(t types.Type) types.Type { return tuple(loop, t) },
	} {
		if isInvalid(make(good)) {
			t.Errorf("%s: a valid type is said to be invalid", name)
		}
		if !isInvalid(make(bad)) {
			t.Errorf("%s: an invalid type is said to be valid", name)
		}
	}
}
