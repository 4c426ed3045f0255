// Package tables registers tools from tables and in loops.
package tables

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var errFailed = errors.New("failed")

func a(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errFailed
}
func b(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errFailed
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

type row struct {
	tool    mcp.Tool
	handler server.ToolHandlerFunc
}

func rangeLoop(s *server.MCPServer) {
	for _, r := range []row{
		{tool: mcp.NewTool("a"), handler: a},                  // shape: decorated/range-loop // want `handler of tool "a": its errors reach`
		{tool: mcp.NewTool("b"), handler: decorate("x:b", b)}, // shape: decorated/not-range-loop
	} {
		s.AddTool(r.tool, r.handler)
	}
}

var table = map[string]server.ToolHandlerFunc{
	"c": a,                  // shape: decorated/map-table // want `handler of tool "c": its errors reach`
	"d": decorate("x:d", b), // shape: decorated/not-map-table
}

func mapTable(s *server.MCPServer) {
	for name, h := range table {
		s.AddTool(mcp.NewTool(name), h)
	}
}

// The loop decorates what the table has.
func decorateInLoop(s *server.MCPServer) {
	for _, r := range []row{{mcp.NewTool("e"), a}, {mcp.NewTool("f"), b}} {
		s.AddTool(r.tool, decorate("x:e", r.handler))                                                       // shape: decorated/not-decorated-in-loop
		s.AddTool(r.tool, func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // shape: decorated/not-converted-in-literal
			res, err := r.handler(ctx, req)
			if err != nil {
				return mcp.NewToolResultError(err.Error()), nil
			}
			return res, nil
		})
	}
}

func appended(s *server.MCPServer, more bool) {
	var tools []server.ServerTool
	tools = append(tools, server.ServerTool{Tool: mcp.NewTool("g"), Handler: a}) // shape: decorated/appended // want `handler of tool "g": its errors reach`
	if more {
		tools = append(tools, server.ServerTool{Tool: mcp.NewTool("h"), Handler: decorate("x:h", b)}) // shape: decorated/not-appended
	}
	s.AddTools(tools...)
}

func somePath(s *server.MCPServer, debug bool) {
	h := decorate("x:i", a)
	if debug {
		h = a
	}
	s.AddTool(mcp.NewTool("i"), h) // shape: decorated/some-path // want `handler of tool "i": its errors reach`
}

func everyPath(s *server.MCPServer, debug bool) {
	h := decorate("x:j", a)
	if debug {
		h = decorate("x:j", b)
	}
	s.AddTool(mcp.NewTool("j"), h) // shape: decorated/not-every-path
}

// Where the handler comes from cannot be known.
func unknown(s *server.MCPServer, source interface {
	Handler(string) server.ToolHandlerFunc
}, ch chan server.ToolHandlerFunc) {
	s.AddTool(mcp.NewTool("k"), source.Handler("k")) // shape: decorated/not-unknown
	s.AddTool(mcp.NewTool("l"), <-ch)                // shape: decorated/not-unknown-channel
}

// Whether middleware that a caller hands over decorates cannot be known either.
func wrapAll(s *server.MCPServer, middleware ...server.ToolHandlerMiddleware) {
	var h server.ToolHandlerFunc = a
	for _, m := range middleware {
		h = m(h)
	}
	s.AddTool(mcp.NewTool("m"), h) // shape: decorated/not-unknown-middleware
}

// Lists that functions of the standard library make of others.
func firstTools() []server.ServerTool {
	return []server.ServerTool{{Tool: mcp.NewTool("n"), Handler: a}} // shape: decorated/concatenated // want `handler of tool "n": its errors reach`
}

func moreTools() []server.ServerTool {
	return []server.ServerTool{{Tool: mcp.NewTool("o"), Handler: decorate("x:o", a)}} // shape: decorated/not-concatenated
}

func concatenated(first, s *server.MCPServer) {
	first.AddTools(slices.Concat(firstTools(), moreTools())...)
	byName := map[string]server.ServerTool{
		"p": {Tool: mcp.NewTool("p"), Handler: b}, // want `handler of tool "p": its errors reach`
		"q": {Tool: mcp.NewTool("q"), Handler: decorate("x:q", b)},
	}
	for _, t := range slices.DeleteFunc(slices.Collect(maps.Values(byName)), func(t server.ServerTool) bool { return t.Tool.Name == "" }) {
		s.AddTool(t.Tool, t.Handler)
	}
	s.AddTools(slices.Insert(
		slices.Clone([]server.ServerTool{{Tool: mcp.NewTool("r"), Handler: a}}), 0, // want `handler of tool "r": its errors reach`
		server.ServerTool{Tool: mcp.NewTool("s"), Handler: b}, // want `handler of tool "s": its errors reach`
	)...)
}
