package foreign_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/errlint/errlint/internal/foreign"
)

// ask writes the files of a package, and asks for function F, or method M of type T, of the file f.go.
func ask(t *testing.T, dir string, files map[string]string) bool {
	t.Helper()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, filepath.Join(dir, "f.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.Default(), Error: func(error) {}} // other files are not looked at
	pkg, _ := conf.Check("example.com/m/p", fset, []*ast.File{file}, nil)
	var fn *types.Func
	if obj := pkg.Scope().Lookup("T"); obj != nil {
		m, _, _ := types.LookupFieldOrMethod(types.NewPointer(obj.Type()), false, pkg, "M")
		fn, _ = m.(*types.Func)
	}
	if fn == nil {
		fn = pkg.Scope().Lookup("F").(*types.Func)
	}
	return foreign.MadeOfText(fset, fn, func(pkg, full string) bool { return pkg == "strconv" || full == "os.Getwd" })
}

// TestMadeOfText asks for functions of one file.
func TestMadeOfText(t *testing.T) {
	for _, test := range []struct {
		name string
		want bool
		code string
	}{
		{"nil", true, `func F() error { return nil }`},
		{"new", true, `func F() (int, error) { return 0, errors.New("x") }`},
		{"format", true, `func F(err error) error { return fmt.Errorf("%v", err) }`},
		{"wraps a parameter", false, `func F(err error) error { return fmt.Errorf("%w", err) }`},
		{"wraps by index", false, `func F(err error) error { return fmt.Errorf("%[2]w %[1]s", "x", err) }`},
		{"computed format", false, `func F(s string, err error) error { return fmt.Errorf(s, err) }`},
		{"computed format alone", true, `func F(s string) error { return fmt.Errorf(s) }`},
		{"unpacked operands", false, `func F(args ...any) error { return fmt.Errorf("%v", args...) }`},
		{"operand that is not there", false, `func F() error { return fmt.Errorf("%w %w", errors.New("x")) }`},
		{"listed", true, `func F(s string) (int, error) { return strconv.Atoi(s) }`},
		{"listed, by function", true, `func F() (string, error) { dir, err := os.Getwd(); return dir, err }`},
		{"another function of the same package", false, `func F() (*os.File, error) { return os.Open("x") }`},
		{"variable", false, `var errX = errors.New("x"); func F() error { return errX }`},
		{"local variable", true, `func F(s string) error { var err error; if s == "" { err = errors.New("x") }; return err }`},
		{"one of several assignments", false, `func F(s string) error { var err error; if s == "" { _, err = os.Open(s) }; return err }`},
		{"assigned in a literal", false, `func F(s string) (err error) { defer func() { _, err = os.Open(s) }(); return nil }`},
		{"returned by a literal only", true, `func F() error { f := func() error { return io.EOF }; _ = f; return nil }`},
		{"address used", false, `func F() error { var err error; set(&err); return err }; func set(*error) {}`},
		{"calls", true, `func F() error { return g() }; func g() error { if h() { return F() }; return errors.New("x") }; func h() bool { return false }`},
		{"calls one that does not", false, `func F() error { return g() }; func g() error { if err := F(); err != nil { return err }; return io.EOF }`},
		{"function value", false, `var g = func() error { return nil }; func F() error { return g() }`},
		{"local function", false, `func F() error { g := func() error { return nil }; return g() }`},
		{"conversion", false, `type E string; func (E) Error() string { return "" }; func F() error { return E("x") }`},
		{"literal", false, `type E struct{}; func (*E) Error() string { return "" }; func F() error { return &E{} }`},
		{"assertion", false, `func F(v any) error { err, _ := v.(error); return err }`},
		{"type switch", false, `func F(v any) error { switch err := v.(type) { case error: return err }; return nil }`},
		{"channel", false, `func F(c chan error) error { return <-c }`},
		{"range", false, `func F(errs []error) error { for _, err := range errs { return err }; return nil }`},
		{"field", false, `type T struct{ err error }; func (t *T) M() error { return t.err }`},
		{"method of the receiver", true, `type T struct{}; func (t *T) M() error { return t.n() }; func (T) n() error { return errors.New("x") }`},
		{"promoted method", false, `type U struct{}; func (U) n() error { return nil }; type T struct{ U }; func (t *T) M() error { return t.n() }`},
		{"method of a literal", true, `type T struct{}; func (t *T) n() error { return errors.New("x") }; func (t *T) M() error { u := &T{}; return u.n() }`},
		{"method of a parameter", true, `type U struct{}; func (U) n() error { return nil }; func F(u *U) error { return u.n() }`},
		{"method of an interface", false, `type I interface{ N() error }; func F(i I) error { return i.N() }`},
		{"variable of two types", false, `type A struct{}; func (A) n() error { return nil }; type B struct{}; func (B) n() error { return io.EOF }; func F(a A) error { { a := B{}; return a.n() } }`},
		{"another variable of a literal", false, `type A struct{}; func (A) n() error { return nil }; type B struct{}; func (B) n() error { return io.EOF }; func F(a A) (err error) { f := func(a B) { err = a.n() }; f(B{}); return err }`},
		{"another variable of a range", false, `type A struct{}; func (A) n() error { return nil }; type B struct{}; func (B) n() error { return io.EOF }; func F(a A, bs []B) (err error) { for _, a := range bs { err = a.n() }; return err }`},
		{"error types", false, `type E struct{}; func (*E) Error() string { return "" }; func F() *E { return nil }`},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "package p\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n\t\"io\"\n\t\"os\"\n\t\"strconv\"\n)\n\nvar _, _, _, _, _ = errors.New, fmt.Errorf, io.EOF, os.Open, strconv.Atoi\n\n" + test.code + "\n"
			if got := ask(t, t.TempDir(), map[string]string{"f.go": text}); got != test.want {
				t.Errorf("got %t, want %t", got, test.want)
			}
		})
	}
}

// TestPackage asks for a function in a package of several files, and in one that cannot be read.
func TestPackage(t *testing.T) {
	const (
		f     = "package p\n\nfunc F() error { return g() }\n"
		text  = "package p\n\nimport \"errors\"\n\nfunc g() error { return errors.New(\"x\") }\n"
		named = "package p\n\nimport \"io\"\n\nfunc g() error { return io.EOF }\n"
	)
	for _, test := range []struct {
		name  string
		want  bool
		files map[string]string
	}{
		{"two files", true, map[string]string{"g.go": text}},
		{"two declarations, for different systems", true, map[string]string{"g_plan9.go": named, "g.go": text}},
		{"a test file", false, map[string]string{"g_test.go": text}},
		{"a program beside it", true, map[string]string{"g.go": text, "main.go": "package main\n\nimport \"io\"\n\nfunc g() error { return io.EOF }\n"}},
		{"a file that is not Go", false, map[string]string{"g.go": text, "h.go": "package p; func {"}},
		{"too large", false, map[string]string{"g.go": text, "h.go": "package p\n\n" + strings.Repeat("// A line of a comment that is long.\n", 60000)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.files["f.go"] = f
			if got := ask(t, t.TempDir(), test.files); got != test.want {
				t.Errorf("got %t, want %t", got, test.want)
			}
		})
	}
}

// TestOtherPackages follows calls to packages that stand where their paths say.
func TestOtherPackages(t *testing.T) {
	const f = "package p\n\nimport \"example.com/m/q\"\n\nfunc F() error { return q.G() }\n"
	q := map[string]string{"f.go": f, "../q/q.go": "package q\n\nimport \"errors\"\n\nfunc G() error { return errors.New(\"x\") }\n"}
	if !ask(t, filepath.Join(t.TempDir(), "example.com", "m", "p"), q) {
		t.Error("the package beside it is not read")
	}
	if ask(t, filepath.Join(t.TempDir(), "example.com", "m", "r"), q) {
		t.Error("a package is read in whose directory another one is")
	}
	q["f.go"] = strings.ReplaceAll(f, "example.com/m/q", "example.org/q")
	if ask(t, filepath.Join(t.TempDir(), "example.com", "m", "p"), q) {
		t.Error("a package of another domain is read")
	}
}
