package errflow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// WrappedBy is the errors that sentinel a wraps besides being itself, directly or not, sorted:
// what errors.Is and errors.As find in it. It is empty for other kinds of atoms, and for
// sentinels of packages that errlint does not analyse.
func (m *Model) WrappedBy(a Atom) []Atom {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.sentinelFactOf(a).wraps()
}

// Same is the sentinel whose value a has: a itself, unless it is another name of one, var ErrGone = other.ErrGone.
func (m *Model) Same(a Atom) Atom {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.same(a)
}

// DeclaredBy is the errors that the documentation of an interface's method lists; ok
// is false where it lists none and does not say that there are none, and for
// interfaces of packages that errlint does not analyse. Codes, which need not say of which type they are, are part of it if codes is set.
func (m *Model) DeclaredBy(method *types.Func, codes bool) (s Set, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok = m.eng.declaredBy(method.Origin())
	if ok && !codes {
		s, ok = m.eng.withoutCodes(s)
	}
	return s, ok
}

// Elsewhere is the errors that may leave a function of another package in its i'th result, in terms of its parameters; ok is
// false where nothing is known of it.
func (m *Model) Elsewhere(fn *types.Func, i int) (s Set, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if fn.Pkg() == m.pass.Pkg {
		return Set{}, false
	}
	fact := m.eng.factFor(fn)
	if fact == nil {
		return Set{}, false
	}
	return fact.set(m.eng, i), true
}

// Compared is the expression by which an error is compared with nil, or with another; nil where it is not. In SSA
// form a value has no name, but this has.
func (m *Model) Compared(v ssa.Value) ast.Expr {
	values := worklist.Of(v)
	for v := range values.All() {
		refs := v.Referrers()
		if refs == nil {
			continue
		}
		for _, ref := range *refs {
			switch ref := ref.(type) {
			case *ssa.BinOp:
				e := m.BinaryExpr(ref)
				if e == nil {
					continue
				}
				for _, side := range []ast.Expr{e.X, e.Y} {
					if tv := m.pass.TypesInfo.Types[side]; !tv.IsNil() && tv.Type != nil && IsError(tv.Type) {
						return ast.Unparen(side)
					}
				}
			case *ssa.MakeInterface:
				values.Push(ref)
			}
		}
	}
	return nil
}
