// Package wrappers has wrappers that are no decorators.
package wrappers

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var errLimit = errors.New("too many calls")

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errLimit
}

func logged(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		start := time.Now()
		res, err := h(ctx, req)
		if err != nil {
			slog.Error("tool failed", "error", err)
			return res, err
		}
		slog.Info("tool called", "duration", time.Since(start))
		return res, nil
	}
}

type limiter struct{ tokens int }

func (l *limiter) limit(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if l.tokens == 0 {
			return nil, errLimit
		}
		return h(ctx, req)
	}
}

// checked adds results of its own, and no errors.
func checked(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if server.ClientSession(nil) == nil {
			return mcp.NewToolResultError("no session"), nil
		}
		return h(ctx, req)
	}
}

// dropped makes nothing of the error: the client sees no result and no error.
func dropped(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return nil, nil
		}
		return res, nil
	}
}

// wrapped passes the error on, in another one.
func wrapped(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return nil, errors.New("tool failed: " + err.Error())
		}
		return res, nil
	}
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

func register(s *server.MCPServer, l *limiter) {
	s.AddTool(mcp.NewTool("logged"), logged(handle))   // shape: decorated/logging-wrapper // want `handler of tool "logged": its errors reach`
	s.AddTool(mcp.NewTool("limited"), l.limit(handle)) // shape: decorated/rate-limit-wrapper // want `handler of tool "limited": its errors reach`
	s.AddTool(mcp.NewTool("checked"), checked(handle)) // shape: decorated/checking-wrapper // want `handler of tool "checked": its errors reach`
	s.AddTool(mcp.NewTool("dropped"), dropped(handle)) // shape: decorated/dropping-wrapper // want `handler of tool "dropped": its errors reach`
	s.AddTool(mcp.NewTool("wrapped"), wrapped(handle)) // shape: decorated/wrapping-wrapper // want `handler of tool "wrapped": its errors reach`

	s.AddTool(mcp.NewTool("in"), logged(decorate(handle)))                                                              // shape: decorated/not-logged-outside
	s.AddTool(mcp.NewTool("out"), decorate(logged(handle)))                                                             // shape: decorated/not-logged-inside
	s.AddTool(mcp.NewTool("check"), checked(logged(decorate(handle))))                                                  // shape: decorated/not-checked-outside
	s.AddTool(mcp.NewTool("limit-in"), decorate(l.limit(handle)))                                                       // shape: decorated/not-limited-inside
	s.AddTool(mcp.NewTool("limit-out"), l.limit(decorate(handle)))                                                      // shape: decorated/outer-fails // want `handler of tool "limit-out": its errors reach`
	s.AddTool(mcp.NewTool("forward"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // shape: decorated/not-forwarded
		return decorate(handle)(ctx, req)
	})
}

// What a function makes of the middleware that it is given, those who call it know.
func chain(h server.ToolHandlerFunc, all ...server.ToolHandlerMiddleware) server.ToolHandlerFunc {
	for _, m := range slices.Backward(all) {
		h = m(h)
	}
	for i := len(all) - 1; i >= 0; i-- {
		h = all[i](h)
	}
	return h
}

func inner(h server.ToolHandlerFunc, all ...server.ToolHandlerMiddleware) server.ToolHandlerFunc {
	for i := len(all) - 1; i >= 0; i-- {
		h = all[i](h)
	}
	return h
}

func within(m server.ToolHandlerMiddleware, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return m(h)
}

type stack struct {
	all []server.ToolHandlerMiddleware
}

func (k stack) wrap(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	for _, m := range k.all {
		h = m(h)
	}
	return h
}

func handedOver(s *server.MCPServer, l *limiter, given ...server.ToolHandlerMiddleware) {
	s.AddTool(mcp.NewTool("chain-a"), inner(handle, logged, checked)) // want `handler of tool "chain-a": its errors reach`
	s.AddTool(mcp.NewTool("chain-b"), inner(handle, logged, decorate, checked))
	s.AddTool(mcp.NewTool("chain-c"), inner(handle))           // want `handler of tool "chain-c": its errors reach`
	s.AddTool(mcp.NewTool("chain-d"), inner(handle, given...)) // not known
	s.AddTool(mcp.NewTool("chain-e"), chain(handle, logged))   // nor is it of two loops
	s.AddTool(mcp.NewTool("chain-f"), within(logged, handle))  // want `handler of tool "chain-f": its errors reach`
	s.AddTool(mcp.NewTool("chain-g"), within(decorate, handle))
	s.AddTool(mcp.NewTool("chain-h"), within(l.limit, decorate(handle))) // want `handler of tool "chain-h": its errors reach`
	logging, answering := stack{[]server.ToolHandlerMiddleware{logged}}, stack{[]server.ToolHandlerMiddleware{logged, decorate}}
	s.AddTool(mcp.NewTool("chain-i"), logging.wrap(handle)) // want `handler of tool "chain-i": its errors reach`
	s.AddTool(mcp.NewTool("chain-j"), answering.wrap(handle))
}
