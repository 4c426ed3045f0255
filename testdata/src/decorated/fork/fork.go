// Package fork is a copy of an SDK under another path.
package fork

import "context"

type CallToolRequest struct{ Name string }

type CallToolResult struct{ IsError bool }

type Tool struct{ Name string }

type Handler func(ctx context.Context, req CallToolRequest) (*CallToolResult, error)

type Server struct{ tools map[string]Handler }

func (s *Server) AddTool(t Tool, h Handler) { s.tools[t.Name] = h }
