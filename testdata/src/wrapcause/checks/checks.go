// Package checks has functions that return errors in which there is nothing to find, and others.
package checks

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
)

// Name fails with a text.
func Name(name string) error {
	if name == "" {
		return errors.New("a name is not empty")
	}
	return nil
}

// Port fails with a text, or with the error of a parser.
func Port(text string) (int, error) { // want Port:`parses`
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, err
	}
	if n < 0 || n > 65535 {
		return 0, fmt.Errorf("no port %d", n)
	}
	return n, nil
}

// Key fails with the errors of other parsers and, in one call of several, with a text around that.
func Key(text string) ([]byte, error) { // want Key:`parses`
	key, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("key: %w", err)
	}
	if len(key) != 16 {
		return nil, errors.New("a key has 16 bytes")
	}
	return key, nil
}

// All fails with several such.
func All(names []string, subnet string) error {
	var errs []error
	for _, name := range names {
		if err := Name(name); err != nil {
			errs = append(errs, fmt.Errorf("name: %w", err))
		}
	}
	if _, _, err := net.ParseCIDR(subnet); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// File fails with a text, or as the system does.
func File(name string) error { // want File:`acts`
	if err := Name(name); err != nil {
		return err
	}
	_, err := os.Stat(name)
	return err
}

// ErrTaken has a name.
var ErrTaken = errors.New("taken")

// Free fails with a text, or with ErrTaken.
func Free(name string) error {
	if name == "x" {
		return ErrTaken
	}
	return Name(name)
}

// A Checker may do anything.
type Checker interface{ Check(name string) error }

// A Failure says of which kind it is.
type Failure struct {
	Kind error
	Text string
}

func (f *Failure) Error() string { return f.Text }
func (f *Failure) Unwrap() error { return f.Kind }

// Fail always returns a *Failure.
func Fail(text string) error { // want Fail:`makes\(always; text \[0\]\)`
	return &Failure{Kind: ErrTaken, Text: text}
}

var (
	errOrder = errors.New("not in order")
	errSort  = errors.New("not sorted")
)

// Ordered fails with an error that nobody can ask for.
func Ordered(n int) error {
	if n > 1 {
		return errOrder
	}
	return nil
}

// Sorted fails with an error that IsSort finds.
func Sorted(n int) error {
	if n > 1 {
		return errSort
	}
	return nil
}

// IsSort reports whether err is that of Sorted.
func IsSort(err error) bool { return errors.Is(err, errSort) }
