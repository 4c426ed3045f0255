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
// errors.As do not get to: category no-unwrap.
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

// A held error is a part of an error type that is an error itself, or several.
type held struct {
	field *types.Var // nil for a type that is itself a slice
	many  bool
	typ   types.Type
}

func (h held) String() string {
	switch {
	case h.field == nil:
		return "errors"
	case h.field.Embedded():
		return "an embedded " + h.field.Name()
	case h.many:
		return "errors in its field " + h.field.Name()
	default:
		return "an error in its field " + h.field.Name()
	}
}

func (c *checker) errorType(named *types.Named, gen *ast.GenDecl, spec *ast.TypeSpec) {
	ptr := types.NewPointer(named)
	if types.IsInterface(named) || !errflow.IsError(named) && !errflow.IsError(ptr) {
		return
	}
	holds := c.held(named)
	if len(holds) == 0 || !c.model.UsedAsError(named) {
		return
	}
	unwrap := method(named, "Unwrap")
	if unwrap != nil && isUnwrap(unwrap) {
		c.unwrapMethod(named, unwrap, holds)
		return
	}
	if !named.Obj().Exported() && slices.ContainsFunc(holds, func(h held) bool { return h.field != nil && c.model.ReadFromFound(h.field) }) {
		return // who asks for what it holds asks the package, which alone can
	}
	answered := c.answered(named, holds)
	if answered == "errors.Is" {
		return // As is asked for much less
	}
	if !c.multiple(spec.Pos()) {
		holds = slices.DeleteFunc(holds, func(h held) bool { return h.many })
		if len(holds) == 0 {
			return // errors.Is knows of types with several causes since Go 1.20
		}
	}
	who := "errors.Is and errors.As cannot"
	if answered == "errors.As" {
		who = "errors.Is cannot"
	}
	message := fmt.Sprintf("%s holds %s but has no Unwrap method, so %s find it", named.Obj().Name(), holds[0], who)
	if holds[0].many {
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

// sayHeld reports, at a name, that there is no way to what an error type holds. The comments of its fields may say that it is hidden on purpose.
func (c *checker) sayHeld(at *ast.Ident, holds []held, message string, fixes []analysis.SuggestedFix) {
	diag := analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Category: NoUnwrap, Message: message, SuggestedFixes: fixes}
	var places []token.Pos
	for _, h := range holds {
		if h.field != nil {
			places = append(places, h.field.Pos())
		}
	}
	if f := holds[0].field; f != nil {
		diag.Related = related(f.Pos(), "the error is held here")
	}
	c.say(diag, places...)
}

// held is the parts of an error type that are errors. Of a field that only
// this package can set, it sets one.
func (c *checker) held(named *types.Named) []held {
	if holdsMany(named) {
		return []held{{many: true, typ: named.Underlying()}}
	}
	s, ok := named.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []held
	for f := range s.Fields() {
		many := holdsMany(f.Type())
		own := !f.Exported() || !named.Obj().Exported() || c.pass.Pkg.Name() == "main" // nobody else sets it
		switch {
		case !many && !errflow.IsErrorInterface(f.Type()),
			!f.Exported() && !f.Embedded() && !c.model.EverSet(f),
			!many && own && c.model.SetToTexts(f):
			continue
		}
		out = append(out, held{field: f, many: many, typ: f.Type()})
	}
	return out
}

// holdsMany reports whether t is a type of slices or maps of errors.
func holdsMany(t types.Type) bool {
	switch t := types.Unalias(t).Underlying().(type) {
	case *types.Slice, *types.Map:
		return errflow.IsErrorInterface(flow.ElemType(t))
	}
	return false
}

// method is a method of T or *T, promoted ones too.
func method(named *types.Named, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, named.Obj().Pkg(), name)
	m, _ := obj.(*types.Func)
	return m
}

// isUnwrap reports whether a method has a signature that package errors looks for.
func isUnwrap(m *types.Func) bool {
	sig := m.Signature()
	if sig.Params().Len() != 0 || sig.Results().Len() != 1 {
		return false
	}
	t := types.Unalias(sig.Results().At(0).Type())
	if s, ok := t.(*types.Slice); ok {
		t = types.Unalias(s.Elem())
	}
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// answered is "errors.Is" or "errors.As" where a method of an error type answers that question by what the type holds; the
// first, if both do.
func (c *checker) answered(named *types.Named, holds []held) string {
	for _, name := range []string{"Is", "As"} {
		m := method(named, name)
		if m == nil || m.Signature().Params().Len() != 1 || m.Signature().Results().Len() != 1 {
			continue
		}
		if fn := c.model.Func(m); fn == nil || receiverOf(m) != named.Origin() || consults(fn, holds, false) {
			return "errors." + name
		}
	}
	return ""
}

// consults reports whether a method reads one of the fields that hold errors, or hands its receiver to someone who
// may; calls says that any call may.
func consults(fn *ssa.Function, holds []held, calls bool) bool {
	if len(fn.Params) == 0 {
		return false
	}
	recv := fn.Params[0]
	for instr := range flow.Instrs(fn) {
		switch instr := instr.(type) {
		case *ssa.FieldAddr:
			if holdsField(holds, flow.Struct(instr.X.Type()).Field(instr.Field)) {
				return true
			}
		case *ssa.Field:
			if holdsField(holds, flow.Struct(instr.X.Type()).Field(instr.Field)) {
				return true
			}
		case *ssa.Call:
			if calls && (len(instr.Call.Args) > 0 || instr.Call.IsInvoke()) || slices.Contains(instr.Call.Args, ssa.Value(recv)) {
				return true
			}
		case *ssa.IndexAddr, *ssa.Slice, *ssa.Range, *ssa.ChangeType, *ssa.MakeClosure:
			if calls || slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool { return *op == recv }) {
				return true
			}
		}
	}
	return false
}

// unwrapMethod reports an Unwrap that does not return what its type holds.
func (c *checker) unwrapMethod(named *types.Named, unwrap *types.Func, holds []held) {
	fn := c.model.Func(unwrap)
	if fn == nil || len(fn.Params) == 0 || receiverOf(unwrap) != named.Origin() {
		return // promoted: it is the embedded type's to return what it holds
	}
	if consults(fn, holds, true) {
		return
	}
	nothing := true
	for ret := range flow.Returns(fn) {
		if len(ret.Results) == 1 {
			if flow.Strip(ret.Results[0]) == fn.Params[0] || named.Underlying() == flow.Deref(fn.Params[0].Type()).Underlying() && flow.Struct(named) == nil {
				if !flow.IsNil(ret.Results[0]) {
					return // the type is a slice, and is returned itself
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
	c.sayHeld(decl.Name, holds, fmt.Sprintf("%s holds %s but its Unwrap method %s, so errors.Is and errors.As cannot find it", named.Obj().Name(), holds[0], what), nil)
}

func holdsField(holds []held, f *types.Var) bool {
	return slices.ContainsFunc(holds, func(h held) bool { return h.field != nil && h.field.Origin() == f.Origin() })
}

// receiverOf is the generic origin of the type that a method is declared on.
func receiverOf(m *types.Func) *types.Named {
	named := flow.Receiver(m)
	if named == nil {
		return nil
	}
	return named.Origin()
}

// pointerUnwraps reports the values of an error type T that leave, where
// Error is a method of T, and Unwrap one of *T only.
func (c *checker) pointerUnwraps() {
	for fn := range c.model.Funcs() {
		for mi := range flow.InstrsOf[*ssa.MakeInterface](fn) {
			named, ok := types.Unalias(mi.X.Type()).(*types.Named)
			if !ok || !errflow.IsErrorInterface(mi.Type()) || !errflow.IsError(named) || types.IsInterface(named) {
				continue
			}
			unwrap := method(named, "Unwrap")
			if unwrap == nil || !isUnwrap(unwrap) || types.NewMethodSet(named).Lookup(unwrap.Pkg(), "Unwrap") != nil {
				continue
			}
			d := c.model.Leaves(mi)
			if !d.Left {
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

// atValue gives a diagnostic the place where an error is turned into an interface: of
// its literal, its call, or the return that it leaves by.
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

// addUnwrap is the fix that adds a method Unwrap which returns the one thing that is held.
func (c *checker) addUnwrap(named *types.Named, gen *ast.GenDecl, holds []held) (analysis.SuggestedFix, bool) {
	if len(holds) != 1 {
		return analysis.SuggestedFix{}, false
	}
	if obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, named.Obj().Pkg(), "Unwrap"); obj != nil {
		return analysis.SuggestedFix{}, false // a field, or a method that is no Unwrap
	}
	h := holds[0]
	result := "error"
	if h.many {
		// A named slice of errors, or one of a wider interface, is not []error.
		s, slice := types.Unalias(h.typ).Underlying().(*types.Slice)
		if !slice || !types.Identical(s.Elem(), types.Universe.Lookup("error").Type()) {
			return analysis.SuggestedFix{}, false
		}
		result = "[]error"
	}

	var recvType string
	recv := receiverName(named)
	end := gen.End()
	if m := method(named, "Error"); m != nil && receiverOf(m) == named.Origin() {
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
	if h.field != nil {
		value += "." + h.field.Name()
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

// receiverName is a name for the receiver of a method of named, which has none yet.
func receiverName(named *types.Named) string {
	r, _ := utf8.DecodeRuneInString(named.Obj().Name())
	name := string(unicode.ToLower(r))
	if name == "_" || token.IsKeyword(name) {
		return "e"
	}
	return name
}
