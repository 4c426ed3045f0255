package wrapcause

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/makeflow"
)

// A loss is an operand or argument of a call that puts errors into a new one in some form other than as its cause.
type loss struct {
	how    lossKind
	causes []ssa.Value       // exactly one unless how is byText
	many   bool              // the cause is a slice of errors
	op     *makeflow.Operand // the operand of a format; nil for an argument
	arg    int               // the index of the argument if op is nil
}

type lossKind uint8

const (
	byVerb    lossKind = iota // the errors are formatted
	byText                    // their texts are formatted or concatenated
	byCallee                  // the called function keeps their texts at most
	byIgnored                 // the called function ignores them
)

// cannotFind begins the consequence in most messages. What cannot be found follows.
const cannotFind = ", so errors.Is and errors.As cannot find "

// lost reports the new errors that contain other errors as text only: categories
// format, text and second-cause.
func (c *checker) lost() {
	for instr := range c.instructions() {
		switch instr := instr.(type) {
		case *ssa.Call:
			m := c.model.Maker(instr.Common())
			if m != nil {
				c.lostInCall(instr, m)
			}
			c.nilCause(instr, m)
		case *ssa.Alloc:
			if _, ok := c.model.IsMade(instr); ok {
				c.lostInLiteral(instr)
			}
		}
	}
}

func (c *checker) lostInCall(call *ssa.Call, m *makeflow.Maker) {
	in := making{Call: call, maker: m, wrapped: c.model.WrappedBy(call, m)}
	all := c.losses(call, m)
	in.errors = len(in.wrapped)
	for _, l := range all {
		in.errors += len(l.causes)
	}
	var losses []loss
	for _, l := range all {
		l.causes = slices.DeleteFunc(l.causes, func(cause ssa.Value) bool { return c.mayLose(in, l, cause) })
		if len(l.causes) > 0 {
			losses = append(losses, l)
		}
	}
	if len(losses) == 0 || c.model.MakesWire(call) {
		return
	}
	leaving := c.model.Leaves(call)
	if !leaving.Left() {
		return
	}

	// Have: a new error that leaves its function, and losses.
	c.judged[call] = true
	if !c.multiple(call.Pos()) {
		if len(in.wrapped) > 0 {
			return // only one error can be wrapped, and one is
		}
		last := losses[len(losses)-1] // by custom, the cause is the last operand
		last.causes = last.causes[len(last.causes)-1:]
		losses = []loss{last}
	}
	for _, l := range losses {
		c.sayLost(in, l, append(leaving.Places(), call.Pos()))
	}
}

// maxLosses is the maximum number of errors of one message that are judged. A text may be built from the texts of many errors.
const maxLosses = 16

// losses returns the losses of a call that makes an error. An error that is formatted twice is in the first loss only.
func (c *checker) losses(call *ssa.Call, m *makeflow.Maker) (losses []loss) {
	args := call.Call.Args
	var known []ssa.Value
	add := func(l loss, causes ...ssa.Value) {
		for _, cause := range causes {
			if len(known) < maxLosses && !slices.ContainsFunc(known, func(v ssa.Value) bool { return c.model.SameError(v, cause) }) {
				known, l.causes = append(known, cause), append(l.causes, cause)
			}
		}
		if len(l.causes) > 0 {
			losses = append(losses, l)
		}
	}
	ops, _ := c.model.Operands(call, m)
	for _, op := range ops {
		v := flow.Strip(op.Value)
		switch {
		case op.Verb.Rune == 'w' && m.WrapsVerbs:
		case op.Verb.Rune != 0 && !makeflow.Readable(op.Verb.Rune) && op.Verb.Rune != 'w':
		case makeflow.HoldsErrors(v.Type()) && !converted(op.Value):
			if !c.model.KnownNil(v, call.Block()) {
				add(loss{how: byVerb, op: &op, many: !errflow.IsError(v.Type())}, v)
			}
		default:
			add(loss{how: byText, op: &op}, c.model.TextOf(v).Errors...)
		}
	}
	texts := m.Texts
	if m.Format >= 0 {
		texts = texts.With(m.Format)
	}
	for i := range texts.All() {
		if i < len(args) {
			add(loss{how: byText, arg: i}, c.model.TextOf(args[i]).Errors...)
		}
	}
	if m.Own || m.Hides {
		return losses // a helper of this package is reported itself
	}
	for i := range m.Loses().All() {
		if i < len(args) && !c.model.KnownNil(args[i], call.Block()) {
			l := loss{how: byCallee, arg: i}
			if m.Ignores.Has(i) {
				l.how = byIgnored
			}
			add(l, flow.Strip(args[i]))
		}
	}
	return losses
}

// converted reports whether an operand is an error that was converted to its basic underlying type, as in string(err).
func converted(v ssa.Value) bool {
	if made, ok := v.(*ssa.MakeInterface); ok {
		v = made.X
	}
	return !makeflow.HoldsErrors(v.Type()) && !types.IsInterface(v.Type())
}

// sayLost reports a loss; places are those where the new error is made and returned.
func (c *checker) sayLost(in making, l loss, places []token.Pos) {
	m := in.maker
	expr := c.model.Arg(in.Call, l.arg)
	if l.op != nil {
		expr = l.op.Expr
	}
	name, it := exprName(expr, unnamed), "it"
	if l.how == byText {
		name, it = c.textNames(l.causes, expr)
	}
	diag := analysis.Diagnostic{Category: Text}
	set(&diag, expr, c.model.Assignment(in.Call), in.Pos())
	var does string
	switch {
	case l.how == byIgnored:
		diag.Category, does = Dropped, "ignores "+name
	case l.how == byCallee && m.Obj != nil && errflow.IsErrorsFunc(m.Obj, m.Obj.Name()):
		does = "hides " + name
	case l.how == byCallee:
		does = "keeps only the text of " + name
	case l.how == byText:
		does = "takes only the text of " + name
	case !l.many && l.op.Verb.Rune == 'w' && len(in.wrapped) == 0:
		diag.Category, does, it = Format, "does not wrap what it formats with %w", name
	default:
		diag.Category, does = Format, "formats "+name+" "+verbName(l.op)
		if l.many {
			it = "the errors in it"
		}
	}
	if l.how <= byText && len(in.wrapped) > 0 {
		diag.Category, does, it = SecondCause, "wraps "+c.wrappedName(in)+" but "+does, name
	}
	diag.Message = m.Name + " " + does + cannotFind + it
	if m.Obj != nil && m.Own {
		diag.Related = related(m.Obj.Pos(), m.Name+" makes the error")
	}
	diag.SuggestedFixes = c.fixesFor(in.Call, m, l)
	switch {
	case m.Obj != nil && c.model.OwnPackage(m.Obj.Pkg()) && (l.how >= byCallee || l.how == byVerb && !m.WrapsVerbs && m.Obj.Pkg() != c.pass.Pkg):
		diag.Category = Helper // no verb would wrap it
	case l.how <= byText && c.allNameless(l.causes, in.Block()):
		diag.Category = Nameless
	}
	diag.Category = c.categoryOf(diag.Category, in.Call)
	c.from(&diag, in.Block(), name, l.causes...)
	// A constructor of a type without a field for a cause cannot take one.
	if l.how == byText && len(in.wrapped) == 0 && in.Call.Call.Signature().Results().Len() == 1 && flow.Struct(in.Type()) != nil {
		c.sayOfType(flow.Deref(in.Type()), diag, places)
	} else {
		c.say(diag, places...)
	}
}

// sayOfType reports that an error of the struct type t has only the text of another. If the type has no field for a cause, the finding is at its
// declaration.
func (c *checker) sayOfType(t types.Type, diag analysis.Diagnostic, places []token.Pos) {
	if !c.isMeant(diag.Pos, places...) && !c.addCauseless(t, diag) {
		c.say(diag, places...)
	}
}

// lostInLiteral reports an error literal, or a variable of an error type whose fields are set, that takes the text of an error and does not hold the
// error.
func (c *checker) lostInLiteral(alloc *ssa.Alloc) {
	errs := c.model.TextOfMade(alloc).Errors
	if len(errs) == 0 || c.model.MakesWire(alloc) {
		return
	}
	var expr ast.Expr
	at := make(map[ssa.Value]ssa.Instruction) // where the text is taken
	lit := c.model.CompositeLit(alloc)
	for _, err := range errs {
		at[err] = alloc
		if lit == nil {
			at[err] = c.textStored(alloc, err)
		}
	}
	lost := slices.DeleteFunc(slices.Clone(errs), func(err ssa.Value) bool {
		b := at[err].Block()
		return errflow.IsFresh(err) || c.borrowsWords(err) || c.holds(alloc, err) || c.model.Known(err, b) || !c.model.IsReason(err, alloc, b)
	})
	c.judged[alloc] = c.judged[alloc] || len(lost) < len(errs)
	l := c.model.Leaves(alloc)
	if len(lost) == 0 || !l.Left() {
		return
	}

	// Have: an error that leaves its function, with the texts of errors that it does not hold.
	c.judged[alloc] = true
	made := at[lost[0]]
	diag := analysis.Diagnostic{Pos: made.Pos(), Category: Text}
	if lit != nil {
		expr = lit
		set(&diag, c.textIn(lit), lit, lit.Pos())
	}
	name, it := c.textNames(lost, expr)
	diag.Message = c.typeName(alloc.Type()) + " takes only the text of " + name + cannotFind + it
	if c.allNameless(lost, made.Block()) {
		diag.Category = Nameless
	}
	diag.Category = c.categoryOf(diag.Category, alloc)
	c.from(&diag, made.Block(), name, lost...)
	c.sayOfType(flow.Deref(alloc.Type()), diag, append(l.Places(), made.Pos(), diag.Pos))
}

// textStored returns the store that gives a field of a variable the text of err, or else the variable's allocation.
func (c *checker) textStored(alloc *ssa.Alloc, err ssa.Value) ssa.Instruction {
	for _, st := range c.model.StoresTo(alloc) {
		if st.Instr.Pos().IsValid() && slices.Contains(c.model.TextOf(st.Val).Errors, err) {
			return st.Instr
		}
	}
	return alloc
}
