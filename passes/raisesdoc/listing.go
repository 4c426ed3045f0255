package raisesdoc

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errdoc"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/nearest"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/worklist"
)

// A listing has the errors that a doc comment names.
type listing struct {
	atoms      []errflow.Atom
	interfaces []*types.Interface // of errors
	codes      []string
	bare       []string // names that are not declared here
}

// read returns what the doc comment of a function lists, with what the functions list that
// its sections on errors refer to, and what the comments of its type, and of functions that return one, list.
func (c *checker) read(f *subject) *listing {
	l := new(listing)
	c.readInto(l, f.docComment)
	if recv := flow.Receiver(f.fn); recv != nil {
		for _, of := range []*listing{c.typeListing(recv.Obj()), c.makersListing(recv.Obj())} {
			if of != nil {
				l.atoms = append(l.atoms, of.atoms...)
				l.interfaces = append(l.interfaces, of.interfaces...)
				l.bare = append(l.bare, of.bare...)
			}
		}
	}
	return l
}

// makersListing returns the errors that the doc comments of functions name which return a type and no error, nil if there are none: it is the
// methods of what they return that fail in these ways.
func (c *checker) makersListing(obj *types.TypeName) *listing {
	if c.makersLists == nil {
		c.makersLists = make(map[*types.TypeName]*listing)
		for _, file := range c.pass.Files {
			for _, decl := range file.Decls {
				decl, ok := decl.(*ast.FuncDecl)
				if !ok || decl.Doc == nil {
					continue
				}
				fn, ok := c.pass.TypesInfo.Defs[decl.Name].(*types.Func)
				if !ok || flow.HasVar(fn.Signature().Results(), errflow.IsError) {
					continue
				}
				for v := range fn.Signature().Results().Variables() {
					if made := flow.Named(v.Type()); made != nil && made.Obj().Pkg() == c.pass.Pkg {
						c.addMaker(made.Origin().Obj(), c.comment(file, decl.Doc, fn))
					}
				}
			}
		}
	}
	return c.makersLists[obj]
}

func (c *checker) addMaker(made *types.TypeName, comment docComment) {
	if c.makersLists[made] == nil {
		c.makersLists[made] = new(listing)
	}
	c.readInto(c.makersLists[made], comment)
}

// typeListing returns the errors that the doc comment of a type names, which stand for all of its methods. It returns nil for
// an error type, whose comment is about the type itself.
func (c *checker) typeListing(obj *types.TypeName) *listing {
	if c.typeLists == nil {
		c.typeLists = make(map[*types.TypeName]*listing)
		for decl, spec := range flow.Specs[*ast.TypeSpec](c.pass.Files, token.TYPE) {
			doc := spec.Doc
			if doc == nil && !decl.Lparen.IsValid() {
				doc = decl.Doc
			}
			obj, ok := c.pass.TypesInfo.Defs[spec.Name].(*types.TypeName)
			if !ok || doc == nil || errflow.IsError(obj.Type()) || errflow.IsError(types.NewPointer(obj.Type())) {
				continue
			}
			l := new(listing)
			c.readInto(l, c.comment(flow.FileAt(c.pass.Files, spec.Pos()), doc, nil))
			c.typeLists[obj] = l
		}
	}
	return c.typeLists[obj]
}

// A docComment is a doc comment that may list errors.
type docComment struct {
	file *ast.File
	text *ast.CommentGroup
	doc  *errdoc.Doc
	fn   *types.Func // nil for that of a type
}

func (c *checker) comment(file *ast.File, text *ast.CommentGroup, fn *types.Func) docComment {
	return docComment{file, text, errdoc.Parse(c.pass.Fset, text), fn}
}

// readInto adds what a comment lists, and what the comments of the functions list that its sections on errors refer to.
func (c *checker) readInto(l *listing, first docComment) {
	funcs := worklist.Of(first.fn)
	for fn := range funcs.All() {
		from := first
		if fn != first.fn {
			decl := c.model.DeclOf(fn)
			from = c.comment(flow.FileAt(c.pass.Files, decl.Pos()), decl.Doc, fn)
		}
		if s, ok := c.model.Documented(from.text, from.file, from.fn); ok {
			l.add(s)
		}
		l.codes = append(l.codes, from.doc.Codes()...)
		for _, m := range from.doc.Mentions {
			if m.Panics {
				continue
			}
			if m.Code {
				// A table, or an example that asks for the error: readers find it, though it is no list.
				l.bare = append(l.bare, m.Parts[len(m.Parts)-1])
				continue
			}
			obj, meaning := errdoc.Resolve(m, c.pass.Pkg, c.pass.TypesInfo.Scopes[from.file], from.fn)
			if len(m.Parts) == 1 && (obj == nil || obj.Pkg() != c.pass.Pkg) || meaning.IsError() && from.doc.OfOther(m, from.fn) {
				l.bare = append(l.bare, m.Parts[len(m.Parts)-1]) // of any package, or of another function
			}
			switch obj := obj.(type) {
			case *types.TypeName:
				if it, ok := obj.Type().Underlying().(*types.Interface); ok && meaning == errdoc.ErrorType {
					l.interfaces = append(l.interfaces, it)
				}
			case *types.Const:
				// The code of an error, by the name of its constant.
				if meaning == errdoc.Other && obj.Val().Kind() == constant.String {
					l.codes = append(l.codes, constant.StringVal(obj.Val()))
				}
			case *types.Func:
				if m.Section == errdoc.NoSection {
					continue
				}
				if s, ok := c.model.DeclaredBy(obj, false); ok {
					l.add(s)
				} else if c.model.DeclOf(obj) != nil {
					funcs.Push(obj)
				}
			}
		}
	}
}

func (l *listing) add(s errflow.Set) {
	for a := range s.Atoms() {
		l.atoms = append(l.atoms, a)
	}
}

// covers reports whether the listing names a, or something that stands for a.
func (c *checker) covers(l *listing, a errflow.Atom) bool {
	names := func(a errflow.Atom) bool {
		return slices.ContainsFunc(l.atoms, func(b errflow.Atom) bool {
			return sameName(a, b) || sameName(a, c.reexported(b))
		})
	}
	if names(a) || a.Kind != errflow.Code && slices.Contains(l.bare, a.Name) {
		return true
	}
	switch a.Kind {
	case errflow.Sentinel:
		// errors.Is finds what the sentinel wraps, and errors.As finds its type.
		if slices.ContainsFunc(c.model.WrappedBy(a), names) {
			return true
		}
		if t := c.typeOf(a); t != nil {
			return slices.ContainsFunc(l.interfaces, func(it *types.Interface) bool { return types.Implements(t, it) }) ||
				slices.ContainsFunc(l.atoms, func(b errflow.Atom) bool { return b.Kind == errflow.Type && c.isOf(t, b) })
		}
	case errflow.Type:
		if c.identified(l, a) {
			return true
		}
		t := c.typeOf(a)
		return t != nil && slices.ContainsFunc(l.interfaces, func(it *types.Interface) bool { return types.Implements(t, it) })
	case errflow.Code:
		t := errflow.Atom{Kind: errflow.Type, Pkg: a.Pkg, Name: a.Name, Ptr: a.Ptr}
		return slices.Contains(l.codes, a.Code) || c.covers(l, t)
	}
	return false
}

// sameName reports whether two errors have the same name in doc comments, where E may stand for *E.
func sameName(a, b errflow.Atom) bool {
	a.Ptr, b.Ptr = false, false
	return a == b
}

// typeOf returns the type of an error: the type that a names, or that of the variable; nil if it is not known.
func (c *checker) typeOf(a errflow.Atom) types.Type {
	obj := c.model.Object(a)
	if obj == nil {
		return nil
	}
	if a.Ptr {
		return types.NewPointer(obj.Type())
	}
	if types.IsInterface(obj.Type()) {
		return nil
	}
	return obj.Type()
}

// isOf reports whether t is the type, or a pointer to the type, that a names.
func (c *checker) isOf(t types.Type, a errflow.Atom) bool {
	named := flow.Named(t)
	return named != nil && named.Origin().Obj() == c.model.Object(a)
}

// reexported returns the variable that a is another name for, as in "var ErrX =
// store.ErrX", and otherwise a.
func (c *checker) reexported(a errflow.Atom) errflow.Atom {
	if c.reexports == nil {
		c.reexports = make(map[errflow.Atom]errflow.Atom)
		for _, spec := range flow.Specs[*ast.ValueSpec](c.pass.Files, token.VAR) {
			if len(spec.Names) == len(spec.Values) {
				c.findReexports(spec)
			}
		}
	}
	for range len(c.reexports) { // a cycle does not compile
		of, ok := c.reexports[a]
		if !ok {
			break
		}
		a = of
	}
	return a
}

func (c *checker) findReexports(spec *ast.ValueSpec) {
	for i, name := range spec.Names {
		of, ok := flow.Used(c.pass.TypesInfo, spec.Values[i]).(*types.Var)
		if ok && !of.IsField() && of.Pkg() != nil && of.Parent() == of.Pkg().Scope() {
			c.reexports[errflow.SentinelAtom(c.pass.TypesInfo.Defs[name])] = errflow.SentinelAtom(of)
		}
	}
}

// missing returns the required errors that the listing does not name. Codes are required
// only if codes are listed, and then stand for their type.
func (c *checker) missing(required []errflow.Atom, l *listing) []errflow.Atom {
	var out []errflow.Atom
	for _, a := range required {
		switch {
		case c.covers(l, a),
			a.Kind == errflow.Type && len(l.codes) > 0 && c.hasCode(a),
			a.Kind == errflow.Code && len(l.codes) == 0:
		default:
			out = append(out, a)
		}
	}
	return out
}

// hasCode reports whether errors of a type have a code, known or not.
func (c *checker) hasCode(a errflow.Atom) bool {
	t := c.typeOf(a)
	return t != nil && errflow.HasCode(t)
}

// nameable returns what users of fn can call the error a: a itself or, if
// they have no access to that variable, what it wraps.
func (c *checker) nameable(fn *types.Func, a errflow.Atom) []errflow.Atom {
	if !c.model.Own(a) && !c.foreign(a) {
		return nil
	}
	if c.visible(fn, a) {
		return []errflow.Atom{a}
	}
	var out []errflow.Atom
	for _, b := range c.model.WrappedBy(a) {
		if (c.model.Own(b) || c.foreign(b)) && c.visible(fn, b) {
			out = append(out, b)
		}
	}
	return out
}

// visible reports whether all users of fn can name a.
func (c *checker) visible(fn *types.Func, a errflow.Atom) bool {
	if a.Pkg == fn.Pkg().Path() && !flow.IsExported(fn) {
		return true // its users are in the package
	}
	if !a.Exported() {
		return false
	}
	if a.Pkg == fn.Pkg().Path() {
		return true
	}
	root, internal := internalRoot(a.Pkg)
	if !internal {
		return true
	}
	of, internal := internalRoot(fn.Pkg().Path())
	return internal && (of == root || root == "" || strings.HasPrefix(of, root+"/"))
}

// internalRoot returns the path below which an internal package may be imported.
func internalRoot(path string) (root string, internal bool) {
	path = "/" + path + "/"
	i := strings.LastIndex(path, "/internal/")
	if i < 0 {
		return "", false
	}
	return strings.TrimPrefix(path[:i], "/"), true
}

// compareAtoms orders errors as a list names them: those of the package itself first.
func (c *checker) compareAtoms(a, b errflow.Atom) int {
	own := c.pass.Pkg.Path()
	if (a.Pkg == own) == (b.Pkg == own) {
		return errflow.CompareAtoms(a, b)
	} else if a.Pkg == own {
		return -1
	}
	return 1
}

// via returns how a required error comes to leave the function.
func (o outcome) via(a errflow.Atom, model *errflow.Model) *errflow.Step {
	if step := o.set.Via(a); step != nil {
		return step
	}
	// A variable that users cannot name wraps it.
	for b := range o.set.Atoms() {
		if slices.Contains(model.WrappedBy(b), a) {
			return o.set.Via(b)
		}
	}
	return nil
}

// exact reports the errors that a section lists although they cannot leave the function. It
// reports whether it has proposed to edit the comment.
func (c *checker) exact(f *subject, errs outcome) (edits bool) {
	if errs.open {
		return false
	}
	possible := new(listing)
	possible.add(errs.set)
	for _, a := range slices.Clone(possible.atoms) {
		possible.atoms = append(possible.atoms, c.model.WrappedBy(a)...)
	}
	var bad []remark
	for _, m := range f.doc.Mentions {
		if !m.Head || m.Panics || m.Section == errdoc.NoSection {
			continue
		}
		obj, meaning := errdoc.Resolve(m, c.pass.Pkg, c.pass.TypesInfo.Scopes[f.file], f.fn)
		if !meaning.IsError() || c.mayBe(possible, obj) {
			continue
		}
		bad = append(bad, remark{m, "lists " + m.String() + ", which cannot leave it", false})
	}
	return c.mend(f.docComment, f.name, CategoryExact, bad)
}

// mayBe reports whether obj stands for one of the possible errors.
func (c *checker) mayBe(possible *listing, obj types.Object) bool {
	if obj.Pkg() == nil {
		return true
	}
	switch obj := obj.(type) {
	case *types.Var:
		a := errflow.SentinelAtom(obj)
		return slices.ContainsFunc(possible.atoms, func(b errflow.Atom) bool {
			return sameName(c.reexported(a), c.reexported(b))
		})
	case *types.TypeName:
		if it, ok := obj.Type().Underlying().(*types.Interface); ok {
			return slices.ContainsFunc(possible.atoms, func(b errflow.Atom) bool {
				t := c.typeOf(b)
				return t == nil || types.Implements(t, it)
			})
		}
	}
	// A type, or the type of a constant.
	return slices.ContainsFunc(possible.atoms, func(b errflow.Atom) bool {
		t := c.typeOf(b)
		return t != nil && c.isOf(t, errflow.Atom{Kind: errflow.Type, Pkg: obj.Pkg().Path(), Name: typeName(obj)})
	})
}

// typeName returns the name of a type, or of the type of a constant.
func typeName(obj types.Object) string {
	if named, ok := types.Unalias(obj.Type()).(*types.Named); ok {
		return named.Obj().Name()
	}
	return obj.Name()
}

// stale reports names in a doc comment that are given as those of errors
// and are not, and errors that are listed for a function which cannot
// return any. It returns whether it has proposed to edit the comment, and whether the comment names errors.
func (c *checker) stale(in docComment, name string) (edits, named bool) {
	fn, doc := in.fn, in.doc
	documents := c.documents(fn, doc)
	var bad []remark
	for _, m := range doc.Mentions {
		if m.Panics {
			continue
		}
		obj, meaning := errdoc.Resolve(m, c.pass.Pkg, c.pass.TypesInfo.Scopes[in.file], fn)
		if _, isConst := obj.(*types.Const); isConst {
			continue // the code of an error, by the name of its constant
		}
		if meaning.IsError() && !doc.OfOther(m, fn) {
			named = named || !doc.Explains(m)
			if documents {
				c.documented[obj] = true
			}
		}
		if meaning == errdoc.ErrorType && m.Claim && c.isStray(m, obj, in) {
			meaning = errdoc.Unresolved
		}
		why, stale := errdoc.Stale(m, meaning)
		switch {
		case stale && c.isMember(m):
			// [GetError] or LastError is a method or field of some type.
		case stale && !m.Bracketed && m.Section != errdoc.Errors && m.Section != errdoc.Raises && errdoc.IsBelow(m.Parts[len(m.Parts)-1], c.pass.Pkg):
			// Prose need not name the package of an error.
		case stale:
			bad = append(bad, remark{m, "names " + m.String() + ", which " + why, meaning == errdoc.Unresolved})
		case m.Head && (m.Section == errdoc.Errors || m.Section == errdoc.Raises) &&
			meaning.IsError() && !speaksOfErrors(fn.Signature()):
			bad = append(bad, remark{m, "lists " + m.String() + ", but " + name + " returns no error", false})
		}
	}
	return c.mend(in, name, CategoryStale, bad), named
}

// isStray reports whether a bare name that this package does not declare is that of an imported type only by chance: the function cannot return
// an error of that type. People leave out the package of what is returned, and many packages have a SyntaxError.
func (c *checker) isStray(m errdoc.Mention, obj types.Object, in docComment) bool {
	if len(m.Parts) > 1 || m.Path != "" || obj.Pkg() == c.pass.Pkg {
		return false
	}
	if _, declared := c.pass.TypesInfo.Scopes[in.file].LookupParent(m.Parts[0], token.NoPos); declared != nil {
		return false // by an import with a dot, or as an alias
	}
	body := c.model.Func(in.fn)
	if body == nil {
		return false
	}
	set, known := c.known(body)
	if !known {
		return false
	}
	for a := range set.Atoms() {
		if a.Name == obj.Name() {
			return false
		}
	}
	return true
}

// known returns the errors that a function may return; ok is false if there may be others.
func (c *checker) known(fn *ssa.Function) (s errflow.Set, ok bool) {
	s = c.model.ErrorsOf(fn)
	return s, s.AllNamed() && !s.Opaque()
}

// staleCodes reports codes that a doc comment lists and that do not exist: the function returns no error with the code, and knows the codes of all
// its errors; and no constant in sight of the package has it.
func (c *checker) staleCodes(f *subject) {
	body := c.model.Func(f.fn)
	if body == nil || len(f.doc.Codes()) == 0 {
		return
	}
	set, known := c.known(body)
	if !known {
		return
	}
	codes := make(map[string]bool)
	for a := range set.Atoms() {
		switch a.Kind {
		case errflow.Code:
			codes[a.Code] = true
		case errflow.UnknownCode, errflow.ParamCode:
			return
		}
	}
	if len(codes) == 0 {
		return // it is not by codes that its errors are told apart
	}
	for _, item := range f.doc.Items {
		if item.Code == "" || codes[item.Code] || c.isText(item.Code) {
			continue
		}
		c.report.ReportAt(item.CodePos, item.CodePos+token.Pos(len(item.Code)), CategoryStale,
			"the doc comment of "+f.name+" lists the code "+strconv.Quote(item.Code)+", which does not exist")
	}
}

// isText reports whether a text is that of a constant of the package or of one that it imports, or a name declared there.
func (c *checker) isText(text string) bool {
	if c.texts == nil {
		c.texts = make(map[string]bool)
		add := func(v constant.Value) {
			if v != nil && v.Kind() == constant.String {
				c.texts[constant.StringVal(v)] = true
			}
		}
		for _, tv := range c.pass.TypesInfo.Types {
			add(tv.Value)
		}
		for _, pkg := range append([]*types.Package{c.pass.Pkg}, c.pass.Pkg.Imports()...) {
			for _, name := range pkg.Scope().Names() {
				c.texts[name] = true
				if obj, ok := pkg.Scope().Lookup(name).(*types.Const); ok {
					add(obj.Val())
				}
			}
		}
	}
	return c.texts[text]
}

// documents reports whether an error that the doc comment of fn names is one that fn returns: fn returns errors,
// and is neither a method of an error nor, without a list, a constructor of errors.
func (c *checker) documents(fn *types.Func, doc *errdoc.Doc) bool {
	if recv := flow.Receiver(fn); recv != nil && errflow.IsError(types.NewPointer(recv)) {
		return false
	}
	if body := c.model.Func(fn); body != nil && !hasList(doc) && c.constructs(body) {
		return false
	}
	return flow.HasVar(fn.Signature().Results(), errflow.IsErrorInterface)
}

// isMember reports whether a mention is of a field or method of one of
// the package's types, without the name of the type.
func (c *checker) isMember(m errdoc.Mention) bool {
	if len(m.Parts) > 1 {
		return false
	}
	for _, name := range c.pass.Pkg.Scope().Names() {
		obj, ok := c.pass.Pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if found, _, _ := types.LookupFieldOrMethod(obj.Type(), true, c.pass.Pkg, m.Parts[0]); found != nil {
			return true
		}
	}
	return false
}

// A remark is what is wrong with a mention.
type remark struct {
	mention errdoc.Mention
	text    string // a predicate: "names ErrX, which does not resolve"
	unknown bool   // there is nothing of this name, so it may be mistyped
}

// mend reports what is wrong with mentions in a doc comment, and proposes to rename or remove them. It
// reports whether it has proposed anything.
//
// Each removal is right by itself, and several are right together unless they leave nothing of
// the list. Then none is proposed, since the author meant to list something.
func (c *checker) mend(in docComment, name, category string, remarks []remark) (edits bool) {
	heads := 0
	for _, m := range in.doc.Mentions {
		if m.Head {
			heads++
		}
	}
	meant := make(map[types.Object]bool)
	for _, r := range remarks {
		diag := analysis.Diagnostic{
			Pos:      r.mention.Pos,
			End:      r.mention.End,
			Category: category,
			Message:  "the doc comment of " + name + " " + r.text,
		}
		if obj := c.meant(in, r); obj != nil && !meant[obj] {
			edits, meant[obj] = true, true
			diag.SuggestedFixes = []analysis.SuggestedFix{{
				Message:   "Rename " + r.mention.String() + " to " + obj.Name(),
				TextEdits: errdoc.RenameFix(r.mention, obj.Name()),
			}}
		} else if edit, ok := in.doc.RemoveFix(r.mention); ok && len(remarks) < heads {
			edits = true
			diag.SuggestedFixes = []analysis.SuggestedFix{{
				Message:   "Remove " + r.mention.String() + " from the list",
				TextEdits: edit,
			}}
		}
		c.report.Report(diag)
	}
	return edits
}

// minStem is the minimum length of a name's stem for a similar name to be taken for what was meant: ErrGone
// and ErrNone are different errors.
const minStem = 5

// meant returns the error that a mistyped name in the doc comment of a function must be: one that the function may return, that the comment
// does not name yet, and whose name is similar. It returns nil if there is none.
func (c *checker) meant(in docComment, r remark) types.Object {
	body := c.model.Func(in.fn)
	written := r.mention.Parts[len(r.mention.Parts)-1]
	if !r.unknown || body == nil || len(stem(written)) < minStem {
		return nil
	}
	found := make(map[string]types.Object) // by stem
	for a := range c.model.ErrorsOf(body).Atoms() {
		obj := c.model.Object(a)
		if obj == nil || !c.visible(in.fn, a) || slices.ContainsFunc(in.doc.Mentions, func(m errdoc.Mention) bool { return m.Parts[len(m.Parts)-1] == a.Name }) {
			continue
		}
		m := r.mention
		m.Parts = append(slices.Clone(m.Parts[:len(m.Parts)-1]), a.Name)
		if is, _ := errdoc.Resolve(m, c.pass.Pkg, c.pass.TypesInfo.Scopes[in.file], in.fn); is == obj {
			found[stem(a.Name)] = obj
		}
	}
	return found[nearest.Of(stem(written), slices.Sorted(maps.Keys(found)))]
}

// stem returns the name of an error without the words that say it is one.
func stem(name string) string {
	for _, prefix := range []string{"Err", "err"} {
		name = strings.TrimPrefix(name, prefix)
	}
	return strings.TrimSuffix(name, "Error")
}

// speaksOfErrors reports whether an error can pass through a function's signature in
// any way: as a result or a part of one, to a callback, in the receiver.
func speaksOfErrors(sig *types.Signature) bool {
	var parts worklist.List[types.Type]
	add := func(t types.Type) { parts.Push(types.Unalias(t)) }
	add(sig)
	if sig.Recv() != nil {
		add(sig.Recv().Type())
	}
	for t := range parts.All() {
		if errflow.IsError(t) || errflow.IsError(types.NewPointer(t)) {
			return true
		}
		switch u := t.Underlying().(type) {
		case *types.Map:
			add(u.Key())
			add(u.Elem())
		case interface{ Elem() types.Type }: // a pointer, slice, array or channel
			add(u.Elem())
		case *types.Tuple:
			for v := range u.Variables() {
				add(v.Type())
			}
		case *types.Signature:
			add(u.Params())
			add(u.Results())
		case *types.Struct:
			for f := range u.Fields() {
				add(f.Type())
			}
		case *types.Interface:
			if u.NumMethods() == 0 {
				return true // any value
			}
			for m := range u.Methods() {
				add(m.Signature().Results())
			}
		}
	}
	return false
}

// foreign reports whether an error is declared in one of the packages outside the module that
// the options treat like its own.
func (c *checker) foreign(a errflow.Atom) bool {
	return pkgglob.MatchIn(c.opts.Foreign, a.Pkg, c.pass)
}
