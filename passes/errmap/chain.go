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
	"github.com/errlint/errlint/internal/worklist"
)

// A chain holds the questions that a function asks about one error, in the order of the code.
type chain struct {
	subject ssa.Value
	cases   []*question
	blocks  map[*ssa.BasicBlock]bool // that end in one of them
}

// A question is a condition on an error: whether it is, or wraps, a given error, or one of a given type, or what a function of the program
// says of it. In the last case there are no atoms.
type question struct {
	errflow.Asked
	block   *ssa.BasicBlock // which ends in it
	yes     *ssa.BasicBlock
	from    *ssa.BasicBlock // which the answer no leads from to
	no      *ssa.BasicBlock // nil where others follow
	methods string          // of the interface that is asked for: its methods, but Error
	all     bool            // the answer is yes for every error, and no for nil: that interface has no other methods
	row     int             // of the table that Cell is in; -1 for none
}

// rows returns a question for each row of the table that q asks for.
func (q *question) rows() []*question {
	if q.Cell.Table == nil {
		return []*question{q}
	}
	if instr, ok := q.Cell.Chooses.(ssa.Instruction); ok && !q.lookup() {
		// All of them are answered no where the loop over them ends.
		if loop, ok := flow.LoopOver(instr.Block()); ok && loop.AsksAll(q.block, q.yes) {
			q.from, q.no = loop.Head, loop.Done
		} else {
			q.no = nil
		}
	}
	var out []*question
	for i, a := range q.Atoms {
		of := *q
		of.Atoms, of.row = []errflow.Atom{a}, i
		out = append(out, &of)
	}
	return out
}

// lookup reports whether the question is whether the error is in a map.
func (q *question) lookup() bool {
	_, ok := q.Cell.Chooses.(*ssa.Lookup)
	return ok
}

// outcome returns what happens if the answer is yes.
func (c *checker) outcome(q *question) flow.Outcome {
	if q.row < 0 {
		return flow.OutcomeOf(q.block, q.yes, nil)
	}
	return flow.OutcomeOf(q.block, q.yes, func(v ssa.Value) *ssa.Const { return c.inRow(q, v) })
}

// inRow returns the constant that a value has in the row that is asked for, or nil.
func (c *checker) inRow(q *question, v ssa.Value) *ssa.Const {
	cell, ok := c.model.CellOf(v)
	if !ok || q.row < 0 || cell.Table != q.Cell.Table || cell.Chooses != q.Cell.Chooses {
		return nil
	}
	value, ok := cell.Table.Rows[q.row].Cell(cell.Column)
	if ok && value == nil {
		return ssa.NewConst(nil, v.Type())
	}
	k, _ := value.(*ssa.Const)
	return k
}

// chains returns the chains of a function.
func (c *checker) chains(fn *ssa.Function) []*chain {
	var out []*chain
	of := make(map[ssa.Value]*chain)
	for cond := range flow.LiveInstrs[*ssa.If](c.model.Program, fn) {
		b := cond.Block()
		for _, asked := range c.model.Asks(cond.Cond) {
			if asked.Nil || !errflow.IsError(asked.Subject.Type()) {
				continue
			}
			q := &question{Asked: asked, block: b, from: b, yes: b.Succs[0], no: b.Succs[1], row: -1}
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
					q.methods, q.all = strings.Join(names, " "), len(names) == 0
				}
			}
			ch := of[asked.Subject]
			if ch == nil {
				ch = &chain{subject: asked.Subject, blocks: make(map[*ssa.BasicBlock]bool)}
				of[asked.Subject] = ch
				out = append(out, ch)
			}
			for _, q := range q.rows() {
				ch.blocks[b] = true
				ch.cases = append(ch.cases, q)
			}
		}
	}
	return out
}

// otherwise returns a question such that what its answer no leads to is the default of errors for which the answer to cs is no, or nil if that
// is no default: others are asked behind it, or only nil gets there. Where cs is asked for all errors, they get to the answer yes.
func (ch *chain) otherwise(cs *question) *question {
	if cs.all {
		of := *cs
		of.from, of.no = cs.block, cs.yes
		cs = &of
	}
	if cs.no == nil || ch.asksBehind(cs.no) || slices.ContainsFunc(ch.cases, func(q *question) bool {
		return q.all && q.block != cs.block && len(q.no.Preds) == 1 && q.no.Dominates(cs.block)
	}) {
		return nil
	}
	return cs
}

// asksBehind reports whether a question of the chain is asked in block b or later.
func (ch *chain) asksBehind(b *ssa.BasicBlock) bool {
	for r := range flow.Reachable([]*ssa.BasicBlock{b}, nil) {
		if ch.blocks[r] {
			return true
		}
	}
	return false
}

// maps reports whether a chain gives different errors different codes, statuses or texts: constants that its cases return, or use as codes.
func (c *checker) maps(fn *ssa.Function, ch *chain) bool {
	first, seen := "", false
	for _, q := range ch.cases {
		o := c.outcome(q)
		gives := slices.ContainsFunc(o.Placed, func(p flow.Placed) bool { return p.Result >= 0 }) || len(c.codesOf(fn, o, codeflow.Any)) > 0
		if gives && seen && o.Text != first {
			return true
		} else if gives {
			first, seen = o.Text, true
		}
	}
	return false
}

// unclear reports whether the function asks more about the error than the questions of the chain: by errors.Is with something other than a
// package-level variable or an element of a table of these, by a function value, or by a map that is filled elsewhere.
func (c *checker) unclear(ch *chain) bool {
	refs := ch.subject.Referrers()
	if refs == nil {
		return false
	}
	for _, ref := range *refs {
		switch ref := ref.(type) {
		case *ssa.Lookup:
			if !slices.ContainsFunc(ch.cases, func(q *question) bool { return q.Cell.Chooses == ssa.Value(ref) }) {
				return true
			}
		case *ssa.BinOp:
			if len(c.model.Asks(ref)) == 0 {
				return true
			}
		case *ssa.Call:
			fn := c.model.Callee(ref.Common())
			if fn == nil {
				if b, ok := types.Unalias(ref.Type()).Underlying().(*types.Basic); ok && b.Kind() == types.Bool {
					return true
				}
				continue
			}
			if fn.Name() == "Is" && fn.Signature().Recv() == nil && len(ref.Call.Args) == 2 && len(c.model.Asks(ref)) == 0 {
				return true
			}
		}
	}
	return false
}

// shadowed reports the questions that earlier ones leave nothing for: they are only asked if an earlier question, which takes everything
// that they ask for, was answered no.
func (c *checker) shadowed(ch *chain) {
	takers := make(map[errflow.Atom][]int) // cases, by what they ask for; those that ask for an interface have no atoms
	for i, q := range ch.cases {
		var asked worklist.List[errflow.Atom]
		for _, a := range q.Atoms {
			asked.Push(a, c.model.Same(a))
		}
		if q.methods != "" || q.all {
			asked.Push(errflow.Atom{})
		}
		for a := range asked.All() {
			takers[a] = append(takers[a], i)
		}
	}
	for _, q := range ch.cases {
		if len(q.Atoms) == 0 || slices.ContainsFunc(q.Atoms, func(a errflow.Atom) bool { return c.takenBefore(ch, takers, q, a) == nil }) {
			continue
		}
		earlier := c.takenBefore(ch, takers, q, q.Atoms[0])
		if left := c.model.ErrorsAt(ch.subject, q.block); q.row < 0 && left.Known() && !left.Empty() {
			continue // errmatch says so
		}
		if c.outcome(q).Text == c.outcome(earlier).Text {
			continue
		}
		pos := c.pos(q)
		if !pos.IsValid() || q.row >= 0 && c.report.Reported(pos, CategoryShadowed) {
			continue // other functions may go over the same table
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

// pos returns the position of a question, or of its row in a table.
func (c *checker) pos(q *question) token.Pos {
	if q.row >= 0 {
		return q.Cell.Table.Rows[q.row].Pos
	}
	return c.asked(q)
}

// asked returns the position at which a question is asked.
func (c *checker) asked(q *question) token.Pos {
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
		return c.model.CallPos(call)
	}
	return cond.Pos()
}

// takenBefore returns the nearest question that was answered no on every path to q, and takes all errors that contain a.
func (c *checker) takenBefore(ch *chain, takers map[errflow.Atom][]int, q *question, a errflow.Atom) *question {
	takes := func(earlier *question) bool {
		if earlier.all {
			return earlier != q
		}
		if earlier == q || earlier.Itself && !q.Itself {
			return false // or it takes the error itself only
		}
		for _, b := range earlier.Atoms {
			if earlier.Itself && a == b || !earlier.Itself && c.model.IsA(a, b) {
				return true
			}
		}
		return earlier.methods != "" && a.Kind == errflow.Type && q.Type != nil && types.Implements(q.Type, earlier.Type.Underlying().(*types.Interface))
	}
	var candidates []int
	for _, b := range append(c.model.Also(a), errflow.Atom{}) {
		candidates = append(candidates, takers[b]...)
	}
	slices.Sort(candidates)
	var nearest *question
	var answered *ssa.BasicBlock // where control is when it was answered no
	for _, i := range candidates {
		earlier := ch.cases[i]
		if q.row > earlier.row && earlier.row >= 0 && earlier.block == q.block && !q.Cell.Table.Map && takes(earlier) {
			return earlier // a row before it
		}
		if earlier.no == nil {
			continue
		}
		for _, b := range earlier.from.Succs {
			if len(b.Preds) != 1 || !b.Dominates(q.block) || nearest != nil && (b == answered || !answered.Dominates(b)) {
				continue
			}
			if cond, ok := flow.ConditionOf(earlier.from, b); ok && cond.Other() != earlier.no && takes(earlier) {
				nearest, answered = earlier, b
			}
		}
	}
	return nearest
}
