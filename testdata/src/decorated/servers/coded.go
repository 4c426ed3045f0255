package servers

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Handlers that answer each error with a code of the protocol.

func toCode(err error) error {
	if errors.Is(err, errFailed) {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
}

func coded(name string) gosdk.ToolHandler {
	return func(ctx context.Context, req *gosdk.CallToolRequest) (*gosdk.CallToolResult, error) {
		if name == "" {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "no name"}
		}
		if _, err := load(ctx); err != nil {
			return nil, toCode(err)
		}
		return &gosdk.CallToolResult{}, nil
	}
}

func inCodes(h gosdk.ToolHandler) gosdk.ToolHandler {
	return func(ctx context.Context, req *gosdk.CallToolRequest) (*gosdk.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return nil, toCode(err)
		}
		return res, nil
	}
}

func plain(ctx context.Context, req *gosdk.CallToolRequest) (*gosdk.CallToolResult, error) {
	return nil, errFailed
}

func someCodes(ctx context.Context, req *gosdk.CallToolRequest) (*gosdk.CallToolResult, error) {
	if req == nil {
		return nil, errFailed
	}
	if _, err := load(ctx); err != nil {
		return nil, toCode(err)
	}
	return &gosdk.CallToolResult{}, nil
}

func answersInCodes(s *gosdk.Server) {
	s.AddTool(&gosdk.Tool{Name: "coded"}, coded("x"))        // shape: decorated/not-coded
	s.AddTool(&gosdk.Tool{Name: "in-codes"}, inCodes(plain)) // shape: decorated/not-coded-wrapper
	s.AddTool(&gosdk.Tool{Name: "some"}, someCodes)          // shape: decorated/some-coded // want `handlers of 2 tools on s \(some, plain\): their errors reach`
	s.AddTool(&gosdk.Tool{Name: "plain"}, plain)
}
