// Package middleware has servers whose middleware converts, and others.
package middleware

import (
	"context"
	"errors"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	official "github.com/modelcontextprotocol/go-sdk/mcp"
)

var errFailed = errors.New("failed")

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errFailed
}

func task(ctx context.Context, req mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
	return nil, errFailed
}

func raw(ctx context.Context, req *official.CallToolRequest) (*official.CallToolResult, error) {
	return nil, errFailed
}

func recovering(log *slog.Logger) server.ToolHandlerMiddleware {
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			res, err := next(ctx, req)
			if err != nil {
				log.Warn("tool failed", "error", err)
				return mcp.NewToolResultError(err.Error()), nil
			}
			return res, nil
		}
	}
}

func logging(log *slog.Logger) server.ToolHandlerMiddleware {
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			res, err := next(ctx, req)
			log.Info("tool called")
			return res, err
		}
	}
}

func option(log *slog.Logger) {
	s := server.NewMCPServer("s", "1", server.WithLogging(), server.WithToolHandlerMiddleware(recovering(log)), server.WithToolHandlerMiddleware(logging(log)))
	s.AddTool(mcp.NewTool("a"), handle)   // shape: decorated/not-middleware-option
	s.AddTaskTool(mcp.NewTool("b"), task) // shape: decorated/task-bypasses-middleware // want `handler of tool "b": its errors reach`
}

func options(log *slog.Logger) {
	opts := []server.ServerOption{server.WithLogging()}
	opts = append(opts, server.WithToolHandlerMiddleware(recovering(log)))
	s := server.NewMCPServer("s", "1", opts...)
	s.AddTool(mcp.NewTool("c"), handle) // shape: decorated/not-middleware-options-slice
}

func loggingOnly(log *slog.Logger) {
	s := server.NewMCPServer("s", "1", server.WithToolHandlerMiddleware(logging(log)))
	s.AddTool(mcp.NewTool("d"), handle) // shape: decorated/logging-middleware // want `handler of tool "d": its errors reach`
}

func use(log *slog.Logger) {
	s := server.NewMCPServer("s", "1")
	s.Use(logging(log), recovering(log))
	s.AddTool(mcp.NewTool("e"), handle) // shape: decorated/not-use

	other := server.NewMCPServer("other", "1")
	other.AddTool(mcp.NewTool("f"), handle) // shape: decorated/other-server // want `handler of tool "f": its errors reach`
}

func setUp(s *server.MCPServer, log *slog.Logger) { s.Use(recovering(log)) }

func useInHelper(log *slog.Logger) {
	s := server.NewMCPServer("s", "1")
	setUp(s, log)
	s.AddTool(mcp.NewTool("g"), handle) // shape: decorated/not-use-in-helper
}

func newServer(log *slog.Logger) *server.MCPServer {
	return server.NewMCPServer("s", "1", server.WithToolHandlerMiddleware(recovering(log)))
}

func fromFunction(log *slog.Logger) {
	s := newServer(log)
	s.AddTool(mcp.NewTool("h"), handle) // shape: decorated/not-server-from-function
	registerOn(s)
}

func registerOn(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("i"), handle) // shape: decorated/not-server-parameter
}

type app struct{ srv *server.MCPServer }

func newApp(log *slog.Logger) *app {
	a := &app{srv: server.NewMCPServer("s", "1")}
	a.srv.Use(recovering(log))
	return a
}

func (a *app) register() {
	a.srv.AddTool(mcp.NewTool("j"), handle) // shape: decorated/not-server-field
}

type plain struct{ srv *server.MCPServer }

func newPlain() *plain { return &plain{srv: server.NewMCPServer("s", "1")} }

func (p *plain) register() {
	p.srv.AddTool(mcp.NewTool("k"), handle) // shape: decorated/server-field // want `handler of tool "k": its errors reach`
}

func registerGiven(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("l"), handle) // shape: decorated/server-unknown // want `handler of tool "l": its errors reach`
}

// receiving is middleware of the official SDK: it sees all methods of the protocol.
func receiving(next official.MethodHandler) official.MethodHandler {
	return func(ctx context.Context, method string, req official.Request) (official.Result, error) {
		res, err := next(ctx, method, req)
		if err != nil && method == "tools/call" {
			return &official.CallToolResult{IsError: true}, nil
		}
		return res, err
	}
}

func observing(next official.MethodHandler) official.MethodHandler {
	return func(ctx context.Context, method string, req official.Request) (official.Result, error) {
		res, err := next(ctx, method, req)
		slog.Info("called", "method", method)
		return res, err
	}
}

func receive() {
	s := official.NewServer(nil, nil)
	s.AddReceivingMiddleware(observing, receiving)
	s.AddTool(&official.Tool{Name: "m"}, raw) // shape: decorated/not-receiving-middleware
}

func observe() {
	s := official.NewServer(nil, nil)
	s.AddReceivingMiddleware(observing)
	s.AddTool(&official.Tool{Name: "n"}, raw) // shape: decorated/observing-middleware // want `handler of tool "n": its errors reach`
}

func session(s server.SessionWithTools) {
	// Some server of the package is covered; which one this session is of cannot be known.
	s.SetSessionTools(map[string]server.ServerTool{"o": {Tool: mcp.NewTool("o"), Handler: handle}}) // shape: decorated/not-session
}

// Options that methods collect in a field.
type collected struct{ opts []server.ServerOption }

func (c *collected) safe(log *slog.Logger) {
	c.opts = append(c.opts, server.WithToolHandlerMiddleware(recovering(log)))
}

func (c *collected) with(mw server.ToolHandlerMiddleware) *collected {
	c.opts = append(c.opts, server.WithToolHandlerMiddleware(mw))
	return c
}

func collect(log *slog.Logger) {
	c := &collected{}
	c.safe(log)
	s := server.NewMCPServer("s", "1", c.opts...)
	s.AddTool(mcp.NewTool("x"), handle) // shape: decorated/not-middleware-options-field
}

func collectGiven(log *slog.Logger) {
	s := server.NewMCPServer("s", "1", (&collected{}).with(recovering(log)).opts...)
	s.AddTool(mcp.NewTool("y"), handle)
}

type observed struct{ opts []server.ServerOption }

func (o *observed) with(mw server.ToolHandlerMiddleware) {
	o.opts = append(o.opts, server.WithToolHandlerMiddleware(mw))
}

func observeByField(log *slog.Logger) {
	o := &observed{}
	o.with(logging(log))
	s := server.NewMCPServer("s", "1", o.opts...)
	s.AddTool(mcp.NewTool("z"), handle) // shape: decorated/logging-options-field // want `handler of tool "z": its errors reach`
}

// Of errors that become successes none leaves the server.
func masking(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if err != nil {
			return mcp.NewToolResultText("Error: " + err.Error()), nil
		}
		return res, nil
	}
}

func masked() {
	s := server.NewMCPServer("s", "1", server.WithToolHandlerMiddleware(masking))
	s.AddTool(mcp.NewTool("masked"), handle) // shape: decorated/not-middleware-masks
}
