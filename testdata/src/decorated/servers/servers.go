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
