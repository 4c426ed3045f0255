// Package errlog reports logs that leave out the error, and errors logged twice.
//
// A log record without the error does not say what failed. errlint knows log/slog,
// zap, zerolog, logrus, logr, klog, glog, package log, and similar loggers.
//
// # Why
//
// FR-ERR-006: "All error conditions MUST be logged with structured context".
//
// # Found
//
//   - without-error, fix: a log at level warn or above leaves out an error that is not
//     used elsewhere either.
//   - unlogged: the reply to a failure (HTTP 500 or above, JSON-RPC -32603) has a
//     fixed text, and the error is lost.
//   - twice: a function and its caller both log an error, at level warn or above.
//   - log-and-return, off: an error is logged and returned: right where no caller logs.
//   - text, off, unsafe fix: the text of an error is logged instead of the error.
//   - unstructured, off: a message is concatenated or formatted (option structured),
//     or the logger is not option logger.
//   - fields, off: the attributes of a logged error differ from the options.
//   - level, off: the level of a logged error differs from option levels.
//
// Bad above good:
//
//	log.Error("failed", "key", key)                 // without-error
//	log.Error("failed", "key", key, "error", err)
//
//	http.Error(w, "failed", 500)                    // unlogged, where err is lost
//	log.Error("failed", "error", err); http.Error(w, "failed", 500)
//
//	log.Error("failed", "error", err)               // twice, where the callee has logged err
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
//   - Logs at levels debug and info, except for unstructured and level. For
//     without-error, package log except Fatal and Panic.
//   - Errors already distinguished, of contexts, and wrapcause's exempt-causes.
//   - Logs with the failed call's output or what its error tells, attempts
//     repeated until they succeed, and logs before another error is returned.
//   - For twice, logs before the program ends.
//   - Replies of health checks.
//   - Tests, and methods of loggers.
//
// # Fix
//
// For without-error, the error is added under option key, or the package's usual key.
// For text, the error itself is logged: unsafe, as logs change.
//
// Where there is none:
//
//   - without-error: the call has no place for it, or its key is taken
//   - text: the text is part of a message
//   - any: the author has to decide what to log, and where
//
// # Suppress
//
// Use //errlint:ignore errlog REASON where nobody needs the error.
package errlog
