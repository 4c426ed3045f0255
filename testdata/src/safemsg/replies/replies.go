// Package replies has replies and logs with traces and secrets.
package replies

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	pkgerrors "github.com/pkg/errors"
)

func work() error { return pkgerrors.New("failed") }

func stack() string { return string(debug.Stack()) }

func clean(s string) string { return s[:10] }

func traces(w http.ResponseWriter, r *http.Request) {
	http.Error(w, string(debug.Stack()), 500) // shape: safemsg/trace // want `the reply has a stack`
	buf := make([]byte, 1<<10)
	n := runtime.Stack(buf, false)
	w.Write(buf[:n]) // shape: safemsg/trace-runtime // want `the reply has a stack`
	err := work()
	http.Error(w, fmt.Sprintf("failed: %+v", err), 500)        // shape: safemsg/trace-plus // want `the reply has a stack, which %\+v prints of this error`
	http.Error(w, fmt.Sprintf("failed: %v", err), 500)         // shape: safemsg/not-trace-plain
	http.Error(w, fmt.Errorf("failed: %+v", err).Error(), 500) // shape: safemsg/not-trace-wrapcause
	http.Error(w, errors.New("failed: "+stack()).Error(), 500) // shape: safemsg/trace-error // want `the reply has a stack`
	fmt.Fprintf(w, "failed at %s", strings.TrimSpace(stack())) // shape: safemsg/trace-helper // want `the reply has a stack`
	slog.Error("failed", "stack", string(debug.Stack()))       // shape: safemsg/not-trace-log
	http.Error(w, clean(string(debug.Stack())), 500)           // shape: safemsg/not-trace-safe
}

type token string

func (token) String() string { return "***" }

func secrets(w http.ResponseWriter, r *http.Request, redact func(string) string) error {
	_, password, _ := r.BasicAuth()
	fmt.Fprintf(w, "no such user, or %q is wrong", password)                // shape: safemsg/secret-password // want `the reply has the password of a request`
	slog.Info("request", "auth", r.Header.Get("Authorization"))             // shape: safemsg/secret-header // want `the log has the header Authorization of a request`
	slog.Debug("request", "headers", r.Header)                              // shape: safemsg/secret-headers // want `the log has all headers`
	slog.Debug(fmt.Sprintf("environment: %v", os.Environ()))                // shape: safemsg/secret-environ // want `the log has the whole environment`
	err := fmt.Errorf("%s is not allowed", r.Header.Get("Authorization"))   // shape: safemsg/secret-text // want `the error has the header Authorization of a request`
	slog.Error("failed", "error", err)                                      // shape: safemsg/not-secret-twice
	slog.Info("request", "auth", redact(password), "length", len(password)) // shape: safemsg/not-secret-redacted
	slog.Info("request", "agent", r.Header.Get("User-Agent"))               // shape: safemsg/not-secret-other
	slog.Info("request", "auth", token(password))                           // shape: safemsg/not-secret-type
	return err
}

func headers(c *gin.Context, r *http.Request) {
	slog.Info("request", "auth", r.Header["Authorization"])                              // shape: safemsg/secret-header-lookup // want `the log has the header Authorization of a request`
	slog.Info("request", "cookies", r.Header.Values("Cookie"))                           // shape: safemsg/secret-header-values // want `the log has the header Cookie of a request`
	slog.Info("request", "auth", strings.Fields(r.Header.Get("Authorization"))[1])       // shape: safemsg/secret-header-split // want `the log has the header Authorization of a request`
	slog.Info("request", "scheme", strings.Split(r.Header.Get("Authorization"), " ")[0]) // shape: safemsg/not-secret-header-split
	slog.Info("request", "agent", r.Header["User-Agent"])                                // shape: safemsg/not-secret-other
	slog.Info("request", "auth", c.GetHeader("Authorization"))                           // shape: safemsg/secret-header-context // want `the log has the header Authorization of a request`
	slog.Info("request", "agent", c.GetHeader("User-Agent"))                             // shape: safemsg/not-secret-other
}

func redacted(r *http.Request) {
	other := r.Clone(r.Context())
	other.Header.Del("Authorization")
	if dump, err := httputil.DumpRequest(other, false); err == nil {
		slog.Debug(string(dump)) // shape: safemsg/not-secret-redacted-headers
	}
}

// hide takes out what authorises a request.
func hide(h http.Header) {
	if _, ok := h["Authorization"]; ok {
		h["Authorization"] = []string{"redacted"}
	}
}

func redactedElsewhere(r *http.Request) {
	hide(r.Header)
	if dump, err := httputil.DumpRequestOut(r, false); err == nil {
		slog.Debug(string(dump)) // shape: safemsg/not-secret-redacted-headers
	}
}

type credentials struct {
	//errlint:secret
	Key    string `json:"key"` // want Key:"contains\\(marked secret\\)"
	Expiry time.Time
}

// An error of the encoding has nothing of what is encoded.
func encoded(c credentials) error {
	text, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("encode: %w", err) // shape: safemsg/not-secret-other
	}
	slog.Info("stored", "text", text) // want `the log has what is marked as secret`
	return nil
}

func dumped(r *http.Request) {
	if dump, err := httputil.DumpRequest(r, false); err == nil {
		slog.Debug(string(dump)) // shape: safemsg/secret-dump // want `the log has all headers of a request`
	}
}

func accepted(w http.ResponseWriter) {
	//errlint:ignore safemsg this page is for who develops the server
	w.Write(debug.Stack())
}

var _ = []any{traces, secrets, redacted, redactedElsewhere, encoded, dumped, accepted, headers}
