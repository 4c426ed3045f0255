// Package objects registers tools that are objects in a table, and what another package has of them.
package objects

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"decorated/objects/parts"
)

func failing(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errors.New("failed")
}

// The names of what another package makes.
func elsewhere(s *server.MCPServer) {
	s.AddTool(parts.NewScan(), parts.Scan("/")) // shape: decorated/name-function-cross-package // want `^handler of tool "scan": its errors`
	s.AddTool(parts.Read, failing)              // shape: decorated/name-variable-cross-package // want `^handler of tool "read": its errors`
	s.AddTool(*parts.Write, failing)            // want `^handler of tool "write": its errors`
	s.AddTool(parts.Either(true), failing)      // shape: decorated/not-name-of-several // want `^handler failing: its errors`
	tool, handler := parts.List()
	s.AddTool(tool, handler) // shape: decorated/name-pair-cross-package // want `^handler of tool "list": its errors`
	register(s, parts.List)  // shape: decorated/name-pair-given // want `^handler of tool "list": its errors`
	register(s, count)       // want `^handler of tool "count": its errors`
}

func register(s *server.MCPServer, get func() (mcp.Tool, server.ToolHandlerFunc)) {
	tool, handler := get()
	s.AddTool(tool, handler)
}

func count() (mcp.Tool, server.ToolHandlerFunc) { return mcp.NewTool("count"), failing }

// A definition is a tool, and when it is there.
type definition struct {
	server.ServerTool
	readonly bool
}

func definitions() []definition {
	return []definition{
		{ServerTool: server.ServerTool{
			Tool:    parts.NewScan(),
			Handler: parts.Scan("/"), // shape: decorated/literals-cross-package // want `^handler of tool "scan": its errors`
		}, readonly: true},
		{ServerTool: server.ServerTool{
			Tool:    mcp.NewTool("find"),
			Handler: parts.Find("/"), // want `^handler of tool "find": its errors`
		}},
	}
}

func readonly(all []definition) (out []definition) {
	for _, d := range all {
		if d.readonly {
			out = append(out, d)
		}
	}
	return out
}

func filtered(s *server.MCPServer, filters []func([]definition) []definition) {
	filters = append(filters, readonly)
	all := definitions()
	for _, filter := range filters {
		all = filter(all)
	}
	var tools []server.ServerTool
	for _, d := range all {
		tools = append(tools, d.ServerTool)
	}
	s.AddTools(tools...)
}

// An object is a tool.
type object interface {
	Tool() mcp.Tool
	Handler(root string) server.ToolHandlerFunc
}

type first struct{}

func (*first) Tool() mcp.Tool { return mcp.NewTool("first") }

func (*first) Handler(root string) server.ToolHandlerFunc {
	return func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errors.New(root) }
}

type second struct{}

func (*second) Tool() mcp.Tool { return mcp.NewTool("second") }

func (*second) Handler(string) server.ToolHandlerFunc { return parts.Find("/") }

func objects() []object {
	return []object{
		&first{},  // shape: decorated/object-table // want `^handler of tool "first": its errors`
		&second{}, // want `^handler of tool "second": its errors`
	}
}

func known(all []object, names map[string]bool) (out []object) {
	for _, o := range all {
		if names[o.Tool().Name] {
			out = append(out, o)
		}
	}
	return out
}

func all(s *server.MCPServer, names map[string]bool) {
	for _, o := range known(objects(), names) {
		s.AddTool(o.Tool(), o.Handler("/"))
	}
}

// An Adapted is a tool of the package's own kind, of which there are no others.
type Adapted interface{ serverTool() server.ServerTool }

type adapted struct {
	name string
	work func(ctx context.Context) (string, error)
}

func (a *adapted) serverTool() server.ServerTool {
	return server.ServerTool{
		Tool: mcp.NewTool(a.name),
		Handler: func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) { // shape: decorated/object-unexported // want `^the handler: its errors`
			text, err := a.work(ctx)
			if err != nil {
				return nil, err
			}
			return mcp.NewToolResultText(text), nil
		},
	}
}

// Add adds tools to a server.
func Add(s *server.MCPServer, tools ...Adapted) {
	var out []server.ServerTool
	for _, t := range tools {
		out = append(out, t.serverTool())
	}
	s.AddTools(out...)
}

// New returns a tool.
func New(name string, work func(ctx context.Context) (string, error)) Adapted {
	return &adapted{name, work}
}
