package driver

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A kind says what a package is to a run.
type kind uint8

const (
	// external packages are known by their types, which come from export data
	// or else from source.
	external kind = iota

	// above are packages of others that depend on own ones, such as the variants that
	// a test brings about. They are known by their types, too, but there can be no
	// export data: it would need the compiled own package, and speak
	// of another incarnation of its types.
	above

	// own packages are analysed: those of main modules, and those that the patterns
	// name.
	own
)

// A node is a package with Go files.
type node struct {
	meta *packages.Package
	kind kind

	// target packages are those that the patterns name. Only what is found in
	// these is reported.
	target bool

	deps []*node          // the nodes among the imports, in order of their IDs
	loop map[string]error // import paths that lead back to this package

	// Of own packages that use cgo: either it is run, and these are the files that it made, or nothing of C has a type.
	usesC bool // it is run
	made  []string
	fakeC bool

	// The places that are reserved for the files in the run's FileSet, by name.
	bases map[string]int

	input   digest // of the files
	noInput bool   // not all can be read

	// What follows is set in the course of the run: by probe, or by the one step that
	// deals with the node in a walk, before those of the packages that import it.
	outcome

	// The types are set once, under world.mu.
	types    *types.Package
	typesErr error

	files []*ast.File // while the package is analysed
	info  *types.Info
}

// An outcome is what a run knows of a package in the end.
type outcome struct {
	resolved bool // the rest is valid
	hit      bool // the result was in the cache

	sum digest // of what importers see of the package, and of all that it depends on

	// solid packages have a sum that stands for them. The results of packages that depend on
	// others are not kept.
	solid bool

	result result
	failed bool // an analyzer failed
}

func (n *node) String() string { return n.meta.ID }

// plain reports whether the node is what other packages mean by its import path, rather than
// a variant of it for some test.
func (n *node) plain() bool { return n.meta.ID == n.meta.PkgPath }

// A graph is what was loaded.
type graph struct {
	all   map[string]*packages.Package // by ID
	byID  map[string]*node
	nodes []*node // in order of their IDs

	order []*node // the same, each after those that it depends on; set by connect
}

// newGraph decides what each package is to the run.
func (r *run) newGraph(roots []*packages.Package) *graph {
	g := &graph{
		all:  make(map[string]*packages.Package),
		byID: make(map[string]*node),
	}
	packages.Visit(roots, nil, func(p *packages.Package) { g.all[p.ID] = p })
	for _, p := range g.all {
		g.add(r, p)
	}
	for _, p := range roots {
		switch n := g.byID[p.ID]; {
		case n != nil:
			n.kind, n.target = own, true
		case !isTestMain(p):
			r.listErrors(p)
		}
	}

	depends := make(map[*packages.Package]bool)
	packages.Visit(roots, nil, func(p *packages.Package) {
		n := g.byID[p.ID]
		d := n != nil && n.kind == own
		for _, imp := range p.Imports {
			d = d || depends[imp]
		}
		if depends[p] = d; d && n != nil && n.kind == external {
			n.kind = above
		}
	})
	g.nodes = sortedBy(g.byID, (*node).String)
	return g
}

// add makes a node of a package, if there is something to type-check.
func (g *graph) add(r *run, p *packages.Package) {
	if p.Module == nil {
		p.Module = r.standardModule(p)
	}
	if !hasSource(p) || isTestMain(p) {
		return
	}
	n := &node{meta: p}
	if p.Module != nil && p.Module.Main {
		n.kind = own
	}
	g.byID[p.ID] = n
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

// own returns the own packages.
func (g *graph) own() []*node {
	return slices.DeleteFunc(slices.Clone(g.nodes), func(n *node) bool { return n.kind != own })
}

// connect sets the nodes' dependencies and namesakes, and cuts the cycles among them. The
// graph that comes from go/packages has no cycles, but which of a cycle's imports it
// leaves out is up to chance, so we put back what it left out.
func (r *run) connect(ctx context.Context, g *graph) {
	edges := make(map[*node]map[string]*node) // by import path
	cyclic := false
	for _, n := range g.nodes {
		edges[n] = make(map[string]*node)
		for path, imp := range n.meta.Imports {
			if dep := g.byID[imp.ID]; dep != nil {
				edges[n][path] = dep
			}
		}
		cyclic = cyclic || slices.ContainsFunc(n.meta.Errors, isCycle)
	}
	if cyclic {
		for _, n := range g.own() {
			files, _ := r.sources.parse(ctx, n, n.meta.GoFiles)
			for _, f := range files {
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
	g.order = dependenciesFirst(g.nodes)
}

// isCycle reports whether an error of the go command is about an import cycle.
func isCycle(e packages.Error) bool { return strings.HasPrefix(e.Msg, "import cycle not allowed") }

// dependenciesFirst returns the nodes and all that they depend on, each after what it
// depends on.
func dependenciesFirst(nodes []*node) []*node {
	return postorder(nodes, func(n *node) []*node { return n.deps })
}

// postorder returns the items and all that they need, directly or not, none twice, in the order in which a walk in depth
// is done with them: each after what it needs, unless that needs the item, too.
func postorder[T comparable](items []T, needs func(T) []T) []T {
	type visit struct {
		item T
		left []T // of what it needs
	}
	order := make([]T, 0, len(items))
	seen := make(map[T]bool)
	var stack []visit
	enter := func(item T) {
		if !seen[item] {
			seen[item] = true
			stack = append(stack, visit{item, needs(item)})
		}
	}
	for _, item := range items {
		enter(item)
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if len(top.left) > 0 {
				next := top.left[0]
				top.left = top.left[1:]
				enter(next)
				continue
			}
			order = append(order, top.item)
			stack = stack[:len(stack)-1]
		}
	}
	return order
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
// is in one with others, by Kosaraju's algorithm.
func components(nodes []*node, succs func(*node) []*node) map[*node][]*node {
	preds := make(map[*node][]*node)
	for _, n := range nodes {
		for _, s := range succs(n) {
			preds[s] = append(preds[s], n)
		}
	}
	order := postorder(nodes, succs)
	slices.Reverse(order)
	out := make(map[*node][]*node)
	done := make(map[*node]bool)
	for _, n := range order {
		if done[n] {
			continue
		}
		// What leads to n and is in no component yet is in that of n.
		comp := postorder([]*node{n}, func(n *node) []*node {
			return slices.DeleteFunc(slices.Clone(preds[n]), func(p *node) bool { return done[p] })
		})
		for _, m := range comp {
			done[m] = true
			if len(comp) > 1 {
				out[m] = comp
			}
		}
	}
	return out
}
