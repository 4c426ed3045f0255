// Package mcp has the shapes of an SDK.
package mcp

// A CallToolRequest is a call of a tool.
type CallToolRequest struct{ Arguments map[string]any }

// A CallToolResult is its result.
type CallToolResult struct {
	Text    string
	IsError bool
}
