// Package errcode reports codes of errors without a constant, or with a wrong value.
//
// A code is what clients branch on. It has one name, one value, and one place where
// both are written down:
//
//	&jsonrpc.Error{Code: -32603, Message: "internal error"} // literal
//	&jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
//
// A constant is a code if it becomes one: the result of Code or ErrorCode of an error
// type, the code of a JSON-RPC error or of problem details, a field or type that the
// options name.
//
// # Why
//
// FR-ERR-008: "Error codes follow kebab-case format, match Problem Details type URI
// suffix".
//
// # Found
//
//   - literal: a literal where a code stands, whose value a constant at hand has.
//   - duplicate: two constants with one value, in a type of a package, or as option
//     unique says.
//   - reserved: a JSON-RPC code from −32768 to −32100 that JSON-RPC does not define;
//     with an MCP SDK, one from −32099 to −32020 that the SDK does not have.
//   - style: a code that is not of the form of option style.
//   - table: a constant that disagrees with option table, or is missing.
//   - published: a code of option published has no constant.
//   - allowed: a value that option allowed does not list, or that is put together.
//   - uri: a problem's type that is not option uri and its code.
//   - documented: a code without a comment of its own, or that no table of the document
//     has; what such a table has and no constant is. Off.
//
// The others, bad above good:
//
//	NotFound Code = "gone"; Gone Code = "gone"     // duplicate
//	NotFound Code = "gone"; Gone = NotFound
//
//	const codeBusy = -32050                        // reserved, with an MCP SDK
//	const codeBusy = -32010
//
//	const NotFound Code = "not_found"              // style, where that is kebab
//	const NotFound Code = "not-found"
//
//	Gate: "firewall"                               // allowed, where that is [policy]
//	Gate: "policy"
//
//	Type: base + "no-such-file", Code: "not-found" // uri
//	Type: base + code, Code: code
//
// # Not found
//
//   - HTTP statuses, gRPC codes, exit codes: integers from 100 to 599 are statuses.
//   - What becomes no code; codes of decoded replies, and of the language server
//     protocol.
//   - One code for two errors, aliases, deprecated constants; literals in tests and in
//     constant JSON texts.
//
// # Fix
//
// The literal becomes the constant, and its package is imported.
//
// Where there is none:
//
//   - literal: there is no constant of that value, or more than one
//   - any: it would change what clients see
//
// # Suppress
//
// //errlint:ignore errcode REASON, where clients know the value.
//
// # Limits
//
// A constant that another package makes a code is judged there, and not compared with
// its neighbours.
package errcode
