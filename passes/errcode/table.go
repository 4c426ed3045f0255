package errcode

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/errlint/errlint/internal/codeflow"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/prose"
	"github.com/errlint/errlint/internal/replyflow"
)

// words returns the words of a name, in lower case and with hyphens, less those that say no more than that it is a code.
func words(name string) string {
	var out []string
	var word []rune
	end := func() {
		switch w := strings.ToLower(string(word)); w {
		case "", "code", "codes", "err", "error", "errors", "jsonrpc", "json", "rpc":
		default:
			out = append(out, w)
		}
		word = nil
	}
	rs := []rune(name)
	for i, r := range rs {
		switch {
		case r == '_' || r == '-' || r == ' ':
			end()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(rs[i-1]) || unicode.IsUpper(rs[i-1]) && i+1 < len(rs) && unicode.IsLower(rs[i+1])):
			end()
		}
		word = append(word, r)
	}
	end()
	return strings.Join(out, "-")
}

// tables compares the constants with the table and with the published codes.
func (c *checker) tables() {
	byWords := make(map[string]string) // of the names in the table
	byValue := make(map[int64]string)
	for _, name := range slices.Sorted(maps.Keys(c.o.Table)) {
		byWords[words(name)] = name
		byValue[int64(c.o.Table[name])] = name
	}
	found := make(map[string]bool)
	var home *declared // the first constant of the table that the package declares
	declares := 0
	for i, d := range c.decls {
		n, ok := integer(d.obj.Val())
		if !ok {
			continue
		}
		name, named := byWords[words(d.obj.Name())]
		if named {
			found[name] = true
			if declares++; home == nil {
				home = &c.decls[i]
			}
		}
		other, valued := byValue[n]
		switch {
		case named && int64(c.o.Table[name]) != n && !deprecated(d):
			c.report(d.name, CategoryTable, fmt.Sprintf("code %s is %d, and in the table %d", d.obj.Name(), n, c.o.Table[name]))
		case !named && valued:
			found[other] = true
			if !d.known {
				c.report(d.name, CategoryTable, fmt.Sprintf("code %s has the value that the table has for %s, %d", d.obj.Name(), other, n))
			}
		}
	}
	if declares > 1 {
		var missing []string
		for _, name := range slices.Sorted(maps.Keys(c.o.Table)) {
			// An SDK has constants for the standard ones.
			if !found[name] && !standard[int64(c.o.Table[name])] && !c.words[words(name)] {
				missing = append(missing, fmt.Sprintf("%s (%d)", name, c.o.Table[name]))
			}
		}
		if missing != nil {
			c.report(home.name, CategoryTable, "there is no constant for "+prose.List(missing, "and")+" of the table")
		}
	}

	var first *declared
	declares = 0
	have := make(map[string]bool)
	for i, d := range c.decls {
		if d.obj.Val().Kind() != constant.String {
			continue
		}
		have[constant.StringVal(d.obj.Val())] = true
		if slices.Contains(c.o.Published, constant.StringVal(d.obj.Val())) {
			if declares++; first == nil {
				first = &c.decls[i]
			}
		}
	}
	if declares > 1 {
		var missing []string
		for _, code := range c.o.Published {
			if !have[code] && c.values[fmt.Sprintf("%q", code)] == nil {
				missing = append(missing, code)
			}
		}
		if missing != nil {
			is := map[bool]string{true: "is", false: "are"}[len(missing) == 1]
			c.report(first.name, CategoryPublished, fmt.Sprintf("there is no constant for %s, which %s published", prose.List(missing, "and"), is))
		}
	}
}

// deprecated reports whether the comment of a constant says that it is not to be used.
func deprecated(d declared) bool {
	for _, doc := range []*ast.CommentGroup{d.spec.Doc, d.spec.Comment, d.group.Doc} {
		if doc != nil && strings.Contains(doc.Text(), "Deprecated:") {
			return true
		}
	}
	return false
}

// closed reports values that a field or type with a closed set of them must not have.
func (c *checker) closed() {
	if len(c.o.Allowed) == 0 {
		return
	}
	judge := func(key string, e ast.Expr, what string) {
		tv := c.pass.TypesInfo.Types[e]
		if c.inTest(e.Pos()) {
			return
		}
		allowed := c.o.Allowed[key]
		switch {
		case tv.Value != nil && tv.Value.Kind() == constant.String:
			if v := constant.StringVal(tv.Value); v != "" && !slices.Contains(allowed, v) {
				c.report(e, CategoryAllowed, fmt.Sprintf("%s is %q, which is none of %s", what, v, strings.Join(allowed, ", ")))
			}
		case tv.Value == nil && computes(e):
			c.report(e, CategoryAllowed, fmt.Sprintf("%s is put together, and must be one of %s", what, strings.Join(allowed, ", ")))
		}
	}
	field := func(t types.Type, f *types.Var, value ast.Expr) {
		if key := c.closedField(t, f); key != "" && flow.IsString(f.Type()) {
			judge(key, value, "field "+f.Name())
		}
	}
	for _, file := range c.pass.Files {
		for cur := range inspector.New([]*ast.File{file}).Root().Preorder((*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
			switch n := cur.Node().(type) {
			case *ast.CompositeLit:
				for f, value := range flow.Elements(c.pass.TypesInfo, n) {
					field(c.pass.TypesInfo.TypeOf(n), f, value)
				}
			case *ast.AssignStmt:
				for i, l := range n.Lhs {
					sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
					if s := c.pass.TypesInfo.Selections[sel]; ok && s != nil && s.Kind() == types.FieldVal && len(n.Lhs) == len(n.Rhs) {
						field(s.Recv(), s.Obj().(*types.Var), n.Rhs[i])
					}
				}
			case *ast.ValueSpec:
				for i, name := range n.Names {
					obj, ok := c.pass.TypesInfo.Defs[name].(*types.Const)
					if !ok || i >= len(n.Values) {
						continue
					}
					if key := c.closedType(obj.Type()); key != "" {
						judge(key, n.Values[i], "constant "+obj.Name())
					}
				}
			}
		}
	}
}

// computes reports whether a text is made of others where it stands.
func computes(e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return true
	case *ast.CallExpr:
		sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr)
		return ok && strings.HasPrefix(sel.Sel.Name, "Sprint")
	}
	return false
}

// closedField returns the key of the option allowed that a field has; "" if it has none.
func (c *checker) closedField(t types.Type, f *types.Var) string {
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
	// A member of what tells of an error: an error itself, problem details, or what has a code.
	if !errflow.IsError(n) && !errflow.IsError(types.NewPointer(n)) && !replyflow.Envelope(n) && !c.hasCode(n) {
		return ""
	}
	for _, key := range slices.Sorted(maps.Keys(c.o.Allowed)) {
		if replyflow.Member(n, key) == f.Origin() {
			return key
		}
	}
	return ""
}

// hasCode reports whether a field of a struct holds codes.
func (c *checker) hasCode(n *types.Named) bool {
	s, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if c.codes.Var(f)&(codeflow.Own|codeflow.JSONRPC) != 0 {
			return true
		}
	}
	return false
}

// closedType returns the key of the option allowed that a defined type of the module has; "" if it has none.
func (c *checker) closedType(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !c.m.OwnPackage(n.Obj().Pkg()) {
		return ""
	}
	for _, key := range []string{n.Obj().Pkg().Path() + "." + n.Obj().Name(), n.Obj().Name()} {
		if c.o.Allowed[key] != nil {
			return key
		}
	}
	return ""
}
