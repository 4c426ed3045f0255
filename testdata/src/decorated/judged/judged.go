// Package judged registers tools of which it cannot be known whether they are decorated.
package judged

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func raw(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errors.New("failed")
}

type source interface {
	Handler(string) server.ToolHandlerFunc
}

func unknown(s *server.MCPServer, src source, ch chan server.ToolHandlerFunc) {
	s.AddTool(mcp.NewTool("k"), src.Handler("k")) // shape: decorated/judged // want `^handlers of 2 tools on s \(k, l\): whether an error decorator is around them cannot be known \(the first: it is what the interface method Handler returns\)$`
	s.AddTool(mcp.NewTool("l"), <-ch)
}

func wrapAll(s *server.MCPServer, middleware ...server.ToolHandlerMiddleware) {
	var h server.ToolHandlerFunc = raw
	for _, m := range middleware {
		h = m(h)
	}
	s.AddTool(mcp.NewTool("m"), h) // shape: decorated/judged-middleware // want `^handler of tool "m": whether an error decorator is around it cannot be known \(it is what a function that is a parameter of wrapAll returns\)$`
}

// Tools of the program's own kind, which whoever has a server hands over by way of an interface.

type Tool interface{ serverTool() server.ServerTool }

type Tools interface{ AddTools(tools ...Tool) }

type Impl struct{ s *server.MCPServer }

func (i *Impl) AddTools(tools ...Tool) {
	var all []server.ServerTool
	for _, t := range tools {
		all = append(all, t.serverTool())
	}
	i.s.AddTools(all...) // shape: decorated/judged-interface // want `^the handler: whether an error decorator is around it cannot be known \(it is what the interface method serverTool returns\)$`
}

func Register(to Tools, t Tool) { to.AddTools(t) }

// local registers by way of a literal of its own, of which all calls are known, and by one that others may call.
func local(s *server.MCPServer, readOnly bool, run func(func(mcp.Tool, server.ToolHandlerFunc))) {
	add := func(tool mcp.Tool, h server.ToolHandlerFunc) {
		if readOnly && tool.Name == "write" {
			return
		}
		s.AddTool(tool, h)
	}
	add(mcp.NewTool("read"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultError("no"), nil
	})
	add(mcp.NewTool("write"), raw) // shape: decorated/registrar-literal // want `^handler of tool "write": its errors reach the client as protocol errors`
	run(func(tool mcp.Tool, h server.ToolHandlerFunc) {
		s.AddTool(tool, h) // want `^the handler: whether an error decorator is around it cannot be known \(it is a parameter of a function literal\)$`
	})
}

// apart is the same with a literal that captures nothing.
func apart(s *server.MCPServer) {
	add := func(s *server.MCPServer, tool mcp.Tool, h server.ToolHandlerFunc) { s.AddTool(tool, h) }
	add(s, mcp.NewTool("apart"), raw) // want `^handler of tool "apart": its errors reach the client as protocol errors`
}

func answered(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return res, nil
	}
}

func inSomeTurns(s *server.MCPServer, safe map[string]bool) {
	list := []server.ServerTool{{Tool: mcp.NewTool("some"), Handler: raw}} // want `^handler of tool "some": whether an error decorator is around it cannot be known \(a decorator takes its place in some rounds of a loop only\)$`
	for i, t := range list {
		if !safe[t.Tool.Name] {
			list[i].Handler = answered(t.Handler)
		}
	}
	s.AddTools(list...)
}

// Set is a list that others may have decorated before they register it.
type Set struct{ list []server.ServerTool }

func (x *Set) Add(name string, h server.ToolHandlerFunc) {
	x.list = append(x.list, server.ServerTool{Tool: mcp.NewTool(name), Handler: h})
}

func (x *Set) Answer() {
	for i := range x.list {
		x.list[i].Handler = answered(x.list[i].Handler)
	}
}

func (x *Set) Register(s *server.MCPServer) { s.AddTools(x.list...) }

func Fill(x *Set) {
	x.Add("kept", raw) // want `^handler of tool "kept": whether an error decorator is around it cannot be known \(a decorator may take its place in the list\)$`
}

// masking makes successes of errors: no error leaves, and what is wrong is here.
func masking(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return mcp.NewToolResultText("Error: " + err.Error()), nil
		}
		return res, nil
	}
}

func masked(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("masked"), masking(raw)) // want `^handler of tool "masked": whether an error decorator is around it cannot be known \(what is around it answers its errors with results that are no errors\)$`
}
