// want package:`operations\(files:find find, files:good good\)`

// Package useops uses the operations of another package.
package useops

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"opname/ops"
)

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, context.Canceled
}

const opList ops.Name = "list" // shape: opname/type-cross-package // want `operation "list" is not of the form category:operation`

const opFind ops.Name = "files:find" // shape: opname/not-type

func register(s *server.MCPServer, user string, id ops.Name) {
	s.AddTool(mcp.NewTool("good"), ops.Decorate(ops.Good, handle)) // shape: opname/not-type-constant
	s.AddTool(mcp.NewTool("list"), ops.Decorate(opList, handle))
	s.AddTool(mcp.NewTool("find"), ops.Decorate(opFind, handle))
	s.AddTool(mcp.NewTool("lit"), ops.Decorate("lit", handle))          // shape: opname/type-literal // want `operation "lit" is not of the form`
	s.AddTool(mcp.NewTool("other"), ops.Decorate("files:some", handle)) // shape: opname/tool-cross-package // want `^operation "files:some" is not the name of its tool, "other"$`
	ops.Wrap("wrapped", handle)                                         // shape: opname/helper-cross-package // want `operation "wrapped" is not of the form`
	_ = ops.Name("users:" + user)                                       // shape: opname/type-conversion // want `^an operation is made of a string that is not a constant$`
	_ = "users:" + id                                                   // shape: opname/type-concatenation // want `^an operation is put together of parts that are not constants$`
	_ = ops.Name(user)                                                  // shape: opname/not-handed-on
	_ = id
}
