package textflow_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
)

const src = `package p

import (
	"errors"
	"fmt"
	"strings"
)

type reply struct{ text string; err error }

func work() error { return errors.New("x") }
func fetch() *reply { return nil }

func words() string { return "a" + "b" }
func empty() string { return "" }
func err() string { return work().Error() }
func param(s string) string { return s }
func errParam(e error) string { return "failed: " + e.Error() }
func formatted(s string, e error) string { return fmt.Sprintf("%s: %v", s, e) }
func bare(e error) string { return fmt.Sprintf("%v", e) }
func field(r *reply) string { return r.text }
func keptError(r *reply) string { return r.err.Error() }
func fetched() string { return fetch().text }
func lookup(m map[string]string) string { return m["x"] }
func merged(r *reply, b bool) string { if b { return r.text }; return work().Error() }
func put(r *reply) string { return "got " + r.text }
func loop(n int) (s string) { for range n { s += work().Error() }; return s }
func search(names []string) string { first := ""; for _, n := range names { if first == "" && n != "" { first = work().Error() } }; return first }
func trimmed(s string, e error) string { return strings.TrimPrefix(s, e.Error()) }
func joined(e error) string { return strings.Join([]string{"a", e.Error()}, ", ") }
func bytes(s string) string { return string([]byte(s)) }
func bound() string { return errParam(work()) }
func captured(s string) func() string { return func() string { return s } }
func recursive(e error, n int) string { if n == 0 { return e.Error() }; return recursive(e, n-1) }
func ping(e error, n int) string { if n == 0 { return "" }; return pong(e, n-1) }
func pong(e error, n int) string { if n == 0 { return e.Error() }; return ping(e, n-1) }
func caller() string { return ping(work(), 2) }
`

func program(t *testing.T) (*flow.Program, *types.Info) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Scopes: make(map[ast.Node]*types.Scope), Instances: make(map[*ast.Ident]types.Instance), FileVersions: make(map[*ast.File]string),
	}
	cases.GOROOT(t)
	pkg, err := (&types.Config{Importer: importer.ForCompiler(fset, "gc", nil)}).Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	return flow.New(&analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, Module: &analysis.Module{Path: "p"}}), info
}

func describe(t textflow.Text) string {
	var parts []string
	for _, p := range []struct {
		set  bool
		name string
	}{{t.Words, "words"}, {t.Error, "error"}, {t.Data, "data"}, {t.Items, "items"}} {
		if p.set {
			parts = append(parts, p.name)
		}
	}
	for i := range t.Params.All() {
		parts = append(parts, fmt.Sprintf("param %d", i))
	}
	for i := range t.ErrParams.All() {
		parts = append(parts, fmt.Sprintf("error %d", i))
	}
	return strings.Join(parts, ", ")
}

func TestOf(t *testing.T) {
	want := map[string]string{
		"words": "words", "empty": "", "err": "error", "param": "param 0", "errParam": "words, error 0",
		"formatted": "param 0, error 1", "bare": "error 0", "field": "data", "keptError": "data", "fetched": "data",
		"lookup": "data", "merged": "error, data", "put": "words", "loop": "error, items", "search": "data, items", "trimmed": "param 0",
		"joined": "words, error 0", "bytes": "param 0", "bound": "words, error", "captured$1": "words",
		"recursive": "error 0", "ping": "error 0", "pong": "error 0", "caller": "error",
	}
	prog, info := program(t)
	funcs := slices.Collect(prog.Funcs())
	// The answers do not depend on the order of the questions.
	for _, order := range []string{"as declared", "the last first", "one at a time"} {
		texts := textflow.New(prog, info)
		got := make(map[string]string)
		for _, fn := range funcs {
			if order == "one at a time" {
				texts = textflow.New(prog, info)
			}
			var text textflow.Text
			for ret := range flow.Returns(fn) {
				if len(ret.Results) == 1 {
					text = text.Or(texts.Of(ret.Results[0]))
				}
			}
			got[fn.Name()] = describe(text)
		}
		for name, want := range want {
			if got[name] != want {
				t.Errorf("%s: %s is made of %q, want %q", order, name, got[name], want)
			}
		}
		slices.Reverse(funcs)
	}
}

func TestErrors(t *testing.T) {
	prog, info := program(t)
	texts := textflow.New(prog, info)
	for name, want := range map[string]string{"formatted": "e", "errParam": "e", "param": "s", "bound": "", "recursive": "e", "words": ""} {
		fn := prog.Pkg.Func(name)
		var last ssa.Value
		for ret := range flow.Returns(fn) {
			last = ret.Results[0]
		}
		errs, got := texts.Errors(last)
		if got != want {
			t.Errorf("%s: the text is of %q, want %q", name, got, want)
		}
		if wantErr := name != "param" && name != "words"; len(errs) > 0 != wantErr {
			t.Errorf("%s: errors %v", name, errs)
		}
	}
}

func TestPieces(t *testing.T) {
	prog, info := program(t)
	texts := textflow.New(prog, info)
	for name, want := range map[string]string{"formatted": `|%s|: |%v|`, "put": `got |%s`, "param": "", "words": "ab"} {
		var got []string
		for ret := range flow.Returns(prog.Pkg.Func(name)) {
			pieces, _ := texts.Pieces(ret.Results[0])
			for _, p := range pieces {
				if p.Verb != 0 {
					got = append(got, "%"+string(p.Verb))
				} else {
					got = append(got, p.Lit)
				}
			}
		}
		if got := strings.Join(got, "|"); strings.Trim(got, "|") != strings.Trim(want, "|") {
			t.Errorf("%s: pieces %q, want %q", name, got, want)
		}
	}
}
