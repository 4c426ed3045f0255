package wrapcause

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/prose"
)

// from adds to a diagnostic, which calls the lost errors by a name, the calls that they come from, with the errors that these
// are known to return: what a caller could find if they were wrapped. The errors are lost in block b.
func (c *checker) from(diag *analysis.Diagnostic, b *ssa.BasicBlock, name string, lost ...ssa.Value) {
	if slices.ContainsFunc(lost, func(v ssa.Value) bool { return !errflow.IsError(v.Type()) }) {
		name = "an error in " + name
	}
	var calls []*ssa.Call
	results := make(map[*ssa.Call]ssa.Value)
	var stored []ssa.Value
	for _, err := range lost {
		if vals, ok := c.model.StoredBefore(err); ok {
			stored = append(stored, vals...)
		} else {
			stored = append(stored, err)
		}
	}
	for _, err := range stored {
		opts := flow.OriginOptions{NoCalls: true, Local: true}
		if !errflow.IsError(err.Type()) {
			opts.Fields = []*types.Var{nil} // the elements of a slice
		}
		for _, o := range c.model.Origins(err, opts) {
			call := o.Call()
			if call == nil || results[call] != nil || !call.Pos().IsValid() {
				continue
			}
			calls, results[call] = append(calls, call), o.Value
		}
	}
	if len(calls) == 1 && len(lost) == 1 && errflow.IsError(lost[0].Type()) {
		results[calls[0]] = lost[0] // what else it may be, conditions before b have ruled out
	}
	slices.SortFunc(calls, func(a, b *ssa.Call) int { return cmp.Compare(a.Pos(), b.Pos()) })
	for _, call := range calls[:min(len(calls), prose.MaxNames)] {
		message := name + " comes from here"
		if fn := flow.Callee(call.Common()); fn != nil {
			message = name + " comes from " + errflow.FuncName(fn, c.pass.Pkg)
		}
		names := c.namesIn(results[call], b)
		if len(names) > 0 {
			message += ", and may be " + prose.List(names, "or")
		} else if diag.Pos <= call.Pos() && call.Pos() < diag.End {
			continue // the diagnostic shows it
		}
		diag.Related = append(diag.Related, related(call.Pos(), message)...)
	}
}

// namesIn is the names of the errors that a value is known to be, or to wrap, in a block.
func (c *checker) namesIn(v ssa.Value, b *ssa.BasicBlock) []string {
	if !errflow.IsError(v.Type()) {
		return nil
	}
	var names []string
	for a := range c.model.ErrorsAt(v, b).Atoms() {
		if a.Kind != errflow.Code {
			names = append(names, a.RelativeTo(c.pass.Pkg))
		}
	}
	return names
}
