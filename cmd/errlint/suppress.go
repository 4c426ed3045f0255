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

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/fix"
	"github.com/errlint/errlint/internal/printer"
)

// suppressFlags adds the flags of the command suppress.
func (c *command) suppressFlags() {
	c.flags.StringVar(&c.reason, "reason", "", "the reason, one line of `TEXT` for all comments; mandatory")
}

// suppress writes an ignore directive above each line with findings that
// count, all with one reason. A directive that does not have its effect where it would
// stand is not written, and its findings are named.
func (c *command) suppress(ctx context.Context, patterns []string) int {
	reason := strings.TrimSpace(c.reason)
	if reason == "" || strings.ContainsAny(reason, "\r\n") || strings.Contains(reason, "//") {
		return c.failUsage(errors.New("suppress needs -reason TEXT, one line without //"))
	}
	root, ok := errlint.ModuleRoot(c.dir)
	if !ok {
		return c.fail(errNoModule(c.dir))
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
	// A directive that does not have its effect may be a finding itself, or leave one: it is
	// given up. Each round gives up one at least, or is the last.
	for {
		overlay := s.overlay()
		after, err := g.judge(ctx, overlay)
		if err != nil {
			return c.fail(err)
		}
		if !s.giveUp(after.Findings) {
			break
		}
	}
	written, err := fix.Write(root, s.files())
	if err != nil {
		return c.fail(err)
	}
	left := 0
	for _, f := range before.Findings {
		if !s.done(f) {
			left++
			c.problem(finding.Problem{Pos: f.Pos, Message: "not suppressed: " + f.Message})
		}
	}
	c.note(fmt.Sprintf("%s suppressed in %s", printer.Count(len(before.Findings)-left, "finding"), printer.Count(len(written), "file")))
	switch {
	case len(before.Problems) > 0:
		return exitFailure
	case left > 0:
		return exitFindings
	}
	return exitClean
}

// A suppression is the directives that are to be written.
type suppression struct {
	reason string
	texts  map[string][]byte           // the files as they are
	ids    map[string]map[int][]string // by file and line that a directive is to stand above
	given  map[string]map[int]bool     // those that are given up
}

func newSuppression(fs []finding.Finding, reason string) *suppression {
	s := &suppression{reason, make(map[string][]byte), make(map[string]map[int][]string), make(map[string]map[int]bool)}
	for _, f := range fs {
		if s.texts[f.Pos.File] == nil {
			text, err := os.ReadFile(f.Pos.File)
			if err != nil || !strings.HasSuffix(f.Pos.File, ".go") {
				continue
			}
			s.texts[f.Pos.File] = text
			s.ids[f.Pos.File] = make(map[int][]string)
			s.given[f.Pos.File] = make(map[int]bool)
		}
		line := s.line(f)
		if id := f.Rule + "/" + f.Category; !slices.Contains(s.ids[f.Pos.File][line], id) {
			s.ids[f.Pos.File][line] = append(s.ids[f.Pos.File][line], id)
		}
	}
	return s
}

// line returns the line that the directive for a finding is to stand above.
func (s *suppression) line(f finding.Finding) int {
	return directive.Below(s.texts[f.Pos.File], f.Pos.Line)
}

func (s *suppression) done(f finding.Finding) bool {
	return s.texts[f.Pos.File] != nil && !s.given[f.Pos.File][s.line(f)]
}

// render returns a file with its directives, and for each line of that the line of
// the file as it is that it is about: a directive's is the one below.
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

// giveUp gives up the directives at findings that are left, or that are about
// directives, and reports whether there are any.
func (s *suppression) giveUp(left []finding.Finding) bool {
	found := false
	origins := make(map[string][]int)
	for name := range s.texts {
		_, origins[name] = s.render(name)
	}
	for _, f := range left {
		origin := origins[f.Pos.File]
		if f.Pos.Line > len(origin) {
			continue
		}
		at := origin[f.Pos.Line-1]
		g := f
		g.Pos.Line = at
		for _, line := range []int{at, s.line(g)} {
			if len(s.ids[f.Pos.File][line]) > 0 && !s.given[f.Pos.File][line] {
				s.given[f.Pos.File][line] = true
				found = true
				break
			}
		}
	}
	return found
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
