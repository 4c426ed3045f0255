// Package errlog reports logs that leave out the error, and errors logged twice.
//
// A record without the error does not say what failed. Known are log/slog, zap, zerolog,
// logrus, logr, klog, glog, package log, and their likes.
//
// # Why
//
// FR-ERR-006: "All error conditions MUST be logged with structured context".
//
// # Found
//
//   - without-error: a log at warn or above leaves out an error that goes nowhere else.
//   - unlogged: the reply to a failure (HTTP 500 or above, JSON-RPC -32603) has a fixed
//     text, and the error is lost.
//   - twice: an error is logged at warn or above by a function, and again by its caller.
//   - log-and-return: an error is logged and returned. Off, as it is right where no
//     caller logs.
//   - text, unsafe fix: the text of an error is logged in its place. Off.
//   - unstructured: a message is put together (option structured), or the logger is not
//     option logger. Off.
//   - fields: the log of an error has other attributes than options say. Off until they
//     do.
//   - level: the log of an error has not the level of option levels. Off until that is
//     set.
//
// By category, bad above good:
//
//	log.Error("failed", "key", key)                 // without-error
//	log.Error("failed", "key", key, "error", err)
//
//	http.Error(w, "failed", 500)                    // unlogged, where err is lost
//	log.Error("failed", "error", err); http.Error(w, "failed", 500)
//
//	log.Error("failed", "error", err)               // twice, where err is of a function that logs it
//	return fmt.Errorf("start: %w", err)
//
//	log.Error("failed", "error", err); return err   // log-and-return
//	return err
//
//	log.Error("failed", "error", err.Error())       // text
//	log.Error("failed", "error", err)
//
//	log.Error("cannot load " + name)                // unstructured
//	log.Error("cannot load", "name", name)
//
//	log.Error("failed", "error", err)               // fields, where they are [operation]
//	log.Error("failed", "error", err, "operation", op)
//
//	log.Error("failed", "error", ErrNotFound)       // level, where that has warn
//	log.Warn("failed", "error", ErrNotFound)
//
// # Not found
//
//   - Logs at debug and info; for without-error those of package log, but for Fatal and
//     Panic.
//   - Errors that were told apart, of contexts, and of parsers; a log with the failed
//     call's output or arguments.
//   - Attempts that are repeated; a log before the program ends, or another error is
//     returned.
//   - A reply to the question whether something fails (a health check); tests; loggers.
//
// # Fix
//
// Of without-error: the error is added, under option key or the package's most used one.
// Of text: the error itself, which is unsafe: logs change their form.
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
package errlog
