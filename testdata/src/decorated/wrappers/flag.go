package wrappers

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const (
	withErrors    = true
	withoutErrors = false
)

func flagged(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	if withErrors {
		h = decorate(h)
	}
	return h
}

func unflagged(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	if withoutErrors {
		h = decorate(h)
	}
	return h
}

func constantFlag(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("flag"), flagged(handle))      // shape: decorated/not-constant-flag
	s.AddTool(mcp.NewTool("no-flag"), unflagged(handle)) // shape: decorated/constant-flag // want `handler of tool "no-flag": its errors reach`
	h := server.ToolHandlerFunc(handle)
	if withErrors {
		h = decorate(h)
	}
	s.AddTool(mcp.NewTool("flag-here"), h)
}
