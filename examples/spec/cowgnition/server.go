// Package cowgnition is a server as a team writes it that follows ADR 001.
package cowgnition

import (
	"context"
	"errors"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errlint/errlint/examples/spec/cowgnition/internal/transport"
)

// codeAuth is the module's own code.
const codeAuth = -32001

// errAuth says that nobody is logged in.
var errAuth = errors.New("not logged in")

// codeOf is the one mapping of errors to codes.
func codeOf(err error) int64 {
	switch {
	case errors.Is(err, errAuth):
		return codeAuth
	case errors.Is(err, transport.ErrTooLarge):
		return jsonrpc.CodeInvalidRequest
	}
	return jsonrpc.CodeInternalError
}

type taskArgs struct {
	Raw string `json:"raw"`
}

func task(raw string) (string, error) {
	var t struct {
		Name string `json:"name"`
	}
	if raw == "" {
		return "", errAuth
	}
	if err := transport.Decode([]byte(raw), &t); err != nil {
		return "", err
	}
	return t.Name, nil
}

// handle makes results of the errors within a tool's call.
//
//errlint:decorator
func handle(work func(raw string) (string, error)) mcp.ToolHandlerFor[taskArgs, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in taskArgs) (*mcp.CallToolResult, any, error) {
		out, err := work(in.Raw)
		if err != nil {
			slog.ErrorContext(ctx, "tool failed", "error", err, "code", codeOf(err))
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "the task cannot be read"}}}, nil, nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out}}}, nil, nil
	}
}

// New returns the server.
func New() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "cowgnition", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "task"}, handle(task))
	return s
}
