package single

import (
	"context"
	"errors"
	"io"
)

func group(ctx context.Context, r io.Reader, g func() error) error {
	if err := g(); err != nil {
		return errors.New("a: " + err.Error()) // want `text of err`
	}
	return nil
}
