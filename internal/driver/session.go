package driver

import (
	"encoding/hex"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sync"
)

// A Session keeps the types of external packages in memory, from one run to the next in a process that does many, such as a
// language server. Where these come from is looked up in each run, and if one is to come from elsewhere, none is used again. So
// a run finds the same with a session and without.
//
// A run takes what there is, and gives back what it has when it ends. One that begins in the meantime does without.
type Session struct {
	mu   sync.Mutex
	kept *universe
}

// A universe is the types of external packages, which speak of each other, and of none that is not external.
type universe struct {
	sources map[string]string         // where those that are complete come from, by import path
	imports map[string]*types.Package // by import path; those without a source may be incomplete
	dirs    map[string]string         // where their files are, to which positions lead
	files   []*token.File             // that their positions are in
}

// take returns what is kept; nil if there is nothing.
func (s *Session) take() *universe {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.kept
	s.kept = nil
	return u
}

// give keeps the external packages of a world that nobody uses any longer.
func (s *Session) give(w *world) {
	if s == nil {
		return
	}
	if w.kept != nil && !w.adopted {
		s.put(w.kept) // nothing has been looked at
		return
	}
	for i, n := range w.p.nodes {
		if n.kind == external && (w.errs[i] != nil || n.plain() && w.types[i] != nil && w.sources[n.meta.PkgPath] == "") {
			return // it is from source, so the next run has another incarnation of it
		}
	}
	u := &universe{sources: w.sources, imports: make(map[string]*types.Package), dirs: make(map[string]string)}
	for path, pkg := range w.imports {
		if n := w.p.byID[path]; n == nil || n.kind == external {
			u.imports[path] = pkg
			u.dirs[path], _ = w.p.places.dir(path)
		}
	}
	if w.kept != nil {
		u.files = w.kept.files
	}
	w.fset.Iterate(func(f *token.File) bool {
		if _, ok := slices.BinarySearchFunc(w.externalFiles, f.Base(), func(span [2]int, base int) int {
			if base < span[0] {
				return 1
			} else if base >= span[1] {
				return -1
			}
			return 0
		}); ok {
			u.files = append(u.files, f)
		}
		return true
	})
	s.put(u)
}

func (s *Session) put(u *universe) {
	if len(u.imports) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = u
}

// adopt makes the packages of a former run known to the world, before any others are, if what they were made of is what
// they would be made of now. The caller holds the world's lock for writing.
func (s *settling) adopt() {
	u := s.w.kept
	if u == nil || s.w.adopted {
		return
	}
	s.w.adopted = true
	fits := len(s.w.imports) == 0
	for path := range u.imports {
		n := s.byID[path]
		if n == nil {
			continue // no package of this run depends on it
		}
		source, complete := u.sources[path]
		dir, _ := s.places.dir(path)
		fits = fits && n.kind == external && dir == u.dirs[path] && (!complete || s.locate(n) && s.source(n) == source)
	}
	if !fits {
		s.w.kept = nil
		return
	}
	maps.Copy(s.w.imports, u.imports)
	maps.Copy(s.w.sources, u.sources)
}

// source says where the types of an external package come from that has been located.
func (s *settling) source(n *node) string {
	if s.located(n) {
		return s.w.exportFiles[n.index]
	}
	key := s.typesKey(n)
	return hex.EncodeToString(key[:])
}

// adoptedTypes returns the types of an external package that a former run has read.
func (s *settling) adoptedTypes(n *node) *types.Package {
	if s.w.kept == nil || !s.w.adopted || n.kind != external || !n.plain() {
		return nil
	}
	if path := n.meta.PkgPath; s.w.sources[path] != "" {
		return s.w.imports[path]
	}
	return nil
}

// remember notes where the types of a package have been read from, if it is external, and which files of the FileSet, from a place on, are theirs.
func (s *settling) remember(n *node, from int) {
	if n.kind == external && n.plain() {
		s.w.sources[n.meta.PkgPath] = s.source(n)
		s.w.externalFiles = append(s.w.externalFiles, [2]int{from, s.w.fset.Base()})
	}
}
