// Package errcode reports codes of errors without a constant, or with a wrong value.
//
// A code is what clients branch on. It is part of the interface, and so it has one name, one value and one place where
// both are written down:
//
//	return &jsonrpc.Error{Code: -32603, Message: "internal error"}                       // which one was that?
//	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"} // good
//
// A constant is a code if it becomes one: if it reaches the result of Code or ErrorCode of an error type, the code of a JSON-RPC error
// or of problem details, or a field or type that the options name. What it is called says nothing.
//
// # Why
//
// FR-ERR-002 and FR-ERR-008 of the code-intelligence error envelope: codes are of one form, equal to the end of the problem's type,
// defined once and documented. The standardized error response: "no string literals at their uses". REQ-CORE-004, 5.1
// and 5.2: the standard JSON-RPC codes keep their meaning, own ones are unique and in −32099…−32000. The bb-mcp-server design
// has a table of codes and a closed set of types. See docs/spec.md.
//
// # Found
//
//   - literal: a literal where a code stands, whose value a constant at hand has: one of the code's type, a code of the
//     package, or one of an SDK that it imports. With literals: all, any literal.
//     Code: -32602 beside jsonrpc.CodeInvalidParams; good is the constant.
//   - duplicate: two constants of one defined type in one package, both codes and both with that value written
//     out: the second was pasted. With unique: module, across types and packages.
//     NotFound Code = "not-found"; Gone Code = "not-found"; good is a value of its own, or Gone = NotFound.
//   - reserved: a JSON-RPC code from −32768 to −32100 that JSON-RPC does not define; where an MCP SDK is imported, one
//     from −32099 to −32020 that no constant of the SDK has, as MCP keeps these for itself.
//     codeBusy = -32050; good is codeBusy = -32010.
//   - style: a code that is not of the form that the option style asks for: not_found where that is kebab; good is
//     not-found. With json-rpc, an integer outside of range.
//   - table: a constant that the table names and gives another value, one that has the value of another name, or a name of the
//     table for which a package that has others of them has no constant.
//     CodeRateLimited = -32010 where the table says -32009.
//   - published: a published code that has no constant where others have.
//   - allowed: a value that is not in the closed set of its field or type, or is put together.
//     Gate: "firewall" where the gates are visibility, governance, policy and approval.
//   - uri: a problem's type that is not the base and its code, in one literal, by constants, by + or by fmt.Sprintf.
//     Type: base + "no-such-file", Code: "file-not-found"; good is Type: base + code, Code: code.
//   - documented: a constant that is a code and has no comment of its own.
//
// # Not found
//
//   - HTTP statuses, gRPC codes, exit codes: other tools know these (usestdlibvars), and integers from 100 to 599 are taken
//     for statuses wherever they stand.
//   - Reasons, labels and kinds that are no codes, by whatever name; a code that is passed on from a decoded reply.
//   - A code inside a constant JSON text: the fallback for when marshalling fails.
//   - The same code of two errors: FR-ERR-007 itself gives two of them invalid-parameter. It is two constants that are
//     reported.
//   - An alias (Gone = NotFound), a deprecated constant, and, across the module, a second name for a standard JSON-RPC code.
//   - Codes of the language server protocol, −32899 to −32800: it is spoken over JSON-RPC too, and reserved them first.
//   - Literals in the SDKs themselves, and all that is in tests.
//   - A constant that is missing for a standard JSON-RPC code: the SDKs have them.
//   - A problem's type that a function makes which is not looked into.
//
// # Fix
//
// The literal becomes the constant, and its package is imported, where there is one such constant.
//
// Where there is none:
//
//   - literal: there is no constant of that value, or more than one
//   - any: it would change what clients see
//
// # Suppress
//
// By //errlint:ignore errcode REASON on the line of the finding, or on a declaration.
//
// # Limits
//
// A constant whose package does not show it to be a code is judged where another package makes it one, but not compared
// with its neighbours. A document that lists the codes is not read: it is no part of what a package is made of.
package errcode
