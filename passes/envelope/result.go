package envelope

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
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/toolflow"
	"github.com/errlint/errlint/internal/worklist"
)

func (c *checker) integer(e ast.Expr) (int64, bool) {
	return flow.IntValue(c.pass.TypesInfo.Types[e].Value)
}

func (c *checker) text(e ast.Expr) (string, bool) { return flow.StringValue(c.pass.TypesInfo, e) }

// empties checks the empty results that decorators are given.
func (c *checker) empties() {
	for _, app := range c.tools.Applications {
		if app.Empty == nil || app.Call == nil {
			continue
		}
		expr := ast.Expr(nil)
		if i := slices.Index(app.Call.Call.Args, app.Empty); i >= 0 {
			expr = c.m.ArgExpr(app.Call, i)
		}
		if expr == nil {
			continue
		}
		handlers := c.handlersOf(app.Call)
		t := flow.Strip(app.Empty).Type()
		if types.IsInterface(t) {
			continue // a parameter: its callers are judged
		}
		if want := c.responseOf(handlers); want != nil && flow.Named(t) != nil && !types.Identical(flow.Deref(t), want) {
			c.at(expr, CategoryEmptyType, fmt.Sprintf("the empty result is a %s, and the tool's result a %s", name(t), name(want)))
			continue
		}
		if flow.Struct(t) != nil && !c.marshals(t) {
			c.empty(app.Empty, expr, handlers)
		}
	}
}

func name(t types.Type) string {
	return types.TypeString(flow.Deref(t), func(p *types.Package) string { return p.Name() })
}

// marshals reports whether a type determines its JSON itself.
func (c *checker) marshals(t types.Type) bool {
	return hasMethod(t, "MarshalJSON") || hasMethod(t, "MarshalText")
}

func hasMethod(t types.Type, name string) bool { return flow.Method(t, nil, name) != nil }

// handlersOf returns the functions that a call is given, and those whose results they return.
func (c *checker) handlersOf(call *ssa.Call) []*ssa.Function {
	out := new(worklist.List[*ssa.Function])
	for _, arg := range call.Call.Args {
		if _, ok := types.Unalias(arg.Type()).Underlying().(*types.Signature); !ok {
			continue
		}
		targets, complete := c.m.Targets(arg)
		if !complete {
			continue
		}
		for _, t := range targets {
			if t.Fn.Blocks != nil {
				out.Push(t.Fn)
			}
		}
	}
	return c.delegates(out)
}

// delegates returns functions, and the functions of the package whose results they return unchanged: return s.search(ctx, args).
func (c *checker) delegates(fns *worklist.List[*ssa.Function]) (out []*ssa.Function) {
	for fn := range fns.All() {
		out = append(out, fn)
		for ret := range flow.Returns(fn) {
			for _, v := range ret.Results {
				e, ok := flow.Strip(v).(*ssa.Extract)
				if !ok || errflow.IsErrorInterface(v.Type()) {
					continue
				}
				if call, ok := e.Tuple.(*ssa.Call); ok {
					if callee := call.Call.StaticCallee(); callee != nil && callee.Blocks != nil {
						fns.Push(callee)
					}
				}
			}
		}
	}
	return out
}

// responseOf returns the one type of the results that handlers return on success, or nil if there are several, or it is not known.
func (c *checker) responseOf(handlers []*ssa.Function) types.Type {
	var found types.Type
	for _, r := range c.resultsOf(handlers) {
		if n := flow.Named(r.v.Type()); n == nil || found != nil && !types.Identical(found, n) {
			return nil
		} else {
			found = n
		}
	}
	return found
}

// A result is a struct that a handler returns on success.
type result struct {
	v     ssa.Value
	alone *ssa.Return // that returns it beside nothing but nil; nil if it leaves otherwise
}

// resultsOf returns the structs that handlers return on success: their own results, and what becomes the structured or textual content of a
// tool's result.
func (c *checker) resultsOf(handlers []*ssa.Function) []result {
	var out []result
	add := func(v ssa.Value, alone *ssa.Return) {
		r := result{flow.Strip(v), alone}
		if n := flow.Named(r.v.Type()); n != nil && flow.Struct(n) != nil && !errflow.IsError(r.v.Type()) && !toolflow.IsToolResult(n) && !c.isEnvelope(n) && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	for _, fn := range handlers {
		for ret := range flow.Returns(fn) {
			values := flow.AllReturned(ret)
			if n := len(values); n < 2 || !errflow.IsErrorInterface(values[n-1].Type()) || !flow.IsNil(flow.Strip(values[n-1])) {
				continue
			}
			values = slices.DeleteFunc(values, func(v ssa.Value) bool { return flow.IsNil(flow.Strip(v)) })
			for _, v := range values {
				if len(values) == 1 {
					add(v, ret)
				} else {
					add(v, nil)
				}
			}
		}
		for instr := range flow.Instrs(fn) {
			switch instr := instr.(type) {
			case *ssa.Call:
				callee := flow.Callee(instr.Common())
				if callee == nil || callee.Pkg() == nil || instr.Call.IsInvoke() {
					continue
				}
				if strings.HasPrefix(callee.Name(), "NewToolResultStructured") || callee.Name() == "NewToolResultJSON" ||
					callee.Pkg().Path() == "encoding/json" && strings.HasPrefix(callee.Name(), "Marshal") {
					add(instr.Call.Args[0], nil)
				}
			case *ssa.FieldAddr:
				f := flow.StructField(instr.X.Type(), instr.Field)
				if f == nil || f.Name() != "StructuredContent" || !toolflow.IsToolResult(instr.X.Type()) {
					continue
				}
				for _, st := range c.m.StoresToField(f) {
					if st.Instr.Parent() == fn {
						add(st.Val, nil)
					}
				}
			}
		}
	}
	return out
}

// empty reports the members of an empty result that are null or left out.
func (c *checker) empty(v ssa.Value, expr ast.Expr, handlers []*ssa.Function) {
	origins := c.m.Origins(v, flow.OriginOptions{Local: true})
	isFilled := slices.ContainsFunc(origins, func(o flow.Origin) bool { return o.Kind == flow.OriginMake })
	var copies []*ssa.Alloc // variables that begin as copies of other origins
	for _, o := range origins {
		if alloc, ok := o.Value.(*ssa.Alloc); ok && o.Kind == flow.OriginMake && c.isCopy(alloc) {
			copies = append(copies, alloc)
		}
	}
	for _, o := range origins {
		if alloc, ok := o.Value.(*ssa.Alloc); ok && slices.Contains(copies, alloc) {
			continue // what it is a copy of is judged, with what is stored in the copy
		}
		at := ast.Node(expr)
		var base ssa.Value
		var lit *ast.CompositeLit
		switch o.Kind {
		case flow.OriginMake:
			base = o.Value
			if alloc, ok := base.(*ssa.Alloc); ok {
				if lit = c.byAlloc[alloc.Pos()]; lit != nil {
					at = lit
				}
			}
		case flow.OriginConst, flow.OriginZero:
			if isFilled {
				continue // what a variable begins with whose fields are set
			}
			lit, _ = ast.Unparen(expr).(*ast.CompositeLit) // one without elements is a constant
		default:
			continue
		}
		t := flow.Strip(v).Type()
		s := flow.Struct(t)
		for i := range s.NumFields() {
			tag := tagOf(s, i)
			f := s.Field(i).Origin()
			if tag.name == "" || f.Embedded() {
				continue
			}
			nilled, set := c.stored(base, f)
			for _, alloc := range copies {
				switch nilledLater, setLater := c.stored(alloc, f); {
				case c.replaced(alloc, f):
					nilled, set = nilledLater, true
				case setLater:
					nilled, set = nilled || nilledLater, true
				}
			}
			switch {
			case tag.omits != "" && (nilled || !set || c.isEmpty(base, f, tag.empty)) && (c.o.Omitted == nil || *c.o.Omitted) && c.succeeds(f, handlers):
				c.at(at, CategoryOmitted, fmt.Sprintf("the empty result has no %s, which %s leaves out, and a success has one", tag.name, tag.omits))
			case isCollection(f.Type()) && tag.omits == "" && (nilled || !set) && !c.marshals(f.Type()):
				c.at(at, CategoryEmptyNull, f.Name()+" of the empty result is nil, which is null in JSON, and not empty", c.fill(lit, f, s.Field(i).Type(), set)...)
			}
		}
	}
}

// isCopy reports whether a variable begins as a copy of another value.
func (c *checker) isCopy(alloc *ssa.Alloc) bool {
	return slices.ContainsFunc(c.m.StoresTo(alloc), func(s flow.Store) bool { return s.At == nil && s.Instr.Block() == alloc.Block() })
}

// replaced reports whether a field of a variable is always set after the declaration.
func (c *checker) replaced(alloc *ssa.Alloc, f *types.Var) bool {
	return slices.ContainsFunc(c.m.StoredInField(alloc, f), func(s flow.Source) bool { return s.Instr.Block() == alloc.Block() })
}

// isEmpty reports whether what is stored in a field is zero or, if elements is set, a slice or map without elements.
func (c *checker) isEmpty(base ssa.Value, f *types.Var, elements bool) bool {
	values := c.m.Stored(base, f)
	return len(values) > 0 && !slices.ContainsFunc(values, func(v ssa.Value) bool {
		switch v := v.(type) {
		case *ssa.Const:
			return v.Value == nil || !flow.IsZeroConstant(v.Value)
		case *ssa.Slice:
			array, ok := types.Unalias(flow.Deref(v.X.Type())).Underlying().(*types.Array)
			return !elements || !ok || array.Len() > 0
		case *ssa.MakeMap:
			return !elements || len(c.m.Entries(v)) > 0
		}
		return true
	})
}

func isCollection(t types.Type) bool {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Slice:
		return !isBytes(u)
	case *types.Map:
		return true
	}
	return false
}

// isBytes reports whether a type is a slice of bytes, which is a string in JSON.
func isBytes(t types.Type) bool { return textflow.IsText(t) && !flow.IsString(t) }

// stored reports whether a field of the value that base makes is set, and whether it may be nil without being replaced later.
func (c *checker) stored(base ssa.Value, f *types.Var) (nilled, set bool) {
	if base == nil {
		return false, false
	}
	for _, s := range c.m.StoredInField(base, f) {
		if c.m.MendsNil(s.Instr) {
			return false, true // if r.Items == nil { r.Items = []T{} }
		}
		set = true
		nilled = nilled || c.m.MayBeNil(s.V, s.Block)
	}
	return nilled, set
}

// succeeds reports whether a handler stores something in a field.
func (c *checker) succeeds(f *types.Var, handlers []*ssa.Function) bool {
	return slices.ContainsFunc(handlers, func(fn *ssa.Function) bool { return c.m.StoresField(fn, f) })
}

// fill returns the fix that sets a field that a literal leaves out, or sets to nil, to an empty value.
func (c *checker) fill(lit *ast.CompositeLit, f *types.Var, t types.Type, set bool) []analysis.SuggestedFix {
	if lit == nil || !f.Exported() && f.Pkg() != c.pass.Pkg {
		return nil
	}
	value := c.values(lit)[f]
	if set != (value != nil) || value != nil && !c.pass.TypesInfo.Types[value].IsNil() {
		return nil
	}
	if len(lit.Elts) > 0 && value == nil {
		if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); !keyed {
			return nil
		}
	}
	text, ok := c.typeText(t)
	if !ok {
		return nil
	}
	pos, end := lit.Rbrace, lit.Rbrace
	text += "{}"
	if value != nil {
		pos, end = value.Pos(), value.End()
	} else {
		text = f.Name() + ": " + text
	}
	if n := len(lit.Elts); n > 0 && value == nil {
		pos, end = lit.Elts[n-1].End(), lit.Elts[n-1].End()
		text = ", " + text
		if c.pass.Fset.Position(pos).Line != c.pass.Fset.Position(lit.Rbrace).Line {
			return nil // what it would take to lay it out is for the author
		}
	}
	return []analysis.SuggestedFix{{
		Message:   "Set " + f.Name() + " to an empty one",
		TextEdits: []analysis.TextEdit{{Pos: pos, End: end, NewText: []byte(text)}},
	}}
}

// typeText returns how the package writes a type; ok is false if that needs an import.
func (c *checker) typeText(t types.Type) (string, bool) {
	ok := true
	text := types.TypeString(t, func(p *types.Package) string {
		if p == c.pass.Pkg {
			return ""
		}
		ok = false
		return p.Name()
	})
	return text, ok
}

// results checks that the results of tools have the base, and that none of their slices may be null.
func (c *checker) results() {
	if c.o.Base == "" && !c.o.Null {
		return
	}
	done := make(map[*types.Named]bool)
	for _, reg := range c.tools.Registrations {
		if reg.Handler == nil || reg.Handler.Blocks == nil {
			continue
		}
		for _, r := range c.resultsOf(c.delegates(worklist.Of(reg.Handler))) {
			n := flow.Named(r.v.Type())
			if n == nil || c.marshals(n) || !c.m.OwnPackage(n.Obj().Pkg()) {
				continue
			}
			if !done[n] && c.o.Base != "" {
				done[n] = true
				c.base(n, reg.Pos)
			}
			if c.o.Null {
				c.nulls(r, n)
			}
		}
	}
}

// base reports a result that does not have the fields of the base.
func (c *checker) base(n *types.Named, registered token.Pos) {
	base := c.baseType(n)
	if base == nil || types.Identical(base, n) || hasAll(flow.Struct(n), flow.Struct(base), base) {
		return
	}
	d := analysis.Diagnostic{Pos: n.Obj().Pos(), Category: CategoryBase, Message: fmt.Sprintf("result %s neither embeds %s nor has its fields", n.Obj().Name(), name(base))}
	if n.Obj().Pkg() != c.pass.Pkg {
		d.Pos = registered
	} else {
		d.End = d.Pos + token.Pos(len(n.Obj().Name()))
	}
	c.report(d)
}

// baseType returns the type that the option names, if the package, the package of n, or what they import declares it.
func (c *checker) baseType(n *types.Named) types.Type {
	path, last := "", c.o.Base
	if i := strings.LastIndexByte(c.o.Base, '.'); i >= 0 {
		path, last = c.o.Base[:i], c.o.Base[i+1:]
	}
	pkgs := append([]*types.Package{c.pass.Pkg, n.Obj().Pkg()}, c.pass.Pkg.Imports()...)
	for _, pkg := range append(pkgs, n.Obj().Pkg().Imports()...) {
		if path != "" && pkg.Path() != path || !c.m.OwnPackage(pkg) {
			continue
		}
		if obj, ok := pkg.Scope().Lookup(last).(*types.TypeName); ok && flow.Struct(obj.Type()) != nil {
			return obj.Type()
		}
	}
	return nil
}

// hasAll reports whether a struct embeds the base, or has fields for all of its members, of the same types.
func hasAll(s, base *types.Struct, t types.Type) bool {
	for f := range s.Fields() {
		if f.Embedded() && types.Identical(flow.Deref(f.Type()), t) {
			return true
		}
	}
	members := membersOf(s)
	for name, want := range membersOf(base) {
		if m, ok := members[name]; !ok || !types.Identical(m.typ, want.typ) {
			return false
		}
	}
	return true
}

// nulls reports the slices and maps of a successful result that may be nil.
func (c *checker) nulls(r result, n *types.Named) {
	s := flow.Struct(n)
	var lit *ast.CompositeLit
	null := func(f *types.Var, at ast.Node, fix []analysis.SuggestedFix) {
		c.at(at, CategoryNull, f.Name()+" of the result may be nil, which is null in JSON, and not empty", fix...)
	}
	isNull := func(i int) bool {
		tag, f := tagOf(s, i), s.Field(i)
		return tag.name != "" && tag.omits == "" && isCollection(f.Type()) && !c.marshals(f.Type())
	}
	for _, o := range c.m.Origins(r.v, flow.OriginOptions{Local: true}) {
		alloc, ok := o.Value.(*ssa.Alloc)
		if o.Kind != flow.OriginMake || !ok || c.byAlloc[alloc.Pos()] == nil {
			continue // decoded, or filled by another function
		}
		lit = c.byAlloc[alloc.Pos()]
		set := c.values(lit)
		for i := range s.NumFields() {
			f := s.Field(i).Origin()
			if at := set[f]; at != nil && isNull(i) {
				if nilled, _ := c.stored(alloc, f); nilled {
					null(f, at, c.make(at))
				}
			}
		}
	}
	if r.alone == nil {
		return
	}
	for i := range s.NumFields() {
		if f := s.Field(i).Origin(); isNull(i) && c.m.Unset(r.v, f, r.alone) {
			if lit != nil {
				null(f, lit, c.fill(lit, f, s.Field(i).Type(), false))
			} else if stmt := c.m.ReturnStmt(r.alone); stmt != nil {
				null(f, stmt, nil)
			}
		}
	}
}

// make returns the fix for a field that is set to a slice which "var xs []T" declares: it declares an empty slice instead.
func (c *checker) make(e ast.Expr) []analysis.SuggestedFix {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	obj := c.pass.TypesInfo.Uses[id]
	if obj == nil || obj.Parent() == nil || obj.Parent() == c.pass.Pkg.Scope() {
		return nil
	}
	file := flow.FileAt(c.pass.Files, obj.Pos())
	if file == nil {
		return nil
	}
	var fix []analysis.SuggestedFix
	nilled := false
	ast.Inspect(file, func(n ast.Node) bool {
		if set, ok := n.(*ast.AssignStmt); ok && c.setsOther(set, obj) {
			nilled = true
		}
		d, ok := n.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR || d.Lparen.IsValid() || len(d.Specs) != 1 {
			return true
		}
		spec := d.Specs[0].(*ast.ValueSpec)
		if len(spec.Names) != 1 || spec.Names[0].Pos() != obj.Pos() || spec.Values != nil || spec.Type == nil {
			return true
		}
		fix = []analysis.SuggestedFix{{
			Message: "Begin with an empty one",
			TextEdits: []analysis.TextEdit{
				{Pos: d.Pos(), End: spec.Names[0].Pos()},
				{Pos: spec.Names[0].End(), End: spec.Type.Pos(), NewText: []byte(" := ")},
				{Pos: spec.Type.End(), End: spec.Type.End(), NewText: []byte("{}")},
			},
		}}
		return false
	})
	if nilled {
		return nil
	}
	return fix
}

// setsOther reports whether an assignment sets a variable to something that may be nil, whatever the variable began with.
func (c *checker) setsOther(set *ast.AssignStmt, obj types.Object) bool {
	for i, lhs := range set.Lhs {
		if flow.Used(c.pass.TypesInfo, lhs) != obj {
			continue
		}
		if len(set.Rhs) != len(set.Lhs) {
			return true
		}
		switch x := ast.Unparen(set.Rhs[i]).(type) {
		case *ast.CompositeLit:
		case *ast.CallExpr:
			if _, ok := flow.Used(c.pass.TypesInfo, x.Fun).(*types.Builtin); !ok {
				return true
			}
		default:
			return true
		}
	}
	return false
}
