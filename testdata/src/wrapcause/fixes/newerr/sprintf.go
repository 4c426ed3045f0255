package newerr

import (
	"errors"
	"fmt"
)

func sprintf(name string, g func() error) error {
	if err := g(); err != nil {
		return errors.New(fmt.Sprintf("a %s: %v", name, err)) // want `text of err`
	}
	if err := g(); err != nil {
		return errors.New(fmt.Sprintf("a %s: %s", name, err.Error())) // want `text of err`
	}
	return nil
}
