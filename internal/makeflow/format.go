package makeflow

import (
	"encoding/json"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/format"
)

// This file tells which operands the verbs of a format print.

// An Operand is what one verb of a format prints.
type Operand struct {
	Verb  format.Verb // the zero Verb for an error without a verb, which is printed as %!(EXTRA …)
	Index int         // among the operands
	Value ssa.Value
	Expr  ast.Expr // nil if the operand is not written in the call
}

// Readable reports whether a verb prints the text of an error, and not its type or address.
func Readable(verb rune) bool { return strings.ContainsRune("vsqxX", verb) }

// readable returns the operands whose texts a format prints.
func readable(ops []Operand, _ bool) []ssa.Value {
	var out []ssa.Value
	for _, op := range ops {
		if Readable(op.Verb.Rune) || op.Verb.Rune == 'w' {
			out = append(out, op.Value)
		}
	}
	return out
}

// Operands returns the operands of a call of a maker that takes a format; ok is false if the format is not known, or
// the operands are passed as a slice.
func (m *Model) Operands(call *ssa.Call, maker *Maker) (ops []Operand, ok bool) {
	if maker.Format < 0 || maker.Operands >= len(call.Call.Args) {
		return nil, false
	}
	return m.formatted(call, maker.Format, maker.Operands)
}

func (m *Model) formatted(call *ssa.Call, formatArg, operandsArg int) (ops []Operand, ok bool) {
	vals, ok := flow.Variadic(call.Call.Args[operandsArg])
	if !ok {
		return nil, false
	}
	verbs, ok := m.verbs(call, formatArg, len(vals))
	if !ok {
		return nil, false
	}
	add := func(verb format.Verb, i int) {
		op := Operand{Verb: verb, Index: i, Value: vals[i]}
		if expr := m.CallExpr(call); expr != nil && !expr.Ellipsis.IsValid() {
			op.Expr = m.Arg(call, operandsArg+i)
		}
		ops = append(ops, op)
	}
	used := make([]bool, len(vals))
	for _, v := range verbs {
		for _, i := range v.Stars {
			if i < len(vals) {
				used[i] = true
			}
		}
		if v.Operand >= 0 && v.Operand < len(vals) {
			used[v.Operand] = true
			add(v, v.Operand)
		}
	}
	for i, v := range vals {
		if !used[i] && HoldsErrors(flow.Strip(v).Type()) {
			add(format.Verb{}, i)
		}
	}
	return ops, true
}

// QuotedInJSON reports whether an operand is a string of a JSON object that a call formats with %q: {"code":7,"message":%q}. No other verb can stand there.
func (m *Model) QuotedInJSON(call *ssa.Call, maker *Maker, op *Operand) bool {
	if op.Verb.Rune != 'q' {
		return false
	}
	text, ok := m.StringOf(call.Call.Args[maker.Format])
	if !ok || !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return false
	}
	verbs, err := format.Parse(text)
	if err != nil {
		return false
	}
	var spelled strings.Builder
	done := 0
	for _, v := range verbs {
		spelled.WriteString(text[done:v.Off])
		if done = v.Off + v.Len; v.Rune == 'q' {
			spelled.WriteString(`""`)
		} else {
			spelled.WriteByte('0') // a number, or a part of a string
		}
	}
	spelled.WriteString(text[done:])
	return json.Valid([]byte(spelled.String()))
}

// formattedElsewhere returns the operands of a call that formats a text as fmt.Sprintf does, such as one that translates the format: fn, which is
// another package's, takes a format and operands and returns a string, and the format is constant with a verb for each operand.
func (m *Model) formattedElsewhere(call *ssa.Call, fn *types.Func) (ops []Operand, ok bool) {
	sig := fn.Signature()
	last := len(call.Call.Args) - 1
	if sig.Results().Len() != 1 || !flow.IsString(sig.Results().At(0).Type()) || last < 1 || !takesOperands(sig) || !flow.IsString(call.Call.Args[last-1].Type()) {
		return nil, false
	}
	ops, ok = m.formatted(call, last-1, last)
	if !ok || slices.ContainsFunc(ops, func(op Operand) bool { return op.Verb.Rune == 0 }) {
		return nil, false
	}
	return ops, true
}

// Arg returns the syntax of an argument of a call, by its index in Args; nil if it is not written.
func (m *Model) Arg(call ssa.CallInstruction, i int) ast.Expr {
	if call.Common().IsInvoke() {
		i++
	}
	expr := m.ArgExpr(call, i)
	if expr == nil || expr == ast.Expr(m.CallExpr(call)) {
		return nil
	}
	return expr
}

// verbs returns the verbs of a call's format. If the format is a concatenation that is not constant, but the verbs of its constant parts account
// for all operands, the other parts have no verbs.
func (m *Model) verbs(call *ssa.Call, formatArg, operands int) ([]format.Verb, bool) {
	if text, ok := m.StringOf(call.Call.Args[formatArg]); ok {
		verbs, err := format.Parse(text)
		return verbs, err == nil
	}
	expr := m.Arg(call, formatArg)
	if expr == nil {
		return nil, false
	}
	var text strings.Builder
	for _, leaf := range Concatenated(expr) {
		if s, ok := flow.StringValue(m.pass.TypesInfo, leaf); ok {
			text.WriteString(s)
		} else {
			text.WriteByte(hole)
		}
	}
	verbs, err := format.Parse(text.String())
	if err != nil {
		return nil, false
	}
	used := make(map[int]bool)
	for _, v := range verbs {
		if v.Rune == hole || v.Index > 0 {
			return nil, false
		}
		if v.Operand >= 0 {
			used[v.Operand] = true
		}
		for _, s := range v.Stars {
			used[s] = true
		}
	}
	return verbs, len(used) == operands && operands > 0
}

// hole stands for a part of a format that is not constant. Formats do not contain it.
const hole = 0

// Concatenated returns the operands of a concatenation, in order.
func Concatenated(expr ast.Expr) []ast.Expr {
	var out []ast.Expr
	for todo := []ast.Expr{expr}; len(todo) > 0; {
		expr := ast.Unparen(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if b, ok := expr.(*ast.BinaryExpr); ok && b.Op == token.ADD {
			todo = append(todo, b.Y, b.X)
		} else {
			out = append(out, expr)
		}
	}
	return out
}
