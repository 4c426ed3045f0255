package errmap

import (
	"fmt"
	"go/token"
	"go/types"
	"iter"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/replyflow"
)

// others stands for the errors that are in no other list of a member.
const others = "others"

// named reports whether a list of the configuration contains an error, by its name as in the table, or in a group.
func (c *checker) named(list []string, a errflow.Atom) bool {
	is := func(name string) bool { return name == a.Pkg+"."+a.Name || name == a.Name && c.model.Own(a) }
	return slices.ContainsFunc(list, func(name string) bool { return is(name) || slices.ContainsFunc(c.opts.Groups[name], is) })
}

// A demand says what a member has to be for an error.
type demand struct {
	value       string // if it is not empty
	must, never bool
}

// demands returns what the configuration demands for an error.
func (f Field) demands(has func(list []string) bool) demand {
	var d demand
	for _, value := range slices.Sorted(maps.Keys(f.Values)) {
		if has(f.Values[value]) {
			d.value = value
		}
	}
	d.must, d.never = d.value != "" || has(f.Must), has(f.Never)
	return d
}

// demanded yields what the configuration demands for the errors that has says are in a list, by member.
func (c *checker) demanded(has func(list []string) bool) iter.Seq2[string, demand] {
	return func(yield func(string, demand) bool) {
		for _, name := range slices.Sorted(maps.Keys(c.opts.Fields)) {
			f := c.opts.Fields[name]
			d := f.demands(has)
			if d == (demand{}) {
				d = f.demands(func(list []string) bool { return slices.Contains(list, others) })
			}
			if d != (demand{}) && !yield(name, d) {
				return
			}
		}
	}
}

// fields compares the members that the reply of each case has with those that the configuration wants for the case's error.
func (c *checker) fields(ch *chain) {
	for _, q := range ch.cases {
		if len(q.Atoms) == 0 || len(c.opts.Fields) == 0 || !ch.only(q.yes) {
			continue
		}
		for _, a := range q.Atoms {
			for name, d := range c.demanded(func(list []string) bool { return c.named(list, a) }) {
				c.member(&wish{d, q, c.name(a), name})
			}
		}
	}
}

// defaultFields does the same for the default of a mapping, which errors that nothing names get to.
func (c *checker) defaultFields(m *mapping) {
	for _, d := range m.defaults {
		q := &question{block: d.from, yes: c.notNil(m.chain, d.no), row: -1}
		if slices.ContainsFunc(d.no.Preds, func(p *ssa.BasicBlock) bool { return p != d.from && !m.chain.blocks[p] }) {
			continue
		}
		for name, d := range c.demanded(func([]string) bool { return false }) {
			c.member(&wish{d, q, "an error without a case", name})
		}
	}
}

// notNil returns the block that control gets to from b on with an error, if b asks whether there is one, and else b.
func (c *checker) notNil(ch *chain, b *ssa.BasicBlock) *ssa.BasicBlock {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return b
	}
	for _, asked := range c.model.Asks(cond.Cond) {
		if asked.Nil && asked.Subject == ch.subject && asked.Yes {
			return b.Succs[1]
		} else if asked.Nil && asked.Subject == ch.subject {
			return b.Succs[0]
		}
	}
	return b
}

// only reports whether control reaches a block only by answers yes.
func (ch *chain) only(yes *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(yes.Preds, func(p *ssa.BasicBlock) bool {
		return !slices.ContainsFunc(ch.cases, func(q *question) bool { return q.block == p && q.yes == yes })
	})
}

// member compares a member of what is made after the answer yes: of structs, maps, and results of functions of the package. It also
// compares what is assigned there to a member of a struct that was made before.
func (c *checker) member(m *wish) {
	for _, b := range m.q.block.Parent().Blocks {
		if !m.q.yes.Dominates(b) {
			continue
		}
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Alloc:
				f := memberOf(instr.Type(), m.name)
				if f == nil || c.model.Shared(instr) {
					continue
				}
				pos, end := instr.Pos(), token.NoPos
				if lit := c.model.CompositeLit(instr); lit != nil {
					pos, end = lit.Pos(), lit.End()
				} else if !pos.IsValid() || slices.ContainsFunc(c.model.StoresTo(instr), func(s flow.Store) bool { return s.At == nil && !isConst(s.Val) }) {
					continue // a copy of what is made elsewhere
				}
				c.judge(m, pos, end, c.model.Stored(instr, f), true)
			case *ssa.FieldAddr:
				f := memberOf(instr.X.Type(), m.name)
				if made, ok := instr.X.(*ssa.Alloc); f == nil || flow.StructField(instr.X.Type(), instr.Field).Origin() != f || ok && m.q.yes.Dominates(made.Block()) {
					continue
				}
				var vals []ssa.Value
				for _, st := range c.model.StoresToField(f) {
					if slices.ContainsFunc(st.Instr.Operands(nil), func(op *ssa.Value) bool { return *op == ssa.Value(instr) }) {
						vals = append(vals, st.Val)
					}
				}
				c.judge(m, instr.Pos(), token.NoPos, vals, false)
			case *ssa.MakeMap:
				var vals []ssa.Value
				for _, entry := range c.model.Entries(instr) {
					if key, ok := flow.StringConst(flow.Strip(entry.Key)); ok && key == m.name {
						vals = append(vals, entry.Value)
					}
				}
				c.judge(m, instr.Pos(), token.NoPos, vals, false)
			case *ssa.Return:
				if !slices.ContainsFunc(instr.Results, func(v ssa.Value) bool {
					return errflow.IsErrorInterface(v.Type()) || flow.IsBasic(v.Type(), types.IsBoolean)
				}) {
					for _, v := range instr.Results {
						c.handedOn(m, v, instr.Pos())
					}
				}
			case ssa.CallInstruction:
				for _, v := range instr.Common().Args {
					c.handedOn(m, v, instr.Pos())
				}
			}
		}
	}
}

// A wish is the demand for a member of the reply for an error.
type wish struct {
	demand
	q         *question
	err, name string
}

// memberOf returns the field of a struct that is a given member of replies, or nil; an error has none.
func memberOf(t types.Type, name string) *types.Var {
	if errflow.IsError(t) || errflow.IsError(flow.Deref(t)) {
		return nil
	}
	return replyflow.Member(t, name)
}

// handedOn compares a member of a struct that is returned or passed to a function: a zero value, or the result of a function of the
// package.
func (c *checker) handedOn(m *wish, v ssa.Value, pos token.Pos) {
	v = flow.Strip(v)
	f := memberOf(v.Type(), m.name)
	if _, isStruct := types.Unalias(v.Type()).Underlying().(*types.Struct); f == nil || !isStruct {
		return
	}
	if isConst(v) {
		c.judge(m, pos, token.NoPos, nil, true)
		return
	}
	call, ok := v.(*ssa.Call)
	if !ok || c.model.Func(flow.Callee(call.Common())) == nil || !m.q.yes.Dominates(call.Block()) {
		return
	}
	var vals []ssa.Value
	for _, o := range c.model.Origins(v, flow.OriginOptions{Local: true, Fields: []*types.Var{f}}) {
		if o.Kind == flow.OriginConst {
			vals = append(vals, o.Value)
		} else if o.Kind != flow.OriginZero {
			return // not all of it is known
		}
	}
	c.judge(m, call.Pos(), token.NoPos, vals, true)
}

// judge reports a member whose possible values are not what is demanded. whole means that vals are all of them.
func (c *checker) judge(m *wish, pos, end token.Pos, vals []ssa.Value, whole bool) {
	set, wrong := false, ""
	for _, v := range vals {
		text, isSet := c.holds(m.q, v)
		set = set || isSet
		if m.value != "" && text != "" && text != m.value {
			wrong = text
		}
	}
	problem := ""
	switch {
	case m.never && set:
		problem = fmt.Sprintf("has %s, which the configuration wants to be unset", m.name)
	case wrong != "":
		problem = fmt.Sprintf("has %s %q, where the configuration has %q", m.name, wrong, m.value)
	case m.value != "" && !set && whole:
		problem = fmt.Sprintf("has no %s, where the configuration has %q", m.name, m.value)
	case m.must && !set && whole:
		problem = fmt.Sprintf("has no %s, which the configuration wants to be set", m.name)
	default:
		return
	}
	c.report.Report(analysis.Diagnostic{Pos: pos, End: end, Category: CategoryFields, Message: fmt.Sprintf("the reply for %s %s", m.err, problem)})
}

// holds returns the text that a value is, if it is only one constant; set is false for the zero value.
func (c *checker) holds(q *question, v ssa.Value) (only string, set bool) {
	constOf := func(v ssa.Value) *ssa.Const {
		if k, ok := flow.Strip(v).(*ssa.Const); ok {
			return k
		}
		return c.inRow(q, v)
	}
	values := []ssa.Value{v}
	if constOf(v) == nil {
		values = nil
		for _, o := range c.model.Origins(v, flow.OriginOptions{}) {
			switch {
			case o.Kind == flow.OriginConst:
				values = append(values, o.Value)
			case len(o.Fields) == 0:
				return "", true
			}
			// Otherwise it is a part of an error from elsewhere: what the package stores there is among the origins.
		}
		if values == nil {
			return "", true
		}
	}
	var texts []string
	for _, v := range values {
		k := constOf(v)
		switch {
		case k == nil:
			return "", true
		case k.Value == nil || flow.IsZeroConstant(k.Value):
		default:
			texts = append(texts, text(k.Value))
		}
	}
	slices.Sort(texts)
	if texts = slices.Compact(texts); len(texts) == 1 {
		return texts[0], true
	}
	return "", len(texts) > 0
}

func isConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}
