// Package wrapcause reports new errors that do not wrap their cause.
//
// If a new error has only the text of its cause, or leaves it out, errors.Is and
// errors.As cannot find it.
//
//	data, err := os.ReadFile(name)
//	if err != nil {
//		return fmt.Errorf("read %s: %v", name, err) // format
//		return fmt.Errorf("read %s: %w", name, err) // good
//	}
//
// # Why
//
// FR-ERR-009: "Cause chains preserved".
//
// # Found
//
// The new error is returned, stored, sent, or passed to a callback.
//
//   - format, unsafe fix: fmt.Errorf, or a similar function of the module, x/xerrors,
//     pkg/errors, cockroachdb/errors or pingcap/errors, formats an error with %v, %s
//     or %q without wrapping it.
//   - text, unsafe fix: a new error contains only the text of another.
//   - dropped: a new error leaves out the error of an operation: a call that takes a
//     context, or that uses packages such as os, net and database/sql. After a loop,
//     that is the last attempt's; behind err != nil || c, err. Constructors that ignore
//     their cause count, too.
//   - translated, preview: like dropped, but may be intentional: the new error is a
//     sentinel or of an error type, the cause is logged or from os.Stat, a flag decides,
//     or no operation failed.
//   - second-cause, unsafe fix: one error is wrapped, another only formatted.
//   - no-unwrap, unsafe fix: an error type holds an error, but has no Unwrap method that
//     returns it, or one on the pointer where values are returned.
//   - no-field, preview: an error type without a field for one is given an error's text.
//   - nameless, preview, unsafe fix: like format and text, but nothing could be found in
//     the cause: errors.New("x"), a list of such, another module's parse error,
//     json.Marshal's unless a method of the module fails, or an unexported sentinel never
//     compared with.
//   - unasked, preview, unsafe fix: like format, text and second-cause, but all
//     callers only compare the new error with nil, print it, log it or make it a tool
//     result, and no other package can call the function, even below internal.
//   - nil-cause: an error that is always nil is formatted, wrapped or examined.
//   - helper, preview: an error is passed to a function in another package of the
//     module that loses it, and is itself reported.
//   - swallowed, off: nil is returned after an error was examined or logged, a deferred
//     function overwrites it, a go statement discards it, or a recovered value becomes
//     text.
//
// The others, bad above good:
//
//	return errors.New("read: " + err.Error())     // text
//	return fmt.Errorf("read: %w", err)
//
//	return errors.New("cannot read the file")     // dropped
//	return fmt.Errorf("read the file: %w", err)
//
//	return ErrUnavailable                         // translated
//	return fmt.Errorf("%w: %w", ErrUnavailable, err)
//
//	return fmt.Errorf("%w: %v", ErrRead, err)     // second-cause
//	return fmt.Errorf("%w: %w", ErrRead, err)
//
//	type E struct{ Err error }                    // no-unwrap
//	func (e *E) Unwrap() error { return e.Err }
//
//	type E struct{ Text string }                  // no-field, where E{err.Error()} is made
//	type E struct{ Text string; Err error }       // with Unwrap
//
//	return fmt.Errorf("check: %v", checkName(s))  // nameless
//	return fmt.Errorf("check: %w", checkName(s))
//
//	return fmt.Errorf("read: %v", err)            // unasked, where all callers only print it
//	return fmt.Errorf("read: %w", err)
//
//	return fmt.Errorf("%s: %w", name, err)        // nil-cause, where err is nil
//	return fmt.Errorf("%s: empty", name)
//
//	return apierr.Failed("read", err)             // helper, which keeps only err.Error()
//	return apierr.Wrap("read", err)
//
//	if err != nil { log.Print(err); return nil }  // swallowed
//	if err != nil { return err }
//
// # Not found
//
//   - Known causes left out, or formatted where others are wrapped: the code follows
//     errors.Is, a type switch, or a condition on the error or what came with it, such
//     as a status code; known error codes; sentinels that a check did not find.
//   - Causes that add nothing: errors of exempt-causes, contexts, parsers,
//     conversions, and functions that fail for one reason (exec.LookPath).
//   - Causes that another failure replaces, and causes out of scope, except a last
//     attempt. os.Stat and trying several names are not attempts.
//   - Causes whose text is returned beside, or which another operand wraps.
//   - Errors that may be nil, or are of decoding or cleanup beside a wrapped one, or
//     beside a failed command's output.
//   - Fields set only to texts, and unexported types that nobody uses as errors.
//   - Causes that are masked, or, as a comment says, hidden.
//   - Errors logged, printed, quoted in JSON, sent over a connection, or for tests; tool
//     results with isError; signals such as fs.SkipDir; deprecated types.
//
// # Fix
//
// %v becomes %w, err.Error() err, and errors.New fmt.Errorf. A missing Unwrap method is
// added. All are unsafe: errors.Is and errors.As match more.
//
// Where there is none:
//
//   - format, text, nameless, second-cause, unasked: the error may be nil, a call or a
//     verb such as %q changes its text, the function has no %w, or the wrapped error
//     comes later, which errors.As would then find second
//   - dropped, translated, helper, nil-cause, swallowed: the author decides what becomes
//     of the error
//   - no-field: the author decides what Error prints
//   - no-unwrap: the type has another Unwrap, or the author decides what it returns
//
// # Suppress
//
// If the cause is hidden on purpose, use //errlint:opaque REASON on the return
// statement or function. Otherwise, and on types, //errlint:ignore wrapcause REASON.
package wrapcause
