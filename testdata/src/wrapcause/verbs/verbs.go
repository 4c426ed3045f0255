// Package verbs has errors that are formatted.
package verbs

import (
	"context"
	"errors"
	f "fmt"
	"iter"
	"log"
	"os"
)

const pattern = "open %s: %v"

var (
	opening = "open %s: %v"
	reading = "read %s: %v"
	writing = "write %s: %w"
)

func inVariables(name string, g func() error) error {
	if err := g(); err != nil {
		return f.Errorf(opening, name, err) // shape: wrapcause/verb-variable // want `fmt.Errorf formats err with %v`
	}
	if err := g(); err != nil {
		return f.Errorf(reading, name, err) // shape: wrapcause/not-verb-variable
	}
	if err := g(); err != nil {
		return f.Errorf(writing, name, err)
	}
	return nil
}

func setPattern(to string) { reading = to }

func open(name string) error {
	_, err := os.Open(name)
	if err != nil {
		return f.Errorf("open: %v", err) // shape: wrapcause/verb // want `fmt.Errorf formats err with %v, so errors.Is and errors.As cannot find it`
	}
	return nil
}

func others(name string, g func() error) error {
	if err := g(); err != nil {
		return f.Errorf("a: %s", err) // shape: wrapcause/verb // want `fmt.Errorf formats err with %s`
	}
	if err := g(); err != nil {
		return f.Errorf("a: %q", err) // shape: wrapcause/verb // want `fmt.Errorf formats err with %q`
	}
	if err := g(); err != nil {
		return f.Errorf("a: %+v", err) // shape: wrapcause/verb // want `fmt.Errorf formats err with %\+v`
	}
	if err := g(); err != nil {
		return f.Errorf("a: %[2]s of %[1]s", name, err) // shape: wrapcause/verb // want `fmt.Errorf formats err with %s`
	}
	if err := g(); err != nil {
		return f.Errorf("a: %*d %v", 3, 4, err) // shape: wrapcause/verb // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// An operand of a concrete error type is an error as well.
func concrete(g func() *os.PathError) error {
	if err := g(); err != nil {
		return f.Errorf("a: %v", err) // shape: wrapcause/verb // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func concatenated(name, prefix string, g func() error) error {
	if err := g(); err != nil {
		return f.Errorf(pattern, name, err) // shape: wrapcause/verb-concatenated // want `fmt.Errorf formats err with %v`
	}
	if err := g(); err != nil {
		return f.Errorf("a "+"b: %v", err) // shape: wrapcause/verb-concatenated // want `fmt.Errorf formats err with %v`
	}
	if err := g(); err != nil {
		return f.Errorf(prefix+": %v", err) // shape: wrapcause/verb-concatenated // want `fmt.Errorf formats err with %v`
	}
	if err := g(); err != nil {
		// The prefix may have a verb: there are more operands than the rest uses.
		return f.Errorf(prefix+": %v", name, err)
	}
	return nil
}

func many(errs []error) error {
	if len(errs) > 0 {
		return f.Errorf("all failed: %v", errs) // shape: wrapcause/verb-many // want `fmt.Errorf formats errs with %v, so errors.Is and errors.As cannot find the errors in it`
	}
	return nil
}

// Verbs that do not print what an error says.
func typeOnly(err error) error {
	return f.Errorf("unexpected %T", err)
}

// In a variable, a field, a channel, a slice, a callback, another error.

type job struct {
	err  error
	errs []error
}

func (j *job) run(g func() error, ch chan<- error, yield func(int, error) bool, cancel context.CancelCauseFunc) {
	err := g()
	j.err = f.Errorf("a: %v", err)                  // want `fmt.Errorf formats err`
	j.errs = append(j.errs, f.Errorf("a: %v", err)) // want `fmt.Errorf formats err`
	ch <- f.Errorf("a: %v", err)                    // want `fmt.Errorf formats err`
	yield(0, f.Errorf("a: %v", err))                // want `fmt.Errorf formats err`
	cancel(f.Errorf("a: %v", err))                  // want `fmt.Errorf formats err`
}

func items(g func() error) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		if err := g(); err != nil {
			yield(0, f.Errorf("a: %v", err)) // want `fmt.Errorf formats err`
		}
	}
}

// A literal that yields, too, captures the parameter.
func flushed(g func() error) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		flush := func() bool { return yield(0, nil) }
		if err := g(); err != nil && flush() {
			yield(0, f.Errorf("a: %v", err)) // want `fmt.Errorf formats err`
		}
	}
}

// A callback of its own that prints is nobody who asks for errors.
func reported(g func() error) {
	report := func(err error) { log.Print(err) }
	twice := func(err error) { report(err) }
	if err := g(); err != nil {
		report(f.Errorf("a: %v", err))
		twice(f.Errorf("b: %v", err))
	}
}

func wrapped(g func() error) error {
	if err := g(); err != nil {
		err = f.Errorf("a: %v", err) // want `fmt.Errorf formats err`
		return errors.Join(f.Errorf("b: %w", err), context.Canceled)
	}
	return nil
}

func deferred(g func() error) (err error) {
	defer func() {
		if err != nil {
			err = f.Errorf("deferred: %v", err) // want `fmt.Errorf formats err`
		}
	}()
	return g()
}

func assigned(g func() error, deep bool) (err error) {
	if err = g(); err != nil && deep {
		err = f.Errorf("deep: %v", err) // want `fmt.Errorf formats err`
	}
	return
}

// Aliases and function values.

var errorf = f.Errorf

func alias(g func() error) error {
	if err := g(); err != nil {
		return errorf("a: %v", err) // shape: wrapcause/alias // want `fmt.Errorf formats err with %v`
	}
	local := f.Errorf
	if err := g(); err != nil {
		return local("a: %v", err) // shape: wrapcause/alias // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// Wrappers.

func failf(format string, args ...any) error {
	return f.Errorf("verbs: "+format, args...)
}

type coded struct {
	msg string
}

func (c *coded) Error() string { return c.msg }

func codedf(format string, args ...any) error {
	return &coded{f.Sprintf(format, args...)}
}

type causef struct {
	msg string
	err error
}

func (c *causef) Error() string { return c.msg }
func (c *causef) Unwrap() error { return c.err }

func wrapf(err error, format string, args ...any) error {
	return &causef{f.Sprintf(format, args...), err}
}

func wrapper(g func() error) error {
	if err := g(); err != nil {
		return failf("a: %v", err) // shape: wrapcause/wrapper // want `failf formats err with %v`
	}
	if err := g(); err != nil {
		return failf("a: %w", err)
	}
	if err := g(); err != nil {
		return codedf("a: %v", err) // shape: wrapcause/wrapper // want `codedf formats err with %v`
	}
	if err := g(); err != nil {
		return codedf("a: %w", err) // shape: wrapcause/wrapper // want `codedf does not wrap what it formats with %w, so errors.Is and errors.As cannot find err`
	}
	if err := g(); err != nil {
		return wrapf(err, "a: %v", err) // shape: wrapcause/not-printed-again
	}
	return nil
}

var ErrX = errors.New("x")

func second(g func() error) error {
	if err := g(); err != nil {
		return f.Errorf("%w: %v", ErrX, err) // shape: wrapcause/second-cause // want `fmt.Errorf wraps ErrX but formats err with %v, so errors.Is and errors.As cannot find err`
	}
	if err := g(); err != nil {
		if cerr := g(); cerr != nil {
			return f.Errorf("%w (close: %s)", err, cerr.Error()) // shape: wrapcause/second-cause // want `fmt.Errorf wraps err but takes only the text of cerr`
		}
	}
	return nil
}
