// Package errmap reports mappings of errors to codes that leave some errors out.
//
// A client sees a code, not an error. Where the one becomes the other there is a function
// with a case for each error; one that was forgotten becomes an "internal error":
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
// Remedy: a case for each error that may arrive, what wraps before what is wrapped. Which
// errors may arrive is inferred from the calls, through all packages of the module.
//
// # Why
//
// FR-ERR-007: "Exceptions MUST map to appropriate HTTP status codes"; REQ-CORE-004, 6.4:
// the mapping covers every kind of error. The compiler does not count the cases.
//
// # Found
//
// A mapping is marked //errlint:mapping or configured; or recognised, if two questions of
// its error parameter lead to different constants, or if it looks the error up in a table.
//
//   - missing, preview: an error of the module may arrive, or is declared in the packages of
//     option errors, and no case takes it. For marked and configured mappings; with
//     missing: all for recognised ones, too.
//   - shadowed, preview: a case is never reached, since an earlier one takes all that it asks for.
//   - panic, preview: the default panics, and an error with a name may arrive for which
//     there is no case.
//   - code: an error has another code or status than option table says, or the default
//     another than option default.
//   - conflict: two mappings of a package give one error different codes of one kind; or a
//     method Code or ErrorCode returns several constants, or an empty one. Off; option
//     conflict.
//   - central: a code is chosen by the error in a function that is neither marked nor
//     configured. Off; option central.
//   - fields: a member of the reply to an error is set, unset or has another value than
//     option fields says. Off until that is set.
//
// With this configuration, bad and good:
//
//	errmap:
//	  table:
//	    ErrNotFound: {status: 404}
//	  groups: {denied: [ErrPolicy, ErrGate]}
//	  fields:
//	    gate: {values: {policy: [ErrPolicy]}, never: [others]}
//
//	case errors.Is(err, ErrNotFound): return 400            // code
//	case errors.Is(err, ErrNotFound): return 404            // good
//
//	case errors.Is(err, ErrPolicy): return Data{}           // fields
//	case errors.Is(err, ErrPolicy): return Data{Gate: "policy"} // good
//
//	if e.Full { return "busy" }; return "gone"              // conflict, in the method Code
//	return e.code                                           // good
//
//	if errors.Is(err, ErrNotFound) { w.WriteHeader(404) }   // central, outside of the mapping
//	w.WriteHeader(StatusOf(err))                            // good
//
// # Not found
//
//   - An error that a case takes by type, interface, or what it wraps.
//   - A case with a further condition; one with the outcome of the case that shadows it.
//   - Errors of other modules, and those without a name; what a test hands to a mapping.
//   - Mappings of which it is not clear what gets to the default, and tables that are filled
//     elsewhere.
//
// # Fix
//
// There is none:
//
//   - any: which code is right is for the author to say
//
// # Suppress
//
// //errlint:ignore errmap REASON on the line of the finding, or on the function.
//
// # Limits
//
// A table is read in the package that declares it; a member of a reply, in the struct that
// a case makes itself.
package errmap
