// Package unaskedtaken has functions that other modules call, which take only the texts of the errors that they return.
package unaskedtaken

import (
	"context"
	"fmt"
	"os"

	"github.com/google/go-jsonnet"
	"github.com/sourcegraph/jsonrpc2"
)

func Native() *jsonnet.NativeFunction {
	return &jsonnet.NativeFunction{
		Name: "read",
		Func: func(args []any) (any, error) {
			b, err := os.ReadFile(args[0].(string))
			if err != nil {
				return nil, fmt.Errorf("read: %v", err) // category: unasked // want `fmt.Errorf formats err with %v`
			}
			return string(b), nil
		},
	}
}

// Handed on, it is also somebody else's.
func Shared() (*jsonnet.NativeFunction, func([]any) (any, error)) {
	read := func(args []any) (any, error) {
		return nil, fmt.Errorf("read: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
	}
	return &jsonnet.NativeFunction{Func: read}, read
}

type handler struct{ dir string }

func Handler(dir string) *jsonrpc2.HandlerWithErrorConfigurer {
	return jsonrpc2.HandlerWithError((&handler{dir}).handle)
}

func (h *handler) handle(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	if req.Method == "open" {
		return h.open()
	}
	return nil, nil
}

func (h *handler) open() (any, error) {
	if err := os.Chdir(h.dir); err != nil {
		return nil, fmt.Errorf("open: %v", err) // category: unasked // want `fmt.Errorf formats err with %v`
	}
	return "open", nil
}

// What becomes of it elsewhere is not known.
func Around(dir string) func(context.Context, *jsonrpc2.Request) (any, error) {
	return jsonrpc2.Middleware(func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		return nil, fmt.Errorf("open: %v", os.Chdir(dir)) // category: format // want `fmt.Errorf formats os.Chdir\(dir\) with %v`
	})
}
