// Package envelope reports replies whose shape depends on whether the call failed.
//
// A client reads the reply to a failed call with the same code as any other. It fails
// if a member is missing then, or null:
//
//	//errlint:decorator op=op empty=empty
//	func handleErrors[In, Out any](op string, empty Out, h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out]
//
//	handleErrors("search:text", SearchReply{}, search)                   // "matches": null
//	handleErrors("search:text", SearchReply{Matches: []Match{}}, search) // good
//
// An envelope is a type that is marked //errlint:envelope or configured, or a struct of
// problem details, with four of type, title, status, detail and instance.
//
// # Why
//
// FR-ERR-001: "Tool-specific result fields present but empty on error".
//
// # Found
//
//   - status: a status of problem details that is not from 400 to 599, or not the one
//     that is sent.
//   - empty-type: an empty result, a decorator's parameter empty, that is not of the
//     handler's type.
//   - empty-null: a slice or map in an empty result that is nil.
//   - omitted: a member of an empty result that omitempty or omitzero leaves out,
//     though the handler sets it.
//   - nullable, off by default: a slice or map of a successful result that may be nil.
//     Strict clients break on null.
//   - shape: an envelope that differs from option shape.
//   - member: a literal of an envelope without a member of option members.
//   - factory: an envelope that is made outside of option factories.
//   - base: a tool's result that neither embeds option base nor has its fields.
//   - instance: a problem's instance that is not of option instance, or names another
//     operation than its decorator.
//
// By category, bad and good:
//
//	Problem{Status: 200}                                  // status
//	Problem{Status: 404}                                  // good
//
//	handleErrors(op, FileReply{}, search)                 // empty-type
//	handleErrors(op, SearchReply{}, search)               // empty-null
//	handleErrors(op, SearchReply{Matches: []Match{}}, …)  // good
//
//	Matches []Match `json:"matches,omitempty"`            // omitted
//	Matches []Match `json:"matches"`                      // good
//
//	var xs []Match                                        // nullable, appended to in a loop
//	xs := []Match{}                                       // good
//
// # Not found
//
//   - Replies that are decoded; textual results; the nil result beside an error.
//   - Types that make their JSON themselves; bytes; json:"-"; tests and generated
//     files.
//   - An empty literal of an envelope, which stands for none; an empty result that is
//     handed on as a parameter.
//
// # Fix
//
// An empty-null field is set to an empty slice or map; for nullable, "var xs []T"
// becomes "xs := []T{}".
//
// Where there is none:
//
//   - empty-null, nullable: there is no one line to put an empty value into, or its
//     type has to be imported
//   - any: it would change what clients see
//
// # Suppress
//
// //errlint:ignore envelope REASON, where clients rely on the shape that there is.
//
// # Limits
//
// Fields of embedded structs are not judged, nor is a result that another function
// fills.
package envelope
