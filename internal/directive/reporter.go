package directive

import (
	"cmp"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/rules"
)

// UnusedCategory is the category of the diagnostics of [Reporter.Finish].
const UnusedCategory = rules.Unused

// linter is errlint's name in golangci-lint.
const linter = "errlint"

// A Reporter reports the findings of one rule on one package.
type Reporter struct {
	pass       *analysis.Pass
	rule       string
	url        string
	ownsOpaque bool
	hostNolint bool // the host applies nolint comments
	sink       Sink // takes what is suppressed; may be nil
	files      map[*token.File]*fileState
}

// A fileState is what a Reporter knows of one file.
type fileState struct {
	file       *ast.File
	directives []Directive
	used       [][]bool // by index of directives, and of their rules; those without have one entry
	generated  bool
}

// An Option changes what a Reporter does.
type Option func(*Reporter)

// OwnsOpaque makes [Reporter.Finish] report the opaque directives that were not
// asked for, too. It is for the one rule that asks about each place
// where such a directive can matter.
func OwnsOpaque(r *Reporter) { r.ownsOpaque = true }

// NewReporter returns a reporter for a pass. The rule is the pass's analyzer. The
// url is that of the rule's page; if it is empty, the analyzer's own is used.
func NewReporter(pass *analysis.Pass, url string, options ...Option) *Reporter {
	r := &Reporter{
		pass:  pass,
		rule:  pass.Analyzer.Name,
		url:   cmp.Or(url, pass.Analyzer.URL),
		files: make(map[*token.File]*fileState, len(pass.Files)),
	}
	_, r.hostNolint = pass.ResultOf[HostNolint]
	r.sink, _ = pass.ResultOf[Suppressed].(Sink)
	for _, option := range options {
		option(r)
	}
	for _, file := range pass.Files {
		directives := Parse(pass.Fset, file)
		used := make([][]bool, len(directives))
		for i, d := range directives {
			used[i] = make([]bool, max(1, len(d.Rules)))
		}
		r.files[pass.Fset.File(file.FileStart)] = &fileState{
			file:       file,
			directives: directives,
			used:       used,
			generated:  IsGenerated(pass.Fset, file),
		}
	}
	return r
}

// IsGenerated reports whether a file is marked as generated. The output of cgo,
// which is what tools see in place of a file that imports "C", is not generated
// in this sense: it is the author's file with the same lines. Only the one file
// in which cgo declares its own names is.
func IsGenerated(fset *token.FileSet, file *ast.File) bool {
	if !ast.IsGenerated(file) {
		return false
	}
	if filepath.Base(fset.PositionFor(file.FileStart, false).Filename) == "_cgo_gotypes.go" {
		return true
	}
	for _, group := range file.Comments {
		if group.Pos() > file.Package {
			break
		}
		for _, c := range group.List {
			for line := range strings.Lines(c.Text) {
				by, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), "// Code generated ")
				if ok && strings.HasSuffix(by, " DO NOT EDIT.") && !strings.HasPrefix(by, "by cmd/cgo;") {
					return true
				}
			}
		}
	}
	return false
}

// Report reports a diagnostic, unless it lies in a generated file or a directive
// suppresses this rule there.
func (r *Reporter) Report(diag analysis.Diagnostic) {
	diag.URL = cmp.Or(diag.URL, r.url)
	if f := r.files[r.pass.Fset.File(diag.Pos)]; f != nil {
		if f.generated {
			return
		}
		// All directives that cover the place count as used: which of two was
		// needed is not a question that has an answer.
		suppressed, reason := false, ""
		for i := range f.directives {
			d := &f.directives[i]
			if d.meantFor(r.rule, diag.Category, diag.Pos) {
				diag.SuggestedFixes = nil // the author wants the code as it is
			}
			if d.suppresses(r.rule, diag.Category) && d.Covers(diag.Pos) {
				for j := range f.used[i] {
					f.used[i][j] = f.used[i][j] || d.Kind != Ignore || rules.Covers(d.Rules[j], r.rule, diag.Category)
				}
				if d.Kind != Nolint || !r.hostNolint {
					suppressed, reason = true, cmp.Or(reason, d.Reason)
				}
			}
		}
		if suppressed {
			if r.sink != nil {
				r.sink(diag, reason)
			}
			return
		}
	}
	r.pass.Report(diag)
}

// suppresses reports whether a directive is one that suppresses a rule's
// findings of a category.
func (d *Directive) suppresses(rule, category string) bool {
	switch d.Kind {
	case Ignore:
		return rules.Any(d.Rules, rule, category)
	case Nolint:
		return d.Rules == nil || slices.Contains(d.Rules, linter)
	}
	return false
}

// meantFor reports whether a directive would keep the finding from counting, or the
// cause hidden, if it gave its reason.
func (d *Directive) meantFor(rule, category string, pos token.Pos) bool {
	return (d.Kind == Opaque || d.suppresses(rule, category)) &&
		slices.ContainsFunc(d.Problems, func(p Problem) bool { return p.Code == MissingReason }) &&
		slices.ContainsFunc(d.scope, func(s span) bool { return s.contains(pos) })
}

// Opaque reports whether an opaque directive covers a position, and remembers that it
// was asked for.
func (r *Reporter) Opaque(pos token.Pos) bool {
	f := r.files[r.pass.Fset.File(pos)]
	if f == nil {
		return false
	}
	covered := false
	for i := range f.directives {
		d := &f.directives[i]
		if d.Kind == Opaque && d.Covers(pos) {
			f.used[i][0] = true
			covered = true
		}
	}
	return covered
}

// Finish reports the directives of this rule that suppressed nothing. It is to be called
// once, after the last call to Report and Opaque, and not at all if the rule did not look at
// the whole package.
func (r *Reporter) Finish() {
	for _, file := range r.pass.Files {
		f := r.files[r.pass.Fset.File(file.FileStart)]
		if f.generated {
			continue
		}
		for i := range f.directives {
			d := &f.directives[i]
			if !d.Valid() {
				continue
			}
			switch {
			case d.Kind == Opaque && r.ownsOpaque && !f.used[i][0]:
				r.reportUnused(f, d, 0, "errlint:opaque hides nothing")
			case d.Kind == Ignore:
				for j, id := range d.Rules {
					if rule, _, _ := strings.Cut(id, "/"); rule == r.rule && !f.used[i][j] {
						r.reportUnused(f, d, j, "errlint:ignore "+id+" suppresses nothing")
					}
				}
			}
		}
	}
}

// reportUnused reports a directive, or the rule of that index in it if it names
// several.
func (r *Reporter) reportUnused(f *fileState, d *Directive, rule int, message string) {
	diag := analysis.Diagnostic{Pos: d.Pos, End: d.End, Category: UnusedCategory, URL: r.url, Message: message}
	var edit analysis.TextEdit
	if n := d.names; len(n) > 1 {
		diag.Pos, diag.End = n[rule].pos, n[rule].end
		edit = analysis.TextEdit{Pos: n[rule].pos, End: n[rule].end}
		if rule > 0 {
			edit.Pos = n[rule-1].end
		} else {
			edit.End = n[1].pos
		}
	} else {
		edit = removal(r.pass, d)
	}
	for _, other := range f.directives {
		if other.Kind == Nolint && other.suppresses(r.rule, diag.Category) && other.Covers(diag.Pos) {
			return
		}
	}
	diag.SuggestedFixes = []analysis.SuggestedFix{{
		Message:   "Remove the unused directive",
		TextEdits: []analysis.TextEdit{edit},
	}}
	r.pass.Report(diag)
}

// removal returns the edit that deletes a directive: with the space before it, and its
// whole line if it has one of its own.
func removal(pass *analysis.Pass, d *Directive) analysis.TextEdit {
	edit := analysis.TextEdit{Pos: d.Pos, End: d.End}
	tok := pass.Fset.File(d.Pos)
	read := pass.ReadFile
	if read == nil {
		read = os.ReadFile // Bazel's nogo provides no function
	}
	src, err := read(tok.Name())
	if err != nil || len(src) != tok.Size() {
		return edit // the comment alone, which is correct if not pretty
	}

	// Have: src is the text that the positions are of.
	line := tok.PositionFor(d.Pos, false).Line
	start := tok.Offset(tok.LineStart(line))
	before := strings.TrimRight(string(src[start:tok.Offset(d.Pos)]), " \t")
	if before != "" {
		edit.Pos = tok.Pos(start + len(before))
		return edit
	}
	lineText := func(line int) string {
		if line < 1 || line > tok.LineCount() {
			return ""
		}
		end := tok.Size()
		if line < tok.LineCount() {
			end = tok.Offset(tok.LineStart(line + 1))
		}
		return strings.TrimSpace(string(src[tok.Offset(tok.LineStart(line)):end]))
	}
	// The blank line that gofmt puts between a doc comment's text and its directives goes with
	// the last of them.
	first := line
	if lineText(line-1) == "//" && !strings.HasPrefix(lineText(line+1), "//") {
		first--
	}
	edit.Pos = tok.LineStart(first)
	if line < tok.LineCount() {
		edit.End = tok.LineStart(line + 1)
	}
	return edit
}
