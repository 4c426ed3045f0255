// Package parts has tools, and handlers that are literals, for another package.
package parts

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var errFailed = errors.New("failed")

// Read is a tool.
var Read = mcp.NewTool("read")

// Write is a tool.
var Write = &mcp.Tool{Name: "write"}

// NewScan returns a tool.
func NewScan() mcp.Tool { return mcp.NewTool("scan") }

// Scan returns its handler.
func Scan(root string) server.ToolHandlerFunc {
	return func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errFailed }
}

// Find returns another handler.
func Find(root string) server.ToolHandlerFunc {
	return func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errFailed }
}

// List returns a tool with its handler.
func List() (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("list"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errFailed }
}

// Either returns one of two tools.
func Either(b bool) mcp.Tool {
	if b {
		return mcp.NewTool("one")
	}
	return mcp.NewTool("other")
}
