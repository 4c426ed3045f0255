package wrapcause

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/makeflow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file has the error types that have no place for a cause. One change of such a type mends all that is made of it, so that is said once,
// at its declaration. What is said does not depend on how much there is of it: more of the same is no new finding.

// A causeless is an error type that has no field for a cause, and the findings at its literals, which take the text of one.
type causeless struct {
	typ   *types.TypeName
	found []analysis.Diagnostic
}

// maxLiterals is how many literals are named beside a type that has no field for a cause.
const maxLiterals = 5

// addCauseless leaves a finding at a literal of type t to sayCauseless. It does not if the type has a field for a cause, or if the literal
// has a directive for itself. Of a type of another module nothing is said: its author cannot be asked to change it.
func (c *checker) addCauseless(t types.Type, diag analysis.Diagnostic) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	obj := named.Obj()
	own := c.model.OwnPackage(obj.Pkg())
	switch {
	case takesCause(named, own):
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

// takesCause reports whether something that a value of a struct type holds may be an error: one, or a list or table of them, or, if the
// struct is the module's own, a value of any type.
func takesCause(t types.Type, own bool) bool {
	structs := worklist.Of(t)
	for t := range structs.All() {
		s := flow.Struct(t)
		if s == nil {
			continue
		}
		for f := range s.Fields() {
			if it, ok := f.Type().Underlying().(*types.Interface); ok && it.Empty() && own || makeflow.HoldsErrors(f.Type()) || makeflow.HoldsMany(f.Type()) {
				return true
			}
			if f.Embedded() {
				structs.Push(f.Type())
			}
		}
	}
	return false
}

// sayCauseless reports the error types that have no field for a cause, and literals that take the text of one. A type of another package is reported at
// the first of them.
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
