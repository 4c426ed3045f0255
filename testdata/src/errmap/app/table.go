package app

import "errors"

var statuses = []struct {
	err    error
	status int
}{
	{ErrNotFound, 404},
	{ErrDenied, 403},
	{ErrExpired, 410}, // want `the case of ErrExpired is never reached: the case of ErrNotFound takes it before`
	// shape: errmap/shadowed-row
}

// InRows asks for each row.
//
//errlint:mapping
func InRows(err error) int { // want InRows:`maps parameter 0 less .*ErrDenied.*, complete` `InRows has no case for ErrQuota, \*LimitError and \*ParseError`
	for _, s := range statuses {
		if errors.Is(err, s.err) {
			return s.status
		}
	}
	return 500
	// shape: errmap/table-loop
}

func useRows(n int) int { return InRows(load(n)) }

type reply struct {
	code string
	fail bool
}

// InKeys is a method, asks for each key, and goes on after the loop.
//
//errlint:mapping
func (r *reply) InKeys(err error) { // want InKeys:`maps parameter 1 less .*ErrDenied.*, complete` `InKeys has no case for \*LimitError and \*ParseError`
	r.code = "internal" // shape: errmap/table-map
	for target, code := range map[error]string{ErrNotFound: "not-found", ErrDenied: "denied"} {
		if errors.Is(err, target) {
			r.code = code
			return
		}
	}
	if errors.Is(err, ErrQuota) {
		r.code = "quota"
	}
}

func useKeys(n int) { new(reply).InKeys(load(n)) }

var grown = map[error]int{ErrNotFound: 404}

// Grow adds to the table.
func Grow(err error) { grown[err] = 400 }

// InGrown looks up what may be more.
//
//errlint:mapping
func InGrown(err error) int {
	if errors.Is(err, ErrDenied) {
		return 403
	}
	if status, ok := grown[err]; ok {
		return status
	}
	return 500
	// shape: errmap/not-table-changed
}

func useGrown(n int) int { return InGrown(load(n)) }

// Some asks for some rows: the others go on to the default, but which these are is not known.
//
//errlint:mapping
func Some(err error, all bool) int {
	for _, s := range statuses {
		if !all && s.status > 404 {
			continue
		}
		if errors.Is(err, s.err) {
			return s.status
		}
	}
	return 500
	// shape: errmap/not-table-some
}

func useSome(n int) int { return Some(load(n), n > 0) }

var matchers = []struct {
	match  func(error) bool
	status int
}{{isQuota, 429}}

// Matched asks functions.
//
//errlint:mapping
func Matched(err error) int {
	if errors.Is(err, ErrDenied) {
		return 403
	}
	for _, m := range matchers {
		if m.match(err) {
			return m.status
		}
	}
	return 500
	// shape: errmap/not-table-matcher
}

func useMatched(n int) int { return Matched(load(n)) }

var _ = []any{useRows, useKeys, useGrown, useSome, useMatched}

// ForHandlers has no case for one error that a handler may return.
//
//errlint:mapping
func ForHandlers(err error) int { // want ForHandlers:`maps parameter 0 .*, complete` `ForHandlers has no case for \*ParseError`
	switch {
	case errors.Is(err, ErrNotFound), errors.Is(err, ErrQuota):
		return 404
	case isLimit(err):
		return 413
	}
	return 500
	// shape: errmap/missing-decorator
}

func isLimit(err error) bool {
	_, ok := errors.AsType[*LimitError](err)
	return ok
}

func decorate[T any](h func(n T) error) func(n T) int {
	return func(n T) int {
		if err := h(n); err != nil {
			return ForHandlers(err)
		}
		return 200
	}
}

var _ = decorate(load)
