// Package translated has errors that are left out of the one that is returned: of operations, and such as may be meant to be left out.
package translated

import (
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	"github.com/sirupsen/logrus"

	"wrapcause/operations"
)

var ErrUnavailable = errors.New("unavailable")

type store interface {
	Get(ctx context.Context, key string) (string, error)
	Has(key string) error
}

// An operation has failed, and nobody learns why.

func operated(ctx context.Context, s store, db *sql.DB, c *http.Client, r *http.Request, get func(context.Context) error) error {
	if _, err := s.Get(ctx, "a"); err != nil {
		return errors.New("cannot get a") // category: dropped // shape: wrapcause/dropped-operation // want `errors.New makes an error in place of err`
	}
	if err := get(ctx); err != nil {
		return fmt.Errorf("cannot get %s", "b") // category: dropped // shape: wrapcause/dropped-operation // want `fmt.Errorf makes an error in place of err`
	}
	if _, err := os.Open("c"); err != nil {
		return errors.New("c does not exist") // category: dropped // shape: wrapcause/dropped-operation // want `errors.New makes an error in place of err`
	}
	var n int
	if err := db.QueryRow("select 1").Scan(&n); err != nil {
		return errors.New("there is no row") // category: dropped // shape: wrapcause/dropped-operation // want `errors.New makes an error in place of err`
	}
	if _, err := c.Do(r); err != nil {
		return errors.New("no answer") // category: dropped // shape: wrapcause/dropped-operation // want `errors.New makes an error in place of err`
	}
	if _, err := io.ReadAll(r.Body); err != nil {
		return errors.New("no body") // category: dropped // shape: wrapcause/dropped-operation // want `errors.New makes an error in place of err`
	}
	if _, err := load("d"); err != nil {
		return errors.New("no d") // category: dropped // shape: wrapcause/dropped-operation // want `errors.New makes an error in place of err`
	}
	if _, err := operations.Load("e"); err != nil {
		return errors.New("no e") // category: dropped // shape: wrapcause/dropped-operation // want `errors.New makes an error in place of err`
	}
	if err := operations.Fetch(ctx, get); err != nil {
		return errors.New("no f") // category: dropped // shape: wrapcause/dropped-operation // want `errors.New makes an error in place of err`
	}
	if err := remove("g"); err != nil {
		return errors.New("g stays") // category: dropped // shape: wrapcause/dropped-operation // want `errors.New makes an error in place of err`
	}
	return nil
}

func load(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	return data, nil
}

type removeError struct{ cause error }

func (e *removeError) Error() string { return "remove" }
func (e *removeError) Unwrap() error { return e.cause } // want Unwrap:`\(acts\)`

func remove(name string) error {
	if err := os.Remove(name); err != nil {
		return &removeError{err}
	}
	return nil
}

// What is returned has a name: whoever chose it may have meant that the caller gets this.

type statusError struct { // category: nameless // shape: wrapcause/nameless // want `statusError has no field for an error`
	code int
	text string
}

func (e *statusError) Error() string { return e.text }

func notFound(text string) error { return &statusError{404, text} }

func named(ctx context.Context, s store) error {
	if _, err := s.Get(ctx, "a"); err != nil {
		return ErrUnavailable // category: translated // shape: wrapcause/translated-name // want `ErrUnavailable is returned in place of err`
	}
	if _, err := s.Get(ctx, "b"); err != nil {
		return fmt.Errorf("b: %w", ErrUnavailable) // category: translated // shape: wrapcause/translated-name // want `fmt.Errorf makes an error in place of err`
	}
	if _, err := s.Get(ctx, "c"); err != nil {
		return &statusError{404, "no c"} // category: translated // shape: wrapcause/translated-name // want `statusError is returned in place of err`
	}
	if _, err := s.Get(ctx, "d"); err != nil {
		return notFound("no d") // category: translated // shape: wrapcause/translated-name // want `notFound makes an error in place of err`
	}
	return nil
}

// The cause is logged, for those who run the program, and the caller gets less.

func logged(ctx context.Context, s store) error {
	if _, err := s.Get(ctx, "a"); err != nil {
		log.Print("a: ", err)
		return errors.New("internal error") // category: translated // shape: wrapcause/translated-logged // want `errors.New makes an error in place of err`
	}
	if _, err := s.Get(ctx, "b"); err != nil {
		log.Print("b failed")
		return errors.New("internal error") // category: dropped // want `errors.New makes an error in place of err`
	}
	if _, err := s.Get(ctx, "c"); err != nil {
		if exitCode(err) == 128 {
			return err
		}
		return errors.New("internal error") // category: dropped // want `errors.New makes an error in place of err`
	}
	return nil
}

func exitCode(err error) int {
	var exit interface{ ExitCode() int }
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return -1
}

// Through an interface of the module, by what the types do that are declared beside it; which of them it is a type switch may tell.

func through(s operations.Store, l lister) error {
	if err := s.Get("a"); err != nil {
		return errors.New("no a") // category: dropped // shape: wrapcause/dropped-interface // want `errors.New makes an error in place of err`
	}
	if err := operations.Annotate(l.list("b")); err != nil {
		return errors.New("no b") // category: dropped // shape: wrapcause/dropped-interface // want `errors.New makes an error in place of err`
	}
	if err := s.Known("c"); err != nil {
		return errors.New("c is not known") // category: translated // shape: wrapcause/translated-check // want `errors.New makes an error in place of err`
	}
	if err := l.list("d"); err != nil {
		switch l.(type) {
		case *disk:
			return errors.New("no d on the disk") // category: dropped // shape: wrapcause/dropped-interface // want `errors.New makes an error in place of err`
		case *nothing:
			return errors.New("there is no disk") // category: translated // shape: wrapcause/translated-check // want `errors.New makes an error in place of err`
		}
	}
	return nil
}

type lister interface{ list(name string) error }

type disk struct{}

func (*disk) list(name string) error {
	_, err := os.ReadDir(name)
	return err
}

type nothing struct{}

func (*nothing) list(name string) error { return errors.New("nothing is in " + name) }

// Nothing was done that could fail: something was checked, or read from what is there already.

func checked(ctx context.Context, s store, b []byte, r io.Reader) error {
	if err := check("a"); err != nil {
		return errors.New("bad name a") // category: translated // shape: wrapcause/translated-check // want `errors.New makes an error in place of err`
	}
	if err := operations.Check(ctx, "b"); err != nil {
		return errors.New("bad name b") // category: translated // shape: wrapcause/translated-check // want `errors.New makes an error in place of err`
	}
	if err := json.Unmarshal(b, new(store)); err != nil {
		return errors.New("bad c") // category: translated // shape: wrapcause/translated-check // want `errors.New makes an error in place of err`
	}
	if err := s.Has("d"); err != nil {
		return errors.New("no d") // category: translated // shape: wrapcause/translated-check // want `errors.New makes an error in place of err`
	}
	if _, err := gzip.NewReader(r); err != nil {
		return errors.New("no e") // category: translated // shape: wrapcause/translated-check // want `errors.New makes an error in place of err`
	}
	return nil
}

// A lexer comes to the end of its text.
func key(in io.RuneReader) (string, error) {
	name, err := word(in)
	if err != nil {
		if name == "" {
			return "", err
		}
		return "", fmt.Errorf("key %q has no value", name) // category: translated // shape: wrapcause/translated-check // want `fmt.Errorf makes an error in place of err`
	}
	return name, nil
}

func word(in io.RuneReader) (string, error) {
	word := ""
	for {
		r, _, err := in.ReadRune()
		if err != nil || r == '=' {
			return word, err
		}
		word += string(r)
	}
}

func check(name string) error {
	if name == "" {
		return errors.New("a name is not empty")
	}
	if len(name) > 80 {
		return fmt.Errorf("%q is too long", name)
	}
	return nil
}

// An error that is made of text has nothing in it that could be found.

func nameless(ctx context.Context, name string) error {
	if err := check(name); err != nil {
		return fmt.Errorf("name: %v", err) // category: nameless // shape: wrapcause/nameless // want `fmt.Errorf formats err with %v`
	}
	if err := check(name); err != nil {
		return errors.New("name: " + err.Error()) // category: nameless // shape: wrapcause/nameless // want `errors.New takes only the text of err`
	}
	if err := check(name); err != nil {
		return &statusError{400, err.Error()}
	}
	if err := check(name); err != nil {
		return fmt.Errorf("%w: %v", ErrUnavailable, err) // category: nameless // shape: wrapcause/nameless // want `fmt.Errorf wraps ErrUnavailable but formats err with %v`
	}
	if err := operations.Check(ctx, name); err != nil {
		return fmt.Errorf("name: %v", err) // category: nameless // shape: wrapcause/nameless // want `fmt.Errorf formats err with %v`
	}
	if err := either(name); err != nil {
		return fmt.Errorf("name: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if _, err := operations.Load(name); err != nil {
		return fmt.Errorf("name: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func either(name string) error {
	if name == "" {
		return ErrUnavailable
	}
	return check(name)
}

// What is in memory and cannot be decoded is said to be so by the error that is wrapped.

func decodedBeside(b []byte, r io.Reader) (v any, err error) {
	if err := json.Unmarshal(b, &v); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	if err := json.NewDecoder(r).Decode(&v); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrUnavailable, err) // category: second-cause // want `fmt.Errorf wraps ErrUnavailable but formats err`
	}
	return v, nil
}

type server struct{ verbose bool }

// A flag decides how much is told.
func (s *server) get(ctx context.Context, from store) error {
	if _, err := from.Get(ctx, "a"); err != nil {
		if s.verbose {
			return fmt.Errorf("a: %w", err)
		}
		return errors.New("internal error") // category: translated // shape: wrapcause/translated-flag // want `errors.New makes an error in place of err`
	}
	if _, err := from.Get(ctx, "b"); err != nil {
		if s.verbose {
			return errors.New("b has failed") // category: dropped // want `errors.New makes an error in place of err`
		}
		return errors.New("internal error") // category: dropped // want `errors.New makes an error in place of err`
	}
	return nil
}

// So does what was found out before.
func (s *server) getUnlessSet(ctx context.Context, from store, isSet func(string) bool) error {
	set := isSet("a")
	missing := errors.New("a is not set") // category: translated // shape: wrapcause/translated-flag // want `errors.New makes an error in place of err`
	if ctx != nil {
		if _, err := from.Get(ctx, "a"); err != nil {
			if !set {
				return missing
			}
			return fmt.Errorf("a: %w", err)
		}
	}
	return nil
}

// Whoever looks whether something is there says that it is not.

func looks(name string) error {
	if _, err := os.Stat(name); err != nil {
		return errors.New("key file does not exist") // category: translated // shape: wrapcause/translated-look // want `errors.New makes an error in place of err`
	}
	if _, err := lookUp(name); err != nil {
		return errors.New("no such key") // category: translated // shape: wrapcause/translated-look // want `errors.New makes an error in place of err`
	}
	info, err := os.Lstat(name)
	if err != nil {
		return errors.New("no such link") // category: translated // shape: wrapcause/translated-look // want `errors.New makes an error in place of err`
	}
	if info.Size() == 0 {
		if _, err = os.ReadFile(name); err != nil {
			return errors.New("no such file") // category: dropped // shape: wrapcause/dropped-operation // want `errors.New makes an error in place of err`
		}
	}
	return nil
}

func lookUp(name string) (os.FileInfo, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("look up: %w", err)
	}
	return info, nil
}

// A log may be given the text in a map of fields.
func loggedInFields(ctx context.Context, s store) error {
	if _, err := s.Get(ctx, "a"); err != nil {
		logrus.WithFields(logrus.Fields{"error": err.Error()}).Error("cannot get a")
		return errors.New("cannot get a") // category: translated // shape: wrapcause/translated-logged // want `errors.New makes an error in place of err`
	}
	return nil
}
