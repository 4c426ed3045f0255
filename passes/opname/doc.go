// Package opname reports operation names that are not category:operation.
//
// An operation names what failed in logs, problem details and metrics, and leads to the
// tool:
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
// Operations are the parameter op, operation or opName of a decorator, or the one that
// its mark or option names; values of types marked //errlint:operation; fields and log
// keys of the options.
//
//   - constant: it is not a constant, so that no search finds it.
//   - format: it is not a category in lower case, a colon and 1 to 128 characters of
//     tool names, or does not match option pattern.
//   - category: its category is not in option categories.
//   - tool, unsafe fix: it differs from the name that the handler is registered under.
//   - duplicate: another tool has it, in the package or one that it imports.
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
//   - Strings that only look so; tools of unknown name; one tool on several servers.
//
// # Fix
//
// An operation that is right but for the tool's name is renamed. Logs and metrics then
// show another name, so the fix is unsafe.
//
// Where there is none:
//
//   - tool: the operation is neither a literal nor a constant that is used here alone
//   - any: what the operation should be called is for the author to say
//
// # Suppress
//
// //errlint:ignore opname REASON, where dashboards rely on the name.
package opname
