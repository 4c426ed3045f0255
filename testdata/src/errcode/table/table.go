// Package table has codes that a table lists.
package table

import "golang.org/x/exp/jsonrpc2"

const (
	CodeUpstreamTimeout = -32001 // want `there is no constant for policy-denied \(-32003\) of the table`
	ErrRateLimited      = -32010 // want `code ErrRateLimited is -32010, and in the table -32009`
	busy                = -32008 // want `code busy has the value that the table has for approval-timeout, -32008`
	TASK_NOT_FOUND      = -32004
	unlisted            = -32017
	occupied            = busy
	CodeParse           = unlisted // want `code CodeParse is -32017, and in the table -32700`

	// Deprecated: use CodeUpstreamTimeout.
	oldTimeout = -32001
) // shape: errcode/table-value // shape: errcode/table-name // shape: errcode/table-missing

func codes(n int) error {
	switch n {
	case 0:
		return jsonrpc2.NewError(CodeUpstreamTimeout, "a")
	case 1:
		return jsonrpc2.NewError(ErrRateLimited, "b")
	case 2:
		return jsonrpc2.NewError(busy, "c")
	case 4:
		return jsonrpc2.NewError(CodeParse, "f")
	case 5:
		return jsonrpc2.NewError(occupied, "g")
	case 6:
		return jsonrpc2.NewError(oldTimeout, "h")
	case 3:
		return jsonrpc2.NewError(TASK_NOT_FOUND, "d")
	}
	return jsonrpc2.NewError(unlisted, "e")
}
