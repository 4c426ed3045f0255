package wrapcause

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/format"
)

// A textFlow is what a text is put together from: errors of which it has the
// text, and the parameters of the function that are strings in it.
type textFlow struct {
	errs   []ssa.Value
	params []*ssa.Parameter
	seen   map[ssa.Value]bool
}

func (into *textFlow) enter(v ssa.Value) bool {
	if into.seen == nil {
		into.seen = make(map[ssa.Value]bool)
	}
	if into.seen[v] || len(into.seen) > 500 {
		return false
	}
	into.seen[v] = true
	return true
}

func (into *textFlow) addError(v ssa.Value) {
	if v = flow.Strip(v); !isNil(v) && !slices.Contains(into.errs, v) {
		into.errs = append(into.errs, v)
	}
}

// textOf adds what text v is put together from, as far as this function tells:
// through local variables, concatenation, and the functions of fmt and strings. It does not go
// through fields: what is in a field now is not what some code somewhere stores in it.
func (c *checker) textOf(v ssa.Value, into *textFlow) {
	v = flow.Strip(v)
	if !into.enter(v) {
		return
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		if isString(v.Type()) {
			into.params = append(into.params, v)
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			c.textOf(e, into)
		}
	case *ssa.BinOp:
		if v.Op == token.ADD {
			c.textOf(v.X, into)
			c.textOf(v.Y, into)
		}
	case *ssa.Convert:
		c.textOf(v.X, into)
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL && isText(v.Type()) && errflow.IsError(fa.X.Type()) && c.takenFrom(fa.X) != nil {
			into.addError(fa.X) // what errors.As has found, by one of its fields
		}
		if alloc, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL && isString(v.Type()) {
			for _, ref := range *alloc.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == alloc {
					c.textOf(st.Val, into)
				}
			}
		}
	case *ssa.Call:
		c.textOfCall(v, into)
	}
}

func (c *checker) textOfCall(call *ssa.Call, into *textFlow) {
	common := call.Common()
	if err := stringified(common); err != nil {
		into.addError(err)
		// An error that is made only to be turned into text is a way of formatting.
		if made, ok := flow.Strip(err).(*ssa.Call); ok {
			c.textOfMade(made, into)
		}
		return
	}
	fn := flow.Callee(common)
	if fn == nil || fn.Pkg() == nil || common.IsInvoke() {
		return
	}
	if own := c.model.Func(fn); own != nil {
		if in := c.helpers.Get(own); own.Signature.Results().Len() == 1 && isString(own.Signature.Results().At(0).Type()) {
			for i, arg := range common.Args {
				if in.has(i) {
					c.addOperand(arg, into)
				}
			}
		}
		return
	}
	switch fn.Pkg().Path() {
	case "fmt":
		switch fn.Name() {
		case "Sprintf":
			ops, ok := c.formatted(call, 0, 1)
			if ok {
				c.addOperands(ops, into)
			}
			c.textOf(common.Args[0], into)
		case "Sprint", "Sprintln":
			if vals, ok := flow.Variadic(common.Args[0]); ok {
				for _, v := range vals {
					c.addOperand(v, into)
				}
			}
		}
	case "strings", "strconv":
		if fn.Name() == "Join" {
			c.textOfElems(common.Args[0], into)
			return
		}
		for _, i := range textArgs(fn) {
			if i < len(common.Args) && isString(common.Args[i].Type()) {
				c.textOf(common.Args[i], into)
			}
		}
	}
}

// textArgs is the arguments of a function of strings or strconv that are in the text it returns: the first, as a
// rule; others say what is cut off, or looked for.
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

// stringified is the error whose text a call returns: err in err.Error().
func stringified(call *ssa.CallCommon) ssa.Value {
	if call.IsInvoke() {
		if call.Method.Name() == "Error" && errflow.IsError(call.Value.Type()) {
			return call.Value
		}
		return nil
	}
	fn := flow.Callee(call)
	if fn == nil || fn.Name() != "Error" || fn.Signature().Recv() == nil || len(call.Args) != 1 || !errflow.IsError(fn.Signature().Recv().Type()) {
		return nil
	}
	return call.Args[0]
}

func (c *checker) addOperands(ops []operand, into *textFlow) {
	for _, op := range ops {
		if readable(op.verb.Rune) || op.verb.Rune == 'w' {
			c.addOperand(op.value, into)
		}
	}
}

func (c *checker) addOperand(v ssa.Value, into *textFlow) {
	v = flow.Strip(v)
	if errflow.IsError(v.Type()) {
		into.addError(v)
		return
	}
	if e := elem(v.Type()); e != nil && isString(e) {
		c.textOfElems(v, into)
		return
	}
	c.textOf(v, into)
}

// textOfElems adds what the elements of a slice of strings are put together from, as far as this function tells.
func (c *checker) textOfElems(v ssa.Value, into *textFlow) {
	fn := v.Parent()
	for _, o := range c.model.Origins(v, flow.OriginOptions{NoCalls: true, Fields: []*types.Var{nil}}) {
		if o.Whole && o.Value.Parent() == fn && fn != nil {
			c.textOf(o.Value, into)
		}
	}
}

// A params is a set of the first 64 parameters of a function.
type params uint64

func (p params) has(i int) bool { return i < 64 && p&(1<<i) != 0 }

// helperText is the parameters, errors and strings, that are in the text that a function returns.
func (c *checker) helperText(fn *ssa.Function) params {
	var in params
	for ret := range flow.Returns(fn) {
		if len(ret.Results) != 1 || !isString(ret.Results[0].Type()) {
			continue
		}
		var into textFlow
		c.textOf(ret.Results[0], &into)
		for i, p := range fn.Params[:min(len(fn.Params), 64)] {
			if slices.Contains(into.params, p) || slices.ContainsFunc(into.errs, func(v ssa.Value) bool { return c.model.SameError(v, p) }) {
				in |= 1 << i
			}
		}
	}
	return in
}

func isText(t types.Type) bool {
	if s, ok := types.Unalias(t).Underlying().(*types.Slice); ok {
		b, ok := types.Unalias(s.Elem()).Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	}
	return isString(t)
}

// readable reports whether a verb prints what an error says, and not its type or its address.
func readable(verb rune) bool { return strings.ContainsRune("vsqxX", verb) }

// textOfMade adds what the message of a new error is put together from.
func (c *checker) textOfMade(made ssa.Value, into *textFlow) {
	switch v := made.(type) {
	case *ssa.Call:
		m := c.makerOf(v.Common())
		if m == nil {
			return
		}
		if m.format >= 0 && m.format < len(v.Call.Args) {
			c.textOf(v.Call.Args[m.format], into)
			if ops, ok := c.operandsOf(v, m); ok {
				for _, op := range ops {
					if readable(op.verb.Rune) {
						c.addOperand(op.value, into)
					}
				}
			}
		}
		for _, i := range m.texts {
			if i < len(v.Call.Args) {
				c.textOf(v.Call.Args[i], into)
			}
		}
		for _, i := range m.flattens {
			if i < len(v.Call.Args) {
				into.addError(v.Call.Args[i])
			}
		}
	case *ssa.Alloc:
		s := structOf(v.Type())
		if s == nil {
			return
		}
		for f := range s.Fields() {
			if isString(f.Type()) {
				for _, text := range c.model.Stored(v, f) {
					c.textOf(text, into)
				}
			}
		}
	}
}

// An operand is what one verb of a format prints.
type operand struct {
	verb  format.Verb
	index int // among the operands
	value ssa.Value
	expr  ast.Expr // as it is written; nil where it is not
}

// operandsOf is the operands of a call of a maker that takes a format; ok is
// false where the format cannot be told, or the operands are handed on as a slice.
func (c *checker) operandsOf(call *ssa.Call, m *maker) (ops []operand, ok bool) {
	if m.format < 0 || m.operands >= len(call.Call.Args) {
		return nil, false
	}
	return c.formatted(call, m.format, m.operands)
}

func (c *checker) formatted(call *ssa.Call, formatArg, operandsArg int) (ops []operand, ok bool) {
	args := call.Call.Args
	vals, ok := flow.Variadic(args[operandsArg])
	if !ok {
		return nil, false
	}
	verbs, ok := c.verbs(call, formatArg, len(vals))
	if !ok {
		return nil, false
	}
	expr := c.model.CallExpr(call)
	for _, v := range verbs {
		if v.Operand < 0 || v.Operand >= len(vals) {
			continue
		}
		op := operand{verb: v, index: v.Operand, value: vals[v.Operand]}
		if expr != nil && !expr.Ellipsis.IsValid() {
			op.expr = c.arg(call, operandsArg+v.Operand)
		}
		ops = append(ops, op)
	}
	// An error that no verb is there for is printed as %!(EXTRA …).
	for i, v := range vals {
		if errorsIn(flow.Strip(v).Type()) && !slices.ContainsFunc(verbs, func(verb format.Verb) bool { return verb.Uses(i) }) {
			op := operand{index: i, value: v}
			if expr != nil && !expr.Ellipsis.IsValid() {
				op.expr = c.arg(call, operandsArg+i)
			}
			ops = append(ops, op)
		}
	}
	return ops, true
}

// verbs is the verbs of a call's format. A format that is not constant is
// put together; if the verbs of its constant parts account for all operands, the
// other parts can have none.
func (c *checker) verbs(call *ssa.Call, formatArg, operands int) ([]format.Verb, bool) {
	if text, ok := flow.StringConst(call.Call.Args[formatArg]); ok {
		verbs, err := format.Parse(text)
		return verbs, err == nil
	}
	expr := c.arg(call, formatArg)
	if expr == nil {
		return nil, false
	}
	var text strings.Builder
	for _, leaf := range leaves(expr) {
		if s, ok := c.stringValue(leaf); ok {
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
	if len(used) != operands || operands == 0 {
		return nil, false
	}
	return verbs, true
}

// hole stands for a part of a format that is not constant: no format has it.
const hole = 0

// leaves is the operands of a concatenation, in order.
func leaves(expr ast.Expr) []ast.Expr {
	if b, ok := ast.Unparen(expr).(*ast.BinaryExpr); ok && b.Op == token.ADD {
		return append(leaves(b.X), leaves(b.Y)...)
	}
	return []ast.Expr{expr}
}

// errorsIn is the error type that values of type t hold: t itself, or the
// elements of a slice.
func errorsIn(t types.Type) bool {
	if errflow.IsError(t) {
		return true
	}
	e := elem(t)
	return e != nil && errflow.IsErrorInterface(e)
}
