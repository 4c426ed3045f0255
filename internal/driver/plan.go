package driver

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/worklist"
)

// A plan is what there is: the packages, what each is to the run, and what is in their files.
type plan struct {
	*request
	*listing
	files *files

	pkgs  map[string]*packages.Package // by ID
	byID  map[string]*node
	nodes []*node // in order of their IDs
	order []*node // the same, each after those that it depends on

	made     map[string]madeFile // by name: what cgo made
	problems []finding.Problem   // of what was asked for, and of packages without files
	places   *places
}

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
	meta  *packages.Package
	kind  kind
	index int // in plan.nodes

	// target packages are those that the patterns name. Only what is found in
	// these is reported.
	target bool

	deps     []*node          // the nodes among the imports, in order of their IDs
	imported bool             // it is among those of another
	loop     map[string]error // import paths that lead back to this package

	// Of own packages that use cgo: either it is run, and these are the files that it made, or nothing of C has a type.
	usesC     bool // it is run
	cgoFailed bool
	made      []string
	fakeC     bool

	input   digest               // of the files
	noInput bool                 // not all can be read
	named   func() (words, bool) // in them; false if one is not what it was
}

// plain reports whether the node is what other packages mean by its import path, rather than
// a variant of it for some test.
func (n *node) plain() bool { return n.meta.ID == n.meta.PkgPath }

// plan decides what each of the packages that the go command lists is to the run, and reads the files of those
// that are looked at from source.
func (q *request) plan(ctx context.Context, list *listing, files *files) (*plan, error) {
	p := &plan{
		request: q,
		listing: list,
		files:   files,
		pkgs:    make(map[string]*packages.Package),
		byID:    make(map[string]*node),
		made:    make(map[string]madeFile),
	}
	p.problems = q.unmatched(p.roots)
	p.classify()
	p.readFiles(ctx)
	if err := p.runCgo(ctx); err != nil {
		return nil, err
	}
	p.connect()
	p.places = newPlaces(p.pkgs)
	return p, ctx.Err()
}

// classify makes nodes of packages, and decides of what kind they are.
func (p *plan) classify() {
	packages.Visit(p.roots, nil, func(pkg *packages.Package) { p.add(pkg) })
	for _, pkg := range p.roots {
		switch n := p.byID[pkg.ID]; {
		case n != nil:
			n.kind, n.target = own, true
		case !isTestMain(pkg):
			p.problems = append(p.problems, p.listed(pkg)...)
		}
	}
	depends := make(map[*packages.Package]bool)
	packages.Visit(p.roots, nil, func(pkg *packages.Package) {
		n := p.byID[pkg.ID]
		d := n != nil && n.kind == own
		for _, imp := range pkg.Imports {
			d = d || depends[imp]
		}
		if depends[pkg] = d; d && n != nil && n.kind == external {
			n.kind = above
		}
	})
	p.nodes = sortedNodes(p.byID)
}

// add takes a package, and makes a node of it, if there is something to type-check.
func (p *plan) add(pkg *packages.Package) {
	p.pkgs[pkg.ID] = pkg
	if pkg.Module == nil {
		pkg.Module = p.standardModule(pkg)
	}
	if !hasSource(pkg) || isTestMain(pkg) {
		return
	}
	n := &node{meta: pkg}
	if pkg.Module != nil && pkg.Module.Main {
		n.kind = own
	}
	p.byID[pkg.ID] = n
}

// readFiles reads the files that results depend on, but for those of packages that nobody edits.
func (p *plan) readFiles(ctx context.Context) {
	var names []string
	for _, n := range p.nodes {
		if n.kind != external {
			names = append(names, n.meta.GoFiles...)
			names = append(names, n.meta.OtherFiles...)
			names = append(names, n.meta.IgnoredFiles...)
		} else if p.immutable(n.meta) == "" {
			names = append(names, n.meta.GoFiles...)
		}
	}
	p.files.load(ctx, names)
	for _, n := range p.own() {
		sum, ok := p.files.sum(n.meta.GoFiles, n.meta.OtherFiles, n.meta.IgnoredFiles)
		n.input, n.noInput = sum, !ok
		n.named = sync.OnceValues(func() (words, bool) { return p.files.words(n.meta.GoFiles) })
	}
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
func (p *plan) standardModule(pkg *packages.Package) *packages.Module {
	if len(pkg.GoFiles) == 0 || p.goenv.GOROOT == "" {
		return nil
	}
	src := filepath.Join(p.goenv.GOROOT, "src")
	rel, err := filepath.Rel(src, filepath.Dir(pkg.GoFiles[0]))
	if err != nil || !filepath.IsLocal(rel) {
		return nil
	}
	if first, _, _ := strings.Cut(filepath.ToSlash(rel), "/"); first == "cmd" {
		return &packages.Module{Path: "cmd", Dir: filepath.Join(src, "cmd")}
	}
	return &packages.Module{Path: "std", Dir: src}
}

// own returns the own packages.
func (p *plan) own() []*node {
	return slices.DeleteFunc(slices.Clone(p.nodes), func(n *node) bool { return n.kind != own })
}

// connect sets the nodes' dependencies, and cuts the cycles among them. The
// graph that comes from go/packages has no cycles, but which of a cycle's imports it
// leaves out is up to chance, so we put back what it left out.
func (p *plan) connect() {
	edges := make(map[*node]map[string]*node) // by import path
	cyclic := false
	for _, n := range p.nodes {
		edges[n] = make(map[string]*node)
		for path, imp := range n.meta.Imports {
			if dep := p.byID[imp.ID]; dep != nil {
				edges[n][path] = dep
			}
		}
		cyclic = cyclic || slices.ContainsFunc(n.meta.Errors, isCycle)
	}
	if cyclic {
		for _, n := range p.own() {
			for _, name := range n.meta.GoFiles {
				f, _ := p.parseImports(name)
				if f == nil {
					continue
				}
				for _, spec := range f.Imports {
					path, err := strconv.Unquote(spec.Path.Value)
					if err != nil || n.meta.Imports[path] != nil {
						continue
					}
					if dep := p.byID[path]; dep != nil {
						edges[n][path] = dep
					}
				}
			}
		}
	}
	loops := components(p.nodes, func(n *node) []*node { return sortedNodes(edges[n]) })
	for i, n := range p.nodes {
		n.index = i
		for path, dep := range edges[n] {
			if loop := loops[n]; dep == n || slices.Contains(loop, dep) {
				if n.loop == nil {
					n.loop = make(map[string]error)
				}
				n.loop[path] = loopError(loop)
				delete(edges[n], path)
			}
		}
		n.deps = slices.Compact(sortedNodes(edges[n]))
		for _, dep := range n.deps {
			dep.imported = true
		}
	}
	p.order = dependenciesFirst(p.nodes)
}

// parseImports returns the syntax of a file up to the end of its imports, and where that is; nil if the file cannot be read.
func (p *plan) parseImports(name string) (*ast.File, *token.FileSet) {
	text, err := p.files.text(name)
	if err != nil {
		return nil, nil
	}
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, name, text, parser.ImportsOnly|parser.ParseComments|parser.SkipObjectResolution)
	return f, fset
}

// isCycle reports whether an error of the go command is about an import cycle.
func isCycle(e packages.Error) bool { return strings.HasPrefix(e.Msg, "import cycle not allowed") }

// dependenciesFirst returns the nodes and all that they depend on, each after what it
// depends on.
func dependenciesFirst(nodes []*node) []*node {
	return worklist.Postorder(nodes, func(n *node) []*node { return n.deps })
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
// is in one with others.
func components(nodes []*node, succs func(*node) []*node) map[*node][]*node {
	out := make(map[*node][]*node)
	for _, component := range worklist.Components(nodes, succs) {
		if len(component) > 1 {
			for _, n := range component {
				out[n] = component
			}
		}
	}
	return out
}
