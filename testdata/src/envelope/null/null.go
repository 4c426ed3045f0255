// Package null has results with slices that may be nil.
package null

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// An In is what a tool is given.
type In struct{ N int }

// An Out is what it returns.
type Out struct {
	Names []string `json:"names"`
	Notes []string `json:"notes,omitempty"`
	Total int      `json:"total"`
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

func deferred(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	defer println("done")
	var names []string
	for range in.N {
		names = append(names, "x")
	}
	return nil, Out{Names: names}, nil // want `Names of the result may be nil, which is null in JSON, and not empty`
} // shape: envelope/null-deferred

func made(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	names := make([]string, 0, in.N)
	for range in.N {
		names = append(names, "x")
	}
	return nil, Out{Names: names}, nil
} // shape: envelope/not-made

func guarded(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	var names []string
	for range in.N {
		names = append(names, "x")
	}
	if in.N == 3 {
		if len(names) > 0 {
			return nil, Out{Names: names}, nil
		}
		return nil, Out{Names: append(names, "none")}, nil
	}
	if names == nil {
		names = []string{}
	}
	return nil, Out{Names: names}, nil
} // shape: envelope/not-nil

func left(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	var names []string
	for range in.N {
		names = append(names, "x")
	}
	if len(names) == 0 {
		return nil, Out{Names: names}, nil // want `Names of the result may be nil`
	}
	return nil, Out{Names: names}, nil
}

func mended(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, *Out, error) {
	var names []string
	for range in.N {
		names = append(names, "x")
	}
	out := &Out{Names: names}
	if out.Names == nil {
		out.Names = []string{}
	}
	return nil, out, nil
} // shape: envelope/not-mended

func list(n int) ([]string, error) {
	if n < 0 {
		return nil, errors.New("negative")
	}
	var names []string
	for range n {
		names = append(names, "x")
	}
	return names, nil
}

func helped(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	var names []string
	names, err := list(in.N)
	if err != nil {
		return nil, Out{}, err
	}
	return nil, Out{Names: names}, nil // want `Names of the result may be nil`
} // shape: envelope/null-helper

func some(n int) ([]string, error) {
	if n == 0 {
		return nil, errors.New("none")
	}
	return make([]string, n), nil
}

func filled(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	names, err := some(in.N)
	return nil, Out{Names: names}, err
}

// A Config is no result, though a handler returns the error of the function that makes one.
type Config struct{ Paths []string }

func load(n int) (*Config, error) {
	if n == 0 {
		return nil, errors.New("none")
	}
	return &Config{}, nil // shape: envelope/not-result
}

func loaded(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	config, err := load(in.N)
	return nil, Out{Names: []string{"x"}, Total: len(config.Paths)}, err
}

func unset(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	switch in.N {
	case 0:
		return nil, Out{}, nil // want `Names of the result may be nil`
	case 1:
		return nil, Out{Total: 1}, nil // want `Names of the result may be nil`
	case 2:
		return &mcp.CallToolResult{IsError: true}, Out{Total: 2}, nil // shape: envelope/not-failed
	}
	return nil, Out{}, errors.New("none")
} // shape: envelope/null-unset

func appended(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	var out Out
	for range in.N {
		out.Names = append(out.Names, "x")
	}
	return nil, out, nil // want `Names of the result may be nil`
} // shape: envelope/null-appended

func always(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	out := Out{Total: in.N}
	if in.N > 0 {
		out.Names = []string{"x"}
	} else {
		out.Names = []string{}
	}
	return nil, out, nil
} // shape: envelope/not-unset

func sometimes(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, *Out, error) {
	out := &Out{Total: in.N} // want `Names of the result may be nil`
	for range in.N {
		out.Names = append(out.Names, "x")
	}
	return nil, out, nil
}

func given(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, *Out, error) {
	out := &Out{Total: in.N}
	fill(out)
	return nil, out, nil
}

func fill(out *Out) { out.Names = []string{} }

func byValue(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
	var names []string
	for range in.N {
		names = append(names, "x")
	}
	out := Out{Names: names, Total: in.N}
	if len(out.Names) == 0 {
		out.Names = []string{}
	}
	return nil, out, nil
}

func register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "loop"}, loop)
	mcp.AddTool(s, &mcp.Tool{Name: "deferred"}, deferred)
	mcp.AddTool(s, &mcp.Tool{Name: "branch"}, branch)
	mcp.AddTool(s, &mcp.Tool{Name: "made"}, made)
	mcp.AddTool(s, &mcp.Tool{Name: "guarded"}, guarded)
	mcp.AddTool(s, &mcp.Tool{Name: "left"}, left)
	mcp.AddTool(s, &mcp.Tool{Name: "mended"}, mended)
	mcp.AddTool(s, &mcp.Tool{Name: "helped"}, helped)
	mcp.AddTool(s, &mcp.Tool{Name: "filled"}, filled)
	mcp.AddTool(s, &mcp.Tool{Name: "unset"}, unset)
	mcp.AddTool(s, &mcp.Tool{Name: "loaded"}, loaded)
	mcp.AddTool(s, &mcp.Tool{Name: "appended"}, appended)
	mcp.AddTool(s, &mcp.Tool{Name: "always"}, always)
	mcp.AddTool(s, &mcp.Tool{Name: "sometimes"}, sometimes)
	mcp.AddTool(s, &mcp.Tool{Name: "given"}, given)
	mcp.AddTool(s, &mcp.Tool{Name: "byValue"}, byValue)
}
