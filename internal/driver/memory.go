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

// A Memory has what the runs of a language server leave for later runs in the same process: what a keystroke does not change, in the packages that are being edited.
// The digests of the cache tell whether something has changed. The zero value is empty. Of several runs at the same time, one uses the memory, and the others do without.
type Memory struct {
	mu    sync.Mutex // held by the run that uses the memory
	pasts []*past    // most recent first
}

// maxPasts is the number of listings that are remembered: that of the package at hand, and that of everything.
const maxPasts = 2

// A past is what the runs with one listing, in the same directories, have left.
type past struct {
	key    cache.Key // of the survey
	bases  []base
	roots  []*packages.Package
	dirs   []string // of the modules, which have to exist
	world  *pastWorld
	parsed map[string]*parsed // by the ID of the package
}

// recall returns the past of the listing of a survey; nil if there is none.
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

// begin adds a past for a listing.
func (m *Memory) begin(s *survey, roots []*packages.Package) *past {
	if m == nil {
		return nil
	}
	p := &past{key: s.key, bases: s.bases, roots: roots, dirs: moduleDirs(roots), parsed: make(map[string]*parsed)}
	m.pasts = slices.Insert(m.pasts, 0, p)
	m.pasts = m.pasts[:min(len(m.pasts), maxPasts)]
	return p
}

// A pastWorld is the state of a world after everything that the analyses needed had been loaded, and before anything was analysed. It is invalid once anything else
// is loaded, for that may complete packages to which so far only others referred.
type pastWorld struct {
	types   []*types.Package // as world.types
	keys    []cache.Key      // of these types
	imports map[string]*types.Package
	files   []*token.File
}

// leaveWorld remembers the world, which was empty before the types that the analyses need were loaded, if these all came from export data.
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

// recallWorld restores the remembered world and reports true, if the world is empty, nothing in the remembered one has changed, and it has all settled packages
// that the analyses need.
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

// A parsed is the syntax of a package's files, and their places.
type parsed struct {
	first, size int // the place in a FileSet
	files       []parsedFile
}

// A parsedFile is a file in its place, which may have room for more text.
type parsedFile struct {
	name       string
	base, room int
	sum        digest
	syntax     *ast.File // of the contents with that sum; nil if they have not been parsed, or have syntax errors
	tok        *token.File
}

// place reserves consecutive places for a package's files in the world's FileSet. If one of the files is being edited, the places are remembered with what is parsed, and have
// room for the files to grow: the remembered syntax keeps its positions. Analyzers must not change it.
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
	w.fset.AddFile("", at.first+at.size, 0) // reserves the space before it
	return at
}

// forget drops the remembered syntax of a package, which the caller is about to change.
func (w *world) forget(n *node) {
	w.regMu.Lock()
	defer w.regMu.Unlock()
	if w.p.past != nil {
		delete(w.p.past.parsed, n.meta.ID)
	}
}
