package servers

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Handlers that make results of their errors, and then encode an answer: that can fail only where something in it cannot be encoded.

type answer struct {
	Name  string   `json:"name"`
	Lines []string `json:"lines"`
}

type raws struct {
	Body json.RawMessage `json:"body"`
}

func load(ctx context.Context) (answer, error) { return answer{}, errFailed }

func text(v any) (*mcp.CallToolResult, error) {
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return mcp.NewToolResultText(string(b)), nil
}

func decode(data []byte) (any, error) {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	return v, nil
}

func object(v any) map[string]any {
	switch v := v.(type) {
	case map[string]any:
		return v
	case []any:
		return map[string]any{"result": v}
	}
	return map[string]any{"result": v}
}

func encoding() {
	s := server.NewMCPServer("s", "1")
	s.AddTool(mcp.NewTool("struct"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // shape: decorated/not-encoding
		a, err := load(ctx)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return text(a)
	})
	s.AddTool(mcp.NewTool("map"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // shape: decorated/not-encoding
		a, err := load(ctx)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		result := map[string]any{"answer": a}
		if len(a.Lines) > 0 {
			result["count"] = len(a.Lines)
		}
		res, err := mcp.NewToolResultJSON(result)
		if err != nil {
			return nil, err
		}
		return res, nil
	})
	s.AddTool(mcp.NewTool("raw"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // shape: decorated/encoding // want `^handlers of 2 tools on s \(raw, any\): their errors reach`
		return text(raws{Body: json.RawMessage(req.GetString("body", ""))})
	})
	s.AddTool(mcp.NewTool("any"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultJSON(req.GetArguments())
	})
	s.AddTool(mcp.NewTool("decoded"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // shape: decorated/not-encoding-decoded
		v, err := decode([]byte(req.GetString("body", "")))
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return text(object(v))
	})
	s.AddTool(mcp.NewTool("wait"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // shape: decorated/not-cancelled
		if err := ctx.Err(); err != nil {
			return nil, err // nobody waits for a result
		}
		return mcp.NewToolResultText("done"), nil
	})
}
