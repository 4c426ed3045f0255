package logflow

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// A helper is what a function logs of what it is given: its parameters, the receiver first, by index, and the highest
// level. One after the 64th is not looked at.
type helper struct {
	Params uint64
	Level  Level
}

// A helperFact says which parameters an exported function logs.
type helperFact struct {
	Params uint64
	Level  Level
}

// A loggedFact marks an exported function that has logged each error which it returns, at warn or above.
type loggedFact struct{ Logged bool }

func (*helperFact) AFact() {}
func (*loggedFact) AFact() {}

func (f *helperFact) String() string { return fmt.Sprintf("logs(%b at %s)", f.Params, f.Level) }
func (f *loggedFact) String() string { return "logged what it returns" }

func (x *Logs) exportFacts() {
	for fn := range x.model.Funcs() {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() {
			continue
		}
		if h := x.helpers.Get(fn); h.Params != 0 {
			x.pass.ExportObjectFact(obj, &helperFact{h.Params, h.Level})
		}
		if x.Logged(fn) != nil {
			x.pass.ExportObjectFact(obj, &loggedFact{true})
		}
		if t := x.tells[fn]; t.params != 0 && !t.other {
			x.pass.ExportObjectFact(obj, &inputFact{t.params})
		}
	}
}

// summary is the equation of what a function logs.
func (x *Logs) summary(fn *ssa.Function) helper {
	var h helper
	for _, b := range fn.Blocks {
		if x.model.Dead(b) {
			continue
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			l := x.read(fn, call)
			if l == nil {
				continue
			}
			var params uint64
			for _, v := range l.Values() {
				x.from(v, func(v ssa.Value) bool {
					if p, ok := v.(*ssa.Parameter); ok && p.Parent() == fn {
						if i := slices.Index(fn.Params, p); i < 64 && holdsError(p.Type()) {
							params |= 1 << i
						}
					}
					return false
				})
			}
			if params != 0 {
				h.Params |= params
				h.Level = max(h.Level, l.Level)
			}
		}
	}
	return h
}

// holdsError reports whether values of a parameter's type can be, or hold, an error that is to be logged: not a
// struct, of which some field may be logged.
func holdsError(t types.Type) bool {
	if s, ok := types.Unalias(t).Underlying().(*types.Slice); ok {
		if named, ok := types.Unalias(s.Elem()).(*types.Named); ok && named.Obj().Pkg() != nil {
			switch named.Obj().Pkg().Path() {
			case "log/slog", "go.uber.org/zap", "go.uber.org/zap/zapcore":
				return true
			}
		}
		t = s.Elem()
	}
	i, ok := types.Unalias(t).Underlying().(*types.Interface)
	return errflow.IsError(t) || ok && i.Empty()
}

// readHelper returns what the call of a function of the module logs of its arguments.
func (x *Logs) readHelper(fn *ssa.Function, call ssa.CallInstruction, callee *types.Func) *Log {
	if callee == nil || call.Common().IsInvoke() || !x.model.OwnPackage(callee.Pkg()) {
		return nil
	}
	var h helper
	if body := x.model.Func(callee); body != nil {
		h = x.helpers.Get(body)
	} else {
		var fact helperFact
		x.pass.ImportObjectFact(callee, &fact)
		h = helper(fact)
	}
	if h.Params == 0 {
		return nil
	}
	l := &Log{Call: call, Fn: fn, Level: h.Level, Form: Helper, Callee: callee}
	for i, arg := range call.Common().Args {
		if i >= 64 || h.Params&(1<<i) == 0 {
			continue
		}
		if vals, ok := flow.Variadic(arg); ok {
			l.Rest = append(l.Rest, vals...)
		} else {
			l.Rest = append(l.Rest, arg)
		}
	}
	return l
}

// A Witness is why a function is said to have logged what it returns: one of its logs, or a function of another package that has.
type Witness struct {
	Log token.Pos
	Fn  *types.Func
}

// Logged returns a witness if fn, of this package, has logged every error that it returns, at warn or above, by the time that it does so,
// itself or in what it calls. It is nil for other functions, and for those that return no error.
func (x *Logs) Logged(fn *ssa.Function) *Witness {
	if x.unlogged[fn] {
		return nil
	}
	funcs := worklist.Of(fn)
	for fn := range funcs.All() {
		i := errorResult(fn.Signature)
		for ret := range flow.Returns(fn) {
			if i < 0 || i >= len(ret.Results) {
				break
			}
			v := flow.Strip(ret.Results[i])
			if flow.IsNil(v) {
				continue
			}
			if l := x.LoggedAt(v, ret); l != nil {
				return &Witness{Log: l.Call.Pos()}
			}
			callee := returnedBy(v)
			if callee == nil {
				continue
			}
			if body := x.model.Func(callee); body == nil && x.pass.ImportObjectFact(callee, new(loggedFact)) {
				return &Witness{Fn: callee}
			} else if body != nil {
				funcs.Push(body)
			}
		}
	}
	return nil
}

// returnedBy returns the function whose result a value is, nil if it is none or called by way of an interface.
func returnedBy(v ssa.Value) *types.Func {
	call, _ := flow.ResultOf(flow.Strip(v))
	if call == nil || call.Call.IsInvoke() {
		return nil
	}
	return flow.Callee(call.Common())
}

// ReturnedLogged returns the function that returned error err and had logged it by then, with a witness; nil if there is none or if err
// may come from elsewhere, too.
func (x *Logs) ReturnedLogged(err ssa.Value) (by *types.Func, w *Witness) {
	if by = returnedBy(err); by == nil {
		return nil, nil
	}
	if body := x.model.Func(by); body != nil {
		w = x.Logged(body)
	} else if x.pass.ImportObjectFact(by, new(loggedFact)) {
		w = &Witness{Fn: by}
	}
	if w == nil {
		return nil, nil
	}
	return by, w
}

func errorResult(sig *types.Signature) int {
	n := sig.Results().Len()
	if n == 0 || !errflow.IsErrorInterface(sig.Results().At(n-1).Type()) {
		return -1
	}
	return n - 1
}

// returnsUnlogged is the equation of whether a function may return an error that has not been logged.
func (x *Logs) returnsUnlogged(fn *ssa.Function, get func(*ssa.Function) bool) bool {
	i := errorResult(fn.Signature)
	if i < 0 || fn.Blocks == nil {
		return true
	}
	for ret := range flow.Returns(fn) {
		if i >= len(ret.Results) {
			return true
		}
		v := flow.Strip(ret.Results[i])
		if flow.IsNil(v) || x.model.KnownNil(v, ret.Block()) {
			continue
		}
		if callee := returnedBy(v); callee != nil {
			if body := x.model.Func(callee); body != nil && errorResult(body.Signature) >= 0 && !get(body) {
				continue
			} else if body == nil && x.pass.ImportObjectFact(callee, new(loggedFact)) {
				continue
			}
		}
		if x.LoggedAt(v, ret) == nil {
			return true
		}
	}
	return false
}

// LoggedAt returns a log, at warn or above, of the error that v is or wraps, which is written whenever control comes to an
// instruction; nil if there is none.
func (x *Logs) LoggedAt(v ssa.Value, at ssa.Instruction) *Log {
	for _, l := range x.byFn[at.Parent()] {
		call, ok := l.Call.(*ssa.Call)
		if !ok || l.Level < Warn || !x.model.Before(call, at) {
			continue
		}
		for _, err := range x.Errors(l) {
			if x.model.SameError(err, v) || sameGlobal(err, v) || x.model.Wraps(v, err) == errflow.Yes {
				return l
			}
		}
	}
	return nil
}

// sameGlobal reports whether two values are what one package-level variable holds.
func sameGlobal(a, b ssa.Value) bool {
	x, ok := flow.Strip(a).(*ssa.UnOp)
	y, also := flow.Strip(b).(*ssa.UnOp)
	if !ok || !also || x.Op != token.MUL || y.Op != token.MUL {
		return false
	}
	_, global := x.X.(*ssa.Global)
	return global && x.X == y.X
}
