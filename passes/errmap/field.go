package errmap

import (
	"fmt"
	"go/constant"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/replyflow"
)

// others stands for the errors that no other list of a member has.
const others = "others"

// named reports whether a list of the configuration has an error: by its name as in the table, or in a group.
func (c *checker) named(list []string, a errflow.Atom) bool {
	for _, name := range list {
		if name == a.Pkg+"."+a.Name || name == a.Name && c.model.Own(a) {
			return true
		}
		if group, ok := c.opts.Groups[name]; ok && slices.ContainsFunc(group, func(name string) bool {
			return name == a.Pkg+"."+a.Name || name == a.Name && c.model.Own(a)
		}) {
			return true
		}
	}
	return false
}

// A demand is what a member has to be for an error.
type demand struct {
	value       string // if it is not empty
	must, never bool
}

// demands is what the configuration has for an error.
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

// fields compares the members that the reply of each case has with those that the configuration wants for the case's error.
func (c *checker) fields(ch *chain) {
	for _, q := range ch.cases {
		if len(q.Atoms) == 0 || len(c.opts.Fields) == 0 || !ch.only(q.yes) {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(c.opts.Fields)) {
			f := c.opts.Fields[name]
			for _, a := range q.Atoms {
				d := f.demands(func(list []string) bool { return c.named(list, a) })
				if d == (demand{}) {
					d = f.demands(func(list []string) bool { return slices.Contains(list, others) })
				}
				if d != (demand{}) {
					c.member(q, c.name(a), name, d)
				}
			}
		}
	}
}

// only reports whether control comes to a block by the answer yes alone.
func (ch *chain) only(yes *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(yes.Preds, func(p *ssa.BasicBlock) bool {
		return !slices.ContainsFunc(ch.cases, func(q *question) bool { return q.block == p && q.yes == yes })
	})
}

// member compares a member of the structs that are made where a question is answered yes.
func (c *checker) member(q *question, err, name string, d demand) {
	for _, b := range q.block.Parent().Blocks {
		if !q.yes.Dominates(b) {
			continue
		}
		for _, instr := range b.Instrs {
			alloc, ok := instr.(*ssa.Alloc)
			if !ok {
				continue
			}
			f := replyflow.Member(alloc.Type(), name)
			if f == nil || c.model.Shared(alloc) || errflow.IsError(alloc.Type()) || errflow.IsError(flow.Deref(alloc.Type())) {
				continue
			}
			pos, end := alloc.Pos(), token.NoPos
			if lit := c.model.CompositeLit(alloc); lit != nil {
				pos, end = lit.Pos(), lit.End()
			} else if !pos.IsValid() || slices.ContainsFunc(c.model.StoresTo(alloc), func(s flow.Store) bool { return s.At == nil && !isConst(s.Val) }) {
				continue // a copy of what is made elsewhere
			}
			set, wrong := false, ""
			for _, v := range c.model.Stored(alloc, f) {
				text, isSet := c.holds(q, v)
				set = set || isSet
				if d.value != "" && text != "" && text != d.value {
					wrong = text
				}
			}
			problem := ""
			switch {
			case d.never && set:
				problem = fmt.Sprintf("has %s, which the configuration wants to be unset", name)
			case wrong != "":
				problem = fmt.Sprintf("has %s %q, where the configuration has %q", name, wrong, d.value)
			case d.value != "" && !set:
				problem = fmt.Sprintf("has no %s, where the configuration has %q", name, d.value)
			case d.must && !set:
				problem = fmt.Sprintf("has no %s, which the configuration wants to be set", name)
			default:
				continue
			}
			c.report.Report(analysis.Diagnostic{Pos: pos, End: end, Category: CategoryFields, Message: fmt.Sprintf("the reply for %s %s", err, problem)})
		}
	}
}

// holds returns the text that a value is, if that is constant, or one of several that are; set is false for the zero value.
func (c *checker) holds(q *question, v ssa.Value) (text string, set bool) {
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
			// Else it is a part of an error from elsewhere: what the package stores there is among the origins.
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
		case k.Value == nil || isZero(k.Value):
		case k.Value.Kind() == constant.String:
			texts = append(texts, constant.StringVal(k.Value))
		default:
			texts = append(texts, k.Value.ExactString())
		}
	}
	slices.Sort(texts)
	if texts = slices.Compact(texts); len(texts) == 1 {
		return texts[0], true
	}
	return "", len(texts) > 0
}

func isZero(v constant.Value) bool {
	switch v.Kind() {
	case constant.Bool:
		return !constant.BoolVal(v)
	case constant.String:
		return constant.StringVal(v) == ""
	case constant.Int, constant.Float:
		return constant.Sign(v) == 0
	}
	return false
}

func isConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}
