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
	"github.com/errlint/errlint/internal/logflow"
	"github.com/errlint/errlint/internal/makeflow"
	"github.com/errlint/errlint/internal/prose"
)

// A loss is an error that goes into a new one in some form other than as its cause.
type loss struct {
	cause ssa.Value
	how   lossKind
	op    *makeflow.Operand // the operand of a format, for byVerb and byText
	arg   int               // the argument, for the other kinds; -1 for an error literal
	many  bool              // cause is a slice of errors
	also  []ssa.Value       // the other errors that the same operand has the text of
}

// sameOperand reports whether two errors are in the text of one operand.
func (l loss) sameOperand(m loss) bool {
	if l.how != byText || m.how != byText || l.op == nil || m.op == nil {
		return l.how == byText && m.how == byText && l.op == m.op && l.arg == m.arg
	}
	return l.op.Index == m.op.Index
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
	losses, wrapped := c.losses(call, m), c.model.WrappedBy(call, m)
	several := len(losses)+len(wrapped) > 1
	losses = slices.DeleteFunc(losses, func(l loss) bool {
		if errflow.IsFresh(l.cause) || c.isEnd(l.cause, call.Block()) || c.model.Wraps(call, l.cause) == errflow.Yes || !l.many && !c.isReason(l.cause, call, call.Block()) || c.besideOutput(call, m, l.cause) || c.besideBuffer(call, m, l.cause) {
			return true
		}
		switch l.how {
		case byVerb:
			if !l.many && (c.maybeNone(l.cause, call.Block()) || c.isUnchecked(l, call.Block(), several)) || isClosedList(l.cause.Type()) && !c.multiple(call.Pos()) || c.model.SetApart(l.cause, call.Block()) {
				return true
			}
		case byText:
			// Where it was told apart, by its code, say, it is named anew with what it says.
			if c.handsOver(call, m, l.cause) || c.borrowsWords(l.cause) || c.model.Known(l.cause, call.Block()) {
				return true
			}
		}
		return slices.ContainsFunc(wrapped, func(w ssa.Value) bool { return c.model.SameChainBefore(w, l.cause, call) })
	})
	second := len(wrapped) > 0
	if second {
		// An error that is known, or of which nothing but its text is to be known, and named anew with that: a translation.
		losses = slices.DeleteFunc(losses, func(l loss) bool {
			return c.model.Known(l.cause, call.Block()) || c.model.MayDrop(l.cause, call) || c.model.OnlyDecoded(l.cause, call.Block()) || c.isAfterwards(l.cause, wrapped, call)
		})
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
		if second {
			return // only one error can be wrapped, and one is
		}
		losses = losses[len(losses)-1:] // a cause stands last, by custom
	}
	for i, l := range losses {
		if slices.ContainsFunc(losses[:i], l.sameOperand) {
			continue
		}
		for _, o := range losses[i+1:] {
			if l.sameOperand(o) {
				l.also = append(l.also, o.cause)
			}
		}
		c.sayLost(call, m, l, wrapped, leaving)
	}
}

// besideOutput reports whether a message has what the failed command has put out, too, by CombinedOutput of package os/exec or of an interface in
// its place, or by a function of the package that returns that: it says what went wrong, and the error no more than that something did.
func (c *checker) besideOutput(call *ssa.Call, m *makeflow.Maker, err ssa.Value) bool {
	failed, _ := flow.ResultOf(err)
	return failed != nil && c.putsOut(failed) && c.has(call, m, func(v ssa.Value) bool {
		out, ok := v.(*ssa.Extract)
		return ok && out.Tuple == failed && out.Index == 0
	})
}

// besideBuffer reports whether a message has what the failed command has written to its Stderr, too, to a buffer or as a part of its error. Without the error such a message says nothing of
// a command that could not be started.
func (c *checker) besideBuffer(call *ssa.Call, m *makeflow.Maker, err ssa.Value) bool {
	failed, _ := flow.ResultOf(err)
	if failed == nil || !logflow.RunsCommand(failed) {
		return false
	}
	buffers := logflow.StderrOf(c.model.Program, failed)
	return c.has(call, m, func(v ssa.Value) bool {
		f, ok := v.(*ssa.FieldAddr)
		return slices.Contains(buffers, v) || ok && flow.QualifiedName(flow.Deref(f.X.Type())) == "os/exec.ExitError" && flow.StructField(f.X.Type(), f.Field).Name() == "Stderr"
	})
}

// has reports whether what is put in a message is computed from some value.
func (c *checker) has(call *ssa.Call, m *makeflow.Maker, is func(ssa.Value) bool) bool {
	parts := slices.Clone(call.Call.Args)
	ops, _ := c.model.Operands(call, m)
	for _, op := range ops {
		parts = append(parts, op.Value)
	}
	for _, part := range parts {
		for v := range flow.Slice(part) {
			if is(v) {
				return true
			}
		}
	}
	return false
}

// putsOut reports whether all that the first result of a call is, where it is something, is the output of a command.
func (c *checker) putsOut(call *ssa.Call) bool {
	if isCombinedOutput(call.Common()) {
		return true
	}
	targets, complete := c.model.Callees(call.Common())
	if !complete || call.Call.Signature().Results().Len() < 2 {
		return false
	}
	found := false
	for _, target := range targets {
		for ret := range flow.Returns(target.Fn) {
			for v := range flow.Slice(flow.Returned(ret, 0)) {
				out, ok := v.(*ssa.Extract)
				if !ok || out.Index != 0 {
					continue
				}
				command, ok := out.Tuple.(*ssa.Call)
				if !ok || !isCombinedOutput(command.Common()) {
					return false
				}
				found = true
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

// isAfterwards reports whether one of the wrapped errors is why the function fails, and err that of what was done after that had failed, such as
// to clean up: the function fails without it, too. Where it does not, err is that of another attempt.
func (c *checker) isAfterwards(err ssa.Value, wrapped []ssa.Value, made *ssa.Call) bool {
	call, _ := flow.ResultOf(err)
	if call == nil {
		return false
	}
	b := made.Block()
	may, certainly := c.model.SucceedsOtherwise(err, b)
	return slices.ContainsFunc(wrapped, func(w ssa.Value) bool {
		if _, isSentinel := c.model.Sentinel(w); isSentinel || errflow.IsFresh(w) {
			return false
		}
		if !certainly && c.model.ReturnedOtherwise(w, err, b) {
			return true
		}
		if _, given := w.(*ssa.Parameter); given {
			return false
		}
		if makeflow.AddsTo(made, w) && c.model.NonNil(w, call.Block()) {
			return true
		}
		return !may && c.model.NonNil(w, call.Block())
	})
}

// isClosedList reports whether a type is a list of errors that package errors cannot look into before Go 1.20.
func isClosedList(t types.Type) bool {
	if !isSliceOfErrors(t) && !isMapOfErrors(t) {
		return false
	}
	named, ok := types.Unalias(t).(*types.Named)
	return !ok || method(named, "Is") == nil && method(named, "As") == nil
}

// maybeNone reports whether there may be no error where it is formatted: it was compared with nil, and still may be, as in
// err != nil || n < 1, or it is that of a context that need not be done, or a field of what errors.As need not have found. %w has
// no sense there.
func (c *checker) maybeNone(err ssa.Value, b *ssa.BasicBlock) bool {
	if c.model.NonNil(err, b) {
		return false
	}
	switch v := err.(type) {
	case *ssa.Call:
		if makeflow.IsContextErr(flow.Callee(v.Common())) {
			return !c.model.TimeIsUp(nil, b) && !c.model.Waited(b)
		}
	case *ssa.UnOp:
		if field, ok := v.X.(*ssa.FieldAddr); ok {
			if c.comparedWithNil(field) {
				return true
			}
			if found, ok := field.X.(*ssa.Alloc); ok && c.model.FoundIn(found) != nil {
				return !c.model.Known(c.model.FoundIn(found), b)
			}
		}
	}
	return c.model.Compared(err) != nil || isReturned(err) || c.model.MayBeUnset(err)
}

// comparedWithNil reports whether the function compares a field of some variable with nil, wherever it reads it.
func (c *checker) comparedWithNil(field *ssa.FieldAddr) bool {
	if field.X.Referrers() == nil {
		return false // a variable of the package, of which SSA form lists no uses
	}
	for _, ref := range *field.X.Referrers() {
		same, ok := ref.(*ssa.FieldAddr)
		if !ok || same.Field != field.Field {
			continue
		}
		for _, ref := range *same.Referrers() {
			if load, ok := ref.(*ssa.UnOp); ok && c.model.Compared(load) != nil {
				return true
			}
		}
	}
	return false
}

// isUnchecked reports whether an error that is formatted is that of a call of which no condition has said anything where control is in block b, and
// something else is what has failed: the call has other results, or the message other errors.
func (c *checker) isUnchecked(l loss, b *ssa.BasicBlock, several bool) bool {
	call, _ := flow.ResultOf(l.cause)
	_, among := l.cause.(*ssa.Extract)
	if _, variable := ast.Unparen(l.op.Expr).(*ast.Ident); call == nil || !variable || !among && !several || c.model.NonNil(l.cause, b) {
		return false
	}
	for cond := range flow.Conditions(b) {
		for v := range flow.Slice(cond.Value) {
			if v == ssa.Value(call) {
				return false
			}
		}
	}
	return true
}

// isReturned reports whether an error is returned as it is, too, whatever it is: nil if all went well.
func isReturned(err ssa.Value) bool {
	if err.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*err.Referrers(), func(ref ssa.Instruction) bool {
		_, ok := ref.(*ssa.Return)
		return ok
	})
}

// handsOver reports whether a call is given err as such, too, beside its text. If the function keeps it where errors.As cannot
// find it, that is the type's fault.
func (c *checker) handsOver(call *ssa.Call, m *makeflow.Maker, err ssa.Value) bool {
	for i, arg := range call.Call.Args {
		if errflow.IsError(arg.Type()) && !(m.Flattens | m.Ignores).Has(i) && c.model.InChain(arg, err) {
			return true
		}
	}
	return false
}

// maxLosses is how many errors of one message are judged: a text that is made of texts of errors, again and again, tells of all of them.
const maxLosses = 16

// losses returns the errors that a maker formats, takes the text of, or ignores.
func (c *checker) losses(call *ssa.Call, m *makeflow.Maker) (losses []loss) {
	args := call.Call.Args
	// An error that is formatted and whose text is printed as well is one loss.
	add := func(l loss) {
		if len(losses) < maxLosses && !slices.ContainsFunc(losses, func(o loss) bool { return c.model.SameError(o.cause, l.cause) }) {
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
				add(loss{cause: v, how: byVerb, op: &op, many: !errflow.IsError(v.Type())})
			}
		default:
			for _, err := range c.model.TextOf(v).Errors {
				add(loss{cause: err, how: byText, op: &op})
			}
		}
	}
	texts := m.Texts
	if m.Format >= 0 {
		texts = texts.With(m.Format)
	}
	for i := range texts.All() {
		if i < len(args) {
			for _, err := range c.model.TextOf(args[i]).Errors {
				add(loss{cause: err, how: byText, arg: i})
			}
		}
	}
	if m.Own || m.Hides {
		return losses // a helper of this package that loses what it is given has the finding itself
	}
	for i := range (m.Flattens | m.Ignores).All() {
		if i < len(args) && !c.model.KnownNil(args[i], call.Block()) {
			l := loss{cause: flow.Strip(args[i]), how: byCallee, arg: i}
			if m.Ignores.Has(i) {
				l.how = byIgnored
			}
			add(l)
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

// isEnd reports whether an error is known to be io.EOF at a block. What is made of that is an error because input has ended too early: a caller that
// finds io.EOF in it takes it for the end.
func (c *checker) isEnd(err ssa.Value, b *ssa.BasicBlock) bool {
	set := c.model.ErrorsAt(err, b)
	atoms := slices.Collect(set.Atoms())
	return set.AllNamed() && len(atoms) == 1 && atoms[0].Kind == errflow.Sentinel && atoms[0].Pkg == "io" && atoms[0].Name == "EOF"
}

func (c *checker) sayLost(call *ssa.Call, m *makeflow.Maker, l loss, wrapped []ssa.Value, leaving makeflow.Leaving) {
	diag := analysis.Diagnostic{Category: Text}
	expr := c.model.Arg(call, l.arg)
	if l.op != nil {
		expr = l.op.Expr
	}
	name := c.causeName(l, expr)
	set(&diag, expr, c.model.Assignment(call), call.Pos())

	find := ", so errors.Is and errors.As cannot find it"
	if len(l.also) > 0 {
		name, find = c.errorNames(append([]ssa.Value{l.cause}, l.also...)), ", so errors.Is and errors.As cannot find them"
	}
	switch {
	case l.how == byIgnored:
		diag.Category = Dropped
		diag.Message = m.Name + " ignores " + name + find
	case l.how == byCallee && m.Obj != nil && errflow.IsErrorsFunc(m.Obj, m.Obj.Name()):
		diag.Message = m.Name + " hides " + name + find
	case l.how == byCallee:
		diag.Message = m.Name + " keeps only the text of " + name + find
	case len(wrapped) > 0:
		diag.Category = SecondCause
		verb := "formats " + name + " " + verbName(l)
		if l.how == byText {
			verb = "takes only the text of " + name
		}
		diag.Message = m.Name + " wraps " + c.wrappedName(call, m, wrapped[0]) + " but " + verb + ", so errors.Is and errors.As cannot find " + name
	case l.how == byText:
		diag.Message = m.Name + " takes only the text of " + name + find
	case l.many:
		diag.Category = Format
		diag.Message = m.Name + " formats " + name + " " + verbName(l) + ", so errors.Is and errors.As cannot find the errors in it"
	case l.op.Verb.Rune == 'w':
		diag.Category = Format
		diag.Message = m.Name + " does not wrap what it formats with %w, so errors.Is and errors.As cannot find " + name
	default:
		diag.Category = Format
		diag.Message = m.Name + " formats " + name + " " + verbName(l) + find
	}
	if m.Obj != nil && m.Own {
		diag.Related = related(m.Obj.Pos(), m.Name+" makes the error")
	}
	c.from(&diag, call.Block(), name, append(l.also, l.cause)...)
	diag.SuggestedFixes = c.fixesFor(call, m, l)
	switch {
	case m.Obj != nil && c.model.OwnPackage(m.Obj.Pkg()) && (l.how >= byCallee || l.how == byVerb && !m.WrapsVerbs && m.Obj.Pkg() != c.pass.Pkg):
		diag.Category = Helper // no verb would wrap it
	case l.how <= byText && c.allNameless(append(l.also, l.cause), call.Block()):
		diag.Category = Nameless
	}
	diag.Category = c.categoryOf(diag.Category, call)
	places := append(leaving.Places(), call.Pos())
	// A constructor of a type that has no field for a cause cannot be given one either.
	if l.how == byText && call.Common().Signature().Results().Len() == 1 && flow.Struct(call.Type()) != nil &&
		!c.isMeant(diag.Pos, places...) && c.addCauseless(flow.Deref(call.Type()), diag) {
		return
	}
	c.say(diag, places...)
}

// verbName is how a message says by which verb an error is formatted.
func verbName(l loss) string {
	switch {
	case l.op == nil:
		return "with %s"
	case l.op.Verb.Rune == 0:
		return "without a verb"
	}
	return "with %" + l.op.Verb.Flags + string(l.op.Verb.Rune)
}

// causeName is how a message calls a lost error.
func (c *checker) causeName(l loss, expr ast.Expr) string {
	if l.how != byText {
		return exprName(expr, unnamed)
	}
	if expr == nil {
		return c.errorName(l.cause)
	}
	// err in err.Error(), wherever that stands in the expression, or else an error in it, as in fmt.Sprintf("%v", err).
	if text := c.textIn(expr); text != nil {
		return exprName(c.textCall(text), unnamed)
	}
	name := ""
	ast.Inspect(expr, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if tv := c.pass.TypesInfo.Types[e]; ok && e != expr && name == "" && !tv.IsNil() && tv.IsValue() && errflow.IsError(tv.Type) {
			name = exprName(e, unnamed)
		}
		return name == ""
	})
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
func (c *checker) wrappedName(call *ssa.Call, m *makeflow.Maker, wrapped ssa.Value) string {
	for i, arg := range call.Call.Args {
		if arg == wrapped {
			return exprName(c.model.Arg(call, i), "another error")
		}
	}
	ops, _ := c.model.Operands(call, m)
	for _, op := range ops {
		if flow.Strip(op.Value) == wrapped {
			return exprName(op.Expr, "another error")
		}
	}
	return "another error"
}

// set gives a diagnostic the range of the first of its expressions that there is.
func set(diag *analysis.Diagnostic, expr, otherwise ast.Expr, pos token.Pos) {
	if expr == nil {
		expr = otherwise
	}
	diag.Pos = pos
	if expr != nil {
		diag.Pos, diag.End = expr.Pos(), expr.End()
	}
}

// lostInLiteral reports an error literal, or a variable that is made an error by setting its fields, that takes the text of an error and does not
// hold it.
func (c *checker) lostInLiteral(alloc *ssa.Alloc) {
	errs := c.model.TextOfMade(alloc).Errors
	if len(errs) == 0 || c.model.MakesWire(alloc) {
		return
	}
	lit := c.model.CompositeLit(alloc)
	at := make(map[ssa.Value]ssa.Instruction) // where the text is taken
	for _, err := range errs {
		at[err] = alloc
		if lit == nil {
			at[err] = c.textStored(alloc, err)
		}
	}
	lost := slices.DeleteFunc(slices.Clone(errs), func(err ssa.Value) bool {
		b := at[err].Block()
		return errflow.IsFresh(err) || c.borrowsWords(err) || c.holds(alloc, err) || c.model.Known(err, b) || !c.isReason(err, alloc, b)
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
	name, find := c.errorName(lost[0]), ", so errors.Is and errors.As cannot find it"
	if lit != nil {
		name = c.causeName(loss{cause: lost[0], how: byText}, lit)
		set(&diag, c.textIn(lit), lit, lit.Pos())
	}
	if len(lost) > 1 {
		name, find = c.errorNames(lost), ", so errors.Is and errors.As cannot find them"
	}
	diag.Message = c.typeName(alloc.Type()) + " takes only the text of " + name + find
	if c.allNameless(lost, made.Block()) {
		diag.Category = Nameless
	}
	diag.Category = c.categoryOf(diag.Category, alloc)
	c.from(&diag, made.Block(), name, lost...)
	if places := append(l.Places(), made.Pos(), diag.Pos); !c.isMeant(diag.Pos, places...) && !c.addCauseless(flow.Deref(alloc.Type()), diag) {
		c.say(diag, places...)
	}
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

// allNameless reports whether none of some errors has anything that errors.Is and errors.As could find.
func (c *checker) allNameless(errs []ssa.Value, b *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(errs, func(err ssa.Value) bool { return !c.model.Nameless(err, b) })
}

// errorNames is how a message calls several errors: each name once, in the order of the code.
func (c *checker) errorNames(errs []ssa.Value) string {
	var names []string
	errs = slices.SortedStableFunc(slices.Values(errs), func(a, b ssa.Value) int { return int(a.Pos() - b.Pos()) })
	for _, err := range errs {
		if name := c.errorName(err); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return prose.List(names, "and")
}

// textIn is the first call err.Error() in an expression, nil if there is none.
func (c *checker) textIn(expr ast.Node) (found ast.Expr) {
	ast.Inspect(expr, func(n ast.Node) bool {
		if c.textCall(n) != nil && found == nil {
			found = n.(ast.Expr)
		}
		return found == nil
	})
	return found
}

// holds reports whether an error, or the one that it was taken out of or is a part of, is kept
// in the struct that alloc holds, by Unwrap's rules or just in a field.
func (c *checker) holds(alloc *ssa.Alloc, err ssa.Value) bool {
	whole, _ := c.model.Split(err, nil)
	return c.model.InChain(alloc, err) || slices.ContainsFunc(c.model.HeldErrors(alloc), func(held ssa.Value) bool {
		return flow.Strip(held) == whole || c.model.SameChain(held, err) || c.model.SameSentinel(held, err) // if it cannot be unwrapped, that is the type's fault
	})
}
