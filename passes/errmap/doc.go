// Package errmap reports mappings of errors to codes that leave some errors out.
//
// A client sees a code, not an error. Where the one becomes the other there is a
// function with a case for each error:
//
//	func StatusOf(err error) int {
//		switch {
//		case errors.Is(err, ErrNotFound):
//			return http.StatusNotFound
//		case errors.Is(err, ErrExpired): // shadowed: it wraps ErrNotFound
//			return http.StatusGone
//		}
//		return http.StatusInternalServerError // missing: ErrQuota ends here
//	}
//
// Remedy: a case for each error that may arrive; what wraps before what is wrapped.
//
// # Why
//
// FR-ERR-007: "Exceptions MUST map to appropriate HTTP status codes".
//
// # Found
//
// A mapping is marked //errlint:mapping or configured; or recognised, if two questions
// of its error parameter lead to different constants, or by a table of errors.
//
//   - missing, preview: no case takes an error of the module that may arrive, or of
//     option errors. For marked and configured mappings.
//   - shadowed, preview: a case is never reached, since an earlier one takes all that
//     it asks for.
//   - panic, preview: the default panics, and an error without a case may arrive.
//   - code: an error has another code or status than option table says, or the default
//     than option default.
//   - conflict: two mappings of a package give one error different codes; or a method
//     Code or ErrorCode returns several constants, or an empty one. Off.
//   - central: a code is chosen by the error outside of mappings. Off.
//   - fields: a member of the reply to an error is other than option fields says. Off
//     until that is set.
//
// With this configuration, bad above good:
//
//	errmap:
//	  table:
//	    ErrNotFound: {status: 404}
//	  groups: {denied: [ErrPolicy, ErrGate]}
//	  fields:
//	    gate: {values: {policy: [ErrPolicy]}, never: [others]}
//
//	case errors.Is(err, ErrNotFound): return 400           // code
//	case errors.Is(err, ErrNotFound): return 404
//
//	case errors.Is(err, ErrPolicy): return Data{}          // fields
//	case errors.Is(err, ErrPolicy): return Data{Gate: "policy"}
//
//	if e.Full { return "busy" }; return "gone"             // conflict, in the method Code
//	return e.code
//
//	if errors.Is(err, ErrNotFound) { w.WriteHeader(404) }  // central
//	w.WriteHeader(StatusOf(err))
//
// # Not found
//
//   - An error that a case takes by type, interface, or what it wraps; a case with a
//     further condition.
//   - Errors of other modules, and those without a name; what a test hands to a
//     mapping.
//   - Mappings of which it is not clear what gets to the default.
//
// # Fix
//
// There is none.
//
//   - any: which code is right is for the author to say
//
// # Suppress
//
// //errlint:ignore errmap REASON, where the default's code is right for an error.
//
// # Limits
//
// A table is read in the package that declares it; a member of a reply, in the struct
// that a case makes itself.
package errmap
