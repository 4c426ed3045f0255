package tool

import (
	"context"

	"github.com/errlint/errlint/examples/clean/internal/adapter"
	"github.com/errlint/errlint/examples/clean/internal/apperr"
)

// The operations, each "category:tool".
const (
	opOpenFile       = "files:open_file"
	opListPaths      = "files:list_paths"
	opSearchText     = "search:search_text"
	opSemanticSearch = "semantic:semantic_search"
	opBlameRange     = "git:blame_range"
	opFileHistory    = "git:file_history"
)

// Adapters are what the tools need of a repository.
// [adapter.Repository] has them all.
type Adapters interface {
	// OpenFile returns lines of a text file.
	//
	// Errors:
	//   - [apperr.InvalidParameterError]: an argument is empty or out of range
	//   - [apperr.PathOutsideRepositoryError]: path leads out of the repository
	//   - [apperr.FileNotFoundError]: there is no file at path
	//   - [apperr.FileOperationError]: the file cannot be used
	//   - [apperr.FileReadError]: the file is not UTF-8 text
	//   - [apperr.InvalidLineRangeError]: the file has no such lines
	OpenFile(ctx context.Context, path string, start, end *int) (string, error)

	// ListPaths returns the files below a directory, and how many there are.
	//
	// Errors:
	//   - [apperr.InvalidParameterError]: an argument is empty or out of range
	//   - [apperr.PathOutsideRepositoryError]: dir leads out of the repository
	//   - [apperr.FileNotFoundError]: there is nothing at dir
	//   - [apperr.FileOperationError]: a directory cannot be read
	ListPaths(ctx context.Context, dir string, limit int) ([]adapter.Path, int, error)

	// SearchText returns the lines that hold a text, and how many there are.
	//
	// Errors:
	//   - [apperr.InvalidParameterError]: an argument is empty or out of range
	//   - [apperr.PathOutsideRepositoryError]: dir leads out of the repository
	//   - [apperr.FileNotFoundError]: there is nothing at dir
	//   - [apperr.FileOperationError]: dir cannot be read
	//   - [apperr.VectorSearchError]: the search was not completed
	SearchText(ctx context.Context, query, dir string, limit int) ([]adapter.Match, int, error)

	// SemanticSearch returns the passages that are closest to a text.
	//
	// Errors:
	//   - [apperr.InvalidParameterError]: an argument is empty or out of range
	//   - [apperr.EmbeddingError]: the model is not available
	//   - [apperr.VectorSearchError]: the search was not completed
	SemanticSearch(ctx context.Context, query string, limit int) ([]adapter.Finding, error)

	// BlameRange tells where lines of a file come from.
	//
	// Errors:
	//   - [apperr.InvalidParameterError]: an argument is empty or out of range
	//   - [apperr.PathOutsideRepositoryError]: path leads out of the repository
	//   - [apperr.FileNotFoundError]: there is no file at path
	//   - [apperr.FileOperationError]: the file cannot be used
	//   - [apperr.FileReadError]: the file is not UTF-8 text
	//   - [apperr.InvalidLineRangeError]: the file has no such lines
	//   - [apperr.GitOperationError]: git fails
	BlameRange(ctx context.Context, path string, start, end int) ([]adapter.BlameLine, error)

	// FileHistory returns the commits that changed a file.
	//
	// Errors:
	//   - [apperr.InvalidParameterError]: an argument is empty or out of range
	//   - [apperr.PathOutsideRepositoryError]: path leads out of the repository
	//   - [apperr.FileNotFoundError]: there is no file at path, and never was
	//   - [apperr.FileOperationError]: the file cannot be used
	//   - [apperr.GitOperationError]: git fails
	FileHistory(ctx context.Context, path string, limit int) ([]adapter.Commit, error)
}

var _ Adapters = (*adapter.Repository)(nil)

// The arguments and results of the tools.
type (
	openFileArgs struct {
		Path      string `json:"path" jsonschema:"file to open, relative to the repository"`
		StartLine *int   `json:"start_line,omitempty" jsonschema:"first line, counted from 1"`
		EndLine   *int   `json:"end_line,omitempty" jsonschema:"last line"`
	}
	openFileResult struct {
		Path    string `json:"path"`
		Content string `json:"content"`
		Lines   int    `json:"lines"`
		Size    int    `json:"size" jsonschema:"size of the content in bytes"`
		apperr.BaseErrorFields
	}

	listPathsArgs struct {
		Path  string `json:"path,omitempty" jsonschema:"directory to list, by default the whole repository"`
		Limit int    `json:"limit,omitempty" jsonschema:"number of items, by default 100"`
	}
	listPathsResult struct {
		Items     []adapter.Path `json:"items"`
		Total     int            `json:"total"`
		Truncated bool           `json:"truncated"`
		apperr.BaseErrorFields
	}

	searchTextArgs struct {
		Query string `json:"query" jsonschema:"text to search for, as it stands in the file"`
		Path  string `json:"path,omitempty" jsonschema:"directory to search, by default the whole repository"`
		Limit int    `json:"limit,omitempty" jsonschema:"number of matches, by default 100"`
	}
	searchTextResult struct {
		Matches   []adapter.Match `json:"matches"`
		Total     int             `json:"total"`
		Truncated bool            `json:"truncated"`
		apperr.BaseErrorFields
	}

	semanticSearchArgs struct {
		Query string `json:"query" jsonschema:"what to search for, in words"`
		Limit int    `json:"limit,omitempty" jsonschema:"number of findings, by default 100"`
	}
	semanticSearchResult struct {
		Findings   []adapter.Finding `json:"findings"`
		Answer     string            `json:"answer" jsonschema:"the closest passage"`
		Confidence float64           `json:"confidence" jsonschema:"score of the answer"`
		apperr.BaseErrorFields
	}

	blameRangeArgs struct {
		Path      string `json:"path" jsonschema:"file, relative to the repository"`
		StartLine int    `json:"start_line" jsonschema:"first line, counted from 1"`
		EndLine   int    `json:"end_line" jsonschema:"last line"`
	}
	blameRangeResult struct {
		Blame []adapter.BlameLine `json:"blame"`
		apperr.BaseErrorFields
	}

	fileHistoryArgs struct {
		Path  string `json:"path" jsonschema:"file, relative to the repository"`
		Limit int    `json:"limit,omitempty" jsonschema:"number of commits, by default 100"`
	}
	fileHistoryResult struct {
		Commits []adapter.Commit `json:"commits"`
		apperr.BaseErrorFields
	}
)
