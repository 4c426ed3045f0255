// Package ifacedep implements an interface of another package.
package ifacedep

import (
	"errors"
	"fmt"

	"raisesdoc/dep"
)

var ErrMine = errors.New("mine")

var (
	_ dep.Store = (*Good)(nil)
	_ dep.Store = (*Bad)(nil)
)

// Good returns no more than the interface says.
type Good struct{}

func (*Good) Get(key string) (string, error) { // shape: raisesdoc/not-implements
	if key == "" {
		return "", nil
	}
	return "", fmt.Errorf("get %s: %w", key, dep.ErrDep)
}

func (*Good) Put(key, value string) error { return ErrMine } // shape: raisesdoc/listed-undeclared // want `\(\*Good\).Put may return ErrMine, and has no doc comment`

func (*Good) Close() error { return nil } // shape: raisesdoc/not-implements

// Bad returns more.
type Bad struct{}

// Get fails with ErrMine, too.
func (*Bad) Get(key string) (string, error) { // shape: raisesdoc/interface // want `\(\*Bad\).Get may return ErrMine, which the doc comment of dep.Store.Get does not list`
	if key == "" {
		return "", ErrMine
	}
	return "", dep.ErrDep
}

// Put fails with ErrMine.
func (*Bad) Put(key, value string) error { return ErrMine } // shape: raisesdoc/not-implements

func (*Bad) Close() error { return ErrMine } // shape: raisesdoc/interface // want `\(\*Bad\).Close may return ErrMine, which the doc comment of dep.Store.Close does not list`

// Chance has the methods of dep.Store, and nothing here uses it as one.
type Chance struct{}

func (Chance) Get(key string) (string, error) { return "", ErrMine } // shape: raisesdoc/interface-by-chance // want `Chance.Get may return ErrMine, and has no doc comment`

func (Chance) Put(key, value string) error { return nil }

// Close fails with ErrMine.
func (Chance) Close() error { return ErrMine } // shape: raisesdoc/not-implements-by-chance

// A View has the methods of an interface that is another package's, and so are they.
type View dep.Store
