// Package values registers tools that are objects, by functions that are values.
package values

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func raw(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errors.New("failed")
}

func decorate(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return res, nil
	}
}

type tool interface {
	Definition() mcp.Tool
	Handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error)
	Handler() server.ToolHandlerFunc
}

type bad struct{}

func (bad) Definition() mcp.Tool { return mcp.NewTool("bad") }

func (bad) Handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errors.New("failed")
}

func (bad) Handler() server.ToolHandlerFunc { return raw }

type good struct{ n int }

func (*good) Definition() mcp.Tool { return mcp.NewTool("good") }

func (*good) Handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return decorate(raw)(ctx, req)
}

func (*good) Handler() server.ToolHandlerFunc { return decorate(raw) }

func badObjects(s *server.MCPServer) {
	for _, t := range []tool{bad{}} {
		s.AddTool(t.Definition(), t.Handle) // shape: decorated/object // want `^handler of tool "bad": its errors reach the client as protocol errors`
	}
	add(s, bad{}) // shape: decorated/object-helper // want `^handler bad.Handle: its errors reach the client as protocol errors`
	for _, t := range []tool{bad{}} {
		s.AddTool(t.Definition(), t.Handler()) // shape: decorated/object-factory // want `^handler of tool "bad": its errors reach the client as protocol errors`
	}
}

func add(s *server.MCPServer, t tool) {
	s.AddTool(t.Definition(), t.Handle)
}

func goodObjects(s *server.MCPServer) {
	for _, t := range []tool{&good{1}, newGood()} {
		s.AddTool(t.Definition(), t.Handle) // shape: decorated/not-object
		s.AddTool(t.Definition(), t.Handler())
	}
	add(s, newGood())
	s.AddTool(mcp.NewTool("x"), decorate(tool(bad{}).Handle))
}

func newGood() tool { return &good{2} }

type item struct {
	tool    mcp.Tool
	handler server.ToolHandlerFunc
}

func commit(items []item, add func(mcp.Tool, server.ToolHandlerFunc)) {
	for _, i := range items {
		add(i.tool, i.handler)
	}
}

func byValue(s *server.MCPServer) {
	commit([]item{
		{mcp.NewTool("a"), raw}, // shape: decorated/registrar-value // want `^handler of tool "a": its errors reach the client as protocol errors`
		{mcp.NewTool("b"), decorate(raw)},
	}, s.AddTool)
}

func covered() {
	s := server.NewMCPServer("x", "1", server.WithToolHandlerMiddleware(decorate))
	commit([]item{{mcp.NewTool("c"), raw}}, s.AddTool) // shape: decorated/not-registrar-value
	register := s.AddTool
	register(mcp.NewTool("d"), raw)
}

func variable(s *server.MCPServer) {
	register := s.AddTool
	register(mcp.NewTool("e"), raw) // want `^handler of tool "e": its errors reach the client as protocol errors`
}

// A wrapper that fails itself, outside of the decorator.
func limited(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	h = decorate(h)
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if ctx.Err() != nil {
			return nil, errors.New("too late")
		}
		return h(ctx, req)
	}
}

func logged(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	h = decorate(h)
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		println("call")
		return h(ctx, req)
	}
}

// What is registered decorates the handler that it is given, and fails itself before and after that.
func decodes[In, Out any](s *server.MCPServer, h func(context.Context, In) (Out, error)) {
	handler := func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		if err := req.BindArguments(&in); err != nil {
			return nil, fmt.Errorf("arguments: %w", err)
		}
		out, err := h(ctx, in)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		text, err := json.Marshal(out)
		if err != nil {
			return nil, fmt.Errorf("result: %w", err)
		}
		return mcp.NewToolResultText(string(text)), nil
	}
	s.AddTool(mcp.NewTool("decodes"), handler) // shape: decorated/fails-in-literal // want `^handler of tool "decodes": its errors reach the client as protocol errors`
}

// Some errors of the handler are left to the protocol, as is that of a call that was cancelled.
func leaves(s *server.MCPServer, h func(context.Context, map[string]any) (string, error)) {
	s.AddTool(mcp.NewTool("leaves"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // shape: decorated/not-fails-in-literal
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if _, err := h(ctx, req.GetArguments()); errors.Is(err, errBusy) {
			return nil, fmt.Errorf("try again: %w", err)
		} else if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText("done"), nil
	})
}

var errBusy = errors.New("busy")

func outside(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("f"), limited(raw)) // shape: decorated/fails-outside // want `^handler of tool "f": its errors reach the client as protocol errors`
	s.AddTool(mcp.NewTool("g"), logged(raw))  // shape: decorated/not-outside
}
