package errcode

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint/internal/codeflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/importedit"
	"github.com/errlint/errlint/internal/toolflow"
)

// standard has the codes that JSON-RPC itself defines.
var standard = map[int64]bool{-32700: true, -32600: true, -32601: true, -32602: true, -32603: true}

// protocol finds the constants of the packages of the protocol that the package depends on.
func (c *checker) protocol() {
	c.sdk = make(map[int64]bool)
	for _, pkg := range typeutil.Dependencies(c.pass.Pkg) {
		if !isProtocol(pkg) {
			continue
		}
		if pkg != c.pass.Pkg && isSDK(pkg) {
			c.mcp = true
		}
		if pkg == c.pass.Pkg && !isSDK(pkg) {
			continue // it has an error object of its own, and its codes are to be judged
		}
		for obj := range flow.Consts(pkg) {
			if n, ok := flow.IntValue(obj.Val()); ok {
				c.sdk[n] = true
			}
		}
	}
	if c.mcp {
		c.pass.ExportPackageFact(new(speaksMCP))
	}
}

// speaksMCP marks packages that import an SDK of MCP.
type speaksMCP struct{}

func (*speaksMCP) AFact()         {}
func (*speaksMCP) String() string { return "speaks MCP" }

// isSDK reports whether a package is an MCP SDK: it declares the result of a tool.
func isSDK(pkg *types.Package) bool {
	obj, ok := pkg.Scope().Lookup("CallToolResult").(*types.TypeName)
	return ok && toolflow.ErrorFlag(obj.Type()) != nil
}

// isProtocol reports whether a package is an SDK, or declares the error object of JSON-RPC.
func isProtocol(pkg *types.Package) bool {
	if isSDK(pkg) {
		return true
	}
	for _, name := range []string{"Error", "WireError", "JSONRPCErrorDetails"} {
		if obj, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok {
			if code, _ := toolflow.RPCError(obj.Type()); code != nil {
				return true
			}
		}
	}
	return false
}

// byMCP is what is wrong with a value that only MCP reserves.
const byMCP = "is reserved by MCP, which does not define it"

// reserved returns why a JSON-RPC code of the module must not have a value, as a clause, or "" if it may.
func (c *checker) reserved(v constant.Value, kind codeflow.Kind) string {
	n, ok := flow.IntValue(v)
	switch {
	case !ok || kind&codeflow.JSONRPC == 0 || standard[n] || c.sdk[n]:
	case n >= -32899 && n <= -32800: // the codes of the language server protocol
	case n >= -32768 && n <= -32100:
		return "is reserved by JSON-RPC, which does not define it"
	case c.mcp && n >= -32099 && n <= -32020:
		return byMCP
	}
	return ""
}

// literal reports a literal that is written for a code if a constant with its value is available, or if the option asks for all literals. It
// reports whether there is such a constant: then the value is judged there.
func (c *checker) literal(u codeflow.Use) bool {
	if u.Const != nil || isSDK(c.pass.Pkg) {
		return false
	}
	d := analysis.Diagnostic{Pos: u.Expr.Pos(), End: u.Expr.End(), Category: CategoryLiteral}
	found := c.constantFor(u)
	switch {
	case len(found) > 0:
		name := found[0].Name()
		if pkg := found[0].Pkg(); pkg != c.pass.Pkg {
			name = pkg.Name() + "." + name
		}
		d.Message = fmt.Sprintf("the code %s is written as a literal: it is the constant %s", text(u.Value), name)
		if len(found) == 1 {
			d.SuggestedFixes = c.name(u, found[0])
		}
	case c.o.Literals == "all" && !u.Compared:
		d.Message = fmt.Sprintf("the code %s is written as a literal: give it a constant", text(u.Value))
	default:
		return false
	}
	c.reporter.Report(d)
	return len(found) > 0
}

// constantFor returns the constants that can replace a literal: those of the code's type or else the codes of the package itself or else those
// of an imported package of the protocol. Of several such packages, the one whose field or parameter takes the code is preferred.
func (c *checker) constantFor(u codeflow.Use) []*types.Const {
	t := c.pass.TypesInfo.TypeOf(u.Expr)
	var out []*types.Const
	add := func(pkg *types.Package, is func(*types.Const) bool) {
		for obj := range flow.Consts(pkg) {
			if pkg != c.pass.Pkg && !obj.Exported() || c.inTest(obj.Pos()) {
				continue
			}
			basic, untyped := obj.Type().(*types.Basic)
			untyped = untyped && basic.Info()&types.IsUntyped != 0
			if obj.Val().Kind() == u.Value.Kind() && constant.Compare(obj.Val(), token.EQL, u.Value) && (untyped || types.Identical(obj.Type(), t)) && is(obj) {
				out = append(out, obj)
			}
		}
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		add(n.Obj().Pkg(), func(obj *types.Const) bool { return types.Identical(obj.Type(), t) })
	}
	if len(out) == 0 {
		add(c.pass.Pkg, func(obj *types.Const) bool { return c.codes.Const(obj)&u.Kind != 0 })
	}
	if len(out) == 0 && u.Kind&codeflow.JSONRPC != 0 {
		imports := slices.Clone(c.pass.Pkg.Imports())
		slices.SortStableFunc(imports, func(a, b *types.Package) int { return cmp.Compare(near(b, u.Of), near(a, u.Of)) })
		for _, imp := range imports {
			if isProtocol(imp) && len(out) == 0 {
				add(imp, func(obj *types.Const) bool { return constant.Sign(obj.Val()) < 0 })
			}
		}
	}
	return out
}

// near returns how near a package is to another: 2 if it is the same, 1 if it has an alias for one of the other's types, as is common for
// internal packages, and 0 otherwise.
func near(pkg, of *types.Package) int {
	if pkg == of {
		return 2
	}
	for _, name := range pkg.Scope().Names() {
		if obj, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && obj.IsAlias() {
			if n := flow.Named(obj.Type()); n != nil && n.Obj().Pkg() == of {
				return 1
			}
		}
	}
	return 0
}

// name returns the fix that replaces a literal by a constant.
func (c *checker) name(u codeflow.Use, obj *types.Const) []analysis.SuggestedFix {
	name := obj.Name()
	var edits []analysis.TextEdit
	if pkg := obj.Pkg(); pkg != c.pass.Pkg {
		as, more, ok := importedit.Use(c.pass, pkg.Path(), pkg.Name(), u.Expr.Pos())
		if !ok {
			return nil
		}
		name, edits = as+"."+name, more
	} else if scope := c.pass.Pkg.Scope().Innermost(u.Expr.Pos()); scope != nil {
		if _, found := scope.LookupParent(name, u.Expr.Pos()); found != obj {
			return nil // the name means something else here
		}
	}
	return []analysis.SuggestedFix{{
		Message:   "Write " + name,
		TextEdits: append(edits, analysis.TextEdit{Pos: u.Expr.Pos(), End: u.Expr.End(), NewText: []byte(name)}),
	}}
}

// duplicates reports constants with the value of another one of the same type in the package. With unique: module, the other one may be any
// code that the package can see.
func (c *checker) duplicates() {
	type key struct {
		typ   types.Type
		value string
	}
	first := make(map[key]declared)
	for _, d := range c.decls {
		if d.known || !c.isLiteral(d.value) {
			continue
		}
		k := key{nil, text(d.obj.Val())}
		n, _ := flow.IntValue(d.obj.Val())
		module := c.o.Unique == "module" && !standard[n]
		if !module {
			named, ok := types.Unalias(d.obj.Type()).(*types.Named)
			if !ok || named.Obj().Pkg() != c.pass.Pkg {
				continue
			}
			k.typ = named
		}
		var of string
		var related []analysis.RelatedInformation
		if other, ok := first[k]; ok {
			of = other.obj.Name()
			related = append(related, analysis.RelatedInformation{Pos: other.name.Pos(), End: other.name.End(), Message: of + " is declared here"})
		} else if first[k] = d; module && len(c.values[k.value]) > 0 {
			of = c.values[k.value][0]
		} else {
			continue
		}
		c.report(d.name, CategoryDuplicate, fmt.Sprintf("code %s has the value of %s, %s: two errors cannot be told apart by it", d.obj.Name(), of, k.value), related...)
	}
}

// isLiteral reports whether the expression that declares a constant names no other constant, except iota.
func (c *checker) isLiteral(e ast.Expr) bool {
	own := true
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			obj, isConst := c.pass.TypesInfo.Uses[id].(*types.Const)
			own = own && !(isConst && obj.Pkg() != nil)
		}
		return own
	})
	return own
}
