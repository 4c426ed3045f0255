// Package opname reports operation names that are not category:operation.
//
// An operation says in logs and metrics which tool failed:
//
//	handleErrors("search:search_text", searchText) // for the tool search_text
//
// # Why
//
// FR-ERR-012: "Operation identifiers SHOULD follow consistent naming convention".
//
// # Found
//
// Operations are the parameter op, operation or opName of a decorator (or the
// parameter that its mark or option names), values of types marked
// //errlint:operation, and the fields and log keys of the options.
//
//   - constant: the operation is not a constant, so no search finds it.
//   - format: the operation is not a lower-case category, a colon and 1 to 128
//     characters of a tool name, or does not match option pattern.
//   - category: the category is not in option categories.
//   - tool, unsafe fix: the operation differs from the name of the tool.
//   - duplicate, unsafe fix: another tool in the package, or in one that it imports,
//     has the same operation.
//
// Bad above good:
//
//	"files:" + name        // constant
//	"files.open_file"      // format
//	"disk:open_file"       // category, where categories is [files, git]
//	"files:open"           // tool, where the tool is open_file
//	"files:open_file"      // good
//
//	handleErrors("search:text", searchText)        // duplicate, where another tool has it
//	handleErrors("search:search_text", searchText)
//
// # Not found
//
//   - Strings that only look like operations.
//   - Tools whose name is not known.
//   - One tool on several servers.
//
// # Fix
//
// If only the part after the colon is wrong, it becomes the tool's name. That is
// unsafe, because logs and metrics then show another name.
//
// Where there is none:
//
//   - tool: the operation is neither a literal nor a constant that is used here alone
//   - any: the author has to name the operation
//
// # Suppress
//
// Use //errlint:ignore opname REASON where dashboards rely on the name.
package opname
