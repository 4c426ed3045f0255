// Package unknown has decorators and mappings, and what they say of errors that they do not know.
package unknown

import (
	"context"
	"errors"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

var ErrMissing = errors.New("there is no such page")

type Denied struct{ By string }

func (d *Denied) Error() string { return "denied by " + d.By } // want Error:"contains"

func shows(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil // shape: safemsg/unknown-decorator // want `the reply has the text of err, which may be any error here`
		}
		return res, nil
	}
}

func hides(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		var denied *Denied
		switch {
		case err == nil:
			return res, nil
		case errors.As(err, &denied):
			return mcp.NewToolResultError(denied.Error()), nil // shape: safemsg/not-unknown-type
		case errors.Is(err, ErrMissing):
			return mcp.NewToolResultError(ErrMissing.Error()), nil // shape: safemsg/not-unknown-sentinel
		}
		return mcp.NewToolResultError("internal error"), nil // shape: safemsg/not-unknown-constant
	}
}

// reply gives errors their status.
func reply(w http.ResponseWriter, err error) {
	if errors.Is(err, ErrMissing) {
		http.Error(w, err.Error(), http.StatusNotFound) // shape: safemsg/not-unknown-request
		return
	}
	http.Error(w, "failed: "+err.Error(), http.StatusInternalServerError) // shape: safemsg/unknown-mapping // want `the reply has the text of err, which may be any error here`
}

// any gives all errors one status.
//
//errlint:mapping
func all(w http.ResponseWriter, err error) {
	http.Error(w, err.Error(), http.StatusInternalServerError) // shape: safemsg/unknown-marked // want `the reply has the text of err, which may be any error here`
}

// A Problem is problem details.
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}

func problem(err error) *Problem {
	if d, ok := errors.AsType[*Denied](err); ok {
		return &Problem{Type: "denied", Title: "Denied", Status: 500, Detail: d.Error()}
	}
	return &Problem{Type: "internal", Title: "Internal error", Status: 500, Detail: err.Error()} // shape: safemsg/unknown-problem // want `the reply has the text of err, which may be any error here`
}

// plain replies with any error, and tells none apart: that is for its callers to know.
func plain(w http.ResponseWriter, err error) {
	http.Error(w, err.Error(), http.StatusInternalServerError) // shape: safemsg/not-unknown-helper
}

func register(s *server.MCPServer, h server.ToolHandlerFunc) {
	s.AddTool(mcp.NewTool("a"), shows(h))
	s.AddTool(mcp.NewTool("b"), hides(h))
}

var _ = []any{register, reply, all, problem, plain}

var ErrBusy = errors.New("busy")

func fit(text string) string { return text }

func itself(w http.ResponseWriter, err error) {
	switch err {
	case ErrBusy:
		http.Error(w, err.Error(), 503) // shape: safemsg/not-unknown-itself
	default:
		http.Error(w, fit(err.Error()), 500) // shape: safemsg/not-unknown-safe
	}
	if errors.Is(err, ErrMissing) {
		http.Error(w, err.Error(), 503) // shape: safemsg/unknown-wrapping // want `the reply has the text of err, which may be any error here`
	}
	switch err.(type) {
	case *Denied:
		http.Error(w, err.Error(), 503) // shape: safemsg/not-unknown-itself
	case interface{ Temporary() bool }:
		http.Error(w, err.Error(), 503) // shape: safemsg/unknown-interface // want `the reply has the text of err, which may be any error here`
	}
}

func code(err error) error {
	switch {
	case errors.Is(err, ErrBusy):
		return status.Error(codes.Unavailable, err.Error()) // want `the reply has the text of err, which may be any error here`
	case errors.Is(err, ErrMissing):
		return status.Error(codes.NotFound, err.Error()) // shape: safemsg/not-unknown-request
	}
	return status.Error(codes.InvalidArgument, err.Error()) // shape: safemsg/not-unknown-request
}

// converts shows whatever toResult shows.
//
//errlint:decorator
func converts(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return toResult(err), nil // shape: safemsg/not-unknown-twice
		}
		return res, nil
	}
}

func toResult(err error) *mcp.CallToolResult {
	return mcp.NewToolResultError(err.Error()) // want `the reply has the text of err, which may be any error here`
}

var _ = []any{itself, code, converts}
