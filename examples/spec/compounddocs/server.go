// Package compounddocs is a server as a team writes it that follows the standardized error response.
package compounddocs

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Code is one of the published codes.
type Code string

// The codes.
const (
	ProjectNotActivated       Code = "PROJECT_NOT_ACTIVATED"
	ExternalDocsNotConfigured Code = "EXTERNAL_DOCS_NOT_CONFIGURED"
	ExternalDocsNotPromotable Code = "EXTERNAL_DOCS_NOT_PROMOTABLE"
	DocumentNotFound          Code = "DOCUMENT_NOT_FOUND"
	InvalidDocType            Code = "INVALID_DOC_TYPE"
	SchemaValidationFailed    Code = "SCHEMA_VALIDATION_FAILED"
	EmbeddingServiceError     Code = "EMBEDDING_SERVICE_ERROR"
	DatabaseError             Code = "DATABASE_ERROR"
	FileSystemError           Code = "FILE_SYSTEM_ERROR"
	ValidationError           Code = "VALIDATION_ERROR"
	InternalError             Code = "INTERNAL_ERROR"
)

// A Failure is the reply to a call that has failed.
//
//errlint:envelope
type Failure struct {
	Error   bool   `json:"error"`
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Details any    `json:"details,omitempty"`
}

// newFailure is the factory of replies.
func newFailure(code Code, message string) Failure {
	return Failure{Error: true, Code: code, Message: message}
}

// A DocumentError is a document that cannot be shown.
type DocumentError struct {
	ID  string
	Err error
}

func (e *DocumentError) Error() string { return "document " + e.ID + " is not there" }

// Unwrap returns the cause.
func (e *DocumentError) Unwrap() error { return e.Err }

// Code returns the one code of the error.
func (e *DocumentError) Code() Code { return DocumentNotFound }

var errNoEntry = errors.New("no entry")

type showArgs struct {
	ID string `json:"id"`
}

func show(documents map[string]string, id string) (string, error) {
	text, ok := documents[id]
	if !ok {
		return "", &DocumentError{ID: id, Err: errNoEntry}
	}
	if text == "" {
		return "", errors.New("an empty document")
	}
	return text, nil
}

// failureOf logs err in full, and returns what a client is told.
//
//errlint:mapping
func failureOf(ctx context.Context, err error) Failure {
	slog.ErrorContext(ctx, "failed", "error", err)
	if e, ok := errors.AsType[*DocumentError](err); ok {
		return newFailure(e.Code(), "document "+e.ID+" is not there")
	}
	return newFailure(InternalError, "an internal error occurred")
}

func text(s string) []mcp.Content { return []mcp.Content{&mcp.TextContent{Text: s}} }

// handle makes replies of what a tool returns.
//
//errlint:decorator
func handle(work func(id string) (string, error)) mcp.ToolHandlerFor[showArgs, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in showArgs) (*mcp.CallToolResult, any, error) {
		out, err := work(in.ID)
		if err != nil {
			reply, _ := json.Marshal(failureOf(ctx, err)) // of strings and a bool
			return &mcp.CallToolResult{IsError: true, Content: text(string(reply))}, nil, nil
		}
		return &mcp.CallToolResult{Content: text(out)}, nil, nil
	}
}

// New returns the server, with these documents.
func New(documents map[string]string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "compounddocs", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "show"}, handle(func(id string) (string, error) { return show(documents, id) }))
	return s
}
