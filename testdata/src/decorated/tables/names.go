package tables

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// The tools of a table are made by functions in it.

type maker struct {
	make    func() mcp.Tool
	handler server.ToolHandlerFunc
}

func readTool() mcp.Tool { return mcp.NewTool("read") }

func namedTool(name string) mcp.Tool { return mcp.NewTool(name) }

func made(s *server.MCPServer) {
	groups := map[string][]maker{
		"files": {
			{make: readTool, handler: a},                                              // shape: decorated/name-made // want `handler of tool "read": its errors reach`
			{make: func() mcp.Tool { return mcp.NewTool("write") }, handler: b},       // want `handler of tool "write": its errors reach`
			{make: func() mcp.Tool { return namedTool("stat") }, handler: a},          // want `handler of tool "stat": its errors reach`
			{make: func() mcp.Tool { return mcp.NewTool(unknownName()) }, handler: b}, // shape: decorated/not-name-made // want `handler b: its errors reach`
		},
	}
	for _, g := range groups {
		for _, m := range g {
			s.AddTool(m.make(), m.handler)
		}
	}
}

func unknownName() string { return names["x"] }

var names map[string]string

func addMade(s *server.MCPServer, make func() mcp.Tool, h server.ToolHandlerFunc) {
	s.AddTool(make(), h)
}

func madeByParameter(s *server.MCPServer) {
	addMade(s, readTool, a)                                       // want `handler of tool "read": its errors reach`
	addMade(s, func() mcp.Tool { return mcp.NewTool("link") }, b) // want `handler of tool "link": its errors reach`
	addMade(s, func() mcp.Tool { return mcp.NewTool("d") }, decorate("x:d", a))
}

// The handlers are looked up by the names of their tools.

type definition struct{ name, kind string }

func definitions() []definition {
	return []definition{{name: "grep", kind: "find"}, {name: "find", kind: "grep"}}
}

func toolOf(d definition) mcp.Tool { return mcp.NewTool(d.name) }

func lookedUp(s *server.MCPServer) {
	handlers := map[string]server.ToolHandlerFunc{
		"grep": a, // shape: decorated/name-looked-up // want `handler of tool "grep": its errors reach`
		"find": b, // want `handler of tool "find": its errors reach`
		"none": a, // want `handler a: its errors reach`
	}
	for _, d := range definitions() {
		h, ok := handlers[d.name]
		if !ok {
			continue
		}
		s.AddTool(toolOf(d), h)
	}
}

var byKind = map[string]server.ToolHandlerFunc{
	"grep": a, // shape: decorated/not-name-looked-up // want `handler a: its errors reach`
	"find": b, // want `handler b: its errors reach`
}

func lookedUpByKind(s *server.MCPServer) {
	for _, d := range definitions() {
		s.AddTool(toolOf(d), byKind[d.kind])
	}
}

var byName = map[string]server.ToolHandlerFunc{
	"grep": a, // want `handler of tool "grep": its errors reach`
}

func lookedUpInVariable(s *server.MCPServer) {
	for _, d := range definitions() {
		s.AddTool(toolOf(d), byName[d.name])
	}
}
