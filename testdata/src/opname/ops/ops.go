// Package ops declares operations for other packages.
package ops

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const Read = "files:read"

// Name is the name of an operation.
//
//errlint:operation
type Name string // want Name:"operation"

const (
	Good Name = "files:good"
	Bad  Name = "files.bad" // shape: opname/type // want `^operation "files\.bad" is not of the form category:operation$`
)

// Decorate is a decorator.
func Decorate(op Name, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return mcp.NewToolResultErrorFromErr(string(op), err), nil
		}
		return res, nil
	}
}

// Wrap hands its operation on.
func Wrap(name Name, h server.ToolHandlerFunc) server.ToolHandlerFunc { return Decorate(name, h) }
