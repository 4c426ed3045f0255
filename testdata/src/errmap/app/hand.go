package app

import "errors"

// Write hands the error to two mappings, by another function.
func Write(err error, to func(int, string)) { // want Write:`by app.CodeOf maps parameter 0 less .*, panics; by app.StatusOf maps parameter 0 less .*, complete`
	write(err, to)
}

func write(err error, to func(int, string)) { to(StatusOf(err), CodeOf(err)) }

// WriteOther knows another error.
func WriteOther(to func(int), err error) { // want WriteOther:`by app.StatusOf maps parameter 1 less .*ErrDenied.*, complete`
	if errors.Is(err, ErrDenied) {
		to(403)
		return
	}
	to(StatusOf(err))
}
