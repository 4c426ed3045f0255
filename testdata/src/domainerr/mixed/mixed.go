// Package mixed has error types of which values and pointers leave.
package mixed

import (
	"errors"
	"fmt"
)

type E struct{ Op string } // want E:`leaves\(value, pointer\)`

func (e E) Error() string { return e.Op }

func value() error {
	// shape: domainerr/mixed
	return E{Op: "a"} // want `E leaves as an error here and \*E elsewhere, so errors.As for the one does not find the other`
}

func pointer(n int) error {
	if n > 1 {
		return &E{"b"}
	}
	return &E{Op: "c"}
}

type P struct{ Op string } // want P:`leaves\(value, pointer\)`

func (p P) Error() string { return p.Op }

func values(n int) (P, error) {
	if n > 1 {
		return P{}, P{Op: "a"}
	}
	return P{}, P{Op: "b"}
}

func pointers() error {
	// shape: domainerr/mixed-pointer
	return &P{Op: "c"} // want `\*P leaves as an error here and P elsewhere`
}

type W struct{ Op string } // want W:`leaves\(value, pointer\)`

func (w W) Error() string { return w.Op }

func wrapped() error {
	err := error(W{Op: "a"})              // want `W leaves as an error here and \*W elsewhere`
	return fmt.Errorf("wrapped: %w", err) // shape: domainerr/mixed-wrapped
}

func direct(n int) error {
	if n > 0 {
		return &W{}
	}
	return &W{Op: "b"}
}

type H struct{ Op string } // want H:`leaves\(value, pointer\)`

func (h H) Error() string { return h.Op }

func newH(op string) *H { return &H{Op: op} }

func helper() error {
	if err := newH("a"); err.Op != "" {
		// shape: domainerr/mixed-helper
		return err // want `\*H leaves as an error here and H elsewhere`
	}
	return nil
}

func other(n int) error {
	if n > 0 {
		return H{}
	}
	return H{Op: "b"}
}

// The rarer form comes from a variable: there is nothing to edit.
type V struct{ Op string } // want V:`leaves\(value, pointer\)`

func (v V) Error() string { return v.Op }

// shape: domainerr/mixed-unfixable
func variable(v V) error { return v } // want `V leaves as an error here and \*V elsewhere`

func literals(n int) error {
	if n > 0 {
		return &V{}
	}
	return &V{Op: "b"}
}

type Target struct{ Op string } // want Target:`leaves\(pointer\)`

func (t Target) Error() string { return t.Op }

func target(err error) error {
	var t Target
	if errors.Is(err, Target{}) || errors.As(err, &t) || err == error(Target{}) { // shape: domainerr/not-mixed-target
		return nil
	}
	fmt.Println(Target{Op: "seen"})
	return &Target{Op: "a"}
}

type Ptr struct{ Op string } // want Ptr:`leaves\(pointer\)`

func (p *Ptr) Error() string { return p.Op } // shape: domainerr/not-mixed-pointer-receiver

func ptr() (Ptr, error) { return Ptr{}, &Ptr{} }

type A struct{} // want A:`leaves\(value\)`

func (A) Error() string { return "" }

type B struct{} // want B:`leaves\(pointer\)`

func (B) Error() string { return "" }

func two(n int) error { // shape: domainerr/not-mixed-two-types
	if n > 0 {
		return A{}
	}
	return &B{}
}

type ErrKind int

const ErrNone ErrKind = 0

func kinds() (ErrKind, *ErrKind) { // shape: domainerr/not-mixed-enum
	k := ErrNone
	return k, &k
}

// Shared is made as a pointer here, and as a value by those who import it.
type Shared struct{ Op string } // want Shared:`leaves\(pointer\)`

func (s Shared) Error() string { return s.Op }

func New() error { return &Shared{Op: "a"} }

var _ = []any{value, pointer, values, pointers, wrapped, direct, helper, other, variable, literals, target, ptr, two, kinds}

// A byPointer unwraps as a pointer only: that a value leaves is what rule wrapcause reports.
type byPointer struct{ err error } // want byPointer:`leaves\(value, pointer\)`

func (byPointer) Error() string    { return "by pointer" }
func (b *byPointer) Unwrap() error { return b.err }

func asValue(err error) error { return byPointer{err} } // shape: domainerr/not-mixed-unwrap

func asPointer(err error) error { return &byPointer{err} }

var _ = []any{asValue, asPointer}

type L struct{ Op string } // want L:`leaves\(value, pointer\)`

func (l L) Error() string { return l.Op }

func inLiteral(each func(func())) (err error) {
	each(func() {
		// shape: domainerr/mixed-captured
		err = L{Op: "a"} // want `L leaves as an error here and \*L elsewhere`
	})
	return err
}

func outside(n int) error {
	if n > 0 {
		return &L{Op: "b"}
	}
	return &L{Op: "c"}
}

var _ = []any{inLiteral, outside}

type D struct{ Op string } // want D:`leaves\(value, pointer\)`

func (d D) Error() string { return d.Op }

func operand() error {
	// shape: domainerr/mixed-operand
	return fmt.Errorf("operand: %w", D{Op: "a"}) // want `D leaves as an error here and \*D elsewhere`
}

func inPlace(n int) error {
	if n > 0 {
		return &D{Op: "b"}
	}
	return fmt.Errorf("%d: %w", n, &D{Op: "c"})
}

type Z struct{ Op string } // want Z:`leaves\(value, pointer\)`

func (z Z) Error() string { return z.Op }

// shape: domainerr/mixed-zero
func zero() error { return Z{} } // want `Z leaves as an error here and \*Z elsewhere`

func notZero(n int) error {
	if n > 0 {
		return &Z{Op: "b"}
	}
	return &Z{Op: "c"}
}

// An as tells errors.As itself what it is.
type as struct{ op string } // want as:`leaves\(value, pointer\)`

func (a as) Error() string { return a.op }
func (a as) As(target any) bool {
	p, ok := target.(**as)
	if ok {
		*p = &a
	}
	return ok
}

func either(n int) error { // shape: domainerr/not-mixed-as
	if n > 0 {
		return as{"a"}
	}
	return &as{"b"}
}

var _ = []any{operand, inPlace, zero, notZero, either}

type R struct{ Op string } // want R:`leaves\(value\)`

func (r R) Error() string { return r.Op }

func newR() *R { return &R{} }

func decoded(decode func(*R) error) error { // shape: domainerr/not-mixed-made
	r := newR()
	if err := decode(r); err != nil {
		return err
	}
	return *r
}

var _ = decoded
