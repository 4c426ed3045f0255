// Package frameworks replies in all the ways that are known.
package frameworks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"connectrpc.com/connect"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/render"
	"github.com/gofiber/fiber"
	"github.com/labstack/echo"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/exp/jsonrpc2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func load() error { return errors.New("load") }

func standard(w http.ResponseWriter, r *http.Request) {
	err := load()
	http.Error(w, err.Error(), 500)              // reply: http 500 errtext
	http.NotFound(w, r)                          // reply: http 404
	fmt.Fprintf(w, "failed: %v", err)            // reply: http ? const error
	io.WriteString(w, fmt.Sprintf("no %v", err)) // reply: http ? errtext
	body, _ := json.Marshal(struct{ Error string }{err.Error()})
	w.Write(body) // reply: http ? errtext
}

func headers(w http.ResponseWriter, bad bool) {
	if bad {
		w.WriteHeader(http.StatusBadGateway) // reply: http 502
		return
	}
	w.WriteHeader(http.StatusTeapot)
	io.WriteString(w, "no coffee") // reply: http 418 const
}

func request(err error) (*http.Request, error) {
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(err.Error()); err != nil {
		return nil, err
	}
	return http.NewRequest("POST", "http://example.com", &buf)
}

func ginHandler(c *gin.Context) {
	c.JSON(http.StatusInternalServerError, gin.H{"error": load().Error()}) // reply: http 500 errtext
	c.AbortWithStatusJSON(404, "gone")                                     // reply: http 404 const
}

func echoHandler(c echo.Context) error {
	if err := load(); err != nil {
		return echo.NewHTTPError(500, err.Error()) // reply: http 500 errtext
	}
	return c.JSON(200, "ok") // reply: http 200 const
}

func fiberHandler(c *fiber.Ctx) error {
	return c.Status(503).JSON(map[string]any{"error": load()}) // reply: http 503 error
}

func chi(w http.ResponseWriter, r *http.Request) {
	render.JSON(w, r, []string{"a", load().Error()}) // reply: http ? const errtext
}

func grpc() error {
	if err := load(); err != nil {
		return status.Errorf(codes.Internal, "load: %v", err) // reply: grpc 13 const error
	}
	return connect.NewError(connect.CodeInternal, load()) // reply: grpc 13 error
}

func rpc(err error) error {
	if err == nil {
		return jsonrpc2.NewError(-32000, "none") // reply: jsonrpc -32000 const
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()} // reply: jsonrpc -32603 errtext
}

func callRPC() error {
	return rpc(load()) // reply: jsonrpc ? error
}

func frame(id int) map[string]any {
	return map[string]any{"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": -32601, "message": "no such method"}} // reply: jsonrpc -32601 const
}

type message struct {
	JSONRPC string       `json:"jsonrpc"`
	Error   *objectError `json:"error"`
}

type objectError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func object() message {
	return message{"2.0", &objectError{Code: -32600, Message: "what?"}} // reply: jsonrpc -32600 const
}

// api is no JSON-RPC.
type api struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data"`
}

func plain() api { return api{Code: 0, Message: "ok"} }

func tool(err error) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}} // reply: tool ? errtext
}

func set(err error) *mcp.CallToolResult {
	var res mcp.CallToolResult
	res.SetError(err) // reply: tool ? error
	return &res
}

func assigned(text string) *mcpgo.CallToolResult {
	res := mcpgo.NewToolResultText(text)
	res.IsError = true // reply: tool ? text
	return res
}

func constructed(err error) *mcpgo.CallToolResult {
	return mcpgo.NewToolResultErrorFromErr("failed", err) // reply: tool ? const error
}

func handler(ctx context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
	if err := load(); err != nil {
		return nil, err // reply: tool ? error
	}
	return assigned("x"), nil // reply: tool ? const
}

func register(s *server.MCPServer) {
	s.AddTool(mcpgo.NewTool("x"), handler)
}
