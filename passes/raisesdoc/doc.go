// Package raisesdoc reports errors that a doc comment does not list.
//
// A caller can tell errors apart only if it knows which there are.:
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
//   - listed: an error of the module may leave an exported function, and its doc
//     comment does not name it. An error is a package-level variable, a concrete error
//     type, or a code.
//   - asked, preview: the same of a function without a list, which code of the package
//     asks for one of its errors; from level listed on, that is listed, too.
//   - interface: at level listed, a method returns an error that the doc comment of
//     the interface's method does not list.
//   - presence: the doc comment of an adapter, or at level presence of any exported
//     function that may fail, has no section on errors.
//   - exact: at level exact, an error is listed that cannot leave the function.
//   - decorator, preview: the doc comment of a declared decorator does not name its
//     parameters, or has no example. Off; option decorator.
//   - stale: a name in a list of errors does not exist or is no error, or the function
//     has no error to return.
//
// The option level says how much is asked; each level includes those before it:
//
//   - level stale: nothing that is listed is wrong.
//   - level consistent (the default): a function lists its errors if there is a list
//     already: in its doc comment, that of its type, or of the interface's method; or
//     if code of the package looks for one of them in what it returns (category asked).
//     A list names all, but not a type that only goes along with its sentinels, nor
//     more than 16.
//   - level listed: each exported function lists its errors. For modules that others
//     import.
//   - level presence: in a section of their own.
//   - level exact: nothing else is in it.
//
// Adapters, marked //errlint:adapter or configured, are held to adapter-level. Four or
// more functions with the same errors are one finding.
//
// An error counts as listed where its name occurs in the doc comment. A type stands for
// its codes and for what leaves in it only, an interface of errors for its
// implementations, a sentinel for those that wrap it, a function for what its own
// comment lists. Lists of codes ("- not-found -- no such file") are read.
//
// # Not found
//
//   - Errors of other packages that pass through, unless this package tells them apart
//     or documents them (option checked); those of other modules (option foreign).
//   - Errors that users cannot name: unexported ones, those of an errors.New in a
//     body, those of internal packages.
//   - Unexported and deprecated functions, package main, tests, generated files, tool
//     handlers, constructors of errors, methods that return a field of an error type.
//   - Methods that frameworks call, such as Close and UnmarshalJSON, or Unwrap.
//   - Functions that return nothing but what one other function returns: that one has
//     the list.
//   - Lists of conditions ("Returns an error if:") and others without names, and what a
//     function panics with.
//
// # Fix
//
// Missing names are added to the list that is there, in its style, or a list is added,
// which says so if others may leave, from methods of the module's interfaces. A stale entry is removed if it is nothing but the name.
//
// Where there is none:
//
//   - listed, asked: there is no doc comment to add to, it is that of several functions, or
//     the file has no name for the error
//   - interface: whether the interface's comment or the method is at fault is for a
//     person to decide
//   - presence: there are no names to put into a section, or there is no doc comment
//     to add to
//   - exact, stale: the name has words beside it, or is in prose, which a person has
//     to read
//   - decorator: what a parameter is for, its author knows
//
// # Suppress
//
// //errlint:ignore raisesdoc REASON in the function's doc comment, where callers must
// not rely on the error.
//
// # Limits
//
// An interface's method returns what its doc comment says. What a type's method Is or
// As answers is not seen. A decorator's Example counts where test files are checked.
package raisesdoc
