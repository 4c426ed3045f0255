// Package domainerr reports errors outside the module's own family of errors.
//
// The errors of a program should agree in form, carry their context, and stay in their
// layer:
//
//	return NotFound{Path: p}   // mixed, as *NotFound is returned elsewhere
//	return &NotFound{Path: p}
//
// # Why
//
// FR-ERR-005: "All exceptions inherit from KgFoundryError. All exceptions include
// structured context".
//
// # Found
//
//   - mixed, unsafe fix: an error type is returned both as a value and as a pointer,
//     of which errors.As finds only one.
//   - untyped: an adapter may return an error with neither a type nor a sentinel.
//     Adapters are marked //errlint:adapter, or configured for raisesdoc.
//   - hierarchy, off: an exported error type in option packages lacks option base or
//     one of option methods.
//   - context, off: an error does not set a field that option context requires, or none
//     of option methods reads it.
//   - layer, off: a package uses or returns an error of a package that option layers
//     forbids.
//
// Bad above good:
//
//	return fmt.Errorf("no such file: %s", p)     // untyped, in an adapter
//	return fmt.Errorf("%w: %s", ErrNotFound, p)
//
//	type NotFound struct{ Path string }          // hierarchy, where base is apperr.Base
//	type NotFound struct{ apperr.Base }
//
//	return &FileError{Op: "read"}                // context, where it is FileError: [Path]
//	return &FileError{Op: "read", Path: p}
//
//	return mcp.ErrTool                           // layer, in a transport
//	return ErrClosed
//
// # Not found
//
//   - Errors that are not returned, or whose name is not known.
//   - Unexported error types, and unexported helpers of adapters.
//   - Fields set to zero explicitly or set later; types that a decoder fills; tests.
//
// # Fix
//
// Of E{…} and &E{…}, the fix turns the rarer into the other. It is unsafe, because
// errors.As for the rarer then finds nothing.
//
// Where there is none:
//
//   - mixed: not all errors of the rarer form are made by literals
//   - any: the author has to decide which type, value or error to use
//
// # Suppress
//
// Use //errlint:ignore domainerr REASON where no caller distinguishes the error.
package domainerr
