package raisesdoc

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// An identityFact has the sentinels that errors.Is finds in errors of a type, by methods of the type. A doc comment that names
// the sentinels documents the type, too.
type identityFact struct {
	Always  []string // the sentinels that Is accepts for every error, sorted
	Is      []string // the others that Is compares with, of which an error may be one or another, sorted
	Unwraps []string // the sentinels that Unwrap returns, if it returns nothing else, sorted
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

// identityOf returns the identity of the errors of a type of the package; nil if they have none.
func (c *checker) identityOf(obj *types.TypeName) *identityFact {
	t := types.NewPointer(obj.Type())
	if types.IsInterface(obj.Type()) || !errflow.IsError(t) {
		return nil
	}
	var f identityFact
	if is := c.methodOf(t, "Is"); is != nil && len(is.Params) == 2 {
		c.readIs(is, &f)
	}
	if unwrap := c.methodOf(t, "Unwrap"); unwrap != nil && len(unwrap.Params) == 1 {
		f.Unwraps = c.onlySentinels(unwrap)
	}
	if len(f.Always) == 0 && len(f.Is) == 0 && len(f.Unwraps) == 0 {
		return nil
	}
	for _, names := range []*[]string{&f.Always, &f.Is, &f.Unwraps} {
		slices.Sort(*names)
		*names = slices.Compact(*names)
	}
	return &f
}

// methodOf returns a method of a type that the package declares; nil if there is none.
func (c *checker) methodOf(t types.Type, name string) *ssa.Function {
	if m := flow.Method(t, c.pass.Pkg, name); m != nil && m.Pkg() == c.pass.Pkg {
		return c.model.Func(m)
	}
	return nil
}

// readIs adds to f the sentinels that a method Is compares its parameter with.
func (c *checker) readIs(is *ssa.Function, f *identityFact) {
	for instr := range flow.Instrs(is) {
		cond, ok := instr.(ssa.Value)
		if !ok || !types.Identical(cond.Type(), types.Typ[types.Bool]) {
			continue
		}
		for _, q := range c.model.Asks(cond) {
			if flow.Strip(q.Subject) != is.Params[1] {
				continue
			}
			for _, a := range q.Atoms {
				switch {
				case a.Kind != errflow.Sentinel:
				case q.Yes && flow.Decides(cond):
					f.Always = append(f.Always, qualified(a))
				default:
					f.Is = append(f.Is, qualified(a))
				}
			}
		}
	}
}

// onlySentinels returns the sentinels that a function returns, if it returns nothing else.
func (c *checker) onlySentinels(fn *ssa.Function) []string {
	set, known := c.known(fn)
	if !known {
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

// qualified returns the name of a sentinel with the path of its package.
func qualified(a errflow.Atom) string { return a.Pkg + "." + a.Name }

// identified reports whether a listing names the sentinels that errors.Is finds in errors of type a.
func (c *checker) identified(l *listing, a errflow.Atom) bool {
	obj := c.model.Object(a)
	var f identityFact
	if obj == nil || !c.pass.ImportObjectFact(obj, &f) {
		return false
	}
	named := func(s string) bool {
		return slices.ContainsFunc(l.atoms, func(b errflow.Atom) bool {
			return b.Kind == errflow.Sentinel && (qualified(b) == s || qualified(c.reexported(b)) == s)
		})
	}
	all := func(sentinels []string) bool {
		return len(sentinels) > 0 && !slices.ContainsFunc(sentinels, func(s string) bool { return !named(s) })
	}
	return slices.ContainsFunc(f.Always, named) || all(f.Is) || all(f.Unwraps)
}
