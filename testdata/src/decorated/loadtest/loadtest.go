// Package loadtest runs tests for others, and takes none itself.
package loadtest

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func New() *server.MCPServer {
	s := server.NewMCPServer("load", "1")
	s.AddTool(mcp.NewTool("run"), run) // want `undecorated|handler`
	return s
}

func run(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errors.New("failed")
}
