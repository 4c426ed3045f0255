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
// The new error leaves: it is returned, kept, sent, given to a callback, or to a
// function of the module that keeps it.
//
//   - format, unsafe fix: fmt.Errorf, or a function like it, formats an error with %v,
//     %s or %q and does not wrap it. Like it are those of x/xerrors, pkg/errors and
//     cockroachdb/errors, and helpers of the module.
//   - text, unsafe fix: the new error has only the text of one.
//   - dropped: a new error has nothing of that of an operation: of a call with a
//     context, of packages such as os, net and database/sql, or of a function of the
//     module that hands such an error on; also a constructor that ignores its cause
//     parameter.
//   - translated, preview: the same where it may be meant: the new error is a sentinel,
//     wraps one or has a type; the cause is logged there; or it is no operation's.
//   - second-cause, unsafe fix: one error is wrapped and another formatted beside it.
//   - no-unwrap, unsafe fix: an error type holds an error and has no Unwrap method,
//     one that returns something else, or one on the pointer where values are
//     returned.
//   - no-field, preview: an error type of the package is given the text of an error, and
//     has no field for it: one finding, whatever the number of its literals.
//   - nameless, preview, unsafe fix: an error becomes text in which there is nothing for
//     errors.Is and errors.As: the module or the standard library has made it of text,
//     with errors of exempt-causes among such, perhaps.
//   - unasked, preview, unsafe fix: format, text or second-cause, where nobody can ask which
//     error it was: only this package calls the functions that the new error goes through,
//     and all that they do with it is to compare it with nil, print it, log it or make a
//     tool result of it.
//   - helper, preview: an error is given to a function in another package of the module
//     that loses it. That function has the finding.
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
//	type E struct{ Text string }                  // no-field, where E{err.Error()} is made
//	type E struct{ Text string; Err error }       // with Unwrap
//
//	return fmt.Errorf("check: %v", checkName(s))  // nameless
//	return fmt.Errorf("check: %w", checkName(s))
//
//	if err := load(); err != nil { log.Print(err) }
//	return fmt.Errorf("read: %v", err)            // unasked: in load, which nothing else calls
//	return fmt.Errorf("read: %w", err)
//
//	return apierr.Failed("read", err)             // helper: it keeps only err.Error()
//	return apierr.Wrap("read", err)
//
//	return fmt.Errorf("%w: %v", ErrRead, err)     // second-cause
//	return fmt.Errorf("%w: %w", ErrRead, err)
//
//	type E struct{ Err error }                    // no-unwrap
//	func (e *E) Unwrap() error { return e.Err }
//
//	if err != nil { log.Print(err); return nil }  // swallowed
//	if err != nil { return err }
//
// # Not found
//
//   - An error that is known: behind errors.Is, a type switch, or a condition that
//     looks at the error or at what came with it, such as a status code; the fields of
//     what errors.As has found.
//   - A sentinel that a check wanted to find and did not; one of which only the text is
//     used: nobody is known to return it, wrap it or ask for it.
//   - An unexported type in whose field there are only errors that are made of texts.
//   - An element of a list of results that have an Error method, but are not used as
//     errors.
//   - Causes in option exempt-causes, and those of functions of the module that return
//     nothing else; those of calls that never fail.
//   - A cause that is left out and has nothing to add: that of a context, of a parser,
//     of a conversion, or of a call that says what it means, such as exec.LookPath.
//   - A cause that a failure of its own leaves out: something else was tried, the last
//     of several attempts failed, or the time is up.
//   - An error that may be nil there, whose text is handed on beside it, or that
//     another operand wraps.
//   - What a comment there says is hidden on purpose. //errlint:opaque says so better:
//     it is checked.
//   - What is logged, printed or given to a test; what functions make that have a
//     parameter of a type of package testing; tool results with isError; what nobody gets.
//   - Texts with something masked; the form of an error on a wire; signals such as
//     fs.SkipDir; deprecated types.
//   - The callers of a helper that loses its parameter: the finding is on the helper.
//
// # Fix
//
// A plain %v or %s becomes %w, err.Error() becomes err with it, errors.New becomes
// fmt.Errorf; two causes are both wrapped, or joined; a missing Unwrap method is added.
// All are unsafe: errors.Is and errors.As then match what they did not.
//
// Where there is none:
//
//   - format, text, nameless, second-cause, unasked: the error may be nil, which %w cannot format, or the
//     message is made in a way that %w has no place in
//   - dropped, translated, helper: where the cause belongs in the message is for the author to say
//   - no-field: what the field is to be, and what Error prints, is for the author to say
//   - no-unwrap: something is called Unwrap already, or what it should return is for
//     the author to say
//   - swallowed: what is to become of the error is for the author to say
//
// # Suppress
//
// //errlint:opaque REASON, on a return statement or a function, where the cause is
// hidden on purpose. //errlint:ignore wrapcause REASON for a single finding; on a type
// it suppresses no-unwrap, and that there is no field for an error.
//
// # Limits
//
// Errors that go through fields are followed within an expression only. Error types are
// held to their fields of interface type. Decoders such as json.Unmarshal have error
// types that a caller may ask for: to format their errors is found, although few do.
package wrapcause
