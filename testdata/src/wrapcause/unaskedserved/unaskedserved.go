// Package unaskedserved makes servers of MCP itself, which answer with the texts of the errors of what they are given.
package unaskedserved

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	official "github.com/modelcontextprotocol/go-sdk/mcp"
)

type service struct{ server *server.MCPServer }

func New() *service {
	opts := []server.ServerOption{server.WithRecovery()}
	s := &service{server.NewMCPServer("files", "1.0", append(opts, server.WithLogging())...)}
	s.server.AddTool(mcp.Tool{}, s.tool)
	s.server.AddPrompt(mcp.Prompt{}, s.prompt)
	s.server.AddResource(mcp.Resource{}, s.resource)
	s.server.AddResourceTemplate(mcp.ResourceTemplate{}, s.template)
	s.server.AddTaskTool(mcp.Tool{}, s.task)
	s.server.AddTools(server.ServerTool{Handler: s.listed})
	asked := server.ServerResource{Handler: s.asked}
	if _, err := asked.Handler(context.Background(), mcp.ReadResourceRequest{}); errors.Is(err, fs.ErrNotExist) {
		log.Print("asks")
	}
	s.server.AddResources(asked)
	return s
}

func (s *service) tool(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, fmt.Errorf("tool: %v", os.Remove("a")) // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func (s *service) prompt(ctx context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	return nil, fmt.Errorf("prompt: %v", os.Remove("a")) // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func (s *service) resource(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return nil, fmt.Errorf("resource: %v", os.Remove("a")) // shape: wrapcause/unasked-served // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func (s *service) template(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return nil, fmt.Errorf("template: %v", os.Remove("a")) // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

// It is asked for context.Canceled.
func (s *service) task(ctx context.Context, req mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
	return nil, fmt.Errorf("task: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func (s *service) listed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, fmt.Errorf("listed: %v", os.Remove("a")) // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func (s *service) asked(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return nil, fmt.Errorf("asked: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

// The official SDK asks all but its typed tools for its own error.

type input struct{ Name string }

func NewOfficial() *official.Server {
	s := official.NewServer(&official.Implementation{}, nil)
	official.AddTool(s, &official.Tool{}, typed)
	s.AddTool(&official.Tool{}, untyped)
	return s
}

func typed(ctx context.Context, req *official.CallToolRequest, in input) (*official.CallToolResult, any, error) {
	return nil, nil, fmt.Errorf("typed: %v", os.Remove(in.Name)) // category: unasked // want `fmt.Errorf formats os.Remove\(in.Name\) with %v`
}

func untyped(ctx context.Context, req *official.CallToolRequest) (*official.CallToolResult, error) {
	return nil, fmt.Errorf("untyped: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}
