// Package safemsg reports replies with stacks, secrets and texts not meant for clients.
//
// What a server answers is read by somebody else: a user, a model, an attacker. A stack tells how the program is built, and the text of
// a driver's error where its files and its databases are:
//
//	http.Error(w, fmt.Sprintf("%v\n%s", err, debug.Stack()), 500)
//
// Remedy: what the client needs to know in the reply, the rest in the log.
//
//	log.Error("cannot load", "error", err, "stack", string(debug.Stack()))
//	http.Error(w, "cannot load the page", 500)
//
// # Why
//
// FR-ERR-004 of the code-intelligence error envelope asks for a safe message where an error is unknown, FR-ERR-006 and 009 for logs and context
// without secrets, FR-ERR-014 for messages that leak no internals; REQ-CORE-004 5.3 for replies without stack traces
// and credentials; the error design of bb-mcp-server for at most a filtered trace.
//
// # Found
//
//   - trace: a stack reaches a reply: of debug.Stack or runtime.Stack, frames of runtime.Callers, or what %+v prints of an error of
//     github.com/pkg/errors or github.com/cockroachdb/errors, or of one whose method Format prints a stack.
//   - secret: a secret reaches a reply, a log, or the text or a field of an error: the password of BasicAuth or of a URL, the headers
//     Authorization, Proxy-Authorization and Cookie, all headers of a request, its dump, the whole environment, tokens and client
//     secrets of golang.org/x/oauth2, a private key, and types and fields that are marked //errlint:secret or configured.
//   - private: what is marked //errlint:private, a field or a type with its fields, or configured so, reaches a reply. It may be logged.
//   - foreign: the reply has the text of an error that another module or the standard library made. Off; option foreign says for which
//     replies.
//   - unknown: a reply of a decorator, or of a function that gives errors their codes, has the text of an error where that may be any. Off.
//   - upstream: the reply to a failed call has the body of another server's response. Off.
//   - detail: the reply has a type (%T), an address (%p), a value as the source has it (%#v), what a panic was called with, or a
//     position in the source. Off.
//
// By category, bad and good:
//
//	http.Error(w, string(debug.Stack()), 500)                  // trace
//	log.Error("panic", "stack", string(debug.Stack()))         // good
//
//	log.Info("request", "headers", r.Header)                   // secret
//	log.Info("request", "agent", r.Header.Get("User-Agent"))   // good
//
//	http.Error(w, "denied by "+rule.ID, 403)                   // private, where Rule is marked //errlint:private
//	http.Error(w, "denied", 403)                               // good
//
//	http.Error(w, err.Error(), 500)                            // foreign, where err is of os.ReadFile
//	http.Error(w, "cannot read the page", 500)                 // good
//
//	default: http.Error(w, err.Error(), 500)                   // unknown, in func reply(w http.ResponseWriter, err error)
//	default: http.Error(w, "internal error", 500)              // good, and err in the log
//
//	http.Error(w, string(body), 502)                           // upstream, where body is of another server
//	http.Error(w, "the other server failed", 502)              // good
//
//	http.Error(w, fmt.Sprintf("no %T", v), 500)                // detail
//	http.Error(w, "it is of another kind", 500)                // good
//
// A reply is an HTTP response, a JSON-RPC error, a gRPC status, the result of a tool, and a struct of problem details or one
// marked //errlint:envelope, where it is made. For trace, secret and private it may be that of a call which has not failed.
//
// A text is followed through concatenation, fmt, strings, buffers, JSON, errors that are made and wrapped of it, what the method Error of
// a type prints of its fields, and functions of the module in any package. That an error was told apart by errors.Is or errors.As does
// not make its text safe: what is in an error of the module's own may still be a driver's. A finding shows where the text comes from.
//
// The function of unknown is a decorator of tool handlers or what that calls, one that is marked //errlint:mapping or configured for
// errmap, or one that tells its error parameter apart.
//
// # Not found
//
//   - The text of the module's own sentinels and error types, as far as the module wrote it; a cause that an error keeps and its
//     method Error does not print.
//   - For foreign and unknown, replies with a status below 500, or another JSON-RPC code than -32603: they are about the request.
//     Errors of a context and of parsers.
//   - For foreign, what a handler without a decorator returns: that there is none is rule decorated's to report.
//   - Stacks in logs.
//   - What comes out of a function that is no formatter and is not of the module: that is how a redactor or a hash clears a value.
//     Option safe lists functions of the module that do.
//   - A secret that strings.Replace takes out of the text; a part of one that was cut off, such as the scheme before a token; a
//     value of a type with a method String, Format, LogValue or MarshalJSON, which says itself how it is shown.
//   - The headers of a request where the function sets or deletes some: it may have taken out what is secret.
//   - %T of a basic type or a type parameter, which tells nothing of the program.
//   - Names: a variable is no secret for being called token.
//   - %+v in fmt.Errorf, which loses the error, too: rule wrapcause reports it. A secret in an error is reported where the error is made,
//     and not again where that is logged or sent.
//
// # Fix
//
// There is none:
//
//   - any: what the client needs to know is for the author to say
//
// # Suppress
//
// By //errlint:ignore safemsg REASON on the line of the reply or the log, or on a declaration.
//
// # Limits
//
// A secret that is kept in a field without a mark and shown elsewhere is not seen, unless it is a field of an error; nor is what comes
// from a method of an interface of the module.
package safemsg
