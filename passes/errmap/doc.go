// Package errmap reports mappings of errors to codes that leave some errors out.
//
// A client sees a code, not an error. Where the one becomes the other there is a
// function with a case for each error; an error that was forgotten there
// becomes an "internal error", and is looked for on the server:
//
//	func StatusOf(err error) int {
//		switch {
//		case errors.Is(err, ErrNotFound):
//			return http.StatusNotFound
//		case errors.Is(err, ErrExpired): // wraps ErrNotFound: never reached
//			return http.StatusGone
//		}
//		return http.StatusInternalServerError // ErrQuota ends here
//	}
//
// Remedy: a case for each error that may arrive, what wraps before what is
// wrapped.
//
// Which errors may arrive is what the model infers of the arguments of the
// calls, through all packages of the module.
//
// # Why
//
// FR-ERR-007 of the code-intelligence error envelope, and REQ-CORE-004, 6.4: each
// kind of error has its status, the mapping covers every kind, and it has no default
// that says "todo". The compiler does not count the cases.
//
// # Found
//
//   - missing, preview: an error of the module may arrive at a mapping, or is declared in the
//     packages of option errors, and no case takes it. For mappings that are
//     marked //errlint:mapping or configured; with missing: all for those that
//     are recognised, too. Where another package calls the mapping, the finding
//     is at the call.
//   - shadowed, preview: a case is never reached, since an earlier one takes
//     all that it asks for: the same error again, a sentinel after one that it
//     wraps, a type after an interface that it implements.
//   - panic, preview: the default panics, and an error of the module may arrive for which
//     there is no case. An error without a name is not counted: for those a
//     panic is an assertion.
//   - code: a case, or a method of an error, gives an error another code or status
//     than option table has for it, or the default another than option default.
//   - conflict: two mappings of a package give one error different codes of
//     one kind: two statuses, or two JSON-RPC codes; or the method Code or ErrorCode
//     of an error type returns several constants, or an empty one. Off by default:
//     see option conflict.
//   - central: a code or status is chosen by the error in a function that
//     is no mapping by a mark or the configuration. Off by default: see
//     option central.
//   - fields: a member of the reply to an error is set, unset or has another value
//     than option fields has for that error. Off by default: see option fields.
//     Data{Gate: "policy"} in the case of an error whose gate is approval.
//
// What is a code is found by where it goes: to the status of a reply, to the
// result of an error's method Code, to a field of either.
//
// A mapping is recognised if it has an error as its parameter, and two questions
// of it or more, by errors.Is, errors.As, errors.AsType, ==, a type switch or a
// predicate, lead to different constants. A table counts with each of its rows: a
// range over a slice, array or map of sentinels that asks for each row, and a map
// in which the error is looked up.
//
// # Not found
//
//   - An error that a case takes by its type, by an interface that it
//     implements, by what it wraps or by what it is wrapped in.
//   - A case behind errors.Is(err, ErrX) && retry: the condition does not take
//     all of ErrX.
//   - A case with the same outcome as the one that shadows it.
//   - Errors of other modules, and those without a name.
//   - Mappings of which it is not clear what gets to the default: those that hand the rest to another function, that
//     skip rows of a table, or whose table is filled or changed elsewhere or has functions or types to match errors by.
//   - What a test hands to a mapping.
//   - A case of what certainly cannot be there, in the function that made the call:
//     the rule errmatch says so.
//
// # Fix
//
// There is none:
//
//   - any: which code is right is for the author to say
//
// # Suppress
//
// By //errlint:ignore errmap REASON on the line of the finding, or on the
// function.
//
// # Limits
//
// A table is read where the package that has the mapping declares it. A code is read
// where a case returns it, stores it in a field, hands it to a function or puts it
// into a variable; a member of a reply, in the struct that a case makes itself.
package errmap
