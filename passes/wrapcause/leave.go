package wrapcause

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// A departure is the way of a new error out of the function that makes it.
type departure struct {
	c       *checker
	made    ssa.Value
	left    bool
	kept    bool          // it leaves in some other way than as a result
	handed  bool          // it goes through a call on its way
	returns []*ssa.Return // by which it leaves, where it is returned
	seen    map[ssa.Value]bool
}

// departure follows a new error to where it leaves: to a return, a field,
// variable or container of errors that others see, a channel, or a callback. An
// error that is only logged, printed or compared does not leave.
func (c *checker) departure(made ssa.Value) departure {
	d := departure{c: c, made: made, seen: make(map[ssa.Value]bool)}
	d.follow(made)
	return d
}

// places is where the returns are written.
func (d *departure) places() []token.Pos {
	var out []token.Pos
	for _, ret := range d.returns {
		out = append(out, ret.Pos())
	}
	return out
}

// keep notes that the error is kept by others, if it is.
func (d *departure) keep(kept bool) {
	d.left = d.left || kept
	d.kept = d.kept || kept
}

func (d *departure) follow(v ssa.Value) {
	if v == nil || d.seen[v] {
		return
	}
	d.seen[v] = true
	refs := v.Referrers()
	if refs == nil {
		return
	}
	for _, ref := range *refs {
		d.use(v, ref)
	}
}

func (d *departure) use(v ssa.Value, ref ssa.Instruction) {
	switch ref := ref.(type) {
	case *ssa.Return:
		for i, r := range ref.Results {
			if !errflow.IsError(ref.Parent().Signature.Results().At(i).Type()) {
				continue
			}
			// A result in memory is that of the last assignment before the return, if one is near.
			if last := returned(ref, i); r == v && (last == r || d.seen[last]) {
				d.left = true
				d.returns = append(d.returns, ref)
			}
		}
	case *ssa.Phi:
		d.follow(ref)
	case *ssa.MakeInterface:
		d.follow(ref)
	case *ssa.ChangeInterface:
		d.follow(ref)
	case *ssa.ChangeType:
		d.follow(ref)
	case *ssa.TypeAssert:
		d.follow(ref)
	case *ssa.Extract:
		if errflow.IsError(ref.Type()) {
			d.follow(ref)
		}
	case *ssa.UnOp:
		if ref.Op == token.MUL && errflow.IsError(ref.Type()) {
			d.follow(ref) // of a variable, or a struct literal
		}
	case *ssa.Slice:
		d.follow(ref) // the variadic errors of a call
	case *ssa.Store:
		if ref.Val == v {
			d.stored(ref.Addr)
		}
	case *ssa.MapUpdate:
		d.keep(ref.Value == v && errflow.IsError(v.Type()))
	case *ssa.Send:
		d.keep(ref.X == v && errflow.IsError(v.Type()))
	case *ssa.MakeClosure:
		fn := ref.Fn.(*ssa.Function)
		for i, b := range ref.Bindings {
			if b == v {
				d.follow(fn.FreeVars[i])
			}
		}
	case *ssa.Call:
		d.passed(v, ref)
	}
}

// stored goes on from the place that the error is stored in.
func (d *departure) stored(addr ssa.Value) {
	switch addr := addr.(type) {
	case *ssa.Global, *ssa.Parameter:
		d.keep(errflow.IsError(deref(addr.Type())))
	case *ssa.Alloc:
		d.follow(addr)
	case *ssa.FreeVar:
		d.follow(addr)
		d.captured(addr)
	case *ssa.FieldAddr:
		base := addr.X
		if errflow.IsError(base.Type()) || errflow.IsError(deref(base.Type())) {
			if alloc, ok := base.(*ssa.Alloc); ok {
				d.follow(alloc) // it leaves if what wraps it does
				return
			}
		}
		d.keep(errflow.IsErrorInterface(deref(addr.Type())))
	case *ssa.IndexAddr:
		if array, ok := addr.X.(*ssa.Alloc); ok && array.Comment == "varargs" {
			d.follow(array)
			return
		}
		d.keep(errflow.IsErrorInterface(deref(addr.Type())))
	}
}

// captured goes on with a variable in the function that a closure has it from.
func (d *departure) captured(fv *ssa.FreeVar) {
	fn := fv.Parent()
	i := slices.Index(fn.FreeVars, fv)
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fn && i >= 0 {
				d.follow(mc.Bindings[i])
				if outer, ok := mc.Bindings[i].(*ssa.FreeVar); ok {
					d.captured(outer)
				}
			}
		}
	}
}

// passed goes on from a call that is given the error.
func (d *departure) passed(v ssa.Value, call *ssa.Call) {
	common := call.Common()
	if !slices.Contains(common.Args, v) {
		return
	}
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" {
			d.keep(errorsIn(call.Type()))
		}
		return
	}
	if takesErrors(common) {
		d.keep(errflow.IsError(v.Type()))
		return
	}
	if d.c.isKept(common, v) {
		d.keep(true)
		return
	}
	// Who is given an error as such may keep it; who prints it does not.
	certain := !errorsIn(v.Type())
	for i := range common.Signature().Results().Len() {
		if !errflow.IsError(common.Signature().Results().At(i).Type()) {
			continue
		}
		var result ssa.Value = call
		if common.Signature().Results().Len() > 1 {
			if result = extract(call, i); result == nil {
				continue
			}
		}
		if answer := d.c.wraps(result, d.made); answer == errflow.Yes || answer == errflow.Unknown && !certain {
			d.handed = d.handed || answer == errflow.Unknown
			d.follow(result)
		}
	}
}

// isKept reports whether the function that a call runs keeps an error that it is given.
func (c *checker) isKept(call *ssa.CallCommon, err ssa.Value) bool {
	fn := flow.Callee(call)
	if fn == nil || call.IsInvoke() || !errflow.IsErrorInterface(err.Type()) {
		return false
	}
	var fact makerFact
	own := c.model.Func(fn)
	known := own == nil && c.pass.ImportObjectFact(fn, &fact)
	for i, arg := range call.Args {
		if arg == err && (known && slices.Contains(fact.Keeps, i) || own != nil && i < len(own.Params) && c.keeps.Get(own.Params[i])) {
			return true
		}
	}
	return false
}

func extract(call *ssa.Call, index int) ssa.Value {
	for _, ref := range *call.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == index {
			return e
		}
	}
	return nil
}

// takesErrors reports whether a call hands its error to someone who asks for
// errors: an iterator's yield or another callback, a context's cause, the other end of a pipe.
func takesErrors(call *ssa.CallCommon) bool {
	if named, ok := types.Unalias(call.Value.Type()).(*types.Named); ok && !call.IsInvoke() {
		if obj := named.Obj(); obj.Pkg() != nil && obj.Pkg().Path() == "context" && obj.Name() == "CancelCauseFunc" {
			return true
		}
	}
	switch v := call.Value.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return !call.IsInvoke()
	case *ssa.UnOp:
		_, captured := v.X.(*ssa.FreeVar)
		return captured && v.Op == token.MUL && !call.IsInvoke()
	}
	fn := flow.Callee(call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "io" {
		return false
	}
	return fn.Name() == "CloseWithError"
}
