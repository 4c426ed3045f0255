package errcode

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint/internal/codeflow"
	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
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
		case named && int64(c.o.Table[name]) != n:
			c.report(d.name, CategoryTable, fmt.Sprintf("code %s is %d, and in the table %d", d.obj.Name(), n, c.o.Table[name]))
		case !named && valued:
			found[other] = true
			c.report(d.name, CategoryTable, fmt.Sprintf("code %s has the value that the table has for %s, %d", d.obj.Name(), other, n))
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
			c.report(home.name, CategoryTable, "there is no constant for "+list(missing)+" of the table")
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
			c.report(first.name, CategoryPublished, "there is no constant for "+list(missing)+", which is published")
		}
	}
}

// maxListed is how many names a message lists.
const maxListed = 5

func list(names []string) string {
	if len(names) > maxListed {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxListed], ", "), len(names)-maxListed)
	}
	return strings.Join(names, ", ")
}

// documented reports constants that have no comment.
func (c *checker) documented() {
	if !c.o.Documented {
		return
	}
	for _, d := range c.decls {
		if d.spec.Doc == nil && d.spec.Comment == nil && (d.group.Doc == nil || len(d.group.Specs) > 1) {
			c.report(d.name, CategoryDocumented, fmt.Sprintf("code %s has no comment that says what it means", d.obj.Name()))
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
				c.elements(n, field)
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

// elements calls visit for the fields that a struct literal sets.
func (c *checker) elements(lit *ast.CompositeLit, visit func(t types.Type, f *types.Var, value ast.Expr)) {
	t := c.pass.TypesInfo.TypeOf(lit)
	if t == nil {
		return
	}
	s, ok := types.Unalias(flow.Deref(t)).Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				if f, ok := c.pass.TypesInfo.Uses[key].(*types.Var); ok {
					visit(t, f, kv.Value)
				}
			}
		} else if i < s.NumFields() {
			visit(t, s.Field(i), elt)
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
	n, ok := types.Unalias(flow.Deref(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !c.m.OwnPackage(n.Obj().Pkg()) {
		return ""
	}
	for _, key := range []string{n.Obj().Pkg().Path() + "." + n.Obj().Name() + "." + f.Name(), n.Obj().Name() + "." + f.Name()} {
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

// uris reports problem details whose type is not the base and the code.
func (c *checker) uris() {
	if c.o.URI == "" {
		return
	}
	for _, file := range c.pass.Files {
		if c.inTest(file.FileStart) {
			continue
		}
		for cur := range inspector.New([]*ast.File{file}).Root().Preorder((*ast.CompositeLit)(nil)) {
			lit := cur.Node().(*ast.CompositeLit)
			t := c.pass.TypesInfo.TypeOf(lit)
			if t == nil || !replyflow.Envelope(t) {
				continue
			}
			var uri, code ast.Expr
			c.elements(lit, func(t types.Type, f *types.Var, value ast.Expr) {
				switch f.Origin() {
				case replyflow.Member(t, "type"):
					uri = value
				case replyflow.Member(t, "code"):
					code = value
				}
			})
			if uri != nil {
				c.uri(uri, code)
			}
		}
	}
}

// uri judges the type of one problem, beside its code, which may be nil.
func (c *checker) uri(uri, code ast.Expr) {
	value := func(e ast.Expr) (string, bool) {
		if e == nil {
			return "", false
		}
		v := c.pass.TypesInfo.Types[e].Value
		if v == nil || v.Kind() != constant.String {
			return "", false
		}
		return constant.StringVal(v), true
	}
	known, isConst := value(code)
	if text, ok := value(uri); ok {
		rest, has := strings.CutPrefix(text, c.o.URI)
		switch {
		case !has:
			c.report(uri, CategoryURI, fmt.Sprintf("the type of the problem, %q, does not begin with %s", text, c.o.URI))
		case isConst && rest != known:
			c.report(uri, CategoryURI, fmt.Sprintf("the type of the problem, %q, is not %s and its code, %s", text, c.o.URI, known))
		case !isConst && code != nil:
			c.report(uri, CategoryURI, fmt.Sprintf("the type of the problem is always %q, whatever its code", text))
		}
		return
	}
	base, tail, ok := c.split(uri)
	if !ok {
		base, tail, ok = c.built(uri)
	}
	if !ok {
		return
	}
	if text, ok := value(base); ok && text != c.o.URI {
		c.report(uri, CategoryURI, fmt.Sprintf("the type of the problem begins with %q, and not with %s", text, c.o.URI))
		return
	}
	if code != nil && tail != nil && !c.sameValue(tail, code) {
		c.report(uri, CategoryURI, "the type of the problem does not end in its code")
	}
}

// split returns the parts of a text of two: of base + code, or of fmt.Sprintf("%s%s", base, code). Base is nil where the format has the
// one of the options.
func (c *checker) split(e ast.Expr) (base, tail ast.Expr, ok bool) {
	switch x := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return x.X, x.Y, x.Op == token.ADD
	case *ast.CallExpr:
		if !computes(x) || len(x.Args) == 0 {
			return nil, nil, false
		}
		if v := c.pass.TypesInfo.Types[x.Args[0]].Value; v != nil && v.Kind() == constant.String {
			switch format := constant.StringVal(v); {
			case format == "%s%s" && len(x.Args) == 3:
				return x.Args[1], x.Args[2], true
			case format == c.o.URI+"%s" && len(x.Args) == 2:
				return nil, x.Args[1], true
			}
		}
	}
	return nil, nil, false
}

// built returns the parts of a text that a function or method of the package makes of a base and what it is given, in its one statement.
func (c *checker) built(e ast.Expr) (base, tail ast.Expr, ok bool) {
	call, isCall := ast.Unparen(e).(*ast.CallExpr)
	if !isCall {
		return nil, nil, false
	}
	fn, isFunc := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if !isFunc || fn.Pkg() != c.pass.Pkg {
		return nil, nil, false
	}
	decl := c.m.DeclOf(fn.Origin())
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 1 {
		return nil, nil, false
	}
	ret, isReturn := decl.Body.List[0].(*ast.ReturnStmt)
	if !isReturn || len(ret.Results) != 1 {
		return nil, nil, false
	}
	base, tail, ok = c.split(ret.Results[0])
	if !ok {
		return nil, nil, false
	}
	id, isIdent := c.unconverted(tail).(*ast.Ident)
	if !isIdent {
		return base, nil, true
	}
	sig := fn.Origin().Signature()
	of := c.pass.TypesInfo.ObjectOf(id)
	if sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr); isSel && sig.Recv() != nil && of == sig.Recv() {
		return base, sel.X, true
	}
	for i := range min(sig.Params().Len(), len(call.Args)) {
		if of == sig.Params().At(i) {
			return base, call.Args[i], true
		}
	}
	return base, nil, true
}

// unconverted returns an expression without its conversions.
func (c *checker) unconverted(e ast.Expr) ast.Expr {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok || len(call.Args) != 1 || !c.pass.TypesInfo.Types[call.Fun].IsType() {
			return ast.Unparen(e)
		}
		e = call.Args[0]
	}
}

// sameValue reports whether two expressions are the same variable or field, or equal constants, but for conversions. What is not
// told by that may be the same.
func (c *checker) sameValue(a, b ast.Expr) bool {
	a, b = c.unconverted(a), c.unconverted(b)
	va, vb := c.pass.TypesInfo.Types[a].Value, c.pass.TypesInfo.Types[b].Value
	if va != nil && vb != nil {
		return va.Kind() == vb.Kind() && constant.Compare(va, token.EQL, vb)
	}
	x, ok := a.(*ast.Ident)
	y, ok2 := b.(*ast.Ident)
	if ok && ok2 {
		return c.pass.TypesInfo.ObjectOf(x) == c.pass.TypesInfo.ObjectOf(y)
	}
	return true
}
