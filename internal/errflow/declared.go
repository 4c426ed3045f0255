package errflow

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/errlint/errlint/internal/errdoc"
)

// declaredBy returns the errors that the doc comment of an interface's method lists. ok is false where it lists none
// and does not say that there are none.
func (e *engine) declaredBy(method *types.Func) (s Set, ok bool) {
	if len(ErrorResults(method.Signature())) == 0 {
		return Set{}, false
	}
	if method.Pkg() != e.m.pass.Pkg {
		fact := e.factFor(method)
		if fact == nil {
			return Set{}, false
		}
		for _, i := range ErrorResults(method.Signature()) {
			s = s.union(fact.set(e, i))
		}
		return s, true
	}
	d, found := e.m.methodDocs()[method]
	if !found {
		return Set{}, false
	}
	s, _, ok = e.documented(d.doc, d.file, method)
	for _, item := range errdoc.Parse(e.m.pass.Fset, d.doc).Items {
		if item.Code != "" {
			s = s.union(e.atom(e.codeOf(method, item.Code), item.Pos, Documented, item.Code))
			ok = true
		}
	}
	return s, ok
}

// codeOf returns the atom of a code that the doc comment of a method names. It belongs to the type that the method
// returns, unless that is an interface.
func (e *engine) codeOf(method *types.Func, code string) Atom {
	for _, i := range ErrorResults(method.Signature()) {
		if t := method.Signature().Results().At(i).Type(); !types.IsInterface(t) {
			if a, ok := typeAtom(t); ok {
				return codeAtom(a, code)
			}
		}
	}
	return Atom{Kind: Code, Code: code}
}

// withoutCodes returns s without the codes that its documentation names. ok is false if nothing is left.
func (e *engine) withoutCodes(s Set) (_ Set, ok bool) {
	out := s
	out.elems = slices.DeleteFunc(slices.Clone(s.elems), func(id elemID) bool { return e.table.elems[id].Kind == Code })
	return out, len(out.elems) > 0 || len(s.elems) == 0
}

// Documented returns the errors that a doc comment in file says fn returns. ok is false where it lists none and does
// not say that there are none.
func (m *Model) Documented(comment *ast.CommentGroup, file *ast.File, fn *types.Func) (s Set, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, steps, ok := m.eng.documented(comment, file, fn)
	s.from = &query{steps: steps}
	return s, ok
}

func (e *engine) documented(comment *ast.CommentGroup, file *ast.File, fn *types.Func) (s Set, steps map[Atom]*Step, ok bool) {
	steps = make(map[Atom]*Step)
	add := func(a Atom, mention errdoc.Mention) {
		s = s.union(e.atom(a, mention.Pos, Documented, mention.String()))
		if steps[a] == nil {
			steps[a] = &Step{Pos: mention.Pos, Act: Documented, What: string(Documented) + " " + mention.String()}
		}
	}
	m := e.m
	doc := errdoc.Parse(m.pass.Fset, comment)
	for _, mention := range doc.Mentions {
		if mention.Panics || mention.Code {
			continue
		}
		obj, meaning := errdoc.Resolve(mention, m.pass.Pkg, m.pass.TypesInfo.Scopes[file], fn)
		if meaning.IsError() && doc.OfOther(mention, fn) {
			continue
		}
		switch meaning {
		case errdoc.Sentinel:
			if v, isVar := obj.(*types.Var); isVar {
				add(SentinelAtom(v), mention)
			} else if a, named := typeAtom(obj.Type()); named {
				add(a, mention)
			}
		case errdoc.ErrorType:
			if a, named := documentedType(obj, mention); named {
				add(a, mention)
			}
		}
	}
	return s, steps, !s.Empty() || doc.DeclaresNone()
}

// documentedType returns the atom of an error type T that a comment names. It is the one of T and *T that is an error
// or, if both are, the one that is written.
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

// findMethodDocs returns the doc comments of the methods of the package's interfaces.
func (m *Model) findMethodDocs() map[*types.Func]methodDoc {
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
