package errmap

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/codeflow"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// A chain is the questions of a function for one error, in the order of the code.
type chain struct {
	subject ssa.Value
	cases   []*question
}

// A question is a condition on an error: whether it is, or has in it, one in particular, or has one of a type.
type question struct {
	errflow.Asked
	block   *ssa.BasicBlock // which ends in it
	yes, no *ssa.BasicBlock
	methods string // of the interface that is asked for: its methods, but Error
}

// chains finds the chains of a function.
func (c *checker) chains(fn *ssa.Function) []*chain {
	var out []*chain
	for _, b := range fn.Blocks {
		if c.model.Dead(b) {
			continue
		}
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		for _, asked := range c.model.Asks(cond.Cond) {
			if asked.Nil || !errflow.IsError(asked.Subject.Type()) || len(asked.Atoms) == 0 && asked.Type == nil {
				continue
			}
			q := &question{Asked: asked, block: b, yes: b.Succs[0], no: b.Succs[1]}
			if !asked.Yes {
				q.yes, q.no = q.no, q.yes
			}
			if asked.Type != nil {
				if a, ok := errflow.TypeAtom(asked.Type); ok {
					q.Atoms = []errflow.Atom{a}
				} else if iface, ok := types.Unalias(asked.Type).Underlying().(*types.Interface); ok {
					var names []string
					for m := range iface.Methods() {
						if m.Name() != "Error" {
							names = append(names, m.Name())
						}
					}
					slices.Sort(names)
					q.methods = strings.Join(names, " ")
				}
			}
			i := slices.IndexFunc(out, func(ch *chain) bool { return ch.subject == asked.Subject })
			if i < 0 {
				i = len(out)
				out = append(out, &chain{subject: asked.Subject})
			}
			out[i].cases = append(out[i].cases, q)
		}
	}
	return out
}

// asksBehind reports whether a question of the chain is asked in block b, or behind it.
func (ch *chain) asksBehind(b *ssa.BasicBlock) bool {
	for r := range flow.Reachable([]*ssa.BasicBlock{b}, nil) {
		if slices.ContainsFunc(ch.cases, func(q *question) bool { return q.block == r }) {
			return true
		}
	}
	return slices.ContainsFunc(ch.cases, func(q *question) bool { return q.block == b })
}

// maps reports whether a chain gives different errors different codes, statuses or texts: constants that its cases return, or put where
// they become codes.
func (c *checker) maps(fn *ssa.Function, ch *chain) bool {
	var outcomes []string
	for _, q := range ch.cases {
		o := flow.OutcomeOf(q.block, q.yes)
		gives := slices.ContainsFunc(o.Placed, func(p flow.Placed) bool { return p.Result >= 0 }) || len(c.codesOf(fn, o, codeflow.Own|codeflow.JSONRPC|codeflow.HTTP|codeflow.GRPC)) > 0
		if gives && !slices.Contains(outcomes, o.Text) {
			outcomes = append(outcomes, o.Text)
		}
	}
	return len(outcomes) > 1
}

// unclear reports whether the function asks more of the error than the questions of the chain: errors.Is with what is no
// package-level variable, a table with the error as the key.
func (c *checker) unclear(ch *chain) bool {
	refs := ch.subject.Referrers()
	if refs == nil {
		return false
	}
	for _, ref := range *refs {
		switch ref := ref.(type) {
		case *ssa.Lookup:
			return true
		case *ssa.Call:
			fn := flow.Callee(ref.Common())
			if fn == nil || fn.Name() != "Is" || fn.Signature().Recv() != nil || len(ref.Call.Args) != 2 {
				continue
			}
			if _, ok := c.model.SentinelOf(ref.Call.Args[1]); !ok {
				return true
			}
		}
	}
	return false
}

// shadowed reports the questions of a chain that earlier ones leave nothing for: that are asked only where an earlier one was
// answered no, which takes whatever this one asks for.
func (c *checker) shadowed(ch *chain) {
	for _, q := range ch.cases {
		if len(q.Atoms) == 0 || slices.ContainsFunc(q.Atoms, func(a errflow.Atom) bool { return c.takenBefore(ch, q, a) == nil }) {
			continue
		}
		earlier := c.takenBefore(ch, q, q.Atoms[0])
		if c.model.ErrorsAt(ch.subject, q.block).Known() {
			continue // errmatch says so
		}
		if flow.OutcomeOf(q.block, q.yes).Text == flow.OutcomeOf(earlier.block, earlier.yes).Text {
			continue
		}
		pos := c.pos(q)
		if !pos.IsValid() {
			continue
		}
		by := "an earlier case"
		if len(earlier.Atoms) == 1 {
			by = "the case of " + c.name(earlier.Atoms[0])
		}
		message := fmt.Sprintf("the case of %s is never reached: %s takes it before", c.list(q.Atoms, "or"), by)
		if len(earlier.Atoms) == 1 && earlier.Atoms[0] == q.Atoms[0] {
			message = fmt.Sprintf("the case of %s is never reached: there is one before", c.list(q.Atoms, "or"))
		}
		d := analysis.Diagnostic{Pos: pos, Category: CategoryShadowed, Message: message}
		if at := c.pos(earlier); at.IsValid() {
			d.Related = []analysis.RelatedInformation{{Pos: at, Message: "takes it"}}
		}
		c.report.Report(d)
	}
}

// pos is where a question stands.
func (c *checker) pos(q *question) token.Pos {
	cond := q.block.Instrs[len(q.block.Instrs)-1].(*ssa.If).Cond
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok {
			break
		}
		cond = not.X
	}
	if e, ok := cond.(*ssa.Extract); ok {
		cond = e.Tuple
	}
	if call, ok := cond.(*ssa.Call); ok {
		if e := c.model.CallExpr(call); e != nil {
			return e.Pos()
		}
	}
	return cond.Pos()
}

// takenBefore is the question that was answered no on every way to q, and takes all errors in which a is found.
func (c *checker) takenBefore(ch *chain, q *question, a errflow.Atom) *question {
	for cond := range flow.Conditions(q.block) {
		for _, earlier := range ch.cases {
			if earlier == q || earlier.block != cond.From || earlier.yes == earlier.no || cond.Other() != earlier.yes {
				continue
			}
			if earlier.Itself && !q.Itself {
				continue // it takes the error itself only
			}
			for _, b := range earlier.Atoms {
				if earlier.Itself && (a == b) || !earlier.Itself && c.model.IsA(a, b) {
					return earlier
				}
			}
			if earlier.methods != "" && a.Kind == errflow.Type && q.Type != nil && types.Implements(q.Type, earlier.Type.Underlying().(*types.Interface)) {
				return earlier
			}
		}
	}
	return nil
}
