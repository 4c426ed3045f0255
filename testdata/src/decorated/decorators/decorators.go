// Package decorators has functions that are decorators by what they do.
package decorators

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var errProtocol = errors.New("protocol")

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errProtocol
}

type args struct{ Path string }

func typed(ctx context.Context, in args) (string, error) { return "", errProtocol }

// curried is a decorator that returns middleware.
func curried(op string) func(server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			res, err := next(ctx, req)
			if err == nil {
				return res, nil
			}
			return mcp.NewToolResultErrorf("%s: %v", op, err), nil
		}
	}
}

// deferred converts in a deferred function, panics too.
func deferred(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		defer func() {
			if v := recover(); v != nil {
				err = fmt.Errorf("panic: %v", v)
			}
			if err != nil {
				res, err = mcp.NewToolResultError(err.Error()), nil
			}
		}()
		return h(ctx, req)
	}
}

// merged has one return for all.
func merged(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			res, err = mcp.NewToolResultError(err.Error()), nil
		}
		return res, err
	}
}

func toResult(res *mcp.CallToolResult, err error) *mcp.CallToolResult {
	if err != nil {
		return mcp.NewToolResultError(err.Error())
	}
	return res
}

// helped leaves the choice to a function.
func helped(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return toResult(h(ctx, req)), nil
	}
}

func run(ctx context.Context, req mcp.CallToolRequest, h server.ToolHandlerFunc) (*mcp.CallToolResult, error) {
	res, err := h(ctx, req)
	return toResult(res, err), nil
}

// delegated lets a function call the handler.
func delegated(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return run(ctx, req, h)
	}
}

// composed is one because what it returns is decorated.
func composed(op string, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return deferred(curried(op)(h))
}

// partial leaves errors that the protocol has codes for to the SDK.
func partial(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if errors.Is(err, errProtocol) {
			return nil, err
		}
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return res, nil
	}
}

type tool interface {
	Name() string
	Handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error)
}

// object decorates the method of an object.
func object(t tool) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := t.Handle(ctx, req)
		if err != nil {
			return mcp.NewToolResultError(t.Name() + ": " + err.Error()), nil
		}
		return res, nil
	}
}

type definition struct {
	name   string
	handle server.ToolHandlerFunc
}

// field decorates the function in a field.
func field(d definition) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := d.handle(ctx, req)
		if err != nil {
			return mcp.NewToolResultError(d.name + ": " + err.Error()), nil
		}
		return res, nil
	}
}

type decorator struct{ next server.ToolHandlerFunc }

func (d *decorator) handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := d.next(ctx, req)
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return res, nil
}

// method returns a method of an object that holds the handler.
func method(h server.ToolHandlerFunc) server.ToolHandlerFunc { return (&decorator{h}).handle }

// converted makes a handler of a function of another type. It decodes the arguments itself; what goes
// wrong there is not the handler's error.
func converted[T any](h func(ctx context.Context, in T) (string, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		raw, err := json.Marshal(req.GetArguments())
		if err != nil {
			return nil, fmt.Errorf("arguments: %w", err)
		}
		var in T
		if err := json.Unmarshal(raw, &in); err != nil {
			return nil, fmt.Errorf("arguments: %w", err)
		}
		out, err := h(ctx, in)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(out), nil
	}
}

// reflected calls the handler by reflection, and makes an exception for some errors.
func reflected[T any](h func(ctx context.Context, in T) (string, error)) (mcp.Tool, server.ToolHandlerFunc, error) {
	value := reflect.ValueOf(h)
	if value.Type().NumIn() != 2 {
		return mcp.Tool{}, nil, errors.New("a handler has two parameters")
	}
	handler := func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in T
		if err := req.BindArguments(&in); err != nil {
			return nil, err
		}
		out := value.Call([]reflect.Value{reflect.ValueOf(ctx), reflect.ValueOf(in)})
		if len(out) != 2 {
			return nil, errors.New("a handler has two results")
		}
		var failed error
		if !out[1].IsNil() {
			var ok bool
			if failed, ok = out[1].Interface().(error); !ok {
				return nil, errors.New("the second result is no error")
			}
		}
		if failed != nil {
			if errors.Is(failed, errProtocol) {
				return nil, failed
			}
			return &mcp.CallToolResult{IsError: true}, nil
		}
		return mcp.NewToolResultText(out[0].String()), nil
	}
	return mcp.NewTool("reflected"), handler, nil
}

type toolAndHandler struct {
	tool    mcp.Tool
	handler server.ToolHandlerFunc
}

func must[T any](h func(ctx context.Context, in T) (string, error)) toolAndHandler {
	t, handler, err := reflected(h)
	if err != nil {
		panic(err)
	}
	return toolAndHandler{t, handler}
}

func (t *toolAndHandler) register(s *server.MCPServer) { s.AddTool(t.tool, t.handler) }

var reflectedTool = must(typed) // shape: decorated/not-reflection

// store is no handler, though it may fail in the way of one.
type store interface {
	Load(ctx context.Context, key string) (*args, error)
}

// factory makes a handler; it is given none, and so decorates none.
func factory(st store, load func(ctx context.Context, key string) (*args, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if _, err := st.Load(ctx, "a"); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		if _, err := load(ctx, "b"); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText("ok"), nil
	}
}

func register(s *server.MCPServer, t tool, st store, load func(ctx context.Context, key string) (*args, error)) {
	s.AddTool(mcp.NewTool("curried"), curried("x:curried")(handle))     // shape: decorated/not-curried
	s.AddTool(mcp.NewTool("deferred"), deferred(handle))                // shape: decorated/not-deferred
	s.AddTool(mcp.NewTool("merged"), merged(handle))                    // shape: decorated/not-merged
	s.AddTool(mcp.NewTool("helped"), helped(handle))                    // shape: decorated/not-helped
	s.AddTool(mcp.NewTool("delegated"), delegated(handle))              // shape: decorated/not-delegated
	s.AddTool(mcp.NewTool("composed"), composed("x:composed", handle))  // shape: decorated/not-composed
	s.AddTool(mcp.NewTool("partial"), partial(handle))                  // shape: decorated/not-partial
	s.AddTool(mcp.NewTool(t.Name()), object(t))                         // shape: decorated/not-interface-method
	s.AddTool(mcp.NewTool("field"), field(definition{"field", handle})) // shape: decorated/not-field
	s.AddTool(mcp.NewTool("method"), method(handle))                    // shape: decorated/not-method
	s.AddTool(mcp.NewTool("converted"), converted(typed))               // shape: decorated/not-converted
	reflectedTool.register(s)

	mw := curried("x:variable")
	s.AddTool(mcp.NewTool("variable"), mw(handle)) // shape: decorated/not-middleware-variable

	s.AddTool(mcp.NewTool("factory"), factory(st, load)) // shape: decorated/factory // want `handler of tool "factory" never fails`
}
