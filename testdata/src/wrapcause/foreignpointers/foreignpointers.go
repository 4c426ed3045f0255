// Package foreignpointers stores texts through pointers, and is given pointers by others, who may store anything.
package foreignpointers

import (
	"errors"
	"fmt"
)

var ErrLoad = errors.New("not loaded")

// Options is filled in by others, too.
type Options struct{ Load *error }

func (o Options) run(name string) { *o.Load = fmt.Errorf("code %d", len(name)) }

func Run(name string, others func(Options)) error {
	var load error
	o := Options{&load}
	o.run(name)
	others(o)
	if load != nil {
		return fmt.Errorf("%v: %w", load, ErrLoad) // category: second-cause // want `fmt.Errorf wraps ErrLoad but formats load with %v`
	}
	return nil
}
