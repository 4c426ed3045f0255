// Package pointers stores errors that are made of text through pointers: that is all that the variables can hold whose addresses are given away.
package pointers

import (
	"errors"
	"fmt"
	"os"
)

var (
	ErrStatus = errors.New("bad status")
	ErrLoad   = errors.New("not loaded")
)

type events struct {
	status *error
	load   *error
	listen func(func(code int))
}

// kept stores through a field of what it is given, when it is called back.
func kept(e events) {
	e.listen(func(code int) {
		if code >= 400 {
			*e.status = fmt.Errorf("status %d", code)
			return
		}
		*e.load = errors.Join(*e.load, fmt.Errorf("code %d", code))
	})
}

// given stores through a parameter.
func given(err *error, code int) {
	*err = errors.Join(*err, fmt.Errorf("code %d", code))
}

func Run(listen func(func(code int)), name string) error {
	var status, load, last error
	kept(events{status: &status, load: &load, listen: listen})
	given(&last, len(name))
	_, err := os.Stat(name)
	if status != nil {
		return fmt.Errorf("%v: %w", status, ErrStatus) // category: nameless // want `fmt.Errorf wraps ErrStatus but formats status with %v`
	}
	if load != nil {
		return fmt.Errorf("%v: %w", load, ErrLoad) // category: nameless // want `fmt.Errorf wraps ErrLoad but formats load with %v`
	}
	if last != nil {
		return fmt.Errorf("last: %v", last) // category: nameless // want `fmt.Errorf formats last with %v`
	}
	if err != nil {
		return fmt.Errorf("%v: %w", err, ErrLoad) // category: second-cause // want `fmt.Errorf wraps ErrLoad but formats err with %v`
	}
	return nil
}
