// Package checked has errors that doc comments need not list, and functions whose comments nobody reads for them.
package checked

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"raisesdoc/dep"
)

var ErrA = errors.New("a")

// Passes what it is given by another package, which this one does not speak of.
func Passes(n int) error { // shape: raisesdoc/not-passed-through
	if n > 0 {
		return errors.New("n")
	}
	return fmt.Errorf("load: %w", dep.LoadSub())
}

// Tells errors of another package apart, so they are of this one's contract.
func Tells() error { // shape: raisesdoc/checked-told-apart // want `Tells may return dep.ErrDep, which`
	if err := dep.Load(); err != nil {
		return fmt.Errorf("load: %w", err)
	}
	return nil
}

func isDep(err error) bool { return errors.Is(err, dep.ErrDep) }

// Made makes an error of another package.
func Made(n int) error { // shape: raisesdoc/checked-made // want `Made may return \*dep.OpError, which`
	if n == 0 {
		return nil
	}
	return dep.NewOpError("made", io.EOF)
}

// Origin is where the error is documented: ErrA.
func Origin(n int) error {
	if n > 0 {
		return ErrA
	}
	return nil
}

// Forwards does the same.
func Forwards(n int) error { // shape: raisesdoc/not-forwarder
	err := Origin(n)
	if err != nil {
		return err
	}
	return nil
}

// Adds an error to those of the other.
func Adds(n int) error { // shape: raisesdoc/forwarder-with-more // want `Adds may return ErrA, which`
	if n == 2 {
		return errors.New("two")
	}
	return Origin(n)
}

// Given passes an error to a function that returns what it is given.
func Given() error { return dep.Try(func() error { return ErrA }) } // shape: raisesdoc/forwarder-with-more // want `Given may return ErrA, which`

// A T has methods that others call by way of interfaces.
type T struct{}

// Close closes.
func (*T) Close() error { return ErrA } // shape: raisesdoc/not-framework

// UnmarshalJSON is called by encoding/json.
func (*T) UnmarshalJSON(data []byte) error { return ErrA } // shape: raisesdoc/not-framework

// RoundTrip is called by http.Client.
func (*T) RoundTrip(*http.Request) (*http.Response, error) { return nil, ErrA } // shape: raisesdoc/not-framework

// Read has another signature than io.Reader's.
func (*T) Read(name string) error { return ErrA } // shape: raisesdoc/framework-by-name // want `\(\*T\).Read may return ErrA, which`

// A Store has two implementations.
type Store interface {
	// Get gets.
	Get(name string) error // shape: raisesdoc/interface-silent // want `implementations of Store.Get may return ErrA and ErrB, which neither its doc comment nor theirs list`

	// Put puts.
	Put(name string) error
}

var ErrB = errors.New("b")

// A One is a Store.
type One struct{}

// Get gets.
func (One) Get(name string) error { return ErrA }

// Put puts. Only this implementation fails.
func (One) Put(name string) error { return ErrB } // shape: raisesdoc/interface-silent-one // want `One.Put may return ErrB, which`

// A Two is a Store.
type Two struct{}

// Get gets.
func (*Two) Get(name string) error { return ErrB }

// Put puts.
func (*Two) Put(name string) error { return nil }

// A Getter has one method, which types may have by chance.
type Getter interface {
	Fetch() error
}

// Fetch is one of Getter by chance.
func (One) Fetch() error { return ErrA } // shape: raisesdoc/interface-silent-by-chance // want `One.Fetch may return ErrA, which`

// Fetch is one of Getter by chance.
func (*Two) Fetch() error { return ErrA } // shape: raisesdoc/interface-silent-by-chance // want `\(\*Two\).Fetch may return ErrA, which`

// Many errors are not all in the message.
func Many(n int) error { // shape: raisesdoc/listed-many // want `Many may return ErrA, ErrB, ErrC and 2 more, which`
	switch n {
	case 0:
		return ErrA
	case 1:
		return ErrB
	case 2:
		return ErrC
	case 3:
		return ErrD
	}
	return ErrE
}

var (
	ErrC = errors.New("c")
	ErrD = errors.New("d")
	ErrE = errors.New("e")
)

// A Client has methods that all return the same.
type Client struct{} // shape: raisesdoc/listed-methods // want `methods of Client may return ErrA, which neither their doc comments nor that of Client list`

// Ping pings.
func (*Client) Ping() error { return ErrA }

// Pong pongs.
func (*Client) Pong() error { return ErrA }

// List lists.
func (*Client) List() error { return ErrA }

// Do does.
func (*Client) Do() error { return ErrA }

// Other has an error of its own.
func (*Client) Other() error { return ErrB } // want `\(\*Client\).Other may return ErrB, which`

// A Service says it once: its methods fail with [ErrA].
type Service struct{}

// Ping pings.
func (*Service) Ping() error { return ErrA } // shape: raisesdoc/not-listed-by-type

// Other has an error of its own.
func (*Service) Other() error { return ErrB } // want `\(\*Service\).Other may return ErrB, which`

// A Cached has the methods of a Store, and one: it is what uses a Store, and no other.
type Cached struct{ store Store }

// Get gets.
func (c *Cached) Get(name string) error { // shape: raisesdoc/interface-user // want `\(\*Cached\).Get may return ErrLost, which its doc comment does not list`
	if name == "" {
		return ErrLost
	}
	return nil
}

// Put puts.
func (c *Cached) Put(name string) error { return nil }

var ErrLost = errors.New("c")
