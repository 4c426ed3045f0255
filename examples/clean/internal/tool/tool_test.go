package tool

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errlint/errlint/examples/clean/internal/apperr"
)

// tools are all the tools of the server, each with arguments that it accepts
// and the fields of its result when there is none.
var tools = []struct {
	name, category, args, empty string
}{
	{"open_file", "files", `{"path":"src/main.go"}`, `"path":"","content":"","lines":0,"size":0`},
	{"list_paths", "files", `{}`, `"items":[],"total":0,"truncated":false`},
	{"search_text", "search", `{"query":"main"}`, `"matches":[],"total":0,"truncated":false`},
	{"semantic_search", "semantic", `{"query":"greeting"}`, `"findings":[],"answer":"","confidence":0`},
	{"blame_range", "git", `{"path":"src/main.go","start_line":1,"end_line":1}`, `"blame":[]`},
	{"file_history", "git", `{"path":"src/main.go"}`, `"commits":[]`},
}

// envelopeJSON returns the error envelope of a tool.
func envelopeJSON(t *testing.T, name string, code string, status int, title, detail, extensions string) string {
	t.Helper()
	for _, tool := range tools {
		if tool.name != name {
			continue
		}
		if extensions != "" {
			extensions = `,"extensions":` + extensions
		}
		return canonical(t, fmt.Sprintf(`{%s,"error":%q,"problem":{"type":"https://kgfoundry.dev/problems/%s",`+
			`"title":%q,"status":%d,"detail":%q,"instance":"urn:codeintel:%s:%s","code":%q%s}}`,
			tool.empty, detail, code, title, status, detail, tool.category, name, code, extensions))
	}
	t.Fatalf("no tool %s", name)
	return ""
}

func TestSuccess(t *testing.T) {
	log := captureLog(t)
	session := connect(t, open(t, newRepo(t)))
	tests := []struct{ name, args, want string }{
		{"open_file", `{"path":"src/main.go"}`,
			`{"path":"src/main.go","content":"package main\n\nfunc main() {\n}\n","lines":4,"size":30}`},
		{"open_file", `{"path":"src/main.go","start_line":3,"end_line":99}`,
			`{"path":"src/main.go","content":"func main() {\n}\n","lines":2,"size":16}`},
		{"list_paths", `{}`,
			`{"items":[{"path":"README.md","size":22},{"path":"logo.png","size":9},{"path":"src/main.go","size":30},{"path":"untracked.txt","size":4}],"total":4,"truncated":false}`},
		{"list_paths", `{"path":"src"}`,
			`{"items":[{"path":"src/main.go","size":30}],"total":1,"truncated":false}`},
		{"list_paths", `{"limit":1}`,
			`{"items":[{"path":"README.md","size":22}],"total":4,"truncated":true}`},
		{"search_text", `{"query":"main"}`,
			`{"matches":[{"path":"src/main.go","line":1,"text":"package main"},{"path":"src/main.go","line":3,"text":"func main() {"}],"total":2,"truncated":false}`},
		{"search_text", `{"query":"nowhere"}`,
			`{"matches":[],"total":0,"truncated":false}`},
		{"semantic_search", `{"query":"A server, greets that."}`,
			`{"findings":[{"path":"README.md","line":1,"text":"A server that greets.\n","score":1}],"answer":"README.md:1","confidence":1}`},
		{"semantic_search", `{"query":"!"}`,
			`{"findings":[],"answer":"","confidence":0}`},
		{"file_history", `{"path":"untracked.txt"}`,
			`{"commits":[]}`},
	}
	for _, test := range tests {
		t.Run(test.name+test.args, func(t *testing.T) {
			if got, want := call(t, session, test.name, test.args), (reply{canonical(t, test.want), false}); got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
	if records := log(); len(records) > 0 {
		t.Errorf("logged on success: %v", records)
	}
}

func TestGitHistory(t *testing.T) {
	session := connect(t, open(t, newRepo(t)))

	var history fileHistoryResult
	decode(t, call(t, session, "file_history", `{"path":"src/main.go"}`), &history)
	if len(history.Commits) != 2 {
		t.Fatalf("%d commits, want 2", len(history.Commits))
	}
	for i, want := range []struct{ date, summary string }{
		{"2025-11-09T09:00:00", "Add main"},
		{"2025-11-08T09:00:00", "Start"},
	} {
		c := history.Commits[i]
		if c.Author != "Ada" || !strings.HasPrefix(c.Date, want.date) || c.Summary != want.summary || len(c.Hash) < 40 {
			t.Errorf("commit %d = %+v, want one by Ada at %s: %s", i, c, want.date, want.summary)
		}
	}

	var blame blameRangeResult
	decode(t, call(t, session, "blame_range", `{"path":"src/main.go","start_line":1,"end_line":3}`), &blame)
	if len(blame.Blame) != 3 {
		t.Fatalf("%d lines, want 3", len(blame.Blame))
	}
	for i, want := range []struct {
		commit        int // index in history
		date, summary string
		text          string
	}{
		{1, "2025-11-08T09:00:00Z", "Start", "package main"},
		{0, "2025-11-09T09:00:00Z", "Add main", ""},
		{0, "2025-11-09T09:00:00Z", "Add main", "func main() {"},
	} {
		got := blame.Blame[i]
		if got.Line != i+1 || got.Commit != history.Commits[want.commit].Hash || got.Author != "Ada" ||
			got.Date != want.date || got.Summary != want.summary || got.Text != want.text {
			t.Errorf("line %d = %+v, want %+v", i+1, got, want)
		}
	}
}

func decode(t *testing.T, r reply, v any) {
	t.Helper()
	if r.IsError {
		t.Fatalf("reply is an error: %s", r.JSON)
	}
	if err := json.Unmarshal([]byte(r.JSON), v); err != nil {
		t.Fatal(err)
	}
}

// Each tool, over a real repository, with arguments that make it fail.
func TestDomainErrors(t *testing.T) {
	session := connect(t, open(t, newRepo(t)))
	tests := []struct {
		name, args string
		code       string
		status     int
		title      string
		detail     string
		extensions string
	}{
		// Not found.
		{"open_file", `{"path":"src/main.py"}`,
			"file-not-found", 404, "File Not Found", "File not found: src/main.py", `{"path":"src/main.py"}`},
		{"list_paths", `{"path":"lib"}`,
			"file-not-found", 404, "File Not Found", "File not found: lib", `{"path":"lib"}`},
		{"search_text", `{"query":"main","path":"lib"}`,
			"file-not-found", 404, "File Not Found", "File not found: lib", `{"path":"lib"}`},
		{"blame_range", `{"path":"src/main.py","start_line":1,"end_line":2}`,
			"file-not-found", 404, "File Not Found", "File not found: src/main.py", `{"path":"src/main.py"}`},
		{"file_history", `{"path":"src/main.py"}`,
			"file-not-found", 404, "File Not Found", "File not found: src/main.py", `{"path":"src/main.py"}`},

		// Bad ranges.
		{"open_file", `{"path":"src/main.go","start_line":0,"end_line":10}`,
			"invalid-parameter", 400, "Invalid Parameter", "start_line must be a positive integer",
			`{"path":"src/main.go","start_line":0,"end_line":10}`},
		{"open_file", `{"path":"src/main.go","start_line":5}`,
			"invalid-parameter", 400, "Invalid Parameter", "start_line is after the end of the file",
			`{"path":"src/main.go","start_line":5,"end_line":null}`},
		{"open_file", `{"path":"src/main.go","end_line":-1}`,
			"invalid-parameter", 400, "Invalid Parameter", "end_line must not be less than start_line",
			`{"path":"src/main.go","start_line":null,"end_line":-1}`},
		{"blame_range", `{"path":"src/main.go","start_line":3,"end_line":2}`,
			"invalid-parameter", 400, "Invalid Parameter", "end_line must not be less than start_line",
			`{"path":"src/main.go","start_line":3,"end_line":2}`},

		// Other arguments.
		{"open_file", `{"path":""}`,
			"invalid-parameter", 400, "Invalid Parameter", "path must not be empty", `{"parameter":"path"}`},
		{"list_paths", `{"limit":-1}`,
			"invalid-parameter", 400, "Invalid Parameter", "limit must not be negative", `{"parameter":"limit"}`},
		{"search_text", `{"query":""}`,
			"invalid-parameter", 400, "Invalid Parameter", "query must not be empty", `{"parameter":"query"}`},
		{"semantic_search", `{"query":" "}`,
			"invalid-parameter", 400, "Invalid Parameter", "query must not be empty", `{"parameter":"query"}`},
		{"file_history", `{"path":"src/main.go","limit":-1}`,
			"invalid-parameter", 400, "Invalid Parameter", "limit must not be negative", `{"parameter":"limit"}`},

		// Paths out of the repository.
		{"open_file", `{"path":"../secret.txt"}`,
			"forbidden", 403, "Forbidden", "Path is outside the repository: ../secret.txt", `{"path":"../secret.txt"}`},
		{"open_file", `{"path":"link.txt"}`,
			"forbidden", 403, "Forbidden", "Path is outside the repository: link.txt", `{"path":"link.txt"}`},
		{"list_paths", `{"path":"/etc"}`,
			"forbidden", 403, "Forbidden", "Path is outside the repository: /etc", `{"path":"/etc"}`},
		{"file_history", `{"path":"../secret.txt"}`,
			"forbidden", 403, "Forbidden", "Path is outside the repository: ../secret.txt", `{"path":"../secret.txt"}`},

		// Files that cannot be used.
		{"open_file", `{"path":"logo.png"}`,
			"unsupported-encoding", 415, "Unsupported Encoding", "File is not UTF-8 text: logo.png", `{"path":"logo.png"}`},
		{"open_file", `{"path":"src"}`,
			"file-operation-error", 400, "File Operation Error", "Not a regular file: src", `{"path":"src"}`},

		// Git.
		{"blame_range", `{"path":"untracked.txt","start_line":1,"end_line":1}`,
			"git-operation-error", 500, "Git Operation Error", "git blame failed: untracked.txt",
			`{"path":"untracked.txt","git_command":"blame"}`},
	}
	for _, test := range tests {
		t.Run(test.name+test.args, func(t *testing.T) {
			got := call(t, session, test.name, test.args)
			want := reply{envelopeJSON(t, test.name, test.code, test.status, test.title, test.detail, test.extensions), true}
			if got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

// A directory without git history.
func TestGitFailure(t *testing.T) {
	log := captureLog(t)
	session := connect(t, open(t, newDir(t)))
	for _, test := range []struct{ name, command string }{
		{"blame_range", "blame"},
		{"file_history", "log"},
	} {
		got := call(t, session, test.name, `{"path":"src/main.go"`+map[string]string{
			"blame_range":  `,"start_line":1,"end_line":1}`,
			"file_history": `}`,
		}[test.name])
		want := reply{envelopeJSON(t, test.name, "git-operation-error", 500, "Git Operation Error",
			"git "+test.command+" failed: src/main.go",
			`{"path":"src/main.go","git_command":"`+test.command+`"}`), true}
		if got != want {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
	// What git printed is for the operator.
	for _, record := range log() {
		if text, _ := record["error"].(string); !strings.Contains(text, "not a git repository") {
			t.Errorf("logged error is %q, want what git printed", text)
		}
	}
}

func TestSearchFailure(t *testing.T) {
	repo := open(t, newRepo(t))
	repo.SearchTimeout = time.Nanosecond
	got := call(t, connect(t, repo), "search_text", `{"query":"def main"}`)
	want := reply{envelopeJSON(t, "search_text", "vector-search-error", 503, "Vector Search Error",
		"Search timeout", `{"query":"def main","index":"text"}`), true}
	if got != want {
		t.Errorf("timeout: got  %+v\nwant %+v", got, want)
	}

	repo = open(t, newRepo(t))
	repo.Embedder = failingEmbedder{&apperr.EmbeddingError{Model: "remote", Err: errors.New("connection refused")}}
	got = call(t, connect(t, repo), "semantic_search", `{"query":"greeting"}`)
	want = reply{envelopeJSON(t, "semantic_search", "embedding-error", 503, "Embedding Error",
		"The embedding model is not available", `{"model":"remote"}`), true}
	if got != want {
		t.Errorf("embedding: got  %+v\nwant %+v", got, want)
	}
}

// Whatever a handler fails with that nobody foresaw, the client learns that it
// failed, and the operator the rest.
func TestUnknownErrors(t *testing.T) {
	const secret = "dial tcp 10.0.0.7: password=hunter2"
	for _, test := range []struct {
		kind          string
		fail          func() error
		exceptionType string
		logged        string
	}{
		{"error", func() error { return errors.New(secret) }, "*errors.errorString", secret},
		{"panic", func() error { panic(secret) }, "*tool.panicError", "panic: " + secret},
		{"panic with a domain error", func() error { panic(apperr.NewFileNotFoundError(secret, nil)) },
			"*tool.panicError", "panic: File not found: " + secret},
	} {
		for _, tool := range tools {
			t.Run(test.kind+"/"+tool.name, func(t *testing.T) {
				log := captureLog(t)
				session := connect(t, failing{test.fail})
				got := call(t, session, tool.name, tool.args)
				want := reply{envelopeJSON(t, tool.name, "internal-error", 500, "Internal Error", "An internal error occurred", ""), true}
				if got != want {
					t.Errorf("got  %+v\nwant %+v", got, want)
				}
				records := log()
				if len(records) != 1 {
					t.Fatalf("%d log records, want 1: %v", len(records), records)
				}
				stack, _ := records[0]["stack"].(string)
				if !strings.Contains(stack, "handleErrors") {
					t.Errorf("the stack does not show the decorator:\n%s", stack)
				}
				if strings.HasPrefix(test.kind, "panic") && !strings.Contains(stack, "failing") {
					t.Errorf("the stack does not show where the panic was:\n%s", stack)
				}
				checkRecord(t, records[0], map[string]any{
					"level": "ERROR", "msg": "Unexpected error", "component": "codeintel_mcp",
					"operation": tool.category + ":" + tool.name, "error_code": "internal-error", "http_status": 500.0,
					"exception_type": test.exceptionType, "error": test.logged,
				})

				// The server lives on.
				if again := call(t, session, tool.name, tool.args); again != want {
					t.Errorf("second call: got %+v", again)
				}
			})
		}
	}
}

// A domain error is logged once, with its context, at the level of its kind.
func TestLog(t *testing.T) {
	log := captureLog(t)
	dir := newRepo(t)
	session := connect(t, open(t, dir))
	call(t, session, "open_file", `{"path":"src/main.py"}`)
	call(t, session, "blame_range", `{"path":"untracked.txt","start_line":1,"end_line":1}`)
	records := log()
	if len(records) != 2 {
		t.Fatalf("%d log records, want 2: %v", len(records), records)
	}
	checkRecord(t, records[0], map[string]any{
		"level": "WARN", "msg": "File not found: src/main.py", "component": "codeintel_mcp",
		"operation": "files:open_file", "error_code": "file-not-found", "http_status": 404.0,
	})
	checkRecord(t, records[1], map[string]any{
		"level": "ERROR", "msg": "git blame failed: untracked.txt", "component": "codeintel_mcp",
		"operation": "git:blame_range", "error_code": "git-operation-error", "http_status": 500.0,
	})
	for _, record := range records {
		context, _ := record["context"].(map[string]any)
		if context["path"] == nil {
			t.Errorf("no path in the context of %v", record)
		}
		if text := fmt.Sprint(record); strings.Contains(text, dir) {
			t.Errorf("the log tells where the repository is: %s", text)
		}
	}
}

func checkRecord(t *testing.T, got, want map[string]any) {
	t.Helper()
	for key, value := range want {
		if got[key] != value {
			t.Errorf("log record: %s = %v, want %v", key, got[key], value)
		}
	}
}

// The decorator keeps the handler's schema, in which the error fields are there
// but are not required.
func TestSchemas(t *testing.T) {
	session := connect(t, failing{func() error { return nil }})
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	served := map[string]*mcp.Tool{}
	for _, tool := range list.Tools {
		served[tool.Name] = tool
	}
	if len(served) != len(tools) {
		t.Errorf("%d tools served, want %d", len(served), len(tools))
	}
	for _, tool := range tools {
		if served[tool.name] == nil {
			t.Errorf("%s is not served", tool.name)
			continue
		}
		var schema struct {
			Properties map[string]any
			Required   []string
		}
		b, err := json.Marshal(served[tool.name].OutputSchema)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &schema); err != nil {
			t.Fatal(err)
		}
		var fields map[string]any
		if err := json.Unmarshal([]byte("{"+tool.empty+"}"), &fields); err != nil {
			t.Fatal(err)
		}
		for name := range fields {
			if schema.Properties[name] == nil {
				t.Errorf("%s: no %s in the output schema", tool.name, name)
			}
		}
		if schema.Properties["error"] == nil || schema.Properties["problem"] == nil {
			t.Errorf("%s: no error fields in the output schema", tool.name)
		}
		if len(schema.Required) != len(fields) {
			t.Errorf("%s: required are %v, want the tool's own fields", tool.name, schema.Required)
		}
	}
}
