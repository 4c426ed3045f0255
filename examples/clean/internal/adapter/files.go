package adapter

import (
	"context"
	"io/fs"
	"strings"

	"github.com/errlint/errlint/examples/clean/internal/apperr"
)

// A Path is a file of the repository.
type Path struct {
	Path string `json:"path"`
	Size int64  `json:"size" jsonschema:"size in bytes"`
}

// OpenFile returns the lines from start to end of the file at path. Lines are
// counted from 1; without a start they are those from the first, without an
// end those to the last, and an end after the last line stands for that.
//
// Errors:
//   - [apperr.InvalidParameterError]: path is empty
//   - [apperr.PathOutsideRepositoryError]: path leads out of the repository
//   - [apperr.FileNotFoundError]: there is no file at path
//   - [apperr.FileOperationError]: the file cannot be read, is too large, or is
//     not a regular one
//   - [apperr.FileReadError]: the file is not UTF-8 text
//   - [apperr.InvalidLineRangeError]: the file has no such lines
func (r *Repository) OpenFile(ctx context.Context, path string, start, end *int) (string, error) {
	text, err := r.read(path)
	if err != nil {
		return "", err
	}
	if start == nil && end == nil {
		return text, nil
	}
	lines := splitLines(text)
	first, last, err := lineRange(path, start, end, len(lines))
	if err != nil {
		return "", err
	}
	return strings.Join(lines[first-1:last], ""), nil
}

// splitLines returns the lines of text with their ends, of which the last line
// may have none.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// CountLines returns the number of lines of text.
func CountLines(text string) int { return len(splitLines(text)) }

// lineRange returns the lines from start to end of a file with n lines.
func lineRange(path string, start, end *int, n int) (first, last int, err error) {
	first, last = 1, n
	if start != nil {
		first = *start
	}
	if end != nil {
		last = min(*end, n)
	}
	switch {
	case first < 1:
		return 0, 0, apperr.NewInvalidLineRangeError(path, start, end, "start_line must be a positive integer")
	case end != nil && *end < first:
		return 0, 0, apperr.NewInvalidLineRangeError(path, start, end, "end_line must not be less than start_line")
	case first > n:
		return 0, 0, apperr.NewInvalidLineRangeError(path, start, end, "start_line is after the end of the file")
	}
	return first, last, nil
}

// ListPaths returns the files below dir in lexical order, at most limit of
// them, and how many there are. A limit of 0 stands for a default. The .git
// directory is left out.
//
// Errors:
//   - [apperr.InvalidParameterError]: dir is empty, or limit is negative
//   - [apperr.PathOutsideRepositoryError]: dir leads out of the repository
//   - [apperr.FileNotFoundError]: there is nothing at dir
//   - [apperr.FileOperationError]: a directory cannot be read
func (r *Repository) ListPaths(ctx context.Context, dir string, limit int) ([]Path, int, error) {
	limit, err := limitOf(limit)
	if err != nil {
		return nil, 0, err
	}
	if _, err := r.stat(dir); err != nil {
		return nil, 0, err
	}
	paths, total := []Path{}, 0
	err = r.walk(ctx, dir, func(path string, info fs.FileInfo) {
		if total++; total <= limit {
			paths = append(paths, Path{Path: path, Size: info.Size()})
		}
	})
	if err != nil {
		return nil, 0, apperr.NewFileOperationError(dir, "Cannot list directory", err)
	}
	return paths, total, nil
}

// walk calls visit for each regular file below dir, in lexical order, until
// ctx is done.
func (r *Repository) walk(ctx context.Context, dir string, visit func(path string, info fs.FileInfo)) error {
	return fs.WalkDir(r.root.FS(), dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		visit(path, info)
		return nil
	})
}
