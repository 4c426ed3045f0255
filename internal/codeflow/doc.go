// Package codeflow finds the codes of a program: the constants by which clients tell errors apart. The rules on codes
// query it. It reports nothing.
//
// # What is a code
//
// A constant is a code if it reaches a place for codes. Its name does not matter: constants called reason, code or kind
// are mostly about something else. The places are
//
//   - the result of Code or ErrorCode of an error type
//   - the status or code operand of a reply (package replyflow), and the code of a JSON-RPC error object
//   - the member "code" of a type that is an envelope (replyflow.Envelope), and "status" for HTTP statuses
//   - fields and types that the configuration names
//   - slots that take several of the codes that JSON-RPC itself defines, or of the statuses that net/http names, such as the
//     result of a function that maps errors for another package: nothing else has these values
//
// Each place has a [Kind], so that HTTP statuses and gRPC codes are not taken for a program's own codes. A defined type
// is a type of codes if its values are in one of these places.
//
// # How it is decided
//
// The unit is the slot: a variable, parameter, field or result, or the elements of one, for all structs and calls.
// Assignments, arguments and returns are edges between slots. The kinds of a slot are those of the slots that its value
// is passed to. This is the least fixpoint of one equation for each slot, computed by the solver of package flow.
// Unlike in package flow, the edges come from the typed syntax. In SSA form a constant is just its value, but the rules
// ask by which name it was written, whether it was a literal, and where.
//
// Exported parameters and fields that are slots of codes are exported as facts, and so are types of codes.
//
// # Limits
//
// A function that is given codes in some calls and other texts in others makes codes of all of them. What passes
// through function values, channels and keys of maps is a code only if its type says so.
package codeflow
