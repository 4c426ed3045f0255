package flow

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// declareImports declares the packages that a package imports directly to prog: of each, what
// the package's source uses. The SSA builder asks for no more, and a package like
// go-github has tens of thousands of functions, of which its callers use a few.
//
// CreatePackage declares all of a package if it is given no files, and otherwise what is declared in them.
// So it is given a file that declares what is used. Of declared constants it takes
// nothing but the objects, so constants they are called, and are made just as those of a package
// without files are.
func declareImports(prog *ssa.Program, pass *analysis.Pass) {
	used := make(map[*types.Package]map[types.Object]bool)
	for _, p := range pass.Pkg.Imports() {
		used[p] = make(map[types.Object]bool)
	}
	for _, obj := range pass.TypesInfo.Uses {
		if obj, ok := member(obj); ok && used[obj.Pkg()] != nil {
			used[obj.Pkg()][obj] = true
		}
	}
	for p, objs := range used {
		names := new(ast.ValueSpec)
		info := &types.Info{Defs: make(map[*ast.Ident]types.Object, len(objs))}
		for obj := range objs {
			id := ast.NewIdent(obj.Name())
			names.Names = append(names.Names, id)
			info.Defs[id] = obj
		}
		file := &ast.File{
			Name:  ast.NewIdent(p.Name()),
			Decls: []ast.Decl{&ast.GenDecl{Tok: token.CONST, Specs: []ast.Spec{names}}},
		}
		prog.CreatePackage(p, []*ast.File{file}, info, true)
	}
}

// member returns the variable, function or method (of a generic type, its origin) of a
// package that obj is, if SSA has a value for it: unlike for an interface's method.
func member(obj types.Object) (types.Object, bool) {
	switch obj := obj.(type) {
	case *types.Var:
		return obj, obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope()
	case *types.Func:
		recv := obj.Signature().Recv()
		return obj.Origin(), obj.Pkg() != nil && (recv == nil || !types.IsInterface(recv.Type()))
	}
	return nil, false
}
