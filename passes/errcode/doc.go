// Package errcode reports codes of errors without a constant, or with a wrong value.
//
// A code should have one constant and one value:
//
//	&jsonrpc.Error{Code: -32603, Message: "internal error"} // literal
//	&jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
//
// Codes are what the method Code or ErrorCode of an error returns, the codes of
// JSON-RPC errors and problem details, and the types and fields of the options.
//
// # Why
//
// FR-ERR-008: "Error codes follow kebab-case format, match Problem Details type URI
// suffix".
//
// # Found
//
//   - literal, fix: a literal is used although a constant has that value.
//   - duplicate: two constants of a type have the same value; see option unique.
//   - reserved: a code from −32768 to −32100 is not one of JSON-RPC's; where an MCP SDK
//     is imported, a code up to −32020 is not one of the SDK's.
//   - style: a code does not match option style.
//   - table: a constant disagrees with option table, or is missing.
//   - published: a code in option published has no constant beside others.
//   - allowed: a value is computed, or is not in option allowed.
//   - uri: a problem's type is not option uri followed by its code.
//   - documented, off: a code has no comment, or no row in the document's tables, or a
//     row has no constant.
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
//   - HTTP statuses, exit codes, codes of gRPC and of the language server protocol,
//     and codes of decoded replies.
//   - Aliases and deprecated constants.
//   - Literals in tests and in constant JSON.
//
// # Fix
//
// The literal is replaced by the constant, whose package is imported.
//
// Where there is none:
//
//   - literal: there is no constant of that value, or more than one
//   - any: it would change what clients see
//
// # Suppress
//
// Use //errlint:ignore errcode REASON where clients rely on the value.
package errcode
