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
	ownsOpaque bool
	hostNolint bool // the host applies nolint comments
	sink       Sink // takes what is suppressed; may be nil
	files      map[*token.File]*fileState
}

// A fileState is what a Reporter knows of one file.
type fileState struct {
	directives []Directive
	generated  bool

	// What covers a place there: of the directives that suppress a category, and of those that hide a cause.
	suppressing map[string]*covers
	opaque      *cover

	// Where there were diagnostics, by category, and where it was asked for opaque directives. All directives that
	// cover a place there count as used: which of two was needed is not a question that has an answer.
	reported map[string][]token.Pos
	asked    []token.Pos

	src []byte // the text, once it is needed
}

// covers are those of the directives that have to do with a category of the rule's findings.
type covers struct {
	suppressing *cover
	nolint      *cover // also where the host applies them
	meant       *cover // of those that lack a reason, or are mistyped
}

// An Option changes what a Reporter does.
type Option func(*Reporter)

// OwnsOpaque makes [Reporter.Finish] report the opaque directives that were not
// asked for, too. It is for the one rule that asks about each place
// where such a directive can matter.
func OwnsOpaque(r *Reporter) { r.ownsOpaque = true }

// NewReporter returns a reporter for a pass. The rule is the pass's analyzer, and the URL of its findings is the analyzer's.
func NewReporter(pass *analysis.Pass, options ...Option) *Reporter {
	r := &Reporter{
		pass:  pass,
		rule:  pass.Analyzer.Name,
		files: make(map[*token.File]*fileState, len(pass.Files)),
	}
	_, r.hostNolint = pass.ResultOf[HostNolint]
	r.sink, _ = pass.ResultOf[Suppressed].(Sink)
	for _, option := range options {
		option(r)
	}
	copied := slices.Contains(strings.Split(pass.Pkg.Path(), "/"), thirdParty)
	for _, file := range pass.Files {
		directives := Parse(pass.Fset, file)
		r.files[pass.Fset.File(file.FileStart)] = &fileState{
			directives:  directives,
			generated:   copied || IsGenerated(pass.Fset, file),
			suppressing: make(map[string]*covers),
			opaque:      newCover(choose(directives, func(d *Directive) bool { return d.Kind == Opaque && d.Valid() })),
			reported:    make(map[string][]token.Pos),
		}
	}
	return r
}

// thirdParty is the directory in which modules keep copies of what others wrote, by custom: nobody mends it there.
const thirdParty = "third_party"

// choose returns the directives that cover code and that f chooses.
func choose(directives []Directive, f func(*Directive) bool) []*Directive {
	var chosen []*Directive
	for i := range directives {
		if d := &directives[i]; d.scope != nil && f(d) {
			chosen = append(chosen, d)
		}
	}
	return chosen
}

// covers returns what covers the places in a file for findings of a category.
func (r *Reporter) covers(f *fileState, category string) *covers {
	c := f.suppressing[category]
	if c == nil {
		suppresses := func(d *Directive) bool { return d.Valid() && d.suppresses(r.rule, category) }
		suppressing := choose(f.directives, func(d *Directive) bool {
			return suppresses(d) && (d.Kind != Nolint || !r.hostNolint)
		})
		// The first with a reason, if there is any, is the one whose reason is shown.
		slices.SortStableFunc(suppressing, func(a, b *Directive) int {
			return cmp.Compare(min(1, len(b.Reason)), min(1, len(a.Reason)))
		})
		c = &covers{
			suppressing: newCover(suppressing),
			nolint:      newCover(choose(f.directives, func(d *Directive) bool { return d.Kind == Nolint && suppresses(d) })),
			meant:       newCover(meant(f.directives, r.rule, category)),
		}
		f.suppressing[category] = c
	}
	return c
}

// IsGenerated reports whether a file is marked as generated: in one line, as https://go.dev/s/generatedcode has it, or in two, as that of
// go-bindata does, which is older than that. The output of cgo,
// which is what tools see in place of a file that imports "C", is not generated
// in this sense: it is the author's file with the same lines. Only the one file
// in which cgo declares its own names is.
func IsGenerated(fset *token.FileSet, file *ast.File) bool {
	inOne := ast.IsGenerated(file)
	if inOne && filepath.Base(fset.PositionFor(file.FileStart, false).Filename) == "_cgo_gotypes.go" {
		return true
	}
	for _, group := range file.Comments {
		if group.Pos() > file.Package {
			break
		}
		begun := false // in a line of its own
		for _, c := range group.List {
			begun = begun || strings.HasPrefix(c.Text, "// Code generated ")
			if !inOne && begun && strings.HasPrefix(c.Text, "// DO NOT EDIT") {
				return true
			}
			for line := range strings.Lines(c.Text) {
				by, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), "// Code generated ")
				if inOne && ok && strings.HasSuffix(by, " DO NOT EDIT.") && !strings.HasPrefix(by, "by cmd/cgo;") {
					return true
				}
			}
		}
	}
	return false
}

// The messages at a directive that keeps a diagnostic from having its fix.
const (
	Withheld = "it is not fixed, for a directive says that it is meant so, though not why"
	Mistyped = "it is not fixed, for a mistyped directive is to say that it is meant so"
)

// Report reports a diagnostic, unless it lies in a generated file or a directive
// suppresses this rule there.
func (r *Reporter) Report(diag analysis.Diagnostic) {
	diag.URL = cmp.Or(diag.URL, r.pass.Analyzer.URL)
	if f := r.files[r.pass.Fset.File(diag.Pos)]; f != nil {
		if f.generated {
			return
		}
		c := r.covers(f, diag.Category)
		if d := c.meant.at(diag.Pos); d != nil && len(diag.SuggestedFixes) > 0 && (diag.Pos < d.Pos || d.End <= diag.Pos) {
			diag.SuggestedFixes = nil // the author wants the code as it is
			why := Withheld
			if !d.lacksReason() {
				why = Mistyped
			}
			diag.Related = append(slices.Clip(diag.Related), analysis.RelatedInformation{Pos: d.Pos, End: d.End, Message: why})
		}
		f.reported[diag.Category] = append(f.reported[diag.Category], diag.Pos)
		if d := c.suppressing.at(diag.Pos); d != nil {
			if r.sink != nil {
				r.sink(diag, d.Reason)
			}
			return
		}
	}
	r.pass.Report(diag)
}

// ReportAt reports a diagnostic that has no fix; end may be NoPos.
func (r *Reporter) ReportAt(pos, end token.Pos, category, message string, related ...analysis.RelatedInformation) {
	r.Report(analysis.Diagnostic{Pos: pos, End: end, Category: category, Message: message, Related: related})
}

// Reported reports whether there has been a diagnostic of a category at pos, be it suppressed.
func (r *Reporter) Reported(pos token.Pos, category string) bool {
	f := r.files[r.pass.Fset.File(pos)]
	return f != nil && slices.Contains(f.reported[category], pos)
}

// Suppressed reports whether a diagnostic of a category at pos would not be reported, or not be shown by the host.
func (r *Reporter) Suppressed(pos token.Pos, category string) bool {
	f := r.files[r.pass.Fset.File(pos)]
	if f == nil {
		return false
	}
	c := r.covers(f, category)
	return f.generated || c.suppressing.at(pos) != nil || c.nolint.at(pos) != nil
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

// meant returns the directives that would keep findings from counting, or their cause hidden, if they gave their reason, and what those are
// meant to be that are mistyped.
func meant(directives []Directive, rule, category string) []*Directive {
	covers := func(d *Directive) bool { return d.Kind == Opaque || d.suppresses(rule, category) }
	out := choose(directives, func(d *Directive) bool { return d.lacksReason() && covers(d) })
	for i := range directives {
		if d := directives[i].corrected; d != nil && d.scope != nil && covers(d) {
			out = append(out, d)
		}
	}
	return out
}

func (d *Directive) lacksReason() bool {
	return slices.ContainsFunc(d.Problems, func(p Problem) bool { return p.Code == MissingReason })
}

// Opaque reports whether an opaque directive covers a position, and remembers that it
// was asked for.
func (r *Reporter) Opaque(pos token.Pos) bool {
	f := r.files[r.pass.Fset.File(pos)]
	if f == nil {
		return false
	}
	f.asked = append(f.asked, pos)
	return f.opaque.at(pos) != nil
}

// HasOpaque reports whether there are opaque directives in the package, so that to ask about a place may make a difference.
func (r *Reporter) HasOpaque() bool {
	for _, f := range r.files {
		if slices.ContainsFunc(f.directives, func(d Directive) bool { return d.Kind == Opaque }) {
			return true
		}
	}
	return false
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
		slices.Sort(f.asked)
		for _, reported := range f.reported {
			slices.Sort(reported)
		}
		for i := range f.directives {
			d := &f.directives[i]
			if !d.Valid() {
				continue
			}
			switch {
			case d.Kind == Opaque && r.ownsOpaque && !d.scope.hasAny(f.asked):
				r.reportUnused(f, d, 0, "errlint:opaque hides nothing")
			case d.Kind == Ignore:
				for j, id := range d.Rules {
					if rule, _, _ := strings.Cut(id, "/"); rule == r.rule && !f.found(d.scope, rule, id) {
						r.reportUnused(f, d, j, "errlint:ignore "+id+" suppresses nothing")
					}
				}
			}
		}
	}
}

// found reports whether there were findings in a scope that the id of a rule or category covers.
func (f *fileState) found(s *scope, rule, id string) bool {
	for category, reported := range f.reported {
		if rules.Covers(id, rule, category) && s.hasAny(reported) {
			return true
		}
	}
	return false
}

// reportUnused reports a directive, or the rule of that index in it if it names
// several.
func (r *Reporter) reportUnused(f *fileState, d *Directive, rule int, message string) {
	diag := analysis.Diagnostic{Pos: d.Pos, End: d.End, Category: UnusedCategory, URL: r.pass.Analyzer.URL, Message: message}
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
		edit = r.removal(f, d)
	}
	if r.covers(f, diag.Category).nolint.at(diag.Pos) != nil {
		return
	}
	diag.SuggestedFixes = []analysis.SuggestedFix{{
		Message:   "Remove the unused directive",
		TextEdits: []analysis.TextEdit{edit},
	}}
	r.pass.Report(diag)
}

// removal returns the edit that deletes a directive: with the space before it, and its
// whole line if it has one of its own.
func (r *Reporter) removal(f *fileState, d *Directive) analysis.TextEdit {
	edit := analysis.TextEdit{Pos: d.Pos, End: d.End}
	tok := r.pass.Fset.File(d.Pos)
	if f.src == nil {
		read := r.pass.ReadFile
		if read == nil {
			read = os.ReadFile // Bazel's nogo provides no function
		}
		f.src, _ = read(tok.Name())
	}
	src := f.src
	if len(src) != tok.Size() {
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
