package lsp

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/errlint/errlint/internal/finding"
)

// client is a client whose answers to what the server asks do not come.
type client struct {
	protocol.UnimplementedClient
	ended context.Context
	told  chan *protocol.PublishDiagnosticsParams
	asked chan string
}

func (c *client) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	c.told <- p
	return nil
}

func (c *client) silent(what string) error {
	c.asked <- what
	<-c.ended.Done()
	return c.ended.Err()
}

func (c *client) RegisterCapability(context.Context, *protocol.RegistrationParams) error {
	return c.silent("register")
}

func (c *client) DiagnosticRefresh(context.Context) error { return c.silent("refresh") }

func (c *client) WorkDoneProgressCreate(context.Context, *protocol.WorkDoneProgressCreateParams) error {
	return c.silent("progress")
}

// ends are the two ends of a stream of one side.
type ends struct {
	*io.PipeReader
	*io.PipeWriter
}

func (e ends) Close() error {
	_ = e.PipeReader.Close()
	return e.PipeWriter.Close()
}

// serve starts a server whose runs find in each document what its first word is.
func serve(t *testing.T, caps protocol.ClientCapabilities, opts Options) (protocol.Server, *client) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	fromServer, toClient := io.Pipe()
	fromClient, toServer := io.Pipe()
	served := make(chan bool)
	go func() { served <- Serve(ctx, ends{fromClient, toClient}, opts) }()
	c := &client{ended: ctx, told: make(chan *protocol.PublishDiagnosticsParams, 100), asked: make(chan string, 100)}
	conn := jsonrpc2.NewConn(jsonrpc2.NewStream(ends{fromServer, toServer}), jsonrpc2.WithCodec(codec{}))
	handle := protocol.ClientHandler(c, jsonrpc2.MethodNotFoundHandler)
	conn.Go(ctx, func(message context.Context, req *jsonrpc2.Request) (any, error) {
		jsonrpc2.Async(message)
		return handle(ctx, req)
	})
	t.Cleanup(func() {
		cancel()
		<-served
		_ = conn.Close()
	})
	server := protocol.ServerDispatcher(conn)
	if _, err := server.Initialize(ctx, &protocol.InitializeParams{Capabilities: caps}); err != nil {
		t.Fatal(err)
	}
	if err := server.Initialized(ctx, &protocol.InitializedParams{}); err != nil {
		t.Fatal(err)
	}
	return server, c
}

func check(_ context.Context, q Query) (*Report, error) {
	r := new(Report)
	for file, text := range q.Overlay {
		word, _, _ := strings.Cut(string(text), " ")
		r.Findings = append(r.Findings, finding.Finding{
			Rule: "rule", Message: word, Pos: finding.Position{File: file, Line: 1, Column: 1}, End: finding.Position{File: file, Line: 1, Column: 2, Offset: 1},
		})
	}
	return r, nil
}

func open(t *testing.T, server protocol.Server, file, text string) protocol.TextDocumentIdentifier {
	t.Helper()
	id := protocol.TextDocumentIdentifier{URI: uri.File(file)}
	if err := server.DidOpen(t.Context(), &protocol.DidOpenTextDocumentParams{
		TextDocument: protocol.TextDocumentItem{URI: id.URI, LanguageID: "go", Version: 1, Text: text},
	}); err != nil {
		t.Fatal(err)
	}
	return id
}

// expect waits until the client is told that a file has so many diagnostics.
func (c *client) expect(t *testing.T, id protocol.TextDocumentIdentifier, n int) {
	t.Helper()
	late := time.After(20 * time.Second)
	for {
		select {
		case p := <-c.told:
			if p.URI == id.URI && len(p.Diagnostics) == n {
				return
			}
		case <-late:
			t.Fatalf("the client is never told of %d diagnostics in %s", n, id.URI)
		}
	}
}

// loops returns how many roots there are that do, or wait for, runs.
func loops(t *testing.T) int {
	t.Helper()
	var b strings.Builder
	if err := pprof.Lookup("goroutine").WriteTo(&b, 2); err != nil {
		t.Fatal(err)
	}
	return strings.Count(b.String(), "lsp.(*root).loop(")
}

// TestReleased closes documents that no folder of the workspace has: of a file by itself, and of modules. Nothing is shown of them any longer, and nothing
// is left that would do runs.
func TestReleased(t *testing.T) {
	top := t.TempDir()
	server, c := serve(t, protocol.ClientCapabilities{}, Options{
		Check:   check,
		Foreign: func(file string) bool { return strings.Contains(file, "foreign") },
		Root: func(dir string) (string, bool) {
			return dir, strings.Contains(filepath.Base(dir), "mod")
		},
	})
	before := loops(t)
	var ids []protocol.TextDocumentIdentifier
	for _, name := range []string{"loose/a.go", "loose/b.go", "mod1/m.go", "mod2/m.go"} {
		id := open(t, server, filepath.Join(top, name), "word "+name)
		c.expect(t, id, 1)
		ids = append(ids, id)
	}
	open(t, server, filepath.Join(top, "foreign-mod", "f.go"), "word of another")
	folder := protocol.WorkspaceFolder{URI: uri.File(filepath.Join(top, "mod2")), Name: "mod2"}
	folders := func(event protocol.WorkspaceFoldersChangeEvent) {
		t.Helper()
		if err := server.DidChangeWorkspaceFolders(t.Context(), &protocol.DidChangeWorkspaceFoldersParams{Event: event}); err != nil {
			t.Fatal(err)
		}
	}
	folders(protocol.WorkspaceFoldersChangeEvent{Added: []protocol.WorkspaceFolder{folder}})
	for _, id := range ids {
		if err := server.DidClose(t.Context(), &protocol.DidCloseTextDocumentParams{TextDocument: id}); err != nil {
			t.Fatal(err)
		}
		c.expect(t, id, 0)
	}
	left := func(want int) {
		t.Helper()
		for n := range 200 {
			if got := loops(t) - before; got == want {
				return
			} else if n == 199 {
				t.Fatalf("%d roots are left, want %d", got, want)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	left(1)
	folders(protocol.WorkspaceFoldersChangeEvent{Removed: []protocol.WorkspaceFolder{folder}})
	left(0)
}

// TestSilent has a client that answers nothing it is asked. It is told what is found all the same, and asked one thing at a time.
func TestSilent(t *testing.T) {
	yes := new(bool)
	*yes = true
	for _, pulls := range []bool{false, true} {
		caps := protocol.ClientCapabilities{
			Workspace: &protocol.WorkspaceClientCapabilities{
				DidChangeWatchedFiles: &protocol.DidChangeWatchedFilesClientCapabilities{DynamicRegistration: yes},
				Diagnostics:           &protocol.DiagnosticWorkspaceClientCapabilities{RefreshSupport: yes},
			},
			Window: &protocol.WindowClientCapabilities{WorkDoneProgress: yes},
		}
		if pulls {
			caps.TextDocument = &protocol.TextDocumentClientCapabilities{Diagnostic: &protocol.DiagnosticClientCapabilities{}}
		}
		server, c := serve(t, caps, Options{
			Foreign: func(string) bool { return false },
			Root:    func(string) (string, bool) { return "", false },
			Check: func(ctx context.Context, q Query) (*Report, error) {
				if !pulls {
					time.Sleep(patience + 100*time.Millisecond)
				}
				return check(ctx, q)
			},
		})
		var asked []string
		for i, name := range []string{"a.go", "b.go", "c.go"} {
			id := open(t, server, filepath.Join(t.TempDir(), name), "word")
			if !pulls {
				if i == 0 {
					c.expect(t, id, 1)
				}
				continue
			}
			report, err := server.Diagnostic(t.Context(), &protocol.DocumentDiagnosticParams{TextDocument: id})
			if err != nil {
				t.Fatal(err)
			}
			if full, ok := report.(*protocol.RelatedFullDocumentDiagnosticReport); !ok || len(full.Items) != 1 {
				t.Errorf("%s: %v", name, report)
			}
		}
		want := []string{"refresh", "register"}
		if !pulls {
			want[0] = "progress"
		}
		for range want {
			asked = append(asked, <-c.asked)
		}
		if slices.Sort(asked); !slices.Equal(asked, want) {
			t.Errorf("the client was asked %q, want %q", asked, want)
		}
		if pulls && len(c.asked) > 0 {
			t.Errorf("it was asked %q, too, with no answer to the first", <-c.asked)
		}
	}
}

// TestWaits has a package that uses another, and edits that leave the one below without sense for a while. What is found above is of its text when the one
// below has sense again, although nobody edits it then.
func TestWaits(t *testing.T) {
	text := func(q Query, file string) string { return string(q.Overlay[file]) }
	for name, edits := range map[string][][2]string{
		"edited together":   {{"low", "junk"}, {"mid", "two"}, {"low", "again"}},
		"needs what is new": {{"low", "junk"}, {"mid", "new"}, {"low", "new"}},
	} {
		t.Run(name, func(t *testing.T) {
			top := filepath.Join(t.TempDir(), "mod")
			file := func(pkg string) string { return filepath.Join(top, pkg, pkg+".go") }
			var held sync.Mutex // what is edited while it is held is looked at together
			server, c := serve(t, protocol.ClientCapabilities{}, Options{
				Foreign: func(string) bool { return false },
				Root:    func(dir string) (string, bool) { return top, strings.HasPrefix(dir, top) },
				Check: func(ctx context.Context, q Query) (*Report, error) {
					held.Lock()
					defer held.Unlock()
					r, err := check(ctx, q)
					low, mid := text(q, file("low")), text(q, file("mid"))
					wrong := func(file string) {
						r.Problems = append(r.Problems, finding.Problem{Message: "wrong", Pos: finding.Position{File: file, Line: 1, Column: 1}})
					}
					if low == "junk" {
						wrong(file("low"))
					}
					if low == "junk" || mid == "new" && low != "new" {
						wrong(file("mid"))
					}
					return r, err
				},
			})
			ids := make(map[string]protocol.TextDocumentIdentifier)
			for _, pkg := range []string{"low", "mid"} {
				ids[pkg] = open(t, server, file(pkg), "one")
				c.expect(t, ids[pkg], 1)
			}
			time.Sleep(2 * idle) // until each has been looked at by itself, too
			want := make(map[string]string)
			for i, edit := range edits {
				pkg, word := edit[0], edit[1]
				want[pkg] = word
				if i == 0 {
					held.Lock()
				}
				change(t, server, ids[pkg], int32(i+2), word)
				if i == 1 {
					held.Unlock()
					time.Sleep(2 * idle)
				}
			}
			late := time.After(20 * time.Second)
			seen := make(map[string]string)
			for !maps.Equal(seen, want) {
				select {
				case p := <-c.told:
					if len(p.Diagnostics) == 1 {
						seen[strings.TrimSuffix(filepath.Base(p.URI.Path()), ".go")] = fmt.Sprint(p.Diagnostics[0].Message)
					}
				case <-late:
					t.Fatalf("the client is told %v, want %v", seen, want)
				}
			}
		})
	}
}

func change(t *testing.T, server protocol.Server, id protocol.TextDocumentIdentifier, version int32, text string) {
	t.Helper()
	if err := server.DidChange(t.Context(), &protocol.DidChangeTextDocumentParams{
		TextDocument:   protocol.VersionedTextDocumentIdentifier{TextDocumentIdentifier: id, Version: version},
		ContentChanges: []protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangeWholeDocument{Text: text}},
	}); err != nil {
		t.Fatal(err)
	}
}
