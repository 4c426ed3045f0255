package wrapcause

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errdoc"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/makeflow"
)

// errorTypes reports the error types that hold an error which errors.Is and
// errors.As do not reach: category no-unwrap.
func (c *checker) errorTypes() {
	for gen, spec := range flow.Specs[*ast.TypeSpec](c.pass.Files, token.TYPE) {
		obj, ok := c.pass.TypesInfo.Defs[spec.Name].(*types.TypeName)
		if !ok || obj.IsAlias() || errdoc.IsDeprecated(spec.Doc) || !gen.Lparen.IsValid() && errdoc.IsDeprecated(gen.Doc) {
			continue
		}
		if named, ok := obj.Type().(*types.Named); ok {
			c.errorType(named, gen, spec)
		}
	}
	c.pointerUnwraps()
}

// heldName returns the words for a held error in a message.
func heldName(h makeflow.Held) string {
	switch {
	case h.Field == nil:
		return "errors"
	case h.Field.Embedded():
		return "an embedded " + h.Field.Name()
	case h.Many:
		return "errors in its field " + h.Field.Name()
	default:
		return "an error in its field " + h.Field.Name()
	}
}

func (c *checker) errorType(named *types.Named, gen *ast.GenDecl, spec *ast.TypeSpec) {
	ptr := types.NewPointer(named)
	if types.IsInterface(named) || !errflow.IsError(named) && !errflow.IsError(ptr) {
		return
	}
	holds := c.model.Held(named)
	if len(holds) == 0 || !c.model.UsedAsError(named) {
		return
	}
	unwrap := flow.Method(named, named.Obj().Pkg(), "Unwrap")
	if unwrap != nil && makeflow.IsUnwrap(unwrap) {
		c.unwrapMethod(named, unwrap, holds)
		return
	}
	if !named.Obj().Exported() && slices.ContainsFunc(holds, func(h makeflow.Held) bool { return h.Field != nil && c.model.ReadFromFound(h.Field) }) {
		return // only the package can ask for the held error, and it does so by the field
	}
	answered := c.model.Answered(named, holds)
	if answered == "errors.Is" {
		return // errors.As is used much less
	}
	if !c.multiple(spec.Pos()) {
		holds = slices.DeleteFunc(holds, func(h makeflow.Held) bool { return h.Many })
		if len(holds) == 0 {
			return // errors.Is knows of types with several causes since Go 1.20
		}
	}
	who := "errors.Is and errors.As cannot"
	if answered == "errors.As" {
		who = "errors.Is cannot"
	}
	message := fmt.Sprintf("%s holds %s but has no Unwrap method, so %s find it", named.Obj().Name(), heldName(holds[0]), who)
	if holds[0].Many {
		message = strings.TrimSuffix(message, "it") + "them"
	}
	var fixes []analysis.SuggestedFix
	if unwrap == nil {
		if fix, ok := c.addUnwrap(named, gen, holds); ok {
			fixes = append(fixes, fix)
		}
	}
	c.sayHeld(spec.Name, holds, message, fixes)
}

// sayHeld reports, at a name, that what an error type holds cannot be reached. A comment on the field may say that it is hidden on purpose.
func (c *checker) sayHeld(at *ast.Ident, holds []makeflow.Held, message string, fixes []analysis.SuggestedFix) {
	diag := analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Category: NoUnwrap, Message: message, SuggestedFixes: fixes}
	var places []token.Pos
	for _, h := range holds {
		if h.Field != nil {
			places = append(places, h.Field.Pos())
		}
	}
	if f := holds[0].Field; f != nil {
		diag.Related = related(f.Pos(), "the error is held here")
	}
	c.say(diag, places...)
}

// unwrapMethod reports an Unwrap that does not return what its type holds.
func (c *checker) unwrapMethod(named *types.Named, unwrap *types.Func, holds []makeflow.Held) {
	fn := c.model.Func(unwrap)
	if fn == nil || len(fn.Params) == 0 || !makeflow.DeclaredOn(unwrap, named) {
		return // promoted: the embedded type unwraps itself
	}
	if makeflow.Consults(fn, holds, true) {
		return
	}
	nothing := true
	for ret := range flow.Returns(fn) {
		if len(ret.Results) == 1 {
			if flow.Strip(ret.Results[0]) == fn.Params[0] || named.Underlying() == flow.Deref(fn.Params[0].Type()).Underlying() && flow.Struct(named) == nil {
				if !flow.IsNil(ret.Results[0]) {
					return // the method returns the receiver itself, a slice
				}
			}
			nothing = nothing && flow.IsNil(flow.Strip(ret.Results[0]))
		}
	}
	decl := c.model.DeclOf(unwrap)
	if decl == nil {
		return
	}
	what := "returns something else"
	if nothing {
		what = "returns nil"
	}
	c.sayHeld(decl.Name, holds, fmt.Sprintf("%s holds %s but its Unwrap method %s, so errors.Is and errors.As cannot find it", named.Obj().Name(), heldName(holds[0]), what), nil)
}

// pointerUnwraps reports values of an error type T that leave their function, if
// Error is a method of T, but Unwrap only of *T.
func (c *checker) pointerUnwraps() {
	for fn := range c.model.Funcs() {
		for mi := range flow.InstrsOf[*ssa.MakeInterface](fn) {
			named, ok := types.Unalias(mi.X.Type()).(*types.Named)
			if !ok || !errflow.IsErrorInterface(mi.Type()) || !errflow.IsError(named) || types.IsInterface(named) {
				continue
			}
			unwrap := flow.Method(named, named.Obj().Pkg(), "Unwrap")
			if unwrap == nil || !makeflow.IsUnwrap(unwrap) || types.NewMethodSet(named).Lookup(unwrap.Pkg(), "Unwrap") != nil {
				continue
			}
			d := c.model.Leaves(mi)
			if !d.Left() {
				continue
			}
			name := c.typeName(named)
			diag := analysis.Diagnostic{
				Category: NoUnwrap,
				Message:  fmt.Sprintf("%s is returned by value but its Unwrap method is on *%s, so errors.Is and errors.As cannot find what it holds", name, name),
				Related:  related(unwrap.Pos(), "Unwrap is declared here"),
			}
			c.atValue(&diag, mi, d)
			if diag.Pos.IsValid() {
				c.say(diag, d.Places()...)
			}
		}
	}
}

// atValue gives a diagnostic the range of an error that is converted to an interface: of
// its literal, of the call that returns it, or of the return statement by which it leaves.
func (c *checker) atValue(diag *analysis.Diagnostic, mi *ssa.MakeInterface, d makeflow.Leaving) {
	switch x := mi.X.(type) {
	case *ssa.UnOp:
		if alloc, ok := x.X.(*ssa.Alloc); ok {
			if lit := c.model.CompositeLit(alloc); lit != nil {
				diag.Pos, diag.End = lit.Pos(), lit.End()
				return
			}
		}
	case *ssa.Call:
		if expr := c.model.CallExpr(x); expr != nil {
			diag.Pos, diag.End = expr.Pos(), expr.End()
			return
		}
	}
	diag.Pos = mi.Pos()
	for _, ret := range d.Returns {
		if ret.Parent() == mi.Parent() {
			diag.Pos = ret.Pos()
			if stmt := c.model.ReturnStmt(ret); stmt != nil {
				diag.End = stmt.End()
			}
		}
	}
}

// addUnwrap returns the fix that adds a method Unwrap which returns what the type holds, if that is one field or the type itself.
func (c *checker) addUnwrap(named *types.Named, gen *ast.GenDecl, holds []makeflow.Held) (analysis.SuggestedFix, bool) {
	if len(holds) != 1 {
		return analysis.SuggestedFix{}, false
	}
	if obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, named.Obj().Pkg(), "Unwrap"); obj != nil {
		return analysis.SuggestedFix{}, false // a field, or a method with another signature
	}
	h := holds[0]
	result := "error"
	if h.Many {
		// A named slice of errors, or one of a wider interface, is not []error.
		s, slice := types.Unalias(h.Type).Underlying().(*types.Slice)
		if !slice || !types.Identical(s.Elem(), types.Universe.Lookup("error").Type()) {
			return analysis.SuggestedFix{}, false
		}
		result = "[]error"
	}

	var recvType string
	recv := receiverName(named)
	end := gen.End()
	if m := flow.Method(named, named.Obj().Pkg(), "Error"); m != nil && makeflow.DeclaredOn(m, named) {
		decl := c.model.DeclOf(m)
		if decl == nil || len(decl.Recv.List) != 1 {
			return analysis.SuggestedFix{}, false
		}
		field := decl.Recv.List[0]
		recvType = types.ExprString(field.Type)
		if len(field.Names) == 1 && field.Names[0].Name != "_" {
			recv = field.Names[0].Name
		}
		end = decl.End()
	} else {
		recvType = named.Obj().Name()
		if n := named.TypeParams().Len(); n > 0 {
			var params []string
			for p := range named.TypeParams().TypeParams() {
				params = append(params, p.Obj().Name())
			}
			recvType += "[" + strings.Join(params, ", ") + "]"
		}
		if !errflow.IsError(named) {
			recvType = "*" + recvType
		}
	}
	value := recv
	if h.Field != nil {
		value += "." + h.Field.Name()
	} else if strings.HasPrefix(recvType, "*") {
		value = "*" + recv
	}
	return analysis.SuggestedFix{
		Message: "Add an Unwrap method to " + named.Obj().Name(),
		TextEdits: []analysis.TextEdit{{
			Pos:     end,
			End:     end,
			NewText: fmt.Appendf(nil, "\n\nfunc (%s %s) Unwrap() %s { return %s }", recv, recvType, result, value),
		}},
	}, true
}

// receiverName returns a name for the receiver of a method of a type that has no methods yet.
func receiverName(named *types.Named) string {
	r, _ := utf8.DecodeRuneInString(named.Obj().Name())
	name := string(unicode.ToLower(r))
	if name == "_" || token.IsKeyword(name) {
		return "e"
	}
	return name
}
