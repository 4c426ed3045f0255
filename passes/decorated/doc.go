// Package decorated reports tool handlers registered without the error decorator.
//
// An error of a tool's handler becomes a protocol error in mcp-go and the official SDK's
// low-level API: the model sees a failed request, if anything. A decorator makes results
// of errors:
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
//   - undecorated: a handler without a decorator, on a server whose middleware does not
//     decorate.
//   - decorator: a declared decorator returns the error of its handler on some path, or
//     drops it.
//   - panic: a declared decorator does not recover from panics. Off; option
//     catch-panics.
//   - typed: the official SDK's generic AddTool or mcp-go's NewStructuredToolHandler
//     (not NewTypedToolHandler) makes results of errors, without code and safe message.
//     Off.
//   - never-fails: the handler's error is nil, or says that the call was cancelled. Off.
//   - not-judged: whether there is a decorator cannot be known. Off; "errlint tools"
//     lists these, too.
//
// In a declared decorator, bad and good:
//
//	if errors.Is(err, ErrBusy) { return nil, err }  // decorator
//	return mcp.NewToolResultError(safe(err)), nil   // good
//
// Decorators are marked //errlint:decorator, configured, or recognised: whenever their
// handler fails, they return an error result, no error. Middleware that does so
// (WithToolHandlerMiddleware, Use, AddReceivingMiddleware) decorates all tools of its
// server but mcp-go's task tools.
//
// # Not found
//
//   - Handlers of prompts and resources; wrappers of decorated handlers.
//
// # Fix
//
// There is none.
//
//   - any: which decorator, with what operation and empty result, only the author knows
//
// # Suppress
//
// //errlint:ignore decorated REASON, where a failure must fail the request, as in a
// health check.
//
// # Limits
//
// Of a server that an exported function is given, only the package's own calls show
// middleware (option assume-middleware). Tools that another module's function registers
// are not seen. The official SDK is taken to be v0.3 or later.
package decorated
