// Package thoughtgate is a server as a team writes it that follows the core error requirements.
package thoughtgate

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
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

// Data is what a client is told besides the code and the message.
//
//errlint:envelope
type Data struct {
	CorrelationID string `json:"correlation_id"`
	Gate          string `json:"gate,omitempty"`
	Tool          string `json:"tool,omitempty"`
	Details       string `json:"details,omitempty"`
}

type callArgs struct {
	Do   string `json:"do"`
	Tool string `json:"tool,omitempty"`
}

// admit takes a call through the gates.
func admit(in callArgs) error {
	switch in.Do {
	case "hide":
		return &ToolNotExposed{Tool: in.Tool}
	case "rule":
		return &GovernanceRuleDenied{Tool: in.Tool, Rule: "no deletions"}
	case "deny":
		return &PolicyDenied{Tool: in.Tool, Gate: "policy"}
	case "reject":
		return &ApprovalRejected{Tool: in.Tool}
	case "wait":
		return &ApprovalTimeout{Tool: in.Tool}
	case "ask":
		return &WorkflowNotFound{Workflow: "four eyes"}
	case "drift":
		return ErrPolicyDrift
	case "change":
		return ErrTransformDrift
	}
	return nil
}

// forward hands a call to the upstream.
func forward(in callArgs) (string, error) {
	switch in.Do {
	case "work":
		return "done", nil
	case "connect":
		return "", ErrUpstreamConnection
	case "timeout":
		return "", ErrUpstreamTimeout
	case "fail":
		return "", fmt.Errorf("call %s: %w", in.Tool, ErrUpstream)
	case "find":
		return "", ErrTaskNotFound
	case "expire":
		return "", ErrTaskExpired
	case "cancel":
		return "", ErrTaskCancelled
	case "flood":
		return "", ErrRateLimited
	case "inspect":
		return "", ErrInspection
	case "load":
		return "", ErrUnavailable
	case "configure":
		return "", ErrConfiguration
	}
	return "", errors.New("what is " + in.Do)
}

func call(in callArgs) (string, error) {
	if err := admit(in); err != nil {
		return "", err
	}
	return forward(in)
}

// errorOf logs err, and returns what a client is told.
//
//errlint:mapping
func errorOf(ctx context.Context, id string, err error) *jsonrpc.Error {
	if e, ok := errors.AsType[*ToolNotExposed](err); ok {
		slog.WarnContext(ctx, "denied", "error", err, "correlation_id", id, "gate", "visibility")
		return reply(codeToolNotExposed, "the tool is not there", Data{CorrelationID: id, Gate: "visibility", Tool: e.Tool})
	}
	if e, ok := errors.AsType[*GovernanceRuleDenied](err); ok {
		slog.WarnContext(ctx, "denied", "error", err, "correlation_id", id, "gate", "governance")
		return reply(codeGovernanceRuleDenied, "a rule denies the call", Data{CorrelationID: id, Gate: "governance", Tool: e.Tool, Details: e.Rule})
	}
	if e, ok := errors.AsType[*PolicyDenied](err); ok {
		slog.WarnContext(ctx, "denied", "error", err, "correlation_id", id, "gate", e.Gate)
		return reply(codePolicyDenied, "a policy denies the call", Data{CorrelationID: id, Gate: "policy", Tool: e.Tool})
	}
	if e, ok := errors.AsType[*ApprovalRejected](err); ok {
		slog.InfoContext(ctx, "rejected", "error", err, "correlation_id", id, "gate", "approval")
		return reply(codeApprovalRejected, "the call was rejected", Data{CorrelationID: id, Gate: "approval", Tool: e.Tool})
	}
	if e, ok := errors.AsType[*ApprovalTimeout](err); ok {
		slog.WarnContext(ctx, "not approved", "error", err, "correlation_id", id, "gate", "approval")
		return reply(codeApprovalTimeout, "the call was not approved in time", Data{CorrelationID: id, Gate: "approval", Tool: e.Tool})
	}
	if e, ok := errors.AsType[*WorkflowNotFound](err); ok {
		slog.ErrorContext(ctx, "no workflow", "error", err, "correlation_id", id, "gate", "approval")
		return reply(codeWorkflowNotFound, "there is nobody to approve the call", Data{CorrelationID: id, Gate: "approval", Details: e.Workflow})
	}
	slog.ErrorContext(ctx, "failed", "error", err, "correlation_id", id)
	for _, u := range ungated {
		if errors.Is(err, u.err) {
			return reply(u.code, u.message, Data{CorrelationID: id})
		}
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
		out, err := call(in)
		if err != nil {
			return nil, nil, errorOf(ctx, rand.Text(), err)
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out}}}, nil, nil
	})
	return s
}
