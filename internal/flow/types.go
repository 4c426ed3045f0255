package flow

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"reflect"
	"strings"
)

// Named returns the declared type that t is or points to, nil for other types.
func Named(t types.Type) *types.Named {
	n, ok := types.Unalias(Deref(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil
	}
	return n
}

// QualifiedName returns the import path, a dot and the name of the type that [Named] returns, "" if it returns nil.
func QualifiedName(t types.Type) string {
	n := Named(t)
	if n == nil {
		return ""
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
}

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool {
	return types.IsInterface(t) && QualifiedName(t) == "context.Context"
}

// Struct returns the struct type that t is or points to, nil for other types.
func Struct(t types.Type) *types.Struct {
	s, _ := types.Unalias(Deref(t)).Underlying().(*types.Struct)
	return s
}

// JSONName returns the name that the tag of field i of a struct gives it in JSON: "" if it gives none, and "-" if the
// field is not encoded.
func JSONName(s *types.Struct, i int) string {
	name, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("json"), ",")
	return name
}

// JSONKey returns the key of field i of a struct in JSON, "" if it has none: the field is not exported, or its tag leaves it out.
func JSONKey(s *types.Struct, i int) string {
	f := s.Field(i)
	if !f.Exported() || reflect.StructTag(s.Tag(i)).Get("json") == "-" {
		return ""
	}
	return cmp.Or(JSONName(s, i), f.Name())
}

// IsBasic reports whether the underlying type of t is a basic type with some of these properties.
func IsBasic(t types.Type, info types.BasicInfo) bool {
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// MayHaveMethod reports whether t or a pointer to it may have a method of that name. It is a quick check to make before
// a lookup: false is certain, true is not.
func MayHaveMethod(t types.Type, name string) bool {
	t = types.Unalias(Deref(t))
	if named, ok := t.(*types.Named); ok {
		named = named.Origin()
		for m := range named.Methods() {
			if m.Name() == name {
				return true
			}
		}
		t = named
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Embedded() {
				return true
			}
		}
		return false
	case *types.Basic:
		return u.Kind() == types.Invalid
	case *types.Interface, *types.Pointer:
		return true
	}
	return false
}

// Method returns the method with a name of values or variables of type t, its own or promoted, as code of pkg sees
// it; nil if there is none.
func Method(t types.Type, pkg *types.Package, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	m, _ := obj.(*types.Func)
	return m
}

// HasVar reports whether holds reports true for the type of one of some parameters or results.
func HasVar(vars *types.Tuple, holds func(types.Type) bool) bool {
	for v := range vars.Variables() {
		if holds(v.Type()) {
			return true
		}
	}
	return false
}

// Receiver returns the declared type that fn is a method of. It returns nil if fn is a function, or a method of an
// interface without a name.
func Receiver(fn *types.Func) *types.Named {
	if recv := fn.Signature().Recv(); recv != nil {
		return Named(recv.Type())
	}
	return nil
}

// IsExported reports whether other packages can call fn by its name. For a method, its type has to be exported too.
func IsExported(fn *types.Func) bool {
	recv := Receiver(fn)
	return fn.Exported() && (fn.Signature().Recv() == nil || recv != nil && recv.Obj().Exported())
}

// FileAt returns the file that contains pos, nil if none of them does.
func FileAt(files []*ast.File, pos token.Pos) *ast.File {
	for _, f := range files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

// Elements yields the fields that a struct literal sets, with their values, in source order. It yields nothing for
// other literals.
func Elements(info *types.Info, lit *ast.CompositeLit) iter.Seq2[*types.Var, ast.Expr] {
	return func(yield func(*types.Var, ast.Expr) bool) {
		t := info.TypeOf(lit)
		if t == nil || Struct(t) == nil {
			return
		}
		for i, elt := range lit.Elts {
			var f *types.Var
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				key, _ := kv.Key.(*ast.Ident)
				f, _ = info.Uses[key].(*types.Var)
				elt = kv.Value
			} else if s := Struct(t); i < s.NumFields() {
				f = s.Field(i)
			}
			if f != nil && !yield(f, elt) {
				return
			}
		}
	}
}

// Types yields the types that a package declares, except for aliases, sorted by name.
func Types(pkg *types.Package) iter.Seq[*types.TypeName] {
	return func(yield func(*types.TypeName) bool) {
		for _, name := range pkg.Scope().Names() {
			obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if ok && !obj.IsAlias() && !yield(obj) {
				return
			}
		}
	}
}

// Consts yields the constants that a package declares, sorted by name.
func Consts(pkg *types.Package) iter.Seq[*types.Const] {
	return func(yield func(*types.Const) bool) {
		for _, name := range pkg.Scope().Names() {
			obj, ok := pkg.Scope().Lookup(name).(*types.Const)
			if ok && !yield(obj) {
				return
			}
		}
	}
}

// Specs yields the package-level declarations of a keyword, each with the group that it is part of, in source order. S
// is *ast.TypeSpec for types, and *ast.ValueSpec for variables and constants.
func Specs[S ast.Spec](files []*ast.File, keyword token.Token) iter.Seq2[*ast.GenDecl, S] {
	return func(yield func(*ast.GenDecl, S) bool) {
		for _, file := range files {
			for _, decl := range file.Decls {
				group, ok := decl.(*ast.GenDecl)
				if !ok || group.Tok != keyword {
					continue
				}
				for _, spec := range group.Specs {
					if !yield(group, spec.(S)) {
						return
					}
				}
			}
		}
	}
}

// Used returns the object that an expression names: an identifier, possibly qualified, or a selected field or method.
// It returns nil for other expressions.
func Used(info *types.Info, expr ast.Expr) types.Object {
	switch x := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return info.Uses[x]
	case *ast.SelectorExpr:
		return info.Uses[x.Sel]
	}
	return nil
}

// IsZeroConstant reports whether a constant is the zero value of its type.
func IsZeroConstant(v constant.Value) bool {
	switch v.Kind() {
	case constant.Bool:
		return !constant.BoolVal(v)
	case constant.String:
		return constant.StringVal(v) == ""
	case constant.Int, constant.Float, constant.Complex:
		return constant.Sign(v) == 0
	}
	return false
}

// StringValue returns the constant string that an expression is.
func StringValue(info *types.Info, expr ast.Expr) (s string, ok bool) {
	v := info.Types[expr].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}
