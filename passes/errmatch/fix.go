package errmatch

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/format"
	"github.com/errlint/errlint/internal/importedit"
	"github.com/errlint/errlint/internal/sibling"
)

// A form is how a question is written, as far as its fix depends on that.
type form uint8

const (
	formNone    form = iota // there is no fix
	formReplace             // a call that errors.Is takes the place of: strings.Contains(err.Error(), "text")
	formAssert              // an assertion that ErrorIs takes the place of: assert.EqualError(t, err, "text")
	formChecker             // c.Assert(err, qt.ErrorMatches, "text")
	formMatcher             // Expect(err).To(MatchError("text"))
)

// textFix replaces a question for the text w with one by errors.Is, or by what the library at hand calls it.
func (c *checker) textFix(q *question, w wanted, a errflow.Atom) []analysis.SuggestedFix {
	expr := c.expr(q)
	x, edits, ok := c.refer(a, expr.Pos())
	if w.expr != nil {
		x, ok = c.receiver(w.expr)
		edits = nil
	}
	err, found := c.subjectExpr(expr)
	if !ok || !found && q.form != formMatcher {
		return nil
	}
	return c.fix(q, expr, err, x, edits)
}

// isFix replaces a comparison of an error with a by errors.Is.
func (c *checker) isFix(q *question, a errflow.Atom) []analysis.SuggestedFix {
	expr := c.expr(q)
	switch e := expr.(type) {
	case *ast.BinaryExpr:
		for _, side := range [][2]ast.Expr{{e.X, e.Y}, {e.Y, e.X}} {
			if v, ok := flow.Used(c.pass.TypesInfo, side[1]).(*types.Var); ok && v.Name() == a.Name && v.Parent() == v.Pkg().Scope() {
				err, ok := format.Written(c.pass, side[0])
				x, okX := format.Written(c.pass, side[1])
				if !ok || !okX {
					return nil
				}
				return c.fix(q, e, err, x, nil)
			}
		}
	case *ast.CallExpr:
		x, edits, ok := c.refer(a, e.Pos())
		err, found := c.subjectExpr(e)
		if ok && found {
			return c.fix(q, e, err, x, edits)
		}
	}
	return nil
}

// fix asks for error x in the form of the question. err and x are source text.
func (c *checker) fix(q *question, expr ast.Expr, err, x string, edits []analysis.TextEdit) []analysis.SuggestedFix {
	call, _ := expr.(*ast.CallExpr)
	binary, _ := expr.(*ast.BinaryExpr)
	message := ""
	replace := func(pos, end token.Pos, text string) {
		edits = append(edits, analysis.TextEdit{Pos: pos, End: end, NewText: []byte(text)})
	}
	switch {
	case binary != nil || call != nil && q.form == formReplace:
		pkg, imports, ok := importedit.Use(c.pass, "errors", "", expr.Pos())
		if !ok {
			// Another package with the function may have the name errors.
			if pkg, ok = c.isNamed(expr.Pos()); !ok {
				return nil
			}
			imports = nil
		}
		not := ""
		if binary != nil && binary.Op == token.NEQ {
			not = "!"
		}
		if call != nil {
			if drop := importedit.Drop(c.pass, "strings", call); len(imports) > 0 && len(drop) > 0 {
				imports = importedit.Exchange(c.pass, imports, "strings", "errors", call)
			} else {
				imports = append(imports, drop...)
			}
		}
		edits = append(edits, imports...)
		start := expr.Pos()
		if not == "" {
			start = c.withNilCheck(expr, err)
		}
		replace(start, expr.End(), not+pkg+".Is("+err+", "+x+")")
		message = "Ask with errors.Is"
	case call == nil:
		return nil
	case q.form == formAssert:
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		name := sibling.ErrorIs
		if strings.HasSuffix(sel.Sel.Name, "f") {
			name = sibling.ErrorIsf
		}
		if !c.hasSibling(sel, name) {
			return nil
		}
		first := 0
		if sig := q.at.(*ssa.Call).Call.Signature(); sig.Recv() == nil && isTester(sig.Params().At(0).Type()) {
			first = 1
		}
		if first+1 >= len(call.Args) {
			return nil
		}
		replace(sel.Sel.Pos(), sel.Sel.End(), name)
		replace(call.Args[first].Pos(), call.Args[first+1].End(), err+", "+x)
		message = "Assert with " + name
	case q.form == formChecker:
		sel, ok := ast.Unparen(checkerExpr(call)).(*ast.SelectorExpr)
		if !ok || !c.hasSibling(sel, sibling.ErrorIs) {
			return nil
		}
		replace(sel.Sel.Pos(), sel.Sel.End(), "ErrorIs")
		last := call.Args[len(call.Args)-1]
		replace(last.Pos(), last.End(), x)
		message = "Assert with ErrorIs"
	case q.form == formMatcher:
		matcher, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
		if !ok || len(matcher.Args) != 1 {
			return nil
		}
		replace(matcher.Args[0].Pos(), matcher.Args[0].End(), x)
		message = "Match the error itself"
	default:
		return nil
	}
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

// withNilCheck returns the position at which a question begins, including a check for nil before it that errors.Is does not need: err != nil && err == ErrX.
func (c *checker) withNilCheck(expr ast.Expr, err string) token.Pos {
	file := flow.FileAt(c.pass.Files, expr.Pos())
	if file == nil {
		return expr.Pos()
	}
	path, _ := astutil.PathEnclosingInterval(file, expr.Pos(), expr.End())
	i := slices.Index(path, ast.Node(expr))
	if i < 0 || i+1 >= len(path) {
		return expr.Pos()
	}
	and, ok := path[i+1].(*ast.BinaryExpr)
	if !ok || and.Op != token.LAND || and.Y != expr {
		return expr.Pos()
	}
	check, ok := and.X.(*ast.BinaryExpr)
	if !ok || check.Op != token.NEQ || !c.pass.TypesInfo.Types[check.Y].IsNil() {
		return expr.Pos()
	}
	id, ok := check.X.(*ast.Ident)
	if !ok || id.Name != err || slices.ContainsFunc(file.Comments, func(g *ast.CommentGroup) bool { return and.Pos() <= g.Pos() && g.Pos() < expr.Pos() }) {
		return expr.Pos()
	}
	return and.Pos()
}

// checkerExpr returns the checker of c.Assert(got, checker, want).
func checkerExpr(call *ast.CallExpr) ast.Expr {
	if len(call.Args) < 2 {
		return nil
	}
	return call.Args[len(call.Args)-2]
}

// isNamed reports whether the name errors refers to a package with a function Is like that of package errors.
func (c *checker) isNamed(pos token.Pos) (string, bool) {
	file := flow.FileAt(c.pass.Files, pos)
	if file == nil {
		return "", false
	}
	scope := c.pass.TypesInfo.Scopes[file].Innermost(pos)
	if scope == nil {
		return "", false
	}
	_, obj := scope.LookupParent("errors", pos)
	pkg, ok := obj.(*types.PkgName)
	if !ok {
		return "", false
	}
	is, _ := pkg.Imported().Scope().Lookup("Is").(*types.Func)
	return "errors", errflow.IsErrorsFunc(is, "Is")
}

// hasSibling reports whether the package or type that sel selects from also has the given name of package sibling.
func (c *checker) hasSibling(sel *ast.SelectorExpr, name string) bool {
	if s := c.pass.TypesInfo.Selections[sel]; s != nil {
		return flow.Method(s.Recv(), c.pass.Pkg, name) != nil
	}
	obj := c.pass.TypesInfo.Uses[sel.Sel]
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Scope().Lookup(name) != nil
}

// refer returns how code at pos refers to a sentinel, and the edits that import its package.
func (c *checker) refer(a errflow.Atom, pos token.Pos) (string, []analysis.TextEdit, bool) {
	if a.Pkg == c.pass.Pkg.Path() {
		return a.Name, nil, true
	}
	obj := c.model.Object(a)
	if obj == nil || !obj.Exported() {
		return "", nil, false
	}
	name, edits, ok := importedit.Use(c.pass, a.Pkg, obj.Pkg().Name(), pos)
	if !ok || len(edits) > 0 && !c.mayImport(a.Pkg) {
		return "", nil, false
	}
	return name + "." + a.Name, edits, true
}

// mayImport reports whether the package may import the one with that path: it already does, or the path is one of the standard library.
func (c *checker) mayImport(path string) bool {
	if slices.ContainsFunc(c.pass.Pkg.Imports(), func(p *types.Package) bool { return p.Path() == path }) {
		return true
	}
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && !c.model.Own(errflow.Atom{Pkg: path})
}

// receiver returns the source of the receiver of a call of Error.
func (c *checker) receiver(call *ssa.Call) (string, bool) {
	e := c.model.CallExpr(call)
	if e == nil {
		return "", false
	}
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	return format.Written(c.pass, sel.X)
}

// subjectExpr returns the source of the error in expr: an argument, or the receiver of a call of Error.
func (c *checker) subjectExpr(expr ast.Expr) (string, bool) {
	var found ast.Expr
	add := func(e ast.Expr) {
		if found == nil && c.isError(e) && !c.isSentinel(e) {
			found = e
		}
	}
	if call, ok := expr.(*ast.CallExpr); ok {
		for _, arg := range call.Args {
			add(arg)
		}
	}
	ast.Inspect(expr, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 0 {
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Error" {
				add(sel.X)
			}
		}
		return found == nil
	})
	if found == nil {
		return "", false
	}
	return format.Written(c.pass, found)
}

func (c *checker) isError(e ast.Expr) bool {
	t := c.pass.TypesInfo.TypeOf(e)
	return t != nil && errflow.IsErrorInterface(t)
}

// isSentinel reports whether e is a package-level variable.
func (c *checker) isSentinel(e ast.Expr) bool {
	v, ok := flow.Used(c.pass.TypesInfo, e).(*types.Var)
	return ok && !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// twinFix changes the type of the variable that errors.As fills, or the type that a question names, to the type that is returned.
func (c *checker) twinFix(q *question, twin errflow.Atom) []analysis.SuggestedFix {
	var at ast.Expr // the type
	switch instr := q.at.(type) {
	case *ssa.TypeAssert:
		switch e := c.expr(q).(type) {
		case *ast.TypeAssertExpr:
			at = e.Type
		default:
			at = e // of a case
		}
		if used := second(instr); used == nil || c.valueUsed(instr) {
			return nil
		}
	case *ssa.Call:
		_, target := c.model.Finds(instr)
		alloc, ok := flow.Strip(target).(*ssa.Alloc)
		if !ok {
			return nil
		}
		at = c.declaredType(alloc)
	}
	if at == nil {
		return nil
	}
	edit := analysis.TextEdit{Pos: at.Pos(), End: at.Pos(), NewText: []byte("*")}
	message := "Ask for a pointer"
	if !twin.Ptr {
		star, ok := ast.Unparen(at).(*ast.StarExpr)
		if !ok {
			return nil
		}
		edit = analysis.TextEdit{Pos: at.Pos(), End: star.X.Pos()}
		message = "Ask for the value"
	}
	return []analysis.SuggestedFix{{Message: message, TextEdits: []analysis.TextEdit{edit}}}
}

// valueUsed reports whether the value of a type assertion is used.
func (c *checker) valueUsed(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == 0 && len(*e.Referrers()) > 0 {
			return true
		}
	}
	return false
}

// declaredType returns the type in the declaration of a variable, if the declaration says nothing else, and the variable
// is only used for errors.As and for selectors that a pointer and a value have in common.
func (c *checker) declaredType(alloc *ssa.Alloc) ast.Expr {
	var obj types.Object
	var decl ast.Expr
	f := flow.FileAt(c.pass.Files, alloc.Pos())
	if f == nil {
		return nil
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Names) == 1 && spec.Names[0].Pos() == alloc.Pos() && spec.Values == nil {
			obj, decl = c.pass.TypesInfo.Defs[spec.Names[0]], spec.Type
		}
		return decl == nil
	})
	free := decl != nil
	ast.PreorderStack(f, nil, func(n ast.Node, parents []ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && c.pass.TypesInfo.Uses[id] == obj {
			switch p := parents[len(parents)-1].(type) {
			case *ast.SelectorExpr:
			case *ast.UnaryExpr:
				free = free && p.Op == token.AND
			default:
				free = false
			}
		}
		return free
	})
	if !free {
		return nil
	}
	return decl
}
