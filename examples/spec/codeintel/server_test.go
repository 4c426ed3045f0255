package codeintel_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/errlint/errlint/examples/spec/codeintel"
	"github.com/errlint/errlint/examples/spec/internal/client"
)

func TestReplies(t *testing.T) {
	session := client.Connect(t, codeintel.New())
	got := client.Call(t, session, "open_file", map[string]any{"path": filepath.Join(t.TempDir(), "none")})
	for _, want := range []string{`"code":"file-not-found"`, `"status":404`, `"lines":[]`, `"instance":"urn:codeintel:files:open_file"`, `"isError":true`} {
		if !strings.Contains(got, want) {
			t.Errorf("the reply has no %s: %s", want, got)
		}
	}
	got = client.Call(t, session, "open_file", map[string]any{"path": "../secret"})
	if !strings.Contains(got, `"code":"forbidden"`) || !strings.Contains(got, `"status":403`) {
		t.Errorf("the reply to a path that leads out: %s", got)
	}
	got = client.Call(t, session, "open_file", map[string]any{"path": t.TempDir()})
	if !strings.Contains(got, `"code":"internal-error"`) || strings.Contains(got, "is a directory") {
		t.Errorf("the reply to an unknown error: %s", got)
	}
	got = client.Call(t, session, "open_file", map[string]any{"path": "server.go"})
	if strings.Contains(got, `"isError":true`) || !strings.Contains(got, `"lines":["// Package codeintel`) {
		t.Errorf("the reply when all is well: %.200s", got)
	}
}
