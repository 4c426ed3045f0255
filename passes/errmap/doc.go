// Package errmap reports mappings of errors to codes that leave some errors out.
//
// Each error needs a case, a wrapping error before the one it wraps:
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
// A mapping is marked //errlint:mapping, configured, or recognised: it returns
// different constants for two errors, or is a table of errors.
//
//   - missing, preview: a marked or configured mapping has no case for an error of the
//     module that may reach it, or of option errors.
//   - shadowed, preview: an earlier case matches everything that a case matches.
//   - panic, preview: the default panics, and an error without a case may reach it.
//   - code: an error, or the default, has another code or status than options table
//     and default.
//   - conflict, off: mappings of a package give an error different codes, or a method
//     Code or ErrorCode returns several codes or none.
//   - central, off: a code is chosen elsewhere than in marked or configured mappings.
//   - fields, off: a member of a reply differs from option fields.
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
//   - Errors of other modules, without a name, or from tests.
//   - Cases with a further condition, in a closure, or by a list beside a map.
//   - Mappings whose default is unclear.
//
// # Fix
//
// There is none.
//
//   - any: the author has to decide which code is right
//
// # Suppress
//
// Use //errlint:ignore errmap REASON where the default's code is right for an error.
package errmap
