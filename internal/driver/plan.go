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

// A plan is the packages of a run, what each is to the run, and the digests of their files.
type plan struct {
	*request
	*listing
	files *files

	pkgs  map[string]*packages.Package // by ID
	byID  map[string]*node
	nodes []*node // in order of their IDs
	order []*node // the same, each after those that it depends on

	made     map[string]madeFile // the output of cgo, by name
	problems []finding.Problem   // of patterns, and of packages without files
	places   *places
}

// A kind says what a package is to a run.
type kind uint8

const (
	// external packages are those of which only the types are needed, which come
	// from export data or else from source.
	external kind = iota

	// above are packages of other modules that depend on own ones, such as the variants
	// that a test brings about. Only their types are needed, too, but there can be no
	// export data for them: it would take the compiled own package, and refer
	// to another incarnation of its types.
	above

	// own packages are analysed: those of main modules, and those that the patterns
	// match.
	own
)

// A node is a package with Go files.
type node struct {
	meta  *packages.Package
	kind  kind
	index int // in plan.nodes

	// target packages are those that the patterns match. Only findings in these are
	// reported.
	target bool

	deps     []*node          // the nodes among the imports, in order of their IDs
	imported bool             // another node has it among its deps
	loop     map[string]error // the imports that lead back to this package, by path

	// Of own packages that use cgo.
	usesC     bool // cgo is run
	cgoFailed bool
	made      []string // the files that cgo made
	fakeC     bool     // cgo is not run, so names in C have no types

	input   digest               // of the files
	noInput bool                 // not all files can be read
	named   func() (words, bool) // the words of the files; false if a file has changed
}

// plain reports whether the node is the package that its import path means to other packages, rather than
// a variant for some test.
func (n *node) plain() bool { return n.meta.ID == n.meta.PkgPath }

// plan decides what each of the listed packages is to the run, and reads the files that results depend on.
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

// classify makes nodes of packages, and decides on their kinds.
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

// add adds a package, and a node for it if it has something to type-check.
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

// readFiles reads the files that results depend on, except those of packages that are identified by a version.
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

// hasSource reports whether a package has something to type-check.
func hasSource(p *packages.Package) bool { return len(p.GoFiles) > 0 && p.PkgPath != "unsafe" }

// isTestMain reports whether p is the main package that the go command
// generates to run tests. No other package can import testing/internal/testdeps.
func isTestMain(p *packages.Package) bool {
	return p.Name == "main" && strings.HasSuffix(p.ID, ".test") && p.Imports["testing/internal/testdeps"] != nil
}

// standardModule returns a module for a package of the standard library, to which
// the go command gives none, so that an analyzer does not take the package for
// stray files. It returns nil for other packages.
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
// graph of go/packages has no cycles, but which import of a cycle it leaves out
// varies from run to run, so connect first puts back what was left out.
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

// parseImports returns the syntax of a file up to the end of its imports, with its FileSet; nil if the file cannot be read.
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

// dependenciesFirst returns the nodes and their transitive dependencies, each after its
// dependencies.
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

// components returns the strongly connected components with more than one node, by node.
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
