// Package domainerr reports errors that are not of the family that the module's errors
// are.
//
// Errors of a program agree in form, content and layer:
//
//	return NotFound{Path: p}  // mixed: errors.As finds one of them
//	return &NotFound{Path: p}
//
// # Why
//
// FR-ERR-005: "All exceptions inherit from KgFoundryError. All exceptions include
// structured context".
//
// # Found
//
//   - mixed, unsafe fix: both values of an error type and pointers to them leave as
//     errors.
//   - untyped: an adapter (marked //errlint:adapter, or configured for raisesdoc) may
//     return an error with neither a type nor a sentinel.
//   - hierarchy: an exported error type of option packages lacks option base or one of
//     option methods.
//   - context: an error lacks a field that option context requires, or one of its
//     methods does not read it.
//   - layer: a package uses or returns an error of a package that option layers keeps
//     from it.
//
// The last three are off until their options are set. By category, bad and good:
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
//   - Errors that do not leave, or whose name is not known; unexported error types, and
//     helpers of adapters.
//   - Fields written as zero, or set later; types that a decoder fills; tests.
//
// # Fix
//
// The rarer of E{…} and &E{…} becomes the other. It is unsafe: errors.As for it then
// finds nothing.
//
// Where there is none:
//
//   - mixed: not all errors of the rarer form are made by literals
//   - any: which type, which value or which error of its own a package needs is for its
//     author to say
//
// # Suppress
//
// //errlint:ignore domainerr REASON, where nobody tells the error apart.
package domainerr
