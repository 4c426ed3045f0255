// Package goroutines has errors of functions that others run.
package goroutines

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"
)

func group(ctx context.Context, g func() error) error {
	group, _ := errgroup.WithContext(ctx)
	group.Go(func() error {
		if err := g(); err != nil {
			return fmt.Errorf("g: %v", err) // shape: wrapcause/verb // want `fmt.Errorf formats err with %v`
		}
		if err := g(); err != nil {
			return errors.New("g failed") // shape: wrapcause/dropped-new // want `errors.New makes an error in place of err`
		}
		return nil
	})
	if err := group.Wait(); err != nil {
		return errors.New("group failed") // shape: wrapcause/dropped-new // want `errors.New makes an error in place of err`
	}
	return nil
}
