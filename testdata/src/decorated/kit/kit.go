// Package kit is what the package usekit builds on.
package kit

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var ErrFailed = errors.New("failed")

func Decorate(op string, h server.ToolHandlerFunc) server.ToolHandlerFunc { // want Decorate:`tools\(decorator; returns {param 1 decorated}\)`
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return mcp.NewToolResultErrorFromErr(op, err), nil
		}
		return res, nil
	}
}

func Middleware(op string) server.ToolHandlerMiddleware {
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc { return Decorate(op, next) }
}

// Marked is declared: how it does it is not seen.
//
//errlint:decorator op=op
func Marked(op string, h server.ToolHandlerFunc) server.ToolHandlerFunc { return hidden(h) }

var hidden func(server.ToolHandlerFunc) server.ToolHandlerFunc

// Log passes errors on.
func Log(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return h(ctx, req) }
}

// DecorateAll returns a list of decorated tools.
func DecorateAll(list []server.ServerTool) (out []server.ServerTool) { // want DecorateAll:`tools\(decorator; returns \[\].Handler{param 0 decorated}\)`
	for _, t := range list {
		t.Handler = Decorate("kit:all", t.Handler)
		out = append(out, t)
	}
	return out
}

// Register makes its callers responsible for the handler.
func Register(s *server.MCPServer, name string, h server.ToolHandlerFunc) { // want Register:`registers param 2`
	s.AddTool(mcp.NewTool(name), h)
}

// RegisterDecorated does not.
func RegisterDecorated(s *server.MCPServer, name string, h server.ToolHandlerFunc) {
	s.AddTool(mcp.NewTool(name), Decorate("kit:tool", h))
}

// Definition pairs a tool with its handler.
type Definition struct {
	Tool    mcp.Tool
	Handler server.ToolHandlerFunc
}

// Register registers d.
func (d *Definition) Register(s *server.MCPServer) { s.AddTool(d.Tool, d.Handler) }

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, ErrFailed
}

func Handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, ErrFailed
}

func Search() server.ServerTool {
	return server.ServerTool{Tool: mcp.NewTool("search"), Handler: handle}
}

func Find() server.ServerTool {
	return server.ServerTool{Tool: mcp.NewTool("find"), Handler: Decorate("kit:find", handle)}
}

func All() []server.ServerTool { return []server.ServerTool{Search(), Find()} }

var Tools = []server.ServerTool{
	{Tool: mcp.NewTool("first"), Handler: handle},
}

var External = mcp.NewTool("external")

var Safe = []server.ServerTool{
	{Tool: mcp.NewTool("second"), Handler: Decorate("kit:second", handle)},
}

// NewServer returns a covered server.
func NewServer() *server.MCPServer { // want NewServer:`makes a covered server`
	return server.NewMCPServer("kit", "1", server.WithToolHandlerMiddleware(Middleware("kit:any")))
}

// Cover covers a server.
func Cover(s *server.MCPServer) { s.Use(Middleware("kit:any")) } // want Cover:`covers param 0`

// App holds a covered server.
type App struct {
	Server *server.MCPServer
}

// NewApp returns the application.
func NewApp() *App { return &App{Server: NewServer()} }

// A Typed is a tool whose arguments are decoded for its handler.
type Typed struct {
	Tool    mcp.Tool
	Handler server.ToolHandlerFunc
}

// NewTyped returns a tool that fails if its arguments are wrong, too.
func NewTyped[T any](name string, run func(context.Context, T) (any, error)) Typed {
	h := func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args T
		if err := json.Unmarshal([]byte(req.GetString("args", "")), &args); err != nil {
			return nil, err
		}
		if _, err := run(ctx, args); err != nil {
			return nil, err
		}
		return mcp.NewToolResultText("done"), nil
	}
	return Typed{Tool: mcp.NewTool(name), Handler: h}
}

// Register registers t.
func (t *Typed) Register(s *server.MCPServer) { s.AddTool(t.Tool, t.Handler) }

// Handlers are those of several tools.
type Handlers interface {
	Search(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error)
	Count(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error)
}

type handlers struct{ name string }

func (h *handlers) Search(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, ErrFailed
}

func (h *handlers) Count(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(h.name), nil
}

// NewHandlers returns the only ones that there are.
func NewHandlers(name string) Handlers {
	if name == "" {
		name = "none"
	}
	return &handlers{name: name}
}

// Other handlers are in a variable of another package.
func OtherHandlers() Handlers { return Others }

var Others Handlers

// RegisterHandlers makes its callers responsible for the methods.
func RegisterHandlers(s *server.MCPServer, h Handlers) {
	s.AddTool(mcp.NewTool("search_all"), h.Search)
	s.AddTool(mcp.NewTool("count_all"), h.Count)
}
