// Package raisesdoc reports errors that a doc comment does not list.
//
// A caller can tell errors apart only if it knows which there are. In Go that
// is written nowhere but in the doc comment: the signature says error, and what
// errors.Is and errors.As will find is behind several calls. A comment that
// leaves it out makes callers read the code, or match on text:
//
//	// Open opens the store.
//	func Open(name string) (*Store, error) {
//		if name == "" {
//			return nil, ErrNoName // callers do not learn of it
//		}
//		...
//	}
//
// Remedy: a list in the doc comment.
//
//	// Open opens the store.
//	//
//	// Errors:
//	//   - [ErrNoName] if name is empty
//
// The errors of a function are inferred, through calls in all packages of the
// module, %w, errors.Join, Unwrap methods, closures and deferred functions, and
// less what errors.Is, errors.As, comparisons and type switches have ruled out.
//
// # Why
//
// FR-ERR-003 of the code-intelligence error envelope: adapters raise typed
// errors, and their documentation has a section that lists all of them. A list
// that nothing checks is out of date after the first refactoring.
//
// # Found
//
//   - listed: an error of the module that somebody asks for may leave an exported function, and its
//     doc comment does not name it. An error is a package-level variable, a
//     concrete error type, or the code of one.
//   - interface, preview: a method returns an error that the doc comment of the
//     interface's method, which lists others, does not. The package itself must
//     use the type as that interface. If the interface's method lists nothing,
//     and several implementations in its package have errors that they do not
//     list, that is one finding, at the interface.
//   - presence: the doc comment of an adapter, or at level presence of any
//     exported function that may fail, has no section on errors.
//   - exact: at level exact, the doc comment lists an error that cannot leave
//     the function.
//   - decorator, preview: the doc comment of a decorator that is marked //errlint:decorator, or configured, does not name each of its
//     parameters, or has no example: a code block that calls it. Off; option decorator says what is asked for. FR-ERR-015 asks for
//     both. Recognised decorators owe nothing.
//   - stale: a name in a list of errors does not exist or is no error, or the
//     function with that list has no error to return.
//
// Most errors have a name that nobody will ever ask for, and a list of those helps nobody. So at level consistent, which is the
// default, a function has to list its errors only if it is asked for one of them, or has begun to: code of the package looks for
// the error in what this function returns, by errors.Is, errors.As, errors.AsType, ==, a switch or a type assertion, also behind other
// functions that return it or are given it; or there is a list that lacks it: in the function's own doc comment, that of its type, or
// that of the interface's method that it implements. It then has to list all of them, for a list is read as complete; but not a type that goes
// along with the sentinels of the list, as one that adds the operation, and that nothing in the package asks for.
//
// Whether other packages ask for an error cannot be seen from the one that returns it. For a
// module whose callers do, set level to listed: then each function has to list its errors, but for those of an internal package with nothing to list but
// types that the package neither tells apart nor documents.
//
// Adapters are functions and packages marked //errlint:adapter, and packages in
// the configuration; level adapter-level holds for them. A marked function may be unexported, and in package main.
//
// Four or more methods of a type that return the same errors are one finding,
// at the type, whose doc comment may list errors for all methods; four or more
// functions of a package that return the same error types are one finding, at the first
// of them by name.
//
// An error counts as listed where its name occurs in the doc comment as a whole
// identifier: in a list, a table, in brackets, or in prose, with or without star and
// package. A type stands for its codes, and for the variables that hold it; an
// interface of errors for the types that implement it; a sentinel for those
// that wrap it; a function or method named in a section on errors, for all that
// its own comment lists. Where a comment lists codes, in the style "- not-found
// -- the file does not exist" or by their constants, all codes must be there,
// and stand for their type.
//
// # Not found
//
//   - At the default level, consistent: functions that nobody is seen to ask for an error, whether or not
//     others are.
//   - Errors of another package that pass through: that this package does not
//     make, return by name, tell apart or document. Callers of this package are
//     not told of them either. Option checked chooses others.
//   - Functions that return nothing but what one other function returns that
//     users can call: that one has the list.
//   - Methods that frameworks call: those of an interface of the standard library
//     or of another module that the type implements, such as Close, RoundTrip and
//     UnmarshalJSON; and those of an interface in another package of the module, for
//     errors that are declared there.
//   - Deprecated functions.
//   - Packages in a directory cmd, and files that import testing.
//   - Errors of other modules and of the standard library, unless they are
//     configured: they are part of no contract of this one.
//   - Errors that users of the function cannot name: unexported ones (what they
//     wrap is looked at), and those of an internal package that some users may
//     not import.
//   - Errors without a name: a fresh errors.New, a callee that is not known.
//   - Unexported functions, and methods of unexported types: their errors are
//     inferred for the sake of those who call them.
//   - Package main, tests and generated files, and registered tool handlers,
//     whose errors go to the decorator.
//   - A concrete error type in the signature, which lists itself.
//   - The types of the errors that a constructor makes, such as
//     NewParseError(pos) error: a function of one result whose every return
//     makes an error, or returns nil for a nil error that it was given.
//   - The methods Error, Unwrap, Is and As.
//   - A method that implements an interface's documented method, for what is
//     listed there.
//   - Lists of conditions: "Returns an error if:" with "HeaderName is missing" below.
//   - A sentence that says with what a function panics neither lists an error
//     nor is stale.
//   - At level exact, anything while errors without a name may leave the
//     function, too.
//
// # Fix
//
// Missing names are added to the list that is there, in its style, or else a
// list is added to the doc comment. A stale entry of a list is removed if it is
// nothing but the name. A missing section is added if there are errors to put
// there.
//
// Where there is none:
//
//   - listed: there is no doc comment to add to, it is that of several functions, or the file has no name for the error
//   - interface: whether the interface's comment or the method is at fault is for a person to decide
//   - presence: there are no names to put into a section, or there is no doc comment to add to
//   - exact, stale: the name has words beside it, or is in prose, which a person has to read
//   - decorator: what a parameter is for, its author knows
//
// # Suppress
//
// //errlint:ignore raisesdoc REASON in the function's doc comment, and
// //nolint:errlint for golangci-lint.
//
// # Limits
//
// An interface's method returns what its doc comment says, and where that lists
// nothing, errors without a name: implementations are not consulted. Each error
// carries as related information how it comes to leave the function; in another
// package that ends at the call. What the Is or As method of a type answers,
// beyond what its Unwrap method returns, is not seen. An Example function of the tests counts as a decorator's example
// only where test files are checked.
package raisesdoc
