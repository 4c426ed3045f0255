// Package common has functions that all fail in one way.
package common

// ParseError is how all functions of this package fail.
type ParseError struct{ Text string }

func (e *ParseError) Error() string { return "cannot parse " + e.Text }

// Int parses an integer.
func Int(s string) (int, error) {
	if s == "" {
		return 0, &ParseError{s}
	}
	return len(s), nil
}

// Bool parses a boolean.
func Bool(s string) (bool, error) { // shape: raisesdoc/functions // want `Bool and 3 more functions may return \*ParseError, which their doc comments do not list`
	if s == "" {
		return false, &ParseError{s}
	}
	return true, nil
}

// Text parses text.
func Text(s string) (string, error) {
	n, err := Int(s)
	if err != nil {
		return "", err
	}
	return s[:n], nil
}

// Rune parses a rune.
func Rune(s string) (rune, error) {
	if s == "" {
		return 0, &ParseError{s}
	}
	return rune(s[0]), nil
}

// Pair parses two.
func Pair(s, t string) (int, rune, error) {
	n, err := Int(s)
	if err != nil {
		return 0, 0, err
	}
	r, err := Rune(t)
	return n, r, err
}

// Byte parses a byte.
//
// Errors:
//   - [*ParseError] if there is none
func Byte(s string) (byte, error) {
	if s == "" {
		return 0, &ParseError{s}
	}
	return s[0], nil
}

// Ignored parses what has a directive.
//
//errlint:ignore raisesdoc nobody asks
func Ignored(s string) (byte, error) {
	if s == "" {
		return 0, &ParseError{s}
	}
	return s[0], nil
}
