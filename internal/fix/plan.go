package fix

import (
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/importedit"
)

// A change is a fix, ready to be applied: of one finding, or of several that have
// the same fix.
type change struct {
	findings []int // indexes into the findings of the plan
	edits    map[string]*fileEdits
	key      [sha256.Size]byte // what it does, and to what code, wherever that is
}

// fileEdits is what a change does to one file.
type fileEdits struct {
	edits   []textEdit // sorted
	imports importDelta
}

func (fe *fileEdits) add(other *fileEdits) {
	fe.edits = append(fe.edits, other.edits...)
	fe.imports = fe.imports.with(other.imports)
}

// A plan is which fixes of findings to apply, and what the files are after that.
type plan struct {
	sources  *sources
	findings []finding.Finding
	changes  []*change         // in the order of their first findings
	texts    map[string][]byte // the new contents of files, by canonical name
	reasons  map[int]string    // why the fixes of findings are not applied
}

// plan chooses the fixes to apply. Those that are banned, by the keys of their
// changes, are not, for the given reason.
func (s *sources) plan(findings []finding.Finding, banned map[[sha256.Size]byte]string) *plan {
	p := &plan{sources: s, findings: findings, reasons: make(map[int]string)}
	var all []*change
	same := make(map[string]*change)
	for i, f := range findings {
		if len(f.Fixes) == 0 {
			continue
		}
		c, reason := s.change(f)
		if reason == "" {
			reason = banned[c.key]
		}
		if reason != "" {
			p.reasons[i] = reason
			continue
		}
		text := c.String()
		if first := same[text]; first != nil {
			first.findings = append(first.findings, i)
			continue
		}
		c.findings = []int{i}
		same[text] = c
		all = append(all, c)
	}
	dropped := make(map[*change]string)
	for {
		p.choose(all, dropped)
		texts, broken := s.render(p.changes)
		if len(broken) == 0 {
			p.texts = texts
			break
		}
		// Which fixes are dropped decides which overlap with those that are left.
		file := slices.Min(slices.Collect(maps.Keys(broken)))
		for c, reason := range s.culprits(file, p.changes) {
			dropped[c] = reason
		}
	}
	return p
}

// skipped returns the findings whose fixes are not applied.
func (p *plan) skipped() (out []Skipped) {
	for i, f := range p.findings {
		if reason, ok := p.reasons[i]; ok {
			out = append(out, Skipped{f, reason})
		}
	}
	return out
}

// of returns the findings that the changes are fixes of, in order.
func (p *plan) of(changes []*change) []finding.Finding {
	var indexes []int
	for _, c := range changes {
		indexes = append(indexes, c.findings...)
	}
	slices.Sort(indexes)
	var out []finding.Finding
	for _, i := range indexes {
		out = append(out, p.findings[i])
	}
	return out
}

// change reads the first fix of a finding, or says why it cannot be applied.
func (s *sources) change(f finding.Finding) (*change, string) {
	fx := f.Fixes[0]
	if len(fx.Edits) == 0 {
		return nil, "it has no edits"
	}
	key := sha256.New()
	fmt.Fprintf(key, "%q %q %q %q %q %q\n", f.Rule, f.Category, f.Package, f.Decl, f.Message, fx.Message)
	byName := make(map[string][]textEdit)
	for _, e := range fx.Edits {
		src := s.get(e.Pos.File)
		if src.reason != "" {
			return nil, src.reason
		}
		base := filepath.Base(e.Pos.File)
		if e.End.File != e.Pos.File || e.End.Offset < e.Pos.Offset {
			return nil, "an edit of it, of " + base + ", ends before it begins"
		}
		if !src.has(e.Pos.Offset, e.Pos.Line, e.Pos.Column) || !src.has(e.End.Offset, e.End.Line, e.End.Column) {
			return nil, base + " has changed since it was analysed"
		}
		byName[src.name] = append(byName[src.name], textEdit{e.Pos.Offset, e.End.Offset, e.New})
		fmt.Fprintf(key, "%x %q\n", src.lines(e.Pos.Offset, e.End.Offset), e.New)
	}
	c := &change{edits: make(map[string]*fileEdits)}
	key.Sum(c.key[:0])
	for name, edits := range byName {
		src := s.byName[name]
		slices.SortStableFunc(edits, textEdit.compare)
		for i := range edits[:len(edits)-1] {
			if edits[i].end > edits[i+1].start {
				return nil, "edits of it, of " + filepath.Base(name) + ", overlap"
			}
		}
		fe := new(fileEdits)
		fe.imports, fe.edits = src.importEdits(edits)
		slices.SortStableFunc(fe.edits, textEdit.compare)
		c.edits[name] = fe
	}
	return c, ""
}

// String returns all that the change does, in one form.
func (c *change) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c.edits)) {
		fe := c.edits[name]
		fmt.Fprintf(&b, "%q %q %q", name, sortedImports(fe.imports.add), sortedImports(fe.imports.drop))
		for _, e := range fe.edits {
			fmt.Fprintf(&b, " %d-%d %q", e.start, e.end, e.text)
		}
		io.WriteString(&b, "\n")
	}
	return b.String()
}

func sortedImports(list []importedit.Import) []importedit.Import {
	return slices.SortedFunc(slices.Values(list), importedit.Compare)
}

// choose takes the changes, less the dropped ones, that do not overlap with an earlier one.
func (p *plan) choose(all []*change, dropped map[*change]string) {
	p.changes = nil
	merged := make(map[string]*fileEdits)
	for _, c := range all {
		reason := dropped[c]
		if reason == "" {
			reason = p.sources.overlap(c, merged)
		}
		for _, i := range c.findings {
			if reason != "" {
				p.reasons[i] = reason
			} else {
				delete(p.reasons, i)
			}
		}
		if reason != "" {
			continue
		}
		p.changes = append(p.changes, c)
		for name, fe := range c.edits {
			if merged[name] == nil {
				merged[name] = new(fileEdits)
			}
			merged[name].add(fe)
		}
	}
}

// overlap says how the change is at odds with edits that are chosen, if it is.
func (s *sources) overlap(c *change, chosen map[string]*fileEdits) string {
	for _, name := range slices.Sorted(maps.Keys(c.edits)) {
		m := chosen[name]
		if m == nil {
			continue
		}
		for _, e := range c.edits[name].edits {
			if slices.ContainsFunc(m.edits, e.overlaps) {
				return "it overlaps the fix of another finding"
			}
		}
		if name, ok := s.names.clash(c.edits[name].imports.add, m.imports.add); ok {
			return "the fix of another finding imports another package as " + name
		}
	}
	return ""
}

// overlaps reports whether two edits of different fixes cannot both be made.
func (e textEdit) overlaps(o textEdit) bool {
	if e.start == e.end || o.start == o.end {
		return e.start <= o.end && o.start <= e.end
	}
	return e.start < o.end && o.start < e.end
}

// render returns the new contents of the files that the changes are about, and what is wrong
// with those that do not parse.
func (s *sources) render(changes []*change) (texts map[string][]byte, broken map[string]error) {
	texts = make(map[string][]byte)
	broken = make(map[string]error)
	names := make(map[string]bool)
	for _, c := range changes {
		for name := range c.edits {
			names[name] = true
		}
	}
	for name := range names {
		if text, err := s.renderFile(name, changes); err != nil {
			broken[name] = err
		} else {
			texts[name] = text
		}
	}
	return texts, broken
}

func (s *sources) renderFile(name string, changes []*change) ([]byte, error) {
	var all fileEdits
	for _, c := range changes {
		if fe := c.edits[name]; fe != nil {
			all.add(fe)
		}
	}
	all.imports.drop = append(all.imports.drop, s.unused[name]...)
	return s.byName[name].edit(all.edits, all.imports, s.names)
}

// culprits returns changes without which the file parses, and what is wrong with it
// if they are made.
func (s *sources) culprits(name string, changes []*change) map[*change]string {
	changes = slices.DeleteFunc(slices.Clone(changes), func(c *change) bool { return c.edits[name] == nil })
	reason := func(err error) string {
		return fmt.Sprintf("%s does not parse with it: %v", filepath.Base(name), err)
	}
	_, broken := s.renderFile(name, changes)
	for i, c := range slices.Backward(changes) {
		if _, err := s.renderFile(name, slices.Concat(changes[:i], changes[i+1:])); err == nil {
			return map[*change]string{c: reason(broken)}
		}
	}
	out := make(map[*change]string)
	var kept []*change
	for _, c := range changes {
		if _, err := s.renderFile(name, append(kept, c)); err != nil {
			out[c] = reason(err)
		} else {
			kept = append(kept, c)
		}
	}
	return out
}
