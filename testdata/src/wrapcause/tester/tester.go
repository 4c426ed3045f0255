// Package tester runs what tests need, and takes something like a *testing.T.
package tester

import (
	"fmt"
	"os"
)

// T is a test.
type T interface {
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

type Tester struct{ t T }

func New(t T) *Tester { return &Tester{t} }

// A group stands in for another one.
type group struct{ setup func() error }

func (g *group) Consume(name string) error {
	if err := g.setup(); err != nil {
		return fmt.Errorf("set up: %v", err) // shape: wrapcause/not-test-package
	}
	return os.Remove(name)
}
