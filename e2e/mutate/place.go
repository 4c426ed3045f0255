package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A place says what is known of an error where it is used. It is read off the syntax around, so that the
// judgement does not come from the model that is on trial.
type place struct {
	what   string // what the error is
	guard  string // what says that it is not nil
	nonNil bool   // something does
	kept   bool   // it is no value of the moment: a package-level variable, or made where it stands
	looked string // a condition on the way that looks at the error, in other ways than for nil
	parsed string // it comes from a function that says only that the input is bad, or is one that nobody asks for
}

// unknown returns why a page says that nothing is lost where the error is left out; empty if it does not.
func (p place) unknown() string {
	switch {
	case p.kept:
		return "no error at hand: the operand is " + p.what
	case p.parsed != "":
		return p.parsed
	case p.looked != "":
		return p.looked
	case !p.nonNil:
		return "not known not to be nil"
	}
	return ""
}

// place looks around an expression that is an error.
func (f *file) place(c inspector.Cursor) place {
	info := f.pkg.TypesInfo
	e := ast.Unparen(c.Node().(ast.Expr))
	var p place
	var root types.Object
	switch e := e.(type) {
	case *ast.Ident:
		root = info.Uses[e]
	case *ast.SelectorExpr:
		switch x := ast.Unparen(e.X).(type) {
		case *ast.Ident:
			root = info.Uses[x]
			if _, ok := root.(*types.PkgName); ok {
				root = info.Uses[e.Sel]
			}
		}
		p.what = "a field"
	case *ast.IndexExpr:
		p.what = "an element"
	default:
		p.what, p.kept, p.guard = "made in its place", true, "made in its place"
		return p
	}
	v, _ := root.(*types.Var)
	if v == nil && p.what == "" {
		p.what, p.kept, p.guard = "no variable", true, "no variable"
		return p
	}
	if v != nil && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		p.what, p.kept, p.guard = "a package-level variable", true, "always there"
		return p
	}
	last, with := f.assigned(c, v, e.Pos())
	if p.what == "" {
		p.what = "a variable"
		if f.isParam(c, v) && !last.IsValid() {
			p.what = "a parameter"
		}
	}
	if p.parsed = f.parsed(v, last); f.ofTest(c) {
		p.parsed = "made for a test"
	}
	want := types.ExprString(e)

	// Outwards, to the function.
	child := c
	for up := c.Parent(); up.Node() != nil; child, up = up, up.Parent() {
		switch n := up.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			if p.guard == "" {
				p.guard = "not known not to be nil"
				if fn, ok := n.(*ast.FuncDecl); ok && p.what == "a parameter" && fn.Type.Results.NumFields() == 1 {
					p.nonNil, p.guard = true, "in a function of the error"
				}
			}
			return p
		case *ast.IfStmt:
			kind, _ := child.ParentEdge()
			if kind != edge.IfStmt_Body && kind != edge.IfStmt_Else {
				continue
			}
			if n.Cond.Pos() < last {
				if p.nonNil && kind == edge.IfStmt_Body && nilTest(n.Cond, want, token.NEQ) {
					p.look("the last of several attempts")
				}
				continue
			}
			f.condition(&p, n.Cond, want, v, with, kind == edge.IfStmt_Body, "under an if")
			if next, ok := up.NextSibling(); ok && f.fails(next.Node()) {
				p.look("a failure is there anyway")
			}
		case *ast.CaseClause:
			sw, ok := up.Parent().Parent().Node().(*ast.SwitchStmt)
			if !ok {
				if ts, ok := up.Parent().Parent().Node().(*ast.TypeSwitchStmt); ok && mentions(info, ts.Assign, v) {
					p.look("looked at: a type switch")
				}
				continue
			}
			if sw.Pos() < last && sw.Init == nil {
				continue
			}
			if sw.Tag != nil {
				if mentions(info, sw.Tag, v) || mentionsAny(info, sw.Tag, with) {
					p.look("looked at: a switch of it")
				}
				continue
			}
			for _, cond := range n.List {
				f.condition(&p, cond, want, v, with, true, "under a case")
			}
			// The cases before this one were false.
			for _, clause := range sw.Body.List {
				if clause == n {
					break
				}
				for _, cond := range clause.(*ast.CaseClause).List {
					f.condition(&p, cond, want, v, with, false, "after a case")
				}
			}
			f.before(&p, n.Body, child, want, v, with, last)
		case *ast.BlockStmt:
			f.before(&p, n.List, child, want, v, with, last)
		}
	}
	return p
}

func (p *place) look(reason string) {
	if p.looked == "" {
		p.looked = reason
	}
}

// fails reports whether a statement is a return of an error that is certainly there.
func (f *file) fails(n ast.Node) bool {
	ret, ok := n.(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	switch e := ast.Unparen(ret.Results[len(ret.Results)-1]).(type) {
	case *ast.CallExpr:
		fn := typeutil.StaticCallee(f.pkg.TypesInfo, e)
		return fn != nil && (fn.FullName() == "fmt.Errorf" || fn.FullName() == "errors.New")
	case *ast.Ident:
		v, ok := f.pkg.TypesInfo.Uses[e].(*types.Var)
		return ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && isError(v.Type())
	}
	return false
}

// before reads the statements before the one that the place is in: "if err == nil { return }".
func (f *file) before(p *place, list []ast.Stmt, child inspector.Cursor, want string, v *types.Var, with []types.Object, last token.Pos) {
	for _, stmt := range list {
		if stmt.Pos() >= child.Node().Pos() {
			return
		}
		cond, ok := stmt.(*ast.IfStmt)
		if !ok || cond.Cond.Pos() < last || cond.Else != nil || !leaves(cond.Body) {
			continue
		}
		for _, part := range parts(cond.Cond, token.LOR) {
			if not, ok := part.(*ast.UnaryExpr); ok && not.Op == token.NOT && mentions(f.pkg.TypesInfo, not, v) {
				p.look("looked at: a condition before is about the error, and holds")
			}
		}
		if nilTest(cond.Cond, want, token.EQL) {
			p.nonNil = true
			if p.guard == "" {
				p.guard = "after a return for nil"
			}
		}
	}
}

// leaves reports whether control does not come out of a block at its end.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// condition reads one that was true, or false, on the way.
func (f *file) condition(p *place, cond ast.Expr, want string, v *types.Var, with []types.Object, isTrue bool, how string) {
	info := f.pkg.TypesInfo
	op, connective := token.NEQ, token.LAND
	if !isTrue {
		op, connective = token.EQL, token.LOR
	}
	for _, part := range parts(cond, connective) {
		switch {
		case nilTest(part, want, op):
			p.nonNil = true
			if p.guard == "" {
				p.guard = how
			}
		case nilTest(part, want, token.EQL), nilTest(part, want, token.NEQ):
		case v != nil && mentions(info, part, v):
			p.look("looked at: a condition on the way is about the error")
		case mentionsAny(info, part, with):
			p.look("looked at: a condition on the way is about what came with the error")
		case f.otherFailure(part, v, op):
			p.look("another failure decides")
		}
	}
}

// otherFailure reports whether a condition is that another error is not nil.
func (f *file) otherFailure(cond ast.Expr, v *types.Var, op token.Token) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != op || !isNil(b.Y) || !isError(f.pkg.TypesInfo.TypeOf(b.X)) {
		return false
	}
	id, ok := ast.Unparen(b.X).(*ast.Ident)
	if !ok {
		return false
	}
	other, ok := f.pkg.TypesInfo.Uses[id].(*types.Var)
	return ok && other != v
}

// parts returns the operands of a chain of && or ||.
func parts(e ast.Expr, op token.Token) []ast.Expr {
	var out []ast.Expr
	for stack := []ast.Expr{e}; len(stack) > 0; {
		e := ast.Unparen(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		if b, ok := e.(*ast.BinaryExpr); ok && b.Op == op {
			stack = append(stack, b.Y, b.X)
			continue
		}
		out = append(out, e)
	}
	return out
}

// nilTest reports whether e compares the expression with nil.
func nilTest(e ast.Expr, want string, op token.Token) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	return ok && b.Op == op && (isNil(b.Y) && types.ExprString(ast.Unparen(b.X)) == want || isNil(b.X) && types.ExprString(ast.Unparen(b.Y)) == want)
}

func isNil(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == "nil"
}

func mentions(info *types.Info, n ast.Node, v *types.Var) bool {
	return v != nil && mentionsAny(info, n, []types.Object{v})
}

func mentionsAny(info *types.Info, n ast.Node, objs []types.Object) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.Uses[id] != nil && slices.Contains(objs, info.Uses[id]) {
			found = true
		}
		return !found
	})
	return found
}

// assigned returns where the variable was last assigned before a position, and what was assigned with it.
func (f *file) assigned(c inspector.Cursor, v *types.Var, before token.Pos) (last token.Pos, with []types.Object) {
	if v == nil {
		return token.NoPos, nil
	}
	info := f.pkg.TypesInfo
	object := func(e ast.Expr) types.Object {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			return nil
		}
		if obj := info.Defs[id]; obj != nil {
			return obj
		}
		return info.Uses[id]
	}
	for d := range f.function(c).Preorder((*ast.AssignStmt)(nil), (*ast.RangeStmt)(nil)) {
		n := d.Node()
		if n.Pos() >= before {
			break
		}
		var lhs []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			lhs = n.Lhs
		case *ast.RangeStmt:
			lhs = []ast.Expr{n.Key, n.Value}
		}
		var others []types.Object
		hit := false
		for _, e := range lhs {
			if e == nil {
				continue
			}
			if obj := object(e); obj == types.Object(v) {
				hit = true
			} else if obj != nil && obj.Name() != "_" {
				others = append(others, obj)
			}
		}
		if hit {
			last, with = n.Pos(), others
		}
	}
	return last, with
}

// function returns the declaration around a node.
func (f *file) function(c inspector.Cursor) inspector.Cursor {
	out := c
	for d := range c.Enclosing((*ast.FuncDecl)(nil), (*ast.GenDecl)(nil)) {
		out = d
	}
	return out
}

func (f *file) isParam(c inspector.Cursor, v *types.Var) bool {
	for fn := range c.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		var params *ast.FieldList
		switch fn := fn.Node().(type) {
		case *ast.FuncDecl:
			params = fn.Type.Params
		case *ast.FuncLit:
			params = fn.Type.Params
		}
		for _, field := range params.List {
			for _, name := range field.Names {
				if f.pkg.TypesInfo.Defs[name] == types.Object(v) {
					return true
				}
			}
		}
	}
	return false
}

// ofTest reports whether a function around a node has a parameter of a type of package testing.
func (f *file) ofTest(c inspector.Cursor) bool {
	for fn := range c.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		var typ *ast.FuncType
		switch fn := fn.Node().(type) {
		case *ast.FuncDecl:
			typ = fn.Type
		case *ast.FuncLit:
			typ = fn.Type
		}
		for _, field := range typ.Params.List {
			t := f.pkg.TypesInfo.TypeOf(field.Type)
			if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
				t = ptr.Elem()
			}
			if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "testing" {
				return true
			}
		}
	}
	return false
}

// parsed returns a reason if the variable's last assignment is a call of one of the functions whose errors the
// rule exempts by default.
func (f *file) parsed(v *types.Var, last token.Pos) string {
	if v == nil || !last.IsValid() {
		return ""
	}
	reason := ""
	for c := range f.root.Preorder((*ast.AssignStmt)(nil)) {
		a := c.Node().(*ast.AssignStmt)
		if a.Pos() != last || len(a.Rhs) != 1 {
			continue
		}
		call, ok := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
		if !ok {
			continue
		}
		fn, ok := typeutil.Callee(f.pkg.TypesInfo, call).(*types.Func)
		if !ok || fn.Pkg() == nil {
			continue
		}
		switch path := fn.Pkg().Path(); {
		case f.neverFails(fn, call):
			reason = "no error at hand: the call never fails"
		case isParser(fn):
			reason = "an exempt cause: " + path
		case f.onlyParses(fn):
			reason = "an exempt cause: of a function that does no more than parse"
		case path == "context" && (fn.Name() == "Err" || fn.Name() == "Cause"):
			reason = "the error of a context"
		}
	}
	return reason
}

// A declaration is a function of the module, with its body.
type declaration struct {
	*ast.FuncDecl
	info *types.Info
}

// declared returns the declaration of a function of the module; false for others.
func (m *module) declared(fn *types.Func) (declaration, bool) {
	if m.decls == nil {
		m.decls = make(map[*types.Func]declaration)
		for _, p := range m.pkgs {
			for _, syntax := range p.Syntax {
				for _, d := range syntax.Decls {
					decl, ok := d.(*ast.FuncDecl)
					if !ok || decl.Body == nil {
						continue
					}
					if obj, ok := p.TypesInfo.Defs[decl.Name].(*types.Func); ok {
						m.decls[obj] = declaration{decl, p.TypesInfo}
					}
				}
			}
		}
	}
	d, ok := m.decls[fn.Origin()]
	return d, ok
}

// neverFails reports whether a call is one of a function of the module which returns nil, in so many words, as its error, or
// encodes plain data as JSON.
func (f *file) neverFails(fn *types.Func, call *ast.CallExpr) bool {
	if name := fn.FullName(); name == "encoding/json.Marshal" || name == "encoding/json.MarshalIndent" {
		return isPlain(f.pkg.TypesInfo.TypeOf(call.Args[0]))
	}
	d, ok := f.declared(fn)
	if !ok {
		return false
	}
	returns, never := 0, true
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			returns++
			never = never && len(n.Results) == fn.Signature().Results().Len() && len(n.Results) > 0 && isNil(n.Results[len(n.Results)-1])
		}
		return true
	})
	return never && returns > 0
}

// isPlain reports whether values of type t are numbers, texts and truths, or lists, tables and structs of such, without methods.
func isPlain(t types.Type) bool {
	var parts []types.Type
	seen := make(map[types.Type]bool)
	add := func(t types.Type) {
		if t = types.Unalias(t); !seen[t] {
			seen[t] = true
			parts = append(parts, t)
		}
	}
	add(t)
	for i := 0; i < len(parts); i++ {
		if named, ok := parts[i].(*types.Named); ok && named.NumMethods() > 0 {
			return false
		}
		switch u := parts[i].Underlying().(type) {
		case *types.Basic:
			if u.Info()&(types.IsInteger|types.IsString|types.IsBoolean) == 0 { // a float may be no number
				return false
			}
		case *types.Map:
			add(u.Key())
			add(u.Elem())
		case *types.Chan:
			return false // it has elements, but no form in JSON
		case interface{ Elem() types.Type }: // a pointer, a list
			add(u.Elem())
		case *types.Struct:
			for v := range u.Fields() {
				add(v.Type())
			}
		default:
			return false
		}
	}
	return true
}

// onlyParses reports whether all calls in a function of the module that may fail are of functions whose errors the rule exempts, or of
// functions of the module of which the same holds, or make errors of text.
func (f *file) onlyParses(fn *types.Func) bool {
	parses := false
	seen := map[*types.Func]bool{fn: true}
	fns := []*types.Func{fn}
	for i := 0; i < len(fns); i++ {
		d, ok := f.declared(fns[i])
		if !ok {
			return false
		}
		ast.Inspect(d.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			callee, ok := typeutil.Callee(d.info, call).(*types.Func)
			if !ok || callee.Pkg() == nil || seen[callee] {
				return true
			}
			results := callee.Signature().Results()
			switch {
			case results.Len() == 0 || !types.Identical(results.At(results.Len()-1).Type(), types.Universe.Lookup("error").Type()):
			case isParser(callee):
				parses = true
			case callee.FullName() != "fmt.Errorf" && callee.FullName() != "errors.New":
				seen[callee] = true
				fns = append(fns, callee)
			}
			return true
		})
	}
	return parses
}

// parsers are the packages and functions of wrapcause's default exempt-causes, as its page lists them.
var parsers = []string{
	"strconv", "time.Parse*", "fmt.Sscan*", "(encoding/json.Number)*", "net/url", "encoding/base64", "encoding/hex",
	"net.Parse*", "net.SplitHostPort", "net/netip", "net/mail.Parse*", "net/http.Parse*", "net/http.NewRequest*", "mime", "path.Match",
	"path/filepath.Match", "path/filepath.Glob", "regexp.Compile*", "regexp/syntax", "github.com/google/uuid", "github.com/gofrs/uuid*", "github.com/Masterminds/semver*",
	"github.com/blang/semver*", "github.com/hashicorp/go-version", "github.com/docker/go-units", "github.com/dustin/go-humanize",
	"k8s.io/apimachinery/pkg/util/version", "k8s.io/apimachinery/pkg/api/resource.Parse*", "k8s.io/utils/net.Parse*",
}

func isParser(fn *types.Func) bool {
	return slices.ContainsFunc(parsers, func(entry string) bool {
		prefix, pattern := strings.CutSuffix(entry, "*")
		return pattern && strings.HasPrefix(fn.FullName(), prefix) || entry == fn.FullName() || entry == fn.Pkg().Path()
	})
}

// sayers are packages whose functions say what is said of an error: that is no chain.
var sayers = []string{
	"log", "log/slog", "testing", "github.com/sirupsen/logrus", "go.uber.org/zap", "github.com/rs/zerolog", "k8s.io/klog/v2", "github.com/go-logr/logr",
	"go.opentelemetry.io/otel/trace", "github.com/hashicorp/go-hclog", "github.com/go-pkgz/lgr",
}

// fate says what becomes of an error that is made, and whether it leaves as an error, as far as that can be seen around.
func (f *file) fate(c inspector.Cursor) (leaves bool, fate string) {
	info := f.pkg.TypesInfo
	for up := c; ; {
		kind, _ := up.ParentEdge()
		up = up.Parent()
		switch n := up.Node().(type) {
		case *ast.ParenExpr, *ast.UnaryExpr, *ast.KeyValueExpr:
		case *ast.CompositeLit:
			fate = "in a literal, "
		case *ast.SelectorExpr:
			if n.Sel.Name == "Error" {
				return false, "made text at once"
			}
			return true, fate + "a method of it is called"
		case *ast.CallExpr:
			if kind == edge.CallExpr_Fun {
				return false, "made text at once"
			}
			if tv := info.Types[n.Fun]; tv.IsType() {
				continue
			}
			switch callee := typeutil.Callee(info, n).(type) {
			case *types.Builtin:
				if callee.Name() == "panic" {
					return false, "given to panic"
				}
				fate += callee.Name() + ", "
			case *types.Func:
				if callee.Pkg() != nil && (slices.Contains(sayers, callee.Pkg().Path()) ||
					callee.Pkg().Path() == "fmt" && !strings.HasPrefix(callee.Name(), "Errorf")) {
					return false, "said: given to " + callee.Pkg().Name()
				}
				if callee.Pkg() != nil && callee.Pkg() == f.pkg.Types {
					fate += "given to a function of the package, "
				} else {
					fate += "given to another package, "
				}
			default:
				fate += "given to a function value, "
			}
		case *ast.ReturnStmt:
			return true, fate + "returned"
		case *ast.AssignStmt:
			what := "assigned"
			if kind == edge.AssignStmt_Rhs && len(n.Lhs) == 1 {
				switch ast.Unparen(n.Lhs[0]).(type) {
				case *ast.SelectorExpr:
					what = "assigned to a field"
				case *ast.IndexExpr:
					what = "assigned to an element"
				case *ast.StarExpr:
					what = "assigned through a pointer"
				}
			}
			return true, fate + what
		case *ast.ValueSpec:
			return true, fate + "declared"
		case *ast.SendStmt:
			return true, fate + "sent"
		case *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt:
			return true, fate + "and no more"
		case ast.Stmt, nil:
			return true, fate + "otherwise"
		}
	}
}
