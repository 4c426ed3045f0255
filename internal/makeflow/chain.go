package makeflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/worklist"
)

// Wraps reports whether error err is cause or wraps it; for the result of a configured constructor by what the
// configuration says of it, and for that of a function that takes a format by its verbs.
func (m *Model) Wraps(err, cause ssa.Value) errflow.Answer {
	return m.wrapsAny(err, []ssa.Value{cause}, nil)
}

// wrapsAny reports the same of whichever of some causes is there most certainly, as it is before made is made, if that is not nil. What err
// is made of is looked up once for all of them.
func (m *Model) wrapsAny(err ssa.Value, causes []ssa.Value, made ssa.Value) errflow.Answer {
	answer := errflow.No
	errs := worklist.Of(flow.Strip(err))
	for err := range errs.First(maxParts) {
		if slices.ContainsFunc(causes, func(cause ssa.Value) bool { return m.SameError(err, cause) }) {
			return errflow.Yes
		}
		if call, ok := err.(*ssa.Call); ok && err != made {
			if wrapped, known := m.causesOf(call); known {
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

// causesOf is the errors that a call's result wraps, where the configuration or a format tells.
func (m *Model) causesOf(call *ssa.Call) (causes []ssa.Value, known bool) {
	maker := m.Maker(call.Common())
	if maker == nil {
		return nil, false
	}
	args := call.Call.Args
	if maker.Configured {
		for i := range maker.Causes.All() {
			if i < len(args) {
				causes = append(causes, args[i])
			}
		}
		return causes, true
	}
	ops, ok := m.Operands(call, maker)
	if !maker.WrapsVerbs || !ok {
		return nil, false
	}
	for _, op := range ops {
		if op.Verb.Rune == 'w' {
			causes = append(causes, op.Value)
		}
	}
	for i, arg := range args {
		if errflow.IsError(arg.Type()) && !(maker.Flattens | maker.Ignores).Has(i) {
			causes = append(causes, arg)
		}
	}
	return causes, true
}

// SameChain reports whether one of two errors may be in the chain of the other: it is it, or wraps it, or
// was taken out of it by errors.As, errors.Unwrap or a type assertion.
func (m *Model) SameChain(a, b ssa.Value) bool { return m.SameChainBefore(a, b, nil) }

// SameChainBefore reports the same as it is before a new error is made.
func (m *Model) SameChainBefore(a, b, made ssa.Value) bool {
	as, bs := m.Taken(a), m.Taken(b)
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
	return slices.ContainsFunc(m.Taken(cause), func(v ssa.Value) bool { return m.Wraps(err, v) != errflow.No })
}

// maxTaken is how many errors are followed that were taken out of one another.
const maxTaken = 8

// Taken returns v and the errors that it was taken out of, v first.
func (m *Model) Taken(v ssa.Value) []ssa.Value {
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

// maxParts is how many of the values that a new error is made from are looked at.
const maxParts = 200

// MadeFrom reports whether err, or what it was taken out of, is among what a value is made from: an argument of its
// constructor, say, that keeps it in a way that errflow does not see.
func (m *Model) MadeFrom(made, err ssa.Value) bool {
	family := m.Taken(err)
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
