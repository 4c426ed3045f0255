package flow

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// declareImports declares to prog what the package's source uses of the packages that it imports directly. The SSA
// builder asks for nothing else. A package like go-github has tens of thousands of functions, and its importers use a
// few.
//
// CreatePackage declares a whole package if it is given no files, and otherwise what the files declare. So it is given
// a file that declares what is used. The file declares everything as constants, because of constants CreatePackage
// takes nothing but the objects; it makes them just as it makes those of a package without files.
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

// member returns the package-level variable, function or method that obj is (for a method of a generic type, its
// origin). ok is false if SSA has no value for it, as for the method of an interface.
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
