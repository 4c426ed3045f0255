package makeflow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/textflow"
)

// This file tells what a text is built from: the texts of errors, and parameters.

// A Text is what a text is built from: errors whose text it contains, and string parameters of the function.
type Text struct {
	Errors  []ssa.Value
	strings []*ssa.Parameter
	masked  []*ssa.Parameter // the strings in which something variable is replaced
}

func (t Text) plus(u Text) Text {
	return Text{append(t.Errors, u.Errors...), append(t.strings, u.strings...), append(t.masked, u.masked...)}
}

// paramsIn returns the parameters, errors and strings, that are in a text.
func (m *Model) paramsIn(t Text, params []*ssa.Parameter) Params {
	return those(params, func(p *ssa.Parameter) bool {
		return slices.Contains(t.strings, p) || slices.ContainsFunc(t.Errors, func(v ssa.Value) bool { return m.SameError(v, p) })
	})
}

// TextOf returns what texts are built from, as far as their function tells: through local variables,
// concatenation, the functions of fmt and strings, and functions of the package that build texts from their parameters.
func (m *Model) TextOf(texts ...ssa.Value) Text {
	w := textWalk{m: m, seen: make(map[ssa.Value]bool)}
	w.push(texts...)
	return w.run()
}

// StandsIn reports whether a text, used in block b, is that of err or, if there is no error, something else that the program got: the body of a reply, say,
// or why it could not be read. Then err is not what failed.
func (m *Model) StandsIn(err, text ssa.Value, b *ssa.BasicBlock) bool {
	ways, ok := flow.Strip(text).(*ssa.Phi)
	return ok && !m.NonNil(err, b) && slices.ContainsFunc(ways.Edges, func(way ssa.Value) bool {
		_, constant := way.(*ssa.Const)
		return !constant && way != ssa.Value(ways) && len(m.TextOf(way).Errors) == 0
	})
}

// TextOfMade returns what the message of a new error is built from.
func (m *Model) TextOfMade(made ssa.Value) Text {
	w := textWalk{m: m, seen: make(map[ssa.Value]bool)}
	w.made(made)
	return w.run()
}

// A textWalk goes from texts to what they are built from.
type textWalk struct {
	m    *Model
	out  Text
	seen map[ssa.Value]bool
	todo []ssa.Value // a stack, with the beginning of the text on top
	// masked are texts in which something variable is replaced, such as a secret: what is left of
	// them is meant for people.
	masked []ssa.Value
}

func (w *textWalk) push(vals ...ssa.Value) {
	for _, v := range slices.Backward(vals) {
		w.todo = append(w.todo, flow.Strip(v))
	}
}

// maxText is the maximum number of values of a text that are looked at.
const maxText = 500

func (w *textWalk) run() Text {
	w.walk()
	if len(w.masked) > 0 {
		hidden := textWalk{m: w.m, seen: make(map[ssa.Value]bool)}
		hidden.push(w.masked...)
		hidden.walk()
		w.out.Errors = slices.DeleteFunc(w.out.Errors, func(v ssa.Value) bool { return slices.Contains(hidden.out.Errors, v) })
		w.out.masked = hidden.out.strings
	}
	return w.out
}

func (w *textWalk) walk() {
	for len(w.todo) > 0 && len(w.seen) <= maxText {
		v := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if w.seen[v] || flow.IsNil(v) {
			continue
		}
		w.seen[v] = true
		switch e := flow.ElemType(v.Type()); {
		case errflow.IsError(v.Type()):
			w.out.Errors = append(w.out.Errors, v)
		case e != nil && flow.IsString(e):
			w.elements(v)
		default:
			w.text(v)
		}
	}
}

func (w *textWalk) text(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.Parameter:
		if flow.IsString(v.Type()) {
			w.out.strings = append(w.out.strings, v)
		}
	case *ssa.BinOp:
		if v.Op == token.ADD {
			w.push(v.X, v.Y)
		}
	case *ssa.Convert:
		w.push(v.X)
	case *ssa.Call:
		w.call(v)
	case *ssa.UnOp:
		if cell, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			w.sources(cell)
		}
	case *ssa.Phi:
		w.sources(v)
	}
}

// sources follows a variable or a phi to its values, as far as the function itself sets them.
func (w *textWalk) sources(v ssa.Value) {
	srcs, _ := w.m.Step(flow.Node{V: v})
	for _, s := range slices.Backward(srcs) {
		if in := flow.FuncOf(s.V); in == nil || in == flow.FuncOf(v) {
			w.push(s.V)
		}
	}
}

// elements follows a slice of strings to its elements.
func (w *textWalk) elements(v ssa.Value) {
	fn := flow.FuncOf(v)
	for _, o := range w.m.Origins(v, flow.OriginOptions{NoCalls: true, Fields: []*types.Var{nil}}) {
		if o.Whole && fn != nil && flow.FuncOf(o.Value) == fn {
			w.push(o.Value)
		}
	}
}

func (w *textWalk) call(call *ssa.Call) {
	common := call.Common()
	if err := textflow.Stringified(common); err != nil {
		// Making an error only for its text is a way of formatting.
		w.made(flow.Strip(err))
		w.push(err)
		return
	}
	fn := flow.Callee(common)
	if fn == nil || common.IsInvoke() {
		return
	}
	if recv := fn.Signature().Recv(); recv != nil && isBuffer(recv.Type()) && fn.Name() == "String" {
		w.written(common.Args[0])
		return
	}
	if f := w.m.described(fn); f.InText != 0 || w.m.Func(fn) != nil {
		for _, arg := range among(common.Args, f.InText) {
			w.push(arg)
		}
		w.masked = append(w.masked, among(common.Args, f.Masks)...)
		return
	}
	switch flow.PkgPath(fn) {
	case "fmt":
		switch fn.Name() {
		case "Sprintf":
			w.push(common.Args[0])
			w.push(readable(w.m.formatted(call, 0, 1))...)
		case "Sprint", "Sprintln":
			vals, _ := flow.Variadic(common.Args[0])
			w.push(vals...)
		}
	case "strings", "strconv":
		if args := common.Args; len(args) > 2 && strings.HasPrefix(fn.Name(), "Replace") {
			if _, constant := args[1].(*ssa.Const); !constant {
				w.masked = append(w.masked, args[0])
			}
		}
		for _, i := range textArgs(fn) {
			if i < len(common.Args) {
				w.push(common.Args[i])
			}
		}
	default:
		w.push(readable(w.m.formattedElsewhere(call, fn))...)
	}
}

// isBuffer reports whether t is, or points to, a type of buffers for texts.
func isBuffer(t types.Type) bool {
	return slices.Contains([]string{"strings.Builder", "bytes.Buffer"}, flow.QualifiedName(t))
}

// written follows a buffer to what its function writes to it.
func (w *textWalk) written(buffer ssa.Value) {
	var texts []ssa.Value
	for _, call := range textflow.Writes(buffer) {
		if len(texts) > maxText {
			return
		}
		args := call.Call.Args
		switch fn := flow.Callee(call.Common()); {
		case IsFunc(fn, "fmt", "Fprint", "Fprintln"):
			vals, _ := flow.Variadic(args[1])
			texts = append(texts, vals...)
		case IsFunc(fn, "fmt", "Fprintf"):
			texts = append(texts, readable(w.m.formatted(call, 1, 2))...)
		default:
			texts = append(texts, args[len(args)-1])
		}
	}
	w.push(texts...)
}

// textArgs returns the indexes of the arguments of a function of strings or strconv that are in the text which it returns: as a
// rule the first; others say what to cut off or to look for.
func textArgs(fn *types.Func) []int {
	switch fn.Name() {
	case "Replace", "ReplaceAll":
		return []int{0, 2}
	case "Map":
		return []int{1}
	}
	if fn.Signature().Recv() != nil {
		return []int{1} // (*strings.Replacer).Replace
	}
	return []int{0}
}

// made follows a new error to what its message is built from.
func (w *textWalk) made(made ssa.Value) {
	switch v := made.(type) {
	case *ssa.Call:
		maker := w.m.Maker(v.Common())
		if maker == nil {
			return
		}
		args := v.Call.Args
		for _, arg := range among(args, maker.Texts|maker.Flattens) {
			w.push(arg)
		}
		if maker.Format >= 0 && maker.Format < len(args) {
			ops, _ := w.m.Operands(v, maker)
			for _, op := range slices.Backward(ops) {
				if Readable(op.Verb.Rune) {
					w.push(op.Value)
				}
			}
			w.push(args[maker.Format])
		}
	case *ssa.Alloc:
		s := flow.Struct(v.Type())
		if s == nil {
			return
		}
		for i := s.NumFields() - 1; i >= 0; i-- {
			if flow.IsString(s.Field(i).Type()) {
				w.push(w.m.Stored(v, s.Field(i))...)
			}
		}
	}
}
