// Package decorated reports tool handlers registered without the error decorator.
//
// In mcp-go and the low-level API of the official SDK, an error that a tool handler
// returns becomes a protocol error, which the model may never see. A decorator turns
// errors into results:
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
//   - undecorated: a handler has no decorator, and its server has no middleware that
//     decorates it.
//   - decorator: a declared decorator returns or drops the error of its handler on
//     some path.
//   - panic, off: a declared decorator does not recover from panics (option
//     catch-panics).
//   - typed, off: the official SDK's generic AddTool, or mcp-go's
//     NewStructuredToolHandler (not NewTypedToolHandler), turns errors into results
//     without code and safe message.
//   - never-fails, off: the handler's error is always nil, or says that the call was
//     cancelled.
//   - coded, off: all errors of the handler are JSON-RPC errors with codes.
//   - not-judged, off: errlint cannot tell. "errlint tools" lists these, too.
//
// In a declared decorator, bad above good:
//
//	if errors.Is(err, ErrBusy) { return nil, err }  // decorator
//	return mcp.NewToolResultError(safe(err)), nil
//
// Decorators are marked //errlint:decorator, configured, or recognised: whenever their
// handler fails, they return an error result, no error. Middleware that does so
// (WithToolHandlerMiddleware, Use, AddReceivingMiddleware) decorates all tools of its
// server except mcp-go's task tools.
//
// # Not found
//
//   - Handlers of prompts and resources.
//   - Wrappers of decorated handlers.
//   - Servers for tests.
//
// # Fix
//
// There is none.
//
//   - any: only the author knows which decorator and operation to use
//
// # Suppress
//
// Use //errlint:ignore decorated REASON where a failure has to fail the request, as in
// a health check.
//
// # Limits
//
// If a server is the parameter of an exported function, errlint sees only the
// package's own middleware; see option assume-middleware. It does not
// see tools that other modules register. It knows mcp-go from
// v0.8 and the official SDK from v0.3 on.
package decorated
