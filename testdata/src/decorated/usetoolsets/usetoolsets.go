// Package usetoolsets puts tools into lists that another package registers.
package usetoolsets

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"decorated/toolsets"
)

var errFailed = errors.New("failed")

func handle(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errFailed
}

func never(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

func tool() mcp.Tool { return mcp.Tool{Name: "made"} }

func lists(g *toolsets.Group) {
	t := new(toolsets.Toolset).AddRead( // shape: decorated/kept-list
		toolsets.NewServerTool(mcp.Tool{Name: "a"}, handle),    // want `^handler of tool "a": its errors reach`
		toolsets.NewServerTool(tool(), handle),                 // want `^handler of tool "made": its errors reach`
		toolsets.NewServerTool(mcp.Tool{Name: "never"}, never), // want `^handler of tool "never" never fails`
	)
	t.Put(toolsets.NewServerTool(mcp.Tool{Name: "c"}, handle)) // shape: decorated/kept-map // want `^handler of tool "c": its errors reach`
	t.Put(toolsets.Make("named", handle))                      // want `^handler of tool "named": its errors reach`
	g.Sets["t"] = t
}

func shelf(s *toolsets.Shelf) {
	s.Add(toolsets.NewServerTool(mcp.Tool{Name: "d"}, handle)) // shape: decorated/not-kept-unregistered
}

func safe(s *toolsets.Safe) {
	s.Add(toolsets.NewServerTool(mcp.Tool{Name: "e"}, handle)) // shape: decorated/not-kept-decorated
}

// What is around the handler is not known: nothing is said of it, but that.

func around(w *toolsets.Wrapped) {
	w.Set([]toolsets.ServerTool{toolsets.NewServerTool(mcp.Tool{Name: "f"}, handle)}) // shape: decorated/not-kept-wrapped
}
