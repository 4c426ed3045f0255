package raisesdoc

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/prose"
)

// A contract is what the doc comment of an interface's method lists.
type contract struct {
	of     types.Type // the interface
	method *types.Func
	set    errflow.Set
}

// contracts are those that can be seen from a package.
type contracts struct {
	byName map[string][]contract // by the method's name, in the order of the interfaces' names
	silent map[string][]contract // those of the package itself that list nothing
	// uses are the types that the package itself uses as an interface, by
	// that interface's name.
	uses  map[*types.TypeName][]*types.TypeName
	known map[[2]types.Type]bool // see implements
}

// contract decides which of the errors that may leave f are missing in its doc comment, after
// what the interfaces declare that it implements a method of; it notes those that such an interface should
// declare itself. A method whose own comment lists none leaves the list to the interface.
func (c *checker) contract(f *subject, errs outcome, listed *listing) (missing []errflow.Atom) {
	missing = slices.DeleteFunc(c.missing(errs.required, listed), func(a errflow.Atom) bool {
		// Of what is in errors of listed types only, the doc comments of the types tell.
		return a.Kind == errflow.Sentinel && errs.set.OnlyIn(a, func(t errflow.Atom) bool { return c.covers(listed, t) })
	})
	if len(errs.required) == 0 {
		return nil
	}
	for ct := range c.implemented(f.fn) {
		undeclared := c.missing(errs.required, c.declaredBy(ct))
		if !f.listsErrors && c.serves(f.fn, ct) || c.holdsInterfaces(f) && c.usedAs(f.fn, ct) {
			c.undeclared(f, errs, ct, undeclared)
			undeclared = nil // one finding is enough
		}
		missing = slices.DeleteFunc(missing, func(a errflow.Atom) bool { return !slices.Contains(undeclared, a) })
	}
	return missing
}

// declaredBy is what the doc comment of an interface's method lists.
func (c *checker) declaredBy(ct contract) *listing {
	l := new(listing)
	l.add(ct.set)
	if in, ok := c.methodDocs[ct.method]; ok {
		c.readInto(l, in)
	}
	return l
}

// declared reports whether fn implements a method of an interface that lists its errors.
func (c *checker) declared(fn *types.Func) bool {
	for range c.implemented(fn) {
		return true
	}
	return false
}

// holdsInterfaces reports whether a doc comment of an interface has to list what f returns, as it has at level listed. Before that too many
// findings are arguable: two of 19 were right in a first look (docs/evidence.md).
func (c *checker) holdsInterfaces(f *subject) bool { return f.adapter || c.opts.Level.atLeast(Listed) }

// undeclared notes errors that f may return and the interface's method does not list. They are reported together with those of the other
// implementations, at the interface, if that is in the package.
func (c *checker) undeclared(f *subject, errs outcome, ct contract, atoms []errflow.Atom) {
	if len(atoms) == 0 || !c.holdsInterfaces(f) {
		return
	}
	if ct.method.Pkg() == c.pass.Pkg && !c.report.Suppressed(f.decl.Name.Pos(), CategoryInterface) {
		c.group(ct.method, declaredGroup, member{f, errs, atoms})
		return
	}
	c.report.ReportAt(f.decl.Name.Pos(), f.decl.Name.End(), CategoryInterface,
		f.name+" may return "+prose.List(c.names(f.file, atoms), "and")+", which the doc comment of "+
			errflow.FuncName(ct.method, c.pass.Pkg)+" does not list", c.related(errs, atoms)...)
}

// declaredGroup is in place of names in groups of methods of which the interface's lists errors.
const declaredGroup = "declared"

// serves reports whether a type that has the methods of an interface, fn one of them, has them for the interface. A type may have one by chance;
// it is taken to implement it if the package uses it so, or if there are several of an interface of the package, unless it holds such a value: it is
// then what uses the interface.
func (c *checker) serves(fn *types.Func, ct contract) bool {
	return c.usedAs(fn, ct) || ct.method.Pkg() == c.pass.Pkg && ct.of.Underlying().(*types.Interface).NumMethods() > 1 && !holds(flow.Receiver(fn), ct.of)
}

// implemented yields the contracts of the interface methods that fn implements.
func (c *checker) implemented(fn *types.Func) func(yield func(contract) bool) {
	return func(yield func(contract) bool) {
		recv := flow.Receiver(fn)
		if recv == nil {
			return
		}
		c.needContracts()
		seen := make(map[*types.Func]bool)
		cts := c.contracts.byName[fn.Name()]
		for i, ct := range cts {
			if seen[ct.method] || !c.contracts.implements(recv, ct.of) {
				continue
			}
			seen[ct.method] = true
			// Several interfaces have one method if one is embedded in another, or made of it ("type A B"). It is enough
			// if the type is used as one of them.
			for _, other := range cts[i+1:] {
				if other.method == ct.method && !c.usedAs(fn, ct) {
					ct = other
				}
			}
			if !yield(ct) {
				return
			}
		}
	}
}

// implements reports whether a type, or a pointer to it, implements an interface. It is asked for each method, and the answer takes as long as there
// are methods.
func (cs *contracts) implements(t *types.Named, of types.Type) bool {
	key := [2]types.Type{t, of}
	is, known := cs.known[key]
	if !known {
		it := of.Underlying().(*types.Interface)
		is = types.Implements(types.NewPointer(t), it) || types.IsInterface(t) && types.Implements(t, it)
		cs.known[key] = is
	}
	return is
}

func (c *checker) needContracts() {
	if c.contracts == nil {
		c.contracts = c.findContracts()
	}
}

// A group is methods that have one finding in common: those of several types that implement one method of
// an interface of the package, or methods of one type that return the same errors.
type group struct {
	of      types.Object // the interface's method, or the type
	names   string       // of the errors, for a type
	members []member
}

// commonMethods is how many methods of a type have to return the same errors for the type's doc comment to
// be the place for them.
const commonMethods = 4

type member struct {
	f       *subject
	errs    outcome
	missing []errflow.Atom
}

// grouped adds the errors that a method's doc comment does not list to the group that it belongs
// to: users of an interface read its comment.
func (c *checker) grouped(f *subject, errs outcome, missing []errflow.Atom) bool {
	recv := flow.Receiver(f.fn)
	if f.adapter || c.report.Suppressed(f.decl.Name.Pos(), f.category) {
		return false
	}
	if recv == nil {
		// A type that says how much fails in a package says so once; a sentinel is one function's, as a rule, and so is a list.
		if hasList(f.doc) || slices.ContainsFunc(missing, func(a errflow.Atom) bool { return a.Kind == errflow.Sentinel }) {
			return false
		}
		c.group(nil, strings.Join(c.names(f.file, missing), ", "), member{f, errs, missing})
		return true
	}
	c.needContracts()
	for _, ct := range c.contracts.silent[f.fn.Name()] {
		if !c.contracts.implements(recv, ct.of) || !c.serves(f.fn, ct) {
			continue
		}
		c.group(ct.method, "", member{f, errs, missing})
		return true
	}
	c.group(recv.Obj(), strings.Join(c.names(f.file, missing), ", "), member{f, errs, missing})
	return true
}

// group adds a method to the group of an object and names.
func (c *checker) group(of types.Object, names string, m member) {
	key := groupKey{of, names, m.f.category}
	g := c.groupOf[key]
	if g == nil {
		g = &group{of: of, names: names}
		if c.groupOf == nil {
			c.groupOf = make(map[groupKey]*group)
		}
		c.groupOf[key] = g
		c.groups = append(c.groups, g)
	}
	g.members = append(g.members, m)
}

type groupKey struct {
	of       types.Object
	names    string
	category string
}

// reportGroups reports what methods have in common once: at the interface, or at the type. A few
// are reported themselves.
func (c *checker) reportGroups() {
	// The only implementation of an interface's method is one of the methods of its type.
	for _, g := range slices.Clone(c.groups) {
		if _, ofInterface := g.of.(*types.Func); ofInterface && len(g.members) == 1 && g.names != declaredGroup {
			m := g.members[0]
			c.group(flow.Receiver(m.f.fn).Obj(), strings.Join(c.names(m.f.file, m.missing), ", "), m)
			g.members = nil
		}
	}
	for _, g := range c.groups {
		method, ofInterface := g.of.(*types.Func)
		if !ofInterface && len(g.members) < commonMethods || len(g.members) == 0 {
			for _, m := range g.members {
				c.reportMissing(m.f, m.errs, m.missing)
			}
			continue
		}
		if g.of == nil {
			c.reportFunctions(g.members)
			continue
		}
		var missing []errflow.Atom
		var related []analysis.RelatedInformation
		for _, m := range g.members {
			missing = append(missing, m.missing...)
			if len(related) < maxRelated {
				related = append(related, c.relatedMember(m))
			}
		}
		slices.SortFunc(missing, c.compareAtoms)
		missing = slices.Compact(missing)
		names := prose.List(c.names(flow.FileAt(c.pass.Files, g.of.Pos()), missing), "and")
		diag := analysis.Diagnostic{
			Pos:      g.of.Pos(),
			End:      g.of.Pos() + token.Pos(len(g.of.Name())),
			Category: g.members[0].f.category,
			Message: fmt.Sprintf("methods of %s may return %s, which neither their doc comments nor that of %[1]s list",
				g.of.Name(), names),
			Related: related,
		}
		if ofInterface && !slices.ContainsFunc(g.members, func(m member) bool { return c.holdsInterfaces(m.f) }) {
			continue
		}
		if ofInterface {
			diag.Category = CategoryInterface
			diag.Message = fmt.Sprintf("implementations of %s may return %s, which neither its doc comment nor theirs list",
				errflow.FuncName(method, c.pass.Pkg), names)
			if g.names == declaredGroup {
				diag.Message = fmt.Sprintf("implementations of %s may return %s, which its doc comment does not list",
					errflow.FuncName(method, c.pass.Pkg), names)
			}
		}
		c.report.Report(diag)
	}
}

// relatedMember says of a member of a group what it may return.
func (c *checker) relatedMember(m member) analysis.RelatedInformation {
	return analysis.RelatedInformation{
		Pos:     m.f.decl.Name.Pos(),
		End:     m.f.decl.Name.End(),
		Message: m.f.name + " may return " + prose.List(c.names(m.f.file, m.missing), "and"),
	}
}

// reportFunctions reports functions of the package that lack the same errors, at the first of them by name:
// where they stand says nothing.
func (c *checker) reportFunctions(ms []member) {
	slices.SortFunc(ms, func(x, y member) int { return strings.Compare(x.f.name, y.f.name) })
	first := ms[0].f
	diag := analysis.Diagnostic{
		Pos:      first.decl.Name.Pos(),
		End:      first.decl.Name.End(),
		Category: first.category,
		Message: fmt.Sprintf("%s and %d more functions may return %s, which their doc comments do not list",
			first.name, len(ms)-1, prose.List(c.names(first.file, ms[0].missing), "and")),
	}
	fix := analysis.SuggestedFix{Message: fmt.Sprintf("List %s in the doc comments", prose.List(c.names(first.file, ms[0].missing), "and"))}
	for i, m := range ms {
		if i > 0 && i <= maxRelated {
			diag.Related = append(diag.Related, c.relatedMember(m))
		}
		atoms, as := c.toAppend(m.f, m.errs, m.missing)
		edits := c.appendFix(m.f, atoms, as)
		if edits == nil {
			fix.TextEdits = nil
			break
		}
		fix.TextEdits = append(fix.TextEdits, edits[0].TextEdits...)
	}
	if fix.TextEdits != nil {
		diag.SuggestedFixes = []analysis.SuggestedFix{fix}
	}
	c.report.Report(diag)
}

// usedAs reports whether the package itself uses the type that fn is a method of as
// the contract's interface. A type may have an interface's methods by chance.
func (c *checker) usedAs(fn *types.Func, ct contract) bool {
	named, ok := types.Unalias(ct.of).(*types.Named)
	recv := flow.Receiver(fn)
	return ok && recv != nil && slices.Contains(c.contracts.uses[named.Obj()], recv.Obj())
}

// holds reports whether a struct type has a field of type t.
func holds(n *types.Named, t types.Type) bool {
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if types.Identical(f.Type(), t) {
			return true
		}
	}
	return false
}

// findContracts finds the interfaces of this package and of those that it imports
// whose methods list errors.
func (c *checker) findContracts() *contracts {
	cs := &contracts{
		known:  make(map[[2]types.Type]bool),
		byName: make(map[string][]contract),
		silent: make(map[string][]contract),
		uses:   make(map[*types.TypeName][]*types.TypeName),
	}
	pkgs := []*types.Package{c.pass.Pkg}
	for _, imp := range c.pass.Pkg.Imports() {
		if c.model.OwnPackage(imp) {
			pkgs = append(pkgs, imp)
		}
	}
	for _, pkg := range pkgs {
		for obj := range flow.Types(pkg) {
			named, ok := obj.Type().(*types.Named)
			if !ok || named.TypeParams().Len() > 0 || pkg != c.pass.Pkg && !obj.Exported() {
				continue
			}
			it, ok := named.Underlying().(*types.Interface)
			if !ok {
				continue
			}
			for m := range it.Methods() {
				if set, ok := c.model.DeclaredBy(m, false); ok {
					cs.byName[m.Name()] = append(cs.byName[m.Name()], contract{named, m, set})
				} else if m.Pkg() == c.pass.Pkg {
					cs.silent[m.Name()] = append(cs.silent[m.Name()], contract{of: named, method: m})
				}
			}
		}
	}
	if len(cs.byName) > 0 || len(cs.silent) > 0 {
		c.findUses(cs)
	}
	return cs
}

// findUses finds the conversions of types to interfaces: those that the code does, and
// those of declarations such as "var _ I = (*T)(nil)".
func (c *checker) findUses(cs *contracts) {
	add := func(from, to types.Type) {
		t, ok := types.Unalias(to).(*types.Named)
		f := flow.Named(from)
		if ok && f != nil && !slices.Contains(cs.uses[t.Obj()], f.Origin().Obj()) {
			cs.uses[t.Obj()] = append(cs.uses[t.Obj()], f.Origin().Obj())
		}
	}
	for fn := range c.model.Funcs() {
		for instr := range flow.Instrs(fn) {
			if mk, ok := instr.(*ssa.MakeInterface); ok {
				add(mk.X.Type(), mk.Type())
			}
		}
	}
	for _, spec := range flow.Specs[*ast.ValueSpec](c.pass.Files, token.VAR) {
		for _, value := range spec.Values {
			if spec.Type != nil {
				add(c.pass.TypesInfo.TypeOf(value), c.pass.TypesInfo.TypeOf(spec.Type))
			}
		}
	}
}

// interfaces checks that the doc comments of the methods of interfaces are not stale.
func (c *checker) interfaces(file *ast.File, decl *ast.GenDecl) {
	ast.Inspect(decl, func(n ast.Node) bool {
		it, ok := n.(*ast.InterfaceType)
		if !ok {
			return true
		}
		for _, field := range it.Methods.List {
			for _, name := range field.Names {
				if fn, ok := c.pass.TypesInfo.Defs[name].(*types.Func); ok && field.Doc != nil {
					c.methodDocs[fn] = c.comment(file, field.Doc, fn)
					c.stale(c.methodDocs[fn], errflow.FuncName(fn, c.pass.Pkg))
				}
			}
		}
		return true
	})
}
