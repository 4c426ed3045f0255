package logflow

import (
	"fmt"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// A helperFact says what a function logs of its parameters, by index with the receiver first, and the highest level at which it logs.
// Message holds the parameters that are texts of the message, if all that the function does is to log at warn or above.
type helperFact struct {
	Params  textflow.Params
	Message textflow.Params
	Level   Level
}

func (f helperFact) or(g helperFact) helperFact {
	return helperFact{f.Params | g.Params, f.Message | g.Message, max(f.Level, g.Level)}
}

// A loggedFact marks an exported function that has logged each error that it returns, at warn or above.
type loggedFact struct{}

func (*helperFact) AFact() {}
func (*loggedFact) AFact() {}

func (f *helperFact) String() string {
	return fmt.Sprintf("logs(%b at %s)", f.Params|f.Message, f.Level)
}

func (f *loggedFact) String() string { return "logged what it returns" }

func (x *Logs) exportFacts() {
	for obj, fn := range x.model.ExportedFuncs() {
		if h := x.helpers.Get(fn); h.Params|h.Message != 0 {
			x.pass.ExportObjectFact(obj, &h)
		}
		if x.Logged(fn) != nil {
			x.pass.ExportObjectFact(obj, new(loggedFact))
		}
		if t := x.tells[fn]; t.params != 0 && !t.other {
			x.pass.ExportObjectFact(obj, &inputFact{t.params})
		}
	}
}

// summary is the equation of what a function logs.
func (x *Logs) summary(fn *ssa.Function) (h helperFact) {
	for call := range flow.LiveInstrs[ssa.CallInstruction](x.model.Program, fn) {
		l := x.read(fn, call)
		if l == nil {
			continue
		}
		params := x.params(fn, l.Values(), holdsError)
		var message textflow.Params
		if l.Message != nil && l.Level >= Warn && x.logsOnly(fn, call) {
			message = x.params(fn, []ssa.Value{l.Message}, flow.IsString)
		}
		if params|message != 0 {
			h.Params |= params
			h.Message |= message
			h.Level = max(h.Level, l.Level)
		}
	}
	return h
}

// params returns the parameters of a function that some values are computed from, if their types are wanted.
func (x *Logs) params(fn *ssa.Function, vals []ssa.Value, wanted func(types.Type) bool) (params textflow.Params) {
	for _, v := range vals {
		x.from(v, func(v ssa.Value) bool {
			if p, ok := v.(*ssa.Parameter); ok && p.Parent() == fn && wanted(p.Type()) {
				params = params.With(slices.Index(fn.Params, p))
			}
			return false
		})
	}
	return params
}

// logsOnly reports whether all that a function does is to write one record: it has no branches, stores nothing outside of its own
// variables, and uses the results of all other calls.
func (x *Logs) logsOnly(fn *ssa.Function, log ssa.CallInstruction) bool {
	if len(fn.Blocks) != 1 || fn.Signature.Results().Len() > 0 {
		return false
	}
	for _, instr := range fn.Blocks[0].Instrs {
		switch instr := instr.(type) {
		case *ssa.Call:
			if ssa.CallInstruction(instr) != log && len(*instr.Referrers()) == 0 {
				return false
			}
		case *ssa.Store:
			base, _ := x.model.Split(instr.Addr, nil)
			if _, own := base.(*ssa.Alloc); !own {
				return false
			}
		case *ssa.Defer, *ssa.Go, *ssa.Send, *ssa.MapUpdate:
			return false
		}
	}
	return true
}

// holdsError reports whether a parameter of a given type can be, or hold, an error that is to be logged. A struct does not count: any of
// its fields may be logged.
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
	var h helperFact
	if body := x.model.Func(callee); body != nil {
		h = x.helpers.Get(body)
	} else {
		x.pass.ImportObjectFact(callee, &h)
	}
	if h.Params|h.Message == 0 {
		return nil
	}
	l := &Log{Call: call, Fn: fn, Level: h.Level, Form: Helper, Callee: callee}
	for i, arg := range call.Common().Args {
		if h.Message.Has(i) {
			l.Message = arg
		}
		if !(h.Params | h.Message).Has(i) {
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

// A Witness is the reason to say that a function has logged what it returns: one of its logs, or a function of another package that has
// logged it.
type Witness struct {
	Log token.Pos
	Fn  *types.Func
}

// Logged returns a witness if fn, of this package, has logged every error by the time that it returns it, at warn or above, itself or in
// what it calls. It returns nil for other functions, and for those that return no error.
func (x *Logs) Logged(fn *ssa.Function) (w *Witness) {
	if unlogged, known := x.unlogged[fn]; unlogged || !known {
		return nil
	}
	funcs := worklist.Of(fn)
	for fn := range funcs.All() {
		for ret, v := range x.failures(fn) {
			l, _ := x.loggedBefore(v, ret, func(v ssa.Value) bool {
				body, callee := x.returnedBy(v)
				if body != nil {
					funcs.Push(body)
				} else if callee != nil && w == nil && x.pass.ImportObjectFact(callee, new(loggedFact)) {
					w = &Witness{Fn: callee}
				}
				return false
			})
			if l != nil {
				return &Witness{Log: l.Call.Pos()}
			}
		}
	}
	return w
}

// CauseLogged reports whether error err was returned by a function of the package that has logged it by then, itself or in what it calls.
// New errors that the function returns, which wrap nothing, need not be logged.
func (x *Logs) CauseLogged(err ssa.Value) bool {
	fn, _ := x.returnedBy(err)
	if fn == nil {
		return false
	}
	found := false
	funcs := worklist.Of(fn)
	for fn := range funcs.All() {
		if errorResult(fn.Signature) < 0 {
			return false
		}
		for ret, v := range x.failures(fn) {
			if errflow.IsFresh(v) {
				continue
			}
			if _, all := x.loggedBefore(v, ret, func(ssa.Value) bool { return false }); all {
				found = true
			} else if body, _ := x.returnedBy(v); body != nil {
				funcs.Push(body)
			} else {
				return false
			}
		}
	}
	return found
}

// returnedBy returns the function whose result an error, or the error that it wraps, is, with its body if it is of this package. Both are
// nil if there is none, or if the call is by way of an interface.
func (x *Logs) returnedBy(v ssa.Value) (body *ssa.Function, callee *types.Func) {
	call, _ := flow.ResultOf(cause(v))
	if call == nil || call.Call.IsInvoke() {
		return nil, nil
	}
	if callee = flow.Callee(call.Common()); callee != nil {
		return x.model.Func(callee), callee
	}
	if targets, complete := x.model.Callees(call.Common()); complete && len(targets) == 1 && targets[0].Fn.Blocks != nil {
		body = targets[0].Fn
		callee, _ = body.Object().(*types.Func)
	}
	return body, callee
}

// cause returns the error that v wraps, through all functions that are known to make an error of another, or v itself.
func cause(v ssa.Value) ssa.Value {
	for range 8 { // wraps
		v = flow.Strip(v)
		call, _ := flow.ResultOf(v)
		if call == nil {
			return v
		}
		b, ok := errflow.Builder(flow.Callee(call.Common()))
		if !ok || b.Joins {
			return v
		}
		var causes []ssa.Value
		if b.Kind == errflow.BuildsFormat {
			causes, _ = errflow.WrappedOperands(call.Call.Args[b.Format], call.Call.Args[b.Operands])
		}
		for _, i := range b.Causes {
			causes = append(causes, call.Call.Args[i])
		}
		if len(causes) != 1 {
			return v
		}
		v = causes[0]
	}
	return v
}

// ReturnedLogged returns the name of the function that returned error err and had logged it by then, and a witness. The witness is nil if
// there is no such function, or if err may come from elsewhere, too.
func (x *Logs) ReturnedLogged(err ssa.Value) (by string, w *Witness) {
	body, callee := x.returnedBy(err)
	if body != nil {
		w = x.Logged(body)
	} else if callee != nil && x.pass.ImportObjectFact(callee, new(loggedFact)) {
		w = &Witness{Fn: callee}
	}
	if callee == nil {
		return "the function literal", w
	}
	return errflow.FuncName(callee, x.pass.Pkg), w
}

// errorResult returns the index of the last result of a signature if it is an error, or -1.
func errorResult(sig *types.Signature) int {
	n := sig.Results().Len()
	if n == 0 || !errflow.IsErrorInterface(sig.Results().At(n-1).Type()) {
		return -1
	}
	return n - 1
}

// failures yields the returns of a function at which its last result is an error that may be non-nil, with that error.
func (x *Logs) failures(fn *ssa.Function) iter.Seq2[*ssa.Return, ssa.Value] {
	return func(yield func(*ssa.Return, ssa.Value) bool) {
		i := errorResult(fn.Signature)
		for ret := range flow.Returns(fn) {
			if i < 0 || i >= len(ret.Results) {
				return
			}
			if v := flow.Strip(ret.Results[i]); !x.model.KnownNil(v, ret.Block()) && !yield(ret, v) {
				return
			}
		}
	}
}

// returnsUnlogged is the equation of whether a function may return an error that has not been logged.
func (x *Logs) returnsUnlogged(fn *ssa.Function, get func(*ssa.Function) bool) bool {
	if errorResult(fn.Signature) < 0 || fn.Blocks == nil {
		return true
	}
	for ret, v := range x.failures(fn) {
		if _, all := x.loggedBefore(v, ret, func(v ssa.Value) bool {
			body, callee := x.returnedBy(v)
			if body != nil {
				return errorResult(body.Signature) >= 0 && !get(body)
			}
			return callee != nil && x.pass.ImportObjectFact(callee, new(loggedFact))
		}); !all {
			return true
		}
	}
	return false
}

// loggedBefore looks for logs, at warn or above, of the error that is v, or is wrapped in v, at an instruction. It returns one of them. all
// reports whether there is one on every path to the instruction on which v is non-nil and not known to be logged by where it comes from.
func (x *Logs) loggedBefore(v ssa.Value, at ssa.Instruction, known func(ssa.Value) bool) (found *Log, all bool) {
	loud := func(l *Log, _ ssa.Value) bool { return l.Level >= Warn }
	if found, _, all = x.back(v, at, known, loud); !all {
		if l, _ := x.deferred(v, at, loud); l != nil {
			return l, true
		}
	}
	return found, all
}

// ReturnedAfter returns one of the errors of a record that is returned after the record, as it is or wrapped, or nil.
func (x *Logs) ReturnedAfter(l *Log, errs []ssa.Value, ret *ssa.Return) (err ssa.Value) {
	for _, r := range ret.Results {
		if errflow.IsErrorInterface(r.Type()) && err == nil {
			is := func(other *Log, e ssa.Value) bool { return other == l && slices.Contains(errs, e) }
			if _, err, _ = x.back(r, ret, nil, is); err == nil {
				_, err = x.deferred(r, ret, is)
			}
		}
	}
	return err
}

// deferred looks for a log in a deferred literal that logs the named result from which v is loaded whenever it is non-nil.
func (x *Logs) deferred(v ssa.Value, at ssa.Instruction, wanted func(*Log, ssa.Value) bool) (found *Log, as ssa.Value) {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil, nil
	}
	for d := range flow.InstrsOf[*ssa.Defer](at.Parent()) {
		literal, ok := d.Call.Value.(*ssa.MakeClosure)
		if !ok || !x.model.Before(d, at) || !slices.Contains(literal.Bindings, load.X) {
			continue
		}
		for ret := range flow.Returns(literal.Fn.(*ssa.Function)) {
			if l, err, all := x.back(v, ret, nil, wanted); all && l != nil {
				return l, err
			}
		}
	}
	return nil, nil
}

// A way is a block on the way back from an instruction, with the value of the error there.
type way struct {
	b *ssa.BasicBlock
	v ssa.Value
}

// maxWays bounds how many blocks are searched for the logs of one error. If there are more, the error is not known to be logged.
const maxWays = 400

// back follows all paths on which error v is non-nil back from an instruction, until the error has been logged, or is known to be logged by
// where it comes from. A log in a loop only counts if it is passed on every path: an attempt that is repeated is not logged once.
func (x *Logs) back(v ssa.Value, at ssa.Instruction, known func(ssa.Value) bool, wanted func(*Log, ssa.Value) bool) (found *Log, as ssa.Value, all bool) {
	all = true
	settled := make(map[ssa.Value]bool)
	if known == nil {
		known = func(ssa.Value) bool { return false }
	}
	logged := func(w way) bool {
		for _, l := range x.byFn[at.Parent()] {
			call, ok := l.Call.(*ssa.Call)
			if !ok || call.Block() != w.b || (w.b == at.Block() || x.model.Looping(w.b)) && !x.model.Before(call, at) {
				continue
			}
			for _, err := range x.Errors(l) {
				if wanted(l, err) && (x.model.SameError(err, w.v) || sameGlobal(err, w.v) || x.model.Wraps(w.v, err) == errflow.Yes) {
					found, as = l, err
					return true
				}
			}
		}
		return false
	}
	ways := worklist.Of(way{at.Block(), flow.Strip(v)})
	for w := range ways.First(maxWays) {
		is, asked := settled[w.v]
		if !asked {
			is = flow.IsNil(w.v) || known(w.v)
			settled[w.v] = is
		}
		if is || logged(w) {
			continue
		}
		all = all && len(w.b.Preds) > 0
		phi, _ := w.v.(*ssa.Phi)
		for i, pred := range w.b.Preds {
			from := way{pred, w.v}
			if phi != nil && phi.Block() == w.b {
				from.v = flow.Strip(phi.Edges[i])
			}
			c, _ := flow.ConditionOf(pred, w.b)
			if e, isNil := c.ComparedWithNil(); e == nil || !isNil || !x.model.SameError(e, from.v) {
				ways.Push(from)
			}
		}
	}
	return found, as, all && ways.Len() <= maxWays
}

// sameGlobal reports whether two values are loaded from the same package-level variable.
func sameGlobal(a, b ssa.Value) bool {
	x, ok := flow.Strip(a).(*ssa.UnOp)
	y, also := flow.Strip(b).(*ssa.UnOp)
	if !ok || !also || x.Op != token.MUL || y.Op != token.MUL {
		return false
	}
	_, global := x.X.(*ssa.Global)
	return global && x.X == y.X
}
