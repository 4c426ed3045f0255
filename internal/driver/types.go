package driver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/gcexportdata"

	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/worklist"
)

// enter gets the types of nodes, and returns with the world's lock held for reading.
func (s *settling) enter(ctx context.Context, nodes []*node) {
	s.w.mu.RLock()
	if !slices.ContainsFunc(nodes, s.w.untyped) {
		return
	}
	s.w.mu.RUnlock()
	s.w.mu.Lock()
	s.get(ctx, nodes)
	s.w.mu.Unlock()
	s.w.mu.RLock()
}

// load gets the types that the analyses of packages may need: those of the settled packages that they import, and those of all
// external packages that an analyzer may see. Enter could get the former; but it has to wait
// until no goroutine holds the world's lock.
func (s *settling) load(ctx context.Context, open []*node) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	s.get(ctx, s.needs(open))
}

// needs returns the settled packages whose types the analyses of packages may need directly.
func (s *settling) needs(open []*node) []*node {
	needs := externals(open)
	for _, n := range open {
		needs = append(needs, n.deps...)
	}
	return slices.DeleteFunc(needs, s.pending)
}

// get gets the types of nodes, or the errors why there are none. With those of an own package it
// gets the types of its dependencies. The caller holds the world's lock for writing.
func (s *settling) get(ctx context.Context, nodes []*node) {
	for _, n := range worklist.Postorder(nodes, func(n *node) []*node {
		if !s.w.untyped(n) || s.located(n) || n.kind == external && s.inCache(n) {
			return nil
		}
		return n.deps
	}) {
		if s.w.untyped(n) && ctx.Err() == nil {
			s.getOne(ctx, n)
		}
	}
}

// getOne is get for a package whose dependencies have the types that it needs.
func (s *settling) getOne(ctx context.Context, n *node) {
	if s.past != nil {
		s.past.world = nil // reading may complete packages that it shares, with positions of this run
	}
	if s.located(n) {
		if err := s.w.readFile(n, s.w.exportFiles[n.index]); err != nil {
			s.w.errs[n.index] = fmt.Errorf("export data: %w", err)
			s.files.changed.Store(true) // so that nothing of this run is kept: what is lost may be there the next time
		}
		return
	}
	data, ok := s.kept(n)
	if ok {
		if err := s.w.read(n, data); err != nil {
			s.w.corrupt = fmt.Errorf("%w: %s: %w", errCorrupt, n.meta.ID, err)
			s.w.errs[n.index] = s.w.corrupt
		}
		return
	}
	if c := s.declare(ctx, n); len(c.problems) == 0 {
		s.keep(ctx, n)
	}
}

// keep caches the types of a package, for runs that analyse packages that import it. A cancelled run may not have parsed all of the files.
// The caller holds the world's lock.
func (s *settling) keep(ctx context.Context, n *node) {
	o, state := s.done[n.index], s.state(n)
	if ctx.Err() != nil || s.opts.Cache == nil || o == nil || !o.solid || state.Broken || state.Shaky || state.FakeC || n.usesC || !n.plain() || n.kind == own && sharesParts(s.w.types[n.index]) {
		return
	}
	defer func() {
		_ = recover() // types that cannot be written are not cached
	}()
	var b bytes.Buffer
	if err := gcexportdata.Write(&b, s.w.portable(), s.w.types[n.index]); err == nil {
		s.typesCache(n).Put(s.typesKey(n), b.Bytes())
	}
}

// typesCache returns the cache for the types of a package. Those of own packages are not shared with other machines: to make them from source
// is as fast as to get them from a cache program, and there are as many of them as results.
func (s *settling) typesCache(n *node) *cache.Cache {
	if n.kind == own {
		return s.opts.Cache.Local()
	}
	return s.opts.Cache
}

// typesKey returns the key of the types of a package that is solid.
func (s *settling) typesKey(n *node) cache.Key {
	h := sha256.New()
	writeStrings(h, keyVersion+" export data")
	h.Write(s.tool[:])
	h.Write(s.done[n.index].sum[:])
	for _, f := range s.done[n.index].result.Functions {
		h.Write(f.Sum[:])
	}
	h.Write(n.input[:]) // for the lines of the declarations, which are not in an own package's sum
	return cache.Key(h.Sum(nil))
}

// kept returns the cached types of a package. Those of external packages are retained, so that they cannot get lost between the check that they are there and their use.
func (s *settling) kept(n *node) ([]byte, bool) {
	if data := s.w.entries[n.index]; data != nil {
		return data, true
	}
	if o := s.done[n.index]; s.opts.Cache == nil || o == nil || !o.solid || !n.plain() || n.kind == above {
		return nil, false
	}
	data, ok := s.typesCache(n).Get(s.typesKey(n))
	if ok && n.kind == external {
		s.w.entries[n.index] = data
	}
	return data, ok
}

// inCache reports whether the cache has the types of a package. If those of an external package refer to another package, that is in the world when they are read, or in the cache, too:
// packages from source are loaded in the order of their imports, and before all others.
func (s *settling) inCache(n *node) bool {
	_, ok := s.kept(n)
	return ok
}

// importPackage returns the package that an import path means in another package. The caller holds the world's lock.
func (s *settling) importPackage(n *node, importPath string) (*types.Package, error) {
	if importPath == "unsafe" {
		return types.Unsafe, nil
	}
	if err := n.loop[importPath]; err != nil {
		return nil, err
	}
	imp := n.meta.Imports[importPath]
	if imp == nil {
		return nil, errors.New("no package of this path was found")
	}
	dep := s.byID[imp.ID]
	switch {
	case dep == nil && len(imp.Errors) > 0:
		return nil, errors.New(oneLine(imp.Errors[0].Msg))
	case dep == nil:
		return nil, errors.New("it has no Go files")
	}
	pkg := s.w.types[dep.index]
	switch err := s.w.errs[dep.index]; {
	case err != nil:
		return nil, err
	case pkg == nil:
		return nil, errors.New("not type-checked") // cancelled
	case pkg.Name() == "":
		return nil, errors.New("no file of it parses")
	}
	return pkg, nil
}

// loadExternal decides where the types of the external packages that
// nodes import come from, and type-checks those that have to come from source.
//
// The go command is asked for the export data that it has; with its flag -n, it does not compile the rest,
// which is type-checked from source, with all dependencies.
func (s *settling) loadExternal(ctx context.Context, nodes []*node) error {
	missing := slices.DeleteFunc(externals(nodes), s.locate)
	if len(missing) > 0 && !s.exports {
		if err := s.ask(ctx, missing); err != nil {
			return err
		}
		missing = slices.DeleteFunc(missing, s.located)
	}
	if len(missing) > 0 {
		s.declareExternal(ctx, missing)
	}
	return ctx.Err()
}

// externals returns the external packages that nodes or their dependencies that are not external import.
func externals(nodes []*node) []*node {
	var out worklist.List[*node]
	for _, n := range dependenciesFirst(nodes) {
		for _, dep := range n.deps {
			if n.kind != external && dep.kind == external {
				out.Push(dep)
			}
		}
	}
	return slices.Collect(out.All())
}

// locatedAll reports whether the types of all external packages that the analyses of nodes need are in the cache, or in files that are known.
func (s *settling) locatedAll(nodes []*node) bool {
	return s.opts.Cache != nil && !slices.ContainsFunc(externals(nodes), func(n *node) bool { return !s.locate(n) })
}

// locate looks for the types of an external package in the go command's files that earlier runs knew, and in the cache.
func (s *settling) locate(n *node) bool {
	s.locateAt(n, n.meta.ExportFile)
	if s.located(n) {
		return true
	}
	if o := s.done[n.index]; o == nil || !o.solid || s.goenv.GOCACHE == "" {
		return false
	}
	if name, ok := s.opts.Cache.Local().Get(s.exportKey(n)); ok && filepath.IsLocal(string(name)) {
		file := filepath.Join(s.goenv.GOCACHE, string(name))
		if _, err := os.Stat(file); err == nil {
			s.w.exportFiles[n.index] = file
			return true
		}
	}
	return s.inCache(n)
}

// located reports whether a file with the go command's export data is known for a package.
func (s *settling) located(n *node) bool { return s.w.exportFiles[n.index] != "" }

// exportKey returns the key of the name of the file with the go command's export data.
func (s *settling) exportKey(n *node) cache.Key {
	h := sha256.New()
	writeStrings(h, keyVersion+" export file")
	h.Write(s.done[n.index].sum[:])
	return cache.Key(h.Sum(nil))
}

// ask asks the go command for the files with export data of packages and their dependencies.
func (s *settling) ask(ctx context.Context, nodes []*node) error {
	var paths []string
	for _, n := range nodes {
		paths = append(paths, n.meta.PkgPath)
	}
	slices.Sort(paths)
	files, err := s.queryExports(ctx, paths)
	if err != nil {
		return err
	}
	for _, n := range dependenciesFirst(nodes) {
		s.locateAt(n, files[n.meta.PkgPath])
	}
	return nil
}

// locateAt records the file of export data that the go command has for an external package, if it has one, and it is there.
func (s *settling) locateAt(n *node, file string) {
	o := s.done[n.index]
	if file == "" || n.kind != external || s.located(n) {
		return
	}
	if _, err := os.Stat(file); err != nil {
		return // the go command's cache has been cleaned since an earlier run asked
	}
	s.w.exportFiles[n.index] = file
	if name, err := filepath.Rel(s.goenv.GOCACHE, file); err == nil && o != nil && o.solid && s.goenv.GOCACHE != "" && filepath.IsLocal(name) {
		s.opts.Cache.Local().Put(s.exportKey(n), []byte(name))
	}
}

// declareExternal type-checks packages without export data from source, with
// their dependencies that have none either.
func (s *settling) declareExternal(ctx context.Context, missing []*node) {
	order := dependenciesFirst(missing)
	fromSource := slices.DeleteFunc(slices.Clone(order), s.locate)
	var names []string
	for _, n := range fromSource {
		s.w.fromSource[n.index] = true
		names = append(names, n.meta.GoFiles...)
	}
	s.files.load(ctx, names)
	walk(ctx, order, func(n *node) {
		if !s.w.fromSource[n.index] {
			return
		}
		s.enter(ctx, n.deps)
		defer s.w.mu.RUnlock()
		if ctx.Err() != nil {
			return
		}
		o := *s.done[n.index]
		o.result = s.declareOnly(ctx, n)
		s.done[n.index] = &o
	})
	for _, n := range missing {
		if s.w.fromSource[n.index] {
			s.keep(ctx, n)
		}
	}
}
