// Package raisesdoc reports errors that a doc comment does not list.
//
// Callers can handle an error only if they know about it:
//
//	// Open opens the store.                    // listed, as it may return ErrNoName
//	func Open(name string) (*Store, error)
//	// Open opens the store.                    // good
//	//
//	// Errors:
//	//   - [ErrNoName] if name is empty
//	func Open(name string) (*Store, error)
//
// # Why
//
// FR-ERR-003: "Docstrings include Raises section documenting all exception types".
//
// # Found
//
// An error is a package-level variable, an error type or a code. Each option level
// includes the ones before it:
//
//   - level stale: no entry is stale.
//   - level consistent (the default): a list is complete, up to 16 errors. A list is
//     required if the package itself looks for the error, or if its type has a list.
//   - level listed, for modules that others import: each exported function lists its
//     errors.
//   - level presence: the list is a section of its own.
//   - level exact: the list has no errors that cannot be returned.
//
// Adapters (//errlint:adapter, or configured) have to meet option adapter-level.
//
//   - stale, fix: a name in a list, in "returns ErrX" or in a link does not exist or is
//     no error, or the function returns none. Unexported functions count.
//   - listed, fix: an exported function may return an error of the module that it does
//     not list.
//   - asked, preview, fix: at level consistent, a function does not list an error that
//     code of the package looks for.
//   - interface: at level listed, a method returns an error that the interface's
//     method does not list.
//   - presence, fix: there is no section on errors.
//   - exact: a listed error cannot be returned.
//   - decorator, preview, off: the doc comment of a declared decorator does not name
//     its parameters, or has no example. See option decorator.
//
// To list an error, name it, its interface, a sentinel that it wraps, or a function
// that lists it. For a code, name its type, or write "- not-found -- no such file".
//
// # Not found
//
//   - Errors of other packages that the package does not name (option checked), and
//     errors of other modules (option foreign).
//   - Errors that users cannot name: unexported ones, internal ones that public packages
//     return, and errors.New in a function.
//   - Types that wrap listed variables.
//   - Other findings in unexported functions; deprecated ones, package main, tests,
//     generated files, copies of the Go project's files, tool handlers, constructors of
//     errors without a list, methods such as Close, and functions that only return
//     another's errors.
//   - Errors that a function names which makes the receiver, and cannot fail.
//   - Lists of conditions ("Returns an error if:"), and panics.
//
// # Fix
//
// Missing names are added, and a mistyped name is corrected. Another stale entry that
// is the name alone is removed.
//
// Where there is none:
//
//   - listed, asked: there is no doc comment to add to, it belongs to several
//     functions, or the file has no name for the error
//   - interface: either the interface's comment or the method may be wrong
//   - presence: there are no names to list, or there is no doc comment
//   - exact, stale: the name stands beside other words, or no name would be left
//   - decorator: only the author knows what a parameter is for
//
// # Suppress
//
// Put //errlint:ignore raisesdoc REASON in the function's doc comment if callers must
// not rely on the error.
package raisesdoc
