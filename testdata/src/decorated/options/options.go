// Package options has what is decided by the configuration.
package options

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	official "github.com/modelcontextprotocol/go-sdk/mcp"
)

var errFailed = errors.New("failed")

// A router has handlers of its own kind.
type router struct{ routes map[string]handler }

type handler func(ctx context.Context, args []byte) (any, error)

type route struct {
	Name    string
	Handler handler
}

func (r *router) handle(name string, h handler) { r.routes[name] = h }

func mount(r *router, routes ...route) {}

func work(ctx context.Context, args []byte) (any, error) { return nil, errFailed }

func convert(name string, h handler) handler { return secret(h) }

var secret func(handler) handler

func routes(r *router) {
	r.handle("a", work)                        // shape: decorated/registrar-configured // want `^handler of tool "a": .*; no error decorator is around it$`
	r.handle("b", convert("x:b", work))        // shape: decorated/not-decorator-configured
	mount(r, route{Name: "c", Handler: work})  // shape: decorated/registrar-field // want `handler of tool "c": its errors reach`
	mount(r, route{"d", convert("x:d", work)}) // shape: decorated/not-registrar-field
}

func typed(ctx context.Context, req *official.CallToolRequest, in map[string]any) (*official.CallToolResult, any, error) {
	return nil, nil, errFailed
}

func raw(ctx context.Context, req *official.CallToolRequest) (*official.CallToolResult, error) {
	return nil, errFailed
}

func plain(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errFailed
}

// Register is given a server that has the middleware.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("e"), plain) // shape: decorated/not-assumed-middleware
}

func register() {
	s := official.NewServer(nil, nil)
	official.AddTool(s, &official.Tool{Name: "f"}, typed) // shape: decorated/not-typed-covered
	s.AddTool(&official.Tool{Name: "g"}, raw)             // shape: decorated/raw-not-covered // want `handler of tool "g": its errors reach`
}

// catching recovers.
//
//errlint:decorator
func catching(h server.ToolHandlerFunc) server.ToolHandlerFunc { // shape: decorated/not-panic
	return func(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		defer func() {
			if v := recover(); v != nil {
				res, err = mcp.NewToolResultErrorf("%v", v), nil
			}
		}()
		res, err = h(ctx, req)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return res, nil
	}
}

// careless does not.
//
//errlint:decorator
func careless(h server.ToolHandlerFunc) server.ToolHandlerFunc { // shape: decorated/panic // want `^decorator careless does not recover from panics of its handler$`
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return res, nil
	}
}
