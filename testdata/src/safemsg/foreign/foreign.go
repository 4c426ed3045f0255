// Package foreign has replies with texts that others have written.
package foreign

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"golang.org/x/exp/jsonrpc2"
)

var ErrMissing = errors.New("there is no such file")

type Failure struct{ Name string }

func (f *Failure) Error() string { return "cannot read " + f.Name } // want Error:"contains"

func load(name string) error {
	if _, err := os.ReadFile(name); err != nil {
		return fmt.Errorf("load: %w", err)
	}
	return nil
}

func own(n int) error {
	if n > 0 {
		return ErrMissing
	}
	return &Failure{Name: "x"}
}

func serve(w http.ResponseWriter, r *http.Request) {
	if _, err := os.ReadFile("x"); err != nil {
		http.Error(w, err.Error(), 500) // shape: safemsg/foreign-http // want `the reply has the text of an error that os.ReadFile made, which this module has not written`
	}
	if err := load("x"); err != nil {
		http.Error(w, fmt.Sprintf("failed: %v", err), 500) // shape: safemsg/foreign-wrapped // want `the reply has the text of an error that os.ReadFile made`
	}
	if err := own(1); err != nil {
		http.Error(w, err.Error(), 500) // shape: safemsg/not-foreign-own
	}
	if err := load(r.URL.Path); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest) // shape: safemsg/not-foreign-client
	}
	if _, err := strconv.Atoi("x"); err != nil {
		http.Error(w, err.Error(), 500) // shape: safemsg/not-foreign-input
	}
}

func tool() (*mcp.CallToolResult, error) {
	if err := load("x"); err != nil {
		return mcp.NewToolResultError("failed: " + err.Error()), nil // shape: safemsg/foreign-tool // want `the reply has the text of an error that os.ReadFile made`
	}
	return mcp.NewToolResultText("done"), nil
}

func arguments(w http.ResponseWriter, r *http.Request, req mcp.CallToolRequest) *mcp.CallToolResult {
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), 500) // shape: safemsg/not-foreign-request
	}
	name, err := req.RequireString("name")
	if err != nil {
		return mcp.NewToolResultError(err.Error()) // shape: safemsg/not-foreign-request
	}
	return mcp.NewToolResultText(name)
}

func raw(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, load("x") // shape: safemsg/not-foreign-undecorated
}

func register(s *server.MCPServer) { s.AddTool(mcp.NewTool("raw"), raw) }

func call() error {
	if err := load("x"); err != nil {
		return jsonrpc2.NewError(-32603, err.Error()) // shape: safemsg/foreign-jsonrpc // want `the reply has the text of an error that os.ReadFile made`
	}
	return nil
}

func upstream(w http.ResponseWriter, r *http.Request, resp *http.Response) {
	body, _ := io.ReadAll(resp.Body)
	http.Error(w, "the other server says "+string(body), 502) // shape: safemsg/upstream // want `the reply has the body of another server's response`
	mine, _ := io.ReadAll(r.Body)
	http.Error(w, "you say "+string(mine), 400) // shape: safemsg/not-upstream-request
}

func details(w http.ResponseWriter, v any) {
	defer func() {
		if p := recover(); p != nil {
			http.Error(w, fmt.Sprintf("failed: %v", p), 500) // shape: safemsg/detail-panic // want `the reply has a panic value`
		}
	}()
	http.Error(w, fmt.Sprintf("no %T here", v), 500)   // shape: safemsg/detail-type // want `the reply has a type, an address or a value of the program`
	http.Error(w, fmt.Sprintf("no %T here", "x"), 500) // shape: safemsg/not-detail-basic
	http.Error(w, fmt.Sprintf("no %v here", v), 500)   // shape: safemsg/not-detail
}

var _ = []any{serve, tool, call, upstream, details, register, arguments}

func failf(w http.ResponseWriter, format string, args ...any) {
	http.Error(w, fmt.Sprintf(format, args...), 400)
}

func printed(w http.ResponseWriter, v any) *mcp.CallToolResult {
	failf(w, "no %T", v) // shape: safemsg/detail-printf // want `the reply has a type, an address or a value of the program`
	failf(w, "no %v", v) // shape: safemsg/not-detail
	failf(w, "no %v", "%T")
	var b strings.Builder
	fmt.Fprintf(&b, "no %T", v)
	http.Error(w, b.String(), 400)                   // shape: safemsg/detail-printf // want `the reply has a type, an address or a value of the program`
	return mcp.NewToolResultErrorf("no %T there", v) // shape: safemsg/detail-printf // want `the reply has a type, an address or a value of the program`
}

var _ = printed
