// Package basic has the cases of errmap.
package basic

func text() {
	panic("not an error")
}

func failed(err error) {
	panic(err) // want `panic takes an error past the callers`
}

func accepted(err error) {
	panic(err) //errlint:ignore errmap the program cannot go on
}

var _ = []any{text, failed, accepted}
