package handlers

import (
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A Library has resources. What their handlers return goes to the SDK, which alone calls them.
type Library struct{}

// Register registers them.
func (l *Library) Register(s *server.MCPServer) {
	s.AddResource(mcpgo.Resource{}, l.Read)
}

// Read reads one.
func (l *Library) Read(ctx context.Context, req mcpgo.ReadResourceRequest) ([]mcpgo.ResourceContents, error) { // shape: raisesdoc/not-handler
	return nil, ErrA
}

// Prompt is registered by another package.
func (l *Library) Prompt(ctx context.Context, req mcpgo.GetPromptRequest) (*mcpgo.GetPromptResult, error) { // shape: raisesdoc/not-handler
	return nil, ErrA
}
