// Package texts has errors of which only the text is kept.
package texts

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
)

func operand(g func() error) error {
	if err := g(); err != nil {
		return fmt.Errorf("a: %s", err.Error()) // shape: wrapcause/text-operand // want `fmt.Errorf takes only the text of err, so errors.Is and errors.As cannot find it`
	}
	err := g()
	if err != nil {
		msg := err.Error()
		return fmt.Errorf("a: %s", msg) // shape: wrapcause/text-operand // want `fmt.Errorf takes only the text of err`
	}
	if err := g(); err != nil {
		return fmt.Errorf("a: %s", strings.TrimSpace(err.Error())) // shape: wrapcause/text-operand // want `fmt.Errorf takes only the text of err`
	}
	if err := g(); err != nil {
		return fmt.Errorf("a: " + err.Error()) // shape: wrapcause/text-operand // want `fmt.Errorf takes only the text of err`
	}
	return nil
}

func fresh(g func() error) error {
	if err := g(); err != nil {
		return errors.New("a: " + err.Error()) // shape: wrapcause/text-new // want `errors.New takes only the text of err`
	}
	if err := g(); err != nil {
		return errors.New(fmt.Sprintf("a: %v", err)) // shape: wrapcause/text-sprintf // want `errors.New takes only the text of err`
	}
	if err := g(); err != nil {
		return errors.New(fmt.Sprint("a: ", err)) // shape: wrapcause/text-sprintf // want `errors.New takes only the text of err`
	}
	return nil
}

func gathered(g func() error) error {
	text := "none"
	if err := g(); err != nil {
		text = fmt.Errorf("a: %w", err).Error()
	}
	return errors.New(text) // want `errors.New takes only the text of fmt.Errorf|errors.New takes only the text of`
}

type plain struct{ Text string } // category: no-field // shape: wrapcause/text-literal // want `plain has no field for an error and takes only the text, so errors.Is and errors.As cannot find it`

func (p *plain) Error() string { return p.Text }

type full struct {
	Text string
	Err  error
}

func (f *full) Error() string { return f.Text }
func (f *full) Unwrap() error { return f.Err }

type value struct {
	Text string
	Err  error
}

func (v value) Error() string { return v.Text }
func (v value) Unwrap() error { return v.Err }

func literals(g func() error) error {
	if err := g(); err != nil {
		return &plain{Text: err.Error()}
	}
	if err := g(); err != nil {
		return &plain{"a: " + err.Error()}
	}
	if err := g(); err != nil {
		return &full{Text: fmt.Sprintf("a: %v", err)} // shape: wrapcause/text-literal // want `full takes only the text of err`
	}
	if err := g(); err != nil {
		return value{Text: err.Error()} // shape: wrapcause/text-literal // want `value takes only the text of err`
	}
	if err := g(); err != nil {
		return &full{Text: err.Error(), Err: err} // shape: wrapcause/not-printed-again
	}
	if err := g(); err != nil {
		f := &full{Text: err.Error()}
		f.Err = err
		return f
	}
	return nil
}

// A type without a field for a cause is one finding, at the type, however many literals there are; at the first of them if another package
// declares it.

type spot struct { // category: no-field // shape: wrapcause/text-type // want `spot has no field for an error and takes only the text, so errors.Is and errors.As cannot find it`
	line int
	text string
}

func (s *spot) Error() string { return s.text }

type within struct {
	details
	text string
}

type details struct{ cause any }

func (w *within) Error() string { return w.text }

//errlint:ignore wrapcause it is read by people only
type printed struct{ text string }

func (p printed) Error() string { return p.text }

type excused struct{ text string }

func (x excused) Error() string { return x.text }

func typesOf(g func() error) error {
	if err := g(); err != nil {
		return &spot{1, "a: " + err.Error()}
	}
	if err := g(); err != nil {
		return &spot{2, err.Error()}
	}
	if err := g(); err != nil {
		return &within{text: err.Error()} // want `within takes only the text of err`
	}
	if err := g(); err != nil {
		return printed{err.Error()}
	}
	if err := g(); err != nil {
		return excused{err.Error()} //errlint:ignore wrapcause it is read by people only
	}
	if err := g(); err != nil {
		return excused{err.Error()} //errlint:opaque it is read by people only
	}
	if err := g(); err != nil {
		return &net.AddrError{Err: err.Error()} // shape: wrapcause/not-text-foreign-type
	}
	return nil
}

// What is said of an error is a text beside the error itself.
type invalid struct {
	reason string
	err    error
}

func (i *invalid) Error() string { return i.reason }

func (i *invalid) Unwrap() error { return i.err }

var errRequired = errors.New("is required")

func require(name string) error {
	if name == "" {
		return &invalid{reason: errRequired.Error(), err: errRequired} // shape: wrapcause/not-text-held
	}
	if name == "?" {
		return &invalid{reason: "bad", err: errRequired}
	}
	return nil
}

// A constructor that is given the text.

func newPlain(text string) *plain { return &plain{text} }

func constructed(g func() error) error {
	if err := g(); err != nil {
		return newPlain("a: " + err.Error()) // shape: wrapcause/not-helper-no-field
	}
	return nil
}

// The text is used, and is no error.
func describe(g func() error) string {
	if err := g(); err != nil {
		return "failed: " + err.Error()
	}
	return "fine"
}

type library struct {
	Reason error
	All    []error
}

func (l *library) Error() string { return "library" }

func (l *library) Unwrap() error { return l.Reason }

// The literal holds the error that the one whose text it has is a part of.
func explained(l *library) error {
	v := &invalid{err: l}
	if len(l.All) > 0 {
		v.reason = l.All[0].Error()
	} else {
		v.reason = l.Reason.Error() // shape: wrapcause/not-text-part
	}
	return v
}

func explainedBy(l, other *library) error {
	return &invalid{err: l, reason: other.Reason.Error()} // want `invalid takes only the text of other.Reason`
}

// A variable is made an error by setting its fields, as a literal is.

func variable(g func() error) error {
	if err := g(); err != nil {
		var e full
		e.Text = err.Error() // shape: wrapcause/literal-variable // want `full takes only the text of err`
		return &e
	}
	if err := g(); err != nil {
		e := new(full)
		e.Text = "g: " + err.Error() // shape: wrapcause/literal-variable // want `full takes only the text of err`
		return e
	}
	return nil
}

// The conditions count where the text is taken, not where the variable is declared; one that holds the error is as good as a literal.
func variables(g func() error) error {
	var e, h full
	err := g()
	if errors.Is(err, net.ErrClosed) {
		e.Text = err.Error()
		return &e // shape: wrapcause/not-literal-variable
	}
	if err != nil {
		h.Text, h.Err = err.Error(), err
		return &h // shape: wrapcause/not-literal-variable
	}
	return nil
}

// A constructor of a type that has a field for the cause is given the text alone.

func newFull(text string) *full { return &full{Text: text} }

func constructedFull(g func() error) error {
	if err := g(); err != nil {
		return newFull("a: " + err.Error()) // shape: wrapcause/helper-text // want `newFull takes only the text of err`
	}
	return nil
}

// An error that is a text is a plain text where it is made one.
type place string

func (p place) Error() string { return "bad place " + string(p) }

func converted(g func() error) error {
	err := g()
	var bad place
	if errors.As(err, &bad) {
		return fmt.Errorf("cannot go to %s", string(bad)) // shape: wrapcause/not-text-converted
	}
	return err
}

// Who gets the new error gets the text of its cause, too.
func probed(name string) (string, error) {
	if _, err := os.ReadFile(name); err != nil {
		reason := strings.ReplaceAll(err.Error(), "\"", "")
		reason = fmt.Sprintf("cannot probe %s: %s", name, reason)
		return reason, fmt.Errorf("%s: %v", name, reason) // shape: wrapcause/not-text-returned
	}
	return "", nil
}

func pinged(url string) (string, error) {
	resp, err := http.Get(url)
	if err != nil {
		reason := strings.ReplaceAll(err.Error(), "\"", "")
		reason = fmt.Sprintf("cannot ping %s: %s", url, reason)
		return reason, fmt.Errorf("%s: %v", url, reason) // shape: wrapcause/not-text-returned
	}
	defer resp.Body.Close()
	return "", nil
}

// The text stands in for what could not be read, and something else has failed.
func status(resp *http.Response) error {
	var body string
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		body = err.Error()
	} else {
		body = string(b)
	}
	return fmt.Errorf("status %d: %s", resp.StatusCode, body) // shape: wrapcause/not-text-stands-in
}

func why(g func() error) error {
	var why string
	if err := g(); err != nil {
		why = err.Error()
	}
	if why != "" {
		return fmt.Errorf("failed: %s", why) // shape: wrapcause/text-operand // want `fmt.Errorf takes only the text of err`
	}
	return nil
}
