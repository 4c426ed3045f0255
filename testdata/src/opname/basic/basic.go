// Package basic has operations of all forms.
package basic

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"opname/ops"
)

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, context.Canceled
}

// decorate is recognised; its parameter op is the operation.
func decorate(op string, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return mcp.NewToolResultErrorFromErr(op, err), nil
		}
		return res, nil
	}
}

// marked says itself which parameter it is.
//
//errlint:decorator op=name
func marked(name string, h server.ToolHandlerFunc) server.ToolHandlerFunc { return decorate(name, h) }

// middleware takes the operation first.
func middleware(operation string) func(server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(h server.ToolHandlerFunc) server.ToolHandlerFunc { return decorate(operation, h) }
}

// title is a string, too, but no operation.
func titled(title string, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return mcp.NewToolResultErrorFromErr(title, err), nil
		}
		return res, nil
	}
}

const (
	category = "files"
	opRead   = category + ":" + "read"
	opBad    = "files.read"
)

var opVariable = "files:read"

func forms(n int, name string) {
	decorate("files:read", handle)               // shape: opname/not-literal
	decorate(opRead, handle)                     // shape: opname/not-concatenated
	decorate(ops.Read, handle)                   // shape: opname/not-imported
	decorate(opBad, handle)                      // shape: opname/constant-form // want `^operation "files\.read" is not of the form category:operation$`
	decorate("read", handle)                     // shape: opname/no-category // want `operation "read" is not of the form category:operation`
	decorate("Files:read", handle)               // shape: opname/upper-category // want `operation "Files:read" is not of the form category:operation`
	decorate("files:", handle)                   // shape: opname/empty // want `operation "files:" is not of the form category:operation`
	decorate("files:read file", handle)          // shape: opname/alphabet // want `operation "files:read file" is not of the form category:operation`
	decorate("files:readFile", handle)           // shape: opname/camel // want `^operation "files:readFile" is not lower_snake behind its category$`
	decorate("files:read-file", handle)          // shape: opname/kebab // want `operation "files:read-file" is not lower_snake behind its category`
	decorate(fmt.Sprintf("files:%d", n), handle) // shape: opname/computed // want `^the operation given to decorate is not a constant$`
	decorate(category+":"+name, handle)          // shape: opname/put-together // want `the operation given to decorate is not a constant`
	decorate(opVariable, handle)                 // shape: opname/not-assigned-once
	marked("files/read", handle)                 // shape: opname/marked // want `operation "files/read" is not of the form category:operation`
	middleware("files/read")(handle)             // shape: opname/curried // want `operation "files/read" is not of the form category:operation`
	titled("Read a file", handle)                // shape: opname/not-title

	op := "files:list"
	if n > 0 {
		op = "files.find"
	}
	decorate(op, handle) // shape: opname/some-path // want `operation "files\.find" is not of the form`

	local := "files:list"
	decorate(local, handle) // shape: opname/not-local
}

// helper hands its parameter on: its callers name the operation.
func helper(s *server.MCPServer, what string) {
	decorate(what, handle) // shape: opname/not-parameter
}

func callHelper(s *server.MCPServer) {
	helper(s, "files:read")
	helper(s, "list") // shape: opname/helper // want `operation "list" is not of the form category:operation`
}

// These are no operations, though some look like them.
var (
	scope   = "read:Org"                                        // shape: opname/not-scope
	image   = "ghcr.io/owner/image:Latest"                      // shape: opname/not-image
	digest  = "sha256:ABCDEF"                                   // shape: opname/not-digest
	queries = []string{"is:Open author:@me", "repo:owner/name"} // shape: opname/not-qualifier
)
