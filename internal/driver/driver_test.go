package driver

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/errlint/errlint/internal/finding"
)

var update = flag.Bool("update", false, "write what was got as what is wanted in testdata")

// A marked fact is that a function has the comment "mark", or calls one that is marked.
type marked struct{}

func (*marked) AFact() {}

func (*marked) String() string { return "marked" }

// markAnalyzer reports marked functions. It does so through facts, and through
// the result of another analyzer.
var markAnalyzer = &analysis.Analyzer{
	Name:      "mark",
	Doc:       "reports functions that are marked",
	URL:       "https://example.com/mark",
	Run:       runMark,
	Requires:  []*analysis.Analyzer{declsAnalyzer},
	FactTypes: []analysis.Fact{new(marked)},
}

var declsAnalyzer = &analysis.Analyzer{
	Name:       "decls",
	Doc:        "returns the function declarations",
	Run:        runDecls,
	ResultType: reflect.TypeFor[[]*ast.FuncDecl](),
}

func runDecls(pass *analysis.Pass) (any, error) {
	var decls []*ast.FuncDecl
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				decls = append(decls, d)
			}
		}
	}
	return decls, nil
}

func runMark(pass *analysis.Pass) (any, error) {
	for _, decl := range pass.ResultOf[declsAnalyzer].([]*ast.FuncDecl) {
		fn := pass.TypesInfo.Defs[decl.Name].(*types.Func)
		why := token.NoPos
		if strings.Contains(decl.Doc.Text(), "mark") {
			why = decl.Doc.Pos()
		} else if decl.Body != nil {
			ast.Inspect(decl.Body, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && !why.IsValid() {
					callee, ok := pass.TypesInfo.Uses[id].(*types.Func)
					if ok && pass.ImportObjectFact(callee, new(marked)) {
						why = id.Pos()
					}
				}
				return true
			})
		}
		if !why.IsValid() {
			continue
		}
		pass.ExportObjectFact(fn, new(marked))
		in := "no module"
		if pass.Module.Path != "" {
			in = pass.Module.Path
		}
		pass.Report(analysis.Diagnostic{
			Pos:      decl.Name.Pos(),
			End:      decl.Name.End(),
			Category: "fn",
			Message:  fmt.Sprintf("%s of %s is marked", fn.Name(), in),
			Related:  []analysis.RelatedInformation{{Pos: why, Message: "for this"}},
			SuggestedFixes: []analysis.SuggestedFix{{
				Message:   "Say hello",
				TextEdits: []analysis.TextEdit{{Pos: decl.Name.Pos(), End: decl.Name.End(), NewText: []byte("Hello")}},
			}},
		})
	}
	return nil, nil
}

// testEnv is an environment in which the go command cannot reach the network. But with -full, it is asked only once for packages of the standard library.
func testEnv(extra ...string) []string {
	env := offline()
	if !*full && goMemory() == nil {
		env = append(env, stdVar+"="+toolDir)
	}
	return append(env, extra...)
}

func offline() []string {
	return append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=", "GOTOOLCHAIN=local", "GO111MODULE=")
}

// extract writes the files of an archive to a new directory, whose path it returns.
func extract(t testing.TB, ar *txtar.Archive) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range ar.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(f.Name, "/.keep") {
			continue
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// goroot is that of the go command.
var goroot = sync.OnceValue(func() string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "no GOROOT"
	}
	return strings.TrimSpace(string(out))
})

// needC skips the test if there is no C compiler.
func needC(t *testing.T) {
	t.Helper()
	out, err := exec.Command("go", "env", "CC").Output()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath(strings.TrimSpace(string(out))); err != nil {
		t.Skipf("cgo takes a C compiler: %v", err)
	}
}

// describe returns a result in the form of the testdata.
func describe(dir string, res *Result) string {
	var b strings.Builder
	posn := func(p finding.Position) string {
		if !p.IsValid() {
			return "-"
		}
		name, err := filepath.Rel(dir, p.File)
		if err != nil || !filepath.IsLocal(name) {
			name = "…/" + filepath.Base(p.File)
		}
		return fmt.Sprintf("%s:%d:%d", filepath.ToSlash(name), p.Line, p.Column)
	}
	for _, f := range res.Findings {
		fmt.Fprintf(&b, "%s: %s: %s [%s]\n", posn(f.Pos), f.Rule, f.Message, f.Package)
	}
	for _, p := range res.Problems {
		msg := strings.ReplaceAll(p.Message, dir, "$DIR")
		msg = strings.ReplaceAll(msg, goroot(), "$GOROOT")
		if before, _, ok := strings.Cut(msg, "cgo failed: "); ok {
			msg = before + "cgo failed" // in the words of some C compiler
		}
		fmt.Fprintf(&b, "%s: problem: %s [%s]\n", posn(p.Pos), msg, p.Package)
	}
	fmt.Fprintf(&b, "%d packages\n", res.Packages)
	if res.WithoutC > 0 {
		fmt.Fprintf(&b, "%d without C\n", res.WithoutC)
	}
	for _, l := range res.LeftOut {
		fmt.Fprintf(&b, "%d left out for %q\n", l.Files, l.Word)
	}
	return b.String()
}

// TestRun runs the driver on the archives in testdata. The comment of an archive
// says what it is about, and ends with lines "key: value …" of options. The
// file "want" is what is to come of it: a result or an error.
func TestRun(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(ar.Comment), "cgo: yes") {
				needC(t)
			}
			dir := extract(t, ar)
			opts := Options{
				Dir:       dir,
				Env:       testEnv(),
				Analyzers: []*analysis.Analyzer{markAnalyzer},
			}
			for line := range strings.Lines(string(ar.Comment)) {
				key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
				value = strings.ReplaceAll(value, "$DIR", dir)
				switch key {
				case "dir":
					opts.Dir = filepath.Join(dir, value)
				case "patterns":
					opts.Patterns = strings.Fields(value)
				case "tags":
					opts.Tags = strings.Fields(value)
				case "tests":
					opts.Tests = true
				case "cgo":
					opts.Cgo = true
				case "env":
					opts.Env = append(opts.Env, strings.Fields(value)...)
				}
			}

			res, err := Run(t.Context(), opts)
			var got string
			if err != nil {
				got = "error: " + strings.ReplaceAll(err.Error(), dir, "$DIR") + "\n"
			} else {
				got = describe(dir, res)
				checkOffsets(t, dir, res)
			}
			if *update {
				setFile(ar, "want", got)
				if err := os.WriteFile(name, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(file(ar, "want")), got); diff != "" {
				t.Errorf("result differs (-want +got):\n%s", diff)
			}
		})
	}
}

// checkOffsets checks that offsets agree with lines and columns, and that a
// fix replaces what it is meant to.
func checkOffsets(t *testing.T, dir string, res *Result) {
	t.Helper()
	check := func(p finding.Position) []byte {
		if !p.IsValid() || !strings.HasPrefix(p.File, dir) {
			return nil
		}
		text, err := os.ReadFile(p.File)
		if err != nil {
			if p.Line != 1 || p.Column != 1 || p.Offset != 0 {
				t.Errorf("%+v: %v", p, err)
			}
			return nil
		}
		before := text[:p.Offset]
		if line := bytes.Count(before, []byte("\n")) + 1; line != p.Line {
			t.Errorf("%+v: offset is in line %d", p, line)
		}
		if col := p.Offset - bytes.LastIndexByte(before, '\n'); col != p.Column {
			t.Errorf("%+v: offset is in column %d", p, col)
		}
		return text
	}
	for _, p := range res.Problems {
		check(p.Pos)
	}
	for _, f := range res.Findings {
		if f.URL != "https://example.com/mark#fn" || f.Category != "fn" {
			t.Errorf("%s: category %q, URL %q", f.Message, f.Category, f.URL)
		}
		text := check(f.Pos)
		name, _, _ := strings.Cut(f.Message, " ")
		if len(f.Fixes) == 0 {
			continue // only where cgo moved things
		}
		for _, e := range f.Fixes[0].Edits {
			if got := string(text[e.Pos.Offset:e.End.Offset]); got != name || e.New != "Hello" {
				t.Errorf("%s: fix replaces %q by %q", f.Message, got, e.New)
			}
		}
		if len(f.Related) != 1 || !f.Related[0].Pos.IsValid() {
			t.Errorf("%s: related places %v", f.Message, f.Related)
		}
	}
}

func file(ar *txtar.Archive, name string) []byte {
	for _, f := range ar.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

func setFile(ar *txtar.Archive, name, text string) {
	for i := range ar.Files {
		if ar.Files[i].Name == name {
			ar.Files[i].Data = []byte(text)
			return
		}
	}
	ar.Files = append(ar.Files, txtar.File{Name: name, Data: []byte(text)})
}

// mustRun runs the driver, which must not fail.
func mustRun(t testing.TB, opts Options) *Result {
	t.Helper()
	res, err := Run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return res
}
