// Package errcode reports codes of errors without a constant, or with a wrong value.
//
// A code is what clients branch on. It has one name, one value, and one place where
// both are written down:
//
//	&jsonrpc.Error{Code: -32603, Message: "internal error"}                    // literal: which one was that?
//	&jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"} // good
//
// A constant is a code if it becomes one: the result of Code or ErrorCode of an error
// type, the code of a JSON-RPC error or of problem details, a field or type that the
// options name. What it is called says nothing.
//
// # Why
//
// FR-ERR-008: "Error codes follow kebab-case format, match Problem Details type URI
// suffix"; REQ-CORE-004, 5.1 and 5.2: the standard JSON-RPC codes keep their meaning,
// own ones are unique and in −32099…−32000.
//
// # Found
//
//   - literal: a literal where a code stands, whose value a constant at hand has.
//   - duplicate: two constants of one type in one package, both codes, both with
//     that value written out. Option unique widens it to the module.
//   - reserved: a JSON-RPC code from −32768 to −32100 that JSON-RPC does not define;
//     with an MCP SDK, one from −32099 to −32020 that the SDK does not have.
//   - style: a code that is not of the form of option style. Off until it is set.
//   - table: a constant that disagrees with option table, or is missing.
//   - published: a code of option published has no constant where others have.
//   - allowed: a value that option allowed does not list, or that is put together.
//   - uri: a problem's type that is not option uri and its code, also where a function or
//     method of the package puts the two together.
//   - documented: a code without a comment of its own. Off; option documented.
//
// The others, bad and good:
//
//	NotFound Code = "gone"; Gone Code = "gone"     // duplicate
//	NotFound Code = "gone"; Gone = NotFound        // good
//
//	const codeBusy = -32050                        // reserved, with an MCP SDK
//	const codeBusy = -32010                        // good; table, where it says -32009
//
//	const NotFound Code = "not_found"              // style, where that is kebab
//	const NotFound Code = "not-found"              // good
//
//	Gate: "firewall"                               // allowed, where it lists visibility and policy
//	Gate: "policy"                                 // good
//
//	Type: base + "no-such-file", Code: "not-found" // uri
//	Type: base + code, Code: code                  // good
//
// # Not found
//
//   - HTTP statuses, gRPC codes, exit codes: integers from 100 to 599 are statuses.
//   - Reasons, labels and kinds that become no code; codes of decoded replies.
//   - One code for two errors, aliases, deprecated constants.
//   - Codes of the language server protocol; literals in the SDKs, in tests, and in
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
// //errlint:ignore errcode REASON on the line, or on a declaration.
//
// # Limits
//
// A constant that another package makes a code is judged there, and not compared with
// its neighbours.
package errcode
