package wrapcause

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/format"
	"github.com/errlint/errlint/internal/importedit"
	"github.com/errlint/errlint/internal/makeflow"
)

// fixesFor returns the fix of a loss; none if it is not clear how to wrap the error.
func (c *checker) fixesFor(call *ssa.Call, m *makeflow.Maker, l loss) []analysis.SuggestedFix {
	if m.Obj == nil {
		return nil
	}
	switch {
	case l.op != nil && m.WrapsVerbs && !m.Prints:
		return c.wrapOperand(call, m, l)
	case makeflow.IsFunc(m.Obj, "errors", "New"), makeflow.IsFunc(m.Obj, "fmt", "Errorf"):
		return c.textToErrorf(call, m.Format >= 0)
	}
	return nil
}

// wrapOperand replaces the verb of an operand with %w, and the text of an error with the error.
func (c *checker) wrapOperand(call *ssa.Call, m *makeflow.Maker, l loss) []analysis.SuggestedFix {
	if l.op.Expr == nil || l.op.Verb.Rune == 0 || !l.op.Verb.Plain() && !makeflow.IsFunc(m.Obj, "fmt", "Errorf") {
		return nil
	}
	// For a nil error, %w would print that there is nothing to wrap.
	if l.how == byVerb && !l.many {
		cause := l.causes[0]
		if result, _ := flow.ResultOf(cause); c.model.HasNil(cause, call.Block()) || result != nil && !c.model.NonNil(cause, call.Block()) {
			return nil
		}
	}
	formatExpr := c.model.Arg(call, m.Format)
	ops, ok := c.model.Operands(call, m)
	if formatExpr == nil || !ok {
		return nil
	}
	// The operand is used once: any other verb for it would print the error.
	uses := 0
	for _, op := range ops {
		if op.Index == l.op.Index || slices.Contains(op.Verb.Stars, l.op.Index) {
			uses++
		}
		if op.Verb.Rune == 'w' && op.Index > l.op.Index {
			return nil // errors.As would find this error before the one that is wrapped now
		}
	}
	if uses != 1 {
		return nil
	}
	verb, ok := c.replaceVerb(l.op.Verb, formatExpr)
	if !ok {
		return nil
	}
	edits := []analysis.TextEdit{verb}
	name := exprName(l.op.Expr, "the error")
	switch {
	case l.many:
		if l.how != byVerb || !types.Identical(types.Unalias(l.causes[0].Type()), types.NewSlice(types.Universe.Lookup("error").Type())) {
			return nil
		}
		pkg, imports, ok := importedit.Use(c.pass, "errors", "", l.op.Expr.Pos())
		if !ok || !c.multiple(call.Pos()) {
			return nil
		}
		edits = append(edits, imports...)
		edits = append(edits,
			analysis.TextEdit{Pos: l.op.Expr.Pos(), End: l.op.Expr.Pos(), NewText: []byte(pkg + ".Join(")},
			analysis.TextEdit{Pos: l.op.Expr.End(), End: l.op.Expr.End(), NewText: []byte("...)")},
		)
	case l.how == byText:
		x := c.textCall(ast.Unparen(l.op.Expr))
		if x == nil || !errflow.IsError(c.pass.TypesInfo.Types[x].Type) {
			return nil
		}
		name = exprName(x, "the error")
		if _, parens := l.op.Expr.(*ast.ParenExpr); parens {
			return nil
		}
		edits = append(edits, analysis.TextEdit{Pos: x.End(), End: l.op.Expr.End()})
	}
	return []analysis.SuggestedFix{{Message: "Wrap " + name + " with %w", TextEdits: edits}}
}

// replaceVerb returns the edit that replaces a verb with %w in the source of a format. If the format is a
// concatenation that is not constant, the edit is in the operand that contains the verb.
func (c *checker) replaceVerb(v format.Verb, expr ast.Expr) (analysis.TextEdit, bool) {
	src := format.PassSource(c.pass)
	if edit, ok := format.ReplaceVerb(v, expr, c.pass.TypesInfo, src); ok {
		return edit, true
	}
	if _, constant := flow.StringValue(c.pass.TypesInfo, expr); constant {
		return analysis.TextEdit{}, false
	}
	off := 0
	for _, leaf := range makeflow.Concatenated(expr) {
		n := 1 // a hole
		text, constant := flow.StringValue(c.pass.TypesInfo, leaf)
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

// textToErrorf turns errors.New("x: " + err.Error()), fmt.Errorf("x: " + err.Error()) and errors.New(fmt.Sprintf("x: %v", err))
// into a call of fmt.Errorf that wraps err, and errors.New(err.Error()) into err. formats says that the text is a format already.
func (c *checker) textToErrorf(call *ssa.Call, formats bool) []analysis.SuggestedFix {
	expr := c.model.CallExpr(call)
	if expr == nil || len(expr.Args) != 1 {
		return nil
	}
	arg := ast.Unparen(expr.Args[0])
	if inner, ok := arg.(*ast.CallExpr); ok && !formats && makeflow.IsFunc(typeutil.StaticCallee(c.pass.TypesInfo, inner), "fmt", "Sprintf") {
		return c.sprintfToErrorf(expr, inner)
	}
	if x := c.textCall(arg); x != nil && !formats && types.Identical(c.pass.TypesInfo.Types[x].Type, types.Universe.Lookup("error").Type()) {
		return []analysis.SuggestedFix{{
			Message: "Use " + exprName(x, "the error") + " itself",
			TextEdits: append(importedit.Drop(c.pass, "errors", expr),
				analysis.TextEdit{Pos: expr.Pos(), End: x.Pos()}, analysis.TextEdit{Pos: x.End(), End: expr.End()}),
		}}
	}
	var text strings.Builder
	var operands []string
	wrapped := ""
	for _, leaf := range makeflow.Concatenated(arg) {
		if x := c.textCall(ast.Unparen(leaf)); x != nil && errflow.IsError(c.pass.TypesInfo.Types[x].Type) {
			if wrapped != "" && !c.multiple(expr.Pos()) {
				return nil
			}
			src, ok := format.Written(c.pass, x)
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
			if !formats {
				s = strings.ReplaceAll(s, "%", "%%")
			} else if verbs, err := format.Parse(s); err != nil || slices.ContainsFunc(verbs, func(v format.Verb) bool { return v.Rune != '%' }) {
				return nil
			}
			text.WriteString(s)
			continue
		}
		src, ok := format.Written(c.pass, leaf)
		if !ok {
			return nil
		}
		text.WriteString("%s")
		operands = append(operands, src)
	}
	if wrapped == "" {
		return nil
	}
	pkg, imports, ok := importedit.Use(c.pass, "fmt", "", expr.Pos())
	if !ok {
		return nil
	}
	imports = importedit.Exchange(c.pass, imports, "errors", "fmt", expr)
	return []analysis.SuggestedFix{{
		Message: "Wrap " + wrapped + " with fmt.Errorf",
		TextEdits: append(imports, analysis.TextEdit{
			Pos:     expr.Pos(),
			End:     expr.End(),
			NewText: []byte(pkg + ".Errorf(" + strconv.Quote(text.String()) + ", " + strings.Join(operands, ", ") + ")"),
		}),
	}}
}

// sprintfToErrorf turns errors.New(fmt.Sprintf("x: %v", err)) into fmt.Errorf("x: %w", err).
func (c *checker) sprintfToErrorf(outer, inner *ast.CallExpr) []analysis.SuggestedFix {
	if len(inner.Args) < 2 || inner.Ellipsis.IsValid() {
		return nil
	}
	text, ok := flow.StringValue(c.pass.TypesInfo, inner.Args[0])
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
		if v.Rune == 'w' || !makeflow.Readable(v.Rune) || wrapped != "" && !c.multiple(outer.Pos()) {
			return nil
		}
		if slices.ContainsFunc(verbs, func(other format.Verb) bool { return other.Off != v.Off && other.Uses(v.Operand) }) {
			return nil // another verb would print the error
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
		TextEdits: append(edits, importedit.Drop(c.pass, "errors", outer)...),
	}}
}
