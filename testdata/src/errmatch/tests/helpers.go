package tests

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
)

func RunNever(t *testing.T) {
	err := validate(os.Args[0])
	assert.ErrorIs(t, err, errOther) // want `ErrorIs never finds errOther: the error may be ErrEmpty or ErrLong`
	if !errors.Is(err, errOther) {   // want `errors.Is never finds errOther: the error may be ErrEmpty or ErrLong`
		t.Error(err)
	}
	var target rangeError2
	assert.ErrorAs(t, outOfRange(), &target) // want `ErrorAs never finds rangeError2: the error is \*rangeError2`
	assert.Equal(t, errOther, err)           // want `Equal never finds errOther: the error may be ErrEmpty or ErrLong`
	// shape: errmatch/never-assertion
}

func RunIdentity(t *testing.T) {
	err := long()
	assert.Equal(t, ErrLong, err) // want `Equal never finds ErrLong, which is always wrapped here`
	// shape: errmatch/identity-equal
}

func long() error { return fmt.Errorf("long: %w", ErrLong) }

type rangeError2 struct{ from int }

func (e rangeError2) Error() string { return "out of range" }

func outOfRange() error { return &rangeError2{1} }

var errOther = errors.New("other")
