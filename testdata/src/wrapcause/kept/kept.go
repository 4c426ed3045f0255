// Package kept has new errors that stay behind in something else than an error result.
package kept

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/httperr"
)

var ErrFailed = errors.New("failed")

type Result struct {
	Text  string
	Error error
}

// NewResult keeps the error that it is given.
func NewResult(text string, err error) *Result { return &Result{text, err} } // want NewResult:`\(keeps \[1\]\)`

type recorder struct{ errs []error }

func (r *recorder) add(err error) { r.errs = append(r.errs, err) }

func (r *recorder) note(err error) { log.Print(err) }

func results(g func() error) *Result {
	if err := g(); err != nil {
		return NewResult("", fmt.Errorf("g: %s", err)) // shape: wrapcause/kept-by-callee // want `fmt.Errorf formats err with %s`
	}
	if err := g(); err != nil {
		return NewResult("", errors.New("g failed")) // shape: wrapcause/kept-by-callee // want `errors.New makes an error in place of err`
	}
	if err := g(); err != nil {
		return &Result{Error: errors.New("g failed")} // shape: wrapcause/dropped-elsewhere // want `errors.New makes an error in place of err`
	}
	if err := g(); err != nil {
		return &Result{Error: ErrFailed} // shape: wrapcause/dropped-elsewhere // want `ErrFailed is returned in place of err`
	}
	return &Result{Text: "fine"}
}

func recorded(r *recorder, g func() error) {
	if err := g(); err != nil {
		r.add(fmt.Errorf("g: %v", err)) // shape: wrapcause/kept-by-callee // want `fmt.Errorf formats err with %v`
	}
	if err := g(); err != nil {
		r.note(fmt.Errorf("g: %v", err)) // shape: wrapcause/not-logged
	}
}

// A closed is what goroutines tell each other through atomic variables.
type closed struct {
	any   atomic.Value
	first atomic.Pointer[error]
	count atomic.Int64
}

func (c *closed) read(g func() error) {
	if err := g(); err != nil {
		c.any.Store(fmt.Errorf("g: %v", err)) // shape: wrapcause/kept-atomic // want `fmt.Errorf formats err with %v`
		c.count.Store(int64(len(err.Error())))
	}
	if err := g(); err != nil {
		failed := fmt.Errorf("g: %v", err) // shape: wrapcause/kept-atomic // want `fmt.Errorf formats err with %v`
		c.first.CompareAndSwap(nil, &failed)
	}
}

func appended(names []string, g func() error, ch chan<- error, errp *error) []error {
	var errs []error
	for _, n := range names {
		if err := g(); err != nil {
			errs = append(errs, fmt.Errorf("%s failed", n)) // shape: wrapcause/dropped-elsewhere // want `fmt.Errorf makes an error in place of err`
		}
	}
	if err := g(); err != nil {
		errs = append(errs, ErrFailed, err) // both are in the list
	}
	if err := g(); err != nil {
		ch <- ErrFailed // shape: wrapcause/dropped-elsewhere // want `ErrFailed is returned in place of err`
	}
	if err := g(); err != nil {
		ch <- err
		errs = append(errs, ErrFailed) // the cause went another way
	}
	if err := g(); err != nil {
		*errp = errors.New("g failed") // shape: wrapcause/dropped-elsewhere // want `errors.New makes an error in place of err`
	}
	return errs
}

// The constructor of another module, which may do anything with what it is given.
func foreign(g func() error) error {
	if err := g(); err != nil {
		return httperr.WithCode(errors.New("secret not found"), 404) // shape: wrapcause/dropped-elsewhere // want `makes an error in place of err`
	}
	if err := g(); err != nil {
		return httperr.WithCode(fmt.Errorf("secret: %w", err), 404)
	}
	return nil
}

func verbless(g func() error) error {
	if err := g(); err != nil {
		return fmt.Errorf("failed", err) // shape: wrapcause/verbless // want `fmt.Errorf formats err without a verb, so errors.Is and errors.As cannot find it`
	}
	return nil
}

func either(g func() (int, error)) error {
	n, err := g()
	if err != nil || n == 0 {
		return ErrFailed // shape: wrapcause/not-either
	}
	if m, err := g(); err == nil && m > 0 {
		return nil
	}
	return ErrFailed
}

func fieldOf(g func() error) error {
	err := g()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("command failed: %s", string(exit.Stderr)) // shape: wrapcause/not-text-field
	}
	return err
}

func joined(names []string, g func() error) error {
	var texts []string
	for _, n := range names {
		if err := g(); err != nil {
			texts = append(texts, n+": "+err.Error())
		}
	}
	if len(texts) > 0 {
		return fmt.Errorf("failed: %s", strings.Join(texts, "; ")) // shape: wrapcause/text-joined // want `fmt.Errorf takes only the text of`
	}
	return nil
}

func summed(errs []error) error {
	text := ""
	for _, err := range errs {
		text += err.Error() + "\n"
	}
	if text != "" {
		return errors.New(text) // shape: wrapcause/text-gathered // want `errors.New takes only the text of err,`
	}
	return nil
}

func written(names []string, remove func(string) error) error {
	var all strings.Builder
	for _, name := range names {
		if err := remove(name); err != nil {
			fmt.Fprintf(&all, "%s: %v\n", name, err)
		}
	}
	if all.Len() > 0 {
		return errors.New(all.String()) // shape: wrapcause/text-gathered // want `errors.New takes only the text of err,`
	}
	return nil
}

func buffered(errs []error) error {
	var all bytes.Buffer
	for _, err := range errs {
		all.WriteString(err.Error())
	}
	return fmt.Errorf("failed: %s", all.String()) // shape: wrapcause/text-gathered // want `fmt.Errorf takes only the text of err,`
}

// What is written elsewhere is not in the error.
func printed(errs []error, out *strings.Builder) error {
	var names strings.Builder
	for i, err := range errs {
		fmt.Fprintln(out, err)
		fmt.Fprintf(&names, "%d: %T\n", i, err)
	}
	if names.Len() == 0 {
		return nil
	}
	return errors.New(names.String()) // shape: wrapcause/not-text-gathered
}

func describe(op string, err error) string { return op + ": " + err.Error() }

func deeper(n int, err error) string {
	if n > 0 {
		return deeper(n-1, err)
	}
	return describe("deep", err)
}

func helped(g func() error) error {
	if err := g(); err != nil {
		return errors.New(describe("g", err)) // shape: wrapcause/text-helper // want `errors.New takes only the text of err`
	}
	if err := g(); err != nil {
		return fmt.Errorf("g: %s", deeper(3, err)) // shape: wrapcause/text-helper // want `fmt.Errorf takes only the text of err`
	}
	return nil
}

// What is read from a field is read anew each time.

type item struct{ Error error }

type request struct{ Name string }

func (r *Result) set(i *item, errp *error, msg any) {
	if i.Error != nil {
		r.Error = fmt.Errorf("item: %w", i.Error) // shape: wrapcause/not-helper
	}
	if *errp != nil {
		*errp = fmt.Errorf("deferred: %w", *errp) // shape: wrapcause/not-helper
	}
	if req, ok := msg.(*request); ok {
		r.Error = fmt.Errorf("no error: %s", req.Name) // shape: wrapcause/not-no-cause
	}
}

func several(a, b func() error) error {
	aerr, berr := a(), b()
	if aerr != nil || berr != nil {
		return ErrFailed // shape: wrapcause/not-alternatives
	}
	return nil
}

// What a function literal assigns, or the body of a range over a function, leaves by the function around it.

func once(do func(func()), closers ...func() error) error {
	var closeErr error
	do(func() {
		for _, c := range closers {
			if err := c(); err != nil && closeErr == nil {
				closeErr = fmt.Errorf("failed to close") // shape: wrapcause/dropped-in-literal // want `fmt.Errorf makes an error in place of err`
			}
		}
	})
	return closeErr
}

func deferred(g, stop func() error) (err error) {
	defer func() {
		if stopErr := stop(); stopErr != nil && err == nil {
			err = errors.New("failed to stop") // shape: wrapcause/dropped-in-literal // want `errors.New makes an error in place of stopErr`
		}
	}()
	return g()
}

func ranged(names []string, g func(string) error) (int, error) {
	for i, name := range slices.Backward(names) {
		if err := g(name); err != nil {
			return i, ErrFailed // shape: wrapcause/dropped-in-literal // want `ErrFailed is returned in place of err`
		}
	}
	return 0, nil
}

func selected(g func() error, out chan<- error, done <-chan struct{}) {
	if err := g(); err != nil {
		select {
		case out <- fmt.Errorf("g: %v", err): // shape: wrapcause/sent // want `fmt.Errorf formats err with %v`
		case <-done:
		}
	}
}

// What is made to be handed on by a function that makes others, too.

type closer struct {
	err   error
	close func() error
}

func (c *closer) fail(err error) error {
	if c.err == nil {
		c.err = err
	}
	return errors.Join(c.close(), err)
}

func (c *closer) closing(g, h func() error) (int, error) {
	closed := func(err error) (int, error) {
		if closeErr := c.close(); closeErr != nil {
			return 0, errors.Join(err, closeErr)
		}
		return 1, err
	}
	if err := g(); err != nil {
		return closed(errors.New("g failed")) // shape: wrapcause/dropped-handed-on // want `errors.New makes an error in place of err`
	}
	if err := h(); err != nil {
		if errors.Is(err, ErrFailed) {
			return 0, fmt.Errorf("h: %w", err)
		}
		if err := c.fail(errors.New("h failed")); err != nil { // shape: wrapcause/dropped-handed-on // want `errors.New makes an error in place of err`
			return 0, err
		}
	}
	return 1, nil
}

// A text in which secrets are masked is that of no error any more.
func sanitize(err error, secrets []string) error {
	text := err.Error()
	for _, s := range secrets {
		text = strings.ReplaceAll(text, s, "***")
	}
	return errors.New(text) // shape: wrapcause/not-masked
}

type hider struct{ user, secret string }

func (h hider) hide(text string) string {
	text = strings.ReplaceAll(text, h.user, "***")
	return strings.ReplaceAll(text, h.secret, "***")
}

func (h hider) run(g func() error) error {
	if err := g(); err != nil {
		text := h.hide(err.Error())
		return fmt.Errorf("run as %s: %s", h.hide("user "+h.user), text) // shape: wrapcause/not-masked-by-own
	}
	return nil
}

func flat(text string) string { return strings.ReplaceAll(text, "\n", " ") }

func flattened(g func() error) error {
	if err := g(); err != nil {
		text := flat(err.Error())
		return fmt.Errorf("run: %s", text) // want `fmt.Errorf takes only the text of err`
	}
	return nil
}

func oneLine(g func() error) error {
	if err := g(); err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), "\n", " ")) // shape: wrapcause/text-new // want `errors.New takes only the text of err`
	}
	return nil
}

// Several errors that are in one operand are one finding.
func gathered(g, h func() error) error {
	var texts []string
	if err := g(); err != nil {
		texts = append(texts, fmt.Sprintf("g: %v", err))
	}
	hErr := h()
	if hErr != nil {
		texts = append(texts, fmt.Sprintf("h: %v", hErr))
	}
	if len(texts) > 0 {
		return fmt.Errorf("several: %s", strings.Join(texts, "; ")) // shape: wrapcause/text-several // want `^fmt.Errorf takes only the text of err and hErr, so errors.Is and errors.As cannot find them$`
	}
	return nil
}
