package tool

import (
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/errlint/errlint/examples/clean/internal/adapter"
	"github.com/errlint/errlint/examples/clean/internal/apperr"
)

// NewMCPGoServer returns an MCP server, on mcp-go, with the search_text tool.
// It answers as that of [NewServer] does.
func NewMCPGoServer(a Adapters) *server.MCPServer {
	s := server.NewMCPServer("codeintel", "1.0.0")
	s.AddTool(
		mcpgo.NewTool("search_text",
			mcpgo.WithDescription(searchTextDescription),
			mcpgo.WithInputSchema[searchTextArgs](),
			mcpgo.WithOutputSchema[searchTextResult](),
		),
		handleMCPGoErrors(opSearchText, searchTextResult{Matches: []adapter.Match{}},
			func(ctx context.Context, _ mcpgo.CallToolRequest, in searchTextArgs) (searchTextResult, error) {
				return searchText(ctx, a, in)
			}))
	return s
}

// handleMCPGoErrors is [handleErrors] for mcp-go. It differs in that mcp-go
// leaves it to a handler to decode the arguments, so that the decorator does
// it, and answers arguments that do not fit with an envelope, too.
//
// # Parameters
//
//   - op names the operation, "category:tool".
//   - empty is the tool's result without content, with empty slices.
//   - h is the handler. It may return any error, and may panic.
//
// # Returns
//
// A handler that returns what h returns as structured content, and whose error
// is always nil. Where h fails, the content is a copy of empty with error and
// problem set, and the result is marked with IsError.
//
// # Notes
//
// mcp-go's own NewStructuredToolHandler has the same type but for op and empty.
// It makes a bare text of an error, and so is not used.
//
// # Examples
//
//	s.AddTool(mcpgo.NewTool("search_text"),
//		handleMCPGoErrors("search:search_text", searchTextResult{Matches: []adapter.Match{}}, search))
//
//errlint:decorator op=op empty=empty
func handleMCPGoErrors[In, Out any, P apperr.Envelope[Out]](op string, empty Out, h mcpgo.StructuredToolHandlerFunc[In, Out]) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcpgo.CallToolRequest) (res *mcpgo.CallToolResult, err error) {
		defer func() {
			if v := recover(); v != nil {
				res, err = failedMCPGo(envelope[Out, P](ctx, op, empty, newPanicError(v))), nil
			}
		}()
		var in In
		if err := req.BindArguments(&in); err != nil {
			err = &apperr.InvalidParameterError{Parameter: "arguments", Msg: "The arguments do not fit the tool", Err: err}
			return failedMCPGo(envelope[Out, P](ctx, op, empty, err)), nil
		}
		out, err := h(ctx, req, in)
		if err != nil {
			return failedMCPGo(envelope[Out, P](ctx, op, empty, err)), nil
		}
		return mcpgo.NewToolResultStructuredOnly(out), nil
	}
}

// failedMCPGo returns a result that is marked as an error, with out as its
// structured content and as text.
func failedMCPGo(out any) *mcpgo.CallToolResult {
	res := mcpgo.NewToolResultStructuredOnly(out)
	res.IsError = true
	return res
}
