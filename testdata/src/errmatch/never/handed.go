package never

import (
	"errors"

	"errmatch/dep"
)

// A request is answered on the channel that it has: a copy of it hands that on.
type request struct {
	key   string
	reply chan error
}

type server struct {
	requests chan any
	waiting  []chan error
}

func (s *server) serve() {
	for r := range s.requests {
		s.waiting = append(s.waiting, r.(request).reply)
		for _, c := range s.waiting {
			c <- ErrOther
		}
	}
}

func (s *server) send(r any) bool {
	s.requests <- r
	return true
}

func (s *server) ask(key string) error {
	reply := make(chan error, 1)
	if !s.send(request{key, reply}) {
		return dep.ErrClosed
	}
	return <-reply
}

func (s *server) asked(key string) bool {
	return errors.Is(s.ask(key), ErrOther)
	// shape: errmatch/not-handed
}

// A span is no way to its errors.
type span struct {
	from, to *int
	err      error
}

func spanned(key string, show func(span)) bool {
	s := span{err: dep.Get(key)}
	show(s)
	return errors.Is(s.err, ErrOther) // want `errors.Is never finds ErrOther`
}

// Other code may replace a function in what it is given.

type stages struct{ first func() error }

func other() error { return ErrOther }

func (s *stages) set()   { s.first = other }
func useOther(s *stages) { s.first = other }

func byFunction() error {
	s := &stages{first: closed}
	useOther(s)
	return s.first()
}

func bySetter() error {
	var s stages
	s.first = closed
	s.set()
	return s.first()
}

func byOption(options ...func(*stages)) error {
	s := &stages{first: closed}
	for _, o := range options {
		o(s)
	}
	return s.first()
}

func newStages() *stages { return &stages{first: closed} }

func byOptionOfMade(option func(*stages)) error {
	s := newStages()
	option(s)
	return s.first()
}

func byAddress(option func(*func() error)) error {
	first := closed
	option(&first)
	return first()
}

func inList(option func([]func() error)) error {
	list := []func() error{closed}
	option(list)
	return list[0]()
}

func inMap(option func(map[string]func() error)) error {
	byName := map[string]func() error{"first": closed}
	option(byName)
	return byName["first"]()
}

func replacedHere() bool {
	return errors.Is(byFunction(), ErrOther) || errors.Is(bySetter(), ErrOther) || errors.Is(byOption(useOther), ErrOther) || errors.Is(byOptionOfMade(useOther), ErrOther) ||
		errors.Is(byAddress(nil), ErrOther) || errors.Is(inList(nil), ErrOther) || errors.Is(inMap(nil), ErrOther)
	// shape: errmatch/not-replaced
}

func closed() error { return dep.ErrClosed }

// A field that only ever has one function.
type single struct{ run func() error }

func (s *single) name() string { return "single" }

func ofOne() bool {
	s := &single{run: closed}
	if s.name() == "" {
		return false
	}
	return errors.Is(s.run(), ErrOther) // want `errors.Is never finds ErrOther: the error may be dep.ErrClosed`
}

var _ = []any{(*server).serve, (*server).asked, spanned, replacedHere, ofOne}
