// Package declared has functions that are marked as decorators.
package declared

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	official "github.com/modelcontextprotocol/go-sdk/mcp"
)

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, context.Canceled
}

// good is one.
//
//errlint:decorator op=name
func good(name string, h server.ToolHandlerFunc) server.ToolHandlerFunc { // shape: decorated/not-declared-converts
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return mcp.NewToolResultErrorFromErr(name, err), nil
		}
		return res, nil
	}
}

// opaque is one by declaration only: how it does it cannot be seen.
//
//errlint:decorator
func opaque(h server.ToolHandlerFunc) server.ToolHandlerFunc { return external(h) } // shape: decorated/not-declared-unknown

var external func(server.ToolHandlerFunc) server.ToolHandlerFunc

// some passes cancellation on.
//
//errlint:decorator
func some(h server.ToolHandlerFunc) server.ToolHandlerFunc { // shape: decorated/declared-leaks // want `^decorator some returns an error when its handler has failed, instead of a result$`
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if errors.Is(err, context.Canceled) {
			return nil, err
		}
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return res, nil
	}
}

// logs only.
//
//errlint:decorator
func logs(h server.ToolHandlerFunc) server.ToolHandlerFunc { // shape: decorated/declared-passes // want `decorator logs returns an error when its handler has failed`
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return h(ctx, req)
	}
}

// nothing makes nothing of an error.
//
//errlint:decorator
func nothing(h server.ToolHandlerFunc) server.ToolHandlerFunc { // shape: decorated/declared-drops // want `^decorator nothing drops the error of its handler, instead of making a result of it$`
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return nil, nil
		}
		return res, nil
	}
}

// after the handler has succeeded, an error is the decorator's own.
//
//errlint:decorator
func after(h func(ctx context.Context, in map[string]any) (any, error)) server.ToolHandlerFunc { // shape: decorated/not-declared-own-error
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.Params.Name == "" {
			return nil, errors.New("no name")
		}
		out, err := h(ctx, req.GetArguments())
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		if out == nil {
			return nil, errors.New("no result")
		}
		return mcp.NewToolResultStructuredOnly(out), nil
	}
}

// inTime calls the handler in a goroutine: what becomes of the error is not followed.
//
//errlint:decorator
func inTime(h server.ToolHandlerFunc) server.ToolHandlerFunc { // shape: decorated/not-declared-goroutine
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		done := make(chan error, 1)
		var res *mcp.CallToolResult
		go func() {
			var err error
			res, err = h(ctx, req)
			done <- err
		}()
		select {
		case err := <-done:
			if err != nil {
				return mcp.NewToolResultError(err.Error()), nil
			}
			return res, nil
		case <-ctx.Done():
			return mcp.NewToolResultError("too late"), nil
		}
	}
}

// calls is middleware for all methods; errors of others than tools/call are not its business.
//
//errlint:decorator
func calls(next official.MethodHandler) official.MethodHandler { // shape: decorated/not-declared-other-methods
	return func(ctx context.Context, method string, req official.Request) (official.Result, error) {
		res, err := next(ctx, method, req)
		if err != nil && method == "tools/call" {
			return &official.CallToolResult{IsError: true}, nil
		}
		return res, err
	}
}

func work(ctx context.Context, in map[string]any) (any, error) { return nil, context.Canceled }

func register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("good"), good("x:good", handle)) // shape: decorated/not-marked
	s.AddTool(mcp.NewTool("opaque"), opaque(handle))
	s.AddTool(mcp.NewTool("some"), some(handle)) // shape: decorated/not-marked-twice
	s.AddTool(mcp.NewTool("logs"), logs(handle))
	s.AddTool(mcp.NewTool("nothing"), nothing(handle))
	s.AddTool(mcp.NewTool("after"), after(work))
}

// empty answers an error with a result that is none of an error, and says nothing.
//
//errlint:decorator
func empty(h server.ToolHandlerFunc) server.ToolHandlerFunc { // shape: decorated/declared-empty // want `decorator empty drops the error of its handler, instead of making a result of it`
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return &mcp.CallToolResult{}, nil
		}
		return res, nil
	}
}

//errlint:decorator
func ignores(h server.ToolHandlerFunc) server.ToolHandlerFunc { // want `decorator ignores drops the error of its handler`
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, _ := h(ctx, req)
		return res, nil
	}
}

// tells says what has failed, in a result of a success: that is another rule's.
//
//errlint:decorator
func tells(h server.ToolHandlerFunc) server.ToolHandlerFunc { // shape: decorated/not-declared-success
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return mcp.NewToolResultText("Error: " + err.Error()), nil
		}
		return res, nil
	}
}

// later sets what makes the result one of an error when the literal is there already; finds, for an error that it knows, makes a success of it.
//
//errlint:decorator
func later(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			failed := &mcp.CallToolResult{}
			failed.IsError = true
			res = failed
		}
		return res, nil
	}
}

//errlint:decorator
func finds(h server.ToolHandlerFunc) server.ToolHandlerFunc { // shape: decorated/not-declared-classified
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		switch {
		case errors.Is(err, context.Canceled):
			return mcp.NewToolResultText("nothing found"), nil
		case err != nil:
			return mcp.NewToolResultErrorFromErr("failed", err), nil
		}
		return res, nil
	}
}
