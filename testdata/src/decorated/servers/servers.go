// Package servers has servers with several tools. What is wrong with the tools of one is
// one finding.
package servers

import (
	"context"
	"errors"

	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var errFailed = errors.New("failed")

func raw(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errFailed
}

// safe makes results of its errors itself.
func safe(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultError("failed"), nil
}

func typed(ctx context.Context, req *gosdk.CallToolRequest, in struct{}) (*gosdk.CallToolResult, any, error) {
	return nil, nil, errFailed
}

func two() {
	s := server.NewMCPServer("s", "1")
	t := server.NewMCPServer("t", "1")
	s.AddTool(mcp.NewTool("a"), raw) // shape: decorated/server // want `^handlers of 5 tools on s \(a, b, c and 2 more\): their errors reach the client as protocol errors, not as results that the model can read; no error decorator is around them$`
	t.AddTool(mcp.NewTool("x"), raw) // want `^handlers of 2 tools on t \(x, y\): their errors reach`
	s.AddTool(mcp.NewTool("b"), raw)
	s.AddTool(mcp.NewTool("c"), raw)
	s.AddTool(mcp.NewTool("d"), raw)
	s.AddTool(mcp.NewTool("e"), raw)
	t.AddTool(mcp.NewTool("y"), raw)
	s.AddTool(mcp.NewTool("f"), raw) //errlint:ignore decorated one of the tools has a reason // shape: decorated/not-suppressed-tool
}

func add(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("p"), raw) // want `^handlers of 2 tools on s \(p, q\): their errors reach`
	s.AddTool(mcp.NewTool("q"), raw)
}

func single(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("safe"), safe) // shape: decorated/not-never-fails
	s.AddTool(mcp.NewTool("z"), raw)     // want `^handler of tool "z": its errors reach the client`
}

// A handler of tools whose names are not known here is named once.
func shared(s *server.MCPServer, tools []string) {
	s.AddTool(mcp.NewTool(tools[0]), raw) // want `^handlers of 3 tools on s \(raw\): their errors reach`
	s.AddTool(mcp.NewTool(tools[1]), raw)
	s.AddTool(mcp.NewTool(tools[2]), raw)
}

// The SDK makes results of the errors of typed handlers.
func official(s *gosdk.Server) {
	gosdk.AddTool(s, &gosdk.Tool{Name: "typed"}, typed) // shape: decorated/not-typed
}

// A server that is handed on is one, whoever registers its tools.

type provider struct{}

func (p provider) Register(s *server.MCPServer) {
	p.reading(s)
	p.writing(s)
}

func (provider) reading(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("read"), raw) // shape: decorated/server // want `^handlers of 3 tools on s \(read, stat, write\): their errors reach`
	s.AddTool(mcp.NewTool("stat"), raw)
}

func (provider) writing(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("write"), raw)
}

// One function for two servers: neither is the other.

func both() {
	for range 2 {
		common(server.NewMCPServer("a", "1"))
	}
	common(server.NewMCPServer("b", "1"))
	alone(server.NewMCPServer("c", "1"))
}

func common(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("help"), raw) // want `^handler of tool "help": its errors reach`
}

func alone(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("lone"), raw) // want `^handler of tool "lone": its errors reach`
}

// A wrapper with errors of its own, and the handler in it, are one tool.

func pair(name string, list func(context.Context, map[string]any) (string, error)) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool(name), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.GetString("dir", "") == "" {
			return nil, errFailed
		}
		text, err := list(ctx, req.GetArguments())
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(text), nil
	}
}

func list(context.Context, map[string]any) (string, error) { return "", errFailed }

func paired(s *server.MCPServer) {
	s.AddTool(pair("list", list)) // want `^handler of tool "list": its errors reach`
}

// What holds a server registers tools by several methods; there are two ways to make one.

type holder struct{ *server.MCPServer }

func newHolder() *holder {
	h := &holder{server.NewMCPServer("h", "1")}
	h.addAll()
	return h
}

func newDefault() *holder {
	h := &holder{server.NewMCPServer("d", "1")}
	h.addAll()
	return h
}

func (h *holder) addAll() {
	h.addQueries()
	h.addCommands()
}

func (h *holder) addQueries() {
	h.AddTool(mcp.NewTool("query"), raw)
}

func (h *holder) addCommands() {
	h.AddTool(mcp.NewTool("command"), raw) // shape: decorated/server-held // want `^handlers of 3 tools on h \(command, query, function\): their errors reach`
	addTo(h)
}

func addTo(h *holder) {
	h.AddTool(mcp.NewTool("function"), raw)
}

// The one who makes the server registers tools, too.

type owner struct{ srv *server.MCPServer }

func newOwner() *owner {
	srv := server.NewMCPServer("o", "1")
	srv.AddTool(mcp.NewTool("first"), raw)
	o := &owner{srv: srv}
	o.addSecond()
	return o
}

func (o *owner) addSecond() {
	o.srv.AddTool(mcp.NewTool("second"), raw) // shape: decorated/server-held // want `^handlers of 2 tools on o.srv \(second, first\): their errors reach`
}

// Functions that are handed the same servers.

func twice() {
	for range 2 {
		addFirst(server.NewMCPServer("1", "1"))
	}
	s, t := server.NewMCPServer("2", "1"), server.NewMCPServer("3", "1")
	addLeft(s)
	addRight(s)
	addLeft(t)
	addRight(t)
}

func addFirst(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("one"), raw) // want `^handler of tool "one": its errors reach`
}

func addLeft(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("left"), raw) // shape: decorated/server-handed // want `^handlers of 2 tools on s \(left, right\): their errors reach`
}

func addRight(srv *server.MCPServer) {
	srv.AddTool(mcp.NewTool("right"), raw)
}

// Functions that others call with a server each, of which nobody knows whether it is the same.

func Up(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("up"), raw) // shape: decorated/not-one-server // want `^handler of tool "up": its errors reach`
}

func Down(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("down"), raw) // want `^handler of tool "down": its errors reach`
}

// One of two functions is handed another server, too.

func partly() {
	s := server.NewMCPServer("4", "1")
	addThis(s)
	addThat(s)
	addThat(server.NewMCPServer("5", "1"))
}

func addThis(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("this"), raw) // shape: decorated/not-one-server // want `^handler of tool "this": its errors reach`
}

func addThat(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("that"), raw) // want `^handler of tool "that": its errors reach`
}
