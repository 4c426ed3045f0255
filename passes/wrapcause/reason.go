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

// This file tells whether an error at hand is the reason of a failure: whether a new
// error that is made there has to wrap it.

// A making is a call of a maker, and what is known of it.
type making struct {
	*ssa.Call
	maker   *makeflow.Maker
	wrapped []ssa.Value // the errors that it wraps
	errors  int         // how many these are, and those that it loses
}

// mayLose reports whether nothing is said of an error that a new one has as text only.
func (c *checker) mayLose(in making, l loss, cause ssa.Value) bool {
	b := in.Block()
	switch second := len(in.wrapped) > 0; {
	case errflow.IsFresh(cause), c.isEnd(cause, b),
		c.model.Wraps(in.Call, cause) == errflow.Yes,
		!l.many && !c.model.IsReason(cause, in.Call, b),
		c.model.BesideOutput(in.Call, cause), c.model.BesideBuffer(in.Call, cause),
		slices.ContainsFunc(in.wrapped, func(w ssa.Value) bool { return c.model.SameChainBefore(w, cause, in.Call) }):
		return true
	case second && (c.model.Known(cause, b) || c.model.MayDrop(cause, in.Call) || c.model.OnlyDecoded(cause, b) || c.model.IsAfterwards(cause, in.wrapped, in.Call)):
		// An error that is known, or of which nothing but its text is to be known, and named anew with that: a translation.
		return true
	case l.how == byVerb:
		return !l.many && (c.model.MaybeNone(cause, b) || c.model.IsUnchecked(cause, l.op.Expr, b, in.errors > 1)) ||
			isClosedList(cause.Type()) && !c.multiple(in.Pos()) || c.model.SetApart(cause, b)
	case l.how == byText:
		// Where it was told apart, by its code, say, it is named anew with what it says.
		// Behind err != nil || …, whoever takes the text has to ask once more.
		if err := c.model.EitherAt(b); err != nil && c.model.SameError(err, cause) {
			return true
		}
		return c.handsOver(in, cause) || c.borrowsWords(cause) || c.model.Known(cause, b) || c.returnedBeside(in.Call, cause)
	}
	return false
}

// returnedBeside reports whether who gets a new error gets the text of its cause as another result.
func (c *checker) returnedBeside(made *ssa.Call, cause ssa.Value) bool {
	return slices.ContainsFunc(*made.Referrers(), func(ref ssa.Instruction) bool {
		ret, ok := ref.(*ssa.Return)
		return ok && c.toldBeside(makeflow.Made{Value: made}, ret, cause)
	})
}

// isClosedList reports whether a type is a list of errors that package errors cannot look into before Go 1.20.
func isClosedList(t types.Type) bool {
	if !makeflow.HoldsMany(t) {
		return false
	}
	named, ok := types.Unalias(t).(*types.Named)
	return !ok || makeflow.Method(named, "Is") == nil && makeflow.Method(named, "As") == nil
}

// handsOver reports whether a call is given err as such, too, beside its text. If the function keeps it where errors.As cannot
// find it, that is the type's fault.
func (c *checker) handsOver(in making, err ssa.Value) bool {
	for i, arg := range in.Call.Call.Args {
		if errflow.IsError(arg.Type()) && !(in.maker.Flattens | in.maker.Ignores).Has(i) && c.model.InChain(arg, err) {
			return true
		}
	}
	return false
}

// isEnd reports whether an error is known to be io.EOF at a block. What is made of that is an error because input has ended too early: a caller that
// finds io.EOF in it takes it for the end.
func (c *checker) isEnd(err ssa.Value, b *ssa.BasicBlock) bool {
	set := c.model.ErrorsAt(err, b)
	atoms := slices.Collect(set.Atoms())
	return set.AllNamed() && len(atoms) == 1 && atoms[0].Kind == errflow.Sentinel && atoms[0].Pkg == "io" && atoms[0].Name == "EOF"
}

// holds reports whether an error, or the one that it was taken out of or is a part of, is kept
// in the struct that alloc holds, by Unwrap's rules or just in a field.
func (c *checker) holds(alloc *ssa.Alloc, err ssa.Value) bool {
	whole, _ := c.model.Split(err, nil)
	return c.model.InChain(alloc, err) || slices.ContainsFunc(c.model.HeldErrors(alloc), func(held ssa.Value) bool {
		return flow.Strip(held) == whole || c.model.SameChain(held, err) || c.model.SameSentinel(held, err) // if it cannot be unwrapped, that is the type's fault
	})
}

// borrowsWords reports whether a sentinel of the module whose text is taken is of use for its text only: nobody in the package returns it,
// wraps it or asks for it.
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
	return !slices.ContainsFunc(c.usesOf(obj), func(id *ast.Ident) bool { return !c.texts[id] })
}
