// Package domainerr reports panics with an error.
//
// A panic takes an error past everyone who could have handled it:
//
//	if err != nil {
//		panic(err)
//	}
//
// # Why
//
// Say which clause of the spec asks for the rule, and what goes wrong without it.
//
// # Found
//
//   - panic: a call of panic whose argument is an error.
//
// # Not found
//
//   - Generated files.
//
// # Fix
//
// There is none: whether the function can return the error is for the author to say.
//
// # Suppress
//
// By //errlint:ignore domainerr REASON on the line of the call, or on a declaration.
package domainerr
