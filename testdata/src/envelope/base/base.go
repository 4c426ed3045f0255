// Package base has results of tools, and what they have in common.
package base

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// BaseErrorFields are in all results.
type BaseErrorFields struct {
	Error string `json:"error,omitempty"`
}

// An In is what a tool is given.
type In struct{}

// Embeds has the base.
type Embeds struct {
	BaseErrorFields
	Name string
} // shape: envelope/not-embedded

// Deep embeds what embeds it.
type Deep struct {
	Embeds
	Line int
} // shape: envelope/not-embedded-deep

func deep(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Deep, error) {
	return nil, Deep{Line: 1}, nil
}

// Has has its fields.
type Has struct {
	Error string `json:"error,omitempty"`
	Name  string
}

// Lacks has neither.
type Lacks struct { // want `result Lacks neither embeds base.BaseErrorFields nor has its fields`
	Name string
} // shape: envelope/base

func embeds(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Embeds, error) {
	return nil, Embeds{Name: "x"}, nil
}

func has(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Has, error) {
	return nil, Has{Name: "x"}, nil
}

func lacks(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Lacks, error) {
	return nil, Lacks{Name: "x"}, nil
}

func register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "embeds"}, embeds)
	mcp.AddTool(s, &mcp.Tool{Name: "has"}, has)
	mcp.AddTool(s, &mcp.Tool{Name: "deep"}, deep)
	mcp.AddTool(s, &mcp.Tool{Name: "lacks"}, lacks)
}
