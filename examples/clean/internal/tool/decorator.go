package tool

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errlint/errlint/examples/clean/internal/apperr"
)

// handleErrors returns a handler that calls h and answers an error with an
// error envelope. Every tool of the server goes through it: the handlers stay
// free of conversion, logging and recovery, and the client gets each error in
// the same form, with a code that it can act on.
//
// # Parameters
//
//   - op names the operation, "category:tool", where tool is the name that the
//     handler is registered under. It is in the log record and in the instance
//     of the problem details.
//   - empty is the tool's result without content, which is what the envelope is
//     made of: its slices are empty rather than nil, so that a client which
//     reads the result before it looks for an error finds the types it expects.
//   - h is the handler. It may return any error, and may panic.
//
// # Returns
//
// A handler of the same type, and so with the same input and output schema,
// whose error is always nil. Where h succeeds, it returns what h returns. Where
// h fails, the output is a copy of empty with error and problem set, and the
// result is marked with IsError.
//
// # Notes
//
//   - An [apperr.Error] decides itself about its code and text; for other
//     errors, see [apperr.NewProblem]. The text of an unknown error, and that
//     of a panic, go to the log and not to the client.
//   - Each error is logged, here and nowhere else.
//   - Arguments that do not fit the input schema do not get this far: the SDK
//     turns them away, with IsError set and a text.
//
// # Examples
//
//	mcp.AddTool(s, &mcp.Tool{Name: "file_history"},
//		handleErrors("git:file_history", fileHistoryResult{Commits: []adapter.Commit{}}, t.fileHistory))
//
// For a file that does not exist, the client gets
//
//	{
//		"commits": [],
//		"error": "File not found: src/main.py",
//		"problem": {
//			"type": "https://kgfoundry.dev/problems/file-not-found",
//			"title": "File Not Found",
//			"status": 404,
//			"detail": "File not found: src/main.py",
//			"instance": "urn:codeintel:git:file_history",
//			"code": "file-not-found",
//			"extensions": {"path": "src/main.py"}
//		}
//	}
//
//errlint:decorator op=op empty=empty
func handleErrors[In, Out any, P apperr.Envelope[Out]](op string, empty Out, h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (res *mcp.CallToolResult, out Out, err error) {
		defer func() {
			if v := recover(); v != nil {
				res, out, err = failed(), envelope[Out, P](ctx, op, empty, newPanicError(v)), nil
			}
		}()
		res, out, err = h(ctx, req, in)
		if err != nil {
			return failed(), envelope[Out, P](ctx, op, empty, err), nil
		}
		return res, out, nil
	}
}

// failed returns a result that is marked as an error. The SDK puts the output
// into it, as structured content and as text.
func failed() *mcp.CallToolResult { return &mcp.CallToolResult{IsError: true} }

// envelope logs err and returns the error envelope for it.
func envelope[Out any, P apperr.Envelope[Out]](ctx context.Context, op string, empty Out, err error) Out {
	problem := apperr.NewProblem(op, err)
	logError(ctx, problem, op, err)
	P(&empty).Fail(problem)
	return empty
}

// logError writes the one log record of err.
func logError(ctx context.Context, problem *apperr.ProblemDetails, op string, err error) {
	attrs := []slog.Attr{
		slog.String("component", "codeintel_mcp"),
		slog.String("operation", op),
		slog.String("error_code", string(problem.Code)),
		slog.Int("http_status", problem.Status),
		slog.Any("error", err),
	}
	msg := problem.Detail
	if problem.Code == apperr.CodeInternal {
		msg = "Unexpected error"
		stack := debug.Stack()
		if p, ok := errors.AsType[*panicError](err); ok {
			stack = p.stack
		}
		attrs = append(attrs,
			slog.String("exception_type", fmt.Sprintf("%T", err)),
			slog.String("stack", string(stack)))
	}
	if len(problem.Extensions) > 0 {
		attrs = append(attrs, slog.Any("context", problem.Extensions))
	}
	slog.LogAttrs(ctx, problem.Code.Level(), msg, attrs...)
}

// A panicError is a panic of a handler. It does not unwrap to its value, even
// if that is an error: whatever a handler panics with is an internal error.
type panicError struct {
	value any
	stack []byte
}

// newPanicError returns the error for a recovered value; the deferred function
// that recovered it is still to be on the stack.
func newPanicError(v any) *panicError {
	return &panicError{value: v, stack: debug.Stack()}
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }
