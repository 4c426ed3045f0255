package wrapcause

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/makeflow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells whether an error at hand is the reason of a failure: whether a new
// error that is made there has to wrap it.

// exempt reports whether what errors say is known without them: all that they may be
// was returned by functions of the list exempt-causes, or by functions of the module that return
// nothing else.
func (c *checker) exempt(errs ...ssa.Value) bool { return c.onlyFrom(c.exemptCall, nil, errs...) }

// mayDrop reports whether an error may be left out of a new one altogether: there is none, it is exempt, or that of a context, or one of which
// it is known what it says, or what errors.Is finds in the new one all the same. What a function that parses
// says besides, in new errors that have no cause, may be left out as well.
func (c *checker) mayDrop(cause, made ssa.Value) bool {
	leaves := c.model.ErrorsAt(made, nil)
	return c.isNone(cause) || c.onlyFrom(c.droppableCall, leaves.Has, cause)
}

// parses reports whether errors may be left out of whatever is made in their place, in other packages, too.
func (c *checker) parses(errs ...ssa.Value) bool {
	return c.onlyFrom(c.droppableCall, func(errflow.Atom) bool { return false }, errs...)
}

// droppableCall reports whether the error of a call may be left out of a new one.
func (c *checker) droppableCall(call *ssa.Call) bool {
	fn := c.model.Callee(call.Common())
	return c.exemptCall(call) || c.model.FactOf(fn).Parses || makeflow.IsContextErr(fn) || readsScalar(call) || c.converts(fn) ||
		fn != nil && fn.Pkg() != nil && errflow.Listed(oneMeaning, fn.Pkg().Path(), fn.FullName())
}

// oneMeaning is functions whose errors mean what the call says, and add where in the input the mistake is, or what was tried: a new error need
// not have that, but to have it as text only is to lose it. Those of package crypto tell nothing on purpose.
var oneMeaning = []string{
	"os/exec.LookPath", "regexp.Compile*", "path/filepath.Rel", "(*plugin.Plugin).Lookup", "k8s.io/apimachinery/pkg/labels.Parse*", "k8s.io/apimachinery/pkg/fields.Parse*",
	"k8s.io/apimachinery/pkg/apis/meta/v1.ParseToLabelSelector", "(crypto/cipher.AEAD).Open", "crypto/ed25519.Verify*", "crypto/rsa.Verify*", "crypto/rsa.Decrypt*",
	"golang.org/x/crypto/bcrypt.Compare*", "(*github.com/go-playground/validator/v10.Validate).Var*",
}

// onlyDecoded reports whether all that an error says in block b is that what was decoded is bad, in words of the decoder or in those that the module has
// for it: that is said by the error that is wrapped in its place. There is no other error in it that has a name.
func (c *checker) onlyDecoded(err ssa.Value, b *ssa.BasicBlock) bool {
	return c.allExempt(c.model.ErrorsAt(err, b)) && c.onlyFrom(c.model.Decodes, func(errflow.Atom) bool { return false }, err)
}

// allExempt reports whether all errors of s are of packages or types that are exempt.
func (c *checker) allExempt(s errflow.Set) bool {
	for a := range s.Atoms() {
		if !c.opts.exemptAtom(a) {
			return false
		}
	}
	return true
}

// converts reports whether fn is a function of another module that makes a value of values, numbers and texts both: its error says
// that they are not what it takes. One that does more with them, such as to look into a store that the system has, looks the same.
func (c *checker) converts(fn *types.Func) bool {
	if fn == nil || !c.model.Foreign(fn.Pkg()) {
		return false
	}
	sig := fn.Signature()
	results := slices.Collect(sig.Results().Variables())
	if sig.Recv() != nil || sig.Params().Len() == 0 || len(results) < 2 {
		return false
	}
	return !slices.ContainsFunc(slices.Collect(sig.Params().Variables()), notData) && !slices.ContainsFunc(results[:len(results)-1], notData)
}

// notData reports whether a variable holds anything but numbers and texts, rows or tables of them, or a value of any type.
func notData(v *types.Var) bool {
	t := v.Type()
	for {
		switch u := types.Unalias(t).Underlying().(type) {
		case *types.Basic:
			return u.Kind() == types.UnsafePointer
		case *types.Interface:
			return !u.Empty()
		case *types.Slice, *types.Array, *types.Map:
			t = flow.ElemType(u)
		default:
			return true
		}
	}
}

// readsScalar reports whether a call reads JSON into a variable of a basic type: it fails if the input is something else.
func readsScalar(call *ssa.Call) bool {
	if !makeflow.IsFunc(flow.Callee(call.Common()), "encoding/json", "Unmarshal") {
		return false
	}
	_, basic := types.Unalias(flow.Deref(flow.Strip(call.Call.Args[1]).Type())).Underlying().(*types.Basic)
	return basic
}

func (c *checker) exemptCall(call *ssa.Call) bool {
	fn := c.model.Callee(call.Common())
	return c.opts.exempt(fn) || c.model.FactOf(fn).Exempt || c.inputs && errflow.ParsesText(call.Common())
}

// scanners is those of [errflow.Operations] that give a text piece by piece to what reads it: they fail at its end.
var scanners = []string{"(io.RuneReader)*", "(io.ByteReader)*"}

// acts reports whether one of some errors may be, or wrap, that of an operation: a call that is given a context, or of [errflow.Operations].
// What a function of the module returns decides for it, whatever it is given; for a call through an interface of the module, what the types
// of the interface's package do.
func (c *checker) acts(errs ...ssa.Value) bool { return c.actsAt(nil, errs...) }

// actsAt reports the same of block b, where a type switch may have told of which type the value in an interface is.
func (c *checker) actsAt(b *ssa.BasicBlock, errs ...ssa.Value) bool {
	todo := worklist.Of(errs...)
	for err := range todo.First(maxCauses) {
		for _, o := range c.model.Origins(err, flow.OriginOptions{}) {
			todo.Push(c.model.HeldErrors(o.Value)...)
			call := o.Call()
			if o.Kind != flow.OriginCall || call == nil || c.wrapsOnly(call, todo) {
				continue
			}
			if c.isOperation(call.Common()) {
				return true
			}
			todo.Push(c.model.HandedOn(call, b)...)
		}
	}
	return false
}

// isOperation reports whether a call is one of an operation.
func (c *checker) isOperation(call *ssa.CallCommon) bool {
	fn := c.model.Callee(call)
	if fn != nil && c.model.OwnPackage(fn.Pkg()) {
		return c.model.FactOf(fn).Acts || call.IsInvoke() && makeflow.TakesContext(call.Signature())
	}
	return makeflow.TakesContext(call.Signature()) || fn != nil && fn.Pkg() != nil && errflow.Listed(errflow.Operations, fn.Pkg().Path(), fn.FullName()) &&
		!errflow.Listed(scanners, fn.Pkg().Path(), fn.FullName())
}

// onlyFrom reports whether errors, where they are not nil, were returned by calls that ok holds for. Calls of the package's own
// functions are looked into. If known is not nil, sentinels that it holds for are as good, and so are
// errors in whose place another one is made; new errors that have no cause count for nothing.
func (c *checker) onlyFrom(ok func(*ssa.Call) bool, known func(errflow.Atom) bool, errs ...ssa.Value) bool {
	found := false
	opts := flow.OriginOptions{
		Enter: func(call *ssa.Call, _ *ssa.Function) bool { return !ok(call) },
		Stop: func(v ssa.Value) bool {
			_, sentinel := c.model.Sentinel(v)
			return sentinel
		},
	}
	todo := worklist.Of(errs...)
	for err := range todo.First(maxCauses) {
		if c.onlyExemptErrors(err) {
			found = true
			continue
		}
		for _, o := range c.model.Origins(err, opts) {
			sentinel, _ := c.model.Sentinel(o.Value)
			switch call := o.Call(); {
			case o.Kind == flow.OriginConst, o.Kind == flow.OriginZero: // nil
			case o.Kind == flow.OriginStop && known != nil && known(sentinel), o.Kind == flow.OriginCall && o.Whole && call != nil && ok(call):
				found = true
			case o.Kind == flow.OriginCall && call != nil && c.wrapsOnly(call, todo): // what it wraps decides
			case known != nil && (sentinel.Name != "" || o.Kind == flow.OriginCall && errflow.IsFresh(o.Value)) && c.inPlaceOf(o.Value, ok):
				found = true
			case known == nil, o.Kind != flow.OriginCall, !errflow.IsFresh(o.Value):
				return false
			}
		}
	}
	return found || todo.Len() > maxCauses // nothing is said of what is not known
}

// maxCauses bounds how many errors, each a cause of those before, are looked through for what an error says.
const maxCauses = 100

// wrapsOnly reports whether a call makes an error of others and of text, and adds those to todo.
func (c *checker) wrapsOnly(call *ssa.Call, todo *worklist.List[ssa.Value]) bool {
	m := c.model.Maker(call.Common())
	if m == nil || !m.Always || m.Own {
		return false
	}
	_, wrapped := c.losses(call, m)
	todo.Push(wrapped...)
	return len(wrapped) > 0
}

// inPlaceOf reports whether an error is made, or named, where the last that failed is a call that ok holds for, or behind a condition
// that this has failed or something else is the case.
func (c *checker) inPlaceOf(made ssa.Value, ok func(*ssa.Call) bool) bool {
	at, isInstr := made.(ssa.Instruction)
	if !isInstr {
		return false
	}
	if live := c.model.LiveAt(at); len(live) > 0 {
		return c.onlyFrom(ok, nil, live[0].Value)
	}
	return slices.ContainsFunc(at.Block().Preds, func(pred *ssa.BasicBlock) bool {
		err := makeflow.Failed(pred, at.Block())
		return err != nil && c.onlyFrom(ok, nil, err)
	})
}

// onlyExemptErrors reports whether all errors that v may be are known, and of types that belong to
// exempt functions: *strconv.NumError, say.
func (c *checker) onlyExemptErrors(v ssa.Value) bool {
	s := c.model.ErrorsAt(v, nil)
	if s.Opaque() || s.Empty() {
		return false
	}
	for range s.Refs() {
		return false
	}
	return c.allExempt(s)
}

// nameless reports whether there is nothing to find in an error that is formatted in block b, or whose text is: it is made of text, or exempt, or
// conditions have told all apart that it may be, so that none comes to b.
func (c *checker) nameless(err ssa.Value, b *ssa.BasicBlock) bool {
	s := c.model.ErrorsComing(err, b)
	if s.Empty() && s.Known() {
		return !c.model.ErrorsAt(err, nil).Empty()
	}
	return s.Nameless(c.inputs, c.opts.exemptAtom)
}

// isNone reports whether an error is that of a call which never fails.
func (c *checker) isNone(err ssa.Value) bool {
	call, _ := flow.ResultOf(flow.Strip(err))
	return call != nil && c.model.ErrorsAt(err, nil).Empty()
}

// isReason reports whether an error whose text is in a new one is the reason of the failure: not an
// exempt one, not what is said of a failure that there is anyway, not the outcome that a check wanted to be
// another, nor the wanted one, not what went wrong last when the time was up, not an entry in a list of results.
func (c *checker) isReason(cause, made ssa.Value, b *ssa.BasicBlock) bool {
	return !c.isNone(cause) && !c.exempt(cause) && !c.isRecord(cause) && !c.model.Wanted(cause, b) && !c.model.Observed(cause, b) && !(c.model.MayBeNil(cause, b) && c.model.TimeIsUp(nil, b)) &&
		!(c.model.FailsAnyway(cause, b) && c.model.TellsWhy(made, cause))
}

// inScope reports whether the variable that holds an error can be named where a new one is made.
func (c *checker) inScope(cause ssa.Value, made makeflow.Made) bool {
	pos := made.Value.Pos()
	if made.At != nil && made.At.Pos().IsValid() {
		pos = made.At.Pos()
	}
	id, ok := c.model.Compared(cause).(*ast.Ident)
	if !ok || !pos.IsValid() {
		return true
	}
	obj := c.pass.TypesInfo.ObjectOf(id)
	return obj == nil || obj.Parent() == nil || obj.Parent().Contains(pos)
}
