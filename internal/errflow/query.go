package errflow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/worklist"
)

// WrappedBy returns the errors that sentinel a wraps besides being itself, directly or not, sorted. These are what
// errors.Is and errors.As find in it. It returns none for other kinds of atoms, and for sentinels of packages that
// errlint does not analyse.
func (m *Model) WrappedBy(a Atom) []Atom {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.sentinelFactOf(a).wraps()
}

// IsPlain reports whether a sentinel is made where it is declared. The value of another may have other names: var ErrGone = table[gone].
func (m *Model) IsPlain(a Atom) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.isPlain(a)
}

// Same returns the sentinel whose value a has: a itself, unless a is another name of one, as in var ErrGone =
// other.ErrGone.
func (m *Model) Same(a Atom) Atom {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.eng.same(a)
}

// DeclaredBy returns the errors that the doc comment of an interface's method lists. ok is false where it lists none
// and does not say that there are none, and for interfaces of packages that errlint does not analyse. Codes, which may
// be named without their type, are included if codes is set.
func (m *Model) DeclaredBy(method *types.Func, codes bool) (s Set, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok = m.eng.declaredBy(method.Origin())
	if ok && !codes {
		s, ok = m.eng.withoutCodes(s)
	}
	return s, ok
}

// Elsewhere returns the errors that may leave a function of another package in its i'th result, in terms of its
// parameters. ok is false where nothing is known.
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

// Compared returns the expression by which an error is compared with nil or with another error, nil if it is not
// compared. A value in SSA form has no name, but this expression does.
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
