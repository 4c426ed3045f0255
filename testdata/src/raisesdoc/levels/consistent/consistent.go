// Package consistent has errors that somebody asks for, and others.
package consistent

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"raisesdoc/dep"
)

var _ fs.WalkDirFunc

var (
	ErrQuiet    = errors.New("quiet")
	ErrAsked    = errors.New("asked")
	ErrCompared = errors.New("compared")
	ErrCase     = errors.New("case")
	ErrListed   = errors.New("listed")
	ErrIface    = errors.New("iface")
	ErrPanic    = errors.New("panic")
)

// A QuietError is one that nobody asks for.
type QuietError struct{ Reason string }

// NewQuietError makes a QuietError: that a constructor names it says nothing of who returns it.
func NewQuietError(reason string) error { return &QuietError{reason} } // want NewQuietError:`constructs`

// Error implements error for *QuietError.
func (e *QuietError) Error() string { return e.Reason }

// An AskedError is one that the package asks for.
type AskedError struct{ Reason string }

func (e *AskedError) Error() string { return e.Reason }

// Quiet returns an error that nothing but its name sets apart.
func Quiet() error { return ErrQuiet } // shape: raisesdoc/not-asked

// QuietType returns a type that only a constructor speaks of.
func QuietType(r io.Reader) error { // shape: raisesdoc/not-asked
	if _, err := r.Read(nil); err != nil {
		return err
	}
	return &QuietError{"q"}
}

// Panics if n is negative, with ErrPanic.
func Panics(n int) {
	if n < 0 {
		panic(ErrPanic)
	}
}

// NotPanic returns an error that another function panics with.
func NotPanic() error { return ErrPanic } // shape: raisesdoc/not-asked

// Elsewhere returns an error of another package, by name.
func Elsewhere() error { return dep.ErrDep } // shape: raisesdoc/not-asked

// Asked returns an error that the package tells apart by errors.Is, and another one: a list has to be complete.
func Asked(n int) error { // shape: raisesdoc/asked-is // want `Asked may return ErrAsked and ErrQuiet, which`
	if n > 0 {
		return ErrQuiet
	}
	return ErrAsked
}

func ask() bool {
	err := Asked(1)
	return errors.Is(err, ErrAsked)
}

// AskedOfAnother returns an error that the package asks another function for.
func AskedOfAnother() error { return ErrAsked } // shape: raisesdoc/not-asked

// Compared returns an error that the package compares.
func Compared() error { return ErrCompared } // shape: raisesdoc/asked-compared // want `Compared may return ErrCompared, which`

func isCompared(err error) bool { return err == io.EOF || ErrCompared == err }

func compare(retry func()) {
	if err := Compared(); err != nil && isCompared(err) {
		retry()
	}
}

// NeverCompared is given to nobody who compares.
func NeverCompared() error { return ErrCompared } // shape: raisesdoc/not-asked

// Case returns an error of a switch.
func Case() error { return ErrCase } // shape: raisesdoc/asked-through // want `Case may return ErrCase, which`

func through() error {
	if err := Case(); err != nil {
		return fmt.Errorf("case: %w", err)
	}
	return nil
}

func inSwitch() int {
	err := through()
	switch {
	case errors.Is(err, ErrCase):
		return 1
	}
	return 0
}

// AskedType returns a type that the package asks for.
func AskedType(r io.Reader) error { // shape: raisesdoc/asked-as // want `AskedType may return \*AskedError, which`
	if _, err := r.Read(nil); err != nil {
		return err
	}
	return &AskedError{"a"}
}

func status(r io.Reader) int {
	if err := AskedType(r); err != nil {
		return statusOf(err)
	}
	return 200
}

func statusOf(err error) int {
	var e *AskedError
	if errors.As(err, &e) {
		return 400
	}
	return 500
}

// AskedElsewhere returns an error of another package that this one tells apart.
func AskedElsewhere() error { return dep.ErrSub } // shape: raisesdoc/asked-is // want `AskedElsewhere may return dep.ErrSub, which`

func elsewhere() {
	try := func() error { return AskedElsewhere() }
	if err := try(); err == dep.ErrSub {
		panic("sub")
	}
}

// Lists returns [ErrListed] if n is zero, and says nothing of another error.
func Lists(n int) error { // shape: raisesdoc/asked-by-own-list // want `Lists may return ErrQuiet, which`
	if n > 0 {
		return ErrQuiet
	}
	return ErrListed
}

// ListedThere returns an error that the comment of another function names.
func ListedThere() error { return ErrListed } // shape: raisesdoc/not-asked

// ListsOne returns [ErrListed], with an operation around it.
func ListsOne(r io.Reader) error { // shape: raisesdoc/not-beside
	if _, err := r.Read(nil); err != nil {
		return err
	}
	return &OpError{"a", ErrListed}
}

// ListsAlone returns [ErrListed], or an error of a type that could wrap one, and does not here.
func ListsAlone(r io.Reader, n int) error { // shape: raisesdoc/asked-by-own-list // want `ListsAlone may return \*OpError, which`
	if _, err := r.Read(nil); err != nil {
		return err
	}
	if n > 0 {
		return &OpError{Op: "a"}
	}
	return ErrListed
}

// AskedForType returns a type that it is asked for, so the other one matters as well.
func AskedForType(r io.Reader) error { // shape: raisesdoc/asked-as // want `AskedForType may return \*AskedError and \*OpError, which`
	if n, err := r.Read(nil); err != nil {
		return err
	} else if n > 0 {
		return &AskedError{"a"}
	}
	return &OpError{"a", io.EOF}
}

func askForType() bool {
	_, ok := AskedForType(nil).(*AskedError)
	return ok
}

// A LeafError has nothing in it, and nobody asks for one.
type LeafError struct{ Line int }

func (*LeafError) Error() string { return "leaf" }

// ListsSentinel has a list, which is complete for types as well.
//
// Errors:
//   - [ErrListed]
func ListsSentinel(n int) error { // shape: raisesdoc/asked-by-own-list // want `ListsSentinel may return \*LeafError, which`
	if n > 0 {
		return &LeafError{n}
	}
	return ErrListed
}

// SaysSentinel returns [ErrListed] if n is zero, which is a list, too.
func SaysSentinel(r io.Reader, n int) error { // shape: raisesdoc/asked-by-own-list // want `SaysSentinel may return \*LeafError, which`
	if _, err := r.Read(nil); err != nil {
		return err
	}
	if n > 0 {
		return &LeafError{n}
	}
	return ErrListed
}

// ListsQuiet makes errors, of which it lists one.
//
// Errors:
//   - [*QuietError]
func ListsQuiet(n int) error { // shape: raisesdoc/asked-by-own-list // want `ListsQuiet may return \*LeafError, which` ListsQuiet:`constructs`
	if n > 0 {
		return &LeafError{n}
	}
	return &QuietError{"n"}
}

// MakesQuiet makes a [*QuietError], or another error: what it is for.
func MakesQuiet(n int) error { // shape: raisesdoc/not-constructor // want MakesQuiet:`constructs`
	if n > 0 {
		return &LeafError{n}
	}
	return &QuietError{"n"}
}

// ListsTypes returns [ErrListed] or an [*AskedError].
func ListsTypes(r io.Reader) error { // shape: raisesdoc/asked-by-own-list // want `ListsTypes may return \*OpError, which`
	if n, err := r.Read(nil); err != nil {
		return err
	} else if n > 0 {
		return &AskedError{"a"}
	}
	return &OpError{"a", ErrListed}
}

// Table returns what its table says:
//
//	0   ErrListed
//	1   ErrQuiet, and nobody knows why
func Table(n int) error { // shape: raisesdoc/not-in-table
	if n > 0 {
		return ErrQuiet
	}
	return ErrListed
}

// An OpError says which operation failed, whatever the error.
type OpError struct {
	Op  string
	Err error
}

func (e *OpError) Error() string { return e.Op + ": " + e.Err.Error() }
func (e *OpError) Unwrap() error { return e.Err }

// A Store lists the errors of its method.
type Store interface {
	// Get returns [ErrIface] or nothing.
	Get() error
}

// A Mem is a Store.
type Mem struct{}

var _ Store = Mem{}

// Get gets.
func (Mem) Get() error { return ErrQuiet } // shape: raisesdoc/not-interface-yet

// A Cell is a Store, and has a list of its own.
type Cell struct{}

var _ Store = Cell{}

// Get returns [ErrListed] if there is none, or what Store says.
func (Cell) Get() error { // shape: raisesdoc/asked-by-own-list // want `Cell.Get may return ErrQuiet, which its doc comment does not list`
	switch {
	case ErrIface == nil:
		return ErrQuiet
	case ErrListed == nil:
		return ErrIface
	}
	return ErrListed
}

// A Server lists the errors of its methods.
type Server interface {
	// Add fails with ErrSub, whichever it is, or ErrListed.
	Add() error

	// Del fails with ErrListed.
	Del() error
}

// A Node has the methods of a Server, and leaves the lists to it.
type Node struct{}

func (*Node) Add() error { return fmt.Errorf("add: %w", dep.ErrSub) } // shape: raisesdoc/not-interface-yet

// Del deletes.
func (*Node) Del() error { return ErrQuiet } // shape: raisesdoc/not-interface-yet

// A Box says for its methods that they return [ErrListed].
type Box struct{}

// Open opens.
func (*Box) Open() error { return ErrQuiet } // shape: raisesdoc/asked-by-own-list // want `\(\*Box\).Open may return ErrQuiet, which`

// A Tree is walked. Where there is nothing to see, the walker returns fs.SkipDir.
type Tree struct{}

// Walk walks.
func (*Tree) Walk() error { return ErrQuiet } // shape: raisesdoc/not-list-of-signals

// Adapter is one, so it has to say all.
//
//errlint:adapter
func Adapter() error { return ErrQuiet } // want `Adapter may return ErrQuiet, which`

// Conditions is called when it is time. It returns an error that says what is wrong:
//   - Names that are empty
//   - Numbers out of range
func Conditions() error { return ErrQuiet } // shape: raisesdoc/not-list-without-names

// An InError is what the errors of some calls are in.
type InError struct{ Err error }

func (e *InError) Error() string { return "in: " + e.Err.Error() }
func (e *InError) Unwrap() error { return e.Err }

// Within returns an [*InError].
func Within(r io.Reader) error { // shape: raisesdoc/not-in-listed-type
	if _, err := r.Read(nil); err != nil {
		return err
	}
	return &InError{ErrQuiet}
}

// Both returns an [*InError].
func Both(n int) error { // shape: raisesdoc/asked-by-own-list // want `Both may return ErrListed, which`
	if n > 0 {
		return ErrListed
	}
	return &InError{ErrListed}
}

// What comes from other packages only, passes through a function whose list has none of its kind, even if the package names it elsewhere.

// PassesOn fails with ErrListed if there is no text, and hands on what else goes wrong.
func PassesOn(text string) error { // shape: raisesdoc/not-handed-on
	if text == "" {
		return ErrListed
	}
	return loaded()
}

func loaded() error { return fmt.Errorf("load: %w", dep.Load()) }

// Names fails with ErrListed if there is no text.
func Names(text string) error { // want `Names may return dep.ErrDep, which`
	if text == "" {
		return ErrListed
	}
	return dep.ErrDep
}

// ListsOther fails with [dep.ErrOther] if there is no text.
func ListsOther(text string) error { // want `ListsOther may return dep.ErrDep, which`
	if text == "" {
		return dep.ErrOther
	}
	return dep.Load()
}

// A LineError is found as ErrListed or ErrCase, by its method Is.
type LineError struct{ Line int } // want LineError:`identity`

func (*LineError) Error() string { return "line" }

// Is makes it one of the variables.
func (e *LineError) Is(target error) bool {
	switch target {
	case ErrListed:
		return e.Line > 0
	case ErrCase:
		return e.Line == 0
	}
	return false
}

// A WideError is found as each of two variables.
type WideError struct{} // want WideError:`identity`

func (*WideError) Error() string { return "wide" }

// Is makes it each of the variables, and ErrQuiet never.
func (e *WideError) Is(target error) bool {
	switch target {
	case ErrListed:
		return true
	case ErrCase:
		return true
	}
	return false
}

// An EitherError is likewise.
type EitherError struct{} // want EitherError:`identity`

func (*EitherError) Error() string        { return "either" }
func (*EitherError) Is(target error) bool { return target == ErrListed || target == ErrCase }

// FoundAsEach returns ErrCase.
func FoundAsEach(r io.Reader, n int) error { // shape: raisesdoc/not-found-as
	if _, err := r.Read(nil); err != nil {
		return err
	}
	if n > 0 {
		return &EitherError{}
	}
	return &WideError{}
}

// A DetailError says more of ErrListed.
type DetailError struct{ Detail string } // want DetailError:`identity`

func (*DetailError) Error() string { return "detail" }
func (*DetailError) Unwrap() error { return ErrListed }

// FoundAs returns ErrListed or ErrCase.
func FoundAs(r io.Reader, n int) error { // shape: raisesdoc/not-found-as
	if _, err := r.Read(nil); err != nil {
		return err
	}
	if n > 0 {
		return &DetailError{"n"}
	}
	return &LineError{n}
}

// FoundAsOne returns ErrListed, but not what else it may be.
func FoundAsOne(r io.Reader, n int) error { // shape: raisesdoc/asked-by-own-list // want `FoundAsOne may return \*LineError, which`
	if _, err := r.Read(nil); err != nil {
		return err
	}
	return &LineError{n}
}

// Complete returns [ErrListed]. Its new list has the type that wraps, too: it has another, and so would not be complete.
func Complete(r io.Reader, n int) error { // shape: raisesdoc/asked-by-own-list // want `Complete may return \*LeafError and \*OpError, which`
	if _, err := r.Read(nil); err != nil {
		return err
	}
	switch n {
	case 0:
		return ErrListed
	case 1:
		return &LeafError{n}
	}
	return &OpError{"n", ErrListed}
}

// A Spool is a reader.
type Spool struct{ fill func() error }

// Read fills p.
func (s *Spool) Read(p []byte) (int, error) { return 0, s.fill() }

// OpenSpool opens a spool. Read on until this spool returns
// io.EOF.
func OpenSpool(n int) (*Spool, error) { // shape: raisesdoc/not-list-of-other
	if n > 0 {
		return nil, ErrQuiet
	}
	return &Spool{}, nil
}

// NamedSpool opens a spool, of which [Spool.Read] may return [ErrListed] or [io.EOF].
func NamedSpool(n int) (*Spool, error) { // shape: raisesdoc/not-list-of-other
	if n > 0 {
		return nil, ErrQuiet
	}
	return &Spool{}, nil
}

// MethodOfSpool opens a spool. At its end, Read returns io.EOF.
func MethodOfSpool(n int) (*Spool, error) { // shape: raisesdoc/not-list-of-other
	if n > 0 {
		return nil, ErrQuiet
	}
	return &Spool{}, nil
}

// Visit calls visit n times, or until visit returns ErrListed.
func Visit(n int, visit func() error) error { // shape: raisesdoc/not-list-of-other
	for range n {
		if err := visit(); err != nil {
			return ErrQuiet
		}
	}
	return nil
}

// VisitAll calls visit. A failure returns ErrListed, and if visit returns ErrPanic or ErrQuiet, VisitAll returns that.
func VisitAll(n int, visit func() error) error { // shape: raisesdoc/asked-by-own-list // want `VisitAll may return \*LeafError, which`
	for range n {
		if err := visit(); errors.Is(err, ErrPanic) || errors.Is(err, ErrQuiet) {
			return err
		} else if err != nil {
			return ErrListed
		}
	}
	return &LeafError{n}
}

// Fill fills the spool; if there is nothing left, the spool returns ErrListed.
func (s *Spool) Fill(n int) error { // shape: raisesdoc/asked-by-own-list // want `Fill may return \*LeafError, which`
	if n > 0 {
		return &LeafError{n}
	}
	return ErrListed
}

// FillSpool fills a spool, and it may return the sentinel error ErrListed.
func FillSpool(s *Spool, n int) error { // shape: raisesdoc/asked-by-own-list // want `FillSpool may return \*LeafError, which`
	if n > 0 {
		return &LeafError{n}
	}
	return ErrListed
}

// Drain empties the spool, never failing with ErrListed.
func Drain(n int) error { // shape: raisesdoc/not-list-of-denied
	if n > 0 {
		return ErrQuiet
	}
	return nil
}

// Refill fills the spool again. It does not return [ErrListed] or
// [ErrPanic].
func Refill(n int) error { // shape: raisesdoc/not-list-of-denied
	if n > 0 {
		return ErrQuiet
	}
	return nil
}

// Pass hands on what visit fails with, except for ErrListed.
func Pass(visit func() error) error { // shape: raisesdoc/not-list-of-denied
	if err := visit(); !errors.Is(err, ErrListed) {
		return ErrQuiet
	}
	return nil
}

// Poll never returns an error other than ErrListed.
func Poll(n int) error { // shape: raisesdoc/asked-by-own-list // want `Poll may return ErrQuiet, which`
	if n > 0 {
		return ErrQuiet
	}
	return ErrListed
}

// Peek doesn't return ErrListed.
func Peek(n int) error { // shape: raisesdoc/not-list-of-denied
	if n > 0 {
		return ErrQuiet
	}
	return nil
}

// A WireError comes in a message.
type WireError struct{ text string }

func (e *WireError) Error() string { return e.text }

// Unmarshal reads the bytes b into the WireError struct.
func (e *WireError) Unmarshal(b []byte) error { // shape: raisesdoc/not-own-type
	if len(b) == 0 {
		return ErrWire
	}
	e.text = string(b)
	return nil
}

// ErrWire is for what is no message.
var ErrWire = errors.New("wire")

// ReadWire makes a [WireError] of b.
func ReadWire(b []byte) (*WireError, error) { // shape: raisesdoc/not-own-type
	e := new(WireError)
	return e, e.Unmarshal(b)
}

// Decode reads b. If the message is damaged, it fails with a *WireError.
func (e *WireError) Decode(b []byte) error { // shape: raisesdoc/listed-own-type // want `\(\*WireError\).Decode may return ErrWire, which`
	if len(b) == 1 {
		return &WireError{"damaged"}
	}
	return e.Unmarshal(b)
}
