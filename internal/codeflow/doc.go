// Package codeflow finds the codes of a program: the constants by which clients tell errors apart. The rules on codes
// are queries of it; it reports nothing.
//
// # What is a code
//
// A constant is a code if it reaches a place for codes, never by what it is called: constants called reason, code or kind
// are mostly about something else. The places are
//
//   - the result of Code or ErrorCode of an error type,
//   - the status or code operand of a reply (package replyflow), and the code of a JSON-RPC error object,
//   - the member "code" of a type that is an envelope (replyflow.Envelope), with "status" for HTTP statuses,
//   - fields and types that the configuration names,
//   - and what takes several of the codes that JSON-RPC itself defines, which a function that maps errors for
//     another package returns: nothing else has these values.
//
// Each has a [Kind], so that HTTP statuses and gRPC codes are not taken for a program's own. A defined type
// is a type of codes if values of it stand in one of these places.
//
// # How it is decided
//
// The unit is the slot: a variable, parameter, field or result, or the elements of one, whatever the struct or
// call. What is assigned, passed or returned makes edges between slots, and the kinds of a slot are those of the slots
// that it is handed to: the least solution of one equation for each, found by the solver of package flow.
// Unlike there, the edges are taken from the typed syntax. In SSA form a constant is its value: which name it was
// written with, or whether it was a literal, and where, is what the rules ask.
//
// Exported parameters and fields that are slots of codes are facts, and so are the types.
//
// # Limits
//
// A function that is given codes and other texts by turns makes codes of all of them. What goes through function
// values, channels and keys of maps is a code only if its type says so.
package codeflow
