// Package opname reports operation names that are not category:operation.
//
// An operation names what failed, in logs, problem details and metrics. It is of use if
// it is the same in all of them, and leads to the tool.
//
//	handleErrors("search:text", searchText)        // bad, for the tool search_text
//	handleErrors("search:search_text", searchText) // good
//
// # Why
//
// FR-ERR-012: "Operation identifiers SHOULD follow consistent naming convention".
//
// # Found
//
// A string is an operation by its use: a decorator's parameter that its mark or the
// configuration names, or that is called op, operation or opName; of a type marked
// //errlint:operation; in a field or under a log key that the options name.
//
//   - constant: it is not a constant, so that no search finds it.
//   - format: it is not category:operation, with a category in lower case and an
//     operation of 1 to 128 characters that tool names may have, or does not match the
//     option pattern.
//   - category: its category is not among the allowed ones.
//   - tool, unsafe fix: it differs from the name that the handler is registered under.
//   - duplicate: another tool has it, in the package or in one that it imports.
//
// By category, bad; the good one is "files:open_file" each time:
//
//	"files:" + name        // constant
//	"files.open_file"      // format
//	"disk:open_file"       // category, where categories is [files, git]
//	"files:open"           // tool, for the tool open_file
//
// # Not found
//
//   - Strings that only look like operations; a tool whose name cannot be known; one
//     tool on several servers.
//
// # Fix
//
// An operation that is right but for the tool's name is renamed, where it is a literal,
// or a constant that is used here alone. That is unsafe: logs and metrics show another
// name.
//
// Where there is none:
//
//   - tool: the operation is neither a literal nor a constant that is used here alone
//   - any: what the operation should be called is for the author to say
//
// # Suppress
//
// //errlint:ignore opname REASON, where dashboards rely on the name.
//
// # Limits
//
// Two packages of which neither imports the other can have the same operation.
package opname
