// Package server offers files, search and history as MCP tools.
package server

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errlint/errlint/examples/broken/internal/files"
	"github.com/errlint/errlint/examples/broken/internal/history"
	"github.com/errlint/errlint/examples/broken/internal/search"
)

type openFileArgs struct {
	Path  string `json:"path"`
	Start int    `json:"start_line,omitempty"`
	End   int    `json:"end_line,omitempty"`
}

type listPathsArgs struct {
	Path string `json:"path,omitempty"`
}

type searchArgs struct {
	Query string `json:"query"`
}

type blameArgs struct {
	Path  string `json:"path"`
	Start int    `json:"start_line"`
	End   int    `json:"end_line"`
}

type historyArgs struct {
	Path string `json:"path"`
}

// New returns a server for the repository in root, on the official SDK.
func New(root string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "codeintel", Version: "0.9.0"}, nil)

	mcp.AddTool(s, &mcp.Tool{Name: "open_file", Description: "Returns lines of a file."},
		func(_ context.Context, _ *mcp.CallToolRequest, in openFileArgs) (*mcp.CallToolResult, any, error) {
			if in.Start == 0 {
				in.Start = 1
			}
			result, err := files.OpenFile(root, in.Path, in.Start, in.End)
			return nil, result, err
		})

	mcp.AddTool(s, &mcp.Tool{Name: "list_paths", Description: "Lists the files below a directory."},
		withLogging("list_paths", func(_ context.Context, _ *mcp.CallToolRequest, in listPathsArgs) (*mcp.CallToolResult, any, error) {
			return nil, files.ListPaths(root, cmp.Or(in.Path, ".")), nil
		}))

	mcp.AddTool(s, &mcp.Tool{Name: "search_text", Description: "Finds the lines that hold a text."},
		handleErrors("search:text", func(_ context.Context, _ *mcp.CallToolRequest, in searchArgs) (*mcp.CallToolResult, any, error) {
			reply, err := search.Text(root, in.Query)
			if err != nil {
				return nil, nil, err
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: reply}}}, nil, nil
		}))

	mcp.AddTool(s, &mcp.Tool{Name: "search_regexp", Description: "Finds the lines that match a regular expression."},
		handleErrors("search:text", func(_ context.Context, _ *mcp.CallToolRequest, in searchArgs) (*mcp.CallToolResult, any, error) {
			matches, err := search.Regexp(root, in.Query)
			return nil, map[string]any{"matches": matches}, err
		}))

	mcp.AddTool(s, &mcp.Tool{Name: "blame_range", Description: "Tells which commits lines come from."},
		handleErrors(operation("git", "blame_range"), func(_ context.Context, _ *mcp.CallToolRequest, in blameArgs) (*mcp.CallToolResult, any, error) {
			out, err := history.Blame(root, in.Path, in.Start, in.End)
			return nil, map[string]any{"blame": out}, err
		}))

	mcp.AddTool(s, &mcp.Tool{Name: "file_history", Description: "Lists the commits that changed a file."},
		handleErrors("git.file_history", func(_ context.Context, _ *mcp.CallToolRequest, in historyArgs) (*mcp.CallToolResult, any, error) {
			commits, err := history.Log(root, in.Path)
			return nil, map[string]any{"commits": commits}, err
		}))

	return s
}

func operation(category, tool string) string { return category + ":" + tool }

// handleErrors makes a tool result of an error of h.
func handleErrors[In, Out any](op string, h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		res, out, err := h(ctx, req, in)
		if err != nil {
			slog.WarnContext(ctx, "tool failed", "operation", op, "error", err)
			var zero Out
			return &mcp.CallToolResult{
				IsError: true,
				Content: []mcp.Content{&mcp.TextContent{Text: op + ": " + err.Error()}},
			}, zero, nil
		}
		return res, out, nil
	}
}

// withLogging logs the calls of h.
func withLogging[In, Out any](name string, h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		start := time.Now()
		res, out, err := h(ctx, req, in)
		if err != nil {
			slog.ErrorContext(ctx, "tool failed", "tool", name, "error", err)
			return res, out, err
		}
		slog.InfoContext(ctx, "tool called", "tool", name, "duration", time.Since(start))
		return res, out, nil
	}
}
