package domainerr

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// context reports errors that are made without the fields which the table requires, and methods that do not read these.
func (c *checker) context() {
	if len(c.opts.Context) == 0 {
		return
	}
	for cur := range c.in.Root().Preorder((*ast.CompositeLit)(nil), (*ast.CallExpr)(nil), (*ast.ValueSpec)(nil)) {
		t := c.made(cur.Node())
		obj := c.named(t)
		if obj == nil || c.skipped(cur.Node().Pos()) {
			continue
		}
		required := c.required(obj)
		if len(required) == 0 {
			continue
		}
		lit, isLiteral := cur.Node().(*ast.CompositeLit)
		var set map[*types.Var]bool
		if isLiteral {
			known := false
			if set, known = c.set(lit); !known || !c.leaves(cur) {
				continue
			}
		} else if !c.zeroLeaves(cur) {
			continue
		}
		var missing []string
		for _, name := range required {
			field := c.field(obj, name)
			if field != nil && !set[field] && !c.setLater(cur.Node().Pos(), obj, field) {
				missing = append(missing, name)
			}
		}
		if len(missing) > 0 {
			c.report.ReportAt(cur.Node().Pos(), cur.Node().End(), CategoryContext,
				fmt.Sprintf("%s is made without %s", obj.Name(), strings.Join(missing, " and ")))
		}
	}
	for _, obj := range c.typesOf() {
		if required := c.required(obj); len(required) > 0 {
			c.unread(obj, required)
		}
	}
}

// unread reports the required fields of an error type that none of the methods in the option reads.
func (c *checker) unread(obj *types.TypeName, required []string) {
	var at *types.Func // the method that reads the most of them
	var names, missing []string
	most := -1
	read := make(map[*types.Var]bool)
	for _, name := range c.opts.Methods {
		fn := flow.Method(obj.Type(), obj.Pkg(), name)
		if fn == nil {
			continue
		}
		body := c.model.Func(fn)
		if body == nil || c.named(fn.Signature().Recv().Type()) != obj {
			continue // promoted, so it cannot know the field
		}
		fields, all := c.reads(body)
		if all {
			return
		}
		n := 0
		for _, name := range required {
			if f := c.field(obj, name); f != nil && fields[f] {
				read[f] = true
				n++
			}
		}
		names = append(names, name)
		if n > most {
			at, most = fn, n
		}
	}
	for _, name := range required {
		if f := c.field(obj, name); f != nil && !read[f] {
			missing = append(missing, name)
		}
	}
	if at == nil || len(missing) == 0 {
		return
	}
	do := "does"
	if len(names) > 1 {
		do = "do"
	}
	c.report.ReportAt(at.Pos(), at.Pos()+token.Pos(len(at.Name())), CategoryContext,
		fmt.Sprintf("%s of %s %s not read %s", strings.Join(names, " and "), obj.Name(), do, strings.Join(missing, " and ")))
}

// field returns the field of a type with a name, its own or promoted; nil if there is none.
func (c *checker) field(obj *types.TypeName, name string) *types.Var {
	f, _, _ := types.LookupFieldOrMethod(obj.Type(), true, obj.Pkg(), name)
	if field, ok := f.(*types.Var); ok {
		return field.Origin()
	}
	return nil
}

// named returns the declared type that t is, or points to.
func (c *checker) named(t types.Type) *types.TypeName {
	if t == nil || flow.Named(t) == nil {
		return nil
	}
	return flow.Named(t).Origin().Obj()
}

// required returns the fields that the table requires of an error type.
func (c *checker) required(obj *types.TypeName) []string {
	var out []string
	for _, entry := range slices.Sorted(maps.Keys(c.opts.Context)) {
		if c.model.Names(entry, obj) {
			out = append(out, c.opts.Context[entry]...)
		}
	}
	return out
}

// made returns the type of the struct that a literal, new or the declaration of a variable without a value makes; nil for other nodes.
func (c *checker) made(n ast.Node) types.Type {
	var t types.Type
	switch n := n.(type) {
	case *ast.CompositeLit:
		return c.pass.TypesInfo.TypeOf(n)
	case *ast.CallExpr:
		if !c.calls(n, "new") || len(n.Args) != 1 || !c.pass.TypesInfo.Types[n.Args[0]].IsType() {
			return nil
		}
		t = c.pass.TypesInfo.TypeOf(n.Args[0])
	case *ast.ValueSpec:
		if len(n.Values) > 0 || n.Type == nil {
			return nil
		}
		t = c.pass.TypesInfo.TypeOf(n.Type)
	}
	if t == nil || flow.Deref(t) != t || flow.Struct(t) == nil {
		return nil
	}
	return t
}

// calls reports whether a call is one of a builtin.
func (c *checker) calls(call *ast.CallExpr, builtin string) bool {
	b, ok := flow.Used(c.pass.TypesInfo, call.Fun).(*types.Builtin)
	return ok && b.Name() == builtin
}

// A fate is what becomes of an error at one place that uses it.
type fate uint8

const (
	stays    fate = iota // it is read, or its method is called
	passed               // it is stored, or passed to a function: it leaves, if that does not fill it
	returned             // it is returned, or wrapped
	filled               // it is assigned, or may be filled: by a decoder, by errors.As, by a function of the module
)

// leaves reports whether a literal may become an error that others get: it, or the variable that it is stored in, is not just the target of
// errors.As or of a decoder, and is not discarded, thrown as a panic or read only. A function of the module that is passed it may set its
// fields.
func (c *checker) leaves(cur inspector.Cursor) bool {
	fate, variable := c.fateOf(cur)
	if variable == nil {
		return fate == passed || fate == returned
	}
	return slices.ContainsFunc(c.fates(cur, variable), func(f fateAt) bool { return f.fate == passed || f.fate == returned })
}

// zeroLeaves reports whether the zero value that new or a declaration makes is returned, or wrapped, and nothing else may have filled it.
func (c *checker) zeroLeaves(cur inspector.Cursor) bool {
	var variables []types.Object
	if spec, ok := cur.Node().(*ast.ValueSpec); ok {
		for _, id := range spec.Names {
			variables = append(variables, c.pass.TypesInfo.Defs[id])
		}
	} else {
		fate, variable := c.fateOf(cur)
		if variable == nil {
			return fate == returned
		}
		variables = append(variables, variable)
	}
	return slices.ContainsFunc(variables, func(v types.Object) bool {
		fates := c.fates(cur, v)
		return slices.ContainsFunc(fates, func(f fateAt) bool { return f.fate == returned }) &&
			!slices.ContainsFunc(fates, func(f fateAt) bool { return (f.fate == passed || f.fate == filled) && f.pos > cur.Node().End() })
	})
}

// A fateAt is a fate with its place.
type fateAt struct {
	fate fate
	pos  token.Pos
}

// fates returns what becomes of a local variable where the function uses it.
func (c *checker) fates(made inspector.Cursor, variable types.Object) (out []fateAt) {
	if variable == nil {
		return nil
	}
	outermost := made
	for decl := range made.Enclosing((*ast.FuncDecl)(nil), (*ast.GenDecl)(nil)) {
		outermost = decl
	}
	for cur := range outermost.Preorder((*ast.Ident)(nil)) {
		if id := cur.Node().(*ast.Ident); c.pass.TypesInfo.Uses[id] == variable {
			fate, _ := c.fateOf(cur)
			out = append(out, fateAt{fate, id.Pos()})
		}
	}
	return out
}

// fateOf returns what becomes of the value of an expression and, if it is stored in a local variable, that variable.
func (c *checker) fateOf(cur inspector.Cursor) (fate, types.Object) {
	child := cur
	for p := cur.Parent(); ; p = p.Parent() {
		switch n := p.Node().(type) {
		case *ast.UnaryExpr, *ast.ParenExpr, *ast.StarExpr:
		case *ast.SelectorExpr:
			if and, ok := p.Parent().Node().(*ast.UnaryExpr); ok && and.Op == token.AND {
				return filled, nil // its field may be
			}
			if _, variable := cur.Node().(*ast.Ident); variable && c.returnsError(n) {
				return passed, nil // with(path) may return the error itself
			}
			return stays, nil
		case *ast.BinaryExpr:
			return stays, nil
		case *ast.CallExpr:
			return c.fateIn(n, child.Node()), nil
		case *ast.ValueSpec:
			return c.stored(p, slices.Index(n.Values, exprOf(child)), exprs(n.Names))
		case *ast.AssignStmt:
			if slices.Contains(n.Lhs, exprOf(child)) {
				return filled, nil
			}
			return c.stored(p, slices.Index(n.Rhs, exprOf(child)), n.Lhs)
		case *ast.ReturnStmt:
			return returned, nil
		default:
			return passed, nil
		}
		child = p
	}
}

// returnsError reports whether a selector is that of a method, other than Unwrap, that returns an error.
func (c *checker) returnsError(sel *ast.SelectorExpr) bool {
	fn, ok := c.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	return ok && fn.Name() != "Unwrap" && flow.HasVar(fn.Signature().Results(), errflow.IsError)
}

func exprOf(cur inspector.Cursor) ast.Expr {
	e, _ := cur.Node().(ast.Expr)
	return e
}

func exprs(ids []*ast.Ident) (out []ast.Expr) {
	for _, id := range ids {
		out = append(out, id)
	}
	return out
}

// stored returns the fate of a value that is stored in the i-th of some variables.
func (c *checker) stored(stmt inspector.Cursor, i int, lhs []ast.Expr) (fate, types.Object) {
	if i < 0 || i >= len(lhs) {
		return passed, nil
	}
	id, ok := ast.Unparen(lhs[i]).(*ast.Ident)
	if !ok {
		return passed, nil
	}
	if id.Name == "_" {
		return stays, nil
	}
	v, ok := c.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.Parent() == nil || v.Parent() == c.pass.Pkg.Scope() || c.isResult(stmt, v) {
		return passed, nil
	}
	return passed, v
}

// isResult reports whether a variable is a result of a function around a statement.
func (c *checker) isResult(stmt inspector.Cursor, v *types.Var) bool {
	for fn := range stmt.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		results := (*ast.FieldList)(nil)
		switch fn := fn.Node().(type) {
		case *ast.FuncDecl:
			results = fn.Type.Results
		case *ast.FuncLit:
			results = fn.Type.Results
		}
		if results != nil && results.Pos() <= v.Pos() && v.Pos() < results.End() {
			return true
		}
	}
	return false
}

// fateIn returns what becomes of an error in a call that it is part of.
func (c *checker) fateIn(call *ast.CallExpr, part ast.Node) fate {
	if part == call.Fun {
		return passed // a function's literal
	}
	if c.calls(call, "panic") {
		return stays
	}
	fn, ok := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if !ok || fn.Pkg() == nil {
		return passed
	}
	if b, builds := errflow.Builder(fn); builds && (b.Kind == errflow.BuildsFormat || len(b.Causes) > 0) {
		return returned
	}
	switch {
	case fn.Pkg().Path() == "errors":
		if fn.Name() == "Join" {
			return returned
		}
		return filled
	case strings.HasPrefix(fn.Pkg().Path(), "encoding/") || c.model.OwnPackage(fn.Pkg()):
		return filled
	}
	return passed
}

// set returns the fields that a literal sets, with those of embedded structs; known is false if one of those is
// not a literal.
func (c *checker) set(lit *ast.CompositeLit) (fields map[*types.Var]bool, known bool) {
	fields = make(map[*types.Var]bool)
	for todo := []*ast.CompositeLit{lit}; len(todo) > 0; {
		lit := todo[0]
		todo = todo[1:]
		if flow.Struct(c.pass.TypesInfo.TypeOf(lit)) == nil {
			return nil, false
		}
		for f, value := range flow.Elements(c.pass.TypesInfo, lit) {
			fields[f.Origin()] = true
			if !f.Embedded() {
				continue
			}
			value = ast.Unparen(value)
			if and, ok := value.(*ast.UnaryExpr); ok && and.Op == token.AND {
				value = ast.Unparen(and.X)
			}
			inner, ok := value.(*ast.CompositeLit)
			if !ok {
				return nil, false
			}
			todo = append(todo, inner)
		}
	}
	return fields, true
}

// setLater reports whether the function around a place assigns the field, or calls a function that may do so for an error of
// the type.
func (c *checker) setLater(at token.Pos, obj *types.TypeName, field *types.Var) bool {
	for fn := range c.model.Funcs() {
		if syntax := fn.Syntax(); syntax == nil || at < syntax.Pos() || syntax.End() <= at {
			continue
		}
		if slices.ContainsFunc(c.model.StoresToField(field), func(st flow.Store) bool { return flow.Encloses(fn, st.Instr.Parent()) && c.assigns(st.Instr.Pos()) }) {
			return true
		}
		if c.model.CallsSetter(fn, obj, field) {
			return true
		}
	}
	return false
}

// assigns reports whether a store at pos is that of an assignment, and not of a literal's element.
func (c *checker) assigns(pos token.Pos) bool {
	cur, ok := c.in.Root().FindByPos(pos, pos)
	if !ok {
		return false
	}
	for p := range cur.Enclosing((*ast.AssignStmt)(nil), (*ast.CompositeLit)(nil)) {
		_, ok := p.Node().(*ast.AssignStmt)
		return ok
	}
	return false
}

// maxCallees is the maximum number of functions that are searched for what a method reads.
const maxCallees = 200

// reads returns the fields that a method reads, or the functions of the package that it calls; all says that the
// receiver as a whole is passed to unknown code, or formatted.
func (c *checker) reads(method *ssa.Function) (fields map[*types.Var]bool, all bool) {
	fields = make(map[*types.Var]bool)
	funcs := worklist.Of(method)
	for fn := range funcs.First(maxCallees) {
		for instr := range flow.Instrs(fn) {
			switch instr := instr.(type) {
			case *ssa.FieldAddr:
				fields[flow.StructField(instr.X.Type(), instr.Field)] = true
			case *ssa.Field:
				fields[flow.StructField(instr.X.Type(), instr.Field)] = true
			case *ssa.MakeInterface:
				if len(method.Params) > 0 && c.named(instr.X.Type()) == c.named(method.Params[0].Type()) {
					return nil, true
				}
			case ssa.CallInstruction:
				if callee := c.model.Func(flow.Callee(instr.Common())); callee != nil {
					funcs.Push(callee)
				}
			}
		}
	}
	return fields, funcs.Len() > maxCallees
}
