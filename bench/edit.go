package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// An importGraph is that of the packages of a module.
type importGraph struct {
	pkgs  []*listed // of the module, each after what it imports
	below map[*listed]map[*listed]bool
	above map[*listed]int // how many depend on it
}

func newImportGraph(pkgs []*listed) *importGraph {
	g := &importGraph{below: make(map[*listed]map[*listed]bool), above: make(map[*listed]int)}
	byPath := make(map[string]*listed)
	for _, p := range pkgs {
		if !p.inModule() {
			continue
		}
		g.pkgs = append(g.pkgs, p)
		byPath[p.ImportPath] = p
		below := make(map[*listed]bool)
		for _, path := range p.Imports {
			if dep := byPath[path]; dep != nil {
				below[dep] = true
				maps.Copy(below, g.below[dep])
			}
		}
		g.below[p] = below
		for dep := range below {
			g.above[dep]++
		}
	}
	return g
}

// files returns the names of the package's Go files.
func (p *listed) files() []string {
	var names []string
	for _, name := range p.GoFiles {
		names = append(names, filepath.Join(p.Dir, name))
	}
	return names
}

// top returns the package for the body edit.
func (g *importGraph) top() *listed {
	var candidates []*listed
	for _, p := range g.pkgs {
		if p.Name != "main" && len(p.GoFiles) > 0 {
			candidates = append(candidates, p)
		}
	}
	if len(candidates) == 0 {
		candidates = g.pkgs // commands only
	}
	return slices.MinFunc(candidates, func(p, q *listed) int {
		return cmp.Or(
			cmp.Compare(len(g.below[q]), len(g.below[p])),
			cmp.Compare(size(q), size(p)),
			cmp.Compare(p.ImportPath, q.ImportPath),
		)
	})
}

// size returns the size of a package's files; of those that are not there, none.
func size(p *listed) (n int64) {
	for _, name := range p.files() {
		if info, err := os.Stat(name); err == nil {
			n += info.Size()
		}
	}
	return n
}

// bottom returns the package for the API edit.
func (g *importGraph) bottom() *listed {
	return slices.MinFunc(g.pkgs, func(p, q *listed) int {
		return cmp.Or(cmp.Compare(g.above[q], g.above[p]), cmp.Compare(p.ImportPath, q.ImportPath))
	})
}

// errNoPlace is that of a package where no edit can be made.
var errNoPlace = errors.New("no place for an edit")

// An edit is a change of one file that can be made and undone.
type edit struct {
	file   string
	before []byte
	at     int                    // offset in before
	text   func(round int) string // to be inserted there; of each round another one
}

// apply makes the edit.
func (e *edit) apply(round int) error {
	return e.write(slices.Concat(e.before[:e.at], []byte(e.text(round)), e.before[e.at:]))
}

// undo has the file as it was.
func (e *edit) undo() error { return e.write(e.before) }

func (e *edit) write(text []byte) error {
	if err := os.WriteFile(e.file, text, 0o666); err != nil {
		return fmt.Errorf("edit: %w", err)
	}
	return nil
}

// bodyEdit returns an edit that puts a statement at the beginning of the longest function of a package.
//
// Errors:
//   - [errNoPlace] if no function has a body
func bodyEdit(p *listed) (*edit, error) {
	var longest int
	var found *edit
	err := eachFile(p, func(name string, text []byte, fset *token.FileSet, f *ast.File) {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			if n := int(fn.Body.End() - fn.Body.Pos()); n > longest {
				longest = n
				found = &edit{file: name, before: text, at: fset.PositionFor(fn.Body.Lbrace, false).Offset + 1}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, fmt.Errorf("no function in %s: %w", p.ImportPath, errNoPlace)
	}
	found.text = func(round int) string { return fmt.Sprintf("\n\t_ = \"statement of round %d\"\n", round) }
	return found, nil
}

// apiEdit returns an edit that adds an exported function at the end of a package's first file.
//
// Errors:
//   - [errNoPlace] if there is none
func apiEdit(p *listed) (*edit, error) {
	var found *edit
	err := eachFile(p, func(name string, text []byte, _ *token.FileSet, _ *ast.File) {
		if found == nil {
			found = &edit{file: name, before: text, at: len(text)}
		}
	})
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, fmt.Errorf("no file in %s: %w", p.ImportPath, errNoPlace)
	}
	found.text = func(round int) string {
		return fmt.Sprintf("\n\n// FunctionOfRound%d is exported for a measurement.\nfunc FunctionOfRound%[1]d(n int) int { return n + %[1]d }\n", round)
	}
	return found, nil
}

// eachFile calls f for each file of a package that people write.
func eachFile(p *listed, f func(name string, text []byte, fset *token.FileSet, file *ast.File)) error {
	for _, name := range p.files() {
		text, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("edit: %w", err)
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("edit: %w", err)
		}
		if !ast.IsGenerated(file) && !bytes.HasSuffix(text, []byte("*/")) {
			f(name, text, fset, file)
		}
	}
	return nil
}
