package driver

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/finding"
)

// A node is a package that is type-checked from source.
type node struct {
	meta *packages.Package

	// own packages are analysed: those of main modules, and those that the
	// patterns name. The others are only declarations to them: packages that
	// depend on own packages, or that could not be compiled. Their
	// function bodies are skipped, and so are their errors but one.
	own bool

	// target packages are those that the patterns name. Only what is found in
	// these is reported.
	target bool

	files []*ast.File
	fakeC bool // cgo gave nothing: whatever comes from C has no type

	deps []*node          // nodes among the imports, in order of their IDs
	loop map[string]error // import paths that lead back to this package

	done  chan struct{} // closed when the fields below are set
	types *types.Package
	info  *types.Info

	// broken packages are not analysed: they do not type-check, or use what does not.
	broken bool

	// shaky packages may hold invalid types although they have no errors,
	// for a package that they depend on has some.
	shaky bool
}

func (n *node) String() string { return n.meta.ID }

// A graph is what was loaded.
type graph struct {
	all   map[string]*packages.Package // by ID
	nodes []*node                      // in order of their IDs
	byID  map[string]*node
}

// newGraph decides which packages are type-checked from source.
func (r *run) newGraph(roots []*packages.Package) *graph {
	g := &graph{
		all:  make(map[string]*packages.Package),
		byID: make(map[string]*node),
	}
	packages.Visit(roots, nil, func(p *packages.Package) { g.all[p.ID] = p })

	for _, p := range roots {
		if isTestMain(p) {
			continue
		}
		if hasSource(p) {
			g.add(p).target = true
		} else {
			r.listErrors(p)
		}
	}
	for _, p := range g.all {
		if p.Module != nil && p.Module.Main && hasSource(p) && !isTestMain(p) {
			g.add(p)
		}
		if p.Module == nil {
			p.Module = r.standardModule(p)
		}
	}
	for _, n := range g.byID {
		n.own = true
	}

	// Whatever depends on an own package cannot be had as export data.
	depends := make(map[string]bool)
	var visit func(p *packages.Package) bool
	visit = func(p *packages.Package) bool {
		if d, ok := depends[p.ID]; ok {
			return d
		}
		d := g.byID[p.ID] != nil
		for _, imp := range p.Imports {
			if visit(imp) {
				d = true
			}
		}
		depends[p.ID] = d
		return d
	}
	for _, p := range g.all {
		if visit(p) && hasSource(p) && !isTestMain(p) {
			g.add(p)
		}
	}
	g.sort()
	return g
}

// add returns the package's node, which it makes if need be.
func (g *graph) add(p *packages.Package) *node {
	n := g.byID[p.ID]
	if n == nil {
		n = &node{meta: p, done: make(chan struct{})}
		g.byID[p.ID] = n
	}
	return n
}

func (g *graph) sort() {
	g.nodes = sortedBy(g.byID, (*node).String)
}

// hasSource reports whether there is something to type-check.
func hasSource(p *packages.Package) bool { return len(p.GoFiles) > 0 && p.PkgPath != "unsafe" }

// isTestMain reports whether p is the main package that the go command
// generates to run tests. No other package can import testing/internal/testdeps.
func isTestMain(p *packages.Package) bool {
	return p.Name == "main" && strings.HasSuffix(p.ID, ".test") && p.Imports["testing/internal/testdeps"] != nil
}

// standardModule returns the module of a standard library package, which
// the go command says has none, or nil. An analyzer can tell by it that the
// package is in a module, so that it is not taken for a stray file.
func (r *run) standardModule(p *packages.Package) *packages.Module {
	if len(p.GoFiles) == 0 || r.goenv.GOROOT == "" {
		return nil
	}
	src := filepath.Join(r.goenv.GOROOT, "src")
	rel, err := filepath.Rel(src, filepath.Dir(p.GoFiles[0]))
	if err != nil || !filepath.IsLocal(rel) {
		return nil
	}
	if first, _, _ := strings.Cut(filepath.ToSlash(rel), "/"); first == "cmd" {
		return &packages.Module{Path: "cmd", Dir: filepath.Join(src, "cmd")}
	}
	return &packages.Module{Path: "std", Dir: src}
}

// load reads what the nodes are type-checked from: their own files, and the
// export data of their external imports.
func (r *run) load(ctx context.Context, g *graph) error {
	// The files are parsed while the go command works, but external packages
	// are only read afterwards, so that both get their places in r.fset in a
	// fixed order.
	parsed := make(chan struct{})
	nodes := g.nodes // externalFiles may add some
	go func() {
		defer close(parsed)
		r.parseNodes(ctx, nodes)
	}()
	files, err := r.externalFiles(ctx, g)
	<-parsed
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := r.loadCgo(ctx, g, files); err != nil {
		return err
	}
	r.parseNodes(ctx, g.nodes) // those that came to be because they could not be compiled
	g.connect()
	for _, p := range sortedBy(g.external(), func(p *packages.Package) string { return p.ID }) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.exports.read(p.PkgPath, files[p.PkgPath])
	}
	return nil
}

// external returns the packages that are imported by nodes but are none, by ID.
func (g *graph) external() map[string]*packages.Package {
	ext := make(map[string]*packages.Package)
	for _, n := range g.nodes {
		for _, imp := range n.meta.Imports {
			if g.byID[imp.ID] == nil && hasSource(imp) {
				ext[imp.ID] = imp
			}
		}
	}
	return ext
}

// externalFiles returns the files of export data of external packages, by
// import path. External packages for which there is none become nodes.
func (r *run) externalFiles(ctx context.Context, g *graph) (map[string]string, error) {
	paths := func(pkgs map[string]*packages.Package) []string {
		var out []string
		for _, p := range pkgs {
			out = append(out, p.PkgPath)
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	ext := g.external()
	if len(ext) == 0 {
		return make(map[string]string), nil
	}
	files, err := r.queryExports(ctx, paths(ext), false)
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(ext, func(_ string, p *packages.Package) bool { return files[p.PkgPath] != "" })
	if len(ext) == 0 {
		return files, nil
	}

	// Find out which of their dependencies are to blame.
	more, err := r.queryExports(ctx, paths(ext), true)
	if err != nil {
		return nil, err
	}
	maps.Copy(files, more)
	seen := make(map[string]bool)
	var visit func(p *packages.Package)
	visit = func(p *packages.Package) {
		if seen[p.ID] || files[p.PkgPath] != "" {
			return
		}
		seen[p.ID] = true
		if hasSource(p) {
			g.add(p)
		}
		for _, imp := range p.Imports {
			visit(imp)
		}
	}
	for _, p := range ext {
		visit(p)
	}
	g.sort()
	return files, nil
}

// loadCgo replaces the files of own packages that use cgo by what cgo makes of
// them. It runs cgo, which other packages are spared.
func (r *run) loadCgo(ctx context.Context, g *graph, files map[string]string) error {
	var users []*node
	for _, n := range g.nodes {
		if n.own && importsC(n.files) {
			users = append(users, n)
		}
	}
	if len(users) == 0 {
		return nil
	}
	var missing []string
	made, err := r.queryCgo(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, n := range users {
		cause := err
		if cause == nil {
			cause = n.useCgo(g, made[n.meta.ID])
		}
		if cause != nil {
			n.fakeC = true
			n.broken = true
			pos, _ := r.sources.position(cImport(n.files).Pos())
			r.problems = append(r.problems, finding.Problem{
				Pos:     pos,
				Package: n.meta.PkgPath,
				Message: "package is not analysed: cgo failed: " + cgoFailure(cause),
			})
			continue
		}
		n.files = r.sources.parse(ctx, made[n.meta.ID].CompiledGoFiles)
		r.sources.writtenAs(n.files, n.meta)
		for _, imp := range n.meta.Imports {
			if g.byID[imp.ID] == nil && hasSource(imp) && files[imp.PkgPath] == "" {
				missing = append(missing, imp.PkgPath)
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	slices.Sort(missing)
	more, err := r.queryExports(ctx, slices.Compact(missing), false)
	if err != nil {
		return err
	}
	maps.Copy(files, more)
	return nil
}

// cgoFailure returns what went wrong first. The C compiler has a lot to say after that.
func cgoFailure(err error) string {
	text := err.Error()
	var listed packages.Error
	if errors.As(err, &listed) {
		text = listed.Msg
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
			return line
		}
	}
	return oneLine(text)
}

// useCgo takes over the imports of the package as cgo made it.
func (n *node) useCgo(g *graph, made *packages.Package) error {
	switch {
	case made == nil:
		return fmt.Errorf("the go command does not list %s", n.meta.ID)
	case len(made.Errors) > 0 && len(made.CompiledGoFiles) <= len(made.GoFiles):
		return made.Errors[0]
	case len(made.CompiledGoFiles) <= len(n.meta.GoFiles):
		// There is a file for each that was written, and at least one of C's declarations.
		return errors.New("no output; building the package shows why")
	}
	imports := maps.Clone(n.meta.Imports)
	if imports == nil {
		imports = make(map[string]*packages.Package)
	}
	for path, imp := range made.Imports {
		if imports[path] != nil {
			continue
		}
		if known := g.all[imp.ID]; known != nil {
			imp = known
		} else {
			g.all[imp.ID] = imp
		}
		imports[path] = imp
	}
	n.meta.Imports = imports
	return nil
}

// cImport returns the first import of "C", or nil.
func cImport(files []*ast.File) *ast.ImportSpec {
	for _, f := range files {
		for _, spec := range f.Imports {
			if spec.Path.Value == `"C"` {
				return spec
			}
		}
	}
	return nil
}

func importsC(files []*ast.File) bool { return cImport(files) != nil }

// connect sets the nodes' dependencies, and cuts the cycles among them. The
// graph that comes from go/packages has no cycles, but which of a cycle's imports it
// leaves out is up to chance, so we put back what it left out.
func (g *graph) connect() {
	edges := make(map[*node]map[string]*node) // by import path
	for _, n := range g.nodes {
		edges[n] = make(map[string]*node)
		for path, imp := range n.meta.Imports {
			if dep := g.byID[imp.ID]; dep != nil {
				edges[n][path] = dep
			}
		}
		for _, f := range n.files {
			for _, spec := range f.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil || n.meta.Imports[path] != nil {
					continue
				}
				if dep := g.byID[path]; dep != nil {
					edges[n][path] = dep
				}
			}
		}
	}
	loops := components(g.nodes, func(n *node) []*node { return sortedBy(edges[n], (*node).String) })
	for _, n := range g.nodes {
		for path, dep := range edges[n] {
			if loop := loops[n]; dep == n || slices.Contains(loop, dep) {
				if n.loop == nil {
					n.loop = make(map[string]error)
				}
				n.loop[path] = loopError(loop)
				delete(edges[n], path)
			}
		}
		n.deps = sortedBy(edges[n], (*node).String)
		n.deps = slices.Compact(n.deps)
	}
}

func loopError(loop []*node) error {
	if len(loop) < 2 {
		return errors.New("import cycle not allowed: the package imports itself")
	}
	var ids []string
	for _, n := range loop {
		ids = append(ids, n.meta.ID)
	}
	slices.Sort(ids)
	return fmt.Errorf("import cycle not allowed: among %s", strings.Join(ids, ", "))
}

// components returns the strongly connected component of each node that
// is in one with others, by Tarjan's algorithm.
func components(nodes []*node, succs func(*node) []*node) map[*node][]*node {
	var (
		out   = make(map[*node][]*node)
		index = make(map[*node]int) // from 1; 0 if not visited
		low   = make(map[*node]int)
		on    = make(map[*node]bool)
		stack []*node
		visit func(n *node)
	)
	visit = func(n *node) {
		index[n] = len(index) + 1
		low[n] = index[n]
		on[n] = true
		stack = append(stack, n)
		for _, s := range succs(n) {
			if index[s] == 0 {
				visit(s)
				low[n] = min(low[n], low[s])
			} else if on[s] {
				low[n] = min(low[n], index[s])
			}
		}
		if low[n] != index[n] {
			return
		}
		i := slices.Index(stack, n)
		comp := slices.Clone(stack[i:])
		stack = stack[:i]
		for _, m := range comp {
			delete(on, m)
			if len(comp) > 1 {
				out[m] = comp
			}
		}
	}
	for _, n := range nodes {
		if index[n] == 0 {
			visit(n)
		}
	}
	return out
}

// importPackage returns what an import path means in the package.
func (r *run) importPackage(g *graph, n *node, importPath string) (*types.Package, error) {
	if importPath == "unsafe" {
		return types.Unsafe, nil
	}
	if err := n.loop[importPath]; err != nil {
		return nil, err
	}
	imp := n.meta.Imports[importPath]
	if imp == nil {
		return nil, fmt.Errorf("no package of this path was found")
	}
	if dep := g.byID[imp.ID]; dep != nil {
		<-dep.done
		if dep.types == nil {
			return nil, errors.New("not type-checked") // cancelled
		}
		if dep.types.Name() == "" {
			return nil, errors.New("no file of it parses")
		}
		return dep.types, nil
	}
	if len(imp.Errors) > 0 && !hasSource(imp) {
		return nil, errors.New(oneLine(imp.Errors[0].Msg))
	}
	return r.exports.get(imp.PkgPath)
}
