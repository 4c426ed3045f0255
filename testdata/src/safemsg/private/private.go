// Package private has replies with what is marked as not for clients.
package private

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"

	"safemsg/policy"
)

// Limits are configured as private.
type Limits struct {
	Max  string // want Max:`contains\(marked private\)`
	Note string
}

func replies(w http.ResponseWriter, rule policy.Rule, c *policy.Config, l *Limits, key policy.Key) {
	http.Error(w, "denied by "+rule.ID, 403)          // shape: safemsg/private-type // want `the reply has what is marked as private`
	http.Error(w, "see "+c.URL, 403)                  // shape: safemsg/private-field // want `the reply has what is marked as private`
	http.Error(w, "see "+c.Name, 403)                 // shape: safemsg/not-private-other
	http.Error(w, fmt.Sprint(rule), 403)              // shape: safemsg/private-whole // want `the reply has what is marked as private`
	http.Error(w, policy.Name(&rule), 403)            // shape: safemsg/private-cross-package // want `the reply has what is marked as private`
	http.Error(w, l.Max, 403)                         // shape: safemsg/private-configured // want `the reply has what is marked as private`
	http.Error(w, l.Note, 403)                        // shape: safemsg/not-private-configured
	slog.Warn("denied", "rule", rule.ID, "at", c.URL) // shape: safemsg/not-private-log
	slog.Warn("denied", "key", c.Key)                 // shape: safemsg/secret-marked // want `the log has what is marked as secret`
	slog.Warn("denied", "key", key)                   // shape: safemsg/secret-marked-type // want `the log has what is marked as secret`
	http.Error(w, string(policy.Of(key)), 403)        // shape: safemsg/not-secret-hash
}

// An Error keeps a key.
type Error struct{ Key string } // want Error:`contains\(Key secret\)`

func (*Error) Error() string { return "denied" }

func fails(c *policy.Config) error {
	return &Error{Key: c.Key} // shape: safemsg/secret-error-field // want `the error has what is marked as secret`
}

func results(_ context.Context, rule policy.Rule) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("allowed by " + rule.ID), nil // shape: safemsg/private-success // want `the reply has what is marked as private`
}

var _ = []any{replies, fails, results}
