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

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// context reports errors that are made without the fields which the table requires, and methods that do not read these.
func (c *checker) context() {
	if len(c.opts.Context) == 0 {
		return
	}
	for cur := range c.in.Root().Preorder((*ast.CompositeLit)(nil)) {
		lit := cur.Node().(*ast.CompositeLit)
		t := c.pass.TypesInfo.TypeOf(lit)
		obj := c.named(t)
		if obj == nil || c.skipped(lit.Pos()) {
			continue
		}
		required := c.required(obj)
		if len(required) == 0 || !c.leaves(cur) {
			continue
		}
		set, known := c.set(lit)
		if !known {
			continue
		}
		var missing []string
		for _, name := range required {
			field := c.field(obj, name)
			if field != nil && !set[field] && !c.setLater(lit, obj, field) {
				missing = append(missing, name)
			}
		}
		if len(missing) > 0 {
			c.report.ReportAt(lit.Pos(), lit.End(), CategoryContext,
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

// leaves reports whether a literal may become an error that others get: it is not the target of errors.As or of a
// decoder, is not discarded, and is not passed to a method or a function of the module, which may set its fields.
func (c *checker) leaves(cur inspector.Cursor) bool {
	child := cur
	for p := cur.Parent(); ; p = p.Parent() {
		switch n := p.Node().(type) {
		case *ast.UnaryExpr, *ast.ParenExpr:
		case *ast.SelectorExpr:
			return false
		case *ast.CallExpr:
			if child.Node() == n.Fun {
				return true // a function's literal
			}
			fn, ok := typeutil.Callee(c.pass.TypesInfo, n).(*types.Func)
			if !ok || fn.Pkg() == nil {
				return true
			}
			if fn.Pkg().Path() == "errors" {
				return fn.Name() == "Join"
			}
			return !strings.HasPrefix(fn.Pkg().Path(), "encoding/") && !c.model.OwnPackage(fn.Pkg())
		case *ast.ValueSpec:
			return !slices.ContainsFunc(n.Names, func(id *ast.Ident) bool { return id.Name == "_" })
		default:
			return true
		}
		child = p
	}
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

// setLater reports whether the function around a literal assigns the field, or calls a function that may do so for an error of
// the type.
func (c *checker) setLater(lit *ast.CompositeLit, obj *types.TypeName, field *types.Var) bool {
	for fn := range c.model.Funcs() {
		if syntax := fn.Syntax(); syntax == nil || lit.Pos() < syntax.Pos() || syntax.End() <= lit.Pos() {
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
