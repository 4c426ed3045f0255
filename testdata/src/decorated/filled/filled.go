// Package filled fills lists of tools and registers them itself, on servers that it knows.
package filled

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type Entry struct {
	Tool    mcp.Tool
	Handler server.ToolHandlerFunc
}

type Registry struct{ entries []Entry }

func (r *Registry) Add(e Entry) { r.entries = append(r.entries, e) }

func (r *Registry) Register(s *server.MCPServer) {
	for _, e := range r.entries {
		s.AddTool(e.Tool, e.Handler)
	}
}

var errFailed = errors.New("failed")

func handle(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errFailed }

func convert(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return res, nil
	}
}

func New() (covered, bare *server.MCPServer) {
	covered = server.NewMCPServer("covered", "1", server.WithToolHandlerMiddleware(convert))
	r := &Registry{}
	r.Add(Entry{mcp.NewTool("one"), handle}) // shape: decorated/not-kept-covered
	r.Register(covered)

	bare = server.NewMCPServer("bare", "1")
	other := &Registry{}
	other.Add(Entry{mcp.NewTool("two"), handle}) // want `handler of tool "two": its errors reach`
	other.Register(bare)
	return covered, bare
}

// Later is registered by others, on a server of this package for all that is known.
type Later struct{ entries []Entry }

func (l *Later) Add() {
	l.entries = append(l.entries, Entry{mcp.NewTool("three"), handle})
}

func (l *Later) Register(s *server.MCPServer) {
	for _, e := range l.entries {
		s.AddTool(e.Tool, e.Handler)
	}
}

// A local registry has all that is added to it, and a handler may be in it for several tools.
type registry struct{ entries []Entry }

func newRegistry() *registry { return &registry{} }

func (r *registry) Add(e Entry) { r.entries = append(r.entries, e) }

func (r *registry) Register(s *server.MCPServer) {
	for _, e := range r.entries {
		s.AddTool(e.Tool, e.Handler)
	}
}

func Same(s *server.MCPServer) {
	r := newRegistry()
	r.Add(Entry{mcp.NewTool("four"), handle}) // want `handler of tool "four": its errors reach`
	r.Add(Entry{mcp.NewTool("five"), handle}) // shape: decorated/same-handler // want `handler of tool "five": its errors reach`
	r.Register(s)
}

var table = []Entry{
	{mcp.NewTool("eight"), handle}, // want `handler of tool "eight": its errors reach`
	{mcp.NewTool("nine"), handle},  // want `handler of tool "nine": its errors reach`
	{mcp.NewTool("ten"), convert(handle)},
}

func Table(s *server.MCPServer) {
	for _, e := range table {
		s.AddTool(e.Tool, e.Handler)
	}
}
