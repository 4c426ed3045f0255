package makeflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells what an error wraps, what it was taken out of, and what it is computed from.

// Wraps reports whether err is cause or wraps it. For the result of a configured constructor, the
// configuration decides, and for that of a function with a format, its verbs.
func (m *Model) Wraps(err, cause ssa.Value) errflow.Answer {
	return m.wrapsAny(err, []ssa.Value{cause}, nil)
}

// wrapsAny reports the same for several causes: the most certain answer for any of them. If made is not nil, the answer is for the time before made is made.
// What err wraps is found once for all causes.
func (m *Model) wrapsAny(err ssa.Value, causes []ssa.Value, made ssa.Value) errflow.Answer {
	answer := errflow.No
	errs := worklist.Of(flow.Strip(err))
	for err := range errs.First(maxParts) {
		if slices.ContainsFunc(causes, func(cause ssa.Value) bool { return m.SameError(err, cause) }) {
			return errflow.Yes
		}
		if call, ok := err.(*ssa.Call); ok && err != made {
			if wrapped, all := m.allWrapped(call); all {
				for _, v := range wrapped {
					errs.Push(flow.Strip(v))
				}
				continue
			}
		}
		for _, cause := range causes {
			answer = max(answer, m.Model.WrapsBefore(err, cause, made))
		}
	}
	if errs.Len() > maxParts {
		return max(answer, errflow.Unknown)
	}
	return answer
}

// wraps returns what the description of a maker says that a call of it wraps: arguments, which may be slices of errors, and operands of %w. all is false if
// the operands are not known.
func (m *Model) wraps(call *ssa.Call, maker *Maker) (args, operands []ssa.Value, all bool) {
	args = among(call.Call.Args, maker.Causes)
	if !maker.WrapsVerbs {
		return args, nil, true
	}
	ops, all := m.Operands(call, maker)
	for _, op := range ops {
		if op.Verb.Rune == 'w' {
			operands = append(operands, op.Value)
		}
	}
	return args, operands, all
}

// NotLost returns the errors among the arguments of a call that it does not lose, as far as is known: it may wrap them.
func (m *Maker) NotLost(call *ssa.Call) (errs []ssa.Value) {
	for i, arg := range call.Call.Args {
		if errflow.IsError(arg.Type()) && !m.Loses().Has(i) {
			errs = append(errs, arg)
		}
	}
	return errs
}

// WrappedBy returns what the call of a maker wraps as its description says, except for nil. A slice of errors counts as one.
func (m *Model) WrappedBy(call *ssa.Call, maker *Maker) []ssa.Value {
	args, operands, _ := m.wraps(call, maker)
	wrapped := slices.DeleteFunc(args, func(v ssa.Value) bool { return m.KnownNil(v, call.Block()) })
	for _, v := range operands {
		if v = flow.Strip(v); errflow.IsError(v.Type()) {
			wrapped = append(wrapped, v)
		}
	}
	return wrapped
}

// allWrapped returns all that a call wraps, if the configuration or a format tells.
func (m *Model) allWrapped(call *ssa.Call) (wrapped []ssa.Value, all bool) {
	maker := m.Maker(call.Common())
	if maker == nil || !maker.Configured && !maker.WrapsVerbs {
		return nil, false
	}
	args, operands, all := m.wraps(call, maker)
	if maker.WrapsVerbs {
		operands = append(operands, maker.NotLost(call)...)
	}
	return append(args, operands...), all
}

// heldBy returns the single errors that the call of a maker wraps, and the kinds of the others that it may wrap. If the description of a function of the module
// does not say what it wraps, errflow does.
func (m *Model) heldBy(call *ssa.Call, maker *Maker) (held []ssa.Value, others sorts) {
	unknown := func(v ssa.Value) {
		others = isOther
		if _, param := v.(*ssa.Parameter); param {
			others = aroundParam
		}
	}
	args, operands, all := m.wraps(call, maker)
	for _, arg := range args {
		if errflow.IsError(arg.Type()) {
			held = append(held, arg)
		} else if vals, ok := flow.Variadic(arg); ok {
			held = append(held, vals...)
		} else {
			unknown(arg)
		}
	}
	if !all {
		unknown(call.Call.Args[maker.Operands])
	}
	if maker.Causes == 0 && !maker.WrapsVerbs && !maker.Configured {
		for _, arg := range maker.NotLost(call) {
			if !flow.IsNil(arg) && m.Model.Wraps(call, arg) != errflow.No {
				held = append(held, arg)
			}
		}
	}
	return append(held, operands...), others
}

// SameChain reports whether one of two errors may be in the chain of the other: they are the same, or one wraps the other, or
// was taken out of it by errors.As, errors.Unwrap or a type assertion.
func (m *Model) SameChain(a, b ssa.Value) bool { return m.SameChainBefore(a, b, nil) }

// SameChainBefore reports the same for the time before made is made.
func (m *Model) SameChainBefore(a, b, made ssa.Value) bool {
	as, bs := m.family(a), m.family(b)
	for _, x := range as {
		for _, y := range bs {
			if m.wrapsAny(x, []ssa.Value{y}, made) != errflow.No || m.wrapsAny(y, []ssa.Value{x}, made) != errflow.No {
				return true
			}
		}
	}
	return false
}

// InChain reports whether cause, or the error that cause was taken out of, may be in err's chain.
func (m *Model) InChain(err, cause ssa.Value) bool {
	return slices.ContainsFunc(m.family(cause), func(v ssa.Value) bool { return m.Wraps(err, v) != errflow.No })
}

// maxTaken is the maximum number of errors, each taken out of the next, that are followed.
const maxTaken = 8

// family returns v and the errors that it was taken out of, v first.
func (m *Model) family(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	for v != nil && len(out) < maxTaken {
		v = flow.Strip(v)
		if slices.Contains(out, v) {
			break
		}
		out = append(out, v)
		v = m.takenFrom(v)
	}
	return out
}

func (m *Model) takenFrom(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.TypeAssert:
		return v.X
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.TypeAssert:
			return t.X
		case *ssa.Call:
			if errflow.IsErrorsFunc(flow.Callee(t.Common()), "AsType") {
				return t.Call.Args[0]
			}
		}
	case *ssa.Call:
		if errflow.IsErrorsFunc(flow.Callee(v.Common()), "Unwrap", "Cause", "UnwrapAll", "UnwrapOnce") && len(v.Call.Args) == 1 {
			return v.Call.Args[0]
		}
		if v.Call.IsInvoke() && v.Call.Method.Name() == "Unwrap" {
			return v.Call.Value
		}
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			return m.FoundIn(alloc)
		}
	case *ssa.Alloc:
		return m.FoundIn(v)
	}
	return nil
}

// maxParts is the maximum number of values of a new error, or of a text of it, that are looked at.
const maxParts = 200

// MadeFrom reports whether a value is computed from err, or from the error that err was taken out of: as an argument of its
// constructor, say, which may keep it in a way that errflow does not see.
func (m *Model) MadeFrom(made, err ssa.Value) bool {
	family := m.family(err)
	values := worklist.Of(made)
	for v := range values.First(maxParts) {
		if slices.ContainsFunc(family, func(f ssa.Value) bool { return m.SameError(f, v) }) {
			return true
		}
		switch v := v.(type) {
		case *ssa.Alloc:
			for _, s := range m.StoresTo(v) {
				if s.Instr.Parent() == v.Parent() {
					values.Push(s.Val)
				}
			}
		case *ssa.Global, *ssa.Phi:
		case ssa.Instruction:
			for _, op := range v.Operands(nil) {
				values.Push(*op)
			}
			if m, ok := v.(*ssa.MakeMap); ok {
				for _, ref := range *m.Referrers() {
					if entry, ok := ref.(*ssa.MapUpdate); ok {
						values.Push(entry.Value)
					}
				}
			}
		}
	}
	return false
}
