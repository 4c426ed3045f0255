package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"slices"
	"sync"

	"github.com/errlint/errlint/internal/finding"
	"golang.org/x/tools/go/gcexportdata"
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
	p    *plan
	fset *token.FileSet

	// mu is held for writing while export data is read, and for reading by
	// whoever type-checks or analyses a package.
	mu sync.RWMutex

	// The types of packages, or why there are none, by index of the node. Each is set once, under mu.
	types []*types.Package
	errs  []error

	// imports has every plain package that is known, by import path. Those that nobody has
	// asked for may be incomplete.
	imports map[string]*types.Package

	// Of external packages, by index of the node: the file with the go command's export data; what the cache has, which it had better not lose;
	// whether they are read from source, for there is neither.
	exportFiles []string
	entries     [][]byte
	fromSource  []bool

	regMu sync.Mutex // held for what follows, and for imports by those who hold mu for reading
	nodes map[*types.Package]*node

	// places is what portable returns, and placed has the bases of the files that it has seen.
	places *token.FileSet
	placed map[int]bool

	corrupt error // what the cache has of the types of an own package is no good
}

// errCorrupt says that the cache has types that cannot be read.
var errCorrupt = errors.New("types in the cache cannot be read")

// newWorld returns a world of nothing.
func newWorld(p *plan) *world {
	size := len(p.nodes)
	return &world{
		p:           p,
		fset:        token.NewFileSet(),
		types:       make([]*types.Package, size),
		errs:        make([]error, size),
		imports:     make(map[string]*types.Package),
		exportFiles: make([]string, size),
		entries:     make([][]byte, size),
		fromSource:  make([]bool, size),
		nodes:       make(map[*types.Package]*node),
		places:      token.NewFileSet(),
		placed:      make(map[int]bool),
	}
}

// parse returns the syntax of a package's files, as far as there is any, and what
// is wrong with it.
//
// A parser gives a file the next free place of its FileSet, so the order in
// which files are parsed shows in every token.Pos. For the files of a package to be in the same order each time, although they are parsed
// on several processors, each is parsed in a FileSet of its own, in which only its place is free.
func (w *world) parse(ctx context.Context, n *node, names []string) ([]*ast.File, []finding.Problem) {
	at := w.place(n, names)
	files := make([]*ast.File, len(names))
	problems := make([][]finding.Problem, len(names))
	parallel(ctx, len(names), func(i int) { files[i], problems[i] = w.parseFile(&at.files[i]) })
	return slices.DeleteFunc(files, func(f *ast.File) bool { return f == nil }), slices.Concat(problems...)
}

// fileSetAt returns a FileSet in which the next file is in a place.
func fileSetAt(base int) *token.FileSet {
	fset := token.NewFileSet()
	if gap := base - fset.Base(); gap > 0 {
		fset.AddFile("", fset.Base(), gap-1)
	}
	return fset
}

func (w *world) parseFile(at *parsedFile) (*ast.File, []finding.Problem) {
	name := at.name
	known := w.p.files.get(name)
	if at.syntax != nil && known.err == nil && at.sum == known.sum {
		w.fset.AddExistingFiles(at.tok)
		return at.syntax, nil
	}
	text, err := w.p.files.text(name)
	if err != nil {
		return nil, []finding.Problem{{
			Pos:     finding.Position{File: name, Line: 1, Column: 1},
			Message: err.Error(),
		}}
	}
	private := fileSetAt(at.base)
	file, err := parser.ParseFile(private, name, text, parser.ParseComments|parser.SkipObjectResolution)
	var problems []finding.Problem
	list, _ := err.(scanner.ErrorList)
	for _, e := range list {
		// An error's position heeds //line comments, except for its offset.
		offset := min(e.Pos.Offset, len(text))
		problems = append(problems, finding.Problem{
			Pos:     newLayout(text).position(name, offset),
			Message: e.Msg,
		})
	}
	tok := private.File(token.Pos(at.base))
	if tok != nil {
		w.fset.AddExistingFiles(tok)
	}
	if at.syntax = nil; tok != nil && len(problems) == 0 {
		at.sum, at.syntax, at.tok = known.sum, file, tok
	}
	return file, problems
}

// node returns the package that types are of; nil if it is none of the run's. The caller holds mu.
func (w *world) node(pkg *types.Package) *node {
	w.regMu.Lock()
	n := w.nodes[pkg]
	w.regMu.Unlock()
	if n == nil && w.imports[pkg.Path()] == pkg {
		n = w.p.byID[pkg.Path()]
	}
	return n
}

// known returns the types of a package as far as they are known; nil if they are not. The caller holds mu.
func (w *world) known(n *node) *types.Package {
	if w.types[n.index] == nil && n.plain() {
		w.regMu.Lock()
		defer w.regMu.Unlock()
		return w.imports[n.meta.PkgPath]
	}
	return w.types[n.index]
}

// register makes types those of a package, and sets what it is seen to import: of an own one all. The caller holds mu.
func (w *world) register(n *node, pkg *types.Package) {
	w.types[n.index] = pkg
	var imports []*types.Package
	if n.kind != external {
		for _, dep := range n.deps {
			if t := w.types[dep.index]; t != nil {
				imports = append(imports, t)
			}
		}
	}
	pkg.SetImports(imports)
	w.regMu.Lock()
	defer w.regMu.Unlock()
	w.nodes[pkg] = n
	if n.plain() {
		w.imports[n.meta.PkgPath] = pkg
	}
}

// untyped reports whether nobody has looked for the types of a package.
func (w *world) untyped(n *node) bool { return w.types[n.index] == nil && w.errs[n.index] == nil }

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
	pkg, err := gcexportdata.Read(rd, w.fset, w.imports, n.meta.PkgPath)
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
	base := w.fset.Base()
	private := fileSetAt(base)
	pkg, err := gcexportdata.Read(bytes.NewReader(data), private, w.imports, n.meta.PkgPath)
	if err != nil {
		return err
	}
	private.Iterate(func(f *token.File) bool {
		if f.Base() >= base {
			name, ok := w.p.places.file(f.Name())
			if !ok {
				err = fmt.Errorf("it speaks of a file %q", f.Name())
				return false
			}
			w.fset.AddFile(name, f.Base(), f.Size()).SetLines(f.Lines())
		}
		return true
	})
	if err != nil {
		return err
	}
	w.register(n, pkg)
	w.entries[n.index] = nil
	return nil
}

// sharesParts reports whether a field or method belongs to several types of which one is the package's: in
// "type A struct{ F int }" and "type B A", there is one F, and what is known of A's is known of B's. In export data each type
// has its own, so there is none that stands for such a package.
func sharesParts(pkg *types.Package) bool {
	seen := make(map[types.Object]bool)
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() {
			continue
		}
		for _, part := range partsOf(obj.Type().Underlying()) {
			if seen[part] || part.Pkg() != pkg {
				return true
			}
			seen[part] = true
		}
	}
	return false
}

// partsOf returns the fields or methods that a type declares.
func partsOf(t types.Type) (parts []types.Object) {
	switch t := t.(type) {
	case *types.Struct:
		for f := range t.Fields() {
			parts = append(parts, f)
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			parts = append(parts, m)
		}
	}
	return parts
}

// portable returns a FileSet that has the files of the run, in their places, under names that mean
// the same on any machine. Export data that is written with it has no other places. It is for what the data speaks of in other
// packages, too, for they may not be known when it is read.
func (w *world) portable() *token.FileSet {
	w.regMu.Lock()
	defer w.regMu.Unlock()
	w.fset.Iterate(func(f *token.File) bool {
		if w.placed[f.Base()] {
			return true
		}
		w.placed[f.Base()] = true
		if name, ok := w.p.places.name(w.expand(f.Name())); ok {
			private := token.NewFileSet()
			named := private.AddFile(name, f.Base(), f.Size())
			named.SetLines(f.Lines())
			w.places.AddExistingFiles(named)
		}
		return true
	})
	return w.places
}
