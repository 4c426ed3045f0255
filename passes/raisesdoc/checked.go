package raisesdoc

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint/internal/directive"
	"github.com/errlint/errlint/internal/errdoc"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/pkgglob"
	"github.com/errlint/errlint/internal/worklist"
)

// The values of option checked besides packages and names.
const (
	checkAll       = "all"
	checkSentinels = "sentinels"
	checkTypes     = "types"
)

// checked reports whether a, an error that users can name, must be in the lists of the functions that it may leave, if these have lists.
//
// An error of another package is part of this one's contract only if this one
// names it: makes it, returns it by name, compares with it or documents it. Otherwise it passes through.
func (c *checker) checked(a errflow.Atom) bool {
	if c.foreign(a) {
		return true
	}
	if len(c.opts.Checked) == 0 {
		return a.Pkg == c.pass.Pkg.Path() || c.speaksOf(a)
	}
	return slices.ContainsFunc(c.opts.Checked, func(entry string) bool {
		switch entry {
		case checkAll:
			return true
		case checkSentinels:
			return a.Kind == errflow.Sentinel
		case checkTypes:
			return a.Kind != errflow.Sentinel
		}
		return strings.TrimPrefix(entry, "*") == a.Pkg+"."+a.Name ||
			pkgglob.MatchIn([]string{entry}, a.Pkg, c.pass)
	})
}

// wanted reports whether the doc comment of f must list errors at all. If so, it must list all of them, since a list is read as complete.
//
// Errors are mostly told apart by code that is written later: callers, in packages that cannot be seen from here. So at level
// listed, a package is held to the errors that it exports. But an error type may have other purposes, so types are not enough in an internal package,
// whose callers are all in the module.
//
// Nobody asks for most errors that have names. So below that level there must be a sign that somebody does: code of the
// package asks whether an error of f is one of them, or f has a list.
func (c *checker) wanted(f *subject, errs []errflow.Atom, level Level) bool {
	return f.adapter || len(c.opts.Checked) > 0 || c.listsErrors(f) || slices.ContainsFunc(errs, c.foreign) || c.askedOf(f.fn, errs) ||
		level.atLeast(Listed) && slices.ContainsFunc(errs, func(a errflow.Atom) bool {
			return a.Pkg != c.pass.Pkg.Path() || a.Kind == errflow.Sentinel || !isInternal(a.Pkg) || c.toldApart(a)
		})
}

// beside reports whether the error types among errs go along with the other errors: each is around another error that f
// returns, and the package neither tells it apart nor documents it, as a type that adds the operation to each error. If the comment lists a type, or must
// list one, it must list all of them; and callers learn of a type that is around nothing only from a list.
func (c *checker) beside(f *subject, errs []errflow.Atom) bool {
	isType := func(a errflow.Atom) bool { return a.Kind == errflow.Type }
	set := c.model.ErrorsOf(c.model.Func(f.fn))
	return !slices.ContainsFunc(c.read(f).atoms, isType) && !slices.ContainsFunc(errs, func(a errflow.Atom) bool {
		return isType(a) && (!set.Around(a) || c.foreign(a) || c.toldApart(a) || c.askedOf(f.fn, []errflow.Atom{a}))
	})
}

// passesThrough reports whether an error of another package comes to f only from functions of other packages: f's own package does not name it on the
// way, does not ask for it, and lists no other error of its package for f. It is part of the contracts of those functions, even if the package names
// it elsewhere.
func (c *checker) passesThrough(f *subject, fn *ssa.Function, a errflow.Atom) bool {
	if a.Pkg == c.pass.Pkg.Path() || c.foreign(a) || c.askedOf(f.fn, []errflow.Atom{a}) ||
		slices.ContainsFunc(c.read(f).atoms, func(listed errflow.Atom) bool { return listed.Pkg == a.Pkg }) {
		return false
	}
	passes := false
	bodies := worklist.Of(fn)
	for body := range bodies.First(maxPassing) {
		for _, w := range c.model.Ways(body, errflow.PartAtom, a) {
			own := w.Lit
			if w.From != nil {
				own = c.model.Func(w.From)
			}
			switch {
			case own != nil:
				bodies.Push(own)
			case w.From == nil || c.onlyMakes(w.From, a):
				return false
			default:
				passes = true
			}
		}
	}
	return passes && bodies.Len() <= maxPassing
}

// maxPassing is the maximum number of functions of the package that are searched for one that names an error.
const maxPassing = 64

// onlyMakes reports whether a function of another package only makes errors, and a is one of them.
func (c *checker) onlyMakes(fn *types.Func, a errflow.Atom) bool {
	var made constructorFact
	return c.pass.ImportObjectFact(fn.Origin(), &made) && slices.Contains(made.Makes, a.Name)
}

// speaksOf reports whether the package's code, or one of its doc comments, names an error of another package.
func (c *checker) speaksOf(a errflow.Atom) bool {
	if c.named == nil {
		c.named = make(map[types.Object]bool)
		for id, obj := range c.pass.TypesInfo.Uses {
			if obj.Pkg() == nil || obj.Pkg() == c.pass.Pkg || c.inTest(id) {
				continue
			}
			switch obj := obj.(type) {
			case *types.Var:
				c.named[obj] = true
			case *types.TypeName:
				if named, ok := types.Unalias(obj.Type()).(*types.Named); ok {
					c.named[named.Origin().Obj()] = true
				}
			case *types.Func:
				var made constructorFact
				if c.pass.ImportObjectFact(obj.Origin(), &made) {
					for _, name := range made.Makes {
						if obj := obj.Pkg().Scope().Lookup(name); obj != nil {
							c.named[obj] = true
						}
					}
				}
			}
		}
		maps.Copy(c.named, c.documented)
	}
	obj := c.model.Object(a)
	return obj != nil && c.named[obj]
}

// isInternal reports whether only its own module can import a package.
func isInternal(pkg string) bool { return slices.Contains(strings.Split(pkg, "/"), "internal") }

// listsErrors reports whether a doc comment that applies to f names errors: its own, that of its type or of an
// interface's method that it implements.
func (c *checker) listsErrors(f *subject) bool {
	if f.listsErrors || c.declared(f.fn) || f.doc.HasSection() && (f.doc.DeclaresNone() || hasList(f.doc)) {
		return true
	}
	recv := flow.Receiver(f.fn)
	if recv == nil {
		return false
	}
	of := c.typeListing(recv.Obj())
	return of != nil && slices.ContainsFunc(of.atoms, func(a errflow.Atom) bool { return !a.IsSignal() })
}

// hasList reports whether a doc comment has a list of errors in a section of its own.
func hasList(doc *errdoc.Doc) bool {
	return len(doc.Codes()) > 0 || slices.ContainsFunc(doc.Mentions, inSection)
}

// inSection reports whether a mention is a name in a section on errors, and not just a word that looks like one. A section without names says when a
// function fails, but not with what.
func inSection(m errdoc.Mention) bool {
	return m.Section != errdoc.NoSection && !m.Panics && (m.Claim || m.Bracketed || m.Star || m.Quoted)
}

// toldApart reports whether the package compares errors with a, or documents that some function returns a.
func (c *checker) toldApart(a errflow.Atom) bool {
	if c.asked == nil {
		c.asked = make(map[types.Object]bool)
		for _, file := range c.pass.Files {
			if directive.InTest(c.pass.Fset, file.FileStart) {
				continue
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.TypeAssertExpr:
					if n.Type != nil {
						c.askedFor(n.Type)
					}
				case *ast.TypeSwitchStmt:
					for _, clause := range n.Body.List {
						for _, t := range clause.(*ast.CaseClause).List {
							c.askedFor(t)
						}
					}
				case *ast.SwitchStmt:
					for _, clause := range n.Body.List {
						for _, v := range clause.(*ast.CaseClause).List {
							c.askedWhether(v)
						}
					}
				case *ast.BinaryExpr:
					if n.Op == token.EQL || n.Op == token.NEQ {
						c.askedWhether(n.X)
						c.askedWhether(n.Y)
					}
				case *ast.CallExpr:
					switch fn := typeutil.StaticCallee(c.pass.TypesInfo, n); {
					case fn == nil || fn.Pkg() == nil:
					case fn.Name() == "Is" && len(n.Args) == 2:
						c.askedWhether(n.Args[1])
					case fn.Name() == "As" && len(n.Args) == 2:
						c.askedFor(n.Args[1])
					case fn.Name() == "AsType":
						c.askedFor(n)
					}
				}
				return true
			})
		}
	}
	obj := c.model.Object(a)
	return obj != nil && (c.asked[obj] || c.documented[obj])
}

// askedWhether records that an error is compared with the variable that an expression names.
func (c *checker) askedWhether(expr ast.Expr) {
	if v, ok := flow.Used(c.pass.TypesInfo, expr).(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		c.asked[v] = true
	}
}

// askedFor records that an error is asserted to be of the type of an expression, or of the type that it points to.
func (c *checker) askedFor(expr ast.Expr) {
	t := c.pass.TypesInfo.TypeOf(expr)
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type() // of AsType
	}
	for t != nil {
		t = types.Unalias(t)
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
			continue
		}
		if named, ok := t.(*types.Named); ok {
			c.asked[named.Origin().Obj()] = true
		}
		return
	}
}

func (c *checker) inTest(n ast.Node) bool { return directive.InTest(c.pass.Fset, n.Pos()) }

// exempt reports whether nobody reads f's doc comment to learn about errors, or the doc comment of
// another function is the place for them.
func (c *checker) exempt(f *subject, missing []errflow.Atom) bool {
	return c.inCommand() || isTestSupport(f.file) || c.isFork(f.file) || errdoc.IsDeprecated(f.decl.Doc) || c.isStandard(f.fn) || c.isContract(f.fn, missing) || c.forwards(f.fn, missing)
}

// inCommand reports whether the package is part of a command: it is in a directory cmd, which holds
// commands and their packages (https://go.dev/doc/modules/layout).
func (c *checker) inCommand() bool {
	dir := c.pass.Pkg.Path()
	if c.pass.Module != nil {
		dir = strings.TrimPrefix(dir, c.pass.Module.Path)
	}
	return slices.Contains(strings.Split(dir, "/"), "cmd")
}

// isTestSupport reports whether a file supports tests: it imports a package that only tests can use.
func isTestSupport(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
		switch strings.Trim(spec.Path.Value, "\"`") {
		case "testing", "net/http/httptest":
			return true
		}
		return false
	})
}

// isFork reports whether a file is a copy of one of the Go project, as its copyright says. Who maintains the copy wants it to differ as little as
// possible.
func (c *checker) isFork(file *ast.File) bool {
	if m := c.pass.Module; m != nil && (m.Path == "std" || strings.HasPrefix(m.Path, "golang.org/")) {
		return false
	}
	return slices.ContainsFunc(file.Comments, func(g *ast.CommentGroup) bool {
		return g.End() < file.Package && strings.Contains(g.Text(), "The Go Authors. All rights reserved.")
	})
}

// forwards reports whether fn only returns the results of one other function that users can call, too,
// and whose errors, whatever its arguments, include errs. The doc comment of that function is the place for them.
func (c *checker) forwards(fn *types.Func, errs []errflow.Atom) bool {
	ssaFn := c.model.Func(fn)
	if ssaFn == nil {
		return false
	}
	var to *types.Func
	for ret := range flow.Returns(ssaFn) {
		for _, v := range ret.Results {
			if !errflow.IsErrorInterface(v.Type()) {
				continue
			}
			v = flow.Strip(v)
			if flow.IsNil(v) {
				continue
			}
			call, _ := flow.ResultOf(v)
			if call == nil {
				return false
			}
			callee := flow.Callee(call.Common())
			if callee == nil || callee == fn.Origin() || to != nil && callee != to {
				return false
			}
			to = callee
		}
	}
	if to == nil || !c.model.OwnPackage(to.Pkg()) || !flow.IsExported(to) {
		return false
	}
	var set errflow.Set
	if body := c.model.Func(to); body != nil {
		if c.constructs(body) {
			return false // its callers have to say what they make
		}
		set = c.model.ErrorsOf(body)
	} else {
		if c.pass.ImportObjectFact(to, new(constructorFact)) {
			return false
		}
		set, _ = c.model.DeclaredBy(to, false)
	}
	return !slices.ContainsFunc(errs, func(a errflow.Atom) bool { return !set.Has(a) })
}

// isStandard reports whether fn is a method that frameworks call through an interface of the standard library
// or of another module. Callers look for its errors there.
func (c *checker) isStandard(fn *types.Func) bool {
	recv := flow.Receiver(fn)
	if recv == nil {
		return false
	}
	if want, ok := builtin[fn.Name()]; ok && shape(fn.Signature()) == want {
		return true
	}
	return slices.ContainsFunc(c.model.InterfacesOf(fn), func(it *types.TypeName) bool { return !c.model.OwnPackage(it.Pkg()) })
}

// isContract reports whether fn is a method of an interface in another package of the module that declares all of errs: the interface
// has to say which errors its methods return.
func (c *checker) isContract(fn *types.Func, errs []errflow.Atom) bool {
	return slices.ContainsFunc(c.model.InterfacesOf(fn), func(it *types.TypeName) bool {
		return !slices.ContainsFunc(errs, func(a errflow.Atom) bool { return a.Pkg != it.Pkg().Path() })
	})
}

// builtin has the methods of the interfaces of packages io and encoding, and others that are called without
// an import of the package that declares the interface, since the signature has no type of it.
var builtin = map[string]string{
	"Read":            "[]byte → int, error",
	"Write":           "[]byte → int, error",
	"Close":           " → error",
	"ReadAt":          "[]byte, int64 → int, error",
	"WriteAt":         "[]byte, int64 → int, error",
	"Seek":            "int64, int → int64, error",
	"ReadByte":        " → byte, error",
	"WriteByte":       "byte → error",
	"WriteString":     "string → int, error",
	"MarshalJSON":     " → []byte, error",
	"MarshalText":     " → []byte, error",
	"MarshalBinary":   " → []byte, error",
	"GobEncode":       " → []byte, error",
	"UnmarshalJSON":   "[]byte → error",
	"UnmarshalText":   "[]byte → error",
	"UnmarshalBinary": "[]byte → error",
	"GobDecode":       "[]byte → error",
}

// shape returns the types of a signature as [builtin] has them.
func shape(sig *types.Signature) string {
	list := func(vars *types.Tuple) string {
		var names []string
		for v := range vars.Variables() {
			names = append(names, types.TypeString(types.Unalias(v.Type()), nil))
		}
		return strings.ReplaceAll(strings.Join(names, ", "), "uint8", "byte")
	}
	return list(sig.Params()) + " → " + list(sig.Results())
}
