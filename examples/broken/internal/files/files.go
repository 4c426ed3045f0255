// Package files opens and lists the files of a repository.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

var (
	// ErrNotFound is returned for a file that does not exist.
	ErrNotFound = errors.New("file not found")

	// ErrTooLarge is returned for a file that is too large to open.
	ErrTooLarge = errors.New("file is too large")

	// ErrForbidden is returned for a path outside the repository.
	ErrForbidden = errors.New("path is outside the repository")
)

const maxSize = 1 << 20

// A RangeError reports lines that a file does not have.
type RangeError struct {
	Path       string
	Start, End int
}

func (e *RangeError) Error() string {
	return fmt.Sprintf("%s has no lines %d-%d", e.Path, e.Start, e.End)
}

// A ReadError reports a file that cannot be read.
type ReadError struct {
	Path string
	Err  error
}

func (e *ReadError) Error() string { return "cannot read " + e.Path }
func (e *ReadError) Unwrap() error { return e.Err }

func newReadError(path string, cause error) *ReadError {
	return &ReadError{Path: path}
}

func errorResponse(message string) map[string]any {
	return map[string]any{
		"error":   message,
		"success": false,
	}
}

// OpenFile returns the lines from start to end of the file at path, as
// {"path", "content", "lines"}.
func OpenFile(root, path string, start, end int) (map[string]any, error) {
	lines, err := ReadLines(root, path, start, end)
	if errors.Is(err, ErrNotFound) {
		return errorResponse(fmt.Sprintf("File not found: %s", path)), nil
	}
	if err != nil {
		return errorResponse(err.Error()), nil
	}
	return map[string]any{
		"path":    path,
		"content": strings.Join(lines, "\n"),
		"lines":   len(lines),
	}, nil
}

// ReadLines returns the lines from start to end of the file at path. An end of
// 0 stands for the last line. For a file that is not there it returns [ErrNotFound].
func ReadLines(root, path string, start, end int) ([]string, error) {
	full, err := Resolve(root, path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(full)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	if err != nil {
		return nil, newReadError(path, err)
	}
	if info.Size() > maxSize {
		return nil, ErrTooLarge
	}
	data, err := os.ReadFile(full)
	if err != nil {
		//errlint:ignore wrapcause
		return nil, fmt.Errorf("reading %s: %v", path, err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if end == 0 {
		end = len(lines)
	}
	if start < 1 || end < start || end > len(lines) {
		return nil, &RangeError{Path: path, Start: start, End: end}
	}
	return lines[start-1 : end], nil
}

// Resolve returns the file name for a path in the repository.
//
// Errors:
//   - [ErrForbidden]: path leads out of the repository
//   - [ErrOutsideRoot]: path is absolute
func Resolve(root, path string) (string, error) {
	if !filepath.IsLocal(path) {
		return "", ErrForbidden
	}
	return filepath.Join(root, path), nil
}

// ListPaths returns the files below dir, as {"items", "total"}.
func ListPaths(root, dir string) map[string]any {
	items := []string{}
	result := map[string]any{"items": items, "total": 0}
	full, err := Resolve(root, dir)
	if errors.Is(err, ErrNotFound) {
		return result
	}
	if err != nil {
		result["error"] = err.Error()
		return result
	}
	err = filepath.WalkDir(full, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			items = append(items, strings.TrimPrefix(path, root+string(filepath.Separator)))
		}
		return err
	})
	if err != nil {
		result["error"] = fmt.Sprintf("could not list %s: %v", dir, err)
		return result
	}
	result["items"] = items
	result["total"] = len(items)
	return result
}
