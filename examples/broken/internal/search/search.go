// Package search finds text in the files of a repository.
package search

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
)

// A Match is a line that was found.
type Match struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// A WalkError reports that a search did not get through the repository.
type WalkError struct {
	Query string
	Err   error
}

func (e *WalkError) Error() string {
	return fmt.Sprintf("search for %q: %v", e.Query, e.Err)
}

// A QueryError reports a query that cannot be searched for.
type QueryError struct {
	Query string
	Text  string
	Err   error
}

func (e *QueryError) Error() string { return e.Query + ": " + e.Text }
func (e *QueryError) Unwrap() error { return e.Err }

// Text returns the lines that hold query, as a JSON object.
func Text(root, query string) (string, error) {
	matches, err := find(root, query, func(line string) bool { return strings.Contains(line, query) })
	if err != nil {
		return fmt.Sprintf(`{"matches": [], "total": 0, "error": %q}`, err.Error()), nil
	}
	reply, err := json.Marshal(map[string]any{"matches": matches, "total": len(matches)})
	if err != nil {
		return `{"error": "could not encode matches"}`, nil
	}
	return string(reply), nil
}

// Regexp returns the lines that match a regular expression.
//
// Errors:
//   - [WalkError]: a file or directory cannot be read
//
//errlint:adaptor
func Regexp(root, expr string) ([]Match, error) {
	_, err := os.Stat(root)
	if err != nil {
		return nil, &QueryError{Query: expr, Text: err.Error()}
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return nil, &QueryError{Query: expr, Text: err.Error(), Err: err}
	}
	return find(root, expr, re.MatchString)
}

func find(root, query string, matches func(line string) bool) ([]Match, error) {
	found := []Match{}
	fsys := os.DirFS(root)
	err := fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() {
			return nil
		}
		data, err := fs.ReadFile(fsys, path)
		if err != nil {
			//errlint:ignore wrapcause fs errors carry the absolute path
			return fmt.Errorf("reading %s: %w", path, err)
		}
		for i, line := range strings.Split(string(data), "\n") {
			if matches(line) {
				found = append(found, Match{Path: path, Line: i + 1, Text: line})
			}
		}
		return nil
	})
	if err != nil {
		return nil, &WalkError{Query: query, Err: err}
	}
	return found, nil
}
