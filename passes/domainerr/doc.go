// Package domainerr reports errors that are not of the family that the module's errors are.
//
// Errors that a program tells apart have to agree in their form, in what they carry, and
// in the layer that they belong to:
//
//	return NotFound{Path: p}  // here
//	return &NotFound{Path: p} // and there: errors.As finds one of them (mixed)
//
// # Why
//
// FR-ERR-005: "All exceptions inherit from KgFoundryError. All exceptions include
// structured context"; FR-ERR-003: "Adapters use typed exceptions from domain hierarchy".
// ADR 001 of CowGnition keeps the errors of the transport and those of MCP apart.
//
// # Found
//
//   - mixed, unsafe fix: values of an error type and pointers to them both leave as
//     errors. One finding for each type in a package, where the rarer form is made; the
//     other places of the package are with it.
//   - untyped: an adapter may return an error that has neither a type nor a sentinel.
//     Wrapping one with %w is enough. Adapters are marked //errlint:adapter, or
//     configured for raisesdoc.
//   - hierarchy: an exported error type of option packages lacks option base or one of
//     option methods. Off until one of these is set.
//   - context: an error is made without a field that option context requires, or one of
//     its methods does not read it. Off until it is set.
//   - layer: a package uses an error of a package that it must not know, or lets one
//     out, be it wrapped. Off until option layers is set.
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
//   - Errors that do not leave: targets of errors.As, what is printed or logged.
//   - An error of which it is not known whether it has a name.
//   - Unexported error types, and unexported helpers of adapters: their callers are judged.
//   - A field that is written as zero, assigned later, or set by a function that is
//     handed the literal.
//   - Imports of a package whose errors are not used: that is for depguard.
//   - Tests, and types that a decoder fills.
//
// # Fix
//
// Of mixed: E{…} becomes &E{…}, or the reverse. It is unsafe: code that asks errors.As
// for the rarer form no longer finds it.
//
// Where there is none:
//
//   - mixed: not all errors of the rarer form are made by literals
//   - any: which type, which value or which error of its own a package needs is for its author to say
//
// # Suppress
//
// //errlint:ignore domainerr REASON on the line, or on a declaration.
//
// # Limits
//
// Two forms that two packages make of a third one's type are not seen, if neither of the
// two imports the other.
package domainerr
