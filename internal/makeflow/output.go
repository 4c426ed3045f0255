package makeflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/logflow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells whether the message of a new error has the output of a command that failed.

// BesideOutput reports whether a call that makes an error of err also puts the output of the failed command into the message. The output comes from
// CombinedOutput of package os/exec or of an interface, or from a function of the package that returns it. It says what went wrong, and err only that
// something did.
func (m *Model) BesideOutput(call *ssa.Call, err ssa.Value) bool {
	failed, _ := m.onlyResult(err)
	return failed != nil && m.putsOut(failed) && slices.ContainsFunc(m.messageParts(call), func(part ssa.Value) bool {
		return dependsOn(part, func(v ssa.Value) bool {
			switch v.(type) {
			case *ssa.Extract, *ssa.UnOp:
				out, i := m.onlyResult(v)
				return out == failed && i == 0
			}
			return false
		})
	})
}

// onlyResult returns the call that v is a result of, and which one: by way of a variable, too, if only results of one call are assigned to that, such as by a
// goroutine.
func (m *Model) onlyResult(v ssa.Value) (call *ssa.Call, index int) {
	if call, index := flow.ResultOf(v); call != nil {
		return call, index
	}
	for _, o := range m.Origins(v, flow.OriginOptions{NoCalls: true}) {
		switch o.Kind {
		case flow.OriginZero, flow.OriginConst:
		case flow.OriginCall:
			if !o.Whole || call != nil && (o.Call() != call || o.Index != index) {
				return nil, 0
			}
			call, index = o.Call(), o.Index
		default:
			return nil, 0
		}
	}
	return call, index
}

// BesideBuffer reports whether a call that makes an error of err also puts what the failed command wrote to its Stderr into the message, from a buffer or from
// the error. Unlike after BesideOutput, err may not be left out: if the command could not be started, there is nothing else.
func (m *Model) BesideBuffer(call *ssa.Call, err ssa.Value) bool {
	failed, _ := flow.ResultOf(err)
	if failed == nil || !logflow.RunsCommand(failed) {
		return false
	}
	buffers := logflow.StderrOf(m.Program, failed)
	written := func(v ssa.Value) bool {
		f, ok := v.(*ssa.FieldAddr)
		return slices.Contains(buffers, v) || ok && flow.QualifiedName(flow.Deref(f.X.Type())) == "os/exec.ExitError" && flow.StructField(f.X.Type(), f.Field).Name() == "Stderr"
	}
	return slices.ContainsFunc(m.messageParts(call), func(part ssa.Value) bool {
		ways, ok := flow.Strip(part).(*ssa.Phi)
		return dependsOn(part, written) && !(ok && slices.ContainsFunc(ways.Edges, func(way ssa.Value) bool { // in place of the output
			return !dependsOn(way, written) && m.tellsText(err, way)
		}))
	})
}

// MayTell reports whether the message of a call that makes an error has, on some way at least, the text of err. What is lost is not left out then.
func (m *Model) MayTell(call *ssa.Call, err ssa.Value) bool {
	return m.tellsText(err, m.messageParts(call)...)
}

// tellsText reports whether one of some texts has the text of err, on some way at least.
func (m *Model) tellsText(err ssa.Value, texts ...ssa.Value) bool {
	return slices.ContainsFunc(m.TextOf(texts...).Errors, func(told ssa.Value) bool { return m.SameChain(told, err) })
}

// messageParts returns the arguments of a call that makes an error, and the operands of its format.
func (m *Model) messageParts(call *ssa.Call) []ssa.Value {
	parts := slices.Clone(call.Call.Args)
	ops, _ := m.Operands(call, m.Maker(call.Common()))
	for _, op := range ops {
		parts = append(parts, op.Value)
	}
	return parts
}

// dependsOn reports whether a value is computed from one that is holds for.
func dependsOn(v ssa.Value, is func(ssa.Value) bool) bool {
	for part := range flow.Slice(v) {
		if is(part) {
			return true
		}
	}
	return false
}

// StderrFound reports whether a call that makes an error in place of err puts what the failed command wrote to its Stderr into the message, and a
// condition has found that there is something.
func (m *Model) StderrFound(call *ssa.Call, err ssa.Value) bool {
	if !m.BesideBuffer(call, err) {
		return false
	}
	failed, _ := flow.ResultOf(err)
	buffers := logflow.StderrOf(m.Program, failed)
	for cond := range flow.Conditions(call.Block()) {
		for v := range flow.Slice(cond.Value) {
			if slices.Contains(buffers, v) {
				return true
			}
		}
	}
	return false
}

// putsOut reports whether the first result of a call is the output of a command, or the zero value.
func (m *Model) putsOut(call *ssa.Call) bool {
	found := false
	calls := worklist.Of(call)
	for call := range calls.First(maxParts) {
		if isCombinedOutput(call.Common()) {
			found = true
			continue
		}
		targets, complete := m.Callees(call.Common())
		if !complete || call.Call.Signature().Results().Len() < 2 {
			return false
		}
		for _, target := range targets {
			for ret := range flow.Returns(target.Fn) {
				for v := range flow.Slice(flow.Returned(ret, 0)) {
					out, ok := v.(*ssa.Extract)
					if !ok || out.Index != 0 {
						continue
					}
					command, ok := out.Tuple.(*ssa.Call)
					if !ok {
						return false
					}
					calls.Push(command)
				}
			}
		}
	}
	return found
}

func isCombinedOutput(call *ssa.CallCommon) bool {
	if call.IsInvoke() {
		return call.Method.Name() == "CombinedOutput"
	}
	fn := flow.Callee(call)
	return fn != nil && fn.FullName() == "(*os/exec.Cmd).CombinedOutput"
}
