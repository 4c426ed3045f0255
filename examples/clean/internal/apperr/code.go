package apperr

import (
	"log/slog"
	"net/http"
)

// A Code names a kind of error to a program. It is in kebab case, and is the
// last part of the type URI of the problem details that carry it.
type Code string

// The codes, each with its HTTP status.
const (
	CodeFileNotFound        Code = "file-not-found"       // 404: there is no such file
	CodeUnsupportedEncoding Code = "unsupported-encoding" // 415: the file is not UTF-8 text
	CodeInvalidParameter    Code = "invalid-parameter"    // 400: an argument is out of range
	CodeForbidden           Code = "forbidden"            // 403: the path leaves the repository
	CodeFileOperation       Code = "file-operation-error" // 400: the file cannot be used like this
	CodeGitOperation        Code = "git-operation-error"  // 500: git failed
	CodeVectorSearch        Code = "vector-search-error"  // 503: the search was not completed
	CodeEmbedding           Code = "embedding-error"      // 503: the embedding model failed
	CodeInternal            Code = "internal-error"       // 500: anything else
)

// Status returns the HTTP status that stands for c. A code that is none of the
// package's is an internal error.
func (c Code) Status() int {
	switch c {
	case CodeFileNotFound:
		return http.StatusNotFound
	case CodeUnsupportedEncoding:
		return http.StatusUnsupportedMediaType
	case CodeInvalidParameter, CodeFileOperation:
		return http.StatusBadRequest
	case CodeForbidden:
		return http.StatusForbidden
	case CodeVectorSearch, CodeEmbedding:
		return http.StatusServiceUnavailable
	default:
		return http.StatusInternalServerError
	}
}

// Title returns the short summary of c, which is the same for each occurrence.
func (c Code) Title() string {
	switch c {
	case CodeFileNotFound:
		return "File Not Found"
	case CodeUnsupportedEncoding:
		return "Unsupported Encoding"
	case CodeInvalidParameter:
		return "Invalid Parameter"
	case CodeForbidden:
		return "Forbidden"
	case CodeFileOperation:
		return "File Operation Error"
	case CodeGitOperation:
		return "Git Operation Error"
	case CodeVectorSearch:
		return "Vector Search Error"
	case CodeEmbedding:
		return "Embedding Error"
	default:
		return "Internal Error"
	}
}

// Level returns the severity of c in a log: a warning where the client erred,
// an error where the server did.
func (c Code) Level() slog.Level {
	if c.Status() < http.StatusInternalServerError {
		return slog.LevelWarn
	}
	return slog.LevelError
}

// typeBase is what every type URI begins with.
const typeBase = "https://kgfoundry.dev/problems/"

// TypeURI returns the URI of c in problem details.
func (c Code) TypeURI() string { return typeBase + string(c) }
