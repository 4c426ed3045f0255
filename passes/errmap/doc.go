// Package errmap reports mappings of errors to codes that leave some errors out.
//
// Clients see codes, not errors. A mapping has a case for each error; what wraps stands
// before what is wrapped:
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
// # Why
//
// FR-ERR-007: "Exceptions MUST map to appropriate HTTP status codes".
//
// # Found
//
// A mapping is marked //errlint:mapping, configured, or recognised: it has different
// constants for two errors, or is a table of errors.
//
//   - missing, preview: a marked or configured mapping has no case for an error of the
//     module that may arrive, or of option errors.
//   - shadowed, preview: an earlier case takes all that a case asks for.
//   - panic, preview: the default panics, and an error without a case may arrive.
//   - code: an error, or the default, has another code or status than options table and
//     default say.
//   - conflict: mappings of a package give an error different codes; a method Code or
//     ErrorCode returns several, or an empty one. Off.
//   - central: other functions choose a code by the error. Off.
//   - fields: a member of a reply is other than option fields says. Off until that is
//     set.
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
//   - Errors of other modules, without a name, or from tests; cases with a further
//     condition; mappings whose default is unclear.
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
package errmap
