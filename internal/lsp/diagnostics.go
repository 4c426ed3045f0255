package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/finding"
)

// A publication has the diagnostics of a file that the client was last sent, or gets when it asks.
type publication struct {
	items  []protocol.Diagnostic
	digest string // of items
}

// read returns the text of a file: the editor's, or what is on disk; empty if there is neither. The caller holds the lock.
func (s *Server) read(file string) *text {
	if d := s.documents[file]; d != nil {
		return d.text
	}
	t, err := os.ReadFile(file)
	if err != nil {
		return newText("")
	}
	return newText(string(t))
}

// texts reads each file once.
type texts struct {
	s     *Server
	known map[string]*text
}

func (t *texts) of(file string) *text {
	if t.known[file] == nil {
		t.known[file] = t.s.read(file)
	}
	return t.known[file]
}

// publish updates the publications of files, and sends them or tells the client to ask for them. The
// caller holds the lock.
func (s *Server) publish(files []string) {
	t := &texts{s, make(map[string]*text)}
	news := false
	for _, file := range files {
		p := s.publication(file, t)
		old, known := s.published[file]
		if len(p.items) == 0 && s.documents[file] == nil {
			delete(s.published, file)
		} else {
			s.published[file] = p
		}
		differs := p.digest != old.digest && (known || len(p.items) > 0)
		news = news || differs
		// Documents are published after each run, so that the client knows which version was checked.
		if d := s.documents[file]; !s.pulls && (differs || d != nil) {
			params := &protocol.PublishDiagnosticsParams{URI: s.uriOf(file), Diagnostics: p.items}
			if d != nil {
				params.Version = protocol.NewOptional(d.version)
			}
			_ = s.client.PublishDiagnostics(s.ctx, params) // it does not block, for a [sender] does not
		}
	}
	if news && s.pulls && s.refreshes {
		s.refresh()
	}
	s.settled.Broadcast()
}

// answerTime is how long a client may take to answer before it is asked again.
const answerTime = 10 * time.Second

// refresh tells the client to ask for diagnostics. If it is just being told, it is told once more after that. The caller holds the lock.
func (s *Server) refresh() {
	if s.refreshAgain = s.refreshing; s.refreshing {
		return
	}
	s.refreshing = true
	go func() {
		for again := true; again && s.ctx.Err() == nil; {
			ctx, cancel := context.WithTimeout(s.ctx, answerTime)
			_ = s.client.DiagnosticRefresh(ctx)
			cancel()
			s.mu.Lock()
			again = s.refreshAgain
			s.refreshing, s.refreshAgain = again, false
			s.mu.Unlock()
		}
	}()
}

// publication returns the current diagnostics of a file. The caller holds the lock.
func (s *Server) publication(file string, t *texts) publication {
	fs, ps := s.findingsIn(file)
	p := publication{items: []protocol.Diagnostic{}}
	for _, f := range fs {
		p.items = append(p.items, s.diagnostic(f, t))
	}
	for _, pr := range ps {
		at := t.of(file).at(pr.Pos)
		_, end := t.of(file).line(max(pr.Pos.Line-1, 0))
		p.items = append(p.items, protocol.Diagnostic{
			Range:    t.of(file).span(at, end, s.enc),
			Severity: protocol.DiagnosticSeverityError,
			Source:   protocol.NewOptional("errlint"),
			Message:  protocol.String(pr.Message),
		})
	}
	h := sha256.New()
	for i := range p.items {
		text, err := protocol.Marshal(&p.items[i])
		if err == nil {
			h.Write(text)
		}
	}
	p.digest = hex.EncodeToString(h.Sum(nil)[:16])
	return p
}

var severities = map[finding.Severity]protocol.DiagnosticSeverity{
	finding.Error:   protocol.DiagnosticSeverityError,
	finding.Warning: protocol.DiagnosticSeverityWarning,
	finding.Note:    protocol.DiagnosticSeverityInformation,
}

// diagnostic converts a finding to a diagnostic of the protocol.
func (s *Server) diagnostic(f finding.Finding, t *texts) protocol.Diagnostic {
	text := t.of(f.Pos.File)
	d := protocol.Diagnostic{
		Range:           text.span(text.at(f.Pos), text.at(f.End), s.enc),
		Severity:        severities[f.Level()],
		Code:            protocol.String(f.ID()),
		CodeDescription: protocol.CodeDescription{Href: uri.URI(f.URL)},
		Source:          protocol.NewOptional("errlint"),
		Message:         protocol.String(f.Message),
	}
	for _, r := range f.Related {
		if !r.Pos.IsValid() {
			continue
		}
		text := t.of(r.Pos.File)
		end := r.Pos
		if r.End.IsValid() {
			end = r.End
		}
		d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
			Location: protocol.Location{URI: s.uriOf(r.Pos.File), Range: text.span(text.at(r.Pos), text.at(end), s.enc)},
			Message:  r.Message,
		})
	}
	return d
}

// The kinds of reports of diagnostics.
const (
	kindFull      = "full"
	kindUnchanged = "unchanged"
)

// Diagnostic returns the diagnostics of a document.
func (s *Server) Diagnostic(ctx context.Context, p *protocol.DocumentDiagnosticParams) (protocol.DocumentDiagnosticReport, error) {
	file := fileOf(p.TextDocument.URI)
	if err := s.wait(ctx, file); err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	pub := s.publication(file, &texts{s, make(map[string]*text)})
	if p.PreviousResultID != nil && *p.PreviousResultID == pub.digest {
		return &protocol.RelatedUnchangedDocumentDiagnosticReport{
			UnchangedDocumentDiagnosticReport: protocol.UnchangedDocumentDiagnosticReport{Kind: kindUnchanged, ResultID: pub.digest},
		}, nil
	}
	return &protocol.RelatedFullDocumentDiagnosticReport{
		FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{Kind: kindFull, ResultID: &pub.digest, Items: pub.items},
	}, nil
}

// DiagnosticWorkspace returns the diagnostics of all files for which they differ from those that the client knows. If there are none,
// it waits until there are.
func (s *Server) DiagnosticWorkspace(ctx context.Context, p *protocol.WorkspaceDiagnosticParams) (*protocol.WorkspaceDiagnosticReport, error) {
	known := make(map[string]string)
	for _, prev := range p.PreviousResultIds {
		known[fileOf(prev.URI)] = prev.Value
	}
	news := func() []string {
		var files []string
		for file, pub := range s.published {
			if known[file] != pub.digest {
				files = append(files, file)
			}
		}
		for file := range known {
			if _, ok := s.published[file]; !ok && known[file] != none {
				files = append(files, file)
			}
		}
		slices.Sort(files)
		return files
	}
	s.mu.Lock()
	ready := func() bool {
		for r := range maps.Values(s.roots) {
			if r.checked == 0 {
				return false
			}
		}
		return len(known) == 0 || len(news()) > 0
	}
	if err := s.waitFor(ctx, ready); err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	report := &protocol.WorkspaceDiagnosticReport{Items: []protocol.WorkspaceDocumentDiagnosticReport{}}
	for _, file := range news() {
		pub, ok := s.published[file]
		if !ok {
			pub = publication{items: []protocol.Diagnostic{}, digest: none}
		}
		full := &protocol.WorkspaceFullDocumentDiagnosticReport{
			FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{Kind: kindFull, ResultID: &pub.digest, Items: pub.items},
			URI:                          s.uriOf(file),
		}
		if d := s.documents[file]; d != nil {
			full.Version = &d.version
		}
		report.Items = append(report.Items, full)
	}
	return report, nil
}

// none is the result ID of a file that has no diagnostics any longer.
const none = "none"

// A bar shows the progress of a long run.
type bar struct {
	s     *Server
	token protocol.String
	state chan driver.Progress // the latest

	running context.Context // until the run ends
	end     context.CancelFunc
}

// patience is how long a run may take before its progress is shown.
const patience = time.Second

// newProgress returns the bar of a run in a directory.
func (s *Server) newProgress(dir string) *bar {
	b := &bar{s: s, token: protocol.String("errlint " + dir), state: make(chan driver.Progress, 1)}
	b.running, b.end = context.WithCancel(s.ctx)
	if s.progress {
		timer := time.AfterFunc(patience, func() { b.show(filepath.Base(dir)) })
		context.AfterFunc(b.running, func() { timer.Stop() })
	}
	return b
}

func (b *bar) update(p driver.Progress) {
	select {
	case <-b.state:
	default:
	}
	select {
	case b.state <- p:
	default:
	}
}

func (b *bar) show(name string) {
	if b.s.client.WorkDoneProgressCreate(b.running, &protocol.WorkDoneProgressCreateParams{Token: b.token}) != nil {
		return
	}
	send := func(v any) {
		text, err := protocol.Marshal(v)
		if err == nil {
			_ = b.s.client.Progress(b.s.ctx, &protocol.ProgressParams{Token: b.token, Value: text})
		}
	}
	percent := new(uint32)
	send(&protocol.WorkDoneProgressBegin{Kind: "begin", Title: "errlint: " + name, Percentage: percent})
	for {
		select {
		case <-b.running.Done():
			send(&protocol.WorkDoneProgressEnd{Kind: "end"})
			return
		case p := <-b.state:
			percentage := uint32(0)
			if p.Phase == driver.PhaseAnalysing && p.Total > 0 {
				percentage = uint32(100 * p.Done / p.Total)
			}
			send(&protocol.WorkDoneProgressReport{Kind: "report", Message: &p.Phase, Percentage: &percentage})
			// More frequent reports could not be seen.
			select {
			case <-b.running.Done():
			case <-time.After(100 * time.Millisecond):
			}
		}
	}
}
