package bb_test

import (
	"strings"
	"testing"

	bb "github.com/errlint/errlint/examples/spec/bb-mcp-server"
	"github.com/errlint/errlint/examples/spec/internal/client"
)

func TestReplies(t *testing.T) {
	session := client.Connect(t, bb.New())
	for do, want := range map[string]string{
		"work":      `"text":"done: work"`,
		"":          `\"code\":-32002,\"type\":\"validation-error\"`,
		"panic":     `\"code\":-32001,\"type\":\"runtime-error\",\"message\":\"the tool failed\"`,
		"find":      `\"code\":-32000,\"type\":\"not-found\"`,
		"configure": `\"code\":-32005,\"type\":\"config-error\"`,
	} {
		if got := client.Call(t, session, "run", map[string]any{"do": do}); !strings.Contains(got, want) {
			t.Errorf("%q: the reply has no %s: %s", do, want, got)
		}
	}
}
