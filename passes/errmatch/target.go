package errmatch

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/format"
	"github.com/errlint/errlint/internal/worklist"
)

// target reports a call of errors.Is that cannot find any error: its target is made for the call, or is the error at hand,
// with the sentinel in the place of the error.
func (c *checker) target(call *ssa.Call, fn *types.Func) {
	if !errflow.IsErrorsFunc(fn, "Is") || c.inTest(call.Pos()) {
		return
	}
	args := call.Call.Args
	expr := c.model.CallExpr(call)
	if expr == nil || len(expr.Args) != 2 {
		return
	}
	name := errflow.FuncName(fn, c.pass.Pkg)
	if c.madeFor(args[1], call) && fn.Pkg().Path() != comparesTexts {
		c.report.ReportAt(expr.Pos(), expr.End(), CategoryNever, fmt.Sprintf("%s never finds an error that is made for the call: no other is the same", name))
		return
	}
	a, ok := c.model.SentinelOf(args[0])
	if !ok || len(c.model.WrappedBy(a)) > 0 || !c.isHad(args[1]) {
		return
	}
	d := analysis.Diagnostic{
		Pos: expr.Pos(), End: expr.End(), Category: CategoryNever,
		Message: fmt.Sprintf("%s looks for the error in %s, not the reverse: its arguments are swapped", name, c.name(a)),
	}
	x, okX := format.Written(c.pass, expr.Args[0])
	y, okY := format.Written(c.pass, expr.Args[1])
	if okX && okY {
		d.SuggestedFixes = []analysis.SuggestedFix{{Message: "Swap the arguments", TextEdits: []analysis.TextEdit{
			{Pos: expr.Args[0].Pos(), End: expr.Args[0].End(), NewText: []byte(y)},
			{Pos: expr.Args[1].Pos(), End: expr.Args[1].End(), NewText: []byte(x)},
		}}}
	}
	c.report.Report(d)
}

// comparesTexts is the package whose function Is takes errors with the same text to be the same.
const comparesTexts = "github.com/cockroachdb/errors"

// madeFor reports whether v is a new error that is made only for an instruction: by a call, or as a pointer that no
// method Is dereferences.
func (c *checker) madeFor(v ssa.Value, user ssa.Instruction) bool {
	if alloc, ok := flow.Strip(v).(*ssa.Alloc); ok {
		return c.pointerFor(alloc, v, user)
	}
	call, ok := flow.Strip(v).(*ssa.Call)
	if !ok || call.Call.IsInvoke() {
		return false
	}
	b, ok := errflow.Builder(flow.Callee(call.Common()))
	if !ok || b.Kind != errflow.BuildsFresh && b.Kind != errflow.BuildsFormat {
		return false
	}
	for _, ref := range *call.Referrers() {
		if _, debug := ref.(*ssa.DebugRef); !debug && ref != user {
			return false
		}
	}
	return true
}

// pointerFor reports whether a pointer to a new struct, which is converted to v, is an error for one instruction only, and is equal to no other:
// its type has a size, and no type of its package has a method Is that may compare what the pointer points to.
func (c *checker) pointerFor(alloc *ssa.Alloc, v ssa.Value, user ssa.Instruction) bool {
	a, ok := errflow.TypeAtom(alloc.Type())
	if !ok || !alloc.Heap || !hasSize(flow.Deref(alloc.Type())) {
		return false
	}
	for _, of := range []ssa.Value{alloc, v} {
		for _, ref := range *of.Referrers() {
			switch ref := ref.(type) {
			case *ssa.FieldAddr, *ssa.DebugRef:
			default:
				if val, ok := ref.(ssa.Value); ref != user && (!ok || val != v) {
					return false
				}
			}
		}
	}
	obj := c.model.Object(a)
	if obj == nil {
		return false
	}
	scope := obj.Pkg().Scope()
	return !slices.ContainsFunc(scope.Names(), func(name string) bool {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		return ok && types.NewMethodSet(types.NewPointer(tn.Type())).Lookup(obj.Pkg(), "Is") != nil
	})
}

// hasSize reports whether values of a type take space, so that pointers to two of them differ.
func hasSize(t types.Type) bool {
	parts := worklist.Of(t)
	for t := range parts.All() {
		if _, isParam := types.Unalias(t).(*types.TypeParam); isParam {
			continue
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				parts.Push(f.Type())
			}
		case *types.Array:
			if u.Len() > 0 {
				parts.Push(u.Elem())
			}
		default:
			return true
		}
	}
	return false
}

// isHad reports whether v is an error that the program got: a call returns it, or it is a parameter. The parameters of an error's own methods are
// what the error is compared with.
func (c *checker) isHad(v ssa.Value) bool {
	had := false
	for _, o := range c.model.Origins(flow.Strip(v), flow.OriginOptions{NoCalls: true}) {
		switch {
		case flow.IsNil(o.Value) || o.Kind == flow.OriginZero:
		case o.Kind == flow.OriginCall:
			if _, builds := errflow.Builder(flow.Callee(o.Call().Common())); builds {
				return false
			}
			had = true
		case o.Kind == flow.OriginParam && o.Whole:
			recv := flow.Outermost(o.Value.(*ssa.Parameter).Parent()).Signature.Recv()
			if recv != nil && (errflow.IsError(recv.Type()) || errflow.IsError(types.NewPointer(recv.Type()))) {
				return false
			}
			had = true
		default:
			return false
		}
	}
	return had
}
