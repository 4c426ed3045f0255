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
//   - trace: a stack reaches a reply: of debug.Stack or runtime.Stack, or what %+v prints of an error of
//     github.com/pkg/errors or github.com/cockroachdb/errors.
//   - secret: a secret reaches a reply or a log: the password of BasicAuth or of a URL, the headers Authorization, Proxy-Authorization and
//     Cookie, all headers of a request, its dump, the whole environment, tokens and client secrets of golang.org/x/oauth2, a
//     private key.
//   - foreign: the reply has the text of an error that another module or the standard library made. Off; option foreign says for which
//     replies.
//   - upstream: the reply has the body of another server's response. Off.
//   - detail: the reply has a type (%T), an address (%p), a value as the source has it (%#v), or what a panic was called with. Off.
//
// By category, bad and good:
//
//	http.Error(w, string(debug.Stack()), 500)                  // trace
//	log.Error("panic", "stack", string(debug.Stack()))         // good
//
//	log.Info("request", "headers", r.Header)                   // secret
//	log.Info("request", "agent", r.Header.Get("User-Agent"))   // good
//
//	http.Error(w, err.Error(), 500)                            // foreign, where err is of os.ReadFile
//	http.Error(w, "cannot read the page", 500)                 // good
//
//	http.Error(w, string(body), 502)                           // upstream, where body is of another server
//	http.Error(w, "the other server failed", 502)              // good
//
//	http.Error(w, fmt.Sprintf("no %T", v), 500)                // detail
//	http.Error(w, "it is of another kind", 500)                // good
//
// A text is followed through concatenation, fmt, strings, errors that are made and wrapped of it, fields of errors, and the functions
// of the package. A finding shows where the text comes from.
//
// # Not found
//
//   - The text of the module's own sentinels and error types, as far as the module wrote it.
//   - For foreign, replies with a status below 500, or another JSON-RPC code than -32603: they are about the request. Errors of a
//     context and of parsers.
//   - Stacks in logs.
//   - What comes out of a function that is no formatter and is not of the package: that is how a redactor or a hash clears a value. Option safe
//     lists functions of the package that do.
//   - A part of a secret that was cut off; a value of a type with a method String, Format, LogValue or MarshalJSON, which says
//     itself how it is shown.
//   - The headers of a request where the function sets or deletes some: it may have taken out what is secret.
//   - %T of a basic type or a type parameter, which tells nothing of the program.
//   - Names: a variable is no secret for being called token.
//   - %+v in fmt.Errorf, which loses the error, too: rule wrapcause reports it.
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
// What a function of another package returns is not followed, unless it is an error that it made. A secret that is kept in a
// field and shown elsewhere is not seen.
package safemsg
