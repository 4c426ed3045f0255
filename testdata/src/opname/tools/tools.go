// want package:`operations\(files:read read, users:get-user get-user, x:a a, x:d d\)`

// Package tools compares operations with the tools that they are of.
package tools

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, context.Canceled
}

func logged(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return h(ctx, req) }
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

const (
	toolRead   = "read"
	opRead     = "files:read"
	opOnce     = "files:onec"
	opTwice    = "files:twise"
	OpExported = "files:exportet"
)

func register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("get-user"), decorate("users:get-user", handle))    // shape: opname/not-hyphen
	s.AddTool(mcp.NewTool("list-users"), decorate("users:get_users", handle)) // want `operation "users:get_users" is not the name of its tool, "list-users"`
	s.AddTool(mcp.NewTool(toolRead), decorate(opRead, handle))                // shape: opname/not-same
	s.AddTool(mcp.NewTool("write"), decorate("files:wirte", handle))          // shape: opname/tool // want `^operation "files:wirte" is not the name of its tool, "write"$`
	s.AddTool(mcp.NewTool("raw"), logged(decorate(`files:row`, handle)))      // shape: opname/tool-inside-wrapper // want `operation "files:row" is not the name of its tool, "raw"`
	s.AddTool(mcp.NewTool("once"), decorate(opOnce, handle))                  // shape: opname/tool-constant // want `operation "files:onec" is not the name of its tool, "once"`
	s.AddTool(mcp.NewTool("twice"), decorate(opTwice, handle))                // shape: opname/tool-constant-shared // want `operation "files:twise" is not the name of its tool, "twice"`
	s.AddTool(mcp.NewTool("exported"), decorate(OpExported, handle))          // shape: opname/tool-constant-exported // want `operation "files:exportet" is not the name of its tool, "exported"`
	s.AddTool(mcp.NewTool("read all"), decorate("files:read_al", handle))     // shape: opname/tool-unfixable // want `operation "files:read_al" is not the name of its tool, "read all"`
	s.AddTool(mcp.NewTool("copy"), decorate("files:read", handle))            // shape: opname/duplicate // want `^operation "files:read" of tool "copy" is that of tool "read", too$`
}

var twice = opTwice

// The same tool on two servers has one operation.
func registerAgain(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("read"), decorate("files:read", handle)) // shape: opname/not-two-servers
}

func table(s *server.MCPServer) {
	s.AddTools(
		server.ServerTool{Tool: mcp.NewTool("a"), Handler: decorate("x:a", handle)}, // shape: opname/not-table
		server.ServerTool{Tool: mcp.NewTool("b"), Handler: decorate("x:c", handle)}, // shape: opname/tool-in-table // want `operation "x:c" is not the name of its tool, "b"`
	)
}

// add takes the name and the operation.
func add(s *server.MCPServer, name, op string, h server.ToolHandlerFunc) {
	s.AddTool(mcp.NewTool(name), decorate(op, h))
}

func callAdd(s *server.MCPServer) {
	add(s, "d", "x:d", handle) // shape: opname/not-helper-tool
	add(s, "e", "x:f", handle) // shape: opname/helper-tool // want `operation "x:f" is not the name of its tool, "e"`
}

// The name cannot be known.
func unknown(s *server.MCPServer, name string) {
	s.AddTool(mcp.NewTool(name), decorate("x:unknown", handle)) // shape: opname/not-unknown-name
}
