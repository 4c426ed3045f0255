// Package mcp declares what the cases need of mcp-go's types.
package mcp

import "context"

type Content interface{ isContent() }

type TextContent struct{ Type, Text string }

func (TextContent) isContent() {}

type Result struct{ Meta map[string]any }

type CallToolResult struct {
	Result
	Content           []Content
	StructuredContent any
	IsError           bool
}

type CreateTaskResult struct {
	Result
	Task Task
}

type Task struct{ TaskId string }

type CallToolParams struct {
	Name      string
	Arguments any
}

type CallToolRequest struct{ Params CallToolParams }

func (r CallToolRequest) RequireString(key string) (string, error) { return "", nil }

func (r CallToolRequest) GetString(key, defaultValue string) string { return "" }

func (r CallToolRequest) GetArguments() map[string]any { return nil }

func (r CallToolRequest) BindArguments(target any) error { return nil }

type GetPromptRequest struct{}

type GetPromptResult struct{}

type ReadResourceRequest struct{}

type ResourceContents interface{ isResourceContents() }

type Tool struct {
	Name        string
	Description string
}

type Prompt struct{ Name string }

type Resource struct{ URI, Name string }

type ResourceTemplate struct{ Name string }

type ToolOption func(*Tool)

func NewTool(name string, opts ...ToolOption) Tool { return Tool{} }

func WithDescription(description string) ToolOption { return nil }

func WithString(name string) ToolOption { return nil }

func NewToolResultText(text string) *CallToolResult { return nil }

func NewToolResultError(text string) *CallToolResult { return nil }

func NewToolResultErrorFromErr(text string, err error) *CallToolResult { return nil }

func NewToolResultErrorf(format string, a ...any) *CallToolResult { return nil }

func NewToolResultStructuredOnly(structured any) *CallToolResult { return nil }

func NewToolResultJSON[T any](data T) (*CallToolResult, error) { return nil, nil }

type TypedToolHandlerFunc[T any] func(ctx context.Context, request CallToolRequest, args T) (*CallToolResult, error)

type StructuredToolHandlerFunc[TArgs any, TResult any] func(ctx context.Context, request CallToolRequest, args TArgs) (TResult, error)

func NewTypedToolHandler[T any](handler TypedToolHandlerFunc[T]) func(ctx context.Context, request CallToolRequest) (*CallToolResult, error) {
	return nil
}

func NewStructuredToolHandler[TArgs any, TResult any](handler StructuredToolHandlerFunc[TArgs, TResult]) func(ctx context.Context, request CallToolRequest) (*CallToolResult, error) {
	return nil
}
