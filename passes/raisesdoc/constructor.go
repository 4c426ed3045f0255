package raisesdoc

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// A constructorFact marks a function that makes errors; see [checker.constructs].
type constructorFact struct {
	Makes []string // the types of its own package whose errors it makes, sorted
}

func (*constructorFact) AFact()         {}
func (*constructorFact) String() string { return "constructs" }

// exportConstructors exports facts about the package's constructors of errors.
func (c *checker) exportConstructors() {
	for obj, fn := range c.model.ExportedFuncs() {
		if c.constructs(fn) {
			var makes []string
			for a := range c.model.ErrorsOf(fn).Atoms() {
				if a.Kind == errflow.Type && a.Pkg == c.pass.Pkg.Path() {
					makes = append(makes, a.Name)
				}
			}
			c.pass.ExportObjectFact(obj, &constructorFact{slices.Compact(makes)})
		}
	}
}

// constructs reports whether fn exists to make errors: it has one result, an error, and it, or another constructor, always makes
// that on purpose. If it has a parameter that is
// an error, it may return nil for nil. Callers of such a function expect errors
// of its types.
func (c *checker) constructs(fn *ssa.Function) bool {
	sig := fn.Signature
	if sig.Results().Len() != 1 || !errflow.IsError(sig.Results().At(0).Type()) {
		return false
	}
	typed := false
	for a := range c.model.ErrorsOf(fn).Atoms() {
		typed = typed || a.Kind == errflow.Type
	}
	if !typed {
		return false // it makes no error of a type of which it could be the constructor
	}
	given := flow.HasVar(sig.Params(), errflow.IsErrorInterface)
	for ret := range flow.Returns(fn) {
		for _, o := range c.model.Origins(ret.Results[0], flow.OriginOptions{Stop: isSentinel}) {
			if !c.makes(o, given) {
				return false
			}
		}
	}
	return true
}

// handsOutField reports whether fn is a method that only returns fields of its receiver that have error types, or
// nil: the fields tell which errors these are.
func handsOutField(fn *ssa.Function) bool {
	if sig := fn.Signature; sig.Recv() == nil || sig.Results().Len() != 1 {
		return false
	}
	found := false
	for ret := range flow.Returns(fn) {
		v := ret.Results[0]
		if flow.IsNil(v) {
			continue
		}
		mi, ok := v.(*ssa.MakeInterface)
		if !ok || !isFieldOf(mi.X, fn.Params[0]) {
			return false
		}
		found = true
	}
	return found
}

// isFieldOf reports whether v is a field of a struct, directly or through other fields.
func isFieldOf(v, of ssa.Value) bool {
	for {
		if load, ok := v.(*ssa.UnOp); ok {
			v = load.X
		}
		switch f := v.(type) {
		case *ssa.FieldAddr:
			v = f.X
		case *ssa.Field:
			v = f.X
		default:
			return false
		}
		if v == of {
			return true
		}
	}
}

// isSentinel reports whether v is the value of a package-level variable.
func isSentinel(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	_, ok = load.X.(*ssa.Global)
	return ok
}

// makes reports whether an origin of an error is one that is made on purpose; given says
// that the function has a parameter that is an error.
func (c *checker) makes(o flow.Origin, given bool) bool {
	switch o.Kind {
	case flow.OriginMake, flow.OriginZero:
		return o.Whole
	case flow.OriginConst:
		return given || !o.Value.(*ssa.Const).IsNil()
	case flow.OriginParam:
		return true // what it is given, it gives back
	case flow.OriginCall:
		call := o.Call()
		if call == nil {
			return false
		}
		callee := flow.Callee(call.Common())
		if callee == nil {
			return false
		}
		if _, ok := errflow.Builder(callee); ok {
			return true
		}
		return c.pass.ImportObjectFact(callee, new(constructorFact))
	}
	return false
}
