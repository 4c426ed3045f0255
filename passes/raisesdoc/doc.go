// Package raisesdoc reports errors that a doc comment does not list.
//
// Callers can tell apart only errors that they know:
//
//	// Open opens the store.                    // listed: callers do not learn of ErrNoName
//	func Open(name string) (*Store, error) {
//		if name == "" {
//			return nil, ErrNoName
//		}
//
//	// Open opens the store.                    // good
//	//
//	// Errors:
//	//   - [ErrNoName] if name is empty
//
// # Why
//
// FR-ERR-003: "Docstrings include Raises section documenting all exception types".
//
// # Found
//
// Errors are package-level variables, error types and codes. Option level says how much
// is asked; each level includes those before it:
//
//   - level stale: nothing that is listed is wrong.
//   - level consistent (the default): a list has all errors, up to 16; there is one if
//     the package looks for an error, or its type has one.
//   - level listed, for modules that others import: each exported function lists its
//     errors.
//   - level presence: in a section of their own.
//   - level exact: nothing else is in it.
//
// Adapters, marked //errlint:adapter or configured, are held to option adapter-level.
// The categories:
//
//   - stale: a name in a list, or in "returns ErrX", does not exist or is no error, or
//     the function returns none.
//   - listed: an error of the module may leave an exported function that does not list
//     it.
//   - asked, preview: the same, at level consistent, where the package looks for it.
//   - interface: at level listed, a method returns an error that the interface's method
//     does not list.
//   - presence: there is no section on errors.
//   - exact: a listed error cannot leave the function.
//   - decorator, preview: a declared decorator's doc comment does not name its
//     parameters, or has no example (option decorator).
//
// An error is listed by its name, or that of its interface, of a sentinel that it wraps,
// or of a function that lists it; a code also by its type, or as in "- not-found -- no
// such file".
//
// # Not found
//
//   - Errors of other packages that only pass through (option checked), and of other
//     modules (option foreign).
//   - Errors that users cannot name: unexported, internal, made in a body.
//   - Types that wrap listed variables.
//   - Unexported and deprecated functions, package main, tests, generated files, tool
//     handlers, constructors of errors without a list, methods such as Close; what only
//     returns another function's errors.
//   - Lists of conditions ("Returns an error if:"), and panics.
//
// # Fix
//
// Missing names are added to the list, or a list is added. A mistyped name is mended;
// another stale one is removed.
//
// Where there is none:
//
//   - listed, asked: there is no doc comment, it is that of several functions, or the
//     file has no name for the error
//   - interface: whether its comment or the method is at fault is for a person to decide
//   - presence: there are no names, or no doc comment to add them to
//   - exact, stale: words are beside the name, or none would be left
//   - decorator: what a parameter is for, its author knows
//
// # Suppress
//
// //errlint:ignore raisesdoc REASON in the function's doc comment, where callers must
// not rely on the error.
package raisesdoc
