// Package logflow finds where a program logs: which errors a record has, with which attributes, and at which level. The
// rules on logs query it; it reports nothing.
//
// # What is a log
//
// Each logger has its own form, and none is preferred (shapes.go): log/slog, with attributes and With chains; zap and its
// sugared logger; chains of zerolog; logrus; logr, klog and glog; hclog; package log. Other loggers are known by their
// shape: a type with methods Info, Error and Warn or Debug that take a message and then keys and values, or a format and operands.
// The logger interfaces of most programs look like that, and so do loggers that are not listed.
//
// # Helpers
//
// A function of the module that passes a parameter to a log is a log where it is called: it logs that argument. Which parameters
// those are, and the highest level at which it logs, is a summary, solved for all functions of a package together, and
// exported as a fact.
//
// A second summary says whether an error that a function returns has been logged by then, on every path on which there is
// one: whoever logs it again says the same twice.
//
// # What a record has
//
// An error is in a record if the record's values are computed from it: the error, its text, a text made of that. The
// attributes that a logger was given before, by With and the like, are looked for where the logger comes from: through variables,
// fields and the functions of the package. Attributes that a caller from outside has added are not seen.
package logflow
