package options

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func coded(ctx context.Context, req *gosdk.CallToolRequest) (*gosdk.CallToolResult, error) {
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "no name"}
}

func addCoded() {
	s := gosdk.NewServer(nil, nil)
	s.AddTool(&gosdk.Tool{Name: "coded"}, coded) // shape: decorated/coded // want `handler of tool "coded": its errors reach`
}
