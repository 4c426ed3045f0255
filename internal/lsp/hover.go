package lsp

import (
	"context"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/errlint/errlint/internal/finding"
)

// A Lens is a line of text above a function.
type Lens struct {
	Line int // of its declaration, from 1
	Text string
}

// ask returns the query for the package of a document, and the document's text; false if
// the package does not compile.
func (s *Server) ask(file string) (Query, *text, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[file]
	if d == nil {
		return Query{}, nil, false
	}
	dir := filepath.Dir(file)
	if d.root.broken[dir] {
		return Query{}, nil, false
	}
	q := Query{Dir: d.root.dir, Patterns: d.root.patterns([]string{dir})}
	q.Overlay, _ = d.root.overlay([]string{dir})
	return q, d.text, true
}

// Hover describes the errors of the expression at the cursor.
func (s *Server) Hover(ctx context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	file := fileOf(p.TextDocument.URI)
	q, t, ok := s.ask(file)
	if !ok {
		return nil, nil
	}
	offset := t.offset(p.Position, s.enc)
	before := t.s[:offset]
	at := finding.Position{File: file, Line: strings.Count(before, "\n") + 1, Column: offset - strings.LastIndexByte(before, '\n'), Offset: offset}
	told, err := s.opts.Errors(ctx, q, at, s.markdown)
	if err != nil || told == "" {
		return nil, nil // code that is being edited often cannot be analysed
	}
	kind := protocol.MarkupKindPlainText
	if s.markdown {
		kind = protocol.MarkupKindMarkdown
	}
	return &protocol.Hover{Contents: &protocol.MarkupContent{Kind: kind, Value: told}}, nil
}

// CodeLens describes, above each function, the errors that it may return.
func (s *Server) CodeLens(ctx context.Context, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	lenses := []protocol.CodeLens{}
	file := fileOf(p.TextDocument.URI)
	q, t, ok := s.ask(file)
	if !ok || !s.lenses {
		return lenses, nil
	}
	found, err := s.opts.Lenses(ctx, q, file)
	if err != nil {
		return lenses, nil
	}
	for _, l := range found {
		at := t.at(finding.Position{Line: l.Line, Column: 1})
		lenses = append(lenses, protocol.CodeLens{Range: t.span(at, at, s.enc), Command: protocol.Command{Title: l.Text}})
	}
	return lenses, nil
}
