// Package replyflow finds where a program answers a client: the places at which a text, an error or a value leaves it
// in an HTTP response, a tool's result, a JSON-RPC error or a gRPC status. The rules on what clients see
// query it; it reports nothing.
//
// # What is a reply
//
// Functions and types of other modules are known by their shape: the type of a parameter, the fields of a
// struct, their names in JSON. Forks and vendored copies keep these.
//
//   - HTTP: what is written to a value that implements http.ResponseWriter, by its methods, by functions of io,
//     fmt and net/http, by an encoder made for it, and by functions of other modules that take it with the request
//     (chi/render); methods of the contexts of gin, echo and fiber that take a status or send; their errors
//     with a status. A WriteHeader and the writes that it dominates are one reply.
//   - Tool: a result with IsError, by a literal, an assignment, SetError or a constructor of its SDK; and the error that a
//     registered handler returns, if the SDK is what shows it.
//   - JSONRPC: an error object, which is a struct with code and message in JSON that is an error and has data,
//     or that stands under "error" beside "jsonrpc"; functions of other modules that make one; a map with "jsonrpc"
//     and "error".
//   - GRPC: functions that make a status of a code, and connect's errors.
//
// # Helpers
//
// A function that passes a parameter to a reply, as its text or its status, or that always replies, is a reply where it is
// called: most modules have a writeError of their own. What it does with which parameter is a summary, solved
// for all functions of a package together, and exported as a fact. The reply inside it is one, too; its
// operands there are parameters.
//
// # Not a reply
//
// An httptest.ResponseRecorder, what is written to a client's request, and the servers that stand in for others in tests:
// files that are tests, and those that import net/http/httptest.
package replyflow
