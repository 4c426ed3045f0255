// Package envelope reports replies whose shape depends on whether the call failed.
//
// Clients read all replies with the same code, which breaks if members are missing or
// null:
//
//	handleErrors(op, SearchReply{}, search)                   // empty-null: "matches": null
//	handleErrors(op, SearchReply{Matches: []Match{}}, search) // good
//
// An envelope is a type that is marked //errlint:envelope or configured, or a struct
// with four of the members of problem details: type, title, status, detail and
// instance.
//
// # Why
//
// FR-ERR-001: "Tool-specific result fields present but empty on error".
//
// # Found
//
// The empty result is what a decorator returns on failure (//errlint:decorator
// empty=PARAM).
//
//   - empty-type: the empty result is not of the handler's type.
//   - empty-null, fix: a slice or map in the empty result is nil.
//   - omitted: omitempty or omitzero removes a member from the empty result that the
//     handler sets.
//   - nullable, off, fix: a slice or map in a successful result may be nil.
//   - status: a problem's status is not from 400 to 599, or is not the status sent.
//   - instance: a problem's instance does not match option instance, or names another
//     operation.
//   - shape: a marked or configured envelope differs from option shape.
//   - member: a literal of an envelope lacks a member that option members requires.
//   - factory: a literal of one is outside the functions of option factories.
//   - base: a tool's result neither embeds option base nor has its fields.
//
// Bad above good:
//
//	Problem{Status: 200}                                  // status
//	Problem{Status: 404}
//
//	handleErrors(op, FileReply{}, search)                 // empty-type
//	handleErrors(op, SearchReply{Matches: []Match{}}, search)
//
//	Matches []Match `json:"matches,omitempty"`            // omitted
//	Matches []Match `json:"matches"`
//
//	var xs []Match                                        // nullable, appended to in a loop
//	xs := []Match{}
//
// # Not found
//
//   - Decoded replies, textual results, the nil result beside an error, and empty
//     literals of envelopes.
//   - Types with their own JSON encoding, byte slices, json:"-" and embedded structs.
//   - Tests and generated files.
//
// # Fix
//
// For empty-null, the field is set to an empty slice or map. For nullable, "var xs
// []T" becomes "xs := []T{}".
//
// Where there is none:
//
//   - empty-null, nullable: the empty value does not fit into one line, or its type
//     has to be imported
//   - any: it would change what clients see
//
// # Suppress
//
// Use //errlint:ignore envelope REASON where clients rely on the present shape.
package envelope
