// Package decorators has decorators whose doc comments explain them, or do not.
package decorators

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type Handler = server.ToolHandlerFunc

func convert(h Handler, empty *mcp.CallToolResult) Handler {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		result, err := h(ctx, req)
		if err != nil {
			return empty, nil
		}
		return result, nil
	}
}

// Decorate makes results of the errors of handler h, which is called op. Where h fails, the result is empty.
//
//	server.Add("files:read", Decorate("files:read", nil, read))
//
//errlint:decorator op=op empty=empty
func Decorate(op string, empty *mcp.CallToolResult, h Handler) Handler { // shape: raisesdoc/not-decorator
	return convert(h, empty)
}

// Plain makes results of errors.
//
//errlint:decorator op=op empty=empty
func Plain(op string, empty *mcp.CallToolResult, h Handler) Handler { // shape: raisesdoc/decorator-parameters // want `the doc comment of decorator Plain does not name its parameters op, empty and h and has no example that calls it`
	return convert(h, empty)
}

// Half makes results of the errors of h, by the name op, with the result empty.
//
//	other("files:read")
//
//errlint:decorator op=op empty=empty
func Half(op string, empty *mcp.CallToolResult, h Handler) Handler { // shape: raisesdoc/decorator-example // want `the doc comment of decorator Half has no example that calls it`
	return convert(h, empty)
}

func Recognised(h Handler) Handler { // shape: raisesdoc/not-decorator-recognised
	return convert(h, nil)
}
