package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An argument is (a part of) a variable or container as an argument of a call, with the callee's parameter for it.
type argument struct {
	at    Path
	param *ssa.Parameter
	call  ssa.CallInstruction
	to    Target
}

// argumentsOf returns the direct calls of the package's functions that take base, or a part of it, as an argument.
func (x *Program) argumentsOf(base ssa.Value) []argument { return x.args()[base] }

func (x *Program) findArguments() map[ssa.Value][]argument {
	args := make(map[ssa.Value][]argument)
	for _, call := range x.all {
		fn, bound := Resolve(call.Common().Value)
		if call.Common().IsInvoke() || fn == nil || fn.Pkg != x.Pkg {
			continue
		}
		to := Target{fn, bound}
		for i, arg := range to.Args(call.Common()) {
			if i >= len(fn.Params) {
				break
			}
			if base, at := x.Split(arg, nil); base != nil {
				args[base] = append(args[base], argument{at, fn.Params[i], call, to})
			}
		}
	}
	return args
}

// effects continues from a part of a value to what functions store in it that are given the value: the function that it
// is a parameter of, the function that obtained it from a call, and their callees. Each callee is looked at in the
// context of its call.
func (q *originQuery) effects(n Node, f *Frame, trail []token.Pos) {
	switch n.V.(type) {
	case *ssa.Parameter, *ssa.Call, *ssa.Extract:
		q.storedIn(n, f, trail)
	}
	type given struct {
		Node
		frame *Frame
		trail []token.Pos
	}
	todo := []given{{n, f, trail}}
	for len(todo) > 0 {
		g := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, arg := range slices.Backward(q.x.argumentsOf(g.V)) {
			// In an entered call, only calls by its function matter.
			if g.frame != nil && g.frame.Fn != arg.call.Parent() || g.frame.depth() >= maxFrames || g.frame.enters(arg.to.Fn) {
				continue
			}
			if len(q.x.stores[arg.param]) == 0 && len(q.x.argumentsOf(arg.param)) == 0 {
				continue
			}
			for _, rest := range q.x.Paths.cut(g.P, arg.at) {
				if q.frames++; q.frames > MaxOrigins {
					return
				}
				sub := &Frame{Fn: arg.to.Fn, Args: arg.to.Args(arg.call.Common()), Call: arg.call, Caller: g.frame}
				in := given{Node{arg.param, rest}, sub, push(g.trail, arg.call.Pos())}
				q.storedIn(in.Node, in.frame, in.trail)
				todo = append(todo, in)
			}
		}
	}
}

// storedIn continues to what the function of frame f itself stores in a part of its parameter.
func (q *originQuery) storedIn(n Node, f *Frame, trail []token.Pos) {
	for _, s := range slices.Backward(q.x.StoredIn(n.V, n.P)) {
		q.todo = append(q.todo, visit{Node: s.Node, frame: f.of(s.Instr.Parent()), trail: push(trail, s.Instr.Pos())})
	}
}

// ArgExpr returns the syntax of the argument that a call gives for parameter i, where the receiver is parameter 0. It
// returns the call itself if one expression gives several arguments, as in f(g()), and nil if the call has no syntax.
func (x *Program) ArgExpr(call ssa.CallInstruction, i int) ast.Expr {
	expr := x.CallExpr(call)
	if expr == nil || i < 0 {
		return nil
	}
	if sel, ok := ast.Unparen(expr.Fun).(*ast.SelectorExpr); ok {
		if s := x.pass.TypesInfo.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			if i == 0 {
				return sel.X
			}
			i--
		}
	}
	if i >= len(expr.Args) {
		return expr
	}
	return expr.Args[i]
}

// PushArgument returns the trail extended by a call and its argument i.
func (x *Program) PushArgument(trail []token.Pos, call ssa.CallInstruction, i int) []token.Pos {
	trail = push(trail, call.Pos())
	if arg := x.ArgExpr(call, i); arg != nil {
		trail = push(trail, arg.Pos())
	}
	return trail
}
