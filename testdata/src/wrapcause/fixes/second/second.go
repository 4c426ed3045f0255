package second

import (
	"errors"
	"fmt"
)

var ErrX = errors.New("x")

func second(name string, g func() error) error {
	if err := g(); err != nil {
		return fmt.Errorf("%w: %v", ErrX, err) // want `wraps ErrX but formats err`
	}
	if err := g(); err != nil {
		return fmt.Errorf("%w: %s: %v", ErrX, name, err) // want `wraps ErrX but formats err`
	}
	return nil
}
