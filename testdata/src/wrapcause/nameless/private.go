package nameless

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"wrapcause/checks"
)

// Nobody can ask for an unexported sentinel that its package only returns, wraps and prints.

var (
	errOrder  = errors.New("not in order")
	errAbsent = fmt.Errorf("there is none")
	errNested = errors.New("nested too deep")

	errAsked    = errors.New("asked for")
	errCompared = errors.New("compared")
	errSwitched = errors.New("one of several")
	errListed   = errors.New("in a table")
	errRenamed  = errors.New("has another name")
	errGiven    = errors.New("given to a function that compares")
	errGot      = errors.New("returned to be compared with")
	errHeld     = errors.New("in a field")
	errTyped    = &checks.Failure{Text: "of a type"}
	errAround   = fmt.Errorf("around: %w", io.ErrUnexpectedEOF)
)

func private(n int) (err error) {
	defer func() {
		if err != nil && err != io.EOF {
			slog.Error("failed", "error", err)
		}
	}()
	switch {
	case n < 0:
		return errOrder
	case n == 0:
		err = errAbsent
	case n > 9:
		return errors.Join(errNested, pass(errOrder))
	}
	return err
}

func pass(err error) error {
	for _, err := range []error{err, errNested} {
		fmt.Println(err)
	}
	return fmt.Errorf("%w: passed", err)
}

func usesPrivate(n int) error {
	if err := private(n); err != nil {
		return fmt.Errorf("private: %v", err) // category: nameless // shape: wrapcause/nameless-private // want `fmt.Errorf formats err with %v`
	}
	if n == 1 {
		return errors.New(errAbsent.Error() + ": one") // category: nameless // shape: wrapcause/nameless-private // want `errors.New takes only the text of errAbsent`
	}
	if err := checks.Ordered(n); err != nil {
		return fmt.Errorf("elsewhere: %v", err) // category: nameless // shape: wrapcause/nameless-private // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// Something may be compared with these.

func asked(n int) error {
	return map[int]error{1: errAsked, 2: errListed}[n]
}

func isAsked(err error) bool {
	switch err {
	case errSwitched:
		return true
	}
	return errors.Is(err, errAsked) || err == errCompared || matches(err, errGiven) || errors.Is(err, got())
}

func matches(err, target error) bool { return errors.Is(err, target) }

func got() error { return errGot }

var ErrRenamed = errRenamed

type held struct{ end error }

var ends = held{errHeld}

func usesAsked(n int) error {
	fail := func(err error) error { return err }
	switch n {
	case 1:
		return fmt.Errorf("asked: %v", fail(errAsked)) // category: format // shape: wrapcause/nameless-not-private // want `fmt.Errorf formats fail\(errAsked\) with %v`
	case 2:
		return fmt.Errorf("compared: %v", errCompared) // category: format // shape: wrapcause/nameless-not-private // want `fmt.Errorf formats errCompared with %v`
	case 3:
		return fmt.Errorf("switched: %v", errSwitched) // category: format // want `fmt.Errorf formats errSwitched with %v`
	case 4:
		return fmt.Errorf("listed: %v", errListed) // category: format // shape: wrapcause/nameless-not-private // want `fmt.Errorf formats errListed with %v`
	case 5:
		return fmt.Errorf("renamed: %v", errRenamed) // category: format // shape: wrapcause/nameless-not-private // want `fmt.Errorf formats errRenamed with %v`
	case 6:
		return fmt.Errorf("given: %v", errGiven) // category: format // shape: wrapcause/nameless-not-private // want `fmt.Errorf formats errGiven with %v`
	case 7:
		return fmt.Errorf("got: %v", errGot) // category: format // shape: wrapcause/nameless-not-private // want `fmt.Errorf formats errGot with %v`
	case 8:
		return fmt.Errorf("held: %v", errHeld) // category: format // want `fmt.Errorf formats errHeld with %v`
	case 9:
		return fmt.Errorf("typed: %v", errTyped) // category: format // want `fmt.Errorf formats errTyped with %v`
	case 10:
		return fmt.Errorf("around: %v", errAround) // category: format // want `fmt.Errorf formats errAround with %v`
	}
	if err := checks.Sorted(n); err != nil {
		return fmt.Errorf("elsewhere: %v", err) // category: format // shape: wrapcause/nameless-not-private // want `fmt.Errorf formats err with %v`
	}
	if _, err := os.Open("a"); err != nil {
		return errors.Join(errNested, fmt.Errorf("open: %v", err)) // category: format // want `fmt.Errorf formats err with %v`
	}
	return asked(n)
}

// Unwrap would let callers find a sentinel, so its package may ask for it some day: the type holds an error.
type Wrong struct { // want `Wrong holds an error in its field Err but has no Unwrap method`
	Err error
}

func (w *Wrong) Error() string { return "wrong: " + w.Err.Error() }

func wrong() error { return &Wrong{errOrder} }
