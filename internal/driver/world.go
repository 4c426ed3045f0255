package driver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/tools/go/gcexportdata"

	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/finding"
)

// A world is the types of a run: one incarnation of each package, whether it
// came from source or from export data.
//
// Export data speaks of other packages, too, and reading it completes what is known of
// those. Therefore a package from source is in the world before any export data
// that speaks of it is read, and nothing is read while anybody looks at types.
//
// Analyzers follow [types.Package.Imports] to packages that theirs depends on. What there
// is to be seen must not depend on which packages happen to come from export data, which has
// only what the types speak of, nor on what else is in the world. So it is what can be had in any
// case: an own package is seen with what it imports, complete, and an external package
// without what it imports.
type world struct {
	r *run

	// mu is held for writing while export data is read, and for reading by
	// whoever type-checks or analyses a package.
	mu sync.RWMutex

	// imports has every plain package that is known, by import path. Those that nobody has
	// asked for may be incomplete.
	imports map[string]*types.Package

	// exportFiles has the files of the go command's export data for external packages.
	exportFiles map[*node]string

	// fromSource has the external packages for which there is no export data.
	fromSource map[*node]bool

	// entries has what the cache has of the types of external packages, which it had better not lose.
	entries map[*node][]byte

	regMu sync.Mutex
	nodes map[*types.Package]*node

	// places is what portable returns, and placed has the bases of the files that it has seen.
	places *token.FileSet
	placed map[int]bool

	corrupt error // what the cache has of the types of an own package is no good
}

func newWorld(r *run) *world {
	return &world{
		r:           r,
		imports:     make(map[string]*types.Package),
		exportFiles: make(map[*node]string),
		fromSource:  make(map[*node]bool),
		entries:     make(map[*node][]byte),
		nodes:       make(map[*types.Package]*node),
		places:      token.NewFileSet(),
		placed:      make(map[int]bool),
	}
}

// node returns the package that types are of; nil if it is none of the run's. The caller holds mu.
func (w *world) node(pkg *types.Package) *node {
	w.regMu.Lock()
	n := w.nodes[pkg]
	w.regMu.Unlock()
	if n == nil && w.imports[pkg.Path()] == pkg {
		n = w.r.graph.byID[pkg.Path()]
	}
	return n
}

// known returns the types of a package as far as they are known; nil if they are not. The caller holds mu.
func (w *world) known(n *node) *types.Package {
	if n.types == nil && n.plain() {
		w.regMu.Lock()
		defer w.regMu.Unlock()
		return w.imports[n.meta.PkgPath]
	}
	return n.types
}

// register makes types those of a package. The caller holds mu.
func (w *world) register(n *node, pkg *types.Package) {
	n.types = pkg
	w.regMu.Lock()
	defer w.regMu.Unlock()
	w.link(n)
	w.nodes[pkg] = n
	if n.plain() {
		w.imports[n.meta.PkgPath] = pkg
	}
}

// link sets what a package is seen to import: of an own one all. The caller holds mu, and regMu.
func (w *world) link(n *node) {
	var imports []*types.Package
	if n.kind != external {
		for _, dep := range n.deps {
			if dep.types != nil {
				imports = append(imports, dep.types)
			}
		}
	}
	n.types.SetImports(imports)
}

// enter sees to it that the types of nodes are known, and returns with mu held for reading.
func (w *world) enter(ctx context.Context, nodes []*node) {
	w.mu.RLock()
	if !slices.ContainsFunc(nodes, (*node).untyped) {
		return
	}
	w.mu.RUnlock()
	w.mu.Lock()
	w.get(ctx, nodes)
	w.mu.Unlock()
	w.mu.RLock()
}

// load sees to it that the types are known that the analyses of the given packages need, as far as the packages
// that these are of are settled, and that of external packages all are that can be seen. It could be left to enter; but that has to wait
// until nobody is in the world. So it gets all that any of the analyses may need.
func (w *world) load(ctx context.Context, open []*node) {
	w.mu.Lock()
	defer w.mu.Unlock()
	needs := externals(typed(open))
	for _, n := range open {
		needs = append(needs, n.deps...)
	}
	w.get(ctx, slices.DeleteFunc(needs, (*node).pending))
}

func (n *node) untyped() bool { return n.types == nil && n.typesErr == nil }

func (w *world) leave() { w.mu.RUnlock() }

// get sees to it that the types of nodes are known, or why they are not, and with
// those of an own package the types of all that it depends on. The caller holds mu for writing.
func (w *world) get(ctx context.Context, nodes []*node) {
	memo := make(map[*node]bool)
	for _, n := range postorder(nodes, func(n *node) []*node {
		if !n.untyped() || w.located(n) || n.kind == external && w.loadable(n, memo) {
			return nil
		}
		return n.deps
	}) {
		if n.untyped() && ctx.Err() == nil {
			w.getOne(ctx, n)
		}
	}
}

// getOne is get for a package whose dependencies are known as far as it needs them.
func (w *world) getOne(ctx context.Context, n *node) {
	if w.located(n) {
		if err := w.readFile(n, w.exportFiles[n]); err != nil {
			n.typesErr = fmt.Errorf("export data: %w", err)
		}
		return
	}
	data, ok := w.kept(n)
	if ok {
		if err := w.read(n, data); err != nil {
			w.corrupt = fmt.Errorf("types of %s in the cache: %w", n.meta.ID, err)
			n.typesErr = w.corrupt
		}
		return
	}
	if problems := w.declare(ctx, n); len(problems) == 0 {
		w.keep(n, w.portable())
	}
}

// declare type-checks the declarations of a package whose dependencies are known, and
// returns what is wrong with them. The caller holds mu.
func (w *world) declare(ctx context.Context, n *node) []finding.Problem {
	c := w.r.check(ctx, n, false)
	w.register(n, c.pkg)
	return c.all()
}

// keep puts the types of a package into the cache. The FileSet is a portable one.
func (w *world) keep(n *node, fset *token.FileSet) {
	if w.r.opts.Cache == nil || !n.solid || n.result.Broken || n.result.Shaky || n.result.FakeC || n.usesC || !n.plain() || n.kind == own && sharesParts(n.types) {
		return
	}
	var b bytes.Buffer
	if err := gcexportdata.Write(&b, fset, n.types); err == nil {
		w.r.opts.Cache.Put(w.r.typesKey(n), b.Bytes())
	}
}

// sharesParts reports whether a field or method belongs to several types of which one is the package's: in
// "type A struct{ F int }" and "type B A", there is one F, and what is known of A's is known of B's. In export data each type
// has its own, so there is none that stands for such a package.
func sharesParts(pkg *types.Package) bool {
	seen := make(map[types.Object]bool)
	shared := func(part types.Object) bool {
		again := seen[part] || part.Pkg() != pkg
		seen[part] = true
		return again
	}
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() {
			continue
		}
		switch t := obj.Type().Underlying().(type) {
		case *types.Struct:
			for f := range t.Fields() {
				if shared(f) {
					return true
				}
			}
		case *types.Interface:
			for m := range t.ExplicitMethods() {
				if shared(m) {
					return true
				}
			}
		}
	}
	return false
}

// portable returns a FileSet that has the files of the run, in their places, under names that mean
// the same on any machine. Export data that is written with it has no other places. It is for what the data speaks of in other
// packages, too, for they may not be known when it is read. It is not for concurrent use.
func (w *world) portable() *token.FileSet {
	w.r.fset.Iterate(func(f *token.File) bool {
		if w.placed[f.Base()] {
			return true
		}
		w.placed[f.Base()] = true
		if name, ok := w.r.places.name(w.r.sources.expand(f.Name())); ok {
			private := token.NewFileSet()
			named := private.AddFile(name, f.Base(), f.Size())
			named.SetLines(f.Lines())
			w.places.AddExistingFiles(named)
		}
		return true
	})
	return w.places
}

// typesKey returns the key of the types of a package that is solid.
func (r *run) typesKey(n *node) cache.Key {
	h := sha256.New()
	writeString(h, keyVersion+" export data")
	h.Write(r.tool[:])
	h.Write(n.sum[:])
	h.Write(n.input[:]) // for the lines of the declarations, which an own package's sum leaves out
	return cache.Key(h.Sum(nil))
}

// kept returns what the cache has of the types of a package. What was found once is found again.
func (w *world) kept(n *node) ([]byte, bool) {
	if data, ok := w.entries[n]; ok {
		return data, true
	}
	if w.r.opts.Cache == nil || !n.resolved || !n.solid || !n.plain() || n.kind == above {
		return nil, false
	}
	data, ok := w.r.opts.Cache.Get(w.r.typesKey(n))
	if ok && n.kind == external {
		w.entries[n] = data
	}
	return data, ok
}

// loadable reports whether the types of an external package are in the cache and can be
// read: whatever they speak of is known, or can be read, too, and so will not turn
// up from source later.
func (w *world) loadable(n *node, memo map[*node]bool) bool {
	open := func(n *node) bool {
		return n.untyped() && !w.located(n) && (n.kind != external || w.fromSource[n])
	}
	for _, m := range postorder([]*node{n}, func(m *node) []*node {
		if _, done := memo[m]; done {
			return nil
		}
		return slices.DeleteFunc(slices.Clone(m.deps), func(dep *node) bool { return !open(dep) })
	}) {
		if _, done := memo[m]; done {
			continue
		}
		_, ok := w.kept(m)
		memo[m] = ok && !slices.ContainsFunc(m.deps, func(dep *node) bool { return open(dep) && !memo[dep] })
	}
	return memo[n]
}

// readFile reads the types of a package from a file that the compiler wrote.
func (w *world) readFile(n *node, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	//lint:ignore SA1019 The go command writes archives until Go 1.27, and this is how to read either.
	rd, err := gcexportdata.NewReader(f)
	if err != nil {
		return err
	}
	pkg, err := gcexportdata.Read(rd, w.r.fset, w.imports, n.meta.PkgPath)
	if err != nil {
		return err
	}
	w.register(n, pkg)
	return nil
}

// read reads the types of a package from what keep has written.
func (w *world) read(n *node, data []byte) error {
	// The files that the data speaks of get the next free places, first in a FileSet of their own and
	// then, under the names that they have here, in that of the run.
	base := w.r.fset.Base()
	private := token.NewFileSet()
	if gap := base - private.Base(); gap > 0 {
		private.AddFile("", private.Base(), gap-1)
	}
	pkg, err := gcexportdata.Read(bytes.NewReader(data), private, w.imports, n.meta.PkgPath)
	if err != nil {
		return err
	}
	private.Iterate(func(f *token.File) bool {
		if f.Base() >= base {
			name, ok := w.r.places.file(f.Name())
			if !ok {
				err = fmt.Errorf("it speaks of a file %q", f.Name())
				return false
			}
			w.r.fset.AddFile(name, f.Base(), f.Size()).SetLines(f.Lines())
		}
		return true
	})
	if err != nil {
		return err
	}
	w.register(n, pkg)
	delete(w.entries, n)
	return nil
}

// importPackage returns what an import path means in the package. The caller holds mu.
func (r *run) importPackage(n *node, importPath string) (*types.Package, error) {
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
	dep := r.graph.byID[imp.ID]
	switch {
	case dep == nil && len(imp.Errors) > 0:
		return nil, errors.New(oneLine(imp.Errors[0].Msg))
	case dep == nil:
		return nil, errors.New("it has no Go files")
	case dep.typesErr != nil:
		return nil, dep.typesErr
	case dep.types == nil:
		return nil, errors.New("not type-checked") // cancelled
	case dep.types.Name() == "":
		return nil, errors.New("no file of it parses")
	}
	return dep.types, nil
}

// loadExternal finds out where the types of the external packages come from that
// the given packages import, and loads them.
//
// The go command is asked what it has, and with its flag -n it does not compile what it
// does not have. That is type-checked from source, with all that it depends on.
func (r *run) loadExternal(ctx context.Context, nodes []*node) error {
	w := r.world
	missing := slices.DeleteFunc(externals(nodes), w.locate)
	if len(missing) > 0 {
		if err := r.ask(ctx, missing, false); err != nil {
			return err
		}
		missing = slices.DeleteFunc(missing, w.located)
	}
	if len(missing) > 0 {
		if err := r.declareExternal(ctx, missing); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// externals returns the external packages that the given ones import.
func externals(nodes []*node) []*node {
	var out []*node
	seen := make(map[*node]bool)
	for _, n := range nodes {
		for _, dep := range n.deps {
			if dep.kind == external && !seen[dep] {
				seen[dep] = true
				out = append(out, dep)
			}
		}
	}
	return out
}

// located reports whether it is known where the types of all external packages are that are needed for the analysis of
// the given packages.
func (r *run) located(nodes []*node) bool {
	return r.opts.Cache != nil && !slices.ContainsFunc(externals(typed(nodes)), func(n *node) bool { return !r.world.locate(n) })
}

// locate finds the types of an external package in the cache, or where the go command is known to have them.
func (w *world) locate(n *node) bool {
	c := w.r.opts.Cache
	if w.located(n) {
		return true
	}
	if !n.solid || w.r.goenv.GOCACHE == "" {
		return false
	}
	if name, ok := c.GetLocal(w.r.exportKey(n)); ok && filepath.IsLocal(string(name)) {
		file := filepath.Join(w.r.goenv.GOCACHE, string(name))
		if _, err := os.Stat(file); err == nil {
			w.exportFiles[n] = file
			return true
		}
	}
	return w.loadable(n, make(map[*node]bool))
}

// located reports whether there is export data of the go command's for a package.
func (w *world) located(n *node) bool { return w.exportFiles[n] != "" }

// exportKey returns the key of the name of the file with the go command's export data.
func (r *run) exportKey(n *node) cache.Key {
	h := sha256.New()
	writeString(h, keyVersion+" export file")
	h.Write(n.sum[:])
	return cache.Key(h.Sum(nil))
}

// ask asks the go command for the files of export data that it has for packages and,
// if deps is set, for all that those depend on.
func (r *run) ask(ctx context.Context, nodes []*node, deps bool) error {
	byPath := make(map[string]*node)
	var paths []string
	for _, n := range nodes {
		byPath[n.meta.PkgPath] = n
		paths = append(paths, n.meta.PkgPath)
	}
	if deps {
		for _, n := range dependenciesFirst(nodes) {
			byPath[n.meta.PkgPath] = n
		}
	}
	slices.Sort(paths)
	files, err := r.queryExports(ctx, paths, deps)
	if err != nil {
		return err
	}
	for path, file := range files {
		n := byPath[path]
		if n == nil || n.kind != external {
			continue
		}
		r.world.exportFiles[n] = file
		if name, err := filepath.Rel(r.goenv.GOCACHE, file); err == nil && n.solid && r.goenv.GOCACHE != "" && filepath.IsLocal(name) {
			r.opts.Cache.PutLocal(r.exportKey(n), []byte(name))
		}
	}
	return nil
}

// declareExternal type-checks packages from source for which there is no export data, with
// all that they depend on and that there is none for either.
func (r *run) declareExternal(ctx context.Context, missing []*node) error {
	if err := r.ask(ctx, missing, true); err != nil {
		return err
	}
	w := r.world
	order := dependenciesFirst(missing)
	var files []string
	for _, n := range order {
		if !w.locate(n) {
			w.fromSource[n] = true
			files = append(files, n.meta.GoFiles...)
		}
	}
	r.sources.stat(ctx, files)
	for _, n := range order {
		if w.fromSource[n] {
			r.sources.reserve(n, n.meta.GoFiles)
		}
	}
	r.sources.seal()

	r.walk(ctx, order, func(n *node) {
		if !w.fromSource[n] {
			return
		}
		w.enter(ctx, n.deps)
		defer w.leave()
		if ctx.Err() != nil {
			return
		}
		r.declareOnly(ctx, n)
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	fset := w.portable()
	for _, n := range missing {
		if w.fromSource[n] {
			w.keep(n, fset)
		}
	}
	return nil
}
