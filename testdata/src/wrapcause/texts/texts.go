// Package texts has errors of which only the text is kept.
package texts

import (
	"errors"
	"fmt"
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

type plain struct{ Text string }

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
		return &plain{Text: err.Error()} // shape: wrapcause/text-literal // want `plain takes only the text of err`
	}
	if err := g(); err != nil {
		return &plain{"a: " + err.Error()} // shape: wrapcause/text-literal // want `plain takes only the text of err`
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

// A constructor that is given the text.

func newPlain(text string) *plain { return &plain{text} }

func constructed(g func() error) error {
	if err := g(); err != nil {
		return newPlain("a: " + err.Error()) // shape: wrapcause/helper-text // want `newPlain takes only the text of err`
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
