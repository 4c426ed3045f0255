// Package usefork registers tools with a fork.
package usefork

import (
	"context"
	"io"

	"decorated/fork"
)

func handle(ctx context.Context, req fork.CallToolRequest) (*fork.CallToolResult, error) {
	return nil, io.ErrUnexpectedEOF
}

// server has the method of a registrar, and decorates.
type server struct{ inner *fork.Server }

func (s *server) AddTool(t fork.Tool, h fork.Handler) {
	s.inner.AddTool(t, func(ctx context.Context, req fork.CallToolRequest) (*fork.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			return &fork.CallToolResult{IsError: true}, nil
		}
		return res, nil
	})
}

func register(f *fork.Server, s *server) {
	f.AddTool(fork.Tool{Name: "a"}, handle) // shape: decorated/fork // want `handler of tool "a": its errors reach`
	s.AddTool(fork.Tool{Name: "b"}, handle) // shape: decorated/not-own-registrar
}
