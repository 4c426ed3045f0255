package driver

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/errlint/errlint/internal/finding"
)

// loadCgo finds the own packages that use cgo, and with [Options.Cgo] replaces their files by what cgo makes of
// them. It runs cgo, which other packages are spared.
func (r *run) loadCgo(ctx context.Context, g *graph) error {
	var users []*node
	for _, n := range g.own() {
		if slices.ContainsFunc(n.meta.GoFiles, func(name string) bool { return r.sources.byName[name].mayUseC }) {
			if files, _ := r.sources.parse(ctx, n, n.meta.GoFiles); cImport(files) != nil {
				users = append(users, n)
			}
		}
	}
	for _, n := range users {
		n.fakeC = true
	}
	if len(users) == 0 || !r.opts.Cgo {
		return nil
	}
	made, err := r.queryCgo(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, n := range users {
		n.usesC = true
		cause := err
		if cause == nil {
			cause = n.useCgo(r, g, made[n.meta.ID])
		}
		if n.fakeC = cause != nil; n.fakeC {
			n.result.Broken = true
			files, _ := r.sources.parse(ctx, n, n.meta.GoFiles)
			pos, _ := r.sources.position(cImport(files).Pos())
			r.problems = append(r.problems, finding.Problem{
				Pos:     pos,
				Package: n.meta.PkgPath,
				Message: "package is not analysed: cgo failed: " + cgoFailure(cause),
			})
			continue
		}
		n.made = made[n.meta.ID].CompiledGoFiles
		r.sources.stat(ctx, n.made)
		r.sources.reserve(n, n.made)
		files, _ := r.sources.parse(ctx, n, n.made)
		r.sources.writtenAs(files, n.meta)
	}
	g.nodes = sortedBy(g.byID, (*node).String)
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
func (n *node) useCgo(r *run, g *graph, made *packages.Package) error {
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
		packages.Visit([]*packages.Package{imp}, nil, func(p *packages.Package) {
			if g.all[p.ID] == nil {
				g.all[p.ID] = p
				g.add(r, p)
			}
		})
		imports[path] = g.all[imp.ID]
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

// queryCgo asks for the Go files that cgo makes of packages that use it, and
// for what those import. It returns the packages by ID. Nothing is compiled.
func (r *run) queryCgo(ctx context.Context) (map[string]*packages.Package, error) {
	cfg := r.packagesConfig(ctx, packages.NeedName|packages.NeedFiles|packages.NeedCompiledGoFiles|
		packages.NeedImports|packages.NeedDeps)
	cfg.Tests = r.opts.Tests
	roots, err := packages.Load(cfg, r.opts.Patterns...)
	if err != nil {
		return nil, &loadError{text: "output of cgo: " + oneLine(err.Error()), err: err}
	}
	byID := make(map[string]*packages.Package)
	packages.Visit(roots, nil, func(p *packages.Package) { byID[p.ID] = p })
	return byID, nil
}

// dropC takes out of a package that has been type-checked without C what has no type for that: of functions that C has a part in,
// the bodies, so that analyzers see them as they see functions written in assembly; of variables, the values. It returns the
// number of these functions and variables. C may have its part by way of another package. What the type checker says of these
// declarations is dropped, too: it does not know better.
func (c *checking) dropC() int {
	known := make(map[types.Object]bool)
	invalid := func(obj types.Object) bool {
		if obj == nil {
			return false
		}
		is, ok := known[obj]
		if !ok {
			switch obj := obj.(type) {
			case *types.PkgName:
				is = obj.Imported().Path() == "C"
			case *types.Var, *types.Const, *types.Func, *types.TypeName:
				is = obj.Type() != nil && isInvalid(obj.Type())
			}
			known[obj] = is
		}
		return is
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
	dropped := 0
	drop := func(root ast.Node) bool {
		is := affected(root)
		if is {
			c.typeErrors = slices.DeleteFunc(c.typeErrors, func(e typeError) bool { return root.Pos() <= e.pos && e.pos <= root.End() })
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
