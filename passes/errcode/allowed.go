package errcode

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint/internal/codeflow"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/replyflow"
	"github.com/errlint/errlint/internal/toolflow"
)

// closed reports values that the option does not allow for a field, type or member.
func (c *checker) closed() {
	if len(c.o.Allowed) == 0 {
		return
	}
	fields, keys := make(map[*types.Var]bool), make(map[*types.Var]string) // the fields with a key in the option, and their keys
	field := func(t types.Type, f *types.Var, value ast.Expr, inReply bool) {
		key := c.closedField(t, f, inReply)
		if key == "" || !flow.IsString(f.Type()) {
			return
		}
		if c.closedType(f.Type()) == "" {
			fields[f.Origin()], keys[f.Origin()] = true, key
		}
		if !c.inTest(value.Pos()) && c.computed(value) {
			c.report(value, CategoryAllowed, fmt.Sprintf("field %s is computed, and must be one of %s", f.Name(), strings.Join(c.o.Allowed[key], ", ")))
		}
	}
	for _, file := range c.pass.Files {
		for cur := range inspector.New([]*ast.File{file}).Root().Preorder() {
			switch n := cur.Node().(type) {
			case *ast.CompositeLit:
				inReply := c.inReply(cur)
				for f, value := range flow.Elements(c.pass.TypesInfo, n) {
					field(c.pass.TypesInfo.TypeOf(n), f, value, inReply)
				}
				if entries := codeflow.Entries(c.pass.TypesInfo, n); inReply {
					for _, key := range slices.Sorted(maps.Keys(c.o.Allowed)) {
						if value := entries[key]; value != nil {
							c.judgeValue(key, value, "member "+key)
						}
					}
				}
			case *ast.AssignStmt:
				for i, l := range n.Lhs {
					sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
					if s := c.pass.TypesInfo.Selections[sel]; ok && s != nil && s.Kind() == types.FieldVal && len(n.Lhs) == len(n.Rhs) {
						field(s.Recv(), s.Obj().(*types.Var), n.Rhs[i], false)
					}
				}
			case ast.Expr:
				c.closedValue(cur, n)
			}
		}
	}
	for value, f := range c.codes.Into(fields) {
		c.judgeValue(keys[f], value, "field "+f.Name())
	}
}

// judgeValue reports a constant text that is not allowed for a key. The empty text stands for no value, and is allowed.
func (c *checker) judgeValue(key string, e ast.Expr, what string) {
	v, ok := flow.StringValue(c.pass.TypesInfo, e)
	if allowed := c.o.Allowed[key]; ok && v != "" && !slices.Contains(allowed, v) && !c.inTest(e.Pos()) {
		c.report(e, CategoryAllowed, fmt.Sprintf("%s is %q, which is none of %s", what, v, strings.Join(allowed, ", ")))
	}
}

// closedValue judges an expression that is a constant of a closed type. It leaves out parts of constants, names of constants of the type, and
// what is only compared with a value from elsewhere.
func (c *checker) closedValue(cur inspector.Cursor, e ast.Expr) {
	info := c.pass.TypesInfo
	if info.Types[e].Value == nil {
		return
	}
	key := c.closedType(info.TypeOf(e))
	if key == "" {
		return
	}
	switch up := cur.Parent().Node().(type) {
	case *ast.CaseClause:
		return
	case *ast.BinaryExpr:
		if up.Op == token.EQL || up.Op == token.NEQ || info.Types[up].Value != nil {
			return
		}
	case ast.Expr:
		if info.Types[up].Value != nil {
			return
		}
	}
	if obj, ok := flow.Used(info, c.unconverted(e)).(*types.Const); ok && c.closedType(obj.Type()) == key {
		return
	}
	c.judgeValue(key, e, types.TypeString(info.TypeOf(e), func(*types.Package) string { return "" }))
}

// computed reports whether a text is made in place: of other texts, or by a function of another module.
func (c *checker) computed(e ast.Expr) bool {
	if c.pass.TypesInfo.Types[e].Value != nil {
		return false
	}
	switch x := c.unconverted(e).(type) {
	case *ast.BinaryExpr:
		return true
	case *ast.CallExpr:
		fn, ok := typeutil.Callee(c.pass.TypesInfo, x).(*types.Func)
		return ok && fn.Pkg() != nil && !c.m.OwnPackage(fn.Pkg()) && fn.Signature().Recv() == nil && fn.Signature().TypeParams().Len() == 0
	}
	return false
}

// inReply reports whether a literal is part of a literal of problem details or of a JSON-RPC error, which tell a client of an error, or is
// given to a function together with a JSON-RPC code.
func (c *checker) inReply(cur inspector.Cursor) bool {
	for up := range cur.Enclosing() {
		switch n := up.Node().(type) {
		case *ast.KeyValueExpr, *ast.UnaryExpr:
		case *ast.CompositeLit:
			if up == cur {
				continue
			}
			t := c.pass.TypesInfo.TypeOf(n)
			entries := codeflow.Entries(c.pass.TypesInfo, n)
			if t != nil && c.isWire(t) || entries["jsonrpc"] != nil && entries["error"] != nil {
				return true
			}
		case *ast.CallExpr:
			return slices.ContainsFunc(c.codes.Uses, func(u codeflow.Use) bool { return u.Kind&codeflow.JSONRPC != 0 && slices.Contains(n.Args, u.Expr) })
		default:
			return false
		}
	}
	return false
}

// isWire reports whether a type is sent to clients for an error.
func (c *checker) isWire(t types.Type) bool {
	code, _ := toolflow.RPCError(t)
	return code != nil || c.codes.IsEnvelope(t)
}

// closedField returns the key of a field in option allowed, or "". inReply means that the field is set in the literal of a reply.
func (c *checker) closedField(t types.Type, f *types.Var, inReply bool) string {
	n := flow.Named(t)
	if n == nil || !c.m.OwnPackage(n.Obj().Pkg()) {
		return ""
	}
	for _, key := range []string{flow.QualifiedName(n) + "." + f.Name(), n.Obj().Name() + "." + f.Name()} {
		if c.o.Allowed[key] != nil {
			return key
		}
	}
	if c.closedType(f.Type()) != "" {
		return c.closedType(f.Type())
	}
	for _, key := range slices.Sorted(maps.Keys(c.o.Allowed)) {
		if replyflow.Member(n, key) == f.Origin() && (inReply || c.tells(n)) {
			return key
		}
	}
	return ""
}

// tells reports whether a type tells of an error: it is an error, has a code, or is sent to clients for an error, alone or in another type.
func (c *checker) tells(n *types.Named) bool {
	if errflow.IsError(n) || errflow.IsError(types.NewPointer(n)) || c.isWire(n) || c.hasCode(n) {
		return true
	}
	for obj := range flow.Types(n.Obj().Pkg()) {
		if s := flow.Struct(obj.Type()); s != nil && c.isWire(obj.Type()) {
			for f := range s.Fields() {
				if types.Identical(flow.Deref(f.Type()), n) {
					return true
				}
			}
		}
	}
	return false
}

// hasCode reports whether a field of a struct holds codes.
func (c *checker) hasCode(n *types.Named) bool {
	s, ok := n.Underlying().(*types.Struct)
	return ok && slices.ContainsFunc(slices.Collect(s.Fields()), func(f *types.Var) bool {
		return c.codes.Var(f)&(codeflow.Own|codeflow.JSONRPC) != 0
	})
}

// closedType returns the key of a defined type of the module in option allowed, or "".
func (c *checker) closedType(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !c.m.OwnPackage(n.Obj().Pkg()) {
		return ""
	}
	for _, key := range []string{flow.QualifiedName(n), n.Obj().Name()} {
		if c.o.Allowed[key] != nil {
			return key
		}
	}
	return ""
}
