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

// A List unwraps by its address.
type List []error // want List:`errorType`

func (l *List) Error() string   { return "" }
func (l *List) Unwrap() []error { return *l }

func ListByAddress() error { // want ListByAddress:`result 0: {errflow/types.ErrA \*errflow/types.List}`
	l := List{ErrA}
	return &l
}

type byAddress struct{ cause error } // want byAddress:`errorType`

func (e *byAddress) Error() string { return "" }
func (e *byAddress) Unwrap() error { return e.cause }

func made() byAddress { return byAddress{ErrA} }

func MadeByOther() error { // want MadeByOther:`result 0: {errflow/types.ErrA \*errflow/types.byAddress}`
	e := made()
	return &e
}

// What functions that are given an error store in it, it wraps.
type Collected struct{ errs []error } // want Collected:`errorType`

func (c *Collected) Error() string   { return "" }
func (c *Collected) Unwrap() []error { return c.errs }
func (c *Collected) add(err error)   { c.errs = append(c.errs, err) }

func ByMethod() error { // want ByMethod:`result 0: {\*errflow/types.Collected errflow/types.ErrA}`
	c := &Collected{}
	c.add(ErrA)
	return c
}

func ByMethodInLiteral() error { // want ByMethodInLiteral:`result 0: {\*errflow/types.Collected errflow/types.ErrA}`
	c := &Collected{}
	func() { c.add(ErrA) }()
	return c
}

func ByMethodValue() error { // want ByMethodValue:`result 0: {\*errflow/types.Collected opaque}`
	c := &Collected{}
	add := c.add
	add(ErrA)
	return c
}

func ByOthers() error { // want ByOthers:`result 0: {\*errflow/types.Collected errflow/types.ErrA}`
	c := collected()
	fill(c, 3)
	return c
}

func collected() *Collected { return &Collected{} }

func fill(c *Collected, n int) {
	if n > 0 {
		c.add(ErrA)
		fill(c, n-1)
	}
}

func NothingKept() error { // want NothingKept:`result 0: {\*errflow/types.Collected}`
	c := &Collected{}
	return c
}

// A Errors of errors has what is in it, however that came there.
type Errors []error // want Errors:`errorType`

func (s Errors) Error() string   { return "" }
func (s Errors) Unwrap() []error { return s }

func ErrorsLiteral() error { return Errors{ErrA} } // want ErrorsLiteral:`result 0: {errflow/types.ErrA errflow/types.Errors}`

func ErrorsConverted(errs []error) error { return Errors(errs) } // want ErrorsConverted:`result 0: {errflow/types.Errors param 0}`

func ErrorsAppended(n int) error { // want ErrorsAppended:`result 0: {errflow/types.ErrA errflow/types.Errors}`
	var s Errors
	for range n {
		s = append(s, ErrA)
	}
	return s
}

type byValue struct{ cause error } // want byValue:`errorType`

func (e byValue) Error() string   { return "" }
func (e byValue) Unwrap() error   { return e.cause }
func (e *byValue) keep(err error) { e.cause = err }

func ValueKeeps() error { // want ValueKeeps:`result 0: {errflow/types.ErrA errflow/types.byValue io/fs.ErrExist}`
	var e byValue = byValue{cause: ErrA}
	e.keep(fs.ErrExist)
	return e
}

// A nil pointer in an interface is an error.

func TypedNil() error { // want TypedNil:`{\*errflow/types.E}`
	var e *E
	return e
}

func TypedNilTested() error { // want TypedNilTested:`{\*errflow/types.E}`
	var e *E
	var err error = e
	if e == nil {
		return err
	}
	return nil
}

func TestedBefore(e *E) error { // want TestedBefore:`{param 0}`
	if e == nil {
		return nil
	}
	return e
}

func none() *E { return nil }

func TestedNone() error { // want TestedNone:`{}`
	if e := none(); e != nil {
		return e
	}
	return nil
}
