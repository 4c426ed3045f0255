// Package types has error types that hold errors.
package types

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

type APIError struct { // shape: wrapcause/no-unwrap // want `APIError holds an error in its field Err but has no Unwrap method, so errors.Is and errors.As cannot find it`
	Message string `json:"message"`
	Err     error  `json:"-"`
}

func (e *APIError) Error() string { return e.Message }

type unexported struct { // shape: wrapcause/no-unwrap // want `unexported holds an error in its field err`
	err error
}

func (e unexported) Error() string { return e.err.Error() }

func newUnexported(err error) error { return unexported{err: err} }

type generic[T any] struct { // shape: wrapcause/no-unwrap // want `generic holds an error in its field Err`
	Value T
	Err   error
}

func (g generic[T]) Error() string { return g.Err.Error() }

type Permanent struct { // shape: wrapcause/no-unwrap-embedded // want `Permanent holds an embedded error but has no Unwrap method`
	error
}

type Several struct { // shape: wrapcause/no-unwrap-several // want `Several holds errors in its field Errs but has no Unwrap method, so errors.Is and errors.As cannot find them`
	Errs []error
}

func (s *Several) Error() string { return "several" }

type List []error // shape: wrapcause/no-unwrap-several // want `List holds errors but has no Unwrap method`

func (l List) Error() string { return "list" }

type old struct { // shape: wrapcause/no-unwrap // want `old holds an error in its field cause but has no Unwrap method`
	cause error
}

func (o *old) Error() string { return "old" }
func (o *old) Cause() error  { return o.cause }

func newOld(err error) error { return &old{err} }

type wrong struct { // shape: wrapcause/no-unwrap // want `wrong holds an error in its field Err but has no Unwrap method`
	Err error
}

func (w *wrong) Error() string         { return "wrong" }
func (w *wrong) Unwrap() (error, bool) { return w.Err, true }

type hides struct{ Err error }

func (h *hides) Error() string { return "hides" }
func (h *hides) Unwrap() error { return nil } // shape: wrapcause/no-unwrap-nil // want `hides holds an error in its field Err but its Unwrap method returns nil`

var errBase = errors.New("base")

type other struct{ Err error }

func (o *other) Error() string { return "other" }
func (o *other) Unwrap() error { return errBase } // shape: wrapcause/no-unwrap-other // want Unwrap:`makes\(always\)` `other holds an error in its field Err but its Unwrap method returns something else`

type mixed struct {
	Op  string
	Err error
}

func (m mixed) Error() string  { return m.Op }
func (m *mixed) Unwrap() error { return m.Err }

func value(err error) error {
	if err != nil {
		return mixed{"op", err} // shape: wrapcause/no-unwrap-pointer // want `mixed is returned by value but its Unwrap method is on \*mixed`
	}
	return &mixed{"op", err}
}

func compared(err error) bool { return errors.Is(err, mixed{Op: "op"}) }

// What unwraps.

type good struct{ Err error }

func (g *good) Error() string { return "good" }
func (g *good) Unwrap() error { return g.Err }

type promoted struct {
	good
	Err error
}

func (p *promoted) Error() string { return "promoted" }

type both struct {
	Kind, Err error
}

func (b *both) Error() string   { return "both" }
func (b *both) Unwrap() []error { return []error{b.Kind, b.Err} }

type all struct{ errs []error }

func (a *all) Error() string   { return "all" }
func (a *all) Unwrap() []error { return a.errs }

func newAll(errs ...error) error { return &all{errs} }

type first []error

func (f first) Error() string { return "first" }
func (f first) Unwrap() error { return f[0] }

type self []error

func (s self) Error() string   { return "self" }
func (s self) Unwrap() []error { return s }

type viaMethod struct{ err error }

func (v *viaMethod) Error() string { return "via" }
func (v *viaMethod) cause() error  { return v.err }
func (v *viaMethod) Unwrap() error { return v.cause() }

func newVia(err error) error { return &viaMethod{err} }

// What holds none.

type result struct{ Err error } // no error itself

type neverSet struct{ err error }

func (n *neverSet) Error() string { return "never" }

type answering struct{ Err error }

func (a *answering) Error() string        { return "answering" }
func (a *answering) Is(target error) bool { return errors.Is(a.Err, target) }

type code int

func (c code) Error() string { return strings.Repeat("c", int(c)) }

type withCode struct{ Code code }

func (w *withCode) Error() string { return w.Code.Error() }

// Methods Is and As that say nothing of what is held.

type coded struct { // shape: wrapcause/no-unwrap-answers // want `coded holds an error in its field Err but has no Unwrap method, so errors.Is and errors.As cannot find it`
	Code int
	Err  error
}

func (c *coded) Error() string { return "coded" }

func (c *coded) Is(target error) bool { // want Is:`tells \[1\]`
	t, ok := target.(*coded)
	return ok && t.Code == c.Code
}

type onlyAs struct { // shape: wrapcause/no-unwrap-answers // want `onlyAs holds errors in its field errs but has no Unwrap method, so errors.Is cannot find them`
	errs []error
}

func (o *onlyAs) Error() string { return "as" }

func (o *onlyAs) As(target any) bool {
	for _, err := range o.errs {
		if errors.As(err, target) {
			return true
		}
	}
	return false
}

func newOnlyAs(errs ...error) error { return &onlyAs{errs} }

type byName map[string]error // shape: wrapcause/no-unwrap-several // want `byName holds errors but has no Unwrap method`

func (b byName) Error() string { return "by name" }

// oldError is kept for those who have it.
//
// Deprecated: use pathError.
type oldError struct{ err error } // shape: wrapcause/not-deprecated

func (e *oldError) Error() string { return "old: " + e.err.Error() }

// list is a list of errors.
// DEPRECATED. Use errors.Join.
type list []error // shape: wrapcause/not-deprecated

func (l list) Error() string { return fmt.Sprint(len(l), " errors") }

// An error that is made of a text has nothing in it to find.

type textual struct {
	ID  string
	Err error
}

func (t *textual) Error() string { return t.ID + ": " + t.Err.Error() }

func newTextual(id string, n int) error { // shape: wrapcause/not-made-of-text
	if n > 0 {
		return &textual{id, fmt.Errorf("%d", n)}
	}
	return &textual{ID: id, Err: errors.New("none")}
}

// Others could set the field, but nobody here ever sets it to more than a text.
type Stated struct { // shape: wrapcause/not-made-of-text
	Region     string
	Underlying error
}

func (s *Stated) Error() string { return s.Region + ": " + s.Underlying.Error() }

func region(name string, known int) error {
	if name == "" {
		return &Stated{Region: name, Underlying: fmt.Errorf("none of %d regions", known)}
	}
	return &Stated{name, errors.New("not enabled")}
}

// Once it is an error that has more.
type Located struct { // want "Located holds an error in its field Underlying but has no Unwrap method"
	Region     string
	Underlying error
}

func (f *Located) Error() string { return f.Region + ": " + f.Underlying.Error() }

func locate(name string) error {
	if name == "" {
		return &Located{Region: name, Underlying: errors.New("no name")}
	}
	_, err := os.Open(name)
	return &Located{name, err}
}

// A function that others may call sets the field, to a text wherever it is called here.

type Reached struct {
	path string
	err  error
}

func (r Reached) Error() string { return fmt.Sprintf("%s: %v", r.path, r.err) }

func (r Reached) With(err error) Reached {
	r.err = err
	return r
}

func isShort(path string) (bool, error) {
	if len(path) > 3 {
		return false, fmt.Errorf("%s is long", path)
	}
	return true, nil
}

func reach(path string) error { // shape: wrapcause/not-made-of-text
	_, err := isShort(path)
	return Reached{path: path}.With(err)
}

type Found struct { // want `Found holds an error in its field err`
	err error
}

func (f Found) Error() string { return fmt.Sprint(f.err) }

func (f Found) With(err error) Found {
	f.err = err
	return f
}

func find(name string) error {
	_, err := os.Stat(name)
	return Found{}.With(err)
}

// The method Error of a type that is only shown is never called.

type shown struct {
	name string
	err  error
}

func (s *shown) Error() string { return s.name + ": " + s.err.Error() }

func (s *shown) show() string { return s.name + " has failed: " + s.err.Error() }

func show(name string, err error) string {
	s := shown{name, err}
	return s.show()
}

type told struct { // want `told holds an error in its field err`
	name string
	err  error
}

func (t *told) Error() string { return t.name + ": " + t.err.Error() }

func tell(name string, err error) string {
	t := told{name, err}
	return t.Error()
}

// What is only ever put in another interface is no error.

type collected struct {
	errs map[string]error
}

func (c *collected) Error() string { return fmt.Sprint(c.errs) }

func (c *collected) Set(name string, err error) { c.errs[name] = err } // want Set:`\(keeps \[2\]\)`

func collect(do func(interface{ Set(string, error) })) int { // shape: wrapcause/not-collector
	c := &collected{make(map[string]error)}
	do(c)
	return len(c.errs)
}

type inner struct { // want `inner holds an error in its field err`
	err error
}

func (i inner) Error() string { return i.err.Error() }

type outer struct{ inner }

func enclose(err error) error {
	i := inner{err}
	return outer{i}
}

type secretive struct {
	Kind string
	// cause is the driver's own error. It is unexported deliberately: exporting it would show callers its words.
	cause error // shape: wrapcause/not-no-unwrap-hidden
}

func (s *secretive) Error() string { return s.Kind }
func (s *secretive) Unwrap() error { return errBase } // want Unwrap:`makes\(always\)`

func newSecretive(cause error) error { return &secretive{"driver", cause} }

// The package takes by itself what it has put in an error that it alone can name.

type fallback struct{ err error } // shape: wrapcause/not-taken-out-by-hand

func (f *fallback) Error() string { return f.err.Error() }

func fall(err error) error { return &fallback{err} }

func fallbackCause(err error) error {
	var f *fallback
	if errors.As(err, &f) {
		return f.err
	}
	return nil
}

type final struct{ err error } // shape: wrapcause/not-taken-out-by-hand

func (f final) Error() string { return f.err.Error() }

func finish(err error) error { return final{err} }

func finalCause(err error) error {
	if f, ok := err.(final); ok {
		return f.err
	}
	return err
}

type fatal struct { // want `fatal holds an error in its field err`
	op  string
	err error
}

func (f fatal) Error() string { return f.op + ": " + f.err.Error() }

func stop(op string, err error) error { return fatal{op, err} }

func fatalOp(err error) string {
	var f fatal
	if errors.As(err, &f) {
		return f.op
	}
	return ""
}

type wordy struct{ error } // want `wordy holds an embedded error`

func say(err error) error { return wordy{err} }

func words(err error) string {
	var w wordy
	if errors.As(err, &w) && w.error != nil {
		return w.Error()
	}
	return ""
}

type Final struct{ err error } // want `Final holds an error in its field err`

func (f Final) Error() string { return f.err.Error() }

func Finish(err error) error { return Final{err} } // want Finish:`makes\(always\)`

func isFinal(err error) (error, bool) {
	f, ok := err.(Final)
	return f.err, ok
}

// A function makes it of a format and operands, among which is an error, or is not.

type usage struct{ error } // shape: wrapcause/not-made-of-text

func misused(format string, args ...any) error { return usage{fmt.Errorf(format, args...)} }

func parseFlags(args []string) error {
	if len(args) > 2 {
		return misused("%d arguments", len(args))
	}
	return misused("no arguments")
}

type broken struct{ error } // want `broken holds an embedded error`

func breaks(format string, args ...any) error { return broken{fmt.Errorf(format, args...)} }

func open(name string) error {
	if _, err := os.Stat(name); err != nil {
		return breaks("open: %w", err)
	}
	return breaks("%s is there", name)
}
