// Package cowgnition is a server as a team writes it that follows ADR 001.
package cowgnition

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcperrors "github.com/errlint/errlint/examples/spec/cowgnition/internal/mcp/errors"
	"github.com/errlint/errlint/examples/spec/cowgnition/internal/transport"
)

// codeAuth is the module's own code.
const codeAuth = -32001

// codeOf is the one mapping of errors to codes.
//
//errlint:mapping
func codeOf(err error) int64 {
	if _, ok := errors.AsType[*mcperrors.ValidationError](err); ok {
		return jsonrpc.CodeInvalidParams
	}
	switch {
	case errors.Is(err, mcperrors.ErrAuth):
		return codeAuth
	case errors.Is(err, transport.ErrTooLarge):
		return jsonrpc.CodeInvalidRequest
	}
	return jsonrpc.CodeInternalError
}

type taskArgs struct {
	Raw string `json:"raw"`
}

func task(raw string) (string, error) {
	var t struct {
		Name string `json:"name"`
	}
	if raw == "" {
		return "", mcperrors.ErrAuth
	}
	if err := transport.Decode([]byte(raw), &t); err != nil {
		return "", err
	}
	if t.Name == "" {
		return "", &mcperrors.ValidationError{Field: "name"}
	}
	return t.Name, nil
}

// handle makes results of the errors within a tool's call.
//
//errlint:decorator
func handle(work func(raw string) (string, error)) mcp.ToolHandlerFor[taskArgs, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in taskArgs) (*mcp.CallToolResult, any, error) {
		out, err := work(in.Raw)
		if err != nil {
			slog.ErrorContext(ctx, "tool failed", "error", err, "code", codeOf(err))
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "the task cannot be read"}}}, nil, nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out}}}, nil, nil
	}
}

// resource makes protocol errors of all other errors.
func resource(work func(raw string) (string, error)) mcp.ResourceHandler {
	return func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		uri := req.Params.URI
		raw, err := url.PathUnescape(strings.TrimPrefix(uri, "task:"))
		out := ""
		if err == nil {
			out, err = work(raw)
		}
		if err != nil {
			slog.ErrorContext(ctx, "resource failed", "error", err)
			return nil, &jsonrpc.Error{Code: codeOf(err), Message: "the task cannot be read"}
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, Text: out}}}, nil
	}
}

// New returns the server.
func New() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "cowgnition", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "task"}, handle(task))
	s.AddResourceTemplate(&mcp.ResourceTemplate{Name: "task", URITemplate: "task:{+raw}"}, resource(task))
	return s
}
