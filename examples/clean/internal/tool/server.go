package tool

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errlint/errlint/examples/clean/internal/adapter"
)

// NewServer returns an MCP server, on the official SDK, with all the tools.
func NewServer(a Adapters) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "codeintel", Version: "1.0.0"}, nil)
	h := handlers{a}

	mcp.AddTool(s, &mcp.Tool{
		Name:        "open_file",
		Description: "Returns a file of the repository, or lines of it.",
	}, handleErrors(opOpenFile, openFileResult{}, h.openFile))

	mcp.AddTool(s, &mcp.Tool{
		Name:        "list_paths",
		Description: "Lists the files below a directory.",
	}, handleErrors(opListPaths, listPathsResult{Items: []adapter.Path{}}, h.listPaths))

	mcp.AddTool(s, &mcp.Tool{
		Name:        "search_text",
		Description: searchTextDescription,
	}, handleErrors(opSearchText, searchTextResult{Matches: []adapter.Match{}}, h.searchText))

	mcp.AddTool(s, &mcp.Tool{
		Name:        "semantic_search",
		Description: "Finds the passages of the repository that are closest to a text.",
	}, handleErrors(opSemanticSearch, semanticSearchResult{Findings: []adapter.Finding{}}, h.semanticSearch))

	mcp.AddTool(s, &mcp.Tool{
		Name:        "blame_range",
		Description: "Tells which commits the lines of a file come from.",
	}, handleErrors(opBlameRange, blameRangeResult{Blame: []adapter.BlameLine{}}, h.blameRange))

	mcp.AddTool(s, &mcp.Tool{
		Name:        "file_history",
		Description: "Lists the commits that changed a file, the latest first.",
	}, handleErrors(opFileHistory, fileHistoryResult{Commits: []adapter.Commit{}}, h.fileHistory))

	return s
}

// handlers are the tool handlers of the official SDK.
type handlers struct{ adapters Adapters }

func (h handlers) openFile(ctx context.Context, _ *mcp.CallToolRequest, in openFileArgs) (*mcp.CallToolResult, openFileResult, error) {
	text, err := h.adapters.OpenFile(ctx, in.Path, in.StartLine, in.EndLine)
	if err != nil {
		return nil, openFileResult{}, err
	}
	return nil, openFileResult{Path: in.Path, Content: text, Lines: adapter.CountLines(text), Size: len(text)}, nil
}

func (h handlers) listPaths(ctx context.Context, _ *mcp.CallToolRequest, in listPathsArgs) (*mcp.CallToolResult, listPathsResult, error) {
	items, total, err := h.adapters.ListPaths(ctx, directory(in.Path), in.Limit)
	if err != nil {
		return nil, listPathsResult{}, err
	}
	return nil, listPathsResult{Items: items, Total: total, Truncated: total > len(items)}, nil
}

func (h handlers) searchText(ctx context.Context, _ *mcp.CallToolRequest, in searchTextArgs) (*mcp.CallToolResult, searchTextResult, error) {
	out, err := searchText(ctx, h.adapters, in)
	return nil, out, err
}

func (h handlers) semanticSearch(ctx context.Context, _ *mcp.CallToolRequest, in semanticSearchArgs) (*mcp.CallToolResult, semanticSearchResult, error) {
	findings, err := h.adapters.SemanticSearch(ctx, in.Query, in.Limit)
	if err != nil {
		return nil, semanticSearchResult{}, err
	}
	out := semanticSearchResult{Findings: findings}
	if len(findings) > 0 {
		best := findings[0]
		out.Answer = fmt.Sprintf("%s:%d", best.Path, best.Line)
		out.Confidence = best.Score
	}
	return nil, out, nil
}

func (h handlers) blameRange(ctx context.Context, _ *mcp.CallToolRequest, in blameRangeArgs) (*mcp.CallToolResult, blameRangeResult, error) {
	lines, err := h.adapters.BlameRange(ctx, in.Path, in.StartLine, in.EndLine)
	if err != nil {
		return nil, blameRangeResult{}, err
	}
	return nil, blameRangeResult{Blame: lines}, nil
}

func (h handlers) fileHistory(ctx context.Context, _ *mcp.CallToolRequest, in fileHistoryArgs) (*mcp.CallToolResult, fileHistoryResult, error) {
	commits, err := h.adapters.FileHistory(ctx, in.Path, in.Limit)
	if err != nil {
		return nil, fileHistoryResult{}, err
	}
	return nil, fileHistoryResult{Commits: commits}, nil
}

const searchTextDescription = "Finds the lines that hold a text."

// searchText is the search_text tool, which both SDKs serve.
func searchText(ctx context.Context, a Adapters, in searchTextArgs) (searchTextResult, error) {
	matches, total, err := a.SearchText(ctx, in.Query, directory(in.Path), in.Limit)
	if err != nil {
		return searchTextResult{}, err
	}
	return searchTextResult{Matches: matches, Total: total, Truncated: total > len(matches)}, nil
}

// directory returns path, or the whole repository if the client names none.
func directory(path string) string {
	if path == "" {
		return "."
	}
	return path
}
