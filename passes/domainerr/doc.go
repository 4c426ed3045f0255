// Package domainerr reports errors that are not of the family that the module's errors
// are.
//
// Errors that a program tells apart agree in their form, in what they carry, and in the
// layer that they belong to:
//
//	return NotFound{Path: p}  // here
//	return &NotFound{Path: p} // and there: errors.As finds one of them (mixed)
//
// # Why
//
// FR-ERR-005: "All exceptions inherit from KgFoundryError. All exceptions include
// structured context".
//
// # Found
//
//   - mixed, unsafe fix: values of an error type and pointers to them both leave as
//     errors. One finding for each type in a package, where the rarer form is made.
//   - untyped: an adapter may return an error that has neither a type nor a sentinel.
//     Adapters are marked //errlint:adapter, or configured for raisesdoc.
//   - hierarchy: an exported error type of option packages lacks option base or one of
//     option methods. Off until one of these is set.
//   - context: an error is made without a field that option context requires, or one
//     of its methods does not read it. Off until it is set.
//   - layer: a package uses or returns an error of a package that it must not know.
//     Off until option layers is set.
//
// The others, bad and good:
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
//   - Errors that do not leave, or of which it is not known whether they have a name.
//   - Unexported error types, and unexported helpers of adapters: their callers are
//     judged.
//   - A field that is written as zero, assigned later, or set by a function that is
//     handed the literal.
//   - Tests, and types that a decoder fills.
//
// # Fix
//
// Of mixed: E{…} becomes &E{…}, or the reverse. It is unsafe: errors.As for the rarer
// form no longer finds it.
//
// Where there is none:
//
//   - mixed: not all errors of the rarer form are made by literals
//   - any: which type, which value or which error of its own a package needs is for
//     its author to say
//
// # Suppress
//
// //errlint:ignore domainerr REASON, where nobody tells the error apart.
//
// # Limits
//
// Of two packages that make a third one's type, one must import the other for mixed to
// see both.
package domainerr
