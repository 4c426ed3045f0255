// Package safemsg reports replies with stacks, secrets and texts not meant for
// clients.
//
// Users, models and attackers read replies. Tell them what they need, and log the
// rest.
//
// # Why
//
// FR-ERR-004: "Unknown exceptions mapped to 500 Internal Error with safe message".
//
// # Found
//
// A reply is an HTTP response, a JSON-RPC error, a gRPC status, a tool's result,
// problem details, or a struct marked //errlint:envelope.
//
//   - trace: a reply contains a stack, of packages debug or runtime, or by %+v of an
//     error that prints one.
//   - secret: a reply, log, error or panic contains a password of BasicAuth or a URL,
//     headers with credentials, a dump of a request, the environment, a token of
//     x/oauth2, a private key, or something marked //errlint:secret or configured.
//   - private: a reply contains something marked //errlint:private or configured;
//     logs may.
//   - foreign, off: a reply has the text of another module's or the standard library's
//     error.
//   - unknown, off: a reply of a decorator or mapping has the text of any error.
//   - upstream, off: the reply to a failed call contains the body of another server's
//     response.
//   - detail, off: a reply contains what %T, %p or %#v show, a panic's value, or a
//     source position.
//
// Bad above good:
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
//	http.Error(w, err.Error(), 500)                   // foreign, where os.ReadFile returned err
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
//   - The module's own texts, and causes that Error does not print.
//   - Variables called token, and fields without a mark.
//   - For foreign and unknown: statuses below 500, JSON-RPC codes other than -32603,
//     and errors of contexts and of parsers of numbers, times and URLs.
//   - Values redacted by another module, option safe, strings.Replace, LogValue,
//     MarshalJSON, or String where fmt calls it; fields and headers cleared before.
//
// # Fix
//
// There is none.
//
//   - any: the author has to decide what the client needs to know
//
// # Suppress
//
// Use //errlint:ignore safemsg REASON where whoever sees the reply may see the value.
package safemsg
