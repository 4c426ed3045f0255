package makeflow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint/internal/errflow"
	"github.com/errlint/errlint/internal/flow"
	"github.com/errlint/errlint/internal/foreign"
	"github.com/errlint/errlint/internal/textflow"
	"github.com/errlint/errlint/internal/worklist"
)

// This file tells which errors add nothing to what the failed call says, so that a new error need not wrap them.

// exempt reports whether all of some errors, unless nil, were returned by functions of the list [Config.ExemptCauses], or by
// functions of the module that return nothing else.
func (m *Model) exempt(errs ...ssa.Value) bool { return m.onlyFrom(m.exemptCall, nil, errs...) }

// MayDrop reports whether a new error may leave out its cause altogether: the cause is always nil, exempt, or that of a context; or the call says all that it
// says; or errors.Is finds it in the new error all the same. Other errors of a function that parses may be left out as well, if they are new and have no
// cause.
func (m *Model) MayDrop(cause, made ssa.Value) bool {
	leaves := m.ErrorsAt(made, nil)
	return m.isNone(cause) || m.onlyFrom(m.droppableCall, leaves.Has, cause)
}

// parses reports whether errors may be left out of any new error, in other packages, too.
func (m *Model) parses(errs ...ssa.Value) bool { return m.onlyFrom(m.droppableCall, noAtom, errs...) }

// OnlyDecoded reports whether err, in block b, only says that what was decoded is bad, in words of the decoder or of the module: the error that is
// wrapped in its place says so, too. It has no other error with a name.
func (m *Model) OnlyDecoded(err ssa.Value, b *ssa.BasicBlock) bool {
	return m.allExempt(m.ErrorsAt(err, b)) && m.onlyFrom(m.Decodes, noAtom, err)
}

// LooksUp reports whether err can only be that of a lookup: "no such file" in its place says as much.
func (m *Model) LooksUp(err ssa.Value) bool {
	return m.onlyFrom(func(call *ssa.Call) bool {
		fn := flow.Callee(call.Common())
		return IsFunc(fn, "os", "Stat", "Lstat") || fn != nil && fn.FullName() == "(*os.File).Stat" || IsFunc(fn, "os/user", "Lookup", "LookupId", "LookupGroup", "LookupGroupId")
	}, anyAtom, err)
}

// Nameless reports whether nothing can be found in an error that is formatted in block b, as far as is known: it is made of text, or exempt, or of
// encoding or decoding a value in memory, or a private sentinel for which nobody can ask, or conditions have ruled out all errors that it may be. A list of
// such errors is no better.
func (m *Model) Nameless(err ssa.Value, b *ssa.BasicBlock) bool {
	return m.hasOnly(func(a errflow.Atom) bool { return m.exemptAtom(a) || m.IsPrivate(a) || errflow.IsList(a) }, err, b)
}

// hasOnly reports whether an error in block b has nothing that errors.Is and errors.As could find besides atoms that exempt holds for.
func (m *Model) hasOnly(exempt func(errflow.Atom) bool, err ssa.Value, b *ssa.BasicBlock) bool {
	s := m.ErrorsComing(err, b)
	if s.Empty() && s.Known() {
		return !m.ErrorsAt(err, nil).Empty()
	}
	return s.Nameless(m.inputs, exempt) || m.allExempt(s) && m.onlyFrom(m.saysNothing, noAtom, err)
}

// saysNothing reports whether nothing can be found in the error of a call, judging by its callee.
func (m *Model) saysNothing(call *ssa.Call) bool {
	return m.inputs && m.transcodes(call) || m.foreignText(call)
}

// foreignText reports whether a call is of a function of another module whose source shows that it makes its errors of text.
func (m *Model) foreignText(call *ssa.Call) bool {
	fn := flow.Callee(call.Common())
	if fn == nil || call.Call.IsInvoke() || !m.Foreign(fn.Pkg()) {
		return false
	}
	return foreign.MadeOfText(m.pass.Fset, fn.Origin(), func(pkg, full string) bool {
		return errflow.Listed(m.conf.ExemptCauses, pkg, full) || errflow.MadeOfText(full)
	})
}

// transcodes reports whether a call turns a value in memory into bytes or a text, or back, and is not known to return an error that has a name.
func (m *Model) transcodes(call *ssa.Call) bool {
	return m.Transcodes(call) || !call.Call.IsInvoke() && m.encodesItself(flow.Callee(call.Common()))
}

// encodesItself reports whether fn is a method of another module by which a value turns itself into bytes or a text, as its name and
// signature say: it takes nothing else, and if it is only named after a format, the value is nothing but data.
func (m *Model) encodesItself(fn *types.Func) bool {
	if fn == nil || !m.Foreign(fn.Pkg()) {
		return false
	}
	sig := fn.Signature()
	recv, results := sig.Recv(), sig.Results()
	if recv == nil || sig.Params().Len() > 0 || results.Len() != 2 || !textflow.IsText(results.At(0).Type()) || !errflow.IsErrorInterface(results.At(1).Type()) {
		return false
	}
	switch fn.Name() {
	case "JSON", "YAML", "TOML", "XML", "ToJSON", "ToYAML", "ToTOML", "ToXML":
		return !notData(recv)
	}
	return strings.HasPrefix(fn.Name(), "Marshal")
}

// isNone reports whether err is that of a call which never fails.
func (m *Model) isNone(err ssa.Value) bool {
	call, _ := flow.ResultOf(flow.Strip(err))
	return call != nil && m.ErrorsAt(err, nil).Empty()
}

func noAtom(errflow.Atom) bool { return false }

func anyAtom(errflow.Atom) bool { return true }

// exemptCall reports whether the error of a call is exempt.
func (m *Model) exemptCall(call *ssa.Call) bool {
	fn := m.Callee(call.Common())
	return listed(m.conf.ExemptCauses, fn) || m.factOf(fn).Exempt || variableListed(m.conf.ExemptCauses, call.Common()) || m.inputs && errflow.ParsesText(call.Common())
}

// droppableCall reports whether the error of a call may be left out of a new one.
func (m *Model) droppableCall(call *ssa.Call) bool {
	fn := m.Callee(call.Common())
	return m.exemptCall(call) || m.factOf(fn).Parses || isContextErr(fn) || readsScalar(call) || m.converts(fn) || listed(oneMeaning, fn) || timesOut(call)
}

// timesOut reports whether a call polls a condition that never fails, so that its error can only say that the time was up.
func timesOut(call *ssa.Call) bool {
	fn := flow.Callee(call.Common())
	if flow.PkgPath(fn) != "k8s.io/apimachinery/pkg/util/wait" || len(call.Call.Args) == 0 {
		return false
	}
	condition, _ := flow.Resolve(call.Call.Args[len(call.Call.Args)-1])
	if condition == nil || len(condition.Blocks) == 0 {
		return false
	}
	for ret := range flow.Returns(condition) {
		if n := len(ret.Results); n != 2 || !flow.IsNil(flow.Strip(flow.Returned(ret, 1))) {
			return false
		}
	}
	return true
}

// oneMeaning lists functions that fail for one reason, which the call itself tells. Their errors only add where in the input the mistake is, or what
// was tried. A new error need not have that; but if it has it, then not as text only. The errors of package crypto tell nothing on purpose.
var oneMeaning = []string{
	"os/exec.LookPath", "regexp.Compile*", "path/filepath.Rel", "(*plugin.Plugin).Lookup", "k8s.io/apimachinery/pkg/labels.Parse*", "k8s.io/apimachinery/pkg/fields.Parse*",
	"k8s.io/apimachinery/pkg/apis/meta/v1.ParseToLabelSelector", "(crypto/cipher.AEAD).Open", "crypto/ed25519.Verify*", "crypto/rsa.Verify*", "crypto/rsa.Decrypt*",
	"golang.org/x/crypto/bcrypt.Compare*", "(*github.com/go-playground/validator/v10.Validate).Var*",
}

// listed reports whether fn is in a list of functions and packages, as [errflow.Listed] reads it.
func listed(list []string, fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && errflow.Listed(list, fn.Pkg().Path(), fn.FullName())
}

// variableListed reports whether a call calls what is in a package-level variable in a list: var Parse = other.Parse.
func variableListed(list []string, call *ssa.CallCommon) bool {
	load, ok := call.Value.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Object() != nil && errflow.Listed(list, g.Pkg.Pkg.Path(), g.Pkg.Pkg.Path()+"."+g.Name())
}

// exemptAtom reports whether an error is of an exempt package or type.
func (m *Model) exemptAtom(a errflow.Atom) bool {
	return errflow.Listed(m.conf.ExemptCauses, a.Pkg, a.Pkg+"."+a.Name)
}

// allExempt reports whether all errors of s are of exempt packages or types.
func (m *Model) allExempt(s errflow.Set) bool {
	for a := range s.Atoms() {
		if !m.exemptAtom(a) {
			return false
		}
	}
	return true
}

// onlyExemptErrors reports whether all errors that v may be are known, and of types that belong to exempt functions, such as *strconv.NumError.
func (m *Model) onlyExemptErrors(v ssa.Value) bool {
	s := m.ErrorsAt(v, nil)
	return s.AllNamed() && !s.Opaque() && !s.Empty() && m.allExempt(s)
}

// converts reports whether fn is a function of another module that computes values from numbers and texts: its error says
// that they are not what it takes. A function that does more, such as looking into a store of the system, cannot be told from these.
func (m *Model) converts(fn *types.Func) bool {
	if fn == nil || !m.Foreign(fn.Pkg()) {
		return false
	}
	sig := fn.Signature()
	results := slices.Collect(sig.Results().Variables())
	if sig.Recv() != nil || sig.Params().Len() == 0 || len(results) < 2 {
		return false
	}
	return !slices.ContainsFunc(slices.Collect(sig.Params().Variables()), notData) && !slices.ContainsFunc(results[:len(results)-1], notData)
}

// notData reports whether a variable holds anything but numbers and texts, lists or maps of them, or a value of any type.
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

// readsScalar reports whether a call decodes JSON into a variable of a basic type: it fails if the input is of another type.
func readsScalar(call *ssa.Call) bool {
	return IsFunc(flow.Callee(call.Common()), "encoding/json", "Unmarshal") && isBasic(flow.Deref(flow.Strip(call.Call.Args[1]).Type()))
}

// maxCauses is the maximum number of errors, each a cause of one before, that are looked at to tell what an error says.
const maxCauses = 100

// onlyFrom reports whether errors, where they are not nil, were returned by calls that ok holds for. Functions of the package
// are entered. If known is not nil, sentinels that it holds for are as good, and so are
// errors that are made in place of others; new errors without a cause are ignored.
func (m *Model) onlyFrom(ok func(*ssa.Call) bool, known func(errflow.Atom) bool, errs ...ssa.Value) bool {
	found := false
	opts := flow.OriginOptions{
		Enter: func(call *ssa.Call, _ *ssa.Function) bool { return !ok(call) },
		Stop: func(v ssa.Value) bool {
			_, sentinel := m.Sentinel(v)
			return sentinel
		},
	}
	todo := worklist.Of(errs...)
	for err := range todo.First(maxCauses) {
		if m.onlyExemptErrors(err) {
			found = true
			continue
		}
		for _, o := range m.Origins(err, opts) {
			sentinel, _ := m.Sentinel(o.Value)
			switch call := o.Call(); {
			case o.Kind == flow.OriginConst, o.Kind == flow.OriginZero: // nil
			case o.Kind == flow.OriginStop && known != nil && known(sentinel), o.Kind == flow.OriginCall && o.Whole && call != nil && ok(call):
				found = true
			case o.Kind == flow.OriginCall && call != nil && m.wrapsOnly(call, todo): // what it wraps decides
			case known != nil && (sentinel.Name != "" || o.Kind == flow.OriginCall && errflow.IsFresh(o.Value)) && m.inPlaceOf(o.Value, ok):
				found = true
			case known == nil, o.Kind != flow.OriginCall, !errflow.IsFresh(o.Value):
				return false
			}
		}
	}
	return found || todo.Len() > maxCauses // nothing is said of what is not known
}

// wrapsOnly reports whether a call makes an error of others and of text, and adds the others to todo.
func (m *Model) wrapsOnly(call *ssa.Call, todo *worklist.List[ssa.Value]) bool {
	maker := m.Maker(call.Common())
	if maker == nil || !maker.Always || maker.Own {
		return false
	}
	wrapped := m.WrappedBy(call, maker)
	todo.Push(wrapped...)
	return len(wrapped) > 0
}

// inPlaceOf reports whether an error is made, or named, where the last call that failed is one that ok holds for, or in a block that is reached if
// such a call has failed or something else holds.
func (m *Model) inPlaceOf(made ssa.Value, ok func(*ssa.Call) bool) bool {
	at, isInstr := made.(ssa.Instruction)
	if !isInstr {
		return false
	}
	if live := m.LiveAt(at); len(live) > 0 {
		return m.onlyFrom(ok, nil, live[0].Value)
	}
	return slices.ContainsFunc(at.Block().Preds, func(pred *ssa.BasicBlock) bool {
		err := Failed(pred, at.Block())
		return err != nil && m.onlyFrom(ok, nil, err)
	})
}
