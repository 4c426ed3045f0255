// Package mcpgo registers tools in all the ways that mcp-go has.
package mcpgo

import (
	"context"
	"errors"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/mcptest"
	"github.com/mark3labs/mcp-go/server"
)

var errFailed = errors.New("failed")

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errFailed
}

func task(ctx context.Context, req mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
	return nil, errFailed
}

type api struct{}

func (a *api) search(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errFailed
}

type args struct{ Path string }

func typed(ctx context.Context, req mcp.CallToolRequest, in args) (*mcp.CallToolResult, error) {
	return nil, errFailed
}

func structured(ctx context.Context, req mcp.CallToolRequest, in args) (args, error) {
	return in, errFailed
}

func register(session server.SessionWithTools) error {
	s := server.NewMCPServer("s", "1")
	s.AddTool(mcp.NewTool("read"), handle) // shape: decorated/mcpgo-addtool // want `^handler of tool "read": .*; no error decorator is around it$`

	// The text of a result says nothing of where an error goes: this handler never
	// returns one, and yet is not what the decorator makes of one.
	s.AddTool(mcp.NewTool("literal"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // shape: decorated/literal // want `handler of tool "literal" never fails: no error decorator is around it`
		if _, err := req.RequireString("path"); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText("ok"), nil
	})

	a := &api{}
	tool := mcp.Tool{Name: "search", Description: "searches"}
	s.AddTool(tool, a.search) // shape: decorated/method-value // want `handler of tool "search": its errors reach`
	h := handle
	s.AddTool(mcp.NewTool("local"), h) // shape: decorated/local // want `handler of tool "local": its errors reach`

	const prefix = "repo_"
	s.AddTool(mcp.NewTool(prefix+"list"), handle) // shape: decorated/constant-name // want `handler of tool "repo_list"`

	s.AddTool(mcp.NewTool("typed"), mcp.NewTypedToolHandler(typed))                // shape: decorated/typed-wrapper // want `handler of tool "typed": its errors reach`
	s.AddTool(mcp.NewTool("structured"), mcp.NewStructuredToolHandler(structured)) // shape: decorated/structured-wrapper // want `handler of tool "structured": the SDK itself makes results of its errors`

	s.AddTools(
		server.ServerTool{Tool: mcp.NewTool("one"), Handler: handle}, // shape: decorated/addtools // want `handler of tool "one": its errors reach`
		server.ServerTool{mcp.NewTool("two"), a.search},              // shape: decorated/servertool-unkeyed // want `handler of tool "two": its errors reach`
	)
	s.SetTools(server.ServerTool{Tool: mcp.NewTool("three"), Handler: handle}) // shape: decorated/settools // want `handler of tool "three"`

	if err := s.AddSessionTool("id", mcp.NewTool("four"), handle); err != nil { // shape: decorated/session-tool // want `handler of tool "four"`
		return err
	}
	if err := s.AddSessionTools("id", server.ServerTool{Tool: mcp.NewTool("five"), Handler: handle}); err != nil { // shape: decorated/session-tools // want `handler of tool "five"`
		return err
	}
	session.SetSessionTools(map[string]server.ServerTool{
		"six": {Tool: mcp.NewTool("six"), Handler: handle}, // shape: decorated/set-session-tools // want `handler of tool "six"`
	})
	s.AddTaskTool(mcp.NewTool("seven"), task)                                        // shape: decorated/task-tool // want `handler of tool "seven"`
	s.AddTaskTools(server.ServerTaskTool{Tool: mcp.NewTool("eight"), Handler: task}) // shape: decorated/task-tools // want `handler of tool "eight"`
	s.AddPrompt(mcp.Prompt{Name: "ask"}, prompt)                                     // shape: decorated/not-prompt
	s.AddResource(mcp.Resource{Name: "file"}, resource)                              // shape: decorated/not-resource
	_ = server.ServerTool{Tool: mcp.NewTool("nowhere"), Handler: handle}             // shape: decorated/not-registered
	s.AddTool(mcp.NewTool("nine"), handle)                                           //nolint:errlint // shape: decorated/not-nolint
	s.AddTool(mcp.NewTool("ten"), handle)                                            //errlint:ignore decorated the protocol wants this error // shape: decorated/not-ignored
	return nil
}

func prompt(ctx context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	return nil, errFailed
}

func resource(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return nil, errFailed
}

func serve(t *testing.T) {
	mcptest.NewServer(t, server.ServerTool{Tool: mcp.NewTool("t1"), Handler: handle}) // shape: decorated/mcptest // want `handler of tool "t1"`
	s := mcptest.NewUnstartedServer(t)
	s.AddTool(mcp.NewTool("t2"), handle) // shape: decorated/mcptest-addtool // want `handler of tool "t2"`
}

// A server of which only some methods are known is one, too.
type adder interface {
	AddTool(tool mcp.Tool, handler server.ToolHandlerFunc)
}

func registerOn(s adder) {
	s.AddTool(mcp.NewTool("eleven"), handle) // shape: decorated/interface // want `handler of tool "eleven"`
}
