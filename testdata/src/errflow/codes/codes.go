// want package:"own"

// Package codes makes errors that have codes. Package useofcodes calls it.
package codes

import (
	"errors"
	"fmt"
	"strings"
)

type Error struct { // want Error:`code fields \[\[0\]\]`
	TheCode string
	Text    string
}

func (e *Error) Error() string { return e.Text }
func (e *Error) Code() string  { return e.TheCode }

// Either has one of two codes.
type Either struct { // want Either:`code fields \[\[1\] \[2\]\]`
	server        bool
	theirs, yours string
}

func (e *Either) Error() string { return "" }
func (e *Either) Code() string {
	if e.server {
		return e.theirs
	}
	return e.yours
}

// Computed has a code that is put together.
type Computed struct{ kind string } // want Computed:`code fields \[\] and others`

func (e *Computed) Error() string { return "" }
func (e *Computed) Code() string  { return "x-" + strings.ToLower(e.kind) }

func New(code, text string) *Error { return &Error{code, text} } // want New:`{\*errflow/codes.Error code param 0 \(\*errflow/codes.Error\)}`

func Fixed(text string) error { return New("fixed", text) } // want Fixed:`{\*errflow/codes.Error "fixed" \(\*errflow/codes.Error\)}`

func Formatted(code, format string, args ...any) error { // want Formatted:`{\*errflow/codes.Error code param 0 \(\*errflow/codes.Error\)}`
	return fmt.Errorf("formatted: %w", New(code, fmt.Sprintf(format, args...)))
}

// A code that is chosen.
func Chosen(server bool) error { // want Chosen:`{\*errflow/codes.Error "client" \(\*errflow/codes.Error\) "server" \(\*errflow/codes.Error\)}`
	code := "client"
	if server {
		code = kind()
	}
	return New(code, "")
}

func kind() string { return "server" }

func NewEither(code string) error { return &Either{theirs: "internal", yours: code} } // want NewEither:`{\*errflow/codes.Either "internal" \(\*errflow/codes.Either\) code param 0 \(\*errflow/codes.Either\)}`

func NewComputed() error { return &Computed{"K"} } // want NewComputed:`{\*errflow/codes.Computed some code \(\*errflow/codes.Computed\)}`

// What is not a constant is not known.
func Decoded(b []byte) error { return New(string(b), "") } // want Decoded:`{\*errflow/codes.Error some code \(\*errflow/codes.Error\)}`

// A code that is given to the error when it is made, and another later.
func Changed(code string) error { // want Changed:`{\*errflow/codes.Error "first" \(\*errflow/codes.Error\) code param 0 \(\*errflow/codes.Error\)}`
	err := &Error{TheCode: "first"}
	if code != "" {
		err.TheCode = code
	}
	return err
}

func (e *Error) With(code string) *Error { // want With:`{param 0 code param 1 \(\*errflow/codes.Error\)}|{code param 1 \(\*errflow/codes.Error\) param 0}`
	e.TheCode = code
	return e
}

// An empty code is none.
func Empty() error { return New("", "no code") } // want Empty:`{\*errflow/codes.Error}`

// A literal knows the parameters of the function around it.
func Later(code string) func() error {
	return func() error { return New(code, "") }
}

func Now(code string) error { // want Now:`{\*errflow/codes.Error code param 0 \(\*errflow/codes.Error\)}`
	f := func() error { return New(code, "") }
	return f()
}

// The calls of a function that stores an error say which codes it has.
type Group struct{ err error }

func (g *Group) set(code string) { g.err = New(code, "") }

func (g *Group) Fail() { g.set("failed") }

func (g *Group) Err() error { return g.err } // want Err:`{\*errflow/codes.Error "failed" \(\*errflow/codes.Error\)}`

// What a recursive constructor is given by itself is a code, too.
func Recursive(code string, n int) error { // want Recursive:`{\*errflow/codes.Error "again" \(\*errflow/codes.Error\) code param 0 \(\*errflow/codes.Error\)}`
	if n > 0 {
		return Recursive("again", n-1)
	}
	return New(code, "")
}

// A condition on the type takes the code away.
func NoError(code string) error { // want NoError:`{}`
	err := Formatted(code, "")
	if e := (*Error)(nil); errors.As(err, &e) {
		return nil
	}
	return err
}

// A part of a text is another one.
func Cut(s string) error { return New(s[1:], "") } // want Cut:`{\*errflow/codes.Error some code \(\*errflow/codes.Error\)}`

func CutConst(n int) error { return New("abcdef"[:n], "") } // want CutConst:`{\*errflow/codes.Error some code \(\*errflow/codes.Error\)}`
