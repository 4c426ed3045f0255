// Package bb is a server as a team writes it that follows the bb-mcp-server error design.
package bb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The codes of the server's own; for the standard ones the SDK has constants.
const (
	codeToolNotFound           = -32000
	codeToolExecutionFailed    = -32001
	codeInvalidToolParams      = -32002
	codeServerNotInitialized   = -32003
	codeSchemaValidationFailed = -32004
	codeConfiguration          = -32005
)

// An Error is what a client is told.
type Error struct {
	Number  int    `json:"code"`
	Type    string `json:"type"`
	Message string `json:"message"`
	err     error
}

func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.err }

// Code returns the number of the error in the table.
func (e *Error) Code() int { return e.Number }

var errEmpty = errors.New("empty")

type runArgs struct {
	Do string `json:"do"`
}

func run(_ context.Context, _ *mcp.CallToolRequest, in runArgs) (*mcp.CallToolResult, any, error) {
	switch in.Do {
	case "":
		return nil, nil, &Error{Number: codeInvalidToolParams, Type: "validation-error", Message: "nothing to do", err: errEmpty}
	case "panic":
		panic("as asked")
	case "find":
		return nil, nil, &Error{Number: codeToolNotFound, Type: "not-found", Message: "no such tool"}
	case "start":
		return nil, nil, &Error{Number: codeServerNotInitialized, Type: "protocol-error", Message: "not initialized"}
	case "check":
		return nil, nil, &Error{Number: codeSchemaValidationFailed, Type: "validation-error", Message: "not as the schema has it"}
	case "configure":
		return nil, nil, &Error{Number: codeConfiguration, Type: "config-error", Message: "not configured"}
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "done: " + in.Do}}}, nil, nil
}

// failed logs err, and returns the result for a client.
//
//errlint:mapping
func failed(ctx context.Context, err error) *mcp.CallToolResult {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		e = &Error{Number: codeToolExecutionFailed, Type: "runtime-error", Message: "the tool failed", err: err}
	}
	slog.ErrorContext(ctx, "tool failed", "error", err, "type", e.Type)
	text, _ := json.Marshal(e) // of a number and strings
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}
}

// exceptions makes results of the errors and panics of a tool.
//
//errlint:decorator
func exceptions[In any](h mcp.ToolHandlerFor[In, any]) mcp.ToolHandlerFor[In, any] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (res *mcp.CallToolResult, out any, err error) {
		defer func() {
			if p := recover(); p != nil {
				res, out, err = failed(ctx, fmt.Errorf("panic: %v", p)), nil, nil
			}
		}()
		res, out, err = h(ctx, req, in)
		if err != nil {
			return failed(ctx, err), nil, nil
		}
		return res, out, nil
	}
}

// New returns the server.
func New() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "bb", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "run"}, exceptions(run))
	return s
}
