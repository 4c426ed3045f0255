package app

import "errors"

// A RuleError is ErrDenied, whatever the rule.
type RuleError struct{ Rule string }

func (e *RuleError) Error() string { return e.Rule }
func (e *RuleError) Unwrap() error { return ErrDenied }

// A BothError is two.
type BothError struct{}

func (BothError) Error() string   { return "both" }
func (BothError) Unwrap() []error { return []error{ErrNotFound, ErrQuota} }

// A LateError is one of two.
type LateError struct{ Days int }

func (e *LateError) Error() string { return "late" }

func (e *LateError) Unwrap() error {
	if e.Days > 1 {
		return ErrExpired
	}
	return ErrDenied
}

// A BusyError says itself what it is.
type BusyError struct{}

func (BusyError) Error() string        { return "busy" }
func (BusyError) Is(target error) bool { return target == ErrQuota }

func rules(n int) error {
	switch n {
	case 0:
		return &RuleError{"rule"}
	case 1:
		return BothError{}
	case 2:
		return BusyError{}
	}
	return &LateError{n}
}

// TakesAll has cases for what these are.
//
//errlint:mapping
func TakesAll(err error) int { // want TakesAll:`maps parameter 0 less .*, complete`
	switch {
	case errors.Is(err, ErrDenied):
		return 403
	case errors.Is(err, ErrQuota):
		return 429
	}
	return 500
	// shape: errmap/not-unwrapped
	// shape: errmap/not-says-itself
}

// TakesSome has no case for what a RuleError is.
//
//errlint:mapping
func TakesSome(err error) int { // want TakesSome:`maps parameter 0 less .*, complete` `TakesSome has no case for \*RuleError`
	switch {
	case errors.Is(err, ErrNotFound):
		return 404
	case errors.Is(err, ErrQuota):
		return 429
	}
	return 500
	// shape: errmap/missing-unwrapped
}

func useRules(n int) (int, int) { return TakesAll(rules(n)), TakesSome(rules(n)) }

var _ = useRules

// inline asks for the error of a call.
func inline(n int) int {
	err := load(n)
	if err == nil {
		return 200
	}
	var p *ParseError
	switch {
	case errors.Is(err, ErrNotFound):
		return 404
	case errors.As(err, &p):
		return 400
	}
	panic(err) // want `inline panics for ErrQuota and \*LimitError, for which it has no case`
	// shape: errmap/panic-inline
}

// inlineAll panics for no error with a name.
func inlineAll(n int) int {
	err := rules(n)
	switch {
	case errors.Is(err, ErrQuota):
		return 429
	case errors.Is(err, ErrDenied):
		return 403
	}
	panic(err)
}

func byHelper(n int) int {
	err := Deny(n)
	switch {
	case errors.Is(err, ErrNotFound):
		return 404
	case errors.Is(err, ErrQuota):
		return 429
	default:
		impossible(err) // want `byHelper panics for ErrDenied, for which it has no case`
		return 500
	}
	// shape: errmap/panic-function
}

func impossible(err error) { panic("impossible: " + err.Error()) }

var _ = []any{inline, inlineAll, byHelper}
