// Package unaskedoptions makes a server of MCP with options that it is given: hooks may be among them.
package unaskedoptions

import (
	"context"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	official "github.com/modelcontextprotocol/go-sdk/mcp"
)

func New(opts ...server.ServerOption) *server.MCPServer {
	s := server.NewMCPServer("files", "1.0", opts...)
	s.AddResource(mcp.Resource{}, resource)
	return s
}

func resource(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return nil, fmt.Errorf("resource: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

// One that is made elsewhere may have middleware.

type input struct{ Name string }

func Register(s *official.Server) { official.AddTool(s, &official.Tool{}, typed) }

func typed(ctx context.Context, req *official.CallToolRequest, in input) (*official.CallToolResult, any, error) {
	return nil, nil, fmt.Errorf("typed: %v", os.Remove(in.Name)) // category: format // want `fmt.Errorf formats os.Remove\(in.Name\) with %v`
}
