package mapped

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/passes/errmap"
)

// module is the path of the examples' module.
const module = "github.com/errlint/errlint/examples/spec"

// An arrival is an error that may come to a mapping, with the codes of its reply.
type arrival struct {
	server    string // the example
	mapping   string
	err       errflow.Atom
	codes     []string // sorted
	from      place
	otherwise []string // the codes of an error that the mapping has no case for
}

// A place is where an error comes from: where it is made or, if a function of another module returns it, where that is called.
type place struct {
	at     token.Position
	callee string // of a function that is called there, and returns it
}

// predictions returns the arrivals at all mappings of the examples, each once, in the order of the source.
func predictions(t *testing.T) []arrival {
	t.Helper()
	analyzers := errlint.Analyzers(errlint.Config{Enable: []string{"errmap"}, Preview: true})
	rule := analyzers[slices.IndexFunc(analyzers, func(a *analysis.Analyzer) bool { return a.Name == "errmap" })]
	var mu sync.Mutex
	var all []arrival
	type made struct {
		by  string
		err errflow.Atom
	}
	places := make(map[made]place) // by function of the module
	collect := &analysis.Analyzer{
		Name: "arrivals", Doc: "collect what errmap predicts", URL: "https://pkg.go.dev/github.com/errlint/errlint/e2e/mapped",
		Requires: []*analysis.Analyzer{rule, errflow.Analyzer},
	}
	collect.Run = func(pass *analysis.Pass) (any, error) {
		mu.Lock()
		defer mu.Unlock()
		for _, m := range pass.ResultOf[rule].(*errmap.Mappings).All {
			for _, a := range m.Arrives {
				server, _, _ := strings.Cut(strings.TrimPrefix(pass.Pkg.Path(), module+"/"), "/")
				all = append(all, arrival{
					server, m.Func.Name(), a.Error, slices.Sorted(slices.Values(a.Codes)), placeOf(pass, a.From.Via(a.Error)), slices.Sorted(slices.Values(m.Default)),
				})
			}
		}
		model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
		for fn := range model.Funcs() {
			obj, ok := fn.Object().(*types.Func)
			if !ok {
				continue
			}
			errs := model.ErrorsOf(fn)
			for a := range errs.Atoms() {
				places[made{obj.FullName(), a}] = placeOf(pass, errs.Via(a))
			}
		}
		return nil, nil
	}
	dir, err := filepath.Abs(filepath.Join("..", "..", "examples", "spec"))
	if err != nil {
		t.Fatal(err)
	}
	result, err := driver.Run(t.Context(), driver.Options{Dir: dir, Analyzers: []*analysis.Analyzer{collect}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range result.Problems {
		t.Fatalf("%s: %s", p.Package, p.Message)
	}
	for i := range all {
		a := &all[i]
		// A way ends where another package of the module hands the error over: there it goes on.
		for range 10 {
			on, ok := places[made{a.from.callee, a.err}]
			if !ok {
				break
			}
			a.from = on
		}
	}
	slices.SortFunc(all, func(a, b arrival) int {
		return strings.Compare(a.key(), b.key())
	})
	return slices.CompactFunc(all, func(a, b arrival) bool { return a.key() == b.key() })
}

// key tells arrivals apart: several calls may hand one error to a mapping.
func (a arrival) key() string {
	return a.server + " " + a.mapping + " " + a.from.at.String() + " " + a.err.String()
}

// placeOf returns where the way of an error begins, as far as the package knows.
func placeOf(pass *analysis.Pass, via *errflow.Step) place {
	var out place
	for step := range via.All() {
		if !step.Pos.IsValid() {
			continue
		}
		out = place{at: pass.Fset.Position(step.Pos)}
		if step.Act != errflow.Calls {
			continue
		}
		for _, file := range pass.Files {
			if step.Pos < file.FileStart || step.Pos >= file.FileEnd {
				continue
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok && call.Lparen == step.Pos {
					if fn, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func); ok {
						out.callee = fn.FullName()
					}
				}
				return true
			})
		}
	}
	return out
}
