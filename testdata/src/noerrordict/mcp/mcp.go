// Package mcp has the types of tool results that both SDKs have, and their forks.
package mcp

// A Content is a part of a result that is shown.
type Content interface{ isContent() }

// TextContent is text.
type TextContent struct {
	Text string `json:"text"`
}

func (*TextContent) isContent() {}

// A CallToolRequest is the call of a tool.
type CallToolRequest struct {
	Name      string
	Arguments map[string]any
}

// A CallToolResult is the result of a tool.
type CallToolResult struct {
	Content           []Content `json:"content"`
	StructuredContent any       `json:"structuredContent,omitempty"`
	IsError           bool      `json:"isError,omitempty"`
	Meta              map[string]any
}

// NewToolResultText returns a result with a text.
func NewToolResultText(text string) *CallToolResult {
	return &CallToolResult{Content: []Content{&TextContent{Text: text}}}
}

// NewToolResultError returns a result that is marked as an error.
func NewToolResultError(text string) *CallToolResult {
	return &CallToolResult{Content: []Content{&TextContent{Text: text}}, IsError: true}
}
