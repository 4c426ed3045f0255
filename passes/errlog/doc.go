// Package errlog reports logs that leave out the error, and errors logged twice.
//
// A log is read when something has failed, and what failed is in the error. A record
// that leaves it out says that there was a failure, and nobody learns which.
//
// # Why
//
// FR-ERR-006: "All error conditions MUST be logged with structured context"; REQ-CORE-004,
// F-003.1: "Log all errors with correlation ID"; ADR 001 of CowGnition: tool errors are
// "logged internally with full detail".
//
// # Found
//
//   - without-error: a log at warn or above leaves the error at hand out, and the error
//     goes nowhere else.
//   - unlogged: the reply to a failure (HTTP status 500 or above, JSON-RPC code -32603; option
//     unlogged adds tools) has a fixed text, and the error is neither logged nor kept.
//   - twice: an error is logged at warn or above that the function which returned it has
//     logged, on every way on which there is one.
//   - log-and-return: an error is logged and then returned. Off, as it is right where no
//     caller logs; option log-and-return.
//   - text, unsafe fix: the text of an error is logged in its place. Off; option text.
//   - unstructured: a message that is put together, or another logger than option logger.
//     Off; options structured and logger.
//   - fields: the log of an error lacks an agreed attribute, has a forbidden one, or has the
//     error under another key. Off until an option for it is set.
//   - level: the log of an error has another level than option levels says. Off until it is set.
//
// By category, bad and good:
//
//	log.Error("splitting failed", "key", key)                // without-error
//	log.Error("splitting failed", "key", key, "error", err)  // good
//
//	http.Error(w, "internal error", 500)                     // unlogged, where err is lost
//	log.Error("cannot load", "error", err)                   // good, before it
//
//	log.Error("cannot start", "error", err)                  // twice, where err is of a function that logs it
//	return fmt.Errorf("start: %w", err)                      // good
//
//	log.Error("failed", "error", err); return err            // log-and-return
//	return err                                               // good
//
//	log.Error("failed", "error", err.Error())                // text
//	log.Error("failed", "error", err)                        // good
//
//	log.Error(fmt.Sprintf("cannot load %s", name))           // unstructured
//	log.Error("cannot load", "name", name)                   // good
//
//	log.Error("failed", "error", err)                        // fields, where they are [operation]
//	log.Error("failed", "error", err, "operation", op)       // good
//
//	log.Error("not found", "error", err)                     // level, where ErrNotFound has warn
//	log.Warn("not found", "error", err)                      // good
//
// Known are log/slog, zap, zerolog, logrus, logr, klog, glog, package log, types with such
// methods, and functions of the module that hand a parameter to a logger.
//
// # Not found
//
//   - Logs at debug and info; for without-error those of package log, but for Fatal and Panic.
//   - An error that was told apart, that of a context, and those of parsers.
//   - A log that has the output of the failed call, or all the arguments that the error tells of.
//   - An attempt after which another has succeeded; retries that log each attempt.
//   - For twice, a log with which the program or a goroutine ends.
//   - For unlogged, a reply that tells of the failure because that was asked, as by a probe
//     of health: with status 503, or of the type that the handler's other replies have.
//   - A log before another error is returned: that is for rule wrapcause.
//   - The failure to write the reply itself; the named result in a deferred clean-up.
//   - Logs of tests, and those inside a logger of the module's own.
//
// # Fix
//
// Of without-error: the error is added under the key that the package uses most (or option
// key). Of text: the error itself in place of its text, which is unsafe: what reads the log
// may see another form of it.
//
// Where there is none:
//
//   - without-error: the call has no place for an attribute
//   - text: the text is part of a message
//   - any: what is to be logged, and where, is for the author to say
//
// # Suppress
//
// //errlint:ignore errlog REASON on the line of the log, or on a declaration.
//
// # Limits
//
// What a caller has put on a logger before is not seen, nor what a handler adds; option
// from-context names the latter. An error in a field that others see counts as kept.
package errlog
