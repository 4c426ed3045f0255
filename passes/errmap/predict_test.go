package errmap

import (
	"encoding/json"
	"flag"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/codeflow"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

var predictions = flag.String("predictions", "", "write to this file what is predicted for the example servers; e2e/mapped runs these")

// A prediction is an error that may come to a mapping, with the codes of its reply.
type prediction struct {
	Package   string
	Mapping   string
	Error     errflow.Atom
	Codes     []string // statuses and codes, as the configuration writes them, sorted; none if they are not known
	From      place
	Otherwise []string // the codes of an error that the mapping has no case for
}

// A place is where an error comes from: where it is made or, if a function of another module returns it, where that is called.
type place struct {
	File   string
	Offset int
	Callee string // of a function that is called there, and returns it
}

// made is an error that a function returns, by the function's full name.
type made struct {
	by  string
	err errflow.Atom
}

// TestPredictions writes the errors that come to each mapping of the example servers, and the codes that their replies have by what the rule
// knows of the cases.
func TestPredictions(t *testing.T) {
	if *predictions == "" {
		t.Skip("e2e/mapped asks for predictions, and checks them")
	}
	opts := Options{Codes: codeflow.Analyzer}
	var mu sync.Mutex
	var all []prediction
	places := make(map[made]place) // of the errors of the module's functions
	predict := New(opts)
	predict.ResultType = nil
	predict.Run = func(pass *analysis.Pass) (any, error) {
		mu.Lock()
		defer mu.Unlock()
		model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
		c := newChecker(pass, &opts, model)
		mappings := c.mappings()
		c.calls(mappings)
		for _, call := range model.Calls() {
			fn := flow.Callee(call.Common())
			m := mappings[fn]
			if m == nil || call.Common().IsInvoke() || c.inTest(call.Pos()) || call.Parent() == m.fn {
				continue
			}
			var otherwise []string
			for _, q := range m.defaults {
				otherwise = append(otherwise, c.texts(m.fn, flow.OutcomeOf(q.from, q.no, nil))...)
			}
			otherwise = sorted(otherwise)
			for _, in := range c.coming(call, call.Common().Args[m.Param]) {
				for a := range in.errs.Atoms() {
					codes, taken := c.predict(m, a, in.from)
					if !taken {
						codes = otherwise
					}
					all = append(all, prediction{pass.Pkg.Path(), fn.Name(), a, sorted(codes), placeOf(pass, model, in.from.Via(a)), otherwise})
				}
			}
		}
		for fn := range model.Funcs() {
			if obj, ok := fn.Object().(*types.Func); ok {
				errs := model.ErrorsOf(fn)
				for a := range errs.Atoms() {
					places[made{obj.FullName(), a}] = placeOf(pass, model, errs.Via(a))
				}
			}
		}
		return nil, nil
	}
	dir, err := filepath.Abs(filepath.Join("..", "..", "examples", "spec"))
	if err != nil {
		t.Fatal(err)
	}
	result, err := driver.Run(t.Context(), driver.Options{Dir: dir, Analyzers: []*analysis.Analyzer{predict}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range result.Problems {
		t.Fatalf("%s: %s", p.Package, p.Message)
	}
	for i := range all {
		p := &all[i]
		// A way ends where another package of the module hands the error over: there it goes on.
		for range 10 {
			on, ok := places[made{p.From.Callee, p.Error}]
			if !ok {
				break
			}
			p.From = on
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*predictions, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// placeOf returns where the way of an error begins, as far as the package knows.
func placeOf(pass *analysis.Pass, model *errflow.Model, via *errflow.Step) place {
	var out place
	for step := range via.All() {
		if !step.Pos.IsValid() {
			continue
		}
		at := pass.Fset.Position(step.Pos)
		out = place{File: at.Filename, Offset: at.Offset}
		if step.Act != errflow.Calls {
			continue
		}
		for _, call := range model.Calls() {
			if fn := flow.Callee(call.Common()); fn != nil && call.Pos() == step.Pos {
				out.Callee = fn.FullName()
			}
		}
	}
	return out
}

// predict returns the codes that a mapping gives an error: those of the first case that takes it, or what wraps it on arrival, or, if that
// case has none, those that the error has itself. taken reports whether there is such a case.
func (c *checker) predict(m *mapping, a errflow.Atom, s errflow.Set) (codes []string, taken bool) {
	if a.Kind == errflow.Code {
		return []string{a.Code}, true
	}
	chain := []errflow.Atom{a}
	for step := range s.Via(a).All() {
		if step.Act == errflow.WrapsItIn && step.In != (errflow.Atom{}) {
			chain = append(chain, step.In)
		}
	}
	for _, q := range m.chain.cases {
		i := slices.IndexFunc(chain, func(a errflow.Atom) bool {
			return q.methods != "" && c.answers(a, []string{q.methods}) || slices.ContainsFunc(q.Atoms, func(b errflow.Atom) bool {
				return q.Itself && a == b || !q.Itself && c.model.IsA(a, b)
			})
		})
		if i < 0 {
			continue
		}
		if codes = c.texts(m.fn, c.outcome(q)); codes == nil {
			codes = c.said(chain[i], s.Via(a))
		}
		return codes, true
	}
	return nil, false
}

// texts returns the codes of an outcome.
func (c *checker) texts(fn *ssa.Function, o flow.Outcome) (out []string) {
	for _, v := range c.codesOf(fn, o, codeflow.Any) {
		out = append(out, text(v.Value))
	}
	return out
}

// said returns the codes that an error has itself: in the methods of its type or else in the literal that made it, to which via leads.
func (c *checker) said(a errflow.Atom, via *errflow.Step) []string {
	obj, ok := c.model.Object(a).(*types.TypeName)
	if !ok || obj.Pkg() != c.pass.Pkg {
		return nil
	}
	named, ok := types.Unalias(obj.Type()).(*types.Named)
	if !ok {
		return nil
	}
	var out []string
	add := func(from, to token.Pos) {
		for _, u := range c.usesIn(from, to) {
			if !flow.IsZeroConstant(u.Value) {
				out = append(out, text(u.Value))
			}
		}
	}
	for method := range named.Methods() {
		if decl := c.model.DeclOf(method); decl != nil {
			add(decl.Pos(), decl.End())
		}
	}
	if out != nil {
		return out
	}
	for step := range via.All() {
		file := flow.FileAt(c.pass.Files, step.Pos)
		if file == nil {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(file, step.Pos, step.Pos)
		for _, n := range path {
			if lit, ok := n.(*ast.CompositeLit); ok && types.Identical(c.pass.TypesInfo.TypeOf(lit), named) {
				add(lit.Pos(), lit.End())
				return out
			}
		}
	}
	return nil
}

// sorted returns the codes in order, each once.
func sorted(codes []string) []string { return slices.Compact(slices.Sorted(slices.Values(codes))) }
