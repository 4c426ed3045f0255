// Package outputs has typed tools of both SDKs that fail and put out the text of the error as a success, and some
// that only seem to.
package outputs

import (
	"context"
	"errors"
	"fmt"
	"os"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"noerrordict/outputs/reply"
)

// Input is what the tools are given.
type Input struct{ Name string }

// Output is what they put out.
type Output struct {
	Status  string `json:"status"`
	Message string `json:"message"`
	Notes   []Note `json:"notes"`
}

// Note is a remark on an item.
type Note struct{ Text string }

func field(_ context.Context, _ *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, Output, error) {
	if _, err := os.Stat(in.Name); err != nil {
		return nil, Output{Message: fmt.Sprintf("Error: %v", err)}, nil // shape: noerrordict/output // want `^field returns the text of err in field Message of a tool's output without IsError: set IsError, or return the error$`
	}
	return nil, Output{Status: "fine"}, nil
}

func pointer(_ context.Context, _ *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, *Output, error) {
	out := &Output{Status: "unknown"}
	_, err := os.Stat(in.Name)
	if err != nil {
		out.Message = err.Error() // want `pointer returns the text of err in field Message of a tool's output`
		return nil, out, nil
	}
	return nil, out, nil
}

func anything(_ context.Context, _ *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, any, error) {
	if _, err := os.Stat(in.Name); err != nil {
		return nil, Output{Message: err.Error()}, nil // shape: noerrordict/output-any // want `anything returns the text of err in field Message`
	}
	return nil, nil, nil
}

func structured(_ context.Context, _ mcpgo.CallToolRequest, in Input) (Output, error) {
	if _, err := os.Stat(in.Name); err != nil {
		return Output{Message: err.Error()}, nil // shape: noerrordict/output-mcp-go // want `structured returns the text of err in field Message`
	}
	return Output{}, nil
}

func remove(_ context.Context, _ *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, *reply.Result, error) {
	return nil, reply.Of(os.Remove(in.Name)), nil // shape: noerrordict/output-helper // want `^remove returns what reply\.Of builds, a tool's output with the text of an error, without IsError: set IsError, or return the error$`
}

func removed(_ context.Context, _ *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, *reply.Result, error) {
	if err := os.Remove(in.Name); err != nil {
		return nil, reply.Of(err), nil // want `removed returns what reply\.Of builds`
	}
	return nil, reply.Of(nil), nil
}

func outputOf(err error) Output {
	if err != nil {
		return Output{Message: err.Error()} // shape: noerrordict/output-own-helper // want `outputOf returns the text of err in field Message of a tool's output`
	}
	return Output{Status: "fine"}
}

func helped(_ context.Context, _ *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, Output, error) {
	return nil, outputOf(os.Remove(in.Name)), nil
}

// What is no success, and no failure of the tool.

func flagged(_ context.Context, _ *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, Output, error) {
	if _, err := os.Stat(in.Name); err != nil {
		return &mcp.CallToolResult{IsError: true}, Output{Message: err.Error()}, nil // shape: noerrordict/not-output-marked
	}
	return nil, Output{}, nil
}

func both(_ context.Context, _ *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, Output, error) {
	if _, err := os.Stat(in.Name); err != nil {
		return nil, Output{Message: err.Error()}, err // shape: noerrordict/not-output-error
	}
	return nil, Output{}, nil
}

// The request was accepted: only the wait has failed.
func goesOn(_ context.Context, _ *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, Output, error) {
	if err := os.Remove(in.Name); err != nil {
		return nil, Output{}, err
	}
	message := "accepted"
	if _, err := os.Stat(in.Name); err != nil {
		message = "Error: " + err.Error() // shape: noerrordict/not-output-goes-on
	}
	return nil, Output{Status: "accepted", Message: message}, nil
}

func told(_ context.Context, _ *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, Output, error) {
	_, err := os.Stat(in.Name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, Output{Status: "missing", Message: err.Error()}, nil // shape: noerrordict/not-output-classified
	}
	return nil, Output{}, err
}

func batch(_ context.Context, _ *mcp.CallToolRequest, in []Input) (*mcp.CallToolResult, Output, error) {
	var out Output
	for _, i := range in {
		if _, err := os.Stat(i.Name); err != nil {
			out.Notes = append(out.Notes, Note{err.Error()}) // shape: noerrordict/not-output-batch
		}
	}
	return nil, out, nil
}

func handled(_ context.Context, _ *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, *reply.Result, error) {
	err := os.Remove(in.Name)
	if err != nil {
		return nil, nil, err
	}
	return nil, reply.Of(err), nil // shape: noerrordict/not-output-nil
}

func status(_ context.Context, _ *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, *reply.Result, error) {
	return nil, reply.Always(os.Remove(in.Name)), nil // shape: noerrordict/not-output-status
}

// The SDK's method marks the result.
func set(_ context.Context, _ *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, any, error) {
	if _, err := os.Stat(in.Name); err != nil {
		res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}
		res.SetError(err) // shape: noerrordict/not-success-set-error
		return res, nil, nil
	}
	return nil, nil, nil
}

// No tool puts this out.
func look(name string) (Output, error) {
	if _, err := os.Stat(name); err != nil {
		return Output{Message: err.Error()}, nil // shape: noerrordict/not-output-elsewhere
	}
	return Output{}, nil
}

func register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "field"}, field)
	mcp.AddTool(s, &mcp.Tool{Name: "pointer"}, pointer)
}

func formatted(_ context.Context, _ *mcp.CallToolRequest, in Input) (*mcp.CallToolResult, any, error) {
	if err := os.Remove(in.Name); err != nil {
		return reply.Textf("cannot remove %s: %v", in.Name, err), nil, nil // shape: noerrordict/success-printf-cross-package // want `^formatted returns what reply\.Textf builds, the text of an error as a tool result without IsError: set IsError, or return the error$`
	}
	return reply.Textf("%s is removed", in.Name), nil, nil
}
