// Package domainerr reports errors that are not of the family that the module's errors are.
//
// Errors that a program tells apart need to agree on a few things: in which form they are made, what they carry, and
// which layer they belong to. Each of these is decided once, and forgotten at the next error:
//
//	func (e NotFound) Error() string { ... }
//
//	return NotFound{Path: p}  // here
//	return &NotFound{Path: p} // and there
//
//	var e NotFound
//	errors.As(err, &e) // finds the first, and not the second
//
// Remedy: one of the two forms, everywhere.
//
// # Why
//
// FR-ERR-005 of the code-intelligence error envelope asks for one hierarchy of domain errors with structured context,
// FR-ERR-003 that adapters raise typed errors, and FR-ERR-009 that the context is filled in. ADR 001 of
// CowGnition keeps the errors of the transport and those of MCP apart. The map from errors to codes finds an error by its
// type: one in the other form, one without a name and one of another layer all become "internal error".
//
// # Found
//
//   - mixed, unsafe fix: values of an error type and pointers to them both leave as errors, so that errors.As, which is asked
//     for one of them, does not find the other. One finding for each type, where the rarer form is made.
//   - untyped: an adapter may return an error that has neither a type nor a sentinel: one of errors.New in a body, of fmt.Errorf
//     without a name to wrap, or of a function of another module. How it comes to leave is shown with the finding. A name that is
//     wrapped with %w is enough, and so is one of the standard library. Adapters are functions and packages that are marked
//     //errlint:adapter, and those that are configured for raisesdoc.
//   - hierarchy: an exported error type of the configured packages neither embeds nor implements the base, or lacks one of the
//     methods. Off until base or methods are set.
//   - context: an error is made without a field that the table requires of its type, or one of the methods does not read
//     it. Off until context is set.
//   - layer: a package uses an error of a package that it must not know, or lets one out through an exported
//     function, be it by way of helpers, wrapped, or of an interface. Off until layers is set.
//
// By category, bad and good:
//
//	return NotFound{Path: p}                     // mixed, where &NotFound{…} is returned elsewhere
//	return &NotFound{Path: p}                    // good
//
//	return fmt.Errorf("no such file: %s", p)     // untyped, in an adapter
//	return fmt.Errorf("%w: %s", ErrNotFound, p)  // good
//
//	type NotFound struct{ Path string }          // hierarchy, where base is apperr.Base
//	type NotFound struct{ apperr.Base }          // good
//
//	return &FileError{Op: "read"}                // context, where it is FileError: [Path]
//	return &FileError{Op: "read", Path: p}       // good
//
//	return mcp.ErrTool                           // layer, in a transport
//	return ErrClosed                             // good
//
// # Not found
//
//   - What errors.Is or errors.As looks for, what is compared, printed or logged: such an error does not leave.
//   - An error of which it is not known whether it has a name: that of an interface's method, or of a function value.
//   - Unexported helpers of adapters: their callers are judged.
//   - Constants and types called Err… that are no errors; unexported error types; types that a decoder fills, whose form
//     another program chooses.
//   - A zero that is written (StartLine: 0), a field that is assigned later or by a method, and a literal that a function of the
//     module is handed.
//   - A package that is imported and whose errors are not used: which packages may be imported is a question
//     for depguard.
//   - Tests, which make errors of any form.
//
// # Fix
//
// Of mixed: E{…} becomes &E{…}, or the reverse, where all errors of the rarer form are made by literals. It is unsafe: code that
// asks errors.As for the rarer form no longer finds it.
//
// Where there is none:
//
//   - mixed: not all errors of the rarer form are made by literals
//   - any: which type, which value or which error of its own a package needs is for its author to say
//
// # Suppress
//
// By //errlint:ignore domainerr REASON on the line, or on a declaration.
//
// # Limits
//
// If two packages make the two forms of a type that a third declares, and neither imports the other, that is not
// seen. Whether a method reads a field is asked of the functions of its package only; if it hands
// the whole error to other code, it reads everything.
package domainerr
