// want package:"own"

// Package types has concrete error types, their causes and their codes.
package types

import (
	"errors"
	"fmt"
	"io/fs"
)

var ErrA = errors.New("a") // want ErrA:`wraps\(\) "a"`

type E struct { // want E:`errorType\(causes \[\[1\]\]`
	Op  string
	Err error
}

func (e *E) Error() string { return e.Op }
func (e *E) Unwrap() error { return e.Err }

type Flat struct{ Err error } // it has no Unwrap

func (f Flat) Error() string { return "" }

type Many struct{ errs []error } // want Many:`errorType\(causes \[\[0 -1\]\]`

func (m *Many) Error() string   { return "" }
func (m *Many) Unwrap() []error { return m.errs }

type base struct{ err error } // want base:`errorType\(causes \[\[0\]\]`

func (b base) Error() string { return "" }
func (b base) Unwrap() error { return b.err }

type Derived struct{ base } // want Derived:`errorType`

type Coded struct { // want Coded:`code fields \[\[0\]\]`
	code string
	text string
}

func (c *Coded) Error() string { return c.text }
func (c *Coded) Code() string  { return c.code }

type Fixed struct{} // want Fixed:`codes \["fixed"\]`

func (Fixed) Error() string { return "" }
func (Fixed) Code() string  { return "fixed" }

type Num int

func (Num) Error() string { return "" }

const One Num = 1

func Literal() error { return &E{Op: "x", Err: ErrA} } // want Literal:`{\*errflow/types.E errflow/types.ErrA}`

func Value() error { return Flat{ErrA} } // want Value:`{errflow/types.Flat}`

func Late() error { // want Late:`{\*errflow/types.E errflow/types.ErrA}`
	e := &E{Op: "x"}
	e.Err = ErrA
	return e
}

func NewE(op string, err error) *E { return &E{op, err} } // want NewE:`{\*errflow/types.E param 1}`

func Built() error { return NewE("x", ErrA) } // want Built:`{\*errflow/types.E errflow/types.ErrA}`

func Slice() error { return &Many{errs: []error{ErrA}} } // want Slice:`{errflow/types.ErrA \*errflow/types.Many}`

func Codes(n int) error { // want Codes:`{\*errflow/types.Coded "bad" \(\*errflow/types.Coded\) "worse" \(\*errflow/types.Coded\) errflow/types.Fixed "fixed" \(errflow/types.Fixed\)}`
	switch n {
	case 0:
		return &Coded{code: "bad"}
	case 1:
		return &Coded{code: "worse", text: "t"}
	}
	return Fixed{}
}

func Constant() error { return One } // want Constant:`{errflow/types.Num}`

func Foreign(err error) error { // want Foreign:`{\*io/fs.PathError param 0}`
	return &fs.PathError{Op: "open", Err: err}
}

func Typed(err error) *E { // want Typed:`{\*errflow/types.E opaque}`
	var e *E
	if errors.As(err, &e) {
		return e
	}
	return nil
}

func Wrapped() error { return fmt.Errorf("%w", &E{Err: ErrA}) } // want Wrapped:`{\*errflow/types.E errflow/types.ErrA}`

func local() error {
	type inner struct{ error }
	return inner{ErrA}
}

func Local() error { return local() }

// A type that is made by a conversion.
type Text string

func (t Text) Error() string { return string(t) }

func Converted(n int) error { return Text(fmt.Sprint(n)) } // want Converted:`{errflow/types.Text}`

// A promoted Unwrap method returns a field of the embedded struct.
type Embedding struct { // want Embedding:`causes \[\[1 1\]\]`
	Name string
	E
}

func Promoted() error { return &Embedding{E: E{Err: ErrA}} } // want Promoted:`{\*errflow/types.Embedding errflow/types.ErrA}`

// What a method returns by way of a helper.
type Helped struct { // want Helped:`causes`
	cause error
	code  string
}

func (h *Helped) Error() string { return "" }
func (h *Helped) Unwrap() error { return h.unwrap() }
func (h *Helped) unwrap() error { return h.cause }
func (h *Helped) Code() string  { return func() string { return h.code }() }

func ByHelper() error { return &Helped{ErrA, "bad"} } // want ByHelper:`{errflow/types.ErrA \*errflow/types.Helped "bad" \(\*errflow/types.Helped\)}`

// Codes that a method chooses.
type Choice struct{ missing bool } // want Choice:`broken`

func (c Choice) Error() string { return "" }
func (c Choice) Code() string {
	if c.missing {
		return "missing"
	}
	return "broken"
}

func Chosen() error { return Choice{} } // want Chosen:`{errflow/types.Choice "broken" \(errflow/types.Choice\) "missing" \(errflow/types.Choice\)}`

// A cause that is attached after the error was made.
func (h *Helped) with(err error) *Helped {
	h.cause = err
	return h
}

func newHelped() *Helped { return &Helped{} }

func AttachedByMethod() error { return newHelped().with(ErrA) } // want AttachedByMethod:`{errflow/types.ErrA \*errflow/types.Helped}`

func AttachedByCaller() error { // want AttachedByCaller:`{errflow/types.ErrA \*errflow/types.Helped}`
	h := newHelped()
	h.cause = ErrA
	return h
}

// A slice literal of an error type.
type Texts []string

func (Texts) Error() string { return "" }

func SliceLiteral(s string) error { return Texts{"a", s} } // want SliceLiteral:`{errflow/types.Texts}`
