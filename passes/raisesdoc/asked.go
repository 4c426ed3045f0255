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

// A request is that some code of the package wants to know whether what a function returns is one of the errors.
type request struct {
	fn   *types.Func
	atom errflow.Atom
}

// relatedRequest is where the package asks f for one of the errors, if it does.
func (c *checker) relatedRequest(f *subject, errs outcome) []analysis.RelatedInformation {
	for _, a := range errs.required {
		if pos := c.requests[request{f.fn.Origin(), a}]; pos.IsValid() {
			return []analysis.RelatedInformation{{Pos: pos, End: pos, Message: f.name + " is asked for " + a.RelativeTo(c.pass.Pkg) + " here"}}
		}
	}
	return nil
}

// askedOf reports whether code of the package asks what fn returns for one of the errors, be it where it calls fn, in a function that
// it hands the error to, or behind another function that returns fn's.
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

// findRequests follows each question of the package back to the functions that it is asked of, and returns where it stands. There are no more steps than
// questions times functions and parameters of the package, as each is taken once.
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
	// behind follows ways of an error to the functions that hand it over, and on from what those of the package return.
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
