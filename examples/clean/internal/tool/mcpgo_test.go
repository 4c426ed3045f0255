package tool

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// connectMCPGo returns a client of a mcp-go server for a, in the same process.
func connectMCPGo(t *testing.T, a Adapters) *client.Client {
	t.Helper()
	c, err := client.NewInProcessClient(NewMCPGoServer(a))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	var req mcpgo.InitializeRequest
	req.Params.ProtocolVersion = mcpgo.LATEST_PROTOCOL_VERSION
	req.Params.ClientInfo = mcpgo.Implementation{Name: "test", Version: "1"}
	if _, err := c.Initialize(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	return c
}

// callMCPGo calls search_text.
func callMCPGo(t *testing.T, c *client.Client, args string) reply {
	t.Helper()
	var req mcpgo.CallToolRequest
	req.Params.Name = "search_text"
	req.Params.Arguments = json.RawMessage(args)
	res, err := c.CallTool(t.Context(), req)
	if err != nil {
		t.Fatalf("%s: protocol error: %v", args, err)
	}
	structured, err := json.Marshal(res.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Content) != 1 {
		t.Fatalf("%s: %d content blocks, want 1", args, len(res.Content))
	}
	text, ok := res.Content[0].(mcpgo.TextContent)
	if !ok {
		t.Fatalf("%s: content is %T, want text", args, res.Content[0])
	}
	if got, want := canonical(t, text.Text), canonical(t, string(structured)); got != want {
		t.Errorf("%s: text is %s, structured content is %s", args, got, want)
	}
	return reply{canonical(t, string(structured)), res.IsError}
}

// The tool answers over mcp-go as it does over the official SDK.
func TestMCPGo(t *testing.T) {
	const secret = "password=hunter2"
	repo := open(t, newRepo(t))
	tests := []struct {
		name     string
		adapters Adapters
		args     string
		isError  bool
	}{
		{"success", repo, `{"query":"main"}`, false},
		{"no match", repo, `{"query":"nowhere"}`, false},
		{"not found", repo, `{"query":"main","path":"lib"}`, true},
		{"invalid", repo, `{"query":""}`, true},
		{"unknown error", failing{func() error { return errors.New(secret) }}, `{"query":"main"}`, true},
		{"panic", failing{func() error { panic(secret) }}, `{"query":"main"}`, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			log := captureLog(t)
			want := call(t, connect(t, test.adapters), "search_text", test.args)
			if want.IsError != test.isError {
				t.Fatalf("official SDK: %+v", want)
			}
			before := len(log())
			if got := callMCPGo(t, connectMCPGo(t, test.adapters), test.args); got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			if records := log(); len(records) != 2*before {
				t.Errorf("%d log records, want %d as with the official SDK", len(records)-before, before)
			}
		})
	}
}

func TestMCPGoArguments(t *testing.T) {
	log := captureLog(t)
	c := connectMCPGo(t, open(t, newRepo(t)))
	got := callMCPGo(t, c, `{"query":7}`)
	want := reply{envelopeJSON(t, "search_text", "invalid-parameter", 400, "Invalid Parameter",
		"The arguments do not fit the tool", `{"parameter":"arguments"}`), true}
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if records := log(); len(records) != 1 || records[0]["level"] != "WARN" {
		t.Errorf("log records: %v, want one warning", records)
	}
}
