package flow

import (
	"go/types"
	"slices"
)

// InterfacesOf returns the exported interfaces of other packages that the receiver type of method fn implements and
// that have this method: they are where the signature comes from and where callers look for its documentation. It
// searches the imported packages, and then the packages whose types are in the signature, in that order; the interfaces
// of a package are sorted by name. It returns none for a function.
func (x *Program) InterfacesOf(fn *types.Func) []*types.TypeName {
	recv := fn.Signature().Recv()
	if recv == nil {
		return nil
	}
	named, ok := types.Unalias(Deref(recv.Type())).(*types.Named)
	if !ok {
		return nil
	}
	pkgs := slices.Clone(x.pass.Pkg.Imports())
	for _, tuple := range []*types.Tuple{fn.Signature().Params(), fn.Signature().Results()} {
		for v := range tuple.Variables() {
			if n, ok := types.Unalias(Deref(v.Type())).(*types.Named); ok && n.Obj().Pkg() != nil && !slices.Contains(pkgs, n.Obj().Pkg()) {
				pkgs = append(pkgs, n.Obj().Pkg())
			}
		}
	}
	var out []*types.TypeName
	for _, pkg := range pkgs {
		if pkg == x.pass.Pkg {
			continue
		}
		for _, obj := range x.contracts.Get(pkg, interfaces)[fn.Name()] {
			if types.Implements(types.NewPointer(named), obj.Type().Underlying().(*types.Interface)) {
				out = append(out, obj)
			}
		}
	}
	return out
}

// interfaces returns the exported interfaces of a package by the names of their methods. Generic interfaces are left
// out.
func interfaces(pkg *types.Package) map[string][]*types.TypeName {
	byMethod := make(map[string][]*types.TypeName)
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !obj.Exported() {
			continue
		}
		if named, ok := types.Unalias(obj.Type()).(*types.Named); ok && named.TypeParams().Len() > named.TypeArgs().Len() {
			continue
		}
		if it, ok := obj.Type().Underlying().(*types.Interface); ok {
			for m := range it.Methods() {
				byMethod[m.Name()] = append(byMethod[m.Name()], obj)
			}
		}
	}
	return byMethod
}
