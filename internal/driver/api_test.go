package driver

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/gcexportdata"

	"github.com/errlint/errlint/internal/cases"
)

// checkText type-checks a package of one file, which may import package other.
func checkText(t testing.TB, text string) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	check := func(path, text string, imp types.Importer) *types.Package {
		file, err := parser.ParseFile(fset, path+".go", text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		conf := types.Config{Importer: imp}
		pkg, err := conf.Check(path, fset, []*ast.File{file}, nil)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		return pkg
	}
	other := check("other", "package other\n\ntype S struct{ F int }\n\ntype I interface{ M() }\n", nil)
	cases.GOROOT(t)
	std := importer.Default()
	return check("p", "package p\n\n"+text, importerFunc(func(path string) (*types.Package, error) {
		if path == "other" {
			return other, nil
		}
		return std.Import(path)
	}))
}

// exportSum returns the export data of a package, without places: all that an importer can learn of its types, and what the types
// of other packages are that it speaks of.
func exportSum(t testing.TB, pkg *types.Package) string {
	t.Helper()
	var b bytes.Buffer
	if err := gcexportdata.Write(&b, token.NewFileSet(), pkg); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestAPISum checks which edits of a package its importers can see.
func TestAPISum(t *testing.T) {
	t.Parallel()
	sum := func(pkg *types.Package, facts []storedFact) string {
		api, functions := apiSum(pkg, facts)
		return fmt.Sprint(api, functions)
	}
	for _, test := range []struct {
		name          string
		before, after string
		seen          bool
	}{
		{"nothing", "func F() {}", "func F() {}", false},
		{"comment", "func F() {}", "// F is.\nfunc F() {}", false},
		{"body", "func F() {}", "func F() { println() }", false},
		{"order of functions", "func F() {}\nfunc G() {}", "func G() {}\nfunc F() {}", false},
		{"an unexported function", "func F() {}", "func F() {}\nfunc g() {}", false},
		{"an unexported type that nothing leads to", "type t struct{ x int }", "type t struct{ y int }", false},
		{"value of a variable", "var V = 1", "var V = 2", false},
		{"an exported function", "func F() {}", "func F() {}\nfunc G() {}", true},
		{"name of a parameter", "func F(a int) {}", "func F(b int) {}", true},
		{"type of a parameter", "func F(a int) {}", "func F(a int64) {}", true},
		{"result", "func F() int { return 1 }", "func F() (int, error) { return 1, nil }", true},
		{"variadic", "func F(a []int) {}", "func F(a ...int) {}", true},
		{"type of a variable", "var V = 1", "var V = 1.0", true},
		{"constant", "const C = 1", "const C = 2", true},
		{"kind of constant", "const C = 1", "const C = 1.0", true},
		{"large constant", "const C = 1 << 200", "const C = 1<<200 + 1", true},
		{"exact fraction", "const C = 1.0 / 3", "const C = 1.0/3 + 1e-60", true},
		{"field", "type T struct{ F int }", "type T struct{ F, G int }", true},
		{"field that holds a function", "type T struct{ F int }", "type T struct { F int; Err func() error }", true},
		{"unexported field", "type T struct{ F int }", "type T struct{ F int; g int }", true},
		{"embedded field", "type A struct{}\ntype T struct{ A A }", "type A struct{}\ntype T struct{ A }", true},
		{"tag", "type T struct{ F int }", "type T struct{ F int `json:\"f\"` }", true},
		{"order of fields", "type T struct{ F int; G int }", "type T struct{ G int; F int }", true},
		{"method", "type T struct{}", "type T struct{}\nfunc (T) M() {}", true},
		{"type of a method", "type T struct{}\nfunc (T) M() {}", "type T struct{}\nfunc (T) M(int) {}", true},
		{"unexported method", "type T struct{}", "type T struct{}\nfunc (T) m() {}", true},
		{"receiver", "type T struct{}\nfunc (T) M() {}", "type T struct{}\nfunc (*T) M() {}", true},
		{"order of methods", "type T struct{}\nfunc (T) M() {}\nfunc (T) N() {}", "type T struct{}\nfunc (T) N() {}\nfunc (T) M() {}", true},
		{"method of an interface", "type T interface{ M() }", "type T interface{ M(); N() }", true},
		{"embedded interface", "type E interface{ M() }\ntype T interface{ E }", "type E interface{ M() }\ntype T interface{ M() }", true},
		{"alias", "type A struct{}\ntype T = A", "type A struct{}\ntype T A", true},
		{"type parameter", "func F[T any](T) {}", "func F[E any](E) {}", true},
		{"constraint", "func F[T any](T) {}", "func F[T comparable](T) {}", true},
		{"union", "type N interface{ ~int | string }", "type N interface{ int | string }", true},
		{"constraint that is not exported", "type n interface{ ~int }\nfunc F[T n](T) {}", "type n interface{ ~int | ~int8 }\nfunc F[T n](T) {}", true},
		{"generic type", "type B[T any] struct{ v T }", "type B[T any] struct{ v []T }", true},
		{"type argument", "type B[T any] struct{ v T }\nvar V B[int]", "type B[T any] struct{ v T }\nvar V B[int8]", true},
		{"a type that something leads to", "type t struct{ x int }\nvar V []map[string]*t", "type t struct{ y int }\nvar V []map[string]*t", true},
		{"far", "type a struct{ b *b }\ntype b struct{ c chan c }\ntype c struct{ x int }\nfunc F() func() a { return nil }", "type a struct{ b *b }\ntype b struct{ c chan c }\ntype c struct{ y int }\nfunc F() func() a { return nil }", true},
		{"a type argument that is not exported", "type t struct{ x int }\ntype B[T any] struct{}\nvar V B[t]", "type t struct{ y int }\ntype B[T any] struct{}\nvar V B[t]", true},
		{"a method that is promoted", "type t struct{}\nfunc (t) M() {}\ntype T struct{ t }", "type t struct{}\nfunc (t) M() {}\nfunc (t) N() {}\ntype T struct{ t }", true},
		{"a method of a type that is an alias' target", "type t struct{}\ntype T = t", "type t struct{}\nfunc (t) N() {}\ntype T = t", true},
		{"type of another package", "import \"other\"\nvar V other.S", "import \"other\"\nvar V *other.S", true},
		{"fields that are shared", "type A struct{ F int }\ntype B A", "type A struct{ F int }\ntype B struct{ F int }", true},
		{"fields that are shared with another package", "import \"other\"\ntype B other.S", "import _ \"other\"\ntype B struct{ F int }", true},
		{"methods that are shared", "type A interface{ M() }\ntype B A", "type A interface{ M() }\ntype B interface{ M() }", true},
	} {
		before, after := checkText(t, test.before), checkText(t, test.after)
		if got := sum(before, nil) != sum(after, nil); got != test.seen {
			t.Errorf("%s: seen is %t", test.name, got)
		}
		if exportSum(t, before) != exportSum(t, after) && !test.seen {
			t.Errorf("%s: it can be told by the export data", test.name)
		}
	}
	pkg := checkText(t, "type T struct{}\nfunc F(func() error) {}\nfunc f() {}")
	facts := []storedFact{{Object: "F", Type: "a.B", Value: "1"}}
	sums := map[string]bool{sum(pkg, nil): true, sum(pkg, facts): true}
	for _, change := range []storedFact{{Object: "T", Type: "a.B", Value: "1"}, {Object: "F", Type: "a.C", Value: "1"}, {Object: "F", Type: "a.B", Value: "2"}, {Type: "a.B", Value: "1"}, {Object: "F.PA0", Type: "a.B", Value: "1"}} {
		sums[sum(pkg, []storedFact{change})] = true
	}
	if len(sums) != 7 {
		t.Errorf("%d of 7 sums of facts", len(sums))
	}
}

// TestFunctionSums checks what of a package all packages above see, and what only those that name its functions.
func TestFunctionSums(t *testing.T) {
	t.Parallel()
	const before = "type T struct{}\nfunc (T) M() {}\nvar V int\nfunc F() {}\nfunc G() {}"
	facts := []storedFact{{Object: "F", Type: "a.B", Value: "1"}, {Object: "T.M0", Type: "a.B", Value: "1"}}
	api, functions := apiSum(checkText(t, before), facts)
	for _, test := range []struct {
		name, text string
		facts      []storedFact
		api        bool   // it changes
		functions  string // that change, or come or go
	}{
		{"nothing", before, facts, false, ""},
		{"another function", before + "\nfunc Added() {}", facts, false, "Added"},
		{"a function less", strings.Replace(before, "func G() {}", "", 1), facts, false, "G"},
		{"a type of a function", strings.Replace(before, "G()", "G(int)", 1), facts, false, "G"},
		{"a fact about a function", before, append([]storedFact{{Object: "G", Type: "a.B", Value: "1"}}, facts...), false, "G"},
		{"a fact less", before, facts[1:], false, "F"},
		{"a type that only a function leads to", before + "\ntype t struct{}\nfunc Added() (_ t) { return }", facts, true, "Added"},
		{"a method", strings.Replace(before, "M()", "N()", 1), facts, true, ""},
		{"a variable", before + "\nvar W int", facts, true, ""},
		{"a fact about a method", before, facts[:1], true, ""},
	} {
		gotAPI, got := apiSum(checkText(t, test.text), test.facts)
		sums := make(map[functionSum]int)
		for _, f := range append(slices.Clone(functions), got...) {
			sums[f]++
		}
		changed := make(map[string]bool)
		for f, n := range sums {
			if n == 1 {
				changed[f.Name] = true
			}
		}
		if names := strings.Join(slices.Sorted(maps.Keys(changed)), " "); (gotAPI != api) != test.api || names != test.functions {
			t.Errorf("%s: the API changes: %t, and the functions %q", test.name, gotAPI != api, names)
		}
	}
}
