// Package mcp declares what the cases need of the official SDK.
package mcp

import (
	"context"
	"encoding/json"
)

type Content interface{ MarshalJSON() ([]byte, error) }

type TextContent struct{ Text string }

func (*TextContent) MarshalJSON() ([]byte, error) { return nil, nil }

type Result interface{ isResult() }

type CallToolResult struct {
	Content           []Content
	StructuredContent any
	IsError           bool
}

func (*CallToolResult) isResult() {}

func (r *CallToolResult) SetError(err error) {}

type Params interface{ isParams() }

type CallToolParamsRaw struct {
	Name      string
	Arguments json.RawMessage
}

func (*CallToolParamsRaw) isParams() {}

type Request interface{ isRequest() }

type ServerRequest[P Params] struct {
	Session *ServerSession
	Params  P
}

func (*ServerRequest[P]) isRequest() {}

type (
	CallToolRequest     = ServerRequest[*CallToolParamsRaw]
	GetPromptRequest    = ServerRequest[*GetPromptParams]
	ReadResourceRequest = ServerRequest[*ReadResourceParams]
)

type GetPromptParams struct{ Name string }

func (*GetPromptParams) isParams() {}

type ReadResourceParams struct{ URI string }

func (*ReadResourceParams) isParams() {}

type GetPromptResult struct{ Description string }

type ReadResourceResult struct{ Contents []string }

type Tool struct {
	Name        string
	Description string
	InputSchema any
}

type Prompt struct{ Name string }

type Resource struct{ URI, Name string }

type ToolHandler func(context.Context, *CallToolRequest) (*CallToolResult, error)

type ToolHandlerFor[In, Out any] func(_ context.Context, request *CallToolRequest, input In) (result *CallToolResult, output Out, _ error)

type PromptHandler func(context.Context, *GetPromptRequest) (*GetPromptResult, error)

type ResourceHandler func(context.Context, *ReadResourceRequest) (*ReadResourceResult, error)

type MethodHandler func(ctx context.Context, method string, req Request) (result Result, err error)

type Middleware func(MethodHandler) MethodHandler

type Implementation struct{ Name, Version string }

type ServerOptions struct{}

// Handlers is what servers were given, of whatever type.
var Handlers []any

type Server struct{}

type ServerSession struct{}

func NewServer(impl *Implementation, options *ServerOptions) *Server { return nil }

func (s *Server) AddTool(t *Tool, h ToolHandler) {
	Handlers = append(Handlers, h)
}

func AddTool[In, Out any](s *Server, t *Tool, h ToolHandlerFor[In, Out]) {
	Handlers = append(Handlers, h)
}

func (s *Server) AddPrompt(p *Prompt, h PromptHandler) {
	Handlers = append(Handlers, h)
}

func (s *Server) AddResource(r *Resource, h ResourceHandler) {
	Handlers = append(Handlers, h)
}

func (s *Server) AddReceivingMiddleware(middleware ...Middleware) {}

func (s *Server) AddSendingMiddleware(middleware ...Middleware) {}
