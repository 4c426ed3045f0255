// Package headers has cases of headers that are shown as a whole, after some of them were changed.
package headers

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log"
	"log/slog"
	"net/http"
	"net/http/httputil"
)

func otherHeaders(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	r.Header.Del("Connection")
	slog.Info("request", "headers", r.Header) // shape: safemsg/secret-headers-kept // want `the log has all headers`
	if dump, err := httputil.DumpRequest(r, false); err == nil {
		slog.Debug(string(dump)) // shape: safemsg/secret-headers-kept // want `the log has all headers of a request`
	}
	slog.Info("request", "auth", r.Header["Authorization"]) // shape: safemsg/secret-headers-kept // want `the log has the header Authorization`
}

func later(r *http.Request) {
	slog.Info("request", "headers", r.Header) // shape: safemsg/secret-headers-kept // want `the log has all headers`
	r.Header.Del("Authorization")
}

func laterVariable(r *http.Request) {
	h := r.Header
	slog.Info("request", "headers", h) // shape: safemsg/secret-headers-kept // want `the log has all headers`
	defer h.Del("Authorization")
}

func put(req *http.Request, token string) {
	req.Header.Set("Authorization", "Bearer "+token)
	slog.Debug("send", "headers", req.Header) // shape: safemsg/secret-headers-kept // want `the log has all headers`
}

func putBack(req *http.Request, token string) {
	req.Header.Del("Authorization")
	req.Header.Set("Authorization", "Bearer "+token)
	slog.Debug("send", "headers", req.Header) // shape: safemsg/secret-headers-kept // want `the log has all headers`
}

func otherClone(r *http.Request) {
	h := r.Header.Clone()
	h.Del("Authorization")
	slog.Info("request", "headers", h)        // shape: safemsg/not-secret-headers-cleared
	slog.Info("request", "headers", r.Header) // shape: safemsg/secret-headers-kept // want `the log has all headers`
}

func clone(r *http.Request) {
	h := r.Header.Clone()
	h.Del("Accept")
	slog.Info("request", "headers", h) // shape: safemsg/secret-headers-copied // want `the log has all headers`
}

func same(h http.Header) http.Header {
	h.Set("X-Seen", "1")
	return h
}

// Cleared returns headers that are fit to be shown.
func Cleared(h http.Header) http.Header {
	out := h.Clone()
	for _, name := range []string{"Authorization", "Cookie"} {
		if out.Get(name) != "" {
			out.Set(name, "redacted")
		}
	}
	return out
}

func returned(r *http.Request) {
	slog.Info("request", "headers", same(r.Header))    // shape: safemsg/secret-headers-copied // want `the log has all headers`
	slog.Info("request", "headers", Cleared(r.Header)) // shape: safemsg/not-secret-headers-cleared
}

func cleared(r *http.Request) {
	for _, name := range []string{"Authorization", "Cookie"} {
		r.Header.Del(name)
	}
	slog.Info("request", "headers", r.Header) // shape: safemsg/not-secret-headers-cleared
	for name, values := range r.Header {
		slog.Info("header", "name", name, "values", values) // shape: safemsg/not-secret-headers-cleared
	}
	log.Printf("%+v", r) // shape: safemsg/not-secret-headers-cleared
}

func own(r *http.Request) {
	h := r.Header.Clone()
	delete(h, "X-Api-Key")
	slog.Info("request", "headers", h) // shape: safemsg/not-secret-headers-cleared
}

func clearRequest(r *http.Request) { r.Header.Set("Authorization", "***") }

func clearedElsewhere(r *http.Request) {
	clearRequest(r)
	slog.Info("request", "headers", r.Header) // shape: safemsg/not-secret-headers-cleared
}

func clearedInLiteral(r *http.Request) {
	h := r.Header.Clone()
	hide := func() { h.Del("Authorization") }
	hide()
	slog.Info("request", "headers", h) // shape: safemsg/not-secret-headers-cleared
}

func onOnePath(r *http.Request, all bool) {
	h := r.Header
	if !all {
		h = h.Clone()
		h.Del("Authorization")
	}
	slog.Info("request", "headers", h) // shape: safemsg/not-secret-headers-cleared
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

func masked(r *http.Request) {
	h := r.Header.Clone()
	h.Set("Authorization", digest(h.Get("Authorization")))
	slog.Info("request", "headers", h) // shape: safemsg/not-secret-headers-masked
}

func made(ctx context.Context, token string) error {
	h := http.Header{"Accept": {"text/plain"}}
	h.Set("X-Version", "1")
	slog.Debug("send", "headers", h) // shape: safemsg/not-secret-headers-made
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "text/plain")
	slog.Debug("send", "headers", req.Header) // shape: safemsg/not-secret-headers-made
	req.Header.Set("Authorization", "Bearer "+token)
	slog.Debug("send", "headers", req.Header) // shape: safemsg/secret-headers-kept // want `the log has all headers`
	return nil
}

func madeWithPassword(user, password string) error {
	req, err := http.NewRequest(http.MethodGet, "http://localhost", nil)
	if err != nil {
		return err
	}
	req.SetBasicAuth(user, password)
	slog.Debug("send", "headers", req.Header) // shape: safemsg/secret-headers-kept // want `the log has all headers`
	return nil
}

func oneByOne(r *http.Request) {
	for name, values := range r.Header {
		log.Print(name, ": ", values) // shape: safemsg/secret-headers-range // want `the log has all headers`
	}
	for _, values := range r.Header {
		for _, value := range values {
			log.Print(value) // shape: safemsg/secret-headers-range // want `the log has all headers`
		}
	}
}

func filtered(r *http.Request) {
	for name, values := range r.Header {
		if name != "Authorization" {
			log.Print(name, ": ", values) // shape: safemsg/not-secret-headers-filtered
		}
	}
	out := make(http.Header)
	for name, values := range r.Header {
		if name == "Authorization" {
			continue
		}
		out[name] = values
	}
	log.Print(out) // shape: safemsg/not-secret-headers-filtered
}

func whole(r *http.Request) {
	log.Printf("%+v", r)        // shape: safemsg/secret-request // want `the log has all headers of a request`
	log.Printf("%v", r.URL)     // shape: safemsg/not-secret-other
	log.Printf("%p, %T", r, r)  // shape: safemsg/not-secret-other
	log.Printf("%s", r.Header)  // want `the log has all headers`
	log.Print(r.Header.Clone()) // shape: safemsg/secret-headers-copied // want `the log has all headers`
}

var _ = []any{otherHeaders, later, laterVariable, put, putBack, otherClone, clone, returned, cleared, own, clearedElsewhere, clearedInLiteral, onOnePath,
	masked, made, madeWithPassword, oneByOne, filtered, whole}
