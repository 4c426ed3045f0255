package raisesdoc

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// An identityFact says of an error type as which sentinels package errors finds every error of it, by methods of the type. A doc comment that names
// the sentinels documents the type, too.
type identityFact struct {
	Is      []string // those that its method Is asks for, sorted
	Unwraps []string // those that its method Unwrap returns, if it returns nothing else, sorted
}

func (*identityFact) AFact()         {}
func (*identityFact) String() string { return "identity" }

// exportIdentities exports the identities of the package's error types.
func (c *checker) exportIdentities() {
	for obj := range flow.Types(c.pass.Pkg) {
		if f := c.identityOf(obj); f != nil {
			c.pass.ExportObjectFact(obj, f)
		}
	}
}

// identityOf is the identity of the errors of a type of the package; nil if they have none.
func (c *checker) identityOf(obj *types.TypeName) *identityFact {
	t := types.NewPointer(obj.Type())
	if types.IsInterface(obj.Type()) || !errflow.IsError(t) {
		return nil
	}
	var f identityFact
	if is := c.methodOf(t, "Is"); is != nil && len(is.Params) == 2 {
		for _, b := range is.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(ssa.Value); ok && types.Identical(v.Type(), types.Typ[types.Bool]) {
					f.Is = append(f.Is, c.askedWhich(v, is.Params[1])...)
				}
			}
		}
	}
	if unwrap := c.methodOf(t, "Unwrap"); unwrap != nil && len(unwrap.Params) == 1 {
		f.Unwraps = c.onlySentinels(unwrap)
	}
	if len(f.Is) == 0 && len(f.Unwraps) == 0 {
		return nil
	}
	slices.Sort(f.Is)
	f.Is = slices.Compact(f.Is)
	slices.Sort(f.Unwraps)
	return &f
}

// methodOf is a method of a type that the package declares; nil if there is none.
func (c *checker) methodOf(t types.Type, name string) *ssa.Function {
	obj, _, _ := types.LookupFieldOrMethod(t, false, c.pass.Pkg, name)
	if m, ok := obj.(*types.Func); ok && m.Pkg() == c.pass.Pkg {
		return c.model.Func(m)
	}
	return nil
}

// askedWhich is the sentinels that a condition asks whether an error is one of.
func (c *checker) askedWhich(cond ssa.Value, err *ssa.Parameter) []string {
	var out []string
	for _, q := range c.model.Asks(cond) {
		if flow.Strip(q.Subject) != err {
			continue
		}
		for _, a := range q.Atoms {
			if a.Kind == errflow.Sentinel {
				out = append(out, qualified(a))
			}
		}
	}
	return out
}

// onlySentinels is what a function returns if that is sentinels, and nothing else.
func (c *checker) onlySentinels(fn *ssa.Function) []string {
	set := c.model.ErrorsOf(fn)
	if set.Opaque() {
		return nil
	}
	for range set.Refs() {
		return nil
	}
	var out []string
	for a := range set.Atoms() {
		if a.Kind != errflow.Sentinel {
			return nil
		}
		out = append(out, qualified(a))
	}
	return out
}

// qualified is the name of a sentinel with the path of its package.
func qualified(a errflow.Atom) string { return a.Pkg + "." + a.Name }

// identified reports whether a listing names the sentinels as which the errors of type a are found.
func (c *checker) identified(l *listing, a errflow.Atom) bool {
	obj := c.model.Object(a)
	var f identityFact
	if obj == nil || !c.pass.ImportObjectFact(obj, &f) {
		return false
	}
	named := func(sentinels []string) bool {
		return len(sentinels) > 0 && !slices.ContainsFunc(sentinels, func(s string) bool {
			return !slices.ContainsFunc(l.atoms, func(b errflow.Atom) bool {
				return b.Kind == errflow.Sentinel && (qualified(b) == s || qualified(c.reexported(b)) == s)
			})
		})
	}
	return named(f.Is) || named(f.Unwraps)
}
