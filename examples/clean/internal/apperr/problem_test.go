package apperr_test

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/errlint/errlint/examples/clean/internal/apperr"
)

//go:embed problem_details.schema.json
var problemSchema []byte

// schema returns the canonical schema of problem details.
func schema(t *testing.T) *jsonschema.Resolved {
	t.Helper()
	var s jsonschema.Schema
	if err := json.Unmarshal(problemSchema, &s); err != nil {
		t.Fatal(err)
	}
	r, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestNewProblem(t *testing.T) {
	cause := errors.New("disk on fire at /srv/secret")
	zero, ten := 0, 10
	tests := []struct {
		name   string
		err    error
		status int
		code   apperr.Code
		detail string
		ext    string // JSON
		level  slog.Level
	}{
		{
			name: "file operation", err: apperr.NewFileOperationError("a/b", "Not a regular file", cause),
			status: 400, code: "file-operation-error", detail: "Not a regular file: a/b",
			ext: `{"path":"a/b"}`, level: slog.LevelWarn,
		},
		{
			name: "file not found", err: apperr.NewFileNotFoundError("src/main.py", cause),
			status: 404, code: "file-not-found", detail: "File not found: src/main.py",
			ext: `{"path":"src/main.py"}`, level: slog.LevelWarn,
		},
		{
			name: "file read", err: apperr.NewFileReadError("x.png", cause),
			status: 415, code: "unsupported-encoding", detail: "File is not UTF-8 text: x.png",
			ext: `{"path":"x.png"}`, level: slog.LevelWarn,
		},
		{
			name:   "line range",
			err:    apperr.NewInvalidLineRangeError("src/main.py", &zero, &ten, "start_line must be a positive integer"),
			status: 400, code: "invalid-parameter", detail: "start_line must be a positive integer",
			ext: `{"end_line":10,"path":"src/main.py","start_line":0}`, level: slog.LevelWarn,
		},
		{
			name:   "open line range",
			err:    apperr.NewInvalidLineRangeError("a", &zero, nil, "start_line must be a positive integer"),
			status: 400, code: "invalid-parameter", detail: "start_line must be a positive integer",
			ext: `{"end_line":null,"path":"a","start_line":0}`, level: slog.LevelWarn,
		},
		{
			name: "outside", err: apperr.NewPathOutsideRepositoryError("../x", cause),
			status: 403, code: "forbidden", detail: "Path is outside the repository: ../x",
			ext: `{"path":"../x"}`, level: slog.LevelWarn,
		},
		{
			name: "parameter", err: &apperr.InvalidParameterError{Parameter: "query", Msg: "query must not be empty", Err: cause},
			status: 400, code: "invalid-parameter", detail: "query must not be empty",
			ext: `{"parameter":"query"}`, level: slog.LevelWarn,
		},
		{
			name: "git", err: &apperr.GitOperationError{Path: "a", Command: "blame", Err: cause},
			status: 500, code: "git-operation-error", detail: "git blame failed: a",
			ext: `{"git_command":"blame","path":"a"}`, level: slog.LevelError,
		},
		{
			name: "search", err: &apperr.VectorSearchError{Query: "def main", Index: "text", Msg: "Search timeout", Err: cause},
			status: 503, code: "vector-search-error", detail: "Search timeout",
			ext: `{"index":"text","query":"def main"}`, level: slog.LevelError,
		},
		{
			name: "embedding", err: &apperr.EmbeddingError{Model: "hash", Err: cause},
			status: 503, code: "embedding-error", detail: "The embedding model is not available",
			ext: `{"model":"hash"}`, level: slog.LevelError,
		},
		{
			name: "wrapped", err: fmt.Errorf("blame: %w", &apperr.GitOperationError{Path: "a", Command: "log", Err: cause}),
			status: 500, code: "git-operation-error", detail: "git log failed: a",
			ext: `{"git_command":"log","path":"a"}`, level: slog.LevelError,
		},
		{
			name: "missing file of the standard library", err: &fs.PathError{Op: "open", Path: "/srv/secret", Err: fs.ErrNotExist},
			status: 404, code: "file-not-found", detail: "File not found", ext: `null`, level: slog.LevelWarn,
		},
		{
			name: "invalid argument of the standard library", err: &fs.PathError{Op: "open", Path: "/srv/secret", Err: fs.ErrInvalid},
			status: 400, code: "invalid-parameter", detail: "Invalid parameter", ext: `null`, level: slog.LevelWarn,
		},
		{
			name: "unknown", err: cause,
			status: 500, code: "internal-error", detail: "An internal error occurred", ext: `null`, level: slog.LevelError,
		},
	}
	resolved := schema(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := apperr.NewProblem("files:open_file", test.err)
			ext, err := json.Marshal(got.Extensions)
			if err != nil {
				t.Fatal(err)
			}
			if string(ext) != test.ext {
				t.Errorf("extensions = %s, want %s", ext, test.ext)
			}
			got.Extensions = nil
			want := &apperr.ProblemDetails{
				Type:     "https://kgfoundry.dev/problems/" + string(test.code),
				Title:    titleOf(test.code),
				Status:   test.status,
				Detail:   test.detail,
				Instance: "urn:codeintel:files:open_file",
				Code:     test.code,
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			if level := got.Code.Level(); level != test.level {
				t.Errorf("level = %v, want %v", level, test.level)
			}

			text, err := json.Marshal(apperr.NewProblem("files:open_file", test.err))
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "secret") {
				t.Errorf("the cause leaks: %s", text)
			}
			var instance any
			if err := json.Unmarshal(text, &instance); err != nil {
				t.Fatal(err)
			}
			if err := resolved.Validate(instance); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		})
	}
}

// titleOf is the title by another way than the package's own: the code's words,
// each capitalised.
func titleOf(code apperr.Code) string {
	words := strings.Split(string(code), "-")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

func TestCauseIsKept(t *testing.T) {
	cause := errors.New("cause")
	for _, err := range []apperr.Error{
		apperr.NewFileOperationError("p", "Cannot read file", cause),
		apperr.NewFileNotFoundError("p", cause),
		apperr.NewFileReadError("p", cause),
		apperr.NewPathOutsideRepositoryError("p", cause),
		&apperr.InvalidParameterError{Parameter: "p", Msg: "bad", Err: cause},
		&apperr.GitOperationError{Path: "p", Command: "log", Err: cause},
		&apperr.VectorSearchError{Query: "q", Index: "text", Msg: "Search timeout", Err: cause},
		&apperr.EmbeddingError{Model: "hash", Err: cause},
	} {
		if !errors.Is(err, cause) {
			t.Errorf("%T: the cause is lost", err)
		}
		if want := err.Message() + ": cause"; err.Error() != want {
			t.Errorf("%T: Error() = %q, want %q", err, err.Error(), want)
		}
	}
	if err := apperr.NewFileNotFoundError("p", nil); err.Error() != err.Message() {
		t.Errorf("without a cause: Error() = %q, want %q", err.Error(), err.Message())
	}
}

// The envelope of a success has neither of the error fields, that of a failure
// has both, and the tool's own fields are there in either.
func TestEnvelope(t *testing.T) {
	type result struct {
		Items []string `json:"items"`
		apperr.BaseErrorFields
	}
	r := result{Items: []string{}}
	if got, want := marshal(t, r), `{"items":[]}`; got != want {
		t.Errorf("success: %s, want %s", got, want)
	}
	r.Fail(apperr.NewProblem("files:list_paths", errors.New("boom")))
	want := `{"items":[],"error":"An internal error occurred","problem":{` +
		`"type":"https://kgfoundry.dev/problems/internal-error","title":"Internal Error","status":500,` +
		`"detail":"An internal error occurred","instance":"urn:codeintel:files:list_paths","code":"internal-error"}}`
	if got := marshal(t, r); got != want {
		t.Errorf("failure: %s\nwant %s", got, want)
	}
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
