// Package envelope reports replies whose shape depends on whether the call failed.
//
// Clients read all replies with the same code, which breaks on members that are missing
// or null:
//
//	handleErrors(op, SearchReply{}, search)                   // empty-null: "matches": null
//	handleErrors(op, SearchReply{Matches: []Match{}}, search) // good
//
// An envelope is a type marked //errlint:envelope or configured, or problem details: a
// struct with four of type, title, status, detail and instance.
//
// # Why
//
// FR-ERR-001: "Tool-specific result fields present but empty on error".
//
// # Found
//
// Of the decorator's empty result (//errlint:decorator empty=PARAM):
//
//   - empty-type: it is not of the handler's type.
//   - empty-null: a slice or map in it is nil.
//   - omitted: omitempty or omitzero leaves a member out that the handler sets.
//
// Of replies:
//
//   - nullable, off by default: a slice or map of a successful result may be nil.
//   - status: a problem's status is not from 400 to 599, or not the one that is sent.
//   - instance: a problem's instance is not of option instance, or of another operation.
//   - shape: an envelope differs from option shape.
//   - member: a literal of an envelope lacks a member of option members.
//   - factory: an envelope is made outside of option factories.
//   - base: a tool's result neither embeds option base nor has its fields.
//
// By category, bad and good:
//
//	Problem{Status: 200}                                  // status
//	Problem{Status: 404}                                  // good
//
//	handleErrors(op, FileReply{}, search)                 // empty-type
//
//	Matches []Match `json:"matches,omitempty"`            // omitted
//	Matches []Match `json:"matches"`                      // good
//
//	var xs []Match                                        // nullable, appended to in a loop
//	xs := []Match{}                                       // good
//
// # Not found
//
//   - Decoded replies; textual results; the nil result beside an error; empty literals
//     of envelopes.
//   - Types that make their JSON themselves; bytes; json:"-"; embedded structs; tests
//     and generated files.
//
// # Fix
//
// An empty-null field is set to an empty slice or map; for nullable, "var xs []T"
// becomes "xs := []T{}".
//
// Where there is none:
//
//   - empty-null, nullable: there is no one line to put an empty value into, or its type
//     has to be imported
//   - any: it would change what clients see
//
// # Suppress
//
// //errlint:ignore envelope REASON, where clients rely on the shape that there is.
package envelope
