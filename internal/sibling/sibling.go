// Package sibling names the functions that rules look for beside a function that a package calls, although the package may not name them anywhere. What
// is kept of a package depends on all functions that it names, and on these: see package driver.
package sibling

// The functions.
const (
	ErrorIs  = "ErrorIs" // of a library of assertions
	ErrorIsf = "ErrorIsf"
)

// Is reports whether a name is that of one.
func Is(name string) bool { return name == ErrorIs || name == ErrorIsf }
