package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/fix"
	"github.com/errlint/errlint/internal/printer"
	"github.com/errlint/errlint/internal/rules"
)

// suppressFlags adds the flags of the command suppress.
func (c *command) suppressFlags() {
	c.flags.StringVar(&c.reason, "reason", "", "the reason, one line of `TEXT` for all comments; mandatory")
}

// suppress writes an ignore directive above each line with findings that
// count, all with the same reason. A directive that would have no effect
// is not written, and its findings are listed. A finding may be about several places, and move to the
// next one when there is a directive at the first: each place gets a directive.
func (c *command) suppress(ctx context.Context, patterns []string) int {
	reason := strings.TrimSpace(c.reason)
	if reason == "" || strings.ContainsAny(reason, "\r\n") || strings.Contains(reason, "//") {
		return c.failUsage(errors.New("suppress needs -reason TEXT, one line without //"))
	}
	roots, err := c.editable()
	if err != nil {
		return c.fail(err)
	}
	g, err := c.newGate(patterns)
	if err != nil {
		return c.fail(err)
	}
	before, err := g.judge(ctx, nil)
	if err != nil {
		return c.fail(err)
	}
	c.problem(before.Problems...)
	s := newSuppression(before.Findings, reason)
	// A directive without effect is given up: it is a finding itself, or leaves one. Each round but the last gives up or adds
	// at least one directive, and none is added that was given up; so the loop ends.
	for {
		overlay := s.overlay()
		after, err := g.judge(ctx, overlay)
		if err != nil {
			return c.fail(err)
		}
		if !s.settle(after.Findings) {
			break
		}
	}
	written, err := fix.Write(roots[0], s.files(), roots[1:]...)
	if err != nil {
		return c.fail(err)
	}
	left := 0
	for _, f := range s.found {
		if !s.done(f) {
			left++
			c.problem(finding.Problem{Pos: f.Pos, Message: "not suppressed: " + f.Message})
		}
	}
	c.note(fmt.Sprintf("%s suppressed in %s", printer.Count(len(s.found)-left, "finding"), printer.Count(len(written), "file")))
	return outcome(before.Problems, left > 0)
}

// A suppression has the directives to be written.
type suppression struct {
	reason string
	found  []finding.Finding           // those to be suppressed
	texts  map[string][]byte           // the files without the directives
	ids    map[string]map[int][]string // the ids of the directive above a line, by file and line
	given  map[string]map[int]bool     // the directives that are given up, by file and line
}

func newSuppression(fs []finding.Finding, reason string) *suppression {
	s := &suppression{reason: reason, texts: make(map[string][]byte), ids: make(map[string]map[int][]string), given: make(map[string]map[int]bool)}
	for _, f := range fs {
		s.add(f)
	}
	return s
}

// add adds a finding to be suppressed.
func (s *suppression) add(f finding.Finding) {
	s.found = append(s.found, f)
	if s.texts[f.Pos.File] == nil {
		text, err := os.ReadFile(f.Pos.File)
		if err != nil || !strings.HasSuffix(f.Pos.File, ".go") {
			return
		}
		s.texts[f.Pos.File] = text
		s.ids[f.Pos.File] = make(map[int][]string)
		s.given[f.Pos.File] = make(map[int]bool)
	}
	line := s.line(f)
	if id := f.ID(); !slices.Contains(s.ids[f.Pos.File][line], id) {
		s.ids[f.Pos.File][line] = append(s.ids[f.Pos.File][line], id)
	}
}

// has reports whether a finding of the same category, on the same line of the file without directives, is to be suppressed.
func (s *suppression) has(f finding.Finding) bool {
	return slices.ContainsFunc(s.found, func(g finding.Finding) bool {
		return g.Pos.File == f.Pos.File && g.Pos.Line == f.Pos.Line && g.Rule == f.Rule && g.Category == f.Category
	})
}

// line returns the line below the directive for a finding.
func (s *suppression) line(f finding.Finding) int {
	return directive.Below(s.texts[f.Pos.File], f.Pos.Line)
}

func (s *suppression) done(f finding.Finding) bool {
	return s.texts[f.Pos.File] != nil && !s.given[f.Pos.File][s.line(f)]
}

// render returns a file with its directives and, for each line of it, the corresponding line of
// the file without directives. For a directive, that is the line below it.
func (s *suppression) render(name string) (text []byte, origin []int) {
	var b bytes.Buffer
	add := func(line string, at int) {
		b.WriteString(line)
		origin = append(origin, at)
	}
	n := 0
	for line := range strings.Lines(string(s.texts[name])) {
		n++
		if ids := s.ids[name][n]; len(ids) > 0 && !s.given[name][n] {
			_, before, after := directive.Insertion(s.texts[name], n, ids)
			for l := range strings.Lines(before + s.reason + after) {
				add(l, n)
			}
		}
		add(line, n)
	}
	return b.Bytes(), origin
}

func (s *suppression) overlay() map[string][]byte {
	overlay := make(map[string][]byte)
	for name := range s.texts {
		overlay[name], _ = s.render(name)
	}
	return overlay
}

// settle gives up the directives at remaining findings and at findings about
// directives, adds findings that have come up elsewhere, and reports whether there is any of these.
func (s *suppression) settle(left []finding.Finding) bool {
	settled := true
	origins := make(map[string][]int)
	for name := range s.texts {
		_, origins[name] = s.render(name)
	}
	var others []finding.Finding
	for _, f := range left {
		origin := origins[f.Pos.File]
		if f.Pos.Line > len(origin) {
			if s.texts[f.Pos.File] == nil && !s.has(f) {
				others = append(others, f)
			}
			continue
		}
		g := f
		g.Pos.Line = origin[f.Pos.Line-1]
		id := f.ID()
		mine, given := false, false // a directive that was written for it, or is it
		for _, line := range []int{g.Pos.Line, s.line(g)} {
			ids := s.ids[f.Pos.File][line]
			given = given || s.given[f.Pos.File][line]
			if len(ids) > 0 && !s.given[f.Pos.File][line] && (slices.Contains(ids, id) || f.Rule == "directive" || f.Category == rules.Unused) {
				s.given[f.Pos.File][line] = true
				mine, settled = true, false
				break
			}
		}
		if !mine && !given && !s.has(g) && f.Rule != "directive" && f.Category != rules.Unused {
			others = append(others, g)
		}
	}
	for _, f := range others {
		s.add(f)
		settled = false
	}
	return !settled
}

// files returns the files that change.
func (s *suppression) files() []fix.File {
	var files []fix.File
	for _, name := range slices.Sorted(maps.Keys(s.texts)) {
		if text, _ := s.render(name); !bytes.Equal(text, s.texts[name]) {
			files = append(files, fix.File{Name: name, Old: s.texts[name], New: text})
		}
	}
	return files
}
