// want package:`operations\(search:find find\)`

// Package options has what is decided by the configuration.
package options

import (
	"context"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type Entry struct {
	Operation string
	Text      string
}

func decorate(op string, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			slog.Error("failed", "operation", op) // shape: opname/not-log-parameter
			return mcp.NewToolResultErrorFromErr(op, err), nil
		}
		return res, nil
	}
}

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	slog.InfoContext(ctx, "called", "operation", "files.read")             // shape: opname/log-key // want `operation "files\.read" is not of the form category:operation`
	slog.InfoContext(ctx, "called", slog.String("operation", "read"))      // shape: opname/log-attr // want `operation "read" is not of the form category:operation`
	slog.InfoContext(ctx, "called", "tool", "files.read")                  // shape: opname/not-log-key
	slog.InfoContext(ctx, "called", "operation", "files:"+req.Params.Name) // shape: opname/log-put-together // want `an operation is put together of parts`
	return nil, context.Canceled
}

func entries(op string) []*Entry {
	e := &Entry{}
	e.Operation = "list" // shape: opname/field-assigned // want `operation "list" is not of the form`
	e.Text = "list"      // shape: opname/not-field
	e.Operation = op     // shape: opname/not-field-parameter
	return []*Entry{
		e,
		{Operation: "files:Read"},      // shape: opname/field // want `operation "files:Read" does not match "\[a-z-\]\+" behind its category`
		{"find", "text"},               // shape: opname/field-unkeyed // want `operation "find" is not of the form`
		{Operation: "files:read-file"}, // shape: opname/not-pattern
	}
}

func register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("read"), decorate("git:read", handle))    // shape: opname/category // want `^operation "git:read" has the category git, which is not one of files, search$`
	s.AddTool(mcp.NewTool("find"), decorate("search:find", handle)) // shape: opname/not-category
}
