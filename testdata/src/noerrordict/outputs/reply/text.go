package reply

import (
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Textf returns a result with what it is told.
func Textf(format string, args ...any) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf(format, args...)}}}
}
