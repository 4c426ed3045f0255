// Package reservedkit has JSON-RPC codes, and does not show that they are for MCP.
package reservedkit

// Codes.
const (
	CodeFull  = -32060
	CodeQuota = -32011
)

// A Fault is the error object of JSON-RPC.
type Fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data"`
}

func (f *Fault) Error() string { return f.Message }

// New makes a fault.
func New(code int, message string) *Fault { return &Fault{Code: code, Message: message} }

// Full is one.
func Full() *Fault { return New(CodeFull, "full") }

// Quota is one.
func Quota() *Fault { return New(CodeQuota, "quota") }
