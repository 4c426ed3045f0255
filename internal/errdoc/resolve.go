package errdoc

import (
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/worklist"
)

// A Meaning is what a mention refers to.
type Meaning int

const (
	Unresolved     Meaning = iota // nothing has this name
	UnknownPackage                // the qualifier names no package that is visible from here
	Sentinel                      // a package-level variable or constant whose type is an error
	ErrorType                     // a type T such that T or *T is an error, or an interface that includes error
	Member                        // a field or method of a type
	Other                         // anything else: a function, a type that is not an error, a package, a parameter
)

// IsError reports whether the mention refers to an error.
func (m Meaning) IsError() bool { return m == Sentinel || m == ErrorType }

// Resolve finds what a mention refers to in the doc comment of fn, which may be nil, in package pkg. scope is that of
// the file (pass.TypesInfo.Scopes[file]), which knows imports by their local names; it may be nil. The object is the
// *types.Var or *types.Const of a Sentinel, the *types.TypeName of an ErrorType (with aliases resolved, and of a
// generic type the origin), and otherwise whatever was found, or nil.
//
// An unqualified name of an error that is not declared here refers to an imported package.
//
// A qualifier that is not an import of the file may still be understood: doc comments often name packages, such as
// io/fs, that the file itself does not need. If pkg depends on a package of that name, directly or not, that package is
// taken. If it has no such member, the result is UnknownPackage, since another package may have been meant.
func Resolve(m Mention, pkg *types.Package, scope *types.Scope, fn *types.Func) (types.Object, Meaning) {
	if scope == nil {
		scope = pkg.Scope()
	}
	first := m.Parts[0]
	if m.Path != "" {
		return resolvePath(m, pkg)
	}
	if len(m.Parts) == 1 {
		if v := param(fn, first); v != nil {
			return v, Other
		}
		_, obj := scope.LookupParent(first, token.NoPos)
		if obj == nil {
			return resolveBare(first, pkg)
		}
		return classify(obj)
	}

	// A qualified identifier, or a member of a type.
	_, obj := scope.LookupParent(first, token.NoPos)
	switch obj := obj.(type) {
	case *types.PkgName:
		return resolveIn(obj.Imported(), pkg, m.Parts[1:])
	case nil:
		if first == pkg.Name() {
			return resolveIn(pkg, pkg, m.Parts[1:])
		}
		return resolveAmong(dependencies(pkg), pkg, func(p *types.Package) bool {
			return p.Name() == first || p.Path() == first
		}, m.Parts[1:])
	default:
		return member(obj, pkg, m.Parts[1:])
	}
}

// resolveBare resolves an error's name that is not declared here in the imported packages. Authors leave out the
// package if there is only one that can be meant.
func resolveBare(name string, pkg *types.Package) (types.Object, Meaning) {
	if !errorLike(name) || !token.IsExported(name) {
		return nil, Unresolved
	}
	var (
		found types.Object
		is    = Unresolved
	)
	for _, p := range pkg.Imports() {
		obj := p.Scope().Lookup(name)
		if obj == nil || found != nil && found.Pkg().Path() < p.Path() {
			continue
		}
		if obj, meaning := classify(obj); meaning.IsError() {
			found, is = obj, meaning
		}
	}
	return found, is
}

// IsBelow reports whether a package that pkg depends on, directly or not, has an error with this name, which prose may
// refer to.
func IsBelow(name string, pkg *types.Package) bool {
	for p := range dependencies(pkg) {
		if obj := p.Scope().Lookup(name); obj != nil && obj.Exported() {
			if _, meaning := classify(obj); meaning.IsError() {
				return true
			}
		}
	}
	return false
}

// resolvePath resolves a mention with an import path. The last element of the
// path may have dots in it: gopkg.in/yaml.v3.Node.
func resolvePath(m Mention, pkg *types.Package) (types.Object, Meaning) {
	for i := 1; i < len(m.Parts); i++ {
		path := m.Path + strings.Join(m.Parts[:i], ".")
		if path == pkg.Path() {
			return resolveIn(pkg, pkg, m.Parts[i:])
		}
		obj, meaning := resolveAmong(dependencies(pkg), pkg, func(p *types.Package) bool { return p.Path() == path }, m.Parts[i:])
		if meaning != UnknownPackage {
			return obj, meaning
		}
	}
	return nil, UnknownPackage
}

// resolveAmong resolves a name in the first of some packages that has it.
func resolveAmong(pkgs iter.Seq[*types.Package], from *types.Package, want func(*types.Package) bool, parts []string) (types.Object, Meaning) {
	for p := range pkgs {
		if want(p) {
			if obj, meaning := resolveIn(p, from, parts); meaning != Unresolved {
				return obj, meaning
			}
		}
	}
	return nil, UnknownPackage
}

// resolveIn resolves a name in a package, as seen from another.
func resolveIn(p, from *types.Package, parts []string) (types.Object, Meaning) {
	obj := p.Scope().Lookup(parts[0])
	if obj == nil && (p.Path() == "syscall" || strings.HasPrefix(p.Path(), "golang.org/x/sys/")) {
		// What is in these packages depends on the platform: the name may exist on another one.
		return nil, UnknownPackage
	}
	if obj == nil || p != from && !obj.Exported() {
		return nil, Unresolved
	}
	if _, ok := obj.(*types.Func); ok && p != from && !slices.Contains(from.Imports(), p) {
		// Nothing is known of functions that are out of reach. They are no errors, either.
		return nil, UnknownPackage
	}
	if len(parts) > 1 {
		return member(obj, from, parts[1:])
	}
	return classify(obj)
}

// member resolves a field or method.
func member(obj types.Object, from *types.Package, parts []string) (types.Object, Meaning) {
	if obj.Type() == nil || len(parts) > 1 {
		return nil, Unresolved
	}
	found, _, _ := types.LookupFieldOrMethod(obj.Type(), true, obj.Pkg(), parts[0])
	if found == nil || obj.Pkg() != from && !found.Exported() {
		return nil, Unresolved
	}
	return found, Member
}

// dependencies yields the packages that a package depends on, nearest first.
func dependencies(pkg *types.Package) iter.Seq[*types.Package] {
	return func(yield func(*types.Package) bool) {
		pkgs := worklist.Of(pkg.Imports()...)
		for p := range pkgs.All() {
			if p != pkg && !yield(p) {
				return
			}
			pkgs.Push(p.Imports()...)
		}
	}
}

// param returns the parameter, result or receiver of a function with this name, nil if there is none.
func param(fn *types.Func, name string) *types.Var {
	if fn == nil {
		return nil
	}
	sig := fn.Signature()
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			if v.Name() == name {
				return v
			}
		}
	}
	if recv := sig.Recv(); recv != nil && recv.Name() == name {
		return recv
	}
	return nil
}

// classify returns the meaning of an object.
func classify(obj types.Object) (types.Object, Meaning) {
	switch obj := obj.(type) {
	case *types.Var, *types.Const:
		if isError(obj.Type()) {
			return obj, Sentinel
		}
	case *types.TypeName:
		if types.Unalias(obj.Type()) == types.Universe.Lookup("error").Type() || !isError(obj.Type()) {
			return obj, Other
		}
		if named, ok := types.Unalias(obj.Type()).(*types.Named); ok {
			return named.Origin().Obj(), ErrorType
		}
		return obj, ErrorType
	}
	return obj, Other
}

// isError reports whether t or *t has the method Error() string. It looks the method up instead of calling
// types.Implements, which does not support generic types.
func isError(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Error")
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	sig := fn.Signature()
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 &&
		types.Identical(sig.Results().At(0).Type(), types.Typ[types.String])
}

// Stale reports whether a mention with a given meaning shows that the comment is out of date, and if so how: "does not
// resolve" or "is not an error".
func Stale(m Mention, meaning Meaning) (why string, ok bool) {
	if !m.Claim {
		return "", false
	}
	switch meaning {
	case Unresolved:
		return "does not resolve", true
	case Other:
		// A doc link elsewhere may be to anything, whatever that is called: [http.Error].
		if m.Head && m.apart && (m.Section == Errors || m.Section == Raises) {
			return "is not an error", true
		}
	}
	return "", false
}
