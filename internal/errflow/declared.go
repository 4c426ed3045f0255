package errflow

import (
	"go/ast"
	"go/types"

	"github.com/errlint/errlint/internal/errdoc"
)

// declaredBy is the errors that the documentation of an interface's method
// lists; ok is false where it lists none and does not say that there are none.
func (e *engine) declaredBy(method *types.Func) (s Set, ok bool) {
	if len(errorResults(method.Signature())) == 0 {
		return Set{}, false
	}
	if method.Pkg() != e.m.pass.Pkg {
		var fact funcFact
		if method.Pkg() == nil || !e.m.pass.ImportObjectFact(method, &fact) {
			return Set{}, false
		}
		for i := range method.Signature().Results().Len() {
			if IsError(method.Signature().Results().At(i).Type()) {
				s = s.union(fact.set(i))
			}
		}
		return s, true
	}
	if e.methodDocs == nil {
		e.methodDocs = e.m.interfaceMethodDocs()
	}
	d, found := e.methodDocs[method]
	if !found {
		return Set{}, false
	}
	return e.m.Documented(d.doc, d.file, method)
}

// Documented is the errors that a doc comment in file says fn returns. ok is
// false where it lists none, and does not say either that there are none.
func (m *Model) Documented(comment *ast.CommentGroup, file *ast.File, fn *types.Func) (s Set, ok bool) {
	doc := errdoc.Parse(m.pass.Fset, comment)
	for _, mention := range doc.Mentions {
		if mention.Panics || mention.Code {
			continue
		}
		obj, meaning := errdoc.Resolve(mention, m.pass.Pkg, m.pass.TypesInfo.Scopes[file], fn)
		via := &Step{Pos: mention.Pos, What: "is documented to return " + mention.String()}
		switch meaning {
		case errdoc.Sentinel:
			if v, isVar := obj.(*types.Var); isVar {
				s = s.union(atomSet(sentinelAtom(v), via))
			} else if a, named := typeAtom(obj.Type()); named {
				s = s.union(atomSet(a, via))
			}
		case errdoc.ErrorType:
			if a, named := documentedType(obj, mention); named {
				s = s.union(atomSet(a, via))
			}
		}
	}
	return s, !s.Empty() || doc.DeclaresNone()
}

// documentedType is the atom of an error type that a comment names, T or *T:
// the one that is an error if only one is, or as it is written.
func documentedType(obj types.Object, mention errdoc.Mention) (Atom, bool) {
	t := obj.Type()
	if types.IsInterface(t) {
		return Atom{}, false
	}
	a, ok := typeAtom(t)
	if !IsError(t) || mention.Star {
		a.Ptr = true
	}
	return a, ok
}

type methodDoc struct {
	doc  *ast.CommentGroup
	file *ast.File
}

// interfaceMethodDocs is the doc comments of the methods of the package's interfaces.
func (m *Model) interfaceMethodDocs() map[*types.Func]methodDoc {
	docs := make(map[*types.Func]methodDoc)
	for _, file := range m.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			it, ok := n.(*ast.InterfaceType)
			if !ok {
				return true
			}
			for _, f := range it.Methods.List {
				for _, name := range f.Names {
					if fn, ok := m.pass.TypesInfo.Defs[name].(*types.Func); ok && f.Doc != nil {
						docs[fn] = methodDoc{f.Doc, file}
					}
				}
			}
			return true
		})
	}
	return docs
}
