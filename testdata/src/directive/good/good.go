// Package good has directives without mistakes. What errlint:ignore looks
// like in a comment is no directive.
//
//errlint:adapter
package good

import "errors"

// An operation is the name of one.
//
//errlint:operation
type operation string

//errlint:decorator op=name empty=empty // and a remark
func decorate(name operation, empty any) {}

//errlint:decorator
func decorate2() {}

//errlint:adapter
func adapter() {}

//errlint:ignore wrapcause,opname because
func function() error {
	if decorate2(); true {
		return errors.New("x") //errlint:opaque the client must not see it
	}
	//errlint:opaque the client must not see it
	return errors.New("x")
}

//errlint:opaque the client must not see it
func opaque() error { return nil }

//errlint:ignore directive this is a test of this very thing
var _ = 1 //errlint:ignore

// documented has a mistake in its comment, for which there is a reason.
//
//errlint:ignore directive this is a test of this very thing
//errlint:ignroe wrapcause misspelt
func documented() {}

//nolint:errlnt
//go:generate true
//errlinter:ignore not ours
func others() {}
