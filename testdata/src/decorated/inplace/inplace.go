// Package inplace decorates handlers where they are kept, before it registers them.
package inplace

import (
	"context"
	"errors"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var errFailed = errors.New("failed")

func fetch(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errFailed
}

func convert(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return mcp.NewToolResultErrorFromErr("failed", err), nil
		}
		return res, nil
	}
}

func trace(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return h(ctx, req) }
}

func fetching(name string) []server.ServerTool {
	return []server.ServerTool{{Tool: mcp.NewTool(name), Handler: fetch}}
}

func byIndex(s *server.MCPServer) {
	list := []server.ServerTool{{Tool: mcp.NewTool("a"), Handler: fetch}} // shape: decorated/not-in-place
	for i := range list {
		list[i].Handler = convert(list[i].Handler)
	}
	s.AddTools(list...)
}

func byIndexOfValue(s *server.MCPServer) {
	list := fetching("b")
	for i, t := range list {
		list[i].Handler = convert(t.Handler)
	}
	s.AddTools(list...)
}

func whole(s *server.MCPServer) {
	list := fetching("c")
	for i, t := range list {
		list[i] = server.ServerTool{Tool: t.Tool, Handler: convert(t.Handler)}
	}
	s.AddTools(list...)
}

func loopVariable(s *server.MCPServer) {
	for _, t := range fetching("d") {
		t.Handler = convert(t.Handler)
		s.AddTools(t)
	}
}

func pointers(s *server.MCPServer) {
	list := []*server.ServerTool{{Tool: mcp.NewTool("e"), Handler: fetch}}
	for _, t := range list {
		t.Handler = convert(t.Handler)
	}
	for _, t := range list {
		s.AddTool(t.Tool, t.Handler)
	}
}

func inMap(s *server.MCPServer) {
	handlers := map[string]server.ToolHandlerFunc{"f": fetch}
	for name, h := range handlers {
		handlers[name] = convert(h)
	}
	for name, h := range handlers {
		s.AddTool(mcp.NewTool(name), h)
	}
}

func helpers(s *server.MCPServer) {
	s.AddTools(converted([]server.ServerTool{{Tool: mcp.NewTool("g"), Handler: fetch}})...)
	list := fetching("h")
	convertAll(list)
	s.AddTools(list...)
	list = fetching("i")
	for i := range list {
		convertOne(&list[i])
	}
	s.AddTools(list...)
}

func converted(list []server.ServerTool) (out []server.ServerTool) {
	for _, t := range list {
		t.Handler = convert(t.Handler)
		out = append(out, t)
	}
	return out
}

func convertAll(list []server.ServerTool) {
	for i := range list {
		list[i].Handler = convert(list[i].Handler)
	}
}

func convertOne(t *server.ServerTool) { t.Handler = convert(t.Handler) }

// The order in which two wrappers are put around the handlers says nothing.
func both(s *server.MCPServer) {
	list := []server.ServerTool{{Tool: mcp.NewTool("j"), Handler: fetch}}
	for i := range list {
		list[i].Handler = trace(list[i].Handler)
	}
	for i := range list {
		list[i].Handler = convert(list[i].Handler)
	}
	s.AddTools(list...)
}

// A kit's list is filled, decorated and registered by methods.
type kit struct{ list []server.ServerTool }

func (k *kit) add(name string, h server.ToolHandlerFunc) {
	k.list = append(k.list, server.ServerTool{Tool: mcp.NewTool(name), Handler: h})
}

func (k *kit) convert() {
	for i := range k.list {
		k.list[i].Handler = convert(k.list[i].Handler)
	}
}

func (k *kit) register(s *server.MCPServer) { s.AddTools(k.list...) }

func filled(s *server.MCPServer) {
	k := &kit{}
	k.add("k", fetch)
	k.convert()
	k.register(s)
}

type definition struct {
	tool    *sdk.Tool
	handler sdk.ToolHandler
}

func official(s *sdk.Server) {
	list := []definition{{&sdk.Tool{Name: "l"}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) { return nil, errFailed }}}
	for i := range list {
		list[i].handler = answered(list[i].handler)
	}
	for _, d := range list {
		s.AddTool(d.tool, d.handler)
	}
}

func answered(h sdk.ToolHandler) sdk.ToolHandler {
	return func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			res = new(sdk.CallToolResult)
			res.SetError(err)
		}
		return res, nil
	}
}

// What passes errors on takes the place of nothing.
func traced(s *server.MCPServer) {
	list := []server.ServerTool{{Tool: mcp.NewTool("m"), Handler: fetch}} // shape: decorated/in-place-logged // want `handler of tool "m": its errors reach`
	for i := range list {
		list[i].Handler = trace(list[i].Handler)
	}
	s.AddTools(list...)
}

// Another list of the same handler is another place.
func oneOfTwo(s *server.MCPServer) {
	first := []server.ServerTool{{Tool: mcp.NewTool("n"), Handler: fetch}}
	second := []server.ServerTool{{Tool: mcp.NewTool("o"), Handler: fetch}} // shape: decorated/in-place-elsewhere // want `handler of tool "o": its errors reach`
	for i := range first {
		first[i].Handler = convert(first[i].Handler)
	}
	s.AddTools(append(first, second...)...)
}

func onSomeWays(s *server.MCPServer, safe bool) {
	t := server.ServerTool{Tool: mcp.NewTool("p"), Handler: fetch} // shape: decorated/in-place-some-path // want `handler of tool "p": its errors reach`
	if safe {
		t.Handler = convert(t.Handler)
	}
	s.AddTools(t)
	list := []server.ServerTool{{Tool: mcp.NewTool("q"), Handler: fetch}} // want `handler of tool "q": its errors reach`
	if safe {
		convertAll(list)
	}
	s.AddTools(list...)
	list = []server.ServerTool{{Tool: mcp.NewTool("r"), Handler: fetch}} // want `handler of tool "r": its errors reach`
	if safe {
		list = converted(list)
	}
	s.AddTools(list...)
}

// Which elements the loop passes over cannot be known.
func inSomeTurns(s *server.MCPServer, safe map[string]bool) {
	list := []server.ServerTool{{Tool: mcp.NewTool("s"), Handler: fetch}}
	for i, t := range list {
		if safe[t.Tool.Name] {
			continue
		}
		list[i].Handler = convert(t.Handler)
	}
	s.AddTools(list...)
}

// Whether a list that others register is decorated before, only they know.
type Set struct{ list []server.ServerTool }

func (x *Set) Add(name string, h server.ToolHandlerFunc) {
	x.list = append(x.list, server.ServerTool{Tool: mcp.NewTool(name), Handler: h})
}

func (x *Set) Convert() {
	for i := range x.list {
		x.list[i].Handler = convert(x.list[i].Handler)
	}
}

func (x *Set) Register(s *server.MCPServer) { s.AddTools(x.list...) }

func Fill(x *Set) { x.Add("t", fetch) }
