package wrapcause

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/makeflow"
)

// This file has the reasons for which a lost error is not reported.

// A making is a call that makes an error.
type making struct {
	*ssa.Call
	maker   *makeflow.Maker
	wrapped []ssa.Value // the errors that it wraps
	errors  int         // the number of errors that it wraps or loses
}

// mayLose reports whether a call may have an error as text only.
func (c *checker) mayLose(in making, l loss, cause ssa.Value) bool {
	b := in.Block()
	switch {
	case errflow.IsFresh(cause), // nothing can be found in it
		c.isEOF(cause, b),
		l.op != nil && c.model.QuotedInJSON(in.Call, in.maker, l.op), // there is no place for %w
		!l.many && !c.model.IsReason(cause, in.Call, b),
		c.model.BesideOutput(in.Call, cause), c.model.BesideBuffer(in.Call, cause):
		return true
	case c.model.Wraps(in.Call, cause) == errflow.Yes,
		slices.ContainsFunc(in.wrapped, func(w ssa.Value) bool { return c.model.SameChainBefore(w, cause, in.Call) }):
		return true // it is not lost
	case len(in.wrapped) > 0 &&
		(c.model.Known(cause, b) || c.model.MayDrop(cause, in.Call) || c.model.OnlyDecoded(cause, b) || c.model.IsAfterwards(cause, in.wrapped, in.Call)):
		return true // the wrapped error translates it, or is the reason of the failure
	case l.how == byVerb:
		return !l.many && (c.model.MaybeNone(cause, b) || c.model.IsUnchecked(cause, l.op.Expr, b, in.errors > 1)) ||
			makeflow.IsClosedList(cause.Type()) && !c.multiple(in.Pos()) || c.model.SetApart(cause, b) ||
			makeflow.IsCode(cause) && c.model.Known(cause, b) // a condition has told which code it is
	case l.how == byText:
		if err := c.model.EitherAt(b); err != nil && c.model.SameError(err, cause) {
			return true // the function that takes the text has to ask again whether there is an error
		}
		return c.isPassed(in, cause) || c.borrowsWords(cause) || c.model.Known(cause, b) || // a known error is translated
			c.returnedBeside(in.Call, cause) || l.op != nil && c.model.StandsIn(cause, l.op.Value, b)
	}
	return false
}

// returnedBeside reports whether the text of the cause is returned beside a new error.
func (c *checker) returnedBeside(made *ssa.Call, cause ssa.Value) bool {
	for ret := range flow.Returns(made.Parent()) {
		if len(ret.Results) > 1 && slices.Contains(flow.AllReturned(ret), ssa.Value(made)) && c.toldBeside(makeflow.Made{Value: made}, ret, cause) {
			return true
		}
	}
	return false
}

// mayDrop reports whether a new error may leave out the error at hand; ret is the statement that returns it, or nil.
func (c *checker) mayDrop(made makeflow.Made, ret *ssa.Return, cause ssa.Value) bool {
	switch v := made.Value.(type) {
	case *ssa.Call:
		if c.model.BesideOutput(v, cause) || c.model.StderrFound(v, cause) || c.model.MayTell(v, cause) {
			return true
		}
	case *ssa.UnOp:
		if sentinel, ok := c.model.Sentinel(v); ok && (sentinel.IsSignal() || c.endsReading(sentinel, made.Block.Parent())) {
			return true
		}
	}
	return c.toldBeside(made, ret, cause) || c.model.Replied(made.Value)
}

// toldBeside reports whether the text of the cause goes where the new error goes: as another result, or as another argument of a call.
func (c *checker) toldBeside(made makeflow.Made, ret *ssa.Return, cause ssa.Value) bool {
	tells := func(vals []ssa.Value) bool {
		texts := slices.DeleteFunc(slices.Clone(vals), func(v ssa.Value) bool { return errflow.IsError(flow.Strip(v).Type()) })
		return slices.ContainsFunc(c.model.TextOf(texts...).Errors, func(err ssa.Value) bool { return c.model.SameChain(err, cause) })
	}
	if ret != nil {
		return tells(flow.AllReturned(ret))
	}
	for _, ref := range *made.Value.Referrers() {
		if call, ok := ref.(*ssa.Call); ok && tells(call.Call.Args) {
			return true
		}
	}
	return false
}

// endsReading reports whether a sentinel is io.EOF, and fn a method that implements one of io's interfaces: its callers expect io.EOF itself.
func (c *checker) endsReading(a errflow.Atom, fn *ssa.Function) bool {
	obj, ok := flow.Outermost(fn).Object().(*types.Func)
	return ok && a == eof && slices.ContainsFunc(c.model.InterfacesOf(obj), func(it *types.TypeName) bool { return it.Pkg().Path() == "io" })
}

var eof = errflow.Atom{Kind: errflow.Sentinel, Pkg: "io", Name: "EOF"}

// isEOF reports whether an error is known to be io.EOF in block b. A new error is made of io.EOF where input ends too early; callers that
// found io.EOF in it would take it for the regular end.
func (c *checker) isEOF(err ssa.Value, b *ssa.BasicBlock) bool {
	set := c.model.ErrorsAt(err, b)
	atoms := slices.Collect(set.Atoms())
	return set.AllNamed() && len(atoms) == 1 && atoms[0] == eof
}

// isPassed reports whether err itself is an argument of the call as well. If the function keeps it where errors.As cannot
// find it, category no-unwrap reports the type.
func (c *checker) isPassed(in making, err ssa.Value) bool {
	return slices.ContainsFunc(in.maker.NotLost(in.Call), func(arg ssa.Value) bool { return c.model.InChain(arg, err) })
}

// holds reports whether the struct that alloc points to holds err, or the error that err is a part of or was taken out of: in its chain, or in
// any field.
func (c *checker) holds(alloc *ssa.Alloc, err ssa.Value) bool {
	whole, _ := c.model.Split(err, nil)
	return c.model.InChain(alloc, err) || slices.ContainsFunc(c.model.HeldErrors(alloc), func(held ssa.Value) bool {
		return flow.Strip(held) == whole || c.model.SameChain(held, err) || c.model.SameSentinel(held, err) // category no-unwrap reports a field that Unwrap does not return
	})
}

// borrowsWords reports whether err is a sentinel of the module that the package uses for nothing but its text: it does not return it, wrap it or
// compare with it.
func (c *checker) borrowsWords(err ssa.Value) bool {
	sentinel, ok := c.model.Sentinel(flow.Strip(err))
	obj := c.model.Object(sentinel)
	if !ok || obj == nil || !c.model.OwnPackage(obj.Pkg()) {
		return false
	}
	if c.texts == nil {
		c.texts = make(map[*ast.Ident]bool)
		for _, file := range c.pass.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch x := ast.Unparen(c.textCall(n)).(type) {
				case *ast.Ident:
					c.texts[x] = true
				case *ast.SelectorExpr:
					c.texts[x.Sel] = true
				}
				return true
			})
		}
	}
	return !slices.ContainsFunc(c.model.UsesOf(obj), func(id *ast.Ident) bool { return !c.texts[id] })
}
