// Package errlog reports logs that leave out the error, and errors logged twice.
//
// A record that says that something failed, and leaves the error out, does not say
// what.
//
// # Why
//
// FR-ERR-006: "All error conditions MUST be logged with structured context".
//
// # Found
//
//   - without-error: a log at warn or above leaves the error at hand out, and the
//     error goes nowhere else.
//   - unlogged: the reply to a failure (HTTP status 500 or above, JSON-RPC code
//     -32603) has a fixed text, and the error is neither logged nor kept.
//   - twice: an error is logged at warn or above that the function which returned it
//     has always logged.
//   - log-and-return: an error is logged and then returned. Off, as it is right where
//     no caller logs.
//   - text, unsafe fix: the text of an error is logged in its place. Off.
//   - unstructured: a message that is put together, or another logger than option
//     logger. Off; options structured and logger.
//   - fields: the log of an error has other attributes than the options say. Off until
//     one is set.
//   - level: the log of an error has another level than option levels says. Off until
//     it is set.
//
// By category, bad above good:
//
//	log.Error("splitting failed", "key", key)       // without-error
//	log.Error("splitting failed", "key", key, "error", err)
//
//	http.Error(w, "internal error", 500)            // unlogged, where err is lost
//	log.Error("cannot load", "error", err); http.Error(w, "internal error", 500)
//
//	log.Error("cannot start", "error", err)         // twice, where err is of a function that logs it
//	return fmt.Errorf("start: %w", err)
//
//	log.Error("failed", "error", err); return err   // log-and-return
//	return err
//
//	log.Error("failed", "error", err.Error())       // text
//	log.Error("failed", "error", err)
//
//	log.Error(fmt.Sprintf("cannot load %s", name))  // unstructured
//	log.Error("cannot load", "name", name)
//
//	log.Error("failed", "error", err)               // fields, where they are [operation]
//	log.Error("failed", "error", err, "operation", op)
//
//	log.Error("not found", "error", err)            // level, where ErrNotFound has warn
//	log.Warn("not found", "error", err)
//
// Known are log/slog, zap, zerolog, logrus, logr, klog, glog, package log, types with
// such methods, and functions that hand a parameter to one.
//
// # Not found
//
//   - Logs at debug and info; for without-error those of package log, but for Fatal
//     and Panic.
//   - An error that was told apart, that of a context, and those of parsers.
//   - A log that has the failed call's output or arguments; retries that log each
//     attempt.
//   - A log with which the program ends, or before another error is returned (see
//     wrapcause).
//   - A reply that tells of the failure because that was asked, as by a health check;
//     tests; the inside of a logger.
//
// # Fix
//
// Of without-error: the error is added under the key that the package uses most (or
// option key). Of text: the error itself, which is unsafe: logs change their form.
//
// Where there is none:
//
//   - without-error: the call has no place for an attribute
//   - text: the text is part of a message
//   - any: what is to be logged, and where, is for the author to say
//
// # Suppress
//
// //errlint:ignore errlog REASON, where nobody needs the error.
//
// # Limits
//
// What a caller has put on a logger before is not seen. An error in a field that others
// see counts as kept.
package errlog
