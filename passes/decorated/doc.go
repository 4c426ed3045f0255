// Package decorated reports tool handlers registered without the error decorator.
//
// An error that a tool's handler returns is a protocol error to mcp-go and to the
// low-level API of the official SDK: the model that called the tool sees a failed
// request, if anything, and not what it could do better. An error decorator is the
// one place that makes results of errors, with a code, a safe message and a log record.
//
//	s.AddTool(searchTool, search)                                // want a decorator
//	s.AddTool(searchTool, handleErrors("code:search", search))   // good
//
// # Why
//
// FR-ERR-004 of the error-envelope specification asks that every tool handler goes
// through the error decorator, and that it converts every error and re-raises nothing;
// ADR 001 of CowGnition (decision 3) that errors inside tools/call become a result with
// isError; the error design of bb-mcp-server that every handler is wrapped by
// the exception middleware. One handler that was forgotten is one tool with replies of
// another form.
//
// # Found
//
//   - undecorated: a handler that is registered and that is not, on some path, what a
//     decorator returns, on a server whose middleware does not decorate either. The
//     tools of one server are one finding, with each tool as related information (where
//     the server is not known: of one function that registers). With each-tool, each is
//     a finding of its own.
//   - decorator: a function that is declared to be a decorator and returns an error on
//     some path on which its handler has failed, or drops the error.
//   - panic: a declared decorator that does not recover from panics of the handler.
//     Off unless catch-panics is set.
//   - typed: a typed handler without a decorator. The official SDK makes results of its
//     errors itself, as mcp-go does for NewStructuredToolHandler, so it does no harm; but a code, a
//     safe message and a log record are the decorator's. Off unless typed is set.
//   - never-fails: a handler without a decorator whose error result is always nil,
//     because it makes results of its errors itself. Off unless never-fails is set.
//   - not-judged: registrations of which it cannot be known whether a decorator is around
//     the handler, and why. Off unless not-judged is set; "errlint tools" lists
//     them, too.
//
// Tools are registered by AddTool, AddTools, SetTools, AddSessionTool, AddSessionTools,
// SetSessionTools, AddTaskTool and AddTaskTools of mcp-go, of its package mcptest and of
// any server with a method of that name and shape, by both AddTools of the official
// SDK, and by the functions in the option registrars. The handler is followed through
// variables, tables, loops, ServerTool literals, factories in any package, method
// values, mcp.NewTypedToolHandler and mcp.NewStructuredToolHandler. A function
// that registers its own parameter makes its callers responsible: the finding
// stands where the handler is named. What a struct holds is followed by value: a factory's
// result is that of the call, and a registry's tools are those that were put in it, by methods too.
//
// A decorator is a function that is marked //errlint:decorator, or configured, or that
// decorates by what it does: the handler that it returns calls the one that it was
// given and, whenever that has failed, returns a result and a nil error. How it does
// that does not matter: in a deferred function, in a helper, by reflection, as
// middleware, as a generic function, as a method. It may make an exception for errors
// that it looks for with errors.Is or errors.As: which errors go to the
// protocol is a decision, and it was made in the one place for it. (A declared
// decorator is held to its declaration, without exception.)
//
// Middleware decorates all tools of a server: server.WithToolHandlerMiddleware,
// (*MCPServer).Use and AddReceivingMiddleware, given a decorator. Task tools of
// mcp-go bypass it.
//
// # Not found
//
//   - A handler of which it cannot be known where it comes from, or what a wrapper
//     that is a parameter does to it. The category not-judged says so.
//   - A wrapper around a decorated handler that returns what that returns, and has no
//     errors of its own: logging, tracing.
//   - Handlers of prompts and resources: they are not tools.
//   - Errors of a decorator itself, before it has called the handler or after that
//     has succeeded.
//
// # Fix
//
// There is none:
//
//   - any: which decorator, with what operation and empty result, only the author knows
//
// # Suppress
//
// //errlint:ignore decorated REASON on the line of the finding, or //nolint:errlint.
//
// # Limits
//
// A package is judged by itself and by what it imports. A server that an exported
// function is given as a parameter is taken to have no decorating middleware, unless
// the package's own calls of that function show that it has. Where tools are registered in
// packages that are handed a covered server from elsewhere, set assume-middleware.
//
// The middleware of a server is that of all its life: what was registered before
// Use was called is covered, too.
//
// A handler that passes through a function that is itself a parameter, or an element of a
// list of middleware that callers give, is not judged, even where a caller gives none. Nor
// is one that a function of another module registers.
package decorated
