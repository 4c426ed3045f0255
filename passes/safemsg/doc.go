// Package safemsg reports replies with stacks, secrets and texts not meant for clients.
//
// What a server answers is read by somebody else: a user, a model, an attacker. What
// they need belongs into the reply, the rest into the log.
//
// # Why
//
// FR-ERR-004: "Unknown exceptions mapped to 500 Internal Error with safe message";
// FR-ERR-006: "No sensitive data in logs".
//
// # Found
//
// A reply is an HTTP response, a JSON-RPC error, a gRPC status, a tool's result,
// problem details, or a struct marked //errlint:envelope.
//
//   - trace: a stack reaches a reply: of debug.Stack, runtime.Stack, runtime.Callers,
//     or %+v of an error that prints one.
//   - secret: a secret reaches a reply, a log, an error or a panic: passwords of
//     BasicAuth and URLs, headers with credentials, all headers or a dump of a
//     request, the environment, tokens of x/oauth2, private keys, and what is marked
//     //errlint:secret or configured.
//   - private: what is marked //errlint:private or configured reaches a reply. It may
//     be logged.
//   - foreign: the reply has the text of an error that another module or the standard
//     library made. Off; option foreign.
//   - unknown: a reply of a decorator or mapping has the text of an error that may be
//     any. Off.
//   - upstream: the reply to a failed call has the body of another server's response.
//     Off.
//   - detail: the reply has a type (%T), an address (%p), a Go value (%#v), what a
//     panic was called with, or a position in the source. Off.
//
// By category, bad above good:
//
//	http.Error(w, string(debug.Stack()), 500)         // trace
//	log.Error("panic", "stack", string(debug.Stack()))
//
//	log.Info("request", "headers", r.Header)          // secret
//	log.Info("request", "agent", r.Header.Get("User-Agent"))
//
//	http.Error(w, "denied by "+rule.ID, 403)          // private, where Rule is marked
//	http.Error(w, "denied", 403)
//
//	http.Error(w, err.Error(), 500)                   // foreign, where err is of os.ReadFile
//	http.Error(w, "cannot read the page", 500)
//
//	default: http.Error(w, err.Error(), 500)          // unknown, in a mapping of err
//	default: http.Error(w, "internal error", 500)
//
//	http.Error(w, string(body), 502)                  // upstream
//	http.Error(w, "the other server failed", 502)
//
//	http.Error(w, fmt.Sprintf("no %T", v), 500)       // detail
//	http.Error(w, "it is of another kind", 500)
//
// That an error was told apart does not make its text safe.
//
// # Not found
//
//   - Texts that the module itself wrote; a cause that Error does not print; variables
//     that are only called token.
//   - For foreign and unknown, replies below 500 or with another JSON-RPC code than
//     -32603; errors of a context and of parsers.
//   - What a handler without a decorator returns: see decorated.
//   - What was redacted: by a function of another module or of option safe, by
//     strings.Replace, String or LogValue.
//
// # Fix
//
// There is none.
//
//   - any: what the client needs to know is for the author to say
//
// # Suppress
//
// //errlint:ignore safemsg REASON, where all who see the reply may see the value.
//
// # Limits
//
// A secret that is kept in a field without a mark and shown elsewhere is not seen.
package safemsg
