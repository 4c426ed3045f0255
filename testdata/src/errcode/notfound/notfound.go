// Package notfound has what is no code, or not to be reported.
package notfound

import (
	"encoding/json"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// statuses are known to others. // shape: errcode/not-status
func statuses(w http.ResponseWriter) error {
	http.Error(w, "gone", 410)
	w.WriteHeader(404)
	return status.Error(codes.Code(5), "gone")
}

// A StatusError has a status for its code.
type StatusError struct{}

func (StatusError) Error() string { return "status" }

// Code is the status.
func (StatusError) Code() int { return 404 }

const (
	found   = 404
	missing = 404
)

// passed passes on what another server has said. // shape: errcode/not-passed-on
func passed(body []byte) error {
	var e jsonrpc.Error
	if err := json.Unmarshal(body, &e); err != nil {
		return err
	}
	return &jsonrpc.Error{Code: e.Code, Message: "upstream"}
}

// fallback is a text. // shape: errcode/not-text
const fallback = `{"jsonrpc": "2.0", "error": {"code": -32603, "message": "internal error"}}`
