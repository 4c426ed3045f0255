package driver

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/cache"
	xmodule "golang.org/x/mod/module"
	"golang.org/x/tools/go/packages"
)

// A listing is what the go command says of packages.
type listing struct {
	roots []*packages.Package // those that match the patterns, with all that they depend on

	// sound reports whether the answer is about what is there still, so that what was found out of it may be kept. It waits until that is known.
	sound func() bool

	// exports returns the files with export data of packages, by import path, as far as that was asked beforehand.
	exports func() map[string]string
}

// list asks for the packages that match the patterns. The survey may be nil.
//
// The go command knows, and takes longer for it than everything else
// takes when little has changed. But it looks only at what a [survey] looks at. So its
// answer is kept under a digest of that.
//
// What it says of errors is not kept: they may have causes anywhere.
func (q *request) list(ctx context.Context, s *survey) (*listing, error) {
	l := &listing{sound: func() bool { return false }, exports: func() map[string]string { return nil }}
	if s != nil {
		if text, ok := q.opts.Cache.Get(s.key); ok {
			if roots, ok := s.decodeList(text); ok {
				l.roots, l.sound = roots, func() bool { return true }
				return l, nil
			}
		}
		l.exports = s.askExports(ctx)
	}
	q.opts.Stats.phase("asking the go command for packages")
	var err error
	if l.roots, err = q.queryPackages(ctx, q.opts.Patterns); err != nil || s == nil {
		if err != nil {
			l.exports()
		}
		return l, err
	}
	if text, ok := s.encodeList(l.roots); ok {
		l.sound = inBackground(func() bool {
			// The answer may be about files that have changed since, or go.mod, which the go command itself may have changed.
			again := q.survey(ctx, newFiles(q.opts.Overlay))
			if again == nil || again.key != s.key {
				return false
			}
			q.opts.Cache.Put(s.key, text)
			return true
		})
	}
	return l, nil
}

// askExports asks the go command for export data before it is known which packages there are, at the same time as for these. In a first run
// much of that is needed, and a survey knows what is imported. It does so only once for a module, for after that most is known.
func (s *survey) askExports(ctx context.Context) func() map[string]string {
	none := func() map[string]string { return nil }
	if s.q.opts.Cache.Has(s.question) || strings.Contains(s.q.goenv.GOFLAGS, "-mod=mod") { // that may change go.mod
		return none
	}
	s.q.opts.Cache.PutLocal(s.question, nil)
	var paths []string
	words := []string{"C", "unsafe", "all", "cmd", "std", "tool", "work"} // that are no packages, or mean many
	for _, path := range s.imported {
		if xmodule.CheckImportPath(path) == nil && !slices.Contains(words, path) && len(s.dirsOf(path)) == 0 {
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 {
		return none
	}
	return inBackground(func() map[string]string {
		files, err := s.q.queryExports(ctx, paths, false)
		if err != nil {
			return nil // it is asked again, of what is needed
		}
		return files
	})
}

// inBackground calls f, and returns a function that waits for what f returns.
func inBackground[T any](f func() T) func() T {
	done := make(chan struct{})
	var v T
	go func() {
		defer close(done)
		v = f()
	}()
	return func() T {
		<-done
		return v
	}
}

// A storedList is the go command's answer.
type storedList struct {
	Roots    []int // in Packages
	Packages []storedPackage
	Modules  []storedModule
}

type storedPackage struct {
	ID      string
	Name    string
	PkgPath string         `json:",omitempty"` // if it is not the ID
	Dir     string         `json:",omitempty"`
	Go      []string       `json:",omitempty"` // files, in Dir
	Other   []string       `json:",omitempty"`
	Ignored []string       `json:",omitempty"`
	Imports []int          `json:",omitempty"` // in Packages; of those that are imported by their IDs
	Mapped  map[string]int `json:",omitempty"` // the others, by the path that is imported
	Module  int            `json:",omitempty"` // in Modules, from 1
}

type storedModule struct {
	Path, Version string
	Dir           string        `json:",omitempty"`
	GoMod         string        `json:",omitempty"`
	GoVersion     string        `json:",omitempty"`
	Main          bool          `json:",omitempty"`
	Replace       *storedModule `json:",omitempty"`
}

// encodeList returns an answer as an entry of the cache. It reports false if it is not to be kept.
func (s *survey) encodeList(roots []*packages.Package) ([]byte, bool) {
	var (
		list    storedList
		ok      = true
		ids     = make(map[string]int)
		modules = make(map[*packages.Module]int)
		all     []*packages.Package
	)
	packages.Visit(roots, nil, func(p *packages.Package) {
		if _, known := ids[p.ID]; !known {
			ids[p.ID] = len(all)
			all = append(all, p)
		}
	})
	name := func(file string) string {
		if file == "" {
			return ""
		}
		name, known := s.portable(file)
		ok = ok && known
		return name
	}
	var module func(m *packages.Module) *storedModule
	module = func(m *packages.Module) *storedModule {
		ok = ok && m.Error == nil
		out := &storedModule{Path: m.Path, Version: m.Version, Dir: name(m.Dir), GoVersion: m.GoVersion, Main: m.Main}
		// It may be in the module cache's own files, whatever replaces the module.
		out.GoMod = name(m.GoMod)
		if m.Replace != nil {
			out.Replace = module(m.Replace)
		}
		return out
	}
	for _, p := range all {
		if len(p.Errors) > 0 {
			return nil, false
		}
		sp := storedPackage{ID: p.ID, Name: p.Name, Dir: name(p.Dir)}
		if p.PkgPath != p.ID {
			sp.PkgPath = p.PkgPath
		}
		if !isTestMain(p) { // that is nowhere
			files := func(names []string) (bases []string) {
				for _, name := range names {
					ok = ok && filepath.Dir(name) == p.Dir
					bases = append(bases, filepath.Base(name))
				}
				return bases
			}
			sp.Go, sp.Other, sp.Ignored = files(p.GoFiles), files(p.OtherFiles), files(p.IgnoredFiles)
		}
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			if imp := p.Imports[path]; imp.ID == path {
				sp.Imports = append(sp.Imports, ids[path])
			} else {
				if sp.Mapped == nil {
					sp.Mapped = make(map[string]int)
				}
				sp.Mapped[path] = ids[imp.ID]
			}
		}
		if m := p.Module; m != nil {
			if modules[m] == 0 {
				list.Modules = append(list.Modules, *module(m))
				modules[m] = len(list.Modules)
			}
			sp.Module = modules[m]
		}
		list.Packages = append(list.Packages, sp)
	}
	for _, p := range roots {
		list.Roots = append(list.Roots, ids[p.ID])
	}
	text, err := json.Marshal(list)
	return text, ok && err == nil && len(roots) > 0 && !bytes.Contains(text, []byte(`\ufffd`))
}

// decodeList reads an entry of the cache. It reports false if the entry is of no use, such as for a module that
// is not in the module cache any more.
func (s *survey) decodeList(text []byte) ([]*packages.Package, bool) {
	var list storedList
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, false
	}
	ok := true
	name := func(name string) string {
		if name == "" {
			return ""
		}
		file, known := s.local(name)
		ok = ok && known
		return file
	}
	var module func(m storedModule) *packages.Module
	module = func(m storedModule) *packages.Module {
		out := &packages.Module{Path: m.Path, Version: m.Version, Dir: name(m.Dir), GoMod: name(m.GoMod), GoVersion: m.GoVersion, Main: m.Main}
		if m.Replace != nil {
			out.Replace = module(*m.Replace)
		}
		if out.Dir != "" && out.Replace == nil {
			_, err := os.Stat(out.Dir)
			ok = ok && err == nil
		}
		return out
	}
	var modules []*packages.Module
	for _, m := range list.Modules {
		modules = append(modules, module(m))
	}
	all := make([]*packages.Package, len(list.Packages))
	for i, sp := range list.Packages {
		all[i] = &packages.Package{ID: sp.ID, Name: sp.Name, PkgPath: cmp.Or(sp.PkgPath, sp.ID), Dir: name(sp.Dir)}
	}
	known := func(i int) bool {
		ok = ok && 0 <= i && i < len(all)
		return ok
	}
	for i, sp := range list.Packages {
		p := all[i]
		files := func(bases []string) (names []string) {
			for _, base := range bases {
				ok = ok && base == path.Base(base) && filepath.IsLocal(base)
				names = append(names, filepath.Join(p.Dir, base))
			}
			return names
		}
		p.GoFiles, p.OtherFiles, p.IgnoredFiles = files(sp.Go), files(sp.Other), files(sp.Ignored)
		p.Imports = make(map[string]*packages.Package, len(sp.Imports)+len(sp.Mapped))
		for _, imp := range sp.Imports {
			if known(imp) {
				p.Imports[all[imp].ID] = all[imp]
			}
		}
		for path, imp := range sp.Mapped {
			if known(imp) {
				p.Imports[path] = all[imp]
			}
		}
		if sp.Module != 0 {
			if ok = ok && 0 < sp.Module && sp.Module <= len(modules); ok {
				p.Module = modules[sp.Module-1]
			}
		}
	}
	var roots []*packages.Package
	for _, i := range list.Roots {
		if known(i) {
			roots = append(roots, all[i])
		}
	}
	return roots, ok && len(roots) > 0
}

// A storedRun is the result of a run, as it is kept for when nothing at all has changed.
type storedRun struct {
	Result
	Own  int      // packages
	Dirs []string // of the modules that it is about, which have to be there
}

// runKey returns the key of the result of a run: the question, the answer of which a survey tells, and the contents of all files.
func (s *survey) runKey() cache.Key {
	h := s.q.baseKey("run")
	h.Write(s.key[:])
	h.Write(s.contents[:])
	writeString(h, s.q.opts.ConfigKey)
	for _, a := range s.q.all {
		writeString(h, a.Name)
	}
	return cache.Key(h.Sum(nil))
}

// lookup returns the result of a run, if nothing has changed since it was kept.
func (s *survey) lookup() (*Result, bool) {
	if s == nil {
		return nil, false
	}
	text, ok := s.q.opts.Cache.Get(s.runKey())
	if !ok {
		return nil, false
	}
	var stored storedRun
	if json.Unmarshal(text, &stored) != nil {
		return nil, false
	}
	for _, name := range stored.Dirs {
		dir, ok := s.local(name)
		if !ok {
			return nil, false
		}
		if _, err := os.Stat(dir); err != nil {
			return nil, false
		}
	}
	s.q.opts.Stats.hits(stored.Own)
	return stored.mapFiles(s.local)
}

// keep keeps the result of a run, if all that went into it is sound. What is not on disk yet is seldom asked for again.
func (s *survey) keep(p *plan, done outcomes, res *Result) {
	if len(s.q.opts.Overlay) > 0 {
		return
	}
	stored := storedRun{}
	dirs := make(map[string]bool)
	for _, n := range p.nodes {
		if o := done[n.index]; n.kind == own && o != nil {
			if !o.solid || n.noInput || n.usesC || len(n.loop) > 0 {
				return
			}
			stored.Own++
		} else if n.target {
			return
		}
		if m := n.meta.Module; m != nil && m.Replace == nil && m.Dir != "" && !dirs[m.Dir] {
			dirs[m.Dir] = true
			name, ok := s.portable(m.Dir)
			if !ok {
				return
			}
			stored.Dirs = append(stored.Dirs, name)
		}
	}
	slices.Sort(stored.Dirs)
	portable, ok := res.mapFiles(s.portable)
	if !ok {
		return
	}
	stored.Result = *portable
	if text, err := json.Marshal(stored); err == nil && !bytes.Contains(text, []byte(`\ufffd`)) {
		s.q.opts.Cache.Put(s.runKey(), text)
	}
}

// mapFiles returns the result with other names of files. It reports false if there is a file that to has no name for.
func (res *Result) mapFiles(to func(string) (string, bool)) (*Result, bool) {
	out := *res
	mapped, ok := result{Findings: res.Findings, Hidden: res.Hidden, Problems: res.Problems}.mapFiles(to)
	out.Findings, out.Hidden, out.Problems = mapped.Findings, mapped.Hidden, mapped.Problems
	return &out, ok
}
