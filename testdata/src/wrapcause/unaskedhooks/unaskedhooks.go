// Package unaskedhooks makes servers of MCP whose errors somebody else gets, too.
package unaskedhooks

import (
	"context"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	official "github.com/modelcontextprotocol/go-sdk/mcp"
)

func New(hooks *server.Hooks) *server.MCPServer {
	s := server.NewMCPServer("files", "1.0", server.WithHooks(hooks))
	s.AddResource(mcp.Resource{}, resource)
	return s
}

func resource(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return nil, fmt.Errorf("resource: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

type input struct{ Name string }

func NewOfficial(around official.Middleware) *official.Server {
	s := official.NewServer(&official.Implementation{}, nil)
	official.AddTool(s, &official.Tool{}, typed)
	s.AddReceivingMiddleware(around)
	return s
}

func typed(ctx context.Context, req *official.CallToolRequest, in input) (*official.CallToolResult, any, error) {
	return nil, nil, fmt.Errorf("typed: %v", os.Remove(in.Name)) // category: format // want `fmt.Errorf formats os.Remove\(in.Name\) with %v`
}
