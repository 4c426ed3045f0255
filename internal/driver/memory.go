package driver

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/cache"
)

// A Memory has what runs leave behind for those that follow in the same process: of packages that somebody types in, what a key cannot have changed. Whether it did is
// seen by the same digests that the cache goes by. The zero value is empty. Of runs at the same time one has the memory, and the others do without.
type Memory struct {
	mu    sync.Mutex // held by the run that has it
	pasts []*past    // the last one first
}

// maxPasts is of how many listings something is remembered: those of the package at hand, and of everything.
const maxPasts = 2

// A past is what is left of the runs that had the same listing, on the same directories.
type past struct {
	key    cache.Key // of the survey
	bases  []base
	roots  []*packages.Package
	dirs   []string // of the modules, which have to be there
	world  *pastWorld
	parsed map[string]*parsed // by the ID of the package
}

// recall returns what is left of runs with the listing that a survey tells of; nil if nothing is.
func (m *Memory) recall(s *survey) *past {
	if m == nil {
		return nil
	}
	i := slices.IndexFunc(m.pasts, func(p *past) bool { return p.key == s.key && slices.Equal(p.bases, s.bases) })
	if i < 0 {
		return nil
	}
	p := m.pasts[i]
	m.pasts = slices.Delete(m.pasts, i, i+1)
	if !areThere(p.dirs) {
		return nil
	}
	m.pasts = slices.Insert(m.pasts, 0, p)
	return p
}

// begin takes note of a listing.
func (m *Memory) begin(s *survey, roots []*packages.Package) *past {
	if m == nil {
		return nil
	}
	p := &past{key: s.key, bases: s.bases, roots: roots, dirs: moduleDirs(roots), parsed: make(map[string]*parsed)}
	m.pasts = slices.Insert(m.pasts, 0, p)
	m.pasts = m.pasts[:min(len(m.pasts), maxPasts)]
	return p
}

// A pastWorld is a world as it was when everything had been loaded that the analyses needed, and nothing was analysed. It is good until something else
// is loaded, for that may complete packages which so far others only spoke of.
type pastWorld struct {
	types   []*types.Package // as world.types
	keys    []cache.Key      // of these types
	imports map[string]*types.Package
	files   []*token.File
}

// leaveWorld remembers the world, if the packages that it needs for the analysis of others all came from the cache or the go command. It was new before these were loaded.
func (s *settling) leaveWorld(ctx context.Context) {
	failed := slices.ContainsFunc(s.w.errs, func(err error) bool { return err != nil })
	if s.past == nil || len(s.opts.Overlay) == 0 || ctx.Err() != nil || failed || slices.Contains(s.w.fromSource, true) {
		return
	}
	old := &pastWorld{types: slices.Clone(s.w.types), keys: make([]cache.Key, len(s.nodes)), imports: maps.Clone(s.w.imports)}
	for i, pkg := range old.types {
		if o := s.done[i]; pkg != nil && (o == nil || !o.solid) {
			return
		} else if pkg != nil {
			old.keys[i] = s.typesKey(s.nodes[i])
		}
	}
	s.w.fset.Iterate(func(f *token.File) bool {
		old.files = append(old.files, f)
		return true
	})
	s.past.world = old
}

// recallWorld makes the world what it was, if it is new, all that there was in it is the same still, and it has all that the analyses of packages need
// of what is settled.
func (s *settling) recallWorld(open []*node) bool {
	if s.past == nil || s.past.world == nil || s.w.fset.Base() > 1 {
		return false
	}
	old := s.past.world
	for i, pkg := range old.types {
		if o := s.done[i]; pkg != nil && (o == nil || !o.solid || s.typesKey(s.nodes[i]) != old.keys[i]) {
			return false
		}
	}
	if slices.ContainsFunc(s.needs(open), func(n *node) bool { return old.types[n.index] == nil }) {
		return false
	}
	s.w.types, s.w.imports = slices.Clone(old.types), maps.Clone(old.imports)
	s.w.fset.AddExistingFiles(old.files...)
	for i, pkg := range old.types {
		if pkg != nil {
			s.w.nodes[pkg] = s.nodes[i]
		}
	}
	return true
}

// A parsed is the syntax of a package's files, and where they are.
type parsed struct {
	first, size int // the place in a FileSet
	files       []parsedFile
}

// A parsedFile is a file in its place, where there may be room for more.
type parsedFile struct {
	name       string
	base, room int
	sum        digest
	syntax     *ast.File // of the contents with that sum; nil if they have not been parsed, or there was something wrong
	tok        *token.File
}

// place gives files of a package a place in the world, one after the other. If somebody types in one of them, what is parsed is remembered, and the place has
// room for more to be typed: analyzers are not to change syntax, and its positions stay what they are.
func (w *world) place(n *node, names []string) *parsed {
	typed := w.p.past != nil && slices.ContainsFunc(names, func(name string) bool { _, ok := w.p.opts.Overlay[name]; return ok })
	w.regMu.Lock()
	defer w.regMu.Unlock()
	var at *parsed
	if w.p.past != nil {
		at = w.p.past.parsed[n.meta.ID]
	}
	same := func(f parsedFile, name string) bool { return f.name == name && w.p.files.get(name).size <= f.room }
	if at == nil || at.first < w.fset.Base() || !slices.EqualFunc(at.files, names, same) {
		at = &parsed{first: w.fset.Base()}
		for _, name := range names {
			room := w.p.files.get(name).size
			if typed {
				room += room/8 + 1<<10
			}
			at.files = append(at.files, parsedFile{name: name, base: at.first + at.size, room: room})
			at.size += room + 1
		}
		if typed {
			w.p.past.parsed[n.meta.ID] = at
		}
	}
	w.fset.AddFile("", at.first+at.size, 0) // keeps others out
	return at
}

// forget drops the syntax of a package, which is going to be changed.
func (w *world) forget(n *node) {
	w.regMu.Lock()
	defer w.regMu.Unlock()
	if w.p.past != nil {
		delete(w.p.past.parsed, n.meta.ID)
	}
}
