package driver

import (
	"go/ast"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/finding"
)

// hereAnalyzer reports each use of the identifier here, through a directive.Reporter.
var hereAnalyzer = &analysis.Analyzer{
	Name: "wrapcause", // a rule that directives may name
	Doc:  "reports uses of here",
	URL:  "https://example.com/here",
	Run: func(pass *analysis.Pass) (any, error) {
		reporter := directive.NewReporter(pass)
		for _, f := range pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && id.Name == "here" && pass.TypesInfo.Uses[id] != nil {
					reporter.Report(analysis.Diagnostic{Pos: id.Pos(), End: id.End(), Message: "here"})
				}
				return true
			})
		}
		return nil, nil
	},
}

// hereModule writes the files of a module that declares here, and returns its directory.
func hereModule(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files = maps.Clone(files)
	files["go.mod"] = "module example.com/m\n\ngo 1.26\n"
	files["here.go"] = "package m\n\nfunc here() int { return 0 }\n"
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func hereOptions(dir string) Options {
	return Options{Dir: dir, Env: testEnv(), Analyzers: []*analysis.Analyzer{hereAnalyzer}}
}

// TestDecl checks which declaration a finding is said to be in.
func TestDecl(t *testing.T) {
	t.Parallel()
	dir := hereModule(t, map[string]string{"a.go": `package m

type T[P any] struct{}

func F() { _ = here() }

func (t T[P]) Value() { func() { _ = here() }() }

func (*T[_]) Pointer() { _ = here() }

var a, b = here(), here()

var (
	c = 1
	// Doc.
	d = func() int { return here() }
)

func init() { _ = here() }

var _ = here()
`})
	var got []string
	for _, f := range mustRun(t, hereOptions(dir)).Findings {
		got = append(got, f.Decl)
	}
	want := []string{"F", "T.Value", "(*T).Pointer", "a", "b", "d", "init", "_"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("declarations (-want +got):\n%s", diff)
	}
}

// TestCode checks that the digest of a finding's code depends on the code, and
// neither on its layout nor on what surrounds it.
func TestCode(t *testing.T) {
	t.Parallel()
	code := func(body string) string {
		t.Helper()
		res := mustRun(t, hereOptions(hereModule(t, map[string]string{"a.go": "package m\n\nfunc f(...int) bool { return true }\n\nfunc F() {\n" + body + "\n}\n"})))
		if len(res.Findings) != 1 || res.Findings[0].Code == "" {
			t.Fatalf("%s\nfindings: %+v, problems: %v", body, res.Findings, res.Problems)
		}
		return res.Findings[0].Code
	}
	for _, test := range []struct {
		what, a, b string
		same       bool
	}{
		{"layout", "f(1, here())", "f(\n1,\nhere(),\n)", true},
		{"comments", "f(1, here())", "// c\nf(1, /* c */ here()) // c", true},
		{"what is around it", "f(here())", "x := 1; f(here()); f(x)", true},
		{"an argument", "f(1, here())", "f(2, here())", false},
		{"a string", "_ = f(here()) && \"a b\" == \"\"", "_ = f(here()) && \"a  b\" == \"\"", false},
		{"the body of an if statement", "if f(here()) { f(1) }", "if f(here()) { f(2) }", true},
		{"the condition of an if statement", "if f(here()) { f(1) }", "if !f(here()) { f(1) }", false},
	} {
		if same := code(test.a) == code(test.b); same != test.same {
			t.Errorf("%s: the same is %t", test.what, same)
		}
	}
}

// declAnalyzer reports declared functions and types by their names.
var declAnalyzer = &analysis.Analyzer{
	Name: "decl",
	Doc:  "reports declarations",
	Run: func(pass *analysis.Pass) (any, error) {
		for id, obj := range pass.TypesInfo.Defs {
			if obj != nil && obj.Parent() == pass.Pkg.Scope() && obj.Name() != "here" {
				pass.Report(analysis.Diagnostic{Pos: id.Pos(), End: id.End(), Message: "declared"})
			}
		}
		return nil, nil
	},
}

// TestDeclCode checks that the digest of a declaration does not depend on its name.
func TestDeclCode(t *testing.T) {
	t.Parallel()
	code := func(decl string) string {
		t.Helper()
		opts := hereOptions(hereModule(t, map[string]string{"a.go": "package m\n\n" + decl + "\n"}))
		opts.Analyzers = []*analysis.Analyzer{declAnalyzer}
		res := mustRun(t, opts)
		if len(res.Findings) != 1 || res.Findings[0].Code == "" {
			t.Fatalf("%s\nfindings: %+v, problems: %v", decl, res.Findings, res.Problems)
		}
		return res.Findings[0].Code
	}
	for _, test := range []struct {
		what, a, b string
		same       bool
	}{
		{"name of a function", "func F() int { return 1 }", "func G() int { return 1 }", true},
		{"body of a function", "func F() int { return 1 }", "func F() int { return 2 }", false},
		{"signature of a function", "func F() { }", "func F(int) { }", false},
		{"name of a type", "type T struct{ err error }", "type U struct{ err error }", true},
		{"a type", "type T struct{ err error }", "type T struct{ err, other error }", false},
	} {
		if same := code(test.a) == code(test.b); same != test.same {
			t.Errorf("%s: the same is %t", test.what, same)
		}
	}
}

// TestHidden checks what a run says of findings that directives suppress.
func TestHidden(t *testing.T) {
	t.Parallel()
	dir := hereModule(t, map[string]string{"a.go": `package m

func F() {
	_ = here() //errlint:ignore wrapcause the client must not see it
	_ = here() //nolint:errlint // or this
	_ = here()
}
`})
	res := mustRun(t, hereOptions(dir))
	var got []string
	for _, h := range res.Hidden {
		if h.By != finding.ByDirective || h.Decl != "F" || h.URL != hereAnalyzer.URL {
			t.Errorf("hidden: %+v", h)
		}
		got = append(got, h.Reason)
	}
	if want := []string{"the client must not see it", "or this"}; !slices.Equal(got, want) {
		t.Errorf("reasons: %q, want %q", got, want)
	}
	if len(res.Findings) != 1 || res.Findings[0].Pos.Line != 6 {
		t.Errorf("findings: %+v", res.Findings)
	}
}

// TestOverlay checks that the overlay counts: its contents, its imports, and that nothing
// of it is written.
func TestOverlay(t *testing.T) {
	t.Parallel()
	const onDisk = "package m\n\nfunc F() {}\n"
	dir := hereModule(t, map[string]string{"a.go": onDisk})
	opts := hereOptions(dir)
	name := filepath.Join(dir, "a.go")
	opts.Overlay = map[string][]byte{
		name:                         []byte("package m\n\nimport \"strconv\"\n\nfunc F() string { return strconv.Itoa(here()) }\n"),
		filepath.Join(dir, "new.go"): []byte("package m\n\nvar _ = here()\n"),
	}
	res := mustRun(t, opts)
	if len(res.Findings) != 2 || len(res.Problems) > 0 {
		t.Errorf("findings: %+v, problems: %v", res.Findings, res.Problems)
	}
	if diff := cmp.Diff([]string{"example.com/m"}, res.Checked); diff != "" {
		t.Errorf("checked (-want +got):\n%s", diff)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != onDisk {
		t.Errorf("on disk: %q, %v", text, err)
	}
	opts.Overlay[name] = []byte("package m\n\nvar _ = nowhere()\n")
	if res := mustRun(t, opts); len(res.Problems) != 1 || len(res.Checked) != 0 {
		t.Errorf("of a package that does not compile: problems %v, checked %q", res.Problems, res.Checked)
	}
}
