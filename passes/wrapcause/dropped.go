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

// dropped reports the new errors that leave where another error is at hand, and have nothing of it.
func (c *checker) dropped() {
	for fn := range c.model.Funcs() {
		if result := makeflow.ErrorResult(fn.Signature); result >= 0 && !makeflow.ResultsUnused(fn) {
			for ret := range flow.Returns(fn) {
				for _, made := range c.model.Makings(ret.Results[result], ret.Block(), ret).Made {
					c.droppedAt(made, ret, result)
				}
			}
		}
	}
	for instr := range c.instructions() {
		if v, ok := c.model.IsMade(instr); ok {
			c.droppedElsewhere(makeflow.Made{Value: v, Block: instr.Block(), At: instr})
		}
	}
}

// droppedElsewhere reports a new error that is not returned but kept: appended, stored in a field, sent, given to someone
// who keeps it.
func (c *checker) droppedElsewhere(made makeflow.Made) {
	if c.judged[made.Value] {
		return
	}
	cause := c.model.AtHand(made)
	if cause == nil || !isVariable(cause) {
		return
	}
	l := c.model.Leaves(made.Value)
	if !l.Kept && !(l.Left && l.Handed) || c.model.Tells(made.Block, nil, cause) || c.model.Leaves(cause).Kept {
		return
	}
	// What it is a part of has nothing of the cause either, and is not itself found in its place.
	for w := range l.Passed {
		if instr, ok := w.(ssa.Instruction); ok && w != made.Value {
			if _, isMade := c.model.IsMade(instr); isMade {
				return
			}
		}
		if c.model.MadeFrom(w, cause) {
			return
		}
	}
	c.droppedAt(made, nil, 0)
}

// isVariable reports whether an error is a value or a local variable, of which it can be told where else it goes; one that is read
// from a field is read anew each time.
func isVariable(err ssa.Value) bool {
	load, ok := err.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return true
	}
	switch load.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return true
	}
	return false
}

// droppedAt reports that an error at hand is left out of a new one, if it is; ret is where that is returned, as a result, or nil.
func (c *checker) droppedAt(made makeflow.Made, ret *ssa.Return, result int) {
	if c.judged[made.Value] || c.model.MakesWire(made.Value) {
		return
	}
	cause := c.model.AtHand(made)
	if cause != nil && (c.toldBeside(made, ret, cause) || c.model.Replied(made.Value)) {
		return
	}
	if call, ok := made.Value.(*ssa.Call); ok && cause != nil && (c.model.BesideOutput(call, cause) || c.model.StderrFound(call, cause)) {
		return
	}
	sentinel, isSentinel := c.model.Sentinel(made.Value)
	if cause == nil || isSentinel && (sentinel.IsSignal() || c.endsReading(sentinel, made.Block.Parent())) {
		return
	}

	// Have: cause is not nil, not known, and not in the new error.
	c.judged[made.Value] = true
	name := c.errorName(cause)
	find := ", so errors.Is and errors.As cannot find the cause"
	if instr, ok := cause.(ssa.Instruction); ok && !instr.Block().Dominates(made.Block) {
		name += " of the last attempt"
	} else if len(made.Block.Preds) > 1 && !c.model.NonNil(cause, made.Block) {
		find = " if that is not nil" + find // see either
	}
	place := " is returned in place of " + name
	diag := analysis.Diagnostic{Category: c.category(cause, made)}
	at := made.Value.Pos()
	if ret != nil {
		at = ret.Pos()
	}
	set(&diag, c.madeExpr(made, ret, result), nil, at)
	switch v := made.Value.(type) {
	case *ssa.UnOp:
		diag.Message = sentinel.RelativeTo(c.pass.Pkg) + place + find
	case *ssa.Alloc:
		diag.Message = c.typeName(v.Type()) + place + find
		if f := c.model.UnsetCause(v); f != nil {
			diag.Message = c.typeName(v.Type()) + " is returned with its field " + f.Name() + " unset in place of " + name + find
		}
	case *ssa.Call:
		m := c.model.Maker(v.Common())
		diag.Message = m.Name + " makes an error in place of " + name + find
		if _, does := c.nilIn(v, m); does != "" {
			diag.Category, diag.Message = Dropped, does+", in place of "+name // nobody means that
		}
	}
	c.from(&diag, made.Block, name, cause)
	c.say(diag, at, made.Value.Pos())
}

// category is Dropped where an operation has failed, of which the caller has to know why, and Translated where the author may have meant the
// caller to get nothing but the new error: that has a name, the cause is logged, it says what some check says or a look found, or a flag decides who is told.
func (c *checker) category(cause ssa.Value, made makeflow.Made) string {
	for range c.model.ErrorsAt(made.Value, nil).Atoms() {
		return Translated
	}
	if !c.model.ActsAt(made.Block, cause) || c.model.LooksUp(cause) || c.model.Logged(cause, made.Block) || c.model.ByFlag(cause, made.Block) {
		return Translated
	}
	return Dropped
}

// toldBeside reports whether who gets a new error gets the text of its cause as well: as another result, or as another argument of
// the call that the new error is given to.
func (c *checker) toldBeside(made makeflow.Made, ret *ssa.Return, cause ssa.Value) bool {
	tells := func(vals []ssa.Value) bool {
		texts := slices.DeleteFunc(slices.Clone(vals), func(v ssa.Value) bool { return errflow.IsError(flow.Strip(v).Type()) })
		return slices.ContainsFunc(c.model.TextOf(texts...).Errors, func(err ssa.Value) bool { return c.model.SameChain(err, cause) })
	}
	if ret != nil {
		return tells(ret.Results)
	}
	for _, ref := range *made.Value.Referrers() {
		if call, ok := ref.(*ssa.Call); ok && tells(call.Call.Args) {
			return true
		}
	}
	return false
}

// endsReading reports whether a sentinel is the io.EOF by which a method of one of io's interfaces ends: its callers take nothing else for the end.
func (c *checker) endsReading(a errflow.Atom, fn *ssa.Function) bool {
	obj, ok := flow.Outermost(fn).Object().(*types.Func)
	return ok && a.Pkg == "io" && a.Name == "EOF" && slices.ContainsFunc(c.model.InterfacesOf(obj), func(it *types.TypeName) bool { return it.Pkg().Path() == "io" })
}

// madeExpr is the expression of a new error: the call or literal, the result that is returned, or the name of a sentinel
// where it is assigned.
func (c *checker) madeExpr(made makeflow.Made, ret *ssa.Return, result int) ast.Expr {
	switch v := made.Value.(type) {
	case *ssa.Call:
		if expr := c.model.Assignment(v); expr != nil {
			return expr
		}
	case *ssa.Alloc:
		if lit := c.model.CompositeLit(v); lit != nil {
			return lit
		}
	}
	if ret != nil && made.At == ret {
		if stmt := c.model.ReturnStmt(ret); stmt != nil && result < len(stmt.Results) {
			return stmt.Results[result]
		}
	}
	load, ok := made.Value.(*ssa.UnOp)
	if !ok {
		return nil
	}
	pos := load.Pos()
	if !pos.IsValid() && made.At != nil {
		pos = made.At.Pos()
	}
	if found := c.nextUse(load.X.(*ssa.Global).Object(), pos); found != nil {
		return found
	}
	return nil
}

// nextUse is the identifier of a package-level variable that is nearest behind a position, in its file; nil if there is none.
func (c *checker) nextUse(obj types.Object, pos token.Pos) *ast.Ident {
	var found *ast.Ident
	for _, id := range c.usesOf(obj) {
		if id.End() > pos && (found == nil || id.Pos() < found.Pos()) {
			found = id
		}
	}
	if !pos.IsValid() || found == nil || flow.FileAt(c.pass.Files, pos) != flow.FileAt(c.pass.Files, found.Pos()) {
		return nil
	}
	return found
}

// usesOf is the identifiers that refer to a package-level object, in no particular order.
func (c *checker) usesOf(obj types.Object) []*ast.Ident {
	if c.uses == nil {
		c.uses = make(map[types.Object][]*ast.Ident)
		for id, obj := range c.pass.TypesInfo.Uses {
			if obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() {
				c.uses[obj] = append(c.uses[obj], id)
			}
		}
	}
	return c.uses[obj]
}

// ignoredParams reports the constructors that have no use for the cause that they are given.
func (c *checker) ignoredParams() {
	for fn := range c.model.Funcs() {
		m, decl := c.model.Inferred(fn), c.model.Decl(fn)
		if m == nil || m.Ignores == 0 || decl == nil || decl.Recv != nil || c.model.UsedAsValue(fn) {
			continue // the type of one that is used as a value is not for it to choose
		}
		for i := range m.Ignores.All() {
			p := fn.Params[i]
			if p.Name() == "_" || p.Name() == "" || !p.Pos().IsValid() {
				continue
			}
			c.say(analysis.Diagnostic{
				Pos:      p.Pos(),
				End:      p.Pos() + token.Pos(len(p.Name())),
				Category: Dropped,
				Message:  m.Name + " ignores its parameter " + p.Name() + ", so errors.Is and errors.As cannot find it in the error that is returned",
			}, fn.Pos())
		}
	}
}
