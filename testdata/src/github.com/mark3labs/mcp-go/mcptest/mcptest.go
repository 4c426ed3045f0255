// Package mcptest declares what the cases need of mcp-go's test server.
package mcptest

import (
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type Server struct{ name string }

func NewServer(t *testing.T, tools ...server.ServerTool) (*Server, error) { return nil, nil }

func NewUnstartedServer(t *testing.T) *Server { return nil }

func (s *Server) AddTools(tools ...server.ServerTool) {}

func (s *Server) AddTool(tool mcp.Tool, handler server.ToolHandlerFunc) {}
