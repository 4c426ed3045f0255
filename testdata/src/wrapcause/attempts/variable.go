package attempts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
)

// What a variable is tells which error the last one is: it is only left unset by errors that were asked for.

func (l *link) unlessCancelled(ctx context.Context, n int) error {
	var last error
	for i := 0; ; i++ {
		err := l.ping(ctx)
		if err != nil && err != context.Canceled && err != context.DeadlineExceeded {
			last = err
		}
		if err == nil {
			return nil
		}
		if i == n {
			if last == nil {
				return errors.New("gave up") // shape: wrapcause/not-dropped-variable
			}
			return fmt.Errorf("gave up: %w", last)
		}
	}
}

func (l *link) flagged(ctx context.Context) error {
	gone := false
	err := l.ping(ctx)
	if errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) {
		gone = true
	}
	if err == nil {
		return nil
	}
	if gone {
		return errors.New("it has gone away") // shape: wrapcause/not-dropped-variable
	}
	return errors.New("no answer") // category: dropped // want `errors.New makes an error in place of err`
}

// The variable is left unset for another reason as well, or says nothing of the error.

func (l *link) patient(ctx context.Context, n int, eager bool) error {
	var last error
	for i := 0; ; i++ {
		err := l.ping(ctx)
		if err != nil && err != context.Canceled && eager {
			last = err
		}
		if err == nil {
			return nil
		}
		if i == n {
			if last == nil {
				return errors.New("gave up") // category: dropped // shape: wrapcause/dropped-variable // want `errors.New makes an error in place of err`
			}
			return last
		}
	}
}

func (l *link) isLate(ctx context.Context, n int) error {
	late := false
	err := l.ping(ctx)
	if n > 3 {
		late = true
	}
	if err == nil {
		return nil
	}
	if late {
		return errors.New("too late") // category: dropped // shape: wrapcause/dropped-variable // want `errors.New makes an error in place of err`
	}
	return err
}

func (l *link) unlike(ctx context.Context) error {
	other := true
	err := l.ping(ctx)
	if errors.Is(err, io.EOF) {
		other = false
	}
	if err == nil {
		return nil
	}
	if other {
		return errors.New("no answer") // category: dropped // shape: wrapcause/dropped-variable // want `errors.New makes an error in place of err`
	}
	return err
}
