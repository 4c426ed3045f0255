// Package null has results with slices that may be nil.
package null

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// An In is what a tool is given.
type In struct{ N int }

// An Out is what it returns.
type Out struct {
	Names []string `json:"names"`
	Notes []string `json:"notes,omitempty"`
}

func loop(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	var names []string
	for range in.N {
		names = append(names, "x")
	}
	return nil, Out{Names: names}, nil // want `Names of the result may be nil, which is null in JSON, and not empty`
} // shape: envelope/null-loop

func branch(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	var names, notes []string
	if in.N > 0 {
		names = []string{"x"}
	}
	return nil, Out{Names: names, Notes: notes}, nil // want `Names of the result may be nil`
} // shape: envelope/null-branch

func made(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	names := make([]string, 0, in.N)
	for range in.N {
		names = append(names, "x")
	}
	return nil, Out{Names: names}, nil
} // shape: envelope/not-made

func register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "loop"}, loop)
	mcp.AddTool(s, &mcp.Tool{Name: "branch"}, branch)
	mcp.AddTool(s, &mcp.Tool{Name: "made"}, made)
}
