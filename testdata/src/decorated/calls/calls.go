// Package calls has factories and registries. What one call returns, or one value
// holds, is not what another does.
package calls

import (
	"context"
	"errors"

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

type def struct {
	tool    mcp.Tool
	handler server.ToolHandlerFunc
}

func good() def { return def{mcp.NewTool("good"), decorate("x:good", a)} } // shape: decorated/not-other-factory
func bad() def  { return def{mcp.NewTool("bad"), b} }                      // shape: decorated/factory-of-struct // want `handler of tool "bad": its errors reach`
func idle() def { return def{mcp.NewTool("idle"), b} }                     // shape: decorated/not-registered-factory

func twoCalls(s *server.MCPServer) {
	g := good()
	s.AddTool(g.tool, g.handler)
	d := bad()
	s.AddTool(d.tool, d.handler)
}

// A registry is filled by a method, and registers what it holds by another.
type registry struct{ defs []def }

func (r *registry) add(name string, h server.ToolHandlerFunc) *registry {
	r.defs = append(r.defs, def{mcp.NewTool(name), h})
	return r
}

func (r *registry) registerAll(s *server.MCPServer) {
	for _, d := range r.defs {
		s.AddTool(d.tool, d.handler)
	}
}

func registries(s *server.MCPServer) {
	var r registry
	r.add("r1", a) // shape: decorated/filled-by-method // want `handler of tool "r1": its errors reach`
	r.add("r2", decorate("x:r2", b))
	r.registerAll(s)

	new(registry).add("c1", a).add("c2", decorate("x:c2", b)).registerAll(s) // shape: decorated/chained // want `handler of tool "c1": its errors reach`

	var unused registry
	unused.add("u", a) // shape: decorated/not-registered-registry
}
