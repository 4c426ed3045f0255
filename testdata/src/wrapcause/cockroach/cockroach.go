// Package cockroach makes errors by cockroachdb/errors.
package cockroach

import (
	"log"

	"github.com/cockroachdb/errors"
)

var ErrX = errors.New("x")

func format(g func() error) error {
	if err := g(); err != nil {
		return errors.Newf("a: %v", err) // shape: wrapcause/cockroach-format // want `errors.Newf formats err with %v`
	}
	if err := g(); err != nil {
		return errors.Errorf("a: %s", err.Error()) // shape: wrapcause/cockroach-format // want `errors.Errorf takes only the text of err`
	}
	if err := g(); err != nil {
		return errors.Newf("a: %w", err)
	}
	if err := g(); err != nil {
		return errors.New("a") // shape: wrapcause/dropped-new // want `errors.New makes an error in place of err`
	}
	return nil
}

func wrap(g func() error) error {
	err := g()
	if err != nil {
		return errors.Wrap(err, "a")
	}
	if cerr := g(); cerr != nil {
		return errors.Wrap(err, "close") // shape: wrapcause/cockroach-wrap // want `errors.Wrap wraps err, which is nil here, so it returns nil, in place of cerr`
	}
	if cerr := g(); cerr != nil {
		return errors.Wrap(ErrX, "close") // shape: wrapcause/cockroach-wrap // want `errors.Wrap makes an error in place of cerr`
	}
	if cerr := g(); cerr != nil {
		return errors.Wrap(ErrX, cerr.Error()) // shape: wrapcause/cockroach-wrap // want `errors.Wrap wraps ErrX but takes only the text of cerr`
	}
	if cerr := g(); cerr != nil {
		return errors.Wrapf(ErrX, "close: %v", cerr) // shape: wrapcause/cockroach-wrap // want `errors.Wrapf wraps ErrX but formats cerr with %v`
	}
	if cerr := g(); cerr != nil {
		return errors.Wrapf(cerr, "close: %v", cerr) // shape: wrapcause/not-printed-again
	}
	if cerr := g(); cerr != nil {
		return errors.WithSecondaryError(ErrX, cerr)
	}
	if cerr := g(); cerr != nil {
		return errors.Mark(cerr, ErrX)
	}
	return nil
}

// The first error is kept, and the second one logged.
func rollback(g func() error) error {
	if err := g(); err != nil {
		if rerr := g(); rerr != nil {
			log.Print(rerr)
			return errors.Wrap(err, "rolled back")
		}
		return err
	}
	return nil
}

func handled(g func() error) error {
	if err := g(); err != nil {
		return errors.Handled(err) // shape: wrapcause/cockroach-handled // want `errors.Handled hides err, so errors.Is and errors.As cannot find it`
	}
	if err := g(); err != nil {
		return errors.HandledWithMessage(err, "a") // shape: wrapcause/cockroach-handled // want `errors.HandledWithMessage hides err`
	}
	if err := g(); err != nil {
		return errors.HandledWithMessagef(err, "a %d", 1) // shape: wrapcause/cockroach-handled // want `errors.HandledWithMessagef hides err`
	}
	if err := g(); err != nil {
		//errlint:opaque the other side of the API knows nothing of this
		return errors.Handled(err) // shape: wrapcause/not-opaque
	}
	return nil
}
