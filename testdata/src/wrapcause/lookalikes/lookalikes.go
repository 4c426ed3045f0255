// Package lookalikes has errors that are formatted, or left out, and are not what failed.
package lookalikes

import (
	"context"
	"errors"
	"fmt"
	"go/scanner"
	"os"
	"testing"

	"wrapcause/lookalikes/words"
)

// A sentinel of which only the text is used is a way to write down a message.

var (
	errBadName                                    = errors.New("a name has no spaces")
	errBadGateway                                 = errors.New("a gateway's name has no spaces")
	errAsked                                      = errors.New("not yet")
	errWithAVeryLongNameThatSaysMuchOfWhatItMeans = errors.New("long")
)

type configError struct {
	Line int
	Text string
	Err  error
}

func (e *configError) Error() string { return e.Text }
func (e *configError) Unwrap() error { return e.Err }

func catalogue(line int, kind string) error { // shape: wrapcause/not-words
	switch kind {
	case "name":
		return &configError{Line: line, Text: errBadName.Error()}
	case "field":
		return &configError{Line: line, Text: words.ErrBadField.Error()}
	case "both":
		return fmt.Errorf("line %d: %s", line, (words.ErrBadField).Error())
	case "gateway":
		return &configError{Line: line, Text: errBadGateway.Error()} // want `configError takes only the text of errBadGateway`
	case "store":
		return &configError{Line: line, Text: words.ErrBadStore.Error()} // that package returns it, which is not seen from here
	case "asked":
		return errors.New("later: " + errAsked.Error()) // want `errors.New takes only the text of errAsked`
	case "foreign":
		return errors.New("later: " + os.ErrNotExist.Error()) // want `errors.New takes only the text of os.ErrNotExist`
	case "long":
		return errors.New("later: " + errWithAVeryLongNameThatSaysMuchOfWhatItMeans.Error()) // want `errors.New takes only the text of errWithAVeryLongNameThatSaysMuchOfWhatItMeans,`
	}
	return nil
}

func gateway(name string) error {
	switch name {
	case "":
		return errBadGateway
	case " ":
		return fmt.Errorf("gateway: %w", errWithAVeryLongNameThatSaysMuchOfWhatItMeans)
	}
	return nil
}

func asked(err error) bool { return errors.Is(err, errAsked) }

// What was wanted is not what is the matter.

func wanted(ctx context.Context, list func(context.Context) error) error { // shape: wrapcause/not-wanted
	err := list(ctx)
	if !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("want %v, got %w", context.DeadlineExceeded, err)
	}
	if err != errBadGateway {
		return fmt.Errorf("want %s", errBadGateway)
	}
	if err == nil || !errors.Is(err, errAsked) {
		return fmt.Errorf("want %q", errAsked)
	}
	return fmt.Errorf("got %v", errAsked) // want `fmt.Errorf formats errAsked with %v`
}

func wantedOf(err, want error) error { // shape: wrapcause/not-wanted
	if !errors.Is(err, want) {
		return fmt.Errorf("want %v", want)
	}
	if errors.Is(err, errAsked) {
		return fmt.Errorf("want nothing: %v", errAsked) // want `fmt.Errorf formats errAsked with %v`
	}
	return nil
}

func wantedAnother(err error) error {
	if !errors.Is(err, errAsked) {
		return fmt.Errorf("failed: %v", errBadGateway) // want `fmt.Errorf formats errBadGateway with %v`
	}
	return nil
}

// What a test makes ends in a test, whichever file it is in.

type suite struct{ open func() error }

func (s *suite) Open(t testing.TB) error { // shape: wrapcause/not-test-function
	if err := s.open(); err != nil {
		return fmt.Errorf("open: %v", err)
	}
	if _, err := os.Open("a"); err != nil {
		return errors.New("no a")
	}
	return nil
}

func (s *suite) Run(t *testing.T) {
	t.Run("open", func(t *testing.T) {
		open := func() error { return fmt.Errorf("open: %v", s.open()) }
		if err := open(); err != nil {
			t.Fatal(err)
		}
	})
}

func (s *suite) Plain() error {
	if err := s.open(); err != nil {
		return fmt.Errorf("open: %v", err) // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// An entry in a list of results is a record. It is an error where it is used as one.

type finding struct{ Text string }

func (f finding) Error() string { return f.Text }

type problem struct{ Text string }

func (p *problem) Error() string { return p.Text }

func records(v scanner.ErrorList, r *words.Result, faults []*words.Fault, findings []finding, problems map[string]*problem, errs []error) error { // shape: wrapcause/not-record
	if len(v) > 0 {
		return fmt.Errorf("invalid: %v", v[0])
	}
	if len(r.Issues) > 0 {
		return fmt.Errorf("invalid: %v", r.Issues[0]) // want `formats r.Issues\[0\] with %v`
	}
	for _, f := range findings {
		return fmt.Errorf("invalid: %s", f.Error())
	}
	if len(faults) > 0 {
		return fmt.Errorf("invalid: %v", faults[0]) // want `fmt.Errorf formats faults\[0\] with %v`
	}
	for _, p := range problems {
		return fmt.Errorf("invalid: %v", p) // want `fmt.Errorf formats p with %v`
	}
	if len(errs) > 0 {
		return fmt.Errorf("invalid: %v", errs[0]) // want `fmt.Errorf formats errs\[0\] with %v`
	}
	return nil
}

func first(problems map[string]*problem) error {
	for _, p := range problems {
		return p
	}
	return nil
}

// A second attempt, to look for something else, is made where the first has failed.

func neither(name string, parse func(string) (int, error)) (n int, err error) { // shape: wrapcause/not-fallback
	if name != "" {
		v, err := parse(name)
		if err == nil {
			n = v
		} else {
			if _, err := os.Stat(name); err != nil {
				return 0, errors.New("neither a number nor a file")
			}
		}
	}
	if err := os.Chdir(name); err != nil {
		return 0, fmt.Errorf("chdir: %w", err)
	}
	return n, nil
}

func secondAct(name string, parse func(string) (int, error)) (n int, err error) {
	if name != "" {
		if n, err = parse(name); err != nil {
			if err := os.MkdirAll(name, 0o777); err != nil {
				return 0, errors.New("cannot make it") // want `errors.New makes an error in place of err`
			}
		}
	}
	if err := os.Chdir(name); err != nil {
		return 0, fmt.Errorf("chdir: %w", err)
	}
	return n, nil
}

// The way round a loop is no common way on.
func again(name string, parse func(string) (int, error)) error {
	for {
		n, err := parse(name)
		if err != nil {
			if _, err := words.Open(name); err != nil {
				return errors.New("no file") // want `errors.New makes an error in place of err`
			}
			continue
		}
		if n > 5 {
			return errors.New("too many")
		}
		if n > 0 {
			return nil
		}
	}
}
