// Package never has questions that can only be answered no.
package never

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"

	"github.com/hashicorp/go-multierror"

	"errmatch/dep"
)

var ErrOther = errors.New("other")

func is(key string) error {
	if err := dep.Get(key); errors.Is(err, ErrOther) { // want `errors.Is never finds ErrOther: the error may be dep.ErrClosed or dep.ErrNotFound`
		return nil
	}
	return nil
	// shape: errmatch/never-is
}

func compared(key string) bool {
	return dep.Get(key) == ErrOther // want `== never finds ErrOther: the error may be dep.ErrClosed or dep.ErrNotFound`
	// shape: errmatch/never-compared
}

func standard(s string) bool {
	_, err := strconv.Atoi(s)
	return errors.Is(err, io.EOF) // want `errors.Is never finds io.EOF: the error may be strconv.ErrRange, strconv.ErrSyntax or \*strconv.NumError`
}

func as(key string) int {
	var out dep.RangeError
	if errors.As(dep.Range(len(key)), &out) { // want `errors.As never finds dep.RangeError: the error is \*dep.RangeError`
		return out.N
	}
	var field *dep.FieldError
	if errors.As(dep.Convert(1), &field) { // want `errors.As never finds \*dep.FieldError: the error is dep.FieldError`
		return len(field.Field())
	}
	return 0
	// shape: errmatch/never-twin
}

// The variable is used as a pointer: there is no fix.
func pointer() *dep.FieldError {
	var field *dep.FieldError
	if errors.As(dep.Convert(1), &field) { // want `errors.As never finds \*dep.FieldError: the error is dep.FieldError`
		return field
	}
	return nil
}

func another(key string) bool {
	var field dep.FieldError
	return errors.As(dep.Load(key), &field) // want `errors.As never finds dep.FieldError: the error may be dep.ErrNotFound or \*dep.ParseError`
	// shape: errmatch/never-as
}

func asType(key string) bool {
	_, ok := errors.AsType[*dep.FieldError](dep.Load(key)) // want `errors.AsType never finds \*dep.FieldError: the error may be dep.ErrNotFound or \*dep.ParseError`
	return ok
	// shape: errmatch/never-astype
}

func asserted(key string) bool {
	_, ok := dep.Load(key).(*dep.FieldError) // want `the type assertion never finds \*dep.FieldError: the error may be dep.ErrNotFound or \*dep.ParseError`
	return ok
	// shape: errmatch/never-assertion-type
}

func switched(n int) string {
	switch err := dep.Convert(n).(type) {
	case *dep.FieldError: // want `the type assertion never finds \*dep.FieldError: the error is dep.FieldError`
		return err.Name
	case dep.FieldError:
		return err.Name
	}
	return ""
	// shape: errmatch/never-switch
}

// What has been asked for before is not there any more.
func guarded(key string) int {
	err := dep.Get(key)
	if errors.Is(err, dep.ErrNotFound) {
		return 1
	}
	if errors.Is(err, dep.ErrClosed) {
		return 2
	}
	return 0
}

func again(key string) int {
	err := dep.Load(key)
	if errors.Is(err, dep.ErrNotFound) {
		return 1
	}
	if err != nil && errors.Is(err, dep.ErrNotFound) { // want `errors.Is never finds dep.ErrNotFound: the error may be \*dep.ParseError`
		return 2
	}
	return 0
	// shape: errmatch/never-guarded
}

// Nothing is left to ask for.
func emptied(key string) int {
	switch err := dep.Get(key); {
	case errors.Is(err, dep.ErrNotFound):
		return 1
	case errors.Is(err, dep.ErrClosed):
		return 2
	case errors.Is(err, ErrOther): // want `errors.Is never finds ErrOther: the error may be dep.ErrClosed or dep.ErrNotFound`
		return 3
	case errors.Is(err, dep.ErrClosed), errors.Is(err, dep.ErrAlias):
		return 4
	}
	return 0
	// shape: errmatch/never-emptied
}

func alias(key string) bool {
	return errors.Is(dep.Get(key), dep.ErrAlias)
	// shape: errmatch/not-alias
}

func answers(n int) bool {
	return errors.Is(dep.Matching(n), dep.ErrNotFound) || errors.Is(dep.Matching(n), ErrOther)
	// shape: errmatch/not-own-is
}

// Functions that ask, of another package.
func byWrapper(key string) bool {
	err := dep.Get(key)
	if dep.Is(err, ErrOther) || // want `errors.Is never finds ErrOther: the error may be dep.ErrClosed or dep.ErrNotFound`
		dep.Matches(err, ErrOther) { // want `dep.Matches never finds ErrOther: the error may be dep.ErrClosed or dep.ErrNotFound`
		return true
	}
	if _, ok := dep.Find[dep.FieldError](err); ok { // want `dep.Find never finds dep.FieldError: the error may be dep.ErrClosed or dep.ErrNotFound`
		return true
	}
	return dep.IsExpired(err) // want `dep.IsExpired never finds dep.ErrExpired: the error may be dep.ErrClosed or dep.ErrNotFound`
	// shape: errmatch/never-wrapper
}

// What asks for several is not there for this error alone; and what is not there is what the last one asks.
func byOther(key string) bool {
	err := dep.Get(key)
	return dep.Matches(err, dep.ErrClosed) || dep.IsOurs(err) || dep.IsOther(err)
	// shape: errmatch/not-several
}

// What is made of text is nothing that anybody can ask for.
func nameless(s string) int {
	err := dep.Check(s)
	if errors.Is(err, ErrOther) { // want `errors.Is never finds ErrOther: the error has no name`
		return 1
	}
	var parse *dep.ParseError
	if errors.As(err, &parse) { // want `errors.As never finds \*dep.ParseError: the error has no name`
		return 2
	}
	if errors.Is(dep.Parse(s), ErrOther) || errors.Is(dep.Parse(s), dep.ErrNotFound) { // want `errors.Is never finds ErrOther: the error may be dep.ErrNotFound or one without a name`
		return 3
	}
	if err := dep.Get(s); err != nil {
		err = fmt.Errorf("get: %v", err)
		if errors.Is(err, dep.ErrNotFound) { // want `errors.Is never finds dep.ErrNotFound: the error has no name`
			return 4
		}
	}
	return 0
	// shape: errmatch/never-nameless
}

// What a variable of another module is, is none of the errors of this module; it may be one of a third.
func elsewhere(n int) bool {
	return errors.Is(onlyOther(n), http.ErrHandlerTimeout) || // want `errors.Is never finds http.ErrHandlerTimeout: the error may be ErrOther`
		errors.Is(eof(n), http.ErrHandlerTimeout)
	// shape: errmatch/not-foreign-alias
}

func eof(n int) error {
	if n > 0 {
		return io.EOF
	}
	return nil
}

// A package that makes errors of text has a type for these.
func ofPackage(s string) bool {
	var many *multierror.Error
	err := error(multierror.Append(nil, onlyOther(len(s))))
	_, ok := err.(*multierror.Error)
	return ok || errors.As(err, &many)
	// shape: errmatch/not-type-of-builder
}

// A format that is put together may wrap, and a function that is handed over may return anything.
func mixed(format string, f func() error) bool {
	err := fmt.Errorf(format, io.ErrClosedPipe)
	return errors.Is(err, ErrOther) || errors.Is(textOr(f), ErrOther)
	// shape: errmatch/not-text-or-unknown
}

func textOr(f func() error) error {
	if f == nil {
		return errors.New("nothing to do")
	}
	return f()
}

type temporary interface{ Temporary() bool }

func interfaces(key string) bool {
	var t temporary
	_, ok := dep.Load(key).(temporary)
	return ok || errors.As(dep.Load(key), &t)
	// shape: errmatch/not-interface
}

// A Store is one.
type Store interface {
	// Open opens it.
	//
	// Errors:
	//   - [dep.ErrNotFound] if there is none
	Open() error
}

func documented(s Store) bool {
	open := s.Open
	return errors.Is(s.Open(), ErrOther) || errors.Is(open(), ErrOther)
	// shape: errmatch/not-documented
}

func method(ctx context.Context) bool {
	return errors.Is(ctx.Err(), ErrOther)
}

func unknown(r io.Reader, b []byte) bool {
	_, err := r.Read(b)
	return errors.Is(err, ErrOther)
	// shape: errmatch/not-unknown
}

func param(err error) bool {
	return errors.Is(fmt.Errorf("x: %w", err), ErrOther)
	// shape: errmatch/not-param
}

// It never fails: that nothing is found is not the matter.
func nothing(b *bytes.Buffer) bool {
	_, err := b.WriteString("x")
	return errors.Is(err, ErrOther)
	// shape: errmatch/not-nil
}

// What errors.Is has found is not all that is in the error.
func siblings(key string) bool {
	err := fmt.Errorf("%w: %w", ErrOther, dep.Load(key))
	if !errors.Is(err, ErrOther) {
		return false
	}
	var parse *dep.ParseError
	return errors.As(err, &parse)
	// shape: errmatch/not-sibling
}

// What is not known of an error of package os is none that a program declares.
func ofSystem(n int) int {
	var field *dep.FieldError
	if errors.As(open(n), &field) { // want `errors.As never finds \*dep.FieldError: the error is dep.FieldError`
		return 1
	}
	if errors.Is(open(n), ErrOther) { // want `errors.Is never finds ErrOther: the error may be `
		return 2
	}
	if errors.Is(open(n), io.EOF) {
		return 3
	}
	if _, err := http.DefaultClient.Do(nil); errors.Is(err, ErrOther) {
		return 4
	}
	return 0
	// shape: errmatch/never-of-system
}

func open(n int) error {
	if n == 0 {
		return errors.New("none")
	}
	if _, err := os.Open("x"); err != nil {
		return fmt.Errorf("open: %w", err)
	}
	return dep.Convert(n)
}

func swapped(key string, f func() error) int {
	if err := dep.Get(key); errors.Is(dep.ErrClosed, err) { // want `errors.Is looks for the error in dep.ErrClosed, not the reverse: its arguments are swapped`
		return 1
	}
	if errors.Is(io.EOF, f()) { // want `errors.Is looks for the error in io.EOF, not the reverse: its arguments are swapped`
		return 2
	}
	// One is in the other, or may be; and what is chosen is no error that the program has.
	if errors.Is(dep.ErrExpired, dep.ErrClosed) || errors.Is(dep.ErrExpired, f()) || errors.Is(dep.ErrClosed, otherName) {
		return 3
	}
	for _, known := range []error{dep.ErrClosed, io.EOF} {
		if errors.Is(dep.ErrNotFound, known) {
			return 4
		}
	}
	return 0
	// shape: errmatch/never-swapped
}

func isClosed(err error) bool {
	return errors.Is(dep.ErrClosed, err) // want `errors.Is looks for the error in dep.ErrClosed, not the reverse: its arguments are swapped`
}

// A row says what is wanted.
func wants(row struct{ want error }) bool { return errors.Is(dep.ErrClosed, row.want) }

type statusError int

func (e statusError) Error() string { return "status" }

// What it is given is the target.
func (e statusError) Is(target error) bool {
	return e == 404 && errors.Is(dep.ErrNotFound, target)
	// shape: errmatch/not-swapped
}

func remade(key string) int {
	err := dep.Get(key)
	if errors.Is(err, errors.New("not found")) || // want `errors.Is never finds an error that is made for the call: no other is the same`
		errors.Is(err, fmt.Errorf("get: %w", dep.ErrNotFound)) { // want `errors.Is never finds an error that is made for the call: no other is the same`
		return 1
	}
	// shape: errmatch/never-made
	mark := errors.New("mark")
	err = fmt.Errorf("%w: %w", mark, err)
	if errors.Is(err, mark) {
		return 2
	}
	return 0
}

// What one type's method Is says may be of another.
func byMethod(n int) bool {
	return errors.Is(dep.Matching(n), &dep.CodeError{Code: 404}) || errors.Is(dep.Matching(n), &dep.RangeError{N: 404})
	// shape: errmatch/not-own-is-of-pointer
}

type future struct{ done chan error }

func (f *future) respond(err error) { f.done <- err }

func newFuture() *future { return &future{make(chan error, 1)} }

func (f *future) wait(stop chan bool) (err error) {
	select {
	case err = <-f.done:
	case <-stop:
		err = dep.ErrClosed
	}
	return err
}

func received(stop chan bool) bool {
	f := newFuture()
	f.respond(ErrOther)
	return f.wait(stop) == ErrOther
	// shape: errmatch/not-received
}

// What is put in a channel or a list that nobody else has is all seen.
func local(key string, more chan error, keep func([]error)) int {
	errc := make(chan error, 1)
	go func() { errc <- dep.Get(key) }()
	if err := <-errc; errors.Is(err, ErrOther) { // want `errors.Is never finds ErrOther: the error may be dep.ErrClosed or dep.ErrNotFound`
		return 1
	}
	select {
	case err := <-errc:
		if errors.Is(err, ErrOther) { // want `errors.Is never finds ErrOther: the error may be dep.ErrClosed or dep.ErrNotFound`
			return 2
		}
	default:
	}
	for _, err := range []error{dep.Get(key), dep.Load(key)} {
		if errors.Is(err, ErrOther) { // want `errors.Is never finds ErrOther: the error may be dep.ErrClosed, dep.ErrNotFound or \*dep.ParseError`
			return 3
		}
	}
	byKey := map[string]error{"a": dep.Get(key)}
	byKey["b"] = dep.Load(key)
	for _, err := range byKey {
		if errors.Is(err, ErrOther) { // want `errors.Is never finds ErrOther: the error may be dep.ErrClosed, dep.ErrNotFound or \*dep.ParseError`
			return 4
		}
	}
	var row struct{ err error }
	row.err = dep.Get(key)
	if errors.Is(row.err, ErrOther) { // want `errors.Is never finds ErrOther: the error may be dep.ErrClosed or dep.ErrNotFound`
		return 5
	}
	return 0
	// shape: errmatch/never-local
}

// Others have these.
func handed(key string, more chan error, keep func([]error), all [][]error) bool {
	errc := make(chan error, 1)
	errc <- dep.Get(key)
	if key != "" {
		errc = more
	}
	given := make(chan error, 1)
	given <- dep.Get(key)
	go send(given)
	list := []error{dep.Get(key)}
	keep(list)
	returned := make(chan error, 1)
	returned <- dep.Get(key)
	sender := func() chan<- error { return returned }
	send(sender())
	inner := make(chan []error, 1)
	inner <- all[0]
	all[0][0] = dep.Get(key)
	for _, err := range <-inner {
		if errors.Is(err, ErrOther) {
			return true
		}
	}
	return errors.Is(<-errc, ErrOther) || errors.Is(<-given, ErrOther) || errors.Is(list[0], ErrOther) || errors.Is(<-returned, ErrOther)
	// shape: errmatch/not-handed
}

func send(to chan<- error) { to <- ErrOther }

func builds() bool {
	return errors.Is(platform(), ErrOther) || errors.Is(viaPlatform(), ErrOther)
	// shape: errmatch/not-constrained
}

func viaPlatform() error { return fmt.Errorf("via: %w", platform()) }

var _ = []any{is, compared, standard, as, pointer, another, asType, asserted, switched, guarded, again, alias, answers, interfaces,
	documented, method, unknown, nameless, elsewhere, ofPackage, mixed, param, nothing, builds, siblings, received, local, handed, ofSystem, swapped, isClosed, wants, remade}

// otherName is another name of an error that may be there.
var otherName = ErrOther

func named(n int) bool {
	return errors.Is(onlyOther(n), otherName)
}

func onlyOther(n int) error {
	if n > 0 {
		return ErrOther
	}
	return nil
}

// Open and Hooks are for other packages to put something else there.
var (
	Open  = func() error { return dep.ErrClosed }
	Named = dep.Get
	Hooks = struct{ Before func() error }{func() error { return dep.ErrClosed }}
)

type steps struct{ First func() error }

func newSteps() *steps { return &steps{First: func() error { return dep.ErrClosed }} }

func replaced(key string, run func(*steps)) bool {
	open := Open
	s := newSteps()
	run(s)
	return errors.Is(Open(), ErrOther) || errors.Is(open(), ErrOther) || errors.Is(Hooks.Before(), ErrOther) ||
		errors.Is(Named(key), ErrOther) || errors.Is(dep.Other(key), ErrOther) || errors.Is(call(Open), ErrOther) || errors.Is(s.First(), ErrOther)
	// shape: errmatch/not-replaced
}

var opens = func() error { return dep.ErrClosed }

// Nobody else has these.
func kept(key string) bool {
	local := steps{First: func() error { return dep.ErrClosed }}
	return errors.Is(opens(), ErrOther) || // want `errors.Is never finds ErrOther: the error may be dep.ErrClosed`
		errors.Is(call(opens), ErrOther) || // want `errors.Is never finds ErrOther: the error may be dep.ErrClosed`
		errors.Is(local.First(), ErrOther) // want `errors.Is never finds ErrOther: the error may be dep.ErrClosed`
}

func call(f func() error) error { return f() }
