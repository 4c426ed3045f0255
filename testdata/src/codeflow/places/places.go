// Package places has the places for codes that are none of an error's.
package places

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"golang.org/x/exp/jsonrpc2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// A Problem is problem details.
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Code   string `json:"code"`
}

func problem() Problem {
	return Problem{Type: "about:blank", Title: "t", Status: 404, Detail: "d", Code: "not-found"} // code: http, own
}

const tooMany = -32050

func rpc(n int) error {
	code := jsonrpc.CodeInternalError // code: jsonrpc CodeInternalError
	switch n {
	case 1:
		code = tooMany // code: jsonrpc tooMany
	case 2:
		return jsonrpc2.NewError(-32600, "message") // code: jsonrpc
	}
	return &jsonrpc.Error{Code: int64(code), Message: "message"}
}

func frame() map[string]any {
	return map[string]any{"jsonrpc": "2.0", "error": map[string]any{"code": -32601, "message": "m"}} // code: jsonrpc
}

func write(w http.ResponseWriter, code int) {
	w.WriteHeader(code)
}

func handle(w http.ResponseWriter, r *http.Request) {
	write(w, http.StatusTeapot)        // code: http StatusTeapot
	http.Error(w, "text", 500)         // code: http
	write(w, statusOf(r.URL.Path))     // the constant is in statusOf
	_ = http.StatusText(statusOf("x")) // not a reply
}

func statusOf(path string) (status int) {
	status = 200 // code: http
	if path == "" {
		return http.StatusNotFound // code: http StatusNotFound
	}
	return
}

func grpc() error { return status.Error(codes.NotFound, "text") } // code: grpc NotFound

// exit is no code of an error.
func exit() int { return 3 }

// mapped is for another package.
func mapped(err error) (code int, message string) {
	code = -32600 // code: jsonrpc
	if err == nil {
		return code, "no error"
	}
	code = jsonrpc.CodeInternalError // code: jsonrpc CodeInternalError
	if err.Error() == "" {
		code = -32010 // code: jsonrpc
	}
	return code, "failed"
}

// one is any number.
func one() int { return -32600 }
