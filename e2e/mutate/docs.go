package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// documents reports whether the function that a node is in can be held to list its errors, and if
// it is excepted by the page of raisesdoc, why.
func (f *file) documents(c inspector.Cursor) (exempt string, ok bool) {
	decl, ok := f.function(c).Node().(*ast.FuncDecl)
	if !ok {
		return "", false
	}
	for range c.Enclosing((*ast.FuncLit)(nil)) {
		return "", false // not the function's own return
	}
	fn, ok := f.pkg.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok {
		return "", false
	}
	return f.undocumented(decl, fn), true
}

// undocumented returns why the page of raisesdoc says that a function need not list its errors.
func (f *file) undocumented(decl *ast.FuncDecl, fn *types.Func) string {
	recv := fn.Signature().Recv()
	switch {
	case f.pkg.Types.Name() == "main":
		return "package main"
	case !fn.Exported():
		return "an unexported function"
	case recv != nil && !exportedType(recv.Type()):
		return "a method of an unexported type"
	case recv != nil && (fn.Name() == "Unwrap" || fn.Name() == "Is" || fn.Name() == "As"):
		return "a method of an error"
	}
	if recv != nil && f.calledByFrameworks(fn, recv.Type()) {
		return "a method that frameworks call"
	}
	for i := range fn.Signature().Params().Len() {
		if strings.Contains(fn.Signature().Params().At(i).Type().String(), "mcp.CallToolRequest") {
			return "a tool handler"
		}
	}
	if fn.Signature().Results().Len() == 1 && f.onlyMakes(decl) {
		return "a constructor of errors"
	}
	return ""
}

func exportedType(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return !ok || named.Obj().Exported()
}

// calledByFrameworks reports whether a method is one of an exported interface that is declared in some other module, or in the
// standard library, and that the method's receiver implements.
func (f *file) calledByFrameworks(fn *types.Func, recv types.Type) bool {
	if _, ok := types.Unalias(recv).(*types.Pointer); !ok {
		recv = types.NewPointer(recv)
	}
	return slices.ContainsFunc(f.foreign()[fn.Name()], func(it *types.Interface) bool { return types.Implements(recv, it) })
}

// onlyMakes reports whether no return of a function hands on what it was given by another.
func (f *file) onlyMakes(decl *ast.FuncDecl) bool {
	only := true
	ast.Inspect(decl, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			switch e := ast.Unparen(ret.Results[0]).(type) {
			case *ast.Ident:
				only = only && e.Name == "nil"
			case *ast.CallExpr, *ast.UnaryExpr, *ast.CompositeLit:
			default:
				only = false
			}
		}
		return only
	})
	return only
}

var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// unlisted returns the mutations that take an error out of a doc comment that the function returns in so many words.
func (f *file) unlisted(c inspector.Cursor, decl *ast.FuncDecl) []*mutation {
	fn, ok := f.pkg.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Doc == nil || decl.Body == nil {
		return nil
	}
	returned := f.returned(c)
	var ms []*mutation
	for _, name := range unique(word.FindAllString(decl.Doc.Text(), -1)) {
		if !returned[name] {
			continue
		}
		m := f.mutation(unlist, c)
		m.pos = f.fset.Position(decl.Name.Pos())
		m.source = name + " of " + decl.Name.Name
		m.shape = "returned in the body"
		if m.exempt = f.undocumented(decl, fn); m.exempt == "" && f.listedByInterface(fn, name) {
			m.exempt = "listed by the method of an interface that it implements"
		}
		start, end := f.offset(decl.Doc.Pos()), f.offset(decl.Doc.End())
		for _, at := range regexp.MustCompile(`\[?\*?(\w+\.)?\b`+name+`\b\]?`).FindAllStringIndex(string(f.src[start:end]), -1) {
			m.edits = append(m.edits, edit{start + at[0], start + at[1], "it"})
		}
		ms = append(ms, m)
	}
	return ms
}

// listedByInterface reports whether fn implements an interface of the module whose method has a name in its doc comment.
func (f *file) listedByInterface(fn *types.Func, name string) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	t := recv.Type()
	if _, ok := types.Unalias(t).(*types.Pointer); !ok {
		t = types.NewPointer(t)
	}
	for _, p := range f.pkgs {
		for _, syntax := range p.Syntax {
			for _, decl := range syntax.Decls {
				gen, ok := decl.(*ast.GenDecl)
				if !ok {
					continue
				}
				for _, spec := range gen.Specs {
					spec, ok := spec.(*ast.TypeSpec)
					if !ok {
						continue
					}
					iface, ok := spec.Type.(*ast.InterfaceType)
					if !ok || spec.TypeParams != nil || !types.Implements(t, p.TypesInfo.TypeOf(iface).(*types.Interface)) {
						continue
					}
					for _, method := range iface.Methods.List {
						if len(method.Names) == 1 && method.Names[0].Name == fn.Name() && slices.Contains(word.FindAllString(method.Doc.Text(), -1), name) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// returned returns the names of the exported package-level errors of the module that stand in return statements of a function, by
// themselves or wrapped by fmt.Errorf.
func (f *file) returned(c inspector.Cursor) map[string]bool {
	out := make(map[string]bool)
	add := func(e ast.Expr) {
		var id *ast.Ident
		switch e := ast.Unparen(e).(type) {
		case *ast.Ident:
			id = e
		case *ast.SelectorExpr:
			id = e.Sel
		default:
			return
		}
		v, ok := f.pkg.TypesInfo.Uses[id].(*types.Var)
		if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() || !v.Exported() || !isError(v.Type()) {
			return
		}
		if p := f.pkg.Module; p == nil || v.Pkg().Path() != p.Path && !strings.HasPrefix(v.Pkg().Path(), p.Path+"/") {
			return
		}
		out[v.Name()] = true
	}
	for ret := range c.Preorder((*ast.ReturnStmt)(nil)) {
		inLit := false
		for range ret.Enclosing((*ast.FuncLit)(nil)) {
			inLit = true
		}
		if inLit {
			continue
		}
		for _, e := range ret.Node().(*ast.ReturnStmt).Results {
			add(e)
			call, ok := ast.Unparen(e).(*ast.CallExpr)
			if !ok {
				continue
			}
			if fn := typeutil.StaticCallee(f.pkg.TypesInfo, call); fn == nil || fn.FullName() != "fmt.Errorf" {
				continue
			}
			vs, ok := f.verbs(call.Args[0])
			if !ok || len(vs) != len(call.Args)-1 {
				continue
			}
			for _, v := range vs {
				if v.letter == 'w' {
					add(call.Args[v.operand+1])
				}
			}
		}
	}
	return out
}

func unique(names []string) []string {
	seen := make(map[string]bool)
	var out []string
	for _, n := range names {
		if !seen[n] && token.IsExported(n) {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
}
