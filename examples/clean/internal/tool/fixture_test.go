package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errlint/errlint/examples/clean/internal/adapter"
)

// mainGo is the file that the tests look at; its text is committed in two steps.
const mainGo = "package main\n\nfunc main() {\n}\n"

// newDir returns a directory with a few files, and no git history.
func newDir(t *testing.T) string {
	t.Helper()
	top := t.TempDir()
	// No history may be found in a directory above.
	t.Setenv("GIT_CEILING_DIRECTORIES", top)
	dir := filepath.Join(top, "repo")
	write(t, filepath.Join(dir, "src", "main.go"), "package main\n")
	write(t, filepath.Join(dir, "logo.png"), "\x89PNG\r\n\x1a\n\x00")
	write(t, filepath.Join(dir, "README.md"), "A server that greets.\n")
	write(t, filepath.Join(top, "secret.txt"), "secret\n")
	if err := os.Symlink(filepath.Join("..", "secret.txt"), filepath.Join(dir, "link.txt")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// newRepo returns a directory with a few files and two commits.
func newRepo(t *testing.T) string {
	t.Helper()
	dir := newDir(t)
	git(t, dir, "2025-11-08T09:00:00Z", "init", "--quiet")
	git(t, dir, "2025-11-08T09:00:00Z", "add", ".")
	git(t, dir, "2025-11-08T09:00:00Z", "commit", "--quiet", "-m", "Start")
	write(t, filepath.Join(dir, "src", "main.go"), mainGo)
	git(t, dir, "2025-11-09T09:00:00Z", "commit", "--quiet", "-a", "-m", "Add main")
	write(t, filepath.Join(dir, "untracked.txt"), "new\n")
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// git runs a git command at a date, with no configuration but its own.
func git(t *testing.T, dir, date string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(),
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.com", "GIT_AUTHOR_DATE="+date,
		"GIT_COMMITTER_NAME=Ada", "GIT_COMMITTER_EMAIL=ada@example.com", "GIT_COMMITTER_DATE="+date)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// open returns the repository in dir.
func open(t *testing.T, dir string) *adapter.Repository {
	t.Helper()
	r, err := adapter.Open(dir)
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

// connect returns a client of a server for a, over the in-memory transport.
func connect(t *testing.T, a Adapters) *mcp.ClientSession {
	t.Helper()
	clientSide, serverSide := mcp.NewInMemoryTransports()
	serverSession, err := NewServer(a).Connect(t.Context(), serverSide, nil)
	if err != nil {
		t.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), clientSide, nil)
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

// A reply is what a client gets of a call: the structured content as canonical
// JSON, and whether it is marked as an error.
type reply struct {
	JSON    string
	IsError bool
}

// call calls a tool and checks that the text of the reply is its structured
// content again, for the clients that know of no such thing.
func call(t *testing.T, session *mcp.ClientSession, name, args string) reply {
	t.Helper()
	res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(args)})
	if err != nil {
		t.Fatalf("%s %s: protocol error: %v", name, args, err)
	}
	if len(res.Content) != 1 {
		t.Fatalf("%s %s: %d content blocks, want 1", name, args, len(res.Content))
	}
	text, ok := res.Content[0].(*mcp.TextContent)
	if !ok {
		t.Fatalf("%s %s: content is %T, want text", name, args, res.Content[0])
	}
	structured, err := json.Marshal(res.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := canonical(t, text.Text), canonical(t, string(structured)); got != want {
		t.Errorf("%s %s: text is %s, structured content is %s", name, args, got, want)
	}
	return reply{canonical(t, string(structured)), res.IsError}
}

// canonical returns a JSON text with sorted keys and no space.
func canonical(t *testing.T, text string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// captureLog makes the default logger write to a buffer, and returns a function
// that returns the records so far.
func captureLog(t *testing.T) func() []map[string]any {
	t.Helper()
	var buf bytes.Buffer
	old := slog.Default()
	t.Cleanup(func() { slog.SetDefault(old) })
	slog.SetDefault(slog.New(slog.NewJSONHandler(&buf, nil)))
	return func() []map[string]any {
		var records []map[string]any
		for dec := json.NewDecoder(bytes.NewReader(buf.Bytes())); dec.More(); {
			var r map[string]any
			if err := dec.Decode(&r); err != nil {
				t.Fatal(err)
			}
			records = append(records, r)
		}
		return records
	}
}

// failing are adapters of which each call ends as fail does.
type failing struct{ fail func() error }

func (f failing) OpenFile(context.Context, string, *int, *int) (string, error) {
	return "", f.fail()
}

func (f failing) ListPaths(context.Context, string, int) ([]adapter.Path, int, error) {
	return nil, 0, f.fail()
}

func (f failing) SearchText(context.Context, string, string, int) ([]adapter.Match, int, error) {
	return nil, 0, f.fail()
}

func (f failing) SemanticSearch(context.Context, string, int) ([]adapter.Finding, error) {
	return nil, f.fail()
}

func (f failing) BlameRange(context.Context, string, int, int) ([]adapter.BlameLine, error) {
	return nil, f.fail()
}

func (f failing) FileHistory(context.Context, string, int) ([]adapter.Commit, error) {
	return nil, f.fail()
}

// failingEmbedder is an embedding model that cannot be reached.
type failingEmbedder struct{ err error }

func (e failingEmbedder) Embed(context.Context, string) ([]float64, error) { return nil, e.err }
