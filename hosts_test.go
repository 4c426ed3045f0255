package errlint

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/rules"
)

// TestGolangciExample checks that .golangci.example.yml has every option, as in
// the file that errlint init writes.
func TestGolangciExample(t *testing.T) {
	const file = ".golangci.example.yml"
	template, err := Template(Config{})
	if err != nil {
		t.Fatal(err)
	}
	const indent = "          "
	const begin, end = indent + "# begin settings: generated\n", indent + "# end settings\n"
	var settings strings.Builder
	for line := range strings.Lines(strings.TrimPrefix(string(template), templateHead)) {
		if line != "\n" {
			settings.WriteString(indent)
		}
		settings.WriteString(line)
	}
	generatedPart(t, file, begin, end, strings.TrimRight(settings.String(), "\n")+"\n")
}

// TestFitToBeBuiltIn checks what golangci-lint asks of linters that it
// is to accept: no init function, no panic, and no way out of the process. (That
// they leave the syntax tree alone is TestSyntaxUnchanged.) Here that goes for
// all packages but the commands and the plugin, which has to register itself.
func TestFitToBeBuiltIn(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			switch filepath.ToSlash(path) {
			case "bench", "cmd", "e2e", "examples", "gclplugin", "internal/newrule":
				return filepath.SkipDir
			}
			if name := d.Name(); name == "testdata" || len(name) > 1 && strings.HasPrefix(name, ".") {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		for _, problem := range unfit(t, path, nil) {
			t.Error(problem)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestUnfit checks the check of TestFitToBeBuiltIn.
func TestUnfit(t *testing.T) {
	const src = `package p

import (
	stdlog "log"
	"os"
)

func init() {}

type logger struct{}

func (logger) init()  {}
func (logger) Fatal() {}

func f() {
	var log logger
	log.init()
	log.Fatal()
	stdlog.Println()
	panic("x")
	stdlog.Fatalf("x")
	stdlog.Panic("x")
	_ = os.Exit
}
`
	want := []string{
		"p.go:8: func init",
		"p.go:20: panic",
		"p.go:21: log.Fatalf",
		"p.go:22: log.Panic",
		"p.go:23: os.Exit",
	}
	if got := unfit(t, "p.go", src); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// unfit returns the places in a file, with what is there, that keep it from
// being built into another program. The source is read from the file if src is nil.
func unfit(t *testing.T, name string, src any) []string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	imports := make(map[string]string) // local name → path
	for _, spec := range file.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		local := path[strings.LastIndex(path, "/")+1:]
		if spec.Name != nil {
			local = spec.Name.Name
		}
		imports[local] = path
	}
	var problems []string
	problem := func(n ast.Node, what string) {
		problems = append(problems, fmt.Sprintf("%s:%d: %s", filepath.ToSlash(name), fset.Position(n.Pos()).Line, what))
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil && n.Name.Name == "init" {
				problem(n, "func init")
			}
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.Ident); ok && f.Name == "panic" {
				problem(n, "panic")
			}
		case *ast.SelectorExpr:
			x, ok := n.X.(*ast.Ident)
			if !ok {
				break
			}
			full := imports[x.Name] + "." + n.Sel.Name
			if full == "os.Exit" || strings.HasPrefix(full, "log.Fatal") || strings.HasPrefix(full, "log.Panic") {
				problem(n, full)
			}
		}
		return true
	})
	return problems
}

// TestSyntaxUnchanged runs the rules on their test cases and compares the
// syntax trees and the source before and after. The findings are of categories
// that the rules list, and have fixes where these say so.
func TestSyntaxUnchanged(t *testing.T) {
	_, pkgs := loadCases(t)
	analysed, err := analysed()
	if err != nil {
		t.Fatal(err)
	}
	findings := 0
	fixed := make(map[string]bool) // whether findings of a category have a fix
	for _, act := range analysed.graph.Roots {
		if act.Err != nil {
			t.Errorf("%v: %v", act, act.Err)
		}
		findings += len(act.Diagnostics)
		for _, d := range act.Diagnostics {
			id := act.Analyzer.Name + "/" + d.Category
			if !rules.Known(id) {
				t.Errorf("%q is of the category %s, which the doc of the rule does not list", d.Message, id)
			}
			fixed[id] = fixed[id] || len(d.SuggestedFixes) > 0
		}
	}
	for _, r := range rules.All() {
		for _, c := range r.Categories {
			if id := r.Name + "/" + c.Name; fixed[id] != c.Fix {
				t.Errorf("the doc says of fixes for %s: %t; its findings have them: %t", id, c.Fix, fixed[id])
			}
		}
	}
	if findings < 100 {
		t.Errorf("there are %d findings only", findings)
	}
	for name, after := range hashes(pkgs) {
		if after != analysed.before[name] {
			t.Errorf("the syntax tree of %s has changed", name)
		}
	}
}

// hashes returns a hash for each file: of its nodes with their positions, and comments.
func hashes(pkgs []*packages.Package) map[string][sha256.Size]byte {
	sums := make(map[string][sha256.Size]byte)
	for _, pkg := range pkgs {
		for _, file := range pkg.Syntax {
			var text bytes.Buffer
			// Positions are kept as numbers; objects, which are deprecated, left out.
			filter := func(name string, v reflect.Value) bool {
				return ast.NotNilFilter(name, v) && name != "Obj" && name != "Scope" && name != "Unresolved"
			}
			if err := ast.Fprint(&text, nil, file, filter); err != nil {
				continue // impossible: a buffer takes all
			}
			sums[pkg.ID+" "+pkg.Fset.Position(file.FileStart).Filename] = sha256.Sum256(text.Bytes())
		}
	}
	return sums
}

// TestZeroOptions checks that the rules' default analyzers work together
// as they are, without the suite: as dependencies of Bazel's nogo.
func TestZeroOptions(t *testing.T) {
	var as []*analysis.Analyzer
	for _, r := range suite() {
		as = append(as, r.make(Config{}))
	}
	if err := analysis.Validate(as); err != nil {
		t.Error(err)
	}
}
