// Package pkgerrors makes errors by pkg/errors.
package pkgerrors

import "github.com/pkg/errors"

func format(g func() error) error {
	if err := g(); err != nil {
		return errors.Errorf("a: %v", err) // shape: wrapcause/pkg-errors // want `errors.Errorf formats err with %v`
	}
	if err := g(); err != nil {
		return errors.Errorf("a: %w", err) // shape: wrapcause/pkg-errors // want `errors.Errorf does not wrap what it formats with %w, so errors.Is and errors.As cannot find err`
	}
	if err := g(); err != nil {
		return errors.New("a: " + err.Error()) // shape: wrapcause/text-new // want `errors.New takes only the text of err`
	}
	if err := g(); err != nil {
		return errors.Wrapf(err, "a: %v", 1)
	}
	if err := g(); err != nil {
		return errors.WithMessage(err, "a")
	}
	if err := g(); err != nil {
		return errors.WithStack(err)
	}
	return nil
}
