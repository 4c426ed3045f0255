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
// Export data describes parts of other packages, too, and reading it may add to those.
// Therefore a package from source is in the world before any export data
// that refers to it is read, and none is read while types are in use.
//
// Analyzers follow [types.Package.Imports] to dependencies. What they see
// must not depend on which packages happen to come from export data, which has
// only the imports that its types refer to, nor on what else is in the world. So they see what is available in any
// case: all imports of an own package, complete, and no imports of an external
// package.
type world struct {
	p    *plan
	fset *token.FileSet

	// mu is held for writing while export data is read, and for reading while
	// a package is type-checked or analysed.
	mu sync.RWMutex

	// The types of packages, or why there are none, by index of the node. Each is set once, under mu.
	types []*types.Package
	errs  []error

	// imports has every plain package, by import path. Packages that export data has
	// referred to, and that have not been loaded, are incomplete.
	imports map[string]*types.Package

	// Of external packages, by index of the node: the file with the go command's export data; the cached export data;
	// whether they come from source, because there is neither.
	exportFiles []string
	entries     [][]byte
	fromSource  []bool

	regMu sync.Mutex // guards what follows, and imports while mu is held for reading
	nodes map[*types.Package]*node

	// places is what portable returns, and placed has the bases of the files that it has.
	places *token.FileSet
	placed map[int]bool

	corrupt error // cached types cannot be read
}

// errCorrupt is the error for cached types that cannot be read.
var errCorrupt = errors.New("types in the cache cannot be read")

// newWorld returns an empty world.
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

// parse returns the syntax of a package's files, as far as there is any, and the
// syntax errors.
//
// A parser gives a file the next free place of its FileSet, so the order in
// which files are parsed shows in every token.Pos. To have the files of a package in the same order each time, although they are parsed
// in parallel, each is parsed in a FileSet of its own, in which only its place is free.
func (w *world) parse(ctx context.Context, n *node, names []string) ([]*ast.File, []finding.Problem) {
	at := w.place(n, names)
	files := make([]*ast.File, len(names))
	problems := make([][]finding.Problem, len(names))
	parallel(ctx, len(names), func(i int) { files[i], problems[i] = w.parseFile(&at.files[i]) })
	return slices.DeleteFunc(files, func(f *ast.File) bool { return f == nil }), slices.Concat(problems...)
}

// fileSetAt returns a FileSet in which the next file gets a base.
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
		// The position of an error obeys //line comments, except for its offset.
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

// node returns the node of a package; nil if it has none. The caller holds mu.
func (w *world) node(pkg *types.Package) *node {
	w.regMu.Lock()
	n := w.nodes[pkg]
	w.regMu.Unlock()
	if n == nil && w.imports[pkg.Path()] == pkg {
		n = w.p.byID[pkg.Path()]
	}
	return n
}

// known returns the types of a node, which may be incomplete; nil if there are none yet. The caller holds mu.
func (w *world) known(n *node) *types.Package {
	if w.types[n.index] == nil && n.plain() {
		w.regMu.Lock()
		defer w.regMu.Unlock()
		return w.imports[n.meta.PkgPath]
	}
	return w.types[n.index]
}

// register sets the types of a node, and the imports that analyzers see. The caller holds mu.
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

// untyped reports whether a node has neither types nor an error.
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
	// The files in the data get the next free places, first in a FileSet of their own and
	// then, under their names on this machine, in that of the run.
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

// sharesParts reports whether a field or method belongs to several types, one of which is the package's: in
// "type A struct{ F int }" and "type B A", there is one F, and a fact about A's is a fact about B's. In export data each type
// has its own field, so export data cannot represent such a package.
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

// partsOf returns the fields or methods that a type literal declares.
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

// portable returns a FileSet that has the files of the run, in their places, under names that are valid
// on any machine, with which export data is written. It has the files of other packages, too, because the
// export data of a package describes parts of these.
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
