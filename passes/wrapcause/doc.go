// Package wrapcause reports new errors that do not wrap the error at hand.
//
// An error that is formatted with %v, turned into text or left out is gone for the
// caller: errors.Is and errors.As no longer find it, nor do retries and error codes.
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
//   - format, unsafe fix: fmt.Errorf, or a function like it, formats an error with %v,
//     %s or %q and does not wrap it. Like it are those of x/xerrors, pkg/errors,
//     cockroachdb/errors and pingcap/errors, and helpers of the module.
//   - text, unsafe fix: the new error has only the text of one.
//   - dropped: a new error has nothing of that of an operation: of a call with a
//     context, of packages such as os, net and database/sql, or of a function of the
//     module that hands such an error on. Or a constructor ignores its cause parameter.
//   - translated, preview: the same where it may be meant: with a sentinel or a type, a
//     log of the cause, or no operation.
//   - second-cause, unsafe fix: one error is wrapped and another formatted beside it.
//   - no-unwrap, unsafe fix: an error type holds an error, and Unwrap is missing,
//     returns something else, or is on the pointer where values are returned.
//   - no-field, preview: an error type of the package is given the text of an error, and
//     has no field for it. One finding for each type.
//   - nameless, preview, unsafe fix: the error that becomes text was made of text, so
//     that errors.Is and errors.As have nothing to find.
//   - unasked, preview, unsafe fix: format, text or second-cause where nobody can ask
//     which error it was: only this package gets it, and compares it with nil, prints
//     it, logs it or makes a tool result of it.
//   - helper, preview: an error is given to a function in another package of the module
//     that loses it, and has the finding.
//   - swallowed: an error is logged, or looked at, and nil returned; a deferred
//     assignment over an error; a go statement that drops one; a recovered value made
//     text. Off.
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
//	return apierr.Failed("read", err)             // helper: it keeps only err.Error()
//	return apierr.Wrap("read", err)
//
//	if err != nil { log.Print(err); return nil }  // swallowed
//	if err != nil { return err }
//
// # Not found
//
//   - A known error: behind errors.Is, a type switch, or a condition on it or on what
//     came with it, such as a status code.
//   - A sentinel that a check wanted to find and did not; an error of which all only use
//     the text.
//   - A cause that adds nothing: of option exempt-causes, of a context, a parser, a
//     conversion, or a call that says what it means, such as exec.LookPath.
//   - A cause that another failure replaces: of something else that was tried, of the
//     last attempt, of a deadline.
//   - An error that may be nil, whose text is handed on beside it, or that another
//     operand wraps; beside a wrapped one, that of json.Unmarshal and its like.
//   - A field that only the package sets, to errors that are made of texts.
//   - What is hidden on purpose, as a comment there says (//errlint:opaque is better: it
//     is checked), or masked.
//   - What is logged, printed or given to a test; tool results with isError; an error's
//     form on a wire; signals such as fs.SkipDir; deprecated types.
//
// # Fix
//
// A plain %v or %s becomes %w, err.Error() becomes err with it, errors.New becomes
// fmt.Errorf; two causes are both wrapped, or joined; a missing Unwrap method is added.
// All are unsafe: errors.Is and errors.As then match what they did not.
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
//   - swallowed: what is to become of the error is for the author to say
//
// # Suppress
//
// //errlint:opaque REASON, on a return statement or a function, where the cause is
// hidden on purpose. //errlint:ignore wrapcause REASON for a single finding, or on a
// type for no-unwrap and no-field.
//
// # Limits
//
// Errors in fields are followed within an expression only. Formatting an error of a
// decoder such as json.Unmarshal is found, although few callers ask for its type.
package wrapcause
