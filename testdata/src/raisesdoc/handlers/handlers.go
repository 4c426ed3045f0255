// Package handlers has handlers for another package to register.
package handlers

import (
	"context"
	"errors"

	"raisesdoc/mcp"
)

var ErrA = errors.New("a")

// Handle says nothing: its errors go to the decorator.
func Handle(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) { // shape: raisesdoc/not-handler
	return nil, ErrA
}

// A Server has handlers.
type Server struct{}

// Handle says nothing.
func (s *Server) Handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // shape: raisesdoc/not-handler
	return nil, ErrA
}

// Work is no handler.
func (s *Server) Work(ctx context.Context, text string) error { return ErrA } // shape: raisesdoc/listed-method // want `\(\*Server\).Work may return ErrA, which`
