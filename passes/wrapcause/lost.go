package wrapcause

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
)

// A loss is an error that goes into a new one in some form other than as its cause.
type loss struct {
	cause ssa.Value
	how   lossKind
	op    *operand // the operand of a format, for byVerb and byText
	arg   int      // the argument, for the other kinds; -1 for an error literal
	many  bool     // cause is a slice of errors
}

type lossKind uint8

const (
	byVerb    lossKind = iota // it is formatted
	byText                    // its text is
	byCallee                  // the function that it is given to keeps its text at most
	byIgnored                 // the function that it is given to ignores it
)

// lost reports the errors that a new error has in it as text: categories
// format, text and second-cause.
func (c *checker) lost() {
	for fn, instr := range c.model.Calls() {
		call, ok := instr.(*ssa.Call)
		if !ok || isErrorMethod(fn) {
			continue
		}
		if m := c.makerOf(call.Common()); m != nil {
			c.lostInCall(call, m)
		}
	}
	for fn := range c.model.Funcs() {
		if isErrorMethod(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if alloc, ok := instr.(*ssa.Alloc); ok {
					c.lostInLiteral(alloc)
				}
			}
		}
	}
}

// isErrorMethod reports whether fn is in an Error method: what is made there is text.
func isErrorMethod(fn *ssa.Function) bool {
	fn = flow.Outermost(fn)
	return fn.Name() == "Error" && fn.Signature.Recv() != nil && errflow.IsError(fn.Signature.Recv().Type())
}

func (c *checker) lostInCall(call *ssa.Call, m *maker) {
	losses, wrapped := c.losses(call, m)
	losses = slices.DeleteFunc(losses, func(l loss) bool {
		if c.isFresh(l.cause) || c.wraps(call, l.cause) == errflow.Yes || !l.many && !c.isReason(l.cause, call.Block()) {
			return true
		}
		return slices.ContainsFunc(wrapped, func(w ssa.Value) bool { return c.sameChain(w, l.cause) })
	})
	second := len(wrapped) > 0
	if second {
		// An error that is known, and named anew with its text: a translation.
		losses = slices.DeleteFunc(losses, func(l loss) bool { return c.known(l.cause, call.Block()) })
	}
	if len(losses) == 0 || c.makesWire(call) {
		return
	}
	d := c.departure(call)
	if !d.left {
		return
	}

	// Have: a new error that leaves, and has losses in it.
	c.judged[call] = true
	if !c.multiple(call.Pos()) {
		if second {
			return // only one error can be wrapped, and one is
		}
		losses = losses[len(losses)-1:] // a cause stands last, by custom
	}
	for _, l := range losses {
		c.sayLost(call, m, l, wrapped, d)
	}
}

// losses is the errors that a maker formats, takes the text of, or ignores,
// and those that it wraps.
func (c *checker) losses(call *ssa.Call, m *maker) (losses []loss, wrapped []ssa.Value) {
	args := call.Call.Args
	for _, i := range m.causes {
		if i < len(args) && !flow.KnownNil(args[i], call.Block()) {
			wrapped = append(wrapped, args[i])
		}
	}
	if ops, ok := c.operandsOf(call, m); ok {
		for _, op := range ops {
			v := flow.Strip(op.value)
			switch {
			case op.verb.Rune == 'w' && m.wrapsVerbs:
				if errflow.IsError(v.Type()) {
					wrapped = append(wrapped, v)
				}
			case op.verb.Rune != 0 && !readable(op.verb.Rune) && op.verb.Rune != 'w':
			case errorsIn(v.Type()):
				if !isNil(v) {
					losses = append(losses, loss{cause: v, how: byVerb, op: &op, many: !errflow.IsError(v.Type())})
				}
			default:
				var text textFlow
				c.textOf(v, &text)
				for _, err := range text.errs {
					losses = append(losses, loss{cause: err, how: byText, op: &op})
				}
			}
		}
	}
	texts := m.texts
	if m.format >= 0 && !slices.Contains(texts, m.format) {
		texts = append(slices.Clone(texts), m.format)
	}
	for _, i := range texts {
		if i >= len(args) {
			continue
		}
		var text textFlow
		c.textOf(args[i], &text)
		for _, err := range text.errs {
			losses = append(losses, loss{cause: err, how: byText, arg: i})
		}
	}
	// A helper of this package that loses what it is given has the finding itself.
	if !m.own && !m.hides {
		for how, indices := range map[lossKind][]int{byCallee: m.flattens, byIgnored: m.ignores} {
			for _, i := range indices {
				if i < len(args) && !isNil(args[i]) && !flow.KnownNil(args[i], call.Block()) {
					losses = append(losses, loss{cause: flow.Strip(args[i]), how: how, arg: i})
				}
			}
		}
		slices.SortStableFunc(losses, func(a, b loss) int { return int(a.how) - int(b.how) })
	}
	// An error that is formatted and whose text is printed as well is one loss.
	var out []loss
	for _, l := range losses {
		if !slices.ContainsFunc(out, func(o loss) bool { return c.model.SameError(o.cause, l.cause) }) {
			out = append(out, l)
		}
	}
	return out, wrapped
}

// isFresh reports whether an error is made on the spot of a text: there is
// nothing in it to find.
func (c *checker) isFresh(v ssa.Value) bool {
	call, ok := flow.Strip(v).(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := errflow.Builder(flow.Callee(call.Common()))
	if !ok {
		return false
	}
	switch b.Kind {
	case errflow.BuildsFresh:
		return true
	case errflow.BuildsFormat:
		wrapped, known := errflow.WrappedOperands(call.Call.Args[b.Format], call.Call.Args[b.Operands])
		return known && len(wrapped) == 0
	}
	return false
}

func (c *checker) sayLost(call *ssa.Call, m *maker, l loss, wrapped []ssa.Value, d departure) {
	diag := analysis.Diagnostic{Category: Text}
	var expr ast.Expr
	switch {
	case l.op != nil:
		expr = l.op.expr
	default:
		expr = c.arg(call, l.arg)
	}
	name := c.causeName(l, expr)
	set(&diag, expr, c.model.CallExpr(call), call.Pos())

	find := ", so errors.Is and errors.As cannot find it"
	switch {
	case l.how == byIgnored:
		diag.Category = Dropped
		diag.Message = m.name + " ignores " + name + find
	case l.how == byCallee && m.fn != nil && isErrors(m.fn, m.fn.Name()):
		diag.Message = m.name + " hides " + name + find
	case l.how == byCallee:
		diag.Message = m.name + " keeps only the text of " + name + find
	case len(wrapped) > 0:
		diag.Category = SecondCause
		verb := "formats " + name + " " + verbName(l)
		if l.how == byText {
			verb = "takes only the text of " + name
		}
		diag.Message = m.name + " wraps " + c.wrappedName(call, m, wrapped[0]) + " but " + verb + ", so errors.Is and errors.As cannot find " + name
	case l.how == byText:
		diag.Message = m.name + " takes only the text of " + name + find
	case l.many:
		diag.Category = Format
		diag.Message = m.name + " formats " + name + " " + verbName(l) + ", so errors.Is and errors.As cannot find the errors in it"
	case l.op.verb.Rune == 'w':
		diag.Category = Format
		diag.Message = m.name + " does not wrap what it formats with %w, so errors.Is and errors.As cannot find " + name
	default:
		diag.Category = Format
		diag.Message = m.name + " formats " + name + " " + verbName(l) + find
	}
	if m.fn != nil && m.own {
		diag.Related = related(m.fn.Pos(), m.name+" makes the error")
	}
	diag.SuggestedFixes = c.fixesFor(call, m, l, len(wrapped) > 0)
	c.say(diag, append(d.places(), call.Pos())...)
}

// verbName is how a message says by which verb an error is formatted.
func verbName(l loss) string {
	switch {
	case l.op == nil:
		return "with %s"
	case l.op.verb.Rune == 0:
		return "without a verb"
	}
	return "with %" + string(l.op.verb.Rune)
}

// causeName is how a message calls a lost error.
func (c *checker) causeName(l loss, expr ast.Expr) string {
	switch l.how {
	case byVerb, byCallee, byIgnored:
		return exprName(expr, unnamed)
	}
	// err in err.Error(), wherever that stands in the expression.
	name := ""
	if expr != nil {
		ast.Inspect(expr, func(n ast.Node) bool {
			if x := c.textCall(n); x != nil && name == "" {
				name = exprName(x, unnamed)
			}
			return name == ""
		})
		if name == "" {
			// fmt.Sprintf("%v", err)
			ast.Inspect(expr, func(n ast.Node) bool {
				e, ok := n.(ast.Expr)
				if tv := c.pass.TypesInfo.Types[e]; ok && name == "" && !tv.IsNil() && tv.Type != nil && tv.IsValue() && errflow.IsError(tv.Type) {
					name = exprName(e, unnamed)
					return false
				}
				return name == ""
			})
		}
	}
	if name != "" {
		return name
	}
	return c.errorName(l.cause)
}

// textCall is err if n is the call err.Error().
func (c *checker) textCall(n ast.Node) ast.Expr {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 0 {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Error" {
		return nil
	}
	tv := c.pass.TypesInfo.Types[sel.X]
	if tv.Type == nil || !tv.IsValue() {
		return nil
	}
	if _, isFunc := c.pass.TypesInfo.Uses[sel.Sel].(*types.Func); !isFunc || !errflow.IsError(tv.Type) && !errflow.IsError(types.NewPointer(tv.Type)) {
		return nil
	}
	return sel.X
}

// wrappedName is how a message calls the error that a call does wrap.
func (c *checker) wrappedName(call *ssa.Call, m *maker, wrapped ssa.Value) string {
	for i, arg := range call.Call.Args {
		if arg == wrapped {
			return exprName(c.arg(call, i), "another error")
		}
	}
	if ops, ok := c.operandsOf(call, m); ok {
		for _, op := range ops {
			if flow.Strip(op.value) == wrapped {
				return exprName(op.expr, "another error")
			}
		}
	}
	return "another error"
}

// set gives a diagnostic the range of the first of its expressions that there is.
func set(diag *analysis.Diagnostic, expr, call ast.Node, pos token.Pos) {
	for _, n := range []ast.Node{expr, call} {
		switch n := n.(type) {
		case nil:
			continue
		case *ast.CallExpr:
			if n == nil {
				continue
			}
		}
		diag.Pos, diag.End = n.Pos(), n.End()
		return
	}
	diag.Pos = pos
}

// lostInLiteral reports an error literal that takes the text of an error and does not hold it.
func (c *checker) lostInLiteral(alloc *ssa.Alloc) {
	if structOf(alloc.Type()) == nil || !errflow.IsError(alloc.Type()) && !errflow.IsError(deref(alloc.Type())) {
		return
	}
	lit := c.model.CompositeLit(alloc)
	if lit == nil || c.assigned(alloc) || c.makesWire(alloc) {
		return
	}
	var text textFlow
	c.textOfMade(alloc, &text)
	if len(text.errs) == 0 {
		return
	}
	var made ssa.Value = alloc
	for _, err := range text.errs {
		if c.isFresh(err) || c.holds(alloc, err) || c.known(err, alloc.Block()) || !c.isReason(err, alloc.Block()) {
			c.judged[alloc] = true
			continue
		}
		d := c.departure(made)
		if !d.left {
			return
		}
		c.judged[alloc] = true
		name := c.causeName(loss{cause: err, how: byText}, lit)
		diag := analysis.Diagnostic{
			Category: Text,
			Message:  c.typeName(alloc.Type()) + " takes only the text of " + name + ", so errors.Is and errors.As cannot find it",
		}
		for _, elt := range lit.Elts {
			ast.Inspect(elt, func(n ast.Node) bool {
				if x := c.textCall(n); x != nil && !diag.Pos.IsValid() {
					diag.Pos, diag.End = n.Pos(), n.End()
				}
				return true
			})
		}
		if !diag.Pos.IsValid() {
			diag.Pos, diag.End = lit.Pos(), lit.End()
		}
		c.say(diag, append(d.places(), lit.Pos())...)
	}
}

// holds reports whether an error, or the one that it was taken out of, is kept
// in the struct that alloc holds, by Unwrap's rules or just in a field.
func (c *checker) holds(alloc *ssa.Alloc, err ssa.Value) bool {
	if c.inChain(alloc, err) {
		return true
	}
	for _, held := range c.heldErrors(alloc) {
		if c.sameChain(held, err) {
			return true // if it cannot be unwrapped, that is the type's fault
		}
	}
	return false
}

// makesWire reports whether a new error is the form that an error has on a wire, by
// its literal or by all that its constructor makes.
func (c *checker) makesWire(made ssa.Value) bool {
	switch v := made.(type) {
	case *ssa.Alloc:
		return isWire(v.Type())
	case *ssa.Call:
		results := v.Call.Signature().Results()
		if i := errorResult(v.Call.Signature()); i >= 0 && !types.IsInterface(results.At(i).Type()) {
			return isWire(results.At(i).Type())
		}
		m := c.makerOf(v.Common())
		return m != nil && m.wire
	}
	return false
}

// isWire reports whether an error type is the form that an error has on a wire: a struct
// whose fields all have names in JSON, none of which could hold a cause. To
// build one is the boundary's job, and there is no place in it for an error.
func isWire(t types.Type) bool {
	s := structOf(t)
	if s == nil || s.NumFields() == 0 {
		return false
	}
	for i := range s.NumFields() {
		name, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("json"), ",")
		if name == "" || name == "-" || errorsIn(s.Field(i).Type()) {
			return false
		}
	}
	return true
}
