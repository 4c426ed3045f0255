package toolflow_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/toolflow"
)

// A recorder takes what cases.Run says of expectations that are another analyzer's.
type recorder struct{}

func (recorder) Errorf(string, ...any) {}

var packages = []string{
	"decorated/decorators", "decorated/wrappers", "decorated/declared", "decorated/middleware", "decorated/kit", "decorated/judged",
	"decorated/usekit", "decorated/mcpgo", "decorated/gosdk", "decorated/options", "opname/tools",
}

// analyse analyses the cases of the rules.
func analyse() ([]*cases.Result, error) {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		return nil, err
	}
	results := cases.Run(recorder{}, dir, toolflow.Analyzer, packages...)
	if len(results) != len(packages) {
		return nil, fmt.Errorf("%d packages were analysed, want %d", len(results), len(packages))
	}
	return results, nil
}

var analysed = sync.OnceValues(analyse)

// load is the analysis of one of packages.
func load(t *testing.T, pkg string) (*analysis.Pass, *toolflow.Tools) {
	t.Helper()
	results, err := analysed()
	if err != nil {
		t.Fatal(err)
	}
	return find(t, results, pkg)
}

func find(t *testing.T, results []*cases.Result, pkg string) (*analysis.Pass, *toolflow.Tools) {
	t.Helper()
	for _, res := range results {
		if res.Err != nil {
			t.Fatal(res.Err)
		}
		if res.Package.Types.Path() == pkg {
			return res.Pass, res.Result.(*toolflow.Tools)
		}
	}
	t.Fatalf("%s was not analysed", pkg)
	return nil, nil
}

func function(t *testing.T, pass *analysis.Pass, name string) *types.Func {
	t.Helper()
	typ, method, isMethod := strings.Cut(name, ".")
	obj := pass.Pkg.Scope().Lookup(typ)
	if isMethod {
		obj, _, _ = types.LookupFieldOrMethod(types.NewPointer(obj.Type()), true, pass.Pkg, method)
	}
	fn, ok := obj.(*types.Func)
	if !ok {
		t.Fatalf("there is no function %s", name)
	}
	return fn
}

func TestDecorators(t *testing.T) {
	for pkg, want := range map[string]map[string]bool{
		"decorated/decorators": {
			"curried": true, "deferred": true, "merged": true, "helped": true, "delegated": true, "composed": true,
			"partial": true, "method": true, "converted": true, "reflected": true, "must": true,
			"factory": false, "handle": false, "typed": false, "run": false, "toResult": false, "register": false,
		},
		"decorated/wrappers": {
			"decorate": true, "logged": false, "limiter.limit": false, "checked": false, "dropped": false, "wrapped": false,
		},
		"decorated/declared":   {"good": true, "opaque": true, "some": true, "logs": true, "handle": false},
		"decorated/middleware": {"recovering": true, "logging": false, "receiving": true, "observing": false},
		"decorated/kit":        {"Decorate": true, "Middleware": true, "Marked": true, "Log": false, "Find": false},
	} {
		pass, tools := load(t, pkg)
		for name, decorates := range want {
			if got := tools.IsDecorator(function(t, pass, name)); got != decorates {
				t.Errorf("%s: IsDecorator(%s) = %t", pkg, name, got)
			}
		}
	}
}

func TestImportedDecorators(t *testing.T) {
	pass, tools := load(t, "decorated/usekit")
	for _, imp := range pass.Pkg.Imports() {
		if imp.Path() != "decorated/kit" {
			continue
		}
		for name, want := range map[string]bool{"Decorate": true, "Middleware": true, "Marked": true, "Log": false, "Register": false} {
			if got := tools.IsDecorator(imp.Scope().Lookup(name).(*types.Func)); got != want {
				t.Errorf("IsDecorator(kit.%s) = %t", name, got)
			}
		}
	}
	if tools.IsDecorator(nil) || tools.IsHandler(nil) || tools.InDecorator(nil) {
		t.Error("nil is something")
	}
}

func TestInDecorator(t *testing.T) {
	pass, tools := load(t, "decorated/decorators")
	model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
	for name, want := range map[string]bool{
		"helped": true, "toResult": true, "run": true, "delegated": true, "decorator.handle": true,
		"handle": false, "typed": false, "factory": false, "register": false,
	} {
		fn := model.Func(function(t, pass, name))
		if got := tools.InDecorator(fn); got != want {
			t.Errorf("InDecorator(%s) = %t", name, got)
		}
		for _, anon := range fn.AnonFuncs {
			if got := tools.InDecorator(anon); got != want {
				t.Errorf("InDecorator(the literal in %s) = %t", name, got)
			}
		}
	}
}

func TestIsHandler(t *testing.T) {
	for pkg, want := range map[string]map[string]bool{
		"decorated/mcpgo":   {"handle": true, "api.search": true, "typed": true, "task": true, "prompt": true, "resource": true, "register": false},
		"decorated/gosdk":   {"raw": true, "typed": true, "prompt": true},
		"decorated/kit":     {"Handle": true, "Decorate": false, "NewServer": false},
		"decorated/options": {"typed": true, "raw": true, "work": false},
	} {
		pass, tools := load(t, pkg)
		for name, handler := range want {
			if got := tools.IsHandler(function(t, pass, name)); got != handler {
				t.Errorf("%s: IsHandler(%s) = %t", pkg, name, got)
			}
		}
	}
}

// describe is a registration as one line.
func describe(r toolflow.Registration) string {
	state := [...]string{"unknown", "undecorated", "decorated", "covered"}[r.State]
	var apps []string
	for _, a := range r.Decorators {
		name := "a literal"
		if a.Decorator != nil {
			name = a.Decorator.Name()
		}
		if c, ok := a.Op.(*ssa.Const); ok {
			name += "(" + c.Value.String() + ")"
		}
		apps = append(apps, name)
	}
	return strings.TrimRight(fmt.Sprintf("%s %s %s %s", r.Name, r.Label, state, strings.Join(apps, " ")), " ")
}

func TestRegistrations(t *testing.T) {
	_, tools := load(t, "opname/tools")
	var got []string
	for _, r := range tools.Registrations {
		if !r.Pos.IsValid() || !r.End.IsValid() || r.Call == nil {
			t.Errorf("%s has no place", r.Name)
		}
		got = append(got, describe(r))
	}
	want := []string{
		`get-user handle decorated decorate("users:get-user")`,
		`list-users handle decorated decorate("users:get_users")`,
		`read handle decorated decorate("files:read")`,
		`write handle decorated decorate("files:wirte")`,
		`raw handle decorated decorate("files:row")`,
		`once handle decorated decorate("files:onec")`,
		`twice handle decorated decorate("files:twise")`,
		`exported handle decorated decorate("files:exportet")`,
		`read all handle decorated decorate("files:read_al")`,
		`copy handle decorated decorate("files:read")`,
		`read handle decorated decorate("files:read")`,
		`a handle decorated decorate("x:a")`,
		`b handle decorated decorate("x:c")`,
		`d handle decorated add("x:d")`,
		`e handle decorated add("x:f")`,
		` handle decorated decorate("x:unknown")`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("registrations (-want +got):\n%s", diff)
	}
}

// TestLists checks that what is unknown is told apart: a tool, or a list of them.
func TestLists(t *testing.T) {
	_, tools := load(t, "decorated/judged")
	got := make(map[bool][]string)
	for _, r := range tools.Registrations {
		if r.State == toolflow.Unknown {
			got[r.List] = append(got[r.List], r.Name+r.Reason)
		}
	}
	if want := []string{"it is what the interface method serverTool returns"}; !slices.Equal(got[true], want) {
		t.Errorf("lists are %q, want %q; tools are %q", got[true], want, got[false])
	}
	if !slices.ContainsFunc(got[false], func(s string) bool { return strings.HasPrefix(s, "kit is") }) {
		t.Errorf("k is no tool; tools are %q", got[false])
	}
}

func TestCovered(t *testing.T) {
	_, tools := load(t, "decorated/middleware")
	var got []string
	for _, r := range tools.Registrations {
		if r.State == toolflow.Covered {
			got = append(got, r.Name)
		}
	}
	if want := []string{"a", "c", "e", "g", "h", "i", "j", "m", "o", "x", "y", "masked"}; !slices.Equal(got, want) {
		t.Errorf("covered are %q, want %q", got, want)
	}
}

// TestFacts checks that facts can be written, that their encoding does not depend on the run, and
// that they describe themselves.
func TestFacts(t *testing.T) {
	encode := func() (string, map[string]string) {
		results, err := analyse()
		if err != nil {
			t.Fatal(err)
		}
		pass, _ := find(t, results, "decorated/kit")
		var b bytes.Buffer
		texts := make(map[string]string)
		facts := pass.AllObjectFacts()
		facts = slices.DeleteFunc(facts, func(f analysis.ObjectFact) bool { return f.Object.Pkg() != pass.Pkg })
		slices.SortFunc(facts, func(a, b analysis.ObjectFact) int { return int(a.Object.Pos() - b.Object.Pos()) })
		for _, f := range facts {
			if err := gob.NewEncoder(&b).Encode(f.Fact); err != nil {
				t.Fatal(err)
			}
			texts[f.Object.Name()+" "+reflect.TypeOf(f.Fact).Elem().Name()] = fmt.Sprint(f.Fact)
		}
		return b.String(), texts
	}
	first, texts := encode()
	second, _ := encode()
	if first != second {
		t.Error("the encoding of facts differs from run to run")
	}
	for name, want := range map[string]string{
		"Decorate funcFact":   "tools(decorator; returns {param 1 decorated})",
		"Log funcFact":        "tools(returns {param 0})",
		"Search funcFact":     "tools(returns Handler{kit.handle})",
		"Find funcFact":       "tools(returns Handler{kit.handle decorated})",
		"All funcFact":        "tools(returns [].Handler{kit.handle decorated, kit.handle})",
		"Tools varFact":       "tools([].Handler{kit.handle})",
		"NewServer funcFact":  "tools(makes a covered server)",
		"Cover funcFact":      "tools(covers param 0)",
		"Server coveredFact":  "covered",
		"Middleware funcFact": "tools(decorator; returns ()0{param 0 decorated}; operation param 0)",
	} {
		if got := texts[name]; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestDeclared(t *testing.T) {
	_, tools := load(t, "decorated/declared")
	var got []string
	for _, d := range tools.Declared {
		got = append(got, fmt.Sprintf("%s leaks %d drops %t panics %t", d.Func.Name(), len(d.Leaks), d.Drops, d.Panics))
	}
	want := []string{
		"good leaks 0 drops false panics true",
		"some leaks 1 drops false panics true",
		"logs leaks 1 drops false panics true",
		"nothing leaks 0 drops true panics true",
		"after leaks 0 drops false panics true",
		"inTime leaks 0 drops false panics true",
		"calls leaks 0 drops false panics true",
		"empty leaks 0 drops true panics true",
		"ignores leaks 0 drops true panics true",
		"tells leaks 0 drops false panics true",
		"later leaks 0 drops false panics true",
		"finds leaks 0 drops false panics true",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("declared decorators (-want +got):\n%s", diff)
	}
}
