// Package useelsewhere has a tool with an operation of another package.
package useelsewhere

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"opname/elsewhere"
)

func Register(s *server.MCPServer) {
	elsewhere.Register(s)
	s.AddTool(mcp.NewTool("second"), elsewhere.Decorate("x:first", elsewhere.Handle)) // shape: opname/duplicate-cross-package // want `operation "x:first" of tool "second" is that of tool "first", too`
}
