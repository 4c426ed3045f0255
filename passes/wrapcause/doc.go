// Package wrapcause reports new errors that do not wrap the error at hand.
//
// An error that is formatted with %v, turned into text or left out is gone for errors.Is,
// errors.As, retries and error codes.
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
// The new error leaves: it is returned, kept, sent or given to a callback.
//
//   - format, unsafe fix: fmt.Errorf, or its like in x/xerrors, pkg/errors,
//     cockroachdb/errors, pingcap/errors or the module, formats an error with %v, %s or
//     %q without wrapping it.
//   - text, unsafe fix: the new error has only the text of one.
//   - dropped: a new error has nothing of that of an operation: a call with a context,
//     of packages such as os, net and database/sql, or of what hands on their errors. Of
//     the last attempt, too: keep its error, to wrap it. Or a constructor ignores its
//     cause.
//   - translated, preview: the same where it may be meant: with a sentinel or a type, a
//     log of the cause, a flag, or no operation.
//   - second-cause, unsafe fix: one error is wrapped and another formatted.
//   - no-unwrap, unsafe fix: an error type holds an error, and Unwrap is missing,
//     returns something else, or is on the pointer where values are returned.
//   - no-field, preview: an error type of the package gets an error's text, and has no
//     field for it.
//   - nameless, preview, unsafe fix: the error was made of text, or by encoding in
//     memory, with nothing to find.
//   - unasked, preview, unsafe fix: format, text or second-cause where all who get the
//     new error compare it with nil, print or log it, or make a tool result of it, as
//     others do below cmd.
//   - nil-cause: what is formatted or wrapped is nil there.
//   - helper, preview: an error is given to a function in another package of the module
//     that loses it, and has the finding.
//   - swallowed: nil is returned for an error that was logged or looked at; a deferred
//     assignment or a go statement loses one; a recovered value is made text. Off.
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
//	return apierr.Failed("read", err)             // helper: it keeps only err.Error()
//	return apierr.Wrap("read", err)
//
//	if err != nil { log.Print(err); return nil }  // swallowed
//	if err != nil { return err }
//
// # Not found
//
//   - A known error: behind errors.Is, a type switch, or a condition on it or on what
//     came with it, such as a status code. A sentinel that a check did not find.
//   - A cause that adds nothing: of exempt-causes, a context, a parser, a conversion, or
//     a call that says what it means, such as exec.LookPath; one that another failure
//     replaces; out of scope, that of os.Stat, or of one of several names.
//   - An error that may be nil, whose text is handed on beside it, or that another
//     operand wraps; beside a wrapped one, that of a decoder or a clean-up; beside what
//     the failed call has put out.
//   - A field that the package sets to texts only; an unexported type that nobody uses
//     as an error.
//   - What is masked, or hidden on purpose as a comment says (better: //errlint:opaque).
//   - What is logged, printed or made for tests; tool results with isError; errors on a
//     wire or connection; signals such as fs.SkipDir; deprecated types.
//
// # Fix
//
// %v becomes %w, err.Error() becomes err, errors.New becomes fmt.Errorf; two causes are
// both wrapped; an Unwrap method is added. All are unsafe: errors.Is and
// errors.As then match more.
//
// Where there is none:
//
//   - format, text, nameless, second-cause, unasked: the error may be nil, which %w
//     cannot format, or the message is made in a way that %w has no place in
//   - dropped, translated, helper: where the cause belongs in the message is for the
//     author to say
//   - no-field: what the field is to be, and what Error prints, is for the author to say
//   - no-unwrap: something is called Unwrap already, or what it should return is for the
//     author to say
//   - nil-cause, swallowed: what is to become of the error is for the author to say
//
// # Suppress
//
// //errlint:opaque REASON, on a return statement or a function, where the cause is
// hidden on purpose; else, and on a type, //errlint:ignore wrapcause REASON.
package wrapcause
