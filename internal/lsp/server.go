package lsp

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/errlint/errlint/internal/finding"
)

// Options are the functions of the command that a server needs.
type Options struct {
	Version string

	// Check does a run. It returns an error only if there is nothing to report.
	Check func(ctx context.Context, q Query) (*Report, error)

	// Errors describes, in a few lines, the errors that an expression at a place in a file may be or return: a function, a call, an error. It returns "" for
	// other expressions. The query has the pattern of the package.
	Errors func(ctx context.Context, q Query, at finding.Position, markdown bool) (string, error)

	// Lenses describes, in a line for each function of a file, the errors that the function may return.
	Lenses func(ctx context.Context, q Query, file string) ([]Lens, error)

	// Root returns the directory of the workspace of Go, or else of the module, that a directory is in; false if it is in none.
	Root func(dir string) (string, bool)

	// Foreign reports whether a file is not the user's to change, such as a file of a dependency. If an editor opens one outside of its
	// folders, to show a declaration, there are no diagnostics for it.
	Foreign func(file string) bool

	// Watched are the names of files, other than those of Go, that affect the findings.
	Watched []string
}

// A Server is the state of a connection. Its methods implement the protocol.
type Server struct {
	protocol.UnimplementedServer
	opts   Options
	client protocol.Client
	ctx    context.Context // until the connection ends
	exit   chan struct{}   // closed by the notification exit
	ended  sync.Once

	// The capabilities of the client; set by Initialize.
	enc            encoding
	pulls          bool // it asks for diagnostics
	refreshes      bool // and can be told to do so
	versionedEdits bool
	snippets       bool
	progress       bool
	watches        bool
	markdown       bool
	lenses         bool // it wants them: they are off by default

	mu                       sync.Mutex
	settled                  *sync.Cond // of mu: results have been stored
	shutdown                 bool
	folders                  []string               // directories
	roots                    map[string]*root       // by directory, or file
	documents                map[string]*document   // by file
	published                map[string]publication // by file
	refreshing, refreshAgain bool                   // the client is being told to ask; and it is to be told once more
}

// Serve serves a client until it says exit, its end of the stream closes, or ctx is done. It reports whether the client
// has asked for the shutdown before, as it should.
func Serve(ctx context.Context, stream io.ReadWriteCloser, opts Options) bool {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream = newSender(stream)
	s := &Server{
		opts:      opts,
		ctx:       ctx,
		exit:      make(chan struct{}),
		roots:     make(map[string]*root),
		documents: make(map[string]*document),
		published: make(map[string]publication),
	}
	s.settled = sync.NewCond(&s.mu)
	conn := jsonrpc2.NewConn(jsonrpc2.NewStream(stream), jsonrpc2.WithCodec(codec{}))
	s.client = protocol.ClientDispatcher(conn)
	conn.Go(ctx, s.handler())
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.settled.Broadcast() // waiting requests look at their contexts
	})
	defer stop()
	select {
	case <-ctx.Done():
	case <-conn.Done():
	case <-s.exit:
	}
	cancel()
	_ = stream.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shutdown
}

// questions are the requests that may have to wait for a run.
var questions = []string{
	protocol.MethodTextDocumentHover,
	protocol.MethodTextDocumentCodeLens,
	protocol.MethodTextDocumentCodeAction,
	protocol.MethodTextDocumentDiagnostic,
	protocol.MethodWorkspaceDiagnostic,
}

// handler returns the handler of messages. It handles them one by one, in their order, except for questions, which do not block later messages and which
// the client can cancel.
//
// The library reuses the context of a message for another one when the handler returns, so no context may be derived from it. (protocol.CancelHandler
// derives one, and panics when it loses the race.)
func (s *Server) handler() jsonrpc2.Handler {
	var mu sync.Mutex
	asked := make(map[jsonrpc2.ID]context.CancelFunc)
	serve := protocol.ServerHandler(s, jsonrpc2.MethodNotFoundHandler)
	return func(message context.Context, req *jsonrpc2.Request) (any, error) {
		switch method := req.Method(); {
		case method == protocol.MethodCancelRequest:
			var p protocol.CancelParams
			if protocol.Unmarshal(req.Params(), &p) != nil {
				return nil, nil // a malformed notification is ignored
			}
			mu.Lock()
			defer mu.Unlock()
			switch id := p.ID.(type) {
			case protocol.Integer:
				if cancel := asked[jsonrpc2.NewNumberID(int64(id))]; cancel != nil {
					cancel()
				}
			case protocol.String:
				if cancel := asked[jsonrpc2.NewStringID(string(id))]; cancel != nil {
					cancel()
				}
			}
			return nil, nil
		case req.IsCall() && slices.Contains(questions, method):
			ctx, cancel := context.WithCancel(s.ctx)
			id := req.ID()
			mu.Lock()
			asked[id] = cancel
			mu.Unlock()
			defer func() {
				mu.Lock()
				delete(asked, id)
				mu.Unlock()
				cancel()
			}()
			jsonrpc2.Async(message)
			return serve(ctx, req)
		default:
			result, err := serve(s.ctx, req)
			if !req.IsCall() {
				err = nil // it would end the connection
			}
			return result, err
		}
	}
}

// A codec encodes messages with package protocol.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error)      { return protocol.Marshal(v) }
func (codec) Unmarshal(data []byte, v any) error { return protocol.Unmarshal(data, v) }

// show shows a message to the user. If it cannot be sent, the connection is lost anyway.
func (s *Server) show(message string) {
	_ = s.client.LogMessage(s.ctx, &protocol.LogMessageParams{Type: protocol.MessageTypeWarning, Message: message})
}

func isTrue(b *bool) bool { return b != nil && *b }

// Initialize exchanges capabilities with the client.
func (s *Server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	caps := p.Capabilities
	result := &protocol.InitializeResult{ServerInfo: protocol.ServerInfo{Name: "errlint", Version: protocol.NewOptional(s.opts.Version)}}
	c := &result.Capabilities
	c.PositionEncoding = protocol.PositionEncodingKindUTF16
	if g := caps.General; g != nil && slices.Contains(g.PositionEncodings, protocol.PositionEncodingKindUTF8) {
		s.enc = utf8Units
		c.PositionEncoding = protocol.PositionEncodingKindUTF8
	}
	if t := caps.TextDocument; t != nil {
		s.pulls = t.Diagnostic != nil
		if t.Hover != nil {
			s.markdown = slices.Contains(t.Hover.ContentFormat, protocol.MarkupKindMarkdown)
		}
	}
	if w := caps.Workspace; w != nil {
		s.refreshes = w.Diagnostics != nil && isTrue(w.Diagnostics.RefreshSupport)
		s.versionedEdits = w.WorkspaceEdit != nil && isTrue(w.WorkspaceEdit.DocumentChanges)
		s.snippets = s.versionedEdits && isTrue(w.WorkspaceEdit.SnippetEditSupport)
		s.watches = w.DidChangeWatchedFiles != nil && isTrue(w.DidChangeWatchedFiles.DynamicRegistration)
	}
	s.progress = caps.Window != nil && isTrue(caps.Window.WorkDoneProgress)

	yes := new(true)
	incremental := protocol.TextDocumentSyncKindIncremental
	c.TextDocumentSync = &protocol.TextDocumentSyncOptions{OpenClose: yes, Change: &incremental, Save: protocol.Boolean(true)}
	c.CodeActionProvider = &protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, fixAll}}
	c.HoverProvider = protocol.Boolean(true)
	var settings struct {
		CodeLens bool `json:"codeLens"`
	}
	if len(p.InitializationOptions) > 0 && json.Unmarshal(p.InitializationOptions, &settings) == nil && settings.CodeLens {
		s.lenses = true
		c.CodeLensProvider = &protocol.CodeLensOptions{}
	}
	if s.pulls {
		c.DiagnosticProvider = &protocol.DiagnosticOptions{InterFileDependencies: true, WorkspaceDiagnostics: true}
	}
	c.Workspace = &protocol.WorkspaceOptions{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
		Supported: yes, ChangeNotifications: protocol.Boolean(true),
	}}

	folders, ok := p.WorkspaceFolders.Get()
	//lint:ignore SA1019 Clients without support for folders send it.
	if root := p.RootURI; !ok && root != nil {
		s.addFolder(*root)
	}
	for _, f := range folders {
		s.addFolder(f.URI)
	}
	return result, nil
}

// Initialized asks the client to watch the files that findings depend on, and starts the first runs.
func (s *Server) Initialized(context.Context, *protocol.InitializedParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, dir := range s.folders {
		s.rootOfDir(dir)
	}
	if s.watches {
		var options protocol.DidChangeWatchedFilesRegistrationOptions
		for _, name := range append([]string{"*.go", "go.mod", "go.work"}, s.opts.Watched...) {
			options.Watchers = append(options.Watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern("**/" + name)})
		}
		text, err := protocol.Marshal(&options)
		if err != nil {
			return nil // a notification's error would end the connection
		}
		// In a goroutine, because the client's answer may take time.
		go func() {
			_ = s.client.RegisterCapability(s.ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{{
				ID: "watch", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: text,
			}}})
		}()
	}
	return nil
}

// Shutdown and Exit end the connection, in this order.
func (s *Server) Shutdown(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shutdown = true
	return nil
}

func (s *Server) Exit(context.Context) error {
	s.ended.Do(func() { close(s.exit) })
	return nil
}

// addFolder adds a folder of the editor's workspace. The caller holds the lock.
func (s *Server) addFolder(u uri.URI) {
	if dir := fileOf(u); dir != "" && !slices.Contains(s.folders, dir) {
		s.folders = append(s.folders, dir)
	}
}

// fileOf returns the name of the file of a URI; "" if it has none, like a text that was never saved. The name does not share memory with the URI, because the library reuses that of a message.
func fileOf(u uri.URI) string {
	if !strings.HasPrefix(string(u), "file:") {
		return ""
	}
	parsed, err := uri.Parse(string(u))
	if err != nil {
		return ""
	}
	return strings.Clone(filepath.Clean(parsed.FsPath()))
}

// uriOf returns the URI of a file, spelled as the client does. The caller holds the lock.
func (s *Server) uriOf(file string) uri.URI {
	if d := s.documents[file]; d != nil {
		return d.uri
	}
	return uri.File(file)
}

// rootOfDir returns the root that a directory is in; nil if there is none. The caller holds the lock.
func (s *Server) rootOfDir(dir string) *root {
	top, ok := s.opts.Root(dir)
	if !ok {
		return nil
	}
	return s.addRoot(top, "")
}

func (s *Server) addRoot(dir, only string) *root {
	key := dir
	if only != "" {
		key = only
	}
	if r := s.roots[key]; r != nil {
		return r
	}
	ctx, stop := context.WithCancel(s.ctx)
	r := newRoot(s, dir, only, stop)
	s.roots[key] = r
	r.edited("")
	go r.loop(ctx)
	return r
}

// release removes a root with its findings, unless a document or a folder of the workspace belongs to it. The caller holds the lock.
func (s *Server) release(r *root) {
	for _, d := range s.documents {
		if d.root == r {
			return
		}
	}
	key := r.only
	if r.only == "" {
		key = r.dir
		if s.inFolder(r.dir) || slices.ContainsFunc(s.folders, func(dir string) bool { top, ok := s.opts.Root(dir); return ok && top == r.dir }) {
			return
		}
	}
	if s.roots[key] != r {
		return
	}
	delete(s.roots, key)
	r.stop()
	r.generation++ // makes the current run out of date
	files := slices.Collect(maps.Keys(r.findings))
	files = slices.AppendSeq(files, maps.Keys(r.problems))
	r.findings, r.problems = nil, nil
	slices.Sort(files)
	s.publish(slices.Compact(files))
}

// inFolder reports whether a file or directory is in a folder of the workspace. The caller holds the lock.
func (s *Server) inFolder(name string) bool {
	return slices.ContainsFunc(s.folders, func(dir string) bool {
		rel, err := filepath.Rel(dir, name)
		return err == nil && filepath.IsLocal(rel)
	})
}

// DidChangeWorkspaceFolders adds and removes folders. The root of a removed folder stays as long as a document of it is open.
func (s *Server) DidChangeWorkspaceFolders(_ context.Context, p *protocol.DidChangeWorkspaceFoldersParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range p.Event.Added {
		s.addFolder(f.URI)
		if dir := fileOf(f.URI); dir != "" {
			s.rootOfDir(dir)
		}
	}
	for _, f := range p.Event.Removed {
		dir := fileOf(f.URI)
		s.folders = slices.DeleteFunc(s.folders, func(d string) bool { return d == dir })
	}
	for _, r := range slices.Collect(maps.Values(s.roots)) {
		s.release(r)
	}
	return nil
}

// DidOpen makes a document of a file.
func (s *Server) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	file := fileOf(p.TextDocument.URI)
	if filepath.Ext(file) != ".go" || !s.inFolder(file) && s.opts.Foreign(file) {
		return nil
	}
	dir := filepath.Dir(file)
	r := s.rootOfDir(dir)
	if r == nil {
		r = s.addRoot(dir, file)
	}
	d := &document{
		uri:     uri.URI(strings.Clone(string(p.TextDocument.URI))),
		file:    file,
		version: p.TextDocument.Version,
		text:    newText(strings.Clone(p.TextDocument.Text)),
		root:    r,
	}
	before := s.read(file)
	s.documents[file] = d
	if before.s != d.text.s {
		s.edit(d)
	} else {
		r.poke()
	}
	s.publish([]string{file}) // a client may have dropped earlier diagnostics
	return nil
}

// edit records that the text of a document has changed. The caller holds the lock.
func (s *Server) edit(d *document) {
	dir := filepath.Dir(d.file)
	if d.root.only != "" {
		dir = ""
	}
	d.root.edited(dir)
	d.edited = d.root.generation
}

// DidChange applies an edit to a document.
func (s *Server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[fileOf(p.TextDocument.URI)]
	if d == nil {
		return nil
	}
	next, edits := d.text.change(p.ContentChanges, s.enc)
	d.version = p.TextDocument.Version
	if next.s == d.text.s {
		return nil
	}
	d.text = next
	if fs := d.root.findings[d.file]; len(fs) > 0 {
		for _, e := range edits {
			fs = next.move(fs, e)
		}
		d.root.findings[d.file] = fs
	}
	s.edit(d)
	return nil
}

// DidSave starts a check of everything, because the files on disk have changed.
func (s *Server) DidSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.documents[fileOf(p.TextDocument.URI)]; d != nil {
		d.root.edited("")
	}
	return nil
}

// DidClose drops a document: from now on, the text on disk counts.
func (s *Server) DidClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	file := fileOf(p.TextDocument.URI)
	d := s.documents[file]
	if d == nil {
		return nil
	}
	delete(s.documents, file)
	if s.read(file).s != d.text.s {
		d.root.edited(filepath.Dir(file))
	}
	s.release(d.root)
	return nil
}

// DidChangeWatchedFiles starts a check of everything, unless only documents have changed, for which the editor's text counts.
func (s *Server) DidChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	touched := make(map[*root]bool)
	for _, e := range p.Changes {
		file := fileOf(e.URI)
		if s.documents[file] != nil {
			continue
		}
		if r := s.rootOfDir(filepath.Dir(file)); r != nil {
			touched[r] = true
		}
	}
	for r := range touched {
		r.edited("")
	}
	return nil
}

// DidChangeConfiguration starts a check of everything.
func (s *Server) DidChangeConfiguration(context.Context, *protocol.DidChangeConfigurationParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.roots {
		r.edited("")
	}
	return nil
}

// wait waits until the findings in a file are those of its current text, and returns with the lock held. If the request is cancelled before,
// wait returns an error, and the lock is not held.
func (s *Server) wait(ctx context.Context, file string) error {
	s.mu.Lock()
	d := s.documents[file]
	var edited uint64
	if d != nil {
		edited = d.edited
	}
	return s.waitFor(ctx, func() bool {
		return d == nil || s.documents[file] != d || d.edited != edited || d.root.settled(file, d.edited)
	})
}

// waitFor is wait for a condition. The caller holds the lock.
func (s *Server) waitFor(ctx context.Context, ok func() bool) error {
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.settled.Broadcast()
	})
	defer stop()
	for !ok() {
		if ctx.Err() != nil || s.ctx.Err() != nil {
			s.mu.Unlock()
			return protocol.ErrRequestCancelled
		}
		s.settled.Wait()
	}
	return nil
}

// findingsIn returns the findings and problems in a file. The caller holds the lock.
func (s *Server) findingsIn(file string) ([]finding.Finding, []finding.Problem) {
	var fs []finding.Finding
	var ps []finding.Problem
	for _, r := range s.roots {
		if r.only != "" && r.only != file {
			continue
		}
		fs = append(fs, r.findings[file]...)
		ps = append(ps, r.problems[file]...)
	}
	return finding.Sort(fs), ps
}
