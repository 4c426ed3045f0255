package wrapcause

import (
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/makeflow"
)

// This file tells whether an error at hand is the reason of a failure: whether a new
// error that is made there has to wrap it.

// isReason reports whether an error whose text is in a new one is the reason of the failure: not an
// exempt one, not what is said of a failure that there is anyway, not the outcome that a check wanted to be
// another, nor the wanted one, not what went wrong last when the time was up, not an entry in a list of results.
func (c *checker) isReason(cause, made ssa.Value, b *ssa.BasicBlock) bool {
	return !c.model.IsNone(cause) && !c.model.Exempt(cause) && !c.isRecord(cause) && !c.model.Wanted(cause, b) && !c.model.Observed(cause, b) && !(c.model.MayBeNil(cause, b) && c.model.TimeIsUp(nil, b)) &&
		!(c.model.FailsAnyway(cause, b) && c.model.TellsWhy(made, cause))
}

// inScope reports whether the variable that holds an error can be named where a new one is made.
func (c *checker) inScope(cause ssa.Value, made makeflow.Made) bool {
	pos := made.Value.Pos()
	if made.At != nil && made.At.Pos().IsValid() {
		pos = made.At.Pos()
	}
	id, ok := c.model.Compared(cause).(*ast.Ident)
	if !ok || !pos.IsValid() {
		return true
	}
	obj := c.pass.TypesInfo.ObjectOf(id)
	return obj == nil || obj.Parent() == nil || obj.Parent().Contains(pos)
}
