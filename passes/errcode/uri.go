package errcode

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/errlint/errlint/internal/codeflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/replyflow"
)

// uris reports problem details whose type is not the base followed by the code. It looks at literals, calls of functions that are given both,
// and assignments, where the code is not known.
func (c *checker) uris() {
	if c.o.URI == "" {
		return
	}
	c.builders()
	info := c.pass.TypesInfo
	isType, isCode := make(map[*types.Var]bool), make(map[*types.Var]bool) // the members type and code of structs for problem details
	see := func(t types.Type) bool {
		if t == nil || !replyflow.Envelope(t) {
			return false
		}
		isType[replyflow.Member(t, "type")] = true
		isCode[replyflow.Member(t, "code")] = true
		return true
	}
	var calls []*ast.CallExpr
	for _, file := range c.pass.Files {
		if c.inTest(file.FileStart) {
			continue
		}
		for cur := range inspector.New([]*ast.File{file}).Root().Preorder((*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil), (*ast.CallExpr)(nil)) {
			switch n := cur.Node().(type) {
			case *ast.CompositeLit:
				if !see(info.TypeOf(n)) {
					continue
				}
				var uri, code ast.Expr
				for f, value := range flow.Elements(info, n) {
					switch {
					case isType[f.Origin()]:
						uri = value
					case isCode[f.Origin()]:
						code = value
					}
				}
				c.uri(uri, code)
			case *ast.AssignStmt:
				for i, l := range n.Lhs {
					sel, _ := ast.Unparen(l).(*ast.SelectorExpr)
					if s := info.Selections[sel]; s != nil && see(s.Recv()) && isType[s.Obj().(*types.Var).Origin()] && len(n.Lhs) == len(n.Rhs) {
						c.uri(n.Rhs[i], nil)
					}
				}
			case *ast.CallExpr:
				calls = append(calls, n)
			}
		}
	}
	for _, call := range calls {
		fn, _ := typeutil.Callee(info, call).(*types.Func)
		if fn == nil || fn.Pkg() != c.pass.Pkg {
			continue
		}
		var uri, code ast.Expr
		params := fn.Origin().Signature().Params()
		for i := range min(len(call.Args), params.Len()) {
			switch {
			case c.codes.Reaches(params.At(i), isType):
				uri = call.Args[i]
			case c.codes.Reaches(params.At(i), isCode):
				code = call.Args[i]
			}
		}
		c.uri(uri, code)
	}
}

// uri reports what is wrong with the type of a problem, given its code. Both may be nil.
func (c *checker) uri(uri, code ast.Expr) {
	if uri == nil {
		return
	}
	known, isConst := flow.StringValue(c.pass.TypesInfo, code)
	if text, ok := flow.StringValue(c.pass.TypesInfo, uri); ok {
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
	from, isConst := flow.StringValue(c.pass.TypesInfo, base)
	if !ok {
		from, tail, ok = c.built(uri)
		isConst = from != ""
	}
	if !ok {
		return
	}
	if isConst && from != c.o.URI {
		c.report(uri, CategoryURI, fmt.Sprintf("the type of the problem begins with %q, and not with %s", from, c.o.URI))
		return
	}
	if code != nil && tail != nil && !c.sameValue(tail, code) {
		c.report(uri, CategoryURI, "the type of the problem does not end in its code")
	}
}

// split returns the two parts of a text such as base + code or fmt.Sprintf("%s%s", base, code). base is nil if the format itself begins with
// the configured base.
func (c *checker) split(e ast.Expr) (base, tail ast.Expr, ok bool) {
	switch x := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return x.X, x.Y, x.Op == token.ADD
	case *ast.CallExpr:
		if len(x.Args) == 0 {
			return nil, nil, false
		}
		switch format, _ := flow.StringValue(c.pass.TypesInfo, x.Args[0]); {
		case format == "%s%s" && len(x.Args) == 3:
			return x.Args[1], x.Args[2], true
		case format == c.o.URI+"%s" && len(x.Args) == 2:
			return nil, x.Args[1], true
		}
	}
	return nil, nil, false
}

// A builder is a fact: the function returns a base followed by one of its parameters.
type builder struct {
	Base  string // "" if it is not constant
	Param int    // the parameter's index; receiver or neither
}

const (
	receiver = -1 // what follows the base is the receiver
	neither  = -2 // it is something else
)

func (*builder) AFact() {}

func (b *builder) String() string { return fmt.Sprintf("builds(%s, param %d)", b.Base, b.Param) }

// builders finds the builders of the package, and exports them.
func (c *checker) builders() {
	c.builds = make(map[*types.Func]*builder)
	for fn := range c.m.Funcs() {
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			continue
		}
		if b := c.builder(obj); b != nil {
			c.builds[obj] = b
			if obj.Exported() {
				c.pass.ExportObjectFact(obj, b)
			}
		}
	}
}

// builder returns the builder that a function of the package is, or nil. Its only statement is the return.
func (c *checker) builder(fn *types.Func) *builder {
	decl := c.m.DeclOf(fn)
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 1 {
		return nil
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || !flow.IsString(c.pass.TypesInfo.TypeOf(ret.Results[0])) {
		return nil
	}
	base, tail, ok := c.split(ret.Results[0])
	if !ok {
		return nil
	}
	b := &builder{Param: neither}
	if b.Base = c.o.URI; base != nil {
		b.Base, _ = flow.StringValue(c.pass.TypesInfo, base)
	}
	if id, ok := c.unconverted(tail).(*ast.Ident); ok {
		sig, of := fn.Signature(), c.pass.TypesInfo.ObjectOf(id)
		if sig.Recv() != nil && of == sig.Recv() {
			b.Param = receiver
		}
		for i := range sig.Params().Len() {
			if of == sig.Params().At(i) {
				b.Param = i
			}
		}
	}
	return b
}

// built returns the parts of a text that is the result of a builder, of any package. tail is nil if it is not known.
func (c *checker) built(e ast.Expr) (base string, tail ast.Expr, ok bool) {
	call, isCall := ast.Unparen(e).(*ast.CallExpr)
	if !isCall {
		return "", nil, false
	}
	fn, isFunc := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if !isFunc {
		return "", nil, false
	}
	fn = fn.Origin()
	b := c.builds[fn]
	if b == nil {
		if b = new(builder); fn.Pkg() == c.pass.Pkg || !c.pass.ImportObjectFact(fn, b) {
			return "", nil, false
		}
	}
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	switch method := isSel && c.pass.TypesInfo.Selections[sel] != nil; {
	case b.Param == receiver && method && c.pass.TypesInfo.Selections[sel].Kind() == types.MethodVal:
		tail = sel.X
	case b.Param >= 0 && b.Param < len(call.Args) && (method || fn.Signature().Recv() == nil):
		tail = call.Args[b.Param]
	}
	return b.Base, tail, true
}

// unconverted returns an expression without its conversions.
func (c *checker) unconverted(e ast.Expr) ast.Expr { return codeflow.Unconverted(c.pass.TypesInfo, e) }

// sameValue reports whether two expressions are the same variable or field, or equal constants, apart from conversions. It returns true if
// it cannot tell.
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
