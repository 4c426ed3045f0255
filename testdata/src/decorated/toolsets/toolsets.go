// Package toolsets keeps tools in lists, to be registered together later: what the package usetoolsets builds on.
package toolsets

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ServerTool pairs a tool with its handler.
type ServerTool struct {
	Tool    mcp.Tool
	Handler mcp.ToolHandler
}

func NewServerTool(tool mcp.Tool, handler mcp.ToolHandler) ServerTool { // want NewServerTool:`tools\(returns Handler{param 1}; returns tool of param 0\)`
	return ServerTool{Tool: tool, Handler: handler}
}

// Make names a tool.
func Make(name string, handler mcp.ToolHandler, options ...func(*mcp.Tool)) ServerTool { // want Make:`tools\(returns Handler{param 1}; returns tool of param 0\)`
	tool := mcp.Tool{Name: name}
	for _, option := range options {
		option(&tool)
	}
	return NewServerTool(tool, handler)
}

// Toolset has its tools in lists.
type Toolset struct {
	Enabled bool
	read    []ServerTool
	byName  map[string]ServerTool
}

func (t *Toolset) AddRead(tools ...ServerTool) *Toolset { // want AddRead:`registers param 1`
	t.read = append(t.read, tools...)
	return t
}

func (t *Toolset) Put(tool ServerTool) { // want Put:`registers param 1`
	if t.byName == nil {
		t.byName = make(map[string]ServerTool)
	}
	t.byName[tool.Tool.Name] = tool
}

// Register registers all of them: whoever put them there is responsible for the handlers.
func (t *Toolset) Register(s *mcp.Server) {
	for _, tool := range t.read {
		s.AddTool(&tool.Tool, tool.Handler)
	}
	for _, tool := range t.byName {
		s.AddTool(&tool.Tool, tool.Handler)
	}
}

// AddOwn puts tools of the package itself into a list.
func (t *Toolset) AddOwn() {
	t.read = append(t.read, ServerTool{Tool: mcp.Tool{Name: "own"}, Handler: own}) // want `handler of tool "own": its errors reach`
	t.read = append(t.read, ServerTool{Tool: mcp.Tool{Name: "decorated"}, Handler: decorate(own)})
}

var errOwn = errors.New("own")

func own(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, errOwn }

func decorate(h mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return &mcp.CallToolResult{IsError: true}, nil
		}
		return res, nil
	}
}

// Group has several.
type Group struct{ Sets map[string]*Toolset }

func (g *Group) Register(s *mcp.Server) {
	for _, t := range g.Sets {
		t.Register(s)
	}
}

// A Wrapped has handlers around which there is something that callers choose.
type Wrapped struct{ tools []ServerTool }

func (w *Wrapped) Set(tools []ServerTool) { w.tools = tools } // want Set:`registers param 1`

func (w *Wrapped) Register(s *mcp.Server, around ...func(mcp.ToolHandler) mcp.ToolHandler) {
	for _, tool := range w.tools {
		h := tool.Handler
		for _, a := range around {
			h = a(h)
		}
		s.AddTool(&tool.Tool, h)
	}
}

// A Safe decorates all that it registers.
type Safe struct{ tools []ServerTool }

func (w *Safe) Add(tool ServerTool) { w.tools = append(w.tools, tool) } // want Add:`registers param 1`

func (w *Safe) Register(s *mcp.Server) {
	for _, tool := range w.tools {
		s.AddTool(&tool.Tool, decorate(tool.Handler))
	}
}

// A Shelf only keeps tools: nothing registers them.
type Shelf struct{ tools []ServerTool }

func (w *Shelf) Add(tool ServerTool) { w.tools = append(w.tools, tool) }
