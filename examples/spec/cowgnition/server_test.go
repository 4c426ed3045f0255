package cowgnition_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errlint/errlint/examples/spec/cowgnition"
	"github.com/errlint/errlint/examples/spec/internal/client"
)

func TestReplies(t *testing.T) {
	session := client.Connect(t, cowgnition.New())
	for raw, want := range map[string]string{
		`{"name":"milk"}`: `"text":"milk"`,
		``:                `"isError":true`,
		`{`:               `"text":"the task cannot be read"`,
	} {
		if got := client.Call(t, session, "task", map[string]any{"raw": raw}); !strings.Contains(got, want) {
			t.Errorf("%q: the reply has no %s: %s", raw, want, got)
		}
	}
	_, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "task:"})
	if e, ok := errors.AsType[*jsonrpc.Error](err); !ok || e.Code != -32001 {
		t.Errorf("the resource of nobody: %v, want code -32001", err)
	}
	res, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "task:" + url.PathEscape(`{"name":"milk"}`)})
	if err != nil || len(res.Contents) != 1 || res.Contents[0].Text != "milk" {
		t.Errorf("the resource: %+v, %v, want milk", res, err)
	}
}
