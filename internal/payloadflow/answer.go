package payloadflow

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file distinguishes the errors that a function has failed with from those that it was to find out, or found out on the way. The
// latter are answers.

// A verdict is what a payload says, besides the error, about what the function was asked.
type verdict uint8

const (
	noVerdict verdict = iota // nothing
	aVerdict                 // a text that is the whole answer, or a boolean under any name
	validity                 // whether the function's argument is valid
)

// isAnswer reports whether error e is not a failure of the function when control is at an instruction. There are four reasons. The error
// cannot occur there. A condition has told it from other errors, so the function has decided what becomes of it. It is the verdict of a
// validator, which was to find out whether there is an error. Or the function has done its work, and only its own files are left over.
func (m *Model) isAnswer(e ssa.Value, at ssa.Instruction, says verdict) bool {
	return m.ErrorsAt(e, at.Block()).Empty() || m.toldApart(e, at) || says != noVerdict && m.isVerdict(e, at.Block(), says) || m.isLeftOver(e, at.Block())
}

// answers reports whether all errors that text v is made of, and that belong to the function of an instruction, are answers. There must be
// at least one. A text without errors, in words of the program, is an answer if a condition has established which error it is about.
func (m *Model) answers(v ssa.Value, at ssa.Instruction, says verdict) bool {
	if v == nil || at == nil {
		return false
	}
	errs, _ := m.texts.Errors(v)
	if len(errs) == 0 {
		return slices.ContainsFunc(m.LiveAt(at), func(l errflow.Live) bool { return l.Classified })
	}
	errs = slices.DeleteFunc(errs, func(e ssa.Value) bool { return flow.FuncOf(e) != at.Parent() })
	return len(errs) > 0 && !slices.ContainsFunc(errs, func(e ssa.Value) bool { return !m.isAnswer(e, at, says) })
}

// answer reports whether the errors that a call is given, and that its callee makes a payload of, are answers.
func (m *Model) answer(args []ssa.Value, call ssa.CallInstruction) bool {
	found := false
	for _, arg := range args {
		if arg == nil || !m.texts.Of(arg).FromError() {
			continue
		}
		if !m.answers(arg, call, noVerdict) {
			return false
		}
		found = true
	}
	return found
}

// toldApart reports whether a condition has told error e from others: errors.Is, a comparison, a type switch, or errors.As that has found
// e.
func (m *Model) toldApart(e ssa.Value, at ssa.Instruction) bool {
	switch v := e.(type) {
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok && m.FoundIn(alloc) != nil {
			return true
		}
	case *ssa.Alloc:
		if m.FoundIn(v) != nil {
			return true
		}
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.TypeAssert:
			return errflow.IsError(t.X.Type())
		case *ssa.Call:
			if errflow.IsErrorsFunc(m.Callee(t.Common()), "AsType") {
				return true
			}
		}
	}
	return slices.ContainsFunc(m.LiveAt(at), func(l errflow.Live) bool { return l.Classified && m.SameError(l.Value, e) })
}

// isVerdict reports whether e comes from a parser, and finding that out is all that the function does: if parsing succeeds, nothing else is
// tried, and nobody looks at what was parsed, except to say what is valid.
func (m *Model) isVerdict(e ssa.Value, b *ssa.BasicBlock, says verdict) bool {
	call, _ := flow.ResultOf(e)
	if call == nil || !m.parses(call) && !(says == validity && m.checks(call, e)) || says != validity && !m.isUnused(call, e) {
		return false
	}
	for cond := range flow.Conditions(b) {
		v, none := cond.ComparedWithNil()
		if v == nil || none || !m.SameError(v, e) {
			continue
		}
		fine := cond.Other()
		failed := cond.From.Succs[0]
		if failed == fine {
			failed = cond.From.Succs[1]
		}
		for b := range flow.Reachable([]*ssa.BasicBlock{fine}, failed) {
			if slices.ContainsFunc(b.Instrs, m.tries) {
				return false
			}
		}
		return true
	}
	return false
}

// parses reports whether all that a call does is to read a text that it is given.
func (m *Model) parses(call *ssa.Call) bool {
	fn := flow.Callee(call.Common())
	return fn != nil && fn.Pkg() != nil && (m.Decodes(call) ||
		errflow.Listed(errflow.InputErrors, fn.Pkg().Path(), fn.FullName()) || errflow.Listed(checkers, fn.Pkg().Path(), fn.FullName()))
}

// checks reports whether a call of a function of the module reads a text, and its error e, as far as it has a name, is not that of an
// operation.
func (m *Model) checks(call *ssa.Call, e ssa.Value) bool {
	fn := flow.Callee(call.Common())
	if fn == nil || !m.OwnPackage(fn.Pkg()) || fn.Signature().Recv() != nil || !errflow.ReadsText(fn) {
		return false
	}
	for a := range m.ErrorsAt(e, nil).Atoms() {
		if errflow.Listed(errflow.Operations, a.Pkg, a.Pkg+"."+a.Name) {
			return false
		}
	}
	return true
}

// checkers are functions that read a text or check a value, in addition to those of [errflow.InputErrors].
var checkers = []string{
	"go/parser.Parse*", "go/format.Source", "encoding/json.Compact", "encoding/json.Indent", "text/template/parse", "encoding/pem",
	"(*github.com/santhosh-tekuri/jsonschema*", "github.com/santhosh-tekuri/jsonschema*", "(*github.com/go-playground/validator*",
	"(*github.com/google/jsonschema-go/jsonschema.Resolved).Validate", "github.com/vektah/gqlparser*", "github.com/open-policy-agent/opa/ast.Parse*",
}

// isUnused reports whether nobody looks at the results of a call, other than error e, and at the variables that it was given to fill.
func (m *Model) isUnused(call *ssa.Call, e ssa.Value) bool {
	looked := func(v ssa.Value, but ...ssa.Value) bool {
		return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
			switch ref := ref.(type) {
			case *ssa.DebugRef:
				return false
			case *ssa.MakeInterface:
				return !slices.Contains(but, ssa.Value(ref))
			case *ssa.Call:
				return !slices.Contains(but, ssa.Value(ref))
			}
			return true
		})
	}
	for _, ref := range *call.Referrers() {
		if part, ok := ref.(*ssa.Extract); ok && ssa.Value(part) != e && looked(part) {
			return false
		}
	}
	for _, arg := range call.Call.Args {
		if filled, ok := flow.Strip(arg).(*ssa.Alloc); ok && (looked(filled, arg, call) || arg != ssa.Value(filled) && looked(arg, call)) {
			return false
		}
	}
	return true
}

// tries reports whether an instruction does more than look at what is there and put a reply together.
func (m *Model) tries(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Call:
		fn := flow.Callee(instr.Common())
		if _, ok := wrapper(fn); ok || m.OnlyLooks(instr.Common()) {
			return false
		}
		results := instr.Call.Signature().Results()
		return results.Len() == 0 || errorFlag(results.At(0).Type()) == nil
	case *ssa.Go, *ssa.Defer, *ssa.Send, *ssa.Select:
		return true
	}
	return false
}

// isLeftOver reports whether e says that a file which the function made for itself could not be removed, after something that the function
// was to do has succeeded: a call that is made for its effect only.
func (m *Model) isLeftOver(e ssa.Value, b *ssa.BasicBlock) bool {
	call, _ := flow.ResultOf(e)
	if call == nil || call.Call.IsInvoke() {
		return false
	}
	if !errflow.Listed(removers, "", flow.CalleeName(call)) || !m.ownFile(call.Call.Args[len(call.Call.Args)-1]) {
		return false
	}
	for cond := range flow.Conditions(b) {
		v, none := cond.ComparedWithNil()
		if v == nil || !none || !errflow.IsErrorInterface(v.Type()) {
			continue
		}
		if done, _ := flow.ResultOf(v); done != nil && done != call && forEffect(done.Call.Signature()) {
			return true
		}
	}
	return false
}

var removers = []string{"os.Remove", "os.RemoveAll", "(*os.Root).Remove", "(*os.Root).RemoveAll", "(github.com/spf13/afero.Fs).Remove*"}

// forEffect reports whether a function returns nothing but an error, and how much it has done.
func forEffect(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if !errflow.IsErrorInterface(v.Type()) && !flow.IsBasic(v.Type(), types.IsInteger) {
			return false
		}
	}
	return true
}

// ownFile reports whether the program itself chose the name of a file: the program spells out how the name ends, or the file was made as a
// temporary one.
func (m *Model) ownFile(name ssa.Value) bool {
	if pieces, ok := m.texts.Pieces(name); ok {
		return pieces[len(pieces)-1].Lit != ""
	}
	call, _ := flow.ResultOf(flow.Strip(name))
	switch flow.CalleeName(call) {
	case "path/filepath.Join", "path.Join":
		elems, ok := flow.Variadic(call.Call.Args[0])
		if !ok || len(elems) == 0 {
			return false
		}
		_, ends := flow.StringConst(flow.Strip(elems[len(elems)-1]))
		return ends
	case "os.MkdirTemp":
		return true
	case "(*os.File).Name":
		made, _ := flow.ResultOf(flow.Strip(call.Call.Args[0]))
		return flow.CalleeName(made) == "os.CreateTemp"
	}
	return false
}

// madeUpFor reports whether a map or struct has a result under some key if there is the error whose text is told, and under the same key if
// there is none: the function returns something in spite of the error.
func (m *Model) madeUpFor(told, v ssa.Value) bool {
	errs, _ := m.texts.Errors(told)
	return slices.ContainsFunc(errs, func(err ssa.Value) bool {
		well, failed := make(map[string]bool), make(map[string]bool)
		for _, e := range m.contents(v) {
			if e.Key == "" || e.Instr == nil || m.isRemark(flow.Strip(e.Value)) {
				continue
			}
			b := e.Instr.Block()
			failed[e.Key] = failed[e.Key] || m.NonNil(err, b)
			well[e.Key] = well[e.Key] || m.isNil(err, b)
			if failed[e.Key] && well[e.Key] {
				return true
			}
		}
		return false
	})
}

// opensWithData reports whether a text opens, on lines of its own, with data that something which has succeeded by block b has yielded: the
// function returns the data in spite of the error that the text tells of after that.
func (m *Model) opensWithData(text ssa.Value, b *ssa.BasicBlock) bool {
	pieces := m.opening(text)
	if len(pieces) < 2 || pieces[0].Value == nil || !strings.HasPrefix(pieces[1].Lit, "\n") {
		return false
	}
	data := flow.Strip(pieces[0].Value)
	return textflow.IsText(data.Type()) && !m.texts.Of(data).FromError() && m.isYield(data, b)
}

// maxYield bounds how many values are examined to find out where a text comes from.
const maxYield = 64

// isYield reports whether a value is made of what a call has returned that might have failed and has not, as is known in block b. What a
// call returns that may have failed is not looked into: the output of a command that fails belongs to the failure.
func (m *Model) isYield(v ssa.Value, b *ssa.BasicBlock) bool {
	values := worklist.Of(v)
	for v := range values.First(maxYield) {
		if call, _ := flow.ResultOf(v); call != nil {
			if err := errorOf(call); err != nil {
				if m.isNil(err, b) {
					return true
				}
				continue
			}
		}
		if instr, ok := v.(ssa.Instruction); ok {
			for _, op := range instr.Operands(nil) {
				if *op != nil {
					values.Push(*op)
				}
			}
		}
	}
	return false
}

// errorOf returns the error that a call returns beside something else, or nil.
func errorOf(call *ssa.Call) ssa.Value {
	for _, ref := range *call.Referrers() {
		if part, ok := ref.(*ssa.Extract); ok && errflow.IsErrorInterface(part.Type()) {
			return part
		}
	}
	return nil
}

// opening returns the first pieces of a text. Of a text that is written piece by piece, these are the pieces of the first two writes.
func (m *Model) opening(text ssa.Value) []textflow.Piece {
	parts := []ssa.Value{text}
	if call, ok := flow.Strip(text).(*ssa.Call); ok && textflow.ReadsBuffer(call) {
		parts = firstWritten(call)
	}
	var out []textflow.Piece
	for _, part := range parts {
		pieces, ok := m.texts.Pieces(part)
		if !ok && len(parts) > 1 {
			pieces = []textflow.Piece{{Verb: 's', Value: part}}
		}
		out = append(out, pieces...)
	}
	return slices.DeleteFunc(out, func(p textflow.Piece) bool { return p.Value == nil && p.Lit == "" })
}

// firstWritten returns what the first two of the writes to the buffer that a call reads write, if they are always made: texts, and calls
// that format one.
func firstWritten(read *ssa.Call) []ssa.Value {
	writes := slices.DeleteFunc(textflow.Writes(textflow.Receiver(read.Common())), func(w *ssa.Call) bool { return !w.Block().Dominates(read.Block()) })
	slices.SortStableFunc(writes, func(x, y *ssa.Call) int {
		switch a, b := x.Block(), y.Block(); {
		case a == b:
			return cmp.Compare(slices.Index(a.Instrs, ssa.Instruction(x)), slices.Index(b.Instrs, ssa.Instruction(y)))
		case a.Dominates(b):
			return -1
		}
		return 1
	})
	var out []ssa.Value
	for _, w := range writes[:min(2, len(writes))] {
		if args := w.Call.Args; flow.PkgPath(flow.Callee(w.Common())) == "fmt" {
			out = append(out, w)
		} else {
			out = append(out, args[len(args)-1])
		}
	}
	return out
}

// isRemark reports whether a value is not a result, but says something about one, such as how long it took: a constant, a number, or a text
// in words of the program.
func (m *Model) isRemark(v ssa.Value) bool {
	_, isConst := v.(*ssa.Const)
	t := m.texts.Of(v)
	return isConst || flow.IsBasic(v.Type(), types.IsNumeric|types.IsBoolean) || !t.Data && (t.Words || t.FromError())
}

// contents returns what is put in a map, under constant keys, or in a struct, by the names of its fields.
func (m *Model) contents(v ssa.Value) []Entry {
	out := m.mapEntries(v)
	if !m.ownStruct(v.Type()) {
		return out
	}
	for _, f := range membersOf(v.Type()) {
		for _, e := range m.storedIn(v, f.path...) {
			e.Key = f.field().Name()
			out = append(out, e)
		}
	}
	return out
}

// verdictOf returns what a map or struct says besides the error.
func (m *Model) verdictOf(v ssa.Value) verdict {
	out := noVerdict
	if fn := flow.FuncOf(v); fn != nil {
		for r := range fn.Signature.Results().Variables() {
			if flow.IsBasic(r.Type(), types.IsBoolean) {
				out = max(out, named(r.Name()))
			}
		}
	}
	for _, e := range m.mapEntries(v) {
		if e.Key != "" && flow.IsBasic(e.Value.Type(), types.IsBoolean) {
			out = max(out, named(e.Key))
		}
	}
	if m.ownStruct(v.Type()) {
		for _, f := range membersOf(v.Type()) {
			if flow.IsBasic(f.field().Type(), types.IsBoolean) {
				out = max(out, named(f.field().Name()))
			}
		}
	}
	return out
}

// named returns the verdict that a boolean of a given name expresses. Success is none: the error says that already.
func named(name string) verdict {
	switch snake(name) {
	case "success", "succeeded", "successful", "is_error", "failed":
		return noVerdict
	case "valid", "is_valid", "invalid", "well_formed", "parses":
		return validity
	}
	return aVerdict
}
