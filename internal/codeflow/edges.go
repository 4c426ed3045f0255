package codeflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// edges adds what the package hands from slot to slot.
func (e *engine) edges() {
	info := e.pass.TypesInfo
	for cur := range inspector.New(e.pass.Files).Root().Preorder() {
		switch n := cur.Node().(type) {
		case *ast.AssignStmt:
			if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
				var dests [][]slot
				for _, l := range n.Lhs {
					dests = append(dests, e.sources(l, 0)) // as a place, an expression is the slots that it would be read from
				}
				e.handOver(n.Rhs, dests)
			}
		case *ast.ValueSpec:
			if d, ok := cur.Parent().Node().(*ast.GenDecl); ok && d.Tok == token.VAR {
				var dests [][]slot
				for _, id := range n.Names {
					dests = append(dests, e.sources(id, 0))
				}
				e.handOver(n.Values, dests)
			}
		case *ast.RangeStmt:
			if n.Value == nil {
				continue
			}
			value := e.sources(n.Value, 0)
			for _, src := range e.sources(n.X, 0) {
				src.elems++
				e.succ[src] = append(e.succ[src], value...)
			}
			if lit, ok := ast.Unparen(n.X).(*ast.CompositeLit); ok {
				for _, dest := range value {
					dest.elems-- // the value is one of its elements
					e.flow(lit, dest, 0)
				}
			}
		case *ast.CompositeLit:
			e.literal(n)
		case *ast.CallExpr:
			e.call(n)
		case *ast.FuncDecl:
			e.declaration(n)
		case *ast.ReturnStmt:
			for up := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
				switch f := up.Node().(type) {
				case *ast.FuncDecl:
					if fn, ok := info.Defs[f.Name].(*types.Func); ok {
						var dests [][]slot
						for i := range fn.Signature().Results().Len() {
							dests = append(dests, []slot{{obj: fn, index: i}})
						}
						e.handOver(n.Results, dests)
					}
				case *ast.FuncLit:
					for _, r := range n.Results {
						e.typed(r, false)
					}
				}
				break
			}
		case *ast.SendStmt:
			e.typed(n.Value, false)
		case *ast.IndexExpr:
			e.typed(n.Index, true)
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				e.compare(n.X, n.Y)
				e.compare(n.Y, n.X)
			}
		case *ast.SwitchStmt:
			if n.Tag == nil {
				continue
			}
			for _, c := range n.Body.List {
				for _, x := range c.(*ast.CaseClause).List {
					e.compare(n.Tag, x)
				}
			}
		}
	}
}

// handOver adds an assignment, a declaration or a return: the values of some expressions, or the results of the one call that they are, are
// handed to slots.
func (e *engine) handOver(values []ast.Expr, dests [][]slot) {
	for i, to := range dests {
		for _, dest := range to {
			switch {
			case len(values) == len(dests):
				e.flow(values[i], dest, 0)
			case len(values) == 1 && (i == 0 || isCall(values[0])):
				for _, src := range e.sources(values[0], i) {
					e.succ[src] = append(e.succ[src], dest)
				}
			}
		}
	}
}

func isCall(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok
}

// typed adds a constant that is handed to something other than a slot, or is compared with the keys of a map. It is a code
// if its type is a type of codes.
func (e *engine) typed(expr ast.Expr, compared bool) {
	if e.pass.TypesInfo.Types[expr].Value != nil {
		e.into = append(e.into, into{expr: expr, compared: compared})
	}
}

// literal adds the fields that a struct literal sets, and the code of a JSON-RPC message that is a map.
func (e *engine) literal(lit *ast.CompositeLit) {
	t := e.pass.TypesInfo.TypeOf(lit)
	if t == nil {
		return
	}
	if flow.Struct(t) == nil {
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				e.typed(kv.Key, true)
			}
		}
		if inner := Entries(e.pass.TypesInfo, lit); inner["jsonrpc"] != nil && inner["error"] != nil {
			if object, ok := ast.Unparen(inner["error"]).(*ast.CompositeLit); ok {
				if code := Entries(e.pass.TypesInfo, object)["code"]; code != nil {
					e.flow(code, slot{}, JSONRPC)
				}
			}
		}
		return
	}
	for f, value := range flow.Elements(e.pass.TypesInfo, lit) {
		e.field(t, f)
		e.flow(value, slot{obj: f.Origin()}, 0)
	}
}

// Entries returns the values of a map literal whose keys are constant texts, by key.
func Entries(info *types.Info, lit *ast.CompositeLit) map[string]ast.Expr {
	out := make(map[string]ast.Expr)
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		if key, ok := flow.StringValue(info, kv.Key); ok {
			out[key] = kv.Value
		}
	}
	return out
}

// call adds the arguments of a call.
func (e *engine) call(call *ast.CallExpr) {
	fn := e.callee(call)
	if fn == nil || fn.Pkg() == nil {
		return
	}
	var fact codeFact
	known := fn.Pkg() == e.pass.Pkg || e.pass.ImportObjectFact(fn, &fact)
	if !known {
		for _, arg := range call.Args {
			e.typed(arg, false)
		}
		return
	}
	params := fn.Signature().Params()
	for i, arg := range call.Args {
		p, elems := min(i, params.Len()-1), 0
		if p < 0 {
			return
		}
		if fn.Signature().Variadic() && p == params.Len()-1 && !call.Ellipsis.IsValid() {
			elems = 1
		}
		if fn.Pkg() == e.pass.Pkg {
			e.flow(arg, slot{obj: params.At(p), elems: elems}, 0)
			continue
		}
		for _, of := range fact.Params {
			if of.Param == p {
				e.flow(arg, slot{obj: params.At(p)}, of.Kind)
			}
		}
	}
}

// declaration adds what the declaration of a function shows: it returns its named results, and Code and ErrorCode of an
// error type return a code.
func (e *engine) declaration(d *ast.FuncDecl) {
	fn, ok := e.pass.TypesInfo.Defs[d.Name].(*types.Func)
	if !ok {
		return
	}
	results := fn.Signature().Results()
	for i := range results.Len() {
		if r := results.At(i); r.Name() != "" {
			e.succ[slot{obj: r}] = append(e.succ[slot{obj: r}], slot{obj: fn, index: i})
		}
	}
	e.codeMethod(fn)
}

// codeMethod records that the method Code or ErrorCode of an error type returns a code.
func (e *engine) codeMethod(fn *types.Func) {
	sig := fn.Signature()
	if fn.Name() != "Code" && fn.Name() != "ErrorCode" || sig.Recv() == nil || sig.Params().Len() != 0 || sig.Results().Len() != 1 {
		return
	}
	t := sig.Results().At(0).Type()
	recv := sig.Recv().Type()
	if isCode(t) && (errflow.IsError(recv) || errflow.IsError(types.NewPointer(recv))) && e.typeKind(t)&GRPC == 0 {
		e.base[slot{obj: fn.Origin()}] |= Own
	}
}

// compare records that a value is compared with a constant.
func (e *engine) compare(value, with ast.Expr) {
	if e.pass.TypesInfo.Types[with].Value == nil {
		return
	}
	if call, ok := ast.Unparen(value).(*ast.CallExpr); ok {
		if fn := e.callee(call); fn != nil {
			e.codeMethod(fn)
		}
	}
	for _, src := range e.sources(value, 0) {
		e.into = append(e.into, into{expr: with, dest: src, compared: true})
	}
}
