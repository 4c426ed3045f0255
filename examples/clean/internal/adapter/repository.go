package adapter

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"

	"github.com/errlint/errlint/examples/clean/internal/apperr"
)

const (
	maxFileSize          = 1 << 20 // bytes; larger files are not opened
	defaultLimit         = 100     // items of a list, where the client sets no limit
	maxLimit             = 1000
	defaultSearchTimeout = 10 * time.Second
)

// A Repository is a directory of source code, with its git history. All paths
// are relative to it and slash-separated; none leads out of it.
//
// A Repository is safe for use by several goroutines.
type Repository struct {
	dir  string
	root *os.Root

	// SearchTimeout ends a search that takes longer. It is not to be changed
	// once the repository is in use.
	SearchTimeout time.Duration

	// Embedder is what semantic search compares texts by. It is not to be
	// changed once the repository is in use.
	Embedder Embedder
}

// Open returns the repository in dir. It has to be closed.
//
// Errors:
//   - [fs.PathError]: dir is not a directory that can be read
func Open(dir string) (*Repository, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open repository: %w", err)
	}
	return &Repository{
		dir:           dir,
		root:          root,
		SearchTimeout: defaultSearchTimeout,
		Embedder:      HashEmbedder{Dimensions: 512},
	}, nil
}

// Close releases the repository.
//
// Errors:
//   - [fs.PathError]: the directory cannot be closed
func (r *Repository) Close() error { return r.root.Close() }

// stat returns what is at path.
func (r *Repository) stat(path string) (fs.FileInfo, error) {
	if path == "" {
		return nil, &apperr.InvalidParameterError{Parameter: "path", Msg: "path must not be empty"}
	}
	if !filepath.IsLocal(path) {
		return nil, apperr.NewPathOutsideRepositoryError(path, nil)
	}
	info, err := r.root.Stat(path)
	switch {
	case err == nil:
		return info, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, apperr.NewFileNotFoundError(path, err)
	case r.escapes(path):
		return nil, apperr.NewPathOutsideRepositoryError(path, err)
	default:
		return nil, apperr.NewFileOperationError(path, "Cannot read file", err)
	}
}

// escapes reports whether path leaves the repository through a symbolic link.
// [os.Root] refuses to follow such a link, but not with an error that can be
// told from others.
func (r *Repository) escapes(path string) bool {
	root, err := filepath.EvalSymlinks(r.dir)
	if err != nil {
		return false
	}
	target, err := filepath.EvalSymlinks(filepath.Join(root, path))
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(root, target)
	return err != nil || !filepath.IsLocal(rel)
}

// errNotText is the cause of a [apperr.FileReadError].
var errNotText = errors.New("invalid UTF-8 or NUL byte")

// read returns the text of the file at path.
func (r *Repository) read(path string) (string, error) {
	info, err := r.stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", apperr.NewFileOperationError(path, "Not a regular file", nil)
	}
	if info.Size() > maxFileSize {
		return "", apperr.NewFileOperationError(path, "File is too large", nil)
	}
	data, err := r.root.ReadFile(path)
	if err != nil {
		return "", apperr.NewFileOperationError(path, "Cannot read file", err)
	}
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return "", apperr.NewFileReadError(path, errNotText)
	}
	return string(data), nil
}

// limitOf returns the number of items to list where the client asks for n.
func limitOf(n int) (int, error) {
	if n < 0 {
		return 0, &apperr.InvalidParameterError{Parameter: "limit", Msg: "limit must not be negative"}
	}
	if n == 0 {
		n = defaultLimit
	}
	return min(n, maxLimit), nil
}
