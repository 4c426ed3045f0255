package fix

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/importedit"
	"github.com/errlint/errlint/internal/lazyregexp"
)

// maxTrials is how many analyses a round may take. When they are used up, the fixes
// that are still under suspicion are put off to the next round.
const maxTrials = 64

// A mending is a round of which the analysis has problems.
type mending struct {
	*all
	plan    *plan
	before  state
	dropped map[*change]string // culprits, with the reasons
	put     map[*change]string // put off, with the reasons why they are under suspicion
	trials  int
}

// A suspicion is a list of fixes among which there may be a culprit, in the order in which they are
// applied. It is looked for by trying beginnings of the list.
type suspicion struct {
	dirs    map[string]bool // of the files that the fixes are about; nil for all
	changes []*change
	active  bool
	lo, hi  int    // there are no problems with the first lo of them, and problems with the first hi
	tried   int    // how many of them are applied in the trial under way
	problem string // with the first hi of them
}

// round applies the changes of a plan, less those that would bring about
// problems, and makes the result the current state. It returns those that it has
// applied. Of the others, at least one is banned.
func (a *all) round(p *plan) ([]*change, error) {
	m := &mending{all: a, plan: p, before: a.current, dropped: make(map[*change]string), put: make(map[*change]string)}
	problems, err := m.try(p.changes)
	for err == nil && len(problems) > 0 && m.learn(problems) {
		problems, err = m.try(p.changes)
	}
	if err == nil && len(problems) > 0 {
		err = m.mend(problems)
	}
	if err != nil {
		return nil, err
	}
	kept := m.kept()
	for c, reason := range m.dropped {
		a.banned[c.key] = reason
	}
	if len(kept) == 0 {
		a.current = m.before
		if len(m.dropped) == 0 {
			// The next round would do no better.
			for c, reason := range m.put {
				a.banned[c.key] = reason
			}
		}
	}
	return kept, nil
}

// kept returns the changes that have been neither dropped nor put off.
func (m *mending) kept() []*change {
	return slices.DeleteFunc(slices.Clone(m.plan.changes), func(c *change) bool { return m.dropped[c] != "" || m.put[c] != "" })
}

// try enters the state with the changes, and returns the problems that are new in it.
func (m *mending) try(changes []*change) ([]finding.Problem, error) {
	m.trials++
	texts, broken := m.plan.sources.render(changes)
	if len(broken) > 0 {
		var problems []finding.Problem
		for _, name := range slices.Sorted(maps.Keys(broken)) {
			problems = append(problems, finding.Problem{
				Pos:     finding.Position{File: name},
				Message: broken[name].Error(),
			})
		}
		return problems, nil
	}
	next := maps.Clone(m.before.texts)
	if next == nil {
		next = make(map[string][]byte)
	}
	for name, text := range texts {
		if bytes.Equal(text, m.originals[name]) {
			delete(next, name)
		} else {
			next[name] = text
		}
	}
	if err := m.enter(next); err != nil {
		return nil, err
	}
	return newProblems(m.before.problems, m.current.problems), nil
}

// newProblems returns the problems that were not there before. Where in the file
// they are does not count.
func newProblems(before, after []finding.Problem) []finding.Problem {
	type key struct{ pkg, file, message string }
	return without(after, before, func(p finding.Problem) key {
		return key{p.Package, p.Pos.File, numbers().ReplaceAllString(p.Message, "0")}
	})
}

// without returns the elements of list less those of other that have the same key, as multisets.
func without[T any, K comparable](list, other []T, key func(T) K) []T {
	count := make(map[K]int)
	for _, e := range other {
		count[key(e)]++
	}
	var left []T
	for _, e := range list {
		if k := key(e); count[k] > 0 {
			count[k]--
		} else {
			left = append(left, e)
		}
	}
	return left
}

var (
	numbers      = lazyregexp.New(`[0-9]+`)
	unusedImport = lazyregexp.New(`^"([^"]+)" imported(?: as ([^ ]+))? and not used$`)
)

// learn takes from problems which imports have become unused although it does not
// look so, and reports whether any have. Only imports that were there before the
// fixes are meant: that a fix adds one that it does not use is its fault.
func (m *mending) learn(problems []finding.Problem) bool {
	learned := false
	for _, p := range problems {
		match := unusedImport().FindStringSubmatch(p.Message)
		if match == nil {
			continue
		}
		path, name := match[1], match[2]
		if name == "" {
			name = path[strings.LastIndexByte(path, '/')+1:]
		}
		src := m.plan.sources.get(p.Pos.File)
		if src.reason != "" {
			continue
		}
		if dot := (importedit.Import{Name: ".", Path: path}); slices.Contains(src.imports.imports, dot) && !slices.Contains(m.plan.sources.unused[src.name], dot) {
			m.plan.sources.unused[src.name] = append(m.plan.sources.unused[src.name], dot)
			learned = true
			continue
		}
		if slices.Contains(src.imports.imports, importedit.Import{Path: path}) && m.names[path] != name {
			m.names[path] = name
			learned = true
		}
	}
	return learned
}

// mend drops changes until there are no new problems.
func (m *mending) mend(problems []finding.Problem) error {
	// Packages are independent of each other, for the most part.
	ok, err := m.bisect(m.byPackage(), problems)
	if ok || err != nil {
		return err
	}
	clear(m.dropped)
	clear(m.put)
	m.trials = 0
	everything := &suspicion{changes: m.plan.changes, tried: len(m.plan.changes)}
	ok, err = m.bisect([]*suspicion{everything}, problems)
	if ok || err != nil {
		return err
	}
	clear(m.dropped)
	for _, c := range m.plan.changes {
		m.put[c] = everything.reason()
	}
	return nil
}

// byPackage returns the changes by the directories of the files that they are about.
func (m *mending) byPackage() []*suspicion {
	var groups []*suspicion
	for _, c := range m.plan.changes {
		g := &suspicion{dirs: make(map[string]bool), changes: []*change{c}}
		for name := range c.edits {
			g.dirs[filepath.Dir(name)] = true
		}
		// One that is about several directories makes them one group.
		groups = slices.DeleteFunc(groups, func(other *suspicion) bool {
			for dir := range other.dirs {
				if g.dirs[dir] {
					maps.Copy(g.dirs, other.dirs)
					g.changes = append(other.changes, g.changes...)
					return true
				}
			}
			return false
		})
		groups = append(groups, g)
	}
	for _, g := range groups {
		slices.SortFunc(g.changes, func(a, b *change) int { return a.findings[0] - b.findings[0] })
		g.tried = len(g.changes)
	}
	return groups
}

// bisect drops changes of the groups until there are no new problems, given those
// with all changes. It reports false if it does not come to an end, as when a group
// has problems that are not its own doing.
func (m *mending) bisect(groups []*suspicion, problems []finding.Problem) (bool, error) {
	for {
		failed := make(map[*suspicion]bool)
		for _, p := range problems {
			dirs := m.dirsOf(p)
			i := slices.IndexFunc(groups, func(g *suspicion) bool { return g.covers(dirs) })
			if i < 0 {
				return false, nil
			}
			if g := groups[i]; !failed[g] {
				failed[g] = true
				g.problem = describe(p)
			}
		}
		settled := len(failed) == 0
		for _, g := range groups {
			settled = settled && g.tried == len(g.changes)
		}
		if settled {
			return true, nil
		}
		for _, g := range groups {
			if !m.judge(g, failed[g]) {
				return false, nil
			}
		}

		if m.trials >= maxTrials {
			for _, g := range groups {
				if g.active {
					for _, c := range g.changes {
						m.put[c] = g.reason()
					}
				}
			}
			problems, err := m.try(m.kept())
			return err == nil && len(problems) == 0, err
		}

		left := make(map[*change]bool)
		for _, g := range groups {
			for _, c := range g.changes[:g.tried] {
				left[c] = true
			}
		}
		var err error
		problems, err = m.try(slices.DeleteFunc(slices.Clone(m.plan.changes), func(c *change) bool { return !left[c] }))
		if err != nil {
			return false, err
		}
	}
}

// judge takes note of how the trial went for a group, and decides what
// to try next. It reports false if what failed is what went well before.
func (m *mending) judge(g *suspicion, failed bool) bool {
	switch {
	case !g.active && !failed:
		return true
	case !g.active:
		g.active = true
		g.lo, g.hi = 0, g.tried
	case failed:
		g.hi = g.tried
	case g.tried == len(g.changes):
		g.active = false
		return true
	default:
		g.lo = g.tried
	}
	if g.hi <= g.lo {
		return false
	}
	if g.hi-g.lo > 1 {
		g.tried = (g.lo + g.hi) / 2
		return true
	}
	culprit := g.changes[g.lo]
	m.dropped[culprit] = g.reason()
	g.changes = slices.Delete(slices.Clone(g.changes), g.lo, g.hi)
	g.tried = len(g.changes) // is there another one?
	return true
}

// reason says why a change of the group is dropped.
func (g *suspicion) reason() string { return "the code is not right with it: " + g.problem }

// covers reports whether the group is about one of the directories.
func (g *suspicion) covers(dirs []string) bool {
	return g.dirs == nil || slices.ContainsFunc(dirs, func(dir string) bool { return g.dirs[dir] })
}

// dirsOf returns the directories that a problem may be about.
func (m *mending) dirsOf(p finding.Problem) []string {
	var dirs []string
	if p.Pos.File != "" {
		name, reason := m.root.locate(p.Pos.File)
		if reason != "" {
			name = p.Pos.File
		}
		return []string{filepath.Dir(name)}
	}
	for _, c := range m.plan.changes {
		for _, i := range c.findings {
			if m.plan.findings[i].Package == p.Package {
				for name := range c.edits {
					dirs = append(dirs, filepath.Dir(name))
				}
			}
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// describe returns a problem as a clause.
func describe(p finding.Problem) string {
	if p.Pos.File == "" {
		return p.Message
	}
	return fmt.Sprintf("%s: %s", filepath.Base(p.Pos.File), p.Message)
}
