// Package errcode reports codes of errors without a constant, or with a wrong value.
//
// A code is what clients branch on. It has one name, one value, and one place for both:
//
//	&jsonrpc.Error{Code: -32603, Message: "internal error"} // literal
//	&jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
//
// Codes are what an error's Code or ErrorCode returns, the codes of JSON-RPC errors and
// problem details, and what the options name.
//
// # Why
//
// FR-ERR-008: "Error codes follow kebab-case format, match Problem Details type URI
// suffix".
//
// # Found
//
//   - literal: a literal in place of a constant of that value.
//   - duplicate: two constants of a type have one value; see option unique.
//   - reserved: a code from −32768 to −32100 that is not JSON-RPC's; with an MCP SDK, to
//     −32020 that is not the SDK's.
//   - style: a code is not of the form of option style.
//   - table: a constant disagrees with option table, or is missing.
//   - published: a code of option published has no constant.
//   - allowed: a value is computed, or not in option allowed.
//   - uri: a problem's type is not option uri and its code.
//   - documented: a code lacks its comment, its row in the document's tables, or a row
//     its constant. Off.
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
//   - Statuses (100 to 599), exit codes, codes of gRPC, of the language server protocol,
//     of decoded replies.
//   - Aliases, deprecated constants; literals in tests and in constant JSON.
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
package errcode
