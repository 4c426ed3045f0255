// Package either has new errors behind "err != nil || …": where there is a cause, they leave it out.
package either

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strconv"
)

type page struct{ items []string }

type client interface {
	list(ctx context.Context, query string) (*page, error)
	close(ctx context.Context) error
}

func list(ctx context.Context, c client) ([]string, error) {
	p, err := c.list(ctx, "all")
	if err != nil || p == nil {
		return nil, errors.New("failed to list the items") // category: dropped // shape: wrapcause/dropped-either // want `errors.New makes an error in place of err if that is not nil, so errors.Is and errors.As cannot find the cause`
	}
	return p.items, nil
}

func last(ctx context.Context, c client) (string, error) {
	p, err := c.list(ctx, "all")
	if p == nil || err != nil || len(p.items) == 0 {
		return "", fmt.Errorf("no items in %v", p) // shape: wrapcause/dropped-either // want `in place of err if that is not nil`
	}
	return p.items[0], nil
}

// The function fails whatever the loop finds.
func skipRest(ctx context.Context, c client) error {
	p, err := c.list(ctx, "all")
	if err != nil {
		return err
	}
	if len(p.items) > 1000 {
		for len(p.items) > 0 && err == nil {
			p, err = c.list(ctx, "more")
		}
		return fmt.Errorf("too many items") // shape: wrapcause/not-either
	}
	return nil
}

// Where the ways are told apart, or the cause is wrapped, it is not left out.

func apart(ctx context.Context, c client) ([]string, error) {
	p, err := c.list(ctx, "all")
	if err != nil || len(p.items) == 0 {
		if err != nil {
			return nil, err
		}
		return nil, errors.New("no items")
	}
	return p.items, nil
}

func wrapped(ctx context.Context, c client) ([]string, error) {
	p, err := c.list(ctx, "all")
	if err != nil || p == nil {
		return nil, fmt.Errorf("failed to list the items: %w", err)
	}
	return p.items, nil
}

func separate(ctx context.Context, c client) ([]string, error) {
	p, err := c.list(ctx, "all")
	if err != nil {
		return nil, err
	}
	if p == nil || len(p.items) == 0 {
		return nil, errors.New("no items")
	}
	return p.items, nil
}

// Of two errors, none is the cause in particular.

func two(ctx context.Context, c client) error {
	_, err := c.list(ctx, "all")
	closed := c.close(ctx)
	if err != nil || closed != nil {
		return errors.New("failed") // shape: wrapcause/not-either
	}
	return nil
}

// Behind another condition, what is told may be about that.

func joined(ctx context.Context, c client, force bool) error {
	_, err := c.list(ctx, "all")
	if err != nil || force {
		if force {
			print("forced")
		}
		return errors.New("failed") // shape: wrapcause/not-either
	}
	return nil
}

// A look at what is there, and input that is parsed, have nothing to add.

func terminal() error {
	info, err := os.Stdin.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return errors.New("standard input is no terminal: give -yes") // shape: wrapcause/not-either
	}
	return nil
}

func number(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is no positive number", s) // shape: wrapcause/not-either
	}
	return n, nil
}

// What has no name is only asked whether it is there.

func accessible(name string, root bool) error {
	if root || os.Chdir(name) != nil {
		return fmt.Errorf("%s is not accessible", name) // shape: wrapcause/not-either
	}
	return nil
}

func chdirs(name string, root bool) error {
	if os.Chdir(name) != nil || root {
		return fmt.Errorf("%s is not accessible", name) // shape: wrapcause/not-either
	}
	return nil
}

// Who learns of the cause in another way has it.

func logged(ctx context.Context, c client) ([]string, error) {
	p, err := c.list(ctx, "all")
	if err != nil || p == nil {
		log.Print("cannot list: ", err)
		return nil, errors.New("failed to list the items") // category: translated // shape: wrapcause/translated-logged // want `in place of err if that is not nil`
	}
	return p.items, nil
}

// Whoever takes the text of an error that may be there asks once more.

func checked(check func() (bool, error)) error {
	if blocked, err := check(); blocked || err != nil {
		return fmt.Errorf("blocked: %s", describe(err)) // shape: wrapcause/not-text-either
	}
	return nil
}

func describe(err error) string {
	if err != nil {
		return "the check failed: " + err.Error()
	}
	return "not allowed"
}
