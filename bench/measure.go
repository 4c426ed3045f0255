package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A scenario is what has happened before the command runs that is measured.
type scenario struct {
	id    string
	label string // on the page

	built bool // the dependencies are compiled
	warm  bool // the tool has run
	edit  func(*site) *edit
}

// allScenarios are the scenarios.
var allScenarios = []scenario{
	{id: "fresh", label: "fresh machine"},
	{id: "cold", label: "cold", built: true},
	{id: "body", label: "body edit", built: true, warm: true, edit: func(s *site) *edit { return s.body }},
	{id: "api", label: "API edit", built: true, warm: true, edit: func(s *site) *edit { return s.api }},
	{id: "same", label: "nothing changed", built: true, warm: true},
}

func scenarioIDs() []string {
	var ids []string
	for _, s := range allScenarios {
		ids = append(ids, s.id)
	}
	return ids
}

// A lab is where measurements are made.
type lab struct {
	dir       string // for all that is written
	env       []string
	tools     []*tool
	scenarios []scenario
	rounds    int
	timeout   time.Duration
	maxPeer   int // peers run on generated modules of at most so many packages; 0: on all
	log       io.Writer

	// keep is a directory for the build caches with the dependencies of the subjects, which are kept; if empty, they are not.
	keep string

	// buildDeps puts what the module in dir depends on into the build cache of env.
	buildDeps func(ctx context.Context, dir string, env []string) error
}

// A site is a subject in its directory, with edits to be made.
type site struct {
	*lab
	src       string // the module
	built     string // a build cache with the dependencies; empty if there is none
	body, api *edit
	result    *Subject

	warm map[*tool]bool // which have results for the module as it is without edits, and built dependencies
}

// measure measures the tools on a subject.
func (l *lab) measure(ctx context.Context, s subject) (*Subject, error) {
	dir := filepath.Join(l.dir, s.name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("subject: %w", err)
	}
	defer os.RemoveAll(dir) // of a directory that is removed at the end in any case
	w := &site{lab: l, src: filepath.Join(dir, "src"), warm: make(map[*tool]bool)}
	source, err := s.place(ctx, w.src)
	if err != nil {
		return nil, err
	}
	w.result = &Subject{Name: s.name, Generated: s.generated, Source: source}
	caches := filepath.Join(dir, "caches")
	built := filepath.Join(caches, "dependencies")
	if l.keep != "" {
		built = filepath.Join(l.keep, s.name)
	}
	prepare := slices.Concat(l.env, []string{"GOCACHE=" + built})
	if err := w.survey(ctx, prepare); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(l.scenarios, func(s scenario) bool { return s.built }) {
		fmt.Fprintf(l.log, "%s: building what it depends on\n", s.name)
		if err := l.buildDeps(ctx, w.src, prepare); err != nil {
			return nil, err
		}
		w.built = built
	}
	tools := slices.DeleteFunc(slices.Clone(l.tools), func(t *tool) bool {
		return t.peer && l.maxPeer > 0 && s.generated > l.maxPeer
	})
	for _, sc := range l.scenarios {
		if err := w.play(ctx, sc, tools); err != nil {
			return nil, err
		}
	}
	return w.result, nil
}

// survey finds out what the module consists of, and where to edit it.
func (w *site) survey(ctx context.Context, env []string) error {
	pkgs, err := list(ctx, w.src, env)
	if err != nil {
		return err
	}
	g := newImportGraph(pkgs)
	if len(g.pkgs) == 0 {
		return errors.New("no packages")
	}
	r := w.result
	r.Packages, r.External = len(g.pkgs), len(pkgs)-len(g.pkgs)
	for _, p := range g.pkgs {
		n, err := lines(p.files())
		if err != nil {
			return err
		}
		r.Lines += n
	}
	top, bottom := g.top(), g.bottom()
	r.Body = Site{Package: top.ImportPath, Importers: g.above[top]}
	r.API = Site{Package: bottom.ImportPath, Importers: g.above[bottom]}
	if w.body, err = bodyEdit(top); err != nil {
		return err
	}
	w.api, err = apiEdit(bottom)
	return err
}

// play measures all rounds of a scenario.
func (w *site) play(ctx context.Context, sc scenario, tools []*tool) (err error) {
	series := make(map[*tool]*Series)
	tools = slices.DeleteFunc(slices.Clone(tools), func(t *tool) bool { return t.only != "" && t.only != sc.id })
	for _, t := range tools {
		series[t] = &Series{Scenario: sc.id, Tool: t.id}
		w.result.Series = append(w.result.Series, series[t])
	}
	for round := 1; round <= w.rounds; round++ {
		running := slices.DeleteFunc(rotate(tools, round-1), func(t *tool) bool { return series[t].Outcome != "" })
		for _, t := range running {
			if err := w.prepare(ctx, sc, t, series[t]); err != nil {
				return err
			}
		}
		running = slices.DeleteFunc(running, func(t *tool) bool { return series[t].Outcome != "" })
		if err := w.round(ctx, sc, running, series, round); err != nil {
			return err
		}
	}
	return nil
}

// rotate returns list from its nth element on, and then what is before that.
func rotate[T any](list []T, n int) []T {
	if len(list) == 0 {
		return nil
	}
	n %= len(list)
	return slices.Concat(list[n:], list[:n])
}

// prepare brings the caches of a tool into the state that a scenario asks for.
func (w *site) prepare(ctx context.Context, sc scenario, t *tool, s *Series) error {
	if sc.warm && w.warm[t] {
		return nil
	}
	w.warm[t] = false
	dir := w.caches(t)
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("clear caches: %w", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "results"), 0o777); err != nil {
		return fmt.Errorf("make caches: %w", err)
	}
	build := filepath.Join(dir, "build")
	if sc.built {
		if err := copyTree(build, w.built); err != nil {
			return fmt.Errorf("copy build cache: %w", err)
		}
	} else if err := os.Mkdir(build, 0o777); err != nil {
		return fmt.Errorf("make caches: %w", err)
	}
	if !sc.warm {
		return nil
	}
	m, err := w.run(ctx, t, sc.id+", before")
	if err != nil {
		return err
	}
	s.Outcome = m.outcome
	w.warm[t] = m.outcome == ""
	return nil
}

// round runs the tools once, each in the same state of the module.
func (w *site) round(ctx context.Context, sc scenario, tools []*tool, series map[*tool]*Series, round int) (err error) {
	if sc.edit != nil {
		e := sc.edit(w)
		if err := e.apply(round); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, e.undo()) }()
	}
	settle()
	for _, t := range tools {
		m, err := w.run(ctx, t, fmt.Sprintf("%s, round %d", sc.id, round))
		if err != nil {
			return err
		}
		series[t].add(m)
		switch {
		case m.outcome != "":
			w.warm[t] = false
		case sc.edit == nil:
			w.warm[t] = sc.built
		}
	}
	return nil
}

// caches returns the directory of a tool's caches.
func (w *site) caches(t *tool) string { return filepath.Join(filepath.Dir(w.src), "caches", t.id) }

// run runs a tool, and says so.
func (w *site) run(ctx context.Context, t *tool, what string) (measurement, error) {
	env := append(slices.Clone(w.env), "GOCACHE="+filepath.Join(w.caches(t), "build"))
	if t.cacheEnv != "" {
		env = append(env, t.cacheEnv+"="+filepath.Join(w.caches(t), "results"))
	}
	m, err := t.run(ctx, w.src, env, w.timeout)
	if err != nil {
		return m, err
	}
	fmt.Fprintf(w.log, "%s: %s: %s: %.2f s, %.0f MiB %s\n", w.result.Name, what, t.id, m.seconds, m.peak/(1<<20), m.outcome)
	if m.why != "" {
		fmt.Fprintf(w.log, "%s\n", m.why)
	}
	return m, nil
}
