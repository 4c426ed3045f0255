package wrapcause

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/format"
)

// fixesFor is the fixes of a loss: none where it cannot be said how to
// wrap the error, and two where it can be done in more ways than one.
func (c *checker) fixesFor(call *ssa.Call, m *maker, l loss, second bool) []analysis.SuggestedFix {
	if m.fn == nil {
		return nil
	}
	switch {
	case l.op != nil && m.wrapsVerbs:
		return c.wrapOperand(call, m, l, second)
	case m.fn.Pkg() != nil && m.fn.Pkg().Path() == "errors" && m.fn.Name() == "New" && m.fn.Signature().Recv() == nil:
		return c.newToErrorf(call)
	}
	return nil
}

// wrapOperand makes the verb of an operand %w, and the operand an error.
func (c *checker) wrapOperand(call *ssa.Call, m *maker, l loss, second bool) []analysis.SuggestedFix {
	if l.op.expr == nil || l.op.verb.Rune == 0 {
		return nil
	}
	// Where err was asked whether it is nil, and still may be, as in err != nil || n < 1, or is nil to begin with, %w
	// would say that it got nothing to wrap.
	if l.how == byVerb && !l.many && (c.compared(l.cause) != nil && !c.model.NonNil(l.cause, call.Block()) || c.mayBeNil(l.cause, call.Block())) {
		return nil
	}
	formatExpr := c.arg(call, m.format)
	ops, ok := c.operandsOf(call, m)
	if formatExpr == nil || !ok {
		return nil
	}
	// The operand is printed once: another verb that prints it would print an error then.
	uses := 0
	for _, op := range ops {
		if op.index == l.op.index || slices.Contains(op.verb.Stars, l.op.index) {
			uses++
		}
	}
	if uses != 1 {
		return nil
	}
	verb, ok := c.replaceVerb(l.op.verb, formatExpr)
	if !ok {
		return nil
	}
	edits := []analysis.TextEdit{verb}
	name := exprName(l.op.expr, "the error")
	switch {
	case l.many:
		if l.how != byVerb || !types.Identical(types.Unalias(l.cause.Type()), types.NewSlice(types.Universe.Lookup("error").Type())) {
			return nil
		}
		pkg, imports, ok := c.use("errors", l.op.expr.Pos())
		if !ok || !c.multiple(call.Pos()) {
			return nil
		}
		edits = append(edits, imports...)
		edits = append(edits,
			analysis.TextEdit{Pos: l.op.expr.Pos(), End: l.op.expr.Pos(), NewText: []byte(pkg + ".Join(")},
			analysis.TextEdit{Pos: l.op.expr.End(), End: l.op.expr.End(), NewText: []byte("...)")},
		)
	case l.how == byText:
		x := c.textCall(ast.Unparen(l.op.expr))
		if x == nil || !errflow.IsError(c.pass.TypesInfo.Types[x].Type) {
			return nil
		}
		name = exprName(x, "the error")
		if _, parens := l.op.expr.(*ast.ParenExpr); parens {
			return nil
		}
		edits = append(edits, analysis.TextEdit{Pos: x.End(), End: l.op.expr.End()})
	}
	fixes := []analysis.SuggestedFix{{Message: "Wrap " + name + " with %w", TextEdits: edits}}
	if second && l.how == byVerb && !l.many {
		if fix, ok := c.joinInstead(call, m, ops, l); ok {
			fixes = append(fixes, fix)
		}
	}
	return fixes
}

// joinInstead is the other way to keep a second cause: fmt.Errorf("%w: %v", ErrX, err)
// becomes errors.Join(ErrX, err), where the format says no more than the two errors do.
func (c *checker) joinInstead(call *ssa.Call, m *maker, ops []operand, l loss) (analysis.SuggestedFix, bool) {
	text, ok := flow.StringConst(call.Call.Args[m.format])
	expr := c.model.CallExpr(call)
	if !ok || expr == nil || !isFmt(m.fn, "Errorf") || len(ops) != 2 || len(expr.Args) != 3 {
		return analysis.SuggestedFix{}, false
	}
	for _, op := range ops {
		text = strings.Replace(text, "%"+string(op.verb.Rune), "", 1)
	}
	if strings.Trim(text, " :;,-()") != "" || ops[0].verb.Rune != 'w' {
		return analysis.SuggestedFix{}, false
	}
	pkg, imports, ok := c.use("errors", expr.Pos())
	if !ok {
		return analysis.SuggestedFix{}, false
	}
	edits := append(c.exchange(imports, "fmt", "errors", expr), analysis.TextEdit{
		Pos:     expr.Pos(),
		End:     ops[0].expr.Pos(),
		NewText: []byte(pkg + ".Join("),
	})
	return analysis.SuggestedFix{
		Message:   fmt.Sprintf("Join %s and %s", exprName(ops[0].expr, "the first error"), exprName(l.op.expr, "the second")),
		TextEdits: edits,
	}, true
}

// replaceVerb is the edit that makes a verb %w where the format is written. Of a
// concatenation that is not constant as a whole, the part that the verb is in is edited.
func (c *checker) replaceVerb(v format.Verb, expr ast.Expr) (analysis.TextEdit, bool) {
	src := format.PassSource(c.pass)
	if edit, ok := format.ReplaceVerb(v, expr, c.pass.TypesInfo, src); ok {
		return edit, true
	}
	if _, constant := c.stringValue(expr); constant {
		return analysis.TextEdit{}, false
	}
	off := 0
	for _, leaf := range leaves(expr) {
		n := 1 // a hole
		text, constant := c.stringValue(leaf)
		if constant {
			n = len(text)
		}
		if constant && off <= v.Off && v.Off+v.Len <= off+n {
			v.Off -= off
			v.VerbOff -= off
			return format.ReplaceVerb(v, leaf, c.pass.TypesInfo, src)
		}
		off += n
	}
	return analysis.TextEdit{}, false
}

// newToErrorf makes errors.New("x: " + err.Error()), and errors.New(fmt.Sprintf("x: %v", err)),
// a call of fmt.Errorf that wraps err.
func (c *checker) newToErrorf(call *ssa.Call) []analysis.SuggestedFix {
	expr := c.model.CallExpr(call)
	if expr == nil || len(expr.Args) != 1 {
		return nil
	}
	arg := ast.Unparen(expr.Args[0])
	if inner, ok := arg.(*ast.CallExpr); ok && isFmt(c.calleeOf(inner), "Sprintf") {
		return c.sprintfToErrorf(expr, inner)
	}
	var text strings.Builder
	var operands []string
	wrapped := ""
	for _, leaf := range leaves(arg) {
		if x := c.textCall(ast.Unparen(leaf)); x != nil && errflow.IsError(c.pass.TypesInfo.Types[x].Type) {
			if wrapped != "" && !c.multiple(expr.Pos()) {
				return nil
			}
			src, ok := c.source(x)
			if !ok {
				return nil
			}
			if wrapped == "" {
				wrapped = exprName(x, "the error")
			}
			text.WriteString("%w")
			operands = append(operands, src)
			continue
		}
		if lit, ok := ast.Unparen(leaf).(*ast.BasicLit); ok {
			s, err := strconv.Unquote(lit.Value)
			if err != nil {
				return nil
			}
			text.WriteString(strings.ReplaceAll(s, "%", "%%"))
			continue
		}
		src, ok := c.source(leaf)
		if !ok {
			return nil
		}
		text.WriteString("%s")
		operands = append(operands, src)
	}
	if wrapped == "" {
		return nil
	}
	pkg, imports, ok := c.use("fmt", expr.Pos())
	if !ok {
		return nil
	}
	imports = c.exchange(imports, "errors", "fmt", expr)
	return []analysis.SuggestedFix{{
		Message: "Wrap " + wrapped + " with fmt.Errorf",
		TextEdits: append(imports, analysis.TextEdit{
			Pos:     expr.Pos(),
			End:     expr.End(),
			NewText: []byte(pkg + ".Errorf(" + strconv.Quote(text.String()) + ", " + strings.Join(operands, ", ") + ")"),
		}),
	}}
}

// sprintfToErrorf makes errors.New(fmt.Sprintf("x: %v", err)) fmt.Errorf("x: %w", err).
func (c *checker) sprintfToErrorf(outer, inner *ast.CallExpr) []analysis.SuggestedFix {
	if len(inner.Args) < 2 || inner.Ellipsis.IsValid() {
		return nil
	}
	text, ok := c.stringValue(inner.Args[0])
	if !ok {
		return nil
	}
	verbs, err := format.Parse(text)
	if err != nil {
		return nil
	}
	sel, ok := ast.Unparen(inner.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	edits := []analysis.TextEdit{
		{Pos: outer.Pos(), End: inner.Pos()},
		{Pos: sel.Sel.Pos(), End: sel.Sel.End(), NewText: []byte("Errorf")},
		{Pos: inner.End(), End: outer.End()},
	}
	wrapped := ""
	for _, v := range verbs {
		if v.Operand < 0 || 1+v.Operand >= len(inner.Args) {
			continue
		}
		operand := inner.Args[1+v.Operand]
		x := operand
		if !errflow.IsError(c.pass.TypesInfo.Types[operand].Type) {
			if x = c.textCall(operand); x == nil || !errflow.IsError(c.pass.TypesInfo.Types[x].Type) {
				continue
			}
		}
		if v.Rune == 'w' || !readable(v.Rune) || wrapped != "" && !c.multiple(outer.Pos()) {
			return nil
		}
		if slices.ContainsFunc(verbs, func(other format.Verb) bool { return other.Off != v.Off && other.Uses(v.Operand) }) {
			return nil // it would print an error, and print it by another verb
		}
		edit, ok := format.ReplaceVerb(v, inner.Args[0], c.pass.TypesInfo, format.PassSource(c.pass))
		if !ok {
			return nil
		}
		edits = append(edits, edit)
		if x != operand {
			edits = append(edits, analysis.TextEdit{Pos: x.End(), End: operand.End()})
		}
		if wrapped == "" {
			wrapped = exprName(x, "the error")
		}
	}
	if wrapped == "" {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "Wrap " + wrapped + " with fmt.Errorf",
		TextEdits: append(edits, c.dropImport("errors", outer)...),
	}}
}

// source is an expression as it is written.
func (c *checker) source(expr ast.Expr) (string, bool) {
	text, err := format.PassSource(c.pass)(expr.Pos(), expr.End())
	return string(text), err == nil
}

func (c *checker) calleeOf(call *ast.CallExpr) *types.Func {
	var id *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return nil
	}
	fn, _ := c.pass.TypesInfo.Uses[id].(*types.Func)
	return fn
}

// use is the name by which the file that pos is in refers to a standard
// package there, and the edit that imports it, if it does not yet.
func (c *checker) use(path string, pos token.Pos) (name string, edits []analysis.TextEdit, ok bool) {
	file := c.fileOf(pos)
	if file == nil {
		return "", nil, false
	}
	scope := c.pass.TypesInfo.Scopes[file].Innermost(pos)
	if scope == nil {
		return "", nil, false
	}
	for _, spec := range file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err != nil || p != path {
			continue
		}
		name = path
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if name == "." || name == "_" {
			return "", nil, false
		}
		_, obj := scope.LookupParent(name, pos)
		pkgName, isPkg := obj.(*types.PkgName)
		return name, nil, isPkg && pkgName.Imported().Path() == path
	}
	if _, obj := scope.LookupParent(path, pos); obj != nil {
		return "", nil, false // the name is taken
	}
	edit, ok := importEdit(file, path)
	return path, []analysis.TextEdit{edit}, ok
}

// importEdit adds an import where gofmt would have it.
func importEdit(file *ast.File, path string) (analysis.TextEdit, bool) {
	quoted := strconv.Quote(path)
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT || len(gen.Specs) == 0 {
			break
		}
		first := gen.Specs[0].(*ast.ImportSpec)
		if first.Path.Value == `"C"` {
			continue
		}
		if !gen.Lparen.IsValid() {
			return analysis.TextEdit{Pos: gen.Pos(), End: gen.Pos(), NewText: []byte("import " + quoted + "\n")}, true
		}
		// The specs up to the first blank line are sorted by path.
		for _, spec := range gen.Specs {
			spec := spec.(*ast.ImportSpec)
			if spec.Path.Value > quoted || strings.Contains(spec.Path.Value, ".") {
				return analysis.TextEdit{Pos: spec.Pos(), End: spec.Pos(), NewText: []byte(quoted + "\n\t")}, spec.Doc == nil
			}
		}
		last := gen.Specs[len(gen.Specs)-1]
		end := last.End()
		if c := last.(*ast.ImportSpec).Comment; c != nil {
			end = c.End()
		}
		return analysis.TextEdit{Pos: end, End: end, NewText: []byte("\n\t" + quoted)}, true
	}
	return analysis.TextEdit{Pos: file.Name.End(), End: file.Name.End(), NewText: []byte("\n\nimport " + quoted)}, true
}

// dropImport is the edit that removes the import of a package that nothing but
// expr uses in its file. Where other fixes together make it unused, tools that
// apply several remove it.
func (c *checker) dropImport(path string, expr ast.Expr) []analysis.TextEdit {
	file := c.fileOf(expr.Pos())
	if file == nil {
		return nil
	}
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT {
			break
		}
		for i, s := range gen.Specs {
			spec := s.(*ast.ImportSpec)
			if p, err := strconv.Unquote(spec.Path.Value); err != nil || p != path || spec.Doc != nil || spec.Comment != nil {
				continue
			}
			obj := c.pass.TypesInfo.PkgNameOf(spec)
			if obj == nil || c.usedOutside(file, obj, expr) {
				return nil
			}
			if len(gen.Specs) == 1 {
				return []analysis.TextEdit{{Pos: gen.Pos(), End: gen.End()}}
			}
			// Go with the neighbour that is in the same group, so that no two groups become one.
			if i+1 < len(gen.Specs) && (i == 0 || c.line(gen.Specs[i+1].Pos()) == c.line(spec.End())+1) {
				return []analysis.TextEdit{{Pos: spec.Pos(), End: gen.Specs[i+1].Pos()}}
			}
			before := gen.Specs[i-1].(*ast.ImportSpec)
			end := before.End()
			if before.Comment != nil {
				end = before.Comment.End()
			}
			return []analysis.TextEdit{{Pos: end, End: spec.End()}}
		}
	}
	return nil
}

// usedOutside reports whether the file refers to an import other than once, in expr.
func (c *checker) usedOutside(file *ast.File, obj *types.PkgName, expr ast.Expr) bool {
	inside, all := 0, 0
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && c.pass.TypesInfo.Uses[id] == obj {
			all++
			if expr.Pos() <= id.Pos() && id.Pos() < expr.End() {
				inside++
			}
		}
		return true
	})
	return inside != 1 || all != 1
}

// exchange is the edits of the imports for a fix after which expr uses package path in place of old.
func (c *checker) exchange(add []analysis.TextEdit, old, path string, expr ast.Expr) []analysis.TextEdit {
	drop := c.dropImport(old, expr)
	if len(add) > 0 && len(drop) > 0 {
		return c.swapImport(old, path, expr.Pos(), append(add, drop...))
	}
	return append(add, drop...)
}

func (c *checker) line(pos token.Pos) int { return c.pass.Fset.PositionFor(pos, false).Line }

// swapImport makes one edit of one that adds an import and one that removes another: the
// path of the one is replaced by that of the other, where the imports stay sorted.
func (c *checker) swapImport(old, path string, pos token.Pos, edits []analysis.TextEdit) []analysis.TextEdit {
	specs := c.fileOf(pos).Imports
	quoted := strconv.Quote(path)
	for i, spec := range specs {
		if spec.Path.Value != strconv.Quote(old) {
			continue
		}
		adjacent := func(a, b *ast.ImportSpec) bool { return c.line(b.Pos())-c.line(a.End()) <= 1 }
		if i > 0 && adjacent(specs[i-1], spec) && specs[i-1].Path.Value > quoted ||
			i+1 < len(specs) && adjacent(spec, specs[i+1]) && specs[i+1].Path.Value < quoted {
			return edits
		}
		return []analysis.TextEdit{{Pos: spec.Pos(), End: spec.End(), NewText: []byte(quoted)}}
	}
	return edits
}
