package errmap

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
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
	Codes []string // those that its reply has: statuses and codes, as the configuration writes them; none if they are not known
	From  errflow.Set
}

// result returns what a mapping makes of the errors that come to it.
func (c *checker) result(m *mapping) Mapping {
	out := Mapping{Func: m.obj}
	for _, q := range m.defaults {
		out.Default = c.add(out.Default, m.fn, flow.OutcomeOf(q.from, q.no, nil))
	}
	for _, in := range m.coming {
		for a := range in.errs.Atoms() {
			codes, taken := c.predict(m, a, in.from)
			if !taken {
				codes = out.Default
			}
			out.Arrives = append(out.Arrives, Arrival{a, codes, in.from})
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
		if codes = c.add(nil, m.fn, c.outcome(q)); codes == nil {
			codes = c.said(chain[i], s.Via(a))
		}
		return codes, true
	}
	return nil, false
}

// add adds the codes of an outcome.
func (c *checker) add(to []string, fn *ssa.Function, o flow.Outcome) []string {
	for _, v := range c.codesOf(fn, o, codeflow.HTTP|codeflow.JSONRPC|codeflow.GRPC|codeflow.Own) {
		if !slices.Contains(to, text(v.Value)) {
			to = append(to, text(v.Value))
		}
	}
	return to
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
			if code := text(u.Value); !flow.IsZeroConstant(u.Value) && !slices.Contains(out, code) {
				out = append(out, code)
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

// usesIn returns the codes that are written between two positions.
func (c *checker) usesIn(from, to token.Pos) []codeflow.Use {
	var out []codeflow.Use
	for _, u := range c.codes.Uses {
		if !u.Compared && from <= u.Expr.Pos() && u.Expr.Pos() < to {
			out = append(out, u)
		}
	}
	return out
}
