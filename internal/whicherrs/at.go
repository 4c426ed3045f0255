package whicherrs

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"hash/fnv"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// At returns an analyzer that reports a [Table] with a single function, which stands for the expression at a place of a
// file, given by its absolute name. It is the innermost expression that is an error, or a call that returns one, or a
// function that is named there. If there is none, the analyzer reports nothing.
func At(file string, line, column int) *analysis.Analyzer {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%d\n%d", file, line, column)
	name := fmt.Sprintf("%s_at_%x", Analyzer.Name, h.Sum64()) // what is kept is kept by the name
	return newAnalyzer(name, "tell which errors an expression may be", func(c *collector) (token.Pos, string, error) {
		for _, f := range c.pass.Files {
			tok := c.pass.Fset.File(f.FileStart)
			if filepath.Clean(tok.Name()) != file || line < 1 || line > tok.LineCount() {
				continue
			}
			pos := tok.LineStart(line) + token.Pos(max(column, 1)-1)
			if found, ok := c.at(f, pos); ok {
				return pos, (&Table{Path: c.pass.Pkg.Path(), Funcs: []Func{found}}).Encode(), nil
			}
		}
		return token.NoPos, "", nil
	})
}

// at returns the expression at a place, as a function that returns it.
func (c *collector) at(file *ast.File, pos token.Pos) (Func, bool) {
	var path []ast.Node // from the file to the innermost
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || pos >= n.End() {
			return false
		}
		path = append(path, n)
		return true
	})
	for i, n := range slices.Backward(path) {
		switch n := n.(type) {
		case *ast.Ident:
			switch obj := cmp.Or(c.pass.TypesInfo.Uses[n], c.pass.TypesInfo.Defs[n]).(type) {
			case *types.Func:
				if fn := c.m.Func(obj); fn != nil && c.pass.TypesInfo.Defs[n] != nil {
					return c.function(fn), true
				}
			case *types.Var:
				if errflow.IsError(obj.Type()) {
					if v, b := c.variable(path[:i], n, obj); v != nil {
						return c.value(n.Name, n.Pos(), v, b), true
					}
				}
			}
		case *ast.CallExpr:
			if v := c.called(path[:i], n); v != nil {
				return c.value(types.ExprString(n), n.Pos(), v, nil), true
			}
		}
	}
	return Func{}, false
}

// value returns a value in a block, as a function that returns it.
func (c *collector) value(name string, pos token.Pos, v ssa.Value, b *ssa.BasicBlock) Func {
	f := Func{ID: expression, Name: name, At: c.place(pos), Fails: true}
	c.fill(&f, c.m.ErrorsAt(v, b), nil, func(part errflow.Part, a errflow.Atom) []Way { return c.told(c.m.WaysTo(v, b, part, a)) })
	return f
}

// in returns the function whose body a path of syntax nodes leads into, nil if there is none.
func (c *collector) in(path []ast.Node) *ssa.Function {
	for _, n := range slices.Backward(path) {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			for fn := range c.m.Funcs() {
				if fn.Syntax() == n {
					return fn
				}
			}
		}
	}
	return nil
}

// called returns the error that a call returns, nil if it returns none.
func (c *collector) called(path []ast.Node, expr *ast.CallExpr) ssa.Value {
	fn := c.in(path)
	if fn == nil {
		return nil
	}
	for call := range flow.InstrsOf[*ssa.Call](fn) {
		if call.Common().Pos() == expr.Lparen && len(errflow.ErrorResults(call.Common().Signature())) > 0 {
			return errorResult(call)
		}
	}
	return nil
}

// variable returns the value of a variable at an identifier: the value that is returned, compared or passed there, or
// else what was assigned last before it in the source.
func (c *collector) variable(path []ast.Node, ident *ast.Ident, obj *types.Var) (ssa.Value, *ssa.BasicBlock) {
	fn := c.in(path)
	if fn == nil || len(path) == 0 {
		return nil, nil
	}
	var found ssa.Value
	var in *ssa.BasicBlock
	parent := path[len(path)-1]
	for instr := range flow.Instrs(fn) {
		var operands []ssa.Value
		switch instr := instr.(type) {
		case *ssa.Return:
			if ret, ok := parent.(*ast.ReturnStmt); ok && instr.Pos() == ret.Return {
				if i := slices.Index(ret.Results, ast.Expr(ident)); i >= 0 && i < len(instr.Results) {
					operands = []ssa.Value{instr.Results[i]}
				}
			}
		case *ssa.BinOp:
			if cond, ok := parent.(*ast.BinaryExpr); ok && instr.Pos() == cond.OpPos {
				operands = []ssa.Value{instr.X}
				if cond.Y == ast.Expr(ident) {
					operands = []ssa.Value{instr.Y}
				}
			}
		case ssa.CallInstruction:
			if call, ok := parent.(*ast.CallExpr); ok && instr.Common().Pos() == call.Lparen {
				if i := slices.Index(call.Args, ast.Expr(ident)); i >= 0 {
					operands = argument(instr.Common(), i)
				}
			}
		}
		if len(operands) > 0 {
			found, in = operands[0], instr.Block()
		}
	}
	if found != nil {
		return found, in
	}
	var last *ast.CallExpr
	var body ast.Node = fn.Syntax()
	ast.Inspect(body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || assign.Pos() > ident.Pos() {
			return true
		}
		for i, lhs := range assign.Lhs {
			id, ok := lhs.(*ast.Ident)
			if !ok || c.pass.TypesInfo.Defs[id] != obj && c.pass.TypesInfo.Uses[id] != obj {
				continue
			}
			rhs := assign.Rhs[0]
			if len(assign.Rhs) == len(assign.Lhs) {
				rhs = assign.Rhs[i]
			}
			if call, ok := ast.Unparen(rhs).(*ast.CallExpr); ok {
				last = call
			}
		}
		return true
	})
	if last == nil {
		return nil, nil
	}
	return c.called(path, last), nil
}

// argument returns argument i of a call as written: without the receiver, and with variadic arguments one by one.
func argument(call *ssa.CallCommon, i int) []ssa.Value {
	sig := call.Signature()
	args := call.Args
	if !call.IsInvoke() && sig.Recv() != nil && len(args) > 0 {
		args = args[1:]
	}
	if n := sig.Params().Len(); sig.Variadic() && i >= n-1 && len(args) == n {
		if vals, ok := flow.Variadic(args[n-1]); ok && i-(n-1) < len(vals) {
			return []ssa.Value{vals[i-(n-1)]}
		}
		return nil
	}
	if i < len(args) {
		return []ssa.Value{args[i]}
	}
	return nil
}
