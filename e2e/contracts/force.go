package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A forcer writes, for the functions of a package that return errors, functions that go one way each through the same code.
type forcer struct {
	pkg     *packages.Package
	rt      string            // import path of the runtime
	imports map[string]string // alias by path
	ways    []string          // the key of each way that was written, in the order of their numbers
	dropped map[string]bool   // ways that do not compile
	out     bytes.Buffer
}

// maxWays bounds the ways of one function.
const maxWays = 300

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// isError reports whether a type is that of errors.
func isError(t types.Type) bool {
	return t != nil && (types.Implements(t, errorType) || types.Implements(types.NewPointer(t), errorType) && !types.IsInterface(t))
}

// file is the source of the functions.
func (f *forcer) file() []byte {
	f.out.Reset()
	f.imports, f.ways = make(map[string]string), nil
	var init bytes.Buffer
	id := 0
	for _, file := range f.pkg.Syntax {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil || fn.Name.Name == "_" {
				continue
			}
			obj := f.pkg.TypesInfo.Defs[fn.Name].(*types.Func)
			if obj.Signature().TypeParams() != nil || obj.Signature().RecvTypeParams() != nil {
				continue
			}
			w := &way{f: f, fn: fn, name: obj.FullName(), sig: obj.Signature(), sites: make(map[ast.Expr]int)}
			for _, field := range fn.Type.Params.List {
				for range max(1, len(field.Names)) {
					w.params = append(w.params, &ast.BadExpr{})
				}
			}
			body, exits := w.function(obj.FullName())
			if len(exits) == 0 {
				continue
			}
			fmt.Fprintf(&f.out, "\nfunc errlintForce%d(exit, site int, in error) (errlintOut error) {\n\tdefer rt.Recover(&errlintOut)\n\tswitch exit {\n%s\t}\n\treturn rt.NotTaken\n}\n", id, body)
			for _, e := range exits {
				fmt.Fprintf(&init, "\trt.Register(%q, rt.Exit{Force: errlintForce%d, Number: %s})\n", e.of, id, e.text)
			}
			id++
		}
	}
	scope := f.pkg.Types.Scope()
	for _, name := range scope.Names() {
		if v, ok := scope.Lookup(name).(*types.Var); ok && types.Implements(v.Type(), errorType) && name != "_" {
			fmt.Fprintf(&init, "\trt.Sentinel(%s)\n", name)
		}
	}
	var head bytes.Buffer
	fmt.Fprintf(&head, "//go:build go1.23\n\npackage %s\n\nimport rt %q\n", f.pkg.Name, f.rt)
	for _, path := range slices.Sorted(maps.Keys(f.imports)) {
		if bytes.Contains(f.out.Bytes(), []byte(f.imports[path]+".")) { // and not only on a way that was given up
			fmt.Fprintf(&head, "import %s %q\n", f.imports[path], path)
		}
	}
	fmt.Fprintf(&head, "\nvar _ = rt.NotTaken\n\nfunc init() {\n%s}\n", init.String())
	return append(head.Bytes(), f.out.Bytes()...)
}

func returnsError(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if isError(v.Type()) {
			return true
		}
	}
	return false
}

// qualify names a package in the file.
func (f *forcer) qualify(p *types.Package) string {
	if p == f.pkg.Types {
		return ""
	}
	if f.imports[p.Path()] == "" {
		f.imports[p.Path()] = "p" + strconv.Itoa(len(f.imports))
	}
	return f.imports[p.Path()]
}

func (f *forcer) typ(t types.Type) string { return types.TypeString(t, f.qualify) }

// A way is a way through a function: to a return, by a detour into a statement before it, or none.
type way struct {
	f       *forcer
	fn      *ast.FuncDecl
	sig     *types.Signature
	sites   map[ast.Expr]int      // by number: calls, and fields that hold errors
	callees []string              // of the sites
	used    []int                 // the sites on the way at hand
	told    map[types.Object]bool // variables that say of which type an error is
	named   string                // of the result, if it has a name
	name    string                // of the function
	params  []ast.Expr            // each stands for a parameter
	handed  ast.Expr              // what is given to a function at the end of the way; nil if it ends otherwise
	b       *bytes.Buffer
	detour  ast.Stmt
	failed  bool
}

// An exit is the end of a way: of a function that returns an error there, or of a field to which one is assigned.
type exit struct{ of, text string }

// function returns the cases of the ways through a function, and the sites on each.
func (w *way) function(name string) (body string, exits []exit) {
	var rets []*ast.ReturnStmt
	var stores []*ast.AssignStmt
	var handed []arg
	var detours []ast.Stmt
	parents := make(map[ast.Node][]ast.Node)
	var stack []ast.Node
	ast.Inspect(w.fn.Body, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		switch s := n.(type) {
		case *ast.ReturnStmt:
			rets = append(rets, s)
		case *ast.AssignStmt:
			if slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { return isError(w.f.pkg.TypesInfo.TypeOf(e)) }) && len(stack) > 1 {
				detours = append(detours, s)
			}
			if slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { return w.field(e) != "" }) {
				stores = append(stores, s)
			}
		}
		if call, ok := n.(*ast.CallExpr); ok {
			for i, a := range call.Args {
				if callee := w.callee(call); callee != nil && !call.Ellipsis.IsValid() && i < callee.Signature().Params().Len() && errorParam(callee.Signature().Params().At(i)) {
					if s := statement(stack); s != nil && !w.f.pkg.TypesInfo.Types[a].IsNil() {
						handed = append(handed, arg{a, s, param(fullName(callee), i)})
					}
				}
			}
		}
		parents[n] = slices.Clone(stack)
		stack = append(stack, n)
		return true
	})
	var b bytes.Buffer
	n := 0
	put := func(of, key string, target ast.Stmt, detour ast.Stmt, result int) {
		if n >= maxWays {
			return
		}
		w.b, w.detour, w.used, w.told, w.failed = new(bytes.Buffer), detour, nil, make(map[types.Object]bool), false
		w.frame(result, of != name)
		w.block(w.fn.Body.List, target, result)
		if w.failed || w.f.dropped[key] {
			return
		}
		fmt.Fprintf(&b, "\tcase %d: // %s\n%s", n, strconv.Quote(key), w.b.String())
		var list []string
		slices.Sort(w.used)
		for _, s := range slices.Compact(w.used) {
			list = append(list, fmt.Sprintf("{%d, %q}", s, w.callees[s]))
		}
		exits = append(exits, exit{of, fmt.Sprintf("%d, Sites: []rt.Site{%s}", n, strings.Join(list, ", "))})
		w.f.ways = append(w.f.ways, key)
		n++
	}
	add := func(ret *ast.ReturnStmt, detour ast.Stmt) {
		for i := range w.sig.Results().Len() {
			if !isError(w.sig.Results().At(i).Type()) || n >= maxWays {
				continue
			}
			if len(ret.Results) > i && len(ret.Results) == w.sig.Results().Len() {
				if id, ok := ast.Unparen(ret.Results[i]).(*ast.Ident); ok && id.Name == "nil" {
					continue
				}
			}
			put(name, fmt.Sprintf("%s %d %d %d", name, ret.Pos(), i, posOf(detour)), ret, detour, i)
		}
	}
	for _, ret := range rets {
		add(ret, nil)
		for _, d := range detours {
			// Into a statement that stands before one around the return, and not around it itself.
			if d.End() < ret.Pos() && !direct(parents[d], parents[ret]) {
				add(ret, d)
			}
		}
	}
	for _, s := range stores {
		for i, lhs := range s.Lhs {
			if of := w.field(lhs); of != "" {
				put(of, fmt.Sprintf("%s %d %d", name, s.Pos(), i), s, nil, i)
			}
		}
	}
	for _, h := range handed {
		w.handed = h.expr
		put(h.of, fmt.Sprintf("%s %d", name, h.expr.Pos()), h.in, nil, len(w.params))
		w.handed = nil
	}
	return b.String(), exits
}

// An arg is an error that is given to a function.
type arg struct {
	expr ast.Expr
	in   ast.Stmt
	of   string // the parameter
}

// errorParam reports whether a parameter is an error.
func errorParam(v *types.Var) bool { return types.IsInterface(v.Type()) && isError(v.Type()) }

// param is the name of a parameter, for those who store it.
func param(fn string, i int) string { return fmt.Sprintf("parameter %d of %s", i, fn) }

// statement is the innermost statement around a node.
func statement(stack []ast.Node) ast.Stmt {
	for _, n := range slices.Backward(stack) {
		if s, ok := n.(ast.Stmt); ok {
			switch s.(type) {
			case *ast.ReturnStmt, *ast.AssignStmt, *ast.ExprStmt:
				return s
			}
			return nil
		}
	}
	return nil
}

// field is the name of the field of a struct, which is no error, that an expression selects and that holds an error; "" if it does not.
func (w *way) field(e ast.Expr) string {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	info := w.f.pkg.TypesInfo
	s := info.Selections[sel]
	if s == nil || s.Kind() != types.FieldVal || isError(info.TypeOf(sel.X)) || !types.IsInterface(s.Type()) || !isError(s.Type()) || s.Obj().Pkg() == nil {
		return ""
	}
	return fmt.Sprintf("field %s.%s at %d", s.Obj().Pkg().Path(), s.Obj().Name(), s.Obj().Pos())
}

// direct reports whether the list of statements that a statement is in is around another.
func direct(of, around []ast.Node) bool {
	return len(of) == 0 || slices.Contains(around, of[len(of)-1])
}

func posOf(s ast.Stmt) token.Pos {
	if s == nil {
		return token.NoPos
	}
	return s.Pos()
}

func (w *way) printf(format string, args ...any) { fmt.Fprintf(w.b, format+"\n", args...) }

// declare declares a variable without a value.
func (w *way) declare(name string, t types.Type) {
	if name != "_" && name != "" && t != nil {
		if b, ok := t.(*types.Basic); ok && (b.Kind() == types.UntypedNil || b.Kind() == types.Invalid) {
			return
		}
		w.printf("var %s %s; _ = %s", name, w.f.typ(t), name)
	}
}

// frame declares the parameters and results.
func (w *way) frame(result int, stores bool) {
	if r := w.sig.Recv(); r != nil {
		w.declare(r.Name(), r.Type())
		if p, ok := r.Type().(*types.Pointer); ok && r.Name() != "" && r.Name() != "_" {
			w.printf("%s = new(%s)", r.Name(), w.f.typ(p.Elem()))
		}
	}
	for i := range w.sig.Params().Len() {
		v := w.sig.Params().At(i)
		w.declare(v.Name(), v.Type())
		if stores && errorParam(v) && v.Name() != "" && v.Name() != "_" {
			w.printf("%s = %s", v.Name(), w.site(w.params[i], param(w.name, i), v.Type()))
		}
	}
	for v := range w.sig.Results().Variables() {
		w.declare(v.Name(), v.Type())
	}
	w.named = ""
	if result < w.sig.Results().Len() {
		w.named = w.sig.Results().At(result).Name()
	}
}

// block goes through statements to the one that a target is in.
func (w *way) block(list []ast.Stmt, target ast.Stmt, result int) {
	for _, s := range list {
		if s.Pos() <= target.Pos() && target.End() <= s.End() {
			w.into(s, target, result)
			return
		}
		if w.detour != nil && s.Pos() <= w.detour.Pos() && w.detour.End() <= s.End() && s != w.detour {
			w.into(s, w.detour, -1)
			continue
		}
		w.soft(s)
	}
	w.failed = true // it is in a function literal
}

// into goes into a statement that a target is in.
func (w *way) into(s, target ast.Stmt, result int) {
	if s == target {
		if w.handed != nil {
			w.printf("return %s", w.value(w.handed))
			return
		}
		switch s := s.(type) {
		case *ast.ReturnStmt:
			w.exit(s, result)
		case *ast.AssignStmt:
			if result < 0 {
				w.soft(s) // a detour
				break
			}
			w.store(s, result)
		}
		return
	}
	within := func(n ast.Node) bool { return n != nil && n.Pos() <= target.Pos() && target.End() <= n.End() }
	switch s := s.(type) {
	case *ast.LabeledStmt:
		w.into(s.Stmt, target, result)
		return
	case *ast.BlockStmt:
		w.printf("{")
		w.block(s.List, target, result)
	case *ast.IfStmt:
		w.printf("{")
		if s.Init != nil {
			if within(s.Init) {
				w.into(s.Init, target, result)
				break
			}
			w.soft(s.Init)
		}
		if within(s.Body) {
			w.check(s.Cond, true)
			w.block(s.Body.List, target, result)
		} else {
			w.check(s.Cond, false)
			w.into(s.Else, target, result)
		}
	case *ast.ForStmt:
		w.printf("{")
		if s.Init != nil {
			w.soft(s.Init)
		}
		if !within(s.Body) {
			break
		}
		w.block(s.Body.List, target, result)
	case *ast.RangeStmt:
		w.printf("{")
		if s.Tok == token.DEFINE {
			for _, e := range []ast.Expr{s.Key, s.Value} {
				if id, ok := e.(*ast.Ident); ok {
					w.declare(id.Name, w.f.pkg.TypesInfo.TypeOf(id))
				}
			}
		}
		w.block(s.Body.List, target, result)
	case *ast.SwitchStmt:
		w.printf("{")
		if s.Init != nil {
			w.soft(s.Init)
		}
		for _, c := range s.Body.List {
			c := c.(*ast.CaseClause)
			here := within(c)
			w.cases(s.Tag, c, here)
			if here {
				w.block(c.Body, target, result)
				break
			}
		}
	case *ast.TypeSwitchStmt:
		w.printf("{")
		if s.Init != nil {
			w.soft(s.Init)
		}
		for _, c := range s.Body.List {
			if c := c.(*ast.CaseClause); within(c) {
				w.typeCase(s, c)
				w.block(c.Body, target, result)
			}
		}
	case *ast.SelectStmt:
		w.printf("{")
		for _, c := range s.Body.List {
			if c := c.(*ast.CommClause); within(c) {
				if a, ok := c.Comm.(*ast.AssignStmt); ok {
					w.soft(a)
				}
				w.block(c.Body, target, result)
			}
		}
	default:
		w.failed = true
		return
	}
	w.printf("}")
}

// check has the error at hand agree with a condition on it.
func (w *way) check(cond ast.Expr, want bool) {
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT && !w.pure(c) {
			w.check(c.X, !want)
			return
		}
	case *ast.BinaryExpr:
		if (c.Op == token.LAND && want || c.Op == token.LOR && !want) && !w.pure(c) {
			w.check(c.X, want)
			w.check(c.Y, want)
			return
		}
	}
	if w.pure(cond) {
		w.printf("if (%s) != %v { return rt.NotTaken }", w.value(cond), want)
	}
}

// cases has the error at hand agree with a clause of a switch.
func (w *way) cases(tag ast.Expr, c *ast.CaseClause, here bool) {
	if len(c.List) == 0 {
		return // the others have been said no to, as far as they come before
	}
	if tag == nil {
		if !here || len(c.List) == 1 {
			for _, e := range c.List {
				w.check(e, here)
			}
		}
		return
	}
	if !isError(w.f.pkg.TypesInfo.TypeOf(tag)) {
		return
	}
	var is []string
	for _, e := range c.List {
		is = append(is, fmt.Sprintf("%s == %s", w.value(tag), w.value(e)))
	}
	w.printf("if (%s) != %v { return rt.NotTaken }", strings.Join(is, " || "), here)
}

// typeCase declares the variable of a clause of a type switch.
func (w *way) typeCase(s *ast.TypeSwitchStmt, c *ast.CaseClause) {
	var x ast.Expr
	name := "_"
	switch a := s.Assign.(type) {
	case *ast.AssignStmt:
		name, x = a.Lhs[0].(*ast.Ident).Name, a.Rhs[0].(*ast.TypeAssertExpr).X
	case *ast.ExprStmt:
		x = a.X.(*ast.TypeAssertExpr).X
	}
	info := w.f.pkg.TypesInfo
	v := info.Implicits[c]
	if !isError(info.TypeOf(x)) {
		if v != nil {
			w.declare(name, v.Type())
		}
		return
	}
	if len(c.List) != 1 {
		w.printf("%s := %s; _ = %[1]s", strings.Replace(name, "_", "errlintX", 1), w.value(x))
		return
	}
	if tv := info.Types[c.List[0]]; tv.IsNil() {
		w.printf("if %s != nil { return rt.NotTaken }", w.value(x))
		return
	}
	t := info.TypeOf(c.List[0])
	if name == "_" {
		name = "errlintX"
	}
	w.printf("%s, errlintOK := (%s).(%s); _ = %[1]s; if !errlintOK { return rt.NotTaken }", name, w.value(x), w.f.typ(t))
}

// exit returns a result, as deferred functions leave it.
func (w *way) exit(ret *ast.ReturnStmt, result int) {
	t := w.sig.Results().At(result).Type()
	named := w.named != "" && w.named != "_"
	value := w.named
	switch {
	case len(ret.Results) == w.sig.Results().Len():
		value = w.value(ret.Results[result])
	case len(ret.Results) == 1: // f()
		value = w.call(ast.Unparen(ret.Results[0]).(*ast.CallExpr), t)
	}
	if named {
		w.printf("%s = %s", w.named, value)
		for _, s := range w.fn.Body.List {
			if d, ok := s.(*ast.DeferStmt); ok && d.Pos() < ret.Pos() {
				if lit, ok := d.Call.Fun.(*ast.FuncLit); ok && len(d.Call.Args) == 0 {
					w.printf("func() {")
					w.deferred(lit.Body.List)
					w.printf("}()")
				}
			}
		}
		value = w.named
	}
	if types.IsInterface(t) {
		w.printf("return %s", value)
	} else {
		w.printf("errlintV := %s; return any(errlintV).(error)", value)
	}
}

// store returns what is assigned to a field.
func (w *way) store(s *ast.AssignStmt, i int) {
	if len(s.Rhs) == len(s.Lhs) {
		w.printf("return %s", w.value(s.Rhs[i]))
	} else if call, ok := ast.Unparen(s.Rhs[0]).(*ast.CallExpr); ok {
		w.printf("return %s", w.call(call, w.f.pkg.TypesInfo.TypeOf(s.Lhs[i])))
	} else {
		w.failed = true
	}
}

// deferred goes through the statements of a deferred literal, as far as they are about errors.
func (w *way) deferred(list []ast.Stmt) {
	b := w.b
	w.b = new(bytes.Buffer)
	for _, s := range list {
		w.soft(s)
	}
	b.WriteString(strings.ReplaceAll(w.b.String(), "return rt.NotTaken", "return"))
	w.b = b
}

// soft goes past a statement: what it declares is there, what it does with errors is done, the rest is not.
func (w *way) soft(s ast.Stmt) {
	info := w.f.pkg.TypesInfo
	switch s := s.(type) {
	case *ast.LabeledStmt:
		w.soft(s.Stmt)
	case *ast.BlockStmt:
		w.printf("{")
		w.softly(s.List)
		w.printf("}")
	case *ast.DeclStmt:
		w.decl(s.Decl.(*ast.GenDecl))
	case *ast.AssignStmt:
		w.assign(s)
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && w.speaks(call) {
			if text, ok := w.realCall(call); ok {
				w.printf("%s", text)
			}
		}
	case *ast.IfStmt:
		if !w.pure(s.Cond) && !(s.Init != nil && w.tells(s.Init) && w.pureAfter(s)) {
			if s.Init == nil || len(s.Body.List) == 0 || !terminates(s.Body.List) {
				return
			}
			// It may be that the error at hand leaves there.
			w.printf("{")
			w.soft(s.Init)
			w.printf("}")
			return
		}
		w.printf("{")
		if s.Init != nil {
			w.soft(s.Init)
		}
		w.printf("if %s {", w.value(s.Cond))
		w.softly(s.Body.List)
		if s.Else != nil {
			w.printf("} else {")
			w.soft(s.Else)
		}
		w.printf("}")
		w.printf("}")
	case *ast.SwitchStmt:
		if s.Init != nil || s.Tag == nil || !isError(info.TypeOf(s.Tag)) {
			return
		}
		w.printf("switch %s {", w.value(s.Tag))
		for _, c := range s.Body.List {
			c := c.(*ast.CaseClause)
			var is []string
			for _, e := range c.List {
				is = append(is, w.value(e))
			}
			if is == nil {
				w.printf("default:")
			} else {
				w.printf("case %s:", strings.Join(is, ", "))
			}
			w.softly(c.Body)
		}
		w.printf("}")
	case *ast.ReturnStmt, *ast.BranchStmt:
		w.printf("return rt.NotTaken")
	}
}

// softly is soft for the statements of a branch that is taken only if the error says so.
func (w *way) softly(list []ast.Stmt) {
	for _, s := range list {
		w.soft(s)
		switch s.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			return
		}
	}
}

func terminates(list []ast.Stmt) bool {
	switch s := list[len(list)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		id, _ := call.Fun.(*ast.Ident)
		return ok && id != nil && id.Name == "panic"
	}
	return false
}

// tells reports whether a statement asks of which type an error is: e, ok := err.(*E).
func (w *way) tells(s ast.Stmt) bool {
	a, ok := s.(*ast.AssignStmt)
	if !ok || len(a.Lhs) != 2 || len(a.Rhs) != 1 {
		return false
	}
	x, ok := ast.Unparen(a.Rhs[0]).(*ast.TypeAssertExpr)
	return ok && isError(w.f.pkg.TypesInfo.TypeOf(x.X))
}

// pureAfter reports whether the condition is pure after the statement before it.
func (w *way) pureAfter(s *ast.IfStmt) bool {
	a := s.Init.(*ast.AssignStmt)
	if id, ok := a.Lhs[1].(*ast.Ident); ok {
		w.told[w.f.pkg.TypesInfo.ObjectOf(id)] = true
	}
	return w.pure(s.Cond)
}

func (w *way) decl(d *ast.GenDecl) {
	switch d.Tok {
	case token.VAR:
		for _, spec := range d.Specs {
			spec := spec.(*ast.ValueSpec)
			for i, id := range spec.Names {
				w.declare(id.Name, w.f.pkg.TypesInfo.TypeOf(id))
				if len(spec.Values) == len(spec.Names) && id.Name != "_" {
					w.printf("%s = %s", id.Name, w.value(spec.Values[i]))
				}
			}
		}
	default:
		w.failed = true // local types and constants
	}
}

func (w *way) assign(s *ast.AssignStmt) {
	info := w.f.pkg.TypesInfo
	set := func(lhs ast.Expr, value string) {
		switch l := ast.Unparen(lhs).(type) {
		case *ast.Ident:
			if l.Name == "_" {
				return
			}
			if info.Defs[l] != nil {
				w.declare(l.Name, info.TypeOf(l))
			}
			w.printf("%s = %s", l.Name, value)
		case *ast.SelectorExpr:
			if w.about(info.TypeOf(l)) && isError(info.TypeOf(l.X)) {
				w.printf("%s = %s", w.value(l), value)
			}
		}
	}
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		return
	}
	switch {
	case len(s.Lhs) == len(s.Rhs):
		for i, lhs := range s.Lhs {
			set(lhs, w.value(s.Rhs[i]))
		}
	case w.tells(s):
		x := ast.Unparen(s.Rhs[0]).(*ast.TypeAssertExpr)
		var names []string
		for i, lhs := range s.Lhs {
			id, ok := lhs.(*ast.Ident)
			if !ok {
				w.failed = true
				return
			}
			if i == 1 {
				w.told[info.ObjectOf(id)] = true
			}
			if info.Defs[id] != nil {
				w.declare(id.Name, info.TypeOf(id))
			}
			names = append(names, id.Name)
		}
		w.printf("%s = (%s).(%s)", strings.Join(names, ", "), w.value(x.X), w.f.typ(info.TypeOf(x.Type)))
	default:
		call, _ := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
		for _, lhs := range s.Lhs {
			t := info.TypeOf(lhs)
			if call != nil && isError(t) {
				set(lhs, w.call(call, t))
			} else {
				set(lhs, w.zero(t))
			}
		}
	}
}

func (w *way) zero(t types.Type) string {
	if t == nil {
		return "nil"
	}
	if b, ok := t.(*types.Basic); ok && b.Kind() == types.UntypedNil {
		return "nil"
	}
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		t = types.Default(t)
	}
	return "*new(" + w.f.typ(t) + ")"
}

// about reports whether a type is that of errors, or of what holds them.
func (w *way) about(t types.Type) bool {
	if t == nil {
		return false
	}
	if isError(t) {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return isError(t.Elem()) || types.IsInterface(t.Elem())
	case *types.Pointer:
		return isError(t.Elem())
	}
	return false
}

// speaks reports whether an argument of a call, or its receiver, is an error that is at hand.
func (w *way) speaks(call *ast.CallExpr) bool {
	info := w.f.pkg.TypesInfo
	hand := func(e ast.Expr) bool {
		tv := info.Types[e]
		return tv.Type != nil && !tv.IsNil() && !tv.IsType() && w.about(tv.Type)
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && info.Selections[sel] != nil && hand(sel.X) {
		return true
	}
	return slices.ContainsFunc(call.Args, hand)
}

// pure reports whether a condition is about errors only.
func (w *way) pure(e ast.Expr) bool {
	info := w.f.pkg.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return w.told[info.ObjectOf(e)] || info.Types[e].Value != nil && e.Name != "true" && e.Name != "false" && false
	case *ast.UnaryExpr:
		return e.Op == token.NOT && w.pure(e.X)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			return w.pure(e.X) && w.pure(e.Y)
		case token.EQL, token.NEQ:
			err := func(x ast.Expr) bool { return info.Types[x].IsNil() || isError(info.TypeOf(x)) }
			return err(e.X) && err(e.Y) && !(info.Types[e.X].IsNil() && info.Types[e.Y].IsNil())
		}
	case *ast.CallExpr:
		callee := w.callee(e)
		if callee == nil || !w.speaks(e) {
			return false
		}
		for _, a := range e.Args {
			if tv := info.Types[a]; tv.Value == nil && !w.about(tv.Type) && !w.pointer(a) {
				return false
			}
		}
		return callee.Signature().Recv() == nil || isError(callee.Signature().Recv().Type())
	}
	return false
}

// pointer reports whether an expression is the address of a variable.
func (w *way) pointer(e ast.Expr) bool {
	u, ok := ast.Unparen(e).(*ast.UnaryExpr)
	return ok && u.Op == token.AND
}

func (w *way) callee(call *ast.CallExpr) *types.Func {
	fun := ast.Unparen(call.Fun)
	if ix, ok := fun.(*ast.IndexExpr); ok {
		fun = ix.X
	}
	var id *ast.Ident
	switch fun := fun.(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return nil
	}
	fn, _ := w.f.pkg.TypesInfo.Uses[id].(*types.Func)
	return fn
}

// value is an expression: of errors as it is, of anything else without a value unless it is constant.
func (w *way) value(e ast.Expr) string {
	info := w.f.pkg.TypesInfo
	e = ast.Unparen(e)
	tv := info.Types[e]
	if tv.IsNil() {
		return "nil"
	}
	if tv.Value != nil {
		if _, ok := e.(*ast.BasicLit); ok {
			return w.text(e)
		}
	}
	if tv.Value != nil && isError(tv.Type) {
		// A constant of an error type.
		if id, ok := e.(*ast.Ident); ok {
			return w.ident(id)
		}
		if sel, ok := e.(*ast.SelectorExpr); ok {
			return w.ident(sel.Sel)
		}
	}
	switch e := e.(type) {
	case *ast.Ident:
		if _, ok := info.Uses[e].(*types.Func); !ok {
			return w.ident(e)
		}
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		if sel == nil {
			if _, ok := info.Uses[e.Sel].(*types.Func); !ok {
				return w.ident(e.Sel)
			}
		} else if of := w.field(e); of != "" {
			return w.site(e, of, tv.Type)
		} else if sel.Kind() == types.FieldVal && isError(info.TypeOf(e.X)) {
			return "(" + w.value(e.X) + ")." + e.Sel.Name
		}
	case *ast.CallExpr:
		return w.call(e, tv.Type)
	case *ast.UnaryExpr:
		if e.Op == token.AND && (w.about(tv.Type) || w.about(info.TypeOf(e.X))) {
			return "&" + w.value(e.X)
		}
		if e.Op == token.NOT && w.pure(e) {
			return "!(" + w.value(e.X) + ")"
		}
	case *ast.BinaryExpr:
		if w.pure(e) {
			return "(" + w.value(e.X) + " " + e.Op.String() + " " + w.value(e.Y) + ")"
		}
		if tv.Value == nil && e.Op == token.ADD && types.Identical(tv.Type.Underlying(), types.Typ[types.String]) {
			return "(" + w.value(e.X) + " + " + w.value(e.Y) + ")" // a format that is put together
		}
	case *ast.StarExpr:
		if isError(tv.Type) {
			return "*(" + w.value(e.X) + ")"
		}
	case *ast.TypeAssertExpr:
		if isError(info.TypeOf(e.X)) && e.Type != nil {
			return "(" + w.value(e.X) + ").(" + w.f.typ(tv.Type) + ")"
		}
	case *ast.CompositeLit:
		if w.about(tv.Type) || w.about(types.NewPointer(tv.Type)) {
			return w.composite(e, tv.Type)
		}
	}
	if tv.Value != nil && tv.Value.Kind().String() == "String" {
		return w.f.constant(tv)
	}
	return w.zero(tv.Type)
}

// constant is a constant text.
func (f *forcer) constant(tv types.TypeAndValue) string {
	t := tv.Type
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		return tv.Value.ExactString()
	}
	return f.typ(t) + "(" + tv.Value.ExactString() + ")"
}

func (w *way) composite(e *ast.CompositeLit, t types.Type) string {
	var parts []string
	st, isStruct := t.Underlying().(*types.Struct)
	for i, elt := range e.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		switch {
		case ok && isStruct:
			parts = append(parts, kv.Key.(*ast.Ident).Name+": "+w.value(kv.Value))
		case ok:
			w.failed = true
		default:
			_ = st
			_ = i
			parts = append(parts, w.value(elt))
		}
	}
	return w.f.typ(t) + "{" + strings.Join(parts, ", ") + "}"
}

// ident is a variable, constant or type by its name.
func (w *way) ident(id *ast.Ident) string {
	obj := w.f.pkg.TypesInfo.ObjectOf(id)
	if obj != nil && obj.Pkg() != nil && obj.Pkg() != w.f.pkg.Types && obj.Parent() == obj.Pkg().Scope() {
		return w.f.qualify(obj.Pkg()) + "." + id.Name
	}
	return id.Name
}

// call is the error that a call returns, which is one of type t.
func (w *way) call(call *ast.CallExpr, t types.Type) string {
	info := w.f.pkg.TypesInfo
	if tv := info.Types[call.Fun]; tv.IsType() {
		if isError(t) || w.about(t) {
			return "(" + w.f.typ(t) + ")(" + w.value(call.Args[0]) + ")"
		}
		return w.zero(t)
	}
	if tv, ok := info.Types[call]; ok && tv.Type != nil {
		if _, tuple := tv.Type.(*types.Tuple); !tuple && (w.speaks(call) || makes[fullName(w.callee(call))]) {
			if text, ok := w.realCall(call); ok {
				return text
			}
		}
	}
	if !isError(t) {
		return w.zero(t)
	}
	return w.site(call, fullName(w.callee(call)), t)
}

// site is an error that comes from elsewhere: from a function that is called, or from a field.
func (w *way) site(e ast.Expr, from string, t types.Type) string {
	id, ok := w.sites[e]
	if !ok {
		id = len(w.callees)
		w.sites[e] = id
		w.callees = append(w.callees, from)
	}
	w.used = append(w.used, id)
	return fmt.Sprintf("rt.In[%s](site, %d, in)", w.f.typ(t), id)
}

// makes are the functions that only make errors.
var makes = map[string]bool{"errors.New": true, "fmt.Errorf": true, "errors.Join": true}

func fullName(fn *types.Func) string {
	if fn == nil {
		return ""
	}
	return fn.Origin().FullName()
}

// realCall is a call that is run: what it is given that is no error has no value.
func (w *way) realCall(call *ast.CallExpr) (string, bool) {
	info := w.f.pkg.TypesInfo
	var fun string
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		switch info.Uses[f].(type) {
		case *types.Func, *types.Builtin:
			fun = w.ident(f)
		}
	case *ast.SelectorExpr:
		if info.Selections[f] == nil {
			if fn, ok := info.Uses[f.Sel].(*types.Func); ok {
				fun = w.f.qualify(fn.Pkg()) + "." + f.Sel.Name
			}
		} else if isError(info.TypeOf(f.X)) {
			fun = "(" + w.value(f.X) + ")." + f.Sel.Name
		} else if id, ok := ast.Unparen(f.X).(*ast.Ident); ok {
			fun = w.ident(id) + "." + f.Sel.Name
		}
	}
	if fun == "" {
		return "", false
	}
	var args []string
	for _, a := range call.Args {
		args = append(args, w.value(a))
	}
	text := fun + "(" + strings.Join(args, ", ")
	if call.Ellipsis.IsValid() {
		text += "..."
	}
	return text + ")", true
}

func (w *way) text(e ast.Expr) string {
	var b bytes.Buffer
	_ = printer.Fprint(&b, w.f.pkg.Fset, e) // a Buffer takes all
	return b.String()
}
