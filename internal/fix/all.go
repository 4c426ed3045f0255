package fix

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"github.com/errlint/errlint/internal/finding"
)

// An Analysis analyses the files on disk, but for those that the overlay has the
// contents of, by absolute name. It returns the findings that are to be fixed and what
// kept it from doing all of its job. It must not change the overlay, which is empty at
// the first call.
type Analysis func(ctx context.Context, overlay map[string][]byte) ([]finding.Finding, []finding.Problem, error)

// An Outcome is what [All] comes to.
type Outcome struct {
	Files []File // sorted by name

	// Applied are the findings whose fix is in Files, in the order in which they
	// were applied. Their positions are those in the contents at that time.
	Applied []finding.Finding

	// Remaining and Problems are what an analysis of the new contents yields, and
	// Skipped those of Remaining that have a fix which was not applied. Their
	// positions are those in the new contents.
	Remaining []finding.Finding
	Problems  []finding.Problem
	Skipped   []Skipped

	Rounds int // how often fixes were applied
}

// maxRounds is how often fixes are applied. Two or three times will do, unless fixes
// bring about ever new findings.
const maxRounds = 10

// All applies fixes until there are none left to apply. It changes nothing on disk.
//
// An error is that of the analysis, which may be that ctx is done, or that there
// is no such root.
func All(ctx context.Context, analyse Analysis, opts Options) (*Outcome, error) {
	r, err := opts.roots()
	if err != nil {
		return nil, err
	}
	a := &all{
		ctx:       ctx,
		analyse:   analyse,
		opts:      opts,
		root:      r,
		names:     make(packageNames),
		originals: make(map[string][]byte),
		aliases:   make(map[string]string),
		banned:    make(map[[sha256.Size]byte]string),
	}
	return a.run()
}

// all is the state of a call of All.
type all struct {
	ctx     context.Context
	analyse Analysis
	opts    Options
	root    roots
	names   packageNames

	originals map[string][]byte            // contents before the first round, by canonical name
	aliases   map[string]string            // canonical names, by names in findings
	banned    map[[sha256.Size]byte]string // reasons, by the keys of changes

	current state
}

// A state is what the files are after some rounds, and what the analysis says of it.
type state struct {
	texts    map[string][]byte // those that are not what they were at first, by canonical name
	findings []finding.Finding
	problems []finding.Problem
}

func (a *all) run() (*Outcome, error) {
	if err := a.enter(nil); err != nil {
		return nil, err
	}
	out := new(Outcome)
	history := []state{a.current}
	applied := []int{0} // findings applied before each state of the history
	var p *plan
	unsettled := ""
	for {
		s := newSources(a.root, a.read, a.names)
		p = s.plan(a.current.findings, a.banned)
		for name, l := range s.located {
			a.aliases[name] = l.name
		}
		for name, src := range s.byName {
			if _, ok := a.originals[name]; !ok && src.reason == "" {
				a.originals[name] = src.text
			}
		}
		if len(p.changes) == 0 || unsettled != "" {
			break
		}
		if out.Rounds == maxRounds {
			unsettled = fmt.Sprintf("the code was still changing after %d rounds", maxRounds)
			break
		}
		kept, err := a.round(p)
		if err != nil {
			return nil, err
		}
		if len(kept) == 0 {
			continue // others may be applied, now that those are banned
		}
		out.Rounds++
		out.Applied = append(out.Applied, p.of(kept)...)
		if i := slices.IndexFunc(history, a.current.same); i >= 0 {
			unsettled = "fixes undo each other's work here"
			i += a.least(history[i:])
			a.current = history[i]
			out.Applied = out.Applied[:applied[i]]
			continue
		}
		history = append(history, a.current)
		applied = append(applied, len(out.Applied))
	}

	out.Files = changed(a.current.texts, func(name string) []byte { return a.originals[name] })
	out.Remaining = a.current.findings
	out.Problems = a.current.problems
	for _, c := range p.changes {
		for _, i := range c.findings {
			p.reasons[i] = unsettled
		}
	}
	out.Skipped = p.skipped()
	return out, nil
}

// read returns the contents of a file in the current state.
func (a *all) read(name string) ([]byte, error) {
	if text, ok := a.current.texts[name]; ok {
		return text, nil
	}
	// What has been read once stays as it was.
	if text, ok := a.originals[name]; ok {
		return text, nil
	}
	return a.opts.readFile(name)
}

// enter analyses the files with new contents, and makes that the current state.
func (a *all) enter(texts map[string][]byte) error {
	overlay := make(map[string][]byte, len(texts))
	maps.Copy(overlay, texts)
	for alias, name := range a.aliases {
		if text, ok := texts[name]; ok {
			overlay[alias] = text
		}
	}
	findings, problems, err := a.analyse(a.ctx, overlay)
	if err != nil {
		return err
	}
	a.current = state{texts, findings, problems}
	return a.ctx.Err()
}

// same reports whether the files are the same in both states.
func (s state) same(other state) bool {
	return maps.EqualFunc(s.texts, other.texts, bytes.Equal)
}

// least returns the index of the state with the least digest of the files that are not
// the same in all of the states: whatever else there is, and was before, does not matter.
func (a *all) least(states []state) int {
	text := func(s state, name string) []byte {
		if text, ok := s.texts[name]; ok {
			return text
		}
		return a.originals[name]
	}
	names := make(map[string]bool)
	for _, s := range states {
		for name := range s.texts {
			for _, other := range states {
				if !bytes.Equal(text(s, name), text(other, name)) {
					names[name] = true
				}
			}
		}
	}
	digest := func(s state) string {
		h := sha256.New()
		for _, name := range slices.Sorted(maps.Keys(names)) {
			fmt.Fprintf(h, "%d %s\n", len(text(s, name)), text(s, name))
		}
		return string(h.Sum(nil))
	}
	best := 0
	for i := range states {
		if digest(states[i]) < digest(states[best]) {
			best = i
		}
	}
	return best
}
