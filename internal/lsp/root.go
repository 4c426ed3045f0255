package lsp

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/finding"
)

// How long typing has to pause before a run begins: minPause, unless an edit overtook the last run, as in a burst of
// keystrokes; then a fraction of the time that a run takes, within limits.
const (
	minPause = time.Millisecond
	maxPause = 250 * time.Millisecond
	part     = 4
)

// idle is how long typing has to pause before packages that were not edited are checked.
const idle = 400 * time.Millisecond

// A root is a Go workspace, a module, or a file outside of any module. The fields from generation on are guarded by the server's lock; the others do not change.
type root struct {
	s    *Server
	dir  string
	only string // the file, if it is outside of any module

	wake chan struct{}      // signals that there is something to do
	stop context.CancelFunc // ends the loop

	generation uint64             // counts the changes that may affect the findings
	cancel     context.CancelFunc // of the current run; nil if there is none
	dirty      map[string]bool    // directories of packages that were edited since their last check
	all        bool               // everything is to be checked
	checked    uint64             // the generation of the last check of everything
	checkedDir map[string]uint64  // the generation of a directory's last check, if that is later
	broken     map[string]bool    // directories of packages that did not compile in their last check
	retry      map[string]bool    // those of them that may compile now although they were not edited
	prepared   map[string]bool    // directories of packages that have been checked by themselves
	took       time.Duration      // how long the last run for edited packages took
	overtaken  bool               // an edit overtook the last run
	findings   map[string][]finding.Finding
	problems   map[string][]finding.Problem // those that are not about Go code, by file
	said       string                       // the last message about a failure to run
}

func newRoot(s *Server, dir, only string, stop context.CancelFunc) *root {
	return &root{
		s: s, dir: dir, only: only,
		wake:       make(chan struct{}, 1),
		stop:       stop,
		dirty:      make(map[string]bool),
		checkedDir: make(map[string]uint64),
		broken:     make(map[string]bool),
		retry:      make(map[string]bool),
		prepared:   make(map[string]bool),
		findings:   make(map[string][]finding.Finding),
		problems:   make(map[string][]finding.Problem),
	}
}

// edited records that the package in dir has changed or, if dir is empty, that anything may have. The caller holds the lock.
func (r *root) edited(dir string) {
	r.generation++
	if dir == "" {
		r.all = true
	} else {
		r.dirty[dir] = true
	}
	if r.cancel != nil {
		r.cancel()
	}
	r.poke()
}

// poke wakes the loop.
func (r *root) poke() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// loop does the runs of a root until ctx is done.
func (r *root) loop(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.wake:
		}
		for r.quiet(ctx, r.pause()) {
			// Edited packages come first.
			if done := r.runEdited(ctx); !done || !r.quietAfter(ctx) {
				continue
			}
			r.runAll(ctx)
			r.prepare(ctx)
			break
		}
	}
}

// pause returns how long typing has to pause before the next run.
func (r *root) pause() time.Duration {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	if !r.overtaken {
		return minPause
	}
	return min(max(r.took/part, minPause), maxPause)
}

// quiet returns true when nothing has been typed for the length of the pause, and false when ctx is done.
func (r *root) quiet(ctx context.Context, pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-r.wake:
			timer.Reset(pause)
		case <-timer.C:
			return true
		}
	}
}

// quietAfter waits until it is time to check what was not edited. It returns false if there is an edit before.
func (r *root) quietAfter(ctx context.Context) bool {
	r.s.mu.Lock()
	first := r.checked == 0 || r.only != "" // the user waits for it
	r.s.mu.Unlock()
	if first {
		return true
	}
	timer := time.NewTimer(idle)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-r.wake:
		return false
	case <-timer.C:
		return true
	}
}

// A job is a run on the state at its beginning.
type job struct {
	generation uint64
	dirs       []string // of the packages; nil: all
	query      Query
	texts      map[*document]*text // of the overlay
}

// begin returns a job for what there is to do, with a context that the next edit cancels. It returns false if there is nothing to do.
func (r *root) begin(ctx context.Context, all bool) (context.Context, *job, bool) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	j := &job{generation: r.generation, query: Query{Dir: r.dir}}
	switch {
	case all && r.checked == r.generation, !all && len(r.dirty) == 0 && len(r.retry) == 0:
		return nil, nil, false
	case r.only != "":
		j.query.Patterns = r.patterns(nil)
	case !all:
		if j.dirs = slices.Sorted(maps.Keys(r.dirty)); len(j.dirs) == 0 {
			j.dirs = slices.Sorted(maps.Keys(r.retry))[:1]
		}
		j.query.Patterns = r.patterns(j.dirs)
	}
	j.query.Overlay, j.texts = r.overlay(j.dirs)
	ctx, r.cancel = context.WithCancel(ctx)
	return ctx, j, true
}

// patterns returns the patterns of the packages in directories.
func (r *root) patterns(dirs []string) []string {
	if r.only != "" {
		return []string{filepath.Base(r.only)}
	}
	var patterns []string
	for _, dir := range dirs {
		if rel, err := filepath.Rel(r.dir, dir); err == nil {
			patterns = append(patterns, "./"+filepath.ToSlash(rel))
		}
	}
	return patterns
}

// overlay returns the texts of the documents, and an overlay with those that differ from the files on disk. For packages that do not compile,
// the texts are those that last did, except in the directories asTheyAre. The caller holds the lock.
func (r *root) overlay(asTheyAre []string) (map[string][]byte, map[*document]*text) {
	overlay, texts := make(map[string][]byte), make(map[*document]*text)
	for _, d := range r.s.documents {
		if d.root != r {
			continue
		}
		t := d.text
		if dir := filepath.Dir(d.file); r.broken[dir] && d.sound != nil && !slices.Contains(asTheyAre, dir) {
			t = d.sound
		}
		texts[d] = t
		if disk, err := os.ReadFile(d.file); err != nil || string(disk) != t.s {
			overlay[d.file] = []byte(t.s)
		}
	}
	return overlay, texts
}

// end stores the outcome of a job and reports true, unless the outcome is out of date.
func (r *root) end(j *job, rep *Report, err error) bool {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	r.cancel()
	r.cancel = nil
	if r.overtaken = r.generation != j.generation; r.overtaken {
		return false
	}
	if err != nil {
		r.say(err.Error())
		rep = &Report{}
	}
	all := j.dirs == nil
	changed := make(map[string]bool) // files
	// covered reports whether the outcome replaces the findings in a file.
	covered := func(file string) bool {
		dir := filepath.Dir(file)
		return err == nil && !r.broken[dir] && (all || slices.Contains(j.dirs, dir) && filepath.Ext(file) == ".go")
	}

	var about []finding.Problem
	bad := make(map[string]bool) // directories of packages that do not compile
	for _, p := range rep.Problems {
		if filepath.Ext(p.Pos.File) == ".go" {
			bad[filepath.Dir(p.Pos.File)] = true
		} else {
			about = append(about, p)
		}
	}
	former := make(map[string]bool) // directories that were checked with an earlier text
	for d, t := range j.texts {
		if t != d.text {
			former[filepath.Dir(d.file)] = true
		}
	}
	for dir := range r.broken {
		if (all || slices.Contains(j.dirs, dir)) && !former[dir] && !bad[dir] && err == nil {
			delete(r.broken, dir)
		}
	}
	for dir := range bad {
		if all || slices.Contains(j.dirs, dir) {
			r.broken[dir] = true
		}
	}
	for d, t := range j.texts {
		if dir := filepath.Dir(d.file); err == nil && !r.broken[dir] && (all || slices.Contains(j.dirs, dir)) {
			d.sound = t
		}
	}
	r.again(j, bad)

	for file := range r.findings {
		if covered(file) {
			delete(r.findings, file)
			changed[file] = true
		}
	}
	for _, f := range rep.Findings {
		if covered(f.Pos.File) {
			r.findings[f.Pos.File] = append(r.findings[f.Pos.File], f)
			changed[f.Pos.File] = true
		}
	}
	if all {
		for file := range r.problems {
			changed[file] = true
		}
		r.problems = make(map[string][]finding.Problem)
		var rest []string
		for _, p := range about {
			if file := p.Pos.File; file != "" {
				r.problems[file] = append(r.problems[file], p)
				changed[file] = true
			} else {
				rest = append(rest, strings.TrimSpace(p.Package+" "+p.Message))
			}
		}
		if err == nil {
			r.say(strings.Join(rest, "\n"))
		}
		r.checked = j.generation
		r.checkedDir = make(map[string]uint64)
		r.all = false
	}
	for _, dir := range j.dirs {
		r.checkedDir[dir] = j.generation
	}
	r.dirty = make(map[string]bool)
	for d := range j.texts {
		changed[d.file] = changed[d.file] || all || slices.Contains(j.dirs, filepath.Dir(d.file))
	}
	r.s.publish(slices.Sorted(maps.Keys(changed)))
	return true
}

// again decides which broken packages are checked once more, each by itself: those that were checked together with another broken package,
// which may be the cause; and, when an edited package compiles, those that may depend on it. Between two edits there are
// only finitely many such runs, because a package that still does not compile causes no further ones. The caller holds the lock.
func (r *root) again(j *job, bad map[string]bool) {
	for _, dir := range j.dirs {
		delete(r.retry, dir)
	}
	sound := slices.ContainsFunc(j.dirs, func(dir string) bool { return !r.broken[dir] })
	for dir := range r.broken {
		if asked := slices.Contains(j.dirs, dir); asked && bad[dir] && len(j.dirs) > 1 || !asked && sound {
			r.retry[dir] = true
		}
	}
	maps.DeleteFunc(r.retry, func(dir string, _ bool) bool { return !r.broken[dir] })
}

// say shows a message, once. The caller holds the lock.
func (r *root) say(message string) {
	if message != r.said && message != "" {
		r.s.show(fmt.Sprintf("errlint in %s: %s", r.dir, message))
	}
	r.said = message
}

// runEdited checks the packages that were edited, and then those that may compile because of that. It returns false if an edit overtook it.
func (r *root) runEdited(ctx context.Context) bool {
	r.s.mu.Lock()
	first := r.checked == 0 && r.all
	r.s.mu.Unlock()
	if first || r.only != "" {
		return true
	}
	for {
		run, j, ok := r.begin(ctx, false)
		if !ok {
			return true
		}
		began := time.Now()
		rep, err := r.s.opts.Check(run, j.query)
		if run.Err() == nil {
			r.s.mu.Lock()
			r.took = time.Since(began)
			r.s.mu.Unlock()
		}
		if !r.end(j, rep, err) {
			return false
		}
	}
}

// prepare checks the packages of open documents, each by itself, as after an edit. So the slow parts of a first check, such as
// listing the packages, are done before the user types.
func (r *root) prepare(ctx context.Context) {
	next := func() bool {
		r.s.mu.Lock()
		defer r.s.mu.Unlock()
		if r.only != "" || r.checked != r.generation {
			return false // another run is due
		}
		for _, d := range r.s.documents {
			if dir := filepath.Dir(d.file); d.root == r && !r.prepared[dir] {
				r.prepared[dir], r.dirty[dir] = true, true
				return true
			}
		}
		return false
	}
	for next() && r.runEdited(ctx) {
	}
}

// runAll checks everything.
func (r *root) runAll(ctx context.Context) {
	ctx, j, ok := r.begin(ctx, true)
	if !ok {
		return
	}
	bar := r.s.newProgress(r.dir)
	j.query.Progress = bar.update
	rep, err := r.s.opts.Check(ctx, j.query)
	bar.end()
	r.end(j, rep, err)
}

// settled reports whether the findings in a file are those of the generation edited or a later one. The caller holds the lock.
func (r *root) settled(file string, edited uint64) bool {
	return r.checked >= edited && r.checked > 0 || r.checkedDir[filepath.Dir(file)] >= edited && r.checkedDir[filepath.Dir(file)] > 0
}

// A Query says what a run checks.
type Query struct {
	Dir      string            // of the workspace of Go, of the module, or of the file
	Patterns []string          // packages, relative to Dir; none: everything
	Overlay  map[string][]byte // contents of files, by absolute name, that replace those on disk
	Progress func(driver.Progress)
}

// A Report is the result of a run.
type Report struct {
	Findings []finding.Finding
	Problems []finding.Problem
}
