// Package wrapcause reports new errors that do not wrap the error at hand.
//
// An error that is formatted with %v, turned into text or left out is gone
// for the caller: errors.Is and errors.As no longer find it, retries and
// mappings to error codes that depend on it fall through to "unknown", and a
// log shows what was said of the failure but not what it was.
//
//	data, err := os.ReadFile(name)
//	if err != nil {
//		return fmt.Errorf("read %s: %v", name, err) // want %w
//	}
//
// # Why
//
// FR-ERR-009 of the error-envelope specification asks that the chain of
// causes is kept, and ADR 001 of CowGnition that errors are wrapped at every
// boundary and that custom error types keep the chain. The map from an error
// to its code (FR-ERR-007, REQ-CORE-004 6.4) is decided by errors.Is and
// errors.As, and is as good as the chain that they are given.
//
// # Found
//
// Something is found only if the new error leaves: if it is returned, kept
// in a variable, field or container of errors, sent, given to a callback, or to a function of the module that keeps it.
//
//   - format, unsafe fix: fmt.Errorf, or a function like it, formats an error with %v, %s
//     or %q and does not wrap it. Functions like it are aliases and function
//     values, those of golang.org/x/xerrors, github.com/pkg/errors and
//     github.com/cockroachdb/errors, and any function of the module, in any
//     package, that hands a format and its operands on.
//   - text, unsafe fix: the new error has only the text of one: err.Error() as an operand
//     or in the message of errors.New, of a constructor or of an error literal,
//     directly, through variables, fmt.Sprintf or a helper that makes a text of it, or gathered in a []string
//     and joined; also the text of a field of what errors.As has found in it. A helper in another
//     package that does so with its parameter counts, and so do
//     functions that hide an error on purpose, such as errors.Handled.
//   - dropped: where an error is known not to be nil, a new error, a sentinel or
//     an error literal is returned that has nothing of it; also a constructor
//     that ignores its cause parameter.
//   - second-cause, unsafe fix: fmt.Errorf("%w: %v", ErrX, err), one error wrapped and
//     the other formatted. Since Go 1.20 both can be wrapped.
//   - no-unwrap, unsafe fix: an error type that holds an error but has no Unwrap method (nor an Is
//     that looks at what it holds), one whose Unwrap does not return what it holds, and one whose Unwrap is
//     on the pointer while the value is returned.
//   - swallowed: an error logged and nil returned; a deferred assignment over
//     an error that may be there; a go statement that drops its function's
//     error; a recovered value made text. Off unless it is switched on.
//
// # Not found
//
//   - An error that is known: behind errors.Is, errors.As, a comparison, a
//     type switch, or any condition that looks at the error, at what came with it
//     (a status code, what the call was given to fill, as a command's output, what an object that it was given says of itself, or the other
//     parameters of a helper that is given the error) or at the text or
//     number that the call was given, a sentinel in its place is a translation. Whether there is anything, such as a
//     response that is not nil or an output that is not empty, is no such condition. Two fields or more of what
//     errors.As has found are a translation, too.
//   - A cause in the list exempt-causes, in whatever category: those of parsers say nothing but that
//     the input is bad, which is known already. Functions of the module that return nothing else are
//     such parsers, too.
//   - A cause that is left out altogether and has nothing to add: what such a parser of the module says besides, in new errors, or says in place of
//     an exempt cause; a sentinel in whose place the same one is returned; the error of a context, which is one of two and says so in its name;
//     that of a function of another module that makes a value of numbers and texts; and of a call that says what it means:
//     exec.LookPath, regexp.Compile, filepath.Rel, json.Unmarshal into a variable of a basic type, decryption and signatures, the selectors of Kubernetes.
//   - A failure of its own: where, after the error at hand, something else was
//     tried, or a user asked, and the outcome decides, or where the time is up (a select, a context, a deadline), the
//     new error is about that. To ask a question is to try nothing: a method without
//     parameters, or a function that changes nothing.
//   - An error that is observed: "want not found, got …", where another one would have been right.
//   - An error that may be nil where it is formatted, as behind err != nil || n < 1: %w has no use for nil.
//   - An error whose text is handed on beside it: to a constructor that is given both, though its type should have an Unwrap
//     method, which is said there; or with a sentinel, to the same function or as another result.
//   - What a comment says is hidden on purpose, on the line, above it, further up in the same branch or above the if. Understood are "not" or
//     "never" with a word for wrapping, giving away or passing on ("don't return detailed errors to the client"), "hide" and its like ("mask
//     the cause"), and "deliberately" with a word for leaving out. //errlint:opaque says so better: it is checked, and has a reason.
//   - An error that is wrapped by one operand and formatted by another, or from
//     which a wrapped one was taken by errors.As.
//   - Errors that are logged, printed, recorded in a span or given to a test: what is
//     said of an error is no chain. Tool results with isError are the
//     boundary's job.
//   - Errors that callees return: only what is made here is judged. What unknown
//     code does with an error is not guessed.
//   - A failure that is there anyway: where an error is returned whether or not the one at
//     hand is nil, it is not the cause, unless the new error is about nothing but it; nor is one left out whose variable is
//     out of scope by then, or the last of several attempts, any of which would have done.
//   - What a function literal returns that is deferred, or called for nothing but what it does: nobody gets it.
//   - A text in which something has been masked, such as a secret.
//   - The form that an error has on a wire, a struct all of whose fields have JSON
//     names, or that is registered with encoding/gob, and none of which holds an error: it has no place for a cause.
//   - Deprecated types without an Unwrap method.
//   - Sentinels that are signals by contract: fs.SkipDir, driver.ErrBadConn and the like.
//   - In the package of a helper that loses its parameter, its callers: the
//     finding is on the helper.
//
// # Fix
//
// A plain %v or %s becomes %w, and an operand err.Error() becomes err with it;
// errors.New with a concatenation or a Sprintf becomes fmt.Errorf, with the imports that
// it takes. For a second cause there are two fixes: to wrap both, or to
// join them. A missing Unwrap method is added below the type's Error method.
// All of these are unsafe: errors.Is and errors.As then match what they did not, in the callers, too.
//
// Where there is none:
//
//   - format, text, second-cause: the error may be nil, which %w cannot format, or the message is made in a way that %w has no place in
//   - dropped: where the cause belongs in the message is for the author to say
//   - no-unwrap: something is called Unwrap already, or what it should return is for the author to say
//   - swallowed: what is to become of the error is for the author to say
//
// # Suppress
//
// //errlint:opaque REASON on a return statement or a function says that the cause
// is hidden on purpose, and covers a helper's callers too. //errlint:ignore wrapcause REASON
// suppresses a single finding; on a type it suppresses no-unwrap.
//
// # Limits
//
// Errors that go through fields are followed within an expression only, as
// is their text. Error types are held to their fields of interface type;
// a field of a concrete error type may be anything. A format that is not
// constant is read if its constant parts account for all operands.
package wrapcause
