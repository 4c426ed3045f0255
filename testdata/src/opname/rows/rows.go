// want package:`operations\(files:open open, files:read read, keys:get get, maps:one one\)`

// Package rows registers tools of tables, which have the names of both.
package rows

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, context.Canceled
}

func decorate(op string, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return mcp.NewToolResultErrorFromErr(op, err), nil
		}
		return res, nil
	}
}

func inFunction(s *server.MCPServer) {
	for _, x := range []struct{ name, op string }{
		{"open", "files:open"}, // shape: opname/not-row
		{"stat", "files:sta"},  // shape: opname/tool-in-row // want `^operation "files:sta" is not the name of its tool, "stat"$`
	} {
		s.AddTool(mcp.NewTool(x.name), decorate(x.op, handle))
	}
}

var table = []struct {
	name, about, op string
	h               server.ToolHandlerFunc
}{
	{"read", "files:read", "files:read", handle},          // shape: opname/not-row
	{"write", "files:write", "files:read", handle},        // shape: opname/duplicate-in-row // want `^operation "files:read" of tool "write" is that of tool "read", too$`
	{name: "list", op: "list files", h: handle},           // shape: opname/format-in-row // want `^operation "list files" is not of the form category:operation$`
	{op: "files:mov", h: handle, name: "move", about: ""}, // shape: opname/tool-in-row // want `^operation "files:mov" is not the name of its tool, "move"$`
}

func withHandlers(s *server.MCPServer) {
	for _, x := range table {
		s.AddTool(mcp.NewTool(x.name, mcp.WithDescription(x.about)), decorate(x.op, x.h))
	}
}

func inMap(s *server.MCPServer) {
	for name, op := range map[string]string{
		"one": "maps:one", // shape: opname/not-row
		"two": "maps:tow", // shape: opname/tool-in-row // want `^operation "maps:tow" is not the name of its tool, "two"$`
	} {
		s.AddTool(mcp.NewTool(name), decorate(op, handle))
	}
}

func byKey(s *server.MCPServer) {
	for name, x := range map[string]struct{ op string }{
		"get": {"keys:get"},     // shape: opname/not-row
		"put": {op: "keys:pot"}, // shape: opname/tool-in-row // want `^operation "keys:pot" is not the name of its tool, "put"$`
	} {
		s.AddTool(mcp.NewTool(name), decorate(x.op, handle))
	}
}

// The operations are those of the row before: nobody knows which tools they are of.
func shifted(s *server.MCPServer) {
	rows := []struct{ name, op string }{
		{"first", "rows:second"}, // shape: opname/not-row
		{"second", "rows:first"},
	}
	for i := range rows {
		s.AddTool(mcp.NewTool(rows[i].name), decorate(rows[len(rows)-1-i].op, handle))
	}
}
