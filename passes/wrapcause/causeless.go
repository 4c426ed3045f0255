package wrapcause

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/makeflow"
)

// This file is about error types without a field for a cause. A change of the type mends all of its values, so there is one finding,
// at its declaration. The message does not depend on the number of values, so one more value makes no new finding.

// A causeless is an error type without a field for a cause, and the findings where its values take the text of one.
type causeless struct {
	typ   *types.TypeName
	found []analysis.Diagnostic
}

// maxLiterals is the maximum number of literals in the related information of such a finding.
const maxLiterals = 5

// addCauseless takes over a finding on a value of type t, and reports whether it did: not if the type has a field for a cause.
// It leaves the finding to sayCauseless, unless a directive covers the value itself. It drops the finding if the type is another module's, since
// its author cannot be asked to change it.
func (c *checker) addCauseless(t types.Type, diag analysis.Diagnostic) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	obj := named.Obj()
	own := c.model.OwnPackage(obj.Pkg())
	switch {
	case makeflow.TakesCause(named, own):
		return false
	case !own:
		return true
	case diag.Category == Text:
		diag.Category = NoField
	}
	if c.report.Suppressed(diag.Pos, diag.Category) {
		c.say(diag)
		return true
	}
	i := slices.IndexFunc(c.causeless, func(t causeless) bool { return t.typ == obj })
	if i < 0 {
		i = len(c.causeless)
		c.causeless = append(c.causeless, causeless{typ: obj})
	}
	c.causeless[i].found = append(c.causeless[i].found, diag)
	return true
}

// sayCauseless reports the error types that addCauseless has collected; a type of another package at its first literal.
func (c *checker) sayCauseless() {
	for _, t := range c.causeless {
		var found []analysis.Diagnostic
		for _, category := range []string{NoField, Unasked, Nameless} {
			for _, d := range t.found {
				if d.Category == category {
					found = append(found, d)
				}
			}
			if len(found) > 0 {
				break
			}
		}
		slices.SortFunc(found, func(a, b analysis.Diagnostic) int { return cmp.Compare(a.Pos, b.Pos) })
		diag := analysis.Diagnostic{
			Pos:      t.typ.Pos(),
			End:      t.typ.Pos() + token.Pos(len(t.typ.Name())),
			Category: found[0].Category,
			Message:  c.typeName(t.typ.Type()) + " has no field for an error and takes only the text, so errors.Is and errors.As cannot find it",
		}
		if t.typ.Pkg() != c.pass.Pkg {
			diag.Pos, diag.End = found[0].Pos, found[0].End
		}
		for _, d := range found[:min(len(found), maxLiterals)] {
			diag.Related = append(diag.Related, analysis.RelatedInformation{Pos: d.Pos, End: d.End, Message: d.Message})
		}
		if more := len(found) - maxLiterals; more > 0 {
			last := &diag.Related[maxLiterals-1]
			last.Message = fmt.Sprintf("%s; and at %d more places", last.Message, more)
		}
		c.say(diag)
	}
}
