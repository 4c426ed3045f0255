package raisesdoc

import (
	"cmp"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// A request says that code of the package asks whether the error of a function is a certain one.
type request struct {
	fn   *types.Func
	atom errflow.Atom
}

// relatedRequest returns where the package asks f for one of the errors, if it does.
func (c *checker) relatedRequest(f *subject, errs outcome) []analysis.RelatedInformation {
	for _, a := range errs.required {
		if pos := c.requests[request{f.fn.Origin(), a}]; pos.IsValid() {
			return []analysis.RelatedInformation{{Pos: pos, End: pos, Message: f.name + " is asked for " + a.RelativeTo(c.pass.Pkg) + " here"}}
		}
	}
	return nil
}

// askedOf reports whether code of the package asks whether an error that fn returns is one of errs: where it calls fn, in a function that
// has the error as a parameter, or behind another function that returns it.
func (c *checker) askedOf(fn *types.Func, errs []errflow.Atom) bool {
	if c.requests == nil {
		c.requests = c.findRequests()
	}
	for _, a := range errs {
		if c.requests[request{fn.Origin(), a}].IsValid() {
			return true
		}
	}
	return false
}

// findRequests follows each question of the package back to the functions whose errors it is about, and returns its position. The number of steps is bounded by
// the number of questions times that of functions and parameters of the package, as each is taken once.
func (c *checker) findRequests() map[request]token.Pos {
	type value struct {
		v    ssa.Value
		atom errflow.Atom
	}
	var (
		requests = make(map[request]token.Pos)
		values   worklist.List[value]
		asked    = make(map[value]token.Pos) // where first
	)
	ask := func(v ssa.Value, a errflow.Atom, pos token.Pos) {
		q := value{flow.Strip(v), a}
		values.Push(q)
		asked[q] = cmp.Or(asked[q], pos)
	}
	// behind follows ways of an error to the functions that return it, and through those of the package.
	behind := func(ways []errflow.Way, a errflow.Atom, pos token.Pos) {
		var bodies worklist.List[*ssa.Function]
		follow := func(ways []errflow.Way) {
			for _, w := range ways {
				body := w.Lit
				if w.From != nil {
					r := request{w.From.Origin(), a}
					if requests[r].IsValid() {
						continue
					}
					requests[r] = pos
					body = c.model.Func(w.From)
				}
				if body != nil {
					bodies.Push(body)
				}
			}
		}
		follow(ways)
		for body := range bodies.All() {
			follow(c.model.Ways(body, errflow.PartAtom, a))
		}
	}
	for fn := range c.model.Funcs() {
		if directive.InTest(c.pass.Fset, fn.Pos()) {
			continue
		}
		for instr := range flow.Instrs(fn) {
			v, ok := instr.(ssa.Value)
			if !ok || !types.Identical(v.Type(), types.Typ[types.Bool]) {
				continue
			}
			pos := v.Pos()
			if ex, ok := v.(*ssa.Extract); ok {
				pos = ex.Tuple.Pos()
			}
			if !pos.IsValid() {
				pos = fn.Pos() // of a case there is none
			}
			for _, q := range c.model.Asks(v) {
				atoms := q.Atoms
				if q.Type != nil {
					if a, ok := errflow.TypeAtom(q.Type); ok {
						atoms = []errflow.Atom{a}
					}
				}
				for _, a := range atoms {
					ask(q.Subject, a, pos)
				}
			}
		}
	}
	for q := range values.All() {
		behind(c.model.WaysTo(q.v, nil, errflow.PartAtom, q.atom), q.atom, asked[q])
		for _, o := range c.model.Origins(q.v, flow.OriginOptions{Local: true, NoCalls: true}) {
			p, ok := o.Value.(*ssa.Parameter)
			if !ok {
				continue
			}
			calls, _ := c.model.CallsOf(p.Parent())
			for _, call := range calls {
				for i, param := range p.Parent().Params {
					if param == p && i < len(call.Common().Args) {
						ask(call.Common().Args[i], q.atom, asked[q])
					}
				}
			}
		}
	}
	return requests
}
