// Package budget has factories that call each other in all ways, and besides them what has nothing to do with them.
package budget

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errors.New("failed")
}

func before(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("before"), one(handle)) // want `handler of tool "before": its errors reach`
}

func knot(s *server.MCPServer, n int) {
	s.AddTool(mcp.NewTool("knot"), g0(n)) // shape: decorated/knot // want `handler of tool "knot": its errors reach`
}

func after(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("after"), two(handle)) // shape: decorated/after-knot // want `handler of tool "after": its errors reach`
}

func one(h server.ToolHandlerFunc) server.ToolHandlerFunc { return h }
func two(h server.ToolHandlerFunc) server.ToolHandlerFunc { return h }

func g0(n int) server.ToolHandlerFunc {
	switch n {
	case 1:
		return g1(n - 1)
	case 2:
		return g2(n - 1)
	case 3:
		return g3(n - 1)
	case 4:
		return g4(n - 1)
	case 5:
		return g5(n - 1)
	case 6:
		return g6(n - 1)
	case 7:
		return g7(n - 1)
	case 8:
		return g8(n - 1)
	case 9:
		return g9(n - 1)
	case 10:
		return g10(n - 1)
	case 11:
		return g11(n - 1)
	}
	return handle
}

func g1(n int) server.ToolHandlerFunc {
	switch n {
	case 0:
		return g0(n - 1)
	case 2:
		return g2(n - 1)
	case 3:
		return g3(n - 1)
	case 4:
		return g4(n - 1)
	case 5:
		return g5(n - 1)
	case 6:
		return g6(n - 1)
	case 7:
		return g7(n - 1)
	case 8:
		return g8(n - 1)
	case 9:
		return g9(n - 1)
	case 10:
		return g10(n - 1)
	case 11:
		return g11(n - 1)
	}
	return handle
}

func g2(n int) server.ToolHandlerFunc {
	switch n {
	case 0:
		return g0(n - 1)
	case 1:
		return g1(n - 1)
	case 3:
		return g3(n - 1)
	case 4:
		return g4(n - 1)
	case 5:
		return g5(n - 1)
	case 6:
		return g6(n - 1)
	case 7:
		return g7(n - 1)
	case 8:
		return g8(n - 1)
	case 9:
		return g9(n - 1)
	case 10:
		return g10(n - 1)
	case 11:
		return g11(n - 1)
	}
	return handle
}

func g3(n int) server.ToolHandlerFunc {
	switch n {
	case 0:
		return g0(n - 1)
	case 1:
		return g1(n - 1)
	case 2:
		return g2(n - 1)
	case 4:
		return g4(n - 1)
	case 5:
		return g5(n - 1)
	case 6:
		return g6(n - 1)
	case 7:
		return g7(n - 1)
	case 8:
		return g8(n - 1)
	case 9:
		return g9(n - 1)
	case 10:
		return g10(n - 1)
	case 11:
		return g11(n - 1)
	}
	return handle
}

func g4(n int) server.ToolHandlerFunc {
	switch n {
	case 0:
		return g0(n - 1)
	case 1:
		return g1(n - 1)
	case 2:
		return g2(n - 1)
	case 3:
		return g3(n - 1)
	case 5:
		return g5(n - 1)
	case 6:
		return g6(n - 1)
	case 7:
		return g7(n - 1)
	case 8:
		return g8(n - 1)
	case 9:
		return g9(n - 1)
	case 10:
		return g10(n - 1)
	case 11:
		return g11(n - 1)
	}
	return handle
}

func g5(n int) server.ToolHandlerFunc {
	switch n {
	case 0:
		return g0(n - 1)
	case 1:
		return g1(n - 1)
	case 2:
		return g2(n - 1)
	case 3:
		return g3(n - 1)
	case 4:
		return g4(n - 1)
	case 6:
		return g6(n - 1)
	case 7:
		return g7(n - 1)
	case 8:
		return g8(n - 1)
	case 9:
		return g9(n - 1)
	case 10:
		return g10(n - 1)
	case 11:
		return g11(n - 1)
	}
	return handle
}

func g6(n int) server.ToolHandlerFunc {
	switch n {
	case 0:
		return g0(n - 1)
	case 1:
		return g1(n - 1)
	case 2:
		return g2(n - 1)
	case 3:
		return g3(n - 1)
	case 4:
		return g4(n - 1)
	case 5:
		return g5(n - 1)
	case 7:
		return g7(n - 1)
	case 8:
		return g8(n - 1)
	case 9:
		return g9(n - 1)
	case 10:
		return g10(n - 1)
	case 11:
		return g11(n - 1)
	}
	return handle
}

func g7(n int) server.ToolHandlerFunc {
	switch n {
	case 0:
		return g0(n - 1)
	case 1:
		return g1(n - 1)
	case 2:
		return g2(n - 1)
	case 3:
		return g3(n - 1)
	case 4:
		return g4(n - 1)
	case 5:
		return g5(n - 1)
	case 6:
		return g6(n - 1)
	case 8:
		return g8(n - 1)
	case 9:
		return g9(n - 1)
	case 10:
		return g10(n - 1)
	case 11:
		return g11(n - 1)
	}
	return handle
}

func g8(n int) server.ToolHandlerFunc {
	switch n {
	case 0:
		return g0(n - 1)
	case 1:
		return g1(n - 1)
	case 2:
		return g2(n - 1)
	case 3:
		return g3(n - 1)
	case 4:
		return g4(n - 1)
	case 5:
		return g5(n - 1)
	case 6:
		return g6(n - 1)
	case 7:
		return g7(n - 1)
	case 9:
		return g9(n - 1)
	case 10:
		return g10(n - 1)
	case 11:
		return g11(n - 1)
	}
	return handle
}

func g9(n int) server.ToolHandlerFunc {
	switch n {
	case 0:
		return g0(n - 1)
	case 1:
		return g1(n - 1)
	case 2:
		return g2(n - 1)
	case 3:
		return g3(n - 1)
	case 4:
		return g4(n - 1)
	case 5:
		return g5(n - 1)
	case 6:
		return g6(n - 1)
	case 7:
		return g7(n - 1)
	case 8:
		return g8(n - 1)
	case 10:
		return g10(n - 1)
	case 11:
		return g11(n - 1)
	}
	return handle
}

func g10(n int) server.ToolHandlerFunc {
	switch n {
	case 0:
		return g0(n - 1)
	case 1:
		return g1(n - 1)
	case 2:
		return g2(n - 1)
	case 3:
		return g3(n - 1)
	case 4:
		return g4(n - 1)
	case 5:
		return g5(n - 1)
	case 6:
		return g6(n - 1)
	case 7:
		return g7(n - 1)
	case 8:
		return g8(n - 1)
	case 9:
		return g9(n - 1)
	case 11:
		return g11(n - 1)
	}
	return handle
}

func g11(n int) server.ToolHandlerFunc {
	switch n {
	case 0:
		return g0(n - 1)
	case 1:
		return g1(n - 1)
	case 2:
		return g2(n - 1)
	case 3:
		return g3(n - 1)
	case 4:
		return g4(n - 1)
	case 5:
		return g5(n - 1)
	case 6:
		return g6(n - 1)
	case 7:
		return g7(n - 1)
	case 8:
		return g8(n - 1)
	case 9:
		return g9(n - 1)
	case 10:
		return g10(n - 1)
	}
	return handle
}
