// Package pkgerrors makes errors by pkg/errors.
package pkgerrors

import (
	"io"

	pingcap "github.com/pingcap/errors"
	"github.com/pkg/errors"
)

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

// That of pingcap is made after it.

func pingcapErrors(g func() error) error {
	if err := g(); err != nil {
		return pingcap.Errorf("a: %v", err) // want `errors.Errorf formats err with %v`
	}
	if err := g(); err != nil {
		return pingcap.Annotatef(io.EOF, "a: %v", err) // want `errors.Annotatef wraps io.EOF but formats err`
	}
	if err := g(); err != nil {
		return pingcap.Annotate(err, "a")
	}
	return pingcap.Trace(g())
}
