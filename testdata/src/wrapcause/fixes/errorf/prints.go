package errorf

import (
	"fmt"
	"io"
	"os"
)

// logged prints what it makes an error of: there %w would be no verb.
func logged(format string, args ...any) error {
	print(os.Stderr, format, args...)
	return fmt.Errorf(format, args...)
}

func print(w io.Writer, format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

func made(format string, args ...any) error { return fmt.Errorf(format, args...) }

func loses(name string, n int) error {
	if _, err := os.Open(name); err != nil {
		return logged("open: %v", err) // want `formats err`
	}
	if _, err := os.Open(name); err != nil {
		return made("open: %v", err) // want `formats err`
	}
	if n > 1 {
		return fmt.Errorf("it may be nil: %v", some(n)) // want `formats`
	}
	err := some(n)
	return fmt.Errorf("it may be nil: %v", err) // want `formats err`
}

func some(n int) error {
	if n > 1 {
		return os.ErrNotExist
	}
	return nil
}

var opening = "open: %v"

func inVariable(name string) error {
	if _, err := os.Open(name); err != nil {
		return fmt.Errorf(opening, err) // want `formats err`
	}
	return nil
}
