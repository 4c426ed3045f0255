package payloadflow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
)

// A fate says what the package does with a function's result.
type fate struct {
	collected bool // some of its calls write it out or collect it
	open      bool // some do something else with it
}

// Answers reports whether result i of fn may become an answer to a caller. What is collected is the record of an item, which may say that
// the item has failed. What is written out is the body of a response.
func (m *Model) Answers(fn *ssa.Function, i int) bool {
	f := m.fates.Get(result{fn, i})
	return f.open || !f.collected
}

// fateOf is the equation of the fate of a result. If a caller returns the result as it is, the caller's callers decide. If a caller drops
// it, that says nothing. The results of exempt functions, such as MarshalJSON, are written out.
func (m *Model) fateOf(r result) fate {
	if m.conf.Exempt(r.fn) || m.conf.Decorates(r.fn) {
		return fate{collected: true}
	}
	var f fate
	calls := m.callersOf(r.fn)
	f.open = len(calls) == 0
	for _, call := range calls {
		var v ssa.Value = call
		if r.fn.Signature.Results().Len() > 1 {
			v = extracted(call, r.index)
		}
		if v == nil || len(*v.Referrers()) == 0 {
			continue
		}
		var here fate
		returned := false
		for _, use := range flow.Uses(v) {
			switch use.Kind {
			case flow.UsePut, flow.UseArg:
				here.collected = true
			case flow.UseReturn:
				returned = true
				up := m.fates.Get(result{use.Instr.Parent(), use.Index})
				f.collected = f.collected || up.collected
				here.open = here.open || up.open
			}
		}
		f.collected = f.collected || here.collected
		f.open = f.open || !here.collected && (here.open || !returned)
	}
	return f
}

func (f fate) or(g fate) fate { return fate{f.collected || g.collected, f.open || g.open} }

// extracted returns result i of a call with several results, or nil if it is not used.
func extracted(call *ssa.Call, i int) ssa.Value {
	for _, ref := range *call.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == i {
			return e
		}
	}
	return nil
}

// callersOf returns the calls of fn in the package, except in tests: what a test looks at says nothing.
func (m *Model) callersOf(fn *ssa.Function) []*ssa.Call {
	if m.callers == nil {
		m.callers = make(map[*ssa.Function][]*ssa.Call)
		for caller, instr := range m.Calls() {
			if call, ok := instr.(*ssa.Call); ok && !m.conf.InTest(caller) {
				targets, _ := m.Callees(call.Common())
				for _, t := range targets {
					m.callers[t.Fn] = append(m.callers[t.Fn], call)
				}
			}
		}
	}
	return m.callers[fn]
}
