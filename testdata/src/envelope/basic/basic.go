// Package basic has the cases of envelope.
package basic

func text() {
	panic("not an error")
}

func failed(err error) {
	panic(err) // want `panic takes an error past the callers`
}

func accepted(err error) {
	panic(err) //errlint:ignore envelope the program cannot go on
}

var _ = []any{text, failed, accepted}
