// Package order has programs of which parts were judged differently when another part was looked at first.
package order

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errors.New("failed")
}

// The chain of factories is asked for at its far end first. What it found deep in the chain was once kept for the short way.

func deep(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("deep"), f12()) // shape: decorated/order-deep // want `handler of tool "deep": its errors reach`
}

func middle(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("middle"), f5()) // shape: decorated/order-middle // want `handler of tool "middle": its errors reach`
}

func f12() server.ToolHandlerFunc { return f11() }
func f11() server.ToolHandlerFunc { return f10() }
func f10() server.ToolHandlerFunc { return f9() }
func f9() server.ToolHandlerFunc  { return f8() }
func f8() server.ToolHandlerFunc  { return f7() }
func f7() server.ToolHandlerFunc  { return f6() }
func f6() server.ToolHandlerFunc  { return f5() }
func f5() server.ToolHandlerFunc  { return f4() }
func f4() server.ToolHandlerFunc  { return f3() }
func f3() server.ToolHandlerFunc  { return f2() }
func f2() server.ToolHandlerFunc  { return f1() }
func f1() server.ToolHandlerFunc  { return f0() }
func f0() server.ToolHandlerFunc  { return handle }

// Two functions call each other, and between them they call the handler. Whichever was looked at first, the other seemed to call none.

func helpers(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("outer"), viaOuter(handle)) // shape: decorated/not-order-helper
	s.AddTool(mcp.NewTool("inner"), viaInner(handle)) // shape: decorated/not-order-helper-inner
}

func viaOuter(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return outer(ctx, req, h, 2)
	}
}

func viaInner(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return inner(ctx, req, h, 2)
	}
}

func outer(ctx context.Context, req mcp.CallToolRequest, h server.ToolHandlerFunc, n int) (*mcp.CallToolResult, error) {
	if n > 0 {
		return inner(ctx, req, h, n-1)
	}
	res, err := h(ctx, req)
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return res, nil
}

func inner(ctx context.Context, req mcp.CallToolRequest, h server.ToolHandlerFunc, n int) (*mcp.CallToolResult, error) {
	return outer(ctx, req, h, n)
}

// One parameter is registered in two ways, of which one leaves the errors to the SDK. The first that was looked at hid the other.

func both(s *server.MCPServer, tool mcp.Tool, h func(context.Context, mcp.CallToolRequest, args) (*mcp.CallToolResult, error)) {
	structured(s, tool, h)
	plain(s, tool, h)
}

func structured(s *server.MCPServer, tool mcp.Tool, h func(context.Context, mcp.CallToolRequest, args) (*mcp.CallToolResult, error)) {
	s.AddTool(tool, mcp.NewStructuredToolHandler(h))
}

func plain(s *server.MCPServer, tool mcp.Tool, h func(context.Context, mcp.CallToolRequest, args) (*mcp.CallToolResult, error)) {
	s.AddTool(tool, mcp.NewTypedToolHandler(h))
}

type args struct{ Name string }

func typed(context.Context, mcp.CallToolRequest, args) (*mcp.CallToolResult, error) {
	return nil, errors.New("failed")
}

func twoWays(s *server.MCPServer) {
	both(s, mcp.NewTool("both"), typed) // shape: decorated/order-typed // want `handler of tool "both": its errors reach`
}

// A function value with a method of the same form, which becomes a method of what it was before.

type adder func(mcp.Tool, server.ToolHandlerFunc)

func (a adder) AddTool(tool mcp.Tool, h server.ToolHandlerFunc) { a(tool, h) }

func bound(s *server.MCPServer, n int) {
	var add adder = s.AddTool
	for range n {
		add = add.AddTool
	}
	add(mcp.NewTool("bound"), handle) // shape: decorated/bound-again // want `handler of tool "bound": its errors reach`
}
