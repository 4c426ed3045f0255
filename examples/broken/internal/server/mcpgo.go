package server

import (
	"context"
	"errors"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/errlint/errlint/examples/broken/internal/files"
	"github.com/errlint/errlint/examples/broken/internal/history"
)

// NewMCPGo returns a server for the repository in root, on mcp-go.
func NewMCPGo(root string) *server.MCPServer {
	s := server.NewMCPServer("codeintel", "0.9.0")

	s.AddTool(mcp.NewTool("read_lines", mcp.WithString("path", mcp.Required())),
		func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			path, err := req.RequireString("path")
			if err != nil {
				return nil, err
			}
			lines, err := files.ReadLines(root, path, 1, 0)
			if err != nil {
				return nil, err
			}
			return mcp.NewToolResultText(strings.Join(lines, "\n")), nil
		})

	s.AddTools(
		server.ServerTool{
			Tool:    mcp.NewTool("file_summary", mcp.WithString("path", mcp.Required())),
			Handler: summarize(root),
		},
		server.ServerTool{
			Tool:    mcp.NewTool("file_log", mcp.WithString("path", mcp.Required())),
			Handler: toolErrors("git:file_log", fileLog(root)),
		},
	)
	return s
}

func summarize(root string) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		path, err := req.RequireString("path")
		if err != nil {
			return nil, err
		}
		summary, err := history.Summarize(root, path)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultJSON(summary)
	}
}

func fileLog(root string) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		commits, err := history.Log(root, req.GetString("path", ""))
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(strings.Join(commits, "\n")), nil
	}
}

// toolErrors makes a tool result of an error of h, but for a call that was
// canceled.
//
//errlint:decorator op=op
func toolErrors(op string, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if errors.Is(err, context.Canceled) {
			return nil, err
		}
		if err != nil {
			return mcp.NewToolResultErrorFromErr(op, err), nil
		}
		return res, nil
	}
}
