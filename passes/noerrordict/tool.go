package noerrordict

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
)

// errorFlag returns the field IsError of a struct type, or of a pointer to one; nil if there is none. Such is a tool
// result of both SDKs, and of their forks.
func errorFlag(t types.Type) *types.Var {
	s, _ := types.Unalias(flow.Deref(t)).Underlying().(*types.Struct)
	for i := range numFields(s) {
		b, isBasic := types.Unalias(s.Field(i).Type()).Underlying().(*types.Basic)
		if isBasic && b.Info()&types.IsBoolean != 0 && s.Field(i).Name() == "IsError" {
			return s.Field(i)
		}
	}
	return nil
}

// flagged reports whether the field IsError of the tool result that v leads to is set.
func (c *checker) flagged(v ssa.Value) bool {
	f := errorFlag(v.Type())
	return f != nil && slices.ContainsFunc(c.m.Stored(v, f), func(v ssa.Value) bool { return !isFalse(v) })
}

// isErrorResult reports whether fn makes tool results that are marked as
// errors. It is known by its shape, for forks have other paths.
func isErrorResult(fn *types.Func) bool {
	return fn != nil && strings.HasPrefix(fn.Name(), "NewToolResultError") && fn.Signature().Results().Len() == 1 &&
		errorFlag(fn.Signature().Results().At(0).Type()) != nil
}

// marked reports whether v is a tool result that says that the call has failed.
func (c *checker) marked(v ssa.Value) bool {
	if errorFlag(v.Type()) == nil {
		return false
	}
	return c.flagged(v) || slices.ContainsFunc(c.m.Origins(v, flow.OriginOptions{}), func(o flow.Origin) bool {
		switch o.Kind {
		case flow.OriginMake:
			return c.flagged(o.Value)
		case flow.OriginCall:
			return c.flagged(o.Value) || o.Call() != nil && isErrorResult(flow.Callee(o.Call().Common()))
		}
		return false
	})
}

// shown returns what text v tells of, which a tool's result shows, if it is that of an error that the tool has
// failed with.
func (c *checker) shown(v ssa.Value, ret *ssa.Return) (textflow.Text, bool) {
	text := c.texts.Of(v)
	text.Error = text.Error && c.failedWith(v, ret)
	return text, text.FromError()
}

// failedWith reports whether v is, or is made of, an error with which the function has failed where it returns: one that
// is certainly there, and that no condition has told from others. A function that has done that has decided that the error is
// an answer, and one that goes on has not failed.
func (c *checker) failedWith(v ssa.Value, ret *ssa.Return) bool {
	if v == nil {
		return false
	}
	errs, _ := c.texts.Errors(v)
	return slices.ContainsFunc(errs, func(e ssa.Value) bool {
		return flow.FuncOf(e) == ret.Parent() && c.m.NonNil(e, ret.Block()) &&
			!slices.ContainsFunc(c.m.LiveAt(ret), func(l errflow.Live) bool { return l.Classified && c.m.SameError(l.Value, e) })
	})
}

// lost reports the tool results of fn that are marked as errors, and say nothing of the error that is at hand.
func (c *checker) lost(fn *ssa.Function, reporter *directive.Reporter) {
	if !c.isAdapter(fn) || c.isExempt(fn) {
		return
	}
	for ret := range flow.Returns(fn) {
		for i, v := range ret.Results {
			if errorFlag(v.Type()) == nil {
				continue
			}
			live := c.m.Live(ret.Block())
			alone := !slices.ContainsFunc(ret.Results, func(r ssa.Value) bool { return r != v && !flow.IsNil(r) })
			if !alone || len(live) == 0 || live[0].Classified || !c.isSilent(v) {
				continue
			}
			at := c.resultSpan(ret, i)
			reporter.Report(analysis.Diagnostic{
				Pos:      at.pos,
				End:      at.end,
				Category: CategoryLost,
				Message:  c.nameOf(fn) + " returns a tool result with IsError and no content, so the error is lost: return the error instead",
			})
		}
	}
}

// isSilent reports whether a tool result is made with IsError and without content, and nothing else can fill it.
func (c *checker) isSilent(v ssa.Value) bool {
	for _, o := range c.originsOf(flow.Strip(v)) {
		alloc, ok := o.Value.(*ssa.Alloc)
		if o.Kind != flow.OriginMake || !ok || !c.flagged(alloc) {
			return false
		}
		s, _ := types.Unalias(flow.Deref(alloc.Type())).Underlying().(*types.Struct)
		for f := range s.Fields() {
			if isContent(f) && !f.Embedded() && slices.ContainsFunc(c.m.Stored(alloc, f), func(v ssa.Value) bool { return !c.isEmptyList(v) }) {
				return false
			}
		}
		if slices.ContainsFunc(flow.Uses(alloc), func(u flow.Use) bool { return u.Kind != flow.UseReturn }) {
			return false
		}
	}
	return true
}

// isEmptyList reports whether v is nil, or a slice literal without elements.
func (c *checker) isEmptyList(v ssa.Value) bool {
	if flow.IsNil(v) {
		return true
	}
	s, ok := v.(*ssa.Slice)
	if !ok {
		return false
	}
	array, ok := types.Unalias(flow.Deref(s.X.Type())).Underlying().(*types.Array)
	return ok && array.Len() == 0
}
