package fixes

import (
	"errors"
	"strings"

	"errmatch/dep"
)

func twins(n int) int {
	var out dep.RangeError
	if errors.As(dep.Range(n), &out) { // want `errors.As never finds dep.RangeError: the error is \*dep.RangeError`
		return out.N
	}
	var field *dep.FieldError
	if errors.As(dep.Convert(n), &field) { // want `errors.As never finds \*dep.FieldError: the error is dep.FieldError`
		return len(field.Name)
	}
	if _, ok := dep.Range(n).(dep.RangeError); ok { // want `the type assertion never finds dep.RangeError: the error is \*dep.RangeError`
		return 1
	}
	return 0
	// shape: errmatch/fix-twin
}

// The variable is more than a selector's operand: with another type, other code would have to change.
func used(n int) *dep.FieldError {
	var field *dep.FieldError
	if errors.As(dep.Convert(n), &field) { // want `errors.As never finds \*dep.FieldError: the error is dep.FieldError`
		return field
	}
	return nil
}

func swapped() bool {
	return errors.Is(dep.ErrClosed, dep.Get("x")) // want `errors.Is looks for the error in dep.ErrClosed, not the reverse: its arguments are swapped`
	// shape: errmatch/fix-swapped
}

func nilChecks(key string, n int) int {
	err := dep.Get(key)
	if err != nil && err.Error() == "not found" { // want `dep.ErrNotFound is told apart by its text`
		return 1
	}
	if n > 0 && (err != nil && strings.Contains(err.Error(), "found")) { // want `dep.ErrNotFound is told apart by its text`
		return 2
	}
	// Without the check, more would be true.
	if err != nil && err.Error() != "not found" { // want `dep.ErrNotFound is told apart by its text`
		return 3
	}
	if n > 0 && err != nil && err.Error() == "not found" { // want `dep.ErrNotFound is told apart by its text`
		return 4
	}
	if err != nil && /* and */ err.Error() == "not found" { // want `dep.ErrNotFound is told apart by its text`
		return 5
	}
	return 0
	// shape: errmatch/fix-nil-check
}

func nilCheck(key string, n int) bool {
	err := dep.Get(key)
	return err != nil && err == dep.ErrClosed && n > 1 // want `== never finds dep.ErrClosed, which is always wrapped here`
}

var _ = []any{twins, used, swapped, nilChecks, nilCheck}
