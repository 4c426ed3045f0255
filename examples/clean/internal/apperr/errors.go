package apperr

import "fmt"

// Error is the root of the hierarchy.
//
// Error() speaks to the operator: it is the message, then the chain of causes.
// Message() speaks to the client: it names the input that failed, and leaks
// nothing of the server.
type Error interface {
	error

	// Code returns the kind of the error.
	Code() Code

	// Message returns what went wrong, in words fit for an end user.
	Message() string

	// Context returns the input that failed, for the extensions of the problem
	// details and for the log. The caller owns the map.
	Context() map[string]any
}

var (
	_ Error = (*FileOperationError)(nil)
	_ Error = (*FileNotFoundError)(nil)
	_ Error = (*FileReadError)(nil)
	_ Error = (*InvalidLineRangeError)(nil)
	_ Error = (*PathOutsideRepositoryError)(nil)
	_ Error = (*InvalidParameterError)(nil)
	_ Error = (*GitOperationError)(nil)
	_ Error = (*VectorSearchError)(nil)
	_ Error = (*EmbeddingError)(nil)
)

// describe returns msg, followed by its cause if there is one.
func describe(msg string, cause error) string {
	if cause == nil {
		return msg
	}
	return fmt.Sprintf("%s: %v", msg, cause)
}

// A FileOperationError reports that a file cannot be used as was asked. The
// other errors about files embed it.
type FileOperationError struct {
	Path string // relative to the repository
	Msg  string
	Err  error // the cause; may be nil
}

// NewFileOperationError returns an error that says what failed on path.
func NewFileOperationError(path, what string, cause error) *FileOperationError {
	return &FileOperationError{Path: path, Msg: what + ": " + path, Err: cause}
}

func (e *FileOperationError) Error() string   { return describe(e.Msg, e.Err) }
func (e *FileOperationError) Unwrap() error   { return e.Err }
func (e *FileOperationError) Code() Code      { return CodeFileOperation }
func (e *FileOperationError) Message() string { return e.Msg }
func (e *FileOperationError) Context() map[string]any {
	return map[string]any{"path": e.Path}
}

// A FileNotFoundError reports that there is no file at a path.
type FileNotFoundError struct{ FileOperationError }

// NewFileNotFoundError returns an error about path.
func NewFileNotFoundError(path string, cause error) *FileNotFoundError {
	return &FileNotFoundError{*NewFileOperationError(path, "File not found", cause)}
}

// Code returns [CodeFileNotFound].
func (e *FileNotFoundError) Code() Code { return CodeFileNotFound }

// A FileReadError reports that a file is not UTF-8 text.
type FileReadError struct{ FileOperationError }

// NewFileReadError returns an error about path.
func NewFileReadError(path string, cause error) *FileReadError {
	return &FileReadError{*NewFileOperationError(path, "File is not UTF-8 text", cause)}
}

// Code returns [CodeUnsupportedEncoding].
func (e *FileReadError) Code() Code { return CodeUnsupportedEncoding }

// An InvalidLineRangeError reports lines that a file cannot have. StartLine and
// EndLine are as the client gave them: 1-based, nil where it gave none.
type InvalidLineRangeError struct {
	FileOperationError
	StartLine, EndLine *int
}

// NewInvalidLineRangeError returns an error about lines of path; msg says what
// is wrong with them.
func NewInvalidLineRangeError(path string, start, end *int, msg string) *InvalidLineRangeError {
	return &InvalidLineRangeError{
		FileOperationError: FileOperationError{Path: path, Msg: msg},
		StartLine:          start,
		EndLine:            end,
	}
}

// Code returns [CodeInvalidParameter].
func (e *InvalidLineRangeError) Code() Code { return CodeInvalidParameter }

// Context returns the path and both ends of the range.
func (e *InvalidLineRangeError) Context() map[string]any {
	return map[string]any{"path": e.Path, "start_line": e.StartLine, "end_line": e.EndLine}
}

// A PathOutsideRepositoryError reports a path that leads out of the repository,
// by its own elements or through a symbolic link.
type PathOutsideRepositoryError struct{ FileOperationError }

// NewPathOutsideRepositoryError returns an error about path.
func NewPathOutsideRepositoryError(path string, cause error) *PathOutsideRepositoryError {
	return &PathOutsideRepositoryError{*NewFileOperationError(path, "Path is outside the repository", cause)}
}

// Code returns [CodeForbidden].
func (e *PathOutsideRepositoryError) Code() Code { return CodeForbidden }

// An InvalidParameterError reports an argument that no call can be made with.
type InvalidParameterError struct {
	Parameter string
	Msg       string
	Err       error // the cause; may be nil
}

func (e *InvalidParameterError) Error() string   { return describe(e.Msg, e.Err) }
func (e *InvalidParameterError) Unwrap() error   { return e.Err }
func (e *InvalidParameterError) Code() Code      { return CodeInvalidParameter }
func (e *InvalidParameterError) Message() string { return e.Msg }
func (e *InvalidParameterError) Context() map[string]any {
	return map[string]any{"parameter": e.Parameter}
}

// A GitOperationError reports that git failed. What git printed is in the
// cause, and so in the log, but not in the message.
type GitOperationError struct {
	Path    string // relative to the repository
	Command string // "blame", "log"
	Err     error
}

func (e *GitOperationError) Error() string { return describe(e.Message(), e.Err) }
func (e *GitOperationError) Unwrap() error { return e.Err }
func (e *GitOperationError) Code() Code    { return CodeGitOperation }
func (e *GitOperationError) Message() string {
	return fmt.Sprintf("git %s failed: %s", e.Command, e.Path)
}
func (e *GitOperationError) Context() map[string]any {
	return map[string]any{"path": e.Path, "git_command": e.Command}
}

// A VectorSearchError reports a search that was not completed.
type VectorSearchError struct {
	Query string
	Index string // "text", "semantic"
	Msg   string
	Err   error
}

func (e *VectorSearchError) Error() string   { return describe(e.Msg, e.Err) }
func (e *VectorSearchError) Unwrap() error   { return e.Err }
func (e *VectorSearchError) Code() Code      { return CodeVectorSearch }
func (e *VectorSearchError) Message() string { return e.Msg }
func (e *VectorSearchError) Context() map[string]any {
	return map[string]any{"query": e.Query, "index": e.Index}
}

// An EmbeddingError reports that a model cannot embed a text.
type EmbeddingError struct {
	Model string
	Err   error
}

func (e *EmbeddingError) Error() string   { return describe(e.Message(), e.Err) }
func (e *EmbeddingError) Unwrap() error   { return e.Err }
func (e *EmbeddingError) Code() Code      { return CodeEmbedding }
func (e *EmbeddingError) Message() string { return "The embedding model is not available" }
func (e *EmbeddingError) Context() map[string]any {
	return map[string]any{"model": e.Model}
}
