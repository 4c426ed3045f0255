package main

import (
	"context"
	"fmt"
	"go/types"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/errflow"
)

// A result is one of a function, by its name and index.
type result struct {
	function string
	index    int
}

// A prediction is what the model says of a result.
type prediction struct {
	atoms  map[errflow.Atom]bool
	value  bool // it may be what a parameter is
	call   bool // it may be what a parameter returns
	opaque bool
	text   bool   // what is opaque has no name: it is not one of which nothing is known
	why    string // what the opaque bit comes from
	file   string // where the function is declared
	line   int
}

// predict asks the model for all functions of the packages that match the patterns, and for their results of the types wanted.
func predict(ctx context.Context, s *subject, wanted func(types.Type) bool) (map[result]prediction, []string, error) {
	var mu sync.Mutex
	out := make(map[result]prediction)
	exporter := &analysis.Analyzer{
		Name:     "observed",
		Doc:      "hand over what the model says of each function",
		Requires: []*analysis.Analyzer{errflow.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			model := pass.ResultOf[errflow.Analyzer].(*errflow.Model)
			if !model.InScope() {
				return nil, nil
			}
			for fn := range model.Funcs() {
				obj, ok := fn.Object().(*types.Func)
				if !ok || model.Decl(fn) == nil {
					continue
				}
				at := pass.Fset.Position(obj.Pos())
				for i := range obj.Signature().Results().Len() {
					if !wanted(obj.Signature().Results().At(i).Type()) {
						continue
					}
					set := model.ResultErrors(fn, i)
					p := prediction{atoms: make(map[errflow.Atom]bool), opaque: set.Opaque(), file: at.Filename, line: at.Line}
					for a := range set.Atoms() {
						p.atoms[a] = true
					}
					for r := range set.Refs() {
						if _, basic := fn.Params[r.Param].Type().Underlying().(*types.Basic); basic {
							continue // a text or number holds no error
						}
						p.value = p.value || r.Mode == errflow.ParamValue
						p.call = p.call || r.Mode == errflow.ParamResult
					}
					if p.opaque {
						p.text = set.Nameless(true, func(errflow.Atom) bool { return true })
						for step := range set.Why().All() {
							p.why = step.What // the innermost
						}
					}
					mu.Lock()
					out[result{obj.FullName(), i}] = p
					mu.Unlock()
				}
			}
			return nil, nil
		},
	}
	res, err := driver.Run(ctx, driver.Options{Dir: s.dir, Patterns: s.patterns, Env: s.env, Analyzers: []*analysis.Analyzer{exporter}})
	if err != nil {
		return nil, nil, fmt.Errorf("errlint on %s: %w", s.dir, err)
	}
	var problems []string
	for _, p := range res.Problems {
		problems = append(problems, p.Message)
	}
	return out, problems, nil
}
