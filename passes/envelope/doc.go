// Package envelope reports replies whose shape depends on whether the call failed.
//
// A client reads the reply to a call that has failed with the same code as any other. If a member is missing then, is null, or
// has another type, it is the client that fails, with an error that says nothing of the first one:
//
//	//errlint:decorator op=op empty=empty
//	func handleErrors[In, Out any](op string, empty Out, h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out]
//
//	mcp.AddTool(s, tool, handleErrors("search:text", SearchReply{}, search))                 // "matches": null
//	mcp.AddTool(s, tool, handleErrors("search:text", SearchReply{Matches: []Match{}}, search)) // good
//
// An envelope is a type that is marked //errlint:envelope or configured, or one of the module that is problem details: its
// members in JSON include four of RFC 9457's five (type, title, status, detail, instance), detail or instance among them.
//
// # Why
//
// FR-ERR-001, 002, 010, 011 and 013 of the code-intelligence error envelope: one type for all failures; problem details carry
// their members and the status that is sent; result fields are there, and empty, on error; the empty result is of the
// tool's own type; results embed the base fields. The standardized error response: "built by its factory only". See
// docs/spec.md.
//
// # Found
//
//   - status: a constant status of problem details that is not from 400 to 599, or differs from the one that is written
//     with them. Status: 404 in a reply with http.StatusInternalServerError; good is the same constant.
//   - empty-type: an empty result, which a decorator is given by its mark or the configuration (empty=PARAM), that is not of the
//     type that the handler returns.
//   - empty-null: a slice or map in an empty result that is nil, with neither omitempty nor omitzero.
//     SearchReply{}; good is SearchReply{Matches: []Match{}}.
//   - omitted: a member of an empty result that omitempty or omitzero leaves out, though the handler sets it.
//   - nullable, off by default: a slice or map that is a member of a successful result and nil on some way:
//     var xs []T, appended to in a loop. Strict clients break on null; but schemas that are inferred allow it.
//   - shape: an envelope that has not the members that the option shape lists, has one with another type, or may leave one
//     out. Code string `json:"code,omitempty"` where code is required.
//   - member: a literal of an envelope that does not set a member that the option members lists.
//   - factory: an envelope that is made outside of its factories.
//   - base: a tool's result that neither embeds the base type nor has its fields.
//   - instance: a problem's instance that is not of the pattern, or in a decorator ends in something else than its operation.
//
// # Not found
//
//   - Replies that are decoded: an envelope of a client, or of another module.
//   - A slice that every path fills or makes.
//   - Types that make their JSON themselves, members that are not encoded (json:"-"), bytes.
//   - Textual results, and the nil result beside an error, which the SDK replaces.
//   - An empty result that is handed on as a parameter: its callers are judged. Of a generic decorator the compiler sees to
//     the type.
//   - An empty literal of an envelope (Problem{}), which stands for none.
//   - Tests and generated files.
//
// # Fix
//
// An empty-null field is set to an empty slice or map in the literal, where that is on one line and its type needs no import;
// for nullable, "var xs []T" becomes "xs := []T{}".
//
// Where there is none:
//
//   - empty-null, nullable: there is no one line to put an empty value into, or its type has to be imported
//   - any: it would change what clients see
//
// # Suppress
//
// By //errlint:ignore envelope REASON on the line of the finding, or on a declaration.
//
// # Limits
//
// The fields of embedded structs are not judged. A result that another function fills is not looked into.
package envelope
