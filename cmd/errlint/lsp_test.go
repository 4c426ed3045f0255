package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// An editor is a client of a server that the command is, in this process.
type editor struct {
	t      testing.TB
	dir    string
	server protocol.Server
	client *editorClient
	texts  map[string]string // of what is open
	vers   map[string]int32
	utf8   bool
	code   chan int
}

// editorClient takes what the server sends.
type editorClient struct {
	protocol.UnimplementedClient
	mu        sync.Mutex
	news      chan struct{}
	published map[string]*protocol.PublishDiagnosticsParams // by file
	log       []string
	refreshed int
	watched   []string
	begun     []string // progress
}

func (c *editorClient) note(f func()) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
	close(c.news)
	c.news = make(chan struct{})
	return nil
}

func (c *editorClient) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	return c.note(func() { c.published[p.URI.FsPath()] = p })
}

func (c *editorClient) LogMessage(_ context.Context, p *protocol.LogMessageParams) error {
	return c.note(func() { c.log = append(c.log, p.Message) })
}

func (c *editorClient) DiagnosticRefresh(context.Context) error {
	return c.note(func() { c.refreshed++ })
}

func (c *editorClient) WorkDoneProgressCreate(context.Context, *protocol.WorkDoneProgressCreateParams) error {
	return nil
}

func (c *editorClient) Progress(_ context.Context, p *protocol.ProgressParams) error {
	return c.note(func() { c.begun = append(c.begun, string(p.Value)) })
}

func (c *editorClient) RegisterCapability(_ context.Context, p *protocol.RegistrationParams) error {
	return c.note(func() {
		for _, r := range p.Registrations {
			c.watched = append(c.watched, string(r.RegisterOptions))
		}
	})
}

// A payload is encoded as package protocol does it. What it decodes is its own: an answer that is a list of things of several types otherwise refers to the
// buffer that the next message is read to.
type payload struct{}

func (payload) Marshal(v any) ([]byte, error)      { return protocol.Marshal(v) }
func (payload) Unmarshal(data []byte, v any) error { return protocol.Unmarshal(slices.Clone(data), v) }

// pipe is one end of a stream in memory.
type pipe struct {
	io.Reader
	io.Writer
	close func() error
}

func (p pipe) Close() error { return p.close() }

// newEditor starts the command as a server for files, which it writes, and has it look at the folders, or else at all.
func newEditor(t testing.TB, files map[string]string, caps protocol.ClientCapabilities, folders ...string) *editor {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	e := startEditor(t, dir, caps, folders...)
	return e
}

func startEditor(t testing.TB, dir string, caps protocol.ClientCapabilities, folders ...string) *editor {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	h := host{
		stdin:  toServer,
		stdout: fromServer,
		stderr: io.Discard,
		env: append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=", "GOENV=off", "GOTOOLCHAIN=local",
			"ERRLINT_CACHE="+filepath.Join(t.TempDir(), "cache"), "PWD="+dir),
		getwd: func() (string, error) { return dir, nil },
	}
	e := &editor{
		t: t, dir: dir, code: make(chan int, 1),
		client: &editorClient{published: make(map[string]*protocol.PublishDiagnosticsParams), news: make(chan struct{})},
		texts:  make(map[string]string), vers: make(map[string]int32),
	}
	go func() { e.code <- run(context.Background(), []string{"lsp"}, h) }()
	conn := jsonrpc2.NewConn(jsonrpc2.NewStream(pipe{toClient, fromClient, func() error {
		return cmp.Or(toClient.Close(), fromClient.Close())
	}}), jsonrpc2.WithCodec(payload{}))
	handle := protocol.ClientHandler(e.client, jsonrpc2.MethodNotFoundHandler)
	conn.Go(context.Background(), func(_ context.Context, req *jsonrpc2.Request) (any, error) { return handle(context.Background(), req) })
	server := protocol.ServerDispatcher(conn)
	e.server = server
	var list []protocol.WorkspaceFolder
	if len(folders) == 0 {
		folders = []string{"."}
	}
	for _, f := range folders {
		list = append(list, protocol.WorkspaceFolder{URI: uri.File(filepath.Join(dir, f)), Name: f})
	}
	p := &protocol.InitializeParams{Capabilities: caps}
	p.InitializationOptions = caps.Experimental
	p.WorkspaceFolders = protocol.NewNullable(list)
	result, err := server.Initialize(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	e.utf8 = result.Capabilities.PositionEncoding == protocol.PositionEncodingKindUTF8
	if err := server.Initialized(t.Context(), &protocol.InitializedParams{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		if err := server.Exit(context.Background()); err != nil {
			t.Error(err)
		}
		select {
		case code := <-e.code:
			if code != exitClean {
				t.Errorf("exit code %d", code)
			}
		case <-time.After(time.Minute):
			t.Error("the server does not end")
		}
		_ = conn.Close()
	})
	return e
}

func (e *editor) file(name string) string { return filepath.Join(e.dir, filepath.FromSlash(name)) }

func (e *editor) id(name string) protocol.TextDocumentIdentifier {
	return protocol.TextDocumentIdentifier{URI: uri.File(e.file(name))}
}

func (e *editor) check(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) open(name string) {
	e.t.Helper()
	text, err := os.ReadFile(e.file(name))
	e.check(err)
	e.texts[name], e.vers[name] = string(text), 1
	e.check(e.server.DidOpen(e.t.Context(), &protocol.DidOpenTextDocumentParams{
		TextDocument: protocol.TextDocumentItem{URI: e.id(name).URI, LanguageID: "go", Version: 1, Text: string(text)},
	}))
}

// position returns the position of an offset, counted by another method than the server's.
func (e *editor) position(text string, offset int) protocol.Position {
	line := strings.Count(text[:offset], "\n")
	before := text[strings.LastIndexByte(text[:offset], '\n')+1 : offset]
	units := len(before)
	if !e.utf8 {
		units = 0
		for _, r := range before {
			units++
			if r > 0xffff {
				units++
			}
		}
	}
	return protocol.Position{Line: uint32(line), Character: uint32(units)}
}

// offset is the inverse of position.
func (e *editor) offset(text string, p protocol.Position) int {
	for offset := range len(text) + 1 {
		if e.position(text, offset) == p {
			return offset
		}
	}
	e.t.Fatalf("no position %v", p)
	return 0
}

// replace types new in the place of the bytes from start to end.
func (e *editor) splice(name string, start, end int, new string) {
	e.t.Helper()
	text := e.texts[name]
	change := &protocol.TextDocumentContentChangePartial{
		Range: protocol.Range{Start: e.position(text, start), End: e.position(text, end)}, Text: new,
	}
	e.texts[name] = text[:start] + new + text[end:]
	e.vers[name]++
	p := &protocol.DidChangeTextDocumentParams{ContentChanges: []protocol.TextDocumentContentChangeEvent{change}}
	p.TextDocument.URI, p.TextDocument.Version = e.id(name).URI, e.vers[name]
	e.check(e.server.DidChange(e.t.Context(), p))
}

func (e *editor) replace(name, old, new string) {
	e.t.Helper()
	i := strings.Index(e.texts[name], old)
	if i < 0 {
		e.t.Fatalf("no %q in %s", old, name)
	}
	e.splice(name, i, i+len(old), new)
}

func (e *editor) save(name string) {
	e.t.Helper()
	e.check(os.WriteFile(e.file(name), []byte(e.texts[name]), 0o666))
	e.check(e.server.DidSave(e.t.Context(), &protocol.DidSaveTextDocumentParams{TextDocument: e.id(name)}))
}

// until waits until something holds of what the server has sent.
func (e *editor) until(what string, ok func(c *editorClient) bool) {
	e.t.Helper()
	timeout := time.After(20 * time.Second)
	for {
		e.client.mu.Lock()
		done, news := ok(e.client), e.client.news
		e.client.mu.Unlock()
		if done {
			return
		}
		select {
		case <-news:
		case <-timeout:
			e.client.mu.Lock()
			defer e.client.mu.Unlock()
			var all []string
			for name := range e.client.published {
				all = append(all, name+": "+fmt.Sprint(e.shown(e.client, name)))
			}
			e.t.Fatalf("never: %s; there is %q, logged %q", what, all, e.client.log)
		}
	}
}

// shown returns the diagnostics of a file as lines "3:4-3:9 wrapcause/format message".
func (e *editor) shown(c *editorClient, file string) []string {
	p := c.published[file]
	if p == nil {
		return nil
	}
	return listed(p.Diagnostics)
}

func listed(ds []protocol.Diagnostic) []string {
	var out []string
	for _, d := range ds {
		out = append(out, fmt.Sprintf("%d:%d-%d:%d %v %v", d.Range.Start.Line+1, d.Range.Start.Character+1, d.Range.End.Line+1, d.Range.End.Character+1, d.Code, d.Message))
	}
	return out
}

// expect waits until the diagnostics of a file, of its latest version if it is open, are these: each is a part of the line.
func (e *editor) expect(name string, want ...string) {
	e.t.Helper()
	e.until(fmt.Sprintf("%s: %q", name, want), func(c *editorClient) bool {
		p := c.published[e.file(name)]
		if p == nil {
			return len(want) == 0 && e.vers[name] == 0
		}
		if v, ok := p.Version.Get(); ok && v != e.vers[name] {
			return false
		}
		return slices.EqualFunc(e.shown(c, e.file(name)), want, strings.Contains)
	})
}

// actions returns what is offered where a text stands.
func (e *editor) actions(name, at string, only ...protocol.CodeActionKind) map[string]*protocol.CodeAction {
	e.t.Helper()
	text := e.texts[name]
	i := strings.Index(text, at)
	if i < 0 {
		e.t.Fatalf("no %q in %s", at, name)
	}
	found, err := e.server.CodeAction(e.t.Context(), &protocol.CodeActionParams{
		TextDocument: e.id(name),
		Range:        protocol.Range{Start: e.position(text, i), End: e.position(text, i+len(at))},
		Context:      protocol.CodeActionContext{Only: only, Diagnostics: []protocol.Diagnostic{}},
	})
	e.check(err)
	out := make(map[string]*protocol.CodeAction)
	for _, a := range found {
		a, ok := a.(*protocol.CodeAction)
		if !ok {
			e.t.Fatalf("%T", a)
		}
		out[a.Title] = a
	}
	return out
}

// take applies an action, as an editor does.
func (e *editor) take(actions map[string]*protocol.CodeAction, title string) {
	e.t.Helper()
	a := actions[title]
	if a == nil {
		e.t.Fatalf("no action %q; there are %q", title, slices.Sorted(maps.Keys(actions)))
	}
	apply := func(u uri.URI, edits []protocol.TextEdit) {
		name, err := filepath.Rel(e.dir, u.FsPath())
		e.check(err)
		text := e.texts[name]
		// From the end, so that the others are where they were.
		slices.SortFunc(edits, func(x, y protocol.TextEdit) int {
			return e.offset(text, y.Range.Start) - e.offset(text, x.Range.Start)
		})
		for _, edit := range edits {
			e.splice(name, e.offset(text, edit.Range.Start), e.offset(text, edit.Range.End), edit.NewText)
		}
	}
	for u, edits := range a.Edit.Changes {
		apply(u, edits)
	}
	for _, change := range a.Edit.DocumentChanges {
		change, ok := change.(*protocol.TextDocumentEdit)
		if !ok {
			e.t.Fatalf("%T", change)
		}
		var edits []protocol.TextEdit
		for _, edit := range change.Edits {
			switch edit := edit.(type) {
			case *protocol.TextEdit:
				edits = append(edits, *edit)
			case *protocol.SnippetTextEdit:
				edits = append(edits, protocol.TextEdit{Range: edit.Range, NewText: strings.NewReplacer("${1:", "", "}", "").Replace(edit.Snippet.Value)})
			}
		}
		apply(change.TextDocument.URI, edits)
	}
}

const (
	modFile = "module example.com/m\n\ngo 1.26\n"
	openGo  = `package m

import (
	"fmt"
	"os"
)

func open(name string) error {
	_, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	return nil
}
`
	otherGo = `package other

import (
	"fmt"
	"os"
)

func other(s string) error {
	if err := os.Remove(s); err != nil {
		return fmt.Errorf("other: %v", err)
	}
	return nil
}
`
)

// caps returns what a client can do that can do all that the server asks for, but for asking for diagnostics.
func caps() protocol.ClientCapabilities {
	yes := new(bool)
	*yes = true
	return protocol.ClientCapabilities{
		Workspace: &protocol.WorkspaceClientCapabilities{
			WorkspaceEdit:         &protocol.WorkspaceEditClientCapabilities{DocumentChanges: yes, SnippetEditSupport: yes},
			DidChangeWatchedFiles: &protocol.DidChangeWatchedFilesClientCapabilities{DynamicRegistration: yes},
			Diagnostics:           &protocol.DiagnosticWorkspaceClientCapabilities{RefreshSupport: yes},
		},
		Window: &protocol.WindowClientCapabilities{WorkDoneProgress: yes},
		General: &protocol.GeneralClientCapabilities{
			PositionEncodings: []protocol.PositionEncodingKind{protocol.PositionEncodingKindUTF16},
		},
		TextDocument: &protocol.TextDocumentClientCapabilities{},
	}
}

// TestEditor types a fault, sees it, takes the fix, saves, and sees it gone; what is not open is shown, too.
func TestEditor(t *testing.T) {
	t.Parallel()
	e := newEditor(t, map[string]string{"go.mod": modFile, "m.go": openGo, "other/other.go": otherGo}, caps())
	e.expect("other/other.go", `10:34-10:37 wrapcause/format`)
	e.open("m.go")
	e.expect("m.go")
	e.replace("m.go", "%w", "%v")
	e.expect("m.go", "11:33-11:36 wrapcause/format")
	d := e.client.published[e.file("m.go")].Diagnostics[0]
	if href := d.CodeDescription.Href; !strings.HasSuffix(string(href), "docs/rules/wrapcause.md") {
		t.Errorf("the page is %s", href)
	}
	if source, _ := d.Source.Get(); source != "errlint" || d.Severity != protocol.DiagnosticSeverityError {
		t.Errorf("source %q, severity %v", source, d.Severity)
	}
	e.take(e.actions("m.go", "fmt.Errorf"), "Wrap err with %w (changes what callers see)")
	e.expect("m.go")
	if e.texts["m.go"] != openGo {
		t.Errorf("fixed:\n%s", e.texts["m.go"])
	}
	e.save("m.go")
	e.expect("m.go")
	e.open("other/other.go")
	e.expect("other/other.go", "10:34-10:37 wrapcause/format")
	e.take(e.actions("other/other.go", "err)\n", protocol.CodeActionKindQuickFix), "Ignore wrapcause/format here, with a reason")
	e.expect("other/other.go")
	if want := "\t\t//errlint:ignore wrapcause/format reason\n\t\treturn fmt.Errorf"; !strings.Contains(e.texts["other/other.go"], want) {
		t.Errorf("ignored:\n%s", e.texts["other/other.go"])
	}
	e.check(e.server.DidClose(t.Context(), &protocol.DidCloseTextDocumentParams{TextDocument: e.id("other/other.go")}))
	delete(e.vers, "other/other.go")
	e.expect("other/other.go", "wrapcause/format")
}

// TestEditorUnits has characters of several widths before a finding, in both encodings of positions.
func TestEditorUnits(t *testing.T) {
	t.Parallel()
	text := strings.Replace(openGo, `"open: %w", err)`, `"ö𐐀: "+"%v", err)`, 1)
	for _, enc := range []protocol.PositionEncodingKind{protocol.PositionEncodingKindUTF16, protocol.PositionEncodingKindUTF8} {
		t.Run(string(enc), func(t *testing.T) {
			t.Parallel()
			can := caps()
			can.General.PositionEncodings = append(can.General.PositionEncodings, enc)
			e := newEditor(t, map[string]string{"go.mod": modFile, "m.go": text}, can)
			e.open("m.go")
			want, then := "11:35-11:38 wrapcause/format", "11:37-11:40 wrapcause/format"
			if e.utf8 {
				want, then = "11:38-11:41 wrapcause/format", "11:42-11:45 wrapcause/format"
			}
			e.expect("m.go", want)
			// Edits, too, are counted in the client's units.
			e.replace("m.go", `𐐀: "+"%v`, `𐐀: "+"%v𐐀`)
			e.expect("m.go", then)
			e.take(e.actions("m.go", "return fmt"), "Wrap err with %w (changes what callers see)")
			e.expect("m.go")
			if want := `"ö𐐀: "+"%w𐐀", err)`; !strings.Contains(e.texts["m.go"], want) {
				t.Errorf("fixed:\n%s", e.texts["m.go"])
			}
		})
	}
}

// TestEditorBroken types code that does not compile: what was found stays where it is, moved along, and so does what depends on the package.
func TestEditorBroken(t *testing.T) {
	t.Parallel()
	e := newEditor(t, map[string]string{
		"go.mod": modFile,
		"a/a.go": strings.Replace(strings.Replace(openGo, "package m", "package a", 1), "%w", "%v", 1) + "\nfunc Name() string { return \"\" }\n",
		"b/b.go": strings.Replace(strings.Replace(openGo, "package m", "package b", 1), "%w", "%v\"+a.Name()+\"", 1),
	}, caps())
	b, err := os.ReadFile(e.file("b/b.go"))
	e.check(err)
	e.check(os.WriteFile(e.file("b/b.go"), []byte(strings.Replace(string(b), `"fmt"`, "\"fmt\"\n\n\t\"example.com/m/a\"\n", 1)), 0o666))
	e.open("a/a.go")
	e.open("b/b.go")
	e.expect("a/a.go", "11:33-11:36")
	e.expect("b/b.go", "14:45-14:48")
	e.replace("a/a.go", "func open", "type (\n\nfunc open") // the rest is no declaration
	e.expect("a/a.go", "13:33-13:36")
	e.expect("b/b.go", "14:45-14:48")
	// What depends on it is seen with the package as it was.
	e.replace("b/b.go", "open:", "open it:")
	e.expect("b/b.go", "14:48-14:51")
	e.replace("b/b.go", "%v", "%w")
	e.expect("b/b.go")
	if got := e.actions("a/a.go", "%v"); len(got) != 1 {
		t.Errorf("in code that does not compile there is offered %v", slices.Collect(maps.Keys(got)))
	}
	e.replace("a/a.go", "type (\n\n", "")
	e.expect("a/a.go", "11:33-11:36")
	e.replace("a/a.go", "func Name() string", "func Named() string") // breaks the other one
	e.expect("a/a.go", "11:33-11:36")
	e.replace("b/b.go", "%w", "%v")
	e.expect("b/b.go")
	e.replace("b/b.go", "a.Name()", "a.Named()")
	e.expect("b/b.go", "wrapcause/format")
}

// TestEditorConfig changes the configuration, and makes a mistake in it.
func TestEditorConfig(t *testing.T) {
	t.Parallel()
	e := newEditor(t, map[string]string{"go.mod": modFile, "m.go": strings.Replace(openGo, "%w", "%v", 1)}, caps())
	e.expect("m.go", "wrapcause/format")
	e.until("a watch", func(c *editorClient) bool {
		return len(c.watched) == 1 && strings.Contains(c.watched[0], ".errlint.yml") && strings.Contains(c.watched[0], "*.go")
	})
	configure := func(text string) {
		t.Helper()
		e.check(os.WriteFile(e.file(".errlint.yml"), []byte(text), 0o666))
		e.check(e.server.DidChangeWatchedFiles(t.Context(), &protocol.DidChangeWatchedFilesParams{
			Changes: []protocol.FileEvent{{URI: e.id(".errlint.yml").URI, Type: protocol.FileChangeTypeChanged}},
		}))
	}
	configure("severity:\n  wrapcause: warning\n")
	e.until("a warning", func(c *editorClient) bool {
		p := c.published[e.file("m.go")]
		return len(p.Diagnostics) == 1 && p.Diagnostics[0].Severity == protocol.DiagnosticSeverityWarning
	})
	configure("disable: [wrapcause]\n")
	e.expect("m.go")
	configure("disable: [wrapcuase]\n")
	e.expect(".errlint.yml", "wrapcuase")
	configure("severity:\n  wrapcause: note\n")
	e.expect(".errlint.yml")
	e.expect("m.go", "wrapcause/format")
}

// TestEditorPlaces has several modules, a workspace of Go, a file that is in no module, and a text that is in no file.
func TestEditorPlaces(t *testing.T) {
	t.Parallel()
	bad := func(pkg string) string {
		return strings.Replace(strings.Replace(openGo, "%w", "%v", 1), "package m", "package "+pkg, 1)
	}
	e := newEditor(t, map[string]string{
		"work/go.work":    "go 1.26\n\nuse (\n\t./x\n\t./y\n)\n",
		"work/x/go.mod":   "module example.com/x\n\ngo 1.26\n",
		"work/x/x.go":     bad("x"),
		"work/y/go.mod":   "module example.com/y\n\ngo 1.26\n",
		"work/y/y.go":     bad("y"),
		"single/go.mod":   modFile,
		"single/m.go":     bad("m"),
		"later/go.mod":    modFile,
		"later/m.go":      bad("m"),
		"loose/script.go": strings.Replace(bad("main"), "func open", "func main() { failed <- open(\"\") }\n\nvar failed = make(chan error, 1)\n\nfunc open", 1),
		"loose/other.go":  "package other\n",
	}, caps(), "work", "single")
	e.expect("work/x/x.go", "wrapcause/format")
	e.expect("work/y/y.go", "wrapcause/format")
	e.expect("single/m.go", "wrapcause/format")
	e.open("loose/script.go")
	e.expect("loose/script.go", "wrapcause/format")
	e.replace("loose/script.go", "%v", "%w")
	e.expect("loose/script.go")
	e.check(e.server.DidOpen(t.Context(), &protocol.DidOpenTextDocumentParams{
		TextDocument: protocol.TextDocumentItem{URI: "untitled:Untitled-1", LanguageID: "go", Version: 1, Text: bad("m")},
	}))
	e.check(e.server.DidChangeWorkspaceFolders(t.Context(), &protocol.DidChangeWorkspaceFoldersParams{Event: protocol.WorkspaceFoldersChangeEvent{
		Added:   []protocol.WorkspaceFolder{{URI: e.id("later").URI, Name: "later"}},
		Removed: []protocol.WorkspaceFolder{{URI: e.id("single").URI, Name: "single"}},
	}}))
	e.expect("later/m.go", "wrapcause/format")
}

// TestEditorActions takes what is offered besides the fix of one finding.
func TestEditorActions(t *testing.T) {
	t.Parallel()
	text := "package m\n\nimport (\n\t\"errors\"\n\t\"os\"\n)\n"
	for i := range 3 {
		text += fmt.Sprintf("\nfunc f%d() error {\n\terr := os.Remove(\"\")\n\tif err != nil {\n\t\treturn errors.New(\"f: \" + err.Error())\n\t}\n\treturn nil\n}\n", i)
	}
	files := map[string]string{"go.mod": modFile, "m.go": text, "doc.go": strings.Replace(openGo, "func open(", "// Open opens.\n//\n// Errors: none\nfunc Open(", 1)}
	for _, plain := range []bool{false, true} {
		t.Run(fmt.Sprint("plain ", plain), func(t *testing.T) {
			t.Parallel()
			can := caps()
			if plain {
				can.Workspace.WorkspaceEdit = nil
			}
			e := newEditor(t, files, can)
			e.open("m.go")
			e.expect("m.go", "wrapcause/", "wrapcause/", "wrapcause/")
			actions := e.actions("m.go", "errors.New")
			var all string
			for title, a := range actions {
				if strings.HasPrefix(title, "Fix all 3 of wrapcause/") {
					all = title
				}
				if *a.Kind != protocol.CodeActionKindQuickFix {
					t.Errorf("%s: %v", title, *a.Kind)
				}
			}
			e.take(actions, all)
			e.expect("m.go")
			if got := e.texts["m.go"]; strings.Contains(got, `"errors"`) || strings.Count(got, "fmt.Errorf(\"f: %w\", err)") != 3 {
				t.Errorf("fixed:\n%s", got)
			}
			e.replace("m.go", "%w", "%v")
			e.expect("m.go", "wrapcause/format")
			e.take(e.actions("m.go", "%v"), "Ignore wrapcause/format here, with a reason")
			want := []string{}
			if plain {
				want = []string{"directive/", "wrapcause/format"} // the reason is to be written
			}
			e.expect("m.go", want...)
			if got := e.actions("m.go", "package", fixAllKind); len(got) != 0 {
				t.Errorf("offered for the whole file: %v", slices.Collect(maps.Keys(got)))
			}
		})
	}
}

const fixAllKind protocol.CodeActionKind = "source.fixAll.errlint"

// TestEditorPulls asks for diagnostics instead of being told.
func TestEditorPulls(t *testing.T) {
	t.Parallel()
	can := caps()
	can.TextDocument.Diagnostic = &protocol.DiagnosticClientCapabilities{}
	e := newEditor(t, map[string]string{"go.mod": modFile, "m.go": openGo, "other/other.go": otherGo}, can)
	e.open("m.go")
	ask := func(previous string) (digest string, got []string, unchanged bool) {
		t.Helper()
		p := &protocol.DocumentDiagnosticParams{TextDocument: e.id("m.go")}
		if previous != "" {
			p.PreviousResultID = &previous
		}
		report, err := e.server.Diagnostic(t.Context(), p)
		e.check(err)
		switch r := report.(type) {
		case *protocol.RelatedFullDocumentDiagnosticReport:
			return *r.ResultID, listed(r.Items), false
		case *protocol.RelatedUnchangedDocumentDiagnosticReport:
			return r.ResultID, nil, true
		}
		t.Fatalf("%T", report)
		return "", nil, false
	}
	first, got, _ := ask("")
	if len(got) > 0 {
		t.Errorf("%q", got)
	}
	e.replace("m.go", "%w", "%v")
	second, got, _ := ask(first) // it is the answer for the text as it is by now
	if len(got) != 1 || !strings.Contains(got[0], "11:33-11:36 wrapcause/format") {
		t.Errorf("%q", got)
	}
	if _, _, unchanged := ask(second); !unchanged {
		t.Error("nothing has changed, but the answer has")
	}
	e.until("a refresh", func(c *editorClient) bool { return c.refreshed > 0 })

	workspace := func(ctx context.Context, known map[string]string) (map[string]string, error) {
		p := &protocol.WorkspaceDiagnosticParams{PreviousResultIds: []protocol.PreviousResultId{}}
		for name, value := range known {
			p.PreviousResultIds = append(p.PreviousResultIds, protocol.PreviousResultId{URI: e.id(name).URI, Value: value})
		}
		report, err := e.server.DiagnosticWorkspace(ctx, p)
		if err != nil {
			return nil, err
		}
		known = maps.Clone(known)
		if known == nil {
			known = make(map[string]string)
		}
		for _, item := range report.Items {
			full, ok := item.(*protocol.WorkspaceFullDocumentDiagnosticReport)
			if !ok {
				t.Fatalf("%T", item)
			}
			name, err := filepath.Rel(e.dir, full.URI.FsPath())
			e.check(err)
			known[filepath.ToSlash(name)] = *full.ResultID
			if len(full.Items) == 0 {
				known[filepath.ToSlash(name)] = "none"
			}
		}
		return known, nil
	}
	known, err := workspace(t.Context(), nil)
	e.check(err)
	if len(known) != 2 || known["m.go"] != second {
		t.Errorf("known of all files: %v", known)
	}
	// There is nothing new, so there is no answer until there is, or the question is withdrawn.
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if again, err := workspace(ctx, known); err == nil {
		t.Errorf("answered, though nothing is new: %v", again)
	}
	answer := make(chan map[string]string)
	go func() {
		news, _ := workspace(t.Context(), known)
		answer <- news
	}()
	e.replace("m.go", "%v", "%w")
	if news := <-answer; news["m.go"] == second || news["other/other.go"] != known["other/other.go"] {
		t.Errorf("news: %v", news)
	}
	e.client.mu.Lock()
	defer e.client.mu.Unlock()
	if len(e.client.published) > 0 {
		t.Errorf("the client, which asks, is told, too: %v", e.client.published)
	}
}

// TestEditorHover asks which errors may be at a function, a call, and an error, in text that is not saved.
func TestEditorHover(t *testing.T) {
	t.Parallel()
	const store = `package store

import (
	"errors"
	"fmt"
	"io"
)

// ErrGone is.
var ErrGone = errors.New("gone")

// Get gets. It may return [ErrGone], and [io.EOF].
func Get(name string) error {
	if name == "" {
		return ErrGone
	}
	return nil
}

func use() error {
	err := Get("")
	if err != nil {
		return fmt.Errorf("use: %w", err)
	}
	return io.EOF
}
`
	for _, markdown := range []bool{false, true} {
		t.Run(fmt.Sprint("markdown ", markdown), func(t *testing.T) {
			t.Parallel()
			can := caps()
			if markdown {
				can.Experimental = []byte(`{"codeLens": true}`) // where startEditor takes the options from
				can.TextDocument.Hover = &protocol.HoverClientCapabilities{ContentFormat: []protocol.MarkupKind{protocol.MarkupKindMarkdown}}
			}
			e := newEditor(t, map[string]string{"go.mod": modFile, "store/store.go": strings.Replace(store, "return ErrGone", "return io.EOF", 1)}, can)
			e.open("store/store.go")
			e.replace("store/store.go", "return io.EOF", "return ErrGone")
			hover := func(at string, after int) string {
				t.Helper()
				text := e.texts["store/store.go"]
				p := &protocol.HoverParams{}
				p.TextDocument = e.id("store/store.go")
				p.Position = e.position(text, strings.Index(text, at)+after)
				h, err := e.server.Hover(t.Context(), p)
				e.check(err)
				if h == nil {
					return ""
				}
				content, ok := h.Contents.(*protocol.MarkupContent)
				if !ok || (content.Kind == protocol.MarkupKindMarkdown) != markdown {
					t.Fatalf("%T %v", h.Contents, h.Contents)
				}
				return content.Value
			}
			for _, test := range []struct {
				at            string
				after         int
				plain, markup string
			}{
				{"Get(name", 1, "Errors: store.ErrGone\n\n- store.ErrGone: itself", "**Errors:** `store.ErrGone`\n\n- `store.ErrGone`: itself"},
				{"Get(\"\")", 1, "Errors: store.ErrGone\n", "**Errors:** `store.ErrGone`\n"},
				{"err != nil", 1, "Errors: store.ErrGone\n", "**Errors:** `store.ErrGone`\n"},
				{"use()", 1, "Errors: store.ErrGone (wrapped), io.EOF\n", "**Errors:** `store.ErrGone` (wrapped), `io.EOF`\n"},
			} {
				want := test.plain
				if markdown {
					want = test.markup
				}
				if got := hover(test.at, test.after); !strings.HasPrefix(got, want) {
					t.Errorf("at %s: %q, want %q", test.at, got, want)
				}
			}
			if got := hover("name ==", 1); got != "" {
				t.Errorf("of a string: %q", got)
			}
			lenses, err := e.server.CodeLens(t.Context(), &protocol.CodeLensParams{TextDocument: e.id("store/store.go")})
			var got []string
			for _, l := range lenses {
				got = append(got, fmt.Sprintf("%d %s", l.Range.Start.Line+1, l.Command.Title))
			}
			want := []string{"13 errors: store.ErrGone", "20 errors: store.ErrGone (wrapped), io.EOF"}
			if !markdown {
				want = nil // it is off unless it is asked for
			}
			if err == nil && !slices.Equal(got, want) || err != nil && markdown {
				t.Errorf("lenses: %q, %v", got, err)
			}
		})
	}
}
