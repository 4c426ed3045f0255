// Package errlog reports logs that leave out the error, and errors logged twice.
//
// A log is read when something has failed, and what failed is in the error. A record that leaves it out says that
// there was a failure, and nobody learns which:
//
//	if err := split(key); err != nil {
//		log.Error("splitting failed", "key", key)
//		continue
//	}
//
// Remedy: the error among the attributes.
//
//	log.Error("splitting failed", "key", key, "error", err)
//
// # Why
//
// FR-ERR-006 of the code-intelligence error envelope asks that every error is logged once, structured, at a level by
// kind; the standardized error response that unknown errors are logged in full before their text is replaced; REQ-CORE-004
// F-003 that a log has the correlation id; ADR 001 of CowGnition that tool errors are logged, with slog and the
// agreed fields; the error design of bb-mcp-server that the data is logged, less the trace.
//
// # Found
//
//   - without-error: a log at warn or above, where an error is at hand, leaves it out, and the error goes nowhere
//     else: it is not returned, wrapped, stored, sent, nor given to a function.
//   - unlogged: the reply to a failure, with an HTTP status of 500 or above or the JSON-RPC code -32603, has a fixed text or
//     none, and the error at hand is neither logged nor kept. Results of tools are looked at if option unlogged has tool.
//   - twice: an error is logged that the function which returned it has logged, on every way on which there is one. Both logs
//     are at warn or above. With option logs-returned, also the log of an error that a method returns to a caller who
//     logs it.
//   - log-and-return: an error is logged at warn or above, and then returned, itself or wrapped. Off, as it is right where no
//     caller logs.
//   - text, unsafe fix: the text of an error is logged in its place, as an attribute or formatted into the message of a structured
//     logger: what type the error is, and what it wraps, is gone. Off unless it is switched on.
//   - unstructured: a format, a message that is put together, a logger without attributes, or with option logger another one
//     than that. Off unless option structured or logger is set.
//   - fields: the log of an error lacks an agreed attribute, has a forbidden one, or has the error under another key. Off until
//     one of the options for it is set.
//   - level: the log of an error has another level than the table has for it. Off until levels is set.
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
// Loggers are log/slog, zap and its sugared logger, zerolog, logrus, logr, klog, glog and package log; and types with methods Info, Error
// and Warn or Debug that take a message and then keys and values, or a format: hclog, and the interfaces of most programs. A
// function of the module that hands a parameter to a logger counts as a log of that, in whatever package. What a logger was given by With is
// part of what it logs, in the constructor of what holds the logger, too.
//
// # Not found
//
//   - Logs at debug and info, and for without-error those of package log, which has no levels (but Fatal and Panic).
//   - An error that was told apart by errors.Is and the like, and is known; that of a context; those of parsers, which say
//     nothing but that their input is bad: wrapcause's exempt-causes; and one of a function of the module that returns no other. In
//     their place the log says what matters.
//   - A log with the other results of the call that has failed, such as the output of a command; or with the arguments that are
//     all that the error tells of, where a function of the module makes it of them.
//   - The error of an attempt after which another has succeeded.
//   - A log before another error is returned: that this one has nothing of the error at hand is for rule wrapcause to say.
//   - The named result in a deferred clean-up: the log is about something else.
//   - An error that the function which returned it has logged: a further log may speak of what follows from it.
//   - Retries that log each attempt and return the last error; the end of a goroutine, where to log is to handle; and for twice a
//     log with which the program ends: by os.Exit and its like, or because main returns.
//   - The failure to encode or write the reply itself: there is nobody left to tell.
//   - A reply behind a log that leaves the error out: that is one mistake, and the log's.
//   - Errors with several levels in the table; lists of attributes that are put together at run time; loggers that come from
//     a context, which may have any attribute.
//   - Logs inside a logger of the module's own; those of tests, and of packages that import testing.
//
// # Fix
//
// Of without-error: the error is added under the key that the package uses most for errors (or option key), or by zap.Error,
// WithError or Err. Of text: the error itself in
// place of its text, by zap.Error, slog.Any, AnErr and so on. It is unsafe: what reads the log may see another form of it.
//
// Where there is none:
//
//   - without-error: the call has no place for an attribute
//   - text: the text is part of a message
//   - any: what is to be logged, and where, is for the author to say
//
// # Suppress
//
// By //errlint:ignore errlog REASON on the line of the log, or on a declaration.
//
// # Limits
//
// What the caller of a constructor has put on a logger before is not seen, nor what a handler adds to each
// record; option from-context names the latter. An error that goes into a field or variable that others see counts as
// kept, whether or not it is read.
package errlog
