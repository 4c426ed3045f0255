// Package thoughtgate is a server as a team writes it that follows the core error requirements.
package thoughtgate

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The codes of the module's own; for the standard ones the SDK has constants.
const (
	codeUpstreamConnectionFailed = -32000
	codeUpstreamTimeout          = -32001
	codeUpstream                 = -32002
	codePolicyDenied             = -32003
	codeTaskNotFound             = -32004
	codeTaskExpired              = -32005
	codeTaskCancelled            = -32006
	codeApprovalRejected         = -32007
	codeApprovalTimeout          = -32008
	codeRateLimited              = -32009
	codeInspectionFailed         = -32010
	codePolicyDrift              = -32011
	codeTransformDrift           = -32012
	codeServiceUnavailable       = -32013
	codeGovernanceRuleDenied     = -32014
	codeToolNotExposed           = -32015
	codeConfiguration            = -32016
	codeWorkflowNotFound         = -32017
)

// codes are those that the server gives, by what has failed.
var codes = map[string]int64{
	"connection": codeUpstreamConnectionFailed, "timeout": codeUpstreamTimeout, "upstream": codeUpstream, "task": codeTaskNotFound,
	"expired": codeTaskExpired, "cancelled": codeTaskCancelled, "rejected": codeApprovalRejected, "approval": codeApprovalTimeout,
	"rate": codeRateLimited, "inspection": codeInspectionFailed, "policy": codePolicyDrift, "transform": codeTransformDrift,
	"service": codeServiceUnavailable, "rule": codeGovernanceRuleDenied, "tool": codeToolNotExposed,
	"configuration": codeConfiguration, "workflow": codeWorkflowNotFound,
}

// Data is what a client is told besides the code and the message.
//
//errlint:envelope
type Data struct {
	CorrelationID string `json:"correlation_id"`
	Gate          string `json:"gate,omitempty"`
}

// PolicyDenied is a call that a policy denies.
type PolicyDenied struct {
	Gate string `json:"gate"`
}

func (e *PolicyDenied) Error() string { return "denied" }

// A Failed is a part of the server that has failed.
type Failed struct{ Part string }

func (e *Failed) Error() string { return e.Part + " failed" }

type callArgs struct {
	Do string `json:"do"`
}

func call(do string) (string, error) {
	switch do {
	case "deny":
		return "", &PolicyDenied{Gate: "policy"}
	case "work":
		return "done", nil
	}
	return "", &Failed{Part: do}
}

// errorOf logs err, and returns what a client is told.
func errorOf(ctx context.Context, id string, err error) *jsonrpc.Error {
	if e, ok := errors.AsType[*PolicyDenied](err); ok {
		slog.WarnContext(ctx, "denied", "error", err, "correlation_id", id, "gate", e.Gate)
		return reply(codePolicyDenied, "policy denied", Data{CorrelationID: id, Gate: e.Gate})
	}
	slog.ErrorContext(ctx, "failed", "error", err, "correlation_id", id)
	if e, ok := errors.AsType[*Failed](err); ok && codes[e.Part] != 0 {
		return reply(codes[e.Part], "failed", Data{CorrelationID: id})
	}
	return reply(jsonrpc.CodeInternalError, "internal error", Data{CorrelationID: id})
}

func reply(code int64, message string, data Data) *jsonrpc.Error {
	raw, _ := json.Marshal(data) // of strings
	return &jsonrpc.Error{Code: code, Message: message, Data: raw}
}

// New returns the server.
func New() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "thoughtgate", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "call"}, func(ctx context.Context, _ *mcp.CallToolRequest, in callArgs) (*mcp.CallToolResult, any, error) {
		out, err := call(in.Do)
		if err != nil {
			return nil, nil, errorOf(ctx, rand.Text(), err)
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out}}}, nil, nil
	})
	return s
}
