// Package gosdk registers tools with the official SDK.
package gosdk

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var errFailed = errors.New("failed")

type in struct{ Path string }
type out struct{ Text string }

func raw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errFailed
}

func typed(ctx context.Context, req *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	return nil, out{}, errFailed
}

func prompt(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	return nil, errFailed
}

// decorate is recognised by what it does.
func decorate[In, Out any](op string, empty Out, h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		res, out, err := h(ctx, req, in)
		if err != nil {
			return &mcp.CallToolResult{IsError: true}, empty, nil
		}
		return res, out, nil
	}
}

func register() {
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	s.AddTool(&mcp.Tool{Name: "raw"}, raw)                                                              // shape: decorated/gosdk-method // want `handler of tool "raw": its errors reach`
	mcp.AddTool(s, &mcp.Tool{Name: "typed"}, typed)                                                     // shape: decorated/gosdk-typed // want `handler of tool "typed": the SDK itself makes results of its errors`
	mcp.AddTool(s, &mcp.Tool{Name: "decorated"}, decorate("x:decorated", out{}, typed))                 // shape: decorated/not-generic-decorator
	mcp.AddTool[in, out](s, &mcp.Tool{Name: "instance"}, decorate[in, out]("x:instance", out{}, typed)) // shape: decorated/not-generic-instance
	s.AddPrompt(&mcp.Prompt{Name: "ask"}, prompt)                                                       // shape: decorated/not-gosdk-prompt
}
