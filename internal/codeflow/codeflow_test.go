package codeflow_test

import (
	"fmt"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/errlint/errlint/internal/cases"
	"github.com/errlint/errlint/internal/codeflow"
)

// A recorder takes what cases.Run says of expectations, of which there are none.
type recorder struct{}

func (recorder) Errorf(string, ...any) {}

var packages = []string{"codeflow/apperr", "codeflow/use", "codeflow/places"}

var analysed = sync.OnceValues(func() ([]*cases.Result, error) {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		return nil, err
	}
	all := cases.Run(recorder{}, dir, codeflow.Analyzer, packages...)
	results := make([]*cases.Result, len(packages))
	for _, res := range all {
		if res.Err != nil {
			return nil, res.Err
		}
		if i := slices.Index(packages, res.Package.PkgPath); i >= 0 {
			results[i] = res
		}
	}
	if len(all) != len(packages) || slices.Contains(results, nil) {
		return nil, fmt.Errorf("%d packages were analysed, want %q", len(all), packages)
	}
	return results, nil
})

// results returns what there is of packages, in their order.
func results(t *testing.T) []*cases.Result {
	t.Helper()
	results, err := analysed()
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func TestUses(t *testing.T) {
	mark := regexp.MustCompile(`// code: (.*)$`)
	for _, res := range results(t) {
		want := make(map[int]string)
		for _, f := range res.Package.Syntax {
			for _, group := range f.Comments {
				for _, c := range group.List {
					if m := mark.FindStringSubmatch(c.Text); m != nil {
						want[res.Package.Fset.Position(c.Pos()).Line] = m[1]
					}
				}
			}
		}
		got := make(map[int]string)
		for _, u := range res.Result.(*codeflow.Codes).Uses {
			s := u.Kind.String()
			if u.Const != nil {
				s += " " + u.Const.Name()
			}
			if u.Compared {
				s += " compared"
			}
			line := res.Package.Fset.Position(u.Expr.Pos()).Line
			if got[line] != "" {
				s = got[line] + ", " + s
			}
			got[line] = s
		}
		for line, w := range want {
			if got[line] != w {
				t.Errorf("%s:%d: codes %q, want %q", res.Package.Types.Path(), line, got[line], w)
			}
		}
		for line, g := range got {
			if want[line] == "" {
				t.Errorf("%s:%d: codes %q, want none", res.Package.Types.Path(), line, g)
			}
		}
	}
}

// TestQueries checks what is said of types, constants, results and parameters, and to other packages.
func TestQueries(t *testing.T) {
	res := results(t)[0]
	codes := res.Result.(*codeflow.Codes)
	scope := res.Package.Types.Scope()
	for name, want := range map[string]codeflow.Kind{"Code": codeflow.Own, "Reason": 0} {
		if got := codes.Type(scope.Lookup(name).Type()); got != want {
			t.Errorf("Type(%s) = %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string]codeflow.Kind{"NotFound": codeflow.Own, "fallback": codeflow.Own, "Stale": 0} {
		if got := codes.Const(scope.Lookup(name).(*types.Const)); got != want {
			t.Errorf("Const(%s) = %v, want %v", name, got, want)
		}
	}
	fn := scope.Lookup("New").(*types.Func)
	if got := codes.Var(fn.Signature().Params().At(0)); got != codeflow.Own {
		t.Errorf("the first parameter of New is %v", got)
	}
	if got := codes.Result(scope.Lookup("pick").(*types.Func), 0); got != codeflow.Own {
		t.Errorf("the result of pick is %v", got)
	}
	got := make(map[string]string)
	for _, f := range res.AllObjectFacts() {
		if s := fmt.Sprint(f.Fact); f.Object.Pkg() == res.Package.Types && strings.HasPrefix(s, "codes(") {
			got[f.Object.Name()] = s
		}
	}
	want := map[string]string{"Code": "codes(own)", "Kind": "codes(own)", "New": "codes(param 0 own)"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("facts %v, want %v", got, want)
	}
}
