package adapter

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/errlint/errlint/examples/clean/internal/apperr"
)

// newRepository returns a repository with the given files, and no git history.
func newRepository(t *testing.T, files map[string]string) *Repository {
	t.Helper()
	top := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", top)
	dir := filepath.Join(top, "repo")
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func TestOpen(t *testing.T) {
	_, err := Open(filepath.Join(t.TempDir(), "missing"))
	if _, ok := errors.AsType[*fs.PathError](err); !ok || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("err = %v, want a path error for a missing directory", err)
	}
}

// is reports whether err is an E of the hierarchy.
func is[E apperr.Error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// Each kind of error that the doc comments list leaves the function as that
// type, and not as a result.
func TestErrors(t *testing.T) {
	r := newRepository(t, map[string]string{
		"a.txt":   "one\ntwo\n",
		"big.txt": strings.Repeat("x", maxFileSize+1),
		"bin":     "\x00\x01",
		"latin1":  "caf\xe9\n",
		"sub/b":   "b",
	})
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	zero, one, nine := 0, 1, 9
	open := func(path string, start, end *int) error {
		_, err := r.OpenFile(t.Context(), path, start, end)
		return err
	}
	list := func(dir string, limit int) error {
		_, _, err := r.ListPaths(t.Context(), dir, limit)
		return err
	}
	search := func(ctx context.Context, query, dir string, limit int) error {
		_, _, err := r.SearchText(ctx, query, dir, limit)
		return err
	}
	semantic := func(ctx context.Context, query string, limit int) error {
		_, err := r.SemanticSearch(ctx, query, limit)
		return err
	}
	blame := func(path string, start, end int) error {
		_, err := r.BlameRange(t.Context(), path, start, end)
		return err
	}
	history := func(path string, limit int) error {
		_, err := r.FileHistory(t.Context(), path, limit)
		return err
	}
	for name, test := range map[string]struct {
		err error
		is  func(error) bool
	}{
		"OpenFile: no path":         {open("", nil, nil), is[*apperr.InvalidParameterError]},
		"OpenFile: outside":         {open("../a", nil, nil), is[*apperr.PathOutsideRepositoryError]},
		"OpenFile: missing":         {open("b.txt", nil, nil), is[*apperr.FileNotFoundError]},
		"OpenFile: directory":       {open("sub", nil, nil), is[*apperr.FileOperationError]},
		"OpenFile: too large":       {open("big.txt", nil, nil), is[*apperr.FileOperationError]},
		"OpenFile: NUL":             {open("bin", nil, nil), is[*apperr.FileReadError]},
		"OpenFile: not UTF-8":       {open("latin1", nil, nil), is[*apperr.FileReadError]},
		"OpenFile: line 0":          {open("a.txt", &zero, nil), is[*apperr.InvalidLineRangeError]},
		"OpenFile: reversed":        {open("a.txt", &nine, &one), is[*apperr.InvalidLineRangeError]},
		"OpenFile: after the end":   {open("a.txt", &nine, &nine), is[*apperr.InvalidLineRangeError]},
		"ListPaths: no directory":   {list("", 0), is[*apperr.InvalidParameterError]},
		"ListPaths: limit":          {list(".", -1), is[*apperr.InvalidParameterError]},
		"ListPaths: outside":        {list("..", 0), is[*apperr.PathOutsideRepositoryError]},
		"ListPaths: missing":        {list("lib", 0), is[*apperr.FileNotFoundError]},
		"SearchText: no query":      {search(t.Context(), "", ".", 0), is[*apperr.InvalidParameterError]},
		"SearchText: limit":         {search(t.Context(), "q", ".", -1), is[*apperr.InvalidParameterError]},
		"SearchText: outside":       {search(t.Context(), "q", "..", 0), is[*apperr.PathOutsideRepositoryError]},
		"SearchText: missing":       {search(t.Context(), "q", "lib", 0), is[*apperr.FileNotFoundError]},
		"SearchText: canceled":      {search(canceled, "q", ".", 0), is[*apperr.VectorSearchError]},
		"SemanticSearch: no query":  {semantic(t.Context(), " ", 0), is[*apperr.InvalidParameterError]},
		"SemanticSearch: limit":     {semantic(t.Context(), "q", -1), is[*apperr.InvalidParameterError]},
		"SemanticSearch: canceled":  {semantic(canceled, "q", 0), is[*apperr.EmbeddingError]},
		"BlameRange: missing":       {blame("b.txt", 1, 1), is[*apperr.FileNotFoundError]},
		"BlameRange: NUL":           {blame("bin", 1, 1), is[*apperr.FileReadError]},
		"BlameRange: lines":         {blame("a.txt", 2, 1), is[*apperr.InvalidLineRangeError]},
		"BlameRange: no repository": {blame("a.txt", 1, 1), is[*apperr.GitOperationError]},
		"FileHistory: no path":      {history("", 0), is[*apperr.InvalidParameterError]},
		"FileHistory: limit":        {history("a.txt", -1), is[*apperr.InvalidParameterError]},
		"FileHistory: outside":      {history("/a", 0), is[*apperr.PathOutsideRepositoryError]},
		"FileHistory: flag":         {history("--all", 0), is[*apperr.GitOperationError]},
	} {
		if !test.is(test.err) {
			t.Errorf("%s: err is a %T: %v", name, test.err, test.err)
		}
	}
}

// What ended a search is in the chain.
func TestSearchKeepsCause(t *testing.T) {
	r := newRepository(t, map[string]string{"a.txt": "one\n"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := r.SearchText(ctx, "one", ".", 0); !errors.Is(err, context.Canceled) {
		t.Errorf("SearchText: err = %v, want one that is context.Canceled", err)
	}
	if _, err := r.SemanticSearch(ctx, "one", 0); !errors.Is(err, context.Canceled) {
		t.Errorf("SemanticSearch: err = %v, want one that is context.Canceled", err)
	}
}

func TestCountLines(t *testing.T) {
	for text, want := range map[string]int{"": 0, "\n": 1, "a": 1, "a\n": 1, "a\nb": 2, "a\n\nb\n": 3} {
		if got := CountLines(text); got != want {
			t.Errorf("CountLines(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestParseBlameRejects(t *testing.T) {
	for _, out := range []string{
		"nonsense\n",
		"4f2a 1 x 1\n",
		"4f2a 1 1 1\nauthor-time soon\n\ttext\n",
	} {
		if lines, err := parseBlame(out); err == nil {
			t.Errorf("parseBlame(%q) = %v, want an error", out, lines)
		}
	}
}
