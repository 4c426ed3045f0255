// want package:"own"

// Package dep is imported by useofdep: what that one knows, it knows by facts.
package dep

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
)

var (
	ErrA   = errors.New("a")             // want ErrA:`wraps\(\) "a"`
	ErrSub = fmt.Errorf("sub: %w", ErrA) // want ErrSub:`wraps`
)

type E struct{ cause error } // want E:`errorType`

func (e *E) Error() string { return "" }
func (e *E) Unwrap() error { return e.cause }

func New(err error) error { return &E{err} } // want New:`{\*errflow/dep.E param 0}`

func Sub() error { return ErrSub } // want Sub:`{errflow/dep.ErrSub}`

func Try(f func() error) error { // want Try:`{result of param 0 less io.EOF}`
	if err := f(); err != io.EOF {
		return err
	}
	return nil
}

func IsA(err error) bool { return errors.Is(err, ErrA) } // want IsA:`true {param 0 that is errflow/dep.ErrA}, false {param 0 less errflow/dep.ErrA}`

type Doer interface {
	// Do fails with ErrA.
	Do() error // want Do:`{errflow/dep.ErrA}`
}

type Client struct{}

func (c *Client) Get(name string, err error) error { return fmt.Errorf("get %s: %w", name, err) } // want Get:`{param 2}`

func Create(strict bool) error { // want Create:`result 0: {errflow/dep.ErrA errflow/dep.ErrSub}; result 0 if param 0 is true: {errflow/dep.ErrA}; result 0 if param 0 is false: {errflow/dep.ErrSub}`
	if strict {
		return ErrA
	}
	return ErrSub
}

// A Late error is given its cause after it was made.
type Late struct{ cause error } // want Late:`errorType`

func (l *Late) Error() string     { return "late" }
func (l *Late) Unwrap() error     { return l.cause }
func (l *Late) Because(err error) { l.cause = err }

// Errors in which there is nothing to find are told apart from those of which nothing is known.

func Check(name string) error { // want Check:`{text}`
	if name == "" {
		return errors.New("no name")
	}
	return nil
}

func Parse(text string) error { // want Parse:`{input}`
	if err := Check(text); err != nil {
		return err
	}
	_, err := base64.StdEncoding.DecodeString(text)
	return err
}

func Checks(texts ...string) error { // want Checks:`{\*net/url.Error input}`
	var errs []error
	for _, text := range texts {
		if _, err := url.Parse(text); err != nil {
			errs = append(errs, err)
		}
		errs = append(errs, Parse(text))
	}
	return errors.Join(errs...)
}

func Load(name string) error {
	if err := Parse(name); err != nil {
		return err
	}
	return os.Chdir(name)
}
