package errmap

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/codeflow"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// Mappings are the mappings of a package: the result of the analyzer.
type Mappings struct {
	All []Mapping // in source order
}

// A Mapping is a function that gives errors their codes.
type Mapping struct {
	Func    *types.Func
	Arrives []Arrival // the errors that the package's calls hand to it, by call, sorted by name within each
	Default []string  // the codes of an error without a case
}

// An Arrival is an error that may come to a mapping.
type Arrival struct {
	Error errflow.Atom
	Codes []string // those that the mapping gives it: statuses and codes, as the configuration writes them
	From  errflow.Set
}

// result is what a mapping makes of the errors that come to it.
func (c *checker) result(m *mapping) Mapping {
	out := Mapping{Func: m.obj}
	for _, q := range m.defaults {
		out.Default = c.add(out.Default, m.fn, flow.OutcomeOf(q.from, q.no, nil))
	}
	for _, in := range m.coming {
		for a := range in.errs.Atoms() {
			out.Arrives = append(out.Arrives, Arrival{a, c.predict(m, a), in.from})
		}
	}
	return out
}

// predict is the codes that a mapping gives an error: those of the first case that takes it or, if that has none, those that the error
// itself says.
func (c *checker) predict(m *mapping, a errflow.Atom) []string {
	if a.Kind == errflow.Code {
		return []string{a.Code}
	}
	for _, q := range m.chain.cases {
		takes := q.methods != "" && c.answers(a, []string{q.methods})
		for _, b := range q.Atoms {
			takes = takes || (q.Itself && a == b || !q.Itself && c.model.IsA(a, b))
		}
		if !takes {
			continue
		}
		if codes := c.add(nil, m.fn, c.outcome(q)); codes != nil {
			return codes
		}
		return c.said(a)
	}
	return nil
}

// add adds the codes of an outcome.
func (c *checker) add(to []string, fn *ssa.Function, o flow.Outcome) []string {
	for _, v := range c.codesOf(fn, o, codeflow.HTTP|codeflow.JSONRPC|codeflow.GRPC|codeflow.Own) {
		if !slices.Contains(to, text(v)) {
			to = append(to, text(v))
		}
	}
	return to
}

// said is the codes in the methods of an error type: what it says of itself.
func (c *checker) said(a errflow.Atom) []string {
	obj, ok := c.model.Object(a).(*types.TypeName)
	if !ok || obj.Pkg() != c.pass.Pkg {
		return nil
	}
	named, ok := types.Unalias(obj.Type()).(*types.Named)
	if !ok {
		return nil
	}
	var out []string
	for method := range named.Methods() {
		decl := c.model.DeclOf(method)
		if decl == nil {
			continue
		}
		for _, u := range c.usesIn(decl.Pos(), decl.End()) {
			if code := text(u.Value); !isZero(u.Value) && !slices.Contains(out, code) {
				out = append(out, code)
			}
		}
	}
	return out
}

// usesIn is the codes that are written between two places.
func (c *checker) usesIn(from, to token.Pos) []codeflow.Use {
	var out []codeflow.Use
	for _, u := range c.codes.Uses {
		if !u.Compared && from <= u.Expr.Pos() && u.Expr.Pos() < to {
			out = append(out, u)
		}
	}
	return out
}
