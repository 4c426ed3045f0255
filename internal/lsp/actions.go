package lsp

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/fix"
)

// fixAll is the kind of the action that applies all fixes of a file that are safe, as on save.
const fixAll protocol.CodeActionKind = "source.fixAll.errlint"

// CodeAction offers actions for the findings in a range: fixes, and directives that ignore them.
func (s *Server) CodeAction(ctx context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	file := fileOf(p.TextDocument.URI)
	if err := s.wait(ctx, file); err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	actions := []protocol.CommandOrCodeAction{}
	d := s.documents[file]
	if d == nil {
		return actions, nil
	}
	wanted := func(kind protocol.CodeActionKind) bool {
		return len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, func(only protocol.CodeActionKind) bool {
			return only == "" || kind == only || strings.HasPrefix(string(kind), string(only)+".")
		})
	}
	fs, _ := s.findingsIn(file)
	a := &actor{s: s, d: d, texts: &texts{s, make(map[string]*text)}}
	if wanted(protocol.CodeActionKindQuickFix) {
		// Findings that begin in a line of the range count, too: the cursor may be elsewhere in the line.
		start, _ := d.text.line(int(p.Range.Start.Line))
		_, end := d.text.line(int(p.Range.End.Line))
		near := slices.DeleteFunc(slices.Clone(fs), func(f finding.Finding) bool {
			pos, stop := d.text.at(f.Pos), d.text.at(f.End)
			return pos > end || max(pos, stop) < start || pos < start && stop < d.text.offset(p.Range.Start, s.enc)
		})
		for _, f := range near {
			actions = append(actions, a.fixes(f)...)
		}
		offered := make(map[string]bool) // ids
		for _, f := range near {
			if !offered[f.ID()] {
				offered[f.ID()] = true
				actions = append(actions, a.category(f, fs)...)
				actions = append(actions, a.ignore(f)...)
			}
		}
	}
	// It is offered only on request.
	if len(p.Context.Only) > 0 && wanted(fixAll) {
		var safe []finding.Finding
		for _, f := range fs {
			if len(f.Fixes) > 0 && !f.Fixes[0].Unsafe {
				safe = append(safe, f)
			}
		}
		if edit := a.apply(safe); edit != nil {
			actions = append(actions, newAction("Apply all safe fixes of errlint in the file", fixAll, edit))
		}
	}
	return actions, nil
}

func newAction(title string, kind protocol.CodeActionKind, edit *protocol.WorkspaceEdit) *protocol.CodeAction {
	return &protocol.CodeAction{Title: title, Kind: &kind, Edit: edit}
}

// An actor makes actions on a document. Its caller holds the lock.
type actor struct {
	s     *Server
	d     *document
	texts *texts
}

// fixes returns an action for each fix of a finding.
func (a *actor) fixes(f finding.Finding) []protocol.CommandOrCodeAction {
	var actions []protocol.CommandOrCodeAction
	for i, alternative := range f.Fixes {
		one := f
		one.Fixes = []finding.Fix{alternative}
		edit := a.apply([]finding.Finding{one})
		if edit == nil {
			continue
		}
		title := alternative.Message
		if alternative.Unsafe {
			title += " (changes what callers see)"
		}
		action := newAction(title, protocol.CodeActionKindQuickFix, edit)
		action.Diagnostics = []protocol.Diagnostic{a.s.diagnostic(f, a.texts)}
		preferred := i == 0 && !alternative.Unsafe
		action.IsPreferred = &preferred
		actions = append(actions, action)
	}
	return actions
}

// category returns the action that fixes all findings in the file that have the category of one.
func (a *actor) category(of finding.Finding, all []finding.Finding) []protocol.CommandOrCodeAction {
	var same []finding.Finding
	for _, f := range all {
		if f.ID() == of.ID() && len(f.Fixes) > 0 {
			same = append(same, f)
		}
	}
	if len(same) < 2 {
		return nil
	}
	edit := a.apply(same)
	if edit == nil {
		return nil
	}
	title := fmt.Sprintf("Fix all %d of %s in the file", len(same), of.ID())
	return []protocol.CommandOrCodeAction{newAction(title, protocol.CodeActionKindQuickFix, edit)}
}

// ignore returns the action that writes an ignore directive for a finding. If the client supports snippets, the reason is a field to be filled in; else it is left out,
// and the directive is reported for lack of a reason.
func (a *actor) ignore(f finding.Finding) []protocol.CommandOrCodeAction {
	if filepath.Ext(f.Pos.File) != ".go" {
		return nil
	}
	source := []byte(a.d.text.s)
	offset, before, after := directive.Insertion(source, directive.Below(source, f.Pos.Line), []string{f.ID()})
	at := a.d.text.span(offset, offset, a.s.enc)
	var edit *protocol.WorkspaceEdit
	if a.s.snippets {
		escape := strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`)
		edit = a.edits(a.d.file, []protocol.TextDocumentEditElement{&protocol.SnippetTextEdit{
			Range:   at,
			Snippet: protocol.StringValue{Kind: "snippet", Value: escape.Replace(before) + "${1:reason}" + escape.Replace(after)},
		}})
	} else {
		edit = a.edits(a.d.file, []protocol.TextDocumentEditElement{&protocol.TextEdit{Range: at, NewText: strings.TrimRight(before, " ") + after}})
	}
	action := newAction("Ignore "+f.ID()+" here, with a reason", protocol.CodeActionKindQuickFix, edit)
	action.Diagnostics = []protocol.Diagnostic{a.s.diagnostic(f, a.texts)}
	return []protocol.CommandOrCodeAction{action}
}

// apply returns the edit that applies the first fixes of findings; nil if there is nothing to apply.
func (a *actor) apply(fs []finding.Finding) *protocol.WorkspaceEdit {
	if len(fs) == 0 {
		return nil
	}
	result, err := fix.Apply(fs, fix.Options{Root: a.d.root.dir, ReadFile: func(name string) ([]byte, error) {
		return []byte(a.texts.of(name).s), nil
	}})
	if err != nil || len(result.Files) == 0 {
		return nil
	}
	edit := new(protocol.WorkspaceEdit)
	for _, f := range result.Files {
		if bytes.Equal(f.Old, f.New) {
			continue
		}
		old := newText(string(f.Old))
		var edits []protocol.TextDocumentEditElement
		for _, e := range udiff.Bytes(f.Old, f.New) {
			edits = append(edits, &protocol.TextEdit{Range: old.span(e.Start, e.End, a.s.enc), NewText: e.New})
		}
		one := a.edits(f.Name, edits)
		edit.DocumentChanges = append(edit.DocumentChanges, one.DocumentChanges...)
		for u, edits := range one.Changes {
			if edit.Changes == nil {
				edit.Changes = one.Changes
			}
			edit.Changes[u] = edits
		}
	}
	return edit
}

// edits returns edits of a file in the form that the client supports.
func (a *actor) edits(file string, edits []protocol.TextDocumentEditElement) *protocol.WorkspaceEdit {
	u := a.s.uriOf(file)
	if !a.s.versionedEdits {
		var plain []protocol.TextEdit
		for _, e := range edits {
			if e, ok := e.(*protocol.TextEdit); ok {
				plain = append(plain, *e)
			}
		}
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{u: plain}}
	}
	var id protocol.OptionalVersionedTextDocumentIdentifier
	id.URI = u
	if d := a.s.documents[file]; d != nil {
		id.Version = &d.version
	}
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{&protocol.TextDocumentEdit{TextDocument: id, Edits: edits}}}
}
