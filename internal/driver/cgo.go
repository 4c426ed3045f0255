package driver

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/finding"
	"github.com/errlint/errlint/internal/worklist"
)

// A madeFile is a file that cgo generated.
type madeFile struct {
	origin  string   // the source file that it was generated from; empty if there is none
	written []string // the source files that its line comments may name
}

// runCgo finds the own packages that use cgo and, with [Options.Cgo], runs cgo and replaces their files by
// its output.
func (p *plan) runCgo(ctx context.Context) error {
	var users []*node
	for _, n := range p.own() {
		if _, ok := p.importOfC(n); ok {
			n.fakeC = true
			users = append(users, n)
		}
	}
	if len(users) == 0 || !p.opts.Cgo {
		return nil
	}
	made, err := p.queryCgo(ctx, p.opts.Patterns)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, n := range users {
		n.usesC = true
		cause := err
		if cause == nil {
			cause = p.useCgo(n, made[n.meta.ID])
		}
		n.cgoFailed, n.fakeC = cause != nil, cause != nil
		if n.cgoFailed {
			pos, _ := p.importOfC(n)
			p.problems = append(p.problems, finding.Problem{
				Pos:     pos,
				Package: n.meta.PkgPath,
				Message: "package is not analysed: cgo failed: " + cgoFailure(cause),
			})
		}
	}
	p.nodes = sortedNodes(p.byID)
	return nil
}

// importOfC returns the position of the first import of "C" in a package, if there is one.
func (p *plan) importOfC(n *node) (finding.Position, bool) {
	for _, name := range n.meta.GoFiles {
		if !p.files.get(name).mayUseC {
			continue
		}
		f, fset := p.parseImports(name)
		if spec := cImport(f); spec != nil {
			pos := fset.PositionFor(spec.Pos(), false)
			return finding.Position{File: name, Line: pos.Line, Column: pos.Column, Offset: pos.Offset}, true
		}
	}
	return finding.Position{}, false
}

// cgoFailure returns the first line of an error of cgo or the C compiler that is not a heading.
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

// useCgo replaces the files and imports of a package by those that cgo generated.
func (p *plan) useCgo(n *node, made *packages.Package) error {
	switch {
	case made == nil:
		return fmt.Errorf("the go command does not list %s", n.meta.ID)
	case len(made.Errors) > 0 && len(made.CompiledGoFiles) <= len(made.GoFiles):
		return made.Errors[0]
	case len(made.CompiledGoFiles) <= len(n.meta.GoFiles):
		// There is a file for each source file, and at least one with the declarations of C.
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
		packages.Visit([]*packages.Package{imp}, nil, func(pkg *packages.Package) {
			if p.pkgs[pkg.ID] == nil {
				p.add(pkg)
			}
		})
		imports[path] = p.pkgs[imp.ID]
	}
	n.meta.Imports = imports
	n.made = made.CompiledGoFiles
	for _, name := range n.made {
		if slices.Contains(n.meta.GoFiles, name) {
			continue // a file that does not use cgo
		}
		is := madeFile{written: n.meta.GoFiles}
		// A line comment precedes the package clause, unless the file is
		// about C alone.
		if f, fset := p.parseImports(name); f != nil {
			if origin := filepath.Clean(fset.PositionFor(f.Package, true).Filename); slices.Contains(n.meta.GoFiles, origin) {
				is.origin = origin
			}
		}
		p.made[name] = is
	}
	return nil
}

// cImport returns the first import of "C", or nil.
func cImport(files ...*ast.File) *ast.ImportSpec {
	for _, f := range files {
		if f == nil {
			continue
		}
		for _, spec := range f.Imports {
			if spec.Path.Value == `"C"` {
				return spec
			}
		}
	}
	return nil
}

// dropC removes what has no type from a package that has been type-checked without C: the bodies of functions that depend on C,
// which analyzers then see like functions written in assembly; and the values of such variables. It returns the
// number of these functions and variables. They may depend on C by way of another package. The type errors in these
// declarations are dropped, too, except for undeclared names.
func (c *checking) dropC() int {
	var known worklist.Memo[types.Object, bool]
	invalid := func(obj types.Object) bool {
		if obj == nil {
			return false
		}
		return known.Get(obj, func(obj types.Object) bool {
			switch obj := obj.(type) {
			case *types.PkgName:
				return obj.Imported().Path() == "C"
			case *types.Var, *types.Const, *types.Func, *types.TypeName:
				return obj.Type() != nil && isInvalid(obj.Type())
			}
			return false
		})
	}
	affected := func(root ast.Node) bool {
		for n := range ast.Preorder(root) {
			switch n := n.(type) {
			case *ast.Ident:
				if invalid(c.info.Uses[n]) || invalid(c.info.Defs[n]) {
					return true
				}
			case *ast.SelectorExpr:
				if sel := c.info.Selections[n]; sel != nil && invalid(sel.Obj()) {
					return true
				}
			case ast.Expr:
				if tv, ok := c.info.Types[n]; ok && tv.Type == types.Typ[types.Invalid] {
					return true
				}
			}
		}
		return false
	}
	dropped, undeclared := 0, c.undeclared()
	drop := func(root ast.Node) bool {
		is := affected(root)
		if is {
			c.typeErrors = slices.DeleteFunc(c.typeErrors, func(e typeError) bool {
				return root.Pos() <= e.pos && e.pos <= root.End() && !undeclared[e.pos]
			})
		}
		return is
	}
	for _, f := range c.files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if drop(d) && d.Body != nil {
					d.Body = nil
					dropped++
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					is := drop(spec)
					if spec, ok := spec.(*ast.ValueSpec); ok && is && len(spec.Values) > 0 {
						spec.Values = nil
						dropped++
					}
				}
			}
		}
	}
	c.info.InitOrder = slices.DeleteFunc(c.info.InitOrder, func(init *types.Initializer) bool {
		return affected(init.Rhs) || slices.ContainsFunc(init.Lhs, func(v *types.Var) bool { return invalid(v) })
	})
	return dropped
}

// undeclared returns the positions of identifiers that are declared neither in the package nor in the one that qualifies them. The type
// errors at these are not because of C.
func (c *checking) undeclared() map[token.Pos]bool {
	if len(c.typeErrors) == 0 {
		return nil
	}
	out := make(map[token.Pos]bool)
	selected := make(map[*ast.Ident]bool) // names of fields and methods, which depend on types
	for _, f := range c.files {
		for n := range ast.Preorder(f) {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				x, _ := n.X.(*ast.Ident)
				_, qualified := c.info.Uses[x].(*types.PkgName)
				selected[n.Sel] = !qualified
			case *ast.Ident:
				if c.info.Uses[n] == nil && c.info.Defs[n] == nil && !selected[n] {
					out[n.Pos()] = true
				}
			}
		}
	}
	return out
}
