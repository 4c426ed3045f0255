// Package usekit registers tools with the help of another package.
package usekit

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"decorated/kit"
)

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, kit.ErrFailed
}

func register(s *server.MCPServer) {
	kit.Register(s, "a", handle)                                    // shape: decorated/helper-cross-package // want `^handler of tool "a": .*; no error decorator is around it$`
	kit.Register(s, "b", kit.Decorate("kit:b", handle))             // shape: decorated/not-helper-cross-package
	kit.RegisterDecorated(s, "c", handle)                           // shape: decorated/not-helper-decorates
	s.AddTool(mcp.NewTool("d"), kit.Decorate("kit:d", handle))      // shape: decorated/not-decorator-cross-package
	s.AddTool(mcp.NewTool("e"), kit.Marked("kit:e", handle))        // shape: decorated/not-marked-cross-package
	s.AddTool(mcp.NewTool("f"), kit.Middleware("kit:f")(handle))    // shape: decorated/not-middleware-cross-package
	s.AddTool(mcp.NewTool("g"), kit.Log(handle))                    // shape: decorated/wrapper-cross-package // want `handler of tool "g": its errors reach`
	s.AddTool(mcp.NewTool("h"), kit.Log(kit.Decorate("x", handle))) // shape: decorated/not-wrapper-cross-package
	s.AddTool(mcp.NewTool("i"), kit.Handle)                         // shape: decorated/handler-cross-package // want `handler of tool "i": its errors reach`

	tool := kit.Search()
	s.AddTool(tool.Tool, tool.Handler) // shape: decorated/servertool-cross-package // want `^handler of tool "search": .*; no error decorator is around it$`
	found := kit.Find()
	s.AddTool(found.Tool, found.Handler) // shape: decorated/not-servertool-cross-package
	s.AddTools(kit.Search(), kit.Find()) // shape: decorated/addtools-cross-package // want `handler of tool "search": its errors reach`
	s.AddTools(kit.All()...)             // shape: decorated/slice-cross-package // want `handler of tool "search": its errors reach`
	s.AddTools(kit.Tools...)             // shape: decorated/variable-cross-package // want `handler of tool "first": its errors reach`
	s.AddTools(kit.Safe...)              // shape: decorated/not-variable-cross-package

	s.AddTools(kit.DecorateAll([]server.ServerTool{{Tool: mcp.NewTool("v"), Handler: handle}})...) // shape: decorated/not-in-place

	d := kit.Definition{Tool: mcp.NewTool("j"), Handler: handle} // shape: decorated/method-cross-package // want `handler of tool "j": its errors reach`
	d.Register(s)
	e := &kit.Definition{Tool: mcp.NewTool("k"), Handler: kit.Decorate("kit:k", handle)} // shape: decorated/not-method-cross-package
	e.Register(s)

	// The factory is a value, and its result is wrapped here.
	t := wrap("l", kit.Search) // shape: decorated/factory-value // want `handler of tool "search": its errors reach`
	s.AddTool(t.Tool, t.Handler)
	u := wrap("m", kit.Find)
	s.AddTool(u.Tool, u.Handler) // shape: decorated/not-factory-value
}

func wrap(name string, factory func() server.ServerTool) server.ServerTool {
	t := factory()
	return server.ServerTool{Tool: t.Tool, Handler: kit.Log(t.Handler)}
}

func covered() {
	s := kit.NewServer()
	s.AddTool(mcp.NewTool("n"), handle) // shape: decorated/not-server-cross-package

	t := server.NewMCPServer("t", "1")
	kit.Cover(t)
	t.AddTool(mcp.NewTool("o"), handle) // shape: decorated/not-cover-cross-package

	app := kit.NewApp()
	app.Server.AddTool(mcp.NewTool("p"), handle) // shape: decorated/not-server-field-cross-package
}

// add makes its callers responsible, as a function of the same package.
func add(s *server.MCPServer, name string, h server.ToolHandlerFunc) {
	s.AddTool(mcp.NewTool(name), kit.Log(h))
}

func callers(s *server.MCPServer) {
	add(s, "q", handle)                        // shape: decorated/helper // want `handler of tool "q": its errors reach`
	add(s, "r", kit.Decorate("kit:r", handle)) // shape: decorated/not-helper
}

// A View has the field of a struct that is another package's, and so is the field.
type View kit.App

// NewView returns a view with a covered server.
func NewView() *View { return &View{Server: kit.NewServer()} }

// Middleware of the other package, which functions of this one are given and call.
func chain(h server.ToolHandlerFunc, all ...server.ToolHandlerMiddleware) server.ToolHandlerFunc {
	for _, m := range all {
		h = m(h)
	}
	return h
}

func apply(s *server.MCPServer, m server.ToolHandlerMiddleware) {
	s.AddTool(mcp.NewTool("s"), m(handle))
}

func chained(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("t"), chain(handle, kit.Log))                 // shape: decorated/middleware-handed-over // want `handler of tool "t": its errors reach`
	s.AddTool(mcp.NewTool("u"), chain(handle, kit.Middleware("kit:u"))) // shape: decorated/not-middleware-handed-over
	apply(s, kit.Log)
	apply(s, kit.Middleware("kit:s"))
}

func twice(s *server.MCPServer) {
	s.AddTools(
		server.ServerTool{Tool: kit.External, Handler: handle}, // want `handler of tool "external": its errors reach`
		server.ServerTool{Tool: kit.External, Handler: handle},
	)
	s.AddTools(server.ServerTool{Tool: kit.External, Handler: handle}) // want `handler of tool "external": its errors reach`
}

type query struct{ Text string }

func find(ctx context.Context, q query) (any, error) { return nil, kit.ErrFailed }

// FindTool is registered with the others and, for those who want no others, alone.
var FindTool = kit.NewTyped("find_again", find) // shape: decorated/registered-twice // want `handler of tool "find_again": its errors reach`

func RegisterFind(s *server.MCPServer) { FindTool.Register(s) }

func RegisterAll(s *server.MCPServer) {
	FindTool.Register(s)
	OtherTool.Register(s)
}

var OtherTool = kit.NewTyped("other", find) // want `handler of tool "other": its errors reach`

type services struct{ handlers kit.Handlers }

// What an interface holds that a function of another package returns.
func implemented(s *server.MCPServer) {
	it := &services{handlers: kit.NewHandlers("x")}
	kit.RegisterHandlers(s, it.handlers) // shape: decorated/interface-cross-package // want `handler of tool "search_all": its errors reach` `handler of tool "count_all" never fails`
	other := kit.OtherHandlers()
	s.AddTool(mcp.NewTool("w"), other.Search) // shape: decorated/not-interface-cross-package
}
