// Package opname reports operation names that are not category:operation.
//
// An operation names what failed: in the log record of an error, in the instance of its
// problem details, in the labels of a metric. It is of use only if it is the same in all of them,
// and if whoever reads it finds the tool by it.
//
//	mcp.AddTool(s, &mcp.Tool{Name: "search_text"},
//		handleErrors("search:text", searchText)) // want "search:search_text"
//
// # Why
//
// FR-ERR-012 of the error-envelope specification asks that an operation is
// "category:operation", with a category from the agreed set and the name of the tool
// as the operation; FR-ERR-002 puts it into the instance of each problem
// ("urn:app:category:operation"), and FR-ERR-006 into each log record.
//
// # Found
//
// A string is an operation where it is one by its use: given to a decorator, as the parameter
// that its mark (//errlint:decorator op=PARAM) or the configuration names, or that is called op,
// operation or opName; given to a function that hands its parameter on to a decorator;
// a value of a type that is marked //errlint:operation; in a field or under
// a log key that the options name. Constants are evaluated, those of other packages too.
//
//   - constant: an operation that is not a constant: no search for it will find where it is from.
//   - format: one that is not category:operation, with a category in lower case and
//     an operation of 1 to 128 characters of the alphabet of tool names, or whose operation does not
//     match the pattern.
//   - category: one whose category is not among the allowed ones.
//   - tool, unsafe fix: one that differs from the name that the decorated handler is registered
//     under.
//   - duplicate: one that another tool has, in the package or in one that it imports.
//
// # Not found
//
//   - Strings that only look like operations: OAuth scopes (read:org), references
//     of images, digests, search qualifiers.
//   - A parameter that is handed on: the operation is named by the callers.
//   - The name of a tool that cannot be known is compared with nothing.
//   - The same operation for the same tool on several servers.
//
// # Fix
//
// An operation that is right but for the tool's name is renamed, where it is a literal, or
// a constant of the package that is used in no other place. That is unsafe: what reads logs and
// metrics sees another name.
//
// Where there is none:
//
//   - tool: the operation is neither a literal nor a constant that is used here alone
//   - any: what the operation should be called is for the author to say
//
// # Suppress
//
// //errlint:ignore opname REASON on the line of the finding, or //nolint:errlint.
//
// # Limits
//
// Two packages of which neither imports the other can have the same operation.
package opname
