// want package:"own"

// Package query asks the model questions: each call of a function declared at the
// end is one, and the comment behind it is the answer.
package query

import (
	"errors"
	"fmt"
	"io"
)

var errSentinel = errors.New("sentinel") // want errSentinel:`wraps\(\) "sentinel"`

type handler func(name string) error

type entry struct {
	name string
	h    handler
}

func first(string) error  { return nil }
func second(string) error { return nil }

type receiver struct{ h handler }

func (r *receiver) method(string) error { return nil }

func get() (int, error) { return 0, nil }

func locals(cond bool, param string) {
	s := "a"
	origins(s) // "a"
	if cond {
		s = "b"
	}
	origins(s)         // "a", "b"
	origins(param)     // param param
	origins(s + param) // op
	f := first
	origins(f) // func first
	var nothing handler
	origins(nothing) // nil
}

func fields() {
	e := entry{name: "x", h: first}
	origins(e.name) // "x"
	p := &e
	p.h = second
	origins(p.h) // func first, func second
}

func tables() {
	for _, e := range []entry{{"one", first}, {"two", second}} {
		origins(e.name) // "one", "two"
		origins(e.h)    // func first, func second
	}
	m := map[string]handler{"one": first}
	m["two"] = second
	for _, h := range m {
		origins(h) // func first, func second
	}
	origins(m["one"]) // func first, func second
}

var registry = []entry{{"global", first}}

func globals() {
	for _, e := range registry {
		origins(e.h) // func first
	}
	origins(io.EOF) // global EOF
}

func closures(name string) {
	captured := "captured"
	func() {
		origins(captured) // "captured"
		origins(name)     // param name
	}()
	origins(func() {}) // func closures$2
}

func methods(r *receiver) {
	origins(r.method)                // func method
	origins((*receiver).method)      // func method
	origins(newReceiver(second).h)   // func second
	origins(r.h)                     // param h, param r
	origins(identity(first))         // func first
	origins(generic(handler(first))) // func first
}

func newReceiver(h handler) *receiver { return &receiver{h: h} }

func useReceiver() *receiver { return newReceiver(first) }

func identity(h handler) handler { return h }

func generic[T any](v T) T { return v }

func deep(n int) string {
	if n > 0 {
		return deep(n - 1)
	}
	return "bottom"
}

func recursion() {
	origins(deep(3)) // "bottom"
}

func external() {
	origins(fmt.Sprint("x")) // call Sprint
	n, _ := get()
	origins(n) // 0
}

func lives() {
	_, err := get()
	live() // -
	if err != nil {
		live() // err
		if errors.Is(err, io.EOF) {
			live() // err classified
		}
		if _, err2 := get(); err2 != nil {
			live() // err2, err
		}
		live() // err
	}
	live() // -
	if err == nil {
		return
	}
	live() // err
}

func livesOr(done bool) {
	_, err := get()
	if err != nil || done {
		live() // -
	}
	if err != nil && done {
		live() // err
	}
	switch {
	case errors.Is(err, io.EOF):
		live() // err classified
	case err != nil:
		live() // err
	}
	for err != nil {
		live() // err
		_, err = get()
	}
}

func livesCaptured() (err error) {
	defer func() {
		if err != nil {
			live() // err
		}
	}()
	if _, err = get(); err != nil {
		live() // err
		return err
	}
	return nil
}

type wrapper struct{ cause error } // want wrapper:`errorType`

func (w *wrapper) Error() string { return "" }
func (w *wrapper) Unwrap() error { return w.cause }

type flat struct{ cause error }

func (f flat) Error() string { return "" }

func wrapf(err error, text string) error { return fmt.Errorf("%s: %w", text, err) }
func flatten(err error) error            { return errors.New(err.Error()) }
func forget(err error) error             { return errSentinel }

func wrapping(err error, unknown func(error) error, op string) {
	wraps(err, err)                                    // yes
	wraps(fmt.Errorf("%w", err), err)                  // yes
	wraps(fmt.Errorf("%v", err), err)                  // no
	wraps(fmt.Errorf("%w: %v", errSentinel, err), err) // no
	wraps(fmt.Errorf(op, err), err)                    // unknown
	wraps(errors.Join(errSentinel, err), err)          // yes
	wraps(&wrapper{err}, err)                          // yes
	wraps(&wrapper{}, err)                             // no
	wraps(flat{err}, err)                              // no
	wraps(wrapf(err, "x"), err)                        // yes
	wraps(flatten(err), err)                           // no
	wraps(forget(err), err)                            // no
	wraps(unknown(err), err)                           // unknown
	wraps(errSentinel, err)                            // no
	wraps(wrapf(flatten(err), "x"), err)               // no
	outer := err
	if op != "" {
		outer = wrapf(outer, op)
	}
	wraps(outer, err) // yes
}

func origins(any)            {}
func live()                  {}
func wraps(err, cause error) {}
