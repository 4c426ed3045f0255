// want package:"own"

// Package useofcodes makes errors by the constructors of another package.
package useofcodes

import (
	"fmt"
	"os"

	"errflow/codes"
)

const missing = "missing"

func Constant() error { return codes.New(missing, "") } // want Constant:`{\*errflow/codes.Error "missing" \(\*errflow/codes.Error\)}`

func Wrapped() error { return fmt.Errorf("x: %w", codes.Formatted("a", "b")) } // want Wrapped:`{\*errflow/codes.Error "a" \(\*errflow/codes.Error\)}`

func HandedOn(code string) error { return codes.New(code, "") } // want HandedOn:`{\*errflow/codes.Error code param 0 \(\*errflow/codes.Error\)}`

func Twice() error { return HandedOn("twice") } // want Twice:`{\*errflow/codes.Error "twice" \(\*errflow/codes.Error\)}`

func Either() error { return codes.NewEither("mine") } // want Either:`{\*errflow/codes.Either "internal" \(\*errflow/codes.Either\) "mine" \(\*errflow/codes.Either\)}`

func With() error { return codes.New("one", "").With("two") } // want With:`{\*errflow/codes.Error "one" \(\*errflow/codes.Error\) "two" \(\*errflow/codes.Error\)}`

func Unknown() error { return codes.New(os.Getenv("CODE"), "") } // want Unknown:`{\*errflow/codes.Error some code \(\*errflow/codes.Error\)}`

func Literal() error { return &codes.Error{TheCode: "literal"} } // want Literal:`{\*errflow/codes.Error "literal" \(\*errflow/codes.Error\)}`
