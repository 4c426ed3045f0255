package errflow

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A moduleCache has the module example.com/dep as the go command unpacks it.
type moduleCache struct {
	t    *testing.T
	root string
}

func newModuleCache(t *testing.T) *moduleCache {
	t.Helper()
	c := &moduleCache{t, t.TempDir()}
	c.write("cache/download/example.com/dep/@v/v1.0.0.ziphash", "h1:\n")
	return c
}

func (c *moduleCache) write(name, text string) string {
	c.t.Helper()
	file := filepath.Join(c.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		c.t.Fatal(err)
	}
	return file
}

// function is the function or method of a name, "F" or "T.M", that a file of package example.com/dep declares.
func (c *moduleCache) function(file, name string) (*token.FileSet, *types.Func) {
	c.t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if f == nil {
		c.t.Fatal(err)
	}
	conf := types.Config{Importer: failingImporter{}, Error: func(error) {}}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object)}
	_, _ = conf.Check("example.com/dep", fset, []*ast.File{f}, info)
	for _, obj := range info.Defs {
		if fn, ok := obj.(*types.Func); ok && nameOfFunc(fn) == name {
			return fset, fn
		}
	}
	c.t.Fatalf("%s does not declare %s", file, name)
	return nil, nil
}

// TestSource has functions of another module, and what is known of their errors. Each is the file dep.go but for its head, beside other.go.
func TestSource(t *testing.T) {
	const other = "package dep\n\nimport \"errors\"\n\nvar ErrOther = errors.New(\"other\")\n\nvar format = \"%w\"\n\nconst wraps = \"%w\"\n\ntype Alias = error\n\n" +
		"type Other struct{ Inner }\n\ntype Inner struct{}\n\nfunc (Inner) Promoted() error { return nil }\n\nfunc (*Other) Text() error { return errors.New(\"text\") }\n\n" +
		"func (*Other) Named() error { return ErrOther }\n\nfunc otherText() error { return errors.New(\"text\") }\n\nfunc otherNamed() error { return ErrOther }\n"
	tests := []struct {
		name, code string
		want       errorOrigin
	}{
		{"nothing", `func F() error { return nil }`, fromText},
		{"no return", `func F() error { panic("") }`, fromText},
		{"text", `func F() error { return errors.New("a") }`, fromText},
		{"format", `func F(n int) error { return fmt.Errorf("%d", n) }`, fromText},
		{"a flattened parameter", `func F(err error) error { return fmt.Errorf("%v", err) }`, fromText},
		{"a wrapped parameter", `func F(err error) error { return fmt.Errorf("%w", err) }`, fromUnknown},
		{"a wrapped text", `func F() error { return fmt.Errorf("a: %w", errors.New("b")) }`, fromText},
		{"a wrapped sentinel", `func F() error { return fmt.Errorf("%s: %w", "a", ErrOther) }`, fromUnknown},
		{"a format of another file", `func F(err error) error { return fmt.Errorf(wraps, err) }`, fromUnknown},
		{"a format that is no constant", `func F(err error) error { return fmt.Errorf(format, err) }`, fromUnknown},
		{"a concatenated format", `func F(err error) error { return fmt.Errorf("a"+": %v", err) }`, fromText},
		{"operands of unknown number", `func F(args ...any) error { return fmt.Errorf("%w", args...) }`, fromUnknown},
		{"a parser", `func F(s string) (int, error) { return strconv.Atoi(s) }`, fromInput},
		{"a parser beside text", `func F(s string) (n int, err error) { if s == "" { return 0, errors.New("a") }; n, err = strconv.Atoi(s); return }`, fromInput},
		{"a standard function", `func F(a, b string) (string, error) { return filepath.Rel(a, b) }`, fromText},
		{"an unknown function", `func F(name string) error { return os.Remove(name) }`, fromUnknown},
		{"another module", `func F() error { return ext.Do() }`, fromUnknown},
		{"pkg/errors", `func F() error { return pkgerrors.Wrap(pkgerrors.Errorf("%w", ErrOther), "a") }`, fromText},
		{"joined", `func F() error { return errors.Join(errors.New("a"), nil) }`, fromText},
		{"joined with a sentinel", `func F() error { return errors.Join(errors.New("a"), ErrOther) }`, fromUnknown},
		{"joined of a slice", `func F(errs []error) error { return errors.Join(errs...) }`, fromUnknown},
		{"a sentinel", `func F() error { return ErrOther }`, fromUnknown},
		{"a sentinel here", `var err = errors.New("a"); func F() error { return err }`, fromUnknown},
		{"a package's variable that is assigned", `var err error; func F() error { err = errors.New("a"); return err }`, fromUnknown},
		{"a parameter", `func F(err error) error { return err }`, fromUnknown},
		{"an assigned parameter", `func F(err error) error { if err == nil { err = errors.New("a") }; return err }`, fromUnknown},
		{"a field", `type T struct { err error }; func F(t T) error { return t.err }`, fromUnknown},
		{"a literal", `type T struct{}; func (T) Error() string { return "" }; func F() error { return T{} }`, fromUnknown},
		{"a typed nil", `type T struct{}; func (*T) Error() string { return "" }; func g() *T { return nil }; func F() error { return g() }`, fromUnknown},
		{"a typed nil variable", `type T struct{}; func (*T) Error() string { return "" }; func F() error { var t *T; return t }`, fromUnknown},
		{"a foreign zero value", `func F() error { var e ext.Error; return e }`, fromUnknown},
		{"a local", `func F(b bool) error { var err error; if b { err = errors.New("a") }; return err }`, fromText},
		{"a local of two kinds", `func F(b bool) error { err := errors.New("a"); if b { err = ErrOther }; return err }`, fromUnknown},
		{"a shadowed local", `func F(b bool) error { err := errors.New("a"); if b { err := ErrOther; _ = err }; return err }`, fromText},
		{"locals in a circle", `func F() error { var a, b error; a, b = b, a; return a }`, fromText},
		{"an address", `func F() error { var err error; fill(&err); return err }; func fill(*error) {}`, fromUnknown},
		{"a loop", `func F(errs []error) error { var err error; for _, err = range errs {}; return err }`, fromUnknown},
		{"a channel", `func F(c chan error) error { err := <-c; return err }`, fromUnknown},
		{"a select", `func F(c chan error) error { var err error; select { case err = <-c: }; return err }`, fromUnknown},
		{"an assertion", `func F(x any) error { err, _ := x.(error); return err }`, fromUnknown},
		{"a type switch", `func F(x any) error { switch err := x.(type) { case error: return err }; return nil }`, fromUnknown},
		{"a recovered value", `func F() (err error) { defer func() { if r := recover(); r != nil { err = r.(error) } }(); return nil }`, fromUnknown},
		{"a deferred text", `func F() (err error) { defer func() { if recover() != nil { err = errors.New("a") } }(); return }`, fromText},
		{"a deferred wrap", `func F() (err error) { defer func() { err = fmt.Errorf("a: %w", err) }(); return errors.New("b") }`, fromText},
		{"a deferred wrap of a sentinel", `func F() (err error) { defer func() { err = fmt.Errorf("a: %w", err) }(); return ErrOther }`, fromUnknown},
		{"a named result that another takes", `func F() (a, b error) { defer func() { b = a }(); return ErrOther, nil }`, fromUnknown},
		{"a closure that assigns", `func F() error { var err error; func() { err = ErrOther }(); return err }`, fromUnknown},
		{"a closure that returns", `func F() error { g := func() error { return ErrOther }; _ = g; return nil }`, fromText},
		{"a closure that is called", `func F() error { return func() error { return nil }() }`, fromUnknown},
		{"a variable that is a function", `var g = func() error { return nil }; func F() error { return g() }`, fromUnknown},
		{"a goto", "func F() error { var err error\nagain:\n if err == nil { err = errors.New(\"a\"); goto again }; return err }", fromText},
		{"a shadowed package", `func F() error { errors := t{}; return errors.New("a") }; type t struct{}; func (t) New(string) error { return ErrOther }`, fromUnknown},
		{"a shadowed nil", `func F() error { nil := ErrOther; return nil }`, fromUnknown},
		{"a shadowed type", `type error interface{ Error() string }; func F() error { return nil }`, fromUnknown},
		{"a conversion", `func F() error { return error(nil) }`, fromUnknown},
		{"an alias", `func F() Alias { return nil }`, fromUnknown}, // the test does not know what it stands for
		{"a callee here", `func F() error { return g() }; func g() error { return errors.New("a") }`, fromText},
		{"a callee's second result", `func F() error { _, err := g(); return err }; func g() (error, error) { return ErrOther, errors.New("a") }`, fromText},
		{"a callee in another file", `func F() error { return otherText() }`, fromText},
		{"a sentinel in another file", `func F() error { return otherNamed() }`, fromUnknown},
		{"recursion", `func F(n int) error { if n == 0 { return errors.New("a") }; return F(n-1) }`, fromText},
		{"mutual recursion", `func F() error { return g() }; func g() error { if err := F(); err != nil { return err }; return nil }`, fromText},
		{"mutual recursion with a sentinel", `func F() error { return g() }; func g() error { if err := F(); err != nil { return err }; return ErrOther }`, fromUnknown},
		{"a generic function", `func F() error { return g[int](1) }; func g[T any](T) error { return errors.New("a") }`, fromText},
		{"a method of a type parameter", `func F[T interface{ M() error }](t T) error { return t.M() }`, fromUnknown},
		{"a method", `func F() error { var o Other; return o.Text() }`, fromText},
		{"a method in a map", `func F(m map[string]*Other) error { if err := m["a"].Text(); err != nil { return err }; return nil }`, fromText},
		{"a method with a sentinel", `func F() error { return new(Other).Named() }`, fromUnknown},
		{"a method of an embedded field", `func F() error { var o Other; return o.Promoted() }`, fromUnknown},
		{"a method of a generic type", `type G[T any] struct{}; func (g *G[T]) M() error { return errors.New("a") }; func F() error { return new(G[int]).M() }`, fromText},
		{"a method value", `func F() error { m := new(Other).Text; return m() }`, fromUnknown},
		{"a method expression", `func F() error { return (*Other).Text(nil) }`, fromUnknown},
		{"an interface", `type I interface{ M() error }; func F(i I) error { return i.M() }`, fromUnknown},
		{"a foreign method", `func F(f *os.File) error { return f.Close() }`, fromUnknown},
		{"no body", `func F() error`, fromUnknown},
		{"no Go", "import \"C\"\nfunc F() error { _, err := C.f(); return err }", fromUnknown},
		{"another package of the module", `func F() error { return sub.Text() }`, fromText},
		{"another package of the module, and a sentinel", `func F() error { return sub.Named() }`, fromUnknown},
		{"another package of the module, and none", `func F() error { return sub.Missing() }`, fromUnknown},
		{"a package that the module lacks", `func F() error { return lacking.Do() }`, fromUnknown},
		{"all names of another package", "import . \"example.com/ext\"\nfunc F() error { return nil }", fromUnknown},
		{"no syntax", `func F() error { return nil } }`, fromUnknown},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newModuleCache(t)
			c.write("example.com/dep@v1.0.0/other.go", other)
			c.write("example.com/dep@v1.0.0/sub/sub.go", "package sub\n\nimport \"errors\"\n\nvar ErrSub = errors.New(\"sub\")\n\nfunc Text() error { return errors.New(\"a\") }\n\nfunc Named() error { return ErrSub }\n")
			imports, code := "", test.code
			if strings.HasPrefix(code, "import") {
				imports, code, _ = strings.Cut(code, "\n")
			}
			file := c.write("example.com/dep@v1.0.0/dep.go", "package dep\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n\t\"os\"\n\t\"path/filepath\"\n\t\"strconv\"\n\n\t\"example.com/dep/lacking\"\n\t\"example.com/dep/sub\"\n\t\"example.com/ext\"\n\tpkgerrors \"github.com/pkg/errors\"\n)\n\n"+imports+"\n\n"+code+"\n")
			if got := originBySource(c.function(file, "F")); got != test.want {
				t.Errorf("%s: %d, want %d", test.code, got, test.want)
			}
		})
	}
}

// TestSourceOfBuilds has functions of which each build has one, and methods that only some have.
func TestSourceOfBuilds(t *testing.T) {
	text := `func G() error { return errors.New("a") }`
	for _, test := range []struct {
		name                string
		linux, windows, dep string
		want                errorOrigin
	}{
		{"text in each", text, text, `func F() error { return G() }`, fromText},
		{"a sentinel in one", text, `var ErrG = errors.New("a"); func G() error { return ErrG }`, `func F() error { return G() }`, fromUnknown},
		{"a method in one", `func (T) M() error { return errors.New("a") }`, ``, `type T struct{}; func F() error { return T{}.M() }`, fromUnknown},
		{"the function itself", `func F() error { return errors.New("a") }`, `func F() error { return ErrF }; var ErrF = errors.New("a")`, `var _ = 1`, fromText},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newModuleCache(t)
			head := "package dep\n\nimport \"errors\"\n\nvar _ = errors.New\n\n"
			c.write("example.com/dep@v1.0.0/gen.go", "//go:build ignore\n\npackage main\n\nfunc G() error { return Unknown }\n")
			c.write("example.com/dep@v1.0.0/dep_windows.go", head[:strings.Index(head, "var")]+test.windows+"\n")
			file := c.write("example.com/dep@v1.0.0/dep_linux.go", head[:strings.Index(head, "var")]+test.linux+"\n")
			if dep := c.write("example.com/dep@v1.0.0/dep.go", "package dep\n\n"+test.dep+"\n"); strings.Contains(test.dep, "F()") {
				file = dep
			}
			if got := originBySource(c.function(file, "F")); got != test.want {
				t.Errorf("%d, want %d", got, test.want)
			}
		})
	}
}

// TestSourceElsewhere has sources that somebody can edit, and ones that are not where they are said to be.
func TestSourceElsewhere(t *testing.T) {
	const text = "package dep\n\nfunc F() error { return nil }\n"
	c := newModuleCache(t)
	c.write("cache/download/example.com/link/@v/v1.0.0.ziphash", "h1:\n")
	if err := os.MkdirAll(filepath.Join(c.root, "example.com", "link@v1.0.0"), 0o777); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(c.root, "example.com", "link@v1.0.0", "dep.go")
	if err := os.Symlink(c.write("dep.go", text), link); err != nil {
		t.Skip("this system has no symbolic links here: ", err)
	}
	for _, test := range []struct {
		file string
		want errorOrigin
	}{
		{c.write("example.com/dep@v1.0.0/dep.go", text), fromText},
		{c.write("example.com/dep@v1.0.0/sub/dep.go", text), fromText},
		{c.write("example.com/dep@v1.0.1/dep.go", text), fromUnknown},        // there is no sum of it
		{c.write("vendor/example.com/dep/dep.go", text), fromUnknown},        // vendored
		{c.write("work/example.com/dep@v1.0.0/dep.go", text), fromUnknown},   // a copy
		{c.write("example.com/dep@v1.0.0/dep.y", text), fromUnknown},         // a //line comment says so
		{filepath.Join(c.root, "example.com/dep@v1.0.0/no.go"), fromUnknown}, // it is gone
		{"example.com/dep@v1.0.0/dep.go", fromUnknown},                       // trimmed
		{link, fromUnknown},
	} {
		fset := token.NewFileSet()
		f := fset.AddFile(test.file, -1, 100)
		result := types.NewTuple(types.NewVar(token.NoPos, nil, "", errorType))
		fn := types.NewFunc(f.Pos(0), types.NewPackage("example.com/dep", "dep"), "F", types.NewSignatureType(nil, nil, nil, nil, result, false))
		if got := originBySource(fset, fn); got != test.want {
			t.Errorf("%s: %d, want %d", test.file, got, test.want)
		}
	}
}

// TestSourceEnds has sources that are made to take long: the answer comes all the same, and soon enough that a factor of ten would not matter.
func TestSourceEnds(t *testing.T) {
	var chain, all, nest, vars, wide strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&chain, "func f%d() error { return f%d() }\n", i, (i+1)%4000)
	}
	for i := range 140 {
		fmt.Fprintf(&all, "func g%d() (err error) {\n", i)
		for j := range 140 {
			fmt.Fprintf(&all, "err=g%d()\n", j)
		}
		all.WriteString("return\n}\n")
	}
	fmt.Fprintf(&nest, "func n() error { return %serrors.New(\"a\")%s }\n", strings.Repeat("(", 90_000), strings.Repeat(")", 90_000))
	fmt.Fprintf(&vars, "func v() (e0 error) {\nvar %s error\n", "e"+strings.Join(strings.Fields(numbers(1, 5000)), ", e"))
	for i := range 5000 {
		fmt.Fprintf(&vars, "e%d = e%d\n", i, (i*7+1)%5000)
	}
	vars.WriteString("return\n}\n")
	fmt.Fprintf(&wide, "func w() (%s) { return w() }\n", strings.TrimSuffix(strings.Repeat("error, ", 20_000), ", "))
	for _, test := range []struct {
		name, code, function string
		want                 errorOrigin
	}{
		{"a chain", chain.String(), "f0", fromText},
		{"each calls each", all.String(), "g0", fromText},
		{"a nest", nest.String(), "n", fromText},
		{"variables", vars.String(), "v", fromText},
		{"results", wide.String(), "w", fromText},
		{"a huge file", "func F() error { return nil }\n// " + strings.Repeat("x", maxSource), "F", fromUnknown},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newModuleCache(t)
			file := c.write("example.com/dep@v1.0.0/dep.go", "package dep\n\nimport \"errors\"\n\n"+test.code)
			fset, fn := c.function(file, test.function)
			start := time.Now()
			if got := originBySource(fset, fn); got != test.want {
				t.Errorf("%d, want %d", got, test.want)
			}
			t.Log(len(test.code), time.Since(start))
		})
	}
	t.Run("packages", func(t *testing.T) {
		c := newModuleCache(t)
		for i := range maxPackages + 1 {
			c.write(fmt.Sprintf("example.com/dep@v1.0.0/p%d/p.go", i), fmt.Sprintf("package p%d\n\nimport \"example.com/dep/p%d\"\n\nfunc F() error { return p%d.F() }\n", i, i+1, i+1))
		}
		c.write(fmt.Sprintf("example.com/dep@v1.0.0/p%d/p.go", maxPackages), fmt.Sprintf("package p%d\n\nfunc F() error { return nil }\n", maxPackages))
		for i, want := range []errorOrigin{fromUnknown, fromText} {
			file := c.write(fmt.Sprintf("example.com/dep@v1.0.0/q%d.go", i), fmt.Sprintf("package dep\n\nimport \"example.com/dep/p%d\"\n\nfunc F%d() error { return p%[1]d.F() }\n", i*2, i))
			if got := originBySource(c.function(file, fmt.Sprint("F", i))); got != want {
				t.Errorf("from package %d: %d, want %d", i*2, got, want)
			}
		}
	})
}

func numbers(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "%d ", i)
	}
	return b.String()
}
