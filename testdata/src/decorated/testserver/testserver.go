// Package testserver has a server for tests, whose answers no model reads.
package testserver

import (
	"context"
	"errors"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func New() *server.MCPServer {
	s := server.NewMCPServer("test", "1")
	s.AddTool(mcp.NewTool("fail"), fail) // shape: decorated/not-for-tests
	return s
}

// Run starts it for a test.
func Run(t *testing.T) *server.MCPServer {
	t.Helper()
	return New()
}

func fail(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errors.New("failed")
}
