// want package:`operations\(.*\)`

// Package calls has registries whose entries must not be mixed up: what one call returns,
// or one value holds, says nothing of another.
package calls

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type Reg struct {
	Tool    mcp.Tool
	Handler server.ToolHandlerFunc
}

func a(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, context.Canceled
}
func b(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, context.Canceled
}

func handleErrors(op string, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return mcp.NewToolResultErrorFromErr(op, err), nil
		}
		return res, nil
	}
}

func makeA() Reg { return Reg{mcp.NewTool("tool_a"), handleErrors("cat:tool_a", a)} } // shape: opname/not-other-call
func makeB() Reg { return Reg{mcp.NewTool("tool_b"), handleErrors("cat:tool_b", b)} }
func makeC() Reg { return Reg{mcp.NewTool("tool_c"), handleErrors("cat:tool_d", b)} } // want `operation "cat:tool_d" is not the name of its tool, "tool_c"`

func register(s *server.MCPServer) {
	ra := makeA()
	s.AddTool(ra.Tool, ra.Handler)
	rb := makeB()
	s.AddTool(rb.Tool, rb.Handler)
	rc := makeC()
	s.AddTool(rc.Tool, rc.Handler)
}

// An entry has fields of the package's own, which only it assigns.
type entry struct {
	name    string
	handler server.ToolHandlerFunc
}

func (e entry) add(s *server.MCPServer) { s.AddTool(mcp.NewTool(e.name), e.handler) }

func first() entry  { return entry{"first", handleErrors("x:first", a)} } // shape: opname/not-other-value
func second() entry { return entry{"second", handleErrors("x:second", b)} }

// third is registered nowhere.
func third() entry { return entry{"third", handleErrors("x:other", b)} } // shape: opname/not-registered

func registerEntries(s *server.MCPServer) {
	e, f := first(), second()
	s.AddTool(mcp.NewTool(e.name), e.handler)
	f.add(s)
	for _, g := range []func() entry{first, second} {
		g().add(s)
	}
}

// A registry gathers entries by a method that can be chained.
type registry struct{ entries []entry }

func (r *registry) with(name, op string, h server.ToolHandlerFunc) *registry {
	r.entries = append(r.entries, entry{name, handleErrors(op, h)})
	return r
}

func (r *registry) register(s *server.MCPServer) {
	for _, e := range r.entries {
		s.AddTool(mcp.NewTool(e.name), e.handler)
	}
}

func registerChained(s *server.MCPServer) {
	new(registry).with("one", "x:one", a).with("two", "x:two", b).register(s) // shape: opname/not-chained
}
