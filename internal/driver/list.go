package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/pack"
	"golang.org/x/tools/go/packages"
)

// A listing is the go command's answer to which packages there are.
type listing struct {
	roots []*packages.Package // those that match the patterns, with all that they depend on

	// sound reports whether nothing that the answer depends on changed while the go command ran, so that
	// results that depend on it may be cached. It waits until that is known.
	sound func() bool

	// exports reports whether packages have the files with the export data that there is of them.
	exports bool

	past *past // what earlier runs with the same listing left; nil if nothing
}

// list asks for the packages that match the patterns. The survey may be nil.
//
// Asking the go command takes longer than everything else when little has changed.
// But its answer depends only on what is in a [survey]. So it is cached under the
// digest of that.
//
// An answer with errors is not cached: they may have causes anywhere.
func (q *request) list(ctx context.Context, s *survey) (*listing, error) {
	l := &listing{sound: func() bool { return false }}
	if s != nil {
		if l.past = q.memory.recall(s); l.past != nil {
			l.roots, l.sound = l.past.roots, func() bool { return true }
			return l, nil
		}
		if text, ok := q.opts.Cache.Get(s.key); ok {
			if roots, ok := s.decodeList(text); ok {
				l.roots, l.sound, l.past = roots, func() bool { return true }, q.memory.begin(s, roots)
				return l, nil
			}
		}
		// In a first run much export data is needed, after that most is known where it is.
		_, asked := q.opts.Cache.Local().Get(s.question)
		l.exports = !asked
		q.opts.Cache.Local().Put(s.question, nil)
	}
	q.opts.Stats.phase("asking the go command for packages")
	var err error
	if l.roots, l.exports, err = q.queryPackages(ctx, q.opts.Patterns, l.exports); err != nil || s == nil {
		return l, err
	}
	if text, ok := s.encodeList(l.roots); ok {
		l.sound = sync.OnceValue(func() bool {
			// Files may have changed in the meantime. The go command itself may have changed go.mod.
			again := q.survey(ctx, newFiles(q.opts.Overlay))
			if again == nil || again.key != s.key {
				return false
			}
			q.opts.Cache.Put(s.key, text)
			return true
		})
		go l.sound()
	}
	return l, nil
}

// A storedList is a listing in the cache. File names are portable.
type storedList struct {
	Roots    []string // IDs
	Packages []*packages.Package
	In       []string                    // the paths of the packages' modules; empty for none
	Modules  map[string]*packages.Module // by path
	Dirs     map[string]string           // of packages that have no files but tests, by ID
}

// encodeList encodes a listing for the cache. It reports false if the listing cannot be cached.
func (s *survey) encodeList(roots []*packages.Package) ([]byte, bool) {
	list := storedList{Modules: make(map[string]*packages.Module), Dirs: make(map[string]string)}
	ok := len(roots) > 0
	packages.Visit(roots, nil, func(p *packages.Package) {
		stored := *p
		stored.ExportFile = ""
		if isTestMain(p) {
			stored.GoFiles = nil // its file does not exist
		}
		list.Packages = append(list.Packages, &stored)
		if len(p.GoFiles)+len(p.OtherFiles)+len(p.IgnoredFiles) == 0 {
			list.Dirs[p.ID] = p.Dir
		}
		in := ""
		if m := p.Module; m != nil {
			in = m.Path
			list.Modules[in] = m
			ok = ok && m.Error == nil
		}
		list.In = append(list.In, in)
		ok = ok && len(p.Errors) == 0
	})
	for _, p := range roots {
		list.Roots = append(list.Roots, p.ID)
	}
	text, err := json.Marshal(list)
	var own storedList // a deep copy
	if !ok || err != nil || json.Unmarshal(text, &own) != nil || !own.rename(s.portable) {
		return nil, false
	}
	text, err = json.Marshal(own)
	return text, err == nil && !bytes.Contains(text, []byte(`\ufffd`))
}

// decodeList decodes a listing. It reports false if the listing is unusable, for instance because a module
// is no longer in the module cache.
func (s *survey) decodeList(text []byte) ([]*packages.Package, bool) {
	var list storedList
	if err := json.Unmarshal(text, &list); err != nil || len(list.In) != len(list.Packages) || slices.Contains(list.Packages, nil) {
		return nil, false
	}
	ok := len(list.Roots) > 0 && list.rename(s.local)
	byID := make(map[string]*packages.Package, len(list.Packages))
	for i, p := range list.Packages {
		p.Dir = list.Dirs[p.ID]
		for _, file := range slices.Concat(p.GoFiles, p.OtherFiles, p.IgnoredFiles) {
			p.Dir = filepath.Dir(file)
		}
		p.Module = list.Modules[list.In[i]]
		byID[p.ID] = p
	}
	known := func(id string) *packages.Package {
		ok = ok && byID[id] != nil
		return byID[id]
	}
	for _, p := range byID {
		for path, imp := range p.Imports {
			p.Imports[path] = known(imp.ID)
		}
	}
	var roots []*packages.Package
	for _, id := range list.Roots {
		roots = append(roots, known(id))
	}
	return roots, ok && areThere(moduleDirs(roots))
}

// rename applies f to the names of all files and directories, and reports whether all have new names.
func (list *storedList) rename(f func(string) (string, bool)) bool {
	ok := true
	name := noting(f, &ok)
	for _, p := range list.Packages {
		for _, files := range [][]string{p.GoFiles, p.OtherFiles, p.IgnoredFiles} {
			for i, file := range files {
				files[i] = name(file)
			}
		}
	}
	for _, m := range list.Modules {
		for ; m != nil; m = m.Replace {
			m.Dir, m.GoMod = name(m.Dir), name(m.GoMod)
		}
	}
	for id, dir := range list.Dirs {
		list.Dirs[id] = name(dir)
	}
	return ok
}

// moduleDirs returns the directories of the modules of packages and their dependencies, except those that replace others.
// A listing is unusable if one of these directories is gone.
func moduleDirs(roots []*packages.Package) []string {
	dirs := make(map[string]bool)
	packages.Visit(roots, nil, func(p *packages.Package) {
		if m := p.Module; m != nil && m.Dir != "" && m.Replace == nil {
			dirs[m.Dir] = true
		}
	})
	return slices.Sorted(maps.Keys(dirs))
}

// areThere reports whether all of the directories exist.
func areThere(dirs []string) bool {
	return !slices.ContainsFunc(dirs, func(dir string) bool {
		_, err := os.Stat(dir)
		return err != nil
	})
}

// noting returns a memoized version of f that maps "" to "" and, instead of reporting false, clears *ok.
func noting(f func(string) (string, bool), ok *bool) func(string) string {
	names := map[string]string{"": ""}
	return func(name string) string {
		of, asked := names[name]
		if !asked {
			var known bool
			of, known = f(name)
			*ok = *ok && known
			names[name] = of
		}
		return of
	}
}

// A storedRun is the result of a run in the cache, for when nothing at all has changed.
type storedRun struct {
	Result
	Own  int      // the number of own packages
	Dirs []string // of the modules, which have to exist
}

// rename applies f to the names of all files and directories, and reports whether all have new names.
func (run *storedRun) rename(f func(string) (string, bool)) bool {
	ok := true
	name := noting(f, &ok)
	for i, dir := range run.Dirs {
		run.Dirs[i] = name(dir)
	}
	eachPosition(run.Findings, run.Hidden, run.Problems, func(pos *finding.Position) { pos.File = name(pos.File) })
	return ok
}

// runKey returns the key of the result of a run.
func (s *survey) runKey() cache.Key {
	h := s.q.baseKey("run")
	h.Write(s.key[:])
	h.Write(s.contents[:])
	writeStrings(h, s.q.opts.ConfigKey)
	for _, a := range s.q.all {
		writeStrings(h, a.Name)
	}
	return cache.Key(h.Sum(nil))
}

// summaryKey returns the key of a summary of the result of a run, which has the names of files on this machine.
func (s *survey) summaryKey() cache.Key {
	h := s.q.baseKey("summary")
	run := s.runKey()
	h.Write(run[:])
	writeStrings(h, s.q.opts.SummaryKey)
	for _, b := range s.bases {
		writeStrings(h, b.dir)
	}
	return cache.Key(h.Sum(nil))
}

// lookup returns the cached result of the run, or the cached summary of it, if nothing has changed since.
func (s *survey) lookup() (*Result, bool) {
	if s == nil {
		return nil, false
	}
	if s.q.opts.Summarize != nil {
		if run := s.kept(s.q.opts.Cache.Local(), s.summaryKey()); run != nil {
			return &run.Result, true
		}
	}
	run := s.kept(s.q.opts.Cache, s.runKey())
	if run == nil {
		return nil, false
	}
	if s.q.summarize(run) {
		s.keep(run)
	}
	return &run.Result, true
}

// kept returns the cached run under a key, nil if there is none or it is unusable here.
func (s *survey) kept(c *cache.Cache, key cache.Key) *storedRun {
	text, ok := c.Get(key)
	if !ok {
		return nil
	}
	run := new(storedRun)
	if !pack.Unpack(text, run) || !run.rename(s.local) || !areThere(run.Dirs) {
		return nil
	}
	s.q.opts.Stats.Hits = run.Own
	return run
}

// describe sets what is cached with the result of a run. It reports false if the result cannot be cached, because something
// that went into it is unsound, or is not worth it: overlaid contents seldom come again.
func (s *survey) describe(p *plan, done outcomes, run *storedRun) bool {
	if len(s.q.opts.Overlay) > 0 {
		return false
	}
	for _, n := range p.nodes {
		if o := done[n.index]; n.kind == own && o != nil {
			if !o.solid || n.noInput || n.usesC || len(n.loop) > 0 {
				return false
			}
			run.Own++
		} else if n.target {
			return false
		}
	}
	run.Dirs = moduleDirs(p.roots)
	return true
}

// keep caches the result of a run or, if there is one, its summary.
func (s *survey) keep(run *storedRun) {
	var own storedRun // a deep copy
	rest := *run
	rest.Summary = "" // it may be long
	ok := pack.Unpack(pack.Pack(rest), &own) && own.rename(s.portable)
	own.Summary = run.Summary
	switch {
	case !ok:
	case own.Summary != "":
		s.q.opts.Cache.Local().Put(s.summaryKey(), pack.Pack(own))
	default:
		s.q.opts.Cache.Put(s.runKey(), pack.Pack(own))
	}
}
