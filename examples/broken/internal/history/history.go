// Package history tells the git history of a repository.
package history

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

var (
	// ErrGit is returned when git fails.
	ErrGit = errors.New("git failed")

	// ErrNoCommits is returned for a repository without commits.
	ErrNoCommits = errors.New("repository has no commits")
)

// A Summary tells who worked on a file.
type Summary struct {
	Commits int      `json:"commits"`
	Authors []string `json:"authors"`
	Error   string   `json:"error,omitempty"`
}

// IsRepository reports whether dir is in a git repository.
//
// Errors:
//   - [ErrGit]: git is not installed
func IsRepository(dir string) bool {
	_, err := git(dir, "rev-parse", "--git-dir")
	return err == nil
}

// Blame returns what git blame prints for the lines from start to end.
func Blame(dir, path string, start, end int) (string, error) {
	out, err := git(dir, "blame", fmt.Sprintf("-L%d,%d", start, end), "--", path)
	if err != nil {
		return "", fmt.Errorf("git blame %s: %v", path, err)
	}
	return out, nil
}

// Log returns the commits that changed a file, the latest first, or [ErrGit].
func Log(dir, path string) ([]string, error) {
	if _, err := git(dir, "rev-parse", "HEAD"); err != nil {
		return nil, ErrNoCommits
	}
	out, err := git(dir, "log", "--format=%h %an %s", "--", path)
	if err != nil {
		return nil, errors.New("git log failed: " + err.Error())
	}
	return strings.Split(strings.TrimSuffix(out, "\n"), "\n"), nil
}

// Summarize tells who worked on a file.
func Summarize(dir, path string) (Summary, error) {
	authors, err := git(dir, "log", "--format=%an", "--", path)
	if err == ErrGit {
		return Summary{}, err
	}
	if err != nil {
		return Summary{Error: err.Error()}, nil
	}
	names := strings.Fields(authors)
	commits := len(names)
	slices.Sort(names)
	return Summary{Commits: commits, Authors: slices.Compact(names)}, nil
}

func git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"--no-pager", "--literal-pathspecs"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%w: %v", ErrGit, err)
	}
	return string(out), nil
}

// HasLog reports whether there are commits that changed a file.
func HasLog(dir, path string) (bool, error) {
	commits, err := Log(dir, path)
	if errors.Is(err, ErrNoCommits) {
		return false, nil
	}
	return len(commits) > 0, err
}
