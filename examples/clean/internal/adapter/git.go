package adapter

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/errlint/errlint/examples/clean/internal/apperr"
)

// A BlameLine tells where a line of a file comes from.
type BlameLine struct {
	Line    int    `json:"line" jsonschema:"counted from 1"`
	Commit  string `json:"commit" jsonschema:"full hash; zeros for a line that is not committed"`
	Author  string `json:"author"`
	Date    string `json:"date" jsonschema:"RFC 3339, in UTC"`
	Summary string `json:"summary" jsonschema:"first line of the commit message"`
	Text    string `json:"text"`
}

// A Commit is one that changed a file.
type Commit struct {
	Hash    string `json:"hash"`
	Author  string `json:"author"`
	Date    string `json:"date" jsonschema:"RFC 3339"`
	Summary string `json:"summary" jsonschema:"first line of the commit message"`
}

// BlameRange tells where the lines from start to end of the file at path come
// from. Lines are counted from 1; an end after the last line stands for that.
//
// Errors:
//   - [apperr.InvalidParameterError]: path is empty
//   - [apperr.PathOutsideRepositoryError]: path leads out of the repository
//   - [apperr.FileNotFoundError]: there is no file at path
//   - [apperr.FileOperationError]: the file cannot be read, is too large, or is
//     not a regular one
//   - [apperr.FileReadError]: the file is not UTF-8 text
//   - [apperr.InvalidLineRangeError]: the file has no such lines
//   - [apperr.GitOperationError]: git fails, as it does for a file that is not
//     in the index
func (r *Repository) BlameRange(ctx context.Context, path string, start, end int) ([]BlameLine, error) {
	text, err := r.read(path)
	if err != nil {
		return nil, err
	}
	first, last, err := lineRange(path, &start, &end, CountLines(text))
	if err != nil {
		return nil, err
	}
	out, err := r.git(ctx, "blame", path, "--line-porcelain", fmt.Sprintf("-L%d,%d", first, last))
	if err != nil {
		return nil, err
	}
	lines, err := parseBlame(out)
	if err != nil {
		return nil, &apperr.GitOperationError{Path: path, Command: "blame", Err: err}
	}
	return lines, nil
}

// FileHistory returns the commits that changed the file at path, the latest
// first, at most limit of them. A limit of 0 stands for a default. A file that
// was deleted has a history, too.
//
// Errors:
//   - [apperr.InvalidParameterError]: path is empty, or limit is negative
//   - [apperr.PathOutsideRepositoryError]: path leads out of the repository
//   - [apperr.FileNotFoundError]: there is no file at path, and never was
//   - [apperr.FileOperationError]: the file cannot be read
//   - [apperr.GitOperationError]: git fails
func (r *Repository) FileHistory(ctx context.Context, path string, limit int) ([]Commit, error) {
	limit, err := limitOf(limit)
	if err != nil {
		return nil, err
	}
	_, missing := r.stat(path)
	if missing != nil {
		if _, ok := errors.AsType[*apperr.FileNotFoundError](missing); !ok {
			return nil, missing
		}
	}
	out, err := r.git(ctx, "log", path, "-n"+strconv.Itoa(limit), "--no-show-signature", "--format=%H%x1f%an%x1f%aI%x1f%s")
	if err != nil {
		return nil, err
	}
	commits := []Commit{}
	for line := range strings.Lines(out) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), "\x1f", 4)
		if len(fields) != 4 {
			return nil, &apperr.GitOperationError{Path: path, Command: "log", Err: fmt.Errorf("unexpected output %q", line)}
		}
		commits = append(commits, Commit{Hash: fields[0], Author: fields[1], Date: fields[2], Summary: fields[3]})
	}
	if len(commits) == 0 && missing != nil {
		return nil, missing
	}
	return commits, nil
}

// git runs a git command on the file at path. The path is that of one file and
// no pattern, and nothing that begins with a dash is taken for a flag.
func (r *Repository) git(ctx context.Context, command, path string, flags ...string) (string, error) {
	args := append([]string{"--no-pager", "--literal-pathspecs", command}, flags...)
	args = append(args, "--", filepath.ToSlash(path))
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	out, err := cmd.Output()
	if err != nil {
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			err = fmt.Errorf("%w: %s", err, bytes.TrimSpace(exit.Stderr))
		}
		return "", &apperr.GitOperationError{Path: path, Command: command, Err: err}
	}
	return string(out), nil
}

// parseBlame parses what git blame --line-porcelain prints: for each line a
// header of its own, which begins with the commit and ends before a tab.
func parseBlame(out string) ([]BlameLine, error) {
	lines := []BlameLine{}
	var line BlameLine
	inHeader := false
	for s := range strings.Lines(out) {
		s = strings.TrimSuffix(s, "\n")
		if text, ok := strings.CutPrefix(s, "\t"); ok {
			line.Text = text
			lines = append(lines, line)
			inHeader = false
			continue
		}
		key, value, _ := strings.Cut(s, " ")
		if !inHeader {
			fields := strings.Fields(value) // original line, final line, …
			if len(fields) < 2 {
				return nil, fmt.Errorf("unexpected output %q", s)
			}
			number, err := strconv.Atoi(fields[1])
			if err != nil {
				return nil, fmt.Errorf("line number of %q: %w", s, err)
			}
			line = BlameLine{Line: number, Commit: key}
			inHeader = true
			continue
		}
		switch key {
		case "author":
			line.Author = value
		case "author-time":
			seconds, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("author time of %s: %w", line.Commit, err)
			}
			line.Date = time.Unix(seconds, 0).UTC().Format(time.RFC3339)
		case "summary":
			line.Summary = value
		}
	}
	return lines, nil
}
