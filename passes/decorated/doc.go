// Package decorated reports tool handlers registered without the error decorator.
//
// An error that a tool's handler returns is a protocol error to mcp-go and to the
// low-level API of the official SDK: the model sees a failed request, if anything. An
// error decorator makes results of errors:
//
//	s.AddTool(searchTool, search)                               // undecorated
//	s.AddTool(searchTool, handleErrors("code:search", search))  // good
//
// # Why
//
// FR-ERR-004: "MCP tool functions MUST use error handling decorator to convert
// exceptions to error envelopes."
//
// # Found
//
//   - undecorated: handlers that are registered without a decorator, on a server whose
//     middleware does not decorate.
//   - decorator: a declared decorator that, on some path, returns the error of its
//     handler, or drops it.
//   - panic: a declared decorator that does not recover from panics. Off; option
//     catch-panics.
//   - typed: a typed handler without a decorator; the SDKs make results of its errors,
//     without code and safe message. Off.
//   - never-fails: a handler without a decorator whose error is always nil, or says that
//     the call was cancelled. To encode plain data as JSON cannot fail. Off.
//   - not-judged: registrations of which it cannot be known, and why; "errlint tools"
//     lists them, too. Off.
//
// In a declared decorator, bad and good:
//
//	if errors.Is(err, ErrBusy) { return nil, err }  // decorator
//	return mcp.NewToolResultError(safe(err)), nil   // good
//
// A decorator is marked //errlint:decorator, or configured, or does what one does:
// whenever the handler that it was given fails, it returns a result and a nil error.
// Middleware that does so decorates all tools of its server (WithToolHandlerMiddleware,
// Use, AddReceivingMiddleware), but not mcp-go's task tools.
//
// # Not found
//
//   - Handlers of prompts and resources; a wrapper around a decorated handler with no
//     errors of its own.
//
// # Fix
//
// There is none.
//
//   - any: which decorator, with what operation and empty result, only the author
//     knows
//
// # Suppress
//
// //errlint:ignore decorated REASON, where a failure must fail the request, as in a
// health check.
//
// # Limits
//
// A server that an exported function is given is taken to have no decorating
// middleware, unless the package's own calls show it: set assume-middleware. A tool
// that a function of another module registers is not seen.
package decorated
