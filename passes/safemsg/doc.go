// Package safemsg reports replies with stacks, secrets and texts not meant for clients.
//
// Users, models and attackers read replies. What they need belongs there, the rest into
// the log.
//
// # Why
//
// FR-ERR-004: "Unknown exceptions mapped to 500 Internal Error with safe message".
//
// # Found
//
// A reply is an HTTP response, a JSON-RPC error, a gRPC status, a tool's result, problem
// details, or a struct marked //errlint:envelope.
//
//   - trace: a reply has a stack: of packages debug and runtime, or %+v of an error that
//     prints one.
//   - secret: a reply, log, error or panic has a password of BasicAuth or a URL, headers
//     with credentials, a dump of a request, the environment, a token of x/oauth2, a
//     private key, or what is marked //errlint:secret or configured.
//   - private: a reply, not just a log, has what is marked //errlint:private or
//     configured.
//   - foreign: a reply has the text of an error of another module or the standard
//     library. Off; option foreign.
//   - unknown: a reply of a decorator or mapping has the text of an error that may be
//     any. Off.
//   - upstream: the reply to a failed call has the body of another server's response.
//     Off.
//   - detail: a reply has a type (%T), an address (%p), a Go value (%#v), a panic's
//     value, or a source position. Off.
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
//	http.Error(w, "cannot read", 500)
//
//	default: http.Error(w, err.Error(), 500)          // unknown, in a mapping of err
//	default: http.Error(w, "internal error", 500)
//
//	http.Error(w, string(body), 502)                  // upstream
//	http.Error(w, "upstream failed", 502)
//
//	http.Error(w, fmt.Sprintf("no %T", v), 500)       // detail
//	http.Error(w, "wrong type", 500)
//
// # Not found
//
//   - Texts that the module wrote; a cause that Error does not print; variables that are
//     only called token; fields without a mark.
//   - For foreign and unknown: statuses below 500, other JSON-RPC codes than -32603,
//     errors of contexts and parsers.
//   - What another module, option safe, strings.Replace, String or LogValue has
//     redacted.
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
package safemsg
