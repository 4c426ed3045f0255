// Package stylerpc has JSON-RPC codes within and without the range.
package stylerpc

import "golang.org/x/exp/jsonrpc2"

const (
	codeBusy   = -32001
	codeOwn    = 4001 // want `code codeOwn, 4001, is not between -32099 and -32000`
	codeParse  = -32700
	codeGone   = 410 // want `code codeGone, 410, is not between -32099 and -32000`
	exitFailed = 4   // shape: errcode/not-exit
) // shape: errcode/style-range // shape: errcode/style-status

func busy(n int) error {
	switch n {
	case 0:
		return jsonrpc2.NewError(codeBusy, "busy")
	case 1:
		return jsonrpc2.NewError(codeGone, "gone")
	case 2:
		return &StatusError{code: notAllowed}
	case exitFailed:
		return jsonrpc2.NewError(codeParse, "parse")
	}
	return jsonrpc2.NewError(codeOwn, "own")
}

// A StatusError has an HTTP status for its code.
type StatusError struct{ code int }

func (e *StatusError) Error() string { return "status" }

// Code is the status.
func (e *StatusError) Code() int { return e.code }

const notAllowed = 405
