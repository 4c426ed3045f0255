package servers

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// What decodes the arguments of a tool fails itself. It is registered once, for all that give it a handler.

type args struct{ Text string }

func decoding[T any](run func(context.Context, T) (any, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in T
		if err := json.Unmarshal([]byte(req.GetString("args", "")), &in); err != nil {
			return nil, err
		}
		if _, err := run(ctx, in); err != nil {
			return nil, err
		}
		return mcp.NewToolResultText("done"), nil
	}
}

func addDecoded[T any](s *server.MCPServer, name string, run func(context.Context, T) (any, error)) {
	s.AddTool(mcp.NewTool(name), decoding(run)) // shape: decorated/not-around-reported
}

func fails(ctx context.Context, in args) (any, error) { return nil, errFailed }

func decoded(s *server.MCPServer) {
	addDecoded(s, "decoded-a", fails) // want `^handlers of 2 tools on s \(decoded-a, decoded-b\): their errors reach`
	addDecoded(s, "decoded-b", fails)
}

func addSafe[T any](s *server.MCPServer, name string, run func(context.Context, T) (any, error)) {
	s.AddTool(mcp.NewTool(name), decoding(run)) // shape: decorated/around-never-fails // want `^the handler: its errors reach`
}

func succeeds(ctx context.Context, in args) (any, error) { return in.Text, nil }

func safely(s *server.MCPServer) {
	addSafe(s, "safe-a", succeeds)
}
