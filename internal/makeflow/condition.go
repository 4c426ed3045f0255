package makeflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells what a condition is about: an error, or what belongs to one.

// asks reports whether a condition depends on err or on what belongs to it: another result of
// the call that returned it, a text or number that was an argument of the call, what the call was given to fill or, if err is a parameter, another parameter.
func (m *Model) asks(cond ssa.Value, err ssa.Value) bool {
	return m.asksOf.Get(condSince{cond, causeAt{err, nil}}, func(condSince) bool {
		return m.anyMerged(err, func(v ssa.Value) bool { return m.isAboutOutcome(cond, v) || m.isAboutInput(cond, v) })
	})
}

// asksOutcome is like asks, but not for what the call was given.
func (m *Model) asksOutcome(cond ssa.Value, err ssa.Value) bool {
	return m.anyMerged(err, func(v ssa.Value) bool { return m.isAboutOutcome(cond, v) })
}

// anyMerged reports whether is holds for an error, or for one that it may be. Where ways come together, as after a loop of attempts, what came with the
// error did so, too; and where the error is in a variable.
func (m *Model) anyMerged(err ssa.Value, is func(ssa.Value) bool) bool {
	merged := worklist.Of(flow.Strip(err))
	for v := range merged.First(maxTaken) {
		switch v := v.(type) {
		case *ssa.Phi:
			merged.Push(v.Edges...)
		case *ssa.UnOp:
			merged.Push(m.LastStores(v)...)
		}
		if !flow.IsNil(v) && is(v) {
			return true
		}
	}
	return false
}

func (m *Model) isAboutOutcome(cond ssa.Value, err ssa.Value) bool {
	family := m.family(err)
	if m.looksAt(cond, family) {
		return true
	}
	for v := range flow.Slice(cond) {
		for _, f := range family {
			switch f := f.(type) {
			case *ssa.Extract:
				if v == f.Tuple {
					return true
				}
			case *ssa.UnOp, *ssa.Field:
				if isSibling(v, f) {
					return true
				}
			case *ssa.Parameter:
				if p, ok := v.(*ssa.Parameter); ok && p.Parent() == f.Parent() && !isReceiver(p) && !flow.IsContext(p.Type()) {
					return true
				}
			}
		}
	}
	return !isPresence(cond) && slices.ContainsFunc(family, func(f ssa.Value) bool {
		call, _ := flow.ResultOf(f)
		return call != nil && looksInto(cond, handed(call))
	})
}

// isAboutInput reports whether a condition depends on a text or number among the arguments of the call that returned err.
func (m *Model) isAboutInput(cond ssa.Value, err ssa.Value) bool {
	family := m.family(err)
	for v := range flow.Slice(cond) {
		if slices.ContainsFunc(family, func(f ssa.Value) bool {
			call, _ := flow.ResultOf(f)
			return call != nil && isInput(v, call)
		}) {
			return true
		}
	}
	return false
}

// isSibling reports whether v is a number, text or boolean in another field of the struct that contains the error, such as the output of a command beside
// its error.
func isSibling(v, err ssa.Value) bool {
	if load, ok := err.(*ssa.UnOp); ok {
		err = load.X
	}
	switch f := err.(type) {
	case *ssa.Field:
		v, ok := v.(*ssa.Field)
		return ok && v.X == f.X && v.Field != f.Field && isBasic(v.Type())
	case *ssa.FieldAddr:
		v, ok := v.(*ssa.FieldAddr)
		return ok && v.X == f.X && v.Field != f.Field && isBasic(flow.Deref(v.Type()))
	}
	return false
}

func isBasic(t types.Type) bool {
	_, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok
}

// isInput reports whether v is a text or number among the arguments of a call.
func isInput(v ssa.Value, call *ssa.Call) bool {
	if _, constant := v.(*ssa.Const); constant {
		return false
	}
	b, ok := types.Unalias(v.Type()).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean == 0 && slices.Contains(call.Call.Args, v)
}

// isPresence reports whether a condition only asks whether there is anything: whether a length is zero, or a text is empty.
func isPresence(cond ssa.Value) bool {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	return isZero(cmp.X) || isZero(cmp.Y)
}

// isAnyText reports whether a condition only asks whether there is any text.
func isAnyText(cond ssa.Value) bool {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok || !isPresence(cond) {
		return false
	}
	text := cmp.X
	if call, ok := text.(*ssa.Call); ok && flow.IsBuiltin(call, "len") {
		text = call.Call.Args[0]
	}
	return flow.IsString(text.Type())
}

// handed returns the variables and objects that a call may change: its arguments, what they refer to, as by a field that was
// set before, and what a function literal among them captures. The value is false for a variable whose value, but not address, is an argument.
func handed(call *ssa.Call) map[ssa.Value]bool {
	out := make(map[ssa.Value]bool)
	var values worklist.List[ssa.Value]
	add := func(v ssa.Value, itself bool) {
		if v != nil {
			values.Push(v)
			out[v] = out[v] || itself
		}
	}
	for _, op := range call.Operands(nil) {
		add(*op, true)
	}
	for v := range values.First(maxParts) {
		switch v := v.(type) {
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Slice:
			add(*v.(ssa.Instruction).Operands(nil)[0], true)
		case *ssa.UnOp:
			add(v.X, false)
		case *ssa.MakeClosure:
			for _, b := range v.Bindings {
				add(b, true)
			}
		}
		if v.Referrers() == nil || v.Parent() != call.Parent() || flow.Deref(v.Type()) == v.Type() {
			continue
		}
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr == v {
					add(ref.Val, true)
				}
			case *ssa.FieldAddr, *ssa.IndexAddr:
				addr := ref.(ssa.Value)
				for _, use := range *addr.Referrers() {
					if s, ok := use.(*ssa.Store); ok && s.Addr == addr {
						add(s.Val, true)
					}
				}
			}
		}
	}
	return out
}

// looksInto reports whether a condition depends on the contents of one of some variables, or on the result of a call that has one of some
// objects, or a part of one, as an argument: a buffer's text, a command's exit code, whether a job was cancelled.
func looksInto(cond ssa.Value, objects map[ssa.Value]bool) bool {
	for v := range flow.Slice(cond) {
		switch v := v.(type) {
		case *ssa.Alloc:
			if objects[v] {
				return true
			}
		case *ssa.Call:
			for _, op := range v.Operands(nil) {
				base := whole(*op)
				p, param := base.(*ssa.Parameter)
				if base != nil && objects[base] && refers(base.Type()) && !(param && isReceiver(p)) {
					return true
				}
			}
		}
	}
	return false
}

// whole returns the object that v is a field of, directly or through other fields.
func whole(v ssa.Value) ssa.Value {
	for {
		switch u := v.(type) {
		case *ssa.FieldAddr:
			v = u.X
		case *ssa.UnOp:
			fa, ok := u.X.(*ssa.FieldAddr)
			if !ok {
				return v
			}
			v = fa
		default:
			return v
		}
	}
}

// refers reports whether a value of type t leads to an object that others may change: it is a pointer or an interface, but no context.
func refers(t types.Type) bool {
	return (types.IsInterface(t) || flow.Deref(t) != t) && !flow.IsContext(t)
}

func isReceiver(p *ssa.Parameter) bool {
	return p.Parent().Signature.Recv() != nil && p.Parent().Params[0] == p
}

// takesContext reports whether a function has a parameter that is a context.
func takesContext(sig *types.Signature) bool {
	return flow.HasVar(sig.Params(), flow.IsContext)
}

// looksAt reports whether a condition depends on one of some errors, or on what errors.As found in one.
func (m *Model) looksAt(cond ssa.Value, errs []ssa.Value) bool {
	same := func(v ssa.Value) bool {
		return slices.ContainsFunc(errs, func(f ssa.Value) bool { return m.SameError(f, v) })
	}
	for v := range flow.Slice(cond) {
		if same(v) {
			return true
		}
		if alloc, ok := v.(*ssa.Alloc); ok {
			if src := m.FoundIn(alloc); src != nil && same(src) {
				return true
			}
		}
	}
	return false
}

// positive reports whether the outcome of a condition says that something was
// found: the call returned true, the values are equal. A comparison with nil, or of a code with zero, only asks whether there is a value.
func positive(cond flow.Condition) bool {
	if v, _ := comparedWithNone(cond); v != nil {
		return false
	}
	switch v := cond.Value.(type) {
	case *ssa.BinOp:
		switch v.Op {
		case token.EQL:
			return cond.Outcome
		case token.NEQ:
			return !cond.Outcome
		}
	case *ssa.Call, *ssa.Extract, *ssa.Field:
		return cond.Outcome
	case *ssa.UnOp:
		_, field := v.X.(*ssa.FieldAddr)
		return !field || cond.Outcome
	}
	return true
}
