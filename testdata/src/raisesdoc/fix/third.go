package fix

// Unimported names errors of a package that this file does not import.
func Unimported(n int) error { return fail(n) } // want `Unimported may return dep.ErrOther and \*dep.OpError, which`

// Codes lists codes.
//
// Errors:
//   - not-found: there is none
func Codes(n int) error { // want `Codes may return "long-gone" \(\*Coded\), which`
	if n > 0 {
		return &Coded{"long-gone"}
	}
	if n == 0 {
		return nil
	}
	return &Coded{code: "not-found"}
}

// A Coded error has a code.
type Coded struct{ code string }

func (e *Coded) Error() string { return e.code }
func (e *Coded) Code() string  { return e.code }

// Adapt has no section, but names ErrA.
//
//errlint:adapter
func Adapt() error { return ErrA } // want `the doc comment of Adapt has no section on the errors that it returns`
