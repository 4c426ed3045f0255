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

// How long nothing is to be typed before a run begins: the least, unless the last run was overtaken by an edit, as in a burst of
// keys; then a part of what a run takes, within limits.
const (
	minPause = time.Millisecond
	maxPause = 250 * time.Millisecond
	part     = 4
)

// idle is how long nothing is to be typed before packages are looked at that were not edited.
const idle = 400 * time.Millisecond

// A root is a workspace of Go, a module, or a file by itself. Its fields but for the first ones, which do not change, are under the server's lock.
type root struct {
	s    *Server
	dir  string
	only string // the file, if it is one by itself

	wake chan struct{}      // there is something to do
	stop context.CancelFunc // ends the loop

	generation uint64             // counts what may change what is found
	cancel     context.CancelFunc // of the run under way; nil if there is none
	dirty      map[string]bool    // directories of packages that were edited since they were last looked at
	all        bool               // everything is to be looked at
	checked    uint64             // the generation that everything was last looked at in
	checkedDir map[string]uint64  // the same, by directory, if it is a later one
	broken     map[string]bool    // directories of packages that did not compile when they were last looked at
	retry      map[string]bool    // those of them that may compile now although nobody edited them
	prepared   map[string]bool    // directories of packages that have been looked at by themselves
	took       time.Duration      // the last run of what was edited
	overtaken  bool               // the last run was, by an edit
	findings   map[string][]finding.Finding
	problems   map[string][]finding.Problem // those that are about no Go code, by file
	said       string                       // the last message about what keeps a run from its job
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

// edited says that a package has changed, or that anything may have if dir is empty. The caller holds the lock.
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

// poke has the loop look for something to do.
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
			// Everything comes last, unless nothing else is known to have changed.
			if done := r.runEdited(ctx); !done || !r.quietAfter(ctx) {
				continue
			}
			r.runAll(ctx)
			r.prepare(ctx)
			break
		}
	}
}

// pause returns for how long nothing is to be typed.
func (r *root) pause() time.Duration {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	if !r.overtaken {
		return minPause
	}
	return min(max(r.took/part, minPause), maxPause)
}

// quiet returns true when nothing has been typed for some time, and false when ctx is done.
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

// quietAfter waits until it is time to look at what was not edited. It returns false if before that something was.
func (r *root) quietAfter(ctx context.Context) bool {
	r.s.mu.Lock()
	first := r.checked == 0 || r.only != "" // somebody waits for it
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

// A job is a run to be done, on what was there when it began.
type job struct {
	generation uint64
	dirs       []string // of the packages; nil: all
	query      Query
	texts      map[*document]*text // of the overlay
}

// begin makes a job of what there is to do, under a context that the next edit cancels. It returns false if there is nothing.
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

// overlay returns the texts of the documents, and those of which that are not what is on disk. Packages that do not compile are
// seen as they last did, but for those in some directories, which are seen as they are. The caller holds the lock.
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

// end stores the outcome of a job, unless it is out of date, and reports whether that is so.
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
	// covered reports whether the run says what there is to be found in a file.
	covered := func(file string) bool {
		dir := filepath.Dir(file)
		return err == nil && !r.broken[dir] && (all || slices.Contains(j.dirs, dir) && filepath.Ext(file) == ".go")
	}

	var about []finding.Problem
	bad := make(map[string]bool) // does not compile
	for _, p := range rep.Problems {
		if filepath.Ext(p.Pos.File) == ".go" {
			bad[filepath.Dir(p.Pos.File)] = true
		} else {
			about = append(about, p)
		}
	}
	former := make(map[string]bool) // was not looked at as it is
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

// again notes which packages that do not compile are to be looked at once more, each by itself: those that were looked at together with another that does
// not, which may be all that is wrong with them; and, when a package that was edited compiles, those that may have waited for it. Without an edit there are
// only finitely many such runs, because a package that still does not compile has none looked at again. The caller holds the lock.
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

// runEdited looks at the packages that were edited, and then at those that may compile because of that. It returns false if it was overtaken by an edit.
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

// prepare looks at the packages of documents that are open, each by itself, as is done after an edit. What takes longest of that the first time, such as
// to list the packages, is known when somebody types.
func (r *root) prepare(ctx context.Context) {
	next := func() bool {
		r.s.mu.Lock()
		defer r.s.mu.Unlock()
		if r.only != "" || r.checked != r.generation {
			return false // there is something else to do
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

// runAll looks at everything.
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

// settled reports whether what is known of a file is of its text. The caller holds the lock.
func (r *root) settled(file string, edited uint64) bool {
	return r.checked >= edited && r.checked > 0 || r.checkedDir[filepath.Dir(file)] >= edited && r.checkedDir[filepath.Dir(file)] > 0
}

// A Query is what a run is to look at.
type Query struct {
	Dir      string            // of the workspace of Go, of the module, or of the file
	Patterns []string          // packages, relative to Dir; none: everything
	Overlay  map[string][]byte // what is to be taken for the contents of files, by absolute name
	Progress func(driver.Progress)
}

// A Report is what a run has found.
type Report struct {
	Findings []finding.Finding
	Problems []finding.Problem
}
