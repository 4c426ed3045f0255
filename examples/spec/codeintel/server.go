// Package codeintel is a server as a team writes it that follows the code-intelligence error envelope.
package codeintel

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Code is what clients tell errors apart by.
type Code string

// The codes.
const (
	CodeFileNotFound Code = "file-not-found" // there is no such file
	CodeForbidden    Code = "forbidden"      // the file is outside of the repository
	CodeInternal     Code = "internal-error" // anything else
)

const (
	typeBase     = "https://kgfoundry.dev/problems/"
	instanceBase = "urn:codeintel:"
)

// ProblemDetails are RFC 9457's.
type ProblemDetails struct {
	Type     string `json:"type"`
	Title    string `json:"title"`
	Status   int    `json:"status"`
	Detail   string `json:"detail"`
	Instance string `json:"instance"`
	Code     Code   `json:"code"`
}

// KgFoundryError is the family of errors that have problem details.
type KgFoundryError interface {
	error
	ProblemDetails(op string) *ProblemDetails
}

// A FileOperationError is a file that cannot be used.
type FileOperationError struct {
	Path string
	Err  error
}

func (e *FileOperationError) Error() string { return "cannot use " + e.Path }

// Unwrap returns the cause.
func (e *FileOperationError) Unwrap() error { return e.Err }

// ProblemDetails returns what a client is told.
func (e *FileOperationError) ProblemDetails(op string) *ProblemDetails {
	return &ProblemDetails{
		Type: typeBase + string(CodeFileNotFound), Title: "File not found", Status: http.StatusNotFound,
		Detail: "No such file: " + e.Path, Instance: instanceBase + op, Code: CodeFileNotFound,
	}
}

// A PathOutsideRepositoryError is a path that leads out of the repository.
type PathOutsideRepositoryError struct{ Path string }

func (e *PathOutsideRepositoryError) Error() string { return e.Path + " is outside of the repository" }

// ProblemDetails returns what a client is told.
func (e *PathOutsideRepositoryError) ProblemDetails(op string) *ProblemDetails {
	return &ProblemDetails{
		Type: typeBase + string(CodeForbidden), Title: "Forbidden", Status: http.StatusForbidden,
		Detail: "Outside of the repository: " + e.Path, Instance: instanceBase + op, Code: CodeForbidden,
	}
}

// BaseErrorFields are in the result of each tool.
//
//errlint:envelope
type BaseErrorFields struct {
	Error   string          `json:"error"`
	Problem *ProblemDetails `json:"problem"`
}

func (f *BaseErrorFields) fail(p *ProblemDetails) { f.Error, f.Problem = p.Detail, p }

// OpenFileReply is the result of open_file.
type OpenFileReply struct {
	BaseErrorFields
	Lines []string `json:"lines"`
}

type openFileArgs struct {
	Path string `json:"path"`
}

// reply is a pointer to a result that embeds BaseErrorFields.
type reply[Out any] interface {
	*Out
	fail(*ProblemDetails)
}

// handleErrors makes the envelope of the errors of h, a handler. The operation op is the category and the tool's name; empty is the
// tool's result without content, with empty lists.
//
//	mcp.AddTool(s, tool, handleErrors("files:open_file", OpenFileReply{Lines: []string{}}, openFile))
//
//errlint:decorator op=op empty=empty
func handleErrors[In, Out any, R reply[Out]](op string, empty Out, h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		res, out, err := h(ctx, req, in)
		if err == nil {
			return res, out, nil
		}
		out = empty
		R(&out).fail(problemOf(ctx, op, err))
		return &mcp.CallToolResult{IsError: true}, out, nil
	}
}

// problemOf logs err, and returns what a client is told.
//
//errlint:mapping
func problemOf(ctx context.Context, op string, err error) *ProblemDetails {
	if e, ok := errors.AsType[KgFoundryError](err); ok {
		p := e.ProblemDetails(op)
		slog.WarnContext(ctx, "failed", "error", err, "component", "codeintel", "operation", op, "error_code", p.Code)
		return p
	}
	slog.ErrorContext(ctx, "failed", "error", err, "component", "codeintel", "operation", op, "exception_type", "unknown")
	return &ProblemDetails{
		Type: typeBase + string(CodeInternal), Title: "Internal error", Status: http.StatusInternalServerError,
		Detail: "An internal error occurred", Instance: instanceBase + op, Code: CodeInternal,
	}
}

// read returns the text of a file of the repository.
//
// Errors:
//   - [*PathOutsideRepositoryError]: the path leads out of it
//   - [*FileOperationError]: there is no such file
//   - [*fs.PathError]: the file cannot be read
//
//errlint:adapter
func read(path string) (string, error) {
	if strings.HasPrefix(path, "..") {
		return "", &PathOutsideRepositoryError{Path: path}
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", &FileOperationError{Path: path, Err: err}
	}
	if err != nil {
		return "", err
	}
	return string(text), nil
}

func openFile(_ context.Context, _ *mcp.CallToolRequest, in openFileArgs) (*mcp.CallToolResult, OpenFileReply, error) {
	text, err := read(in.Path)
	if err != nil {
		return nil, OpenFileReply{}, err
	}
	lines := strings.Split(text, "\n")
	return nil, OpenFileReply{Lines: lines}, nil
}

// New returns the server.
func New() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "codeintel", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "open_file"}, handleErrors("files:open_file", OpenFileReply{Lines: []string{}}, openFile))
	return s
}
