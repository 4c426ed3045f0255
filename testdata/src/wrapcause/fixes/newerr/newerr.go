package newerr

import (
	"context"
	"errors"
	"io"
)

var ErrKept = errors.New("kept")

func fixes(name string, g func() error, r io.Reader, ctx context.Context) error {
	if err := g(); err != nil {
		return errors.New("100%: " + err.Error()) // want `text of err`
	}
	if err := g(); err != nil {
		return errors.New(err.Error()) // want `text of err`
	}
	if err := g(); err != nil {
		return errors.New("a " + name + ": " + err.Error() + ".") // want `text of err`
	}
	return nil
}
