package logflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// An inputFact marks an exported function whose errors only say that some of its parameters are bad, and which ones.
type inputFact struct{ Params textflow.Params }

func (*inputFact) AFact() {}

func (f *inputFact) String() string { return "errors tell of parameters only" }

// A told says what the errors of a function tell about: only these parameters, or other things, too.
type told struct {
	params textflow.Params
	other  bool
}

func (t told) or(u told) told { return told{t.params | u.params, t.other || u.other} }

// tellsOf is the equation of what the errors of a function tell about. They may be made of parameters and constants, or by functions that
// get the parameters.
func (x *Logs) tellsOf(fn *ssa.Function, get func(*ssa.Function) told) (out told) {
	if errorResult(fn.Signature) < 0 {
		return told{other: true}
	}
	for _, v := range x.failures(fn) {
		if !flow.IsNil(v) {
			out = out.or(x.errorTells(fn, v, get))
		}
	}
	return out
}

// errorTells returns what an error that is computed in fn tells about.
func (x *Logs) errorTells(fn *ssa.Function, v ssa.Value, get func(*ssa.Function) told) (out told) {
	call, _ := flow.ResultOf(v)
	if call == nil {
		if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
			_, global := load.X.(*ssa.Global)
			return told{other: !global}
		}
		return told{other: true}
	}
	callee := flow.Callee(call.Common())
	if callee == nil || call.Call.IsInvoke() {
		return told{other: true}
	}
	arg := func(v ssa.Value) {
		summands := worklist.Of(flow.Strip(v))
		for v := range summands.All() {
			switch u := v.(type) {
			case *ssa.Const:
				continue
			case *ssa.Parameter:
				if n := slices.Index(fn.Params, u); n >= 0 && n < 64 && !errflow.IsError(u.Type()) {
					out.params = out.params.With(n)
					continue
				}
			case *ssa.BinOp:
				if u.Op == token.ADD && flow.IsString(u.Type()) {
					summands.Push(flow.Strip(u.X), flow.Strip(u.Y))
					continue
				}
			}
			out.other = true
		}
	}
	if b, ok := errflow.Builder(callee); ok {
		switch b.Kind {
		case errflow.BuildsFresh:
			arg(call.Call.Args[b.Text])
		case errflow.BuildsFormat:
			vals, known := flow.Variadic(call.Call.Args[b.Operands])
			out.other = !known
			for _, v := range vals {
				arg(v)
			}
		default:
			out.other = true
		}
		return out
	}
	t := x.toldBy(callee, get)
	out.other = t.other
	for n, v := range call.Call.Args {
		if t.params.Has(n) {
			arg(v)
		}
	}
	return out
}

// Implies reports whether a record without an error nevertheless says what the error says: it has other results of the failed call, such as
// the output of a command, or all arguments that the error tells about.
func (x *Logs) Implies(l *Log, err ssa.Value) bool {
	call, _ := flow.ResultOf(flow.Strip(err))
	if call == nil {
		return false
	}
	has := func(wanted func(ssa.Value) bool) bool {
		return slices.ContainsFunc(l.Values(), func(v ssa.Value) bool { return x.from(v, wanted) })
	}
	buffers := StderrOf(x.model.Program, call)
	if has(func(v ssa.Value) bool {
		e, ok := v.(*ssa.Extract)
		return ok && e.Tuple == call && !errflow.IsError(e.Type()) || slices.Contains(buffers, v)
	}) {
		return true
	}
	callee := flow.Callee(call.Common())
	if callee == nil || call.Call.IsInvoke() {
		return false
	}
	t := x.toldBy(callee, func(fn *ssa.Function) told { return x.tells[fn] })
	if t.other || t.params == 0 {
		return false
	}
	for n, arg := range call.Call.Args {
		if t.params.Has(n) && !has(func(v ssa.Value) bool { return sameRead(v, arg) }) {
			return false
		}
	}
	return true
}

// toldBy returns what the errors of a function tell about, given its body or its fact.
func (x *Logs) toldBy(callee *types.Func, get func(*ssa.Function) told) told {
	if body := x.model.Func(callee); body != nil {
		return get(body)
	}
	fact := new(inputFact)
	return told{other: !x.pass.ImportObjectFact(callee, fact), params: fact.Params}
}

// RunsCommand reports whether a call is that of a method of exec.Cmd.
func RunsCommand(call *ssa.Call) bool {
	return !call.Call.IsInvoke() && len(call.Call.Args) > 0 && flow.QualifiedName(flow.Deref(call.Call.Args[0].Type())) == "os/exec.Cmd"
}

// StderrOf returns the values that are assigned to the Stderr of the command that a call runs.
func StderrOf(prog *flow.Program, call *ssa.Call) (buffers []ssa.Value) {
	if !RunsCommand(call) {
		return nil
	}
	cmd := call.Call.Args[0]
	stderr, _, _ := types.LookupFieldOrMethod(cmd.Type(), true, nil, "Stderr")
	field, ok := stderr.(*types.Var)
	if !ok {
		return nil
	}
	for _, v := range prog.Stored(cmd, field) {
		buffers = append(buffers, flow.Strip(v))
	}
	return buffers
}

// Repeats reports whether a record is about an attempt that is repeated, with the same arguments, until it succeeds.
func (x *Logs) Repeats(l *Log, err ssa.Value) bool {
	call, _ := flow.ResultOf(flow.Strip(err))
	if call == nil || !x.model.InLoop(l.Call.Block(), call.Block()) {
		return false
	}
	for _, arg := range append([]ssa.Value{call.Call.Value}, call.Call.Args...) {
		for v := range flow.Slice(arg) {
			switch v := v.(type) {
			case *ssa.Next:
				return false
			case *ssa.Phi:
				if x.model.InLoop(v.Block(), call.Block()) {
					return false
				}
			}
		}
	}
	for c := range flow.Conditions(l.Call.Block()) {
		if v, isNil := c.ComparedWithNil(); v != nil && !isNil && x.model.SameError(v, err) {
			for b := range flow.Reachable([]*ssa.BasicBlock{c.Other()}, nil) {
				if b == call.Block() {
					return false
				}
			}
			return true
		}
	}
	return false
}

// sameRead reports whether two values are the same, or are read from the same field of one variable.
func sameRead(a, b ssa.Value) bool {
	for range 8 { // selections
		a, b = flow.Strip(a), flow.Strip(b)
		if a == b {
			return true
		}
		if text, ok := flow.StringConst(a); ok {
			same, ok := flow.StringConst(b)
			return ok && text == same
		}
		if x, ok := a.(*ssa.UnOp); ok && x.Op == token.MUL {
			if y, ok := b.(*ssa.UnOp); ok && y.Op == token.MUL {
				a, b = x.X, y.X
				continue
			}
		}
		x, ok := a.(*ssa.FieldAddr)
		y, also := b.(*ssa.FieldAddr)
		if !ok || !also || x.Field != y.Field || !types.Identical(x.X.Type(), y.X.Type()) {
			return false
		}
		a, b = x.X, y.X
	}
	return false
}

// Ends reports whether a record is written at the end of the program: control does not come back from there, or reaches the end of func
// main without another call.
func (x *Logs) Ends(l *Log) bool {
	b := l.Call.Block()
	if x.model.Looping(b) {
		return false
	}
	goesOn := false
	for r := range flow.Reachable([]*ssa.BasicBlock{b}, nil) {
		_, returns := r.Instrs[len(r.Instrs)-1].(*ssa.Return)
		goesOn = goesOn || returns || x.model.Looping(r)
	}
	if !goesOn {
		return true
	}
	if l.Fn.Name() != "main" || l.Fn.Parent() != nil || l.Fn.Pkg.Pkg.Name() != "main" || l.Fn.Signature.Recv() != nil {
		return false
	}
	instrs := b.Instrs[x.model.IndexOf(l.Call)+1:]
	for range 8 { // blocks on the way to the end
		for _, instr := range instrs {
			switch instr := instr.(type) {
			case *ssa.Return:
				return true
			case *ssa.Call:
				if _, builtin := instr.Call.Value.(*ssa.Builtin); !builtin {
					return false
				}
			}
		}
		if len(b.Succs) != 1 {
			return false
		}
		b = b.Succs[0]
		instrs = b.Instrs
	}
	return false
}
