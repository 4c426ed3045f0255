package thoughtgate_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errlint/errlint/examples/spec/internal/client"
	"github.com/errlint/errlint/examples/spec/thoughtgate"
)

func TestReplies(t *testing.T) {
	session := client.Connect(t, thoughtgate.New())
	if got := client.Call(t, session, "call", map[string]any{"do": "work"}); !strings.Contains(got, `"text":"done"`) {
		t.Errorf("the reply when all is well: %s", got)
	}
	// The SDK's client takes -32003 for the end of the connection, so the code does not show here.
	if got := client.Call(t, session, "call", map[string]any{"do": "deny"}); !strings.Contains(got, "a policy denies the call") {
		t.Errorf("the reply when a policy denies: %s", got)
	}
	for do, want := range map[string]struct {
		code int64
		data string
	}{
		"rule":    {-32014, `"gate":"governance"`},
		"timeout": {-32001, `"correlation_id"`},
		"other":   {-32603, `"correlation_id"`},
	} {
		_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "call", Arguments: map[string]any{"do": do}})
		e, ok := errors.AsType[*jsonrpc.Error](err)
		if !ok || e.Code != want.code || !strings.Contains(string(e.Data), want.data) {
			t.Errorf("%s: the reply is %v, want code %d and data with %s", do, err, want.code, want.data)
		}
	}
}
