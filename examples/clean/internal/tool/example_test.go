package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errlint/errlint/examples/clean/internal/adapter"
	"github.com/errlint/errlint/examples/clean/internal/apperr"
)

func Example_handleErrors() {
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))

	fileHistory := func(context.Context, *mcp.CallToolRequest, fileHistoryArgs) (*mcp.CallToolResult, fileHistoryResult, error) {
		return nil, fileHistoryResult{}, apperr.NewFileNotFoundError("src/main.py", nil)
	}
	h := handleErrors("git:file_history", fileHistoryResult{Commits: []adapter.Commit{}}, fileHistory)

	res, out, err := h(context.Background(), nil, fileHistoryArgs{Path: "src/main.py"})
	text, _ := json.MarshalIndent(out, "", "  ")
	fmt.Println(res.IsError, err)
	fmt.Println(string(text))
	// Output:
	// true <nil>
	// {
	//   "commits": [],
	//   "error": "File not found: src/main.py",
	//   "problem": {
	//     "type": "https://kgfoundry.dev/problems/file-not-found",
	//     "title": "File Not Found",
	//     "status": 404,
	//     "detail": "File not found: src/main.py",
	//     "instance": "urn:codeintel:git:file_history",
	//     "code": "file-not-found",
	//     "extensions": {
	//       "path": "src/main.py"
	//     }
	//   }
	// }
}
