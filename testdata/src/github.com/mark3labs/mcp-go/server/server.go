// Package server declares what the cases need of mcp-go's server.
package server

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

type ToolHandlerFunc func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error)

type TaskToolHandlerFunc func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CreateTaskResult, error)

type PromptHandlerFunc func(ctx context.Context, request mcp.GetPromptRequest) (*mcp.GetPromptResult, error)

type ResourceHandlerFunc func(ctx context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error)

type ResourceTemplateHandlerFunc func(ctx context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error)

type ToolHandlerMiddleware func(ToolHandlerFunc) ToolHandlerFunc

type ServerTool struct {
	Tool    mcp.Tool
	Handler ToolHandlerFunc
}

type ServerTaskTool struct {
	Tool    mcp.Tool
	Handler TaskToolHandlerFunc
}

type ServerResource struct {
	Resource mcp.Resource
	Handler  ResourceHandlerFunc
}

type Hooks struct{}

type ServerOption func(*MCPServer)

// Handlers is what servers were given, of whatever type.
var Handlers []any

type MCPServer struct{ name string }

func NewMCPServer(name, version string, opts ...ServerOption) *MCPServer { return nil }

func WithLogging() ServerOption { return nil }

func WithHooks(hooks *Hooks) ServerOption { return nil }

func WithRecovery() ServerOption { return nil }

func WithToolHandlerMiddleware(toolHandlerMiddleware ToolHandlerMiddleware) ServerOption { return nil }

func (s *MCPServer) Use(mw ...ToolHandlerMiddleware) {}

func (s *MCPServer) AddTool(tool mcp.Tool, handler ToolHandlerFunc) {
	Handlers = append(Handlers, handler)
}

func (s *MCPServer) AddTools(tools ...ServerTool) {}

func (s *MCPServer) SetTools(tools ...ServerTool) {}

func (s *MCPServer) AddTaskTool(tool mcp.Tool, handler TaskToolHandlerFunc) {
	Handlers = append(Handlers, handler)
}

func (s *MCPServer) AddTaskTools(taskTools ...ServerTaskTool) {}

func (s *MCPServer) AddSessionTool(sessionID string, tool mcp.Tool, handler ToolHandlerFunc) error {
	return nil
}

func (s *MCPServer) AddSessionTools(sessionID string, tools ...ServerTool) error { return nil }

func (s *MCPServer) AddPrompt(prompt mcp.Prompt, handler PromptHandlerFunc) {
	Handlers = append(Handlers, handler)
}

func (s *MCPServer) AddResource(resource mcp.Resource, handler ResourceHandlerFunc) {
	Handlers = append(Handlers, handler)
}

func (s *MCPServer) AddResources(resources ...ServerResource) {}

func (s *MCPServer) AddResourceTemplate(template mcp.ResourceTemplate, handler ResourceTemplateHandlerFunc) {
	Handlers = append(Handlers, handler)
}

type ClientSession interface{ SessionID() string }

type SessionWithTools interface {
	ClientSession
	GetSessionTools() map[string]ServerTool
	SetSessionTools(tools map[string]ServerTool)
}
