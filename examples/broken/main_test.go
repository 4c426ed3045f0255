package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errlint/errlint/examples/broken/internal/history"
	"github.com/errlint/errlint/examples/broken/internal/server"
)

// The list of planted faults, the table in README.md and the code agree.
func TestExpected(t *testing.T) {
	var listed []string // "file | rule"
	count := map[string]int{}
	for _, line := range lines(t, "expected.txt") {
		m := regexp.MustCompile(`^(\S+\.go):([1-9]\d*): ([a-z]+)$`).FindStringSubmatch(line)
		if m == nil {
			t.Errorf("expected.txt: malformed line %q", line)
			continue
		}
		file, rule := m[1], m[3]
		var number int
		if _, err := fmt.Sscan(m[2], &number); err != nil {
			t.Fatal(err)
		}
		source := lines(t, file)
		if number > len(source) || strings.TrimSpace(source[number-1]) == "" {
			t.Errorf("expected.txt: there is nothing at %s:%d", file, number)
		}
		listed = append(listed, file+" | "+rule)
		count[rule]++
	}
	for rule, n := range count {
		if n < 2 {
			t.Errorf("%s is broken %d times, want at least 2", rule, n)
		}
	}

	var table []string
	row := regexp.MustCompile(`^\| (\S+\.go \| [a-z]+) \| .+ \|$`)
	for _, line := range lines(t, "README.md") {
		if m := row.FindStringSubmatch(line); m != nil {
			table = append(table, m[1])
		}
	}
	slices.Sort(listed)
	slices.Sort(table)
	if !slices.Equal(listed, table) {
		t.Errorf("expected.txt has\n%s\nthe table of README.md has\n%s",
			strings.Join(listed, "\n"), strings.Join(table, "\n"))
	}
}

func lines(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []string
	s := bufio.NewScanner(f)
	for s.Scan() {
		all = append(all, s.Text())
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// newDir returns a directory with one file, and no git history.
func newDir(t *testing.T) string {
	t.Helper()
	top := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", top)
	dir := filepath.Join(top, "repo")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("one\ntwo\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func connect(t *testing.T, dir string) *mcp.ClientSession {
	t.Helper()
	clientSide, serverSide := mcp.NewInMemoryTransports()
	serverSession, err := server.New(dir).Connect(t.Context(), serverSide, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := c.Connect(t.Context(), clientSide, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		if err := serverSession.Wait(); err != nil {
			t.Error(err)
		}
	})
	return session
}

// The server works, as long as nothing goes wrong; when something does, the
// client is told so in a different way by each tool.
func TestReplies(t *testing.T) {
	session := connect(t, newDir(t))
	for _, test := range []struct {
		name, args string
		isError    bool
		text       string // part of the first content block
	}{
		{"open_file", `{"path":"a.txt","start_line":2}`, false, `"content":"two"`},
		{"list_paths", `{}`, false, `"total":1`},
		{"search_text", `{"query":"one"}`, false, `"total":1`},
		{"search_regexp", `{"query":"t.o"}`, false, `"text":"two"`},

		{"open_file", `{"path":"b.txt"}`, false, `"error":"File not found: b.txt"`},
		{"open_file", `{"path":"../b.txt"}`, false, `"error":"path is outside the repository"`},
		{"list_paths", `{"path":"lib"}`, false, `"error":"could not list lib`},
		{"search_regexp", `{"query":"("}`, true, "search:text: (: "},
		{"blame_range", `{"path":"a.txt","start_line":1,"end_line":1}`, true, "git:blame_range: git blame a.txt: git failed"},
		{"file_history", `{"path":"a.txt"}`, true, "git.file_history: repository has no commits"},
	} {
		res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: test.name, Arguments: json.RawMessage(test.args)})
		if err != nil {
			t.Errorf("%s %s: protocol error: %v", test.name, test.args, err)
			continue
		}
		if res.IsError != test.isError {
			t.Errorf("%s %s: IsError = %t, want %t", test.name, test.args, res.IsError, test.isError)
		}
		if text, ok := res.Content[0].(*mcp.TextContent); !ok || !strings.Contains(text.Text, test.text) {
			t.Errorf("%s %s: content is %+v, want a text with %q", test.name, test.args, res.Content[0], test.text)
		}
	}
}

func TestMCPGoReplies(t *testing.T) {
	c, err := client.NewInProcessClient(server.NewMCPGo(newDir(t)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	var initialize mcpgo.InitializeRequest
	initialize.Params.ProtocolVersion = mcpgo.LATEST_PROTOCOL_VERSION
	if _, err := c.Initialize(t.Context(), initialize); err != nil {
		t.Fatal(err)
	}
	call := func(name, path string) (*mcpgo.CallToolResult, error) {
		var req mcpgo.CallToolRequest
		req.Params.Name = name
		req.Params.Arguments = map[string]any{"path": path}
		return c.CallTool(context.Background(), req)
	}
	if res, err := call("read_lines", "a.txt"); err != nil || res.IsError {
		t.Errorf("read_lines: %+v, %v, want a result", res, err)
	}
	if res, err := call("read_lines", "b.txt"); err == nil {
		t.Errorf("read_lines of a missing file: %+v, want a protocol error", res)
	}
	if res, err := call("file_summary", "a.txt"); err != nil || res.IsError {
		t.Errorf("file_summary without git history: %+v, %v, want what looks like a result", res, err)
	}
	if res, err := call("file_log", "a.txt"); err != nil || !res.IsError {
		t.Errorf("file_log without git history: %+v, %v, want a tool error", res, err)
	}
}

// Without git, nothing tells a caller so.
func TestCauseIsLost(t *testing.T) {
	dir := newDir(t)
	t.Setenv("PATH", "")
	_, err := history.Blame(dir, "a.txt", 1, 1)
	if err == nil || errors.Is(err, exec.ErrNotFound) || errors.Is(err, history.ErrGit) {
		t.Errorf("err = %v, want one without its cause", err)
	}
}
