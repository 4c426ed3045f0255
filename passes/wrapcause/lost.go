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

// A loss is what one operand or argument of a call has of errors that go into a new one in some form other than as its cause.
type loss struct {
	how    lossKind
	causes []ssa.Value       // one, but for byText
	many   bool              // the one cause is a slice of errors
	op     *makeflow.Operand // of a format; nil for an argument
	arg    int               // where there is no operand
}

type lossKind uint8

const (
	byVerb    lossKind = iota // they are formatted
	byText                    // their texts are
	byCallee                  // the function that they are given to keeps their texts at most
	byIgnored                 // the function that they are given to ignores them
)

// cannotFind is the consequence in most messages, which goes on with what cannot be found.
const cannotFind = ", so errors.Is and errors.As cannot find "

// lost reports the errors that a new error has in it as text: categories
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
	if !leaving.Left {
		return
	}

	// Have: a new error that leaves, and has losses in it.
	c.judged[call] = true
	if !c.multiple(call.Pos()) {
		if len(in.wrapped) > 0 {
			return // only one error can be wrapped, and one is
		}
		last := losses[len(losses)-1] // a cause stands last, by custom
		last.causes = last.causes[len(last.causes)-1:]
		losses = []loss{last}
	}
	for _, l := range losses {
		c.sayLost(in, l, append(leaving.Places(), call.Pos()))
	}
}

// maxLosses is how many errors of one message are judged: a text that is made of texts of errors, again and again, tells of all of them.
const maxLosses = 16

// losses returns what a call of a maker formats, takes the text of, or ignores. An error that is formatted and whose text is printed as well is in
// the first loss only.
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
		return losses // a helper of this package that loses what it is given has the finding itself
	}
	for i := range (m.Flattens | m.Ignores).All() {
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

// converted reports whether an operand is an error of a basic type that has been made a plain value of that: string(err) for one that is a string.
func converted(v ssa.Value) bool {
	if made, ok := v.(*ssa.MakeInterface); ok {
		v = made.X
	}
	return !makeflow.HoldsErrors(v.Type()) && !types.IsInterface(v.Type())
}

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
	// A constructor of a type that has no field for a cause cannot be given one either.
	if l.how == byText && in.Call.Call.Signature().Results().Len() == 1 && flow.Struct(in.Type()) != nil {
		c.sayOfType(flow.Deref(in.Type()), diag, places)
	} else {
		c.say(diag, places...)
	}
}

// sayOfType reports that an error of type t, a struct, takes only the text of another: at the type, if that is to be changed.
func (c *checker) sayOfType(t types.Type, diag analysis.Diagnostic, places []token.Pos) {
	if !c.isMeant(diag.Pos, places...) && !c.addCauseless(t, diag) {
		c.say(diag, places...)
	}
}

// lostInLiteral reports an error literal, or a variable that is made an error by setting its fields, that takes the text of an error and does not
// hold it.
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
	if len(lost) == 0 || !l.Left {
		return
	}

	// Have: an error that leaves, with the texts of errors that are not in it.
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

// textStored is the instruction by which a field of a variable gets the text of an error.
func (c *checker) textStored(alloc *ssa.Alloc, err ssa.Value) ssa.Instruction {
	for _, st := range c.model.StoresTo(alloc) {
		if st.Instr.Pos().IsValid() && slices.Contains(c.model.TextOf(st.Val).Errors, err) {
			return st.Instr
		}
	}
	return alloc
}
